//! The command line of `tandem++`: clang's options, which are forwarded to their stages, and DPC++'s, which the driver
//! itself implements.
//!
//! [`table`] finds the row of an option, in [`clang`] or [`dpcpp`]; a row defines the option's spelling and effect
//! ([`spec`], [`setters`]). [`parser`] reads a command line into [`Options`].

mod clang;
mod device;
mod dpcpp;
mod error;
pub mod help;
mod intel;
mod parsed;
mod parser;
pub mod response;
mod setters;
mod spec;
mod sycl;
mod table;
mod targets;
mod words;

pub(crate) use dpcpp::OPTIONS as DPCPP_OPTIONS;
pub use error::OptionError;
pub use parsed::Options;
pub(crate) use spec::Form;
pub use sycl::{LinkHalf, SyclOptions};
pub use table::is_foreign_option;
pub use targets::TargetOptions;
#[cfg(test)]
pub use targets::made_up;
pub use words::{Input, Phase, Role, Word};
