//! The envelope: identity, source, recipient, retention, and the constants of an unsigned packet (Zephr, envelope table).

use super::Writer;
use crate::PRODUCER;
use crate::convert::options::CLIENT_KINDS;
use crate::convert::own::is_own_producer;
use crate::finding::{Code, Finding};
use crate::json::Cursor;
use crate::ledger::{Given, Id, Made, Slot};
use crate::mapping::oz;
use crate::syntax::time::Timestamp;

/// The name of an installation nobody vouches for; `sign` refuses it.
const UNATTESTED: &str = "unattested";
/// Days from export to review, when the option says nothing.
const REVIEW_DAYS: u32 = 30;

impl Writer<'_, '_> {
    /// Everything outside `content` that does not depend on it.
    pub(super) fn envelope(&mut self) -> Result<(), Vec<Finding>> {
        let root = self.b.root();
        self.b.make(oz::FORMAT, root, "format", Made::Words("zephr-continuity"));
        self.b.make(oz::FORMAT, root, "formatVersion", Made::Number(1));
        self.b.make(oz::FORMAT, root, "artifactKind", Made::Words("session-handoff"));
        self.b.make(oz::FORMAT, root, "canonicalizationProfile", Made::Words("ZCF-JSON-v1"));
        self.client(root);
        self.recipient(root);
        self.retention()?;
        let redaction = self.b.object(root, "redactionManifest");
        self.b.make(oz::REDACTION_POLICY, redaction, "policyId", Made::Words("none"));
        self.b.make(oz::REDACTION_POLICY, redaction, "policyVersion", Made::Words("1"));
        self.b.array_or_empty(oz::REDACTION_POLICY, redaction, "entries");
        self.b.object_or_empty(oz::NO_EXTENSIONS, root, "extensions");
        let authentication = self.b.object(root, "authentication");
        self.b.make(oz::UNSIGNED, authentication, "kind", Made::Words("unsigned"));
        Ok(())
    }

