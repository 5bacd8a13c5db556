//! Attempts by somebody who knows the README, the loss matrix and the command alone, as data: `outsider.json`.
//!
//! An attempt is a base document with some places set or removed, options, and the rounds it is converted. `expect` says
//! what must come of it: `refused` a code; `present` and `absent` pairs of a place and a value. A place opens with the
//! round (`*` is each of them), `*` in it is any name or position, `**` at its end every value below. A value is equal,
//! or opens a text with `^`, or stands in one with `~`; null is any. What stands under `never` is absent from every outcome.

use std::collections::BTreeSet;

use ocp_convert::audit::audit;
use ocp_convert::canon;
use ocp_convert::convert::{Options, Proof, Restored, preserve, restore};
use ocp_convert::finding::Finding;
use ocp_convert::json::{Limits, read};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::documents;

type Pair = (String, Value);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    bases: Map<String, Value>,
    never: Never,
    attempts: Vec<Attempt>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Never {
    checkpoint: Vec<Pair>,
    packet: Vec<Pair>,
    /// Of a packet whose source was converted from a packet before.
    #[serde(rename = "packet again")]
    packet_again: Vec<Pair>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attempt {
    name: String,
    of: String,
    #[serde(default)]
    options: Vec<String>,
    rounds: usize,
    #[serde(default)]
    remove: Vec<String>,
    #[serde(default)]
    set: Map<String, Value>,
    /// The root is left as it is.
    #[serde(default)]
    unsealed: bool,
    expect: Expect,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    refused: Option<String>,
    #[serde(default)]
    present: Vec<Pair>,
    #[serde(default)]
    absent: Vec<Pair>,
}

fn file() -> File {
    serde_json::from_str(include_str!("outsider.json")).unwrap()
}

/// The member or item that a place names last, made where a member is missing.
fn place<'v>(document: &'v mut Value, pointer: &str) -> (&'v mut Value, String) {
    let mut names: Vec<String> =
        pointer.split('/').skip(1).map(|name| name.replace("~1", "/").replace("~0", "~")).collect();
    let last = names.pop().unwrap();
    let holder = names.iter().fold(document, |value, name| match value {
        Value::Array(items) => &mut items[name.parse::<usize>().unwrap()],
        value => &mut value[name.as_str()],
    });
    (holder, last)
}

fn source(file: &File, attempt: &Attempt) -> Value {
    let mut document = file.bases[&attempt.of].clone();
    for pointer in &attempt.remove {
        let (holder, name) = place(&mut document, pointer);
        assert!(holder.as_object_mut().unwrap().remove(&name).is_some(), "{pointer} is not there");
    }
    for (pointer, value) in &attempt.set {
        let (holder, name) = place(&mut document, pointer);
        match holder {
            Value::Array(items) => match name.parse::<usize>() {
                Ok(at) if at < items.len() => items[at] = value.clone(),
                _ => items.push(value.clone()),
            },
            holder => holder[name] = value.clone(),
        }
    }
    if attempt.of == "packet" && !attempt.unsealed { documents::with_root(document) } else { document }
}

/// The values at a place: `*` is any name or position, `**` every value below that holds no other.
fn at<'v>(value: &'v Value, pattern: &str, out: &mut Vec<&'v Value>) {
    let Some(rest) = pattern.strip_prefix('/') else { return out.push(value) };
    let (name, rest) = rest.find('/').map_or((rest, ""), |end| rest.split_at(end));
    let inner: Box<dyn Iterator<Item = &'v Value>> = match value {
        Value::Object(members) => Box::new(members.values()),
        Value::Array(items) => Box::new(items.iter()),
        _ => Box::new(std::iter::empty()),
    };
    match name {
        "**" if value.is_object() || value.is_array() => inner.for_each(|value| at(value, pattern, out)),
        "**" => out.push(value),
        "*" => inner.for_each(|value| at(value, rest, out)),
        name => {
            let name = name.replace("~1", "/");
            let found = match value {
                Value::Array(items) => name.parse::<usize>().ok().and_then(|at| items.get(at)),
                value => value.get(name),
            };
            if let Some(value) = found {
                at(value, rest, out);
            }
        }
    }
}

