//! The ends of narrated lines. A line may cite many values, and each form looks for its own only: without this, words put
//! after the last citation would belong to nobody.

use std::collections::HashMap;

use super::lines::Form;
use super::{Audit, quoted, shown, spelled};
use crate::crypto::digest;
use crate::finding::{Code, Finding};
use crate::json::Cursor;
use crate::mapping::Row;

/// For each line of the target that tells a value: where the ledger first says so, if any does in words; and whether a value
/// ends the line.
#[derive(Default)]
pub(super) struct Ends(HashMap<u32, (Option<String>, bool)>);

impl<'t> Audit<'t> {
    /// Notes whether the line at `to` ends with the value, in one of `readings` or as the last of a subtree, as one of the
    /// row's forms words it.
    pub(super) fn note_end(
        &mut self,
        at: &str,
        row: &Row,
        from: Cursor<'t>,
        to: Cursor<'t>,
        readings: &[&str],
    ) {
        let line = to.as_str().unwrap_or_default();
        let seen = self.ends.0.entry(to.index()).or_default();
        seen.0.get_or_insert_with(|| at.to_owned());
        if seen.1 {
            return;
        }
        let as_json = from.as_str().is_some();
        let ended = row.form.iter().map(|form| Form::parse(form)).any(|form| match form.json {
            // Fixed words that are the whole line.
            None => form.start && form.end && line == form.before,
            // A bare value of a word or two could be the end of anything.
            Some(false) if form.before.is_empty() && form.after.is_empty() && !form.end => false,
            Some(json) => line.strip_suffix(form.after).is_some_and(|rest| {
                let mut readings = readings.iter();
                if json && as_json {
                    readings.any(|text| rest.ends_with(&quoted(text)))
                } else {
                    readings.any(|text| rest.ends_with(text))
                }
            }),
        });
        if ended || ends_with_subtree(row, from, line) {
            self.note_whole(to);
        }
    }

    /// Notes that `to` ends with a value, or is one.
    pub(super) fn note_whole(&mut self, to: Cursor<'t>) {
        self.ends.0.entry(to.index()).or_default().1 = true;
    }

    /// `audit_narrated_text`: every line ends with a value it tells, with the words its form puts there, or with the digest
    /// of a value that is left out.
    pub(super) fn line_ends(&mut self) {
        let ends = std::mem::take(&mut self.ends).0;
        let open = ends.into_iter().filter_map(|(node, (at, ends))| Some((node, at.filter(|_| !ends)?)));
        let mut open: Vec<_> = open.collect();
        open.sort_unstable();
        let mut digests: Option<Vec<String>> = None;
        for (node, at) in open {
            let to = self.target.cursor(node);
            let line = to.as_str().unwrap_or_default();
            let digests = digests.get_or_insert_with(|| {
                let left_out =
                    self.ledger.omitted.iter().filter_map(|o| self.source.resolve(&o.from)?.as_str());
                left_out.map(|text| digest::sha256_tagged(text.as_bytes())).collect()
            });
            if !digests.iter().any(|digest| line.ends_with(digest.as_str())) {
                let message = "the line goes on after the last value it tells";
                self.find(Finding::new(Code::AuditNarratedText, at, message).found(shown(to)));
            }
        }
    }
}

/// Whether the line ends with a subtree as JSON whose last value this is: after it, only brackets close.
fn ends_with_subtree(row: &Row, from: Cursor<'_>, line: &str) -> bool {
    let quotes = row.form.iter().any(|form| Form::parse(form).json == Some(true));
    if !quotes || !row.from.iter().any(|pattern| pattern.ends_with("/**")) {
        return false;
    }
    let rest = line.trim_end_matches([']', '}']);
    let value = if from.is_array() || from.is_object() { String::new() } else { spelled(from) };
    rest.ends_with(&value) && (!value.is_empty() || rest.ends_with(['[', '{']))
}