    /// `source`: the producer, agent and model as the client; a checkpoint names no installation and grants no scope.
    fn client(&mut self, root: Slot) {
        let source = self.source.get("source");
        let slot = self.b.object(root, "source");
        let installation = match &self.options.installation_key_id {
            Some(id) => Made::Given(id.clone()),
            None => Made::Words(UNATTESTED),
        };
        self.b.make(oz::INSTALLATION, slot, "installationKeyId", installation);
        self.b.array_or_empty(oz::SCOPE_REFS, slot, "scopeRefs");
        let client = self.b.object(slot, "client");
        let kind = self.options.client_kind.unwrap_or_else(|| recognised_client(source));
        self.b.make(oz::CLIENT_KIND, client, "kind", Made::Words(kind));
        let (producer, agent, model) = (source.get("producer"), source.get("agent"), source.get("model"));
        let own = is_own_producer(producer);
        if own && agent.is_object() && self.earlier.is_converted() {
            self.b.regenerated(oz::PRODUCER_OWN, producer.get("name"));
            self.b.regenerated(oz::PRODUCER_OWN, producer.get("version"));
        }
        for member in ["name", "version", "uri"] {
            if !self.b.is_read(producer.get(member)) {
                self.b.exact(oz::PRODUCER, client, member, producer.get(member));
            }
        }
        let parts: [(_, _, _, &[&'static str]); 2] = [
            (agent, "agent", oz::AGENT, &["name", "version"]),
            (model, "model", oz::MODEL, &["name", "provider", "version"]),
        ];
        for (object, name, rule, members) in parts {
            if !object.is_object() {
                continue;
            }
            let told = self.b.object(client, name);
            for member in members {
                self.b.exact(rule, told, member, object.get(member));
            }
        }
    }

    fn recipient(&mut self, root: Slot) {
        let slot = self.b.object(root, "recipientIntent");
        match &self.options.recipient {
            Some(id) => {
                self.b.make(oz::RECIPIENT, slot, "kind", Made::Words("recipient-bound"));
                self.b.make(oz::RECIPIENT, slot, "destinationInstallationKeyId", Made::Given(id.clone()));
            }
            None => self.b.make(oz::RECIPIENT, slot, "kind", Made::Words("unbound-local-import")),
        }
    }

    /// `retention`: exported now, or when the checkpoint was made; reviewed by then and the given days.
    fn retention(&mut self) -> Result<(), Vec<Finding>> {
        let created = self.source.get("created_at");
        let slot = self.retention;
        let exported = match &self.options.now {
            Some(now) => Made::Given(now.clone()),
            None => Made::Again(created),
        };
        let text = self.options.now.as_ref().map(Given::as_str).or(created.as_str()).unwrap_or_default();
        let days = self.options.review_by_days.unwrap_or(REVIEW_DAYS);
        let Some(review) = Timestamp::parse(text).ok().and_then(|time| time.plus_days_utc(days)) else {
            let finding = Finding::new(
                Code::ReviewByUncomputable,
                "/created_at",
                "no review date can be computed from this time",
            );
            return Err(vec![
                finding.expected("an RFC 3339 time of the calendar, before the year 9999").found(text),
            ]);
        };
        self.b.make(oz::EXPORTED_AT, slot, "exportedAt", exported);
        self.b.make(oz::RETENTION_POLICY, slot, "policyVersion", Made::Words("ocp-convert-1"));
        self.dates(&review);
        Ok(())
    }

    /// The evidence sources that stand for the checkpoint itself, its parent and its sessions.
    pub(super) fn source_entry(&mut self) {
        let (id, created_from) = (self.source.get("id"), self.source);
        self.source_id = self.ids.take(Id::fixed(super::SOURCE_CHECKPOINT));
        let slot = self.b.object(self.lists.sources, "");
        self.b.make(oz::SOURCE_ENTRY, slot, "id", Made::Id(self.source_id.clone()));
        self.b.make(oz::SOURCE_ENTRY, slot, "kind", Made::Words("opencheckpoint"));
        self.b.exact(oz::ID, slot, "uri", id);
        let locator = self.b.object(slot, "locator");
        self.b.make(oz::SOURCE_ENTRY, locator, "system", Made::Words(PRODUCER));
        self.b.make(oz::SOURCE_ENTRY, locator, "type", Made::Words("checkpoint"));
        self.b.exact(oz::ID, locator, "key", id);
        self.b.exact(oz::VERSION, slot, "revision", created_from.get("opencheckpoint"));
        let digest =
            crate::crypto::digest::sha256(&crate::canon::to_vec(self.source, crate::canon::Profile::Jcs));
        self.b.make(oz::SOURCE_ENTRY, slot, "digest", Made::Digest(digest));

        let parent = self.source.get("parent");
        if parent.is_object() {
            let slot = self.b.object(self.lists.sources, "");
            let id = self.ids.take(Id::fixed("parent-checkpoint"));
            self.b.make(oz::PARENT_ENTRY, slot, "id", Made::Id(id));
            self.b.make(oz::PARENT_ENTRY, slot, "kind", Made::Words("opencheckpoint"));
            self.b.exact(oz::PARENT_ID, slot, "uri", parent.get("id"));
            self.digest(oz::PARENT_DIGEST, slot, parent.get("digest"));
        }
        let handoff = self.b.object_or_empty(oz::SECTION, self.content, "sourceHandoff");
        for (session, number) in self.source.get("source").get("session_refs").items().zip(1..) {
            let slot = self.b.object(self.lists.sources, "");
            let id = self.ids.take(Id::numbered("session", number));
            self.b.make(oz::SESSION_ENTRY, slot, "id", Made::Id(id));
            self.b.make(oz::SESSION_ENTRY, slot, "kind", Made::Words("session"));
            let locator = self.b.object(slot, "locator");
            self.b.exact(oz::SESSION_PROTOCOL, locator, "system", session.get("protocol"));
            self.b.make(oz::SESSION_ENTRY, locator, "type", Made::Words("session"));
            self.b.exact(oz::SESSION_ID, locator, "key", session.get("id"));
            self.b.exact(oz::SESSION_EVENT, slot, "revision", session.get("event"));
            if number == 1 {
                self.b.exact(oz::SESSION_ID, handoff, "fromSessionId", session.get("id"));
            }
        }
    }
}

/// The host that the names in the source tell of, as whole words; `console` when they tell of none.
fn recognised_client(source: Cursor<'_>) -> &'static str {
    let names = ["agent", "producer"].map(|part| source.get(part).get("name").as_str().unwrap_or_default());
    for name in names {
        // Blanks around it, so that a word at either end has one on both sides.
        let words: String = [' '].into_iter().chain(name.chars()).chain([' ']).map(in_words).collect();
        let told = |kind: &&&str| {
            let whole = |(at, found): (usize, &str)| {
                words.get(..at).is_some_and(|front| front.ends_with('-'))
                    && words.get(at + found.len()..).is_some_and(|rest| rest.starts_with('-'))
            };
            **kind != "console" && words.match_indices(**kind).any(whole)
        };
        if let Some(kind) = CLIENT_KINDS.iter().find(told) {
            return kind;
        }
    }
    "console"
}

/// In small letters, with a hyphen for all that parts words.
fn in_words(c: char) -> char {
    if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }
}
