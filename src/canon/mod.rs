//! Canonical JSON: one writer, two profiles (profile 1, section 2).
//!
//! `jcs` is RFC 8785. `zcf` is `ZCF-JSON-v1` of the Zephr text, which says sorted names, no insignificant white space,
//! `-0` as `0`, integers without `.0`; where it is silent the writer follows RFC 8785. The two differ in one rule: the
//! order of names, UTF-16 code units in `jcs`, code points in `zcf` (pinned).

mod order;
mod writer;

pub use order::Profile;
pub(crate) use order::is_same_in_both;
pub(crate) use writer::Writer;
pub use writer::{to_vec, write, write_pretty, write_string};
