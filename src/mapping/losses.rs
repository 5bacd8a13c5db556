//! The loss rows that apply by themselves, looked up by the place of what was not read.

use std::sync::LazyLock;

use super::{Deed, Direction, Rule};
use crate::json::parse_pointer;

/// A pattern of a loss row, taken apart once.
struct Loss {
    rule: Rule,
    undefined: bool,
    /// Without a final `**`.
    tokens: Vec<String>,
    /// Whether it ends in `**`.
    open: bool,
}

static FROM_CHECKPOINTS: LazyLock<Vec<Loss>> = LazyLock::new(|| losses(Direction::OcpToZephr));
static FROM_PACKETS: LazyLock<Vec<Loss>> = LazyLock::new(|| losses(Direction::ZephrToOcp));

fn losses(direction: Direction) -> Vec<Loss> {
    let mut out = Vec::new();
    for rule in Rule::all(direction) {
        if let Deed::Lose { undefined, explicit: false, .. } = rule.row().deed {
            for pattern in rule.row().from {
                let mut tokens = parse_pointer(pattern).unwrap_or_default();
                let open = tokens.pop_if(|token| token == "**").is_some();
                out.push(Loss { rule, undefined, tokens, open });
            }
        }
    }
    out
}

/// The first row that leaves out a value, which is or is not inside a member that no table defines. Its place is told by
/// the names on the way to it, none for an element of an array: those no pattern names.
pub(crate) fn loss(direction: Direction, undefined: bool, names: &[Option<&str>]) -> Option<Rule> {
    let losses = match direction {
        Direction::OcpToZephr => &FROM_CHECKPOINTS,
        Direction::ZephrToOcp => &FROM_PACKETS,
    };
    losses.iter().find(|loss| loss.undefined == undefined && loss.fits(names)).map(|loss| loss.rule)
}

impl Loss {
    /// As [`matches`](super::matches), for names.
    fn fits(&self, names: &[Option<&str>]) -> bool {
        let long_enough = names.len() == self.tokens.len() || (self.open && names.len() > self.tokens.len());
        long_enough && self.tokens.iter().zip(names).all(|(token, name)| token == "*" || *name == Some(token))
    }
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
                        let tokens = parse_pointer(&pointer).unwrap();
                        let name = |token: &'_ String| !matches!(token.as_str(), "7" | "0");
                        let names: Vec<_> =
                            tokens.iter().map(|t| Some(t.as_str()).filter(|_| name(t))).collect();
                        assert_eq!(loss(direction, undefined, &names), wanted, "{pointer}");
                    }
                }
            }
        }
    }
}
