//! For every row of the mapping tables a test that fails where the converter does nothing under it. `mappings/mutate.py`
//! finds them by switching each row off in a copy of the converter; here only the table it writes is checked.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a table that cannot be read is a failed test")]

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use ocp_convert::mapping::ROWS;

/// The source of a test program, all its files.
fn program(name: &str) -> String {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    if let Ok(text) = fs::read_to_string(tests.join(format!("{name}.rs"))) {
        return text;
    }
    let files = fs::read_dir(tests.join(name)).unwrap_or_else(|e| panic!("no test program {name}: {e}"));
    files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect()
}

#[test]
fn every_row_has_a_test_that_misses_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/row_tests.tsv");
    let table = fs::read_to_string(path).unwrap();
    let mut named = Vec::new();
    let mut programs: HashMap<&str, String> = HashMap::new();
    for line in table.lines() {
        let [rule, name, test] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line:?}") };
        named.push(rule);
        let source = programs.entry(name).or_insert_with(|| program(name));
        let function = test.rsplit("::").next().unwrap_or(test);
        assert!(
            source.contains(&format!("fn {function}()")),
            "{name} has no test {test}, which is to miss {rule}"
        );
    }
    for row in ROWS {
        let lines = named.iter().filter(|rule| **rule == row.rule).count();
        assert_eq!(lines, 1, "{}: run `python3 mappings/mutate.py {0}`", row.rule);
    }
    assert_eq!(named.len(), ROWS.len(), "a line is about no row");
}
