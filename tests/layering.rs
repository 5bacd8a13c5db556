//! The shape of the library: imports go down only, and no file grows beyond what one reads in a sitting.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers from the bottom up. Modules of one layer do not import each other, but for the first: a finding says
/// where in the text it is, and the reader's refusals are findings.
const LAYERS: &[&[&str]] = &[
    &["json", "finding"],
    &["canon"],
    &["crypto"],
    &["syntax"],
    &["shape"],
    &["ocp", "zephr"],
    &["document"],
    &["mapping"],
    &["ledger"],
    // Below `convert`: an auditor that shared code with what it audits would share its mistakes.
    &["audit"],
    &["convert"],
    &["ingest"],
    &["goldens"],
];

/// Lines of a source file, at most.
const LONGEST: usize = 400;

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

fn all_sources() -> (PathBuf, Vec<PathBuf>) {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    files.sort();
    assert!(files.len() > 10, "the sources were found");
    (src, files)
}

/// The top-level modules a source names after `crate::`, comments left out, and tests, which may look up.
fn imports(source: &str) -> BTreeSet<String> {
    let source = source.split("#[cfg(test)]").next().unwrap_or("");
    let code: String =
        source.lines().map(|line| line.split("//").next().unwrap_or("").to_owned() + "\n").collect();
    let mut found = BTreeSet::new();
    for (at, token) in code.match_indices("crate::") {
        let rest = &code[at + token.len()..];
        match rest.strip_prefix('{') {
            None => found.extend(first_word(rest)),
            Some(group) => {
                let mut depth = 0_usize;
                let mut item = String::new();
                for c in group.chars() {
                    match c {
                        '}' if depth == 0 => break,
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 0 => {
                            found.extend(first_word(&item));
                            item.clear();
                        }
                        c => item.push(c),
                    }
                }
                found.extend(first_word(&item));
            }
        }
    }
    found
}

fn first_word(text: &str) -> Option<String> {
    let word: String = text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    // Types, functions and constants of the crate's root are no modules.
    (word.starts_with(char::is_lowercase)).then_some(word)
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

/// What is wrong with a file of `module` importing `imported`.
fn fault(module: &str, imported: &str) -> Option<String> {
    let (Some(own), Some(other)) = (layer(module), layer(imported)) else {
        return Some(format!("{module} or {imported} has no place in the order of layers"));
    };
    let allowed = module == imported || other < own || (own == 0 && other == 0);
    (!allowed).then(|| format!("{module} imports {imported}, which is not below it"))
}

#[test]
fn imports_go_down() {
    let (src, files) = all_sources();
    let mut faults = Vec::new();
    let mut seen = 0;
    for file in files {
        let inside = file.strip_prefix(&src).unwrap();
        let top = inside.iter().next().unwrap().to_str().unwrap();
        let name = file.file_stem().unwrap().to_str().unwrap();
        if name == "tests" || name.ends_with("_tests") {
            continue;
        }
        // The crate's root names all modules; the binary sees the public API only, as any other crate does.
        if inside == Path::new("lib.rs") || top == "bin" {
            continue;
        }
        let module = top.strip_suffix(".rs").unwrap_or(top);
        for imported in imports(&fs::read_to_string(&file).unwrap()) {
            seen += 1;
            faults.extend(fault(module, &imported).map(|f| format!("{}: {f}", inside.display())));
        }
    }
    assert!(seen > 5, "imports were found");
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn no_file_is_long() {
    let long: Vec<_> = all_sources()
        .1
        .into_iter()
        // Generated from the mapping tables; nobody reads it but the compiler.
        .filter(|file| !file.ends_with("mapping/rules.rs"))
        .map(|file| (fs::read_to_string(&file).unwrap().lines().count(), file))
        .filter(|(lines, _)| *lines >= LONGEST)
        .collect();
    assert!(long.is_empty(), "{long:?}");
}

#[test]
fn the_rules_catch_what_they_are_for() {
    let source = "use crate::canon;\nuse crate::{finding::{Code, Finding}, json};\n// crate::convert\nlet x = crate::crypto::lp::push(crate::LIMIT);\n#[cfg(test)]\nmod tests {\n    use crate::convert;\n}";
    let expected = ["canon", "crypto", "finding", "json"];
    assert_eq!(imports(source).iter().map(String::as_str).collect::<Vec<_>>(), expected);
    for (module, imported) in [
        ("json", "canon"),
        ("ocp", "zephr"),
        ("zephr", "ocp"),
        ("audit", "convert"),
        ("mapping", "ledger"),
        ("new", "json"),
    ] {
        assert!(fault(module, imported).is_some(), "{module} {imported}");
    }
    for (module, imported) in
        [("audit", "ledger"), ("convert", "zephr"), ("finding", "json"), ("zephr", "canon")]
    {
        assert_eq!(fault(module, imported), None);
    }
}
