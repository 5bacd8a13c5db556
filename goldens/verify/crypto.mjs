// Hashes, length prefixes, Ed25519 with strict checks, and instants (PROFILE.md, sections 3, 4 and 5).

import { createHash, createHmac, createPrivateKey, createPublicKey, verify } from "node:crypto";
import { ORDER } from "./canon.mjs";

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256"));
export const hex256 = (...parts) => sha256(...parts).digest("hex");
export const tagged = (...parts) => `sha256:${hex256(...parts)}`;
export const isTagged = (text) => /^sha256:[0-9a-f]{64}$/.test(text) && text.length === 71;
export const isHex = (text, digits) => text.length === digits && /^[0-9a-f]+$/.test(text);
export const unhex = (text) => Buffer.from(text, "hex");
function lp(part) {
  const [bytes, length] = [Buffer.from(part), Buffer.alloc(4)];
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
export const lps = (...parts) => Buffer.concat(parts.map(lp));

export const secretKey = (seed) =>
  createPrivateKey({ key: unhex(`302e020100300506032b657004220420${seed}`), format: "der", type: "pkcs8" });
const publicKey = (bytes) =>
  createPublicKey({ key: Buffer.concat([unhex("302a300506032b6570032100"), bytes]), format: "der", type: "spki" });
export const rawPublic = (key) => createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32);

// Curve arithmetic enough to tell points of small order, which node:crypto takes (RFC 8032, sections 5.1.3 and 5.1.4).
const P = 2n ** 255n - 19n;
const ELL = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (n) => ((n % P) + P) % P;
function power(base, exponent) {
  let out = 1n;
  for (let e = exponent; e > 0n; e >>= 1n, base = mod(base * base)) if (e & 1n) out = mod(out * base);
  return out;
}
const inverse = (n) => power(n, P - 2n);
const D = mod(-121665n * inverse(121666n));
const little = (bytes) => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
/** Whether 32 bytes are a canonical encoding of a point that is not of small order. */
export function isSafePoint(bytes) {
  const encoded = little(bytes);
  const [sign, y] = [encoded >> 255n, encoded & (2n ** 255n - 1n)];
  if (y >= P) return false;
  const [u, v] = [mod(y * y - 1n), mod(D * y * y + 1n)];
  let x = mod(u * power(v, 3n) * power(u * power(v, 7n), (P - 5n) / 8n));
  if (mod(v * x * x) !== u) x = mod(x * power(2n, (P - 1n) / 4n));
  if (mod(v * x * x) !== u || (x === 0n && sign === 1n)) return false;
  if ((x & 1n) !== sign) x = mod(-x);
  let point = [x, y];
  for (let i = 0; i < 3; i++) {
    const [a, b] = point;
    const k = mod(D * a * a * b * b);
    point = [mod(2n * a * b * inverse(1n + k)), mod((b * b + a * a) * inverse(mod(1n - k)))];
  }
  return point[0] !== 0n || point[1] !== 1n;
}
/** Strict: S below the order, neither R nor the key of small order, both canonical. */
export function verifies(key, message, signature) {
  if (little(signature.subarray(32)) >= ELL) return false;
  if (!isSafePoint(signature.subarray(0, 32)) || !isSafePoint(key)) return false;
  return verify(null, message, publicKey(key), signature);
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;
/** `undefined`: no timestamp; `null`: one that no calendar shows; else [minutes in UTC, second, fraction]. */
export function instant(text) {
  const found = TIME.exec(text);
  if (!found || text.endsWith("\n")) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number);
  const offset = /[Zz]/.test(found[8]) ? [0, 0] : found[8].slice(1).split(":").map(Number);
  if (offset[0] > 23 || offset[1] > 59) return undefined;
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const behind = (offset[0] * 60 + offset[1]) * (found[8][0] === "-" ? -1 : 1);
  const minutes = date.getTime() / 60000 + hour * 60 + minute - behind;
  if (date.getUTCDate() !== day || second > 60 || (second === 60 && (minutes + 1) % 1440 !== 0)) return null;
  return [minutes, second, (found[7] ?? "").replace(/0+$/, "")];
}
export const compareInstants = (a, b) => a[0] - b[0] || a[1] - b[1] || ORDER.jcs(a[2], b[2]);
export const hmac = (key, data) => createHmac("sha256", key).update(data).digest();
