//! Fixed-size byte strings as hexadecimal text (profile 1, section 3, `authentication`, pinned: one spelling per value).

/// Reads exactly `N` bytes from `2 * N` lower-case hex digits. Anything else is `None`: no upper case, no blanks,
/// no other length, so that two texts are equal exactly when the bytes are.
pub(super) fn lower<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let lower = !text.bytes().any(|b| b.is_ascii_uppercase());
    (lower && hex::decode_to_slice(text, &mut bytes).is_ok()).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling() {
        assert_eq!(lower::<2>("0aff"), Some([0x0a, 0xff]));
        for other in
            ["0aFF", "0AFF", "0aff ", " 0aff", "0af", "0aff00", "", "0x0a", "0agf", "0a\u{ff}", "0a ff"]
        {
            assert_eq!(lower::<2>(other), None, "{other:?}");
        }
    }
}
