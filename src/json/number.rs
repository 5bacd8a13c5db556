//! Numbers: a double, with small integers kept apart so that they print without a detour.
//!
//! A literal is refused when reading it as a double would change what it says (profile 1, sections 1 and 8): it is
//! out of range, a non-zero value becomes zero, or it is an integer that neither the double nor the double's shortest
//! spelling equals. Fractions are read to the nearest double, as every reader does.

/// A finite JSON number.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// An integer of magnitude up to 2^53; negative zero is 0.
    Int(i64),
    /// Any other finite double.
    Float(f64),
}

/// 2^53: up to here every integer is a double.
const EXACT: i64 = 1 << 53;

impl Number {
    /// The number `value` as a tree holds it; `None` when it is not finite.
    pub fn from_f64(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::float_cmp)]
        if value.trunc() == value && value.abs() <= EXACT as f64 {
            return Some(Self::Int(value as i64));
        }
        Some(Self::Float(value))
    }

    /// The same number as a tree holds it, however its variant was chosen; `None` when no tree does.
    #[allow(clippy::cast_precision_loss)]
    pub(super) fn held(self) -> Option<Self> {
        match self {
            Self::Float(f) => Self::from_f64(f),
            Self::Int(i) if i.unsigned_abs() <= EXACT.unsigned_abs() => Some(self),
            // Exact when at most 53 bits lie between the highest and the lowest one.
            Self::Int(i) => {
                let bits = i.unsigned_abs();
                let width = 64 - bits.leading_zeros() - bits.trailing_zeros();
                (width <= 53).then_some(Self::Float(i as f64))
            }
        }
    }

    /// The value as a double.
    #[allow(clippy::cast_precision_loss)]
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Int(i) => i as f64,
            Self::Float(f) => f,
        }
    }

    /// The value when it is an integer of magnitude up to 2^53.
    pub fn as_i64(self) -> Option<i64> {
        match self {
            Self::Int(i) => Some(i),
            Self::Float(_) => None,
        }
    }
}

impl PartialEq for Number {
    #[allow(clippy::float_cmp)]
    fn eq(&self, other: &Self) -> bool {
        self.as_f64() == other.as_f64()
    }
}

/// What is wrong with a number literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    Infinite,
    Underflow,
    InexactInteger,
}

/// Reads a literal that already has the JSON grammar. The flag tells of an integer beyond 2^53 that is held exactly.
pub(super) fn parse(text: &str) -> Result<(Number, bool), Unreadable> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    if digits.len() <= 15 && digits.bytes().all(|b| b.is_ascii_digit()) {
        let magnitude = digits.bytes().fold(0_i64, |n, b| n * 10 + i64::from(b - b'0'));
        return Ok((Number::Int(if negative { -magnitude } else { magnitude }), false));
    }
    let Some(number) = text.parse::<f64>().ok().and_then(Number::from_f64) else {
        return Err(Unreadable::Infinite);
    };
    if plain_fraction(digits) && number != Number::Int(0) {
        return Ok((number, false));
    }
    let decimal = Decimal::of(digits);
    if number == Number::Int(0) {
        return if decimal.digits.is_empty() { Ok((number, false)) } else { Err(Unreadable::Underflow) };
    }
    if decimal.exponent < 0 {
        return Ok((number, false));
    }
    let magnitude = number.as_f64().abs();
    // Rust prints the exact value of a double, ryu-js its shortest spelling: the literal must be one of the two.
    let exact = Decimal::of(&format!("{magnitude:.0}")) == decimal;
    if !exact && Decimal::of(ryu_js::Buffer::new().format_finite(magnitude)) != decimal {
        return Err(Unreadable::InexactInteger);
    }
    Ok((number, matches!(number, Number::Float(_)) && !text.contains(['e', 'E', '.'])))
}

/// Whether `digits` is so plainly no integer that nothing needs to be counted: a point, no exponent, no zero at the end.
fn plain_fraction(digits: &str) -> bool {
    digits.contains('.') && !digits.ends_with('0') && !digits.contains(['e', 'E'])
}

/// A non-negative decimal, normalised: `digits` × 10^`exponent`, no leading or trailing zeros, empty digits for zero.
#[derive(PartialEq)]
struct Decimal {
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    fn of(text: &str) -> Self {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).skip_while(|b| *b == b'0').collect();
        // An exponent past i64 has already made the double infinite or zero; only its sign still matters.
        let huge = if exponent.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 };
        let mut exponent = exponent.parse().unwrap_or(huge);
        exponent -= i64::try_from(fraction.len()).unwrap_or(i64::MAX / 4);
        while digits.last() == Some(&b'0') {
            digits.pop();
            exponent += 1;
        }
        if digits.is_empty() {
            exponent = 0;
        }
        Self { digits, exponent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> f64 {
        parse(text).unwrap().0.as_f64()
    }

    #[test]
    fn integers_beyond_2_53_need_an_exact_double() {
        assert_eq!(parse("9007199254740993"), Err(Unreadable::InexactInteger));
        assert_eq!(parse("9007199254740993.0"), Err(Unreadable::InexactInteger));
        assert_eq!(parse("9007199254740993e0"), Err(Unreadable::InexactInteger));
        assert_eq!(parse("90071992547409930"), Err(Unreadable::InexactInteger));
        assert_eq!(parse("123456789012345678901234567890"), Err(Unreadable::InexactInteger));
        assert!(parse("18014398509481984").unwrap().1);
        assert!(parse("-18446744073709551616").unwrap().1);
        assert!(!parse("9007199254740992").unwrap().1);
    }

    #[test]
    fn the_shortest_spelling_of_a_double_is_accepted() {
        for text in ["1.7976931348623157e308", "123e65", "1e23", "1E22", "5e-324"] {
            assert!(parse(text).is_ok(), "{text}");
        }
        assert_eq!(value("1e23").to_bits(), 1e23_f64.to_bits());
    }

    #[test]
    fn range_and_underflow() {
        assert_eq!(parse("1e400"), Err(Unreadable::Infinite));
        assert_eq!(parse("1e99999999999999999999"), Err(Unreadable::Infinite));
        assert_eq!(parse("1e-400"), Err(Unreadable::Underflow));
        assert_eq!(parse("-1e-99999999999999999999"), Err(Unreadable::Underflow));
        assert_eq!(parse("0e-400").unwrap().0, Number::Int(0));
        assert!(matches!(parse("-0.0").unwrap().0, Number::Int(0)));
        assert!(matches!(parse("1.0").unwrap().0, Number::Int(1)));
    }
}
