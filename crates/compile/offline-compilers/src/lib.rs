//! Device code for devices of other vendors, made by the compilers of these vendors: programs that read
//! SPIR-V, one module at a time, when a program is linked.
//!
//! ```text
//! spir64_gen:   ocloc -output FILE -file module.spv -output_no_suffix -spirv_input -device pvc …
//! spir64_fpga:  aoc -o FILE module.spv -sycl …
//! ```
//!
//! These are the command lines of DPC++, so that the same options suit both. The programs belong to the
//! vendors' installations and are looked for when a program is linked.

#![forbid(unsafe_code)]

mod aoc;
mod module;
mod ocloc;
mod program;

pub use aoc::{Aoc, EarlyAoc};
pub use ocloc::Ocloc;
