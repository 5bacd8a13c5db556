//! What the golden vectors cover, counted: every finding code both ways, every row of the mapping, every value of a closed
//! set, every outcome of verification, the orders of names, the spellings of numbers, and the input cases that other
//! tools got wrong.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod folder;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use folder::{goldens, place};
use ocp_convert::finding::Code;
use ocp_convert::goldens::vector::{Answered, Document, Flag, Group, Layer, Operation, Vector};
use ocp_convert::goldens::{self, Files, Tamper};
use ocp_convert::mapping::ROWS;
use ocp_convert::zephr::verify::Verdict;
use serde_json::Value;

static FILES: LazyLock<Files> = LazyLock::new(goldens);

type Golden = Vector<Document>;

static VECTORS: LazyLock<BTreeMap<String, (Group, Golden)>> = LazyLock::new(|| {
    let read = |group: &Group| {
        let vectors = goldens::read_group(&FILES, *group).unwrap().vectors;
        vectors.into_iter().map(|vector| (vector.id.clone(), (*group, vector))).collect::<Vec<_>>()
    };
    Group::ALL.iter().flat_map(read).collect()
});

fn vectors() -> impl Iterator<Item = &'static Golden> {
    VECTORS.values().map(|(_, vector)| vector)
}

fn in_group(group: Group) -> impl Iterator<Item = &'static Golden> {
    VECTORS.values().filter(move |(g, _)| *g == group).map(|(_, vector)| vector)
}

/// Codes that no vector can show, and why.
const CODES: &[(&str, &str)] = &[
    ("ledger_unaccounted", "a defect of a converter, which no document brings about"),
    ("output_invalid", "a defect of a converter, which no document brings about"),
    ("loss_denied", "a gate of the command line; the document is converted all the same"),
    ("already_in_format", "a gate of the command line"),
    ("authentication_stale", "what a command says of the packet it has just written"),
    ("schema_unusable", "a defect of the schemas this tool has built in, or one that a caller brings along"),
];

// Ledgers that lie are the business of the tests of the auditor.
fn is_of_the_audit(code: &str) -> bool {
    code.starts_with("audit_")
}

#[test]
fn every_code_is_due_somewhere_and_spared_somewhere() {
    let mut due = BTreeSet::new();
    let mut spared = BTreeSet::new();
    for vector in vectors() {
        due.extend(vector.code.clone());
        due.extend(vector.also.iter().chain(&vector.warnings).map(|f| f.code.clone()));
        spared.extend(vector.spares.iter().cloned());
    }
    let excepted: BTreeSet<&str> = CODES.iter().map(|(code, _)| *code).collect();
    let codes =
        || Code::ALL.iter().map(|c| c.as_str()).filter(|c| !is_of_the_audit(c) && !excepted.contains(c));
    let never: Vec<_> = codes().filter(|code| !due.contains(*code)).collect();
    assert!(never.is_empty(), "no vector in which these are due: {never:?}");
    let never: Vec<_> = codes().filter(|code| !spared.contains(*code)).collect();
    assert!(never.is_empty(), "no vector that comes close to these and is spared: {never:?}");
    for (code, reason) in CODES {
        assert!(!due.contains(*code), "{code} is shown, the exception is stale");
        assert!(Code::ALL.iter().any(|c| c.as_str() == *code) && reason.len() > 20, "{code}");
    }
    assert!(codes().count() > 60);
}

