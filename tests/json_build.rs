//! Trees made by code: what the builder refuses, and that built numbers are the numbers a document can hold.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use ocp_convert::canon::{self, Profile};
use ocp_convert::json::{BuildError, Limits, Number, TreeBuilder, read};

#[test]
fn numbers_no_document_can_hold_are_refused_by_the_builder() {
    for number in [
        Number::Float(f64::NAN),
        Number::Float(f64::INFINITY),
        Number::Float(f64::NEG_INFINITY),
        Number::Int((1 << 53) + 1),
        Number::Int(i64::MAX),
    ] {
        let mut b = TreeBuilder::new();
        b.number(number);
        assert_eq!(b.finish().unwrap_err(), BuildError::Number, "{number:?}");
    }
    assert!(Number::from_f64(f64::NAN).is_none());
    assert!(Number::from_f64(f64::INFINITY).is_none());
}

#[test]
fn built_numbers_are_written_like_read_ones() {
    for (number, text) in [
        (Number::Float(-0.0), "0"),
        (Number::Float(5.0), "5"),
        (Number::Int(-7), "-7"),
        (Number::Int(1 << 53), "9007199254740992"),
        // 2^63 = 9223372036854775808, as ECMAScript prints it.
        (Number::Int(i64::MIN), "-9223372036854776000"),
    ] {
        let mut b = TreeBuilder::new();
        b.number(number);
        let tree = b.finish().unwrap();
        assert_eq!(canon::to_vec(tree.root(), Profile::Jcs), text.as_bytes());
        let read = read(text.as_bytes(), &Limits::default()).unwrap();
        assert!(tree.root().same_value(read.root()));
    }
}

#[track_caller]
fn check(expected: &BuildError, calls: fn(&mut TreeBuilder<'static>)) {
    let mut b = TreeBuilder::new();
    calls(&mut b);
    assert_eq!(&b.finish().unwrap_err(), expected);
}

#[test]
fn values_must_balance() {
    let fault = BuildError::Unbalanced;
    check(&fault, |_| ());
    check(&fault, TreeBuilder::array);
    check(&fault, TreeBuilder::close);
    check(&fault, |b| {
        b.close();
        b.array();
        b.close();
    });
    check(&fault, |b| {
        b.null();
        b.close();
    });
    check(&fault, |b| {
        b.null();
        b.null();
    });
}

#[test]
fn names_belong_to_members() {
    let fault = BuildError::Name;
    check(&fault, |b| b.name("a").null());
    check(&fault, |b| {
        b.object();
        b.null();
        b.close();
    });
    check(&fault, |b| {
        b.array();
        b.name("a").null();
        b.close();
    });
    // Names that get no value: at the end of an object, and before another name.
    check(&fault, |b| {
        b.object();
        b.name("a").object();
        b.name("lost");
        b.close();
        b.name("b").null();
        b.close();
    });
    check(&fault, |b| {
        b.object();
        b.name("a").name("b").null();
        b.close();
    });
}

#[test]
fn names_do_not_repeat() {
    check(&BuildError::Duplicate, |b| {
        b.array();
        b.object();
        b.name("a").null();
        b.name("b").null();
        b.name("a").null();
        b.close();
        b.close();
    });
}
