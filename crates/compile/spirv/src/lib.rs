//! SPIR-V in both directions.
//!
//! ```text
//! device IR ── writer ──► SPIR-V words ── reader ──► device IR
//! ```
//!
//! "Device IR" is LLVM IR under the contract of `docs/internals/device-ir.md`.
//! The words themselves are `tandem-spirv-binary`'s. There is no `unsafe` here.

#![forbid(unsafe_code)]

mod debug_info;
pub mod reader;
pub mod writer;
