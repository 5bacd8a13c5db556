// Transfer receipts (PROFILE.md, section 6): checked, and derived as far as that goes without a converter.

import { sign } from "node:crypto";
import { Wrong, at, isObject, jcs, list, zcf } from "./canon.mjs";
import { hex256, isHex, isTagged, lps, rawPublic, secretKey, tagged, unhex, verifies } from "./crypto.mjs";
import { Refusal, below, tokens } from "./json.mjs";
import { SECTIONS, STATUSES, TYPES, checkMembers, inTextOrder } from "./members.mjs";
import { rootOf } from "./packet.mjs";

const RECEIPT = "ocp-convert/1/receipt";
const UNHASHED = ["receiptDigest", "signature"];
const receiptDigest = (receipt) =>
  tagged(lps(RECEIPT, zcf(new Map([...receipt].filter(([name]) => !UNHASHED.includes(name))))));

const MEMBERS = {
  "": { packetId: "text S!", packetNonce: "text S!", sourceInstallationKeyId: "text S!",
    destinationInstallationKeyId: "text S!", targetDigest: "lowerHash S!", manifestRootHash: "lowerHash S!",
    correlationId: "hex32 S!", importedAt: "time S!", demotionCount: "count S!", degradationCount: "count S!",
    truncatedBeliefCount: "count S!", sections: "objects S!", tools: "objects S!", authentication: "verdict S!",
    receiptDigest: "lowerHash S!", signature: "object S" },
  "/sections/*": { name: "text S!", status: "status S!", reason: "text S" },
  "/tools/*": { name: "text S!", status: "status S!", reason: "text S" },
  "/signature": { algorithm: "ed25519 S!", publicKeyFingerprint: "lowerHash S!", signature: "hex128 S!" },
};
Object.assign(TYPES, {
  count: (v) => Number.isSafeInteger(v) && v >= 0,
  ed25519: (v) => v === "ed25519",
  hex128: (v) => typeof v === "string" && isHex(v, 128),
  hex32: (v) => typeof v === "string" && isHex(v, 32),
  lowerHash: (v) => typeof v === "string" && isTagged(v),
  status: (v) => STATUSES.includes(v),
  verdict: (v) => v === "authentic" || v === "integrity-only",
});

export function checkReceipt(receipt, key) {
  const errors = [];
  const fail = (pointer, code = "receipt_invalid") => errors.push({ code, pointer });
  if (!isObject(receipt)) throw new Refusal("receipt_invalid", "");
  // Members beyond the table are allowed, and times that no calendar shows.
  const nothing = () => undefined;
  checkMembers(receipt, MEMBERS, { deviates: (_, pointer) => fail(pointer), warn: nothing, beyond: nothing });
  inTextOrder(receipt, errors);
  const stated = receipt.get("receiptDigest");
  if (typeof stated === "string" && stated !== receiptDigest(receipt))
    fail("/receiptDigest", "receipt_digest_mismatch");
  if (key !== undefined) {
    const [raw, text] = [unhex(key), (name) => at(receipt, "signature", name) ?? ""];
    const spelled = TYPES.hex128(text("signature")) && text("publicKeyFingerprint") === tagged(raw);
    const over = lps(RECEIPT, typeof stated === "string" ? stated : "");
    if (!spelled || !verifies(raw, over, unhex(text("signature")))) fail("/signature", "receipt_signature_invalid");
  }
  const [first, ...also] = errors;
  if (first) throw Object.assign(new Refusal(first.code, first.pointer), { also });
}

const HIGH_RISK = ["zephr_rules", "zephr_admin"];
/** What becomes of the tools a packet allows: one status each. */
export function negotiate(packet, capabilities = [], strict = false) {
  const tools = new Map();
  list(at(packet, "content", "allowedTools")).forEach((name, i) => {
    if (tools.has(name)) return;
    if (HIGH_RISK.includes(name) && strict) throw new Refusal("tool_refused", `/content/allowedTools/${i}`);
    if (HIGH_RISK.includes(name)) tools.set(name, ["narrated", "high-risk: mentioned, never honoured"]);
    else if (capabilities.includes(name)) tools.set(name, ["native", "declared by the destination"]);
    else tools.set(name, ["unsupported", "not declared by the destination"]);
  });
  return [...tools].map(([name, [status, reason]]) => new Map(Object.entries({ name, status, reason })));
}

/** What the source itself says is not there, once a section. */
function absent(packet) {
  const [out, present] = [new Map(), at(packet, "content")];
  const add = (name, status, reason) => present.has(name) || out.has(name) || out.set(name, { name, status, reason });
  for (const entry of list(at(packet, "omissionManifest", "entries"))) {
    const reason = at(entry, "reason") ? `recorded by the source: ${at(entry, "reason")}` : "recorded by the source";
    if (STATUSES.includes(at(entry, "status"))) add(at(entry, "section"), at(entry, "status"), reason);
  }
  for (const entry of list(at(packet, "redactionManifest", "entries"))) {
    const [content, name, ...more] = tokens(at(entry, "pointer") ?? "");
    const section = content === "content" && name !== undefined && more.length === 0;
    if (section) add(name, "redacted", "redacted by the source");
  }
  return [...out.values()].map((entry) => new Map(Object.entries(entry)));
}

