//! Every code there is, with what it weighs, the clause it rests on, and what to do next.

use super::Severity;

macro_rules! codes {
    ($($name:ident = $code:literal, $severity:ident, $clause:literal, $next:literal;)*) => {
        /// The stable codes, one a rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code { $(#[doc = concat!("`", $code, "` (", $clause, ").")] $name,)* }

        impl Code {
            /// Every code there is.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The spelling of the code.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// How much the code weighs where nothing else is said.
            pub fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity,)* }
            }

            /// The clause the rule rests on.
            pub fn clause(self) -> &'static str {
                match self { $(Self::$name => $clause,)* }
            }

            /// What somebody who meets the finding does next.
            pub fn next_step(self) -> &'static str {
                match self { $(Self::$name => $next,)* }
            }
        }
    };
}

codes! {
    JsonEncoding = "json_encoding", Error, "OpenCheckpoint 3; profile 1, section 1 (pinned)",
        "save the document as UTF-8 without a byte order mark";
    JsonSize = "json_size", Error, "profile 1, section 1 (pinned)",
        "split the document, or raise the limit with --max-bytes";
    JsonSyntax = "json_syntax", Error, "RFC 8259; OpenCheckpoint 3",
        "correct the text at this place; one document, nothing after it";
    JsonDepth = "json_depth", Error, "profile 1, section 1 (pinned)",
        "flatten the document";
    JsonDuplicateMember = "json_duplicate_member", Error, "OpenCheckpoint 3; profile 1, section 1 (pinned)",
        "keep one of the two members";
    JsonLoneSurrogate = "json_lone_surrogate", Error, "OpenCheckpoint 3; profile 1, section 1 (pinned)",
        "write the whole pair, or the character itself";
    JsonNumberRange = "json_number_range", Error, "OpenCheckpoint 3; profile 1, section 1 (pinned)",
        "write the value as a string, or as a number that a double holds";
    JsonNoncharacter = "json_noncharacter", Error, "OpenCheckpoint 3 (RFC 7493, 2.1); profile 1, section 1 (pinned)",
        "remove the noncharacter";
    ReviewByUncomputable = "review_by_uncomputable", Error, "profile 1, section 3 (pinned)",
        "give the time of the conversion with --now";
    TimeUnusable = "time_unusable", Error, "OpenCheckpoint 4.2, 6; profile 1, section 3 (pinned)",
        "correct `packet.createdAt`, or give the time of the conversion with --now";
    LedgerUnaccounted = "ledger_unaccounted", Error, "the ledger of this tool",
        "report the document as a defect of this tool; nothing was written";
    OutputInvalid = "output_invalid", Error, "the converter of this tool",
        "report the document as a defect of this tool; nothing was written";
    AuthenticationUnchecked = "authentication_unchecked", Warning, "profile 1, section 5 (pinned)",
        "check it with `ocp-convert verify` before relying on where the packet comes from";
    LossDenied = "loss_denied", Error, "the caller's --deny and --accept",
        "accept the rule with --accept, or keep the document as it is";
    AlreadyInFormat = "already_in_format", Error, "the caller's --to",
        "leave out --to, or give a document of the other format";
    JsonBigInteger = "json_big_integer", Warning, "profile 1, section 1 (pinned)",
        "write large integers as strings if every digit matters";
    NotAPacket = "not_a_packet", Error, "Zephr, envelope table",
        "give a Zephr packet: an object whose `format` is \"zephr-continuity\"";
    SectionNameCollision = "section_name_collision", Error, "profile 1, section 3 (pinned)",
        "rename the content member: its name is that of an envelope section";
    ManifestRootEncoding = "manifest_root_encoding", Error, "Zephr, manifest; profile 1, section 3 (pinned)",
        "write `sha256:` and 64 lower-case hexadecimal digits";
    ManifestRootMismatch = "manifest_root_mismatch", Error, "Zephr, manifest; profile 1, section 4 (pinned layout)",
        "find out who changed the packet; `manifest --explain` shows what is hashed, `manifest --write` sets the root";
    AuthenticationStale = "authentication_stale", Warning, "profile 1, section 5 (pinned)",
        "have the packet signed again: its signature is over another root";
    FormatUnrecognised = "format_unrecognised", Error, "OpenCheckpoint 5.1; Zephr, top-level fields",
        "give the document an `opencheckpoint` version, or the `format` of a packet";
    VersionUnsupported = "version_unsupported", Error, "OpenCheckpoint 5.1",
        "use a tool that implements this version";
    Schema = "schema", Error, "OpenCheckpoint 8.1",
        "correct this member";
    SchemaUnusable = "schema_unusable", Error, "the validator of this tool",
        "report this as a defect of this tool; the document was not validated";
    UnknownField = "unknown_field", Error, "Zephr, top-level fields",
        "move the member into `extensions`, or remove it";
    OcpS001 = "OCP-S001", Error, "OpenCheckpoint 8.2 (OCP-S001), 4.1",
        "give one of the two objects another id";
    OcpS002 = "OCP-S002", Error, "OpenCheckpoint 8.2 (OCP-S002), 4.1",
        "correct the reference, or add the object it names";
    OcpS003 = "OCP-S003", Error, "OpenCheckpoint 8.2 (OCP-S003)",
        "refer to an object of a type that is allowed here";
    OcpS004 = "OCP-S004", Error, "OpenCheckpoint 8.2 (OCP-S004)",
        "give the checkpoint an id of its own";
    OcpS005 = "OCP-S005", Error, "OpenCheckpoint 8.2 (OCP-S005), 4.2",
        "correct this time, or `created_at`";
    OcpS006 = "OCP-S006", Error, "OpenCheckpoint 8.2 (OCP-S006), 6.2",
        "finish or cancel the operation, or do not call the task completed";
    OcpS007 = "OCP-S007", Error, "OpenCheckpoint 8.2 (OCP-S007), 6.5",
        "name another statement of the same kind, or the observation that confirms the hypothesis";
    OcpS008 = "OCP-S008", Error, "OpenCheckpoint 8.2 (OCP-S008), 6.4",
        "take the credentials out of the URI, and change them, since they have been written down";
    OcpS009 = "OCP-S009", Error, "OpenCheckpoint 8.2 (OCP-S009), 6.8",
        "name an approval, or another status";
    OcpW001 = "OCP-W001", Warning, "OpenCheckpoint 8.2 (OCP-W001), 6.2",
        "add `blocked_by` to a next step, or the operation that is awaited";
    OcpW002 = "OCP-W002", Warning, "OpenCheckpoint 8.2 (OCP-W002), 6.5",
        "cite the resource the observation rests on";
    OcpW003 = "OCP-W003", Warning, "OpenCheckpoint 8.2 (OCP-W003)",
        "record what became of the operation";
    OcpW004 = "OCP-W004", Warning, "OpenCheckpoint 8.2 (OCP-W004), 9.3",
        "remove the operation and record it in `derivation.omissions`, or add a stop condition that references it";
    OcpT001 = "OCP-T001", Error, "OpenCheckpoint 8.2 (OCP-T001), 6.6",
        "keep the status the operation ended with";
    OcpT002 = "OCP-T002", Error, "OpenCheckpoint 8.2 (OCP-T002)",
        "compare with the right parent, or correct `parent.id` or `created_at`";
    ParentDigestMismatch = "parent_digest_mismatch", Error, "OpenCheckpoint 6, 10.6",
        "compare with the parent's unchanged file";
    TimestampImpossible = "timestamp_impossible", Warning, "profile 1, section 7 (pinned)",
        "write a date and time that exist";
    ResourceKindUnlisted = "resource_kind_unlisted", Warning, "OpenCheckpoint 6.4; profile 1, section 7 (pinned)",
        "use `other` when none of the kinds fits";
    ExtensionPrefixReserved = "extension_prefix_reserved", Warning, "OpenCheckpoint 7",
        "use a name under a domain of your own";
    ReferenceCycle = "reference_cycle", Warning, "profile 1, section 8 (pinned)",
        "break the cycle";
    ForkUnrecorded = "fork_unrecorded", Warning, "OpenCheckpoint 9.3; profile 1, section 7 (pinned)",
        "name the forked checkpoint in `parent` and in `derivation.inputs`";
    CompactionUnrecorded = "compaction_unrecorded", Warning, "OpenCheckpoint 9.2; profile 1, section 7 (pinned)",
        "record what was dropped and condensed";
    UncertainWithoutEffect = "uncertain_without_effect", Warning, "OpenCheckpoint 9.1; profile 1, section 7 (pinned)",
        "record the effect of repeating the operation";
    SecretSuspected = "secret_suspected", Warning, "OpenCheckpoint 6.4, 10.5; profile 1, section 8 (pinned)",
        "take the credential out, and change it if it is a real one";
    StatementRewritten = "statement_rewritten", Warning, "OpenCheckpoint 6.5, 9.2, 9.3",
        "add a new statement with its own origin, and leave the old one as it was";
    ForkChangeUnrecorded = "fork_change_unrecorded", Warning, "OpenCheckpoint 9.3",
        "record the change in `derivation.transformations`, a removed operation in `derivation.omissions`";
    ForkActionShared = "fork_action_shared", Warning, "OpenCheckpoint 9.3",
        "leave the action open in one fork; elsewhere remove it, or add a stop condition that references it";
    ProfileDeviation = "profile_deviation", Warning, "profile 1, section 3 (pinned)",
        "write what the profile pins, so that others can read it";
    ContentMixed = "content_mixed", Error, "Zephr, content; profile 1, section 3 (pinned)",
        "make two packets";
    SectionMissing = "section_missing", Error, "Zephr, sections; profile 1, section 3 (pinned)",
        "add the section, or record it in `omissionManifest`";
    SectionUnrecorded = "section_unrecorded", Warning, "Zephr, sections; profile 1, section 3 (pinned)",
        "record the section in `omissionManifest`";
    SectionUnsupported = "section_unsupported", Warning, "profile 1, section 3 (pinned)",
        "expect readers to ignore the section";
    AuthenticationEncoding = "authentication_encoding", Error, "profile 1, sections 3 and 5 (pinned)",
        "write the value in its one spelling";
    SourceSignatureUnverifiable = "source_signature_unverifiable", Warning, "Zephr, Authentication kinds",
        "expect every verifier to refuse the packet";
    MacWithoutRecipient = "mac_without_recipient", Error, "profile 1, section 5 (pinned)",
        "bind the packet to a destination, or leave it unsigned";
    UnsignedNotAllowed = "unsigned_not_allowed", Error, "Zephr, Authentication kinds; profile 1, section 5 (pinned)",
        "ask for a signed packet; --allow-unsigned takes this one on its integrity alone";
    MacKeysMissing = "mac_keys_missing", Error, "Zephr, Authentication kinds; profile 1, section 5 (pinned)",
        "give the source's public key and the installation keys of both ends";
    SourceKeyUntrusted = "source_key_untrusted", Error, "profile 1, section 5 (pinned)",
        "obtain the source's public key from the source itself, and bind it to this id";
    FingerprintMismatch = "fingerprint_mismatch", Error, "Zephr, Authentication kinds; profile 1, section 5 (pinned)",
        "find out whether the source has a new key; a fingerprint in a packet is a claim";
    SourceSignatureInvalid = "source_signature_invalid", Error, "Zephr, Authentication kinds; profile 1, section 5 (pinned)",
        "do not use the packet: it is not what the holder of this key signed";
    RecipientMacMismatch = "recipient_mac_mismatch", Error, "Zephr, Authentication kinds; profile 1, section 5 (pinned)",
        "check that the installation keys are the ones both ends hold; if they are, do not use the packet";
    PacketExpired = "packet_expired", Error, "Zephr, retention; profile 1, section 5 (pinned)",
        "ask the source for a new packet";
    PacketReplayed = "packet_replayed", Error, "profile 1, section 5 (pinned)",
        "the packet was taken in before; ask the source for a new one if it has to be taken in again";
    RecipientMismatch = "recipient_mismatch", Error, "Zephr, recipientIntent; profile 1, section 5 (pinned)",
        "the packet is for another installation; leave it to that one";
    DestinationIdMissing = "destination_id_missing", Error, "profile 1, section 5 (pinned)",
        "say which installation this is with --destination-id";
    ReviewOverdue = "review_overdue", Warning, "Zephr, retention",
        "review the content before it is relied on";
    ToolRefused = "tool_refused", Error, "Zephr, capabilities; profile 1, section 6 (pinned)",
        "ask for a packet without high-risk tools, or import it without --strict, which narrates them";
    ReceiptInvalid = "receipt_invalid", Error, "Zephr, transfer receipt; profile 1, section 6 (pinned)",
        "ask the destination for the receipt as it was written";
    ReceiptDigestMismatch = "receipt_digest_mismatch", Error, "Zephr, transfer receipt; profile 1, section 6 (pinned)",
        "do not rely on the receipt: it was changed after it was written";
    ReceiptMismatch = "receipt_mismatch", Error, "Zephr, transfer receipt; profile 1, section 6 (pinned)",
        "do not rely on the receipt: it is of something else, or says something else than what happened";
    ReceiptSignatureInvalid = "receipt_signature_invalid", Error, "profile 1, section 6 (pinned)",
        "do not rely on the receipt: the holder of this key did not write it";
    SourceUnattested = "source_unattested", Error, "profile 1, section 5 (pinned)",
        "write the packet with the id of the installation that signs it";
    DuplicateId = "duplicate_id", Warning, "profile 1, section 8 (pinned)",
        "give one of the two another id";
    DanglingReference = "dangling_reference", Warning, "profile 1, section 8 (pinned)",
        "correct the reference, or add what it names";
    ReviewAfterExpiry = "review_after_expiry", Warning, "profile 1, section 8 (pinned)",
        "review before the packet expires";
    ResidueSecret = "residue_secret", Error, "residue 1, what is never preserved",
        "take the credential out, or convert without --preserve";
    ResidueAuthentication = "residue_authentication", Error, "residue 1, what is never preserved",
        "keep the authenticated packet itself, and convert without --preserve";
    ResidueNested = "residue_nested", Error, "residue 1, what is never preserved",
        "restore the document first, or remove the extension, or convert without --preserve";
    ResidueMissing = "residue_missing", Error, "residue 1, form",
        "give the document that convert --preserve wrote, or convert without --restore";
    ResidueMalformed = "residue_malformed", Error, "residue 1, form",
        "convert without --restore: nothing can be restored from this";
    ResidueVersion = "residue_version", Error, "residue 1, versions",
        "restore with a version of this tool that has the same profile and mapping";
    ResidueUnproven = "residue_unproven", Error, "residue 1, proof",
        "give the digest that --preserve told, or the key that was used";
    ResidueMacMissing = "residue_mac_missing", Error, "residue 1, proof",
        "give the digest that --preserve told with --restore";
    ResidueMacMismatch = "residue_mac_mismatch", Error, "residue 1, proof",
        "check that the key is the one used with --preserve; if it is, do not restore from this document";
    ResiduePatchFailed = "residue_patch_failed", Error, "residue 1, patch (RFC 6902)",
        "do not restore from this document: the residue is not what --preserve wrote";
    ResidueCost = "residue_cost", Error, "residue 1, patch (RFC 6902)",
        "do not restore from this document: no honest residue is this dear to apply";
    ResidueDigestMismatch = "residue_digest_mismatch", Error, "residue 1, proof",
        "check the digest; if it is the one that --preserve told, the residue was changed";
    ResidueInvalid = "residue_invalid", Error, "residue 1, proof",
        "convert without --restore; for a document that --lenient let in, restore with --lenient too";
    ResidueTargetEdited = "residue_target_edited", Warning, "residue 1, edited targets",
        "to have the original back, restore from the unchanged document";
    AuditLedger = "audit_ledger", Error, "ledger 1, form",
        "give the file that convert --ledger wrote";
    AuditVersion = "audit_version", Error, "ledger 1, head",
        "audit with the version of this tool that made the conversion";
    AuditDirection = "audit_direction", Error, "ledger 1, head",
        "name one of the two directions, and documents that go with it";
    AuditFormat = "audit_format", Error, "ledger 1, head",
        "give the source first and the target second";
    AuditDigest = "audit_digest", Error, "ledger 1, head",
        "find out which of the two files was changed after the conversion";
    AuditSourcePlace = "audit_source_place", Error, "ledger 1, source leaves",
        "do not rely on this ledger: it speaks of another source";
    AuditSourceTwice = "audit_source_twice", Error, "ledger 1, source leaves",
        "do not rely on this ledger: a value has one fate";
    AuditSourceMissing = "audit_source_missing", Error, "ledger 1, source leaves",
        "look for this value in the target: the ledger hides what became of it";
    AuditTargetPlace = "audit_target_place", Error, "ledger 1, target leaves",
        "do not rely on this ledger: it speaks of another target";
    AuditTargetTwice = "audit_target_twice", Error, "ledger 1, target leaves",
        "do not rely on this ledger: it claims one place twice";
    AuditTargetMissing = "audit_target_missing", Error, "ledger 1, target leaves",
        "treat this value as invented: nothing in the ledger gives it";
    AuditRuleUnknown = "audit_rule_unknown", Error, "mapping tables",
        "audit with the version of this tool that made the conversion";
    AuditRuleDirection = "audit_rule_direction", Error, "mapping tables",
        "do not rely on this ledger: the rule belongs to the other direction";
    AuditRuleDeed = "audit_rule_deed", Error, "mapping tables",
        "do not rely on this ledger: the rule does something else";
    AuditRuleFrom = "audit_rule_from", Error, "mapping tables",
        "do not rely on this ledger: the rule is about other values";
    AuditRuleTo = "audit_rule_to", Error, "mapping tables",
        "look at the target place: the rule may not write there";
    AuditClass = "audit_class", Error, "ledger 1, fidelity",
        "take the worse of the two classes for true";
    AuditRegenerated = "audit_regenerated", Error, "ledger 1, fidelity",
        "take the value for lost: only this tool's own statements are made anew";
    AuditNoLanding = "audit_no_landing", Error, "ledger 1, fidelity",
        "take the value for lost: the ledger says moved and not where to";
    AuditExactValue = "audit_exact_value", Error, "ledger 1, fidelity",
        "compare the two values: they should be equal";
    AuditTranscodedValue = "audit_transcoded_value", Error, "mapping tables",
        "compare the two values: the rule's transform does not lead from one to the other";
    AuditTransform = "audit_transform", Error, "mapping tables",
        "audit with the version of this tool that made the conversion";
    AuditIdRenamed = "audit_id_renamed", Error, "ledger 1, ids",
        "do not follow references in the target: its ids are not a renaming of the source's";
    AuditReference = "audit_reference", Error, "ledger 1, ids",
        "follow the source's reference instead: the target's leads elsewhere";
    AuditNarratedText = "audit_narrated_text", Error, "mapping tables",
        "read the source value: the line does not say it in the rule's words";
    AuditStructuralPlace = "audit_structural_place", Error, "ledger 1, fidelity",
        "treat the value as invented: only an array or object can imply something by where it stands";
    AuditStructuralValue = "audit_structural_value", Error, "mapping tables",
        "take the value for lost: this place says something else";
    AuditUndefined = "audit_undefined", Error, "mapping tables",
        "take the value for lost without a reason: the formats define this member";
    AuditWhen = "audit_when", Error, "mapping tables",
        "look at the target place: the rule is for another case";
    AuditMixed = "audit_mixed", Error, "ledger 1, objects",
        "compare the two objects: the target mixes values of different ones";
    AuditLink = "audit_link", Error, "ledger 1, objects",
        "do not rely on what this is tied to: the source ties it to something else";
    AuditStatus = "audit_status", Error, "mapping tables",
        "go by the rule's own status";
    AuditReason = "audit_reason", Error, "mapping tables",
        "go by the rule's own note";
    AuditMadeValue = "audit_made_value", Error, "mapping tables",
        "treat the value as invented: the rule makes no such value";
    AuditMadeMissing = "audit_made_missing", Error, "mapping tables",
        "do not hand the target on: it claims more than the source gives";
    AuditComputedValue = "audit_computed_value", Error, "profile 1, sections 4 and 8 (pinned)",
        "treat the document as changed after its conversion";
    AuditOmissionUnlisted = "audit_omission_unlisted", Error, "ledger 1, omission list",
        "do not hand the target on: its readers would not learn of the loss";
    AuditOmissionInvented = "audit_omission_invented", Error, "ledger 1, omission list",
        "look for the value in the target: the ledger knows of no such loss";
    AuditOmissionStatus = "audit_omission_status", Error, "ledger 1, omission list",
        "go by the rule's own status";
    AuditSummary = "audit_summary", Error, "ledger 1, summary",
        "count the entries";
}
