//! Objects of the target that stand for an element of the source whose values all went elsewhere: a record that is quoted
//! whole in a statement still becomes a resource, and all of it is made. Its id tells the element, and each element has
//! one such object at most.

use std::collections::{HashMap, HashSet, VecDeque};

use super::kinds::numbered;
use super::{Audit, Held, Places};
use crate::json::Cursor;
use crate::mapping::{Row, matches};

/// The elements of the source that no object of a list came from, by what the id of an object may say of them.
struct Elements<'t> {
    /// By their array and their number there, among all elements or among those that are objects.
    by_number: HashMap<(u32, usize), VecDeque<u32>>,
    /// By their own id.
    by_id: HashMap<&'t str, VecDeque<u32>>,
}

impl<'t> Audit<'t> {
    /// The element of the source behind each object of the target in which nothing of the source stands.
    pub(super) fn elements_behind(&self, held: &Held<'t>) -> HashMap<u32, u32> {
        let mut out = HashMap::new();
        let Some(elements) = self.lone_objects(held).next().map(|_| Elements::of(&self.source)) else {
            return out;
        };
        let mut elements = elements;
        let mut taken = self.landed_elements();
        for (object, id) in self.lone_objects(held) {
            let list = self.target.parent(object).map_or(0, Cursor::index);
            let free = |element: u32| !taken.contains(&(list, element));
            // An id that an element has itself may look like the number of another.
            let again = id.rsplit_once('-').map_or(id, |(stem, _)| stem);
            let found = next(elements.by_id.get_mut(id), free)
                .or_else(|| next(elements.by_id.get_mut(again), free))
                .or_else(|| self.numbers_in(id).find_map(|key| next(elements.by_number.get_mut(&key), free)));
            if let Some(element) = found {
                taken.insert((list, element));
                out.insert(object, element);
            }
        }
        out
    }

    /// The objects without a landing that a row lets stand for an element, with their ids.
    fn lone_objects(&self, held: &Held<'t>) -> impl Iterator<Item = (u32, &'t str)> {
        let ledger = self.ledger;
        let mut seen = HashSet::new();
        ledger.synthesized.iter().filter_map(move |entry| {
            let row = self.rows.get(entry.rule.as_str())?;
            let place = row.alone.strip_prefix("each element in ")?;
            let object = held.around(self.target.resolve(&entry.at)?.index()).filter(|o| !held.landed(*o))?;
            let fits = matches(place, &self.target.pointer(object)) && seen.insert(object);
            fits.then_some((object, self.target.member(object, "id")?.as_str()?))
        })
    }

    /// Array and number of what an id `STEM-N` stands for, by the rows that make such ids.
    fn numbers_in(&self, id: &'t str) -> impl Iterator<Item = (u32, usize)> {
        let rows: Vec<&'static Row> =
            self.rows.values().copied().filter(|row| row.alone.starts_with("beside ")).collect();
        let makes = rows.into_iter().flat_map(|row| row.makes);
        makes.filter_map(move |makes| {
            let stem = makes.is.first()?.strip_prefix("<id ")?.strip_suffix("-N>")?;
            let (number, _) = numbered(stem, id)?;
            let list = self.source.resolve(makes.of.first()?.strip_suffix("/**")?)?;
            Some((list.index(), number))
        })
    }

    /// Which elements of the source land in an object of which list.
    fn landed_elements(&self) -> HashSet<(u32, u32)> {
        let mut out = HashSet::new();
        for entry in &self.ledger.moved {
            let Some(element) =
                self.source.resolve(&entry.from).and_then(|leaf| element_of(&self.source, leaf))
            else {
                continue;
            };
            for landing in &entry.to {
                let place = self.target.resolve(&landing.at);
                if let Some(object) = place.and_then(|place| element_of(&self.target, place)) {
                    out.insert((self.target.parent(object).map_or(0, Cursor::index), element));
                }
            }
        }
        out
    }
}

impl<'t> Elements<'t> {
    fn of(places: &Places<'t>) -> Self {
        let (mut by_number, mut by_id) = (HashMap::new(), HashMap::new());
        for list in places.root().subtree().filter(|node| node.is_array()) {
            let mut objects = 0;
            for (element, all) in list.items().zip(1..) {
                objects += usize::from(element.is_object());
                let numbers = if element.is_object() && objects != all { [all, objects] } else { [all, all] };
                for number in HashSet::from(numbers) {
                    let same: &mut VecDeque<u32> = by_number.entry((list.index(), number)).or_default();
                    same.push_back(element.index());
                }
                if let Some(id) = places.member(element.index(), "id").and_then(Cursor::as_str) {
                    let same: &mut VecDeque<u32> = by_id.entry(id).or_default();
                    same.push_back(element.index());
                }
            }
        }
        Self { by_number, by_id }
    }
}

/// The first of some elements that is free; the others before it never will be again.
fn next(elements: Option<&mut VecDeque<u32>>, free: impl Fn(u32) -> bool) -> Option<u32> {
    let elements = elements?;
    while let Some(element) = elements.pop_front() {
        if free(element) {
            return Some(element);
        }
    }
    None
}

/// The outermost array element that holds a value.
pub(super) fn element_of(places: &Places<'_>, value: Cursor<'_>) -> Option<u32> {
    let up = std::iter::successors(Some(value), |at| places.parent(at.index()));
    up.filter(|at| places.parent(at.index()).is_some_and(Cursor::is_array)).last().map(Cursor::index)
}
