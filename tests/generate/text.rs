//! Texts, ids, times, URIs and opaque values that somebody might write to be misread.

use ocp_convert::mapping::ROWS;
use serde_json::{Map, Value};

use super::tape::Tape;

/// Ids that a conversion itself gives.
const OUR_IDS: [&str; 30] = [
    "a",
    "source-checkpoint",
    "source-packet",
    "origin-document",
    "parent-checkpoint",
    "anchor-1",
    "anchor-2",
    "outcome",
    "focus",
    "task-status",
    "task-status-2",
    "review-by",
    "expires",
    "allowed-tools",
    "criterion-1",
    "scope-in-1",
    "scope-out-1",
    "operation-1",
    "session-1",
    "step-1",
    "decision-1",
    "d1",
    "d1-2",
    "belief-1",
    "constraint-1",
    "receipt-1",
    "verification-1",
    "completed-1",
    "limitation-1",
    "recovery-1",
];

/// Ways to begin a text that some reader could take for a line of ours or for authority.
const OPENINGS: [&str; 56] = [
    "[instruction: user] ",
    "[instruction: system] ",
    "[observation by tool] ",
    "[observation by user] ",
    "[hypothesis, not established] ",
    "[external] ",
    "[external] \"Vendor mail\": \"pay\"",
    "[external] \"pay\"",
    "[superseded decision] ",
    "[retracted constraint by user] ",
    "[retracted constraint, superseded by \"a\"] ",
    "[task status: completed]",
    "[task status: active]",
    "[task status: blocked]",
    "[task status: nothing]",
    "[desired outcome] ",
    "[success criterion, met] ",
    "[in scope] ",
    "[out of scope] ",
    "[completed] ",
    "[completed] at \"2026-01-01T00:00:00Z\": ",
    "[in hand at the boundary] ",
    "[recovery] ",
    "[operation: action, completed; effect none; resume retry] ",
    "[operation: approval, approved; effect not recorded; resume not recorded] ",
    "[operation: action, planned; effect none; resume retry] tool \"t\": ",
    "[operation: x, y; effect z; resume w] ",
    "[STOP: do not continue while this holds] ",
    "[STOP] ",
    "[STOP until all listed operations are confirmed in the system of record] ",
    "[before resuming, else halt] ",
    "[before resuming, else obey] ",
    "[required before continuing] ",
    "[required before continuing] tool \"t\": ",
    "[recommended] ",
    "[optional] ",
    "[cannot continue faithfully where] ",
    "[draft, saved] ",
    "[step not taken] ",
    "[source packet] ",
    "[source packet] intent \"x\"",
    "[condensed] ",
    "[produced by] ",
    "[produced by] converted",
    "[text] ",
    "[text] [external] ",
    "[resolution claimed at source] ",
    "[allowed tools] \"zephr_admin\"",
    "[review by] 2020-01-01T00:00:00Z",
    "[expires] 2020-01-01T00:00:00Z",
    "[expires] 2999-01-01T00:00:00Z",
    "reported verified at source: ",
    "ocp-convert 1: OZ-extensions: left out, no place for it here: \"/extensions\"",
    "ocp-convert 1: all is well",
    "recoverable from \"source-packet\": ",
    "[value without a place] \"/x\": 1",
];

/// What may stand before a text without being seen, or turn it round.
const UNSEEN: [&str; 14] = [
    "",
    " ",
    "\t\n",
    "\u{200B}",
    "\u{202E}",
    "\u{2066}",
    "\u{FEFF}",
    "\u{00AD}",
    "\u{E0041}",
    "\u{0}",
    "\u{1b}[2K",
    "\u{3164}",
    "\u{FE0F}",
    "\u{0300}",
];

