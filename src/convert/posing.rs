//! Texts of a source that could be taken for this tool's own lines: they open with a bracket, or with this tool's name, or
//! with what looks like one or the other.

/// Whether `text` opens, after white space and invisible characters, with a bracket or something that looks like one.
pub(super) fn opens_like_a_tag(text: &str) -> bool {
    text.trim_start_matches(is_blank).starts_with(is_bracket)
}

/// Whether `text` opens with this tool's name, or with letters that read like it.
pub(super) fn opens_with_our_name(text: &str) -> bool {
    let letters = text.chars().filter(|c| !is_blank(*c) && !is_hyphen(*c));
    letters.take(NAME.len()).map(latin).eq(NAME.chars())
}

/// This tool's name without its hyphen.
const NAME: &str = "ocpconvert";

fn is_hyphen(c: char) -> bool {
    matches!(
        c,
        '-' | '_' | '.' | '\u{2010}'
            ..='\u{2015}'
                | '\u{2212}'
                | '\u{2E3A}'
                | '\u{2E3B}'
                | '\u{FE58}'
                | '\u{FE63}'
                | '\u{FF0D}'
                | '\u{FF3F}'
                | '\u{30FC}'
    )
}

/// The small Latin letter that a character reads like, as far as this tool's name needs it.
fn latin(c: char) -> char {
    match c {
        // The full-width forms of ASCII.
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c).to_ascii_lowercase(),
        '0' | 'о' | 'О' | 'ο' | 'Ο' | 'օ' | 'ᴏ' | 'ӧ' | 'ö' | 'ó' | 'ò' | 'ô' => 'o',
        'с' | 'С' | 'ϲ' | 'Ϲ' | 'ᴄ' | 'ç' | 'ć' | 'č' => 'c',
        'р' | 'Р' | 'ρ' | 'Ρ' | 'ᴘ' => 'p',
        'п' | 'П' | 'ո' | 'Ν' | 'η' | 'ɴ' | 'ñ' | 'ń' | 'н' | 'Н' => 'n',
        'ν' | 'ѵ' | 'Ѵ' | 'ᴠ' | 'υ' | 'в' | 'В' => 'v',
        'е' | 'Е' | 'ε' | 'Ε' | 'ҽ' | 'ᴇ' | 'é' | 'è' | 'ё' | 'Ё' | 'ê' | 'ë' => 'e',
        'г' | 'Г' | 'ᴦ' | 'ʀ' => 'r',
        'т' | 'Т' | 'τ' | 'Τ' | 'ᴛ' => 't',
        c => c.to_ascii_lowercase(),
    }
}

/// Brackets that people could take for a square one.
fn is_bracket(c: char) -> bool {
    matches!(
        c,
        '[' | '\u{2045}' | '\u{2308}' | '\u{230A}' | '\u{23A1}'
            ..='\u{23A3}'
                | '\u{2772}'
                | '\u{27E6}'
                | '\u{27EC}'
                | '\u{27EE}'
                | '\u{298B}'
                | '\u{298D}'
                | '\u{298F}'
                | '\u{2991}'
                | '\u{2993}'
                | '\u{2995}'
                | '\u{2997}'
                | '\u{2E22}'
                | '\u{2E24}'
                | '\u{2E55}'
                | '\u{2E57}'
                | '\u{3010}'
                | '\u{3014}'
                | '\u{3016}'
                | '\u{3018}'
                | '\u{301A}'
                | '\u{FE17}'
                | '\u{FE39}'
                | '\u{FE3B}'
                | '\u{FE47}'
                | '\u{FE5D}'
                | '\u{FF3B}'
    )
}

/// White space, control and format characters, marks that need a letter to stand on: nothing to see before a bracket.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c,
            '\u{AD}' | '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5BD}' | '\u{5BF}'
            | '\u{5C1}' | '\u{5C2}' | '\u{5C4}' | '\u{5C5}' | '\u{5C7}' | '\u{600}'..='\u{605}'
            | '\u{610}'..='\u{61A}' | '\u{61C}' | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{6D6}'..='\u{6DD}'
            | '\u{6DF}'..='\u{6E4}' | '\u{70F}' | '\u{8D3}'..='\u{8FF}' | '\u{115F}' | '\u{1160}' | '\u{17B4}'
            | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}'
            | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{20D0}'..='\u{20FF}' | '\u{2800}' | '\u{302A}'..='\u{302F}' | '\u{3099}' | '\u{309A}'
            | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FE20}'..='\u{FE2F}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFC}' | '\u{13430}'..='\u{1345F}' | '\u{16FE4}' | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D159}' | '\u{1D165}'..='\u{1D169}' | '\u{1D16D}'..='\u{1D182}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_open_like_a_tag() {
        let texts =
            ["[x", "\u{2060}\t[x", "\u{FF3B}external] x", "\u{E0041}[x", "\u{2800}[x", "\u{332}\u{27EC}x"];
        for text in texts {
            assert!(opens_like_a_tag(text), "{text:?}");
        }
        for text in ["x [y]", "(x)", "«x»", "", "é[x]"] {
            assert!(!opens_like_a_tag(text), "{text:?}");
        }
    }

    #[test]
    fn look_alikes_open_with_our_name() {
        for text in [
            "ocp-convert 1: x",
            " OCP\u{2010}Convert",
            "осp-соnvert",
            "ｏｃｐ＿ｃｏｎｖｅｒｔ",
            "o\u{301}cp-convert",
        ] {
            assert!(opens_with_our_name(text), "{text:?}");
        }
        for text in ["", "ocp", "ocp-conversion", "an ocp-convert line", "octopus"] {
            assert!(!opens_with_our_name(text), "{text:?}");
        }
    }
}
