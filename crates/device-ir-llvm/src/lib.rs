//! Device IR as LLVM modules, in the terms of `device-ir`.
//!
//! * [`Callees`] says what each function is that a module declares: its name is
//!   read once, and passes dispatch on enums.
//! * [`declare_effects`] gives builtins the attributes that LLVM's passes go by.
//! * [`validate()`] checks a module against the contract
//!   (`docs/internals/device-ir.md`). It stands before the SPIR-V writer and
//!   before code generators, which rely on what it has checked.

#![forbid(unsafe_code)]

mod callees;
mod types;
mod validate;

pub use callees::{Callees, declare_effects};
pub use types::value_type;
pub use validate::{Expectations, Invalid, LayoutOf, Violation, validate};
