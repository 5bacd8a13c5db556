#!/usr/bin/env node
// A second implementation of what the golden vectors are about, written from PROFILE.md and README.md beside it.
//
//   node verify.mjs [DIR] [--group GROUP]    checks the vectors of DIR (the folder of this file) and counts
//   node verify.mjs --serve                  answers `ocp-convert goldens run`, a line of JSON each way
//
// Node 20 or later and nothing else. It converts nothing: of conversions and imports it checks what can be computed
// without a converter, and says so. Exit code 0: nothing failed; 1: something did; 2: the call is wrong.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { ORDER, Wrong, at, due, jcs, write, zcf } from "./verify/canon.mjs";
import { checkDerived, checkLedger, formatOf, refuseConversion } from "./verify/conversion.mjs";
import { hex256, rawPublic, secretKey, tagged, unhex } from "./verify/crypto.mjs";
import { Refusal, below, read, tokens } from "./verify/json.mjs";
import { COVERED, mayCarrySecrets } from "./verify/members.mjs";
import { rootFault, rootOf, sections, signPacket, validatePacket, verifyPacket } from "./verify/packet.mjs";
import { checkReceipt, compareReceipt, negotiate, receiptOf } from "./verify/receipt.mjs";
import { checkPreserved, mayRestore, refusePreserving } from "./verify/residue.mjs";

/** Why a vector, or a part of it, is not looked at. */
class Uncovered extends Error {}
const NO_CONVERTER = "the words and places of the target: needs a converter";
const NO_PATCH = "what the patch makes of it: needs a converter";
const RESIDUE = "/extensions/dev.ocp-convert~1residue";
const NO_VALIDATOR = "needs a validator of checkpoints";

/** What has to come of an input: an answer as `goldens run` asks for it. `bytes` reads a document. */
function answer(operation, input, bytes) {
  const [warnings, output] = [[], {}];
  let verdict;
  try {
    verdict = perform(operation, input, bytes, warnings, output);
    return { result: "valid", ...(verdict && { verdict }), warnings, output };
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    const asked = operation === "verify" || operation === "ingest";
    const { code, pointer } = fault;
    const also = (fault.also ?? []).map((other) => ({ code: other.code, pointer: other.pointer }));
    const verdict = asked ? { verdict: fault.verdict ?? "invalid" } : {};
    return { result: "invalid", code, pointer, also, warnings, output, ...verdict };
  }
}

function perform(operation, input, bytes, warnings, output) {
  /** The document; what the reader warns of is said beside a refusal too. */
  const document = () => {
    const notes = [];
    const value = read(bytes(input.document), { notes });
    warnings.push(...notes);
    return value;
  };
  switch (operation) {
    case "canonicalize": {
      const notes = [];
      const value = read(bytes(input.document), { maxBytes: input.maxBytes, notes });
      warnings.push(...notes);
      const canonical = write(value, ORDER[input.profile]);
      Object.assign(output, { canonical: { text: canonical }, sha256: hex256(canonical) });
      return undefined;
    }
    case "manifest-root": {
      const packet = document();
      const taken = [...(at(packet, "content")?.keys?.() ?? [])].filter((name) => name in COVERED);
      const [first, ...also] = taken.map((name) => new Refusal("section_name_collision", below("/content", name)));
      if (first) throw Object.assign(first, { also });
      output.root = rootOf(packet);
      const step = ([key, text]) => ({ key, length: Buffer.byteLength(text), sha256: hex256(text) });
      const steps = sections(packet).map(step);
      if (steps.length > 0) output.sections = steps;
      const fault = rootFault(packet, output.root);
      if (fault) throw fault;
      return undefined;
    }
    case "sign":
      try {
        return void Object.assign(output, signPacket(document(), input.sign));
      } catch (fault) {
        warnings.length = 0; // What is not signed is not warned of.
        throw fault;
      }
    case "verify":
      return verifyPacket(bytes(input.document), input, warnings, output).verdict;
    case "check-receipt":
      return void checkReceipt(document(), input.publicKey);
    case "ingest": {
      const { packet, verdict } = verifyPacket(bytes(input.document), input, warnings, {});
      try {
        negotiate(packet, input.capabilities, input.strict);
        refuseConversion(packet);
      } catch (fault) {
        throw Object.assign(fault, { verdict: "refused" });
      }
      return verdict;
    }
    case "compare-receipt": {
      const other = (name) => (input[name] ? read(bytes(input[name])) : undefined);
      return void compareReceipt(document(), other("packet"), other("checkpoint"));
    }
    case "restore":
      if (!mayRestore(document(), input)) warnings.push({ code: "residue_target_edited", pointer: RESIDUE });
      return undefined;
    case "preserve":
      refuseConversion(document(), input.options);
      return void refusePreserving(document());
    case "convert":
    case "round-trip":
      return void refuseConversion(document(), input.options);
    default: {
      for (const each of input.documents ?? [input.document, ...(input.parent ? [input.parent] : [])]) {
        const notes = [];
        const value = read(bytes(each), { maxBytes: input.maxBytes, notes });
        const format = formatOf(value);
        if (format === undefined) throw new Refusal("format_unrecognised", "");
        const version = at(value, "opencheckpoint");
        const later = typeof version === "string" && /^[0-9]+\.[0-9]+$/.test(version) && version !== "0.1";
        if (later) throw new Refusal("version_unsupported", "/opencheckpoint");
        if (operation === "validate" && format === "zephr-continuity") {
          if (mayCarrySecrets(value)) throw new Uncovered("whether a URI carries a credential");
          warnings.push(...notes);
          return void validatePacket(value, warnings);
        }
      }
      throw new Uncovered(NO_VALIDATOR);
    }
  }
}

