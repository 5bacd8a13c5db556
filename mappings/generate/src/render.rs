//! Renders the rule table and the rule constants from the mapping tables.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use toml::Value;

fn strings(row: &Value, key: &str) -> Vec<String> {
    match row.get(key) {
        None => Vec::new(),
        Some(Value::String(s)) => vec![s.clone()],
        Some(Value::Array(items)) => items.iter().map(|i| i.as_str().unwrap().to_owned()).collect(),
        Some(other) => panic!("{key}: {other}"),
    }
}

fn string(row: &Value, key: &str) -> String {
    row.get(key).map_or(String::new(), |v| v.as_str().unwrap().to_owned())
}

fn list(items: &[String]) -> String {
    format!("&[{}]", items.iter().map(|s| format!("{s:?}")).collect::<Vec<_>>().join(", "))
}

/// `makes`: what a make row may write at each of its places.
fn makes(row: &Value) -> String {
    let entries = row.get("makes").and_then(Value::as_array).cloned().unwrap_or_default();
    let entry = |entry: &Value| {
        for member in entry.as_table().unwrap().keys() {
            assert!(["at", "is", "of"].contains(&member.as_str()), "makes: member `{member}`");
        }
        let (is, of) = (list(&strings(entry, "is")), list(&strings(entry, "of")));
        format!("Makes {{ at: {:?}, is: {is}, of: {of} }}", string(entry, "at"))
    };
    format!("&[{}]", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
}

fn pairs(row: &Value) -> String {
    let pairs: Vec<(String, String)> = match row.get("values") {
        None => Vec::new(),
        Some(Value::Array(words)) => {
            words.iter().map(|w| (String::new(), w.as_str().unwrap().to_owned())).collect()
        }
        Some(Value::Table(map)) => {
            map.iter().map(|(k, v)| (k.clone(), v.as_str().unwrap().to_owned())).collect()
        }
        Some(other) => panic!("values: {other}"),
    };
    format!("&[{}]", pairs.iter().map(|p| format!("{p:?}")).collect::<Vec<_>>().join(", "))
}

const MEMBERS: [&str; 15] = [
    "rule",
    "from",
    "when",
    "to",
    "fidelity",
    "form",
    "values",
    "makes",
    "alone",
    "due",
    "transform",
    "status",
    "undefined",
    "explicit",
    "note",
];

/// The text of `src/mapping/rules.rs` for the tables below `root`.
pub fn render(root: &Path) -> String {
    let mut rows = String::new();
    let mut modules = String::new();
    let mut seen = BTreeSet::new();
    let mut count = 0;
    let mut version = None;
    for (file, module, direction, prefix) in [
        ("ocp-to-zephr.toml", "oz", "Direction::OcpToZephr", "OZ-"),
        ("zephr-to-ocp.toml", "zo", "Direction::ZephrToOcp", "ZO-"),
    ] {
        let text = std::fs::read_to_string(root.join("mappings").join(file)).unwrap();
        let table: toml::Table = text.parse().unwrap();
        let this = table["mappingVersion"].as_integer().unwrap();
        assert_eq!(*version.get_or_insert(this), this, "both tables carry one mappingVersion");
        let mut constants = String::new();
        for kind in ["move", "make", "loss"] {
            for row in table.get(kind).and_then(Value::as_array).unwrap_or(&Vec::new()) {
                let rule = string(row, "rule");
                assert!(rule.starts_with(prefix) && seen.insert(rule.clone()), "{file}: rule `{rule}`");
                for member in row.as_table().unwrap().keys() {
                    assert!(MEMBERS.contains(&member.as_str()), "{rule}: member `{member}`");
                }
                let flag = |key: &str| row.get(key).is_some_and(|v| v.as_bool().unwrap());
                let deed = match kind {
                    "move" => {
                        let fidelity = string(row, "fidelity");
                        let (first, rest) = fidelity.split_at(1);
                        format!("Deed::Move(Fidelity::{}{rest})", first.to_uppercase())
                    }
                    "make" => "Deed::Make".to_owned(),
                    _ => format!(
                        "Deed::Lose {{ status: {:?}, undefined: {}, explicit: {} }}",
                        string(row, "status"),
                        flag("undefined"),
                        flag("explicit")
                    ),
                };
                let name = rule[prefix.len()..].replace('-', "_").to_uppercase();
                if kind != "loss" || flag("explicit") {
                    writeln!(constants, "    pub(crate) const {name}: Rule = Rule({count});").unwrap();
                }
                writeln!(
                    rows,
                    "    Row {{ rule: {rule:?}, direction: {direction}, deed: {deed}, from: {}, when: {:?}, to: {}, \
                     form: {}, values: {}, makes: {}, alone: {:?}, due: {}, transform: {:?}, note: {:?} }},",
                    list(&strings(row, "from")),
                    string(row, "when"),
                    list(&strings(row, "to")),
                    list(&strings(row, "form")),
                    pairs(row),
                    makes(row),
                    string(row, "alone"),
                    list(&strings(row, "due")),
                    string(row, "transform"),
                    string(row, "note")
                )
                .unwrap();
                count += 1;
            }
        }
        writeln!(
            modules,
            "\n/// The rules of `mappings/{file}`.\npub(crate) mod {module} {{\n    use super::Rule;\n\n{constants}}}"
        )
        .unwrap();
    }
    format!(
        "//! Generated from `mappings/*.toml` by `cargo run -p mapping-rules`; do not edit.\n\n\
         use super::{{Deed, Direction, Fidelity, Makes, Row, Rule}};\n\n\
         /// The version of the mapping: it moves whenever a row changes what a conversion does.\n\
         pub const MAPPING_VERSION: u32 = {};\n\n\
         /// Every row of both tables.\npub const ROWS: &[Row] = &[\n{rows}];\n{modules}",
        version.unwrap()
    )
}
