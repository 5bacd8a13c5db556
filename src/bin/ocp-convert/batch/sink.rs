//! The end of a run's pipe: puts what comes of the documents into the order of the inputs, gives files their names, and
//! keeps the accounts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use ocp_convert::finding::Finding;

use super::made::Made;
use super::names::{Taken, taken_already};
use super::progress::{Progress, Stop};
use super::queue::Queue;
use super::reader::Part;
use super::totals::Totals;
use super::{Done, Outputs, Plan, Worked};
use crate::args::Format;
use crate::io::{self, Broken};
use crate::load::Document;
use crate::outputs::{Growing, Ready, write_piece};
use crate::render::Stream;
use crate::{Outcome, Verdict, sarif};

/// How often a wish to stop is looked for.
const PAUSE: Duration = Duration::from_millis(100);
/// Bytes for people that are held back at most.
const HELD: usize = 64 << 10;

/// Where everything ends up.
pub struct Sink<'p> {
    plan: &'p Plan<'p>,
    totals: Totals,
    taken: Taken,
    output: Option<Growing>,
    ledger: Option<Growing>,
    errors: Option<Growing>,
    /// What is to be printed, in its order.
    held: Vec<(Stream, String)>,
    /// What a SARIF log, being one document, has to wait for.
    sarif: (Vec<(String, Vec<Finding>)>, Vec<String>),
    kept: Vec<Document>,
    progress: Progress,
    stop: Stop,
    ended: Ended,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// Every document was looked at.
    Whole,
    /// A document failed, and that was to be the end.
    Failed,
    /// The user stopped it.
    Interrupted,
    /// The reader of the output closed it.
    Closed,
}

impl<'p> Sink<'p> {
    pub fn new(plan: &'p Plan<'p>) -> Result<Self, Broken> {
        let grow = |path: Option<&Path>| path.map(|path| Growing::new(Some(path), plan.force)).transpose();
        let output = match plan.outputs {
            Outputs::NdJson(path) => Some(Growing::new(path, plan.force)?),
            Outputs::None | Outputs::Tree(_) => None,
        };
        Ok(Self {
            plan,
            totals: Totals::default(),
            taken: Taken::default(),
            output,
            ledger: grow(plan.ledger)?,
            errors: grow(plan.batch.errors.as_deref())?,
            held: Vec::new(),
            sarif: (Vec::new(), Vec::new()),
            kept: Vec::new(),
            progress: Progress::new(plan.common, total(plan)),
            stop: Stop::on_signals(),
            ended: Ended::Whole,
        })
    }

    /// Takes in what the workers give until there is no more of it, or no more is wanted.
    pub(super) fn run(&mut self, from: &Receiver<Worked>, queue: &Queue<Part>) -> Result<(), Broken> {
        let result = self.collect(from, queue);
        self.progress.end();
        if let Err(broken) = result {
            self.hand_on()?;
            if matches!(broken, Broken::Write { .. }) {
                self.whole_so_far("stopped");
            }
            return Err(broken);
        }
        Ok(())
    }

    fn collect(&mut self, from: &Receiver<Worked>, queue: &Queue<Part>) -> Result<(), Broken> {
        let mut early = BTreeMap::new();
        let mut next = 0;
        loop {
            let worked = match from.try_recv() {
                Ok(worked) => worked,
                Err(TryRecvError::Disconnected) => return Ok(()),
                Err(TryRecvError::Empty) => {
                    // Whoever reads along need not wait for what is done.
                    self.hand_on()?;
                    match from.recv_timeout(PAUSE) {
                        Ok(worked) => worked,
                        Err(RecvTimeoutError::Disconnected) => return Ok(()),
                        Err(RecvTimeoutError::Timeout) => {
                            self.progress.show(&self.totals.documents);
                            if self.is_over() {
                                return Ok(());
                            }
                            continue;
                        }
                    }
                }
            };
            let (number, bytes, done) = worked;
            early.insert(number, (bytes, done));
            while let Some((bytes, done)) = early.remove(&next) {
                for done in done? {
                    self.take(done)?;
                    if self.is_over() {
                        return Ok(());
                    }
                }
                queue.written(bytes);
                self.progress.advance(bytes);
                next += 1;
            }
            self.progress.show(&self.totals.documents);
        }
    }

    fn is_over(&mut self) -> bool {
        if self.stop.wanted() {
            self.ended = Ended::Interrupted;
        } else if self.output.as_ref().is_some_and(Growing::is_closed) {
            self.ended = Ended::Closed;
        }
        self.ended != Ended::Whole
    }

    /// One document, in its turn.
    fn take(&mut self, done: Done) -> Result<(), Broken> {
        let mut made = done.made;
        if let Some((path, ready)) = done.ready
            && let Some(broken) = self.place(&path, ready)?
        {
            made = Made::broken(&broken, made.input.as_ref(), self.plan.common);
        }
        if let (Some(to), Some((bytes, _))) = (&mut self.output, &made.output) {
            to.line(bytes)?;
        }
        if let (Some(to), Some(line)) = (&mut self.ledger, &made.ledger) {
            to.line(line)?;
        }
        self.totals.add(&made);
        self.kept.extend(made.kept.take());
        if made.verdict != Verdict::Yes && self.plan.batch.fail_fast {
            self.ended = Ended::Failed;
        }
        self.report(made)
    }

