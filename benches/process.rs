//! Whole processes over the corpus as NDJSON: processor time, wall time and peak memory of each, from start to end.
//!
//! Next to this tool stand the usual Rust pipeline and, where they are installed, node and jq with a mere rename. Each
//! process is measured by one of its own, whose only child it is, so that the kernel's figures are about it alone.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::meter::{self, median, setting};
use crate::{convert, corpus, peers};

const TOOL: &str = env!("CARGO_BIN_EXE_ocp-convert");

/// Does what a process of its own was started for; whether `name` is such a role.
pub fn role(name: &str, rest: &[String]) -> bool {
    match name {
        "--measure" => measure(rest),
        "--as-peer" => {
            let validator = convert::validator();
            filter(|line| peers::pipeline(&validator, line).0);
        }
        "--as-library" => filter(convert::ours),
        _ => return false,
    }
    true
}

/// Lines in, lines out.
fn filter(work: impl Fn(&[u8]) -> Vec<u8>) {
    let mut input = BufReader::with_capacity(1 << 20, stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 20, stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).unwrap() > 0 {
        let mut made = work(line.trim_ascii_end());
        made.push(b'\n');
        output.write_all(&made).unwrap();
        line.clear();
    }
    output.flush().unwrap();
}

/// Runs a command and tells on standard error what it took.
fn measure(command: &[String]) {
    let start = Instant::now();
    let status = Command::new(&command[0]).args(&command[1..]).status().unwrap();
    let wall = start.elapsed();
    let (cpu, memory) = meter::children();
    assert!(status.success(), "{command:?}: {status}");
    eprintln!("{} {} {memory}", cpu.as_micros(), wall.as_micros());
}

/// What a process took.
#[derive(Clone, Copy)]
struct Taken {
    cpu: Duration,
    wall: Duration,
    kib: u64,
}

/// Runs a command with files as its input and output.
fn taken(command: &[&str], input: &Path, output: &Path) -> Taken {
    let own = std::env::current_exe().unwrap();
    let done = Command::new(own)
        .arg("--measure")
        .args(command)
        .stdin(File::open(input).unwrap())
        .stdout(File::create(output).unwrap())
        .stderr(Stdio::piped())
        .spawn()
        .and_then(std::process::Child::wait_with_output)
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{command:?}: {said}");
    let numbers: Vec<u64> =
        said.lines().last().unwrap_or_default().split(' ').map(|n| n.parse().unwrap()).collect();
    let [cpu, wall, kib] = numbers[..] else { panic!("{command:?}: {said}") };
    Taken { cpu: Duration::from_micros(cpu), wall: Duration::from_micros(wall), kib }
}

/// One side of the comparison.
struct Side {
    label: String,
    command: Vec<String>,
    /// Of how many documents it gets one.
    share: usize,
    taken: Vec<Taken>,
}

pub fn run() {
    let folder = tempfile::tempdir().unwrap();
    let documents = setting("BENCH_DOCUMENTS", 50_000);
    let corpus = folder.path().join("corpus.ndjson");
    let start = Instant::now();
    write_corpus(&corpus, documents);
    let bytes = fs::metadata(&corpus).unwrap().len();
    println!("corpus: {documents} documents, {:.1} MB, made in {:.1?}", bytes as f64 / 1e6, start.elapsed());
    let reader = knows_ndjson();
    start_up(folder.path());
    let mut sides = sides(reader);
    check_renames(&sides, folder.path());
    compare(&mut sides, folder.path(), &corpus, documents);
    scaling(reader, folder.path(), &corpus);
    largest(folder.path());
}

/// Writes the corpus line by line. Each document is sound at both levels.
fn write_corpus(path: &Path, documents: usize) {
    let mut out = BufWriter::new(File::create(path).unwrap());
    for number in 0..documents {
        let text = corpus::checkpoint(number);
        let tree = ocp_convert::json::read(text.as_bytes(), &ocp_convert::json::Limits::default()).unwrap();
        let report = ocp_convert::document::validate(&tree, None, &ocp_convert::document::Options::default());
        assert!(report.findings.is_empty(), "document {number}: {:?}", report.findings.first());
        writeln!(out, "{text}").unwrap();
    }
    out.flush().unwrap();
}

