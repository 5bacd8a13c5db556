//! Findings as a SARIF 2.1.0 log.

use std::fmt::Write as _;

use ocp_convert::finding::{Code, Finding, Severity};
use serde_json::{Value, json};

use crate::render::one_line;

/// A log of one run over documents with their findings; `failures` say what of its work the run could not do.
pub fn log(documents: &[(String, Vec<Finding>)], failures: &[String]) -> String {
    let mut rules: Vec<Code> = documents.iter().flat_map(|(_, f)| f).map(|f| f.code).collect();
    rules.sort_unstable();
    rules.dedup();
    let results: Vec<Value> = documents
        .iter()
        .flat_map(|(input, findings)| findings.iter().map(|f| result(input, f, &rules)))
        .collect();
    let mut invocation = json!({ "executionSuccessful": failures.is_empty() });
    if let (false, Some(members)) = (failures.is_empty(), invocation.as_object_mut()) {
        let notification = |text: &String| json!({ "level": "error", "message": { "text": text } });
        let notifications: Vec<Value> = failures.iter().map(notification).collect();
        members.insert("toolExecutionNotifications".to_owned(), json!(notifications));
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": env!("CARGO_PKG_NAME"),
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|code| rule(*code)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation],
            "results": results,
        }],
    });
    one_line(&log) + "\n"
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.as_str(),
        "shortDescription": { "text": format!("{code} ({})", code.clause()) },
        "help": { "text": code.next_step() },
        "defaultConfiguration": { "level": level(code.severity()) },
    })
}

fn result(input: &str, finding: &Finding, rules: &[Code]) -> Value {
    // Writing into a `String` cannot fail.
    let mut text = finding.message.clone();
    for (label, part) in [("expected", &finding.expected), ("found", &finding.found)] {
        if let Some(part) = part {
            let _ = write!(text, "; {label}: {part}");
        }
    }
    let mut place = json!({ "artifactLocation": { "uri": uri(input) } });
    if let (Some(at), Some(members)) = (finding.position, place.as_object_mut()) {
        members.insert("region".to_owned(), json!({ "startLine": at.line, "startColumn": at.column }));
    }
    json!({
        "ruleId": finding.code.as_str(),
        "ruleIndex": rules.binary_search(&finding.code).unwrap_or_default(),
        "level": level(finding.severity),
        "message": { "text": text },
        "locations": [{
            "physicalLocation": place,
            "logicalLocations": [{ "fullyQualifiedName": finding.pointer }],
        }],
        "properties": { "clause": finding.clause, "nextStep": finding.next_step },
    })
}

/// A path as a relative reference: what a URI cannot hold is percent-encoded.
fn uri(path: &str) -> String {
    if path == "-" {
        return "stdin".to_owned();
    }
    let mut out = String::new();
    for byte in path.replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'-' | b'_' | b'~') {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
