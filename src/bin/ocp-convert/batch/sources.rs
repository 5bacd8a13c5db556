//! Which documents a command reads: files as named, of folders those at any depth, of a glob what it finds, in a stable
//! order; found while the run goes on, so that a large tree is not held in memory.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, Cursor, Read as _};
use std::path::{Component, Path, PathBuf};
use std::{fs, mem};

use crate::io::{Broken, open};

/// Bytes of a list of names that are looked through for a NUL, which then separates the names.
const HEAD: usize = 64 << 10;

/// A file to read.
#[derive(Debug)]
pub struct Source {
    pub path: PathBuf,
    /// Its place in a tree of outputs: within a folder that was named the path below it, else the path as named.
    pub place: PathBuf,
}

/// The files that were named, in their order.
pub struct Sources {
    named: VecDeque<PathBuf>,
    list: Option<List>,
    folders: Vec<Folder>,
    /// Whether the folder that is being walked has given a file yet, and its name.
    walked: Option<(PathBuf, bool)>,
    extensions: &'static [&'static str],
    /// A folder that is not walked: the one the outputs go to.
    left_out: Option<PathBuf>,
}

/// The entries of a folder that are still to come, in reverse order, and its place in the tree of outputs.
struct Folder {
    entries: Vec<(OsString, PathBuf, Entry)>,
    place: PathBuf,
}

enum Entry {
    Folder,
    File,
    Failed(io::Error),
}

impl Sources {
    /// The documents that `named` stands for; standard input (`-`) when nothing is named and there is no list either.
    pub fn new(named: &[PathBuf], list: Option<&Path>, extensions: &'static [&'static str]) -> Self {
        let mut named: VecDeque<_> = named.iter().cloned().collect();
        if named.is_empty() && list.is_none() {
            named.push_back(PathBuf::from("-"));
        }
        Self {
            named,
            list: list.map(|path| List::Closed(path.to_owned())),
            folders: Vec::new(),
            walked: None,
            extensions,
            left_out: None,
        }
    }

    /// The same, but what is in this folder is passed over.
    pub fn without(mut self, folder: Option<&Path>) -> Self {
        self.left_out = folder.and_then(|folder| fs::canonicalize(folder).ok());
        self
    }

    /// Goes into a folder. Folders behind symbolic links inside a folder are not entered, since links can lead in
    /// circles; neither are pipes and devices in a folder, which nobody named.
    fn enter(&mut self, path: &Path, place: PathBuf) -> Result<(), Broken> {
        if self.left_out.is_some() && fs::canonicalize(path).ok() == self.left_out {
            return Ok(());
        }
        let failed = |source| Broken::Read { name: path.to_string_lossy().into_owned(), source };
        let mut entries = Vec::new();
        for entry in fs::read_dir(path).map_err(failed)? {
            match entry.and_then(|entry| Ok((entry.file_name(), entry.path(), entry.file_type()?))) {
                Ok((name, path, kind)) if kind.is_dir() => entries.push((name, path, Entry::Folder)),
                // What is there by name and cannot be looked at is a document that cannot be read.
                Ok((name, path, _)) if self.has_extension(&path) => {
                    if fs::metadata(&path).map_or(true, |meta| meta.is_file()) {
                        entries.push((name, path, Entry::File));
                    }
                }
                Ok(_) => {}
                Err(error) => entries.push((OsString::new(), path.to_owned(), Entry::Failed(error))),
            }
        }
        entries.sort_by(|a, b| b.0.cmp(&a.0));
        self.folders.push(Folder { entries, place });
        Ok(())
    }

    fn has_extension(&self, path: &Path) -> bool {
        path.extension().is_some_and(|extension| self.extensions.iter().any(|wanted| extension == *wanted))
    }

    /// The next file of the folder that is being walked.
    fn next_in_folder(&mut self) -> Option<Result<Source, Broken>> {
        loop {
            let folder = self.folders.last_mut()?;
            let Some((name, path, entry)) = folder.entries.pop() else {
                self.folders.pop();
                continue;
            };
            let place = folder.place.join(&name);
            let found = match entry {
                Entry::File => Ok(Source { path, place }),
                Entry::Failed(source) => {
                    Err(Broken::Read { name: path.to_string_lossy().into_owned(), source })
                }
                Entry::Folder => match self.enter(&path, place) {
                    Ok(()) => continue,
                    Err(broken) => Err(broken),
                },
            };
            if let Some((_, some)) = &mut self.walked {
                *some = true;
            }
            return Some(found);
        }
    }

    /// What a name stands for when it is no file.
    fn start(&mut self, path: PathBuf) -> Option<Result<Source, Broken>> {
        if path.is_dir() {
            self.walked = Some((path.clone(), false));
            return match self.enter(&path, PathBuf::new()) {
                Ok(()) => None,
                Err(broken) => {
                    self.walked = None;
                    Some(Err(broken))
                }
            };
        }
        if let Some(found) = globbed(&path) {
            for path in found.into_iter().rev() {
                self.named.push_front(path);
            }
            return None;
        }
        let place = below(&path);
        Some(Ok(Source { path, place }))
    }
}