    /// The documents that were to be kept.
    pub fn kept(&mut self) -> Vec<Document> {
        std::mem::take(&mut self.kept)
    }

    /// Something more about a document of the run, or about one besides.
    pub fn also(&mut self, made: Made) -> Result<(), Broken> {
        self.totals.also(&made);
        self.report(made)
    }

    fn report(&mut self, made: Made) -> Result<(), Broken> {
        let format = self.plan.common.format;
        if let (Some(to), Some(line)) = (&mut self.errors, &made.error) {
            to.line(line.as_bytes())?;
        }
        self.hold(Stream::Out, &made.said);
        if format == Format::Json {
            self.hold(self.plan.reports, &made.told);
        } else if self.errors.is_none() || made.error.is_none() {
            self.hold(Stream::Err, &made.told);
        }
        self.sarif.0.extend(made.sarif);
        self.sarif.1.extend(made.failure.filter(|_| format == Format::Sarif));
        let held: usize = self.held.iter().map(|(_, text)| text.len()).sum();
        if held > HELD { self.print() } else { Ok(()) }
    }

    fn hold(&mut self, stream: Stream, text: &str) {
        match self.held.last_mut() {
            _ if text.is_empty() => {}
            Some((last, held)) if *last == stream => held.push_str(text),
            _ => self.held.push((stream, text.to_owned())),
        }
    }

    /// Gives a file its name. What is wrong with this name alone is the document's bad luck and returned; what else is
    /// wrong ends the run.
    fn place(&mut self, path: &Path, ready: Result<Ready, Broken>) -> Result<Option<Broken>, Broken> {
        use std::io::ErrorKind::{InvalidFilename, IsADirectory, NotADirectory};
        if !self.taken.take(path) {
            return Ok(Some(taken_already(path)));
        }
        match ready.and_then(Ready::finish) {
            Ok(()) => Ok(None),
            Err(broken @ Broken::Exists { .. }) => Ok(Some(broken)),
            Err(Broken::Write { name, source })
                if matches!(source.kind(), InvalidFilename | IsADirectory | NotADirectory) =>
            {
                Ok(Some(Broken::Write { name, source }))
            }
            Err(broken) => Err(broken),
        }
    }

    /// Hands on what is held back for others to read along.
    fn hand_on(&mut self) -> Result<(), Broken> {
        if let Outputs::NdJson(None) = self.plan.outputs
            && let Some(output) = &mut self.output
        {
            output.flush()?;
        }
        self.print()
    }

    fn print(&mut self) -> Result<(), Broken> {
        let held = std::mem::take(&mut self.held);
        if held.is_empty() {
            return Ok(());
        }
        self.progress.aside(|| {
            held.iter().try_for_each(|(stream, text)| match stream {
                Stream::Out => io::say(text),
                Stream::Err => {
                    io::tell(text);
                    Ok(())
                }
            })
        })
    }

    fn whole_so_far(&self, what: &str) {
        let documents = self.totals.documents;
        let (done, for_people) = (documents.ok + documents.skipped, self.plan.common.format == Format::Human);
        if let (Outputs::Tree(_), true) = (self.plan.outputs, for_people) {
            io::tell(&format!(
                "ocp-convert: {what}: the outputs of {done} documents are there and whole, nothing else is; --resume goes \
                 on with the rest\n"
            ));
        }
    }

    /// Names the files of the whole run, and says what it came to.
    pub fn end(mut self) -> Outcome {
        self.hand_on()?;
        if self.ended == Ended::Interrupted {
            let documents = self.totals.documents.total;
            self.whole_so_far("interrupted");
            return Err(Broken::Interrupted { documents });
        }
        if self.plan.common.format == Format::Sarif {
            let log = sarif::log(&self.sarif.0, &self.sarif.1);
            match self.plan.reports {
                Stream::Out => io::say(&log)?,
                Stream::Err => io::tell(&log),
            }
        }
        let whole = self.ended != Ended::Failed;
        if let Some(path) = self.plan.batch.summary.as_deref() {
            write_piece(path, &self.totals.file(whole), self.plan.force)?;
        }
        self.errors.map(Growing::finish).transpose()?;
        // Half of a whole run's output would be taken for all of it.
        if whole {
            self.ledger.map(Growing::finish).transpose()?;
            self.output.map(Growing::finish).transpose()?;
        }
        let for_people = self.plan.common.format == Format::Human;
        // No failure of this run; but nobody should take a part for all of it.
        if self.ended == Ended::Closed && for_people && !self.plan.common.quiet {
            io::tell(
                "ocp-convert: stopped: nobody reads the output any more; what came after these was not looked at\n",
            );
        }
        match (self.plan.done.filter(|_| for_people), self.plan.reports) {
            (Some(done), Stream::Out) => io::say(&self.totals.line(done))?,
            (Some(done), Stream::Err) if !self.plan.common.quiet => io::tell(&self.totals.text(done)),
            _ => {}
        }
        Ok(self.totals.verdict())
    }
}

/// How many bytes there are to read, when that can be told beforehand: of NDJSON in files.
fn total(plan: &Plan<'_>) -> Option<u64> {
    if !plan.batch.ndjson || plan.batch.files_from.is_some() || plan.files.is_empty() {
        return None;
    }
    let lengths = plan.files.iter().map(|file| fs::metadata(file).ok().filter(fs::Metadata::is_file));
    lengths.map(|meta| Some(meta?.len())).sum()
}
