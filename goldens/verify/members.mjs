// What a packet consists of, member by member (PROFILE.md, section 3; of the authentication, section 5).

import { at, isObject, list } from "./canon.mjs";
import { compareInstants, instant, isHex, isTagged } from "./crypto.mjs";
import { below, tokens } from "./json.mjs";

export const STATUSES = ["native", "narrated", "dropped", "refused", "omitted", "unsupported", "not_captured",
  "redacted"];
export const SECTIONS = ["capsule", "beliefs", "evidenceSources", "evidenceAnchors", "receipts", "reviewEvents",
  "verification", "sourceHandoff", "allowedTools"];
export const COVERED = { packetIdentity: "packet", sourceDescriptor: "source", recipientIntent: "recipientIntent",
  retention: "retention", scopeProof: "scopeProof" };
export const TYPES = {
  text: (v) => typeof v === "string",
  texts: Array.isArray,
  objects: Array.isArray,
  items: Array.isArray,
  tools: Array.isArray,
  any: () => true,
  maker: (v) => typeof v === "string" || isObject(v),
  time: (v) => typeof v === "string" && instant(v) !== undefined,
  object: isObject,
  one: (v) => v === 1,
  // Upper-case digits have a code of their own.
  hash: (v) => typeof v === "string" && v.startsWith("sha256:") && isTagged(v.toLowerCase()),
};
const CLAIMS = ["decisions", "constraints", "risks", "questions", "nextActions", "limitations"];
const ITEM = { id: "text P", text: "text P+", origin: "object P" };
const ORIGIN = { type: "text P", name: "text P" };
const MORE = { decisions: { rationale: "text P" }, questions: { resolution: "text P" },
  nextActions: { blockedBy: "texts P", requires: "texts P", refs: "texts P" } };