fn is(value: &Value, wanted: &Value) -> bool {
    let text = value.as_str();
    match wanted.as_str() {
        None => wanted.is_null() || value == wanted,
        Some(wanted) => match (wanted.strip_prefix('^'), wanted.strip_prefix('~')) {
            (Some(start), _) => text.is_some_and(|text| text.starts_with(start)),
            (_, Some(part)) => text.is_some_and(|text| text.contains(part)),
            _ => text == Some(wanted),
        },
    }
}

fn found<'v>(document: &'v Value, pattern: &str, wanted: &Value) -> Vec<&'v Value> {
    let mut values = Vec::new();
    at(document, pattern, &mut values);
    values.retain(|value| is(value, wanted));
    values
}

/// The outcomes that a place speaks of, and the place in them.
fn outcomes<'v, 'p>(results: &'v [Value], pattern: &'p str) -> (&'v [Value], &'p str) {
    let (round, _) = pattern.split_once('/').unwrap();
    let rest = &pattern[round.len()..];
    match round.parse::<usize>() {
        Ok(round) => (results.get(round - 1..round).unwrap_or_else(|| panic!("no round {round}")), rest),
        Err(_) => (results, rest),
    }
}

fn options(words: &[String]) -> Options {
    let mut words = words.iter().map(String::as_str);
    let mut options = Options::default();
    while let Some(word) = words.next() {
        options = match word {
            "--lenient" => options.lenient(true),
            "--now" => options.now(words.next().unwrap()).unwrap(),
            "--recipient" => options.recipient(words.next().unwrap()).unwrap(),
            "--installation-key-id" => options.installation_key_id(words.next().unwrap()).unwrap(),
            "--review-by" => {
                options.review_by_days(words.next().unwrap().strip_suffix('d').unwrap().parse().unwrap())
            }
            "--preserve" => options,
            "--restore" => {
                words.next();
                options
            }
            word => panic!("{word}: no such option here"),
        };
    }
    options
}

fn codes(found: &[Finding]) -> Vec<String> {
    found.iter().map(|found| found.code.to_string()).collect()
}

/// One conversion, by the way the options ask for, and what the audit of it finds.
fn convert(document: &Value, words: &[String]) -> Result<(Value, Vec<String>), Vec<String>> {
    let text = document.to_string();
    let tree = read(text.as_bytes(), &Limits::default()).unwrap();
    let options = options(words);
    let done = if let Some(at) = words.iter().position(|word| word == "--restore") {
        match restore(&tree, &Proof { digest: Some(&words[at + 1]), key: None }, &options) {
            Ok(Restored::Edited { conversion, .. }) => Ok(*conversion),
            Ok(Restored::Original { .. }) => panic!("a forgery is restored"),
            Err(found) => Err(found),
        }
    } else if words.iter().any(|word| word == "--preserve") {
        preserve(&tree, &options, None).map(|kept| kept.conversion)
    } else {
        ocp_convert::convert::convert(&tree, &options)
    };
    let done = done.map_err(|found| codes(&found))?;
    let audited = audit(&tree, &done.target, &done.ledger.file(&tree, &done.target));
    let bytes = canon::to_vec(done.target.root(), canon::Profile::Zcf);
    Ok((serde_json::from_slice(&bytes).unwrap(), codes(&audited)))
}

/// Every outcome of an attempt, or the codes that refused its first round.
fn run(attempt: &Attempt, source: &Value, never: &Never) -> Result<Vec<Value>, Vec<String>> {
    let mut results: Vec<Value> = Vec::new();
    for round in 1..=attempt.rounds {
        let words: &[String] = if round == 1 { &attempt.options } else { &[] };
        let (target, audited) = match convert(results.last().unwrap_or(source), words) {
            Ok(done) => done,
            Err(codes) if round == 1 => return Err(codes),
            Err(codes) => panic!("round {round} is refused: {codes:?}"),
        };
        assert_eq!(audited, [""; 0], "the audit of round {round}");
        assert_eq!(documents::errors(&target), [""; 0], "round {round} has errors");
        let lists = match (target["format"].is_string(), round) {
            (false, _) => vec![&never.checkpoint],
            (true, 1) => vec![&never.packet],
            (true, _) => vec![&never.packet, &never.packet_again],
        };
        for (pattern, wanted) in lists.into_iter().flatten() {
            let found = found(&target, pattern, wanted);
            assert!(found.is_empty(), "round {round} has {found:?} at {pattern}");
        }
        results.push(target);
    }
    Ok(results)
}