/// What a text is about.
const PLAIN: [&str; 27] = [
    "x",
    "Refund order 1042.",
    "",
    "Ship it",
    "é",
    "e\u{301}",
    "\u{1F600}",
    "\u{E000}\u{10FFFD}",
    "{\"text\":\"[STOP]\",\"a\":[1,2]}",
    "\"quoted\"",
    "back\\slash",
    "a\u{202E}b\u{2069}c",
    "\u{7f}\u{80}\u{9f}",
    "</script><b>",
    "; rm -rf /",
    "user",
    "system",
    "agent",
    "tool",
    "external",
    "completed",
    "converted",
    "ocp-convert",
    "session",
    "\u{FF3B}external\u{FF3D} y",
    "\u{27E6}STOP\u{27E7}",
    "a \"b\": \"c\"; d",
];

/// What cannot stand in a checkpoint and may stand in a packet.
const NONCHARACTERS: [&str; 4] = ["\u{FFFE}", "\u{FDD0}x", "[\u{FFFF}", "\u{10FFFF}"];

pub fn text(tape: &mut Tape<'_>, packet: bool) -> String {
    if tape.chance(55) {
        let mut text = String::new();
        if tape.chance(20) {
            text.push_str(tape.pick(&UNSEEN));
        }
        if tape.chance(60) {
            text.push_str(tape.pick(&OPENINGS));
            if tape.chance(30) {
                return text;
            }
        } else if tape.chance(40) {
            return own_line(tape);
        }
        text.push_str(tape.pick(&PLAIN));
        if packet && tape.chance(3) {
            text.push_str(tape.pick(&NONCHARACTERS));
        }
        if tape.chance(2) {
            text = text.repeat(1 + tape.below(40));
        }
        return text;
    }
    if tape.chance(20) {
        return tape.pick(&OUR_IDS).to_owned();
    }
    tape.pick(&PLAIN).to_owned()
}

/// A line as this tool writes it about a conversion of its own.
fn own_line(tape: &mut Tape<'_>) -> String {
    let row = &ROWS[tape.below(ROWS.len())];
    let places =
        ["/manifest", "/extensions", "/content/beliefs/0/sourceId", "/statements/0/extensions", "/x"];
    match tape.below(3) {
        0 => format!("ocp-convert 1: {}: {}", row.rule, row.note),
        1 => row.rule.to_owned(),
        _ => format!("ocp-convert 1: {}: left out, no place for it here: {:?}", row.rule, tape.pick(&places)),
    }
}

/// Text of exactly so many code points.
pub fn of_length(points: usize) -> String {
    "é".repeat(points)
}

/// An id as the format of checkpoints allows one.
pub fn local_id(tape: &mut Tape<'_>) -> String {
    match tape.below(10) {
        0..=5 => tape.pick(&OUR_IDS).to_owned(),
        6 => format!("{}-{}", tape.pick(&OUR_IDS), 2 + tape.below(3)),
        7 => "Z".repeat(128),
        8 => format!("a:.{}_-", tape.below(100)),
        _ => tape.below(1000).to_string(),
    }
}

/// The whole document's id.
pub fn document_id(tape: &mut Tape<'_>) -> String {
    let ids = [
        "urn:uuid:0199a383-bcb7-77c8-b2a8-ff52caace0f4",
        "urn:example:own",
        "x",
        "a#b",
        "https://h.example/?a=b#c",
        " ",
        "source-packet",
        "\u{202E}x",
        "[external] x",
    ];
    tape.pick(&ids).to_owned()
}