const ITEMS = { texts: "text", objects: "object", items: "maker", tools: "text" };
// Type of a member, and what a deviation is (S: an error, P: a warning). One that lacks is an error with `!`
// and a warning with `+`.
const MEMBERS = {
  "": { format: "text S!", formatVersion: "one S!", artifactKind: "text S!", canonicalizationProfile: "text S!",
    packet: "object S!", source: "object S!", recipientIntent: "object S!", content: "object S!",
    redactionManifest: "object S!", omissionManifest: "object S!", retention: "object S!", manifest: "object S!",
    authentication: "object S!", extensions: "object S!", scopeProof: "object P" },
  "/packet": { id: "text S!", nonce: "text S!", intent: "text S!", createdAt: "time P!", generation: "one S!" },
  "/source": { installationKeyId: "text S!", scopeRefs: "texts S!", client: "object S!" },
  "/source/client": { kind: "text S!", name: "text P", version: "text P", uri: "text P", agent: "maker P",
    model: "maker P" },
  "/source/client/agent": { name: "text P+", provider: "text P", version: "text P" },
  "/source/client/model": { name: "text P+", provider: "text P", version: "text P" },
  "/recipientIntent": { kind: "text S!", destinationInstallationKeyId: "text S" },
  "/redactionManifest": { policyId: "text P!", policyVersion: "text P!", entries: "objects P!" },
  "/redactionManifest/entries/*": { pointer: "text P", rule: "text P", replacement: "any P" },
  "/omissionManifest": { entries: "objects P!" },
  "/omissionManifest/entries/*": { section: "text P+", status: "text S!", reason: "text P", sourcePointers: "texts P" },
  "/retention": { exportedAt: "time P!", policyVersion: "text P!", reviewBy: "time P!", expiresAt: "time P" },
  "/content": { capsule: "object S", beliefs: "objects S", evidenceSources: "objects S", evidenceAnchors: "objects S",
    receipts: "objects S", reviewEvents: "objects S", verification: "objects S", sourceHandoff: "object S",
    allowedTools: "tools S", archiveRefs: "objects P" },
  "/content/capsule": { objective: "text S", decisions: "items P", constraints: "items P", changedFiles: "items P",
    risks: "items P", questions: "items P", nextActions: "items P", limitations: "items P", captureQuality: "text S",
    lifecycleCoverage: "text S" },
  ...Object.fromEntries(CLAIMS.map((name) => [`/content/capsule/${name}/*`, { ...ITEM, ...MORE[name] }])),
  ...Object.fromEntries(CLAIMS.map((name) => [`/content/capsule/${name}/*/origin`, ORIGIN])),
  "/content/capsule/changedFiles/*": { path: "text P+", changeKind: "text P" },
  "/content/beliefs/*": { portableRef: "text S!", sourceId: "text S!", content: "text S!", reviewState: "text S" },
  "/content/evidenceSources/*": { id: "text P+", kind: "text P", uri: "text P", locator: "object P", title: "text P",
    description: "text P", revision: "text P", digest: "text P", mediaType: "text P", observedAt: "time P",
    availability: "text P", resolver: "text P", excerpt: "text P", sensitivity: "any P" },
  "/content/evidenceSources/*/locator": { system: "text P", type: "text P", key: "text P" },
  "/content/evidenceAnchors/*": { id: "text P", claimRef: "text P+", sourceRef: "text P+", role: "text P" },
  "/content/receipts/*": { id: "text P", kind: "text P", text: "text P", status: "text P", at: "time P" },
  "/content/reviewEvents/*": { id: "text P", claimRef: "text P", decision: "text P", by: "text P", at: "time P" },
  "/content/verification/*": { id: "text P", claimRef: "text P", state: "text P", method: "text P", checkedAt: "time P",
    revalidate: "text P", recordedAt: "time P" },
  "/content/sourceHandoff": { fromSessionId: "text P", toSessionId: "text P", worktreeId: "text P",
    checkpointBeliefIds: "texts P" },
  "/content/archiveRefs/*": { id: "text P", uri: "text P", digest: "text P", title: "text P" },
  "/manifest": { rootHash: "hash S!" },
  "/authentication": { kind: "text S!", algorithm: "text S", signature: "text S", publicKeyFingerprint: "text S",
    macAlgorithm: "text S", mac: "text S" },
};
/** Objects that have no other members, and the code of one. */
const CLOSED = { "": "unknown_field", "/authentication": "schema" };
const WORDS = {
  "/format": ["zephr-continuity"],
  "/artifactKind": ["session-handoff", "continuity-archive"],
  "/canonicalizationProfile": ["ZCF-JSON-v1"],
  "/recipientIntent/kind": ["unbound-local-import", "recipient-bound"],
  "/authentication/kind": ["unsigned", "recipient-bound-mac", "source-signature"],
  "/omissionManifest/entries/*/status": STATUSES,
  "/source/client/kind": ["claude-code", "cursor", "codex", "opencode", "console"],
  "/content/allowedTools/*": ["zephr_remember", "zephr_recall", "zephr_why", "zephr_verify", "zephr_session",
    "zephr_rules", "zephr_status", "zephr_admin"],
  "/content/capsule/captureQuality": ["complete", "partial", "degraded"],
  "/content/capsule/lifecycleCoverage": ["native", "consented-manual", "derived", "unavailable"],
  "/content/beliefs/*/reviewState": ["unreviewed", "confirmed", "rejected", "superseded"],
};
const PINNED_WORDS = {
  "/content/evidenceAnchors/*/role": ["evidence", "origin", "target", "record", "approval"],
  "/content/receipts/*/kind": ["patch", "verification"],
  "/content/verification/*/state": ["verified", "unverified", "disputed", "stale"],
};
const REFERRING = ["evidenceAnchors", "reviewEvents", "verification"];
/** Where ids stand, and what they are ids of. */
const IDS = {
  claim: [...CLAIMS.map((name) => `/content/capsule/${name}/*/id`), "/content/beliefs/*/portableRef"],
  source: ["/content/evidenceSources/*/id"],
  other: [...REFERRING, "receipts", "archiveRefs"].map((name) => `/content/${name}/*/id`),
};
const REFERENCES = {
  claim: REFERRING.map((name) => `/content/${name}/*/claimRef`),
  source: ["/content/evidenceAnchors/*/sourceRef"],
};
const LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
const EXTENSION_KEY = new RegExp(`^(?:x-zephr-.+|${LABEL}(?:\\.${LABEL})+(?:/[^/]+)*)$`);
const SIGNED = ["algorithm", "signature", "publicKeyFingerprint"];
const SPELLINGS = {
  algorithm: (t) => t === "ed25519",
  signature: (t) => isHex(t, 128),
  publicKeyFingerprint: isTagged,
  macAlgorithm: (t) => t === "hkdf-sha256+hmac-sha256",
  mac: (t) => isHex(t, 64),
};

