//! Features of `serde_json` that must be off or on in this build, whoever in the dependency tree asks for them: cargo
//! unifies features, so that another crate can switch one on for all. Behaviour is tested, not names.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use ocp_convert::json::{Limits, read};
use serde_json::Value;

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn arbitrary_precision_is_off() {
    // With the feature the digits would be kept, and an object with the magic name would turn into a number.
    let digits = "123456789012345678901234567890";
    assert_ne!(value(digits).to_string(), digits);
    assert_ne!(value("1.50").to_string(), "1.50");
    assert!(value(r#"{"$serde_json::private::Number":"1"}"#).is_object());
}

#[test]
fn raw_value_is_off() {
    assert!(value(r#"{"$serde_json::private::RawValue":"1"}"#).is_object());
}

#[test]
fn preserve_order_is_off() {
    assert_eq!(value(r#"{"b":1,"a":2}"#).to_string(), r#"{"a":2,"b":1}"#);
}

#[test]
fn float_roundtrip_is_on() {
    for text in ["1.5777777777770001", "117.63331139400017", "122.416294033786585", "0.09144338512092887"] {
        let nearest: f64 = text.parse().unwrap();
        assert_eq!(value(text).as_f64().map(f64::to_bits), Some(nearest.to_bits()), "{text}");
    }
}

#[test]
fn magic_names_are_names_like_any_other() {
    for name in ["$serde_json::private::Number", "$serde_json::private::RawValue", "__proto__", "$ref"] {
        let text = format!("{{\"{name}\":\"1\"}}");
        let tree = read(text.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(tree.root().get(name).as_str(), Some("1"));
    }
}
