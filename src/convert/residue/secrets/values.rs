//! What a value has to look like to be what its name promises.

use super::names::Family::{
    Authorization, Code, Connection, Cookie, Key, Password, Phrase, Pin, Token, Weak, Weakest,
};
use super::names::{LONGEST, Named, words};

/// What stands in the place of a credential that is not there.
const ABSENT: [&str; 26] = [
    "redacted",
    "removed",
    "masked",
    "hidden",
    "omitted",
    "none",
    "null",
    "nil",
    "unset",
    "empty",
    "true",
    "false",
    "required",
    "optional",
    "placeholder",
    "missing",
    "invalid",
    "expired",
    "unknown",
    "present",
    "absent",
    "string",
    "redactedsecret",
    "secretredacted",
    "notset",
    "unchanged",
];
/// What may stand before a credential in a header.
const SCHEMES: [&str; 8] =
    ["bearer ", "basic ", "digest ", "token ", "apikey ", "negotiate ", "ntlm ", "aws4-hmac-sha256 "];
/// Ends of the names of files that credentials are in.
const FILES: [&str; 14] =
    ["pem", "key", "pub", "crt", "hex", "txt", "json", "yaml", "yml", "toml", "ini", "conf", "env", "p12"];
/// How programs ask for one.
const EXPRESSIONS: [&str; 3] = ["process.env.", "os.environ", "self."];
/// Symbols that are rare in words and identifiers, and frequent in passwords.
const SYMBOLS: &[u8] = b"!@#$%^&*+=~?";

impl Named {
    /// Whether a text under the name is what the name promises.
    pub(super) fn fits(self, text: &str) -> bool {
        let whole = text.trim();
        let value = without_scheme(whole);
        if is_absent(value) {
            return false;
        }
        let words = value.contains(char::is_whitespace);
        let long = |least: usize| value.len() >= least && !words;
        let has = |what: fn(&u8) -> bool| value.bytes().any(|b| what(&b));
        let (letter, digit) = (has(u8::is_ascii_alphabetic), has(u8::is_ascii_digit));
        let symbol = value.bytes().any(|b| SYMBOLS.contains(&b));
        let other = value.bytes().any(|b| !b.is_ascii_alphabetic());
        match self.family {
            // Several words under it are about it, unless they are odd.
            Password if words => value.len() <= LONGEST && (digit || symbol),
            Password => long(6) || long(4) && other,
            Key => long(6),
            Token => long(20) || long(8) && letter && (digit || symbol),
            Phrase => value.len() >= 6,
            Code => long(16) || long(4) && digit,
            Pin => value.bytes().all(|b| b.is_ascii_digit()) && (3..=12).contains(&value.len()),
            Connection => value.len() >= 6 && has(|b| b"=@".contains(b)),
            Authorization => long(6) && (other || value.len() < whole.len() || value.len() >= 20),
            Cookie => value.len() >= 6 && value.contains('=') || long(6) && letter && digit,
            Weak => long(8) && letter && (digit || symbol) && !has(|b| b"/\\".contains(b)),
            Weakest => {
                long(20) && letter && digit && !has(|b| !b.is_ascii_alphanumeric() && !b"_+/=.".contains(b))
            }
        }
    }

    /// Whether a text behind the name, in running text, is: a word of letters alone is one about credentials more often
    /// than it is one.
    pub(super) fn fits_behind(self, text: &str) -> bool {
        let least = if matches!(self.family, Pin | Code) { 3 } else { 6 };
        let odd = text.bytes().any(|b| !b.is_ascii_alphabetic() && b != b'\'');
        text.len() >= least && odd && !is_elsewhere(text) && self.fits(text)
    }

    /// Whether a number under the name is: a count or a length is no credential.
    pub(super) fn fits_number(self, number: f64) -> bool {
        let least = match self.family {
            Password | Key | Code => 1e3,
            Pin => 1e2,
            _ => return false,
        };
        !self.plural && number.abs() >= least && number.fract() == 0.0
    }

    /// What the members of an object under the name promise, whatever their own names are: who has several
    /// credentials names each, and what describes one is no credential.
    pub(super) fn of_members(self) -> Option<Self> {
        let many = self.plural && matches!(self.family, Password | Key | Token | Phrase);
        many.then_some(Self { family: Weak, plural: false })
    }
}

/// The value behind `Bearer ` and the like.
pub(super) fn without_scheme(value: &str) -> &str {
    let rest = |scheme: &&str| {
        let (front, rest) = value.split_at_checked(scheme.len())?;
        front.eq_ignore_ascii_case(scheme).then(|| rest.trim_start())
    };
    SCHEMES.iter().find_map(rest).unwrap_or(value)
}

/// Whether what stands behind a name is a file or an expression of a program, which give the credential elsewhere.
fn is_elsewhere(text: &str) -> bool {
    let is_file = text.rsplit_once('.').is_some_and(|(_, end)| FILES.contains(&end));
    let in_path = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let behind = text.trim_start_matches(in_path);
    let is_called = behind.len() < text.len() && ["(", "[", "![", "!("].iter().any(|s| behind.starts_with(s));
    is_file || is_called || text.contains("::") || EXPRESSIONS.iter().any(|start| text.starts_with(start))
}

/// Whether a value says that the credential is not here, or where it is.
fn is_absent(value: &str) -> bool {
    if value.is_empty() || ["http://", "https://"].iter().any(|scheme| value.starts_with(scheme)) {
        return true;
    }
    let (plain, _) = if value.len() <= LONGEST { words(value) } else { return false };
    if ABSENT.iter().any(|known| known.as_bytes() == plain) {
        return true;
    }
    // `***`, `...`; `${NAME}`, `$NAME`, `{{ name }}`.
    let is_mark = |c: char| matches!(c, '*' | '.' | '-' | '_' | 'x' | 'X' | '•' | '…');
    let variable = value.strip_prefix('$').is_some_and(|rest| {
        rest.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b"{}_".contains(&b))
    });
    value.chars().all(is_mark) || variable || value.starts_with("{{") && value.ends_with("}}")
}
