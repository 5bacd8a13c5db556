//! Arrays lined up: elements with the same id or the same content are the same element; what is out of order moves,
//! what is left over is compared in its place.

use std::collections::HashMap;

use super::diff::{Between, Operation, Way};
use crate::json::Cursor;

/// Elements looked at for one that is like another, in arrays near the surface; deeper ones take the first.
const LOOKS: usize = 8;
/// Arrays inside one another in which there is a choice.
const NEAR: usize = 2;

impl Between {
    /// The way from one array to another; `None` when it would take too long to find.
    pub(super) fn elements<'v>(
        &self,
        base: Cursor<'_>,
        want: Cursor<'v>,
        path: &str,
        arrays: usize,
    ) -> Option<Way<'v>> {
        let (base, want): (Vec<_>, Vec<_>) = (base.items().collect(), want.items().collect());
        let mut partners = self.partners(&base, &want);
        let kept = longest_rise(&partners);
        let loose = partners.iter().zip(&kept).filter(|(p, kept)| p.is_some() && !**kept).count();
        let length = base.len() + want.len();
        if !self.affords(loose.saturating_mul(length)) {
            return None;
        }
        let mut found = self.pair_in_gaps(&mut partners, &kept, &base, &want, path, arrays);
        let stays = taken(&partners, base.len());
        let gone: Vec<usize> = (0..base.len()).filter(|at| stays.get(*at) == Some(&false)).collect();
        let added = partners.iter().filter(|p| p.is_none()).count();
        if !self.affords((added + gone.len()).saturating_mul(length)) {
            return None;
        }
        let mut out = Way::default();
        for at in gone.iter().rev() {
            self.push(&mut out, Operation::Remove(format!("{path}/{at}")));
        }
        let now = (0..base.len()).filter(|at| stays.get(*at) == Some(&true)).map(Some).collect();
        self.order(&mut out, &partners, &kept, now, &want, path)?;
        for ((at, partner), new) in partners.iter().enumerate().zip(&want) {
            if let Some(way) = found.remove(&at) {
                out.append(way);
            } else if let Some(old) = partner.and_then(|p| base.get(p))
                && self.base.hash(*old) != self.want.hash(*new)
            {
                out.append(self.way(*old, *new, &format!("{path}/{at}"), arrays + 1));
            }
        }
        Some(out)
    }

    /// Brings what is there `now`, elements of the base, in order from the front to the back, and adds what is new.
    fn order<'v>(
        &self,
        out: &mut Way<'v>,
        partners: &[Option<usize>],
        kept: &[bool],
        mut now: Vec<Option<usize>>,
        want: &[Cursor<'v>],
        path: &str,
    ) -> Option<()> {
        let mut next = 0;
        for ((partner, kept), new) in partners.iter().zip(kept).zip(want) {
            match partner {
                None => {
                    self.push(out, Operation::Add(format!("{path}/{next}"), *new));
                    now.insert(next, None);
                    next += 1;
                }
                // What stands between waits for its own turn to move.
                Some(_) if *kept => next += now.iter().skip(next).position(|at| at == partner)? + 1,
                Some(_) => {
                    let from = now.iter().position(|at| at == partner)?;
                    let to = if from < next { next - 1 } else { next };
                    if from != to {
                        self.push(out, Operation::Move(format!("{path}/{from}"), format!("{path}/{to}")));
                        let element = now.remove(from);
                        now.insert(to, element);
                    }
                    next = to + 1;
                }
            }
        }
        Some(())
    }

    /// For each wanted element the one of the base that has its id, or else its content.
    fn partners(&self, base: &[Cursor<'_>], want: &[Cursor<'_>]) -> Vec<Option<usize>> {
        let mut partners = vec![None; want.len()];
        let (old, new) = (by_id(base), by_id(want));
        let mut taken = vec![false; base.len()];
        for (id, to) in &new {
            if let (Some(to), Some(Some(from))) = (to, old.get(id)) {
                pair(&mut partners, &mut taken, *from, *to);
            }
        }
        let mut equal: HashMap<u64, Vec<usize>> = HashMap::new();
        for (at, element) in base.iter().enumerate().rev() {
            if taken.get(at) == Some(&false) {
                equal.entry(self.base.hash(*element)).or_default().push(at);
            }
        }
        for (to, element) in want.iter().enumerate() {
            if partners.get(to) == Some(&None)
                && let Some(from) = equal.get_mut(&self.want.hash(*element)).and_then(Vec::pop)
            {
                pair(&mut partners, &mut taken, from, to);
            }
        }
        partners
    }

    /// Pairs what is left over between two pairs that stay: with the element to which the way is the shortest, where that is
    /// shorter than taking one out and putting the other in. Returns the ways found, by the element wanted: to look for one
    /// again at every level would take for ever.
    fn pair_in_gaps<'v>(
        &self,
        partners: &mut [Option<usize>],
        kept: &[bool],
        base: &[Cursor<'_>],
        want: &[Cursor<'v>],
        path: &str,
        arrays: usize,
    ) -> HashMap<usize, Way<'v>> {
        let mut found = HashMap::new();
        let mut taken = taken(partners, base.len());
        // Where the gap of each wanted element ends: at the next pair that stays.
        let mut ends = vec![base.len(); want.len()];
        let mut end = base.len();
        for (to, slot) in ends.iter_mut().enumerate().rev() {
            *slot = end;
            if let (Some(true), Some(Some(from))) = (kept.get(to), partners.get(to)) {
                end = *from;
            }
        }
        let looks = if arrays < NEAR { LOOKS } else { 1 };
        let mut start = 0;
        for (to, new) in want.iter().enumerate() {
            let known = partners.get(to).copied().flatten();
            if let Some(from) = known {
                if kept.get(to) == Some(&true) {
                    start = from + 1;
                }
                continue;
            }
            let gap = start..ends.get(to).copied().unwrap_or(start);
            let candidates = gap.filter(|at| taken.get(*at) == Some(&false)).take(looks);
            let inside = format!("{path}/{to}");
            let ways = candidates.filter_map(|from| {
                base.get(from).map(|old| (self.way(*old, *new, &inside, arrays + 1), from))
            });
            let best = ways.min_by_key(|(way, _)| way.size);
            // As dear as a new element is what shares nothing with it but its place.
            let anew = self.want.size(*new) + 2 * path.len() + 60;
            if let Some((way, from)) = best.filter(|(way, _)| way.size < anew) {
                pair(partners, &mut taken, from, to);
                found.insert(to, way);
                start = from + 1;
            }
        }
        found
    }
}

