//! The one place that touches LLVM.
//!
//! LLVM's C API behind handles that the borrow checker ties to their
//! module: a [`Module`] owns everything; [`Function`], [`Block`], [`Inst`],
//! [`Global`], [`Value`] and [`Type`] are copyable handles that borrow it.
//! Whatever may free many of them at once (running passes, linking) takes the
//! module by `&mut`, so no handle survives it. Single instructions that are
//! erased stay allocated until the module is dropped ([`Inst::erase`]), so a
//! stale handle is a logic error but never a dangling pointer.
//!
//! LLVM's C API trusts its callers. What it has no representation for is refused
//! here, and LLVM's own code runs on modules that its verifier accepted. What
//! that guarantees, and what it does not, is said at [`Module`]; nodes of debug
//! information are checked where they are made ([`DebugInfoBuilder`]).
//!
//! What differs between versions of LLVM is in module `version`; what LLVM can be
//! told for the whole process only, in module `options`.
//!
//! *Architecture invariant:* no other crate depends on `llvm-sys`, and this
//! crate knows nothing of SYCL, SPIR-V or kernels.
//!
//! *Thread safety*: an LLVM context belongs to one thread; nothing here is
//! `Send`. Threads exchange bitcode.

mod attributes;
mod block;
mod builder;
mod builder_aggregates;
mod builder_control;
mod builder_masked;
mod builder_memory;
mod context;
mod debug_builder;
mod debug_info;
mod debug_node;
mod debug_structures;
mod debug_text;
mod debug_tracked;
mod debug_types;
mod enumerations;
mod erased;
mod error;
mod expand;
mod fatal;
mod frame_report;
mod frames;
mod function;
mod global;
mod handles;
mod idle_machines;
mod inst;
mod intrinsics;
mod metadata;
mod module;
mod optimize;
mod options;
mod passes;
mod refusal;
mod retype;
mod static_objects;
mod strings;
mod target;
mod types;
mod typing;
mod usable;
mod value;
mod variables;
mod vector_accesses;
mod vector_casts;
mod version;

pub use attributes::AttributePlace;
pub use builder::Builder;
pub use context::Context;
pub use debug_builder::{DebugInfoBuilder, DebugLevel, Declared};
pub use debug_info::{DebugLoc, Frame, Scope};
pub use debug_node::{DebugKind, DebugNode};
pub use debug_structures::{DebugMember, IncompleteStructure, Structure};
pub use debug_tracked::DebugType;
pub use debug_types::{Indirection, Qualifier};
pub use enumerations::{FloatPredicate, IntPredicate, Linkage, Opcode, Ordering, RmwOp};
pub use error::{Error, Result};
pub use expand::{Replacement, replace_operands};
pub use fatal::catch_fatal;
pub use frame_report::Frames;
pub use function::{CallConv, PTX_KERNEL, SPIR_FUNC, SPIR_KERNEL};
pub use handles::{Block, Function, Global, Inst, Value};
pub use intrinsics::Intrinsic;
pub use metadata::{MdNode, MdOperand};
pub use module::{Annotation, Module};
pub use optimize::Optimize;
pub use options::allocate_registers_fast;
pub use passes::PassOptions;
pub use static_objects::keep_static_objects;
pub use target::TargetMachine;
pub use types::{Type, TypeKind};
pub use value::ValueKind;
pub use variables::{Declaration, PinnedVariables, Variable};
pub use version::X86_64_PROCESSORS;
