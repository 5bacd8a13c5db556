//! The folder of goldens as the tests read it.
#![allow(dead_code, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use ocp_convert::goldens::Files;
use ocp_convert::goldens::vector::Group;

/// How many vectors each group has. Counted by hand when vectors are added or taken away.
pub const COUNTS: [(Group, usize); 11] = [
    (Group::Canonical, 316),
    (Group::Manifest, 100),
    (Group::Authentication, 551),
    (Group::Receipt, 142),
    (Group::CheckpointValidity, 441),
    (Group::PacketValidity, 209),
    (Group::Lineage, 43),
    (Group::Conversion, 270),
    (Group::RoundTrip, 37),
    (Group::Residue, 90),
    (Group::Publication, 23),
];

pub fn place() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("goldens")
}

/// Every file of the folder.
pub fn goldens() -> Files {
    let mut out = Files::new();
    let mut open = vec![place()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(place()).unwrap().to_str().unwrap().replace('\\', "/");
                out.insert(name, fs::read(path).unwrap());
            }
        }
    }
    out
}

/// Where the vectors of a group stand.
pub fn group_of(group: Group) -> String {
    format!("{}/vectors.json", group.as_str())
}
