//! Renders the forms of lines from `mappings/lines.toml`.

use std::fmt::Write as _;
use std::path::Path;

use toml::Value;

/// The text of `src/mapping/lines.rs`.
pub fn render(root: &Path) -> String {
    let path = root.join("mappings/lines.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let table: Value = toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut lines = String::new();
    for line in table["line"].as_array().unwrap() {
        let direction = match line["direction"].as_str().unwrap() {
            "ocp-to-zephr" => "OcpToZephr",
            "zephr-to-ocp" => "ZephrToOcp",
            other => panic!("direction `{other}`"),
        };
        let to: Vec<_> = line["to"].as_array().unwrap().iter().map(|to| to.as_str().unwrap()).collect();
        let form = line["form"].as_str().unwrap();
        writeln!(lines, "    Line {{ direction: Direction::{direction}, to: &{to:?}, form: {form:?} }},")
            .unwrap();
    }
    format!(
        "//! Generated from `mappings/lines.toml` by `cargo run -p mapping-rules`; do not edit.\n\n\
         use super::{{Direction, Line}};\n\n\
         /// The form of every line that conversions write.\npub const LINES: &[Line] = &[\n{lines}];\n"
    )
}
