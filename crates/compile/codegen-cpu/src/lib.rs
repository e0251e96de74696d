//! Compiles SPIR-V to native work-group functions.
//!
//! ```text
//! SPIR-V modules ─ read, link ─► device IR ─ lower builtins, inline ─► kernels of one work-item
//!   ─ simplify, form work-groups ─► functions that run one work-group ─ optimize ─► ELF object
//! ```
//!
//! Start with [`passes`], which has them in order. What other targets do as well is in
//! crate `codegen`: reading and linking, the lowering of builtins, analyses. [`workgroup`] turns a
//! kernel, which is code of one work-item, into a work-group function: regions between barriers,
//! loops over work-items. [`vectorize`] makes vector code of these loops. [`library`] says how builtins become calls of the host's libraries.
//! [`capi`] is the C interface of `libtandem_codegen_cpu.so`, through which the CPU device
//! calls this crate.
//!
//! The interface of the generated code is in `docs/internals/boundaries.md`, section 5. Terms are
//! in `docs/internals/glossary.md`.

mod abi;
mod ahead_of_time;
pub mod capi;
mod compilation;
mod cost_model;
mod emit;
mod function_pointers;
mod library;
pub mod linkage;
mod llvm_passes;
mod local_atomics;
mod loop_marks;
mod options;
mod passes;
mod pipeline;
mod stack;
mod target;
mod vector_math;
mod vectorize;
mod workgroup;

pub use ahead_of_time::AheadOfTime;
pub use emit::Output;
pub use options::{Options, VectorWidth};
pub use passes::Stage;
pub use pipeline::{compile, compile_inputs, compile_module, compile_unit, ir_after};
pub use tandem_codegen::link::Input;
pub use tandem_codegen::{Error, Result, Undefined};
