//! The order of member names: the one rule in which the two profiles differ.

use std::cmp::Ordering;

use crate::json::Tree;
use crate::json::scan::first_eight;

/// A canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// RFC 8785: names by UTF-16 code units.
    Jcs,
    /// `ZCF-JSON-v1`: names by Unicode code points (pinned; the text says "sorted").
    Zcf,
}

impl Profile {
    /// The profile's name on the command line and in vectors.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Jcs => "jcs",
            Self::Zcf => "zcf",
        }
    }

    /// Compares two member names.
    pub fn compare(self, a: &str, b: &str) -> Ordering {
        self.compare_bytes(a.as_bytes(), b.as_bytes())
    }

    pub(super) fn compare_bytes(self, a: &[u8], b: &[u8]) -> Ordering {
        match self {
            // UTF-8 byte order is code-point order.
            Self::Zcf => a.cmp(b),
            Self::Jcs => compare_utf16(a, b),
        }
    }

    /// A number that sorts as the first eight bytes of `name` do: names whose keys differ are in the keys' order.
    #[inline]
    pub(super) fn key(self, name: &[u8]) -> u64 {
        let key = first_eight(name);
        if self == Self::Zcf || key & 0x8080_8080_8080_8080 == 0 {
            return key;
        }
        // Above every other byte of UTF-8, as U+E000 to U+FFFF are above the surrogates. ED stays below F0.
        let raised = key.to_be_bytes().map(|b| if matches!(b, 0xEE | 0xEF) { b | 0x10 } else { b });
        u64::from_be_bytes(raised)
    }
}

/// Whether both profiles order the members of every object of `tree` alike, so that its canonical bytes are the same in
/// both: no name has a character from U+E000 on, which are the ones the orders differ about.
pub(crate) fn is_same_in_both(tree: &Tree<'_>) -> bool {
    let below = |bytes: &[u8]| bytes.iter().fold(0, |most, byte| most.max(*byte)) < 0xEE;
    // Most documents have no such character anywhere, which is quicker to see.
    tree.texts().into_iter().all(below) || tree.nodes.iter().all(|node| below(tree.bytes(node.name)))
}

/// UTF-16 order without converting. It differs from UTF-8 byte order only where exactly one of the first differing
/// characters is above U+FFFF (lead byte F0 or more, in UTF-16 a surrogate, D800 to DFFF) and the other is
/// U+E000 to U+FFFF (lead byte EE or EF, above the surrogates).
fn compare_utf16(a: &[u8], b: &[u8]) -> Ordering {
    let Some((x, y)) = a.iter().zip(b).find(|(x, y)| x != y) else { return a.len().cmp(&b.len()) };
    let order = x.cmp(y);
    let reversed = *x.min(y) >= 0xEE && (*x >= 0xF0) != (*y >= 0xF0);
    if reversed { order.reverse() } else { order }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_orders_differ_only_above_the_surrogates() {
        // U+FB33 and U+1F600 (RFC 8785, 3.2.3).
        assert_eq!(Profile::Jcs.compare("\u{1F600}", "\u{FB33}"), Ordering::Less);
        assert_eq!(Profile::Zcf.compare("\u{1F600}", "\u{FB33}"), Ordering::Greater);
        assert_eq!(Profile::Jcs.compare("\u{D7FF}", "\u{10000}"), Ordering::Less);
    }

    #[test]
    fn trees_whose_bytes_differ_between_the_profiles_are_told() {
        let same = |names: [&str; 2]| {
            let mut b = crate::json::TreeBuilder::new();
            b.array();
            b.object();
            for name in names {
                b.name(name).null();
            }
            b.close();
            b.close();
            is_same_in_both(&b.finish().unwrap())
        };
        assert!(same(["a", "\u{D7FF}"]));
        assert!(!same(["\u{1F600}", "\u{FB33}"]));
        // Alone they make no difference, but nobody looks that closely.
        assert!(!same(["a", "\u{E000}"]));
    }

    proptest! {
        #[test]
        fn jcs_order_is_the_order_of_utf16_units(a in "[a\u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFF}]{0,4}",
                                                 b in "[a\u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFF}]{0,4}") {
            let units = |s: &str| s.encode_utf16().collect::<Vec<_>>();
            prop_assert_eq!(Profile::Jcs.compare(&a, &b), units(&a).cmp(&units(&b)));
        }

        #[test]
        fn keys_never_contradict_the_order(a in "[\0a\u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFF}]{0,4}",
                                           b in "[\0a\u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFF}]{0,4}") {
            for profile in [Profile::Jcs, Profile::Zcf] {
                let order = profile.compare(&a, &b);
                prop_assert_eq!(profile.key(a.as_bytes()).cmp(&profile.key(b.as_bytes())).then(order), order);
            }
        }
    }
}
