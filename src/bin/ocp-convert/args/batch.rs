//! The arguments of the commands that take many documents in one call.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

/// Many documents in one call: several files, folders, globs, a list of names, or NDJSON.
#[derive(Args, Debug)]
#[command(next_help_heading = "Many documents")]
pub struct Batch {
    /// Read the documents named in this file too, one name a line, or separated by NUL where it holds one; `-` is
    /// standard input
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,
    /// The inputs are NDJSON: a document a line, LF or CRLF; a blank line is a document that is refused. Of a folder the
    /// `.ndjson` and `.jsonl` files
    #[arg(long)]
    pub ndjson: bool,
    /// Write a line of JSON to this file for each document that is refused or not read, instead of telling of it
    #[arg(long, value_name = "FILE")]
    pub errors: Option<PathBuf>,
    /// Write the totals of the run to this file, as JSON: documents, findings by code, and losses by rule and by class
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
    /// Stop at the first document that is refused or not read
    #[arg(long)]
    pub fail_fast: bool,
    /// How many documents are worked on at once; the number of cores when absent
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

/// Where the outputs of many documents go.
#[derive(Args, Debug)]
#[command(next_help_heading = "Many documents")]
pub struct OutputTree {
    /// Write a file a document into this folder, in the tree of the inputs; without it, NDJSON to standard output or -o
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    pub output_dir: Option<PathBuf>,
    /// Pass over documents whose output is there already: valid, and stating the digest of its source; of
    /// `canon`, the same bytes
    #[arg(long, requires = "output_dir")]
    pub resume: bool,
}
