//! LLVM's passes and code generation.

pub(crate) mod frames;
pub(crate) mod idle_machines;
pub(crate) mod pass_options;
pub(crate) mod target;
