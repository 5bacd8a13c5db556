//! The envelope: constants, identity, the client, and the one line with the facts a checkpoint has no member for.

use super::classify::text_of;
use super::plan::entries;
use super::work::Work;
use crate::PRODUCER;
use crate::canon::{self, Profile};
use crate::convert::lines::clean;
use crate::convert::options::CLIENT_KINDS;
use crate::convert::own::is_own_producer;
use crate::convert::wording::SOURCE_PACKET;
use crate::crypto::digest;
use crate::json::Cursor;
use crate::ledger::{Line, Made, Slot};
use crate::mapping::zo;
use crate::syntax::uri::{is_absolute_uri, userinfo};

/// What this tool writes at a place of its own packets.
#[derive(Clone, Copy, Debug)]
enum Own<'t> {
    /// Nothing.
    Never,
    /// One of these words.
    Of(&'t [&'t str]),
    /// What stands elsewhere in the packet.
    Again(Option<&'t str>),
    /// A nonce: 32 hexadecimal digits.
    Nonce,
}

impl Own<'_> {
    /// Whether this tool could have written `text`. Anything else is somebody's own, also in a packet that says it is ours.
    fn writes(self, text: &str) -> bool {
        match self {
            Self::Never => false,
            Self::Of(words) => words.contains(&text),
            Self::Again(other) => other == Some(text),
            Self::Nonce => text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')),
        }
    }
}

/// The version this tool gives as a producer.
const VERSION: &str = env!("CARGO_PKG_VERSION");

