//! Tests of [`super`]. Expected days and dates come from Python's `datetime`.

use super::*;

fn shape_ok(text: &str) -> bool {
    !matches!(Timestamp::parse(text), Err(TimeError::Shape { .. }))
}

fn read(text: &str) -> Timestamp<'_> {
    Timestamp::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Texts of the shape, so matched by `PATTERN` (checked with ECMAScript's own engine when this list was written).
const OF_THE_SHAPE: &[&str] = &[
    "2026-01-02T03:04:05Z",
    "2026-01-02t03:04:05z",
    "2026-01-02T03:04:05.1Z",
    "2026-01-02T03:04:05.1234567890123Z",
    "2026-01-02T03:04:05+00:00",
    "2026-01-02T03:04:05-00:00",
    "2026-01-02T03:04:05+23:59",
    "2026-01-02T03:04:05-19:30",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "2016-12-31T23:59:60Z",
    "2020-01-01T00:00:60Z",
    "2026-02-29T00:00:00Z",
    "2026-01-02T24:00:00Z",
    "2026-13-00T99:99:99Z",
];

/// Texts that are not of the shape, not matched by `PATTERN`, with the byte where the scanner stops.
const NOT_OF_THE_SHAPE: &[(&str, usize)] = &[
    ("", 0),
    ("2026-01-02T03:04:05", 19),
    ("2026-01-02T03:04:05.Z", 20),
    ("2026-01-02T03:04:05,5Z", 19),
    ("2026-01-02T03:04:05+0530", 22),
    ("2026-01-02T03:04:05+05", 22),
    ("2026-01-02T03:04:05+5:30", 21),
    ("2026-01-02T03:04:05+24:00", 20),
    ("2026-01-02T03:04:05+05:60", 23),
    ("2026-01-02T03:04:05 Z", 19),
    ("2026-01-02T03:04Z", 16),
    ("2026-01-02T03:04:05Z[UTC]", 20),
    ("2026-01-02T03:04:05Z\n", 20),
    (" 2026-01-02T03:04:05Z", 0),
    ("2026-01-02 03:04:05Z", 10),
    ("2026-01-02_03:04:05Z", 10),
    ("+002026-01-02T03:04:05Z", 0),
    ("002026-01-02T03:04:05Z", 4),
    ("-026-01-02T03:04:05Z", 0),
    ("26-01-02T03:04:05Z", 2),
    ("2026-1-02T03:04:05Z", 6),
    ("20260102T030405Z", 4),
    ("2026-01-02", 10),
    ("2026-01-02T03:04:05UTC", 19),
    ("2026-01-02T03:04:05\u{2212}05:00", 19),
    ("\u{0662}026-01-02T03:04:05Z", 0),
    ("2026-01-02T03:04:05.\u{0665}Z", 20),
    ("2026-01-02T03:04:05.5", 21),
];

#[test]
fn the_scanner_and_the_pattern_know_the_same_shape() {
    for text in OF_THE_SHAPE {
        assert!(shape_ok(text), "{text}");
    }
    for (text, byte) in NOT_OF_THE_SHAPE {
        match Timestamp::parse(text) {
            Err(TimeError::Shape { at, .. }) => assert_eq!(at, *byte, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn the_text_is_kept() {
    for text in ["2026-01-02t03:04:05.500z", "2026-01-02T03:04:05-00:00", "2016-12-31T23:59:60Z"] {
        assert_eq!(read(text).text(), text);
    }
}

#[test]
fn impossible_dates_and_times_have_the_shape_but_name_no_instant() {
    let cases = [
        ("2026-00-01T00:00:00Z", "month"),
        ("2026-13-01T00:00:00Z", "month"),
        ("2026-01-00T00:00:00Z", "day of the month"),
        ("2026-01-32T00:00:00Z", "day of the month"),
        ("2026-02-29T00:00:00Z", "day of the month"),
        ("2026-02-30T00:00:00Z", "day of the month"),
        ("1900-02-29T00:00:00Z", "day of the month"),
        ("2026-04-31T00:00:00Z", "day of the month"),
        ("2026-01-01T24:00:00Z", "hour"),
        ("2026-01-01T00:60:00Z", "minute"),
        ("2026-01-01T00:00:61Z", "second"),
    ];
    for (text, part) in cases {
        assert_eq!(Timestamp::parse(text), Err(TimeError::Impossible { part }), "{text}");
    }
    for text in ["2024-02-29T00:00:00Z", "2000-02-29T23:59:59Z", "0000-02-29T00:00:00Z"] {
        read(text);
    }
}

#[test]
fn second_60_is_read_only_where_the_instant_is_the_last_minute_of_a_utc_day() {
    for text in ["2016-12-31T23:59:60Z", "2016-12-31T18:59:60-05:00", "2017-01-01T05:29:60.25+05:30"] {
        read(text);
    }
    for text in ["2020-01-01T00:00:60Z", "2016-12-31T23:59:60+01:00", "2016-12-31T23:58:60Z"] {
        let error = Timestamp::parse(text).unwrap_err();
        assert!(matches!(error, TimeError::Impossible { part } if part.starts_with("leap second")), "{text}");
    }
}

#[test]
fn instants_order_without_rounding() {
    let ascending = [
        "0000-01-01T00:00:00+23:59",
        "0000-01-01T00:00:00Z",
        "1969-12-31T23:59:59.9Z",
        "1970-01-01T00:00:00Z",
        "2016-12-31T23:59:59Z",
        "2016-12-31T23:59:59.999Z",
        "2016-12-31T23:59:59.9999999999999Z",
        "2016-12-31T23:59:60Z",
        "2016-12-31T23:59:60.9Z",
        "2017-01-01T00:00:00Z",
        "2017-01-01T00:00:00.0000000000001Z",
        "2017-01-01T00:00:00.0000000000002Z",
        "2017-01-01T00:00:00.09Z",
        "2017-01-01T00:00:00.1Z",
        "2017-01-01T02:00:01+02:00",
        "2016-12-31T23:00:01-01:01",
        "9999-12-31T23:59:59-23:59",
    ];
    for pair in ascending.windows(2) {
        assert_eq!(read(pair[0]).cmp(&read(pair[1])), Ordering::Less, "{pair:?}");
        assert_eq!(read(pair[1]).cmp(&read(pair[0])), Ordering::Greater, "{pair:?}");
    }
}

#[test]
fn one_instant_has_many_texts() {
    let equal = [
        "2026-03-01T00:30:00Z",
        "2026-03-01t00:30:00.000z",
        "2026-03-01T00:30:00-00:00",
        "2026-02-28T19:30:00.0-05:00",
        "2026-03-01T06:00:00.00000000000000+05:30",
    ];
    for text in equal {
        assert_eq!(read(text), read(equal[0]), "{text}");
    }
    assert_eq!(read("2016-12-31T23:59:60Z"), read("2017-01-01T05:29:60.0+05:30"));
}

#[test]
fn days_are_added_in_utc() {
    let cases = [
        ("2026-04-04T04:04:04-04:00", 30, Some("2026-05-04T08:04:04Z")),
        ("2024-01-30T23:30:00.999-01:00", 30, Some("2024-03-01T00:30:00Z")),
        ("2023-01-30T12:00:00Z", 30, Some("2023-03-01T12:00:00Z")),
        ("2016-12-31T23:59:60Z", 30, Some("2017-01-31T00:00:00Z")),
        ("1900-02-28T00:00:00Z", 1, Some("1900-03-01T00:00:00Z")),
        ("2000-02-28T00:00:00Z", 1, Some("2000-02-29T00:00:00Z")),
        ("1999-12-31T00:00:00+00:01", 0, Some("1999-12-30T23:59:00Z")),
        ("0000-02-29T00:00:00Z", 0, Some("0000-02-29T00:00:00Z")),
        ("0000-01-01T00:00:00+00:01", 0, None),
        ("0000-01-01T00:00:00+00:01", 1, Some("0000-01-01T23:59:00Z")),
        ("9999-12-01T23:59:59Z", 30, Some("9999-12-31T23:59:59Z")),
        ("9999-12-02T00:00:00Z", 30, None),
        ("9999-12-31T23:59:60Z", 0, None),
        ("9999-12-31T23:59:59-00:01", 0, None),
        ("2026-01-01T00:00:00Z", u32::MAX, None),
    ];
    for (text, days, expected) in cases {
        assert_eq!(read(text).plus_days_utc(days).as_deref(), expected, "{text} + {days}");
    }
}

#[test]
fn civil_days_agree_with_known_dates_and_invert() {
    let known = [
        (1970, 1, 1, 0),
        (0, 3, 1, -719_468),
        (2000, 2, 29, 11_016),
        (2100, 3, 1, 47_541),
        (9999, 12, 31, 2_932_896),
    ];
    for (year, month, day, days) in known {
        assert_eq!(days_from_civil(year, month, day), days, "{year}-{month}-{day}");
    }
    // Every day of 0000 to 9999, and the days around: each is one after the day before.
    let (mut year, mut month, mut day) = (0_u32, 1, 1);
    for days in days_from_civil(0, 1, 1)..=2_932_896 {
        let date = (i64::from(year), i64::from(month), i64::from(day));
        assert_eq!((civil_from_days(days), days_from_civil(date.0, month, day)), (date, days));
        day += 1;
        if day > days_in_month(year, month) {
            (month, day) = (month + 1, 1);
        }
        if month > 12 {
            (year, month) = (year + 1, 1);
        }
    }
    assert_eq!(year, 10_000);
}
