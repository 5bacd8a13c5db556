//! Names that are hard to read, to reach or to keep apart: a clear outcome for each, and nothing lost.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;

use super::place::{Place, checkpoint};

#[test]
fn a_name_need_not_be_text() {
    let place = Place::new();
    fs::create_dir(place.path("in")).unwrap();
    let raw = |folder: &str, name: &[u8]| place.path(folder).join(OsStr::from_bytes(name));
    fs::write(raw("in", b"\xff\x1b[2J.json"), checkpoint(1)).unwrap();
    fs::write(raw("in", b"\xfe.json"), "{").unwrap();
    let ran = place.run(&["convert", "in", "--output-dir", "out"]).ends(1);
    let made = fs::read(raw("out", b"\xff\x1b[2J.zcf.json")).unwrap();
    assert!(String::from_utf8(made).unwrap().contains("urn:example:1"));
    assert!(ran.err().contains("in        in/\u{fffd}.json:1:2\n"), "{}", ran.err());
    // The one that is good has a name that would clear the screen, were it told.
    fs::write(raw("in", b"\xff\x1b[2J.json"), "{").unwrap();
    let ran = place.run(&["convert", "in", "--output-dir", "out2"]).ends(1);
    assert!(!ran.err().contains('\u{1b}'));
    // A list can hold such a name too.
    let ran = place.feed(&["convert", "--files-from", "-", "-q"], b"in/\xfe.json").ends(1);
    assert!(ran.err().contains("in        in/\u{fffd}.json:1:2\n"));
}

#[test]
fn links_that_lead_in_circles_end() {
    let place = Place::new();
    place.put("in/a/1.json", checkpoint(1));
    symlink("..", place.path("in/a/up")).unwrap();
    symlink("self.json", place.path("in/a/self.json")).unwrap();
    symlink("no such file", place.path("in/b.json")).unwrap();
    symlink("1.json", place.path("in/a/2.json")).unwrap();
    let ran = place.run(&["convert", "in", "--output-dir", "out", "--errors", "errors"]).ends(2);
    assert_eq!(place.names("out"), ["a/1.zcf.json", "a/2.zcf.json"]);
    let errors = place.lines("errors");
    let told: Vec<_> = errors.iter().map(|e| (e["input"].as_str().unwrap(), &e["verdict"])).collect();
    assert_eq!(told, [("in/a/self.json", &"broken".into()), ("in/b.json", &"broken".into())]);
    assert!(errors[1]["failure"].as_str().unwrap().starts_with("cannot read in/b.json: "), "{}", errors[1]);
    assert!(ran.err().contains("4 documents: 2 converted, 2 not read or written\n"), "{}", ran.err());
}

#[test]
fn what_is_gone_when_its_turn_comes_is_told_of() {
    let place = Place::new();
    place.put("1.json", checkpoint(1));
    place.put("3.json", checkpoint(3));
    let ran = place.feed(&["convert", "--files-from", "-"], b"1.json\n2.json\n3.json\n").ends(2);
    assert_eq!(ran.out().lines().count(), 2);
    assert!(ran.err().contains("ocp-convert: cannot read 2.json: "), "{}", ran.err());
    let ran =
        place.feed(&["convert", "--files-from", "-", "--fail-fast"], b"1.json\n2.json\n3.json\n").ends(2);
    assert_eq!(ran.out().lines().count(), 1);
}

#[test]
fn two_inputs_never_share_an_output() {
    let place = Place::new();
    place.put("in/x.json", checkpoint(1));
    place.put("in/x.ocp.json", checkpoint(2));
    for args in [&["--jobs", "1"][..], &["--jobs", "7"], &["--jobs", "7", "--force"]] {
        let args = [&["convert", "in", "--output-dir", "out", "--errors", "errors"], args].concat();
        place.run(&args).ends(2);
        // The first one has it, with `--force` too: nothing that this run has written is replaced.
        assert_eq!(place.names("out"), ["x.zcf.json"]);
        assert_eq!(place.json("out/x.zcf.json")["packet"]["id"], "urn:example:1");
        let error = &place.lines("errors")[0];
        assert_eq!((&error["input"], &error["verdict"]), (&"in/x.ocp.json".into(), &"broken".into()));
        assert!(error["failure"].as_str().unwrap().ends_with("already: out/x.zcf.json"), "{error}");
        fs::remove_dir_all(place.path("out")).unwrap();
        fs::remove_file(place.path("errors")).unwrap();
    }
    // A packet beside its checkpoint is no such case: each goes to the name the other has.
    place.run(&["convert", "in/x.json", "--output-dir", "both/a"]).ends(0);
    fs::rename(place.path("both/a/in/x.zcf.json"), place.path("both/x.zcf.json")).unwrap();
    place.put("both/x.ocp.json", checkpoint(1));
    place.run(&["convert", "both", "--output-dir", "out"]).ends(0);
    assert_eq!(place.names("out"), ["x.ocp.json", "x.zcf.json"]);
}