impl Iterator for Sources {
    type Item = Result<Source, Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(found) = self.next_in_folder() {
                return Some(found);
            }
            if let Some((path, false)) = self.walked.take() {
                // A check of nothing would pass.
                return Some(Err(Broken::NoDocuments { name: path.to_string_lossy().into_owned() }));
            }
            let path = match self.named.pop_front() {
                Some(path) => path,
                None => match self.list.as_mut()?.next()? {
                    Ok(path) => path,
                    Err(broken) => {
                        self.list = None;
                        return Some(Err(broken));
                    }
                },
            };
            if let Some(found) = self.start(path) {
                return Some(found);
            }
        }
    }
}

/// Whether a name is a glob that the shell left alone: a file that has the name is meant itself.
pub fn is_glob(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.contains(['*', '?', '['])) && fs::symlink_metadata(path).is_err()
}

/// What a quoted glob finds. A pattern that finds nothing stays as it is, to be reported as a file that is not there.
fn globbed(path: &Path) -> Option<Vec<PathBuf>> {
    let pattern = path.to_str().filter(|_| is_glob(path))?;
    let found: Vec<_> = glob::glob(pattern).ok()?.filter_map(Result::ok).collect();
    (!found.is_empty()).then_some(found)
}

/// The path as named, below the folder of the outputs: without what would lead out of it.
fn below(path: &Path) -> PathBuf {
    if path == Path::new("-") {
        return PathBuf::from("stdin");
    }
    path.components().filter(|part| matches!(part, Component::Normal(_))).collect()
}

/// A list of names.
enum List {
    Closed(PathBuf),
    Open { text: Box<dyn io::BufRead + Send>, end: u8, name: PathBuf },
}

impl List {
    fn next(&mut self) -> Option<Result<PathBuf, Broken>> {
        loop {
            let (text, end, name) = match self {
                Self::Open { text, end, name } => (text, *end, name),
                Self::Closed(path) => {
                    let path = mem::take(path);
                    match Self::open(path) {
                        Ok(list) => *self = list,
                        Err(broken) => return Some(Err(broken)),
                    }
                    continue;
                }
            };
            let mut entry = Vec::new();
            match text.read_until(end, &mut entry) {
                Ok(0) => return None,
                Ok(_) => {
                    if entry.last() == Some(&end) {
                        entry.pop();
                    }
                    if !entry.is_empty() {
                        return Some(Ok(path_of(entry)));
                    }
                }
                Err(source) => {
                    return Some(Err(Broken::Read { name: name.to_string_lossy().into_owned(), source }));
                }
            }
        }
    }

    fn open(name: PathBuf) -> Result<Self, Broken> {
        let mut text = open(&name)?;
        let mut head = Vec::new();
        (&mut text)
            .take(HEAD as u64)
            .read_to_end(&mut head)
            .map_err(|source| Broken::Read { name: name.to_string_lossy().into_owned(), source })?;
        let end = if head.contains(&0) { 0 } else { b'\n' };
        Ok(Self::Open { text: Box::new(io::BufReader::new(Cursor::new(head).chain(text))), end, name })
    }
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}
