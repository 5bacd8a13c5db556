//! Packets: the member table and the rules of the Zephr Continuity Format 1.

pub mod diagnose;
mod layout;
pub mod layout_file;
pub mod manifest;
pub mod members;
pub(crate) mod message;
pub mod receipt;
pub mod recheck;
pub mod rules;
pub mod sign;
pub mod tools;
pub mod trust;
pub mod verify;

use crate::shape::schema::{Scope, schema};

/// The JSON Schema of a packet, generated from the member table: what the text states and what the profile pins.
pub fn packet_schema() -> serde_json::Value {
    schema(&members::PACKET, "Zephr Continuity Format 1 packet, as profile 1 reads it", Scope::Full)
}
