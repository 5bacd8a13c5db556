//! `goldens/verify.mjs`, the second implementation that comes with the golden vectors: it agrees with them, notices when
//! they are altered, and answers `goldens run`. Node 20 or later has to be there; without it nothing is asserted, and
//! that is said.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod folder;
mod node;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use folder::{COUNTS, group_of, place};
use node::node;
use ocp_convert::goldens::vector::Group;
use serde_json::Value;

const TOOL: &str = env!("CARGO_BIN_EXE_ocp-convert");

/// How many vectors of each group it looks at; the rest needs a validator of checkpoints, and two a closer look at URIs.
const LOOKED_AT: [(Group, usize); 11] = [
    (Group::Canonical, 316),
    (Group::Manifest, 100),
    (Group::Authentication, 551),
    (Group::Receipt, 142),
    (Group::CheckpointValidity, 9),
    (Group::PacketValidity, 207),
    (Group::Lineage, 0),
    (Group::Conversion, 268),
    (Group::RoundTrip, 37),
    // The others are about what the patch makes of a document, or guesses at credentials.
    (Group::Residue, 62),
    (Group::Publication, 23),
];

fn verify(folder: &Path, group: Option<Group>) -> Output {
    let mut command = Command::new("node");
    command.arg(place().join("verify.mjs")).arg(folder);
    if let Some(group) = group {
        command.args(["--group", group.as_str()]);
    }
    command.output().unwrap()
}

#[test]
fn it_agrees_and_counts_what_it_looked_at() {
    if !node() {
        return;
    }
    let output = verify(&place(), None);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    for ((group, looked_at), (same, all)) in LOOKED_AT.into_iter().zip(COUNTS) {
        assert_eq!(group, same);
        let line =
            format!("{}: {looked_at} passed, 0 failed, {} not covered", group.as_str(), all - looked_at);
        assert!(text.lines().any(|l| l.starts_with(&line)), "`{line}` in\n{text}");
    }
}

/// A copy of a group with another text at `pointer` of the vector called `id`: a digit that is no longer the one it was,
/// or one word for another.
fn altered(group: Group, id: &str, pointer: &str, change: impl Fn(&str) -> String) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    fs::create_dir(copy.path().join(group.as_str())).unwrap();
    for entry in fs::read_dir(place().join(group.as_str())).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, copy.path().join(group.as_str()).join(path.file_name().unwrap())).unwrap();
    }
    let file = copy.path().join(group_of(group));
    let mut vectors: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let vector = vectors["vectors"].as_array_mut().unwrap().iter_mut().find(|v| v["id"] == id).unwrap();
    let place = vector.pointer_mut(pointer).unwrap();
    if pointer.ends_with("/file") {
        let path = copy.path().join(place.as_str().unwrap());
        let text = fs::read_to_string(&path).unwrap();
        let changed = change(&text);
        assert_ne!(text, changed);
        fs::write(path, changed).unwrap();
    } else {
        let changed = change(place.as_str().unwrap());
        assert_ne!(place.as_str(), Some(changed.as_str()));
        *place = changed.into();
        fs::write(file, vectors.to_string()).unwrap();
    }
    copy
}

/// Another digit in place of the last one.
fn last(text: &str) -> String {
    let (start, end) = text.split_at(text.len() - 1);
    format!("{start}{}", if end == "0" { "1" } else { "0" })
}

