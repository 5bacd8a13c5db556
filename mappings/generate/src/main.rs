//! Writes `src/mapping/rules.rs` from `mappings/*.toml`. Run it in the project's folder after editing a table.
//! A package of its own, so that it runs also while the library does not compile for want of a rule.

mod render;

fn main() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("src/mapping/rules.rs");
    std::fs::write(&path, render::render(&root)).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
}
