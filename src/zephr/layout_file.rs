//! A layout as a small JSON file, as `manifest --diagnose` prints it and `verify --layout` reads it.
//!
//! Every member may be absent and is then as pinned. The domain string is the published text's own and cannot be set.

use std::fmt::Write as _;

use super::layout::{AlsoCovered, ByteOrder, Framing, KeyNames, Length, ManifestLayout, SectionBytes};
use crate::canon::Profile;
use crate::json::{self, Cursor, Limits};

pub(super) const LENGTHS: [(&str, Length); 6] = [
    ("u32be", Length::U32(ByteOrder::Big)),
    ("u32le", Length::U32(ByteOrder::Little)),
    ("u64be", Length::U64(ByteOrder::Big)),
    ("u64le", Length::U64(ByteOrder::Little)),
    ("decimal", Length::Decimal),
    ("none", Length::None),
];
pub(super) const FRAMINGS: [(&str, Framing); 4] = [
    ("framed", Framing::Framed),
    ("raw", Framing::Raw),
    ("nul", Framing::NulTerminated),
    ("lf", Framing::LfTerminated),
];
pub(super) const SECTIONS: [(&str, SectionBytes); 2] =
    [("inline", SectionBytes::Inline), ("hashed", SectionBytes::Hashed)];
pub(super) const NAMES: [(&str, KeyNames); 2] =
    [("section", KeyNames::Section), ("member", KeyNames::Member)];
pub(super) const PROFILES: [(&str, Profile); 2] = [("zcf", Profile::Zcf), ("jcs", Profile::Jcs)];

/// Reads a layout.
///
/// # Errors
/// What is wrong with the text, in words.
pub fn parse(text: &[u8]) -> Result<ManifestLayout, String> {
    let tree = json::read(text, &Limits::default()).map_err(|finding| finding.message)?;
    if !tree.root().is_object() {
        return Err("a layout is a JSON object".to_owned());
    }
    let mut layout = ManifestLayout::PINNED;
    for member in tree.root().children() {
        match member.name().unwrap_or_default() {
            "length" => layout.length = word(member, &LENGTHS)?,
            "framing" => layout.framing = word(member, &FRAMINGS)?,
            "section" => layout.section = word(member, &SECTIONS)?,
            "names" => layout.names = word(member, &NAMES)?,
            "order" => layout.order = word(member, &PROFILES)?,
            "canonical" => layout.canonical = word(member, &PROFILES)?,
            "also" => layout.also = also(member)?,
            other => return Err(format!("a layout has no member `{other}`")),
        }
    }
    Ok(layout)
}

fn word<T: Copy>(place: Cursor<'_>, words: &[(&str, T)]) -> Result<T, String> {
    let found = words.iter().find(|(word, _)| place.as_str() == Some(word));
    found.map(|(_, value)| *value).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        format!("`{}` is one of {}", place.name().unwrap_or_default(), words.join(", "))
    })
}

fn also(place: Cursor<'_>) -> Result<AlsoCovered, String> {
    let wrong = || format!("`also` is a list of members out of {}", AlsoCovered::MEMBERS.join(", "));
    if !place.is_array() {
        return Err(wrong());
    }
    place.items().try_fold(AlsoCovered::NONE, |set, item| {
        let member = item.as_str().filter(|name| AlsoCovered::MEMBERS.contains(name)).ok_or_else(wrong)?;
        Ok(set.with(member))
    })
}

/// The members of a layout with the words they are set to, `also` joined by blanks.
fn settings(layout: &ManifestLayout) -> [(&'static str, String); 7] {
    fn spell<T: PartialEq>(value: &T, words: &[(&str, T)]) -> String {
        words.iter().find(|(_, v)| v == value).map_or_else(String::new, |(word, _)| (*word).to_owned())
    }
    [
        ("framing", spell(&layout.framing, &FRAMINGS)),
        ("length", spell(&layout.length, &LENGTHS)),
        ("section", spell(&layout.section, &SECTIONS)),
        ("names", spell(&layout.names, &NAMES)),
        ("order", spell(&layout.order, &PROFILES)),
        ("canonical", spell(&layout.canonical, &PROFILES)),
        ("also", layout.also.members().collect::<Vec<_>>().join(" ")),
    ]
}

/// The layout as one line of JSON, every member written.
pub fn to_json(layout: &ManifestLayout) -> String {
    let mut out = String::from("{");
    for (name, value) in settings(layout) {
        let value = match name {
            "also" => serde_json::json!(layout.also.members().collect::<Vec<_>>()),
            _ => serde_json::json!(value),
        };
        let comma = if out.len() > 1 { "," } else { "" };
        // Writing into a `String` cannot fail.
        let _ = write!(out, "{comma}\"{name}\":{value}");
    }
    out.push('}');
    out
}

/// What is set in `layout` that is pinned otherwise: `length = u64be (pinned: u32be)`, one entry a setting.
pub fn differences(layout: &ManifestLayout) -> Vec<String> {
    let pinned = settings(&ManifestLayout::PINNED);
    let pairs = settings(layout).into_iter().zip(pinned);
    let differing = pairs.filter(|((_, value), (_, pinned))| value != pinned);
    differing
        .map(|((name, value), (_, pinned))| {
            let pinned = if pinned.is_empty() { "nothing" } else { pinned.as_str() };
            format!("{name} = {value} (pinned: {pinned})")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let mut layout = ManifestLayout::PINNED;
        assert_eq!(parse(b"{}"), Ok(layout));
        assert_eq!(parse(to_json(&layout).as_bytes()), Ok(layout));
        layout.length = Length::Decimal;
        layout.framing = Framing::LfTerminated;
        layout.section = SectionBytes::Hashed;
        layout.names = KeyNames::Member;
        layout.order = Profile::Jcs;
        layout.canonical = Profile::Jcs;
        layout.also = AlsoCovered::NONE.with("extensions").with("format");
        assert_eq!(parse(to_json(&layout).as_bytes()), Ok(layout));
        assert_eq!(differences(&layout).len(), 7);
        assert_eq!(differences(&ManifestLayout::PINNED), [""; 0]);
    }

    #[test]
    fn a_word_nobody_knows_is_refused() {
        for text in [
            "[]",
            r#"{"length":"u16"}"#,
            r#"{"length":4}"#,
            r#"{"width":8}"#,
            r#"{"also":"extensions"}"#,
            r#"{"also":["manifest"]}"#,
            r#"{"length":"u32be","length":"u32be"}"#,
        ] {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
    }
}
