//! The input that a process takes from outside, and how far it trusts that input. `SECURITY.md` has the threat model.
//!
//! * [`variable`]: environment variables, which a set-user-id program ignores.
//! * [`trust`]: folders and files that only the user or root can have written.

pub mod trust;
mod variables;

pub use variables::{is_privileged, variable, variable_os};
