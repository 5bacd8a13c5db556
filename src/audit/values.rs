//! The value of each landing: equal, mapped, transformed, or implied, as the row says.

use super::{Audit, plain, shown};
use crate::finding::{Code, Finding};
use crate::json::Cursor;
use crate::mapping::{Deed, Direction, Fidelity, Row};

impl<'t> Audit<'t> {
    /// Whether the value at `to` is what `row` makes of the one at `from` in this class.
    pub(super) fn value(
        &mut self,
        at: &str,
        row: &'static Row,
        class: Fidelity,
        from: Cursor<'t>,
        to: Cursor<'t>,
    ) {
        // Demoted is said of an entry, not of a landing; a landing that says so has to be one of the others too.
        let class = match class {
            Fidelity::Demoted if from.same_value(to) => Fidelity::Exact,
            Fidelity::Demoted if mapped(row, from).is_some() || !row.transform.is_empty() => {
                Fidelity::Transcoded
            }
            Fidelity::Demoted => Fidelity::Narrated,
            class => class,
        };
        match class {
            Fidelity::Exact => self.exact(at, row, from, to),
            Fidelity::Transcoded => self.transcoded(at, row, from, to),
            Fidelity::Narrated => self.narrated(at, row, from, to),
            Fidelity::Structural => self.structural(at, row, from, to),
            Fidelity::Demoted | Fidelity::Regenerated => {}
        }
    }

    /// `audit_exact_value`: the two are equal. A value that the row's map changes may not land unchanged
    /// (`audit_transcoded_value`), nor a told one without the words it has to be told in (`audit_narrated_text`).
    fn exact(&mut self, at: &str, row: &'static Row, from: Cursor<'t>, to: Cursor<'t>) {
        if row.deed == Deed::Move(Fidelity::Narrated) {
            self.narrated(at, row, from, to);
        }
        if !from.same_value(to) {
            let finding = Finding::new(Code::AuditExactValue, at, "the value is said to be carried as it is");
            self.find(finding.expected(shown(from)).found(shown(to)));
            return;
        }
        // A packet's texts that open with a bracket of their own stand behind a tag of their own.
        if row.direction == Direction::OcpToZephr
            && row.form.contains(&"^[text] {}$")
            && from.as_str().is_some_and(|text| text.starts_with('[') && !text.starts_with("[text]"))
        {
            let message = "the text opens like a tag, and nothing says that it is none";
            let finding = Finding::new(Code::AuditNarratedText, at, message);
            self.find(finding.expected("[text] before it").found(shown(to)));
        }
        if mapped(row, from).is_some_and(|word| word != plain(to)) {
            self.not_transcoded(at, row, from, to, mapped(row, from));
            return;
        }
        if row.transform == "ref" || row.transform == "id" {
            self.renamed(at, row, from, to);
        }
    }

    /// `audit_transcoded_value`: the row's map or transform leads from the one to the other.
    fn transcoded(&mut self, at: &str, row: &Row, from: Cursor<'t>, to: Cursor<'t>) {
        if let Some(word) = mapped(row, from) {
            if word != plain(to) {
                self.not_transcoded(at, row, from, to, Some(word));
            }
            return;
        }
        match row.transform {
            "" => self.not_transcoded(at, row, from, to, None),
            "id" | "ref" => self.renamed(at, row, from, to),
            "digest-to-zephr" => {
                let expected = self.digest(from).map(|(algorithm, value)| {
                    let algorithm = if algorithm == "sha-256" { "sha256" } else { algorithm };
                    format!("{algorithm}:{value}")
                });
                if expected.as_deref() != to.as_str() {
                    self.not_transcoded(at, row, from, to, expected.as_deref());
                }
            }
            "digest-to-ocp" => {
                let expected = self.digest(from).and_then(|(algorithm, value)| match to.name() {
                    Some("algorithm") => Some(if algorithm == "sha256" { "sha-256" } else { algorithm }),
                    Some("value") => Some(value),
                    _ => None,
                });
                if expected.is_none() || expected != to.as_str() {
                    self.not_transcoded(at, row, from, to, expected);
                }
            }
            // A line of an earlier conversion ends in a time, which stands alone here.
            "tagged-time" => {
                let fits = to.as_str().filter(|time| crate::syntax::time::Timestamp::parse(time).is_ok());
                let fits = fits.zip(from.as_str()).is_some_and(|(time, line)| {
                    line.strip_suffix(time).is_some_and(|words| words.ends_with([' ', '"']))
                        || line.contains(&format!(" {time} "))
                });
                if !fits {
                    self.not_transcoded(at, row, from, to, None);
                }
            }
            unknown => {
                let message = format!("rule {} has a transform this auditor does not know", row.rule);
                self.find(Finding::new(Code::AuditTransform, at, message).found(unknown));
            }
        }
    }

    fn not_transcoded(
        &mut self,
        at: &str,
        row: &Row,
        from: Cursor<'t>,
        to: Cursor<'t>,
        expected: Option<&str>,
    ) {
        let message = format!("rule {} does not make this of {}", row.rule, shown(from));
        let finding = Finding::new(Code::AuditTranscodedValue, at, message).found(shown(to));
        self.find(match expected {
            Some(expected) => finding.expected(super::excerpt(&super::quoted(expected))),
            None => finding,
        });
    }

    /// The digest a leaf belongs to: a text `ALGORITHM:VALUE`, or the object with a member for each.
    fn digest(&self, from: Cursor<'t>) -> Option<(&'t str, &'t str)> {
        let (algorithm, value) = match from.name() {
            Some("algorithm" | "value") => {
                let object = self.source.parent(from.index())?;
                (object.get("algorithm").as_str()?, object.get("value").as_str()?)
            }
            _ => from.as_str()?.split_once(':')?,
        };
        (!algorithm.is_empty() && !algorithm.contains(':') && !value.is_empty()).then_some((algorithm, value))
    }

    /// `audit_structural_value`: where the row says which values a place implies, this place implies this one. The map
    /// gives for each value the section (a name on the way to the landing) that says it; a list, the values that any landing
    /// says.
    fn structural(&mut self, at: &str, row: &Row, from: Cursor<'t>, to: Cursor<'t>) {
        let declared = row.deed == Deed::Move(Fidelity::Structural);
        if !declared || row.values.is_empty() || (from.is_leaf() && (from.is_array() || from.is_object())) {
            return;
        }
        let text = plain(from);
        let listed = row.values.iter().any(|(key, word)| key.is_empty() && *word == text);
        let mut up = Some(to);
        let mut names = std::iter::from_fn(|| {
            let here = up?;
            up = self.target.parent(here.index());
            Some(here.name())
        });
        let placed = mapped(row, from).is_some_and(|section| names.any(|name| name == Some(section)));
        if !listed && !placed {
            let message = format!("this place does not imply the value under rule {}", row.rule);
            let finding = Finding::new(Code::AuditStructuralValue, at, message);
            self.find(finding.found(shown(from)));
        }
    }
}

/// The word the row's map gives for a text.
fn mapped<'r>(row: &'r Row, from: Cursor<'_>) -> Option<&'r str> {
    let text = from.as_str()?;
    row.values.iter().find(|(key, _)| !key.is_empty() && *key == text).map(|(_, word)| *word)
}
