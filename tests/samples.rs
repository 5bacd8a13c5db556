//! The sample documents: valid ones have no error, each invalid one exactly the finding its row names.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};

use ocp_convert::document::{Options, Report, validate, validate_lineage};
use ocp_convert::finding::{Finding, Severity};
use ocp_convert::json::{Limits, read};
use ocp_convert::ocp::lineage::Parent;

fn data(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder)
}

fn documents(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(data(folder)).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "json"));
    files.sort();
    files
}

/// The findings of a document, with those of the reader.
fn findings(text: &[u8]) -> Vec<Finding> {
    match read(text, &Limits::default()) {
        Ok(tree) => validate(&tree, Some(text), &Options::default()).findings,
        Err(finding) => vec![*finding],
    }
}

fn lineage(child: &str) -> Report {
    let (parent, child) = (fs::read(data("invalid-lineage/parent.json")), fs::read(data(child)));
    let (parent, child) = (parent.unwrap(), child.unwrap());
    let tree = read(&parent, &Limits::default()).unwrap();
    let child_tree = read(&child, &Limits::default()).unwrap();
    let parent = Parent { root: tree.root(), bytes: &parent };
    validate_lineage(&child_tree, Some(&child), &parent, &Options::default())
}

#[test]
fn every_invalid_sample_has_exactly_its_finding() {
    let index = fs::read_to_string(data("invalid/index.tsv")).unwrap();
    let rows: Vec<Vec<&str>> = index.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), documents("invalid").len());
    for row in rows {
        let (file, code, pointer) = (row[0], row[2], row[3]);
        let found = findings(&fs::read(data("invalid").join(file)).unwrap());
        let shown: Vec<String> =
            found.iter().map(|f| format!("{} {} {} {}", f.severity, f.code, f.pointer, f.message)).collect();
        let warning = code.starts_with("OCP-W") || code == "source_signature_unverifiable";
        let (named, others): (Vec<_>, Vec<_>) =
            found.iter().partition(|f| f.code.as_str() == code && f.pointer == pointer);
        assert_eq!(named.len(), 1, "{file}: {shown:#?}");
        assert_eq!(named[0].severity == Severity::Warning, warning, "{file}");
        assert!(named[0].position.is_some() || code == "json_encoding", "{file}");
        if code.starts_with("OCP-W") {
            assert!(others.is_empty(), "{file}: {shown:#?}");
        }
        assert!(others.iter().all(|f| f.severity == Severity::Warning), "{file}: {shown:#?}");
    }
}

#[test]
fn valid_samples_have_no_error() {
    for folder in ["ocp", "zcf"] {
        let files = documents(folder);
        assert!(files.len() > 5, "{folder}");
        for file in files {
            let found = findings(&fs::read(&file).unwrap());
            let errors: Vec<_> = found.iter().filter(|f| f.severity == Severity::Error).collect();
            assert!(errors.is_empty(), "{}: {errors:#?}", file.display());
        }
    }
}

// clause: OCP-6-5, OCP-S004, OCP-T001, OCP-T002, OCP-10.6-2, OCP-8.2-4
#[test]
fn lineage_samples_have_the_code_of_their_name() {
    for (file, code, pointer) in [
        ("OCP-T001--cancelled-to-completed.json", "OCP-T001", "/operations/0/status"),
        ("OCP-T002--earlier.json", "OCP-T002", "/created_at"),
        ("OCP-T002--other-parent.json", "OCP-T002", "/parent/id"),
        ("digest--mismatch.json", "parent_digest_mismatch", "/parent/digest"),
    ] {
        let found = lineage(&format!("invalid-lineage/{file}")).findings;
        let shown: Vec<(&str, &str)> = found.iter().map(|f| (f.code.as_str(), f.pointer.as_str())).collect();
        assert_eq!(shown, [(code, pointer)], "{file}");
    }
    assert_eq!(lineage("invalid-lineage/ok-child.json").findings, []);
    for file in documents("invalid-lineage") {
        let found = findings(&fs::read(&file).unwrap());
        assert!(found.iter().all(|f| f.severity == Severity::Warning), "{}: {found:#?}", file.display());
    }
}
