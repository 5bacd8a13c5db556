//! `goldens`: the vectors that implementations are tested against. Folders and processes are here, the rest is the
//! library's.

mod process;
mod run;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ocp_convert::PROFILE_VERSION;
use ocp_convert::goldens::vector::Group;
use ocp_convert::goldens::{self, Count, Failure, Files};
use ocp_convert::syntax::text::escape_for_terminal as escape;
use serde::Serialize;

use crate::args::{Common, Format, Goldens, GoldensCheck, GoldensCommand, GoldensGenerate};
use crate::io::{self, Broken};
use crate::outputs::{self, Piece};
use crate::{Outcome, Verdict, render};

pub fn run(args: &Goldens, common: &Common) -> Outcome {
    match &args.command {
        GoldensCommand::Generate(args) => generate(args, common),
        GoldensCommand::Check(args) => check(args, common),
        GoldensCommand::Run(args) => run::run(args, common),
    }
}

fn generate(args: &GoldensGenerate, common: &Common) -> Outcome {
    let files = read(&args.folder)?;
    let made = match goldens::generate(&files, None) {
        Ok(made) => made,
        Err(failures) => {
            return report(&Report::new(&BTreeMap::new(), &failures), &failures, common);
        }
    };
    let changed = made.iter().filter(|(path, bytes)| files.get(*path) != Some(*bytes));
    let changed: Vec<_> = changed.map(|(path, bytes)| (args.folder.join(path), bytes)).collect();
    for (path, _) in &changed {
        if let Some(folder) = path.parent() {
            let failed = |source| Broken::Write { name: io::name_of(Some(folder)), source };
            fs::create_dir_all(folder).map_err(failed)?;
        }
    }
    let pieces: Vec<_> = changed.iter().map(|(path, bytes)| Piece::new(Some(path), bytes)).collect();
    outputs::write_together(&pieces, true, false)?;
    // What is no longer made would be taken for a vector. Whatever else is in the folder is not ours to remove.
    let is_vector =
        |path: &str| Group::ALL.iter().any(|group| path.starts_with(&format!("{}/", group.as_str())));
    for path in files.keys().filter(|path| !made.contains_key(*path) && is_vector(path)) {
        let path = args.folder.join(path);
        let failed = |source| Broken::Write { name: io::name_of(Some(&path)), source };
        fs::remove_file(&path).map_err(failed)?;
    }
    Ok(Verdict::Yes)
}

fn check(args: &GoldensCheck, common: &Common) -> Outcome {
    let files = read(&args.folder)?;
    let found = goldens::check(&files, args.group);
    report(&Report::new(&found.groups, &found.failures), &found.failures, common)
}

/// Every file of a folder, by its name relative to it.
fn read(folder: &Path) -> Result<Files, Broken> {
    let mut out = Files::new();
    let mut open = vec![String::new()];
    while let Some(inside) = open.pop() {
        let here = folder.join(&inside);
        let failed = |source| Broken::Read { name: io::name_of(Some(&here)), source };
        for entry in fs::read_dir(&here).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if inside.is_empty() { name } else { format!("{inside}/{name}") };
            if entry.file_type().map_err(failed)?.is_dir() {
                open.push(path);
            } else {
                let bytes = io::read(Some(&folder.join(&path)), usize::MAX - 1)?;
                out.insert(path, bytes);
            }
        }
    }
    Ok(out)
}

/// The report for programs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report<'a> {
    tool: &'static str,
    version: &'static str,
    profile_version: u32,
    verdict: &'static str,
    vectors: usize,
    failed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    excepted: Option<usize>,
    groups: BTreeMap<&'static str, Count>,
    failures: &'a [Failure],
}

impl<'a> Report<'a> {
    fn new(groups: &BTreeMap<Group, Count>, failures: &'a [Failure]) -> Self {
        Self {
            tool: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            profile_version: PROFILE_VERSION,
            verdict: if failures.is_empty() { "ok" } else { "invalid" },
            vectors: groups.values().map(|count| count.vectors).sum(),
            failed: groups.values().map(|count| count.failed).sum(),
            excepted: None,
            groups: groups.iter().map(|(group, count)| (group.as_str(), *count)).collect(),
            failures,
        }
    }
}

fn report(report: &Report<'_>, failures: &[Failure], common: &Common) -> Outcome {
    if common.format == Format::Json {
        io::print(format!("{}\n", render::one_line(report)).as_bytes())?;
    } else {
        let mut text = String::new();
        for failure in failures {
            let Failure { at, what, expected, found } = failure;
            let (at, what, expected, found) = (escape(at), escape(what), escape(expected), escape(found));
            let _ = writeln!(text, "{at}: {what}\n  expected  {expected}\n  found     {found}");
        }
        io::tell(&text);
        let mut table = String::new();
        for (group, count) in &report.groups {
            let _ = writeln!(table, "{group:<20} {:>4} vectors  {:>4} failed", count.vectors, count.failed);
        }
        if report.groups.len() > 1 {
            let _ =
                writeln!(table, "{:<20} {:>4} vectors  {:>4} failed", "all", report.vectors, report.failed);
        }
        if let Some(excepted) = report.excepted {
            let _ = writeln!(table, "{excepted} of the failures are excepted");
        }
        io::print(table.as_bytes())?;
    }
    Ok(if failures.is_empty() { Verdict::Yes } else { Verdict::No })
}
