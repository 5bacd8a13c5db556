//! Files that come out: each appears whole or not at all, several of one run together or not at all, and nothing is
//! replaced unasked.

mod growing;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use ocp_convert::syntax::text::escape_for_terminal as escape;
use tempfile::NamedTempFile;

use crate::args::Output;
use crate::io::{Broken, print};

pub use growing::Growing;

#[cfg(target_os = "linux")]
const OPEN_FILES: &str = "/proc/self/fd";

/// An output of a run: where it goes (`None` and `-` are standard output), and what it is.
#[derive(Clone, Copy)]
pub struct Piece<'o> {
    path: Option<&'o Path>,
    bytes: &'o [u8],
    mode: u32,
}

impl<'o> Piece<'o> {
    /// One that anybody may read.
    pub fn new(path: Option<&'o Path>, bytes: &'o [u8]) -> Self {
        Self { path: path.filter(|path| *path != Path::new("-")), bytes, mode: 0o644 }
    }

    /// One that its owner alone can read.
    pub fn secret(path: &'o Path, bytes: &'o [u8]) -> Self {
        Self { path: Some(path), bytes, mode: 0o600 }
    }
}

/// Writes `bytes` where `output` says.
pub fn write(output: &Output, bytes: &[u8]) -> Result<(), Broken> {
    write_together(&[Piece::new(output.output.as_deref(), bytes)], output.force, false)
}

/// Writes a file of its own.
pub fn write_piece(path: &Path, bytes: &[u8], force: bool) -> Result<(), Broken> {
    write_together(&[Piece::new(Some(path), bytes)], force, false)
}

