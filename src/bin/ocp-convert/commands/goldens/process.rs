//! Another implementation as a process that is asked line by line: started, asked with a limit on the time, and started
//! anew when it went away.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::io::Broken;

/// The longest line that is taken for an answer.
const LONGEST: u64 = 64 << 20;
/// How long a process that has closed its output may take to end, so that it can be said how it ended.
const GRACE: Duration = Duration::from_millis(500);

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// None came in time.
    Late,
    /// The process ended or closed its output; how, when it is known.
    Gone(String),
    /// The process closed its input.
    Deaf,
    /// The line is longer than an answer can be.
    TooLong,
}

impl Silence {
    /// In words.
    pub fn words(&self) -> String {
        match self {
            Self::Late => "none in time".to_owned(),
            Self::Gone(how) => format!("none: the command {how}"),
            Self::Deaf => "none: the command closed its input".to_owned(),
            Self::TooLong => "a line that is longer than any answer".to_owned(),
        }
    }
}

/// Something the reading thread saw.
enum Seen {
    Line(Vec<u8>),
    TooLong,
    End,
}

/// A running implementation.
pub struct Process {
    child: Child,
    requests: Sender<Vec<u8>>,
    written: Receiver<bool>,
    answers: Receiver<Seen>,
}

impl Process {
    /// Starts the command.
    pub fn start(command: &[String]) -> Result<Self, Broken> {
        let [program, arguments @ ..] = command else {
            return Err(Broken::Usage { what: "--command names no program".to_owned() });
        };
        let failed = |source| Broken::Command { name: program.clone(), source };
        let mut start = Command::new(program);
        start.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A group of its own, so that what it starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let mut child = start.spawn().map_err(failed)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Broken::Defect { what: "a pipe that was asked for is missing".to_owned() });
        };
        let (requests, lines) = mpsc::channel();
        let (done, written) = mpsc::channel();
        let (seen, answers) = mpsc::channel();
        // Each end of a pipe has a thread of its own, since a process may do one without the other.
        thread::spawn(move || write_lines(stdin, &lines, &done));
        thread::spawn(move || read_lines(stdout, &seen));
        Ok(Self { child, requests, written, answers })
    }

    /// Asks one question, and waits for one line.
    pub fn ask(&mut self, line: &str, patience: Duration) -> Result<Vec<u8>, Silence> {
        let until = Instant::now() + patience;
        let mut request = line.as_bytes().to_vec();
        request.push(b'\n');
        if self.requests.send(request).is_err() {
            return Err(self.gone(Silence::Deaf));
        }
        match self.answers.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Seen::Line(line)) => {
                // An answer to a question that was never read to its end answers something else.
                let left = until.saturating_duration_since(Instant::now());
                match self.written.recv_timeout(left) {
                    Ok(true) => Ok(line),
                    Ok(false) | Err(RecvTimeoutError::Disconnected) => Err(self.gone(Silence::Deaf)),
                    Err(RecvTimeoutError::Timeout) => Err(Silence::Late),
                }
            }
            Ok(Seen::TooLong) => Err(Silence::TooLong),
            Ok(Seen::End) | Err(RecvTimeoutError::Disconnected) => {
                Err(self.gone(Silence::Gone("closed its output".to_owned())))
            }
            // A process that closed its input and goes on will answer nothing either.
            Err(RecvTimeoutError::Timeout) if matches!(self.written.try_recv(), Ok(false)) => {
                Err(Silence::Deaf)
            }
            Err(RecvTimeoutError::Timeout) => Err(Silence::Late),
        }
    }

    /// How the process ended, when it did so in a moment; `otherwise` when it did not.
    fn gone(&mut self, otherwise: Silence) -> Silence {
        let until = Instant::now() + GRACE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Silence::Gone(format!("ended ({status})")),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                Ok(None) | Err(_) => return otherwise,
            }
        }
    }

    /// Lines that nobody asked for, once everything has been asked; ends the process.
    pub fn finish(mut self) -> Option<String> {
        let (closed, _) = mpsc::channel();
        self.requests = closed;
        let extra = match self.answers.recv_timeout(GRACE) {
            Ok(Seen::Line(_) | Seen::TooLong) => Some("a line after the last answer".to_owned()),
            _ => None,
        };
        self.end();
        extra
    }

    fn end(&mut self) {
        // A process that was waited for has given its number back; nobody else's is to be ended.
        #[cfg(unix)]
        if matches!(self.child.try_wait(), Ok(None)) {
            let group = format!("-{}", self.child.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        }
        // It may have ended by itself; either way it is gone afterwards.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<Vec<u8>>, done: &Sender<bool>) {
    while let Ok(line) = lines.recv() {
        let written = stdin.write_all(&line).and_then(|()| stdin.flush()).is_ok();
        if done.send(written).is_err() || !written {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, seen: &Sender<Seen>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = reader.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        let what = match read {
            Err(_) | Ok(0) => Seen::End,
            Ok(_) if line.ends_with(b"\n") => {
                line.pop();
                Seen::Line(line)
            }
            Ok(read) if read as u64 == LONGEST => Seen::TooLong,
            // The last line before an end may lack its line feed.
            Ok(_) => Seen::Line(line),
        };
        let over = !matches!(what, Seen::Line(_));
        if seen.send(what).is_err() || over {
            return;
        }
    }
}

/// A command line in parts: at spaces and tabs, but for what stands in quotes.
pub fn split(command: &str) -> Result<Vec<String>, Broken> {
    let mut parts = Vec::new();
    let mut part: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                part.get_or_insert_default();
            }
            (None, ' ' | '\t') => parts.extend(part.take()),
            (_, c) => part.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(Broken::Usage { what: "--command has a quotation mark that is not closed".to_owned() });
    }
    parts.extend(part);
    Ok(parts)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::split;

    #[test]
    fn commands_are_split_at_spaces_outside_quotes() {
        assert_eq!(split("node  a.mjs\t--x").unwrap(), ["node", "a.mjs", "--x"]);
        assert_eq!(split(r#""my tool" 'a "b"' c"d e"f """#).unwrap(), ["my tool", "a \"b\"", "cd ef", ""]);
        assert_eq!(split(r"C:\x\y.exe $HOME ; *").unwrap(), [r"C:\x\y.exe", "$HOME", ";", "*"]);
        assert!(split("a 'b").is_err());
        assert!(split("  ").unwrap().is_empty());
    }
}
