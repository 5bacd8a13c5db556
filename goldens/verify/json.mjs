// JSON on the way in (PROFILE.md, section 1): read strictly, objects as `Map`s, every refusal with its pointer.

/** A refusal: a code and a pointer; `at` is where in the text, for faults of the text. */
export class Refusal extends Error {
  constructor(code, pointer, at = 0) {
    super(`${code} at \`${pointer}\``);
    Object.assign(this, { code, pointer, at });
  }
}

const escape = (token) => token.replaceAll("~", "~0").replaceAll("/", "~1");
export const below = (pointer, token) => `${pointer}/${escape(String(token))}`;
const unescape = (token) => token.replaceAll("~1", "/").replaceAll("~0", "~");
export const tokens = (pointer) => pointer.split("/").slice(1).map(unescape);

/** Where bytes stop being UTF-8, or -1. */
function notUtf8(bytes) {
  for (let i = 0; i < bytes.length; ) {
    const b = bytes[i];
    const length = b < 0x80 ? 1 : b < 0xc2 ? 0 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : b < 0xf5 ? 4 : 0;
    if (length === 0) return i;
    for (let k = 1; k < length; k++) if ((bytes[i + k] & 0xc0) !== 0x80) return i;
    const second = bytes[i + 1];
    const bad = { 0xe0: second < 0xa0, 0xed: second > 0x9f, 0xf0: second < 0x90, 0xf4: second > 0x8f }[b];
    if (bad) return i;
    i += length;
  }
  return -1;
}

/** A byte order mark, or the zero bytes by which UTF-16 and UTF-32 are told. */
function otherEncoding(bytes) {
  const [a, b, c, d] = [...bytes.subarray(0, 4), -1, -1, -1, -1];
  if ((a === 0xef && b === 0xbb && c === 0xbf) || (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true;
  if (a === 0 && b === 0 && ((c === 0xfe && d === 0xff) || (c === 0 && d > 0))) return true;
  return (a === 0 && b > 0) || (a > 0 && b === 0);
}

/** Reads one document: objects become `Map`s. `notes` collects the warnings. */
export function read(bytes, { maxBytes = 64 << 20, notes = [] } = {}) {
  if (bytes.length > maxBytes) throw new Refusal("json_size", "");
  if (otherEncoding(bytes)) throw new Refusal("json_encoding", "");
  const cut = notUtf8(bytes);
  if (cut < 0) return new Reader(bytes.toString("utf8"), notes).document();
  const text = bytes.subarray(0, cut).toString("utf8");
  const reader = new Reader(text, []);
  try {
    reader.document();
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    throw fault.at < text.length ? fault : new Refusal("json_encoding", fault.pointer);
  }
  throw new Refusal("json_encoding", "");
}

const DEPTH = 128;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]*)?([eE][+-]?[0-9]*)?/y;
const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const isNoncharacter = (c) => (c >= 0xfdd0 && c <= 0xfdef) || (c & 0xfffe) === 0xfffe;

