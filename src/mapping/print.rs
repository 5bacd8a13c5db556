//! The static loss matrix: what each rule carries, makes or leaves out, for people and for programs.

use std::fmt::Write as _;

use serde::Serialize;

use super::{Deed, Direction, LINES, Line, MAPPING_VERSION, ROWS, Row};

/// A rendering of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns.
    Table,
    /// One JSON document.
    Json,
    /// A table for each direction; below a page of prose when both are asked for.
    Markdown,
}

/// What a conversion does to a document, in words; above both tables in Markdown.
const HEAD: &str = include_str!("../../mappings/head.md");

const COLUMNS: [&str; 6] = ["rule", "from", "when", "to", "fidelity", "what is lost, or why"];

/// The rows of one direction, or of both, one direction after the other.
pub fn print(direction: Option<Direction>, format: Format) -> String {
    let both = [Direction::OcpToZephr, Direction::ZephrToOcp];
    let groups = both.into_iter().filter(|d| direction.is_none_or(|only| only == *d));
    let groups = groups.map(|d| (d, ROWS.iter().filter(|row| row.direction == d).collect::<Vec<_>>()));
    match format {
        Format::Table => {
            groups.map(|(direction, rows)| table(direction, &rows)).collect::<Vec<_>>().join("\n")
        }
        Format::Markdown => {
            let head = if direction.is_none() { HEAD } else { "" };
            let tables: Vec<_> = groups.map(|(direction, rows)| markdown(direction, &rows)).collect();
            format!("{head}{}", tables.join("\n"))
        }
        Format::Json => {
            let lines = LINES.iter().filter(|line| direction.is_none_or(|only| only == line.direction));
            json(groups.flat_map(|(_, rows)| rows), lines)
        }
    }
}

/// The class of a carried value, `made`, or the status of one left out.
fn fidelity(row: &Row) -> &'static str {
    match row.deed {
        Deed::Move(class) => class.as_str(),
        Deed::Make => "made",
        Deed::Lose { status, .. } => status,
    }
}

/// What a row says in the columns before the last, a cell being a list.
fn cells(row: &Row) -> [Vec<&'static str>; 5] {
    let when = if row.when.is_empty() { Vec::new() } else { vec![row.when] };
    [vec![row.rule], row.from.to_vec(), when, row.to.to_vec(), vec![fidelity(row)]]
}

fn table(direction: Direction, rows: &[&Row]) -> String {
    let mut widths = COLUMNS.map(str::len);
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(cells(row)) {
            *width = cell.iter().map(|line| line.chars().count()).fold(*width, usize::max);
        }
    }
    let mut out = format!("{} (mapping version {MAPPING_VERSION})\n", direction.as_str());
    let mut line = |parts: [&str; 6]| {
        let mut text = String::new();
        for (part, width) in parts.iter().zip(widths) {
            let _ = write!(text, "{part:width$}  ");
        }
        out.push_str(text.trim_end());
        out.push('\n');
    };
    line(COLUMNS);
    for row in rows {
        let cells = cells(row);
        let height = cells.iter().map(Vec::len).max().unwrap_or(1);
        let note = row.note.replace('\n', " ");
        for i in 0..height {
            let [rule, from, when, to, fidelity] = [0, 1, 2, 3, 4]
                .map(|c| cells.get(c).and_then(|cell| cell.get(i)).copied().unwrap_or_default());
            line([rule, from, when, to, fidelity, if i == 0 { &note } else { "" }]);
        }
    }
    out
}

fn markdown(direction: Direction, rows: &[&Row]) -> String {
    let mut out = format!("## {} (mapping version {MAPPING_VERSION})\n\n", direction.as_str());
    let _ = writeln!(out, "| {} |\n|{}", COLUMNS.join(" | "), " --- |".repeat(COLUMNS.len()));
    for row in rows {
        out.push('|');
        for cell in cells(row) {
            let spans: Vec<_> = cell.into_iter().map(code).collect();
            let _ = write!(out, " {} |", spans.join("<br>"));
        }
        let _ = writeln!(out, " {} |", escaped(row.note));
    }
    out
}

/// A text as a code span of a table cell: longer fences than any run of backticks inside, bars escaped.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{}{pad}{fence}", text.replace('|', "\\|").replace('\n', " "))
}

/// A text as plain words of a table cell.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '&' | '~' | '#' | '!' => {
                out.extend(['\\', c]);
            }
            c => out.push(c),
        }
    }
    out
}

