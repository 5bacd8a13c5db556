//! Arbitrary valid documents, made along the member tables: a member that is added there is generated the same day.
//!
//! A document is a function of a tape of numbers. What the tables say is followed here; what the semantic rules of
//! checkpoints and the sections of packets ask beyond them is put right afterwards (`repair.rs`).
#![allow(dead_code, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod repair;
pub mod tape;
mod text;

use ocp_convert::ocp::members::CHECKPOINT;
use ocp_convert::shape::{Local, Member, Need, Shape, Tense, Type};
use ocp_convert::syntax::time;
use ocp_convert::zephr::members::PACKET;
use serde_json::{Map, Value};
use tape::Tape;

/// What stands for a reference until every id is known; the number of the reference follows.
const REFERENCE: &str = "\u{E000}reference ";

/// A valid checkpoint.
pub fn checkpoint(numbers: &[u32]) -> Value {
    let mut generator = Generator::new(numbers, false);
    let mut document = generator.object(&CHECKPOINT, false);
    document["created_at"] = text::created(&mut generator.late).into();
    document["id"] = text::document_id(&mut generator.late).into();
    generator.provide(&mut document);
    generator.resolve(&mut document);
    repair::checkpoint(&mut generator, &mut document);
    document
}

/// A valid packet.
pub fn packet(numbers: &[u32]) -> Value {
    let mut generator = Generator::new(numbers, true);
    let mut document = generator.object(&PACKET, false);
    // A packet of few words about its time is one that cannot be converted, which needs few tries.
    if !generator.late.chance(3) {
        document["packet"]["createdAt"] = text::created(&mut generator.late).into();
    }
    repair::packet(&mut generator, &mut document);
    generator.resolve(&mut document);
    repair::root(&mut document);
    document
}

struct Generator<'n> {
    tape: Tape<'n>,
    /// For what is chosen when the rest is there: the tape has often ended by then.
    late: Tape<'n>,
    packet: bool,
    /// The ids given so far, with what has them.
    ids: Vec<(String, Local)>,
    /// What each reference may lead to.
    wanted: Vec<&'static [Local]>,
}

impl<'n> Generator<'n> {
    fn new(numbers: &'n [u32], packet: bool) -> Self {
        Self {
            tape: Tape::new(numbers),
            late: Tape::endless(numbers),
            packet,
            ids: Vec::new(),
            wanted: Vec::new(),
        }
    }

    /// An object of this shape; only what it has to have when `bare`.
    fn object(&mut self, shape: &'static Shape, bare: bool) -> Value {
        let mut members = Map::new();
        for member in shape.members {
            let there = match member.need {
                Need::Stated => true,
                // What only the profile asks for may be missing, with a warning.
                Need::Pinned => !self.tape.chance(4),
                // The top of a document is seldom the interesting part.
                Need::Optional => !bare && self.tape.chance(if shape.closed { 55 } else { 65 }),
            };
            if there {
                let value = self.member(shape, member);
                members.insert(member.name.to_owned(), value);
            }
        }
        if self.packet && !shape.closed && !bare && self.tape.chance(2) {
            let value = text::opaque(&mut self.tape, true, 1);
            members.insert(self.tape.pick(&["note", "ID", "x-y", "text ", "\u{202E}id"]).to_owned(), value);
        }
        repair::conditions(self, shape, &mut members);
        Value::Object(members)
    }

    fn member(&mut self, shape: &'static Shape, member: &'static Member) -> Value {
        if self.packet && member.pinned && self.tape.chance(4) {
            // What stands in a list or object has to be as the published text says, list or not.
            let scalar = matches!(member.ty, Type::List(..) | Type::Object(_) | Type::Either(..));
            return text::opaque(&mut self.tape, true, if scalar { text::SCALAR } else { 1 });
        }
        // Where a packet allows any text, the words that a checkpoint knows there are the ones that can mislead.
        let free = matches!(member.ty, Type::Text { grammar: None, .. });
        if self.packet && free && self.tape.chance(40) {
            let mut words = Vec::new();
            words_of(member.name, &CHECKPOINT, &mut words);
            if !words.is_empty() {
                return self.tape.pick(&words).into();
            }
        }
        if let Type::Id(grammar) = member.ty {
            return self.id(grammar.map(|g| g.pattern), shape.local).into();
        }
        self.value(&member.ty)
    }

