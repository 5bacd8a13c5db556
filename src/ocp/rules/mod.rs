//! Level 2 (OCP 8.2): one function a rule, named after its code. Each looks at the facts of one checkpoint and takes
//! time linear in it.

mod advice;
mod cycles;
mod places;
mod references;
mod state;
mod times;

pub(super) use state::{TERMINAL, is_live_action, open_actions};

use super::facts::Facts;
use crate::finding::Placed;

/// Every finding of level 2 on a checkpoint, and this tool's own warnings; in no particular order.
pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    let rules: &[fn(&Facts<'_>, &mut Vec<Placed>)] = &[
        references::s001,
        references::s002,
        references::s003,
        references::s004,
        references::s007,
        references::s009,
        times::s005,
        times::w003,
        times::timestamp_impossible,
        state::s006,
        state::w001,
        state::w002,
        state::w004,
        places::s008,
        places::secret_suspected,
        places::extension_prefix_reserved,
        advice::resource_kind_unlisted,
        advice::fork_unrecorded,
        advice::compaction_unrecorded,
        advice::uncertain_without_effect,
        cycles::reference_cycle,
    ];
    for rule in rules {
        rule(facts, out);
    }
}
