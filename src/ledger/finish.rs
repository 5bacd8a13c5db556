//! From the growing target to the finished one: put in line, every target leaf accounted for, late values appended.

use super::account::Unaccounted;
use super::builder::{Builder, Fate, Move, made_value};
use super::made::Made;
use crate::json::{Content, PointerIndex, Tree};
use crate::mapping::{Direction, Fidelity, ROWS, Rule};

/// The classes of what is lost, in the order in which they are listed; none for what is left out.
const LOSSES: [Option<Fidelity>; 3] = [None, Some(Fidelity::Narrated), Some(Fidelity::Demoted)];

/// A target in line that still wants the values computed from it (ids, nonce, root).
#[derive(Debug)]
pub struct Draft {
    tree: Tree<'static>,
    ledger: Ledger,
    /// How many values the target had when its entries were held against it.
    drafted: u32,
}

/// The entries of a conversion, by source and target node; rendered as a file when somebody asks.
#[derive(Clone, Debug)]
pub struct Ledger {
    pub(super) direction: Direction,
    /// In source order.
    pub(super) moves: Vec<Move>,
    /// Rule and source leaf, in source order.
    pub(super) omitted: Vec<(Rule, u32)>,
    /// Rule and target leaf, in target order.
    pub(super) made: Vec<(Rule, u32)>,
}

impl Builder<'_> {
    /// Puts the target in line. Call [`Builder::settle`] before, and write its omissions.
    ///
    /// # Errors
    /// When a target leaf has no entry, or a source leaf neither fate.
    pub fn finish(self) -> Result<Draft, Unaccounted> {
        if let Some((leaf, reason)) = self.contradiction {
            return Err(Unaccounted { pointer: self.source.cursor(leaf).pointer(), reason });
        }
        let mut omitted = Vec::new();
        for (index, fate) in (0_u32..).zip(&self.fates) {
            match fate {
                Fate::Omitted(rule) => omitted.push((*rule, index)),
                Fate::Unread if self.source.cursor(index).is_leaf() => {
                    let pointer = self.source.cursor(index).pointer();
                    return Err(Unaccounted { pointer, reason: "it was neither carried nor left out" });
                }
                _ => {}
            }
        }
        let (tree, order, made) = self.target.linearise();
        let place = |slot: u32| order.get(slot as usize).copied().unwrap_or(u32::MAX);
        let mut moves = self.moves;
        for entry in &mut moves {
            entry.to = entry.to.map(place);
        }
        let mut moves = in_order(moves, self.source.len());
        for entry in moves.chunk_by_mut(|a, b| a.from == b.from).filter(|entry| entry.len() > 1) {
            entry.sort_by_key(|m| m.to);
        }
        moves.dedup_by_key(|m| (m.from, m.to));
        let ledger = Ledger { direction: self.direction, moves, omitted, made };
        ledger.covers(&tree, 0)?;
        let drafted = u32::try_from(tree.len()).unwrap_or(u32::MAX);
        Ok(Draft { tree, ledger, drafted })
    }
}

/// Puts the entries of a source of so many values into its order, those of one value as they came.
fn in_order(moves: Vec<Move>, values: usize) -> Vec<Move> {
    let mut starts = vec![0_u32; values];
    for entry in &moves {
        if let Some(count) = starts.get_mut(entry.from as usize) {
            *count += 1;
        }
    }
    let mut next = 0;
    for start in &mut starts {
        next += std::mem::replace(start, next);
    }
    let mut ordered = moves.clone();
    for entry in moves {
        if let Some(start) = starts.get_mut(entry.from as usize) {
            if let Some(there) = ordered.get_mut(*start as usize) {
                *there = entry;
            }
            *start += 1;
        }
    }
    ordered
}

