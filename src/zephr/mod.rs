//! Packets: the member table and the rules of the Zephr Continuity Format 1.

mod layout;
pub mod manifest;
pub mod members;
