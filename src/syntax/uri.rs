//! URIs (RFC 3986): what counts as an absolute one, whether one carries userinfo (`OpenCheckpoint` 6.4, OCP-S008), and
//! whether one looks as if it carried another credential (profile 1, section 8, pinned).
//!
//! Userinfo is looked for two ways, and one finding is enough: RFC 3986 as written, and a scan of the raw text that is
//! at least as forgiving as web browsers (backslashes for slashes, slashes left out, tabs and blanks thrown away).
//! Tests hold the scan against a browser's URL parser; that parser itself is not a dependency of the library, for
//! its Unicode tables have a licence that only build tools may have here. No result ever holds a part of the text.

use std::borrow::Cow;
use std::fmt;

use fluent_uri::{IriRef, Uri};

/// Schemes for which browsers find an authority however many slashes there are.
const BROWSER_SCHEMES: &[&str] = &["http", "https", "ws", "wss", "ftp"];

/// How a text carries userinfo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Userinfo {
    /// By RFC 3986, with something before the `@`.
    Present,
    /// By RFC 3986, with nothing before the `@`.
    Empty,
    /// Not by RFC 3986, yet lenient readers would find it.
    Disguised,
}

impl fmt::Display for Userinfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Present => "userinfo before the host",
            Self::Empty => "an empty userinfo (`@` right before the host)",
            Self::Disguised => "userinfo that lenient readers find, though RFC 3986 does not",
        })
    }
}

/// Whether `text` is a URI with a scheme, by the letter of RFC 3986.
pub fn is_absolute_uri(text: &str) -> bool {
    Uri::parse(text).is_ok()
}

/// OCP-S008: whether `text` carries userinfo, for any reader.
pub fn userinfo(text: &str) -> Option<Userinfo> {
    // Every reading needs the character, plain or encoded; most texts have neither.
    if !has_at(text) {
        return None;
    }
    if let Ok(reference) = IriRef::parse(text)
        && let Some(found) = reference.authority().and_then(|authority| authority.userinfo())
    {
        return Some(if found.as_str().is_empty() { Userinfo::Empty } else { Userinfo::Present });
    }
    raw_scan_finds_userinfo(text).then_some(Userinfo::Disguised)
}

/// Whether an `@` can stand in `text`, plain or encoded.
fn has_at(text: &str) -> bool {
    text.bytes().any(|b| matches!(b, b'@' | b'%'))
}

/// Both readings of a backslash: as itself and as a slash.
fn raw_scan_finds_userinfo(text: &str) -> bool {
    let text = without_skipped(text);
    authority_has_at(&text) || text.contains('\\') && authority_has_at(&text.replace('\\', "/"))
}

/// `text` without what lenient readers skip: tabs and line ends anywhere, blanks and controls in front.
fn without_skipped(text: &str) -> Cow<'_, str> {
    let skipped = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\u{feff}' | '\u{200b}');
    if text.bytes().any(|b| matches!(b, b'\t' | b'\n' | b'\r')) {
        text.replace(['\t', '\n', '\r'], "").trim_start_matches(skipped).to_owned().into()
    } else {
        text.trim_start_matches(skipped).into()
    }
}

fn authority_has_at(text: &str) -> bool {
    let Some(authority) = lenient_authority(text) else { return false };
    // A host cannot hold an `@`, so a percent-encoded one only makes sense to a reader that decodes too early.
    decode(authority).contains('@')
}

/// The authority of `text`, if there is one for a reader that forgives a malformed scheme and, where browsers do, any
/// number of slashes.
fn lenient_authority(text: &str) -> Option<&str> {
    let rest = match split_scheme(text) {
        Some((scheme, rest)) if BROWSER_SCHEMES.iter().any(|s| scheme.eq_ignore_ascii_case(s)) => {
            rest.trim_start_matches('/')
        }
        Some((_, rest)) => rest.strip_prefix("//")?,
        None => after_slashes_of_malformed_scheme(text)?,
    };
    Some(until(rest, &['/', '?', '#']))
}

/// What follows `//` at the start, or `://` after something that is no scheme, in the first segment.
fn after_slashes_of_malformed_scheme(text: &str) -> Option<&str> {
    let (front, rest) = text.split_once("//")?;
    let in_front = front.is_empty() || front.ends_with(':') && !front.contains(['/', '?', '#']);
    in_front.then_some(rest)
}

/// `scheme ":" rest`, the scheme by RFC 3986, 3.1.
fn split_scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let fits = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    fits.then_some((scheme, rest))
}

fn until<'a>(text: &'a str, ends: &[char]) -> &'a str {
    text.split_once(ends).map_or(text, |(front, _)| front)
}

