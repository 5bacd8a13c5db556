//! Files that come out: each appears whole or not at all, several of one run together or not at all, and nothing is
//! replaced unasked.

use std::fs::{self, File, Permissions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use ocp_convert::syntax::text::escape_for_terminal as escape;
use tempfile::NamedTempFile;

use crate::args::Output;
use crate::io::{Broken, print};

/// Writes `bytes` where `output` says.
pub fn write(output: &Output, bytes: &[u8]) -> Result<(), Broken> {
    Staged::new(output.output.as_deref(), output.force, bytes, 0o644, false)?.finish().map(drop)
}

/// Writes several outputs of one run so that none stands without the others: whatever can fail comes before the first
/// file has its name. When `durable`, their bytes are on the disk by then, so that not even a power cut leaves half of
/// one there. `None` and `-` are standard output.
pub fn write_together(outputs: &[(Option<&Path>, &[u8])], force: bool, durable: bool) -> Result<(), Broken> {
    let staged = outputs.iter().map(|(path, bytes)| Staged::new(*path, force, bytes, 0o644, durable));
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

/// Makes a file that its owner alone can read.
pub fn write_secret(path: &Path, bytes: &[u8], force: bool) -> Result<(), Broken> {
    Staged::new(Some(path), force, bytes, 0o600, true)?.finish().map(drop)
}

/// Makes a file that anybody may read.
pub fn write_public(path: &Path, bytes: &[u8], force: bool) -> Result<(), Broken> {
    Staged::new(Some(path), force, bytes, 0o644, true)?.finish().map(drop)
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
enum Staged<'o> {
    Stdout(&'o [u8]),
    /// A pipe or a device is written to; replacing it by a file is not what anybody means.
    Device(File, String, &'o [u8]),
    File {
        file: NamedTempFile,
        target: PathBuf,
        name: String,
        force: bool,
    },
}

impl<'o> Staged<'o> {
    fn new(
        path: Option<&Path>,
        force: bool,
        bytes: &'o [u8],
        mode: u32,
        durable: bool,
    ) -> Result<Self, Broken> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else { return Ok(Self::Stdout(bytes)) };
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
        Ok(Self::File { file, target, name, force })
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
            Self::File { file, target, name, force } => {
                let named = if force {
                    file.persist(&target)
                } else {
                    // The file system decides, so that two runs at once cannot both believe they were first.
                    file.persist_noclobber(&target)
                };
                match named.map_err(|e| e.error) {
                    Ok(_) => Ok(Some(target)),
                    Err(e) if !force && e.kind() == ErrorKind::AlreadyExists => Err(Broken::Exists { name }),
                    Err(source) => Err(Broken::Write { name, source }),
                }
            }
        }
    }
}
