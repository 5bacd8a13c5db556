//! Trees made by code rather than read from text.

use std::borrow::Cow;

use super::cursor::Cursor;
use super::names::{self, Name};
use super::number::Number;
use super::tree::{Content, Kind, Text, Tree};

/// Builds a [`Tree`] value by value, in document order.
///
/// ```
/// use ocp_convert::json::TreeBuilder;
/// let mut b = TreeBuilder::new();
/// b.object();
/// b.name("list").array();
/// b.string("x");
/// b.close();
/// b.close();
/// let tree = b.finish().unwrap();
/// assert_eq!(tree.root().get("list").item(0).as_str(), Some("x"));
/// ```
#[derive(Debug, Default)]
pub struct TreeBuilder<'a> {
    tree: Tree<'static>,
    open: Vec<u32>,
    name: Option<Cow<'a, str>>,
    /// The first call that cannot be part of a document, for `finish` to refuse.
    fault: Option<BuildError>,
}

/// Why a built tree is not a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Arrays or objects are still open, closed too often, or there is not exactly one value at the top.
    #[error("the calls do not make exactly one finished value")]
    Unbalanced,
    /// A member has no name, or an element or the document has one.
    #[error("a name is missing in an object or stands outside of one")]
    Name,
    /// A name stands twice in one object.
    #[error("a member name stands twice in one object")]
    Duplicate,
    /// A number is not finite, or an integer that no double holds.
    #[error("a number is not finite or is an integer that no double holds")]
    Number,
    /// There are 2^32 values or 2^31 bytes of text, or more.
    #[error("the document is too large for a tree")]
    TooLarge,
}

impl<'a> TreeBuilder<'a> {
    /// An empty builder.
    pub fn new() -> Self {
        Self::default()
    }

    /// Names the next value.
    pub fn name(&mut self, name: impl Into<Cow<'a, str>>) -> &mut Self {
        if self.name.replace(name.into()).is_some() {
            self.refuse(BuildError::Name);
        }
        self
    }

    /// Opens an object.
    pub fn object(&mut self) {
        self.container(Content::Object);
    }

    /// Opens an array.
    pub fn array(&mut self) {
        self.container(Content::Array);
    }

    /// Closes the innermost open array or object.
    pub fn close(&mut self) {
        let end = self.next();
        if self.name.take().is_some() {
            self.refuse(BuildError::Name);
        }
        match self.open.pop().and_then(|i| self.tree.nodes.get_mut(i as usize)) {
            Some(node) => node.end = end,
            None => self.refuse(BuildError::Unbalanced),
        }
    }

    /// Adds a string.
    pub fn string(&mut self, text: impl Into<Cow<'a, str>>) {
        self.push(Content::String(&text.into()));
    }

    /// Adds a number, which must be finite and a double.
    pub fn number(&mut self, number: Number) {
        let held = number.held();
        if held.is_none() {
            self.refuse(BuildError::Number);
        }
        self.push(Content::Number(held.unwrap_or(Number::Int(0))));
    }

    /// Adds a truth value.
    pub fn bool(&mut self, value: bool) {
        self.push(Content::Bool(value));
    }

    /// Adds `null`.
    pub fn null(&mut self) {
        self.push(Content::Null);
    }

    /// Adds a copy of the value at `place`, with its name.
    pub fn copy<'t: 'a>(&mut self, place: Cursor<'t>) {
        self.copy_with(place, |_| None);
    }

    /// Adds a copy of the value at `place`, under the name that was given last.
    pub fn copy_value<'t: 'a>(&mut self, place: Cursor<'t>) {
        self.copied(place, false, |_| None);
    }

    /// As [`Self::copy`], with other texts in place of those for which `text` has one. Uses no recursion.
    pub fn copy_with<'t: 'a>(&mut self, place: Cursor<'t>, text: impl Fn(Cursor<'t>) -> Option<&'a str>) {
        self.copied(place, true, text);
    }

    fn copied<'t: 'a>(
        &mut self,
        place: Cursor<'t>,
        named: bool,
        text: impl Fn(Cursor<'t>) -> Option<&'a str>,
    ) {
        let mut open: Vec<u32> = Vec::new();
        for node in place.subtree() {
            while open.last().is_some_and(|end| *end <= node.index()) {
                open.pop();
                self.close();
            }
            if let Some(name) = node.name().filter(|_| named || node.index() != place.index()) {
                self.name(name);
            }
            match node.kind() {
                Kind::Missing => {}
                Kind::Null => self.null(),
                Kind::Bool => self.bool(node.as_bool() == Some(true)),
                Kind::Number => self.number(node.as_number().unwrap_or(Number::Int(0))),
                Kind::String => self.string(text(node).or(node.as_str()).unwrap_or_default()),
                Kind::Array | Kind::Object => {
                    if node.is_object() {
                        self.object();
                    } else {
                        self.array();
                    }
                    open.push(node.end());
                }
            }
        }
        for _ in open {
            self.close();
        }
    }

    /// The finished document.
    ///
    /// # Errors
    /// When the calls made no single, closed, well-named value.
    pub fn finish(self) -> Result<Tree<'static>, BuildError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let tree = self.tree;
        if tree.is_too_large() {
            return Err(BuildError::TooLarge);
        }
        let whole = tree.nodes.first().is_some_and(|n| n.end as usize == tree.nodes.len());
        if !whole || !self.open.is_empty() || self.name.is_some() {
            return Err(BuildError::Unbalanced);
        }
        if tree.root().name().is_some() {
            return Err(BuildError::Name);
        }
        let mut names = Vec::new();
        for place in tree.root().subtree().filter(|c| !c.is_leaf()) {
            if place.children().any(|c| c.name().is_some() != place.is_object()) {
                return Err(BuildError::Name);
            }
            names.clear();
            names.extend(place.children().filter_map(|c| Some(Name::new(c.name()?.as_bytes(), c.index()))));
            let text = |node: u32| tree.cursor(node).name_bytes();
            if names::first_repeat(&mut names, text).is_some() {
                return Err(BuildError::Duplicate);
            }
        }
        Ok(tree)
    }

    fn refuse(&mut self, fault: BuildError) {
        self.fault.get_or_insert(fault);
    }

    fn next(&self) -> u32 {
        u32::try_from(self.tree.nodes.len()).unwrap_or(u32::MAX)
    }

    fn push(&mut self, content: Content<'_>) {
        let name = self.name.take().map_or(Text::NONE, |name| self.tree.add_name(&name));
        self.tree.append(name, content);
    }

    fn container(&mut self, content: Content<'_>) {
        self.open.push(self.next());
        self.push(content);
    }
}
