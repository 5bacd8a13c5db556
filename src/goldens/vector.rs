//! What a golden vector is: one scenario, what it is given, what has to come of it, and why.
//!
//! The same types serve the declared inputs (documents as recipes, keys by name) and the published vectors (documents as
//! bytes, keys as hex digits).

use serde::{Deserialize, Serialize};

use super::data::{Input, Output};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal, $about:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name { $(#[doc = $about] #[serde(rename = $word)] $variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The spelling in vectors.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// What it says.
            pub fn about(self) -> &'static str {
                match self { $(Self::$variant => $about,)* }
            }
        }
    };
}

words! {
    /// A folder of vectors.
    Group {
        Canonical = "canonical", "Canonical bytes of JSON texts, and texts that have none.";
        Manifest = "manifest", "The manifest root of packets.";
        Authentication = "authentication", "Signing packets, and verifying them.";
        Receipt = "receipt", "Transfer receipts.";
        CheckpointValidity = "checkpoint-validity", "Checkpoints on their own.";
        PacketValidity = "packet-validity", "Packets on their own.";
        Lineage = "lineage", "Checkpoints beside the ones they derive from.";
        Conversion = "conversion", "Conversions in both directions, with their ledgers.";
        RoundTrip = "round-trip", "Conversions there and back.";
        Residue = "residue", "What restores a document that was converted, and to whom it is given back.";
        Publication = "publication", "Packets that validate, are taken in, and need no extension of anybody's.";
    }
}

words! {
    /// What is done with a vector's input.
    Operation {
        Canonicalize = "canonicalize", "Read the document strictly and write its canonical bytes under `profile`.";
        ManifestRoot = "manifest-root", "Compute the root of the packet and compare it with the stated one.";
        Validate = "validate", "Say what the document is and whether it is sound.";
        Lineage = "lineage", "Validate the document, and compare it with `parent`.";
        Forks = "forks", "Compare the forks in `documents` with each other.";
        Sign = "sign", "Give the packet an authentication made with the keys in `sign`.";
        Verify = "verify", "Verify the packet with the keys and the policy given.";
        Ingest = "ingest", "Verify the packet, negotiate, convert, and write a receipt.";
        CheckReceipt = "check-receipt", "Check a receipt, and its signature when `publicKey` is given.";
        CompareReceipt = "compare-receipt", "Hold a receipt against itself, and against `packet` and `checkpoint` where given.";
        Convert = "convert", "Convert the document to the other format, with a ledger.";
        RoundTrip = "round-trip", "Convert the document, and what comes of it back.";
        Preserve = "preserve", "Convert the document, and keep in the target what restores it.";
        Restore = "restore", "Give back the document that was preserved, to whoever proves that it is theirs.";
    }
}

words! {
    /// The layer that has to decide a vector.
    Layer {
        Json = "json", "The reader: encoding, grammar, names, numbers, depth, size.";
        Canonical = "canonical", "The canonical form.";
        Format = "format", "Recognising the format and its version.";
        Structure = "structure", "The members: level 1 of a checkpoint, envelope and sections of a packet.";
        Semantics = "semantics", "What members say of each other: level 2 of a checkpoint, references of a packet.";
        Lineage = "lineage", "What a checkpoint owes its parent or its siblings.";
        Manifest = "manifest", "The root.";
        Authentication = "authentication", "Kind, keys, trust, signature, MAC.";
        Policy = "policy", "Expiry, replay, recipient, tools.";
        Receipt = "receipt", "The receipt.";
        Conversion = "conversion", "The conversion.";
        Residue = "residue", "What is preserved, and what is restored.";
    }
}

words! {
    /// What a vector is about besides its operation.
    Flag {
        Stated = "stated", "What has to come of it rests on one of the published texts.";
        Pinned = "pinned", "What has to come of it rests on a choice of profile 1 where the texts are silent.";
        Order = "order", "The order of names.";
        Number = "number", "How a number is read or written.";
        Text = "text", "Escapes, encodings, characters that are special somewhere.";
        Time = "time", "How a time is read.";
        Limit = "limit", "A limit on size, depth or length.";
        ClosedSet = "closed-set", "A value of a closed set, or one beside it.";
        Tampered = "tampered", "Something was changed after it was hashed or signed.";
        Key = "key", "Keys that are missing, wrong or unsafe.";
        Trust = "trust", "Whom the destination trusts, and with what.";
        Untrusted = "untrusted", "Text or claims of a stranger that must not gain weight.";
        Loss = "loss", "A value that cannot be carried whole, and how that is said.";
        Warning = "warning", "The document stands, with a reservation.";
    }
}

words! {
    /// The answer on a vector.
    Answered {
        Valid = "valid", "The document stands, and the outputs are due.";
        Invalid = "invalid", "The document is refused with `code` at `pointer`.";
    }
}

/// The bytes of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Document {
    /// The UTF-8 bytes of this text.
    Text(String),
    /// Bytes that are not UTF-8, as lower-case hex digits.
    Hex(String),
    /// The bytes of this file, its name relative to the folder of all groups.
    File(String),
}

/// A code and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The finding's code.
    pub code: String,
    /// JSON Pointer of the value concerned.
    pub pointer: String,
}

/// A file of vectors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[serde(bound(serialize = "D: Serialize + PartialEq", deserialize = "D: Deserialize<'de>"))]
pub struct VectorFile<D> {
    /// The schema this file follows.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The version of the form of these files.
    pub vector_version: u32,
    /// The version of the interop profile.
    pub profile_version: u32,
    /// The version of the mapping tables.
    pub mapping_version: u32,
    /// The group the vectors are in.
    pub group: Group,
    /// The vectors.
    pub vectors: Vec<Vector<D>>,
}

/// One scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[serde(bound(serialize = "D: Serialize + PartialEq", deserialize = "D: Deserialize<'de>"))]
pub struct Vector<D> {
    /// A name that is used once in all groups.
    pub id: String,
    /// What the scenario is.
    pub comment: String,
    /// The clauses it shows.
    pub clauses: Vec<String>,
    /// What it is about.
    pub flags: Vec<Flag>,
    /// What is done.
    pub operation: Operation,
    /// What it is done with.
    pub input: Input<D>,
    /// The layer that decides.
    pub layer: Layer,
    /// The answer.
    pub result: Answered,
    /// Of an invalid one, the code of the refusal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Of an invalid one, where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Errors that cannot but come with that one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Found>,
    /// The warnings that are due; none but these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Found>,
    /// Codes that this comes close to and that are not due.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spares: Vec<String>,
    /// Of a verified packet, the verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// Of a conversion, rules that its ledger must name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Of what was made, values that must stand in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<Holds>,
    /// The bytes and digests that are due: computed, never declared.
    #[serde(default, skip_serializing_if = "Output::is_empty")]
    pub output: Output<D>,
}

/// A value that must stand somewhere in the target; of a vector that makes a receipt, in the receipt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holds {
    /// JSON Pointer.
    pub at: String,
    /// The value; nothing must stand there when it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
}
