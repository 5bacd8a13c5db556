//! Objects: values of one object of the source stay together in the target, and what is tied to a claim stays tied.
//!
//! An object here is an element of an array: a statement, a belief, a draft. An object of the target belongs to the
//! object of the source whose id it bears, else to the one that all its values come from.

use std::collections::HashMap;

use super::{Audit, Places};
use crate::finding::{Code, Finding};
use crate::json::Cursor;
use crate::mapping::Direction;

/// Whose values an object of the target has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// It bears the id of this one.
    Named(u32),
    /// All its values come from this one.
    One(u32),
    /// From several.
    Many,
}

/// One landing between two objects.
struct Tie {
    entry: usize,
    landing: usize,
    from: u32,
    to: u32,
    told: bool,
}

/// The sections of a packet whose entries speak of a claim that stands elsewhere.
const ABOUT_CLAIMS: [&str; 2] = ["evidenceAnchors", "verification"];

impl<'t> Audit<'t> {
    /// `audit_mixed`, `audit_link`.
    pub(super) fn objects(&mut self) {
        let ties = self.ties();
        let mut origins: HashMap<u32, Origin> = HashMap::new();
        for tie in &ties {
            let rule = self.ledger.moved.get(tie.entry).map_or("", |m| m.rule.as_str());
            let named = !tie.told && self.rows.get(rule).is_some_and(|row| row.transform == "id");
            let known = origins.get(&tie.to).copied();
            let now = match known {
                Some(Origin::Named(_)) => continue,
                _ if named => Origin::Named(tie.from),
                None => Origin::One(tie.from),
                Some(Origin::One(from)) if from == tie.from => continue,
                Some(_) => Origin::Many,
            };
            origins.insert(tie.to, now);
        }
        for tie in &ties {
            if let Some(Origin::Named(owner)) = origins.get(&tie.to).copied() {
                let collection = |places: &Places<'t>, node| places.parent(node).map(Cursor::index);
                if owner != tie.from && collection(&self.source, owner) == collection(&self.source, tie.from)
                {
                    let message = "the value stands in the target's form of another object of the source";
                    let found = self.source.pointer(owner);
                    let at = format!("/moved/{}/to/{}/at", tie.entry, tie.landing);
                    self.find(Finding::new(Code::AuditMixed, at, message).found(super::excerpt(&found)));
                }
            }
        }
        match self.direction {
            Direction::OcpToZephr => self.links_to_packet(&ties, &origins),
            Direction::ZephrToOcp => self.links_to_checkpoint(&ties, &origins),
        }
    }

    /// Every landing from one object to another.
    fn ties(&self) -> Vec<Tie> {
        let mut out = Vec::new();
        for (i, entry) in self.ledger.moved.iter().enumerate() {
            let Some(from) = self.source.resolve(&entry.from).and_then(|c| object_of(&self.source, c)) else {
                continue;
            };
            for (j, landing) in entry.to.iter().enumerate() {
                let to = self.target.resolve(&landing.at).and_then(|c| object_of(&self.target, c));
                if let Some(to) = to {
                    let told = landing.fidelity == "narrated";
                    out.push(Tie { entry: i, landing: j, from, to, told });
                }
            }
        }
        out
    }

    /// A packet's anchors and verifications name the claim that the value they carry belongs to.
    fn links_to_packet(&mut self, ties: &[Tie], origins: &HashMap<u32, Origin>) {
        let claims = claims(self.target.root());
        for tie in ties {
            let about = self.target.cursor(tie.to);
            if !is_about_claims(&self.target, about) {
                continue;
            }
            let claim =
                self.target.member(about.index(), "claimRef").and_then(Cursor::as_str).unwrap_or_default();
            let named = claims.get(claim).map_or(&[][..], Vec::as_slice);
            let fits = named.iter().any(|node| match origins.get(node) {
                Some(Origin::Named(from) | Origin::One(from)) => *from == tie.from,
                Some(Origin::Many) | None => true,
            });
            if !fits {
                self.unlinked(tie, claim);
            }
            let moved = self.ledger.moved.get(tie.entry).map_or("", |m| m.from.as_str());
            let said = self.target.member(tie.to, "role").and_then(Cursor::as_str);
            if let (Some(said), Some(role)) = (said, role_of(moved))
                && said != role
            {
                self.unlinked(tie, said);
            }
        }
    }