#[test]
fn every_row_of_the_mapping_is_named_by_a_vector_and_put_to_work_by_it() {
    // What is preserved is converted too.
    let converted = || in_group(Group::Conversion).chain(in_group(Group::Residue));
    let named: BTreeSet<&str> = converted().flat_map(|v| v.rules.iter().map(String::as_str)).collect();
    let missing: Vec<_> = ROWS.iter().map(|row| row.rule).filter(|rule| !named.contains(rule)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    // `check` holds the names against the ledgers; here by their text alone.
    for vector in converted().filter(|v| !v.rules.is_empty()) {
        let ledger = goldens::resolve(&FILES, vector.output.ledger.as_ref().unwrap()).unwrap();
        let text = String::from_utf8(ledger).unwrap();
        for rule in &vector.rules {
            assert!(text.contains(&format!("\"rule\":\"{rule}\"")), "{} {rule}", vector.id);
        }
    }
}

/// The words of every closed set in a schema, with the name of the member they stand in; `-` in a list of its own.
fn sets(schema: &Value, name: &str, out: &mut BTreeSet<(String, String)>) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::Array(words)) = members.get("enum") {
                let words = words.iter().filter_map(Value::as_str);
                out.extend(words.map(|word| (name.to_owned(), word.to_owned())));
            }
            if let Some(Value::String(word)) = members.get("const") {
                out.insert((name.to_owned(), word.clone()));
            }
            for (key, value) in members {
                match (key.as_str(), value) {
                    // Conditions repeat words of the sets they are about.
                    ("if" | "then" | "else" | "not" | "allOf", _) => {}
                    ("properties", Value::Object(properties)) => {
                        properties.iter().for_each(|(name, schema)| sets(schema, name, out));
                    }
                    _ => sets(value, name, out),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| sets(item, name, out)),
        _ => {}
    }
}

/// Whether somewhere in a document a member has this word, or a list with this word in it.
fn has(document: &Value, name: &str, word: &str) -> bool {
    match document {
        Value::Object(members) => members.iter().any(|(key, value)| {
            let here =
                value == word || value.as_array().is_some_and(|list| list.iter().any(|item| item == word));
            (key == name && here) || has(value, name, word)
        }),
        Value::Array(items) => items.iter().any(|item| has(item, name, word)),
        _ => false,
    }
}

#[test]
fn every_value_of_a_closed_set_passes_somewhere_and_another_does_not() {
    for (schema, groups, count) in [
        (ocp_convert::ocp::checkpoint_schema(), vec![Group::CheckpointValidity], 80),
        (ocp_convert::zephr::packet_schema(), vec![Group::PacketValidity], 50),
        (ocp_convert::zephr::receipt::receipt_schema(), vec![Group::Receipt], 10),
    ] {
        let mut words = BTreeSet::new();
        sets(&schema, "", &mut words);
        assert!(words.len() > count, "{words:?}");
        let of = |vector: &&Golden| groups.iter().any(|group| VECTORS[&vector.id].0 == *group);
        let documents: Vec<(&Golden, Value)> = vectors()
            .filter(of)
            .filter_map(|vector| {
                let bytes = goldens::resolve(&FILES, vector.input.document.as_ref()?).ok()?;
                Some((vector, serde_json::from_slice(&bytes).ok()?))
            })
            .collect();
        for (name, word) in &words {
            let passes = documents.iter().any(|(v, d)| v.result == Answered::Valid && has(d, name, word));
            assert!(passes, "no valid document with {name} = {word}");
        }
        // Beside each set: a place that ends in its member, refused or warned of.
        let beside: BTreeSet<&str> = documents
            .iter()
            .filter(|(v, _)| v.flags.contains(&Flag::ClosedSet))
            .flat_map(|(v, _)| v.pointer.iter().chain(v.warnings.iter().map(|w| &w.pointer)))
            .filter_map(|pointer| pointer.split('/').rfind(|token| token.parse::<usize>().is_err()))
            .collect();
        // The constant that says what a document is: another word is another document.
        let names: BTreeSet<&str> =
            words.iter().map(|(name, _)| name.as_str()).filter(|n| *n != "format").collect();
        // A receipt whose algorithm is another is a signature that does not hold.
        let missing: Vec<_> = names.difference(&beside).filter(|name| **name != "algorithm").collect();
        assert!(missing.is_empty(), "no word beside the set of {missing:?}");
    }
}

/// What verification can refuse a packet for, in the order of its checks.
const REFUSALS: &[(&str, Verdict)] = &[
    ("json_syntax", Verdict::Invalid),
    ("not_a_packet", Verdict::Invalid),
    ("unknown_field", Verdict::Invalid),
    ("authentication_encoding", Verdict::Invalid),
    ("mac_without_recipient", Verdict::Invalid),
    ("manifest_root_mismatch", Verdict::Invalid),
    ("source_signature_unverifiable", Verdict::Refused),
    ("unsigned_not_allowed", Verdict::Refused),
    ("mac_keys_missing", Verdict::Refused),
    ("source_key_untrusted", Verdict::Refused),
    ("fingerprint_mismatch", Verdict::Refused),
    ("source_signature_invalid", Verdict::Invalid),
    ("recipient_mac_mismatch", Verdict::Invalid),
    ("packet_expired", Verdict::Refused),
    ("packet_replayed", Verdict::Refused),
    ("recipient_mismatch", Verdict::Refused),
    ("destination_id_missing", Verdict::Refused),
];

