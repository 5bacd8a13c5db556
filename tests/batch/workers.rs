//! Many processes at once, each with a part of the work: what the README recommends, with xargs and GNU parallel.

use std::process::Command;

use super::place::{Place, Ran, TOOL, checkpoint};

/// Runs a line of the README, where `ocp-convert` is the tool.
fn shell(place: &Place, line: &str) -> Ran {
    let line = line.replace("ocp-convert", "\"$TOOL\"");
    let mut command = Command::new("sh");
    command.args(["-c", &line]).env("TOOL", TOOL).current_dir(place.path(""));
    Ran(command.output().unwrap())
}

fn has(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        println!("skipped: there is no {program}");
    }
    there
}

/// The digests that the files of errors tell.
fn digests(place: &Place) -> Vec<String> {
    let mut out: Vec<_> = place
        .names("errors")
        .iter()
        .flat_map(|name| place.lines(&format!("errors/{name}")))
        .map(|error| error["digest"].as_str().unwrap().to_owned())
        .collect();
    out.sort();
    out
}

#[test]
fn xargs_gives_each_process_some_files() {
    if !has("xargs") {
        return;
    }
    let place = Place::new();
    for number in 0..60 {
        place.put(&format!("in/{} %/{number}.json", number % 4), checkpoint(number));
    }
    place.put("in/bad.json", "{");
    place.run(&["convert", "in", "--output-dir", "whole/in", "--errors", "e"]).ends(1);
    std::fs::create_dir(place.path("errors")).unwrap();
    let line = "find in -name '*.json' -print0 | xargs -0 -n 7 -P 2 sh -c \
                'ocp-convert convert --jobs 1 -q --output-dir out --errors \"errors/$$.ndjson\" \"$@\"' sh";
    // What xargs says when a process ended with a code from 1 to 125.
    shell(&place, line).ends(123);
    assert!(place.tree("out") == place.tree("whole"));
    assert_eq!(digests(&place), [place.lines("e")[0]["digest"].as_str().unwrap()]);
}

#[test]
fn parallel_gives_each_process_some_lines() {
    if !has("parallel") {
        return;
    }
    let place = Place::new();
    let mut lines: Vec<_> = (0..600).map(checkpoint).collect();
    lines[77] = "{".to_owned();
    place.put("in.ndjson", lines.join("\n") + "\n");
    place.run(&["convert", "--ndjson", "in.ndjson", "-o", "whole", "--errors", "e"]).ends(1);
    std::fs::create_dir(place.path("errors")).unwrap();
    let line = "parallel --pipe --keep-order --block 20k \
                'ocp-convert convert --ndjson --jobs 1 -q --errors errors/{#}.ndjson' <in.ndjson >out";
    // The number of processes that failed.
    shell(&place, line).ends(1);
    assert!(place.get("out") == place.get("whole"));
    assert!(place.names("errors").len() > 3);
    assert_eq!(digests(&place), [place.lines("e")[0]["digest"].as_str().unwrap()]);
}
