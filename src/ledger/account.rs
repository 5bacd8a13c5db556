//! The accounts: what was not read is left out by a declared loss row, or the conversion is refused.

use std::rc::Rc;

use super::builder::{Builder, Fate};
use crate::json::PointerIndex;
use crate::mapping::{Deed, Rule, loss};

/// A part of the source that the target does not carry: one maximal subtree under one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Omission {
    rule: Rule,
    pointer: Rc<str>,
}

impl Omission {
    /// The rule it was left out under.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Its place in the source.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The status of the Zephr text's closed set that the rule declares.
    pub fn status(&self) -> &'static str {
        match self.rule.row().deed {
            Deed::Lose { status, .. } => status,
            _ => "dropped",
        }
    }
}

/// A defect of the converter: a value it neither carried nor left out under a rule, or carried in two ways.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{pointer}: {reason}")]
pub struct Unaccounted {
    /// The place, in the source or the target.
    pub pointer: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl Builder<'_> {
    /// Applies the declared loss rows to what was not read, and lists every omission in document order.
    /// `undefined` are the subtrees that no member table defines: only the catch-all rows apply inside them.
    ///
    /// # Errors
    /// When a leaf fits no row, or was used in two ways.
    pub fn settle(&mut self, undefined: &[u32]) -> Result<Vec<Omission>, Unaccounted> {
        let index = PointerIndex::new(self.source);
        if let Some((leaf, reason)) = self.contradiction {
            return Err(Unaccounted { pointer: index.pointer(leaf), reason });
        }
        if let Some(leaf) = self.apply_losses(undefined, &index) {
            let pointer = index.pointer(leaf);
            return Err(Unaccounted { pointer, reason: "no rule carries it or leaves it out" });
        }
        Ok(self.omissions(&index))
    }

    /// What [`Builder::settle`] would list now; nothing is settled by it, and what fits no row is passed over.
    pub fn foresee(&mut self, undefined: &[u32]) -> Vec<Omission> {
        let fates = self.fates.clone();
        let index = PointerIndex::new(self.source);
        self.apply_losses(undefined, &index);
        let omissions = self.omissions(&index);
        self.fates = fates;
        omissions
    }

    /// Whether each node stands in one of the subtrees.
    pub fn inside(&self, subtrees: &[u32]) -> Vec<bool> {
        let mut inside = vec![false; self.source.len()];
        for root in subtrees {
            let end = self.source.cursor(*root).end() as usize;
            inside.get_mut(*root as usize..end).unwrap_or_default().fill(true);
        }
        inside
    }

    /// Leaves out what was not read and fits a loss row; the first leaf that fits none.
    fn apply_losses(&mut self, undefined: &[u32], index: &PointerIndex<'_>) -> Option<u32> {
        let stranger = if undefined.is_empty() { Vec::new() } else { self.inside(undefined) };
        let mut names = Vec::with_capacity(16);
        let mut unfit = None;
        for ((at, node), fate) in (0_u32..).zip(&self.source.nodes).zip(&mut self.fates) {
            if *fate != Fate::Unread || node.end != at + 1 {
                continue;
            }
            index.names(at, &mut names);
            let strange = stranger.get(at as usize).copied().unwrap_or_default();
            match loss(self.direction, strange, &names) {
                Some(rule) => *fate = Fate::Omitted(rule),
                None => drop(unfit.get_or_insert(at)),
            }
        }
        unfit
    }

    /// Groups omitted leaves into the maximal subtrees that are omitted whole under one rule.
    fn omissions(&self, index: &PointerIndex<'_>) -> Vec<Omission> {
        // From the last node to the first, so that children come before their parent.
        let mut parts = vec![Part::Nothing; self.source.len()];
        let nodes = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        for (at, fate) in (0..nodes).rev().zip(self.fates.iter().rev()) {
            if let Fate::Omitted(rule) = fate {
                add(&mut parts, at, Part::Whole(*rule));
            } else if parts.get(at as usize) == Some(&Part::Nothing) {
                add(&mut parts, at, Part::Mixed);
            }
            if let (Some(parent), Some(part)) = (index.parent(at), parts.get(at as usize).copied()) {
                add(&mut parts, parent, part);
            }
        }
        let whole = |at: u32| match parts.get(at as usize) {
            Some(Part::Whole(rule)) => Some(*rule),
            _ => None,
        };
        let places = (0..nodes).filter_map(|at| Some((at, whole(at)?)));
        places
            .filter(|(at, rule)| index.parent(*at).and_then(whole) != Some(*rule))
            .map(|(at, rule)| Omission { rule, pointer: index.pointer(at).into() })
            .collect()
    }
}

/// How a subtree is omitted, as far as it has been looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Nothing of it has been looked at.
    Nothing,
    /// All under one rule.
    Whole(Rule),
    /// Under several, or not at all.
    Mixed,
}

/// Adds a part to what is known of the subtree at `place`.
fn add(parts: &mut [Part], place: u32, part: Part) {
    if let Some(known) = parts.get_mut(place as usize) {
        *known = if *known == Part::Nothing || *known == part { part } else { Part::Mixed };
    }
}
