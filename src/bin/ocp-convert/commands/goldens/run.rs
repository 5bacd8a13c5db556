//! `goldens run`: every vector asked of another implementation.

use std::collections::BTreeMap;
use std::time::Duration;

use ocp_convert::goldens::protocol::{Exceptions, questions};
use ocp_convert::goldens::vector::Group;
use ocp_convert::goldens::{Count, Failure};

use super::process::{Process, split};
use super::{Report, read, report};
use crate::Outcome;
use crate::args::{Common, GoldensRun};
use crate::io::{self, Broken};

/// The command is started anew so often in a row without having answered.
const PATIENCE: usize = 3;

pub fn run(args: &GoldensRun, common: &Common) -> Outcome {
    let command = split(&args.command)?;
    let exceptions = match &args.exceptions {
        Some(path) => exceptions(path)?,
        None => Exceptions::default(),
    };
    let files = read(&args.folder)?;
    let questions = match questions(&files, args.group) {
        Ok(questions) => questions,
        Err(failures) => return report(&Report::new(&BTreeMap::new(), &failures), &failures, common),
    };
    let patience = Duration::from_secs(args.timeout.get() as u64);
    let mut process = Some(Process::start(&command)?);
    let mut silent = 0;
    let mut groups: BTreeMap<Group, Count> = BTreeMap::new();
    let mut asked: BTreeMap<String, bool> = BTreeMap::new();
    let mut failures = Vec::new();
    let mut excepted = 0;
    for (group, question) in &questions {
        let none = |found: String| {
            vec![Failure {
                at: question.id().to_owned(),
                what: "answer".to_owned(),
                expected: "one line of JSON".to_owned(),
                found,
            }]
        };
        let found = if silent >= PATIENCE {
            none(format!("not asked: the command went silent {PATIENCE} times in a row"))
        } else {
            let mut running = match process.take() {
                Some(running) => running,
                None => Process::start(&command)?,
            };
            match running.ask(&question.line, patience) {
                Ok(line) => {
                    silent = 0;
                    process = Some(running);
                    question.judge(&line)
                }
                Err(silence) => {
                    silent += 1;
                    none(silence.words())
                }
            }
        };
        let count = groups.entry(*group).or_default();
        count.vectors += 1;
        count.failed += usize::from(!found.is_empty());
        asked.insert(question.id().to_owned(), !found.is_empty());
        if found.is_empty() || !exceptions.has(question.id()) {
            failures.extend(found);
        } else {
            excepted += 1;
        }
    }
    if let Some(extra) = process.and_then(Process::finish) {
        failures.push(Failure {
            at: args.command.clone(),
            what: "output".to_owned(),
            expected: "one line a request".to_owned(),
            found: extra,
        });
    }
    failures.extend(exceptions.stale(&asked, args.group.is_none()));
    let mut summary = Report::new(&groups, &failures);
    summary.excepted = Some(excepted);
    report(&summary, &failures, common)
}

fn exceptions(path: &std::path::Path) -> Result<Exceptions, Broken> {
    let name = io::name_of(Some(path));
    let bytes = io::read(Some(path), 1 << 20)?;
    let text = String::from_utf8(bytes).map_err(|_| "it is no UTF-8 text".to_owned());
    let read = text.and_then(|text| Exceptions::read(&text));
    read.map_err(|what| Broken::Usage { what: format!("cannot use the exceptions {name}: {what}") })
}
