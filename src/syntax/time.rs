//! RFC 3339 timestamps with an offset (`OpenCheckpoint` 4.2; profile 1, sections 3 and 8, pinned where the text is
//! silent): a strict reading that keeps the text, and comparison of instants without rounding.
//!
//! ```text
//! timestamp = date ( "T" / "t" ) time offset
//! date      = 4DIGIT "-" 2DIGIT "-" 2DIGIT
//! time      = 2DIGIT ":" 2DIGIT ":" 2DIGIT [ "." 1*DIGIT ]
//! offset    = "Z" / "z" / ( "+" / "-" ) hour ":" minute
//! hour      = "00" to "23"
//! minute    = "00" to "59"
//! ```
//!
//! That is the *shape*, and [`PATTERN`] is the same language as a regular expression. A text of that shape can still
//! name no instant ([`TimeError::Impossible`]): a month 13, 30 February, hour 24, or second 60 where the instant is
//! not 23:59:60 UTC.

use std::cmp::Ordering;

use thiserror::Error;

/// The shape as an ECMA-262 regular expression, anchored at both ends, for a JSON Schema `pattern`.
pub const PATTERN: &str = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$";

/// Whether `text` has the shape.
pub fn has_shape(text: &str) -> bool {
    Scanner { text, at: 0 }.timestamp().is_ok()
}

const MINUTES_PER_DAY: i64 = 24 * 60;

/// Why a text is not a timestamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TimeError {
    /// The text has not the shape: [`PATTERN`] does not match it.
    #[error("not an RFC 3339 date-time with an offset: {expected} expected at byte {at}")]
    Shape {
        /// Byte offset of the first byte that does not fit.
        at: usize,
        /// What the grammar wants there.
        expected: &'static str,
    },
    /// The text has the shape, yet no calendar or clock shows it.
    #[error("no such instant: the {part} is out of range")]
    Impossible {
        /// The part of the text that cannot be.
        part: &'static str,
    },
}

/// A timestamp that names an instant. It keeps its text; `==` and `<` compare instants, so that two timestamps can be
/// equal though their texts differ.
#[derive(Debug, Clone, Copy)]
pub struct Timestamp<'a> {
    text: &'a str,
    /// Minutes since 1970-01-01T00:00Z.
    minute: i64,
    /// 0 to 60. Comparing the minute first puts second 60 after 59 and before the next minute.
    second: u32,
    /// Digits of the fraction, without trailing zeros: as text they order like the numbers.
    fraction: &'a str,
}

impl<'a> Timestamp<'a> {
    /// Reads the whole of `text` as one timestamp.
    pub fn parse(text: &'a str) -> Result<Self, TimeError> {
        let fields = Scanner { text, at: 0 }.timestamp()?;
        let minute = fields.utc_minute()?;
        Ok(Self { text, minute, second: fields.second, fraction: fields.fraction.trim_end_matches('0') })
    }

    /// The text as it came in: no letter's case, offset or fraction is changed.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Compares the instants, to the last digit of the fractions.
    pub fn cmp_instant(&self, other: &Timestamp<'_>) -> Ordering {
        (self.minute, self.second, self.fraction).cmp(&(other.minute, other.second, other.fraction))
    }

    /// The instant `days` times 24 hours later, as `YYYY-MM-DDTHH:MM:SSZ`: in UTC, the fraction cut off. A leap second
    /// counts as the first second of the next day, since no later day need have one. `None` outside the years 0000
    /// to 9999.
    pub fn plus_days_utc(&self, days: u32) -> Option<String> {
        let (carry, second) = if self.second == 60 { (1, 0) } else { (0, self.second) };
        let minute = self.minute + carry;
        let (year, month, day) = civil_from_days(minute.div_euclid(MINUTES_PER_DAY) + i64::from(days));
        let of_day = minute.rem_euclid(MINUTES_PER_DAY);
        let (hour, minute) = (of_day / 60, of_day % 60);
        (0..=9999)
            .contains(&year)
            .then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
    }
}

impl PartialEq for Timestamp<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp_instant(other).is_eq()
    }
}

impl Eq for Timestamp<'_> {}

impl PartialOrd for Timestamp<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timestamp<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.cmp_instant(other)
    }
}

/// The parts of a text that has the shape.
struct Fields<'a> {
    year: u32,
    month: u32,
    day: u32,
    hour: u32,
    minute: u32,
    second: u32,
    fraction: &'a str,
    /// East of UTC.
    offset_minutes: i64,
}

impl Fields<'_> {
    /// Minutes since 1970-01-01T00:00Z, if a calendar and a clock show these fields.
    fn utc_minute(&self) -> Result<i64, TimeError> {
        let in_range = |fits: bool, part| if fits { Ok(()) } else { Err(TimeError::Impossible { part }) };
        in_range((1..=12).contains(&self.month), "month")?;
        in_range((1..=days_in_month(self.year, self.month)).contains(&self.day), "day of the month")?;
        in_range(self.hour < 24, "hour")?;
        in_range(self.minute < 60, "minute")?;
        in_range(self.second <= 60, "second")?;
        let days = days_from_civil(i64::from(self.year), self.month, self.day);
        let minute = days * MINUTES_PER_DAY + i64::from(self.hour * 60 + self.minute) - self.offset_minutes;
        let last_of_day = minute.rem_euclid(MINUTES_PER_DAY) == MINUTES_PER_DAY - 1;
        in_range(self.second < 60 || last_of_day, "leap second (only 23:59:60 UTC can be one)")?;
        Ok(minute)
    }
}

