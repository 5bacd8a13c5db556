//! Convert, validate and audit checkpoints (`OpenCheckpoint` 0.1) and packets (Zephr Continuity Format 1).
//!
//! ```
//! use ocp_convert::{canon, convert, json};
//!
//! // Read strictly: what has no single meaning is refused with a finding that says where and why.
//! let text = br#"{
//!   "opencheckpoint": "0.1",
//!   "id": "urn:uuid:0b6f2f1e-4d3a-4c8e-9a51-2f6b7c1d0e01",
//!   "created_at": "2026-10-20T18:30:00Z",
//!   "source": { "producer": { "name": "example-agent" } },
//!   "task": { "objective": "Reconcile the invoices.", "status": "active" }
//! }"#;
//! let checkpoint = json::read(text, &json::Limits::default()).expect("a JSON document");
//!
//! // Convert: the checkpoint is validated, and so is the packet that comes of it.
//! let conversion = convert::convert(&checkpoint, &convert::Options::default()).expect("a sound checkpoint");
//! let packet = conversion.target.root();
//! assert_eq!(packet.get("content").get("capsule").get("objective").as_str(), Some("Reconcile the invoices."));
//! let bytes = canon::to_vec(packet, canon::Profile::Zcf);
//! assert!(bytes.starts_with(br#"{"artifactKind":"session-handoff""#));
//!
//! // Look at the ledger: five values were carried as they are, the task's status could only be told.
//! let ledger = conversion.ledger.file(&checkpoint, &conversion.target);
//! assert_eq!((ledger.summary.source_leaves, ledger.summary.exact, ledger.summary.narrated), (6, 5, 1));
//! let status = ledger.moved.iter().find(|entry| entry.from == "/task/status").expect("accounted for");
//! assert_eq!((status.rule.as_str(), status.fidelity.as_str()), ("OZ-task-status", "narrated"));
//! ```
//!
//! # Where to look
//!
//! [`json`] reads documents into a flat tree, [`canon`] writes their canonical bytes, [`document`] says what a document
//! is and whether it is sound, [`convert`] converts, [`ledger`] accounts for it under the rules of [`mapping`], and
//! [`audit`] checks a ledger without trusting the converter. Whatever a document does wrong is a
//! [`finding::Finding`].
//!
//! # What it does not do
//!
//! No clock, no randomness, no environment, no network: what depends on them is passed in. Passing validation means
//! well-formed and internally consistent, nothing more.

pub mod audit;
pub mod canon;
pub mod convert;
pub mod crypto;
pub mod document;
pub mod finding;
pub mod goldens;
pub mod ingest;
pub mod json;
pub mod ledger;
pub mod mapping;
pub mod ocp;
pub mod shape;
pub mod syntax;
pub mod zephr;

/// Version of the interop profile: the choices this tool pins where the published texts leave bytes or names open.
pub const PROFILE_VERSION: u32 = 1;

/// The name under which this tool signs what it makes: producer of its checkpoints, system of its locators.
pub const PRODUCER: &str = "ocp-convert";

/// The extension that holds what restores the source of a conversion (`convert::preserve`).
pub const RESIDUE: &str = "dev.ocp-convert/residue";