/** The findings on the envelope: [code, pointer], errors and warnings. */
export function structure(packet) {
  const [errors, warnings] = [[], []];
  const version = packet.get("formatVersion");
  if (typeof version === "number" && version !== 1)
    return { errors: [{ code: "schema", pointer: "/formatVersion" }], warnings, other: true };
  const error = (code, pointer) => errors.push({ code, pointer });
  const warn = (code, pointer) => warnings.push({ code, pointer });
  const deviates = (kind, pointer, code = "schema") =>
    kind === "S" ? error(code, pointer) : warn("profile_deviation", pointer);
  const beyond = (place, object) => {
    if (CLOSED[object]) error(CLOSED[object], place);
    else if (object !== "/content") warn("profile_deviation", place);
  };
  checkMembers(packet, MEMBERS, { deviates, warn, beyond });
  const beside = (table, tell) => {
    for (const [pattern, words] of Object.entries(table))
      for (const [pointer, value] of matching(packet, pattern))
        if (typeof value === "string" && !words.includes(value)) tell(pointer);
  };
  beside(WORDS, (pointer) => error("schema", pointer));
  beside(PINNED_WORDS, (pointer) => warn("profile_deviation", pointer));
  if (isObject(packet.get("extensions")))
    for (const key of packet.get("extensions").keys())
      if (!EXTENSION_KEY.test(key)) warn("profile_deviation", below("/extensions", key));
  references(packet, warn);
  const [intent, authentication] = [packet.get("recipientIntent"), packet.get("authentication")];
  const [bound, kind] = [at(intent, "kind"), at(authentication, "kind")];
  const named = at(intent, "destinationInstallationKeyId") !== undefined;
  if (bound === "recipient-bound" && !named) error("schema", "/recipientIntent");
  if (bound === "unbound-local-import" && named) error("schema", "/recipientIntent/destinationInstallationKeyId");
  for (const name of [...SIGNED, "macAlgorithm", "mac"]) {
    const due = kind === "recipient-bound-mac" || (kind === "source-signature" && SIGNED.includes(name));
    const value = at(authentication, name);
    if (value === undefined && due) error("schema", "/authentication");
    const known = WORDS["/authentication/kind"].includes(kind);
    if (value !== undefined && !due && known) error("schema", `/authentication/${name}`);
    if (kind === "recipient-bound-mac" && typeof value === "string" && !SPELLINGS[name](value))
      error("authentication_encoding", `/authentication/${name}`);
  }
  if (kind === "recipient-bound-mac" && typeof bound === "string" && bound !== "recipient-bound")
    error("mac_without_recipient", "/authentication/kind");
  contents(packet, error, warn);
  const [review, expiry] = ["reviewBy", "expiresAt"].map((name) => instant(at(packet, "retention", name) ?? ""));
  if (review && expiry && compareInstants(review, expiry) > 0) warn("review_after_expiry", "/retention/reviewBy");
  return { errors, warnings };
}

/** Two items with one id, and references that lead nowhere. */
function references(packet, warn) {
  const texts = (patterns) =>
    patterns.flatMap((pattern) => matching(packet, pattern)).filter(([, value]) => typeof value === "string");
  const ids = Object.entries(IDS).flatMap(([kind, patterns]) =>
    texts(patterns).map(([pointer, id]) => ({ pointer, id, kind })));
  const kinds = new Map();
  for (const { pointer, id, kind } of inTextOrder(packet, ids)) {
    if (kinds.has(id)) warn("duplicate_id", pointer);
    kinds.set(id, kind);
  }
  for (const [kind, patterns] of Object.entries(REFERENCES))
    for (const [pointer, id] of texts(patterns)) if (kinds.get(id) !== kind) warn("dangling_reference", pointer);
}

