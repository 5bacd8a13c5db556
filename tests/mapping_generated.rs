//! `src/mapping/rules.rs` is what the generator makes of `mappings/*.toml`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a table that cannot be rendered is a failed test"
)]

use std::path::Path;

#[path = "../mappings/generate/src/render.rs"]
mod render;

#[test]
fn the_rules_are_those_of_the_tables() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let committed = std::fs::read_to_string(root.join("src/mapping/rules.rs")).unwrap_or_default();
    assert!(committed == render::render(root), "stale: run `cargo run -p mapping-rules`");
}