/// Writes the outputs of one run so that none stands without the others: whatever can fail comes before the first file
/// has its name. When `durable`, their bytes are on the disk by then, so that not even a power cut leaves half of one
/// there.
pub fn write_together(pieces: &[Piece<'_>], force: bool, durable: bool) -> Result<(), Broken> {
    let staged = pieces.iter().map(|piece| Staged::new(piece, force, durable));
    let staged = staged.collect::<Result<Vec<_>, _>>()?;
    // What is written to a pipe or a device cannot be taken back, and can fail.
    let (streams, files): (Vec<_>, Vec<_>) = staged.into_iter().partition(Staged::is_stream);
    let mut made = Vec::new();
    for staged in streams.into_iter().chain(files) {
        match staged.finish() {
            Ok(path) => made.extend(path),
            Err(broken) => {
                // Somebody else has made a file in its place since. What has replaced another file stays.
                for path in made.iter().filter(|_| !force) {
                    let _ = fs::remove_file(path);
                }
                return Err(broken);
            }
        }
    }
    Ok(())
}

/// Refuses early what could only fail once something is written: an output that exists already, a folder that is not
/// there, two outputs in one place, or one in the place of a file that is in use.
pub fn check_outputs(outputs: &[Option<&Path>], in_use: Option<&Path>, force: bool) -> Result<(), Broken> {
    let stdout = Path::new("-");
    let mut places: Vec<PathBuf> = in_use.map(place).transpose()?.into_iter().collect();
    for path in outputs.iter().map(|path| path.unwrap_or(stdout)) {
        let name = || path.to_string_lossy().into_owned();
        let place = if path == stdout { path.to_owned() } else { place(path)? };
        if places.contains(&place) {
            let what = format!("two outputs would be one: {}", escape(&name()));
            return Err(Broken::Usage { what });
        }
        if path != stdout && !force && path.is_file() {
            return Err(Broken::Exists { name: name() });
        }
        places.push(place);
    }
    Ok(())
}

/// Where a file is or would be, however it is spelled.
fn place(path: &Path) -> Result<PathBuf, Broken> {
    let failed = |source| Broken::Write { name: path.to_string_lossy().into_owned(), source };
    if path.exists() {
        return fs::canonicalize(path).map_err(failed);
    }
    let folder = fs::canonicalize(folder_of(path)).map_err(failed)?;
    Ok(folder.join(path.file_name().unwrap_or_default()))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// An output that is ready but for its name, or for being sent.
pub struct Ready(Staged<'static>);

impl Ready {
    /// A file with these bytes, in folders that are made where they are not there.
    pub fn file(path: &Path, bytes: &[u8], force: bool) -> Result<Self, Broken> {
        let failed = |source| Broken::Write { name: path.to_string_lossy().into_owned(), source };
        fs::create_dir_all(folder_of(path)).map_err(failed)?;
        let staged = Staged::new(&Piece::new(Some(path), bytes), force, false)?;
        Ok(Self(staged.sent()?))
    }

    /// Gives it its name.
    pub fn finish(self) -> Result<(), Broken> {
        self.0.finish().map(drop)
    }
}

/// An output before it goes where it belongs.
enum Staged<'o> {
    Stdout(&'o [u8]),
    /// A pipe or a device is written to; replacing it by a file is not what anybody means.
    Device(File, String, &'o [u8]),
    File {
        content: Content,
        target: PathBuf,
        name: String,
        force: bool,
    },
}

/// Where the bytes of a file are before it has its name.
enum Content {
    /// In a file with no name at all, of which nothing is left when the run is killed.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// In one with a name of its own, where the system or its file system knows nothing better.
    Named(NamedTempFile),
}

impl<'o> Staged<'o> {
    fn new(piece: &Piece<'o>, force: bool, durable: bool) -> Result<Self, Broken> {
        let Piece { path: Some(path), bytes, mode } = *piece else { return Ok(Self::Stdout(piece.bytes)) };
        let name = path.to_string_lossy().into_owned();
        let failed = |source| Broken::Write { name: name.clone(), source };
        let target = match fs::metadata(path) {
            Ok(meta) if !meta.is_file() && !meta.is_dir() => {
                let file = File::options().write(true).open(path).map_err(failed)?;
                return Ok(Self::Device(file, name, bytes));
            }
            Ok(meta) if meta.is_dir() => return Err(failed(ErrorKind::IsADirectory.into())),
            Ok(_) if !force => return Err(Broken::Exists { name }),
            // The file behind a symbolic link is replaced, not the link.
            Ok(_) => fs::canonicalize(path).map_err(failed)?,
            Err(_) => PathBuf::from(path),
        };
        let folder = folder_of(&target);
        fs::metadata(folder).map_err(failed)?;
        // The kind only: the text would show the random name of a file that nobody asked for.
        let mut content = Content::new(folder, mode).map_err(|e| failed(e.kind().into()))?;
        let file = content.file();
        file.write_all(bytes).map_err(failed)?;
        if durable {
            file.sync_data().map_err(failed)?;
        }
        Ok(Self::File { content, target, name, force })
    }

    /// What holds the bytes of nobody else any more: a pipe or a device gets them now.
    fn sent(self) -> Result<Staged<'static>, Broken> {
        match self {
            Self::File { content, target, name, force } => Ok(Staged::File { content, target, name, force }),
            stream => stream.finish().map(|_| Staged::Stdout(&[])),
        }
    }

    fn is_stream(&self) -> bool {
        !matches!(self, Self::File { .. })
    }

    /// Sends it, or gives it its name, which is returned.
    fn finish(self) -> Result<Option<PathBuf>, Broken> {
        match self {
            Self::Stdout(bytes) => print(bytes).map(|()| None),
            Self::Device(mut file, name, bytes) => match file.write_all(bytes) {
                Err(source) if source.kind() != ErrorKind::BrokenPipe => Err(Broken::Write { name, source }),
                _ => Ok(None),
            },
            Self::File { content, target, name, force } => match content.named(&target, force) {
                Ok(()) => Ok(Some(target)),
                Err(e) if !force && e.kind() == ErrorKind::AlreadyExists => Err(Broken::Exists { name }),
                Err(source) => Err(Broken::Write { name, source }),
            },
        }
    }
}

impl Content {
    /// An empty file; it has its mode at once, the umask applied as to any other.
    fn new(folder: &Path, mode: u32) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{CWD, Mode, OFlags, openat};
            let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
            // It is given its name by way of `/proc`.
            if let (true, Ok(file)) =
                (Path::new(OPEN_FILES).is_dir(), openat(CWD, folder, flags, Mode::from_raw_mode(mode)))
            {
                return Ok(Self::Unnamed(file.into()));
            }
        }
        let mut builder = temporary();
        #[cfg(unix)]
        let permissions: fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(mode);
        #[cfg(unix)]
        builder.permissions(permissions);
        builder.tempfile_in(folder).map(Self::Named)
    }

    /// Another way to write to the same file.
    fn clone_file(&self) -> io::Result<File> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => file.try_clone(),
            Self::Named(file) => file.as_file().try_clone(),
        }
    }

    fn file(&mut self) -> &mut File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => file,
            Self::Named(file) => file.as_file_mut(),
        }
    }

    /// Gives the file its name. The file system decides who was first, so that two runs at once cannot both believe
    /// they were.
    fn named(self, target: &Path, force: bool) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => match link(&file, target) {
                // Only a name can replace a name.
                Err(e) if force && e.kind() == ErrorKind::AlreadyExists => {
                    let named = temporary().make_in(folder_of(target), |path| link(&file, path))?;
                    named.persist(target).map(drop).map_err(|e| e.error)
                }
                other => other,
            },
            Self::Named(file) if force => file.persist(target).map(drop).map_err(|e| e.error),
            Self::Named(file) => file.persist_noclobber(target).map(drop).map_err(|e| e.error),
        }
    }
}

fn temporary() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ocp-convert-");
    builder
}

#[cfg(target_os = "linux")]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use std::os::fd::AsRawFd as _;
    let open = format!("{OPEN_FILES}/{}", file.as_raw_fd());
    Ok(rustix::fs::linkat(rustix::fs::CWD, open, rustix::fs::CWD, path, rustix::fs::AtFlags::SYMLINK_FOLLOW)?)
}