class Reader {
  constructor(text, notes) {
    Object.assign(this, { text, notes, at: 0 });
  }
  fail(code, pointer, at = this.at) {
    throw new Refusal(code, pointer, at);
  }
  document() {
    const value = this.value("", "", 0);
    if (this.peek() !== undefined) this.fail("json_syntax", "");
    return value;
  }
  peek() {
    while (" \t\r\n".includes(this.text[this.at] ?? "x")) this.at++;
    return this.text[this.at];
  }
  /** `pointer` is that of the value; `missing` the one that is said when no value stands here. */
  value(pointer, missing, depth) {
    const c = this.peek();
    if (c === "{" || c === "[") {
      if (depth === DEPTH) this.fail("json_depth", pointer);
      this.at++;
      return c === "{" ? this.object(pointer, depth + 1) : this.array(pointer, depth + 1);
    }
    if (c === '"') return this.noted(this.string(pointer), pointer);
    if (c === "-" || (c >= "0" && c <= "9")) return this.number(pointer);
    for (const [word, value] of [["true", true], ["false", false], ["null", null]]) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    const word = ["true", "false", "null"].find((w) => w[0] === c);
    if (word === undefined) return this.fail("json_syntax", missing);
    let same = 1;
    while (this.text[this.at + same] === word[same]) same++;
    return this.fail("json_syntax", pointer, this.at + same);
  }
  /** The items between two brackets: a value after every comma, a comma or the end after every value. */
  items(close, pointer, item) {
    if (this.peek() === close) return void this.at++;
    for (;;) {
      item();
      const c = this.peek();
      if (c !== "," && c !== close) this.fail("json_syntax", pointer);
      this.at++;
      if (c === close) return undefined;
      if (this.peek() === close) this.fail("json_syntax", pointer);
    }
  }
  array(pointer, depth) {
    const out = [];
    this.items("]", pointer, () => out.push(this.value(below(pointer, out.length), pointer, depth)));
    return out;
  }
  object(pointer, depth) {
    const out = new Map();
    let twice;
    this.items("}", pointer, () => {
      if (this.peek() !== '"') this.fail("json_syntax", pointer);
      const [start, name] = [this.at, this.string(pointer)];
      if (this.peek() !== ":") this.fail("json_syntax", pointer);
      this.at++;
      const at = below(pointer, name);
      if (out.has(name)) twice ??= new Refusal("json_duplicate_member", at, start);
      this.noted(name, at);
      out.set(name, this.value(at, at, depth));
    });
    // Names are compared when the object closes, so that a fault inside it comes first.
    if (twice) throw twice;
    return out;
  }
  noted(text, pointer) {
    const found = [...text].some((c) => isNoncharacter(c.codePointAt(0)));
    if (found) this.notes.push({ code: "json_noncharacter", pointer });
    return text;
  }
  string(pointer) {
    const start = ++this.at;
    for (; this.text[this.at] !== '"'; this.at++) {
      if (!(this.text[this.at] >= " ")) this.fail("json_syntax", pointer);
      if (this.text[this.at] === "\\" && this.at + 1 < this.text.length) this.at++;
    }
    const raw = this.text.slice(start, this.at++);
    const unit = (at) => (/^[0-9A-Fa-f]{4}$/.test(raw.slice(at, at + 4)) ? parseInt(raw.slice(at, at + 4), 16) : -1);
    let out = "";
    for (let i = 0; i < raw.length; i++) {
      if (raw[i] !== "\\") {
        out += raw[i];
      } else if (raw[++i] !== "u") {
        out += ESCAPES[raw[i]] ?? this.fail("json_syntax", pointer, start + i);
      } else {
        const [one, two] = [unit(i + 1), raw.startsWith("\\u", i + 5) ? unit(i + 7) : 0];
        // A second escape that is none is a fault of the grammar, whatever the first one was.
        const high = one >= 0xd800 && one < 0xdc00;
        if (one < 0 || (high && two < 0)) this.fail("json_syntax", pointer, start + i);
        const pair = high && two >= 0xdc00 && two < 0xe000;
        if (one >= 0xd800 && one < 0xe000 && !pair) this.fail("json_lone_surrogate", pointer, start + i);
        out += pair ? String.fromCharCode(one, two) : String.fromCharCode(one);
        i += pair ? 10 : 4;
      }
    }
    return out;
  }
  number(pointer) {
    NUMBER.lastIndex = this.at;
    const [literal, fraction, exponent] = NUMBER.exec(this.text) ?? this.fail("json_syntax", pointer, this.at + 1);
    const [start, end] = [this.at, this.at + literal.length];
    this.at = end;
    if (fraction === "." || (exponent && !/[0-9]$/.test(exponent))) this.fail("json_syntax", pointer);
    const [value, exact] = [Number(literal), decimal(literal)];
    const lost = (value === 0) !== (exact.digits === "");
    if (!Number.isFinite(value) || lost) this.fail("json_number_range", pointer, start);
    if (exact.exponent >= 0 && exact.digits !== "") {
      // An integer: the double is it, or is spelled like it.
      const same = (other) => other.digits === exact.digits && other.exponent === exact.exponent;
      const spelled = [String(value), String(BigInt(value))].map(decimal);
      if (!spelled.some(same)) this.fail("json_number_range", pointer, start);
      const big = Math.abs(value) > 2 ** 53 && !fraction && !exponent;
      if (big) this.notes.push({ code: "json_big_integer", pointer });
    }
    return value;
  }
}

/** The magnitude of a literal: digits without zeros at either end, times a power of ten. */
function decimal(literal) {
  const [, whole, fraction = "", power = "0"] = /^-?([0-9]+)(?:\.([0-9]*))?(?:[eE](.*))?$/.exec(literal);
  const digits = (whole + fraction).replace(/^0+/, "");
  const bare = digits.replace(/0+$/, "");
  return { digits: bare, exponent: bare === "" ? 0 : Number(power) - fraction.length + digits.length - bare.length };
}
