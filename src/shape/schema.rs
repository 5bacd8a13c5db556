//! The JSON Schema (draft 2020-12) of a shape. Every object type is one definition; what holds between members stands
//! as `if` / `then` with the clause in a `$comment`.

use serde_json::{Map, Value, json};

use super::{Condition, Need, Shape, Then, Type, When};
use crate::syntax::time;

/// How much of a table the schema asserts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Only what the published text states, and what the profile calls an error.
    Stated,
    /// Everything, what the profile pins included.
    Full,
}

/// The schema of `shape`.
pub fn schema(shape: &'static Shape, title: &str, scope: Scope) -> Value {
    let mut definitions = Map::new();
    define(shape, scope, &mut definitions);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": format!("urn:ocp-convert:profile-1:{}", shape.name),
        "title": title,
        "type": "object",
        "$ref": reference(shape),
        "$defs": definitions,
    })
}

/// The shape that a schema path (`/$defs/NAME/…`) is about, and the condition when it is about one.
pub fn origin(root: &'static Shape, path: &str) -> Option<(&'static Shape, Option<&'static Condition>)> {
    let mut tokens = path.strip_prefix("/$defs/")?.split('/');
    let name = tokens.next()?;
    let shape = all(root).into_iter().find(|s| s.name == name)?;
    let number = (tokens.next()? == "allOf").then(|| tokens.next()?.parse::<usize>().ok()).flatten();
    Some((shape, number.and_then(|n| shape.conditions.get(n))))
}

fn reference(shape: &Shape) -> String {
    format!("#/$defs/{}", shape.name)
}

/// `root` and every shape below it.
fn all(root: &'static Shape) -> Vec<&'static Shape> {
    let mut found = vec![root];
    let mut next = 0;
    while let Some(shape) = found.get(next).copied() {
        next += 1;
        for member in shape.members {
            let inner = member.ty.shape();
            found.extend(inner.filter(|s| !found.iter().any(|f| f.name == s.name)));
        }
    }
    found
}

impl Type {
    /// The shape of the objects at this place or in this list.
    fn shape(&self) -> Option<&'static Shape> {
        match self {
            Self::Object(shape) | Self::Either(_, shape) => Some(shape),
            Self::List(item, _) => item.shape(),
            _ => None,
        }
    }
}

fn define(root: &'static Shape, scope: Scope, definitions: &mut Map<String, Value>) {
    for shape in all(root) {
        let mut members = Map::new();
        let mut required = Vec::new();
        for member in shape.members {
            let asserted = scope == Scope::Full || !member.pinned;
            members.insert(member.name.to_owned(), place(&member.ty, asserted, scope));
            if member.need == Need::Stated || member.need == Need::Pinned && scope == Scope::Full {
                required.push(member.name);
            }
        }
        let mut out = Map::new();
        out.insert("properties".to_owned(), members.into());
        if !required.is_empty() {
            out.insert("required".to_owned(), required.into());
        }
        if shape.closed {
            out.insert("additionalProperties".to_owned(), false.into());
        }
        if !shape.conditions.is_empty() {
            let all: Vec<Value> = shape.conditions.iter().map(condition).collect();
            out.insert("allOf".to_owned(), all.into());
        }
        definitions.insert(shape.name.to_owned(), out.into());
    }
}

/// The schema of a place. Where the type is not `asserted`, what lies inside still counts.
fn place(ty: &'static Type, asserted: bool, scope: Scope) -> Value {
    let mut out = match ty {
        Type::Object(shape) | Type::Either(_, shape) => json!({ "$ref": reference(shape) }),
        Type::List(item, _) => json!({ "items": place(item, asserted, scope) }),
        _ if !asserted => return true.into(),
        _ => json!({}),
    };
    if asserted && let Value::Object(out) = &mut out {
        assert_type(ty, scope, out);
    }
    out
}

