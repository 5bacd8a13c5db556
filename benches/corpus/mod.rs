//! Checkpoints made from a seed: the corpus of a migration, documents of any size, and series along one dimension.
//!
//! A checkpoint of the corpus has about 4 KB and every section a checkpoint can have, its members in the order producers
//! write them, which is not the sorted one. The numbers of a corpus make its documents one by one, so that any of them
//! can be made again alone.

pub mod packets;
mod random;
mod sections;
pub mod series;

use random::Random;

/// The corpus's own seed.
pub const SEED: u64 = 0x6F63_7031;

/// Checkpoint `number` of the corpus, about 4 KB of compact JSON.
pub fn checkpoint(number: usize) -> String {
    let mut random = Random::new(SEED ^ (number as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93));
    let statements = random.between(3, 5);
    let resources = random.between(1, 3);
    let operations = random.between(1, 2);
    sections::document(&mut random, &sections::Counts { statements, resources, operations })
}

/// A checkpoint of about so many bytes, made like those of the corpus, with more of everything.
pub fn of_size(bytes: usize) -> String {
    // What a statement takes with its share of resources and operations.
    let many = (bytes / 720).max(2);
    let counts = sections::Counts { statements: many, resources: many / 2 + 1, operations: many / 3 + 1 };
    sections::document(&mut Random::new(SEED), &counts)
}

/// `text`, which is compact, spread over lines and indented by two spaces.
pub fn pretty(text: &str) -> String {
    let (mut out, mut depth, mut quoted, mut escaped) = (String::new(), 0_usize, false, false);
    for c in text.chars() {
        if quoted || c == '"' {
            quoted = (quoted && (escaped || c != '"')) || (!quoted && c == '"');
            escaped = quoted && !escaped && c == '\\';
            out.push(c);
            continue;
        }
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            _ => {}
        }
        let line = format!("\n{}", "  ".repeat(depth));
        match c {
            '{' | '[' | ',' => out.extend([c.to_string(), line]),
            '}' | ']' => out.extend([line, c.to_string()]),
            ':' => out.push_str(": "),
            c => out.push(c),
        }
    }
    out
}
