//! One walk of a document along its shape: the places that rules look at, and the members no table defines.

use super::{Local, Member, Shape, Type};
use crate::json::{Children, Cursor};

/// A place of a document, with what the table says of it.
#[derive(Clone, Copy, Debug)]
pub enum Spot<'t> {
    /// An object of this shape.
    Object(Cursor<'t>, &'static Shape),
    /// The id (first) of a local object (second) of this kind.
    Id(Cursor<'t>, Cursor<'t>, Local),
    /// A value with its type, neither an object nor a list nor an id.
    Value(Cursor<'t>, &'static Type),
    /// A member of this shape that the table does not define; nothing below it is visited.
    Undefined(Cursor<'t>, &'static Shape),
}

/// Calls `see` for every place of `root` that the shape reaches, in document order and without recursion. Opaque places
/// are seen but not entered; a value of another type than the table says is seen as a value.
pub fn visit<'t>(root: Cursor<'t>, shape: &'static Shape, mut see: impl FnMut(Spot<'t>)) {
    let mut open: Vec<(Children<'t>, Inside<'t>)> = Vec::new();
    enter_object(root, shape, &mut open, &mut see);
    while let Some((children, inside)) = open.last_mut() {
        let Some(at) = children.next() else {
            open.pop();
            continue;
        };
        let ty = match *inside {
            Inside::List(ty) => ty,
            Inside::Object(object, shape) => match shape.member(at.name().unwrap_or_default()) {
                Some(Member { ty: Type::Id(_), .. }) => {
                    see(Spot::Id(at, object, shape.local));
                    continue;
                }
                Some(member) => &member.ty,
                None => {
                    see(Spot::Undefined(at, shape));
                    continue;
                }
            },
        };
        match ty {
            Type::Object(shape) if at.is_object() => enter_object(at, shape, &mut open, &mut see),
            Type::Either(_, shape) if at.is_object() => enter_object(at, shape, &mut open, &mut see),
            Type::Either(text, _) => see(Spot::Value(at, text)),
            Type::List(item, _) if at.is_array() => open.push((at.children(), Inside::List(item))),
            _ => see(Spot::Value(at, ty)),
        }
    }
}

#[derive(Clone, Copy)]
enum Inside<'t> {
    Object(Cursor<'t>, &'static Shape),
    List(&'static Type),
}

fn enter_object<'t>(
    at: Cursor<'t>,
    shape: &'static Shape,
    open: &mut Vec<(Children<'t>, Inside<'t>)>,
    see: &mut impl FnMut(Spot<'t>),
) {
    see(Spot::Object(at, shape));
    open.push((at.children(), Inside::Object(at, shape)));
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
