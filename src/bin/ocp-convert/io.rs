//! What goes in, what is said, and how that can fail; files that come out are in `outputs`.
//!
//! A reader that closes the pipe has seen enough: that is a normal end, not a failure.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use ocp_convert::crypto::keys::KeyError;
use ocp_convert::syntax::text::escape_for_terminal as escape;

/// Why a command could not do its work. Exit code 2.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    #[error("cannot read {}", escape(if name == "-" { "standard input" } else { name }))]
    Read { name: String, source: io::Error },
    #[error("cannot write {}", escape(name))]
    Write { name: String, source: io::Error },
    #[error("there is no `.json` file in the folder {}", escape(name))]
    NoDocuments { name: String },
    #[error("{} exists already; --force replaces it", escape(name))]
    Exists { name: String },
    #[error("{}", escape(what))]
    Usage { what: String },
    #[error("cannot use the schema {}", escape(name))]
    Schema { name: String, source: Box<ocp_convert::shape::SchemaError> },
    #[error("the parent {} is not a checkpoint that can be read: {}", escape(name), escape(message))]
    Parent { name: String, message: String },
    #[error("{} cannot be read: {}", escape(name), escape(message))]
    Unreadable { name: String, message: String },
    #[error(
        "{} holds a secret and others can read it; `chmod 600` it, or --allow-readable-keys",
        escape(name)
    )]
    Readable { name: String },
    #[error("cannot use the key {}", escape(name))]
    Key { name: String, source: KeyError },
    #[error("cannot use the trust store {}: {}", escape(name), escape(what))]
    Trust { name: String, what: String },
    #[error("`{}` is not an RFC 3339 date-time with an offset", escape(text))]
    Time { text: String },
    #[error("cannot use the database {}", escape(name))]
    Seen { name: String, source: Box<redb::Error> },
    #[error(
        "the database {} is damaged: move it away, and know that packets recorded in it can then be replayed",
        escape(name)
    )]
    SeenDamaged { name: String },
    #[error("the database {} is in use by another run, and was for a minute", escape(name))]
    SeenBusy { name: String },
    #[error("the system gives no random bytes")]
    Random,
    #[error("cannot use the layout {}: {}", escape(name), escape(what))]
    Layout { name: String, what: String },
    #[error("cannot start {}", escape(name))]
    Command { name: String, source: io::Error },
    #[error("interrupted after {documents} documents")]
    Interrupted { documents: usize },
    #[error("there is no command `{}`", escape(name))]
    NoCommand { name: String },
    #[error("this is a defect of ocp-convert, please report it: {}", escape(what))]
    Defect { what: String },
}

/// The name of an input in messages; what is no text in a file's name is replaced.
pub fn name_of(path: Option<&Path>) -> String {
    match path {
        Some(path) if path != Path::new("-") => path.to_string_lossy().into_owned(),
        _ => "-".to_owned(),
    }
}

/// Whether standard input was read.
static STDIN_READ: AtomicBool = AtomicBool::new(false);

/// The bytes of a file, or of standard input for `-` and no file at all. At most one byte more than `limit` is read,
/// by which the caller knows that there were too many.
pub fn read(path: Option<&Path>, limit: usize) -> Result<Vec<u8>, Broken> {
    let limit = (limit as u64).saturating_add(1);
    let mut bytes = Vec::new();
    let done = match path {
        Some(path) if path != Path::new("-") => File::open(path).and_then(|file| {
            let length = file.metadata().map_or(0, |m| m.len()).min(limit);
            bytes.reserve(usize::try_from(length).unwrap_or(0));
            file.take(limit).read_to_end(&mut bytes)
        }),
        _ => {
            stdin_once()?;
            io::stdin().lock().take(limit).read_to_end(&mut bytes)
        }
    };
    done.map(|_| bytes).map_err(|source| Broken::Read { name: name_of(path), source })
}

/// A file, or standard input for `-`, to be read bit by bit.
pub fn open(path: &Path) -> Result<Box<dyn Read + Send>, Broken> {
    if path == Path::new("-") {
        stdin_once()?;
        return Ok(Box::new(io::stdin()));
    }
    match File::open(path) {
        Ok(file) => Ok(Box::new(file)),
        Err(source) => Err(Broken::Read { name: name_of(Some(path)), source }),
    }
}

/// What stands for two documents is the first one, and then nothing.
fn stdin_once() -> Result<(), Broken> {
    if STDIN_READ.swap(true, Ordering::Relaxed) {
        let what = "standard input can be read once, and is named for two documents".to_owned();
        return Err(Broken::Usage { what });
    }
    Ok(())
}

/// Writes `bytes` to standard output.
pub fn print(bytes: &[u8]) -> Result<(), Broken> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => {
            Err(Broken::Write { name: "standard output".to_owned(), source: e })
        }
        _ => Ok(()),
    }
}

/// Writes `text` to standard output, with its colours where they can be seen.
pub fn say(text: &str) -> Result<(), Broken> {
    let mut stdout = anstream::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => {
            Err(Broken::Write { name: "standard output".to_owned(), source: e })
        }
        _ => Ok(()),
    }
}

/// Writes `text` to standard error; if that is gone there is nobody left to tell.
pub fn tell(text: &str) {
    let mut stderr = anstream::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

impl Broken {
    /// The input the failure is about, when it is about one.
    pub fn input(&self) -> Option<&str> {
        match self {
            Self::Read { name, .. } | Self::NoDocuments { name } => Some(name),
            _ => None,
        }
    }
}