/// Parameter names that carry a secret by themselves, without punctuation and in lower case.
const TOKEN_NAMES: &[&str] = &[
    "accesskey",
    "accesstoken",
    "apikey",
    "apitoken",
    "assertion",
    "auth",
    "authkey",
    "authorization",
    "authtoken",
    "bearer",
    "bearertoken",
    "clientassertion",
    "credential",
    "credentials",
    "csrftoken",
    "idtoken",
    "jsessionid",
    "jwt",
    "oauthtoken",
    "pass",
    "passphrase",
    "passwd",
    "password",
    "personalaccesstoken",
    "phpsessid",
    "privatekey",
    "privatetoken",
    "pwd",
    "refreshtoken",
    "secret",
    "secretkey",
    "securitytoken",
    "sessionid",
    "sessionkey",
    "sessiontoken",
    "sid",
    "subscriptionkey",
    "token",
    "usertoken",
    "xapikey",
    "xauthtoken",
];

/// Endings that make any name a token-like one: `db_password`, `client_secret`.
const TOKEN_ENDINGS: &[&str] =
    &["accesstoken", "apikey", "authtoken", "passwd", "password", "secret", "secretkey"];

/// Parameter names that sign a URL for whoever holds it: object stores and content networks.
const SIGNING_NAMES: &[&str] = &[
    "awsaccesskeyid",
    "googleaccessid",
    "hdnea",
    "hdnts",
    "hmac",
    "keypairid",
    "ossaccesskeyid",
    "qsignature",
    "sig",
    "signature",
    "xamzcredential",
    "xamzsecuritytoken",
    "xamzsignature",
    "xcossecuritytoken",
    "xgoogcredential",
    "xgoogsignature",
    "xosscredential",
    "xosssecuritytoken",
    "xosssignature",
];

/// `secret_suspected` (profile 1, section 8, pinned): what in `text` looks like a credential that is not the userinfo
/// of OCP-S008. The answer is a fixed text and repeats nothing.
pub fn suspected_secret(text: &str) -> Option<&'static str> {
    // An inner address needs an `@`, a parameter an `=`; most texts have neither.
    let (address, parameter) = (has_at(text), text.bytes().any(|b| b == b'='));
    if !address && !parameter {
        return None;
    }
    let text = without_skipped(text);
    let (scheme, rest) = split_scheme(&text).unwrap_or(("", &text));
    if address && inner_address_has_at(scheme, rest) {
        return Some("an address inside the URI with userinfo");
    }
    if !parameter {
        return None;
    }
    let names = || parameters(rest).filter(|(_, value)| !value.is_empty()).map(|(name, _)| plain_name(name));
    if names().any(|name| SIGNING_NAMES.contains(&name.as_str())) {
        return Some("a parameter that signs the URL");
    }
    let token_like =
        |name: &str| TOKEN_NAMES.contains(&name) || TOKEN_ENDINGS.iter().any(|e| name.ends_with(e));
    names().any(|name| token_like(&name)).then_some("a parameter with the name of a token or password")
}

/// An address wrapped in another: `jdbc:postgresql://u:p@h`, `?next=https%3A%2F%2Fu%3Ap%40h`. The drivers behind
/// `jdbc:` also take `user/password@host` without slashes.
fn inner_address_has_at(scheme: &str, rest: &str) -> bool {
    if scheme.eq_ignore_ascii_case("jdbc") && until(rest, &['?', ';', '#']).contains('@') {
        return true;
    }
    let inside =
        rest.strip_prefix("//").map_or(rest, |r| r.trim_start_matches(|c| !matches!(c, '/' | '?' | '#')));
    inside.split(['?', '#', '&', ';']).any(|part| {
        let part = decode(part);
        part.split("://").skip(1).any(|address| until(address, &['/', '?', '#', '&']).contains('@'))
    })
}

/// `name=value` pairs after `?`, `#` or `;`, separated by `&` or `;`, as written.
fn parameters(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let (_, after) = text.split_once(['?', '#', ';']).unwrap_or_default();
    after.split(['?', '#', ';', '&']).filter_map(|pair| pair.split_once('='))
}

/// A parameter's name decoded, in lower case, letters and digits only: `X-Amz-Signature`, `api%5Fkey`, `apiKey`.
fn plain_name(name: &str) -> String {
    decode(name).chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// Percent-decodes until nothing changes, for text that was encoded more than once. Each pass shortens the text, and
/// three are as deep as links are wrapped in practice.
fn decode(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    for _ in 0..3 {
        let Some(decoded) = decode_once(&text) else { break };
        text = Cow::Owned(decoded);
    }
    text
}

/// `None` when there is nothing to decode. Bytes that are no UTF-8 become replacement characters: this is for looking
/// at names, never for writing them.
fn decode_once(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let escaped = if byte == b'%' { after.split_at_checked(2) } else { None };
        let mut value = [0];
        match escaped {
            Some((digits, behind)) if hex::decode_to_slice(digits, &mut value).is_ok() => {
                bytes.extend_from_slice(&value);
                rest = behind;
            }
            _ => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    (bytes.len() < text.len()).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
#[path = "uri_tests.rs"]
mod tests;