    fn value(&mut self, ty: &'static Type) -> Value {
        match ty {
            Type::Text { min, max, grammar: None } => self.text(*min, *max),
            Type::Text { grammar: Some(grammar), .. } => self.matching(grammar.pattern),
            Type::Word(words) => self.tape.pick(words).into(),
            Type::Open(words) if !self.tape.chance(10) => self.tape.pick(words).into(),
            Type::Open(_) => self.text(0, None),
            Type::Integer(number) => (*number).into(),
            Type::Count => self.tape.below(100).into(),
            Type::Id(grammar) => self.id(grammar.map(|g| g.pattern), "entry").into(),
            Type::Ref(kinds) => self.reference(kinds),
            Type::Time(Tense::Past) => text::past(&mut self.tape).into(),
            Type::Time(Tense::Any) => text::time(&mut self.tape).into(),
            Type::Uri(_) => text::uri(&mut self.tape, self.packet).into(),
            Type::Opaque(false) => text::opaque(&mut self.tape, self.packet, 0),
            Type::Opaque(true) => {
                let inner = text::opaque(&mut self.tape, self.packet, 0);
                Value::Object([("any".to_owned(), inner)].into_iter().collect())
            }
            Type::Extensions { .. } => {
                let mut members = Map::new();
                for _ in 0..self.tape.below(3) {
                    let key = text::extension_key(&mut self.tape, self.packet);
                    members.insert(key.to_owned(), text::opaque(&mut self.tape, self.packet, 0));
                }
                Value::Object(members)
            }
            Type::Object(shape) => self.object(shape, false),
            Type::List(item, least) => {
                let more = self.tape.pick(&[0, 1, 2, 1, 3, 2, 4, 8]);
                let many = if self.tape.chance(3) { 30 } else { 0 };
                let mut items: Vec<Value> = (0..*least).map(|_| self.value(item)).collect();
                for _ in 0..more + many {
                    if self.tape.is_at_end() {
                        break;
                    }
                    items.push(self.value(item));
                }
                items.into()
            }
            Type::Either(text, shape) => {
                if self.tape.chance(60) {
                    self.object(shape, false)
                } else {
                    self.value(text)
                }
            }
        }
    }

    fn text(&mut self, min: u32, max: Option<u32>) -> Value {
        if self.packet && self.tape.chance(12) {
            return self.reference(&[]);
        }
        if let Some(max) = max.filter(|_| self.tape.chance(1)) {
            return text::of_length(max as usize).into();
        }
        let text = text::text(&mut self.tape, self.packet);
        if text.is_empty() && min > 0 { "x".into() } else { text.into() }
    }

    /// Text of a form. A form that is new in the tables needs its texts here.
    fn matching(&mut self, pattern: &str) -> Value {
        if pattern.contains("sha-256:") {
            return text::digest_text(&mut self.tape).into();
        }
        if pattern.starts_with("^sha256:") {
            return format!("sha256:{}", "0".repeat(64)).into();
        }
        if pattern == time::PATTERN {
            return text::time(&mut self.tape).into();
        }
        if pattern == "^[0-9a-f]{64}$" {
            return "0f".repeat(32).into();
        }
        panic!("the generator knows no text for {pattern}")
    }

