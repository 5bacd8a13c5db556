//! Many documents in one call: reading, work and writing overlap, what comes out keeps the order of the inputs whatever
//! the number of jobs, and one bad document never stops the rest.
//!
//! A command gives a function from one document to what it makes of it ([`Made`]); everything else is here. A thread
//! reads, some work, and the one that was called puts everything into order and writes. What is under way is bounded
//! ([`queue`]), so memory does not grow with the number of documents.

mod made;
mod names;
mod ndjson;
mod progress;
mod queue;
mod reader;
mod resume;
mod sink;
mod sources;
mod totals;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::{fs, thread};

use crate::args::{Batch, Common, Output, OutputTree};
use crate::io::Broken;
use crate::load::Document;
use crate::outputs::{Ready, check_outputs};
use crate::render::Stream;
use crate::{Outcome, Verdict};

pub use made::{Input, Kind, Made};
pub use names::{Taken, name, taken_already};
pub use progress::INTERRUPTED;
pub use resume::is_done;
pub use sink::Sink;

use queue::Queue;
use reader::{Item, Part, Reader};

/// Documents that go through a run together, at most: with a file each fewer, since each holds a file open.
const TOGETHER: usize = 64;
const FILES_TOGETHER: usize = 4;

/// What a call asks for beside the work itself.
pub struct Plan<'a> {
    pub files: &'a [PathBuf],
    pub batch: &'a Batch,
    pub common: &'a Common,
    pub outputs: Outputs<'a>,
    pub ledger: Option<&'a Path>,
    /// Whether files may be replaced.
    pub force: bool,
    /// What is done with a document, for the totals; none when people are not told of them.
    pub done: Option<&'static str>,
    /// Where reports go.
    pub reports: Stream,
    /// How many documents are worked on at once, where that is not for the user to say.
    pub jobs: Option<NonZeroUsize>,
}