/// What is altered: group, vector, place, and there one text for another; without one, the last digit.
const ALTERED: &[(Group, &str, &str, &str, &str)] = &[
    (Group::Canonical, "canonical-order-private-use-zcf", "/output/canonical/text", "1", "2"),
    (Group::Canonical, "canonical-number-pi-jcs", "/output/sha256", "", ""),
    (Group::Canonical, "canonical-refused-depth-129", "/pointer", "/0/0", "/0"),
    (Group::Canonical, "canonical-refused-surrogate-name", "/code", "lone_surrogate", "syntax"),
    (Group::Canonical, "canonical-noncharacter-name-jcs", "/warnings/0/pointer", "/a", "/b"),
    (Group::Manifest, "manifest-minimal", "/output/root", "", ""),
    (Group::Manifest, "manifest-minimal", "/output/sections/0/sha256", "", ""),
    (Group::Authentication, "authentication-sign-mac", "/output/mac", "", ""),
    (Group::Authentication, "authentication-sign-mac", "/output/signature", "", ""),
    (Group::Authentication, "authentication-authentic", "/verdict", "authentic", "integrity-only"),
    (Group::Authentication, "authentication-authentic", "/output/messageSha256", "", ""),
    (Group::Authentication, "authentication-authentic", "/input/destinationKey", "", ""),
    (Group::Receipt, "receipt-bound", "/output/receipt/text", "\"demotionCount\":0", "\"demotionCount\":1"),
    (Group::Receipt, "receipt-minimal", "/output/target/text", "Reconcile", "reconcile"),
    (Group::Receipt, "receipt-check-signed", "/input/publicKey", "fc51", "fc52"),
    (Group::CheckpointValidity, "checkpoint-json-syntax", "/code", "syntax", "depth"),
    (Group::PacketValidity, "packet-duplicate-id", "/warnings/0/pointer", "/1/", "/0/"),
    (Group::Conversion, "oz-sessions", "/output/target/text", "SessionId\":\"s1", "SessionId\":\"s2"),
    (Group::Conversion, "oz-sessions", "/output/ledger/file", "\"omitted\":0", "\"omitted\":1"),
    (Group::Conversion, "oz-sessions", "/output/ledger/file", "\"from\":\"/id\"", "\"from\":\"/created_at\""),
    (Group::Conversion, "zo-expiry", "/output/ledger/file", "\"as\":\"exact\"", "\"as\":\"narrated\""),
    (Group::Conversion, "zo-refused-no-time", "/pointer", "createdAt", "id"),
    (Group::RoundTrip, "round-trip-checkpoint", "/output/between/text", "continue-task", "continue-tusk"),
    (Group::RoundTrip, "round-trip-checkpoint", "/output/target/text", "example-agent", "other-agent"),
    (Group::Publication, "publication-minimal", "/output/receipt/text", "integrity-only", "authentic"),
];

#[test]
fn it_notices_what_is_altered() {
    if !node() {
        return;
    }
    for (group, id, pointer, from, to) in ALTERED.iter().copied() {
        let change = |text: &str| if from.is_empty() { last(text) } else { text.replacen(from, to, 1) };
        let copy = altered(group, id, pointer, change);
        let output = verify(copy.path(), Some(group));
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{id} {pointer}\n{text}");
        assert!(
            text.contains(", 1 failed, ") && text.contains(&format!("\n  {id}: ")),
            "{id} {pointer}\n{text}"
        );
    }
}

#[test]
fn it_answers_another_program() {
    if !node() {
        return;
    }
    let command = format!("node '{}' --serve", place().join("verify.mjs").display());
    let folder = tempfile::tempdir().unwrap();
    let exceptions = folder.path().join("known.txt");
    let credentials =
        "packet-secret       whether a URI carries a credential\npacket-no-secret    the same\n";
    fs::write(&exceptions, credentials).unwrap();
    for group in [Group::Canonical, Group::Manifest, Group::Authentication, Group::PacketValidity] {
        let mut tool = Command::new(TOOL);
        tool.args(["goldens", "run"]).arg(place()).args(["--command", &command, "--group", group.as_str()]);
        if group == Group::PacketValidity {
            tool.arg("--exceptions").arg(&exceptions);
        }
        let output = tool.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_wrong_call_is_told() {
    if !node() {
        return;
    }
    let call = |words: &[&str]| {
        Command::new("node").arg(place().join("verify.mjs")).args(words).output().unwrap().status.code()
    };
    assert_eq!(call(&["--group", "nothing"]), Some(2));
    assert_eq!(call(&["--verbose"]), Some(2));
    assert_eq!(call(&["/nowhere/at/all"]), Some(2));
}
