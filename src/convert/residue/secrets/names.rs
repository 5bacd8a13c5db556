//! Names under which or behind which credentials stand.
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
/// Bytes of a name that are looked at, from its end.
pub(super) const LONGEST: usize = 64;

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
pub(super) fn words(name: &str) -> (Vec<u8>, Vec<usize>) {
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
