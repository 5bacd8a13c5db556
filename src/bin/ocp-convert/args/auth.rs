//! The arguments of the commands that have to do with keys.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use super::{Batch, Output};

/// Say whether a packet is whole and by whom: one line a check, what protects which member, one verdict
///
/// Exit code 0 only for `authentic`, and for `integrity-only` with --allow-unsigned.
#[derive(Args, Debug)]
pub struct Verify {
    /// The packets: files, folders with all `.json` files in them at any depth, globs; standard input when absent or `-`
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub trust: Trust,
    /// A layout of the manifest root to read the packet by, as `manifest --diagnose` prints it
    #[arg(long, value_name = "FILE")]
    pub layout: Option<PathBuf>,
    /// Let --errors and --summary replace existing files
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub batch: Batch,
}

/// Take in a packet: verify it, convert it to a checkpoint, and write a transfer receipt
///
/// A refusal leaves a report and no file. Nothing in a packet is ever executed.
#[derive(Args, Debug)]
pub struct Ingest {
    /// The packets: files, folders with all `.json` files in them at any depth, globs; standard input when absent or `-`
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub trust: Trust,
    /// Write the receipt here
    #[arg(long, value_name = "FILE", required_unless_present = "output_dir", conflicts_with = "output_dir")]
    pub receipt: Option<PathBuf>,
    /// Sign the receipt with this private key (PKCS#8 PEM)
    #[arg(long, value_name = "PEM")]
    pub receipt_key: Option<PathBuf>,
    /// The tools of this destination, separated by commas
    #[arg(long, value_name = "TOOLS", value_delimiter = ',')]
    pub capabilities: Vec<String>,
    /// Refuse packets that ask for high-risk tools, instead of telling of them
    #[arg(long)]
    pub strict: bool,
    /// Remember packets in this database, and refuse one that was taken in before
    #[arg(long, value_name = "DB")]
    pub seen: Option<PathBuf>,
    /// Cut beliefs after this many code points, and count them on the receipt
    #[arg(long, value_name = "N")]
    pub max_belief_chars: Option<usize>,
    #[command(flatten)]
    pub output: Output,
    /// Write the checkpoints into this folder, in the tree of the inputs, each with its receipt beside it; one packet is
    /// taken in after the other, whatever --jobs says
    #[arg(long, value_name = "DIR", conflicts_with = "output", help_heading = "Many documents")]
    pub output_dir: Option<PathBuf>,
    #[command(flatten)]
    pub batch: Batch,
}

/// Whom to trust, and who we are.
#[derive(Args, Debug)]
pub struct Trust {
    /// A folder with a `trust.toml`: the sources that are trusted, and their keys
    #[arg(long = "trust", value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Trust this public key (PEM) for packets of the installation ID; without ID, for the packet's own. A path with a
    /// `=` in it needs the ID
    #[arg(long, value_name = "[ID=]PEM")]
    pub source_key: Vec<PathBuf>,
    /// The installation key of the packet's source: 64 hex digits
    #[arg(long, value_name = "FILE")]
    pub source_installation_key: Option<PathBuf>,
    /// The installation key of this destination: 64 hex digits
    #[arg(long, value_name = "FILE")]
    pub destination_installation_key: Option<PathBuf>,
    /// The id of this destination; a packet for another one is refused
    #[arg(long, value_name = "ID")]
    pub destination_id: Option<String>,
    /// Take an unsigned packet on its integrity alone
    #[arg(long)]
    pub allow_unsigned: bool,
    /// The time to hold expiry and review against, instead of the clock's
    #[arg(long, value_name = "TIME")]
    pub now: Option<String>,
    /// Use secret key files that others can read
    #[arg(long)]
    pub allow_readable_keys: bool,
}

/// Authenticate a packet: print a copy of it, in canonical form, with a new `authentication`
#[derive(Args, Debug)]
pub struct Sign {
    /// The packet; standard input when absent or `-`
    pub file: Option<PathBuf>,
    /// The kind of authentication
    #[arg(long, default_value = "recipient-bound-mac")]
    pub kind: SignKind,
    /// The source's private key (PKCS#8 PEM)
    #[arg(long, value_name = "PEM")]
    pub secret_key: PathBuf,
    /// The source's installation key: 64 hex digits; for `recipient-bound-mac`
    #[arg(long, value_name = "FILE")]
    pub source_installation_key: Option<PathBuf>,
    /// The destination's installation key: 64 hex digits; for `recipient-bound-mac`
    #[arg(long, value_name = "FILE")]
    pub destination_installation_key: Option<PathBuf>,
    /// Use secret key files that others can read
    #[arg(long)]
    pub allow_readable_keys: bool,
    #[command(flatten)]
    pub output: Output,
}

/// A kind of authentication to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SignKind {
    /// A signature, and a MAC for the recipient
    RecipientBoundMac,
    /// A bare signature, which every verifier has to refuse: for test vectors
    SourceSignature,
}

/// Make keys, in files that only their owner can read
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("keys").required(true).multiple(true))]
pub struct Keygen {
    /// Write a new private Ed25519 key (PKCS#8 PEM) here
    #[arg(long, value_name = "PEM", requires = "public_key", group = "keys")]
    pub secret_key: Option<PathBuf>,
    /// Write the public half (SPKI PEM) here
    #[arg(long, value_name = "PEM", requires = "secret_key", group = "keys")]
    pub public_key: Option<PathBuf>,
    /// Write a new installation key (64 hex digits) here
    #[arg(long, value_name = "FILE", group = "keys")]
    pub installation_key: Option<PathBuf>,
    /// Let the keys replace existing files
    #[arg(long)]
    pub force: bool,
}

/// Check a transfer receipt again: its form, its digest, and, against what is given, what it says
///
/// Exit code 0 when nothing that could be checked is wrong; what could not be checked is listed. A receipt that is not
/// signed, or not held against a key, can be by anybody.
#[derive(Args, Debug)]
pub struct Receipt {
    /// The receipt; standard input when absent or `-`
    pub file: Option<PathBuf>,
    /// The packet it is of
    #[arg(long, value_name = "FILE")]
    pub packet: Option<PathBuf>,
    /// The checkpoint that came of the packet
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// The public key (PEM) of the destination that signed it
    #[arg(long, value_name = "PEM")]
    pub key: Option<PathBuf>,
}
