//! The declared inputs: vectors with recipes for documents and names for keys, and what makes plain vectors of them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::data::{Input, TrustedSource};
use super::keys::TestKeys;
use super::recipe::{Bases, Recipe};
use super::vector::{Answered, Flag, Group, Vector};
use super::{Failure, Files};
use crate::finding::Code;
use crate::mapping::Rule;

/// A file of declared vectors.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SourceFile {
    group: Group,
    vectors: Vec<Vector<Recipe>>,
}

/// All declared inputs of a folder.
#[derive(Debug, Default)]
pub(super) struct Sources {
    pub(super) keys: TestKeys,
    pub(super) bases: Bases,
    pub(super) vectors: BTreeMap<Group, Vec<Vector<Recipe>>>,
}

/// Where the keys and the base documents are declared.
const KEYS: &str = "inputs/keys.json";
const BASES: &str = "inputs/bases.json";

impl Sources {
    /// Reads the inputs of a folder.
    pub(super) fn read(files: &Files) -> Result<Self, Vec<Failure>> {
        let mut out = Self::default();
        let mut failures = Vec::new();
        match parse::<TestKeys>(files, KEYS) {
            Ok(keys) => out.keys = keys,
            Err(failure) => failures.push(failure),
        }
        match parse::<BTreeMap<String, Value>>(files, BASES) {
            Ok(bases) => out.bases = bases,
            Err(failure) => failures.push(failure),
        }
        let declared = files.keys().filter(|path| path.starts_with("inputs/") && super::is_by_hand(path));
        for path in declared.filter(|path| !matches!(path.as_str(), KEYS | BASES)) {
            match parse::<SourceFile>(files, path) {
                Ok(file) => out.vectors.entry(file.group).or_default().extend(file.vectors),
                Err(failure) => failures.push(failure),
            }
        }
        failures.extend(out.badly_declared());
        if failures.is_empty() { Ok(out) } else { Err(failures) }
    }

    /// Vectors that do not say what a vector has to say.
    fn badly_declared(&self) -> Vec<Failure> {
        let mut ids = BTreeSet::new();
        let mut out = Vec::new();
        for vector in self.vectors.values().flatten() {
            let mut bad = |what: &str, expected: &str, found: &str| {
                out.push(Failure::new(&vector.id, what, expected, found));
            };
            let is_id = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            if vector.id.is_empty() || !vector.id.chars().all(is_id) {
                bad("id", "lower-case letters, digits and hyphens", &vector.id);
            }
            if !ids.insert(vector.id.as_str()) {
                bad("id", "an id of its own", "an id that is used twice");
            }
            if vector.comment.is_empty() || vector.clauses.is_empty() {
                bad("comment, clauses", "what the scenario is and what it rests on", "nothing");
            }
            if !vector.flags.contains(&Flag::Stated) && !vector.flags.contains(&Flag::Pinned) {
                bad("flags", "`stated` or `pinned`", "neither");
            }
            let refused = vector.result == Answered::Invalid;
            if vector.code.is_some() != refused || vector.pointer.is_some() != refused {
                bad("code, pointer", "both for an invalid one, neither for a valid one", "something else");
            }
            let found = vector.also.iter().chain(&vector.warnings).map(|f| &f.code);
            let due: Vec<&String> = vector.code.iter().chain(found).collect();
            for code in due.iter().copied().chain(&vector.spares) {
                if !Code::ALL.iter().any(|known| known.as_str() == code) {
                    bad("code", "a code of this tool", code);
                }
            }
            for code in vector.spares.iter().filter(|code| due.contains(code)) {
                bad("spares", "a code that is not due", code);
            }
            for rule in vector.rules.iter().filter(|rule| Rule::from_code(rule).is_none()) {
                bad("rules", "a rule of the mapping tables", rule);
            }
        }
        out
    }

    /// The vector with its documents as bytes and its keys as hex digits.
    pub(super) fn input(&self, declared: &Input<Recipe>) -> Result<Input<Vec<u8>>, String> {
        let mut input = declared.map(|_, recipe| recipe.bytes(&self.bases, &self.keys))?;
        let source = |source: &TrustedSource| {
            let public = source.public_key.as_deref().map(|name| self.keys.public(name)).transpose()?;
            let shared = source.installation_key.as_deref().map(|name| self.keys.installation(name));
            let installation_key = shared.transpose()?;
            Ok(TrustedSource { id: source.id.clone(), public_key: public, installation_key })
        };
        let trust = declared.trust.as_ref();
        input.trust = trust.map(|list| list.iter().map(source).collect::<Result<_, String>>()).transpose()?;
        let name = |name: &Option<String>, of: &dyn Fn(&str) -> Result<String, String>| {
            name.as_deref().map(of).transpose()
        };
        input.destination_key = name(&declared.destination_key, &|name| self.keys.installation(name))?;
        input.receipt_seed = name(&declared.receipt_seed, &|name| self.keys.seed(name))?;
        input.public_key = name(&declared.public_key, &|name| self.keys.public(name))?;
        input.preserve_key = name(&declared.preserve_key, &|name| self.keys.installation(name))?;
        input.sign = declared.sign.as_ref().map(|sign| self.keys.resolve_signing(sign)).transpose()?;
        Ok(input)
    }
}

fn parse<T: for<'de> Deserialize<'de>>(files: &Files, path: &str) -> Result<T, Failure> {
    let bytes =
        files.get(path).ok_or_else(|| Failure::new(path, "file", "the declared inputs", "nothing"))?;
    let expected = "the form that the README describes";
    serde_json::from_slice(bytes).map_err(|e| Failure::new(path, "form", expected, e.to_string()))
}
