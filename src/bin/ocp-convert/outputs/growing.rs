//! An output that grows while a run goes on: like every other, a file appears whole or not at all.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::{Piece, Staged};
use crate::io::Broken;

/// An output of many parts.
pub struct Growing {
    to: BufWriter<Box<dyn Write>>,
    staged: Staged<'static>,
    name: String,
    /// A reader that closes the pipe has seen enough.
    closed: bool,
}

impl Growing {
    /// One that goes to a file, or to standard output for `-` and no file at all.
    pub fn new(path: Option<&Path>, force: bool) -> Result<Self, Broken> {
        let name = path.map_or_else(|| "standard output".to_owned(), |p| p.to_string_lossy().into_owned());
        let failed = |source| Broken::Write { name: name.clone(), source };
        let staged = Staged::new(&Piece::new(path, &[]), force, false)?;
        let to: Box<dyn Write> = match &staged {
            Staged::Stdout(_) => Box::new(io::stdout()),
            Staged::Device(file, ..) => Box::new(file.try_clone().map_err(failed)?),
            Staged::File { content, .. } => Box::new(content.clone_file().map_err(failed)?),
        };
        let staged = staged.sent()?;
        Ok(Self { to: BufWriter::with_capacity(64 << 10, to), staged, name, closed: false })
    }

    /// Whether the reader wants no more.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Adds `bytes`, and a line feed where they do not end in one.
    pub fn line(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        let end: &[u8] = if bytes.ends_with(b"\n") { b"" } else { b"\n" };
        let done = self.to.write_all(bytes).and_then(|()| self.to.write_all(end));
        self.ended(done)
    }

    /// Hands on what is held back.
    pub fn flush(&mut self) -> Result<(), Broken> {
        let done = self.to.flush();
        self.ended(done)
    }

    fn ended(&mut self, done: io::Result<()>) -> Result<(), Broken> {
        match done {
            Err(e) if e.kind() == ErrorKind::BrokenPipe => self.closed = true,
            Err(source) => return Err(Broken::Write { name: self.name.clone(), source }),
            Ok(()) => {}
        }
        Ok(())
    }

    /// Gives the file its name, which is returned.
    pub fn finish(mut self) -> Result<Option<PathBuf>, Broken> {
        self.flush()?;
        match self.staged {
            Staged::File { .. } => self.staged.finish(),
            // Everything was sent already.
            _ => Ok(None),
        }
    }
}
