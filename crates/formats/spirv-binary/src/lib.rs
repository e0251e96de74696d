//! SPIR-V modules as words, without LLVM: the part that the runtime, the cache, the tools and both directions of
//! `tandem-spirv` share.
//!
//! ```text
//! bytes ── words ──► instructions ──┬── interface ────► entry points, linkage
//!                         │         ├── description ──► all that a module says about itself
//!                         │         ├── slice ────────► a module with a part of the functions
//!                     operands       ├── decode ── text ──► the text form
//!                                    └── structure ──► functions, names, decorations
//!                                            └── types ──► shapes and layouts of types
//!
//! instructions ── assembler ──► bytes
//! ```
//!
//! The grammar (opcodes, enumerants) is `rspirv`'s. The parser of words is our own: it takes both byte orders, borrows
//! the operands, and reports where a module is wrong.

#![forbid(unsafe_code)]

pub mod assembler;
pub mod decode;
pub mod decorations;
pub mod description;
mod enumerants;
mod error;
pub mod generator;
pub mod interface;
mod operands;
mod references;
pub mod slice;
pub mod structure;
pub mod text;
pub mod types;
mod words;

pub use error::{BinaryError, Location, Malformed, called, opcode_name};
pub use operands::{Id, Operands};

/// The grammar of SPIR-V: opcodes and enumerations, as `rspirv` has them.
pub use rspirv::spirv as grammar;

pub use words::{HEADER_WORDS, Instruction, Instructions, MAX_BOUND, Words};