const spell = (found) => (found ?? []).map((f) => `${f.code} at ${f.pointer}`).sort().join("; ");
const CONVERTS = ["ingest", "convert", "round-trip", "preserve", "restore"];
/** Refusals of residues that this program comes to; the others are about the patch, or guesses at credentials. */
const BEFORE_THE_PATCH = ["residue_unproven", "residue_missing", "residue_version", "residue_mac_missing",
  "residue_mac_mismatch"];

/** Holds one vector: throws `Wrong`, or `Uncovered`; gives the part that was not looked at. */
function check(vector, folder) {
  const bytes = (document) => {
    if (document.text !== undefined) return Buffer.from(document.text);
    return document.hex !== undefined ? unhex(document.hex) : readFileSync(join(folder, document.file));
  };
  const { operation, input, output: expected = {} } = vector;
  const converts = CONVERTS.includes(operation);
  const unjudged = converts && vector.result === "invalid" && ["structure", "semantics"].includes(vector.layer);
  if (unjudged && formatOf(read(bytes(input.document))) === "opencheckpoint") throw new Uncovered(NO_VALIDATOR);
  if (vector.code === "residue_secret") throw new Uncovered("what is like a credential");
  const found = answer(operation, input, bytes);
  const decides = found.result === "invalid" || BEFORE_THE_PATCH.includes(vector.code);
  if (operation === "restore" && vector.result === "invalid" && !decides) throw new Uncovered(NO_PATCH);
  const outcome = ({ result, code }) => (code ? `${result} (${code})` : result);
  due("result", outcome(found), outcome(vector));
  due("pointer", found.pointer, vector.pointer);
  due("verdict", found.verdict, vector.verdict);
  due("also", spell(found.also), spell(vector.also));
  const warned = ["convert", "preserve", "round-trip"].includes(operation);
  if (!warned) due("warnings", spell(found.warnings), spell(vector.warnings));
  if (converts && vector.result === "valid") return checkConversion(vector, bytes);
  for (const [name, value] of Object.entries(expected)) {
    const plain = name === "canonical" ? { text: bytes(value).toString() } : value;
    due(name, jcs(found.output[name] ?? null), jcs(plain));
  }
  return undefined;
}

