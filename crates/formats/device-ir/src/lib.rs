//! The contract of device IR, as data: the functions that front ends may call and code generators must provide.
//!
//! ```text
//! symbol ── Callee::of ──► Builtin ──► semantics, signature, role, effects, capability, lowering, devices
//! ```
//!
//! [`Callee::of`] is the one place where the name of a function is read. All else dispatches on enums: a new builtin is
//! one row of a table ([`variable`], [`opencl`], [`instruction`], [`imported`]), and each match that has to handle it
//! fails to compile until it does.
//!
//! There is no LLVM here. `device-ir-llvm` describes LLVM modules in these terms. `docs/internals/device-ir.md`
//! describes the contract, with the tables as [`tables::markdown`] writes them.

#![forbid(unsafe_code)]

mod address_space;
mod builtin;
mod callee;
mod capability;
mod device;
mod effects;
mod feature;
mod group;
pub mod imported;
pub mod instruction;
mod kernel;
mod marker;
pub mod matrix;
mod memory;
pub mod opencl;
mod parameter;
mod property_set;
mod record;
mod role;
pub mod sampler;
mod signature;
mod signature_class;
pub mod tables;
pub mod variable;

pub use address_space::AddressSpace;
pub use builtin::{Builtin, PREFIX};
pub use callee::{CFunction, Callee, DeviceFunction, ExpandedFunction};
pub use capability::Capability;
pub use device::Device;
pub use effects::{Effects, Lowering};
pub use feature::Feature;
pub use group::{Combine, GroupFunction, GroupOperation, Participants, Quad, Shuffle};
pub use imported::ImportedFunction;
pub use instruction::Instruction;
pub use kernel::{KernelAttribute, LINES, Metadata, NO_CONTRACTION};
pub use marker::Marker;
pub use memory::{MemorySemantics, Scope};
pub use opencl::OpenClFunction;
pub use parameter::{Parameter, ParameterKind, PlacedParameter};
pub use property_set::{ASPECTS, DEVICE_LIBRARY_MASK, KernelProperty, PropertySetName, PropertyType};
pub use record::RecordKind;
pub use role::{Barrier, Role};
pub use signature::{Kind, Mismatch, Scalar, Signature, Slot, ValueType};
pub use signature_class::SignatureClass;
pub use variable::{Variable, VariableType, Variation};
