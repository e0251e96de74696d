//! The only crate that uses LLVM.
//!
//! Wraps LLVM's C API in handles that the borrow checker ties to their module: a [`Module`] owns everything;
//! [`Function`], [`Block`], [`Inst`], [`Global`], [`Value`] and [`Type`] are copyable handles that borrow it. Changes
//! to a module require an [`EditableModule`], which only an exclusive borrow gives ([`Module::edit`]). Operations that
//! may free many handles at once (running passes, linking) take the module by `&mut`, so none survives them. Single
//! instructions that are erased stay allocated until the module is dropped ([`Inst::erase`]), so a stale handle is a
//! logic error but never a dangling pointer.
//!
//! LLVM's C API trusts its callers. Operations that it cannot represent are refused here, and LLVM's own code runs on
//! modules that its verifier accepted. [`Module`] documents the resulting guarantees and their limits; nodes of debug
//! information are checked where they are made ([`DebugInfoBuilder`]).
//!
//! * `base`: contexts and errors; the differences between versions of LLVM (`version`), and options that exist only for
//!   the whole process (`options`).
//! * `values`: modules and handles. `build`: the builder, and changes of instructions.
//! * `debug`: debug information. `passes`: passes and code generation.
//!
//! *Architecture invariant:* no other crate depends on `llvm-sys`, and this crate is independent of SYCL, SPIR-V and
//! kernels.
//!
//! *Thread safety*: an LLVM context belongs to one thread; nothing here is
//! `Send`. Threads exchange bitcode.

mod base;
mod build;
mod debug;
mod passes;
mod values;

pub use base::context::Context;
pub use base::enumerations::{FloatPredicate, IntPredicate, Linkage, Opcode, Ordering, RmwOp};
pub use base::error::{Error, Result};
pub use base::fatal::catch_fatal;
pub use base::frame_report::Frames;
pub use base::optimize::Optimize;
pub use base::options::allocate_registers_fast;
pub use base::static_objects::keep_static_objects;
pub use base::version::X86_64_PROCESSORS;
pub use build::builder::Builder;
pub use build::expand::{Replacement, replace_operands};
pub use build::variables::{Declaration, PinnedVariables, Variable};
pub use debug::builder::{DebugInfoBuilder, DebugLevel, Declared};
pub use debug::node::{DebugKind, DebugNode};
pub use debug::structures::{DebugMember, IncompleteStructure, Structure};
pub use debug::tracked::DebugType;
pub use debug::types::{Indirection, Qualifier};
pub use passes::pass_options::PassOptions;
pub use passes::target::TargetMachine;
pub use values::attributes::AttributePlace;
pub use values::debug_info::{DebugLoc, Frame, Scope};
pub use values::editable::EditableModule;
pub use values::function::{CallConv, PTX_KERNEL, SPIR_FUNC, SPIR_KERNEL};
pub use values::handles::{Block, Function, Global, Inst, Value};
pub use values::intrinsics::Intrinsic;
pub use values::metadata::{MdNode, MdOperand};
pub use values::module::{Annotation, Module};
pub use values::types::{Type, TypeKind};
pub use values::value::ValueKind;