impl<'s> Work<'s, '_> {
    pub(super) fn envelope(&mut self) {
        self.constants();
        self.identity();
        self.client();
        self.sessions();
        self.facts();
    }

    fn constants(&mut self) {
        let packet = self.packet;
        for (at, words) in [
            (packet.get("format"), &["zephr-continuity"][..]),
            (packet.get("artifactKind"), &["session-handoff", "continuity-archive"]),
            (packet.get("canonicalizationProfile"), &["ZCF-JSON-v1"]),
        ] {
            if at.as_str().is_some_and(|text| words.contains(&text)) {
                self.b.placed(zo::CONSTANT, at, self.derivation);
            }
        }
        for at in [packet.get("formatVersion"), packet.get("packet").get("generation")] {
            if at.as_number().and_then(crate::json::Number::as_i64) == Some(1) {
                self.b.placed(zo::CONSTANT, at, self.derivation);
            }
        }
    }

    /// Version, time, the packet as the input the checkpoint derives from and as the resource to recover from.
    fn identity(&mut self) {
        let root = self.b.root();
        self.b.make(zo::VERSION, root, "opencheckpoint", Made::Words("0.1"));
        let created = self.packet.get("packet").get("createdAt");
        match self.now {
            Some(now) => self.b.make(zo::NOW, root, "created_at", Made::Given(now.clone())),
            None => self.b.exact(zo::CREATED_AT, root, "created_at", created),
        }
        self.b.make(zo::METHOD, self.derivation, "method", Made::Words("converted"));
        let hash = digest::sha256(&canon::to_vec(self.packet, Profile::Jcs));
        let inputs = self.b.array(self.derivation, "inputs");
        let input = self.b.object(inputs, "");
        self.b.make(zo::INPUT, input, "type", Made::Words("document"));
        let id = self.packet.get("packet").get("id");
        if id.exists() {
            self.said(zo::PACKET_ID, input, "id", id);
        } else {
            self.b.make(zo::INPUT, input, "id", Made::Words(crate::convert::wording::NO_RECORD));
        }
        let value = self.b.object(input, "digest");
        self.b.make(zo::INPUT, value, "algorithm", Made::Words("sha-256"));
        self.b.make(zo::INPUT, value, "value", Made::Hex32(hash));

        let slot = self.entry("resources");
        self.b.make(zo::SOURCE_PACKET, slot, "id", Made::Id(self.source_packet.clone()));
        self.b.make(zo::SOURCE_PACKET, slot, "kind", Made::Words("other"));
        if clean(id).is_some_and(|text| is_absolute_uri(text) && userinfo(text).is_none()) {
            self.b.make(zo::SOURCE_PACKET, slot, "uri", Made::Again(id));
        }
        let locator = self.b.object(slot, "locator");
        self.b.make(zo::SOURCE_PACKET, locator, "system", Made::Words(PRODUCER));
        self.b.make(zo::SOURCE_PACKET, locator, "type", Made::Words("packet"));
        match clean(id) {
            Some(_) => self.b.make(zo::SOURCE_PACKET, locator, "key", Made::Again(id)),
            None => self.b.make(zo::SOURCE_PACKET, locator, "key", Made::Digest(hash)),
        }
        let value = self.b.object(slot, "digest");
        self.b.make(zo::SOURCE_PACKET, value, "algorithm", Made::Words("sha-256"));
        self.b.make(zo::SOURCE_PACKET, value, "value", Made::Hex32(hash));
    }

    /// `source`: this tool as the producer; the client's agent, or the client itself, as the agent.
    fn client(&mut self) {
        let root = self.b.root();
        let source = self.b.object(root, "source");
        let producer = self.b.object(source, "producer");
        self.b.make(zo::PRODUCER, producer, "name", Made::Words(PRODUCER));
        self.b.make(zo::PRODUCER, producer, "version", Made::Words(VERSION));
        let client = self.packet.get("source").get("client");
        let again = self.ours && is_own_producer(client);
        if again {
            for name in ["name", "version"] {
                self.b.regenerated(zo::PRODUCER_AGAIN, client.get(name));
            }
        }
        let uri = client.get("uri");
        if uri.as_str().is_some_and(|text| userinfo(text).is_some()) && !self.b.is_read(uri) {
            self.b.omit(zo::CREDENTIALS, uri);
        }
        let agent = client.get("agent");
        if clean(agent).is_some() {
            let slot = self.b.object(source, "agent");
            self.b.exact(zo::AGENT, slot, "name", agent);
        } else if clean(agent.get("name")).is_some() {
            let slot = self.b.object(source, "agent");
            self.b.exact(zo::AGENT, slot, "name", agent.get("name"));
            self.plain(zo::AGENT_VERSION, slot, "version", agent.get("version"));
        } else if !again && clean(client.get("name")).is_some() {
            let slot = self.b.object(source, "agent");
            self.b.exact(zo::AGENT, slot, "name", client.get("name"));
            self.plain(zo::AGENT_VERSION, slot, "version", client.get("version"));
        } else if !again && clean(client.get("kind")).is_some() {
            let slot = self.b.object(source, "agent");
            self.b.exact(zo::AGENT, slot, "name", client.get("kind"));
        }
        let model = client.get("model");
        if clean(model).is_some() {
            let slot = self.b.object(source, "model");
            self.b.exact(zo::MODEL, slot, "name", model);
        } else if clean(model.get("name")).is_some() {
            let slot = self.b.object(source, "model");
            for member in ["name", "provider", "version"] {
                self.plain(zo::MODEL, slot, member, model.get(member));
            }
        }
    }

    /// `source.session_refs`: session records nothing else refers to, and the session the work came from.
    fn sessions(&mut self) {
        let root = self.b.root();
        let source = self.b.ensure_object(root, "source");
        let mut known = Vec::new();
        let records: Vec<_> = self
            .plan
            .objects
            .iter()
            .filter(|o| o.place == super::classify::Place::Session)
            .cloned()
            .collect();
        for (number, record) in (1..).zip(&records) {
            let list = self.b.ensure_array(source, "session_refs");
            let slot = self.b.object(list, "");
            let locator = record.at.get("locator");
            self.b.exact(zo::SESSION, slot, "protocol", locator.get("system"));
            self.b.exact(zo::SESSION, slot, "id", locator.get("key"));
            self.b.exact(zo::SESSION, slot, "event", record.at.get("revision"));
            for at in [record.at.get("kind"), locator.get("type")] {
                self.b.placed(zo::SESSION_PLACED, at, slot);
            }
            if crate::convert::ids::is_numbered(record.name, "session", number) {
                self.b.placed(zo::SESSION_PLACED, record.name, slot);
            } else {
                self.b.omit(zo::ENTRY_ID, record.name);
            }
            known.push(locator.get("key").as_str());
        }
        let from = self.content.get("sourceHandoff").get("fromSessionId");
        let Some(id) = clean(from) else { return };
        if known.contains(&Some(id)) {
            self.b.placed(zo::OWN_FACT, from, source);
        } else if known.is_empty() && !id.is_empty() {
            let list = self.b.ensure_array(source, "session_refs");
            let slot: Slot = self.b.object(list, "");
            self.b.make(zo::PROTOCOL, slot, "protocol", Made::Words("zephr"));
            self.b.exact(zo::SESSION_FROM, slot, "id", from);
        }
    }

    /// The `[source packet]` line. Of a packet this tool wrote, what it writes into every packet is implied; the rest
    /// is left out with an entry when the packet already carries a line that says just this.
    fn facts(&mut self) {
        let (packet, source) = (self.packet.get("packet"), self.packet.get("source"));
        let (client, intent) = (source.get("client"), self.packet.get("recipientIntent"));
        let (retention, policy) = (self.packet.get("retention"), self.packet.get("redactionManifest"));
        let handoff = self.content.get("sourceHandoff");
        let created = packet.get("createdAt").as_str();
        let exported = retention.get("exportedAt");
        // Words, place, and what this tool writes there.
        let facts: [(&'static str, Cursor<'s>, Own<'_>); 21] = [
            ("created at ", packet.get("createdAt"), Own::Never),
            ("intent ", packet.get("intent"), Own::Of(&["continue-task"])),
            ("nonce ", packet.get("nonce"), Own::Nonce),
            ("installation key ", source.get("installationKeyId"), Own::Of(&["unattested"])),
            ("scope ", source.get("scopeRefs"), Own::Never),
            ("client kind ", client.get("kind"), Own::Of(&CLIENT_KINDS)),
            ("client name ", client.get("name"), Own::Never),
            ("client version ", client.get("version"), Own::Never),
            ("client uri ", client.get("uri"), Own::Never),
            ("recipient intent ", intent.get("kind"), Own::Of(&["unbound-local-import"])),
            ("destination installation key ", intent.get("destinationInstallationKeyId"), Own::Never),
            ("exported at ", exported, Own::Again(created)),
            ("retention policy ", retention.get("policyVersion"), Own::Of(&["ocp-convert-1"])),
            ("redaction policy ", policy.get("policyId"), Own::Of(&["none"])),
            ("redaction policy version ", policy.get("policyVersion"), Own::Of(&["1"])),
            (
                "capture quality ",
                self.capsule.get("captureQuality"),
                Own::Of(&["complete", "partial", "degraded"]),
            ),
            ("lifecycle coverage ", self.capsule.get("lifecycleCoverage"), Own::Of(&["derived"])),
            ("from session ", handoff.get("fromSessionId"), Own::Never),
            ("to session ", handoff.get("toSessionId"), Own::Never),
            ("worktree ", handoff.get("worktreeId"), Own::Never),
            ("checkpoint beliefs ", handoff.get("checkpointBeliefIds"), Own::Never),
        ];
        let mut told = Vec::new();
        for (words, at, own) in facts {
            let empty_list = at.is_leaf() && (at.is_array() || at.is_object());
            if !at.exists() || empty_list || at.leaves().any(|leaf| self.b.is_read(leaf)) {
                continue;
            }
            if self.ours && at.as_str().is_some_and(|text| own.writes(text)) {
                self.b.placed(zo::OWN_FACT, at, self.derivation);
            } else {
                told.push((words, at));
            }
        }
        if told.is_empty() {
            return;
        }
        let tell = |line: &mut Line<'s>| {
            line.say(SOURCE_PACKET);
            let mut join = " ";
            for (words, at) in &told {
                line.say(join).say(words).quote(zo::PACKET_FACT, *at);
                join = "; ";
            }
        };
        let mut anew = Line::default();
        tell(&mut anew);
        let says = |item| text_of(item, "text").as_str() == Some(anew.so_far());
        if self.ours && entries(self.capsule.get("limitations")).any(says) {
            for (_, at) in told {
                self.b.omit(zo::PACKET_FACT_LOST, at);
            }
            return;
        }
        let slot = self.transformation();
        self.b.line(slot, "description", tell);
    }
}
