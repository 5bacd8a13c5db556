//! Made values: among the row's words, or recomputed where a stranger can recompute them.

use std::collections::HashSet;

use super::{Audit, lines, plain, quoted, shown};
use crate::canon::{self, Profile};
use crate::crypto::{digest, lp};
use crate::finding::{Code, Finding};
use crate::json::{Cursor, Tree};
use crate::mapping::{Direction, Row};
use crate::ocp::members::LOCAL_ID;
use crate::syntax::time::Timestamp;
use crate::zephr::manifest::{self, ManifestLayout};

/// No review is set further away than this: 400 years of days.
const MOST_DAYS: u32 = 146_097;

impl<'t> Audit<'t> {
    /// `audit_made_value`: a made value is what the row makes at its place; where the row does not go into places, one of
    /// its words or of one of its forms.
    pub(super) fn made(&mut self, at: &str, row: &'static Row, place: Cursor<'t>) {
        // A patch holds values of another document, ids among them that are none of this one.
        if self.residue.is_some_and(|residue| (residue.index()..residue.end()).contains(&place.index())) {
            return;
        }
        if !self.is_id_where_one_stands(place) {
            let finding = Finding::new(Code::AuditMadeValue, at, "a made id is a local id and nothing else");
            self.find(finding.expected(LOCAL_ID).found(shown(place)));
            return;
        }
        if self.is_about_a_rule(place) && !self.is_rule_line(place.as_str().unwrap_or_default()) {
            let finding =
                Finding::new(Code::AuditMadeValue, at, "a made line says what a rule of the table says");
            self.find(finding.found(shown(place)));
            return;
        }
        if !row.makes.is_empty() {
            self.fits_makes(at, row, place);
            return;
        }
        if row.values.is_empty() && row.form.is_empty() {
            return;
        }
        let text = plain(place);
        let word = row.values.iter().any(|(_, word)| *word == text);
        let form = row.form.iter().any(|form| lines::already_says(form, &text));
        if !word && !form {
            let message = format!("rule {} makes no such value", row.rule);
            let words: Vec<_> =
                row.values.iter().map(|(_, word)| *word).chain(row.form.iter().copied()).collect();
            let finding = Finding::new(Code::AuditMadeValue, at, message);
            self.find(finding.expected(words.join(" or ")).found(shown(place)));
        }
    }

    /// Whether a made text stands where a conversion says what its rules did.
    fn is_about_a_rule(&self, place: Cursor<'t>) -> bool {
        let list = self.target.parent(place.index()).and_then(|object| self.target.parent(object.index()));
        place.name() == Some("description") && list.is_some_and(|list| list.name() == Some("transformations"))
    }

    /// Whether a text is `ocp-convert 1: RULE: NOTE` of a row that the ledger has entries of.
    pub(super) fn is_rule_line(&self, text: &str) -> bool {
        let line = text.strip_prefix(super::omissions::OWN).and_then(|rest| rest.split_once(": "));
        line.is_some_and(|(rule, note)| {
            self.held.uses(rule) && self.rows.get(rule).is_some_and(|row| row.note == note)
        })
    }

    /// A made id, or the local part of a made portable reference, leaves no room for words.
    fn is_id_where_one_stands(&self, place: Cursor<'t>) -> bool {
        let in_list = self.target.parent(place.index()).and_then(|object| self.target.parent(object.index()));
        let text = place.as_str().unwrap_or_default();
        let local = match place.name() {
            Some("id") if in_list.is_some_and(Cursor::is_array) => text,
            Some("portableRef") => text.rsplit_once('#').map_or(text, |(_, local)| local),
            _ => return true,
        };
        is_local_id(local)
    }

    /// `audit_computed_value`: digests, ids, nonce, root and review date are what their definition gives.
    pub(super) fn computed_values(&mut self) {
        let entries = self.ledger.synthesized.iter();
        let made: HashSet<u32> =
            entries.filter_map(|entry| Some(self.target.resolve(&entry.at)?.index())).collect();
        let root = self.target.root();
        let residue = self.residue.map(|residue| self.residue_part(residue).index());
        let mark = self.residue_mark();
        let source_digest = digest::sha256_hex(&canon::to_vec(self.source.root(), Profile::Jcs));
        match self.direction {
            Direction::OcpToZephr => {
                let hash =
                    format!("sha256:{}", hex::encode(manifest::root_bytes(root, &ManifestLayout::PINNED)));
                self.computed(root.get("manifest").get("rootHash"), &hash);
                let nonce = root.get("packet").get("nonce");
                if made.contains(&nonce.index()) {
                    let later: Vec<_> =
                        [nonce.index(), root.get("manifest").index()].into_iter().chain(residue).collect();
                    let bytes = derived("nonce", root.tree(), &later, mark);
                    self.computed(nonce, &hex::encode(bytes.get(..16).unwrap_or_default()));
                }
                for entry in root.get("content").get("evidenceSources").items() {
                    let place = entry.get("digest");
                    if made.contains(&place.index()) {
                        self.computed(place, &format!("sha256:{source_digest}"));
                    }
                }
                let sources = root.get("content").get("evidenceSources");
                let own = format!("sha256:{source_digest}");
                let own = sources.items().find(|entry| entry.get("digest").as_str() == Some(&own));
                let own = own.and_then(|entry| entry.get("id").as_str()).unwrap_or_default();
                for belief in root.get("content").get("beliefs").items() {
                    let place = belief.get("sourceId");
                    if made.contains(&place.index()) {
                        self.computed(place, own);
                    }
                }
                self.review_date(root.get("retention"), &made);
            }
            Direction::ZephrToOcp => {
                let id = root.get("id");
                if made.contains(&id.index()) {
                    let later: Vec<_> = [id.index()].into_iter().chain(residue).collect();
                    self.computed(id, &uuid(derived("id", root.tree(), &later, mark)));
                }
                let inputs = root.get("derivation").get("inputs").items();
                for entry in inputs.chain(root.get("resources").items()) {
                    let place = entry.get("digest").get("value");
                    if made.contains(&place.index()) {
                        self.computed(entry.get("digest").get("algorithm"), "sha-256");
                        self.computed(place, &source_digest);
                    }
                }
            }
        }
        self.check_residue(&source_digest);
    }

