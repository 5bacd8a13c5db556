//! The tool inside a distributed engine: Apache Spark's `RDD.pipe`, in local mode. Skipped where `PySpark` or Java is not
//! installed.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;
use sha2::{Digest as _, Sha256};

const TOOL: &str = env!("CARGO_BIN_EXE_ocp-convert");

fn works(program: &str, args: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn checkpoint(number: usize) -> String {
    format!(
        r#"{{"opencheckpoint":"0.1","id":"urn:example:{number}","created_at":"2026-09-02T10:11:12Z","source":{{"producer":{{"name":"desk"}}}},"task":{{"objective":"Number {number}","status":"active"}}}}"#
    )
}

#[test]
fn one_of_many_workers_converts_like_one_alone() {
    if !works("python3", &["-c", "import pyspark"]) {
        return println!("skipped: python3 has no pyspark");
    }
    if !works("java", &["-version"]) {
        return println!("skipped: there is no java");
    }
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("corpus.ndjson");
    let bad = r#"{"opencheckpoint":"0.1","x":1,"x":2}"#;
    let lines: String =
        (1..=400).map(|n| if n == 250 { bad.to_owned() } else { checkpoint(n) } + "\n").collect();
    fs::write(&corpus, lines).unwrap();
    let alone = Command::new(TOOL).args(["convert", "--ndjson", "-q"]).arg(&corpus).output().unwrap();
    assert_eq!(alone.status.code(), Some(1));
    let alone = String::from_utf8(alone.stdout).unwrap();

    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/spark_pipe.py");
    let output = Command::new("python3").arg(script).arg(TOOL).arg(folder.path()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let text = String::from_utf8(output.stdout).unwrap();
    let came: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();

    assert!(came["partitions"].as_u64().unwrap() >= 4, "{came}");
    let packets: Vec<&str> =
        came["packets"].as_array().unwrap().iter().map(|p| p.as_str().unwrap()).collect();
    assert_eq!(packets.len(), 399);
    assert!(packets == alone.lines().collect::<Vec<_>>());
    // A line number is that of a partition, so it is the digest that says which document it was.
    let errors = came["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0]["findings"][0]["code"], "json_duplicate_member");
    assert_eq!(errors[0]["digest"], format!("sha256:{}", hex::encode(Sha256::digest(bad))));
    // The two kinds of failure reach the driver as they are.
    assert_eq!((&came["broken"], &came["refused"]), (&true.into(), &true.into()));
}
