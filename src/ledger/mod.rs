//! The double-entry ledger: the only way to write a conversion's target.
//!
//! A value reaches the target by being *moved* from a source leaf under a rule, or *made* under a rule from a closed
//! set of makings, never from a string that came up at run time. Both leave an entry, so what a conversion loses and
//! what it invents is on record by construction. A leaf is a scalar, or an empty array or object.
//!
//! Making a value takes fixed words, a digest, a number, an id, never a computed string. This compiles:
//!
//! ```
//! use ocp_convert::{json, ledger::{Builder, Made}, mapping::{Direction, ROWS, Rule}};
//! let source = json::read(b"{}", &json::Limits::default()).unwrap();
//! let mut builder = Builder::new(&source, Direction::OcpToZephr);
//! let rule = Rule::from_code(ROWS[0].rule).unwrap();
//! let root = builder.root();
//! builder.make(rule, root, "intent", Made::Words("continue-task"));
//! ```
//!
//! and an invented value does not:
//!
//! ```compile_fail,E0597
//! use ocp_convert::{json, ledger::{Builder, Made}, mapping::{Direction, ROWS, Rule}};
//! let source = json::read(b"{}", &json::Limits::default()).unwrap();
//! let mut builder = Builder::new(&source, Direction::OcpToZephr);
//! let rule = Rule::from_code(ROWS[0].rule).unwrap();
//! let root = builder.root();
//! let invented = format!("continue-{}", "task");
//! builder.make(rule, root, "intent", Made::Words(&invented));
//! ```

mod account;
mod attach;
mod builder;
mod file;
mod finish;
mod line;
mod made;
mod schema;
mod target;
mod transform;

pub use account::{Omission, Unaccounted};
pub use builder::{Builder, Mark, Slot};
pub use file::{Document, Landing, LedgerFile, Moved, Omitted, Summary, Synthesized};
pub use finish::{Draft, Ledger};
pub use line::{Line, SourcePointer};
pub use made::{Given, Id, Made};
pub use schema::SCHEMA;
pub use transform::Transform;
