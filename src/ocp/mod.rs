//! Checkpoints: the member table and the rules of `OpenCheckpoint` 0.1.

pub mod members;
