// Packets: the root, signature and MAC, and what is checked in which order (PROFILE.md, sections 4 and 5).

import { sign, timingSafeEqual } from "node:crypto";
import { ORDER, at, isObject, zcf } from "./canon.mjs";
import { compareInstants, hex256, hmac, instant, isSafePoint, isTagged } from "./crypto.mjs";
import { lps, rawPublic, secretKey, tagged, unhex, verifies } from "./crypto.mjs";
import { Refusal, read, tokens } from "./json.mjs";
import { COVERED, inTextOrder, structure } from "./members.mjs";

const DOMAIN = "zephr-continuity-manifest-v1";
/** The sections in the order in which they are hashed: [key, canonical text]. */
export function sections(packet) {
  const envelope = Object.entries(COVERED).map(([key, member]) => [key, at(packet, member)]);
  const content = isObject(at(packet, "content")) ? [...packet.get("content")] : [];
  const present = [...envelope, ...content].filter(([, value]) => value !== undefined);
  return present.sort(([a], [b]) => ORDER.zcf(a, b)).map(([key, value]) => [key, zcf(value)]);
}
export const rootOf = (packet) => tagged(lps(DOMAIN, ...sections(packet).flat()));

/** Compares the root that a packet states. */
export function rootFault(packet, root) {
  const stated = at(packet, "manifest", "rootHash");
  if (stated === root) return undefined;
  if (stated === undefined) return new Refusal("manifest_root_mismatch", at(packet, "manifest") === undefined ? "" : "/manifest");
  const spelled = typeof stated !== "string" || isTagged(stated);
  return new Refusal(spelled ? "manifest_root_mismatch" : "manifest_root_encoding", "/manifest/rootHash");
}

function messageOf(packet) {
  const rest = new Map([...packet].filter(([name]) => name !== "authentication"));
  return lps("ocp-convert/1/signature", at(packet, "manifest", "rootHash"), zcf(rest));
}

/** HKDF (RFC 5869) by hand, one block of output, and the MAC under its key. */
function macOf(packet, message, signature, sourceKey, destinationKey) {
  const [source, recipient] = [packet.get("source"), packet.get("recipientIntent")];
  const ids = [at(source, "installationKeyId"), at(recipient, "destinationInstallationKeyId")];
  const prk = hmac(Buffer.from(at(packet, "packet", "nonce")), lps(unhex(sourceKey), unhex(destinationKey)));
  const key = hmac(prk, Buffer.concat([lps("ocp-convert/1/mac", ...ids), Buffer.from([1])]));
  return hmac(key, lps(message, signature));
}

/** A packet whose structure and root hold: what `sign` and `verify` begin with. */
export function sound(document, warnings = []) {
  if (at(document, "format") !== "zephr-continuity") throw new Refusal("not_a_packet", "");
  const found = structure(document);
  warnings.push(...found.warnings);
  const [first, ...also] = inTextOrder(document, found.errors);
  if (first) throw Object.assign(new Refusal(first.code, first.pointer), { also });
}

/** Members, root, and what is said of a signature that nobody can verify. */
export function validatePacket(packet, warnings) {
  const found = structure(packet);
  const stated = !found.other && typeof at(packet, "manifest", "rootHash") === "string";
  const fault = stated ? rootFault(packet, rootOf(packet)) : undefined;
  const [first, ...also] = inTextOrder(packet, [...(fault ? [fault] : []), ...found.errors]);
  warnings.push(...found.warnings);
  if (!found.other && at(packet, "authentication", "kind") === "source-signature")
    warnings.push({ code: "source_signature_unverifiable", pointer: "/authentication/kind" });
  if (first) throw Object.assign(new Refusal(first.code, first.pointer), { also });
}

export function signPacket(document, { kind, seed, sourceKey, destinationKey }) {
  const [faults, macked] = [[], kind === "recipient-bound-mac"];
  let root;
  try {
    sound(document);
    root = rootOf(document);
    faults.push(...[rootFault(document, root)].filter(Boolean));
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    faults.push(fault, ...(fault.also ?? []));
  }
  const [id, bound] = [at(document, "source", "installationKeyId"), at(document, "recipientIntent", "kind")];
  const version = at(document, "formatVersion");
  const alone = at(document, "format") !== "zephr-continuity" || (typeof version === "number" && version !== 1);
  if (alone) throw faults[0];
  if (["unattested", ""].includes(id)) faults.push(new Refusal("source_unattested", "/source/installationKeyId"));
  if (macked && typeof bound === "string" && bound !== "recipient-bound")
    faults.push(new Refusal("mac_without_recipient", "/recipientIntent/kind"));
  if (faults.length > 0) throw Object.assign(faults[0], { also: faults.slice(1) });
  const [key, message] = [secretKey(seed), messageOf(document)];
  const signature = sign(null, message, key);
  const output = { root, messageSha256: hex256(message), signature: signature.toString("hex"),
    publicKeyFingerprint: tagged(rawPublic(key)) };
  if (macked) output.mac = macOf(document, message, signature, sourceKey, destinationKey).toString("hex");
  return output;
}

