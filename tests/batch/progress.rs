//! How far a run is: a line every few seconds, a bar on a terminal, nothing where it is not wanted.

use std::io::Write as _;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use super::place::{Place, Ran, TOOL, checkpoint};

/// Two documents, and between them more seconds than there are between two lines.
fn slowly(place: &Place, more: &[&str]) -> Ran {
    let mut child = place.start(&[&["convert", "--ndjson", "-o", more[0]], &more[1..]].concat());
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{}\n{{", checkpoint(1)).unwrap();
    sleep(Duration::from_millis(5600));
    writeln!(stdin, "{}", checkpoint(2)).unwrap();
    drop(stdin);
    Ran(child.wait_with_output().unwrap()).ends(1)
}

#[test]
fn a_line_every_few_seconds_where_there_is_no_terminal() {
    let place = Place::new();
    let line = "ocp-convert: 2 documents so far, 1 of them failed\n";
    std::thread::scope(|scope| {
        scope.spawn(|| assert!(slowly(&place, &["a"]).err().contains(line)));
        scope.spawn(|| assert!(!slowly(&place, &["b", "--quiet"]).err().contains("so far")));
        // Each line there is a report.
        let reports = slowly(&place, &["c", "--format", "json"]).err();
        assert!(reports.lines().count() == 3 && reports.lines().all(|line| line.starts_with("{\"tool\"")));
    });
}

#[test]
fn a_bar_where_there_is_a_terminal() {
    if !Command::new("script").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return println!("skipped: there is no script(1) of util-linux");
    }
    let place = Place::new();
    let lines: String = (0..3000).map(|number| checkpoint(number) + "\n").collect();
    place.put("in.ndjson", lines);
    let on_terminal = |more: &str| {
        let line = format!("'{TOOL}' convert --ndjson in.ndjson -o out --force {more}");
        let mut command = Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).current_dir(place.path("")).env("TERM", "xterm");
        Ran(command.stdin(std::process::Stdio::null()).output().unwrap()).ends(0).out()
    };
    let shown = on_terminal("");
    assert!(shown.contains("% ") && shown.contains(" documents so far"), "{shown:?}");
    assert!(shown.contains("3000 documents: 3000 converted"), "{shown:?}");
    assert_eq!(on_terminal("--quiet"), "");
}
