//! What a destination has to decide about a checkpoint's operations before it acts (OCP 6.6, 6.8). Nothing here looks
//! at a status recorded in a checkpoint: the caller brings what the systems of record say.

use crate::json::Cursor;

/// Whether `call` repeats the `call` recorded on an operation: the same tool, with every recorded argument at an equal
/// value (OCP 6.6). Further arguments make no difference.
pub fn is_repeat(recorded: Cursor<'_>, call: Cursor<'_>) -> bool {
    let tool = recorded.get("tool").as_str();
    let arguments = call.get("arguments");
    let same = |argument: Cursor<'_>| {
        let other = arguments.get(argument.name().unwrap_or_default());
        other.exists() && other.same_value(argument)
    };
    tool.is_some() && tool == call.get("tool").as_str() && recorded.get("arguments").children().all(same)
}

/// Whether a stop condition no longer applies: it has an `until`, and each operation listed there has reached its
/// status, as `status` finds it at the operation's record (OCP 6.8). `None`, a status nobody can verify, keeps it.
pub fn is_lifted<'s>(stop_condition: Cursor<'_>, status: impl Fn(&str) -> Option<&'s str>) -> bool {
    let until = stop_condition.get("until");
    let reached = |entry: Cursor<'_>| {
        let found = entry.get("operation").as_str().and_then(&status);
        found.is_some() && found == entry.get("status").as_str()
    };
    !until.is_empty() && until.items().all(reached)
}
