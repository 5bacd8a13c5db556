//! Packets: the member table and the rules of the Zephr Continuity Format 1.

pub mod members;