#[test]
fn every_outcome_of_verification_has_a_vector() {
    let verified = || in_group(Group::Authentication).filter(|v| v.operation == Operation::Verify);
    for (code, verdict) in REFUSALS {
        let shown = verified()
            .any(|v| v.code.as_deref() == Some(code) && v.verdict.as_deref() == Some(verdict.as_str()));
        assert!(shown, "{code}");
    }
    for verdict in [Verdict::IntegrityOnly, Verdict::Authentic] {
        let shown =
            |v: &Golden| v.result == Answered::Valid && v.verdict.as_deref() == Some(verdict.as_str());
        assert!(verified().any(shown), "{verdict:?}");
    }
    let warned = |v: &Golden| v.warnings.iter().any(|w| w.code == "review_overdue");
    assert!(verified().any(warned));
    // Every way of tampering is put to use.
    let inputs = String::from_utf8(FILES["inputs/authentication.json"].clone()).unwrap();
    let manifest = String::from_utf8(FILES["inputs/manifest.json"].clone()).unwrap();
    let residue = String::from_utf8(FILES["inputs/residue.json"].clone()).unwrap();
    for tamper in [
        Tamper::Set(String::new(), Value::Null),
        Tamper::Unset(String::new()),
        Tamper::Flip(String::new(), 0),
        Tamper::Upper(String::new()),
        Tamper::Cut(String::new(), 0),
        Tamper::Append(String::new(), String::new()),
        Tamper::AddOrder(String::new()),
        Tamper::Repeat(String::new(), Value::Null, 0),
    ] {
        let Value::Object(spelled) = serde_json::to_value(&tamper).unwrap() else { panic!() };
        let name = format!("{{\"{}\": ", spelled.keys().next().unwrap());
        let used = match &tamper {
            Tamper::Repeat(..) => residue.contains(&name),
            Tamper::AddOrder(_) => inputs.contains(&name),
            _ => inputs.contains(&name) && manifest.contains(&name),
        };
        assert!(used, "{name}");
    }
}

fn text(document: Option<&Document>) -> String {
    String::from_utf8(goldens::resolve(&FILES, document.unwrap()).unwrap()).unwrap()
}

#[test]
fn names_whose_order_matters_differ_between_the_profiles() {
    let mut differ = 0;
    for vector in in_group(Group::Canonical).filter(|v| v.flags.contains(&Flag::Order)) {
        let Some(stem) = vector.id.strip_suffix("-jcs") else { continue };
        let (_, other) = &VECTORS[&format!("{stem}-zcf")];
        assert_eq!(vector.input.document, other.input.document, "{stem}");
        let (jcs, zcf) = (text(vector.output.canonical.as_ref()), text(other.output.canonical.as_ref()));
        differ += usize::from(jcs != zcf);
    }
    assert_eq!(differ, 4, "above the surrogates, private use, a common start, the letters of RFC 8785");
    let roots = in_group(Group::Manifest).filter(|v| v.flags.contains(&Flag::Order)).count();
    assert!(roots >= 3);
}

/// Literals at the places where ECMAScript's spelling of numbers changes, and that spelling (ECMA-262, `Number::toString`).
const NUMBERS: &[(&str, &str)] = &[
    ("0.000001", "0.000001"),
    ("0.0000001", "1e-7"),
    ("9.99e-7", "9.99e-7"),
    ("1e20", "100000000000000000000"),
    ("1e21", "1e+21"),
    ("999999999999999900000", "999999999999999900000"),
    ("-0", "0"),
    ("-0.0", "0"),
    ("1.0", "1"),
    ("9007199254740991", "9007199254740991"),
    ("9007199254740992", "9007199254740992"),
    ("5e-324", "5e-324"),
    ("2.2250738585072014e-308", "2.2250738585072014e-308"),
    ("1.7976931348623157e308", "1.7976931348623157e+308"),
    ("1e100", "1e+100"),
];