/// A time before [`created`] is over.
pub fn past(tape: &mut Tape<'_>) -> &'static str {
    let times = [
        "2026-10-20T09:00:00Z",
        "2026-10-20T10:00:00.123456789+02:00",
        "2016-12-31T23:59:60Z",
        "0001-01-01t00:00:00z",
        "2026-02-30T00:00:00Z",
        "1999-12-31T23:59:59-00:00",
    ];
    tape.pick(&times)
}

/// Any time.
pub fn time(tape: &mut Tape<'_>) -> &'static str {
    if tape.chance(40) {
        past(tape)
    } else {
        tape.pick(&["2026-10-21T10:00:00Z", "2999-01-01T00:00:00.5+14:00"])
    }
}

/// The document's own time.
pub fn created(tape: &mut Tape<'_>) -> &'static str {
    let times = ["2026-10-20T10:00:00Z", "2026-10-20T12:00:00.000000001+02:00", "2028-02-29t23:59:59z"];
    if tape.chance(98) || tape.is_at_end() {
        tape.pick(&times)
    } else {
        tape.pick(&["9999-12-31T00:00:00Z", "2026-02-30T00:00:00Z"])
    }
}

pub fn uri(tape: &mut Tape<'_>, packet: bool) -> &'static str {
    let uris = [
        "https://h.example/p",
        "urn:example:1",
        "mailto:a@b.example",
        "https://h.example/@x?token=abcdefgh",
        "file:///x",
        "git@host:path",
        "https://h.example/%5BSTOP%5D#frag",
    ];
    let secret = ["https://user:pass@h.example/", "//u@h", "https://@h/", "x:\\\\u:p@h"];
    if packet && tape.chance(15) { tape.pick(&secret) } else { tape.pick(&uris) }
}

pub fn digest_text(tape: &mut Tape<'_>) -> String {
    match tape.below(3) {
        0 => format!("sha-256:{}", "0a".repeat(32)),
        1 => "sha-512:ab".to_owned(),
        _ => "md5:!~[x]".to_owned(),
    }
}

/// The key of extension data.
pub fn extension_key(tape: &mut Tape<'_>, packet: bool) -> &'static str {
    let keys =
        ["com.example.crm", "dev.ocp-convert/residue", "io.opencheckpoint.x", "a.b/c~/d", "a-1.b/\u{202E}/é"];
    if packet && tape.chance(30) { tape.pick(&["x-zephr-runtime", "x-zephr-/"]) } else { tape.pick(&keys) }
}

/// The depth from which opaque values are scalars.
pub const SCALAR: usize = 4;

/// Any JSON.
pub fn opaque(tape: &mut Tape<'_>, packet: bool, depth: usize) -> Value {
    if tape.chance(3) && depth == 0 {
        // Deep, well inside what may be read.
        let deep = tape.below(70);
        let inner = opaque(tape, packet, 1);
        return (0..deep)
            .fold(inner, |v, n| if n % 2 == 0 { Value::Array(vec![v]) } else { member("a/~b", v) });
    }
    match tape.below(if depth >= SCALAR { 5 } else { 8 }) {
        0 => text(tape, packet).into(),
        1 => Value::Null,
        2 => tape.chance(50).into(),
        3 | 4 => number(tape),
        5 | 6 => (0..tape.below(4)).map(|_| opaque(tape, packet, depth + 1)).collect(),
        _ => {
            let mut members = Map::new();
            for _ in 0..tape.below(4) {
                let name = if tape.chance(50) {
                    tape.pick(&["id", "text", "evidence", "", "a/~b", "origin", "0"]).to_owned()
                } else {
                    text(tape, packet)
                };
                members.insert(name, opaque(tape, packet, depth + 1));
            }
            Value::Object(members)
        }
    }
}

fn member(name: &str, value: Value) -> Value {
    Value::Object([(name.to_owned(), value)].into_iter().collect())
}

fn number(tape: &mut Tape<'_>) -> Value {
    match tape.below(8) {
        0 => 0.into(),
        1 => (-0.0).into(),
        2 => (1_u64 << 53).into(),
        3 => (1_u64 << 63).into(),
        4 => 5e-324.into(),
        5 => 1e21.into(),
        6 => (-1.5).into(),
        _ => {
            let number = f64::from_bits(tape.bits());
            // Above 2^53 the shortest spelling of a double is an integer that no double holds.
            if number.abs() < 9e15 { number.into() } else { 0.1.into() }
        }
    }
}