fn assert_type(ty: &Type, scope: Scope, out: &mut Map<String, Value>) {
    let mut set = |key: &str, value: Value| drop(out.insert(key.to_owned(), value));
    match ty {
        Type::Text { min, max, grammar } => {
            set("type", "string".into());
            if *min > 0 {
                set("minLength", (*min).into());
            }
            if let Some(max) = max {
                set("maxLength", (*max).into());
            }
            if let Some(grammar) = grammar {
                set("pattern", grammar.pattern.into());
            }
        }
        Type::Word([only]) => set("const", (*only).into()),
        Type::Word(words) => set("enum", json!(words)),
        Type::Open(words) => {
            set("type", "string".into());
            set("examples", json!(words));
        }
        Type::Integer(only) => set("const", (*only).into()),
        Type::Count => {
            set("type", "integer".into());
            set("minimum", 0.into());
        }
        Type::Id(grammar) => {
            set("type", "string".into());
            if let Some(grammar) = grammar {
                set("pattern", grammar.pattern.into());
            }
        }
        Type::Ref(_) => set("type", "string".into()),
        Type::Time(_) => {
            set("type", "string".into());
            set("format", "date-time".into());
            set("pattern", time::PATTERN.into());
        }
        Type::Uri(_) => {
            set("type", "string".into());
            set("format", "uri".into());
        }
        Type::Opaque(true) | Type::Object(_) => set("type", "object".into()),
        Type::Opaque(false) => {}
        Type::Extensions { keys, pinned } => {
            set("type", "object".into());
            if scope == Scope::Full || !pinned {
                set("propertyNames", json!({ "pattern": keys.pattern }));
            }
        }
        Type::List(_, least) => {
            set("type", "array".into());
            if *least > 0 {
                set("minItems", (*least).into());
            }
        }
        // The constraints of each side only bear on values of its type.
        Type::Either(text, _) => {
            assert_type(text, scope, out);
            out.insert("type".to_owned(), json!(["string", "object"]));
        }
    }
}

fn condition(condition: &Condition) -> Value {
    let then = merge(condition.then.iter().map(demand));
    let mut out = json!({ "$comment": condition.clause });
    if let Value::Object(out) = &mut out {
        if condition.when.is_empty() {
            out.extend(then);
        } else {
            out.insert("if".to_owned(), merge(condition.when.iter().map(test)).into());
            out.insert("then".to_owned(), then.into());
        }
    }
    out
}

fn test(when: &When) -> Value {
    let is = json!({ (when.member): { "enum": when.is } });
    if when.or_absent {
        json!({ "properties": is })
    } else {
        json!({ "properties": is, "required": [when.member] })
    }
}

fn demand(then: &Then) -> Value {
    match then {
        Then::Require(member) => json!({ "required": [member] }),
        Then::Forbid(member) => json!({ "properties": { (*member): false } }),
        Then::AnyOf(members) => {
            let each: Vec<Value> = members.iter().map(|m| json!({ "required": [m] })).collect();
            json!({ "anyOf": each })
        }
        Then::Within(path, words) => path
            .iter()
            .rev()
            .fold(json!({ "enum": words }), |inner, name| json!({ "properties": { (*name): inner } })),
        Then::Match(member, grammar) => {
            json!({ "properties": { (*member): { "pattern": grammar.pattern } } })
        }
    }
}

/// One schema that asks for all the `parts` ask for: `properties` and `required` are joined.
fn merge(parts: impl Iterator<Item = Value>) -> Map<String, Value> {
    let mut out = Map::new();
    for part in parts {
        let Value::Object(part) = part else { continue };
        for (key, value) in part {
            match (out.get_mut(&key), value) {
                (Some(Value::Object(there)), Value::Object(more)) => there.extend(more),
                (Some(Value::Array(there)), Value::Array(more)) => there.extend(more),
                (_, value) => drop(out.insert(key, value)),
            }
        }
    }
    out
}
