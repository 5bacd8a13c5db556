//! `mappings/README.md` is what the program prints, and says for every row who loses what.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a table that cannot be read is a failed test")]

use std::path::Path;

use ocp_convert::mapping::print::{Format, print};
use ocp_convert::mapping::{Deed, Direction, Fidelity, ROWS};

#[test]
fn the_published_matrix_is_that_of_the_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("mappings/README.md");
    let published = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        published == print(None, Format::Markdown),
        "stale: run `cargo run -q -- mappings --format markdown >mappings/README.md`"
    );
}

#[test]
fn the_prose_stands_above_both_tables_only() {
    let both = print(None, Format::Markdown);
    assert!(both.starts_with("# What a conversion does"));
    for direction in [Direction::OcpToZephr, Direction::ZephrToOcp] {
        let one = print(Some(direction), Format::Markdown);
        assert!(one.starts_with("## "), "{one:.40}");
        assert!(both.contains(&one), "the table is the same alone and with the other");
    }
}

/// No row that tells, lowers or leaves out says that nothing is lost, and every note is a sentence.
#[test]
fn a_row_says_that_nothing_is_lost_only_where_nothing_is() {
    for row in ROWS {
        let says_nothing = row.note.starts_with("Nothing is lost");
        let loses = match row.deed {
            Deed::Move(class) => matches!(class, Fidelity::Narrated | Fidelity::Demoted),
            Deed::Lose { .. } => true,
            Deed::Make => false,
        };
        assert!(!(loses && says_nothing), "{}: {}", row.rule, row.note);
        let sentence = row.note.starts_with(|c: char| !c.is_lowercase()) && row.note.ends_with('.');
        assert!(sentence, "{}: {}", row.rule, row.note);
    }
}
