//! The golden vectors: made again without a difference, and any change to the folder noticed.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod folder;

use folder::{COUNTS, goldens, group_of};
use ocp_convert::goldens::vector::{Flag, Group, Layer, Operation};
use ocp_convert::goldens::{self, Files, SCHEMA};
use serde_json::{Value, json};

// clause: ZCF-GOLD-7
#[test]
fn making_the_vectors_again_gives_no_difference() {
    let files = goldens();
    let made = goldens::generate(&files, None).unwrap_or_else(|failures| panic!("{failures:#?}"));
    for (path, bytes) in &made {
        assert!(files.get(path) == Some(bytes), "{path} is not what is made now");
    }
    let extra: Vec<_> =
        files.keys().filter(|path| !made.contains_key(*path) && !goldens::is_by_hand(path)).collect();
    assert!(extra.is_empty(), "{extra:?}");
}

// clause: ZCF-GOLD-1, ZCF-GOLD-2
#[test]
fn every_vector_holds_and_none_is_missing() {
    let report = goldens::check(&goldens(), None);
    assert!(report.failures.is_empty(), "{:#?}", report.failures);
    let counts: Vec<(Group, usize)> = report.groups.iter().map(|(g, count)| (*g, count.vectors)).collect();
    assert_eq!(counts, COUNTS, "a vector more or less is a change of the suite: count it");
    let index: Value = serde_json::from_slice(&goldens()["index.json"]).unwrap();
    assert_eq!(index["vectors"], COUNTS.iter().map(|(_, n)| n).sum::<usize>());
}

/// What nobody can make again is run as it stands.
#[test]
fn every_vector_holds_as_it_stands_without_the_inputs() {
    let mut files = goldens();
    files.retain(|path, _| !path.starts_with("inputs/"));
    let report = goldens::check(&files, None);
    let failing: Vec<_> = report.failures.iter().map(|f| f.at.as_str()).collect();
    assert_eq!(failing, ["inputs/keys.json", "inputs/bases.json"]);
    let counts: Vec<_> = report.groups.iter().map(|(g, c)| (*g, c.vectors, c.failed)).collect();
    assert_eq!(counts, COUNTS.map(|(group, count)| (group, count, 0)));
}

#[test]
fn every_vector_file_follows_the_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let files = goldens();
    for group in Group::ALL {
        let file: Value = serde_json::from_slice(&files[&group_of(*group)]).unwrap();
        let errors: Vec<String> = validator.iter_errors(&file).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{} {errors:?}", group.as_str());
        // And what it is for is caught by it.
        for (pointer, value) in [
            ("/vectors/0/flags/0", json!("new")),
            ("/vectors/0/operation", json!("guess")),
            ("/vectors/0/layer", json!("luck")),
            ("/vectors/0/result", json!("maybe")),
            ("/vectors/0/id", json!("Upper")),
            ("/vectors/0/clauses", json!([])),
            ("/vectors/0/input", json!({"document": {"text": "", "hex": ""}})),
            ("/group", json!("other")),
        ] {
            let mut copy = file.clone();
            *copy.pointer_mut(pointer).unwrap() = value;
            assert!(!validator.is_valid(&copy), "{pointer}");
        }
        let mut copy = file.clone();
        copy["vectors"][0]["note"] = json!(1);
        assert!(!validator.is_valid(&copy));
    }
}

#[test]
fn the_schema_lists_the_words_the_program_knows() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let listed = |pointer: &str| schema.pointer(pointer).unwrap().clone();
    let vector = "/$defs/vector/properties";
    let words: Vec<&str> = Group::ALL.iter().map(|word| word.as_str()).collect();
    assert_eq!(listed("/properties/group/enum"), json!(words));
    let words: Vec<&str> = Flag::ALL.iter().map(|word| word.as_str()).collect();
    assert_eq!(listed(&format!("{vector}/flags/items/enum")), json!(words));
    let words: Vec<&str> = Operation::ALL.iter().map(|word| word.as_str()).collect();
    assert_eq!(listed(&format!("{vector}/operation/enum")), json!(words));
    let words: Vec<&str> = Layer::ALL.iter().map(|word| word.as_str()).collect();
    assert_eq!(listed(&format!("{vector}/layer/enum")), json!(words));
}

/// What checking a changed folder, or one group of it, finds.
fn found(files: &Files, group: Option<Group>) -> Vec<String> {
    goldens::check(files, group).failures.into_iter().map(|f| format!("{}: {}", f.at, f.what)).collect()
}

/// Groups that are quick to make again.
const QUICK: [Group; 3] = [Group::Manifest, Group::Lineage, Group::Publication];

#[test]
fn a_byte_that_is_changed_is_noticed_wherever_it_stands() {
    let files = goldens();
    // Of what is made, every file is compared byte by byte: one comparison for each place is enough.
    let made = goldens::generate(&files, None).unwrap();
    let mut places = 0;
    for (path, bytes) in &made {
        for at in [0, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1] {
            let mut copy = Files::from([(path.clone(), bytes.clone())]);
            copy.get_mut(path).unwrap()[at] ^= 1;
            let drift = goldens::drift(&copy, &made, None);
            let here: Vec<_> = drift.iter().filter(|f| &f.at == path).map(|f| f.what.clone()).collect();
            assert_eq!(here, [format!("byte {at}")], "{path}");
            places += 1;
        }
    }
    assert!(places > 1000, "{places}");
    // What is written by hand stands in the index, and nothing but the index is out of date then.
    for path in ["README.md", "inputs/lineage.json"] {
        let mut copy = files.clone();
        copy.get_mut(path).unwrap().push(b'\n');
        let drift = goldens::drift(&copy, &goldens::generate(&copy, None).unwrap(), None);
        assert_eq!(drift.iter().map(|f| f.at.as_str()).collect::<Vec<_>>(), ["index.json"], "{path}");
        assert!(drift[0].expected.contains("goldens generate"));
    }
}