function checkConversion({ operation, input, output, holds = [], rules = [] }, bytes) {
  const source = read(bytes(input.document));
  const documents = {};
  for (const [name, form] of [["between", undefined], ["target", undefined], ["receipt", zcf]]) {
    if (output[name] === undefined) continue;
    const text = bytes(output[name]);
    const value = (documents[name] = read(text));
    due(`form of ${name}`, text.toString(), (form ?? (formatOf(value) === "zephr-continuity" ? zcf : jcs))(value));
  }
  const { between, target, receipt } = documents;
  for (const { at: place, value } of holds) {
    const there = at(receipt ?? target, ...tokens(place));
    const told = (what) => (what === undefined ? "nothing" : jcs(what));
    due(`what stands at ${place}`, told(there), told(value));
  }
  if (operation === "ingest") {
    const { verdict } = verifyPacket(bytes(input.document), input, [], {});
    due("receipt", zcf(receiptOf(source, verdict, target, receipt, input)), zcf(receipt));
    checkReceipt(receipt, input.receiptSeed && rawPublic(secretKey(input.receiptSeed)).toString("hex"));
    // The id is computed before beliefs are cut.
    if (at(receipt, "truncatedBeliefCount") === 0) checkDerived(source, target);
    return `${NO_CONVERTER}; how a known section fared with it`;
  }
  if (operation === "preserve") {
    checkPreserved(source, target, output, input.preserveKey);
    checkLedger(source, target, JSON.parse(bytes(output.ledger).toString()), input.options);
    return `${NO_CONVERTER}; ${NO_PATCH}`;
  }
  if (operation === "restore" && output.digest !== undefined) {
    due("digest", output.digest, tagged(jcs(target)));
    if (input.digest) due("digest given", input.digest, output.digest);
    return NO_PATCH;
  }
  checkDerived(between ?? source, target);
  if (between) checkDerived(source, between);
  if (operation === "round-trip") return `${NO_CONVERTER}; warnings`;
  const ledger = JSON.parse(bytes(output.ledger).toString());
  checkLedger(source, target, ledger, input.options);
  const named = new Set([...ledger.moved, ...ledger.omitted, ...ledger.synthesized].map((entry) => entry.rule));
  for (const rule of rules) due(`${rule} in the ledger`, named.has(rule), true);
  return `${NO_CONVERTER}; warnings`;
}

const GROUPS = ["canonical", "manifest", "authentication", "receipt", "checkpoint-validity", "packet-validity",
  "lineage", "conversion", "round-trip", "residue", "publication"];

function checkGroup(group, folder) {
  const [passed, failed, parts, reasons] = [[], [], {}, {}];
  const known = (fault) => fault instanceof Wrong || fault instanceof Refusal;
  for (const vector of JSON.parse(readFileSync(join(folder, group, "vectors.json"), "utf8")).vectors) {
    try {
      const part = check(vector, folder);
      passed.push(vector.id);
      if (part) parts[part] = (parts[part] ?? 0) + 1;
    } catch (fault) {
      if (fault instanceof Uncovered) reasons[fault.message] = (reasons[fault.message] ?? 0) + 1;
      else failed.push(`${vector.id}: ${known(fault) ? fault.message : fault.stack}`);
    }
  }
  const told = (counts) => Object.entries(counts).map(([why, n]) => `${n}: ${why}`).join(", ");
  const uncovered = Object.values(reasons).reduce((a, b) => a + b, 0);
  const because = uncovered ? ` (${told(reasons)})` : "";
  const but = Object.keys(parts).length ? `\n  of those that passed, not looked at in ${told(parts)}` : "";
  console.log(`${group}: ${passed.length} passed, ${failed.length} failed, ${uncovered} not covered${because}${but}`);
  for (const failure of failed) console.log(`  ${failure}`);
  return failed.length;
}

async function serve() {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, operation, input } = JSON.parse(line);
    const bytes = (document) => (document.text !== undefined ? Buffer.from(document.text) : unhex(document.hex));
    let found;
    try {
      found = answer(operation, input, bytes);
      if (CONVERTS.includes(operation)) {
        delete found.warnings;
        if (found.result === "valid") throw new Uncovered(NO_CONVERTER);
      }
    } catch (fault) {
      if (!(fault instanceof Uncovered)) throw fault;
      found = { result: "invalid", code: "not_covered", ...(operation === "ingest" && { verdict: "refused" }) };
    }
    process.stdout.write(`${JSON.stringify({ id, ...found })}\n`);
  }
}

function main(words) {
  if (words.length === 1 && words[0] === "--serve") return serve();
  let [folder, groups] = [undefined, GROUPS];
  for (let i = 0; i < words.length; i++) {
    if (words[i] === "--group" && GROUPS.includes(words[i + 1])) groups = [words[++i]];
    else if (folder === undefined && !words[i].startsWith("-")) folder = words[i];
    else return usage(`\`${words[i]}\` is not understood`);
  }
  folder ??= dirname(fileURLToPath(import.meta.url));
  if (!existsSync(join(folder, groups[0], "vectors.json"))) return usage(`there are no vectors in ${folder}`);
  const failed = groups.reduce((sum, group) => sum + checkGroup(group, folder), 0);
  process.exitCode = failed === 0 ? 0 : 1;
  return undefined;
}

function usage(what) {
  console.error(`${what}\nverify.mjs [DIR] [--group ${GROUPS.join("|")}] | --serve`);
  process.exitCode = 2;
}

await main(process.argv.slice(2));
