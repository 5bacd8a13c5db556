// Canonical JSON in both orders (PROFILE.md, section 2), and small helps around documents.

export const ORDER = {
  jcs: (a, b) => (a < b ? -1 : a > b ? 1 : 0), // JavaScript compares UTF-16 code units
  zcf: (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)), // the order of UTF-8 is that of code points
};

export function write(value, order) {
  if (typeof value === "number") return String(value === 0 ? 0 : value);
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return `[${value.map((v) => write(v, order)).join()}]`;
  if (value === null || typeof value !== "object") return String(value);
  const members = value instanceof Map ? [...value] : Object.entries(value);
  members.sort(([a], [b]) => order(a, b));
  return `{${members.map(([name, v]) => `${quote(name)}:${write(v, order)}`).join()}}`;
}

const SHORT = { 8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\" };
function quote(text) {
  const one = (c) => SHORT[c.charCodeAt(0)] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `"${text.replace(/[\x00-\x1f"\\]/g, one)}"`;
}

export const jcs = (value) => write(value, ORDER.jcs);
export const zcf = (value) => write(value, ORDER.zcf);

export const isObject = (value) => value instanceof Map;
/** The value at the end of a path of names; `undefined` where there is none. */
export const at = (value, ...path) =>
  path.reduce((v, name) => (isObject(v) ? v.get(name) : Array.isArray(v) ? v[name] : undefined), value);
export const list = (value) => (Array.isArray(value) ? value : []);

/** Something that is not as it has to be. */
export class Wrong extends Error {}
export const due = (what, found, expected) => {
  if (found !== expected) throw new Wrong(`${what}: ${found}, expected ${expected}`);
};
