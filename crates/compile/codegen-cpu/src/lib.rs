//! Compiles SPIR-V to native work-group functions.
//!
//! ```text
//! SPIR-V modules ─ read, link ─► device IR ─ lower builtins, inline ─► kernels of one work-item
//!   ─ simplify, form work-groups ─► functions that run one work-group ─ optimize ─► ELF object
//! ```
//!
//! Start with [`passes`], which lists them in order. Crate `codegen` contains the parts shared with other targets:
//! reading and linking, the lowering of builtins, analyses. [`workgroup`] turns a kernel, which is code of one
//! work-item, into a work-group function: regions between barriers, loops over work-items. [`vectorize`] makes vector
//! code of these loops. [`library`] maps builtins to calls of the host's libraries. [`backend`] has the C interface of
//! `libtandem_codegen_cpu.so`, through which the CPU device calls this crate.
//!
//! The interface of the generated code is in `docs/internals/boundaries.md`, section 5. Terms are
//! in `docs/internals/glossary.md`.

mod abi;
mod ahead_of_time;
mod backend;
mod compilation;
mod cost_model;
mod emit;
mod function_pointers;
mod images;
mod library;
pub mod linkage;
mod llvm_passes;
mod local_atomics;
mod loop_marks;
mod merged_bytes;
mod options;
mod passes;
mod stack;
mod target;
mod vector_math;
mod vectorize;
mod workgroup;

pub use backend::{tandem_codegen_cpu_compile, tandem_codegen_cpu_free};
pub use emit::Output;
pub use library::DEVICE;
pub use options::{Cpu, Options, VectorWidth, VectorizeReport};
pub use passes::Stage;
