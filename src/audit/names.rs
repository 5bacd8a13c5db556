//! Ids and references: one renaming, the same for the whole document, that never makes two objects one.

use std::collections::{HashMap, HashSet};

use super::made::is_local_id;
use super::{Audit, excerpt};
use crate::finding::{Code, Finding};
use crate::json::Cursor;
use crate::mapping::{Direction, Row};

/// The renaming a ledger's id entries tell.
#[derive(Default)]
pub(super) struct Names<'t> {
    /// The names each id of the source has in the target; more than one only where the source uses the id twice.
    given: HashMap<&'t str, Vec<&'t str>>,
    /// The same as pairs, since there can be many names.
    pairs: HashSet<(&'t str, &'t str)>,
    /// Ids of objects that stand whole in a line, so that no entry tells their name: it is that of the object with the
    /// line, or where no object has it the same.
    told: HashSet<&'t str>,
    /// What portable references to the source's objects are built on.
    base: Option<&'t str>,
}

impl<'t> Names<'t> {
    /// The target's names of a source id.
    pub(super) fn of(&self, id: &str) -> &[&'t str] {
        self.given.get(id).map_or(&[], Vec::as_slice)
    }

    /// Whether a reference to `id` may read as `text`: one of its object's names, also in the portable form.
    pub(super) fn is_name(&self, id: &str, text: &str) -> bool {
        let portable = self.base.and_then(|base| text.strip_prefix(base)?.strip_prefix('#'));
        let known = |name: &str| self.pairs.contains(&(id, name));
        let unnamed = !self.given.contains_key(id) || self.told.contains(id);
        [Some(text), portable].into_iter().flatten().any(|name| known(name) || (unnamed && name == id))
    }

    fn give(&mut self, id: &'t str, name: &'t str) {
        let known = self.given.entry(id).or_default();
        if self.pairs.insert((id, name)) {
            known.push(name);
        }
    }

    /// The local id in a text of the target: what follows the checkpoint's own id and `#`, or the whole text.
    fn local(&self, text: &'t str) -> &'t str {
        let local = self.base.and_then(|base| text.strip_prefix(base)?.strip_prefix('#'));
        local.unwrap_or(text)
    }
}

impl<'t> Audit<'t> {
    /// Reads the renaming from the entries whose rule moves ids (`audit_id_renamed`: an object has one name, and no two
    /// objects share one).
    pub(super) fn learn_names(&mut self) -> Names<'t> {
        let root = self.source.root();
        let base = root.get("id").as_str().filter(|_| self.direction == Direction::OcpToZephr);
        let mut names = Names { base, ..Names::default() };
        // The source leaf each name of the target stands for.
        let mut bearer: HashMap<&'t str, u32> = HashMap::new();
        let ledger = self.ledger;
        for (i, entry) in ledger.moved.iter().enumerate() {
            let Some(from) = self.source.resolve(&entry.from) else { continue };
            let Some(id) = from.as_str() else { continue };
            if self.rows.get(entry.rule.as_str()).is_none_or(|row| row.transform != "id") {
                // Not every `id` is that of a local object: a packet's own and those of inputs name documents.
                let local = entry.from.starts_with("/content/") && from.name() == Some("id");
                if local && entry.fidelity == "narrated" {
                    let named = entry.to.iter().flat_map(|l| self.bearers_of(&l.at));
                    names.given.entry(id).or_default();
                    named.for_each(|name| names.give(id, name));
                    names.told.insert(id);
                }
                continue;
            }
            let mut own: Option<&'t str> = None;
            for (j, landing) in entry.to.iter().enumerate().filter(|(_, l)| l.fidelity != "narrated") {
                let Some(text) = self.target.resolve(&landing.at).and_then(Cursor::as_str) else { continue };
                let name = names.local(text);
                let taken = *bearer.entry(name).or_insert(from.index()) != from.index();
                let message = if taken {
                    Some("two objects of the source have this one name in the target")
                } else if own.is_some_and(|own| own != name) {
                    Some("one object of the source has two names in the target")
                } else if name != id && !is_local_id(name) {
                    Some("the new name is no id")
                } else {
                    None
                };
                if let Some(message) = message {
                    let at = format!("/moved/{i}/to/{j}/at");
                    self.find(Finding::new(Code::AuditIdRenamed, at, message).found(excerpt(text)));
                }
                own = Some(name);
            }
            if let Some(own) = own {
                names.give(id, own);
            }
        }
        names
    }

    /// The id of the target's object in whose line something stands, and of the record that the line quotes.
    fn bearers_of(&self, at: &str) -> impl Iterator<Item = &'t str> + use<'t> {
        let object = at.rsplit_once('/').and_then(|(object, _)| self.target.resolve(object));
        let ids =
            object.into_iter().flat_map(|o| std::iter::once(o.get("id")).chain(o.get("evidence").items()));
        ids.filter_map(Cursor::as_str)
    }

    /// `audit_reference`: the text at `to` is a name of the object that `from` names or refers to.
    pub(super) fn renamed(&mut self, at: &str, row: &Row, from: Cursor<'t>, to: Cursor<'t>) {
        let (Some(id), Some(text)) = (from.as_str(), to.as_str()) else {
            if !from.same_value(to) {
                let finding = Finding::new(Code::AuditReference, at, "an id is a text");
                self.find(finding.found(super::shown(to)));
            }
            return;
        };
        let names = self.names.of(id);
        let local = self.names.local(text);
        let unnamed = names.is_empty() || self.names.told.contains(id);
        let fits = self.names.pairs.contains(&(id, local)) || unnamed && local == id;
        // An id entry is where the renaming was read from: only its own name counts, and that was checked there.
        if !fits && row.transform != "id" {
            let expected = names.first().copied().unwrap_or(id);
            let finding = Finding::new(Code::AuditReference, at, "the reference leads to another object");
            self.find(finding.expected(excerpt(expected)).found(excerpt(text)));
        }
    }
}
