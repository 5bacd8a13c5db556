//! The loop: one step a check, in the order of profile 1, section 5. The first that fails ends it.

use super::{Check, CheckName, Context, Coverage, MAX_FINDINGS, Outcome, ReplayKey, Report, Verdict};
use crate::crypto::ed25519::Signature;
use crate::crypto::mac::{Binding, Mac};
use crate::finding::{Code, Finding, Severity};
use crate::json::{Cursor, PointerIndex, Tree};
use crate::syntax::time::Timestamp;
use crate::zephr::message::Body;
use crate::zephr::trust::{Source, Trusted};
use crate::zephr::{manifest, rules};

pub(super) const EARLIER: &str = "an earlier check failed";
const UNSIGNED: &str = "the packet is unsigned";

/// A check that failed: the verdict it leaves, and why.
struct Stop(Verdict, Box<Finding>);

fn invalid(finding: Finding) -> Stop {
    Stop(Verdict::Invalid, Box::new(finding))
}

fn refused(finding: Finding) -> Stop {
    Stop(Verdict::Refused, Box::new(finding))
}

type Step = Result<Outcome, Stop>;

/// Verifies a packet, as it was read.
pub fn verify(tree: &Tree<'_>, context: &Context<'_>) -> Report {
    let mut run = Run {
        packet: tree.root(),
        context,
        checks: Vec::with_capacity(CheckName::ALL.len()),
        findings: Vec::new(),
        trusted: None,
        root: None,
    };
    let verdict = match run.all(tree) {
        Ok(verdict) => verdict,
        Err(Stop(verdict, finding)) => {
            run.fail(*finding);
            verdict
        }
    };
    run.report(verdict)
}

pub(super) fn unread(finding: Finding) -> Report {
    let mut checks = vec![Check { name: CheckName::Parse, outcome: Outcome::Fail(finding.code) }];
    fill(&mut checks);
    Report {
        verdict: Verdict::Invalid,
        checks,
        coverage: Coverage::default(),
        findings: vec![finding],
        key_fingerprint: None,
        root: None,
    }
}

/// Adds the checks that were not reached.
fn fill(checks: &mut Vec<Check>) {
    let outcome = Outcome::NotChecked(EARLIER);
    checks.extend(CheckName::ALL.into_iter().skip(checks.len()).map(|name| Check { name, outcome }));
}

struct Run<'t, 'c> {
    packet: Cursor<'t>,
    context: &'c Context<'c>,
    checks: Vec<Check>,
    findings: Vec<Finding>,
    /// The key the packet is held against, once it is known to be trusted.
    trusted: Option<&'c Trusted>,
    root: Option<String>,
}

