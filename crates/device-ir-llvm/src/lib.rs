//! Device IR as LLVM modules, in the terms of `device-ir`.
//!
//! * [`Callees`] says what each function is that a module declares: its name is
//!   read once, and passes dispatch on enums.
//! * [`declare_effects`] gives builtins, and what reaches them, the attributes that LLVM's passes go by.
//! * [`first_use`] and [`kernel_of`] say who uses a function or variable.
//! * [`validate()`] checks a module against the contract
//!   (`docs/internals/device-ir.md`). The SPIR-V writer and code generators take
//!   its result, [`Validated`], which is the proof.

#![forbid(unsafe_code)]

mod callees;
mod effects;
mod types;
mod uses;
mod validate;

pub use callees::Callees;
pub use effects::{declare_builtin, declare_effects};
pub use types::value_type;
pub use uses::{first_use, kernel_of};
pub use validate::{Expectations, Invalid, LayoutOf, Validated, Violation, validate};
