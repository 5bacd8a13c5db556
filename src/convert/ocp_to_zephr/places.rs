//! Where each local object of the checkpoint will stand, settled before anything is written.

use super::earlier::Earlier;
use super::statements::Carrier;
use super::{Place, Writer};
use crate::json::Cursor;
use crate::ledger::Id;

impl<'s> Writer<'s, '_> {
    /// Gives every local object its place, in document order of the sections.
    pub(super) fn place_everything(&mut self) {
        let source = self.source;
        let (task, progress) = (source.get("task"), source.get("progress"));
        let continuation = source.get("continuation");
        for resource in source.get("resources").items() {
            if self.earlier.becomes_origin(resource) {
                self.place_as(resource, Earlier::origin_id());
            } else {
                self.place(resource, false, false);
            }
        }
        for statement in source.get("statements").items() {
            self.place(statement, Carrier::of(statement) == Carrier::Belief, false);
        }
        for operation in source.get("operations").items() {
            let risky = !self.may_be_done(operation);
            self.place(operation, Self::is_record(operation), risky);
        }
        for criterion in task.get("success_criteria").items() {
            self.place(criterion, true, false);
        }
        for step in progress.get("completed").items() {
            self.place(step, true, false);
        }
        for step in progress.get("next").items().chain(continuation.get("recovery").items()) {
            self.place(step, self.ended, false);
        }
        for list in ["requirements", "preconditions", "stop_conditions", "incompatibilities"] {
            for entry in continuation.get(list).items() {
                // The dates of an earlier packet are no items.
                if list != "preconditions" || !Self::is_date_of_an_earlier_packet(entry) {
                    self.place(entry, false, false);
                }
            }
        }
        for entry in source.get("application_context").items() {
            for draft in entry.get("drafts").items() {
                self.place(draft, false, false);
            }
        }
    }

    /// A resource under another id than its own.
    fn place_as(&mut self, resource: Cursor<'s>, wanted: Id) {
        let Some(name) = resource.get("id").as_str() else { return };
        let id = self.ids.take(wanted);
        self.renamed.push((name.to_owned(), id.to_string()));
        self.places.insert(name, Place { reference: id.clone(), id, risky: false });
    }

    fn place(&mut self, object: Cursor<'s>, belief: bool, risky: bool) {
        let leaf = object.get("id");
        let (Some(name), Some(wanted)) = (leaf.as_str(), Id::kept(leaf)) else { return };
        let id = self.ids.take(wanted);
        let reference = if belief { Id::within(self.source.get("id"), &id) } else { id.clone() };
        if reference.as_str() != name {
            self.renamed.push((name.to_owned(), reference.to_string()));
        }
        self.places.insert(name, Place { id, reference, risky });
    }
}