    /// What a packet says of a claim lands on that claim's statement.
    fn links_to_checkpoint(&mut self, ties: &[Tie], origins: &HashMap<u32, Origin>) {
        let claims = claims(self.source.root());
        for tie in ties.iter().filter(|tie| !tie.told) {
            let about = self.source.cursor(tie.from);
            if !is_about_claims(&self.source, about) {
                continue;
            }
            let claim =
                self.source.member(about.index(), "claimRef").and_then(Cursor::as_str).unwrap_or_default();
            let landing = self.ledger.moved.get(tie.entry).and_then(|m| m.to.get(tie.landing));
            let said = self.source.member(tie.from, "role").and_then(Cursor::as_str);
            if let (Some(said), Some(role)) = (said, landing.and_then(|l| role_of(&l.at)))
                && said != role
            {
                self.unlinked(tie, said);
            }
            if let (Some(named), Some(Origin::Named(owner))) = (claims.get(claim), origins.get(&tie.to))
                && !named.contains(owner)
                && *owner != tie.from
            {
                self.unlinked(tie, claim);
            }
        }
    }

    fn unlinked(&mut self, tie: &Tie, claim: &str) {
        let message = "what belongs to one claim is tied to another";
        let at = format!("/moved/{}/to/{}/at", tie.entry, tie.landing);
        self.find(Finding::new(Code::AuditLink, at, message).found(super::excerpt(claim)));
    }
}

/// The object a value belongs to: of the array elements that hold it the innermost with an id, else the outermost.
pub(super) fn object_of(places: &Places<'_>, value: Cursor<'_>) -> Option<u32> {
    let mut at = value.index();
    let mut outermost = None;
    while let Some(parent) = places.parent(at) {
        if parent.is_array() {
            if ["id", "portableRef"].into_iter().any(|name| places.member(at, name).is_some()) {
                return Some(at);
            }
            outermost = Some(at);
        }
        at = parent.index();
    }
    outermost
}

/// The role of an anchor that stands for the reference at this place of a checkpoint.
fn role_of(checkpoint: &str) -> Option<&'static str> {
    let (object, last) = checkpoint.rsplit_once('/')?;
    match last {
        "target" | "record" => Some(if last == "target" { "target" } else { "record" }),
        "ref" if object.ends_with("/origin") => Some("origin"),
        _ if object.ends_with("/approval/evidence") => Some("approval"),
        _ if object.ends_with("/evidence") => Some("evidence"),
        _ => None,
    }
}

fn is_about_claims(places: &Places<'_>, element: Cursor<'_>) -> bool {
    let section = places.parent(element.index()).and_then(Cursor::name);
    section.is_some_and(|name| ABOUT_CLAIMS.contains(&name))
        && places.member(element.index(), "claimRef").is_some()
}

/// The capsule items and beliefs of a packet by what a claim reference calls them.
fn claims<'t>(packet: Cursor<'t>) -> HashMap<&'t str, Vec<u32>> {
    let mut out: HashMap<&'t str, Vec<u32>> = HashMap::new();
    let content = packet.get("content");
    let items = content.get("capsule").children().flat_map(Cursor::items).map(|item| (item.get("id"), item));
    let beliefs = content.get("beliefs").items().map(|belief| (belief.get("portableRef"), belief));
    for (id, item) in items.chain(beliefs) {
        if let Some(id) = id.as_str() {
            out.entry(id).or_default().push(item.index());
        }
    }
    out
}
