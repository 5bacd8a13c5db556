// Conversions: what can be computed of them without a converter (PROFILE.md, sections 8 and 9).

import { Wrong, at, due, isObject, jcs, list } from "./canon.mjs";
import { hex256, instant, lps, tagged } from "./crypto.mjs";
import { Refusal, below, tokens } from "./json.mjs";
import { rootFault, rootOf, sound } from "./packet.mjs";

/** Every leaf of a document: a scalar, or an empty array or object, by its pointer. */
function leaves(value, pointer = "", out = new Map()) {
  const children = isObject(value) ? [...value] : Array.isArray(value) ? [...value.entries()] : [];
  if (children.length === 0) out.set(pointer, value);
  for (const [name, child] of children) leaves(child, below(pointer, name), out);
  return out;
}
const without = (object, ...names) => new Map([...object].filter(([name]) => !names.includes(name)));
/** What a document is; `undefined` when it claims neither format, or both. */
export function formatOf(document) {
  const packet = at(document, "format") === "zephr-continuity";
  const checkpoint = at(document, "opencheckpoint") !== undefined;
  if (packet === checkpoint) return undefined;
  return packet ? "zephr-continuity" : "opencheckpoint";
}

/** What a target says of itself: nonce and root of a packet, id of a checkpoint, the digest of the source. */
export function checkDerived(source, target) {
  const digest = hex256(jcs(source));
  const derived = (name, document) => hex256(lps(`ocp-convert/1/${name}`, jcs(document))).slice(0, 32);
  if (formatOf(target) === "zephr-continuity") {
    const draft = without(target, "manifest").set("packet", without(target.get("packet"), "nonce"));
    due("nonce", at(target, "packet", "nonce"), derived("nonce", draft));
    due("root", at(target, "manifest", "rootHash"), rootOf(target));
    const known = list(at(target, "content", "evidenceSources")).some((s) => at(s, "digest") === `sha256:${digest}`);
    due("an entry with the digest of the source", known, true);
  } else {
    const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3})(.)(.*)$/.exec(derived("id", without(target, "id")));
    const variant = ((parseInt(d, 16) & 3) | 8).toString(16);
    due("id", at(target, "id"), `urn:uuid:${a}-${b}-8${c}-${variant}${e.slice(0, 3)}-${e.slice(3)}`);
    due("digest of the input", at(target, "derivation", "inputs", 0, "digest", "value"), digest);
  }
}

const CLASSES = ["exact", "transcoded", "structural", "narrated", "demoted", "regenerated"];
/** The rules that carry a value with less trust than it claims, in whatever form they carry it. */
const DEMOTING = ["OZ-verified", "ZO-confirmed", "ZO-lowered-text", "ZO-omitted-status", "ZO-operation-text",
  "ZO-origin-demoted", "ZO-origin-overruled", "ZO-resolution", "ZO-revalidate", "ZO-revalidate-first",
  "ZO-step-not-taken", "ZO-superseded", "ZO-task-status-told", "ZO-verified"];
/** The ledger against both documents: every value is accounted for once, and every sum is right. */
export function checkLedger(source, target, ledger, options) {
  const [from, to] = [leaves(source), leaves(target)];
  const direction = formatOf(source) === "opencheckpoint" ? ["ocp-to-zephr", "OZ-"] : ["zephr-to-ocp", "ZO-"];
  due("direction", ledger.direction, direction[0]);
  for (const version of ["ledgerVersion", "profileVersion", "mappingVersion"]) due(version, ledger[version], 1);
  for (const [side, document] of [["source", source], ["target", target]]) {
    due(`digest of the ${side}`, ledger[side].digest, tagged(jcs(document)));
    due(`format of the ${side}`, ledger[side].format, formatOf(document));
    const version = at(document, "opencheckpoint") ?? String(at(document, "formatVersion"));
    due(`version of the ${side}`, ledger[side].version, version);
  }
  const [fates, given, counts] = [new Set(), new Set(), Object.fromEntries(CLASSES.map((c) => [c, 0]))];
  const fate = (entry) => {
    if (!from.has(entry.from)) throw new Wrong(`${entry.from} is no value of the source`);
    if (fates.has(entry.from)) throw new Wrong(`${entry.from} stands twice`);
    fates.add(entry.from);
  };
  for (const entry of ledger.moved) {
    fate(entry);
    counts[entry.fidelity]++;
    const classes = entry.to.map((landing) => landing.as);
    const best = CLASSES.find((c) => classes.includes(c)) ?? "regenerated";
    due(`class of ${entry.from}`, entry.fidelity, DEMOTING.includes(entry.rule) ? "demoted" : best);
    for (const { at: place, as } of entry.to) {
      const value = at(target, ...tokens(place));
      if (value === undefined) throw new Wrong(`${place} is no place in the target`);
      if (!to.has(place) && as !== "structural") throw new Wrong(`${place} is ${as}, and no leaf`);
      if (as === "exact") due(`value at ${place}`, jcs(value), jcs(from.get(entry.from)));
      given.add(place);
    }
  }
  ledger.omitted.forEach(fate);
  const made = new Set();
  for (const { at: place } of ledger.synthesized) {
    if (!to.has(place) || made.has(place)) throw new Wrong(`${place} is made twice, or no value of the target`);
    made.add(place);
    given.add(place);
  }
  for (const pointer of from.keys()) due(`${pointer} of the source is accounted for`, fates.has(pointer), true);
  for (const pointer of to.keys()) due(`${pointer} of the target comes from somewhere`, given.has(pointer), true);
  const { moved, omitted, synthesized } = ledger;
  const rules = [...moved, ...omitted, ...synthesized].map((entry) => entry.rule);
  for (const rule of rules) due(`direction of ${rule}`, rule.slice(0, 3), direction[1]);
  const sums = { sourceLeaves: from.size, ...counts, omitted: omitted.length };
  Object.assign(sums, { targetLeaves: to.size, synthesized: synthesized.length });
  due("summary", jcs(ledger.summary), jcs(sums));
  due("sum of the classes", CLASSES.reduce((sum, c) => sum + counts[c], 0) + omitted.length, from.size);
  checkOmissions(target, ledger, from, made);
  if (direction[1] === "OZ-" && made.has("/retention/reviewBy")) checkReviewBy(target, options);
}

