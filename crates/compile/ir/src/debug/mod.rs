//! Debug information: its nodes, read and made.

pub(crate) mod builder;
pub(crate) mod node;
pub(crate) mod structures;
pub(crate) mod text;
pub(crate) mod tracked;
pub(crate) mod types;
