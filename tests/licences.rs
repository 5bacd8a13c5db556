//! The licences of everything this project is built from (the Zephr text, constraint 15), on the real tree of
//! dependencies, and that a violation would be seen.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

/// What the text bars from the path that validates, takes in and writes receipts: here from the whole tree.
const BARRED: [&str; 4] = ["AGPL", "CC-BY-NC", "SSPL", "BUSL"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// Everything in the lock file, tests included, for every platform; where packages of others were never fetched, of this
/// one.
fn metadata() -> Value {
    let rustc = Command::new("rustc").arg("-vV").output().unwrap().stdout;
    let rustc = String::from_utf8(rustc).unwrap();
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    for platform in [&[][..], &["--filter-platform", host]] {
        let arguments = ["metadata", "--locked", "--offline", "--all-features", "--format-version", "1"];
        let mut cargo = Command::new(env!("CARGO"));
        let output = cargo.current_dir(root()).args(arguments).args(platform).output().unwrap();
        if output.status.success() {
            return serde_json::from_slice(&output.stdout).unwrap();
        }
    }
    panic!("cargo gives no metadata");
}

/// The words of `deny.toml` that are allowed, with those it allows one crate.
fn allowed() -> (BTreeSet<String>, Vec<(String, String)>) {
    let text = fs::read_to_string(root().join("deny.toml")).unwrap();
    let table: toml::Value = toml::from_str(&text).unwrap();
    let words = |list: &toml::Value| {
        list.as_array().unwrap().iter().map(|w| w.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let licences = &table["licenses"];
    let exceptions = licences["exceptions"].as_array().unwrap().iter();
    let exceptions = exceptions
        .flat_map(|e| words(&e["allow"]).into_iter().map(|w| (e["crate"].as_str().unwrap().to_owned(), w)));
    (words(&licences["allow"]).into_iter().collect(), exceptions.collect())
}

/// Packages that have no licence, or one of which some word is barred or not allowed in every alternative.
fn violations(metadata: &Value) -> Vec<String> {
    let (allowed, exceptions) = allowed();
    let bad = |package: &Value| {
        let name = package["name"].as_str().unwrap();
        let Some(expression) = package["license"].as_str().filter(|text| !text.trim().is_empty()) else {
            return Some(format!("{name}: no licence"));
        };
        let fits =
            |word: &str| allowed.contains(word) || exceptions.iter().any(|(n, w)| n == name && w == word);
        // Alternatives are set apart by OR or, in old packages, by a slash; brackets only group alternatives here.
        let plain = expression.replace(['(', ')'], " ").replace('/', " OR ");
        let met = plain.split(" OR ").any(|alternative| {
            let mut words = alternative.split(" AND ").map(str::trim);
            words.all(fits)
        });
        let barred = BARRED.iter().any(|word| expression.contains(word));
        (barred || !met).then(|| format!("{name}: {expression}"))
    };
    metadata["packages"].as_array().unwrap().iter().filter_map(bad).collect()
}

// clause: ZCF-LIC-1, ZCF-LIC-2
#[test]
fn nothing_in_the_tree_has_a_barred_licence() {
    let metadata = metadata();
    assert!(metadata["packages"].as_array().unwrap().len() > 50, "the tree was found");
    assert_eq!(violations(&metadata), Vec::<String>::new());
    let (allowed, exceptions) = allowed();
    let words = allowed.iter().chain(exceptions.iter().map(|(_, word)| word));
    for word in words {
        assert!(!BARRED.iter().any(|barred| word.contains(barred)), "{word} is barred by the text");
    }
}

#[test]
fn a_violation_that_is_planted_is_seen() {
    let clean = metadata();
    for licence in [
        json!("AGPL-3.0-only"),
        json!("CC-BY-NC-4.0"),
        json!("MIT AND SSPL-1.0"),
        json!("BUSL-1.1"),
        json!("MIT OR AGPL-3.0-or-later"),
        json!("GPL-2.0-only"),
        json!(""),
        Value::Null,
    ] {
        let mut planted = clean.clone();
        let packages = planted["packages"].as_array_mut().unwrap();
        let mut package = packages[0].clone();
        package["name"] = json!("planted");
        package["license"] = licence;
        packages.push(package);
        assert_eq!(violations(&planted).len(), 1);
    }
}

/// What the check of every change says of a package with this licence.
fn script_accepts(licence: &str) -> bool {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name);
    fs::create_dir_all(path(".ci")).unwrap();
    fs::create_dir_all(path("src")).unwrap();
    fs::copy(root().join(".ci/licences.py"), path(".ci/licences.py")).unwrap();
    fs::copy(root().join("deny.toml"), path("deny.toml")).unwrap();
    fs::write(path("src/lib.rs"), "").unwrap();
    let manifest =
        format!("[package]\nname = \"planted\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{licence}\n");
    fs::write(path("Cargo.toml"), manifest).unwrap();
    let lock = "version = 4\n\n[[package]]\nname = \"planted\"\nversion = \"0.1.0\"\n";
    fs::write(path("Cargo.lock"), lock).unwrap();
    let mut run = Command::new("python3");
    let output = run.arg(path(".ci/licences.py")).current_dir(place.path()).output().unwrap();
    output.status.success()
}

#[test]
fn the_check_of_every_change_sees_it_too() {
    let probe = Command::new("python3").args(["-c", "import tomllib"]).output();
    if !probe.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no Python with tomllib");
        return;
    }
    assert!(script_accepts("license = \"MIT\""));
    for licence in
        ["license = \"AGPL-3.0-only\"", "license = \"BUSL-1.1\"", "license = \"MIT AND SSPL-1.0\"", ""]
    {
        assert!(!script_accepts(licence), "{licence}");
    }
}
