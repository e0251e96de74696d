//! The targets of device code, as data, and the interface of code generators for them.
//!
//! ```text
//! -fsycl-targets=NAME ─ Registry::find ─► Selection ─► Target          the driver, without LLVM
//!                                            │
//!                     device IR as SPIR-V ─ CodeGenerator::generate ─► image         post-link
//! ```
//!
//! The driver, post-link and the offload tools know targets through a [`Registry`] only. [`known`] has Tandem's own; a
//! [`CodeGenerator`] makes the images of a target for which code is compiled ahead of time. `docs/internals/targets.md`
//! explains how to add one.

#![forbid(unsafe_code)]

// Files that other crates use, too, name it so.
#[cfg(test)]
extern crate self as tandem_device_target;

mod code_generator;
mod intel_gpus;
pub mod known;
mod registry;
mod target;

pub use code_generator::{CodeGenerator, DeviceCode, Failure, Generated};
pub use registry::{Registry, Selection};
pub use target::{Code, Linking, Processor, Target};
