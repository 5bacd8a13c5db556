//! Writes `src/mapping/rules.rs` and `src/mapping/lines.rs` from `mappings/*.toml`. Run it in the project's folder after
//! editing a table. A package of its own, so that it runs also while the library does not compile for want of a rule.

mod lines;
mod render;

fn main() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (file, text) in [("rules.rs", render::render(&root)), ("lines.rs", lines::render(&root))] {
        let path = root.join("src/mapping").join(file);
        std::fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
}
