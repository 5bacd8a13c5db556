// Residues (PROFILE.md, section 9), as far as that goes without a converter: up to the patch, and what stands beside it.

import { at, due, isObject, jcs } from "./canon.mjs";
import { hmac, isTagged, lps, tagged, unhex } from "./crypto.mjs";
import { Refusal, read } from "./json.mjs";
import { vouching } from "./vouching.mjs";

const NAME = "dev.ocp-convert/residue";
const POINTER = "/extensions/dev.ocp-convert~1residue";
const PLAIN = ["profileVersion", "mappingVersion", "converterVersion", "targetDigest", "patch"];
const KEYED = ["originalDigest", "mac"];
const residueOf = (document) => at(document, "extensions", NAME);
const without = (map, ...names) => new Map([...map].filter(([name]) => !names.includes(name)));

function macOf(residue, key) {
  return hmac(unhex(key), lps("ocp-convert/1/residue", jcs(without(residue, "mac")))).toString("hex");
}

/** The document as it was before the residue was added. */
function stripped(document) {
  const rest = without(document.get("extensions"), NAME);
  if (rest.size === 0 && document.has("opencheckpoint")) return without(document, "extensions");
  return new Map([...document, ["extensions", rest]]);
}

/** What is due in a target that preserves `source`. */
export function checkPreserved(source, target, output, key) {
  const residue = residueOf(target);
  due("digest", output.digest, tagged(jcs(source)));
  due("targetDigest", at(residue, "targetDigest"), tagged(jcs(stripped(target))));
  due("members", [...residue.keys()].sort().join(), [...PLAIN, ...(key ? KEYED : [])].sort().join());
  if (!key) return;
  due("originalDigest", at(residue, "originalDigest"), output.digest);
  due("mac", at(residue, "mac"), macOf(residue, key));
}

const isResidue = (residue) => isObject(residue) && [...residue.keys()].every((name) => [...PLAIN, ...KEYED].includes(name))
  && PLAIN.every((name) => residue.has(name));

/** What is never preserved, but for what is like a credential. */
export function refusePreserving(document) {
  const [first, ...also] = [
    ...vouching(document).map((pointer) => new Refusal("residue_authentication", pointer)),
    ...(isResidue(residueOf(document)) ? [new Refusal("residue_nested", POINTER)] : []),
  ];
  if (first) throw Object.assign(first, { also });
}

const isPatch = (patch) => Array.isArray(patch) && patch.every((operation) => isObject(operation));

/** The refusals that come before the patch; whether the document is the one that the residue was added to. */
export function mayRestore(document, { digest, preserveKey }) {
  const refuse = (code, pointer = POINTER) => {
    throw new Refusal(code, pointer);
  };
  if (digest === undefined && preserveKey === undefined) refuse("residue_unproven");
  const residue = residueOf(document);
  if (residue === undefined) refuse("residue_missing", "");
  for (const version of ["profileVersion", "mappingVersion"]) {
    const stated = at(residue, version);
    if (typeof stated === "number" && stated !== 1) refuse("residue_version", `${POINTER}/${version}`);
  }
  const known = isObject(residue) && [...residue.keys()].every((name) => [...PLAIN, ...KEYED].includes(name));
  const text = (name) => typeof at(residue, name) === "string";
  const digests = ["targetDigest", "originalDigest"].filter((name) => at(residue, name) !== undefined);
  const whole = known && PLAIN.every((name) => residue.has(name)) && text("converterVersion")
    && digests.every((name) => text(name) && isTagged(at(residue, name)));
  if (!whole) refuse("residue_malformed");
  if (preserveKey !== undefined) {
    if (!text("mac") || !text("originalDigest")) refuse("residue_mac_missing");
    if (at(residue, "mac") !== macOf(residue, preserveKey)) refuse("residue_mac_mismatch", `${POINTER}/mac`);
  }
  if (at(residue, "targetDigest") !== tagged(jcs(stripped(document)))) return false;
  let patch = at(residue, "patch");
  if (typeof patch === "string") {
    try {
      patch = read(Buffer.from(patch));
    } catch {
      refuse("residue_malformed");
    }
  }
  if (!isPatch(patch)) refuse("residue_malformed");
  return true;
}
