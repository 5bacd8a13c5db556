//! The strict grammars of texts inside documents, and the one way text reaches a terminal.

pub mod text;
pub mod time;
pub mod tokens;
pub mod uri;
