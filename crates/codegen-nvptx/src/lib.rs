//! Compiles SPIR-V to PTX, the assembly of NVIDIA's GPUs.
//!
//! ```text
//! SPIR-V modules ─ codegen ─► kernels of one work-item ─ points, atomics ─► intrinsics of NVPTX
//!   ─ entry ─► `.entry` functions ─ queries ─► registers and launch data ─ optimize, constant_memory ─► PTX
//! ```
//!
//! A work-item is a thread, a work-group a block, and a sub-group a warp: the
//! hardware does what the CPU's work-group former has to build. Start with
//! [`pipeline`]. What all targets do is in crate `codegen`; `library` says how
//! builtins become functions of libdevice.
//!
//! Nothing of this is part of a device yet: no driver loads PTX.

#![forbid(unsafe_code)]

mod constant_memory;
mod entry;
mod fences;
mod library;
mod options;
mod pipeline;
mod points;
mod queries;
mod symbols;
mod warp;

pub use entry::{LAUNCH_DATA_BYTES, Parameter, PtxKernel};
pub use options::{Options, Processor};
pub use pipeline::{Output, compile, compile_module};
