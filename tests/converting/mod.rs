//! Conversions for tests, and what must hold of every one: checked on `serde_json` values with code of its own.
#![allow(dead_code, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

pub mod invariants;
pub mod rows;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use ocp_convert::audit::audit;
use ocp_convert::canon::{self, Profile};
use ocp_convert::convert::{Options, convert};
use ocp_convert::document;
use ocp_convert::json::{Limits, read};
use ocp_convert::ledger::LedgerFile;
use ocp_convert::mapping::{Deed, Fidelity, Row, Rule, matches};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// A finished conversion, free of the trees.
#[derive(Debug)]
pub struct Done {
    pub target: Value,
    pub bytes: Vec<u8>,
    pub ledger: LedgerFile,
    pub renamed: BTreeMap<String, String>,
}

/// Converts with the library and reads the outcome back; the codes and pointers of the findings otherwise.
pub fn try_convert(source: &Value, options: &Options) -> Result<Done, Vec<String>> {
    let text = source.to_string();
    let tree = read(text.as_bytes(), &Limits::default()).unwrap();
    let done = convert(&tree, options).map_err(|f| {
        f.iter().map(|f| format!("{} {} {}", f.code, f.pointer, f.message)).collect::<Vec<_>>()
    })?;
    let mut bytes = Vec::new();
    canon::write(done.target.root(), Profile::Zcf, &mut bytes);
    let ledger = done.ledger.file(&tree, &done.target);
    let audited = audit(&tree, &done.target, &ledger);
    assert!(audited.is_empty(), "{audited:#?}\n{source}");
    let renamed = done.renamed.iter().cloned().collect();
    let profile = if done.target.root().get("format").exists() { Profile::Zcf } else { Profile::Jcs };
    let canonical = canon::to_vec(done.target.root(), profile);
    assert_eq!(done.into_bytes(), canonical, "the bytes that are written on the way are those of the target");
    Ok(Done { target: serde_json::from_slice(&bytes).unwrap(), ledger, renamed, bytes })
}

/// Converts, and checks what holds of every conversion.
pub fn converted(source: &Value) -> Done {
    converted_with(source, &Options::default())
}

/// As [`converted`], with options.
pub fn converted_with(source: &Value, options: &Options) -> Done {
    let done = try_convert(source, options).unwrap_or_else(|e| panic!("{e:#?}\n{source}"));
    check(source, &done);
    let again = try_convert(source, options).unwrap();
    assert_eq!(done.bytes, again.bytes, "the same bytes on two runs");
    assert_eq!(done.ledger, again.ledger, "the same ledger on two runs");
    done
}

/// The sample checkpoints by file name.
pub fn samples() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ocp");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let name = |f: &Path| f.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|f| (name(f), serde_json::from_slice(&fs::read(f).unwrap()).unwrap())).collect()
}

/// The sample whose name begins with `number`.
pub fn sample(number: &str) -> Value {
    samples().into_iter().find(|(name, _)| name.starts_with(number)).unwrap().1
}

/// What holds of every conversion: root, validity, balance, and that each entry fits its row.
pub fn check(source: &Value, done: &Done) {
    assert_eq!(done.target["manifest"]["rootHash"], root(&done.target));
    assert_sound(&done.target);
    balances(source, done);
    for entry in &done.ledger.moved {
        fits(source, done, entry).unwrap_or_else(|e| panic!("{e}: {entry:#?}"));
    }
    for entry in &done.ledger.omitted {
        let row = row(&entry.rule);
        let Deed::Lose { status, .. } = row.deed else { panic!("{entry:?} is no loss") };
        assert_eq!((status, row.note), (entry.status.as_str(), entry.reason.as_str()));
        assert!(any(row.from, &entry.from), "{entry:?}");
    }
    for entry in &done.ledger.synthesized {
        let row = row(&entry.rule);
        assert_eq!(row.deed, Deed::Make, "{entry:?}");
        assert!(any(row.to, &entry.at), "{entry:?}");
    }
}

/// No error, and no deviation from the profile.
pub fn assert_sound(packet: &Value) {
    let text = packet.to_string();
    let tree = read(text.as_bytes(), &Limits::default()).unwrap();
    let report = document::validate(&tree, Some(text.as_bytes()), &document::Options::default());
    let known = ["secret_suspected", "timestamp_impossible", "json_noncharacter", "json_big_integer"];
    let found: Vec<_> = report.findings.iter().filter(|f| !known.contains(&f.code.as_str())).collect();
    assert!(found.is_empty(), "{found:#?}");
}

pub fn row(code: &str) -> &'static Row {
    Rule::from_code(code).unwrap_or_else(|| panic!("no rule {code}")).row()
}

