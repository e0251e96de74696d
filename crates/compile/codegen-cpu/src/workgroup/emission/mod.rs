//! Emits work-group functions according to their plans.
//!
//! [`Emission`] is the interface. [`work_item_loops`] is its one implementation: copies of a kernel's regions with
//! loops over work-items around them, which LLVM vectorizes.

mod continuation_builder;
mod continuation_functions;
mod continuation_members;
mod continuation_ops;
mod frames;
mod group_builder;
mod group_op;
mod id_ranges;
mod kernel_copy;
mod loop_exits;
mod loops;
mod numbers;
mod outline;
mod phases;
mod region_copy;
mod run_continuations;
mod state_machine;
mod sub_group_op;
mod sub_groups;
mod suspension;
mod variables;
mod vectorized_size;
pub mod work_item_loops;

use tandem_device_ir::PlacedParameter;
use tandem_ir::{EditableModule, Function};

use crate::abi::Prologue;
use crate::workgroup::plan::GroupPlan;

/// A way to emit work-group functions.
pub trait Emission {
    /// Completes the work-group function that `prologue` opened. The kernel is left as it is.
    fn emit<'m>(&self, kernel: Kernel<'_, 'm>, plan: &GroupPlan<'m>, prologue: Prologue<'m>);
}

/// A kernel that becomes a work-group function.
#[derive(Clone, Copy)]
pub struct Kernel<'a, 'm> {
    /// Its module.
    pub module: &'m EditableModule,
    /// The code of one work-item.
    pub function: Function<'m>,
    /// Where its parameters are in the argument block.
    pub args: &'a [PlacedParameter],
}
