//! A module and the handles of its contents: types, values, functions, blocks, instructions, metadata.

pub(crate) mod attributes;
pub(crate) mod block;
pub(crate) mod debug_info;
pub(crate) mod editable;
pub(crate) mod function;
pub(crate) mod global;
pub(crate) mod handles;
pub(crate) mod inst;
pub(crate) mod intrinsics;
pub(crate) mod metadata;
pub(crate) mod module;
pub(crate) mod types;
pub(crate) mod typing;
pub(crate) mod value;
