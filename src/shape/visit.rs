//! One walk of a document along its shape: the places that rules look at, the members no table defines, and whether
//! everything is as the table asks.

use super::conforms::{has_elements, is_of_shape, is_of_type};
use super::{Local, Member, Shape, Type};
use crate::json::{Children, Cursor};

/// A place of a document, with what the table says of it.
#[derive(Clone, Copy, Debug)]
pub enum Spot<'t> {
    /// The id (first) of a local object (second) of this kind.
    Id(Cursor<'t>, Cursor<'t>, Local),
    /// A value with its type, no id; an object or a list is one only where the value is of another type.
    Value(Cursor<'t>, &'static Type),
    /// A member of this shape that the table does not define; nothing below it is visited.
    Undefined(Cursor<'t>, &'static Shape),
}

/// A member of an object, and the table's entry for it when there is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'t> {
    pub(super) at: Cursor<'t>,
    pub(super) member: Option<&'static Member>,
}

/// Calls `see` for every place of `root` that the shape reaches, in document order and without recursion. Opaque places
/// are seen but not entered; a value of another type than the table says is seen as a value.
///
/// Says whether the document is certainly what the shape asks for; if not, its schema has to be asked.
pub fn visit<'t>(root: Cursor<'t>, shape: &'static Shape, mut see: impl FnMut(Spot<'t>)) -> bool {
    // The members of all open objects, each object's together, and each looked up once.
    let mut found: Vec<Found<'t>> = Vec::with_capacity(64);
    let mut open: Vec<Open<'t>> = Vec::with_capacity(16);
    let mut clean = root.is_object();
    clean &= enter_object(root, shape, &mut found, &mut open);
    while let Some(innermost) = open.last_mut() {
        let (at, ty) = match innermost {
            Open::List { children, item } => {
                let Some(at) = children.next() else {
                    open.pop();
                    continue;
                };
                (at, *item)
            }
            Open::Object { object, shape, first, next } => {
                let Some(Found { at, member }) = found.get(*next).copied() else {
                    found.truncate(*first);
                    open.pop();
                    continue;
                };
                *next += 1;
                match member.map(|m| &m.ty) {
                    Some(ty @ Type::Id(_)) => {
                        clean &= is_of_type(at, ty);
                        see(Spot::Id(at, *object, shape.local));
                        continue;
                    }
                    Some(ty) => (at, ty),
                    None => {
                        clean &= !shape.closed;
                        see(Spot::Undefined(at, shape));
                        continue;
                    }
                }
            }
        };
        match ty {
            Type::Object(shape) | Type::Either(_, shape) if at.is_object() => {
                clean &= enter_object(at, shape, &mut found, &mut open);
            }
            Type::List(item, least) if at.is_array() => {
                clean &= has_elements(at, *least);
                open.push(Open::List { children: at.children(), item });
            }
            _ => {
                let ty = if let Type::Either(text, _) = ty { text } else { ty };
                clean &= is_of_type(at, ty);
                see(Spot::Value(at, ty));
            }
        }
    }
    clean
}

/// What the walk is inside of.
enum Open<'t> {
    /// An array, with the elements still to come.
    List { children: Children<'t>, item: &'static Type },
    /// An object, with where its members start among those found, and which of them comes next.
    Object { object: Cursor<'t>, shape: &'static Shape, first: usize, next: usize },
}

/// Looks up the members of an object, and says whether they are those of the shape.
fn enter_object<'t>(
    object: Cursor<'t>,
    shape: &'static Shape,
    found: &mut Vec<Found<'t>>,
    open: &mut Vec<Open<'t>>,
) -> bool {
    let first = found.len();
    let look_up = |at: Cursor<'t>| Found { at, member: shape.member_named(at.name_bytes()) };
    found.extend(object.children().map(look_up));
    open.push(Open::Object { object, shape, first, next: first });
    is_of_shape(found.get(first..).unwrap_or_default(), shape)
}

/// Arena indexes of the members of `root` and below that the table does not define, each the top of its subtree, in
/// document order. Opaque places hold none.
pub fn undefined_members(root: Cursor<'_>, shape: &'static Shape) -> Vec<u32> {
    let mut out = Vec::new();
    visit(root, shape, |spot| {
        if let Spot::Undefined(at, _) = spot {
            out.push(at.index());
        }
    });
    out
}
