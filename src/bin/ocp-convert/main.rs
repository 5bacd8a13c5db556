//! The command line of `ocp-convert`: arguments, files and renderings around the library's public API.
//!
//! A new command is an argument struct in `args.rs`, a file in `commands/`, and a line in each of the two `match`es
//! that the compiler then asks for.

mod args;
mod batch;
mod clock;
mod commands;
mod excerpt;
mod io;
mod keys;
mod layout;
mod load;
mod losses;
mod outputs;
mod render;
mod sarif;
mod seen;
mod usage;
mod verification;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Cli, Command, Format};
use io::Broken;
use render::Stream;

/// What the run says of the documents; the exit code follows it, whatever the output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Exit code 0.
    Yes,
    /// Exit code 1: the fault is in a document.
    No,
    /// Exit code 2: the fault is in the call, or in reading and writing.
    Broken,
}

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let mut interrupted = false;
    let verdict = match Cli::try_parse_from(&arguments) {
        Ok(cli) => format_fits(&cli).and_then(|()| run(&cli)).unwrap_or_else(|broken| {
            let stream = match cli.command {
                Command::Validate(_) | Command::Verify(_) | Command::Receipt(_) => Stream::Out,
                _ => Stream::Err,
            };
            render::broken(&broken, cli.common.format, stream);
            interrupted = matches!(broken, Broken::Interrupted { .. });
            Verdict::Broken
        }),
        Err(error) => usage::answer(error, &arguments).unwrap_or_else(|broken| {
            render::broken(&broken, Format::Human, Stream::Err);
            Verdict::Broken
        }),
    };
    ExitCode::from(match verdict {
        Verdict::Yes => 0,
        Verdict::No => 1,
        Verdict::Broken if interrupted => batch::INTERRUPTED,
        Verdict::Broken => 2,
    })
}

/// Refuses a rendering that the command does not have.
fn format_fits(cli: &Cli) -> Result<(), Broken> {
    let table = matches!(cli.command, Command::Mappings(_));
    match cli.common.format {
        Format::Markdown if !table => {
            Err(Broken::Usage { what: "--format markdown is for `mappings` only".to_owned() })
        }
        Format::Sarif if matches!(cli.command, Command::Goldens(_)) => {
            Err(Broken::Usage { what: "--format sarif is for documents, `goldens` has none".to_owned() })
        }
        Format::Sarif if table => {
            Err(Broken::Usage { what: "--format sarif is for findings, `mappings` has none".to_owned() })
        }
        _ => Ok(()),
    }
}

fn run(cli: &Cli) -> Outcome {
    let common = &cli.common;
    match &cli.command {
        Command::Convert(args) => commands::convert::run(args, common),
        Command::Canon(args) => commands::canon::run(args, common),
        Command::Digest(args) => commands::digest::run(args, common),
        Command::Manifest(args) => commands::manifest::run(args, common),
        Command::Validate(args) => commands::validate::run(args, common),
        Command::Verify(args) => commands::verify::run(args, common),
        Command::Ingest(args) => commands::ingest::run(args, common),
        Command::Receipt(args) => commands::receipt::run(args, common),
        Command::Sign(args) => commands::sign::run(args, common),
        Command::Keygen(args) => commands::keygen::run(args),
        Command::Schema(args) => commands::schema::run(args),
        Command::Audit(args) => commands::audit::run(args, common),
        Command::Goldens(args) => commands::goldens::run(args, common),
        Command::Mappings(args) => commands::mappings::run(args, common),
        Command::Completions(args) => commands::completions::run(args),
        Command::Man(args) => commands::man::run(args),
    }
}

/// What a command returns: a verdict on the documents, or why there is none.
type Outcome = Result<Verdict, Broken>;