#[test]
fn a_change_is_noticed_by_its_own_group() {
    let files = goldens();
    for group in QUICK {
        assert_eq!(found(&files, Some(group)), Vec::<String>::new());
        let mut copy = files.clone();
        let bytes = copy.get_mut(&group_of(group)).unwrap();
        let at = bytes.len() / 2;
        bytes[at] ^= 1;
        assert!(!found(&copy, Some(group)).is_empty(), "{}", group.as_str());
    }
}

/// The folder with one member of the vectors of a group changed.
fn edited(group: Group, pointer: &str, value: Value) -> Files {
    let mut files = goldens();
    let mut file: Value = serde_json::from_slice(&files[&group_of(group)]).unwrap();
    *file.pointer_mut(pointer).unwrap() = value;
    files.insert(group_of(group), serde_json::to_vec_pretty(&file).unwrap());
    files
}

#[test]
fn a_vector_that_says_something_else_fails_with_both_sides() {
    let files = edited(Group::Manifest, "/vectors/0/result", json!("invalid"));
    let report = goldens::check(&files, Some(Group::Manifest));
    let failure = report.failures.iter().find(|f| f.at == "manifest-minimal").unwrap();
    assert_eq!((failure.expected.as_str(), failure.found.as_str()), ("invalid", "valid"));
    assert_eq!(report.groups[&Group::Manifest].failed, 1);
    let root = format!("sha256:{}", "0".repeat(64));
    let files = edited(Group::Manifest, "/vectors/0/output/root", json!(root));
    let report = goldens::check(&files, Some(Group::Manifest));
    let failure = report.failures.iter().find(|f| f.at == "manifest-minimal").unwrap();
    assert_eq!((failure.what.as_str(), &failure.expected), ("root", &root));
}

#[test]
fn what_nobody_knows_is_refused() {
    let unreadable = format!("{}: form", group_of(Group::Lineage));
    for (pointer, value) in [
        ("/vectors/0/flags/0", json!("new-flag")),
        ("/vectors/0/operation", json!("guess")),
        ("/vectors/0/input", json!({"documents": [], "more": 1})),
        ("/group", json!("other")),
    ] {
        let found = found(&edited(Group::Lineage, pointer, value), Some(Group::Lineage));
        assert!(found.contains(&unreadable), "{pointer}: {found:?}");
    }
    let mut files = goldens();
    let made = goldens::generate(&files, None).unwrap();
    let strange =
        ["lineage/more.json", "notes.txt", "other/vectors.json", "inputs/deeper/x.json", "inputs/x.txt"];
    for path in strange {
        files.insert(path.to_owned(), b"{}".to_vec());
    }
    let drift = goldens::drift(&files, &made, None);
    let mut places: Vec<&str> = drift.iter().map(|f| f.at.as_str()).collect();
    places.sort_unstable();
    assert_eq!(
        places,
        ["inputs/deeper/x.json", "inputs/x.txt", "lineage/more.json", "notes.txt", "other/vectors.json"]
    );
    // Inputs of another form, or of no group.
    for (text, at) in [("{}", "inputs/x.json"), (r#"{"group":"other","vectors":[]}"#, "inputs/x.json")] {
        let mut files = goldens();
        files.insert(at.to_owned(), text.as_bytes().to_vec());
        let failures = goldens::generate(&files, None).unwrap_err();
        assert_eq!(failures.iter().map(|f| f.at.as_str()).collect::<Vec<_>>(), [at]);
    }
}

#[test]
fn a_vector_that_is_gone_is_noticed() {
    let files = goldens();
    for group in QUICK {
        let mut file: Value = serde_json::from_slice(&files[&group_of(group)]).unwrap();
        file["vectors"].as_array_mut().unwrap().remove(1);
        let mut copy = files.clone();
        copy.insert(group_of(group), serde_json::to_vec_pretty(&file).unwrap());
        assert!(!found(&copy, Some(group)).is_empty());
        copy.remove(&group_of(group));
        assert!(found(&copy, Some(group)).contains(&format!("{}: file", group_of(group))));
    }
    // A group that is gone with its inputs is gone from the index too.
    let mut copy = files.clone();
    copy.retain(|path, _| !path.starts_with("lineage/") && path != "inputs/lineage.json");
    let drift = goldens::drift(&copy, &goldens::generate(&copy, None).unwrap(), None);
    assert_eq!(drift.iter().map(|f| f.at.as_str()).collect::<Vec<_>>(), ["index.json"]);
    // A file that a vector names.
    let mut copy = files;
    let path = copy.keys().find(|path| path.starts_with("manifest/") && !path.ends_with("vectors.json"));
    let path = path.unwrap().clone();
    copy.remove(&path);
    let found = found(&copy, Some(Group::Manifest));
    assert!(found.contains(&format!("{path}: file")), "{found:?}");
}