fn any(patterns: &[&str], pointer: &str) -> bool {
    patterns.iter().any(|pattern| matches(pattern, pointer))
}

/// Every source leaf in exactly one entry, every target leaf in one at least, and the sums right.
pub fn balances(source: &Value, done: &Done) {
    let (mut from, mut to) = (Vec::new(), Vec::new());
    leaves(source, &mut String::new(), &mut from);
    leaves(&done.target, &mut String::new(), &mut to);
    let ledger = &done.ledger;
    let mut entered: Vec<&str> = ledger.moved.iter().map(|m| m.from.as_str()).collect();
    entered.extend(ledger.omitted.iter().map(|o| o.from.as_str()));
    entered.sort_unstable();
    let mut wanted: Vec<&str> = from.iter().map(String::as_str).collect();
    wanted.sort_unstable();
    assert_eq!(entered, wanted, "source leaves and entries");
    let mut covered: BTreeSet<&str> = ledger.synthesized.iter().map(|s| s.at.as_str()).collect();
    covered.extend(ledger.moved.iter().flat_map(|m| m.to.iter().map(|l| l.at.as_str())));
    for leaf in &to {
        assert!(covered.contains(leaf.as_str()), "{leaf} has no entry");
    }
    let sum = &ledger.summary;
    assert_eq!((sum.source_leaves, sum.target_leaves), (from.len(), to.len()));
    let moved = sum.exact + sum.transcoded + sum.structural + sum.narrated + sum.demoted + sum.regenerated;
    assert_eq!(moved + sum.omitted, sum.source_leaves);
    assert_eq!((sum.omitted, sum.synthesized), (ledger.omitted.len(), ledger.synthesized.len()));
    let count = |class: &str| ledger.moved.iter().filter(|m| m.fidelity == class).count();
    let classes = [sum.exact, sum.transcoded, sum.structural, sum.narrated, sum.demoted, sum.regenerated];
    let names = ["exact", "transcoded", "structural", "narrated", "demoted", "regenerated"];
    assert_eq!(classes, names.map(count));
}

/// Pointers of scalars and empty containers.
pub fn leaves(value: &Value, at: &mut String, out: &mut Vec<String>) {
    let length = at.len();
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (name, member) in members {
                at.push('/');
                at.push_str(&name.replace('~', "~0").replace('/', "~1"));
                leaves(member, at, out);
                at.truncate(length);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for (number, item) in items.iter().enumerate() {
                at.push('/');
                at.push_str(&number.to_string());
                leaves(item, at, out);
                at.truncate(length);
            }
        }
        _ => out.push(at.clone()),
    }
}

/// Whether an entry fits its row: where it comes from, where it goes, how faithfully, and in which words.
pub fn fits(source: &Value, done: &Done, entry: &ocp_convert::ledger::Moved) -> Result<(), String> {
    let row = row(&entry.rule);
    let Deed::Move(declared) = row.deed else { return Err("not a move".into()) };
    let value = source.pointer(&entry.from).ok_or("nothing there")?;
    if !any(row.from, &entry.from) {
        return Err("the row does not name this source".into());
    }
    if declared == Fidelity::Regenerated {
        return if entry.to.is_empty() { Ok(()) } else { Err("a regenerated value stands somewhere".into()) };
    }
    if entry.to.is_empty() {
        return Err("it stands nowhere".into());
    }
    if declared == Fidelity::Demoted && entry.fidelity != "demoted" {
        return Err("a demotion does not show".into());
    }
    for landing in &entry.to {
        if !any(row.to, &landing.at) {
            return Err(format!("the row does not name {}", landing.at));
        }
        let there = done.target.pointer(&landing.at).ok_or("nothing stands there")?;
        let name = value.as_str().filter(|_| ["id", "ref"].contains(&row.transform));
        let renamed = name.and_then(|id| done.renamed.get(id));
        match landing.fidelity.as_str() {
            "exact" if same(there, value) => {}
            "exact" => return Err("not equal".into()),
            "transcoded" => transcoded(row, value, there, renamed.map(String::as_str))?,
            "structural" if matches!(declared, Fidelity::Structural | Fidelity::Exact) => {}
            "narrated" => narrated(row, value, there, renamed.map(String::as_str))?,
            other => return Err(format!("{other} is not allowed")),
        }
    }
    Ok(())
}

/// Whether two values are equal, numbers by what they are and not by how they are spelled.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        _ => one == other,
    }
}

