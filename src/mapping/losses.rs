//! The loss rows that apply by themselves, looked up by the place of what was not read.

use std::sync::LazyLock;

use super::{Deed, Direction, Rule};

/// A pattern of a loss row, taken apart once.
struct Loss {
    rule: Rule,
    undefined: bool,
    tokens: Vec<&'static str>,
}

static FROM_CHECKPOINTS: LazyLock<Vec<Loss>> = LazyLock::new(|| losses(Direction::OcpToZephr));
static FROM_PACKETS: LazyLock<Vec<Loss>> = LazyLock::new(|| losses(Direction::ZephrToOcp));

fn losses(direction: Direction) -> Vec<Loss> {
    let mut out = Vec::new();
    for rule in Rule::all(direction) {
        if let Deed::Lose { undefined, explicit: false, .. } = rule.row().deed {
            let loss =
                |pattern: &&'static str| Loss { rule, undefined, tokens: pattern.split('/').collect() };
            out.extend(rule.row().from.iter().map(loss));
        }
    }
    out
}

/// The first row that leaves out a value at `pointer`, which is or is not inside a member that no table defines.
pub(crate) fn loss(direction: Direction, undefined: bool, pointer: &str) -> Option<Rule> {
    let losses = match direction {
        Direction::OcpToZephr => &FROM_CHECKPOINTS,
        Direction::ZephrToOcp => &FROM_PACKETS,
    };
    let tokens: Vec<&str> = pointer.split('/').collect();
    losses
        .iter()
        .find(|loss| loss.undefined == undefined && fits(&loss.tokens, &tokens))
        .map(|loss| loss.rule)
}

/// As [`matches`](super::matches), for tokens.
fn fits(pattern: &[&str], tokens: &[&str]) -> bool {
    let (pattern, open) = match pattern.split_last() {
        Some((&"**", pattern)) => (pattern, true),
        _ => (pattern, false),
    };
    let long_enough = if open { tokens.len() >= pattern.len() } else { tokens.len() == pattern.len() };
    long_enough && pattern.iter().zip(tokens).all(|(wanted, token)| *wanted == "*" || wanted == token)
}

#[cfg(test)]
mod tests {
    use super::super::matches;
    use super::*;

    /// Every loss row against places that all patterns of its direction name, made concrete.
    #[test]
    fn the_lookup_finds_what_the_patterns_match() {
        for direction in [Direction::OcpToZephr, Direction::ZephrToOcp] {
            let patterns: Vec<&str> =
                Rule::all(direction).flat_map(|rule| rule.row().from).copied().collect();
            assert!(patterns.len() > 50);
            for pattern in patterns {
                let inside = pattern.replace("**", "a.b/0/c").replace('*', "7");
                let itself = pattern.replace("/**", "").replace('*', "7");
                for pointer in [inside, itself] {
                    for undefined in [false, true] {
                        let applies = |rule: &Rule| match rule.row().deed {
                            Deed::Lose { undefined: only, explicit: false, .. } => only == undefined,
                            _ => false,
                        };
                        let wanted = Rule::all(direction)
                            .filter(applies)
                            .find(|rule| rule.row().from.iter().any(|pattern| matches(pattern, &pointer)));
                        assert_eq!(loss(direction, undefined, &pointer), wanted, "{pointer}");
                    }
                }
            }
        }
    }
}
