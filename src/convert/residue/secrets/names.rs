//! Names under which or behind which credentials stand, and what a value has to look like to be one.
//!
//! A name is looked at from its end, since its last word says what stands there: `db_password` does, `password_policy`
//! does not, `next_page_token` names a place and no credential.

/// What kind of credential a name promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Password,
    /// Keys and secrets.
    Key,
    Token,
    /// Several words are one credential.
    Phrase,
    /// One-time codes and the seeds of them.
    Code,
    /// Few digits.
    Pin,
    /// What leads to a store, with or without a credential in it.
    Connection,
    Authorization,
    Cookie,
    /// A word that seldom means a credential: `pass`, `bearer`.
    Weak,
    /// A word that hardly ever does: `refresh`, `access`.
    Weakest,
}

/// What a name promises, and whether of more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) family: Family,
    pub(super) plural: bool,
}

use Family::{Authorization, Code, Connection, Cookie, Key, Password, Phrase, Pin, Token, Weak, Weakest};

/// Ends of names without punctuation, whatever stands before them.
const ENDINGS: [(&str, Family); 46] = [
    ("password", Password),
    ("passwd", Password),
    ("passcode", Password),
    ("passphrase", Phrase),
    ("mnemonic", Phrase),
    ("seedphrase", Phrase),
    ("seedword", Phrase),
    ("recoveryphrase", Phrase),
    ("recoverycode", Phrase),
    ("recoverykey", Phrase),
    ("backupcode", Phrase),
    ("secret", Key),
    ("apikey", Key),
    ("accesskey", Key),
    ("secretkey", Key),
    ("privatekey", Key),
    ("signingkey", Key),
    ("encryptionkey", Key),
    ("decryptionkey", Key),
    ("sshkey", Key),
    ("masterkey", Key),
    ("sharedkey", Key),
    ("accountkey", Key),
    ("storagekey", Key),
    ("sessionkey", Key),
    ("authkey", Key),
    ("deploykey", Key),
    ("hmackey", Key),
    ("subscriptionkey", Key),
    ("servicerolekey", Key),
    ("clientassertion", Key),
    ("amzsignature", Key),
    ("googsignature", Key),
    ("accesstoken", Token),
    ("refreshtoken", Token),
    ("idtoken", Token),
    ("authtoken", Token),
    ("apitoken", Token),
    ("bearertoken", Token),
    ("sessiontoken", Token),
    ("totpseed", Code),
    ("otpseed", Code),
    ("onetimecode", Code),
    ("pincode", Pin),
    ("connectionstring", Connection),
    ("authorization", Authorization),
];
/// Last words of names.
const WORDS: [(&str, Family); 22] = [
    ("token", Token),
    ("jwt", Token),
    ("credential", Token),
    ("cred", Token),
    ("cookie", Cookie),
    ("setcookie", Cookie),
    ("otp", Code),
    ("totp", Code),
    ("pin", Pin),
    ("cvv", Pin),
    ("cvc", Pin),
    ("dsn", Connection),
    ("connstr", Connection),
    ("pwd", Weak),
    ("pass", Weak),
    ("dbpass", Weak),
    ("bearer", Weak),
    ("refresh", Weakest),
    ("access", Weakest),
    ("auth", Weakest),
    ("seed", Weakest),
    ("sig", Weakest),
];
/// Words before `token` that make it one of texts, pages or programs.
const NO_CREDENTIAL: [&str; 36] = [
    "page",
    "next",
    "prev",
    "previous",
    "continuation",
    "continue",
    "cursor",
    "sync",
    "pagination",
    "stop",
    "eos",
    "bos",
    "pad",
    "unk",
    "special",
    "start",
    "end",
    "begin",
    "first",
    "last",
    "cancel",
    "cancellation",
    "resume",
    "design",
    "fencing",
    "change",
    "per",
    "max",
    "min",
    "total",
    "prompt",
    "completion",
    "input",
    "output",
    "cached",
    "reasoning",
];
/// Last words that say in what shape or for when the thing before them is.
const SHAPES: [&str; 22] = [
    "value",
    "val",
    "text",
    "string",
    "str",
    "plain",
    "plaintext",
    "raw",
    "pem",
    "der",
    "hex",
    "b",
    "base",
    "encoded",
    "old",
    "new",
    "current",
    "previous",
    "primary",
    "secondary",
    "default",
    "backup",
];
/// Names of what stands for the value where the credential's name is elsewhere.
const VALUES: [&str; 19] = [
    "value",
    "val",
    "v",
    "text",
    "string",
    "raw",
    "plain",
    "plaintext",
    "data",
    "content",
    "contents",
    "current",
    "previous",
    "old",
    "new",
    "default",
    "encoded",
    "base64",
    "b64",
];
/// Names of what gives a value its name.
const NAMES: [&str; 13] = [
    "name",
    "key",
    "k",
    "id",
    "header",
    "field",
    "param",
    "parameter",
    "variable",
    "env",
    "attribute",
    "property",
    "option",
];
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
/// Bytes of a name that are looked at, from its end.
const LONGEST: usize = 64;
/// Symbols that are rare in words and identifiers, and frequent in passwords.
const SYMBOLS: &[u8] = b"!@#$%^&*+=~?";

