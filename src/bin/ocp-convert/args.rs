//! The arguments: one struct a subcommand.

mod auth;
mod batch;
mod goldens;
mod residue;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ocp_convert::PROFILE_VERSION;
use ocp_convert::{canon, mapping};

pub use auth::{Ingest, Keygen, Receipt, Sign, SignKind, Trust, Verify};
pub use batch::{Batch, OutputTree};
pub use goldens::{Goldens, GoldensCheck, GoldensCommand, GoldensGenerate, GoldensRun};
pub use residue::Residue;

static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{} (profile {PROFILE_VERSION})", env!("CARGO_PKG_VERSION")));

/// Work with OpenCheckpoint 0.1 checkpoints and Zephr Continuity Format 1 packets.
///
/// Exit codes: 0 yes, 1 no (a document is at fault), 2 broken (usage, reading, writing), 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "ocp-convert", version = VERSION.as_str(), max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub common: Common,
}

/// Options of every command.
#[derive(Args, Clone, Copy, Debug)]
pub struct Common {
    /// Refuse documents larger than this many bytes
    #[arg(long, global = true, value_name = "N", default_value_t = 64 << 20)]
    pub max_bytes: usize,
    /// Report errors only, no warnings
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// How findings are reported: on standard error, by `validate`, `verify` and `receipt` on standard output
    #[arg(long, global = true, value_name = "FORMAT", default_value = "human")]
    pub format: Format,
}

/// A rendering of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people: a paragraph a finding; for `mappings` a table
    #[value(alias = "table")]
    Human,
    /// For programs: one JSON object a line and document, also when nothing is wrong
    Json,
    /// For code scanners: a SARIF 2.1.0 log
    Sarif,
    /// For people: the tables of `mappings` in Markdown
    Markdown,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Convert(Box<Convert>),
    Canon(Canon),
    Digest(Digest),
    Manifest(Manifest),
    Validate(Validate),
    Verify(Verify),
    Ingest(Ingest),
    Receipt(Receipt),
    Sign(Sign),
    Keygen(Keygen),
    Schema(Schema),
    Audit(Audit),
    Goldens(Goldens),
    Mappings(Mappings),
    Completions(Completions),
    Man(Man),
}

/// Where a command's output goes.
#[derive(Args, Debug)]
pub struct Output {
    /// Write to this file instead of standard output; it appears whole or not at all
    #[arg(long, short, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Let the output replace an existing file
    #[arg(long)]
    pub force: bool,
}

/// Convert a checkpoint to a packet, or a packet to a checkpoint, with a ledger of every value
#[derive(Args, Debug)]
pub struct Convert {
    /// The documents: files, folders with all `.json` files in them at any depth, globs; standard input when absent or `-`
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The format wanted; the other one when absent
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<Target>,
    /// Write the ledger to this file: where every value went, by which rule; of many documents one a line
    #[arg(long, value_name = "FILE")]
    pub ledger: Option<PathBuf>,
    /// Say what happened to the value at this JSON Pointer of the source, and to what is inside it
    #[arg(long, value_name = "POINTER")]
    pub explain: Vec<String>,
    /// Write the ids that changed to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub id_map: Option<PathBuf>,
    /// Refuse when values are lost in this way; with --accept, but for the rules accepted there
    #[arg(long, value_name = "CLASS")]
    pub deny: Vec<Loss>,
    /// Refuse every loss but those by the rules in this file, one a line, `#` for comments
    #[arg(long, value_name = "FILE")]
    pub accept: Option<PathBuf>,
    /// Convert and report, but write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Leave out members that no table defines, with an entry, instead of refusing the document
    #[arg(long)]
    pub lenient: bool,
    /// The time of the conversion, RFC 3339; none is taken from the clock
    #[arg(long, value_name = "TIME")]
    pub now: Option<String>,
    /// The client kind of the packet: claude-code, cursor, codex, opencode or console
    #[arg(long, value_name = "KIND")]
    pub client_kind: Option<String>,
    /// The installation key id the packet names as its source
    #[arg(long, value_name = "ID")]
    pub installation_key_id: Option<String>,
    /// Bind the packet to the installation with this key id
    #[arg(long, value_name = "ID")]
    pub recipient: Option<String>,
    /// How long after its export the packet wants review: days as `30d`, weeks as `4w`
    #[arg(long, value_name = "DURATION", value_parser = days)]
    pub review_by: Option<u32>,
    #[command(flatten)]
    pub residue: Residue,
    /// Indent by two spaces
    #[arg(long)]
    pub pretty: bool,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub tree: OutputTree,
    #[command(flatten)]
    pub batch: Batch,
}

/// A format to convert to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// OpenCheckpoint 0.1
    Ocp,
    /// Zephr Continuity Format 1
    Zephr,
}

/// A way to lose a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Loss {
    /// Left out
    Omitted,
    /// Told in words only
    Narrated,
    /// Carried with less trust than it claimed
    Demoted,
}

/// `30d`, `4w`: whole days or weeks.
fn days(text: &str) -> Result<u32, String> {
    let (number, scale) = match text.strip_suffix('w') {
        Some(weeks) => (weeks, 7),
        None => (text.strip_suffix('d').unwrap_or_default(), 1),
    };
    let days = number.parse::<u32>().ok().and_then(|n| n.checked_mul(scale));
    days.ok_or_else(|| "expected days as `30d` or weeks as `4w`".to_owned())
}

