//! `goldens/PROFILE.md` against what it restates: every section that a vector cites is there, every row says what it
//! rests on, every code stands there with its layer and weight, every member of a packet stands there with what a wrong
//! type of it is, and the rules that demote are those of the tables.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod folder;

use std::collections::{BTreeMap, BTreeSet};

use folder::{goldens, place};
use ocp_convert::finding::{Code, Severity};
use ocp_convert::goldens;
use ocp_convert::goldens::vector::{Answered, Group};
use ocp_convert::mapping::{Deed, Fidelity, ROWS};
use serde_json::Value;

fn page() -> String {
    std::fs::read_to_string(place().join("PROFILE.md")).unwrap()
}

/// The text of section `number`, without its heading.
fn section(page: &str, number: &str) -> Option<String> {
    let start = page.find(&format!("\n## {number}. "))?;
    let body = page[start..].split_once("## ")?.1.split_once('\n')?.1;
    Some(body.split("\n## ").next()?.to_owned())
}

/// The cells of the rows of every table, and the table's heading cells.
fn rows(text: &str) -> Vec<(Vec<String>, Vec<String>)> {
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim().trim_start_matches('|').strip_suffix('|').unwrap();
        // No cell of this page has a bar in it.
        inner.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let mut out = Vec::new();
    let mut head: Option<Vec<String>> = None;
    for line in text.lines() {
        if !line.starts_with('|') {
            head = None;
        } else if let Some(head) = &head {
            if !line.starts_with("|---") {
                out.push((head.clone(), cells(line)));
            }
        } else {
            head = Some(cells(line));
        }
    }
    out
}

