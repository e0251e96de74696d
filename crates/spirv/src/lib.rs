//! SPIR-V in both directions.
//!
//! ```text
//! device IR ── writer ──► SPIR-V words ── reader ──► device IR
//!                              │
//!                              └── inspect ──► kernels, imports, exports
//! ```
//!
//! "Device IR" is LLVM IR under the conventions of `docs/internals/boundaries.md`,
//! section 3. The binary layer is `rspirv`'s. There is no `unsafe` here.

#![forbid(unsafe_code)]

pub mod builtins;
mod debug_info;
pub mod inspect;
pub mod reader;
pub mod writer;
