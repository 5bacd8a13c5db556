//! The authentication object (Zephr text, Authentication kinds; profile 1, section 5). Nothing is verified here.

use crate::finding::{Code, Placed, placed};
use crate::json::Cursor;

/// Whether a text is the one spelling of a value.
type Fits = fn(&str) -> bool;

/// The values of a recipient-bound authentication have one spelling each.
pub(super) fn authentication_encoding(root: Cursor<'_>, out: &mut Vec<Placed>) {
    let authentication = root.get("authentication");
    if authentication.get("kind").as_str() != Some("recipient-bound-mac") {
        return;
    }
    let spellings: &[(&str, &str, Fits)] = &[
        ("algorithm", "`ed25519`", |text| text == "ed25519"),
        ("signature", "128 lower-case hex digits", |text| is_hex(text, 128)),
        ("publicKeyFingerprint", "`sha256:` and 64 lower-case hex digits", |text| {
            text.strip_prefix("sha256:").is_some_and(|digits| is_hex(digits, 64))
        }),
        ("macAlgorithm", "`hkdf-sha256+hmac-sha256`", |text| text == "hkdf-sha256+hmac-sha256"),
        ("mac", "64 lower-case hex digits", |text| is_hex(text, 64)),
    ];
    for (member, spelling, fits) in spellings {
        let at = authentication.get(member);
        if at.as_str().is_some_and(|text| !fits(text)) {
            let found = placed(Code::AuthenticationEncoding, at, format!("`{member}` is badly encoded"));
            out.push(found.expected(*spelling));
        }
    }
}

/// A MAC for a recipient needs a recipient.
pub(super) fn mac_without_recipient(root: Cursor<'_>, out: &mut Vec<Placed>) {
    let (kind, intent) = (root.get("authentication").get("kind"), root.get("recipientIntent").get("kind"));
    let (Some("recipient-bound-mac"), Some(other)) = (kind.as_str(), intent.as_str()) else { return };
    if other != "recipient-bound" {
        let found = placed(
            Code::MacWithoutRecipient,
            kind,
            "a packet for nobody in particular has a recipient's MAC",
        );
        out.push(found.expected("`recipientIntent.kind` = `recipient-bound`").found(other));
    }
}

fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// A packet with a bare source signature is well-formed, and no verifier may accept it.
pub(super) fn source_signature_unverifiable(root: Cursor<'_>, out: &mut Vec<Placed>) {
    let kind = root.get("authentication").get("kind");
    if kind.as_str() == Some("source-signature") {
        let message =
            "a bare source signature cannot be verified, and is refused wherever a packet is verified";
        out.push(placed(Code::SourceSignatureUnverifiable, kind, message));
    }
}
