//! Eight bytes at a time: scans for what needs a closer look in a string, and prefixes to compare names by. The reader
//! and the writer share them.
//!
//! The masks have the high bit set in each byte that matches. A borrow can mark bytes above a match wrongly, never
//! below, and only the lowest mark is used.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Marks controls, quotes and backslashes: what a JSON string must escape. With one bit turned, a quote comes right after
/// the controls.
#[inline]
fn special(word: u64) -> u64 {
    let control_or_quote = (word ^ (ONES * 0x02)).wrapping_sub(ONES * 0x21);
    let backslash = (word ^ (ONES * 0x5C)).wrapping_sub(ONES);
    (control_or_quote | backslash) & !word & HIGH
}

/// Marks lead bytes from EF up, which start every noncharacter.
#[inline]
fn high_lead(word: u64) -> u64 {
    ((word & !HIGH) + ONES * (0x80 - 0x6F)) & word & HIGH
}

/// How many bytes come before the first control, quote or backslash.
pub(crate) fn plain(bytes: &[u8]) -> usize {
    run(bytes, special)
}

/// As [`plain`], and stops before a byte from EF up as well.
pub(super) fn plain_below_ef(bytes: &[u8]) -> usize {
    run(bytes, |word| special(word) | high_lead(word))
}

/// How many bytes come before the first that `marks` marks, which has to mark zeros.
#[inline]
fn run(bytes: &[u8], marks: impl Fn(u64) -> u64) -> usize {
    let mut rest = bytes;
    let mut passed = 0;
    while let Some((chunk, tail)) = rest.split_first_chunk::<8>() {
        let found = marks(u64::from_le_bytes(*chunk));
        if found != 0 {
            return passed + found.trailing_zeros() as usize / 8;
        }
        passed += 8;
        rest = tail;
    }
    if rest.is_empty() {
        return passed;
    }
    // Zeros stand after the last byte, so that something is marked.
    passed + marks(first_eight(rest).swap_bytes()).trailing_zeros() as usize / 8
}

/// How many of the first bytes are spaces.
pub(super) fn spaces(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((chunk, tail)) = rest.split_first_chunk::<8>() {
        let other = u64::from_le_bytes(*chunk) ^ (ONES * u64::from(b' '));
        if other != 0 {
            return bytes.len() - rest.len() + other.trailing_zeros() as usize / 8;
        }
        rest = tail;
    }
    bytes.len() - rest.len() + rest.iter().take_while(|b| **b == b' ').count()
}

/// The first eight bytes, the first one highest; zeros stand for those that are missing.
#[inline]
pub(crate) const fn first_eight(bytes: &[u8]) -> u64 {
    if let Some(first) = bytes.first_chunk::<8>() {
        return u64::from_be_bytes(*first);
    }
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(first), Some(last)) => {
            // The two overlap in the bytes they share, which are the same in both.
            let missing = 8 - bytes.len();
            (u32::from_be_bytes(*first) as u64) << 32 | (u32::from_be_bytes(*last) as u64) << (8 * missing)
        }
        _ => match bytes {
            [a, b, c] => (*a as u64) << 56 | (*b as u64) << 48 | (*c as u64) << 40,
            [a, b] => (*a as u64) << 56 | (*b as u64) << 48,
            [a] => (*a as u64) << 56,
            _ => 0,
        },
    }
}

/// Whether two texts are the same: few names are so long that another look is needed than the one at their ends.
#[inline]
pub(crate) fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    match (a.split_last_chunk::<8>(), b.split_last_chunk::<8>()) {
        (Some((a, a_end)), Some((b, b_end))) => {
            u64::from_le_bytes(*a_end) == u64::from_le_bytes(*b_end)
                && match (a.first_chunk::<8>(), b.first_chunk::<8>()) {
                    (Some(a_start), Some(b_start)) => {
                        u64::from_le_bytes(*a_start) == u64::from_le_bytes(*b_start)
                            && (a.len() == 8 || a == b)
                    }
                    _ => first_eight(a) == first_eight(b),
                }
        }
        _ => first_eight(a) == first_eight(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn chunks_find_what_a_byte_loop_finds(bytes in prop::collection::vec(
            prop_oneof![Just(b'a'), Just(0x1F), Just(b' '), Just(b'"'), Just(b'!'), Just(b'#'), Just(b'\\'), Just(b'['), Just(b']'),
                        Just(0x7F), Just(0x80), Just(0xEE), Just(0xEF), any::<u8>()], 0..40), lead in 0_usize..40) {
            let mut bytes = bytes;
            bytes.splice(0..0, std::iter::repeat_n(b'a', lead));
            let special = |b: &u8| *b < 0x20 || matches!(b, b'"' | b'\\');
            let len = bytes.len();
            prop_assert_eq!(plain(&bytes), bytes.iter().position(special).unwrap_or(len));
            prop_assert_eq!(plain_below_ef(&bytes), bytes.iter().position(|b| special(b) || *b >= 0xEF).unwrap_or(len));
            bytes.splice(0..0, std::iter::repeat_n(b' ', lead));
            let spaces_by_byte = bytes.iter().position(|b| *b != b' ').unwrap_or(bytes.len());
            prop_assert_eq!(spaces(&bytes), spaces_by_byte);
        }
    }

    #[test]
    fn texts_are_the_same_only_in_every_byte() {
        for length in 0..40 {
            let text: Vec<u8> = (1..).take(length).collect();
            assert!(same(&text, &text.clone()), "{length}");
            assert!(!same(&text, &[&text[..], &[0]].concat()), "{length}");
            for place in 0..length {
                let mut other = text.clone();
                other[place] ^= 0x80;
                assert!(!same(&text, &other), "{length}, {place}");
            }
        }
    }

    #[test]
    fn the_first_eight_bytes_of_every_length() {
        for length in 0..12 {
            let bytes: Vec<u8> = (0xF1..).take(length).collect();
            let mut filled = bytes.clone();
            filled.resize(12, 0);
            let expected = filled.iter().take(8).fold(0_u64, |n, b| n * 256 + u64::from(*b));
            assert_eq!(first_eight(&bytes), expected, "{length}");
        }
    }

    #[test]
    fn every_byte_value_at_every_place_of_a_chunk() {
        for byte in 0..=u8::MAX {
            for place in 0..8 {
                let mut chunk = [b'a'; 8];
                chunk[place] = byte;
                let special = byte < 0x20 || byte == b'"' || byte == b'\\';
                assert_eq!(plain(&chunk), if special { place } else { 8 }, "{byte:02X} at {place}");
                let stops = special || byte >= 0xEF;
                assert_eq!(plain_below_ef(&chunk), if stops { place } else { 8 }, "{byte:02X} at {place}");
            }
        }
    }
}
