//! Putting an extension into a finished target: the residue, which is about the target and so can only come after it.

use super::account::Unaccounted;
use super::finish::Ledger;
use crate::RESIDUE;
use crate::json::{BuildError, Tree, TreeBuilder};
use crate::mapping::Rule;

impl Ledger {
    /// Makes `extension` the one extension of `target`, which has none, with an entry under `rule` for each leaf.
    ///
    /// # Errors
    /// When a leaf of the target is left without an entry, or the extension is no value.
    pub(crate) fn attach(
        mut self,
        target: &Tree<'_>,
        rule: Rule,
        extension: &Tree<'_>,
    ) -> Result<(Tree<'static>, Self), Unaccounted> {
        let empty = target.root().get("extensions");
        if empty.exists() {
            self.take_out(empty.index());
        }
        let whole = joined(target, extension)
            .map_err(|_| Unaccounted { pointer: String::new(), reason: "the extension is no value" })?;
        let leaves = whole.root().get("extensions").leaves();
        self.made.extend(leaves.map(|leaf| (rule, leaf.index())));
        self.covers(&whole, 0)?;
        Ok((whole, self))
    }

    /// Forgets a leaf of the target that was made, and counts on without it.
    fn take_out(&mut self, at: u32) {
        self.made.retain(|(_, to)| *to != at);
        let places = self.moves.iter_mut().filter_map(|m| m.to.as_mut());
        for to in places.chain(self.made.iter_mut().map(|(_, to)| to)).filter(|to| **to > at) {
            *to -= 1;
        }
    }
}

/// The members of `target` in their order, then its extensions.
fn joined(target: &Tree<'_>, extension: &Tree<'_>) -> Result<Tree<'static>, BuildError> {
    let mut b = TreeBuilder::new();
    b.object();
    for member in target.root().children().filter(|member| member.name() != Some("extensions")) {
        b.copy(member);
    }
    b.name("extensions").object();
    b.name(RESIDUE).copy(extension.root());
    b.close();
    b.close();
    b.finish().map(Tree::into_owned)
}
