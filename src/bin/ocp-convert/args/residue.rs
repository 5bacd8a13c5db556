//! The arguments of `convert` that have to do with restoring.

use std::path::PathBuf;

use clap::Args;

/// What to keep, and by what proof to restore.
#[derive(Args, Debug)]
pub struct Residue {
    /// Keep in the target what restores the document whole, in plain text, and tell the document's digest. Refuses proofs
    /// of scope, signatures and apparent credentials; that is a guess, and no promise that there are none
    #[arg(long, conflicts_with = "restore")]
    pub preserve: bool,
    /// Give back the document that --preserve kept, if it has this digest; an edited target is converted instead
    #[arg(long, value_name = "DIGEST")]
    pub restore: Option<String>,
    /// With --preserve, add a MAC under this key (a file that `keygen --installation-key` writes); without, restore what
    /// has such a MAC, no digest needed
    #[arg(long, value_name = "FILE")]
    pub preserve_key: Option<PathBuf>,
    /// Read a key file that others can read too
    #[arg(long)]
    pub allow_readable_keys: bool,
}
