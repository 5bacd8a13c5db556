//! The member patterns a shape pins: one a leaf, `*` for an array element, `**` for anything inside an opaque place.

use super::{Shape, Type};

/// A leaf that a table defines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    /// Its path: names, `*` for any element, and `**` at the end for anything at or below an opaque place.
    pub path: String,
    /// Whether the place is opaque.
    pub opaque: bool,
}

/// Every pattern of `shape`, in the order of the table; a place that may be text or an object gives both.
pub fn patterns(shape: &'static Shape) -> impl Iterator<Item = Pattern> {
    let mut out = Vec::new();
    object(shape, "", &mut out);
    out.into_iter()
}

// Tables nest a handful of levels and cannot refer to themselves, so recursion is bounded by them.
fn object(shape: &Shape, at: &str, out: &mut Vec<Pattern>) {
    for member in shape.members {
        place(&member.ty, format!("{at}/{}", member.name), out);
    }
}

fn place(ty: &Type, path: String, out: &mut Vec<Pattern>) {
    match ty {
        Type::Object(shape) => object(shape, &path, out),
        Type::List(item, _) => place(item, format!("{path}/*"), out),
        Type::Either(text, shape) => {
            place(text, path.clone(), out);
            object(shape, &path, out);
        }
        Type::Opaque(_) | Type::Extensions { .. } => {
            out.push(Pattern { path: format!("{path}/**"), opaque: true });
        }
        _ => out.push(Pattern { path, opaque: false }),
    }
}