/// Where what comes out goes.
#[derive(Clone, Copy)]
pub enum Outputs<'a> {
    /// Nothing comes out, or nothing but reports.
    None,
    /// A file a document, into this folder.
    Tree(&'a Path),
    /// A line a document, into this file or to standard output.
    NdJson(Option<&'a Path>),
}

impl<'a> Outputs<'a> {
    /// As the arguments say.
    pub fn of(tree: &'a OutputTree, output: &'a Output) -> Self {
        match &tree.output_dir {
            Some(folder) => Self::Tree(folder),
            None => Self::NdJson(output.output.as_deref()),
        }
    }
}

/// Whether a call is for many documents.
pub fn is_asked_for(files: &[PathBuf], batch: &Batch, tree: Option<&OutputTree>) -> bool {
    let Batch { files_from, ndjson, errors, summary, fail_fast, jobs } = batch;
    files.len() > 1
        || files.iter().any(|file| file.is_dir() || sources::is_glob(file))
        || files_from.is_some()
        || *ndjson
        || errors.is_some()
        || summary.is_some()
        || *fail_fast
        || jobs.is_some()
        || tree.is_some_and(|tree| tree.output_dir.is_some())
}

/// What came of a document on its way to the sink.
struct Done {
    made: Made,
    /// The file it goes to, all but named.
    ready: Option<(PathBuf, Result<Ready, Broken>)>,
}

impl Done {
    fn failed(&self) -> bool {
        self.made.verdict != Verdict::Yes
    }
}

/// A part on its way to the sink; its number, its bytes when it was read, and what came of its documents.
type Worked = (usize, usize, Result<Vec<Done>, Broken>);

/// Does the work on every document. `make` makes a worker, which gets a document and its place in a tree of outputs; a
/// failure of it is one of the call, and ends the run.
pub fn run<W, F>(plan: &Plan<'_>, make: F) -> Outcome
where
    F: Fn() -> Result<W, Broken> + Sync,
    W: FnMut(&Document, &Path) -> Result<Made, Broken>,
{
    collect(plan, make)?.end()
}

/// As [`run`], but the accounts are still open.
pub fn collect<'p, W, F>(plan: &'p Plan<'p>, make: F) -> Result<Sink<'p>, Broken>
where
    F: Fn() -> Result<W, Broken> + Sync,
    W: FnMut(&Document, &Path) -> Result<Made, Broken>,
{
    check(plan)?;
    let jobs = plan
        .jobs
        .or(plan.batch.jobs)
        .or_else(|| thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get);
    let queue = Arc::new(Queue::new(2 * jobs + 2));
    let mut sink = Sink::new(plan)?;
    let extensions: &[&str] = if plan.batch.ndjson { &["ndjson", "jsonl"] } else { &["json"] };
    let sources = sources::Sources::new(plan.files, plan.batch.files_from.as_deref(), extensions);
    let (sources, most) = match plan.outputs {
        Outputs::Tree(folder) => (sources.without(Some(folder)), FILES_TOGETHER),
        _ => (sources, TOGETHER),
    };
    let reader =
        Reader { sources, ndjson: plan.batch.ndjson, common: *plan.common, most, queue: Arc::clone(&queue) };
    // It is not waited for: it may itself wait for input that never comes, when the run is over for another reason.
    thread::spawn(|| reader.run());
    thread::scope(|scope| {
        let (to, from) = mpsc::channel();
        for _ in 0..jobs {
            let (to, queue, make) = (to.clone(), &queue, &make);
            scope.spawn(move || work(plan, queue, &to, make));
        }
        drop(to);
        let ended = sink.run(&from, &queue);
        queue.close();
        ended
    })?;
    Ok(sink)
}

/// One worker.
fn work<W, F>(plan: &Plan<'_>, queue: &Queue<Part>, to: &Sender<Worked>, make: &F)
where
    F: Fn() -> Result<W, Broken>,
    W: FnMut(&Document, &Path) -> Result<Made, Broken>,
{
    /// Nobody waits for what will not come when a worker dies.
    struct Dying<'q>(&'q Queue<Part>);
    impl Drop for Dying<'_> {
        fn drop(&mut self) {
            if thread::panicking() {
                self.0.close();
            }
        }
    }
    let _dying = Dying(queue);
    let mut worker = make();
    while let Some((number, part)) = queue.pop() {
        let bytes = part.bytes;
        let done = match &mut worker {
            Ok(worker) => several(plan, worker, &part),
            Err(_) => std::mem::replace(&mut worker, make()).map(|_| Vec::new()),
        };
        let last = plan.batch.fail_fast && done.as_ref().is_ok_and(|done| done.iter().any(Done::failed));
        // The sink is gone when nothing more is wanted.
        if to.send((number, bytes, done)).is_err() || last {
            return;
        }
    }
}

/// The documents of a part; where that is to be the end, up to the first that fails.
fn several<W>(plan: &Plan<'_>, worker: &mut W, part: &Part) -> Result<Vec<Done>, Broken>
where
    W: FnMut(&Document, &Path) -> Result<Made, Broken>,
{
    let mut out = Vec::with_capacity(part.items.len());
    for item in &part.items {
        let done = one(plan, worker, item)?;
        let last = plan.batch.fail_fast && done.failed();
        out.push(done);
        if last {
            break;
        }
    }
    Ok(out)
}

fn one<W>(plan: &Plan<'_>, worker: &mut W, item: &Item) -> Result<Done, Broken>
where
    W: FnMut(&Document, &Path) -> Result<Made, Broken>,
{
    let mut made = match &item.document {
        Ok(document) => worker(document, &item.place)?,
        Err(broken) => Made::broken(broken, None, plan.common),
    };
    let ready = match plan.outputs {
        Outputs::Tree(folder) => made.output.take().map(|(bytes, kind)| {
            made.input = item.document.as_ref().ok().map(|document| Input::of(document, plan.common));
            let path = name(folder, &item.place, kind);
            let ready = Ready::file(&path, &bytes, plan.force);
            (path, ready)
        }),
        _ => None,
    };
    Ok(Done { made, ready })
}

/// What can be wrong with the call, before anything is read.
fn check(plan: &Plan<'_>) -> Result<(), Broken> {
    let written =
        [&plan.batch.errors, &plan.batch.summary].map(Option::as_deref).into_iter().chain([plan.ledger]);
    let written = written.flatten().map(Some);
    let stdout = match plan.outputs {
        // Whatever the command says goes there.
        Outputs::None => Some(None),
        Outputs::NdJson(path) => Some(path),
        Outputs::Tree(_) => None,
    };
    check_outputs(&written.chain(stdout).collect::<Vec<_>>(), None, plan.force)?;
    let Outputs::Tree(folder) = plan.outputs else { return Ok(()) };
    fs::create_dir_all(folder)
        .map_err(|source| Broken::Write { name: folder.to_string_lossy().into_owned(), source })?;
    let place = |path: &Path| fs::canonicalize(path).ok();
    if plan.files.iter().any(|file| place(file).is_some() && place(file) == place(folder)) {
        let what = "--output-dir is the folder of the inputs: a later run would take the outputs for inputs";
        return Err(Broken::Usage { what: what.to_owned() });
    }
    Ok(())
}
