//! What a whole run comes to: documents, findings by code, and losses by rule and by class.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ocp_convert::PROFILE_VERSION;
use ocp_convert::finding::{Code, Severity};
use ocp_convert::ledger::Summary;
use ocp_convert::mapping::{Fidelity, MAPPING_VERSION, Rule};
use serde::Serialize;

use super::made::Made;
use crate::Verdict;
use crate::losses::{CLASSES, carried, word};

/// Rules of a class that people are told of.
const LISTED: usize = 10;

/// The totals so far.
#[derive(Default)]
pub struct Totals {
    pub documents: Documents,
    values: Option<Summary>,
    losses: BTreeMap<(Rule, Option<Fidelity>), Count>,
    findings: BTreeMap<(Severity, Code), Count>,
    /// The gravest of what was found when the documents had been counted.
    afterwards: Option<Verdict>,
}

/// Documents by what came of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Documents {
    pub total: usize,
    /// Those done now.
    pub ok: usize,
    /// Those whose output was there already.
    pub skipped: usize,
    pub refused: usize,
    /// Those that could not be read, or have no place for their output.
    pub broken: usize,
}

/// In how many documents, and how often.
#[derive(Clone, Copy, Default)]
struct Count {
    documents: usize,
    times: usize,
}

impl Count {
    fn add(&mut self, times: usize) {
        self.documents += 1;
        self.times += times;
    }
}

impl Totals {
    pub fn add(&mut self, made: &Made) {
        self.documents.total += 1;
        *match made.verdict {
            Verdict::Yes if made.skipped => &mut self.documents.skipped,
            Verdict::Yes => &mut self.documents.ok,
            Verdict::No => &mut self.documents.refused,
            Verdict::Broken => &mut self.documents.broken,
        } += 1;
        self.found(made);
        let Some((summary, losses)) = &made.losses else { return };
        add(self.values.get_or_insert_default(), summary);
        for (rule, class, times) in losses {
            self.losses.entry((*rule, *class)).or_default().add(*times);
        }
    }

    /// What was found in a document that is counted already, or is none of the run.
    pub fn also(&mut self, made: &Made) {
        self.found(made);
        self.afterwards = self.afterwards.max(Some(made.verdict));
    }

    fn found(&mut self, made: &Made) {
        let mut codes = BTreeMap::new();
        for (code, severity) in &made.codes {
            *codes.entry((*severity, *code)).or_insert(0) += 1;
        }
        for (code, times) in codes {
            self.findings.entry(code).or_default().add(times);
        }
    }

    /// The gravest verdict.
    pub fn verdict(&self) -> Verdict {
        let counted = match self.documents {
            Documents { broken: 1.., .. } => Verdict::Broken,
            Documents { refused: 1.., .. } => Verdict::No,
            _ => Verdict::Yes,
        };
        self.afterwards.map_or(counted, |verdict| verdict.max(counted))
    }

    /// One line for people, of a run over more than one document; `done` says what is true of those that passed.
    pub fn line(&self, done: &str) -> String {
        let Documents { total, ok, skipped: _, refused, broken } = self.documents;
        if total < 2 {
            return String::new();
        }
        format!("{total} documents: {ok} {done}, {refused} refused, {broken} not read\n")
    }

    /// For people; `done` says what was done with a document.
    pub fn text(&self, done: &str) -> String {
        let Documents { total, ok, skipped, refused, broken } = self.documents;
        let mut out = format!("{total} documents: {ok} {done}");
        // Writing into a `String` cannot fail.
        for (count, word) in [(skipped, "done before"), (refused, "refused"), (broken, "not read or written")]
        {
            if count > 0 {
                let _ = write!(out, ", {count} {word}");
            }
        }
        out.push('\n');
        for ((severity, code), count) in &self.findings {
            let Count { documents, times } = count;
            let severity = severity.to_string();
            let _ = writeln!(out, "  {severity:<8} {times:>8}  {code}  documents: {documents}");
        }
        let Some(values) = &self.values else { return out };
        let Summary { target_leaves, synthesized, .. } = values;
        let _ = writeln!(out, "{}; of {target_leaves} values written, {synthesized} made", carried(values));
        let width = self.losses.keys().map(|(rule, _)| rule.code().len()).max().unwrap_or_default();
        for wanted in CLASSES {
            let mut losses = self.by_class().filter(|(_, class, _)| *class == wanted);
            for (rule, class, count) in losses.by_ref().take(LISTED) {
                let (class, code) = (word(class), rule.code());
                let Count { documents, times } = count;
                let _ = writeln!(out, "  {class:<8} {times:>8}  {code:<width$}  documents: {documents}");
            }
            let more = losses.count();
            if more > 0 {
                let _ = writeln!(
                    out,
                    "  {:<8} {:>8}  by {more} more rules; --summary lists them",
                    word(wanted),
                    "…"
                );
            }
        }
        out
    }

    /// The gravest class first, and in it what happens most.
    fn by_class(&self) -> impl Iterator<Item = (Rule, Option<Fidelity>, Count)> {
        let of = |wanted: Option<Fidelity>| {
            let losses = self.losses.iter().filter(|((_, class), _)| *class == wanted);
            let mut losses: Vec<_> = losses.map(|((rule, class), count)| (*rule, *class, *count)).collect();
            losses.sort_by_key(|(_, _, count)| std::cmp::Reverse(count.times));
            losses
        };
        CLASSES.into_iter().flat_map(of)
    }

    /// For programs.
    pub fn file(&self, whole: bool) -> Vec<u8> {
        let losses = self.by_class().map(|(rule, class, count)| Loss {
            rule: rule.code(),
            class: word(class),
            values: count.times,
            documents: count.documents,
            note: rule.row().note,
        });
        let findings = self.findings.iter().map(|((severity, code), count)| Found {
            code: code.as_str(),
            severity: severity.to_string(),
            findings: count.times,
            documents: count.documents,
        });
        let file = File {
            tool: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            profile_version: PROFILE_VERSION,
            mapping_version: MAPPING_VERSION,
            complete: whole,
            documents: self.documents,
            values: self.values,
            losses: losses.collect(),
            findings: findings.collect(),
        };
        // Texts and numbers only: serializing cannot fail.
        let mut out = serde_json::to_vec_pretty(&file).unwrap_or_default();
        out.push(b'\n');
        out
    }
}

fn add(sum: &mut Summary, one: &Summary) {
    let Summary {
        source_leaves,
        exact,
        transcoded,
        structural,
        narrated,
        demoted,
        regenerated,
        omitted,
        target_leaves,
        synthesized,
    } = one;
    sum.source_leaves += source_leaves;
    sum.exact += exact;
    sum.transcoded += transcoded;
    sum.structural += structural;
    sum.narrated += narrated;
    sum.demoted += demoted;
    sum.regenerated += regenerated;
    sum.omitted += omitted;
    sum.target_leaves += target_leaves;
    sum.synthesized += synthesized;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct File {
    tool: &'static str,
    version: &'static str,
    profile_version: u32,
    mapping_version: u32,
    /// False when the run was stopped by its first failure.
    complete: bool,
    documents: Documents,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Summary>,
    losses: Vec<Loss>,
    findings: Vec<Found>,
}

#[derive(Serialize)]
struct Loss {
    rule: &'static str,
    class: &'static str,
    values: usize,
    documents: usize,
    note: &'static str,
}

#[derive(Serialize)]
struct Found {
    code: &'static str,
    severity: String,
    findings: usize,
    documents: usize,
}
