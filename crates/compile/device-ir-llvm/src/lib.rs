//! Device IR as LLVM modules, in the terms of `device-ir`.
//!
//! * [`Callees`] classifies the functions that a module declares: each name is read once, and passes dispatch on enums.
//! * [`declare_effects`] sets the attributes that LLVM's passes respect, on builtins and on the functions that reach
//!   them.
//! * [`call_builtin`] calls a builtin, whose overloads differ in their names.
//! * [`first_use`] and [`kernel_of`] find the users of a function or variable.
//! * [`HandleType`] reads the types of images and samplers.
//! * [`validate()`] checks a module against the contract
//!   (`docs/internals/device-ir.md`). The SPIR-V writer and code generators take
//!   its result, [`Validated`], which is the proof.
//! * [`split_wide_integers`] is for targets whose integers have at most 64 bits.

#![forbid(unsafe_code)]

mod blocks;
mod callees;
mod calls;
mod effects;
mod handles;
mod types;
mod uses;
mod validate;
mod wide_integers;

pub use blocks::reverse_post_order;
pub use callees::Callees;
pub use calls::{call_builtin, overload, type_suffix};
pub use effects::{declare_builtin, declare_effects};
pub use handles::{HandleType, ImageType};
pub use types::value_type;
pub use uses::{first_use, kernel_of};
pub use validate::{
    ArgumentProblem, Expectations, Invalid, LayoutOf, Subject, Validated, Violation, ViolationKind, validate,
};
pub use wide_integers::{HighProduct, MAX_INTEGER_BITS, Unsplit, split_wide_integers, widest_arithmetic};