/// What `name` promises.
pub(super) fn named(name: &str) -> Option<Named> {
    let (mut plain, mut starts) = words(name);
    loop {
        while plain.last().is_some_and(u8::is_ascii_digit) {
            plain.pop();
        }
        while starts.last().is_some_and(|start| *start >= plain.len()) {
            starts.pop();
        }
        let start = *starts.last()?;
        let plural = plain.ends_with(b"s") && !plain.ends_with(b"ss");
        let singular = plain.get(..plain.len() - usize::from(plural))?;
        if let Some(family) = family(singular, &starts) {
            return Some(Named { family, plural });
        }
        let word = plain.get(start..)?;
        if starts.len() == 1 || !SHAPES.iter().any(|shape| shape.as_bytes() == word) {
            return None;
        }
        plain.truncate(start);
    }
}

/// By how the whole ends, or else by the last word.
fn family(plain: &[u8], starts: &[usize]) -> Option<Family> {
    if let Some((_, family)) = ENDINGS.iter().find(|(known, _)| plain.ends_with(known.as_bytes())) {
        return Some(*family);
    }
    let start = *starts.last()?;
    let word = plain.get(start..)?;
    let (_, family) = WORDS.iter().find(|(known, _)| known.as_bytes() == word)?;
    let before = starts.iter().rev().nth(1).and_then(|before| plain.get(*before..start)).unwrap_or_default();
    let harmless = word == b"token" && NO_CREDENTIAL.iter().any(|known| known.as_bytes() == before);
    Some(*family).filter(|_| !harmless)
}

/// The letters and digits at the end of a name in lower case, and where words begin in them: `dbPassword`,
/// `APIKey`, `api-key`.
fn words(name: &str) -> (Vec<u8>, Vec<usize>) {
    let tail = name.as_bytes().get(name.len().saturating_sub(LONGEST)..).unwrap_or_default();
    let (mut plain, mut starts) = (Vec::with_capacity(tail.len()), Vec::with_capacity(8));
    let mut before = b' ';
    for (at, byte) in tail.iter().enumerate() {
        if byte.is_ascii_alphanumeric() {
            let after = tail.get(at + 1).is_some_and(u8::is_ascii_lowercase);
            let begins = !before.is_ascii_alphanumeric()
                || byte.is_ascii_uppercase() && (!before.is_ascii_uppercase() || after);
            if begins {
                starts.push(plain.len());
            }
            plain.push(byte.to_ascii_lowercase());
        }
        before = *byte;
    }
    (plain, starts)
}

/// Whether a text is short enough to name something.
pub(super) fn is_short(name: &str) -> bool {
    name.len() <= LONGEST && words(name).1.len() <= 4
}

/// Whether a member of this name holds the value of what is named elsewhere.
pub(super) fn is_value(name: &str) -> bool {
    VALUES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a member of this name names what its neighbour holds.
pub(super) fn is_name(name: &str) -> bool {
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

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
        text.len() >= least && text.bytes().any(|b| !b.is_ascii_alphabetic() && b != b'\'') && self.fits(text)
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
