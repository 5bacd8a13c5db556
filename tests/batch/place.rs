//! A folder to work in, the tool as a process, and documents to give it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// Where it is.
pub const TOOL: &str = env!("CARGO_BIN_EXE_ocp-convert");

/// A folder to work in, with the tool.
pub struct Place(tempfile::TempDir);

impl Place {
    /// An empty one.
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Where a file of this name is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, in folders that are made.
    pub fn put(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// The text of a file.
    pub fn get(&self, name: &str) -> String {
        String::from_utf8(fs::read(self.path(name)).unwrap()).unwrap()
    }

    /// Each line of a file, as JSON.
    pub fn lines(&self, name: &str) -> Vec<Value> {
        self.get(name).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// A file as JSON.
    pub fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.get(name)).unwrap()
    }

    /// All files below a folder, by name.
    pub fn tree(&self, folder: &str) -> Vec<(String, Vec<u8>)> {
        let base = self.path(folder);
        let (mut open, mut out) = (vec![base.clone()], Vec::new());
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let name = path.strip_prefix(&base).unwrap().to_string_lossy().into_owned();
                    out.push((name, fs::read(path).unwrap()));
                }
            }
        }
        out.sort();
        out
    }

    /// The names of all files below a folder.
    pub fn names(&self, folder: &str) -> Vec<String> {
        self.tree(folder).into_iter().map(|(name, _)| name).collect()
    }

    /// The tool, to be run in the folder.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(TOOL);
        command.args(args).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    /// Runs the tool to its end.
    pub fn run(&self, args: &[&str]) -> Ran {
        Ran(self.command(args).output().unwrap())
    }

    /// With `input` on standard input.
    pub fn feed(&self, args: &[&str], input: &[u8]) -> Ran {
        let mut child = self.start(args);
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        // The tool may end before it has read everything.
        let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        Ran(output)
    }

    /// Starts the tool with pipes at all ends.
    pub fn start(&self, args: &[&str]) -> Child {
        self.command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }
}

/// A run that is over.
pub struct Ran(pub Output);

impl Ran {
    /// The exit code.
    pub fn code(&self) -> i32 {
        self.0.status.code().unwrap()
    }

    /// Standard output.
    pub fn out(&self) -> String {
        String::from_utf8(self.0.stdout.clone()).unwrap()
    }

    /// Standard error.
    pub fn err(&self) -> String {
        String::from_utf8(self.0.stderr.clone()).unwrap()
    }

    /// Fails with what the tool said when the exit code is another.
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        assert_eq!(self.code(), code, "{}{}", self.out(), self.err());
        self
    }
}

/// The samples of both formats in `tests/data`, by a name of their own, each on one line.
pub fn corpus() -> Vec<(String, String)> {
    let mut out = Vec::new();
    for folder in ["ocp", "zcf"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).unwrap();
            if path.extension().is_some_and(|extension| extension == "json") {
                out.push((name, one_line(&text)));
            }
        }
    }
    out.sort();
    assert!(out.len() > 10);
    out
}

/// A checkpoint of its own.
pub fn checkpoint(number: usize) -> String {
    format!(
        r#"{{"opencheckpoint":"0.1","id":"urn:example:{number}","created_at":"2026-09-02T10:11:12Z","source":{{"producer":{{"name":"desk"}}}},"task":{{"objective":"Number {number}","status":"active"}},"extensions":{{"com.example.desk":{{"seat":{number}}}}}}}"#
    )
}

/// JSON text without the white space between its tokens.
fn one_line(text: &str) -> String {
    let (mut out, mut inside, mut escaped) = (String::new(), false, false);
    for c in text.chars() {
        match c {
            _ if inside => {
                inside = escaped || c != '"';
                escaped = !escaped && c == '\\';
            }
            '"' => inside = true,
            ' ' | '\t' | '\r' | '\n' => continue,
            _ => {}
        }
        out.push(c);
    }
    out
}
