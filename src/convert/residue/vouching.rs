//! What vouches for somebody, wherever it stands: proofs of scope, signatures, MACs. A file that anybody can write must
//! not give them back, and the format they are in does not matter: what a checkpoint carries in its extensions or in
//! the arguments of a call was a packet's before.

use super::inner;
use super::places::Places;
use crate::finding::{Code, Finding};
use crate::json::{Cursor, Tree};

const PROOF: &str = "the document holds a proof of scope, which a residue must not keep";
const SIGNATURE: &str = "the document holds a signature or MAC, which a residue must not keep";
const AUTHENTICATION: &str = "the document holds an authentication, which a residue must not keep";
const INSIDE: &str = "the document holds JSON text with a proof of scope, a signature or a MAC in it, which a residue must not keep";

/// Names of signatures and MACs, letters and digits only.
const SIGNATURES: [&str; 9] =
    ["signature", "signatures", "sourcesignature", "sig", "mac", "macs", "hmac", "jws", "proofvalue"];
/// Kinds of authentication that are one.
const KINDS: [&str; 2] = ["recipientboundmac", "sourcesignature"];
/// Characters of the shortest signature or MAC: 128 bits in hex.
const SHORTEST: usize = 32;

/// `residue_authentication`: a proof of scope, or a signature or MAC. The restored document has none either.
pub(super) fn vouching(document: &Tree<'_>, places: &Places<'_>) -> Vec<Finding> {
    let mut out = own(document);
    let known: Vec<String> = out.iter().map(|finding| finding.pointer.clone()).collect();
    let found = within(document, inner::LEVELS)
        .into_iter()
        .map(|(node, message)| Finding::new(Code::ResidueAuthentication, places.pointer(node), message));
    // A packet's own are said in its own words, and a signature in its authentication is that authentication.
    let inside = |pointer: &str| {
        known.iter().any(|own| {
            pointer.strip_prefix(own.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    out.extend(found.filter(|finding| !inside(&finding.pointer)));
    out
}

/// What a packet has as a packet, whatever it holds.
fn own(document: &Tree<'_>) -> Vec<Finding> {
    let root = document.root();
    if !root.get("format").exists() {
        return Vec::new();
    }
    let mut out = Vec::new();
    if root.get("scopeProof").exists() {
        let message = "the packet holds a proof of scope, which a residue must not keep";
        out.push(Finding::new(Code::ResidueAuthentication, "/scopeProof", message));
    }
    let kind = root.get("authentication").get("kind");
    if kind.as_str() != Some("unsigned") {
        let message = "the packet is authenticated, and a residue keeps unsigned packets only";
        let finding = Finding::new(Code::ResidueAuthentication, "/authentication", message);
        out.push(finding.expected("unsigned").found(kind.as_str().unwrap_or("something else")));
    }
    out
}

/// The nodes that vouch, none of them inside another.
fn within(document: &Tree<'_>, levels: usize) -> Vec<(u32, &'static str)> {
    let mut out = Vec::new();
    let mut next = 0;
    for node in document.root().subtree() {
        if node.index() < next {
            continue;
        }
        if let Some(found) = at(node, levels) {
            out.push((node.index(), found));
            next = node.end();
        }
    }
    out
}

fn at(place: Cursor<'_>, levels: usize) -> Option<&'static str> {
    let name = place.name().unwrap_or_default();
    // A flag about a proof is none.
    if is_proof(name) && is_something(place) {
        return Some(PROOF);
    }
    if is_one_of(name, &SIGNATURES) && (is_signature(place) || place.items().any(is_signature)) {
        return Some(SIGNATURE);
    }
    if place.is_object() {
        return object(place);
    }
    let inner = inner::json(place.as_str()?, levels)?;
    let vouches = !own(&inner).is_empty() || !within(&inner, levels - 1).is_empty();
    vouches.then_some(INSIDE)
}

/// An authentication, a packet that has one, or a proof of scope under the names of names and values.
fn object(place: Cursor<'_>) -> Option<&'static str> {
    let (mut named, mut value, mut packet, mut unsigned) = (false, false, false, true);
    for member in place.children() {
        let text = member.as_str();
        match member.name().unwrap_or_default() {
            "kind" if text.is_some_and(|kind| is_one_of(kind, &KINDS)) => return Some(AUTHENTICATION),
            "name" | "key" => named |= text.is_some_and(is_proof),
            "value" => value = is_something(member),
            "format" => packet = text == Some("zephr-continuity"),
            "authentication" => unsigned = member.get("kind").as_str() == Some("unsigned"),
            _ => {}
        }
    }
    if named && value {
        return Some(PROOF);
    }
    // The packet that the document is was looked at already.
    (place.index() > 0 && packet && !unsigned).then_some(AUTHENTICATION)
}

/// Whether a name is that of a proof of scope. A format of somebody's own, which extensions and arguments are in, writes
/// `scope_proof` or `parent-scope-proofs` for what a packet writes as `scopeProof`.
fn is_proof(name: &str) -> bool {
    let mut end =
        name.bytes().rev().filter(u8::is_ascii_alphanumeric).map(|b| b.to_ascii_lowercase()).peekable();
    if end.peek() == Some(&b's') {
        end.next();
    }
    b"scopeproof".iter().rev().all(|byte| end.next() == Some(*byte))
}

/// Neither nothing nor a yes or no.
fn is_something(place: Cursor<'_>) -> bool {
    place.as_bool().is_none() && place.kind() != crate::json::Kind::Null
}

/// Whether letters and digits of a text are one of these.
fn is_one_of(text: &str, known: &[&str]) -> bool {
    let plain = || text.bytes().filter(u8::is_ascii_alphanumeric).map(|b| b.to_ascii_lowercase());
    known.iter().any(|known| plain().eq(known.bytes()))
}

/// Hex or base64, and long enough: the signature of a function is none, nor is the MAC of a network card.
fn is_signature(place: Cursor<'_>) -> bool {
    let is_digit = |b: u8| b.is_ascii_alphanumeric() || b"+/=_-".contains(&b);
    place.as_str().is_some_and(|text| {
        text.len() >= SHORTEST && text.bytes().all(is_digit) && text.bytes().any(|b| b.is_ascii_digit())
    })
}
