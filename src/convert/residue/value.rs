//! Between the tree and the values that RFC 6902 patches work on. A tree has no doubled names and no number that is not
//! a double, and neither does what is made of one here.

use serde_json::{Map, Value};

use crate::json::{BuildError, Cursor, Kind, Number, Tree, TreeBuilder};

/// The value at `place`, which is nested no deeper than a reader lets it be.
pub(super) fn from_tree(place: Cursor<'_>) -> Value {
    match place.kind() {
        Kind::Missing | Kind::Null => Value::Null,
        Kind::Bool => Value::Bool(place.as_bool().unwrap_or_default()),
        Kind::Number => match place.as_number() {
            Some(Number::Int(i)) => i.into(),
            Some(Number::Float(f)) => f.into(),
            None => Value::Null,
        },
        Kind::String => place.as_str().unwrap_or_default().into(),
        Kind::Array => place.items().map(from_tree).collect(),
        Kind::Object => {
            let member = |c: Cursor<'_>| (c.name().unwrap_or_default().to_owned(), from_tree(c));
            Value::Object(place.children().map(member).collect::<Map<_, _>>())
        }
    }
}

/// The document `value` is.
pub(super) fn to_tree(value: &Value) -> Result<Tree<'static>, BuildError> {
    let mut builder = TreeBuilder::new();
    add(&mut builder, value);
    builder.finish().map(Tree::into_owned)
}

/// Adds `value` to a document.
pub(super) fn add<'v>(builder: &mut TreeBuilder<'v>, value: &'v Value) {
    match value {
        Value::Null => builder.null(),
        Value::Bool(b) => builder.bool(*b),
        Value::Number(n) => {
            let float = || Number::Float(n.as_f64().unwrap_or(f64::NAN));
            builder.number(n.as_i64().map_or_else(float, Number::Int));
        }
        Value::String(text) => builder.string(text.as_str()),
        Value::Array(items) => {
            builder.array();
            for item in items {
                add(builder, item);
            }
            builder.close();
        }
        Value::Object(members) => {
            builder.object();
            for (name, member) in members {
                builder.name(name.as_str());
                add(builder, member);
            }
            builder.close();
        }
    }
}

/// Whether `value` is the value at `place`.
pub(super) fn same(value: &Value, place: Cursor<'_>) -> bool {
    match (value, place.kind()) {
        (Value::Null, Kind::Null) => true,
        (Value::Bool(b), Kind::Bool) => place.as_bool() == Some(*b),
        (Value::Number(n), Kind::Number) => n.as_f64() == place.as_number().map(Number::as_f64),
        (Value::String(text), Kind::String) => place.as_str() == Some(text.as_str()),
        (Value::Array(items), Kind::Array) => {
            items.len() == place.len() && items.iter().zip(place.items()).all(|(a, b)| same(a, b))
        }
        (Value::Object(members), Kind::Object) => {
            let twin = |member: Cursor<'_>| members.get(member.name().unwrap_or_default());
            members.len() == place.len()
                && place.children().all(|member| twin(member).is_some_and(|value| same(value, member)))
        }
        _ => false,
    }
}