/// The form most timestamps have, `YYYY-MM-DDTHH:MM:SSZ`, without going byte by byte.
#[inline]
fn usual(text: &str) -> Option<Fields<'_>> {
    let [y @ .., b'-', m1, m2, b'-', d1, d2, b'T', h1, h2, b':', n1, n2, b':', s1, s2, b'Z'] =
        text.as_bytes()
    else {
        return None;
    };
    let [y1, y2, y3, y4] = y else { return None };
    let mut digits = true;
    let mut two = |tens: &u8, ones: &u8| {
        let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
        digits &= tens < 10 && ones < 10;
        u32::from(tens) * 10 + u32::from(ones)
    };
    let fields = Fields {
        year: two(y1, y2) * 100 + two(y3, y4),
        month: two(m1, m2),
        day: two(d1, d2),
        hour: two(h1, h2),
        minute: two(n1, n2),
        second: two(s1, s2),
        fraction: "",
        offset_minutes: 0,
    };
    digits.then_some(fields)
}

/// Reads a text from the left by the grammar at the top of this module.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn timestamp(self) -> Result<Fields<'a>, TimeError> {
        match usual(self.text) {
            Some(fields) => Ok(fields),
            None => self.any_timestamp(),
        }
    }

    fn any_timestamp(mut self) -> Result<Fields<'a>, TimeError> {
        let year = self.digits(4)?;
        self.one_of(b"-", "a hyphen")?;
        let month = self.digits(2)?;
        self.one_of(b"-", "a hyphen")?;
        let day = self.digits(2)?;
        self.one_of(b"Tt", "`T`")?;
        let hour = self.digits(2)?;
        self.one_of(b":", "a colon")?;
        let minute = self.digits(2)?;
        self.one_of(b":", "a colon")?;
        let second = self.digits(2)?;
        let fraction = self.fraction()?;
        let offset_minutes = self.offset()?;
        if self.at < self.text.len() {
            return Err(self.expected("the end"));
        }
        Ok(Fields { year, month, day, hour, minute, second, fraction, offset_minutes })
    }

    /// `[ "." 1*DIGIT ]`, without the dot.
    fn fraction(&mut self) -> Result<&'a str, TimeError> {
        if self.peek() != Some(b'.') {
            return Ok("");
        }
        self.at += 1;
        let start = self.at;
        self.digits(1)?;
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
        Ok(self.text.get(start..self.at).unwrap_or_default())
    }

    fn offset(&mut self) -> Result<i64, TimeError> {
        let sign = match self.one_of(b"Zz+-", "`Z` or an offset such as +02:00")? {
            b'+' => 1,
            b'-' => -1,
            _ => return Ok(0),
        };
        let start = self.at;
        let hour = self.digits(2)?;
        if hour > 23 {
            return Err(TimeError::Shape { at: start, expected: "an offset hour up to 23" });
        }
        self.one_of(b":", "a colon")?;
        let start = self.at;
        let minute = self.digits(2)?;
        if minute > 59 {
            return Err(TimeError::Shape { at: start, expected: "an offset minute up to 59" });
        }
        Ok(sign * i64::from(hour * 60 + minute))
    }

    fn digits(&mut self, count: usize) -> Result<u32, TimeError> {
        let mut value = 0;
        for _ in 0..count {
            let digit = self.peek().filter(u8::is_ascii_digit).ok_or_else(|| self.expected("a digit"))?;
            self.at += 1;
            value = value * 10 + u32::from(digit - b'0');
        }
        Ok(value)
    }

    fn one_of(&mut self, set: &[u8], expected: &'static str) -> Result<u8, TimeError> {
        let byte = self.peek().filter(|b| set.contains(b)).ok_or_else(|| self.expected(expected))?;
        self.at += 1;
        Ok(byte)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn expected(&self, expected: &'static str) -> TimeError {
        TimeError::Shape { at: self.at, expected }
    }
}

fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_in_month(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a date of the proleptic Gregorian calendar. Years are counted from March, so that the leap
/// day is the last one and the months before it follow a rule of their own: five of them have 153 days.
fn days_from_civil(year: i64, month: u32, day: u32) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let before_year = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let before_month = i64::from((153 * month + 2) / 5);
    before_year + before_month + i64::from(day) - 1 - MARCH_0000_TO_1970
}

/// Days from 0000-03-01 to 1970-01-01.
const MARCH_0000_TO_1970: i64 = 719_468;

/// The inverse of [`days_from_civil`].
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + MARCH_0000_TO_1970;
    // 400 years have 146 097 days; the three shorter centuries come first, and a leap day ends the last.
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let century = (of_era / 36_524).min(3);
    let of_century = of_era - century * 36_524;
    let cycle = of_century / 1_461;
    let of_cycle = of_century % 1_461;
    let year_of_cycle = (of_cycle / 365).min(3);
    let of_year = of_cycle - year_of_cycle * 365;
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let year = era * 400 + century * 100 + cycle * 4 + year_of_cycle;
    if month < 10 { (year, month + 3, day) } else { (year + 1, month - 9, day) }
}

#[cfg(test)]
#[path = "time_tests.rs"]
mod tests;
