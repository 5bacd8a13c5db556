//! The two conversions, and the means to tell one lie about them. Canonical bytes, digests and roots are computed here
//! by other crates than the project's own code uses for them.

use ocp_convert::audit::{audit_against, read_ledger};
use ocp_convert::finding::Code;
use ocp_convert::json::{Limits, read};
use ocp_convert::mapping::{self, Line, Row};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::tables::{LINES, ROWS};

/// A conversion: source, target, ledger.
#[derive(Clone)]
pub struct Case {
    pub source: Value,
    pub target: Value,
    pub ledger: Value,
}

fn jcs(value: &Value) -> Vec<u8> {
    serde_json_canonicalizer::to_vec(value).unwrap()
}

fn hex_digest(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

fn prefixed(parts: &[&[u8]]) -> Vec<u8> {
    parts.iter().flat_map(|p| [&u32::try_from(p.len()).unwrap().to_be_bytes()[..], p].concat()).collect()
}

/// `RULE FROM CLASS [AT=AS …]` a line.
fn moved(lines: &str) -> Value {
    let entry = |line: &str| {
        let mut words = line.split_whitespace();
        let (rule, from, class) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
        let landings = words.map(|w| w.split_once('=').unwrap());
        let to: Vec<_> = landings.map(|(at, class)| json!({"at": at, "as": class})).collect();
        json!({"rule": rule, "from": from, "fidelity": class, "to": to})
    };
    lines.trim().lines().map(entry).collect()
}

/// `RULE PLACE` a line.
fn others(lines: &str, place: &str) -> Value {
    let entry = |line: &str| {
        let (rule, at) = line.trim().split_once(' ').unwrap();
        let mut entry = json!({"rule": rule, "reason": "why"});
        entry[place] = json!(at);
        if place == "from" {
            entry["status"] = json!("dropped");
        }
        entry
    };
    lines.trim().lines().map(entry).collect()
}

impl Case {
    /// From a checkpoint to a packet.
    pub fn to_packet() -> Self {
        let source = json!({
            "opencheckpoint": "0.1", "id": "cp", "created_at": "2026-01-02T03:04:05Z",
            "source": {"producer": {"name": "ocp-convert"}},
            "task": {"objective": "go", "status": "blocked"},
            "progress": {"next": []},
            "statements": [
                {"id": "s1", "kind": "decision", "text": "use A", "status": "retracted", "evidence": ["r1"]},
                {"id": "s2", "kind": "decision", "text": "use B", "verification": {"state": "verified"},
                    "superseded_by": "s1"}],
            "resources": [{"id": "r1", "digest": {"algorithm": "sha-256", "value": "ab"}}],
            "application_context": [{"view": {"x": 1, "y": []}}],
            "extra": true
        });
        let target = json!({
            "format": "zephr-continuity", "formatVersion": 1,
            "packet": {"id": "cp", "createdAt": "2026-01-02T03:04:05Z"},
            "content": {
                "capsule": {"objective": "go", "limitations": [{"text": "[task status: blocked]"}],
                    "decisions": [{"id": "s2", "text": "use B"}]},
                "beliefs": [{"portableRef": "cp#s1", "content": "[retracted decision] use A",
                    "reviewState": "rejected"}],
                "evidenceSources": [{"id": "r1", "digest": "sha256:ab", "revision": "0.1",
                    "title": "replaced by \"cp#s1\""}],
                "evidenceAnchors": [{"claimRef": "cp#s1", "sourceRef": "r1"}],
                "verification": [{"claimRef": "s2", "state": "unverified"}]},
            "omissionManifest": {"entries": [
                {"status": "dropped", "reason": "OZ-application", "sourcePointers": ["/application_context"]},
                {"status": "dropped", "reason": "OZ-undefined", "sourcePointers": ["/extra"]}]},
            "retention": {"exportedAt": "2026-01-02T03:04:05Z", "reviewBy": "2026-02-01T03:04:05Z"},
            "manifest": {}
        });
        let moved = moved(
            "OZ-version /opencheckpoint exact /content/evidenceSources/0/revision=exact
             OZ-id /id exact /packet/id=exact
             OZ-created /created_at exact /packet/createdAt=exact
             OZ-own /source/producer/name regenerated
             OZ-objective /task/objective exact /content/capsule/objective=exact
             OZ-task /task/status narrated /content/capsule/limitations/0/text=narrated
             OZ-empty /progress/next structural /content=structural
             OZ-belief-id /statements/0/id transcoded /content/beliefs/0/portableRef=transcoded
             OZ-kind-told /statements/0/kind narrated /content/beliefs/0/content=narrated
             OZ-text-told /statements/0/text narrated /content/beliefs/0/content=narrated
             OZ-ended /statements/0/status transcoded /content/beliefs/0/content=narrated \
                 /content/beliefs/0/reviewState=transcoded
             OZ-evidence /statements/0/evidence/0 exact /content/evidenceAnchors/0/sourceRef=exact
             OZ-item-id /statements/1/id exact /content/capsule/decisions/0/id=exact
             OZ-kind /statements/1/kind structural /content/capsule/decisions/0=structural
             OZ-text /statements/1/text exact /content/capsule/decisions/0/text=exact
             OZ-verified /statements/1/verification/state demoted /content/verification/0/state=transcoded
             OZ-replaced /statements/1/superseded_by narrated /content/evidenceSources/0/title=narrated
             OZ-item-id /resources/0/id exact /content/evidenceSources/0/id=exact
             OZ-digest /resources/0/digest/algorithm transcoded /content/evidenceSources/0/digest=transcoded
             OZ-digest /resources/0/digest/value transcoded /content/evidenceSources/0/digest=transcoded",
        );
        let omitted = others(
            "OZ-application /application_context/0/view/x
             OZ-application /application_context/0/view/y
             OZ-undefined /extra",
            "from",
        );
        let made = others(
            "OZ-format /format
             OZ-format /formatVersion
             OZ-nonce /packet/nonce
             OZ-link /content/evidenceAnchors/0/claimRef
             OZ-link /content/verification/0/claimRef
             OZ-listed /omissionManifest/entries/0/status
             OZ-listed /omissionManifest/entries/0/reason
             OZ-listed /omissionManifest/entries/0/sourcePointers/0
             OZ-listed /omissionManifest/entries/1/status
             OZ-listed /omissionManifest/entries/1/reason
             OZ-listed /omissionManifest/entries/1/sourcePointers/0
             OZ-dates /retention/exportedAt
             OZ-dates /retention/reviewBy
             OZ-root /manifest/rootHash",
            "at",
        );
        // Counted by hand in the two documents above.
        let summary = json!({"sourceLeaves": 23, "exact": 8, "transcoded": 4, "structural": 2, "narrated": 4,
            "demoted": 1, "regenerated": 1, "omitted": 3, "targetLeaves": 29, "synthesized": 14});
        let head = |format: &str, version: &str| json!({"format": format, "version": version, "digest": ""});
        let ledger = json!({"ledgerVersion": 1, "profileVersion": 1, "mappingVersion": 1,
            "direction": "ocp-to-zephr", "source": head("opencheckpoint", "0.1"),
            "target": head("zephr-continuity", "1"), "moved": moved, "omitted": omitted, "synthesized": made,
            "summary": summary});
        Self { source, target, ledger }.sealed()
    }

    /// From a packet to a checkpoint.
    pub fn to_checkpoint() -> Self {
        let source = json!({
            "format": "zephr-continuity", "formatVersion": 1,
            "packet": {"id": "p1", "createdAt": "2026-01-02T03:04:05Z"},
            "content": {
                "capsule": {"objective": "go", "questions": ["why?"]},
                "beliefs": [{"portableRef": "x#b1", "content": "it is", "reviewState": "confirmed"},
                    {"portableRef": "x#b2", "content": "it was"}],
                "evidenceSources": [{"id": "e1", "digest": "sha256:ab"}],
                "evidenceAnchors": [{"claimRef": "x#b1", "sourceRef": "e1"}]},
            "scopeProof": {"k": "v", "l": []}
        });
        let target = json!({
            "opencheckpoint": "0.1", "created_at": "2026-01-02T03:04:05Z", "task": {"objective": "go"},
            "statements": [
                {"id": "b1", "text": "it is", "verification": {"state": "unverified"}, "evidence": ["e1"]},
                {"id": "b2", "text": "it was"},
                {"text": "why?"}],
            "resources": [{"id": "e1", "digest": {"algorithm": "sha-256", "value": "ab"}}],
            "derivation": {
                "inputs": [{"id": "p1", "digest": {"algorithm": "sha-256"}}],
                "omissions": [{"description": "ocp-convert 1: ZO-proof: left out, no place for it here: \"/scopeProof\"",
                    "reason": "irrelevant"}]}
        });
        let moved = moved(
            "ZO-constant /format structural /derivation=structural
             ZO-constant /formatVersion structural /derivation=structural
             ZO-packet /packet/id exact /derivation/inputs/0/id=exact
             ZO-created /packet/createdAt exact /created_at=exact
             ZO-objective /content/capsule/objective exact /task/objective=exact
             ZO-question /content/capsule/questions/0 exact /statements/2/text=exact
             ZO-claim-id /content/beliefs/0/portableRef transcoded /statements/0/id=transcoded
             ZO-belief /content/beliefs/0/content exact /statements/0/text=exact
             ZO-review /content/beliefs/0/reviewState demoted /statements/0/verification/state=transcoded
             ZO-claim-id /content/beliefs/1/portableRef transcoded /statements/1/id=transcoded
             ZO-belief /content/beliefs/1/content exact /statements/1/text=exact
             ZO-source /content/evidenceSources/0/id exact /resources/0/id=exact
             ZO-digest /content/evidenceSources/0/digest transcoded /resources/0/digest/algorithm=transcoded \
                 /resources/0/digest/value=transcoded
             ZO-claim /content/evidenceAnchors/0/claimRef structural /statements/0=structural
             ZO-anchor /content/evidenceAnchors/0/sourceRef exact /statements/0/evidence/0=exact",
        );
        let omitted = others("ZO-proof /scopeProof/k\nZO-proof /scopeProof/l", "from");
        let made = others(
            "ZO-format /opencheckpoint
             ZO-id /id
             ZO-input /derivation/inputs/0/digest/algorithm
             ZO-input /derivation/inputs/0/digest/value
             ZO-listed /derivation/omissions/0/description
             ZO-listed /derivation/omissions/0/reason",
            "at",
        );
        let summary = json!({"sourceLeaves": 17, "exact": 8, "transcoded": 3, "structural": 3, "narrated": 0,
            "demoted": 1, "regenerated": 0, "omitted": 2, "targetLeaves": 19, "synthesized": 6});
        let head = |format: &str, version: &str| json!({"format": format, "version": version, "digest": ""});
        let ledger = json!({"ledgerVersion": 1, "profileVersion": 1, "mappingVersion": 1,
            "direction": "zephr-to-ocp", "source": head("zephr-continuity", "1"),
            "target": head("opencheckpoint", "0.1"), "moved": moved, "omitted": omitted, "synthesized": made,
            "summary": summary});
        Self { source, target, ledger }.sealed()
    }

    /// Computes what follows from the documents: the target's own digests, ids and root, and the ledger's two digests.
    pub fn sealed(mut self) -> Self {
        let source_digest = hex_digest(&jcs(&self.source));
        if self.target["format"].is_string() {
            let packet = self.target.as_object_mut().unwrap();
            packet["packet"].as_object_mut().unwrap().remove("nonce");
            packet.remove("manifest");
            let nonce = hex_digest(&prefixed(&[b"ocp-convert/1/nonce", &jcs(&self.target)]));
            self.target["packet"]["nonce"] = json!(nonce[..32]);
            let envelope = [
                ("packetIdentity", "packet"),
                ("sourceDescriptor", "source"),
                ("recipientIntent", "recipientIntent"),
                ("retention", "retention"),
                ("scopeProof", "scopeProof"),
            ];
            let envelope = envelope.into_iter().filter_map(|(section, name)| {
                self.target.get(name).map(|value| (section.to_owned(), jcs(value)))
            });
            let mut sections: Vec<_> = envelope.collect();
            let content = self.target["content"].as_object().unwrap();
            sections.extend(content.iter().map(|(name, section)| (name.clone(), jcs(section))));
            sections.sort();
            let mut bytes = prefixed(&[b"zephr-continuity-manifest-v1"]);
            for (name, section) in &sections {
                bytes.extend(prefixed(&[name.as_bytes(), section]));
            }
            self.target["manifest"] = json!({"rootHash": format!("sha256:{}", hex_digest(&bytes))});
        } else {
            self.target["derivation"]["inputs"][0]["digest"]["value"] = json!(source_digest);
            self.target.as_object_mut().unwrap().remove("id");
            let hash = Sha256::digest(prefixed(&[b"ocp-convert/1/id", &jcs(&self.target)]));
            let mut bytes: [u8; 16] = hash[..16].try_into().unwrap();
            bytes[6] = bytes[6] & 0x0F | 0x80;
            bytes[8] = bytes[8] & 0x3F | 0x80;
            let hex = hex::encode(bytes);
            let parts = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]];
            self.target["id"] = json!(format!("urn:uuid:{}", parts.join("-")));
        }
        self.ledger["source"]["digest"] = json!(format!("sha256:{source_digest}"));
        self.ledger["target"]["digest"] = json!(format!("sha256:{}", hex_digest(&jcs(&self.target))));
        self
    }

    /// Code and pointer of everything the auditor finds.
    pub fn findings(&self) -> Vec<(Code, String)> {
        self.audited(ROWS, LINES)
    }

    /// As [`Self::findings`], against the project's own tables.
    pub fn findings_against_own(&self) -> Vec<(Code, String)> {
        self.audited(mapping::ROWS, mapping::LINES)
    }

    fn audited(&self, rows: &'static [Row], lines: &'static [Line]) -> Vec<(Code, String)> {
        let (source, target) = (self.source.to_string(), self.target.to_string());
        let source = read(source.as_bytes(), &Limits::default()).unwrap();
        let target = read(target.as_bytes(), &Limits::default()).unwrap();
        let ledger = read_ledger(self.ledger.to_string().as_bytes()).unwrap();
        let findings = audit_against(rows, lines, &source, &target, &ledger);
        findings.into_iter().map(|f| (f.code, f.pointer)).collect()
    }

    /// The index of the `moved` entry of that source value.
    pub fn entry(&self, from: &str) -> usize {
        self.ledger["moved"].as_array().unwrap().iter().position(|m| m["from"] == from).unwrap()
    }

    /// The index of the entry of that value in `omitted` (by `from`) or `synthesized` (by `at`).
    pub fn other(&self, list: &str, place: &str) -> usize {
        let entries = self.ledger[list].as_array().unwrap();
        entries.iter().position(|m| m["from"] == place || m["at"] == place).unwrap()
    }
}

/// Asserts that the auditor finds exactly these.
pub fn finds(case: &Case, expected: &[(Code, &str)]) {
    let mut found = case.findings();
    let mut expected: Vec<_> = expected.iter().map(|(code, at)| (*code, (*at).to_owned())).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}
