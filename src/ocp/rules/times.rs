//! Timestamps (OCP 4.2), compared as instants and without rounding. A text that names no instant is skipped here and
//! reported once, by level 1 when its form is wrong, as impossible when its form is right.

use super::super::facts::{Facts, instant};
use crate::finding::{Code, Placed, placed};
use crate::syntax::time::TimeError;

/// OCP-S005: no past-event timestamp is later than `created_at`.
pub(super) fn s005(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    let Some(created) = facts.created else { return };
    for (at, time, _) in facts.times.iter().filter(|(_, _, past)| *past) {
        if let Some(time) = time.ok().filter(|time| *time > created) {
            out.push(
                placed(Code::OcpS005, *at, "a past event is later than the checkpoint")
                    .expected(format!("at most {}", created.text()))
                    .found(time.text()),
            );
        }
    }
}

/// OCP-W003: an awaiting operation has not expired before `created_at`.
pub(super) fn w003(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    let Some(created) = facts.created else { return };
    for operation in facts.operations.items() {
        let expires = operation.get("expires_at");
        if operation.get("status").as_str() != Some("awaiting") {
            continue;
        }
        if let Some(time) = instant(expires).filter(|time| *time < created) {
            out.push(
                placed(
                    Code::OcpW003,
                    expires,
                    "the operation is awaited, but expired before the checkpoint was captured",
                )
                .expected(format!("{} or later", created.text()))
                .found(time.text()),
            );
        }
    }
}

/// A timestamp of the right form that no calendar or clock shows (profile 1, section 7).
pub(super) fn timestamp_impossible(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    for (at, time, _) in &facts.times {
        if let Err(TimeError::Impossible { part }) = time {
            out.push(
                placed(
                    Code::TimestampImpossible,
                    *at,
                    format!("there is no such time: the {part} is out of range"),
                )
                .expected("an instant")
                .found(at.as_str().unwrap_or_default()),
            );
        }
    }
}
