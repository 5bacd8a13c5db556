//! Generated from `mappings/*.toml` by `cargo run -p mapping-rules`; do not edit.

use super::{Deed, Direction, Fidelity, Row, Rule};

/// The version of the mapping: it moves whenever a row changes what a conversion does.
pub const MAPPING_VERSION: u32 = 1;

/// Every row of both tables.
pub const ROWS: &[Row] = &[
];

/// The rules of `mappings/ocp-to-zephr.toml`.
pub(crate) mod oz {
    use super::Rule;

}

/// The rules of `mappings/zephr-to-ocp.toml`.
pub(crate) mod zo {
    use super::Rule;

}
