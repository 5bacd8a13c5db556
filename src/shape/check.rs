//! Level 1: runs a JSON Schema on a document's own tree, and says what is wrong in the terms of the document.
//!
//! A document that passes costs one `is_valid`; errors are looked for only when that fails. `format` never rejects
//! (OpenCheckpoint 8.1), patterns are those of ECMA-262, and nothing is ever fetched.

use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::{Draft, ValidationError, Validator};
use serde_json::Value;

use super::instance::{Instance, TreeJson, Wanted};
use crate::finding::{Code, Finding, Placed, placed};
use crate::json::{Cursor, Tree};
use crate::syntax::time;

/// Why a schema cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// It is not JSON.
    #[error("the schema is not JSON")]
    Json(#[source] serde_json::Error),
    /// It refers to a schema outside of itself, and nothing is fetched.
    #[error("the schema refers to `{0}`, which is not part of it, and references are never fetched")]
    Remote(String),
    /// It is no schema.
    #[error("the schema is not valid at `{pointer}`: {reason}")]
    Invalid {
        /// Where in the schema.
        pointer: String,
        /// What is wrong there.
        reason: String,
    },
}

impl SchemaError {
    /// `schema_unusable`: a document that could not be held against the built-in schema has not passed.
    pub fn finding(&self, tree: &Tree<'_>) -> Placed {
        placed(Code::SchemaUnusable, tree.root(), "the built-in schema cannot be used")
            .found(self.to_string())
    }
}

/// A compiled schema.
#[derive(Debug)]
pub struct Schema {
    validator: Validator<TreeJson>,
}

impl Schema {
    /// Compiles a schema from its text; draft 2020-12 unless its `$schema` says otherwise.
    ///
    /// # Errors
    /// When it is no schema, or refers to one that is not part of it.
    pub fn from_json(text: &[u8]) -> Result<Self, SchemaError> {
        Self::new(&serde_json::from_slice(text).map_err(SchemaError::Json)?)
    }

    /// Compiles a schema.
    ///
    /// # Errors
    /// As [`Schema::from_json`].
    pub fn new(schema: &Value) -> Result<Self, SchemaError> {
        let mut options = jsonschema::options_for::<TreeJson>().should_validate_formats(false).offline();
        if schema.get("$schema").is_none() {
            options = options.with_draft(Draft::Draft202012);
        }
        let validator = options.build(schema).map_err(|error| match error.kind() {
            Kind::Referencing(jsonschema::ReferencingError::Unretrievable { uri, .. }) => {
                SchemaError::Remote(uri.clone())
            }
            _ => {
                SchemaError::Invalid { pointer: error.instance_path().to_string(), reason: error.to_string() }
            }
        })?;
        Ok(Self { validator })
    }

    /// What is wrong with `tree` by this schema, at most `limit` faults.
    pub fn check(&self, tree: &Tree<'_>, limit: usize) -> Vec<Fault> {
        // One place can have several errors, of which one fault is made.
        let wanted = Wanted::new(limit.saturating_mul(8).max(1000));
        let root = Instance::Place(tree.root(), &wanted);
        if self.validator.is_valid(root) {
            return Vec::new();
        }
        let mut found: Vec<Fault> = Vec::new();
        for error in self.validator.iter_errors(root) {
            for fault in faults(tree, &error, limit - found.len().min(limit)) {
                // A closed set and a condition that narrows it can both object to one value: once is enough.
                let same = |f: &Fault| {
                    f.node == fault.node
                        && f.what == fault.what
                        && (f.what == What::Value || f.message == fault.message)
                };
                if !found.iter().any(same) {
                    found.push(fault);
                }
            }
            if found.len() >= limit {
                break;
            }
        }
        found
    }
}

/// One thing a document does wrong by a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Arena index of the value concerned; for a missing member, of the object that lacks it.
    pub node: u32,
    /// What kind of fault.
    pub what: What,
    /// The member that is missing or should not be there.
    pub member: Option<String>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What should have stood there.
    pub expected: Option<String>,
    /// Where in the schema the rule stands.
    pub schema_path: String,
}

/// The kinds of fault that findings treat differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A member is missing.
    Missing,
    /// A member is not defined.
    Undefined,
    /// A member is defined, but not here.
    Misplaced,
    /// The value has the wrong type.
    Type,
    /// The value is not one of those allowed.
    Value,
    /// The text does not match a pattern.
    Text,
    /// The text is too long or too short.
    Length,
    /// A member name does not match a pattern.
    Name,
    /// Anything else.
    Other,
}

impl Fault {
    /// The fault as a finding with `code`.
    pub fn finding(self, tree: &Tree<'_>, code: Code) -> Placed {
        let mut finding = Finding::new(code, "", self.message);
        finding.expected = self.expected;
        if self.what != What::Missing {
            let at = tree.cursor(self.node);
            finding.found = Some(match at.as_str() {
                Some(text) if self.what == What::Length => format!("{} characters", text.chars().count()),
                _ => describe(at),
            });
        }
        Placed { node: self.node, finding }
    }
}

/// A value in a few words.
pub fn describe(at: Cursor<'_>) -> String {
    let short = |text: &str| {
        let start: String = text.chars().take(40).collect();
        if start.len() < text.len() { format!("{start}…") } else { start }
    };
    match (at.as_str(), at.as_number(), at.as_bool()) {
        (Some(text), _, _) => format!("the text `{}`", short(text)),
        (_, Some(number), _) => format!("the number {}", number.as_f64()),
        (_, _, Some(truth)) => truth.to_string(),
        _ if at.is_array() => format!("an array of {}", at.len()),
        _ if at.is_object() => format!("an object of {} members", at.len()),
        _ => at.kind().as_str().to_owned(),
    }
}