/// What an expectation finds wrong.
fn wrong(results: &[Value], expect: &Expect) -> Vec<String> {
    let mut wrong = Vec::new();
    for (pattern, wanted) in &expect.present {
        let (results, place) = outcomes(results, pattern);
        if results.iter().all(|result| found(result, place, wanted).is_empty()) {
            wrong.push(format!("nothing like {wanted} at {pattern}"));
        }
    }
    for (pattern, wanted) in &expect.absent {
        let (results, place) = outcomes(results, pattern);
        let found: Vec<_> = results.iter().flat_map(|result| found(result, place, wanted)).collect();
        if !found.is_empty() {
            wrong.push(format!("{pattern} has {found:?}"));
        }
    }
    wrong
}

fn hold(attempt: &Attempt, source: &Value, never: &Never) {
    let results = match (run(attempt, source, never), &attempt.expect.refused) {
        (Err(codes), Some(code)) => return assert!(codes.contains(code), "{codes:?}"),
        (Err(codes), None) => panic!("refused: {codes:?}"),
        (Ok(_), Some(code)) => panic!("converted, and not refused as {code}"),
        (Ok(results), None) => results,
    };
    let wrong = wrong(&results, &attempt.expect);
    assert!(wrong.is_empty(), "{}", wrong.join("; "));
}

fn no_outsider_gets_in(format: &str) {
    let file = file();
    let mut failed = Vec::new();
    for attempt in file.attempts.iter().filter(|attempt| attempt.of == format) {
        let source = source(&file, attempt);
        if let Err(why) = std::panic::catch_unwind(|| hold(attempt, &source, &file.never)) {
            let why = why.downcast_ref::<String>().cloned().unwrap_or_else(|| "?".to_owned());
            failed.push(format!("{}: {why}", attempt.name));
        }
    }
    assert!(failed.is_empty(), "{} fail:\n{}", failed.len(), failed.join("\n\n"));
}

#[test]
fn no_outsider_gets_in_with_a_checkpoint() {
    no_outsider_gets_in("checkpoint");
}

#[test]
fn no_outsider_gets_in_with_a_packet() {
    no_outsider_gets_in("packet");
}

#[test]
fn an_expectation_can_fail() {
    let file = file();
    assert!(file.attempts.len() >= 150);
    let names: BTreeSet<(&str, &str)> =
        file.attempts.iter().map(|a| (a.of.as_str(), a.name.as_str())).collect();
    assert_eq!(names.len(), file.attempts.len(), "a name stands twice");
    let sources: Vec<Value> = file.attempts.iter().map(|attempt| source(&file, attempt)).collect();
    let somewhere = |pattern: &str, wanted: &Value| {
        sources.iter().any(|source| !found(source, pattern, wanted).is_empty())
    };
    let mut idle = Vec::new();
    let Never { checkpoint, packet, packet_again } = &file.never;
    for (pattern, wanted) in checkpoint.iter().chain(packet).chain(packet_again) {
        if !somewhere(pattern, wanted) {
            idle.push(format!("never: no source has {wanted} at {pattern}"));
        }
    }
    for (attempt, source) in file.attempts.iter().zip(&sources) {
        let Expect { refused, present, absent } = &attempt.expect;
        if refused.is_none() == (present.is_empty() && absent.is_empty()) {
            idle.push(format!("{}: refused, or something expected, and not both", attempt.name));
        }
        for (pattern, wanted) in absent {
            // Some document has a value at the place, and this one has the value somewhere.
            let (_, place) = pattern.split_at(pattern.find('/').unwrap());
            let text = wanted.as_str().map(|text| json!(format!("~{}", text.trim_start_matches(['^', '~']))));
            let has = found(source, "/**", text.as_ref().unwrap_or(wanted));
            if !somewhere(place, &Value::Null) || (has.is_empty() && !somewhere(place, wanted)) {
                idle.push(format!("{}: no document has {wanted} at {pattern}", attempt.name));
            }
        }
    }
    assert!(idle.is_empty(), "{} expectations cannot fail:\n{}", idle.len(), idle.join("\n"));
}
