//! Evidence sources, changed files and archive references: the resources of the checkpoint.

use super::classify::{Place, Section};
use super::plan::{Object, is_own};
use super::work::{Work, one_of};
use crate::convert::lines::clean;
use crate::json::Cursor;
use crate::ledger::{Made, Slot, Transform};
use crate::mapping::{Rule, zo};
use crate::ocp::members::EXCERPT_MAX;
use crate::syntax::uri::userinfo;

/// The kinds of resource that a checkpoint lists (OCP 6.4).
const KINDS: [&str; 11] = [
    "file",
    "repository",
    "document",
    "record",
    "business_object",
    "web_page",
    "artifact",
    "tool_output",
    "dataset",
    "message",
    "other",
];

impl<'s> Work<'s, '_> {
    pub(super) fn resources(&mut self) {
        for index in 0..self.plan.objects.len() {
            let Some(object) = self.plan.objects.get(index).cloned() else { continue };
            let mark = self.b.mark();
            match (object.place, object.section) {
                (Place::Resource, Section::Source) => self.evidence_source(&object),
                (Place::Resource, Section::File) => self.changed_file(&object),
                (Place::Resource, Section::Archive) => self.archive(&object),
                (Place::Own, _) => self.b.regenerated(zo::OWN_SOURCE, object.at),
                _ => continue,
            }
            self.concerns(mark, object.id.as_ref());
        }
    }

    fn evidence_source(&mut self, object: &Object<'s>) {
        let (at, slot) = (object.at, self.entry("resources"));
        self.id(zo::SOURCE_ID, slot, object.name, object.id.as_ref());
        self.kind_and_title(slot, at);
        self.said(zo::SOURCE_DESCRIPTION, slot, "description", at.get("description"));
        let found = self.uri(zo::SOURCE_URI, slot, at.get("uri"));
        if !self.locator(slot, at.get("locator")) && !found {
            self.stand_in(slot, at.get("kind"), "evidence-source", object);
        }
        self.said(zo::SOURCE_REVISION, slot, "revision", at.get("revision"));
        self.digest(zo::SOURCE_DIGEST, slot, at.get("digest"));
        self.said(zo::SOURCE_MEDIA_TYPE, slot, "media_type", at.get("mediaType"));
        self.past(zo::SOURCE_OBSERVED, slot, "observed_at", at.get("observedAt"));
        let availability = at.get("availability");
        if one_of(&["available", "unavailable", "unknown"], availability.as_str()).is_some() {
            self.b.exact(zo::SOURCE_AVAILABILITY, slot, "availability", availability);
        }
        self.said(zo::SOURCE_RESOLVER, slot, "resolver", at.get("resolver"));
        let excerpt = at.get("excerpt");
        if clean(excerpt).is_some_and(|text| text.chars().count() <= EXCERPT_MAX as usize) {
            self.b.exact(zo::SOURCE_EXCERPT, slot, "excerpt", excerpt);
        }
        let sensitivity = at.get("sensitivity");
        let holds = |place: Cursor<'_>| {
            let name = place.name().is_some_and(|name| name.contains(crate::json::is_noncharacter));
            name || (place.as_str().is_some() && clean(place).is_none())
        };
        if sensitivity.exists() && !sensitivity.subtree().any(holds) {
            self.b.copy(zo::SOURCE_SENSITIVITY, slot, "sensitivity", sensitivity);
        }
    }

    /// `kind` where a checkpoint lists it; any other stands in the title.
    fn kind_and_title(&mut self, slot: Slot, at: Cursor<'s>) {
        let (kind, title) = (at.get("kind"), at.get("title"));
        if is_own(at) && self.b.coded(zo::OWN_KIND, slot, "kind", kind) {
            self.said(zo::SOURCE_TITLE, slot, "title", title);
            return;
        }
        if one_of(&KINDS, kind.as_str()).is_some() {
            self.b.exact(zo::SOURCE_KIND, slot, "kind", kind);
            self.said(zo::SOURCE_TITLE, slot, "title", title);
            return;
        }
        if !kind.exists() {
            self.said(zo::SOURCE_TITLE, slot, "title", title);
            return;
        }
        self.b.make(zo::RESOURCE_KIND, slot, "kind", Made::Words("other"));
        self.b.line(slot, "title", |line| {
            line.say("[kind ").quote(zo::SOURCE_KIND_TOLD, kind).say("]");
            if clean(title).is_some() {
                line.say(" ").cite(zo::SOURCE_TITLE, title);
            } else if title.exists() {
                line.say(" ").quote(zo::SOURCE_TITLE, title);
            }
        });
    }

    /// A URI that names something and carries no credentials (OCP-S008). Tells whether it stands.
    fn uri(&mut self, rule: Rule, slot: Slot, uri: Cursor<'s>) -> bool {
        let Some(text) = clean(uri).filter(|text| !text.is_empty()) else { return false };
        if userinfo(text).is_some() {
            self.b.omit(zo::CREDENTIALS, uri);
            return false;
        }
        self.b.exact(rule, slot, "uri", uri);
        true
    }

    /// A locator with all three parts. Tells whether it stands.
    fn locator(&mut self, slot: Slot, locator: Cursor<'s>) -> bool {
        let parts = ["system", "type", "key"];
        if !parts.iter().all(|part| clean(locator.get(part)).is_some()) {
            return false;
        }
        let out = self.b.object(slot, "locator");
        for part in parts {
            self.b.exact(zo::SOURCE_LOCATOR, out, part, locator.get(part));
        }
        true
    }

    /// A locator for what has neither a URI nor one of its own: its kind and its id in the packet.
    pub(super) fn stand_in(
        &mut self,
        slot: Slot,
        kind: Cursor<'s>,
        otherwise: &'static str,
        object: &Object<'s>,
    ) {
        let locator = self.b.object(slot, "locator");
        self.b.make(zo::LOCATOR, locator, "system", Made::Words("zephr"));
        match clean(kind) {
            Some(_) => self.b.make(zo::LOCATOR, locator, "type", Made::Again(kind)),
            None => self.b.make(zo::LOCATOR, locator, "type", Made::Words(otherwise)),
        }
        match (clean(object.name), &object.id) {
            (Some(_), _) => self.b.make(zo::LOCATOR, locator, "key", Made::Again(object.name)),
            (None, Some(id)) => self.b.make(zo::LOCATOR, locator, "key", Made::Id(id.clone())),
            (None, None) => {}
        }
    }

    /// A digest in one of the forms that come back as they were.
    fn digest(&mut self, rule: Rule, slot: Slot, digest: Cursor<'s>) {
        let Some((algorithm, value)) = clean(digest).and_then(|text| text.split_once(':')) else { return };
        let lower = |b: u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
        let fits = match algorithm {
            "sha256" => value.len() == 64 && value.bytes().all(lower),
            "sha-256" | "" => false,
            _ => !value.is_empty(),
        };
        if fits {
            self.b.transcoded(rule, slot, "digest", digest, Transform::DigestToOcp);
        }
    }

    fn changed_file(&mut self, object: &Object<'s>) {
        let (at, slot) = (object.at, self.entry("resources"));
        self.b.make(zo::RESOURCE_KIND, slot, "kind", Made::Words("file"));
        let locator = self.b.object(slot, "locator");
        self.b.make(zo::LOCATOR, locator, "system", Made::Words("worktree"));
        self.b.make(zo::LOCATOR, locator, "type", Made::Words("file"));
        let path = super::classify::text_of(at, "path");
        self.text(zo::FILE_PATH, locator, "key", path, at);
        self.id(zo::SOURCE_ID, slot, self.nothing(), object.id.as_ref());
        let change = at.get("changeKind");
        if path.exists() && change.exists() {
            self.b.line(slot, "title", |line| {
                line.say("changed file: ").quote(zo::FILE_CHANGE, change);
            });
        }
    }

    fn archive(&mut self, object: &Object<'s>) {
        let (at, slot) = (object.at, self.entry("resources"));
        self.id(zo::ARCHIVE_ID, slot, object.name, object.id.as_ref());
        self.b.make(zo::RESOURCE_KIND, slot, "kind", Made::Words("artifact"));
        self.said(zo::ARCHIVE_TITLE, slot, "title", at.get("title"));
        if !self.uri(zo::ARCHIVE_URI, slot, at.get("uri")) {
            self.stand_in(slot, self.nothing(), "archive", object);
        }
        self.digest(zo::ARCHIVE_DIGEST, slot, at.get("digest"));
    }
}