impl Draft {
    /// The target as it stands.
    pub fn tree(&self) -> &Tree<'static> {
        &self.tree
    }

    /// Appends an object to the last object of the document that is still at its end; its index.
    pub fn append_object(&mut self, parent: u32, name: &'static str) -> u32 {
        self.append_node(parent, name, Content::Object)
    }

    /// Makes a late value as the last member of `parent`, which must be at the document's end.
    pub fn append(&mut self, rule: Rule, parent: u32, name: &'static str, made: &Made<'_>) {
        let text = made.text();
        if let Some(value) = made_value(made, text.as_deref()) {
            let index = self.append_node(parent, name, value);
            self.ledger.made.push((rule, index));
        }
    }

    fn append_node(&mut self, parent: u32, name: &'static str, content: Content<'_>) -> u32 {
        let end = u32::try_from(self.tree.nodes.len()).unwrap_or(u32::MAX);
        // What starts at or before `parent` and ends with the document holds `parent`, or is it.
        for ancestor in self.tree.nodes.iter_mut().take(parent as usize + 1).filter(|n| n.end == end) {
            ancestor.end = end + 1;
        }
        let name = self.tree.add_name(name);
        self.tree.append(name, content)
    }

    /// The finished target and its ledger.
    ///
    /// # Errors
    /// When the target has a leaf without an entry, or is too large.
    pub fn complete(self) -> Result<(Tree<'static>, Ledger), Unaccounted> {
        if self.tree.is_too_large() {
            let reason = "the target is too large for a tree";
            return Err(Unaccounted { pointer: String::new(), reason });
        }
        // What stood there before is accounted for already, and stays so.
        self.ledger.covers(&self.tree, self.drafted)?;
        Ok((self.tree, self.ledger))
    }
}

impl Ledger {
    /// Whether every leaf of the target from place `start` on has an entry.
    pub(super) fn covers(&self, target: &Tree<'_>, start: u32) -> Result<(), Unaccounted> {
        let nodes = target.nodes.get(start as usize..).unwrap_or_default();
        let mut covered = vec![false; nodes.len()];
        let mut cover = |to: u32| {
            if let Some(slot) = to.checked_sub(start).and_then(|late| covered.get_mut(late as usize)) {
                *slot = true;
            }
        };
        self.moves.iter().filter_map(|m| m.to).for_each(&mut cover);
        self.made.iter().for_each(|(_, to)| cover(*to));
        let mut places = (start..).zip(nodes).zip(covered);
        let bare = places.find(|((at, node), covered)| !covered && node.end == at + 1);
        match bare {
            None => Ok(()),
            Some(((leaf, _), _)) => {
                let pointer = PointerIndex::new(target).pointer(leaf);
                Err(Unaccounted { pointer, reason: "this value of the target has no entry" })
            }
        }
    }

    /// The class of the entry whose landings are `moves`: the best of them, but a demotion always shows.
    pub(super) fn class(moves: &[Move]) -> Fidelity {
        let demoted = moves.iter().any(|m| {
            matches!(m.rule.row().deed, crate::mapping::Deed::Move(Fidelity::Demoted))
                || m.class == Fidelity::Demoted
        });
        if demoted {
            return Fidelity::Demoted;
        }
        moves.iter().map(|m| m.class).min().unwrap_or(Fidelity::Regenerated)
    }

    /// How many source leaves each rule carried less than faithfully (narrated, demoted) or left out (`None`), in the
    /// order of the mapping table.
    pub fn losses(&self) -> Vec<(Rule, Option<Fidelity>, usize)> {
        // A leaf is told, demoted or left out under its rule: three counts for each rule of the table.
        let mut counts = vec![[0_usize; LOSSES.len()]; ROWS.len()];
        let mut count = |rule: Rule, class: Option<Fidelity>| {
            let column = LOSSES.iter().position(|loss| *loss == class);
            let cells = column.and_then(|column| counts.get_mut(rule.number())?.get_mut(column));
            if let Some(cell) = cells {
                *cell += 1;
            }
        };
        for entry in self.entries() {
            if let Some(first) = entry.first() {
                count(first.rule, Some(Self::class(entry)));
            }
        }
        for (rule, _) in &self.omitted {
            count(*rule, None);
        }
        let rows = counts.into_iter().enumerate().filter(|(_, row)| row.iter().any(|count| *count > 0));
        let rows = rows.filter_map(|(number, row)| Some((Rule::numbered(number)?, row)));
        let cells =
            rows.flat_map(|(rule, row)| LOSSES.into_iter().zip(row).map(move |(class, n)| (rule, class, n)));
        cells.filter(|(_, _, count)| *count > 0).collect()
    }

    /// The entries grouped by source leaf, in source order.
    pub(super) fn entries(&self) -> impl Iterator<Item = &[Move]> {
        self.moves.chunk_by(|a, b| a.from == b.from)
    }
}