fn quoted(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_section_that_is_cited_is_there() {
    let (page, files) = (page(), goldens());
    let mut cited = BTreeSet::new();
    for group in Group::ALL {
        for vector in goldens::read_group(&files, *group).unwrap().vectors {
            cited.extend(vector.clauses.iter().filter_map(|c| c.strip_prefix("P1-").map(str::to_owned)));
        }
    }
    assert_eq!(
        cited.iter().map(String::as_str).collect::<Vec<_>>(),
        ["1", "2", "3", "4", "5", "6", "7", "8", "9"]
    );
    for number in cited {
        assert!(section(&page, &number).is_some_and(|text| text.len() > 500), "section {number}");
    }
}

#[test]
fn every_row_says_what_it_rests_on() {
    let mut marked = 0;
    for (head, cells) in rows(&page()) {
        assert_eq!(head.len(), cells.len(), "{cells:?}");
        if head.last().unwrap().is_empty() {
            let mark = cells.last().unwrap();
            assert!(mark.starts_with(['S', 'P']), "{cells:?}");
            marked += 1;
        }
    }
    assert!(marked > 120, "{marked}");
}

/// Codes that no document brings about: see `tests/goldens_coverage.rs`.
const ELSEWHERE: [&str; 6] = [
    "schema_unusable",
    "ledger_unaccounted",
    "output_invalid",
    "loss_denied",
    "already_in_format",
    "authentication_stale",
];

#[test]
fn every_code_stands_there_with_layer_and_weight() {
    let text = section(&page(), "10").unwrap();
    let mut known: BTreeMap<String, (String, bool)> = BTreeMap::new();
    for (_, cells) in rows(&text) {
        // Codes before a semicolon are errors; what is called a warning is one.
        for part in cells[0].split("; ") {
            for code in quoted(part) {
                let earlier = known.insert(code.to_owned(), (cells[1].clone(), part.contains("warning")));
                assert!(earlier.is_none(), "{code} stands twice");
            }
        }
    }
    known.remove("validate");
    let listed: BTreeSet<&str> = known.keys().map(String::as_str).collect();
    let codes = Code::ALL.iter().copied();
    let due = codes.filter(|c| !c.as_str().starts_with("audit_") && !ELSEWHERE.contains(&c.as_str()));
    assert_eq!(listed, due.clone().map(Code::as_str).collect());
    for code in due {
        assert_eq!(known[code.as_str()].1, code.severity() == Severity::Warning, "{}", code.as_str());
    }
    let files = goldens();
    for group in Group::ALL {
        for vector in goldens::read_group(&files, *group).unwrap().vectors {
            if vector.result == Answered::Invalid {
                let (layer, _) = &known[vector.code.as_deref().unwrap()];
                let decided = serde_json::to_value(vector.layer).unwrap();
                assert!(layer.contains(decided.as_str().unwrap()), "{}: {layer}", vector.id);
            }
        }
    }
}

/// Every member of a packet as the schema has it: the object it is in, `[]` for the items of a list, and its name.
fn members(all: &Value, schema: &Value, object: &str, out: &mut BTreeSet<(String, String)>) {
    let target = schema["$ref"].as_str().map(|to| all.pointer(to.trim_start_matches('#')).unwrap());
    if let Some(items) = schema.get("items") {
        members(all, items, &format!("{object}[]"), out);
    }
    for (name, member) in target.unwrap_or(schema)["properties"].as_object().into_iter().flatten() {
        out.insert((object.to_owned(), name.clone()));
        members(all, member, format!("{object}.{name}").trim_start_matches('.'), out);
    }
}

/// A pointer as the page writes places: the object and the name of the member.
fn spoken(pointer: &str) -> (String, String) {
    let (object, name) = pointer.rsplit_once('/').unwrap();
    let mut out = String::new();
    for token in object.split('/').skip(1) {
        if token.parse::<usize>().is_ok() {
            out += "[]";
        } else {
            out += if out.is_empty() { "" } else { "." };
            out += token;
        }
    }
    (out, name.to_owned())
}

#[test]
fn every_member_says_what_a_wrong_type_is_and_vectors_show_it() {
    let text = section(&page(), "3").unwrap();
    let mut said: BTreeMap<(String, String), &str> = BTreeMap::new();
    let table = rows(&text);
    for (head, cells) in table.iter().filter(|(head, _)| head.len() == 5) {
        let top = BTreeSet::from([""]);
        let objects = if cells[0].starts_with("top") { top } else { quoted(&cells[0]) };
        for (number, column) in head.iter().enumerate().take(4).skip(1) {
            let word = quoted(column).into_iter().next().unwrap_or("nothing");
            for name in quoted(&cells[number]) {
                for object in &objects {
                    let earlier = said.insert(((*object).to_owned(), name.to_owned()), word);
                    assert!(earlier.is_none(), "{object} {name} stands twice");
                }
            }
        }
    }
    let schema = ocp_convert::zephr::packet_schema();
    let mut due = BTreeSet::new();
    members(&schema, &schema, "", &mut due);
    // What says that a document is a packet at all.
    due.remove(&(String::new(), "format".to_owned()));
    assert_eq!(said.keys().cloned().collect::<BTreeSet<_>>(), due);
    let vectors = goldens::read_group(&goldens(), Group::Authentication).unwrap().vectors;
    let mut shown: BTreeMap<(String, String), &str> = BTreeMap::new();
    for vector in vectors.iter().filter(|v| v.id.starts_with("authentication-member-")) {
        if vector.id.ends_with("-type") && vector.code.as_deref() == Some("schema") {
            assert!(vector.warnings.is_empty() && vector.also.is_empty(), "{}", vector.id);
            shown.insert(spoken(vector.pointer.as_deref().unwrap()), "schema");
        } else if vector.id.ends_with("-type") && vector.code.is_none() {
            assert_eq!(vector.warnings.len(), 1, "{}", vector.id);
            assert_eq!(vector.warnings[0].code, "profile_deviation", "{}", vector.id);
            shown.insert(spoken(&vector.warnings[0].pointer), "profile_deviation");
        }
    }
    // The root has vectors of its own, by operation.
    shown.insert(("manifest".to_owned(), "rootHash".to_owned()), "schema");
    said.retain(|_, word| *word != "nothing");
    assert_eq!(shown, said);
    assert!(said.len() > 130, "{}", said.len());
}

#[test]
fn the_rules_that_demote_are_those_of_the_tables() {
    let demoting: BTreeSet<&str> =
        ROWS.iter().filter(|row| row.deed == Deed::Move(Fidelity::Demoted)).map(|row| row.rule).collect();
    let text = section(&page(), "9").unwrap();
    let (_, list) = text.split_once("for these rules and for no").unwrap();
    let (list, _) = list.split_once("\n5. ").unwrap();
    assert_eq!(quoted(list), demoting);
    let script = std::fs::read_to_string(place().join("verify/conversion.mjs")).unwrap();
    let (_, list) = script.split_once("const DEMOTING = [").unwrap();
    let (list, _) = list.split_once(']').unwrap();
    assert_eq!(list.split('"').skip(1).step_by(2).collect::<BTreeSet<_>>(), demoting);
}