fn transcoded(row: &Row, value: &Value, there: &Value, renamed: Option<&str>) -> Result<(), String> {
    let (text, there) = (value.as_str().unwrap_or_default(), there.as_str().ok_or("no text")?);
    let good = match row.transform {
        "id" | "ref" => renamed == Some(there),
        "digest-to-zephr" => {
            let whole = text.strip_prefix("sha-256:").map(|hex| format!("sha256:{hex}"));
            whole.as_deref() == Some(there)
                || text == there
                || there.split_once(':').is_some_and(|(algorithm, hex)| {
                    text == hex || text == algorithm || (text == "sha-256" && algorithm == "sha256")
                })
        }
        "tagged-time" => text.ends_with(&format!("] {there}")),
        _ => row.values.contains(&(text, there)),
    };
    if good { Ok(()) } else { Err(format!("{value} is not {there} by {}", row.transform)) }
}

fn narrated(row: &Row, value: &Value, there: &Value, renamed: Option<&str>) -> Result<(), String> {
    let line = there.as_str().ok_or("no line")?;
    let plain = renamed
        .map_or_else(|| value.as_str().map_or_else(|| value.to_string(), str::to_owned), str::to_owned);
    let mut json = String::new();
    canonical(&renamed.map_or_else(|| value.clone(), Value::from), &mut json);
    let json: String = json.chars().map(quoted).collect();
    let forms = if row.form.is_empty() { &["{}", "{json}"] } else { row.form };
    let found = forms.iter().any(|form| {
        let bare = form.trim_start_matches('^').trim_end_matches('$');
        let text =
            if bare.contains("{json}") { bare.replace("{json}", &json) } else { bare.replace("{}", &plain) };
        match (form.starts_with('^'), form.ends_with('$')) {
            (true, true) => line == text,
            (true, false) => line.starts_with(&text),
            (false, true) => line.ends_with(&text),
            (false, false) => line.contains(&text),
        }
    });
    if found { Ok(()) } else { Err(format!("{forms:?} of {value} is not in {line:?}")) }
}

/// A character of canonical JSON as it stands in a line: spelled out when it ends a line, steers or turns the writing.
pub fn quoted(c: char) -> String {
    let turns = "\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";
    match u32::from(c) {
        code if (0x7F..=0x9F).contains(&code) || turns.contains(c) => format!("\\u{code:04x}"),
        _ => c.to_string(),
    }
}

/// Canonical JSON by `serde_json`: enough for the documents of these tests.
pub fn canonical(value: &Value, out: &mut String) {
    *out = serde_json_canonicalizer::to_string(value).unwrap();
}

/// Canonical JSON whose members stand in the order of code points, as in a packet.
fn by_code_point(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let sorted: BTreeMap<&str, &Value> = members.iter().map(|(n, v)| (n.as_str(), v)).collect();
            let all = sorted.iter().map(|(n, v)| format!("{}:{}", Value::from(*n), by_code_point(v)));
            format!("{{{}}}", all.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(by_code_point).collect::<Vec<_>>().join(",")),
        scalar => serde_json_canonicalizer::to_string(scalar).unwrap(),
    }
}

/// The manifest root, computed over `serde_json` and `sha2` alone.
pub fn root(packet: &Value) -> String {
    let mut sections = vec![
        ("packetIdentity", &packet["packet"]),
        ("sourceDescriptor", &packet["source"]),
        ("recipientIntent", &packet["recipientIntent"]),
        ("retention", &packet["retention"]),
    ];
    sections.extend(packet["content"].as_object().unwrap().iter().map(|(k, v)| (k.as_str(), v)));
    sections.sort_by_key(|(name, _)| *name);
    let mut hasher = Sha256::new();
    let mut prefixed = |text: &str| {
        hasher.update(u32::try_from(text.len()).unwrap().to_be_bytes());
        hasher.update(text);
    };
    prefixed("zephr-continuity-manifest-v1");
    for (name, section) in sections {
        prefixed(name);
        prefixed(&by_code_point(section));
    }
    format!("sha256:{}", hex::encode(hasher.finalize()))
}

/// The texts of a list of the capsule.
pub fn texts<'d>(done: &'d Done, list: &str) -> Vec<&'d str> {
    let items = done.target["content"]["capsule"][list].as_array().unwrap();
    items.iter().map(|item| item["text"].as_str().unwrap()).collect()
}

/// The contents of the beliefs.
pub fn beliefs(done: &Done) -> Vec<&str> {
    done.target["content"]["beliefs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|b| b["content"].as_str().unwrap())
        .collect()
}

/// The codes of the rules that a ledger names.
pub fn rules(done: &Done) -> BTreeSet<String> {
    let ledger = &done.ledger;
    let moved = ledger.moved.iter().map(|m| m.rule.clone());
    let omitted = ledger.omitted.iter().map(|o| o.rule.clone());
    moved.chain(omitted).chain(ledger.synthesized.iter().map(|s| s.rule.clone())).collect()
}
