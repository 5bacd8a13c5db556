//! Which layout a root was computed under: every plausible one is tried (Zephr, manifest, which leaves the bytes open).
//!
//! Each section is written and hashed once. Layouts that differ only in which further members they cover share the work
//! up to the first section in which they differ.

use sha2::{Digest, Sha256};

use super::layout::{AlsoCovered, Framing, Length, ManifestLayout, SectionBytes};
use super::layout_file::{FRAMINGS, LENGTHS, NAMES, PROFILES, SECTIONS};
use super::manifest::{self, Section};
use crate::canon;
use crate::crypto::digest;
use crate::json::Cursor;

/// What came of trying.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The layouts under which the stated root is that of the packet, the least unlike the pinned one first.
    pub fits: Vec<ManifestLayout>,
    /// How many layouts were tried that could differ for this packet.
    pub tried: usize,
}

/// A section with all that any layout may need of it.
struct Prepared<'t> {
    section: Section<'t>,
    bytes: Vec<u8>,
    digest: [u8; 32],
    /// The further member it is, when a layout need not cover it.
    optional: Option<&'static str>,
}

/// Tries every layout on `packet`. A root that is not spelled as one fits none.
pub fn diagnose(packet: Cursor<'_>) -> Diagnosis {
    let mut out = Diagnosis { fits: Vec::new(), tried: 0 };
    let stated = packet.get("manifest").get("rootHash").as_str().unwrap_or_default();
    let mut target = [0; 32];
    let digits = stated.strip_prefix("sha256:").unwrap_or_default();
    let readable = hex::decode_to_slice(digits, &mut target).is_ok();
    let mut earlier: Vec<Vec<Prepared<'_>>> = Vec::new();
    for (_, canonical) in PROFILES {
        for (_, order) in PROFILES {
            for (_, names) in NAMES {
                let layout = ManifestLayout {
                    names,
                    order,
                    canonical,
                    also: AlsoCovered::ALL,
                    ..ManifestLayout::PINNED
                };
                let sections = prepare(packet, &layout);
                // The two orders and forms seldom differ for a packet: what was tried is not tried again.
                if earlier.iter().any(|other| same(other, &sections)) {
                    continue;
                }
                for layout in framed(&layout) {
                    out.tried += 1_usize << sections.iter().filter(|s| s.optional.is_some()).count();
                    if readable {
                        subsets(&sections, &layout, &target, &mut out.fits);
                    }
                }
                earlier.push(sections);
            }
        }
    }
    out.fits
        .sort_by_key(|layout| super::layout_file::differences(layout).len() + layout.also.members().count());
    out
}

fn prepare<'t>(packet: Cursor<'t>, layout: &ManifestLayout) -> Vec<Prepared<'t>> {
    let further = |section: &Section<'_>| {
        let known = AlsoCovered::MEMBERS.into_iter().find(|member| *member == section.key);
        known.filter(|member| packet.get(member).index() == section.place.index())
    };
    let prepare = |section: Section<'t>| {
        let bytes = canon::to_vec(section.place, layout.canonical);
        Prepared { optional: further(&section), digest: digest::sha256(&bytes), bytes, section }
    };
    manifest::covered(packet, layout).into_iter().map(prepare).collect()
}

fn same(a: &[Prepared<'_>], b: &[Prepared<'_>]) -> bool {
    let same =
        |(a, b): (&Prepared<'_>, &Prepared<'_>)| a.section.key == b.section.key && a.digest == b.digest;
    a.len() == b.len() && a.iter().zip(b).all(same)
}

/// The layouts that differ from `layout` in how its parts are set apart.
fn framed(layout: &ManifestLayout) -> impl Iterator<Item = ManifestLayout> {
    let mut out = Vec::new();
    for (_, length) in LENGTHS {
        for (_, framing) in FRAMINGS {
            // Without lengths, a framed domain is a bare one.
            if length == Length::None && framing == Framing::Framed {
                continue;
            }
            let sections = SECTIONS.into_iter();
            out.extend(sections.map(|(_, section)| ManifestLayout { framing, length, section, ..*layout }));
        }
    }
    out.into_iter()
}

/// Tries `layout` with every set of further members.
fn subsets(
    sections: &[Prepared<'_>],
    layout: &ManifestLayout,
    target: &[u8; 32],
    fits: &mut Vec<ManifestLayout>,
) {
    let mut head = Vec::new();
    let mut hasher = Sha256::new();
    layout.push_domain(&mut head);
    hasher.update(&head);
    // Sections still to hash, what has been hashed before them, and which further members were among that.
    let mut open = vec![(sections, hasher, AlsoCovered::NONE)];
    while let Some((mut rest, mut hasher, mut also)) = open.pop() {
        while let Some((section, tail)) = rest.split_first() {
            rest = tail;
            if let Some(member) = section.optional {
                open.push((rest, hasher.clone(), also));
                also = also.with(member);
            }
            let body: &[u8] = match layout.section {
                SectionBytes::Inline => &section.bytes,
                SectionBytes::Hashed => &section.digest,
            };
            head.clear();
            layout.push_key(section.section.key, body.len(), &mut head);
            hasher.update(&head);
            hasher.update(body);
        }
        let root: [u8; 32] = hasher.finalize().into();
        if root == *target {
            fits.push(ManifestLayout { also, ..*layout });
        }
    }
}