/// A row for programs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonRow {
    rule: &'static str,
    direction: &'static str,
    deed: &'static str,
    fidelity: &'static str,
    from: &'static [&'static str],
    #[serde(skip_serializing_if = "str::is_empty")]
    when: &'static str,
    to: &'static [&'static str],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    form: &'static [&'static str],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<JsonValue>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    makes: Vec<JsonMakes>,
    #[serde(skip_serializing_if = "str::is_empty")]
    alone: &'static str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    due: &'static [&'static str],
    #[serde(skip_serializing_if = "str::is_empty")]
    transform: &'static str,
    note: &'static str,
}

/// What a make row may write at some of its places.
#[derive(Serialize)]
struct JsonMakes {
    #[serde(skip_serializing_if = "str::is_empty")]
    at: &'static str,
    is: &'static [&'static str],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    of: &'static [&'static str],
}

/// A pair of a value map, or a fixed word.
#[derive(Serialize)]
struct JsonValue {
    #[serde(skip_serializing_if = "str::is_empty")]
    from: &'static str,
    to: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonMatrix {
    mapping_version: u32,
    rows: Vec<JsonRow>,
    lines: Vec<JsonLine>,
}

#[derive(Serialize)]
struct JsonLine {
    direction: &'static str,
    to: &'static [&'static str],
    form: &'static str,
}

fn json(rows: impl Iterator<Item = &'static Row>, lines: impl Iterator<Item = &'static Line>) -> String {
    let rows = rows.map(|row| JsonRow {
        rule: row.rule,
        direction: row.direction.as_str(),
        deed: match row.deed {
            Deed::Move(_) => "move",
            Deed::Make => "make",
            Deed::Lose { .. } => "loss",
        },
        fidelity: fidelity(row),
        from: row.from,
        when: row.when,
        to: row.to,
        form: row.form,
        values: row.values.iter().map(|(from, to)| JsonValue { from, to }).collect(),
        makes: row.makes.iter().map(|makes| JsonMakes { at: makes.at, is: makes.is, of: makes.of }).collect(),
        alone: row.alone,
        due: row.due,
        transform: row.transform,
        note: row.note,
    });
    let lines =
        lines.map(|line| JsonLine { direction: line.direction.as_str(), to: line.to, form: line.form });
    let matrix =
        JsonMatrix { mapping_version: MAPPING_VERSION, rows: rows.collect(), lines: lines.collect() };
    // Texts and lists of them only: serializing cannot fail.
    let mut text = serde_json::to_string_pretty(&matrix).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: Row = Row {
        rule: "OZ-a`b",
        direction: Direction::OcpToZephr,
        deed: Deed::Lose { status: "dropped", undefined: false, explicit: false },
        from: &["/a|b", "/c/*"],
        when: "",
        to: &[],
        form: &[],
        values: &[],
        makes: &[],
        alone: "",
        due: &[],
        transform: "",
        note: "a *bold* | <b>\nclaim",
    };

    #[test]
    fn markdown_cells_hold_what_they_should() {
        let text = markdown(Direction::OcpToZephr, &[&ROW]);
        let row = text.lines().last().unwrap();
        let expected = r"| ``OZ-a`b`` | `/a\|b`<br>`/c/*` |  |  | `dropped` | a \*bold\* \| \<b\> claim |";
        assert_eq!(row, expected);
    }

    #[test]
    fn tables_align_and_give_every_pattern_a_line() {
        let text = table(Direction::OcpToZephr, &[&ROW]);
        let lines: Vec<_> = text.lines().collect();
        let [_, head, first, second, ..] = lines.as_slice() else { panic!("{text}") };
        assert_eq!(head.find("from"), first.find("/a|b"));
        assert_eq!(head.find("from"), second.find("/c/*"));
        assert_eq!(head.find("fidelity"), first.find("dropped"));
    }

    #[test]
    fn every_row_is_printed_once_and_by_direction() {
        for direction in [Direction::OcpToZephr, Direction::ZephrToOcp] {
            let value: serde_json::Value =
                serde_json::from_str(&print(Some(direction), Format::Json)).unwrap();
            let rules: Vec<_> = value["rows"].as_array().unwrap().iter().map(|r| &r["rule"]).collect();
            let expected: Vec<_> = ROWS.iter().filter(|r| r.direction == direction).map(|r| r.rule).collect();
            assert_eq!(rules, expected);
        }
        let both = print(None, Format::Markdown);
        let tables = both.strip_prefix(HEAD).unwrap();
        assert_eq!(tables.lines().filter(|l| l.starts_with("| `")).count(), ROWS.len());
    }
}