    /// An id: in a checkpoint of the right form and nobody else's, in a packet any text.
    fn id(&mut self, pattern: Option<&'static str>, kind: Local) -> String {
        let mut id = if pattern.is_none() && self.tape.chance(25) {
            format!("{}#{}", text::document_id(&mut self.tape), text::local_id(&mut self.tape))
        } else if pattern.is_none() && self.tape.chance(15) {
            text::text(&mut self.tape, self.packet)
        } else {
            text::local_id(&mut self.tape)
        };
        let taken = |id: &String, ids: &[(String, Local)]| ids.iter().any(|(other, _)| other == id);
        if pattern.is_some() || !self.tape.chance(5) {
            let stem: String = id.chars().take(120).collect();
            let mut number = 2;
            while taken(&id, &self.ids) {
                id = format!("{stem}-{number}");
                number += 1;
            }
        }
        self.ids.push((id.clone(), kind));
        id
    }

    fn reference(&mut self, kinds: &'static [Local]) -> Value {
        self.wanted.push(kinds);
        format!("{REFERENCE}{}", self.wanted.len() - 1).into()
    }

    /// Adds an object for every kind that is referred to and not there.
    fn provide(&mut self, document: &mut Value) {
        let mut number = 0;
        while number < self.wanted.len() {
            let kinds = self.wanted[number];
            number += 1;
            if self.ids.iter().any(|(_, kind)| kinds.is_empty() || kinds.contains(kind)) {
                continue;
            }
            let kind = kinds.first().copied().unwrap_or("resource");
            let (path, shape) = lists(&CHECKPOINT).find(|(_, shape)| shape.local == kind).unwrap();
            let object = self.object(shape, true);
            let mut place = &mut *document;
            for name in &path {
                if place.get(*name).is_none() {
                    place[*name] = Value::Null;
                }
                place = &mut place[*name];
            }
            match place {
                Value::Array(items) => items.push(object),
                none => *none = Value::Array(vec![object]),
            }
        }
    }

    /// Puts an id where a reference stands.
    fn resolve(&mut self, value: &mut Value) {
        match value {
            Value::String(text) => {
                let Some(number) = text.strip_prefix(REFERENCE) else { return };
                let kinds = self.wanted[number.parse::<usize>().unwrap()];
                let fits = |kind: &Local| kinds.is_empty() || kinds.contains(kind);
                let all = self.packet && self.late.chance(10);
                let fitting: Vec<&String> =
                    self.ids.iter().filter(|(_, kind)| all || fits(kind)).map(|(id, _)| id).collect();
                *text = if fitting.is_empty() || (self.packet && self.late.chance(8)) {
                    "dangling".to_owned()
                } else {
                    self.late.pick(&fitting).clone()
                };
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.resolve(item)),
            Value::Object(members) => members.values_mut().for_each(|member| self.resolve(member)),
            _ => {}
        }
    }
}

/// The words of every closed or open set that a member of this name has anywhere in a table.
fn words_of(name: &str, shape: &'static Shape, out: &mut Vec<&'static str>) {
    for member in shape.members {
        let mut ty = &member.ty;
        while let Type::List(item, _) = ty {
            ty = item;
        }
        match ty {
            Type::Word(words) | Type::Open(words) if member.name == name => out.extend(*words),
            Type::Object(inner) | Type::Either(_, inner) => words_of(name, inner, out),
            _ => {}
        }
    }
}

/// The lists of objects at the first two levels of a table, with the way to them.
fn lists(shape: &'static Shape) -> impl Iterator<Item = (Vec<&'static str>, &'static Shape)> {
    let of = |shape: &'static Shape| {
        shape.members.iter().filter_map(|member| match &member.ty {
            Type::List(Type::Object(item), _) => Some((member.name, *item)),
            _ => None,
        })
    };
    let inner = shape.members.iter().filter_map(|member| match &member.ty {
        Type::Object(inner) => Some((member.name, *inner)),
        _ => None,
    });
    let below =
        inner.flat_map(move |(name, inner)| of(inner).map(move |(list, item)| (vec![name, list], item)));
    of(shape).map(|(list, item)| (vec![list], item)).chain(below)
}
