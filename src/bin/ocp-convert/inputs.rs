//! Which documents a command reads: files as named, of folders the `.json` files at any depth, in a stable order.

use std::fs;
use std::path::{Path, PathBuf};

use crate::io::Broken;

/// The documents that `named` stands for; standard input (`-`) when nothing is named. Folders behind symbolic links
/// inside a folder are not entered, since links can lead in circles.
pub fn expand(named: &[PathBuf]) -> Result<Vec<PathBuf>, Broken> {
    if named.is_empty() {
        return Ok(vec![PathBuf::from("-")]);
    }
    let mut out = Vec::new();
    for path in named {
        if path.is_dir() { folder(path, &mut out)? } else { out.push(path.clone()) }
    }
    Ok(out)
}

fn folder(path: &Path, out: &mut Vec<PathBuf>) -> Result<(), Broken> {
    let failed = |path: &Path, source| Broken::Read { name: path.to_string_lossy().into_owned(), source };
    let first = out.len();
    let mut open = vec![path.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).map_err(|e| failed(&folder, e))? {
            let entry = entry.map_err(|e| failed(&folder, e))?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(|e| failed(&folder, e))?);
            if kind.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "json") && path.is_file() {
                out.push(path);
            }
        }
    }
    if let Some(found) = out.get_mut(first..) {
        found.sort();
    }
    Ok(())
}
