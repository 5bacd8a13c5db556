//! What reads like a credential: by the name it stands under, by its own shape, or by the words before it.
//!
//! A guess in favour of refusing. What it misses is not made safe by it, which is why it is called apparent.

use crate::json::{Cursor, PointerIndex, Tree};
use crate::syntax::uri::{suspected_secret, userinfo};

/// Names, without punctuation and in lower case, under which or after which a credential stands.
const NAMES: [&str; 18] = [
    "password",
    "passwd",
    "passphrase",
    "secret",
    "clientsecret",
    "apikey",
    "apisecret",
    "accesskey",
    "secretkey",
    "secretaccesskey",
    "privatekey",
    "accesstoken",
    "refreshtoken",
    "authtoken",
    "bearertoken",
    "authorization",
    "cookie",
    "setcookie",
];
/// How tokens of well-known services begin, and how many characters at least follow.
const PREFIXES: [(&str, usize); 13] = [
    ("AKIA", 16),
    ("ASIA", 16),
    ("ghp_", 30),
    ("gho_", 30),
    ("ghs_", 30),
    ("github_pat_", 30),
    ("glpat-", 16),
    ("xoxb-", 16),
    ("xoxp-", 16),
    ("sk-", 20),
    ("sk_live_", 16),
    ("AIza", 30),
    ("eyJ", 40),
];
/// What may stand before a credential in a header.
const SCHEMES: [&str; 4] = ["Bearer ", "Basic ", "bearer ", "basic "];
/// Shorter values behind a name are words about credentials.
const SHORTEST: usize = 6;

/// The places that hold something like a credential, and what it looks like.
pub(super) fn suspected(document: &Tree<'_>) -> Vec<(String, &'static str)> {
    let index = PointerIndex::new(document);
    let mut out = Vec::new();
    for leaf in document.root().leaves() {
        if let Some(found) = at(leaf) {
            out.push((index.pointer(leaf.index()), found));
        }
    }
    out
}

fn at(leaf: Cursor<'_>) -> Option<&'static str> {
    let text = leaf.as_str()?;
    let value = text.trim();
    let value = SCHEMES.iter().find_map(|scheme| value.strip_prefix(scheme)).unwrap_or(value);
    if leaf.name().is_some_and(is_name) && value.len() >= SHORTEST && !value.contains(char::is_whitespace) {
        return Some("a value under the name of a credential");
    }
    if text.contains("PRIVATE KEY-----") {
        return Some("a private key");
    }
    text.split(|c: char| c.is_whitespace() || "\"'`,;()[]{}<>=".contains(c))
        .find_map(token)
        .or_else(|| pair(text))
}

/// One word: a token of a service, or an address that carries a credential.
fn token(word: &str) -> Option<&'static str> {
    let is_token = |rest: &str, least: usize| {
        rest.len() >= least && rest.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
    };
    let known = |(prefix, least): &(&str, usize)| {
        word.strip_prefix(prefix).is_some_and(|rest| is_token(rest, *least))
    };
    if PREFIXES.iter().any(known) {
        return Some("a token of a well-known form");
    }
    if !word.contains("://") {
        return None;
    }
    userinfo(word).map(|_| "an address with userinfo").or_else(|| suspected_secret(word))
}

/// `password: x`, `Authorization: Bearer x`, `api_key=x` in running text.
fn pair(text: &str) -> Option<&'static str> {
    for (at, _) in text.match_indices([':', '=']) {
        let (before, after) = text.split_at_checked(at)?;
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let start = before.trim_end_matches(is_word).len();
        if !is_name(before.get(start..).unwrap_or_default()) {
            continue;
        }
        let after = after.get(1..).unwrap_or_default().trim_start_matches(' ');
        let after = SCHEMES.iter().find_map(|scheme| after.strip_prefix(scheme)).unwrap_or(after);
        let value = after.split_whitespace().next().unwrap_or_default();
        // A word of letters alone is one about credentials more often than it is one.
        if value.len() >= SHORTEST && value.bytes().any(|b| !b.is_ascii_alphabetic()) {
            return Some("a value behind the name of a credential");
        }
    }
    None
}

fn is_name(name: &str) -> bool {
    // No known name is longer than this.
    let last = name.bytes().rev().filter(u8::is_ascii_alphanumeric).take(24);
    let mut plain: Vec<u8> = last.map(|b| b.to_ascii_lowercase()).collect();
    plain.reverse();
    NAMES.iter().any(|known| plain.ends_with(known.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Limits, read};

    fn found(json: &str) -> Vec<String> {
        let tree = read(json.as_bytes(), &Limits::default()).unwrap();
        suspected(&tree).into_iter().map(|(pointer, _)| pointer).collect()
    }

    #[test]
    fn credentials_are_found_where_they_stand() {
        for json in [
            r#"{"a":{"db_password":"hunter2!"}}"#,
            r#"{"a":{"Authorization":"Bearer abc.def"}}"#,
            r#"{"a":{"x":"-----BEGIN PRIVATE KEY-----\nMC4"}}"#,
            r#"{"a":{"x":"use AKIAABCDEFGHIJKLMNOP for it"}}"#,
            r#"{"a":{"x":"(ghp_0123456789abcdef0123456789abcdef0123)"}}"#,
            r#"{"a":{"x":"Authorization: Bearer abc.def-123"}}"#,
            r#"{"a":{"x":"then password: hunter2!"}}"#,
            r#"{"a":{"x":"the-long-name-of-a-variable-of-some-service-api-key=abc123def"}}"#,
            r#"{"a":{"x":"export API_KEY=abc123def"}}"#,
            r#"{"a":{"x":"see https://u:p@h.example/ there"}}"#,
        ] {
            assert_eq!(found(json).len(), 1, "{json}");
        }
    }

    /// What is looked at again and again would take minutes here.
    #[test]
    fn long_texts_take_no_long_time() {
        for part in [":", "password:", "password: a", "a=", "x://", "sk-"] {
            let text = part.repeat((1 << 20) / part.len());
            found(&serde_json::json!({ "a": text }).to_string());
        }
    }

    #[test]
    fn words_about_credentials_are_none() {
        for json in [
            r#"{"x":"rotate the password: it is old"}"#,
            r#"{"password":""}"#,
            r#"{"x":"the secret is kept in the vault"}"#,
            r#"{"x":"sk-learn, eyJ, AKIA"}"#,
            r#"{"x":"https://h.example/a?b=c"}"#,
            r#"{"secret":"none"}"#,
        ] {
            assert_eq!(found(json), Vec::<String>::new(), "{json}");
        }
    }
}
