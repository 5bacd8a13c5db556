//! The names of outputs: in the tree of the inputs, and each for one input alone.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use ocp_convert::crypto::digest::sha256;
use ocp_convert::syntax::text::escape_for_terminal as escape;

use super::made::Kind;
use crate::io::Broken;

/// Where the output of the input at `place` goes: of `x.ocp.json`, `x.zcf.json` and `x.json` it is `x`, then `.ocp.json`
/// for a checkpoint, `.zcf.json` for a packet and `.receipt.json` for a receipt. What keeps its kind keeps its name.
pub fn name(folder: &Path, place: &Path, kind: Kind) -> PathBuf {
    let extension = match kind {
        Kind::Checkpoint => ".ocp.json",
        Kind::Packet => ".zcf.json",
        Kind::Receipt => ".receipt.json",
        Kind::Same if place.extension().is_some() => return folder.join(place),
        Kind::Same => ".json",
    };
    let mut name = OsString::from(stem(Path::new(place.file_name().unwrap_or_default())));
    name.push(extension);
    folder.join(place.with_file_name(name))
}

/// A name without the extensions of a document.
fn stem(name: &Path) -> &Path {
    let Some(inner) = strip(name, &["json"]) else { return name };
    strip(inner, &["ocp", "zcf"]).unwrap_or(inner)
}

fn strip<'p>(name: &'p Path, extensions: &[&str]) -> Option<&'p Path> {
    let known = name.extension().is_some_and(|e| extensions.iter().any(|known| e == *known));
    known.then(|| name.file_stem().map(Path::new)).flatten()
}

/// The outputs of the run so far. Only a digest is kept of each name.
#[derive(Default)]
pub struct Taken(HashSet<[u8; 16]>);

impl Taken {
    /// Whether nothing of this run has the name yet; it is taken from now on.
    pub fn take(&mut self, path: &Path) -> bool {
        let digest = sha256(path.as_os_str().as_encoded_bytes());
        let mut short = [0; 16];
        for (to, from) in short.iter_mut().zip(digest) {
            *to = from;
        }
        self.0.insert(short)
    }
}

/// Why an output cannot have a name that another one of the run has.
pub fn taken_already(path: &Path) -> Broken {
    let name = escape(&path.to_string_lossy()).into_owned();
    Broken::Usage { what: format!("an earlier input has this name for its output already: {name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_comes_out() {
        for (place, kind, expected) in [
            ("a/x.ocp.json", Kind::Packet, "out/a/x.zcf.json"),
            ("x.json", Kind::Packet, "out/x.zcf.json"),
            ("x.json", Kind::Checkpoint, "out/x.ocp.json"),
            ("x.zcf.json", Kind::Checkpoint, "out/x.ocp.json"),
            // It was not what its name says.
            ("x.ocp.json", Kind::Checkpoint, "out/x.ocp.json"),
            ("a.b/x.y", Kind::Packet, "out/a.b/x.y.zcf.json"),
            (".json", Kind::Packet, "out/.json.zcf.json"),
            ("corpus/12", Kind::Packet, "out/corpus/12.zcf.json"),
            ("corpus/12", Kind::Same, "out/corpus/12.json"),
            ("x.ocp.json", Kind::Same, "out/x.ocp.json"),
        ] {
            assert_eq!(name(Path::new("out"), Path::new(place), kind), Path::new(expected));
        }
    }
}
