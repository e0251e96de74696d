//! Compiles SPIR-V to native work-group functions.
//!
//! ```text
//! SPIR-V modules ─ read, link ─► device IR ─ lower builtins, inline ─► kernels of one work-item
//!   ─ simplify, form work-groups ─► functions that run one work-group ─ optimize ─► ELF object
//! ```
//!
//! Start with [`pipeline`], which has the stages in order. [`mod@unit`] reads a module and checks
//! it alone, before it is linked with others. [`workgroup`] turns a kernel,
//! which is code of one work-item, into a work-group function: uniformity analysis,
//! regions between barriers, loops over work-items. [`builtins`] lowers device builtins.
//! [`capi`] is the C interface of `libtandem_codegen_cpu.so`, through which the CPU device
//! calls this crate.
//!
//! The interface of the generated code is in `docs/internals/boundaries.md`, section 5. Terms are
//! in `docs/internals/glossary.md`.

mod abi;
mod builtins;
mod call_graph;
pub mod capi;
mod dump;
mod error;
mod function_pointers;
mod host_variables;
pub mod linkage;
mod local_atomics;
mod options;
mod pipeline;
mod target;
mod unit;
mod vector_math;
mod work_item;
mod workgroup;

use tandem_device_ir::AddressSpace;

pub use error::{Error, Result, Undefined};
pub use options::Options;
pub use pipeline::{Input, Output, Stage, compile, compile_inputs, compile_module, ir_after};
pub use unit::compile as compile_unit;

/// The address space of local memory.
const LOCAL_SPACE: u32 = AddressSpace::Local.number();
