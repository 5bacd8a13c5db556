//! Ids of the target: kept where they are free and valid, else derived, so that no two objects share one.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use ahash::RandomState;

use crate::json::Cursor;
use crate::ledger::Id;

/// The ids given so far, each once.
#[derive(Debug, Default)]
pub(super) struct Ids {
    /// How often each spelling was asked for.
    asked: HashMap<Id, usize, RandomState>,
}

/// Whether `text` can be a local id of a checkpoint (`OpenCheckpoint` 4.1).
pub(super) fn is_local_id(text: &str) -> bool {
    let others = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b':' | b'-');
    text.len() <= 128 && text.starts_with(|c: char| c.is_ascii_alphanumeric()) && text.bytes().all(others)
}

/// Whether `leaf` holds `STEM-N`, the id this tool itself gives to the entry at position `number`, also as it is numbered
/// again where somebody else has it.
pub(super) fn is_numbered(leaf: Cursor<'_>, stem: &'static str, number: usize) -> bool {
    leaf.as_str().is_some_and(|id| is_own_name(id, Id::numbered(stem, number).as_str()))
}

/// Whether `id` is `own`, or `own-N` as this tool numbers it where somebody else has `own`.
pub(super) fn is_own_name(id: &str, own: &str) -> bool {
    let number = |rest: &str| {
        let digits = rest.strip_prefix('-').unwrap_or_default();
        rest.is_empty() || (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    id.strip_prefix(own).is_some_and(number)
}

impl Ids {
    /// No ids yet, and room for so many.
    pub(super) fn with_room(ids: usize) -> Self {
        Self { asked: HashMap::with_capacity_and_hasher(ids, RandomState::new()) }
    }

    /// `wanted`, or when it is taken the first free of `wanted-2`, `wanted-3` …
    pub(super) fn take(&mut self, wanted: Id) -> Id {
        let mut number = match self.asked.entry(wanted.clone()) {
            Entry::Occupied(count) => *count.get(),
            Entry::Vacant(free) => {
                free.insert(1);
                return wanted;
            }
        };
        // The count remembers where the last search ended, so that many equal wishes stay linear.
        loop {
            number += 1;
            let variant = wanted.variant(number);
            if !self.asked.contains_key(&variant) {
                self.asked.insert(variant.clone(), 1);
                self.asked.insert(wanted, number);
                return variant;
            }
        }
    }

    /// Whether somebody has this id.
    pub(super) fn is_taken(&self, id: &Id) -> bool {
        self.asked.contains_key(id)
    }
}