/// Which elements of the base have a partner.
fn taken(partners: &[Option<usize>], length: usize) -> Vec<bool> {
    let mut taken = vec![false; length];
    for from in partners.iter().flatten() {
        if let Some(slot) = taken.get_mut(*from) {
            *slot = true;
        }
    }
    taken
}

fn pair(partners: &mut [Option<usize>], taken: &mut [bool], from: usize, to: usize) {
    if let (Some(slot), Some(mark)) = (partners.get_mut(to), taken.get_mut(from)) {
        *slot = Some(from);
        *mark = true;
    }
}

/// The elements by their ids; `None` for an id that more than one has.
fn by_id<'t>(list: &[Cursor<'t>]) -> HashMap<&'t str, Option<usize>> {
    let mut ids: HashMap<&str, Option<usize>> = HashMap::new();
    for (at, element) in list.iter().enumerate() {
        let own = element.get("id");
        let id = if own.exists() { own } else { element.get("portableRef") }.as_str();
        // A portable reference that went there and back has a document before its `#`, the same for all.
        if let Some(id) = id.map(|id| id.rsplit_once('#').map_or(id, |(_, local)| local)) {
            ids.entry(id).and_modify(|known| *known = None).or_insert(Some(at));
        }
    }
    ids
}

/// Which of the pairs stay where they are: the most that are in order already.
fn longest_rise(partners: &[Option<usize>]) -> Vec<bool> {
    // The last pair of the best rise of each length so far, and for each pair the one before it.
    let mut ends: Vec<(usize, usize)> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; partners.len()];
    for (to, from) in partners.iter().enumerate() {
        let Some(from) = *from else { continue };
        let length = ends.partition_point(|(_, end)| *end < from);
        let last = length.checked_sub(1).and_then(|at| ends.get(at)).map(|(to, _)| *to);
        if let Some(slot) = before.get_mut(to) {
            *slot = last;
        }
        match ends.get_mut(length) {
            Some(end) => *end = (to, from),
            None => ends.push((to, from)),
        }
    }
    let mut kept = vec![false; partners.len()];
    let mut at = ends.last().map(|(to, _)| *to);
    while let Some(to) = at {
        if let Some(slot) = kept.get_mut(to) {
            *slot = true;
        }
        at = before.get(to).copied().flatten();
    }
    kept
}