/// The faults an error stands for, at most `limit`: finding a place takes time linear in its siblings.
fn faults(tree: &Tree<'_>, error: &ValidationError<'_>, limit: usize) -> Vec<Fault> {
    // The place itself, as `Instance` hands it out.
    let index = error.instance().as_u64().and_then(|index| u32::try_from(index).ok());
    let at = tree.cursor(index.unwrap_or(u32::MAX));
    let path = error.schema_path().to_string();
    let fault = |what, member: Option<&str>, message: String, expected: Option<String>| {
        let place = match member {
            Some(name) if what != What::Missing => at.get(name),
            _ => at,
        };
        let (node, member) = (place.index(), member.map(str::to_owned));
        Fault { node, what, member, message, expected, schema_path: path.clone() }
    };
    let one =
        |what, message: &str, expected: Option<String>| vec![fault(what, None, message.to_owned(), expected)];
    match error.kind() {
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            vec![fault(
                What::Missing,
                Some(name),
                format!("the member `{name}` is missing"),
                Some(format!("`{name}`")),
            )]
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => unexpected
            .iter()
            .take(limit)
            .map(|name| {
                let message = format!("the member `{name}` is not defined here (undefined member)");
                fault(What::Undefined, Some(name), message, None)
            })
            .collect(),
        Kind::PropertyNames { error } => {
            let name = error.instance().as_str().unwrap_or_default().to_owned();
            vec![fault(
                What::Name,
                Some(&name),
                format!("`{name}` cannot be a member name here"),
                wanted(error.kind()),
            )]
        }
        Kind::FalseSchema => {
            one(What::Misplaced, "this member may not stand here", Some("no such member".to_owned()))
        }
        kind @ Kind::Type { .. } => one(What::Type, "the value has the wrong type", wanted(kind)),
        kind @ (Kind::Enum { .. } | Kind::Constant { .. }) => {
            one(What::Value, "the value is not one of those allowed here", wanted(kind))
        }
        kind @ Kind::Pattern { .. } => {
            one(What::Text, "the text does not have the form required here", wanted(kind))
        }
        kind @ Kind::MaxLength { .. } => one(What::Length, "the text is too long", wanted(kind)),
        kind @ Kind::MinLength { .. } => one(What::Length, "the text is too short", wanted(kind)),
        kind @ Kind::MinItems { .. } => one(What::Other, "the array has too few elements", wanted(kind)),
        Kind::AnyOf { context } => {
            let each: Vec<String> = context.iter().flatten().filter_map(|e| wanted(e.kind())).collect();
            one(What::Other, "the value fits none of the alternatives", Some(each.join(" or ")))
        }
        kind => one(What::Other, &format!("the value breaks `{}` of the schema", kind.keyword()), None),
    }
}

/// What a keyword asks for.
fn wanted(kind: &Kind) -> Option<String> {
    Some(match kind {
        Kind::Required { property } => format!("`{}`", property.as_str()?),
        Kind::Type { kind: jsonschema::error::TypeKind::Single(one) } => one.to_string(),
        Kind::Type { kind: jsonschema::error::TypeKind::Multiple(set) } => {
            set.iter().map(|one| one.to_string()).collect::<Vec<_>>().join(" or ")
        }
        Kind::Enum { options } => {
            let words: Vec<String> = options.as_array()?.iter().map(word).collect();
            words.join(", ")
        }
        Kind::Constant { expected_value } => word(expected_value),
        Kind::Pattern { pattern } if pattern == time::PATTERN => {
            "an RFC 3339 date-time with an offset, such as 2026-01-31T12:00:00Z".to_owned()
        }
        Kind::Pattern { pattern } => format!("text that matches {pattern}"),
        Kind::MaxLength { limit } => format!("at most {limit} characters"),
        Kind::MinLength { limit } => format!("at least {limit} characters"),
        Kind::MinItems { limit } => format!("at least {limit} elements"),
        _ => return None,
    })
}

fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| format!("`{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Limits, read};

    /// The validator makes errors before it hands out the first: of a document with a million faults, not a million.
    #[test]
    fn no_more_errors_are_made_than_are_wanted() {
        let item = serde_json::json!({ "type": "object", "required": ["a", "b"] });
        let schema = serde_json::json!({
            "properties": { "list": { "items": item } },
            "additionalProperties": { "type": "string" }
        });
        let schema = Schema::new(&schema).unwrap();
        let many = 50_000;
        let members: Vec<String> = (0..many).map(|i| format!("\"m{i}\":1")).collect();
        for (text, first) in [
            (format!("{{\"list\":[{}{{}}]}}", "{},".repeat(many)), ["/list/0", "/list/0", "/list/1"]),
            (format!("{{\"list\":[{}1]}}", "1,".repeat(many)), ["/list/0", "/list/1", "/list/2"]),
            (format!("{{{}}}", members.join(",")), ["/m0", "/m1", "/m2"]),
        ] {
            let tree = read(text.as_bytes(), &Limits::default()).unwrap();
            let wanted = Wanted::new(100);
            let made = schema.validator.iter_errors(Instance::Place(tree.root(), &wanted)).count();
            assert!((100..=102).contains(&made), "{made}");
            let found = schema.check(&tree, 3);
            let pointers: Vec<String> = found.iter().map(|fault| tree.cursor(fault.node).pointer()).collect();
            assert_eq!(pointers, first);
        }
        // A document whose one fault is the last thing in it is not passed over.
        let text = format!("{{\"list\":[{}1]}}", "{\"a\":1,\"b\":2},".repeat(many));
        let tree = read(text.as_bytes(), &Limits::default()).unwrap();
        let found = schema.check(&tree, 3);
        assert_eq!(found.iter().map(|f| tree.cursor(f.node).pointer()).collect::<Vec<_>>(), ["/list/50000"]);
    }
}
