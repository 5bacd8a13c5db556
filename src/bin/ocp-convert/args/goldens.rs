//! The arguments of `goldens`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use ocp_convert::goldens::vector::Group;

/// Make, check and hand out the golden vectors that implementations are tested against
#[derive(Args, Debug)]
pub struct Goldens {
    #[command(subcommand)]
    pub command: GoldensCommand,
}

#[derive(Debug, Subcommand)]
pub enum GoldensCommand {
    Generate(GoldensGenerate),
    Check(GoldensCheck),
    Run(GoldensRun),
}

/// Make the vectors of a folder from its `inputs`
///
/// Bytes and digests are computed, verdicts are declared in the inputs; where the two disagree, nothing is written.
#[derive(Args, Debug)]
pub struct GoldensGenerate {
    /// The folder
    pub folder: PathBuf,
}

/// Hold a folder of vectors against this tool: every byte of every file, and every vector
#[derive(Args, Debug)]
pub struct GoldensCheck {
    /// The folder
    pub folder: PathBuf,
    /// Only this group
    #[arg(long, value_name = "GROUP", value_parser = group)]
    pub group: Option<Group>,
}

/// Ask another implementation about every vector, one line of JSON each way
///
/// The folder's README describes the lines. A vector that fails has to be named in the exceptions, and every exception
/// has to be needed.
#[derive(Args, Debug)]
pub struct GoldensRun {
    /// The folder
    pub folder: PathBuf,
    /// The program and its arguments, set apart by spaces; quotes keep a part together. No shell is asked.
    #[arg(long, value_name = "CMD")]
    pub command: String,
    /// Vectors that may fail: one id a line, then the reason
    #[arg(long, value_name = "FILE")]
    pub exceptions: Option<PathBuf>,
    /// Only this group
    #[arg(long, value_name = "GROUP", value_parser = group)]
    pub group: Option<Group>,
    /// Seconds to wait for an answer
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    pub timeout: NonZeroUsize,
}

fn group(text: &str) -> Result<Group, String> {
    let known = Group::ALL.iter().copied().find(|group| group.as_str() == text);
    known.ok_or_else(|| {
        let names: Vec<&str> = Group::ALL.iter().map(|group| group.as_str()).collect();
        format!("the groups are {}", names.join(", "))
    })
}
