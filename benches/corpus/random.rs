//! Reproducible randomness, and the words and JSON that documents are made of.

/// `SplitMix64`: one seed, one sequence, on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, but without, `end`.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap()
    }

    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'l, T: ?Sized>(&mut self, list: &[&'l T]) -> &'l T {
        list[self.below(list.len())]
    }

    /// Some words as they stand between the quotes of a JSON string: escapes and other scripts among them.
    pub fn words(&mut self, least: usize, most: usize) -> String {
        let mut out = String::new();
        for _ in 0..self.between(least, most) {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(if self.once_in(14) { self.pick(RARE) } else { self.pick(WORDS) });
        }
        out
    }

    pub fn hex(&mut self, digits: usize) -> String {
        (0..digits).map(|_| char::from_digit(u32::try_from(self.next() % 16).unwrap(), 16).unwrap()).collect()
    }

    pub fn uuid(&mut self) -> String {
        let (a, b, c, d) = (self.hex(12), self.hex(3), self.hex(3), self.hex(12));
        format!("urn:uuid:{}-{}-7{b}-a{c}-{d}", &a[..8], &a[8..])
    }

    /// A time of one of the first 120 days of 2026.
    pub fn past(&mut self) -> String {
        let (month, day) = (self.between(1, 4), self.between(1, 28));
        let (hour, minute, second) = (self.below(24), self.below(60), self.below(60));
        let (fraction, offset) =
            (self.pick(&["", "", ".5", ".250", ".000001"]), self.pick(&["Z", "Z", "+02:00", "-05:30"]));
        format!("2026-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}{offset}")
    }
}

const WORDS: &[&str] = &[
    "the", "nightly", "import", "stops", "at", "row", "table", "is", "locked", "second", "start", "did",
    "not", "help", "invoice", "order", "refund", "customer", "region", "staging", "copy", "replay", "test",
    "passed", "failed", "with", "after", "before", "supplier", "ledger", "quote", "schema", "column",
    "index", "migrates", "backfill", "queue", "timeout", "retries", "owner", "approved", "waits", "for",
    "budget", "deploy", "service", "next", "and", "of", "a",
];

/// Escapes as producers write them, needed or not, and text beyond ASCII.
const RARE: &[&str] = &[
    r#"\"as is\""#,
    r"line\nbreak",
    r"tab\tstop",
    r"C:\\data\\in",
    r"https:\/\/h.example\/x",
    r"caf\u00e9",
    r"\u2013",
    r"\ud83d\ude00",
    "–",
    "Überweisung",
    "größer",
    "naïve",
    "日本語の文",
    "договор",
    "مرحبا",
    "😀",
    "ﬁn",
    "§ 4",
    "50 €",
];

/// Compact JSON text that grows; commas set themselves. Strings come escaped.
#[derive(Default)]
pub struct Json(String);

impl Json {
    pub fn finish(self) -> String {
        self.0
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Any value; `name` is empty for an element of an array.
    pub fn raw(&mut self, name: &str, value: &str) {
        if !self.0.is_empty() && !self.0.ends_with(['{', '[']) {
            self.0.push(',');
        }
        if !name.is_empty() {
            self.0.extend(["\"", name, "\":"]);
        }
        self.0.push_str(value);
    }

    pub fn string(&mut self, name: &str, escaped: &str) {
        self.raw(name, "\"");
        self.0.extend([escaped, "\""]);
    }

    pub fn object(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.raw(name, "{");
        inside(self);
        self.0.push('}');
    }

    pub fn array(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.raw(name, "[");
        inside(self);
        self.0.push(']');
    }

    pub fn strings(&mut self, name: &str, list: &[String]) {
        self.array(name, |j| list.iter().for_each(|text| j.string("", text)));
    }
}