/** Verifies; the refusal carries the verdict. */
export function verifyPacket(bytes, input, warnings, output) {
  const refuse = (code, pointer, verdict = "refused") => {
    throw Object.assign(new Refusal(code, pointer), { verdict });
  };
  const notes = [];
  const packet = read(bytes, { notes });
  // Of what is no packet nothing else is said.
  if (at(packet, "format") === "zephr-continuity") warnings.push(...notes);
  sound(packet, warnings);
  output.root = rootOf(packet);
  const fault = rootFault(packet, output.root);
  if (fault) throw fault;
  const message = messageOf(packet);
  output.messageSha256 = hex256(message);
  const kind = at(packet, "authentication", "kind");
  const bound = at(packet, "recipientIntent", "kind") === "recipient-bound";
  if (kind === "source-signature") refuse("source_signature_unverifiable", "/authentication/kind");
  if (kind === "unsigned") {
    const asked = bound || input.trust !== undefined || input.destinationKey !== undefined;
    if (asked && !input.allowUnsigned) refuse("unsigned_not_allowed", "/authentication/kind");
  } else {
    authenticate(packet, message, input, refuse);
  }
  policy(packet, bound, input, refuse);
  const reviewBy = instant(at(packet, "retention", "reviewBy"));
  if (input.now !== undefined && reviewBy && compareInstants(reviewBy, instant(input.now)) < 0)
    warnings.push({ code: "review_overdue", pointer: "/retention/reviewBy" });
  return { packet, verdict: kind === "unsigned" ? "integrity-only" : "authentic" };
}

/** What is known of each id: a later key takes the place of an earlier one of its kind; an unsafe one is not there. */
function trusted(list) {
  const sources = new Map();
  for (const { id, publicKey, installationKey } of list) {
    const source = sources.get(id) ?? {};
    if (publicKey && isSafePoint(unhex(publicKey))) source.key = unhex(publicKey);
    if (installationKey) source.installationKey = installationKey;
    sources.set(id, source);
  }
  return sources;
}

function authenticate(packet, message, input, refuse) {
  const sources = trusted(input.trust ?? []);
  const source = sources.get(at(packet, "source", "installationKeyId"));
  const key = source?.key;
  const anybody = [...sources.values()].some((one) => one.key);
  if (!anybody || input.destinationKey === undefined || (key && !source.installationKey))
    refuse("mac_keys_missing", "/authentication");
  if (!key) refuse("source_key_untrusted", "/source/installationKeyId");
  const text = (name) => at(packet, "authentication", name);
  const claimed = text("publicKeyFingerprint");
  if (claimed !== tagged(key)) refuse("fingerprint_mismatch", "/authentication/publicKeyFingerprint");
  const signature = unhex(text("signature"));
  if (!verifies(key, message, signature)) refuse("source_signature_invalid", "/authentication/signature", "invalid");
  const mac = macOf(packet, message, signature, source.installationKey, input.destinationKey);
  if (!timingSafeEqual(mac, unhex(text("mac")))) refuse("recipient_mac_mismatch", "/authentication/mac", "invalid");
}

function policy(packet, bound, input, refuse) {
  const expiry = at(packet, "retention", "expiresAt");
  if (input.now !== undefined && expiry !== undefined) {
    const when = typeof expiry === "string" ? instant(expiry) : undefined;
    if (!when || compareInstants(when, instant(input.now)) <= 0) refuse("packet_expired", "/retention/expiresAt");
  }
  if (input.seen) refuse("packet_replayed", "/packet/nonce");
  const recipient = "/recipientIntent/destinationInstallationKeyId";
  if (bound && input.destinationId === undefined) refuse("destination_id_missing", recipient);
  if (bound && input.destinationId !== at(packet, ...tokens(recipient))) refuse("recipient_mismatch", recipient);
}