impl<'c> Run<'_, 'c> {
    fn all(&mut self, tree: &Tree<'_>) -> Result<Verdict, Stop> {
        self.done(Outcome::Pass);
        self.structure(tree)?;
        let body = Body::of(self.packet);
        self.root(&body)?;
        let outcome = self.kind()?;
        self.done(outcome);
        let verdict = if self.text("authentication", "kind") == "unsigned" {
            for _ in [CheckName::Keys, CheckName::Trust, CheckName::Signature, CheckName::Mac] {
                self.done(Outcome::NotChecked(UNSIGNED));
            }
            Verdict::IntegrityOnly
        } else {
            self.authentication(&body)?;
            Verdict::Authentic
        };
        let outcome = self.expiry()?;
        self.done(outcome);
        let outcome = self.replay(verdict)?;
        self.done(outcome);
        let outcome = self.recipient()?;
        self.done(outcome);
        self.review_overdue();
        Ok(verdict)
    }

    /// Records what came of the check whose turn it is.
    fn done(&mut self, outcome: Outcome) {
        if let Some(name) = CheckName::ALL.get(self.checks.len()) {
            self.checks.push(Check { name: *name, outcome });
        }
    }

    fn fail(&mut self, finding: Finding) {
        self.done(Outcome::Fail(finding.code));
        // The one that stands for the check comes before the errors that are listed with it.
        let errors = self.findings.iter().position(|f| f.severity == Severity::Error);
        self.findings.insert(errors.unwrap_or(self.findings.len()), finding);
        fill(&mut self.checks);
    }

    /// The text at `/object/member`; the structure says that it is there.
    fn text(&self, object: &str, member: &str) -> &str {
        self.packet.get(object).get(member).as_str().unwrap_or_default()
    }

    /// `structure`: an object of the format, and no rule of its members broken.
    fn structure(&mut self, tree: &Tree<'_>) -> Result<(), Stop> {
        if self.packet.get("format").as_str() != Some("zephr-continuity") {
            let found = self.packet.get("format").as_str().unwrap_or(self.packet.kind().as_str());
            let finding = Finding::new(Code::NotAPacket, "", "this is not a Zephr packet");
            return Err(invalid(finding.expected("`format`: \"zephr-continuity\"").found(found)));
        }
        let mut found = rules::structure(tree, MAX_FINDINGS);
        // Refused below, under its own check.
        found.retain(|placed| placed.finding.code != Code::SourceSignatureUnverifiable);
        if !found.is_empty() {
            found.sort_by_key(|placed| (placed.finding.severity, placed.node, placed.finding.code));
            let pointers = PointerIndex::new(tree);
            self.findings.extend(found.into_iter().map(|placed| {
                let mut finding = placed.finding;
                finding.pointer = pointers.pointer(placed.node);
                finding
            }));
        }
        // Errors sort first. The first stands for the check; the others are listed with it.
        if self.findings.first().is_some_and(|finding| finding.severity == Severity::Error) {
            let first = self.findings.remove(0);
            return Err(invalid(first));
        }
        self.done(Outcome::Pass);
        Ok(())
    }

    /// `manifest_root_mismatch`, `manifest_root_encoding`: recomputed every time, whatever else is asked.
    fn root(&mut self, body: &Body) -> Result<(), Stop> {
        let computed = manifest::root_of(body, self.packet, &self.context.layout);
        let difference = manifest::compare_root(self.packet, &computed);
        self.root = Some(computed);
        if let Some(finding) = difference {
            return Err(invalid(finding));
        }
        self.done(Outcome::Pass);
        Ok(())
    }

    /// `source_signature_unverifiable`, `unsigned_not_allowed`: a bare signature is never accepted, and leaving the
    /// authentication away is no way around it.
    fn kind(&self) -> Step {
        let refuse = |code, message: &str, found: &str| {
            let mut finding = Finding::new(code, "/authentication/kind", message).found(found);
            finding.severity = Severity::Error;
            Err(refused(finding.expected("recipient-bound-mac")))
        };
        match self.text("authentication", "kind") {
            "source-signature" => refuse(
                Code::SourceSignatureUnverifiable,
                "a bare source signature proves nothing to a recipient, whatever keys are given",
                "source-signature",
            ),
            "unsigned" => {
                let bound = self.text("recipientIntent", "kind") == "recipient-bound";
                let keys = self.context.trust.is_some() || self.context.destination_key.is_some();
                if self.context.allow_unsigned || !(bound || keys) {
                    return Ok(Outcome::Pass);
                }
                let message = if bound {
                    "a packet that is bound to a recipient has to be authenticated"
                } else {
                    "keys were given, and the packet is unsigned"
                };
                refuse(Code::UnsignedNotAllowed, message, "unsigned")
            }
            _ => Ok(Outcome::Pass),
        }
    }

    /// Keys, trust, signature and MAC of a `recipient-bound-mac` packet.
    fn authentication(&mut self, body: &Body) -> Result<(), Stop> {
        let source = self.context.trust.and_then(|trust| trust.get(self.text("source", "installationKeyId")));
        self.mac_keys_missing(source)?;
        self.done(Outcome::Pass);
        let trusted = self.source_key_untrusted(source)?;
        self.fingerprint_mismatch(trusted)?;
        self.done(Outcome::Pass);
        let message = body.message(self.packet);
        let signature = self.source_signature_invalid(trusted, &message)?;
        self.trusted = Some(trusted);
        self.done(Outcome::Pass);
        self.recipient_mac_mismatch(source, &message, &signature)?;
        self.done(Outcome::Pass);
        Ok(())
    }

    /// `mac_keys_missing`: without all three keys there is no answer, and never a lesser one.
    fn mac_keys_missing(&self, source: Option<&Source>) -> Result<(), Stop> {
        let missing = if !self.context.trust.is_some_and(super::TrustStore::has_public_keys) {
            "the public key of the source"
        } else if self.context.destination_key.is_none() {
            "the installation key of the destination"
        } else if source.is_some_and(|source| source.key.is_some() && source.installation_key.is_none()) {
            "the installation key of the source"
        } else {
            return Ok(());
        };
        let finding =
            Finding::new(Code::MacKeysMissing, "/authentication", "a key to verify with was not given");
        Err(refused(finding.expected(missing)))
    }

    /// `source_key_untrusted`: a public key is bound to the packet's own source, by exactly this id.
    fn source_key_untrusted(&self, source: Option<&'c Source>) -> Result<&'c Trusted, Stop> {
        source.and_then(|source| source.key.as_ref()).ok_or_else(|| {
            let message = "no trusted key is bound to this source";
            let finding = Finding::new(Code::SourceKeyUntrusted, "/source/installationKeyId", message);
            refused(finding.found(self.text("source", "installationKeyId")))
        })
    }

    /// `fingerprint_mismatch`: what the packet claims of its key is held against the trusted key, never the other way.
    fn fingerprint_mismatch(&self, trusted: &Trusted) -> Result<(), Stop> {
        let claimed = self.text("authentication", "publicKeyFingerprint");
        if claimed == trusted.fingerprint {
            return Ok(());
        }
        let message = "the packet claims another key than the one trusted for its source";
        let finding =
            Finding::new(Code::FingerprintMismatch, "/authentication/publicKeyFingerprint", message);
        Err(refused(finding.expected(&trusted.fingerprint).found(claimed)))
    }

    /// `source_signature_invalid`: the trusted key signed exactly this packet.
    fn source_signature_invalid(&self, trusted: &Trusted, message: &[u8]) -> Result<Signature, Stop> {
        let signature = Signature::from_hex(self.text("authentication", "signature"));
        let verified = signature.and_then(|s| trusted.key.verify(message, &s).map(|()| s));
        verified.map_err(|error| {
            let code = Code::SourceSignatureInvalid;
            invalid(Finding::new(code, "/authentication/signature", error.to_string()))
        })
    }

    /// `recipient_mac_mismatch`: the two installations share the keys the MAC was made with.
    fn recipient_mac_mismatch(
        &self,
        source: Option<&Source>,
        message: &[u8],
        signature: &Signature,
    ) -> Result<(), Stop> {
        let keys =
            source.and_then(|source| source.installation_key.as_ref()).zip(self.context.destination_key);
        let Some((source_key, destination_key)) = keys else { return self.mac_keys_missing(source) };
        let binding = Binding {
            nonce: self.text("packet", "nonce"),
            source_id: self.text("source", "installationKeyId"),
            destination_id: self.text("recipientIntent", "destinationInstallationKeyId"),
            source_key,
            destination_key,
        };
        let mac = Mac::from_hex(self.text("authentication", "mac"));
        mac.and_then(|mac| binding.verify(message, signature, &mac)).map_err(|error| {
            let code = Code::RecipientMacMismatch;
            invalid(Finding::new(code, "/authentication/mac", error.to_string()))
        })
    }

    /// `packet_expired`: an expiry that names no instant has not been shown to lie ahead.
    fn expiry(&self) -> Step {
        let place = self.packet.get("retention").get("expiresAt");
        let Some(now) = self.context.now else { return Ok(Outcome::NotChecked("no time was given")) };
        if !place.exists() {
            return Ok(Outcome::NotChecked("the packet names no expiry"));
        }
        let text = place.as_str().unwrap_or_default();
        let message = match Timestamp::parse(text) {
            Ok(expiry) if expiry.cmp_instant(&now).is_gt() => return Ok(Outcome::Pass),
            Ok(_) => "the packet has expired",
            Err(_) => "the packet names an expiry that is no time",
        };
        let finding = Finding::new(Code::PacketExpired, "/retention/expiresAt", message);
        let expected = format!("a time after {}", now.text());
        Err(refused(finding.expected(expected).found(text)))
    }

    /// `packet_replayed`: asked of the caller, who remembers.
    fn replay(&self, verdict: Verdict) -> Step {
        let Some(seen) = self.context.seen else {
            return Ok(Outcome::NotChecked("no replay guard was given"));
        };
        let fingerprint = self.trusted.map(|trusted| trusted.fingerprint.as_str());
        let key = ReplayKey::new(self.packet, verdict, fingerprint, self.root.as_deref().unwrap_or_default());
        if !seen(&key) {
            return Ok(Outcome::Pass);
        }
        Err(refused(replayed(&key)))
    }

    /// `recipient_mismatch`, `destination_id_missing`: a bound packet is for the installation it names.
    fn recipient(&self) -> Step {
        if self.text("recipientIntent", "kind") != "recipient-bound" {
            return Ok(Outcome::NotChecked("the packet is bound to no recipient"));
        }
        let pointer = "/recipientIntent/destinationInstallationKeyId";
        let named = self.text("recipientIntent", "destinationInstallationKeyId");
        let finding = match self.context.destination_id {
            Some(own) if own == named => return Ok(Outcome::Pass),
            Some(own) => {
                let message = "the packet is for another installation";
                Finding::new(Code::RecipientMismatch, pointer, message).expected(own)
            }
            None => {
                let message = "the packet is bound to an installation, and this one has not been named";
                Finding::new(Code::DestinationIdMissing, pointer, message)
            }
        };
        Err(refused(finding.found(named)))
    }

    /// `review_overdue`: no reason to refuse, and nothing to pass over in silence.
    fn review_overdue(&mut self) {
        let text = self.text("retention", "reviewBy");
        let (Some(now), Ok(by)) = (self.context.now, Timestamp::parse(text)) else { return };
        if by.cmp_instant(&now).is_lt() {
            let message = "the time by which the content was to be reviewed has passed";
            let finding = Finding::new(Code::ReviewOverdue, "/retention/reviewBy", message).found(text);
            self.findings.push(finding);
        }
    }

    fn report(self, verdict: Verdict) -> Report {
        let passed = |name| self.checks.iter().any(|c| c.name == name && c.outcome == Outcome::Pass);
        let (rooted, signed) = (passed(CheckName::Root), passed(CheckName::Signature));
        let mut coverage = Coverage::default();
        for member in self.packet.children() {
            let pointer = manifest::member_pointer(member);
            if rooted && manifest::is_covered(member, &self.context.layout) {
                coverage.root.push(pointer);
            } else if signed && member.name() != Some("authentication") {
                coverage.signature_only.push(pointer);
            } else {
                coverage.nothing.push(pointer);
            }
        }
        Report {
            verdict,
            checks: self.checks,
            coverage,
            findings: self.findings,
            key_fingerprint: self.trusted.map(|trusted| trusted.fingerprint.clone()),
            root: self.root,
        }
    }
}

/// The refusal of a packet that was taken in before.
fn replayed(key: &ReplayKey<'_>) -> Finding {
    let message = "a packet with this id and nonce was taken in before";
    Finding::new(Code::PacketReplayed, "/packet/nonce", message).found(key.nonce)
}
