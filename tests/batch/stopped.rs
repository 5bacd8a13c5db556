//! A run that does not come to its end, and one that goes on with it: only whole documents are there, and in the end the
//! bytes of a run that was never stopped.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use super::place::{Place, Ran, checkpoint};

fn signal(process: u32, name: &str) {
    assert!(Command::new("kill").args([name, &process.to_string()]).status().unwrap().success());
}

fn wait_for(what: impl Fn() -> bool) {
    let came = (0..3000).any(|_| {
        sleep(Duration::from_millis(10));
        what()
    });
    assert!(came);
}

fn many(place: &Place) {
    for number in 0..200 {
        place.put(&format!("in/{}/{number}.json", number % 7), checkpoint(number));
    }
    place.put("in/3/bad.json", "{");
}

#[test]
fn ctrl_c_leaves_whole_documents_and_resume_does_the_rest() {
    let place = Place::new();
    many(&place);
    let files = ["--ledger", "l", "--errors", "e", "--summary", "s"];
    let whole = [&["convert", "in", "--output-dir", "whole"], &files[..]].concat();
    place.run(&whole).ends(1);
    let expected = place.tree("whole");
    let (ledger, errors) = (place.get("l"), place.get("e"));
    for file in ["l", "e", "s"] {
        fs::remove_file(place.path(file)).unwrap();
    }

    let names: Vec<_> = place.names("in").into_iter().map(|name| format!("in/{name}\n")).collect();
    let args = [&["convert", "--files-from", "-", "--output-dir", "out"], &files[..]].concat();
    for name in ["-INT", "-TERM"] {
        let mut child = place.start(&args);
        let mut stdin = child.stdin.take().unwrap();
        // More than the list is looked through for its separator: an end of the pipe would do too, and end the run.
        stdin.write_all(names[..90].concat().as_bytes()).unwrap();
        stdin.write_all(&vec![b'\n'; 70_000]).unwrap();
        wait_for(|| place.path("out").exists() && place.names("out").len() >= 88);
        signal(child.id(), name);
        let ran = Ran(child.wait_with_output().unwrap()).ends(130);
        drop(stdin);
        assert!(ran.err().contains("--resume goes on with the rest"), "{}", ran.err());
        assert!(ran.err().contains("interrupted after "), "{}", ran.err());
        let out = place.tree("out");
        assert!(out.len() < 95 && !["l", "e", "s"].iter().any(|file| place.path(file).exists()));
        for (name, bytes) in &out {
            let relative = name.strip_prefix("in/").unwrap();
            assert!(expected.iter().any(|(n, b)| n == relative && b == bytes), "{name}");
        }
        fs::remove_dir_all(place.path("out")).unwrap();
        if name == "-INT" {
            continue;
        }
        // What is left goes on from there, the accounts of what was done before with it.
        for (name, bytes) in &expected[..60] {
            place.put(&format!("out/{name}"), bytes);
        }
        let args = [&["convert", "in", "--output-dir", "out", "--resume"], &files[..]].concat();
        let ran = place.run(&args).ends(1);
        assert!(
            ran.err().starts_with("201 documents: 140 converted, 60 done before, 1 refused\n"),
            "{}",
            ran.err()
        );
        assert!(place.tree("out") == expected);
        assert!((place.get("l"), place.get("e")) == (ledger.clone(), errors.clone()));
        assert_eq!(place.json("s")["documents"]["skipped"], 60);
    }
}

