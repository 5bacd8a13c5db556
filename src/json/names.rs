//! Names that repeat in one object (OCP 3, I-JSON), found without hashing and without comparing most of them.

use super::scan::first_eight;

/// A member name of an open object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name {
    /// Equal for equal names, and mostly different for different ones.
    key: u64,
    /// The member's node.
    pub(super) node: u32,
}

impl Name {
    /// The name `bytes` of the member at `node`. The key is its last eight bytes, or all there are, and its length.
    #[inline]
    pub(super) fn new(bytes: &[u8], node: u32) -> Self {
        let tail =
            bytes.last_chunk::<8>().map_or_else(|| first_eight(bytes), |last| u64::from_be_bytes(*last));
        Self { key: tail ^ (bytes.len() as u64).rotate_right(8), node }
    }
}

/// Up to here comparing every pair of keys is quicker than sorting.
const FEW: usize = 24;

/// The first member, in document order, whose name an earlier one of the same object has. Reorders `names`.
pub(super) fn first_repeat<'t>(names: &mut [Name], text: impl Fn(u32) -> &'t [u8]) -> Option<u32> {
    if names.len() <= FEW {
        // One bit of 64 for each key: most names have a bit of their own and need not be compared.
        let mut seen = 0_u64;
        return names.iter().enumerate().find_map(|(i, name)| {
            let bit = 1 << (name.key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58);
            let known = seen & bit != 0;
            seen |= bit;
            let twin = |other: &Name| other.key == name.key && text(other.node) == text(name.node);
            (known && names.iter().take(i).any(twin)).then_some(name.node)
        });
    }
    let order = |a: &Name, b: &Name| {
        a.key.cmp(&b.key).then_with(|| text(a.node).cmp(text(b.node))).then(a.node.cmp(&b.node))
    };
    names.sort_unstable_by(order);
    let pairs = names.iter().zip(names.iter().skip(1));
    pairs.filter(|(a, b)| a.key == b.key && text(a.node) == text(b.node)).map(|(_, b)| b.node).min()
}
