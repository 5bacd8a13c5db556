//! The JSON Schema of the ledger file, for readers in other languages. It says what a ledger looks like; whether it is
//! true, the auditor says.

/// JSON Schema 2020-12 of a ledger file.
pub const SCHEMA: &str = include_str!("ledger.schema.json");