/** The receipt that is due. Of `given` only what a converter has to judge is used: status and reason of sections. */
export function receiptOf(packet, verdict, target, given, input) {
  const [id, nonce, root] = [at(packet, "packet", "id"), at(packet, "packet", "nonce"), rootOf(packet)];
  const bound = at(packet, "recipientIntent", "kind") === "recipient-bound";
  const destination = bound ? at(packet, "recipientIntent", "destinationInstallationKeyId") : "unbound";
  const judged = [...packet.get("content").keys()].map((name) => {
    const known = SECTIONS.includes(name) || name === "archiveRefs";
    const entry = list(at(given, "sections")).find((s) => at(s, "name") === name);
    const taken = [at(entry, "status"), at(entry, "reason")];
    const [status, reason] = known ? taken : ["unsupported", "not a section of the format"];
    if (known && !["native", "narrated", "dropped"].includes(status)) throw new Wrong(`status of ${name}: ${status}`);
    return new Map(Object.entries({ name, status, reason }));
  });
  const tools = negotiate(packet, input.capabilities, input.strict);
  const beliefs = list(at(packet, "content", "beliefs"));
  const limit = input.maxBeliefChars ?? Infinity;
  const receipt = new Map(Object.entries({
    packetId: id, packetNonce: nonce, sourceInstallationKeyId: at(packet, "source", "installationKeyId"),
    destinationInstallationKeyId: destination, targetDigest: tagged(jcs(target)), manifestRootHash: root,
    correlationId: hex256(lps("ocp-convert/1/correlation", id, nonce, root, destination)).slice(0, 32),
    importedAt: input.importedAt ?? "2026-01-02T00:00:00Z", authentication: verdict,
    demotionCount: beliefs.filter((b) => at(b, "reviewState") === "confirmed").length,
    degradationCount: [...judged, ...tools].filter((entry) => at(entry, "status") !== "native").length,
    truncatedBeliefCount: beliefs.filter((b) => [...at(b, "content")].length > limit).length,
    sections: [...judged, ...absent(packet)], tools,
  }));
  receipt.set("receiptDigest", receiptDigest(receipt));
  if (input.receiptSeed) {
    const key = secretKey(input.receiptSeed);
    const signature = sign(null, lps(RECEIPT, receipt.get("receiptDigest")), key).toString("hex");
    receipt.set("signature", { algorithm: "ed25519", publicKeyFingerprint: tagged(rawPublic(key)), signature });
  }
  return receipt;
}

/** What of a receipt does not follow from the rest of it, from the packet, or from the checkpoint. */
export function compareReceipt(receipt, packet, checkpoint) {
  const [sections, tools] = [list(at(receipt, "sections")), list(at(receipt, "tools"))];
  const mismatch = (pointer) => {
    throw new Refusal("receipt_mismatch", pointer);
  };
  const same = (member, expected) => at(receipt, member) === expected || mismatch(`/${member}`);
  const facts = ["packetId", "packetNonce", "manifestRootHash", "destinationInstallationKeyId"];
  const correlation = hex256(lps("ocp-convert/1/correlation", ...facts.map((name) => at(receipt, name))));
  same("correlationId", correlation.slice(0, 32));
  const degraded = (entries) => entries.filter((entry) => at(entry, "status") !== "native").length;
  const stated = at(receipt, "degradationCount");
  if (stated < degraded(tools) || stated > degraded(tools) + degraded(sections)) mismatch("/degradationCount");
  for (const [name, entries] of Object.entries({ sections, tools })) {
    const names = entries.map((entry) => at(entry, "name"));
    names.forEach((each, i) => names.indexOf(each) === i || mismatch(`/${name}/${i}/name`));
  }
  tools.forEach((tool, i) => {
    if (HIGH_RISK.includes(at(tool, "name")) && at(tool, "status") === "native") mismatch(`/tools/${i}/status`);
  });
  if (packet !== undefined) {
    const bound = at(packet, "recipientIntent", "kind") === "recipient-bound";
    same("packetId", at(packet, "packet", "id"));
    same("packetNonce", at(packet, "packet", "nonce"));
    same("sourceInstallationKeyId", at(packet, "source", "installationKeyId"));
    const destination = bound ? at(packet, "recipientIntent", "destinationInstallationKeyId") : "unbound";
    same("destinationInstallationKeyId", destination);
    same("manifestRootHash", rootOf(packet));
    same("authentication", at(packet, "authentication", "kind") === "unsigned" ? "integrity-only" : "authentic");
    const beliefs = list(at(packet, "content", "beliefs"));
    same("demotionCount", beliefs.filter((belief) => at(belief, "reviewState") === "confirmed").length);
    const there = sections.filter((section) => packet.get("content").has(at(section, "name")));
    same("degradationCount", degraded(there) + degraded(tools));
    const tells = (entries, name) => entries.some((entry) => at(entry, "name") === name);
    for (const name of packet.get("content").keys()) tells(sections, name) || mismatch("/sections");
    for (const name of list(at(packet, "content", "allowedTools"))) tells(tools, name) || mismatch("/tools");
  }
  if (checkpoint !== undefined) same("targetDigest", tagged(jcs(checkpoint)));
}
