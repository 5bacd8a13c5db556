// What vouches for somebody and so is never preserved (PROFILE.md, section 9, residues).

import { at, isObject } from "./canon.mjs";
import { below, read } from "./json.mjs";

const SIGNATURES = ["signature", "signatures", "sourcesignature", "sig", "mac", "macs", "hmac", "jws", "proofvalue"];
const KINDS = ["recipientboundmac", "sourcesignature"];
const LEVELS = 4;

const plain = (text) => text.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
const isProof = (name) => /scopeproofs?$/.test(plain(name));
const isSomething = (value) => value !== undefined && value !== null && typeof value !== "boolean";
const isSignature = (value) => typeof value === "string" && /^[A-Za-z0-9+/=_-]{32,}$/.test(value) && /[0-9]/.test(value);
const isAuthenticated = (packet) => at(packet, "authentication", "kind") !== "unsigned";

/** An object that vouches as a whole. */
function objectVouches(object, isRoot) {
  const is = (name, test) => typeof object.get(name) === "string" && test(object.get(name));
  if (is("kind", (kind) => KINDS.includes(plain(kind)))) return true;
  if ((is("name", isProof) || is("key", isProof)) && isSomething(object.get("value"))) return true;
  return !isRoot && object.get("format") === "zephr-continuity" && object.has("authentication") && isAuthenticated(object);
}

/** A text that is JSON with such a thing in it. */
function textVouches(text, levels) {
  const trimmed = text.trim();
  if (levels === 0 || !/^(\{[^]*\}|\[[^]*\])$/.test(trimmed)) return false;
  let inner;
  try {
    inner = read(Buffer.from(trimmed));
  } catch {
    return false;
  }
  return vouching(inner, levels - 1).length > 0;
}

function walk(value, pointer, name, levels, found) {
  const signs = SIGNATURES.includes(plain(name)) && [value, ...(Array.isArray(value) ? value : [])].some(isSignature);
  const vouches = (isProof(name) && isSomething(value)) || signs
    || (isObject(value) && objectVouches(value, pointer === "")) || (typeof value === "string" && textVouches(value, levels));
  if (vouches) return void found.push(pointer);
  if (Array.isArray(value)) value.forEach((item, i) => walk(item, below(pointer, i), "", levels, found));
  if (isObject(value)) for (const [own, member] of value) walk(member, below(pointer, own), own, levels, found);
  return undefined;
}

/** Where a document vouches for somebody. */
export function vouching(document, levels = LEVELS) {
  const own = [];
  if (isObject(document) && document.has("format")) {
    if (document.has("scopeProof")) own.push("/scopeProof");
    if (isAuthenticated(document)) own.push("/authentication");
  }
  const found = [];
  walk(document, "", "", levels, found);
  const isOwn = (pointer) => own.some((known) => pointer === known || pointer.startsWith(`${known}/`));
  return [...own, ...found.filter((pointer) => !isOwn(pointer))];
}
