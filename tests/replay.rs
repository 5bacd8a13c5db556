//! The replay guard: one packet is taken in once, whatever dies in between and however many try at a time.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod documents;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;

use documents::{change, changed, with_root};
use serde_json::{Value, json};

const TOOL: &str = env!("CARGO_BIN_EXE_ocp-convert");

fn packet(number: usize) -> Value {
    with_root(change(&documents::packet(), "/packet/nonce", &json!(format!("nonce-{number}")).to_string()))
}

fn start(folder: &Path, input: &str, output: &str, args: &[&str]) -> Child {
    let (target, receipt) = (format!("c-{output}.json"), format!("r-{output}.json"));
    Command::new(TOOL)
        .current_dir(folder)
        .args(["ingest", input, "-o", &target, "--receipt", &receipt, "--seen", "seen.db", "--quiet"])
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn ingest(folder: &Path, packet: &Value, output: &str) -> Option<i32> {
    fs::write(folder.join("p.json"), packet.to_string()).unwrap();
    start(folder, "p.json", output, &["--force"]).wait().unwrap().code()
}

#[test]
fn a_packet_is_taken_in_once() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert_eq!(ingest(folder, &packet(1), "a"), Some(0));
    assert_eq!(ingest(folder, &packet(1), "b"), Some(1));
    // The same packet spelled otherwise, and another one under its id and nonce.
    let pretty = serde_json::to_string_pretty(&packet(1)).unwrap();
    fs::write(folder.join("pretty.json"), pretty).unwrap();
    assert_eq!(start(folder, "pretty.json", "b", &[]).wait().unwrap().code(), Some(1));
    let other = with_root(change(&packet(1), "/content/capsule/objective", "\"other\""));
    assert_eq!(ingest(folder, &other, "b"), Some(1));
    assert!(!folder.join("c-b.json").exists() && !folder.join("r-b.json").exists());
    // Another nonce or id is another packet.
    assert_eq!(ingest(folder, &packet(2), "b"), Some(0));
    let other = with_root(change(&packet(1), "/packet/id", "\"q\""));
    assert_eq!(ingest(folder, &other, "c"), Some(0));
    // No two ways to split the parts make one key.
    let split = |id: &str, nonce: &str| {
        with_root(changed(
            &packet(1),
            &[("/packet/id", &json!(id).to_string()), ("/packet/nonce", &json!(nonce).to_string())],
        ))
    };
    assert_eq!(ingest(folder, &split("ab", "c"), "d"), Some(0));
    assert_eq!(ingest(folder, &split("a", "bc"), "e"), Some(0));
    // What was refused has used nothing up.
    let expired = with_root(change(&packet(3), "/retention/expiresAt", "\"2020-01-01T00:00:00Z\""));
    assert_eq!(ingest(folder, &expired, "f"), Some(1));
    assert_eq!(ingest(folder, &packet(3), "f"), Some(0));
    // A database that is none.
    fs::write(folder.join("seen.db"), "not a database").unwrap();
    assert_eq!(ingest(folder, &packet(4), "g"), Some(2));
    assert!(!folder.join("c-g.json").exists());
}

#[test]
fn of_many_at_a_time_one_wins() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("p.json"), packet(1).to_string()).unwrap();
    let runs: Vec<Child> = (0..8).map(|n| start(folder.path(), "p.json", &n.to_string(), &[])).collect();
    let codes: Vec<_> = runs.into_iter().map(|mut run| run.wait().unwrap().code()).collect();
    assert_eq!(codes.iter().filter(|code| **code == Some(0)).count(), 1, "{codes:?}");
    assert_eq!(codes.iter().filter(|code| **code == Some(1)).count(), 7, "{codes:?}");
    let written =
        |prefix: &str| (0..8).filter(|n| folder.path().join(format!("{prefix}-{n}.json")).exists()).count();
    assert_eq!((written("c"), written("r")), (1, 1));
}

/// 200 runs, most of them killed at some moment of their life.
#[test]
fn killed_runs_lose_nothing_and_leave_no_half_of_a_file() {
    const RUNS: usize = 200;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // How long one run takes here.
    let start_of_one = std::time::Instant::now();
    assert_eq!(ingest(folder, &packet(RUNS), "x"), Some(0));
    let one = start_of_one.elapsed();
    let mut finished = Vec::new();
    for number in 0..RUNS {
        fs::write(folder.join("p.json"), packet(number).to_string()).unwrap();
        let mut run = start(folder, "p.json", &number.to_string(), &[]);
        // Every fifth run is let be; the others are killed after a growing part of the time a run takes.
        if number % 5 != 0 {
            sleep(one.mul_f64(f64::from(u32::try_from(number).unwrap()) / 160.0));
            run.kill().unwrap();
        }
        finished.push(run.wait().unwrap().code() == Some(0));
    }
    let mut killed = 0;
    let mut pending = 0;
    for (number, finished) in finished.iter().enumerate() {
        let (target, receipt) =
            (folder.join(format!("c-{number}.json")), folder.join(format!("r-{number}.json")));
        let whole = |path: &Path| fs::read(path).ok().map(|b| serde_json::from_slice::<Value>(&b).unwrap());
        let (had_target, had_receipt) = (whole(&target).is_some(), whole(&receipt).is_some());
        assert!(!finished || had_target && had_receipt);
        assert!(had_target || !had_receipt, "a receipt without what it is for");
        let again = ingest(folder, &packet(number), &number.to_string());
        if *finished {
            assert_eq!(again, Some(1), "run {number} was recorded");
        } else {
            killed += 1;
            // Either it was done but for its exit, or it can be finished; no output without an entry.
            assert!(again == Some(0) || again == Some(1) && had_receipt, "run {number}: {again:?}");
            pending += usize::from(again == Some(0) && had_target);
        }
        assert!(whole(&target).is_some() && whole(&receipt).is_some());
        assert_eq!(ingest(folder, &packet(number), &number.to_string()), Some(1));
    }
    println!("{killed} of {RUNS} killed, {pending} of them between output and end");
    assert!(killed > 20 && killed < RUNS, "{killed}");
}
