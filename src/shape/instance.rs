//! The document tree as the `jsonschema` crate reads it, so that level 1 runs without a copy of the document.

use std::borrow::Cow;
use std::cell::Cell;

use jsonschema::JsonType;
use jsonschema::json::{Array, Json, JsonNumber, Node, NodeIdentity, Object};
use serde_json::Value;

use crate::json::{Children, Cursor, Kind, Number};

/// Documents as trees of this crate.
pub(super) struct TreeJson;

/// How many more errors are wanted. The validator collects all there are before it hands out the first, and a document
/// can have millions; when no more are wanted, arrays and objects end.
pub(super) type Wanted = Cell<usize>;

/// A place in a tree, or a member name standing on its own (for `propertyNames`).
#[derive(Clone, Copy)]
pub(super) enum Instance<'t> {
    Place(Cursor<'t>, &'t Wanted),
    Name(&'t str),
}

impl Json for TreeJson {
    type Node<'a> = Instance<'a>;
    type PreparedKey = Box<str>;
    type StringBuffer = ();

    // Objects are scanned, so that one pass over the members beats looking up each of them.
    const KEYS_PER_LOOKUP: usize = 8;
    const ACYCLIC: bool = true;

    fn prepare_key(key: &str) -> Box<str> {
        key.into()
    }

    fn with_string_node<T>((): &mut (), string: &str, f: impl FnOnce(Instance<'_>) -> T) -> T {
        f(Instance::Name(string))
    }
}

impl<'a> Instance<'a> {
    fn place(self) -> Option<Cursor<'a>> {
        match self {
            Self::Place(at, _) => Some(at),
            Self::Name(_) => None,
        }
    }

    fn container(self, is_one: fn(Cursor<'a>) -> bool) -> Option<Container<'a>> {
        match self {
            Self::Place(at, wanted) if is_one(at) => Some(Container(at, wanted)),
            _ => None,
        }
    }

    fn text(self) -> Option<&'a str> {
        match self {
            Self::Place(at, _) => at.as_str(),
            Self::Name(name) => Some(name),
        }
    }
}

impl<'a> Node<'a, TreeJson> for Instance<'a> {
    type Object = Container<'a>;
    type Array = Container<'a>;
    type Number = Numeral;

    fn as_object(&self) -> Option<Container<'a>> {
        self.container(Cursor::is_object)
    }

    fn as_array(&self) -> Option<Container<'a>> {
        self.container(Cursor::is_array)
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        self.text().map(Cow::Borrowed)
    }

    fn as_number(&self) -> Option<Numeral> {
        self.place()?.as_number().map(Numeral)
    }

    fn as_boolean(&self) -> Option<bool> {
        self.place()?.as_bool()
    }

    fn is_null(&self) -> bool {
        self.json_type() == JsonType::Null
    }

    fn json_type(&self) -> JsonType {
        match self.place().map_or(Kind::String, Cursor::kind) {
            Kind::Missing | Kind::Null => JsonType::Null,
            Kind::Bool => JsonType::Boolean,
            Kind::Number => JsonType::Number,
            Kind::String => JsonType::String,
            Kind::Array => JsonType::Array,
            Kind::Object => JsonType::Object,
        }
    }

    fn string_length_within(&self, min: u64, max: u64) -> Option<bool> {
        let text = self.text()?;
        // A code point takes one to four bytes, which nearly always settles it.
        let bytes = text.len() as u64;
        let fewest = bytes.div_ceil(4);
        if bytes < min || fewest > max {
            return Some(false);
        }
        Some((min <= fewest && bytes <= max) || (min..=max).contains(&(text.chars().count() as u64)))
    }

    fn equals_value(&self, expected: &Value) -> bool {
        match (expected, self.text()) {
            (Value::String(expected), Some(text)) => expected == text,
            (Value::String(_), None) | (_, Some(_)) => false,
            _ => self.place().is_some_and(|at| jsonschema::json::cmp::equal(&value(at), expected)),
        }
    }

    /// Only errors ask for this here, each for one: that is counted, and what is handed out is the place, by which a
    /// finding takes what it shows from the tree. A name has to come along, since it has no place of its own.
    fn to_value(&self) -> Cow<'a, Value> {
        Cow::Owned(match *self {
            Self::Place(at, wanted) => {
                wanted.set(wanted.get().saturating_sub(1));
                Value::from(at.index())
            }
            Self::Name(name) => Value::String(name.to_owned()),
        })
    }

    fn identity(&self) -> Option<NodeIdentity> {
        let at = self.place()?;
        Some(NodeIdentity::tagged(std::ptr::from_ref(at.tree()).addr(), at.index()))
    }
}

