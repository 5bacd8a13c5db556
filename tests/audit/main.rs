//! A small conversion each way, made by hand, that the auditor accepts; and every kind of lie once, with the code and
//! the place it is found at.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod fixture;
mod heads;
mod lies;
mod lists;
mod samples;
mod tables;
mod told;
mod vectors;
