//! JSON as both formats need it: a strict reader (I-JSON, RFC 7493, profile 1 section 1) and a borrowed tree.
//!
//! The tree is one flat arena in preorder, so nothing here recurses: reading, walking and dropping use constant stack
//! whatever the nesting. [`read`] refuses what has no stable meaning (repeated names, lone surrogates, numbers no double
//! holds); what is merely doubtful is kept and listed in [`Tree::notes`].
//!
//! ```
//! use ocp_convert::json::{self, Limits};
//! let tree = json::read(br#"{"task":{"status":"active"}}"#, &Limits::default()).unwrap();
//! assert_eq!(tree.root().get("task").get("status").as_str(), Some("active"));
//! // An absent member is a sentinel, so a chain of lookups never fails.
//! assert!(!tree.root().get("no").get("such").exists());
//! ```

mod build;
mod cursor;
mod fault;
mod limits;
mod lines;
mod names;
mod number;
mod pointer;
mod position;
mod reader;
pub(crate) mod scan;
mod string;
mod tree;

pub use build::{BuildError, TreeBuilder};
pub use cursor::{Children, Cursor};
pub use limits::Limits;
pub use lines::Lines;
pub use number::Number;
pub use pointer::{PointerIndex, escape_token, parse_pointer, resolve};
pub use position::{Position, locate, position_at};
pub use reader::read;
pub use string::{escape_for_line, escape_noncharacters, is_noncharacter};
pub use tree::{Kind, Note, NoteKind, Tree};

pub(crate) use tree::{Content, Node, Text, Value};
