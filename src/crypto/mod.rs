//! Primitives: digests, the length prefix, signatures and keys. One module a primitive; nothing here knows a document.

pub mod digest;
pub mod ed25519;
mod hex_text;
pub mod keys;
pub mod lp;
pub mod mac;
