//! Primitives: digests, the length prefix, signatures and keys. One module a primitive; nothing here knows a document.

pub mod digest;
pub mod lp;
