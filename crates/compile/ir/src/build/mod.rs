//! Building and rewriting: the builder, and changes of instructions that follow LLVM's rules.

pub(crate) mod aggregates;
pub(crate) mod builder;
pub(crate) mod control;
pub(crate) mod expand;
pub(crate) mod masked;
pub(crate) mod memory;
pub(crate) mod retype;
pub(crate) mod usable;
pub(crate) mod variables;
pub(crate) mod vector_accesses;
pub(crate) mod vector_casts;
