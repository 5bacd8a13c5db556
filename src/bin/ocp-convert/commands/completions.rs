//! `completions`: a script for a shell.

use clap::CommandFactory as _;

use crate::args::{Cli, Completions};
use crate::{Outcome, Verdict, io};

pub fn run(args: &Completions) -> Outcome {
    // The generator panics when its writer fails, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "ocp-convert", &mut script);
    io::print(&script)?;
    Ok(Verdict::Yes)
}