fn knows_ndjson() -> bool {
    let help = Command::new(TOOL).args(["convert", "--help"]).output().unwrap();
    String::from_utf8_lossy(&help.stdout).contains("--ndjson")
}

fn present(program: &str) -> Option<String> {
    let said = Command::new(program).arg("--version").output().ok().filter(|o| o.status.success())?;
    Some(String::from_utf8_lossy(&said.stdout).trim().to_owned())
}

fn sides(reader: bool) -> Vec<Side> {
    let own = std::env::current_exe().unwrap().to_str().unwrap().to_owned();
    let script = |name: &str| format!("{}/benches/peers/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut sides = Vec::new();
    let mut side = |label: &str, share: usize, command: &[&str]| {
        let command = command.iter().map(|&part| part.to_owned()).collect();
        sides.push(Side { label: label.to_owned(), command, share, taken: Vec::new() });
    };
    if reader {
        side("ocp-convert --ndjson --jobs 1", 1, &[TOOL, "convert", "--ndjson", "--quiet", "--jobs", "1"]);
    } else {
        println!("ocp-convert convert --ndjson: not built");
    }
    side("this library, line by line", 1, &[&own, "--as-library"]);
    side("Rust pipeline", 1, &[&own, "--as-peer"]);
    match present("node") {
        Some(version) => side(&format!("node {version}, rename"), 1, &["node", &script("rename.mjs")]),
        None => println!("node: not installed"),
    }
    match present("jq") {
        // It is slow, and a part shows how slow.
        Some(version) => side(&format!("{version}, rename"), 25, &["jq", "-c", "-f", &script("rename.jq")]),
        None => println!("jq: not installed"),
    }
    sides
}

/// The renames of all peers are the same.
fn check_renames(sides: &[Side], folder: &Path) {
    let (input, output) = (folder.join("some.ndjson"), folder.join("renamed.ndjson"));
    write_corpus(&input, 20);
    for side in sides.iter().filter(|side| side.label.ends_with("rename")) {
        run_on(side, &input, &output);
        let read = |path: &Path| fs::read_to_string(path).unwrap();
        let (texts, made) = (read(&input), read(&output));
        assert_eq!(made.lines().count(), 20, "{}", side.label);
        for (text, made) in texts.lines().zip(made.lines()) {
            let (mut wanted, made): (Value, Value) =
                (serde_json::from_str(text).unwrap(), serde_json::from_str(made).unwrap());
            peers::rename(&mut wanted);
            let bytes = |value| serde_json_canonicalizer::to_string(value).unwrap();
            assert_eq!(bytes(&made), bytes(&wanted), "{}", side.label);
        }
    }
}

fn run_on(side: &Side, input: &Path, output: &Path) -> Taken {
    let command: Vec<&str> = side.command.iter().map(String::as_str).collect();
    taken(&command, input, output)
}

fn compare(sides: &mut [Side], folder: &Path, corpus: &Path, documents: usize) {
    let output = folder.join("out.ndjson");
    let part = |share: usize| -> PathBuf { folder.join(format!("part-{share}.ndjson")) };
    for side in &*sides {
        if side.share > 1 && !part(side.share).exists() {
            write_corpus(&part(side.share), documents.div_ceil(side.share));
        }
    }
    for _ in 0..setting("BENCH_PROCESS_ROUNDS", 3) {
        for side in &mut *sides {
            let input = if side.share == 1 { corpus.to_owned() } else { part(side.share) };
            side.taken.push(run_on(side, &input, &output));
        }
    }
    println!("{:<34}{:>12}{:>14}{:>10}{:>12}", "whole process", "CPU", "MB/CPU s", "peak MiB", "first is");
    let mut first = None;
    for side in sides {
        let input = if side.share == 1 { corpus.to_owned() } else { part(side.share) };
        let bytes = fs::metadata(input).unwrap().len() as f64;
        let cpu = median(side.taken.iter().map(|t| t.cpu).collect());
        let peak = side.taken.iter().map(|t| t.kib).max().unwrap_or_default() as f64 / 1024.0;
        let rate = bytes / 1e6 / cpu.as_secs_f64();
        let of = if side.share == 1 { String::new() } else { format!(" (1 of {})", side.share) };
        let label = format!("{}{of}", side.label);
        let first = *first.get_or_insert(rate);
        println!("{label:<34}{cpu:>12.2?}{rate:>14.1}{peak:>10.1}{:>11.1}x", first / rate);
    }
}

/// From the start of a process to its end.
fn start_up(folder: &Path) {
    let (input, output) = (folder.join("one.json"), folder.join("one.out"));
    fs::write(&input, corpus::checkpoint(0)).unwrap();
    println!("{:<34}{:>12}{:>14}{:>10}", "start-up", "wall", "CPU", "peak MiB");
    let commands: [(&str, &[&str]); 2] = [
        ("ocp-convert --version", &[TOOL, "--version"]),
        ("ocp-convert convert, one of 4 KB", &[TOOL, "convert", "-q"]),
    ];
    for (label, command) in commands {
        let all: Vec<Taken> =
            (0..setting("BENCH_STARTS", 41)).map(|_| taken(command, &input, &output)).collect();
        let (wall, cpu) =
            (median(all.iter().map(|t| t.wall).collect()), median(all.iter().map(|t| t.cpu).collect()));
        let peak = all.iter().map(|t| t.kib).max().unwrap_or_default() as f64 / 1024.0;
        println!("{label:<34}{wall:>12.2?}{cpu:>14.2?}{peak:>10.1}");
    }
}

/// The same run with one thread and with more: wall time.
fn scaling(reader: bool, folder: &Path, corpus: &Path) {
    println!("{:<34}{:>12}{:>14}{:>10}{:>12}", "threads", "wall", "CPU", "peak MiB", "one takes");
    if !reader {
        println!("ocp-convert convert --ndjson: not built");
        return;
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut jobs = vec![1, 2, 4, cores];
    jobs.retain(|jobs| *jobs <= cores);
    jobs.dedup();
    let output = folder.join("out.ndjson");
    let mut all = vec![Vec::new(); jobs.len()];
    for _ in 0..setting("BENCH_PROCESS_ROUNDS", 3) {
        for (jobs, all) in jobs.iter().zip(&mut all) {
            let command = [TOOL, "convert", "--ndjson", "--quiet", "--jobs", &jobs.to_string()];
            all.push(taken(&command, corpus, &output));
        }
    }
    let walls: Vec<_> = all.iter().map(|a| median(a.iter().map(|t| t.wall).collect())).collect();
    for ((jobs, all), wall) in jobs.iter().zip(&all).zip(&walls) {
        let cpu = median(all.iter().map(|t| t.cpu).collect());
        let peak = all.iter().map(|t| t.kib).max().unwrap_or_default() as f64 / 1024.0;
        let times = meter::ratio(*wall, walls[0]);
        println!("{jobs:<34}{wall:>12.2?}{cpu:>14.2?}{peak:>10.1}{times:>11.2}x");
    }
}

/// The largest document the reader takes, with half a million statements, in a process of its own.
fn largest(folder: &Path) {
    let mebibytes = setting("BENCH_HUGE_MIB", 64);
    let statements = mebibytes * 500_000 / 64;
    let (input, output) = (folder.join("huge.json"), folder.join("huge.out"));
    fs::write(&input, corpus::series::huge(statements, mebibytes << 20)).unwrap();
    let bytes = fs::metadata(&input).unwrap().len();
    println!("one document of {:.1} MiB, {statements} statements", bytes as f64 / f64::from(1 << 20));
    let Taken { cpu, wall, kib } = taken(&[TOOL, "convert", "-q"], &input, &output);
    println!(
        "  ocp-convert convert: CPU {cpu:.2?}, wall {wall:.2?}, peak {:.0} MiB, {:.0} ns a byte",
        kib as f64 / 1024.0,
        cpu.as_nanos() as f64 / bytes as f64
    );
}
