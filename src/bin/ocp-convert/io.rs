//! Files and streams: what goes in, what comes out, and how that can fail.
//!
//! A reader that closes the pipe has seen enough: that is a normal end, not a failure.

use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::args::Output;
use ocp_convert::crypto::keys::KeyError;
use ocp_convert::syntax::text::escape_for_terminal as escape;

/// Why a command could not do its work. Exit code 2.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    #[error("cannot read {}", escape(name))]
    Read { name: String, source: io::Error },
    #[error("cannot write {}", escape(name))]
    Write { name: String, source: io::Error },
    #[error("{} exists already; --force replaces it", escape(name))]
    Exists { name: String },
    #[error("{what}")]
    Usage { what: String },
    #[error("cannot use the schema {}", escape(name))]
    Schema { name: String, source: Box<ocp_convert::shape::SchemaError> },
    #[error("the parent {} is not a checkpoint that can be read: {message}", escape(name))]
    Parent { name: String, message: String },
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
    #[error("the database {} is in use by another run, and was for a minute", escape(name))]
    SeenBusy { name: String },
    #[error("the system gives no random bytes")]
    Random,
    #[error("cannot use the layout {}: {}", escape(name), escape(what))]
    Layout { name: String, what: String },
    #[error("cannot start {}", escape(name))]
    Command { name: String, source: io::Error },
    #[error("there is no command {}", escape(name))]
    NoCommand { name: String },
    #[error("this is a defect of ocp-convert, please report it: {what}")]
    Defect { what: String },
}

/// The name of an input in messages; what is no text in a file's name is replaced.
pub fn name_of(path: Option<&Path>) -> String {
    match path {
        Some(path) if path != Path::new("-") => path.to_string_lossy().into_owned(),
        _ => "-".to_owned(),
    }
}

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
        _ => io::stdin().lock().take(limit).read_to_end(&mut bytes),
    };
    done.map(|_| bytes).map_err(|source| Broken::Read { name: name_of(path), source })
}

/// Writes `bytes` where `output` says.
pub fn write(output: &Output, bytes: &[u8]) -> Result<(), Broken> {
    match output.output.as_deref() {
        Some(path) if path != Path::new("-") => write_file(path, bytes, output.force, 0o644, false),
        _ => print(bytes),
    }
}

/// As [`write`], with the bytes on the disk before a file has its name, so that not even a power cut leaves half of it
/// there.
pub fn write_durable(output: &Output, bytes: &[u8]) -> Result<(), Broken> {
    match output.output.as_deref() {
        Some(path) if path != Path::new("-") => write_file(path, bytes, output.force, 0o644, true),
        _ => print(bytes),
    }
}

/// Makes a file that its owner alone can read.
pub fn write_secret(path: &Path, bytes: &[u8], force: bool) -> Result<(), Broken> {
    write_file(path, bytes, force, 0o600, true)
}

/// Makes a file that anybody may read.
pub fn write_public(path: &Path, bytes: &[u8], force: bool) -> Result<(), Broken> {
    write_file(path, bytes, force, 0o644, true)
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

/// Makes the file at `path` appear with `bytes` in it, whole or not at all.
fn write_file(path: &Path, bytes: &[u8], force: bool, mode: u32, durable: bool) -> Result<(), Broken> {
    let name = path.to_string_lossy().into_owned();
    let failed = |source| Broken::Write { name: name.clone(), source };
    let target = match fs::metadata(path) {
        // A pipe or a device is written to; replacing it by a file is not what anybody means.
        Ok(meta) if !meta.is_file() && !meta.is_dir() => {
            let mut file = File::options().write(true).open(path).map_err(failed)?;
            return match file.write_all(bytes) {
                Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(failed(e)),
                _ => Ok(()),
            };
        }
        Ok(meta) if meta.is_dir() => return Err(failed(ErrorKind::IsADirectory.into())),
        Ok(_) if !force => return Err(Broken::Exists { name }),
        // The file behind a symbolic link is replaced, not the link.
        Ok(_) => fs::canonicalize(path).map_err(failed)?,
        Err(_) => PathBuf::from(path),
    };
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::metadata(folder).map_err(failed)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ocp-convert-");
    // Temporary files are private by default; this one gets its mode at once, the umask applied as to any other.
    #[cfg(unix)]
    let permissions: Permissions = std::os::unix::fs::PermissionsExt::from_mode(mode);
    #[cfg(unix)]
    builder.permissions(permissions);
    // The kind only: the text would show the random name of a file that nobody asked for.
    let mut file = builder.tempfile_in(folder).map_err(|e| failed(e.kind().into()))?;
    file.write_all(bytes).map_err(failed)?;
    if durable {
        file.as_file().sync_data().map_err(failed)?;
    }
    if force {
        file.persist(&target).map(drop).map_err(|e| failed(e.error))
    } else {
        // The file system decides, so that two runs at once cannot both believe they were first.
        file.persist_noclobber(&target).map(drop).map_err(|e| match e.error.kind() {
            ErrorKind::AlreadyExists => Broken::Exists { name: name.clone() },
            _ => failed(e.error),
        })
    }
}

impl Broken {
    /// The input the failure is about, when it is about one.
    pub fn input(&self) -> Option<&str> {
        match self {
            Self::Read { name, .. } => Some(name),
            _ => None,
        }
    }
}
