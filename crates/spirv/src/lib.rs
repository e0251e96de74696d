//! SPIR-V in both directions.
//!
//! ```text
//! device IR ── writer ──► SPIR-V words ── reader ──► device IR
//!                              │
//!                              └── inspect ──► kernels, imports, exports
//! ```
//!
//! "Device IR" is LLVM IR under the contract of `docs/internals/device-ir.md`. The binary layer is `rspirv`'s. There is no `unsafe` here.

#![forbid(unsafe_code)]

mod debug_info;
pub mod inspect;
pub mod reader;
pub mod writer;