/** The places that a pattern of a pointer leads to; `*` is every item of an array. */
function matching(document, pattern) {
  let places = [["", document]];
  for (const token of tokens(pattern))
    places = places.flatMap(([pointer, value]) => {
      if (token === "*") return list(value).map((item, i) => [below(pointer, i), item]);
      return at(value, token) === undefined ? [] : [[below(pointer, token), at(value, token)]];
    });
  return places;
}

/** The members of every object that a table has a pattern for. */
export function checkMembers(document, table, told) {
  for (const [pattern, members] of Object.entries(table))
    for (const [pointer, value] of matching(document, pattern))
      if (isObject(value)) membersOf(value, pointer, members, told);
}

/** The members of one object against its table. */
function membersOf(object, pointer, members, { deviates, warn, beyond }) {
  for (const [name, rule] of Object.entries(members)) {
    const [type, kind] = rule.replace(/[!+]/, "").split(" ");
    const [value, place] = [object.get(name), `${pointer}/${name}`];
    if (value === undefined) {
      if (rule.endsWith("!")) deviates("S", pointer);
      if (rule.endsWith("+")) deviates("P", pointer);
    } else if (ITEMS[type] && Array.isArray(value)) {
      value.forEach((item, i) => TYPES[ITEMS[type]](item) || deviates(kind, below(place, i)));
    } else if (!TYPES[type](value)) {
      deviates(kind, place);
    } else if (type === "time" && instant(value) === null) {
      warn("timestamp_impossible", place);
    }
  }
  for (const name of object.keys())
    if (!(name in members)) beyond(below(pointer, name), pointer);
}

/** What the content holds, and what says why the rest is not there. */
function contents(packet, error, warn) {
  const content = packet.get("content");
  if (!isObject(content)) return;
  const [archive, handoff] = WORDS["/artifactKind"].map((kind) => kind === packet.get("artifactKind")).reverse();
  const needed = archive ? "archiveRefs" : "capsule";
  const recorded = new Set(list(at(packet, "omissionManifest", "entries")).map((entry) => at(entry, "section")));
  const [refs, section] = [content.has("archiveRefs"), SECTIONS.find((name) => content.has(name))];
  if (refs && section) error("content_mixed", "/content");
  else if (refs && handoff) error("content_mixed", "/content/archiveRefs");
  else if (section && archive) error("content_mixed", `/content/${section}`);
  const lacks = !content.has(needed) && !recorded.has(needed);
  if (lacks && (archive || (handoff && !refs))) error("section_missing", "/content");
  for (const name of handoff ? SECTIONS : [])
    if (![needed, "allowedTools"].includes(name) && !content.has(name) && !recorded.has(name))
      warn("section_unrecorded", "/content");
  for (const name of content.keys()) {
    if (name in COVERED) error("section_name_collision", below("/content", name));
    else if (!SECTIONS.includes(name) && name !== "archiveRefs") warn("section_unsupported", below("/content", name));
  }
}

/** Sorts findings by where in the text they stand. */
export function inTextOrder(document, findings) {
  const places = new Map(findings.map((f) => [f.pointer, depthFirst(document, f.pointer)]));
  return findings.sort((a, b) => places.get(a.pointer) - places.get(b.pointer));
}
/** Where in the order of the text a pointer stands. */
function depthFirst(document, pointer) {
  let count = 0;
  const walk = (value, here) => {
    if (here === pointer) return true;
    count++;
    const children = isObject(value) ? [...value] : Array.isArray(value) ? value.entries() : [];
    for (const [name, child] of children) if (walk(child, below(here, name))) return true;
    return false;
  };
  walk(document, "");
  return count;
}

/** Whether some URI has what a credential needs: this implementation does not look closer. */
export function mayCarrySecrets(packet) {
  const places = ["/source/client/uri", "/content/evidenceSources/*/uri", "/content/archiveRefs/*/uri"];
  const uris = places.flatMap((pattern) => matching(packet, pattern));
  return uris.some(([, uri]) => typeof uri === "string" && /[@=%]/.test(uri));
}
