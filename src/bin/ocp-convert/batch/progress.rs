//! How far a run is: a bar when standard error is a terminal, a line every few seconds otherwise, and the wish of the
//! user to stop it.

use std::io::IsTerminal as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::totals::Documents;
use crate::args::{Common, Format};
use crate::io;

/// Between two lines, and between two looks at a bar.
const PAUSE: Duration = Duration::from_secs(5);
const GLANCE: Duration = Duration::from_millis(100);
/// What the process ends with when it is told to stop: as a shell has it for Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Tells of progress on standard error.
pub struct Progress {
    bar: Option<ProgressBar>,
    /// Bytes that were written about so far.
    bytes: u64,
    last: Instant,
    /// Whether lines are wanted.
    lines: bool,
}

impl Progress {
    /// `total` are the bytes there are to read, where that is known.
    pub fn new(common: &Common, total: Option<u64>) -> Self {
        // Programs that read standard error read reports there.
        let wanted = !common.quiet && common.format == Format::Human;
        let terminal = std::io::stderr().is_terminal();
        let bar = (wanted && terminal).then(|| {
            let (bar, template) = match total {
                Some(total) => (ProgressBar::new(total), "{elapsed_precise} [{wide_bar}] {percent}% {msg}"),
                None => (ProgressBar::new_spinner(), "{elapsed_precise} {spinner} {msg}"),
            };
            match ProgressStyle::with_template(template) {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            }
        });
        Self { bar, bytes: 0, last: Instant::now(), lines: wanted && !terminal }
    }

    /// Counts bytes that are done with.
    pub fn advance(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
    }

    /// Says how far the run is, when it is time to.
    pub fn show(&mut self, documents: &Documents) {
        let pause = if self.bar.is_some() { GLANCE } else { PAUSE };
        if !(self.lines || self.bar.is_some()) || self.last.elapsed() < pause {
            return;
        }
        self.last = Instant::now();
        match &self.bar {
            Some(bar) => {
                bar.set_message(words(documents));
                bar.set_position(self.bytes);
                bar.tick();
            }
            None => io::tell(&format!("ocp-convert: {}\n", words(documents))),
        }
    }

    /// Prints something else on standard error, or on standard output on the same terminal.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn words(documents: &Documents) -> String {
    let failed = documents.refused + documents.broken;
    let also = if failed > 0 { format!(", {failed} of them failed") } else { String::new() };
    format!("{} documents so far{also}", documents.total)
}

/// Whether the user wants the run to stop.
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// From now on Ctrl-C stops the run after the document in hand; a second one ends the process on the spot. Nothing
    /// has a name by then that is not whole.
    pub fn on_signals() -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // Without a handler the signal ends the process, which leaves whole documents too.
            let _ = flag::register_conditional_shutdown(signal, i32::from(INTERRUPTED), Arc::clone(&stop))
                .and_then(|_| flag::register(signal, Arc::clone(&stop)));
        }
        Self(stop)
    }

    pub fn wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