    pub(super) fn computed(&mut self, place: Cursor<'t>, expected: &str) {
        if place.as_str() != Some(expected) {
            let at = if place.exists() { self.target.pointer(place.index()) } else { String::new() };
            let message = "the value is not what its definition gives";
            let finding = Finding::new(Code::AuditComputedValue, at, message);
            self.find(finding.expected(quoted(expected)).found(shown(place)));
        }
    }

    /// A made review date is whole days after the export, written in UTC.
    fn review_date(&mut self, retention: Cursor<'t>, made: &HashSet<u32>) {
        let (exported, review) = (retention.get("exportedAt"), retention.get("reviewBy"));
        // A packet that expires first wants no review after that.
        let expiry = retention.get("expiresAt");
        let at_expiry = expiry.as_str().is_some() && expiry.as_str() == review.as_str();
        if at_expiry || !made.contains(&review.index()) {
            return;
        }
        let export = exported.as_str().and_then(|text| Timestamp::parse(text).ok());
        let due = review.as_str().and_then(|text| Timestamp::parse(text).ok());
        let Some((export, due)) = export.zip(due) else {
            self.computed(review, "a time some days after exportedAt");
            return;
        };
        // The first number of days that reaches the date must hit it.
        let (mut low, mut high) = (0, MOST_DAYS);
        while low < high {
            let middle = low + (high - low) / 2;
            let reached = export.plus_days_utc(middle);
            let reached =
                reached.as_deref().is_none_or(|text| Timestamp::parse(text).is_ok_and(|time| time >= due));
            if reached { high = middle } else { low = middle + 1 }
        }
        let nearest = export.plus_days_utc(low).unwrap_or_default();
        self.computed(review, &nearest);
    }
}

/// Whether a text is a local id, which leaves no room for words (OCP 4.1).
pub(super) fn is_local_id(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphanumeric())
        && bytes.len() < 128
        && bytes.all(|b| b.is_ascii_alphanumeric() || b"._:-".contains(&b))
}

/// Profile 1, section 8: the digest of a document without the members that depend on it, then the mark of a residue.
fn derived(name: &str, tree: &Tree<'_>, without: &[u32], mark: &[&[u8]]) -> [u8; 32] {
    let mut bytes = lp::concat(&[format!("ocp-convert/1/{name}").as_bytes()]);
    let rest = lacking(tree, without);
    lp::push(&mut bytes, &canon::to_vec(rest.root(), Profile::Jcs));
    bytes.extend(lp::concat(mark));
    digest::sha256(&bytes)
}

/// The document without some of its subtrees.
pub(super) fn lacking<'d>(tree: &Tree<'d>, without: &[u32]) -> Tree<'d> {
    let mut gone = vec![false; tree.len()];
    for root in without {
        let end = tree.cursor(*root).end() as usize;
        gone.get_mut(*root as usize..end).unwrap_or_default().fill(true);
    }
    // How many nodes are left before each.
    let mut left = Vec::with_capacity(tree.len() + 1);
    let mut count = 0_u32;
    for gone in &gone {
        left.push(count);
        count += u32::from(!*gone);
    }
    left.push(count);
    let kept = tree.nodes.iter().zip(&gone).filter(|(_, gone)| !**gone);
    let nodes = kept.map(|(node, _)| {
        let mut node = *node;
        node.end = left.get(node.end as usize).copied().unwrap_or(count);
        node
    });
    tree.with_nodes(nodes.collect())
}

/// RFC 9562, 5.8: the first 16 bytes as a UUID of version 8.
fn uuid(digest: [u8; 32]) -> String {
    let hex: String = digest
        .iter()
        .take(16)
        .enumerate()
        .map(|(i, byte)| match i {
            6 => format!("{:02x}", byte & 0x0F | 0x80),
            8 => format!("{:02x}", byte & 0x3F | 0x80),
            _ => format!("{byte:02x}"),
        })
        .collect();
    let mut out = "urn:uuid".to_owned();
    let mut rest = hex.as_str();
    for (i, length) in [8, 4, 4, 4, 12].into_iter().enumerate() {
        let (part, after) = rest.split_at_checked(length).unwrap_or_default();
        out.push(if i == 0 { ':' } else { '-' });
        out.push_str(part);
        rest = after;
    }
    out
}