const REASONS = { dropped: "irrelevant", redacted: "sensitive" };
/** The omission list of the target and the ledger say the same, leaf by leaf. */
function checkOmissions(target, ledger, from, made) {
  const entries = list(at(target, "omissionManifest", "entries"));
  const listed = [];
  entries.forEach((entry, i) => {
    if (!made.has(`/omissionManifest/entries/${i}/reason`) || at(entry, "sourcePointers", 0) === undefined) return;
    listed.push([at(entry, "reason"), at(entry, "status"), at(entry, "sourcePointers", 0)]);
  });
  list(at(target, "derivation", "omissions")).forEach((entry, i) => {
    if (!made.has(`/derivation/omissions/${i}/description`)) return;
    const [, rule, pointer] = /^ocp-convert 1: ([A-Za-z0-9-]+): [^"]*: (".*")$/.exec(at(entry, "description"));
    listed.push([rule, at(entry, "reason"), JSON.parse(pointer)]);
  });
  const spelled = new Set();
  for (const [rule, status, pointer] of listed) {
    const leaf = [...from.keys()].filter((p) => p === pointer || p.startsWith(`${pointer}/`));
    if (leaf.length === 0) throw new Wrong(`${pointer} on the omission list is no value of the source`);
    for (const p of leaf) spelled.add(`${rule} ${status} ${p}`);
  }
  const packet = formatOf(target) === "zephr-continuity";
  const status = (word) => (packet ? word : (REASONS[word] ?? "unavailable"));
  const told = new Set(ledger.omitted.map((o) => `${o.rule} ${status(o.status)} ${o.from}`));
  for (const one of told) if (!spelled.has(one)) throw new Wrong(`not on the omission list: ${one}`);
  for (const one of spelled) if (!told.has(one)) throw new Wrong(`on the omission list alone: ${one}`);
}

const utc = (minutes, second) => new Date((minutes * 60 + second) * 1000).toISOString().replace(".000Z", "Z");
/** `reviewBy`: so many days after the export, in whole seconds of UTC; `undefined` when no calendar has it. */
function reviewByOf(exported, days = 30) {
  const start = typeof exported === "string" ? instant(exported) : undefined;
  if (!start) return undefined;
  const text = utc(start[0] + days * 1440, start[1]);
  return /^\d{4}-/.test(text) ? text : undefined;
}
function checkReviewBy(target, options) {
  const computed = reviewByOf(at(target, "retention", "exportedAt"), options?.reviewByDays);
  due("reviewBy", at(target, "retention", "reviewBy"), computed);
}

/** Why a document is not converted, as far as that can be told here. */
export function refuseConversion(document, options = {}) {
  const format = formatOf(document);
  if (format === undefined) throw new Refusal("format_unrecognised", "");
  if (format === "zephr-continuity") {
    sound(document);
    const fault = rootFault(document, rootOf(document));
    if (fault) throw fault;
    if (at(document, "authentication", "kind") === "source-signature")
      throw new Refusal("source_signature_unverifiable", "/authentication/kind");
    if (!instant(at(document, "packet", "createdAt")) && options.now === undefined)
      throw new Refusal("time_unusable", "/packet/createdAt");
  } else if (reviewByOf(options.now ?? at(document, "created_at"), options.reviewByDays) === undefined) {
    throw new Refusal("review_by_uncomputable", "/created_at");
  }
}