#[test]
fn an_interrupted_ndjson_leaves_no_file() {
    let place = Place::new();
    let args = ["convert", "--ndjson", "-o", "out.ndjson", "--errors", "errors", "--format", "json"];
    let mut child = place.start(&args);
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{}", checkpoint(1)).unwrap();
    let mut reports = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut reports, &mut line).unwrap();
    assert!(line.contains("\"verdict\":\"ok\""), "{line}");
    signal(child.id(), "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(place.names("").is_empty(), "{:?}", place.names(""));
    // A run that is killed outright leaves none either, where files need no name to be written.
    let mut child = place.start(&args);
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{}", checkpoint(1)).unwrap();
    let mut reports = std::io::BufReader::new(child.stderr.take().unwrap());
    std::io::BufRead::read_line(&mut reports, &mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    if cfg!(target_os = "linux") {
        assert!(place.names("").is_empty(), "{:?}", place.names(""));
    }
}

#[test]
fn resume_goes_by_what_an_output_says_and_never_by_its_time() {
    let place = Place::new();
    for number in 1..=5 {
        place.put(&format!("in/{number}.json"), checkpoint(number));
    }
    let args = ["convert", "in", "--output-dir", "out"];
    place.run(&args).ends(0);
    let expected = place.tree("out");
    // Older than its source, and older still.
    let file = fs::File::options().write(true).open(place.path("out/1.zcf.json")).unwrap();
    file.set_modified(std::time::UNIX_EPOCH).unwrap();
    // Written again in another layout it is the same document; cut, of another source, or altered it is not.
    let pretty: serde_json::Value = place.json("out/2.zcf.json");
    place.put("out/2.zcf.json", serde_json::to_string_pretty(&pretty).unwrap());
    place.put("out/3.zcf.json", &expected[2].1[..500]);
    place.put("out/4.zcf.json", &expected[0].1);
    place.put("out/5.zcf.json", place.get("out/5.zcf.json").replace("Number 5", "Number 6"));
    let before = place.tree("out");
    let resume = [&args[..], &["--resume", "--errors", "errors"]].concat();
    place.run(&resume).ends(2);
    // What is neither done nor ours to replace stays, and is told of.
    assert!(place.tree("out") == before);
    let told: Vec<_> = place.lines("errors").iter().map(|e| e["input"].clone()).collect();
    assert_eq!(told, ["in/3.json", "in/4.json", "in/5.json"]);
    let ran = place.run(&[&args[..], &["--resume", "--force"]].concat()).ends(0);
    assert!(ran.err().starts_with("5 documents: 3 converted, 2 done before\n"), "{}", ran.err());
    place.put("out/2.zcf.json", &expected[1].1);
    assert!(place.tree("out") == expected);
    // The way back states its source too.
    place.run(&["convert", "out", "--output-dir", "back"]).ends(0);
    let ran = place.run(&["convert", "out", "--output-dir", "back", "--resume"]).ends(0);
    assert!(ran.err().starts_with("5 documents: 0 converted, 5 done before\n"), "{}", ran.err());
    let canon = ["canon", "--profile", "jcs", "in", "--output-dir", "canon", "--resume"];
    place.run(&canon).ends(0);
    fs::remove_file(place.path("canon/2.json")).unwrap();
    let ran = place.run(&canon).ends(0);
    assert!(ran.err().starts_with("5 documents: 1 written, 4 done before\n"), "{}", ran.err());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_run_and_loses_nothing() {
    let place = Place::new();
    for number in 1..=9 {
        place.put(&format!("in/{number}.json"), checkpoint(number));
    }
    // A device that is always full stands for the disk.
    fs::create_dir(place.path("out")).unwrap();
    symlink("/dev/full", place.path("out/5.zcf.json")).unwrap();
    for jobs in ["1", "7"] {
        let ran = place.run(&["convert", "in", "--output-dir", "out", "--jobs", jobs, "--force"]).ends(2);
        assert!(ran.err().contains("cannot write out/5.zcf.json: No space left"), "{}", ran.err());
        assert!(ran.err().contains("the outputs of 4 documents are there and whole"), "{}", ran.err());
        for number in 1..=9 {
            let there = place.path(&format!("out/{number}.zcf.json"));
            assert_eq!(fs::symlink_metadata(there).is_ok(), number <= 5);
        }
    }
    let lines: String = (0..2000).map(|number| checkpoint(number) + "\n").collect();
    for full in ["-o", "--ledger", "--errors", "--summary"] {
        let bad = if full == "--errors" { "{\n".repeat(2000) } else { lines.clone() };
        let ran = place.feed(&["convert", "--ndjson", full, "/dev/full", "-q"], bad.as_bytes()).ends(2);
        assert!(ran.err().contains("cannot write /dev/full: No space left"), "{}", ran.err());
    }
    let full = Stdio::from(fs::File::options().write(true).open("/dev/full").unwrap());
    place.put("in.ndjson", &lines);
    let output = place.command(&["convert", "--ndjson", "in.ndjson"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_folder_that_cannot_be_written_ends_the_run() {
    let place = Place::new();
    place.put("in/1.json", checkpoint(1));
    place.put("file", "");
    let ran = place.run(&["convert", "in", "--output-dir", "file/out"]).ends(2);
    assert!(ran.err().contains("cannot write file/out"), "{}", ran.err());

    fs::create_dir(place.path("out")).unwrap();
    let mode = |mode: u32, name: &str| {
        fs::set_permissions(place.path(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(0o755, "");
    mode(0o555, "out");
    let mut command = place.command(&["convert", "in", "--output-dir", "out"]);
    if fs::write(place.path("out/probe"), "").is_ok() {
        // Permissions are nothing to the user of this test: the tool runs as nobody.
        fs::remove_file(place.path("out/probe")).unwrap();
        command.uid(65534);
    }
    let Ok(output) = command.output() else { return println!("skipped: nobody may not run the tool here") };
    let ran = Ran(output).ends(2);
    assert!(ran.err().contains("cannot write out/1.zcf.json: "), "{}", ran.err());
    mode(0o755, "out");
    assert!(place.names("out").is_empty());
}

/// Memory is read off when 100 documents are done, and when 6,000 are.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_documents() {
    use std::io::{BufRead as _, BufReader};
    let place = Place::new();
    let mut child = place.start(&["convert", "--ndjson", "-q", "--jobs", "2", "--ledger", "l"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    let status = format!("/proc/{}/status", child.id());
    let peak = || -> usize {
        let status = fs::read_to_string(&status).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    let mut peaks = Vec::new();
    for count in [100, 5900] {
        let lines: String = (0..count).map(|number| checkpoint(number) + "\n").collect();
        let feeder = std::thread::spawn(move || {
            stdin.write_all(lines.as_bytes()).unwrap();
            stdin
        });
        assert_eq!(answers.by_ref().take(count).map(Result::unwrap).count(), count);
        stdin = feeder.join().unwrap();
        peaks.push(peak());
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
    // In KiB; the queue between reading and writing fills up, and that is all.
    assert!(peaks[1] - peaks[0] < 12 << 10, "{peaks:?}");
}

/// Whoever closes the output wants no more of it, which is no failure; but nobody takes a part for all of it.
#[test]
fn a_closed_output_ends_the_run_and_is_told() {
    let place = Place::new();
    let lines: String = (0..5000).map(|number| checkpoint(number).trim_end().to_owned() + "\n").collect();
    place.put("all.ndjson", lines);
    let mut child = place.start(&["convert", "--ndjson", "all.ndjson"]);
    drop(child.stdout.take());
    let ran = Ran(child.wait_with_output().unwrap()).ends(0);
    let words = "stopped: nobody reads the output any more; what came after these was not looked at";
    assert!(ran.err().contains(words), "{}", ran.err());
    assert!(!ran.err().contains("5000 documents"), "{}", ran.err());
}
