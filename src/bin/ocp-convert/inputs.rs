//! Which documents a command reads: files as named, of folders the `.json` files at any depth, in a stable order.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::io::Broken;

/// The documents that `named` stands for, and what of the folders could not be read; standard input (`-`) when nothing
/// is named. Folders behind symbolic links inside a folder are not entered, since links can lead in circles; neither are
/// pipes and devices in a folder, which nobody named.
pub fn expand(named: &[PathBuf]) -> Vec<Result<PathBuf, Broken>> {
    if named.is_empty() {
        return vec![Ok(PathBuf::from("-"))];
    }
    let mut out = Vec::new();
    for path in named {
        if path.is_dir() { folder(path, &mut out) } else { out.push(Ok(path.clone())) }
    }
    out
}

fn folder(path: &Path, out: &mut Vec<Result<PathBuf, Broken>>) {
    let mut found: Vec<(PathBuf, Option<io::Error>)> = Vec::new();
    let mut open = vec![path.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                found.push((folder, Some(error)));
                continue;
            }
        };
        for entry in entries {
            match entry.and_then(|entry| Ok((entry.path(), entry.file_type()?))) {
                Ok((path, kind)) if kind.is_dir() => open.push(path),
                // What is there by name and cannot be looked at is a document that cannot be read.
                Ok((path, _)) if path.extension().is_some_and(|e| e == "json") => {
                    if fs::metadata(&path).map_or(true, |meta| meta.is_file()) {
                        found.push((path, None));
                    }
                }
                Ok(_) => {}
                Err(error) => found.push((folder.clone(), Some(error))),
            }
        }
    }
    if found.is_empty() {
        // A check of nothing would pass.
        out.push(Err(Broken::NoDocuments { name: path.to_string_lossy().into_owned() }));
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    out.extend(found.into_iter().map(|(path, error)| match error {
        None => Ok(path),
        Some(source) => Err(Broken::Read { name: path.to_string_lossy().into_owned(), source }),
    }));
}
