//! Attempts to make a document arrive with more authority than it had, or to hide, start or finish work, by somebody who
//! knows the README and the loss matrix. Each is one named case: what the attacker wants, the change to an honest document,
//! and what the invariants say must come of it. All of them are also converted ten times over.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::too_many_lines,
    reason = "an attack that succeeds is a failed test, and says how"
)]

#[path = "../converting/mod.rs"]
mod converting;
#[path = "../documents/mod.rs"]
mod documents;
#[path = "../properties/stranger.rs"]
mod stranger;

mod checkpoints;
mod claims;
mod envelope;
mod ours;
mod outsider;
mod seen;
mod tags;
mod types;
mod work;

/// An attempt.
pub struct Attack {
    /// What was done, in a few words.
    pub name: &'static str,
    /// What the attacker hopes for.
    pub wants: &'static str,
    /// What is changed in an honest document.
    pub change: fn(&mut serde_json::Value),
    /// What must come of it, beside the invariants.
    pub outcome: fn(&seen::Seen),
}

fn all() -> Vec<(bool, Attack)> {
    let packets = [tags::all(), ours::all(), claims::all(), work::all(), types::all(), envelope::all()];
    let packets = packets.into_iter().flatten().map(|attack| (true, attack));
    packets.chain(checkpoints::all().into_iter().map(|attack| (false, attack))).collect()
}

#[test]
fn no_attack_succeeds() {
    let attacks = all();
    let mut failed = Vec::new();
    for (packet, attack) in &attacks {
        let run = std::panic::catch_unwind(|| seen::run(*packet, attack));
        if let Err(why) = run {
            let why = why.downcast_ref::<String>().cloned().unwrap_or_else(|| "?".to_owned());
            failed.push(format!("{} (wants {}): {why}", attack.name, attack.wants));
        }
    }
    assert!(failed.is_empty(), "{} of {} succeed:\n{}", failed.len(), attacks.len(), failed.join("\n\n"));
}

#[test]
fn every_attack_has_a_name_of_its_own() {
    let mut names: Vec<&str> = all().iter().map(|(_, attack)| attack.name).collect();
    let attempts = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), attempts);
    assert!(attempts >= 60, "{attempts}");
}
