//! `src/mapping/rules.rs` and `lines.rs` are what the generator makes of `mappings/*.toml`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a table that cannot be rendered is a failed test"
)]

use std::path::Path;

#[path = "../mappings/generate/src/render.rs"]
mod render;

#[path = "../mappings/generate/src/lines.rs"]
mod lines;

#[test]
fn the_rules_are_those_of_the_tables() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let committed = std::fs::read_to_string(root.join("src/mapping/rules.rs")).unwrap_or_default();
    assert!(committed == render::render(root), "stale: run `cargo run -p mapping-rules`");
}

#[test]
fn the_lines_are_those_of_the_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let committed = std::fs::read_to_string(root.join("src/mapping/lines.rs")).unwrap_or_default();
    assert!(committed == lines::render(root), "stale: run `cargo run -p mapping-rules`");
}
