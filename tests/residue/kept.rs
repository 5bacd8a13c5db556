//! Residues as earlier builds wrote them: the present one still restores them.
//!
//! `tests/data/residues/` holds targets of `convert --preserve`, of the mapping version that names the folder; they are
//! never written anew. A change of the mapping that leads elsewhere fails here, and asks for a new mapping version, with
//! residues of its own: whoever holds an old one is then refused by name and not misled.

use std::fs;

use ocp_convert::convert::Proof;
use ocp_convert::mapping::MAPPING_VERSION;

use crate::{Came, NAME, data, digest, key, restored, restored_by, sample};

#[test]
fn every_kept_residue_restores_its_sample() {
    let folder = format!("residues/{MAPPING_VERSION}");
    let mut restored_so_far = 0;
    for format in ["ocp", "zcf"] {
        for entry in fs::read_dir(data(&format!("{folder}/{format}"))).unwrap() {
            let name = format!("{format}/{}", entry.unwrap().file_name().to_string_lossy());
            let (original, target) = (sample(&name), sample(&format!("{folder}/{name}")));
            assert_eq!(target["extensions"][NAME]["mappingVersion"], MAPPING_VERSION, "{name}");
            assert_eq!(restored(&target, &digest(&original)), Came::Original(digest(&original)), "{name}");
            restored_so_far += 1;
        }
    }
    assert!(restored_so_far >= 12, "{restored_so_far}");
}

/// The key of this one is 32 bytes of 7.
#[test]
fn the_kept_residue_with_a_mac_is_restored_by_its_key() {
    let target = sample(&format!("residues/{MAPPING_VERSION}/keyed.json"));
    let original = sample("ocp/20-support-refund.ocp.json");
    let by_key = restored_by(&target, &Proof { digest: None, key: Some(&key(7)) });
    assert_eq!(by_key, Came::Original(digest(&original)));
}