/// The value at a place. Documents nest no deeper than the reader's limit, which bounds the recursion.
fn value(at: Cursor<'_>) -> Value {
    match at.kind() {
        Kind::Missing | Kind::Null => Value::Null,
        Kind::Bool => Value::Bool(at.as_bool().unwrap_or_default()),
        Kind::Number => at.as_number().map_or(Value::Null, |n| Value::Number(Numeral(n).number())),
        Kind::String => Value::String(at.as_str().unwrap_or_default().to_owned()),
        Kind::Array => at.children().map(value).collect(),
        Kind::Object => at.children().map(|c| (c.name().unwrap_or_default().to_owned(), value(c))).collect(),
    }
}

/// An object or an array.
pub(super) struct Container<'t>(Cursor<'t>, &'t Wanted);

/// What is in a container, for as long as errors are wanted.
pub(super) struct Parts<'t>(Children<'t>, &'t Wanted);

impl<'t> Parts<'t> {
    fn next_place(&mut self) -> Option<Cursor<'t>> {
        if self.1.get() == 0 { None } else { self.0.next() }
    }
}

/// The members of an object.
pub(super) struct Members<'t>(Parts<'t>);

impl<'t> Iterator for Members<'t> {
    type Item = (&'t str, Instance<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.0.next_place()?;
        Some((at.name().unwrap_or_default(), Instance::Place(at, self.0.1)))
    }
}

/// The elements of an array.
pub(super) struct Elements<'t>(Parts<'t>);

impl<'t> Iterator for Elements<'t> {
    type Item = Instance<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.0.next_place()?;
        Some(Instance::Place(at, self.0.1))
    }
}

impl<'a> Object<'a, TreeJson> for Container<'a> {
    type Node = Instance<'a>;
    type MemberName = &'a str;
    type MembersIter = Members<'a>;

    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, key: &Box<str>) -> Option<Instance<'a>> {
        Some(self.0.get(key)).filter(|at| at.exists()).map(|at| Instance::Place(at, self.1))
    }

    fn members(&self) -> Members<'a> {
        Members(Parts(self.0.children(), self.1))
    }
}

impl<'a> Array<'a, TreeJson> for Container<'a> {
    type Node = Instance<'a>;
    type ElementsIter = Elements<'a>;

    fn len(&self) -> usize {
        self.0.len()
    }

    fn elements(&self) -> Elements<'a> {
        Elements(Parts(self.0.children(), self.1))
    }

    fn is_unique(&self) -> bool {
        jsonschema::json::unique::is_unique(&self.0.children().map(value).collect::<Vec<_>>())
    }
}

/// A number of the tree.
pub(super) struct Numeral(Number);

impl Numeral {
    fn number(&self) -> serde_json::Number {
        match self.0 {
            Number::Int(i) => i.into(),
            // The tree holds finite numbers only.
            Number::Float(f) => serde_json::Number::from_f64(f).unwrap_or_else(|| 0.into()),
        }
    }
}

impl JsonNumber for Numeral {
    fn as_u64(&self) -> Option<u64> {
        self.0.as_i64().and_then(|i| u64::try_from(i).ok())
    }

    fn as_i64(&self) -> Option<i64> {
        self.0.as_i64()
    }

    fn as_f64(&self) -> Option<f64> {
        Some(self.0.as_f64())
    }

    fn as_str(&self) -> Cow<'_, str> {
        Cow::Owned(self.number().to_string())
    }

    fn to_number(&self) -> Cow<'_, serde_json::Number> {
        Cow::Owned(self.number())
    }

    fn is_integer(&self) -> bool {
        self.0.as_f64().fract() == 0.0
    }
}
