//! The basics of this crate: contexts, errors, options of the process, and the differences between versions of LLVM.

pub(crate) mod context;
pub(crate) mod enumerations;
pub(crate) mod erased;
pub(crate) mod error;
pub(crate) mod fatal;
pub(crate) mod frame_report;
pub(crate) mod optimize;
pub(crate) mod options;
pub(crate) mod refusal;
pub(crate) mod static_objects;
pub(crate) mod strings;
pub(crate) mod version;
