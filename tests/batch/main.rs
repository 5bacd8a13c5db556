//! Many documents in one call, as a process: order, failures, names, and what is left when a run does not end well.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod commands;
#[cfg(unix)]
mod names;
mod order;
mod place;
mod progress;
mod refused;
#[cfg(unix)]
mod stopped;
#[cfg(unix)]
mod workers;