#[test]
fn an_output_that_is_there_stays() {
    let place = Place::new();
    place.put("in/1.json", checkpoint(1));
    place.put("in/2.json", checkpoint(2));
    place.put("out/1.zcf.json", "mine");
    fs::create_dir_all(place.path("out2/1.zcf.json")).unwrap();
    let ran = place.run(&["convert", "in", "--output-dir", "out"]).ends(2);
    assert_eq!((place.get("out/1.zcf.json").as_str(), place.names("out").len()), ("mine", 2));
    assert!(ran.err().contains("in/1.json: out/1.zcf.json exists already"), "{}", ran.err());
    place.run(&["convert", "in", "--output-dir", "out", "--force"]).ends(0);
    assert_eq!(place.json("out/1.zcf.json")["packet"]["id"], "urn:example:1");
    // A folder has the name: that is this document's bad luck alone.
    place.run(&["convert", "in", "--output-dir", "out2", "--force"]).ends(2);
    assert_eq!(place.names("out2"), ["2.zcf.json"]);
    for file in ["--errors", "--summary", "--ledger", "-o"] {
        let ran = place.run(&["convert", "in", file, "in/1.json"]).ends(2);
        assert!(ran.err().contains("in/1.json exists already"), "{}", ran.err());
        assert_eq!((ran.out().as_str(), place.get("in/1.json")), ("", checkpoint(1)));
    }
}

#[test]
fn outputs_are_no_inputs() {
    let place = Place::new();
    place.put("in/1.json", checkpoint(1));
    let ran = place.run(&["convert", "in", "--output-dir", "./in/../in"]).ends(2);
    assert!(ran.err().contains("--output-dir is the folder of the inputs"), "{}", ran.err());
    for _ in 0..2 {
        place.run(&["convert", "in", "--output-dir", "in/out", "--force"]).ends(0);
        assert_eq!(place.names("in"), ["1.json", "out/1.zcf.json"]);
    }
}

#[test]
fn a_file_keeps_its_path_as_named_and_stays_below_the_folder() {
    let place = Place::new();
    place.put("a/b/1.json", checkpoint(1));
    place.put("a/2.json", checkpoint(2));
    fs::create_dir(place.path("c")).unwrap();
    let absolute = place.path("a/2.json").to_string_lossy().into_owned();
    place.run(&["convert", "./a/b/1.json", "c/../a/2.json", &absolute, "--output-dir", "out", "-q"]).ends(0);
    let mut expected = ["a/b/1.zcf.json", "c/a/2.zcf.json", absolute.trim_start_matches('/')]
        .map(|name| name.replace("2.json", "2.zcf.json"));
    expected.sort();
    assert_eq!(place.names("out"), expected);
}

#[test]
fn a_quoted_glob_finds_what_the_shell_would_find() {
    let place = Place::new();
    for name in ["in/b.json", "in/a.json", "in/x/c.json", "in/[d].json"] {
        place.put(name, checkpoint(1));
    }
    for (pattern, expected) in [
        ("in/?.json", &["in/a.zcf.json", "in/b.zcf.json"][..]),
        ("in/*/*.json", &["in/x/c.zcf.json"]),
        ("in/[bx].json", &["in/b.zcf.json"]),
        // A file that has the name is meant.
        ("in/[d].json", &["in/[d].zcf.json"]),
    ] {
        place.run(&["convert", pattern, "--output-dir", "out"]).ends(0);
        assert_eq!(place.names("out"), expected);
        fs::remove_dir_all(place.path("out")).unwrap();
    }
    let ran = place.run(&["convert", "in/no*.json", "--output-dir", "out"]).ends(2);
    assert!(ran.err().contains("cannot read in/no*.json: "), "{}", ran.err());
}