#[test]
fn numbers_at_every_switch_of_their_spelling() {
    for profile in ["jcs", "zcf"] {
        for (literal, spelled) in NUMBERS {
            let shown = in_group(Group::Canonical).any(|v| {
                v.input.profile.as_deref() == Some(profile)
                    && text(v.input.document.as_ref()) == *literal
                    && text(v.output.canonical.as_ref()) == *spelled
            });
            assert!(shown, "{profile} {literal}");
        }
    }
}

#[test]
fn every_word_of_the_vectors_is_used() {
    for operation in Operation::ALL {
        assert!(vectors().any(|v| v.operation == *operation), "{}", operation.as_str());
    }
    for layer in Layer::ALL {
        assert!(vectors().any(|v| v.layer == *layer), "{}", layer.as_str());
    }
    for flag in Flag::ALL {
        assert!(vectors().any(|v| v.flags.contains(flag)), "{}", flag.as_str());
    }
}

#[test]
fn clauses_are_those_of_the_table_or_sections_of_the_profile() {
    let table = std::fs::read_to_string(place().join("../tests/data/clauses.tsv")).unwrap();
    let known: BTreeSet<&str> = table.lines().filter_map(|line| line.split('\t').next()).collect();
    for vector in vectors() {
        for clause in &vector.clauses {
            let section = clause.strip_prefix("P1-").and_then(|n| n.parse::<u8>().ok());
            let exists = known.contains(clause.as_str()) || section.is_some_and(|n| (1..=10).contains(&n));
            assert!(exists, "{} {clause}", vector.id);
        }
    }
}

/// The layers that may decide for a code; the others are decided where the README says.
fn layers(code: &str, operation: Operation) -> &'static [Layer] {
    match code {
        "not_a_packet" | "format_unrecognised" | "version_unsupported" => &[Layer::Format],
        // What is signed is asked for its recipient before anything is checked.
        "mac_without_recipient" if operation == Operation::Sign => &[Layer::Authentication],
        "schema"
        | "unknown_field"
        | "content_mixed"
        | "section_missing"
        | "section_name_collision"
        | "authentication_encoding"
        | "mac_without_recipient" => &[Layer::Structure],
        "manifest_root_mismatch" | "manifest_root_encoding" => &[Layer::Manifest],
        "OCP-T001" | "OCP-T002" | "parent_digest_mismatch" => &[Layer::Lineage],
        "source_signature_unverifiable"
        | "unsigned_not_allowed"
        | "mac_keys_missing"
        | "source_key_untrusted"
        | "fingerprint_mismatch"
        | "source_signature_invalid"
        | "recipient_mac_mismatch"
        | "source_unattested" => &[Layer::Authentication],
        "packet_expired"
        | "packet_replayed"
        | "recipient_mismatch"
        | "destination_id_missing"
        | "tool_refused" => &[Layer::Policy],
        "receipt_invalid" | "receipt_digest_mismatch" | "receipt_mismatch" | "receipt_signature_invalid" => {
            &[Layer::Receipt]
        }
        "time_unusable" | "review_by_uncomputable" => &[Layer::Conversion],
        code if code.starts_with("residue_") => &[Layer::Residue],
        code if code.starts_with("json_") => &[Layer::Json],
        code if code.starts_with("OCP-S") => &[Layer::Semantics],
        _ => &[],
    }
}

#[test]
fn every_refusal_names_the_layer_its_code_belongs_to() {
    for vector in vectors().filter(|v| v.result == Answered::Invalid) {
        let code = vector.code.as_deref().unwrap();
        assert!(
            layers(code, vector.operation).contains(&vector.layer),
            "{} {code} {}",
            vector.id,
            vector.layer.as_str()
        );
    }
}

#[test]
fn the_files_about_the_documents_are_ascii() {
    for (path, bytes) in FILES.iter() {
        if path.ends_with("vectors.json") || ["index.json", "keys.json"].contains(&path.as_str()) {
            assert!(bytes.iter().all(|b| (b' '..=b'~').contains(b) || *b == b'\n'), "{path}");
        }
    }
}