/// Print the canonical bytes of a JSON document
#[derive(Args, Debug)]
pub struct Canon {
    /// The documents: files, folders with all `.json` files in them at any depth, globs; standard input when absent or `-`
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The canonical form
    #[arg(long)]
    pub profile: CanonProfile,
    /// Indent by two spaces, in the same order of names: for people, not for hashing
    #[arg(long)]
    pub pretty: bool,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub tree: OutputTree,
    #[command(flatten)]
    pub batch: Batch,
}

/// A canonical form.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum CanonProfile {
    /// RFC 8785
    Jcs,
    /// ZCF-JSON-v1
    Zcf,
}

impl From<CanonProfile> for canon::Profile {
    fn from(profile: CanonProfile) -> Self {
        match profile {
            CanonProfile::Jcs => Self::Jcs,
            CanonProfile::Zcf => Self::Zcf,
        }
    }
}

/// Print the SHA-256 of documents, one line each
#[derive(Args, Debug)]
pub struct Digest {
    /// The documents: files, folders with all `.json` files in them at any depth, globs; standard input when absent or `-`
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// What of the document is hashed
    #[arg(long, default_value = "jcs")]
    pub profile: DigestProfile,
    /// Let --errors and --summary replace existing files
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub batch: Batch,
}

/// What of a document a digest is over.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum DigestProfile {
    /// Its canonical bytes by RFC 8785
    Jcs,
    /// Its canonical bytes by ZCF-JSON-v1
    Zcf,
    /// The bytes of the file, whatever they are
    Raw,
}

/// Compute the manifest root of a packet and compare it with the one the packet states
#[derive(Args, Debug)]
pub struct Manifest {
    /// The packet; standard input when absent or `-`
    pub file: Option<PathBuf>,
    /// Print what is hashed, section by section, and what is not
    #[arg(long, conflicts_with_all = ["write", "diagnose"])]
    pub explain: bool,
    /// Try every plausible layout of the hashed bytes, and print those that give the stated root, one a line
    #[arg(long, conflicts_with = "write")]
    pub diagnose: bool,
    /// Print the packet with the right root, in canonical form
    #[arg(long)]
    pub write: bool,
    #[command(flatten)]
    pub output: Output,
}

/// Say whether documents are well-formed and internally consistent
///
/// Checkpoints are held to levels 1 and 2 of OpenCheckpoint 8.1, packets to their envelope, sections and manifest root.
/// What a document is, is told from its content. Nothing is said of resources, authority or identity.
#[derive(Args, Debug)]
pub struct Validate {
    /// The documents: files, folders with all `.json` files in them at any depth, globs; standard input when absent or `-`
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// A checkpoint that others derive from; each is compared with the one it names, or else with the next one given
    #[arg(long, value_name = "FILE")]
    pub parent: Vec<PathBuf>,
    /// A JSON Schema for checkpoints to use instead of the one built in; it is never completed from a network
    #[arg(long, value_name = "FILE")]
    pub schema: Option<PathBuf>,
    /// Warn of undefined members of a checkpoint instead of refusing them
    #[arg(long)]
    pub lenient: bool,
    /// Refuse documents with warnings too
    #[arg(long)]
    pub deny_warnings: bool,
    /// Report at most this many findings a document
    #[arg(long, value_name = "N", default_value = "100")]
    pub max_findings: NonZeroUsize,
    /// Let --errors and --summary replace existing files
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub batch: Batch,
}

/// Print a JSON Schema (draft 2020-12)
#[derive(Args, Debug)]
pub struct Schema {
    /// What the schema is of
    pub of: SchemaOf,
}

/// What a schema is of.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SchemaOf {
    /// A checkpoint, as level 1 of `validate` reads it
    Checkpoint,
    /// A packet, with everything the profile pins
    Packet,
    /// A ledger of `convert`
    Ledger,
    /// A report of `--format json`
    Report,
    /// A transfer receipt of `ingest`
    Receipt,
    /// A file of golden vectors
    Vector,
}

/// Check a conversion against its ledger, without trusting the converter
///
/// Passing means that the ledger accounts for both documents as the mapping tables say, not that either is safe to act
/// on.
#[derive(Args, Debug)]
pub struct Audit {
    /// The document that was converted
    pub source: PathBuf,
    /// What came of it
    pub target: PathBuf,
    /// The ledger of the conversion
    pub ledger: PathBuf,
}

/// Print what each rule of the conversion carries, makes or leaves out
#[derive(Args, Debug)]
pub struct Mappings {
    /// Only the rules of this direction
    #[arg(long)]
    pub direction: Option<Direction>,
}

/// A direction of conversion.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Direction {
    /// From checkpoint to packet
    OcpToZephr,
    /// From packet to checkpoint
    ZephrToOcp,
}

impl From<Direction> for mapping::Direction {
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::OcpToZephr => Self::OcpToZephr,
            Direction::ZephrToOcp => Self::ZephrToOcp,
        }
    }
}

/// Print a completion script
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell it is for
    pub shell: clap_complete::Shell,
}

/// Print the manual page, of the tool or of one command
#[derive(Args, Debug)]
pub struct Man {
    /// The command; the tool itself when absent
    pub command: Option<String>,
}
