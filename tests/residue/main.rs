//! Residues: what restores a document, for whom, and what does not.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../documents/mod.rs"]
mod documents;

mod audited;
mod cli;
mod edges;
mod hostile;
mod ingest;
mod kept;
mod refused;
mod samples;
mod sizes;

use std::fs;
use std::path::{Path, PathBuf};

use ocp_convert::canon::{Profile, to_vec};
use ocp_convert::convert::{Options, Proof, Restored, preserve, restore};
use ocp_convert::crypto::keys::InstallationKey;
use ocp_convert::json::{Limits, Tree, read};
use ocp_convert::ledger::LedgerFile;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

const NAME: &str = "dev.ocp-convert/residue";

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// The sample documents of both formats, by folder and name.
fn samples() -> Vec<(String, Value)> {
    let mut out = Vec::new();
    for folder in ["ocp", "zcf"] {
        let mut files: Vec<_> = fs::read_dir(data(folder)).unwrap().map(|e| e.unwrap().path()).collect();
        files.sort();
        for file in files {
            let name = format!("{folder}/{}", file.file_name().unwrap().to_string_lossy());
            out.push((name, serde_json::from_slice(&fs::read(file).unwrap()).unwrap()));
        }
    }
    out
}

fn sample(name: &str) -> Value {
    serde_json::from_slice(&fs::read(data(name)).unwrap()).unwrap()
}

/// The digest of a document by code of others.
fn digest(document: &Value) -> String {
    format!("sha256:{}", hex::encode(Sha256::digest(serde_json_canonicalizer::to_vec(document).unwrap())))
}

fn tree(text: &str) -> Tree<'_> {
    read(text.as_bytes(), &Limits::default()).unwrap_or_else(|f| panic!("{f:?}\n{text}"))
}

fn value(tree: &Tree<'_>) -> Value {
    serde_json::from_slice(&to_vec(tree.root(), Profile::Jcs)).unwrap()
}

fn key(byte: u8) -> InstallationKey {
    InstallationKey::from_bytes([byte; 32])
}

/// Preserves; the target as a file has it, and the ledger.
fn preserved_with(
    document: &Value,
    options: &Options,
    key: Option<&InstallationKey>,
) -> Result<(Value, LedgerFile), Vec<String>> {
    let text = document.to_string();
    let source = tree(&text);
    let kept = preserve(&source, options, key)
        .map_err(|f| f.iter().map(|f| format!("{} {}", f.code, f.pointer)).collect::<Vec<_>>())?;
    assert_eq!(kept.digest, digest(document), "the digest that is told");
    let ledger = kept.conversion.ledger.file(&source, &kept.conversion.target);
    let audited = ocp_convert::audit::audit(&source, &kept.conversion.target, &ledger);
    assert!(audited.is_empty(), "{audited:#?}");
    Ok((value(&kept.conversion.target), ledger))
}

fn preserved(document: &Value) -> Value {
    preserved_with(document, &Options::default(), None).unwrap_or_else(|codes| panic!("{codes:?}")).0
}

/// What came of restoring.
#[derive(Debug, PartialEq)]
enum Came {
    /// The original's digest by code of others.
    Original(String),
    /// The conversion without the residue, and what is not restored.
    Edited(Value, Vec<String>),
    /// Codes and places.
    Refused(Vec<String>),
}

fn restored_by(document: &Value, proof: &Proof<'_>) -> Came {
    let text = document.to_string();
    let source = tree(&text);
    match restore(&source, proof, &Options::default()) {
        Ok(Restored::Original { document, digest: told }) => {
            let found = digest(&value(&document));
            assert_eq!(told, found, "the digest that is told");
            Came::Original(found)
        }
        Ok(Restored::Edited { conversion, lost }) => {
            let noticed = conversion.warnings.iter().any(|w| w.code.as_str() == "residue_target_edited");
            assert!(noticed, "{:?}", conversion.warnings);
            Came::Edited(value(&conversion.target), lost)
        }
        Err(findings) => {
            Came::Refused(findings.iter().map(|f| format!("{} {}", f.code, f.pointer)).collect())
        }
    }
}

fn restored(document: &Value, digest: &str) -> Came {
    restored_by(document, &Proof { digest: Some(digest), key: None })
}

fn refused(came: Came) -> String {
    match came {
        Came::Refused(codes) => codes.join(", "),
        other => panic!("{other:?}"),
    }
}
