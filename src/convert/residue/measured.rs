//! A document with what its comparison asks again and again: how long a part is, and a number that is the same for parts
//! that are equal.
//!
//! Unequal parts can have the same number: a patch that came of that makes another document, and whoever makes it tries it.

use std::hash::{DefaultHasher, Hash, Hasher as _};

use crate::json::{Cursor, Kind, Number, Tree};

/// One number and one length a node.
pub(super) struct Measured {
    nodes: Vec<(u64, usize)>,
}

impl Measured {
    pub(super) fn new(tree: &Tree<'_>) -> Self {
        let mut measured = Self { nodes: vec![(0, 0); tree.len()] };
        // What is inside comes behind.
        for index in (0..u32::try_from(tree.len()).unwrap_or_default()).rev() {
            let one = measured.one(tree.cursor(index));
            if let Some(node) = measured.nodes.get_mut(index as usize) {
                *node = one;
            }
        }
        measured
    }

    /// The same for equal values, their names left out.
    pub(super) fn hash(&self, place: Cursor<'_>) -> u64 {
        self.nodes.get(place.index() as usize).map_or(0, |(hash, _)| *hash)
    }

    /// Bytes of a value in a document, near enough to choose by.
    pub(super) fn size(&self, place: Cursor<'_>) -> usize {
        self.nodes.get(place.index() as usize).map_or(0, |(_, size)| *size)
    }

    fn one(&self, place: Cursor<'_>) -> (u64, usize) {
        match place.kind() {
            Kind::Missing | Kind::Null => (hash(0_u8), 5),
            Kind::Bool => (hash((1_u8, place.as_bool())), 5),
            Kind::Number => (hash((2_u8, place.as_number().map(Number::as_f64).map(f64::to_bits))), 5),
            Kind::String => {
                let text = place.as_str().unwrap_or_default();
                (hash((3_u8, text)), text.len() + 3)
            }
            Kind::Array => {
                let mut hasher = DefaultHasher::new();
                let mut size = 2;
                for item in place.children() {
                    self.hash(item).hash(&mut hasher);
                    size += 1 + self.size(item);
                }
                (hash((4_u8, hasher.finish())), size)
            }
            // In any order.
            Kind::Object => {
                let (mut sum, mut size) = (0_u64, 2);
                for member in place.children() {
                    let name = member.name().unwrap_or_default();
                    sum = sum.wrapping_add(hash((name, self.hash(member))));
                    size += name.len() + 4 + self.size(member);
                }
                (hash((5_u8, sum)), size)
            }
        }
    }
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
