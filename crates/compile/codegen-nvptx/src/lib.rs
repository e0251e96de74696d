//! Compiles SPIR-V to PTX, the assembly of NVIDIA's GPUs.
//!
//! ```text
//! SPIR-V modules ─ codegen ─► kernels of one work-item ─ points ─► intrinsics of NVPTX
//!   ─ entry ─► `.entry` functions ─ queries ─► registers and launch data ─ optimize, atomics ─► package
//! ```
//!
//! A work-item is a thread, a work-group a block, and a sub-group a warp: the hardware does the work of the CPU's
//! work-group former. Start with [`passes`], which has the passes in order. Crate `codegen` has the steps of all
//! targets; `library` maps builtins to functions of libdevice. The output is a package of crate `native-cuda`, which
//! the driver loads.

#![deny(unsafe_code)]

mod ahead_of_time;
mod alignment;
mod arithmetic;
mod atomics;
mod backend;
mod compilation;
mod constant_memory;
mod copies;
mod entry;
mod function_pointers;
mod images;
mod libclc;
mod libdevice;
mod library;
mod lines;
mod local_memory;
mod matrix;
mod memory_blocks;
mod options;
mod passes;
mod points;
mod ptxas;
mod queries;
mod reach;
mod remainders;
mod runtime;
mod symbols;
mod unroll;
mod variables;
mod warp;

pub use backend::{tandem_codegen_nvptx_compile, tandem_codegen_nvptx_free};
pub use library::DEVICE;
pub use options::{Nvptx, Options, Processor};
