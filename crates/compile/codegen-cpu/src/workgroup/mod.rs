//! The work-group former: from a kernel, which is code of one work-item, to a work-group function.
//!
//! ```text
//! kernel ─ sync::lower ─ prepare ─► analyses ─► plan ─► emission ─► work-group function
//! ```
//!
//! * [`analyses`] provides facts about the kernel and caches them until the kernel changes.
//! * [`plan`] decides on regions, on the storage of values, on the work-items that each region runs, and on how
//!   work-items continue after diverging. A plan is data, which prints itself.
//! * [`emission`] copies the kernel into a new function according to the plan. It decides only what depends on the
//!   emitted code.
//!
//! Each uses only those before it. `docs/internals/work-group-former.md` describes them.

mod analyses;
mod emission;
mod plan;
mod prepare;

use tandem_codegen::names::original_name;
use tandem_codegen::{Result, kernel, sync};
use tandem_device_ir::KernelAttribute;
use tandem_ir::{Declaration, EditableModule, Function};
use tandem_native_cpu::{self as native, NativeKernel};

use crate::abi::{self, Prologue, Sizes};
use crate::cost_model::CostModel;
use crate::library::DEVICE;
use crate::options::{Options, vectorizes};
use analyses::Analyses;
use emission::work_item_loops::WorkItemLoops;
use emission::{Emission, Kernel};
use plan::{GroupPlan, Request, has_points};

/// Replaces `kernel` by its work-group function; returns the metadata. `variables` are on the kernel's stack.
pub fn form<'m>(
    module: &'m EditableModule,
    kernel: Function<'m>,
    variables: &[Declaration<'m>],
    options: &Options,
    costs: CostModel,
) -> Result<NativeKernel> {
    let required_sub_group_size = kernel::sub_group_size(kernel, &native::SUB_GROUP_SIZES)?;
    let sub_group_size = required_sub_group_size.unwrap_or(native::DEFAULT_SUB_GROUP_SIZE);
    sync::lower(module, kernel, sub_group_size, &DEVICE)?;
    let local_bytes = prepare::run(module, kernel)?;
    let mut analyses = Analyses::new(module, kernel);
    let has_barrier = has_points(&analyses.results());
    let request =
        Request { variables, opt_level: options.opt_level, vectorizes: vectorizes(options), sub_group_size, costs };
    let plan = GroupPlan::new(&mut analyses, request);

    let required_work_group_size = kernel::sizes(kernel, KernelAttribute::RequiredWorkGroupSize)?;
    let (args, args_size) = abi::layout_args(module, kernel);
    let sizes = Sizes {
        work_group: required_work_group_size,
        sub_group: sub_group_size,
        scratch_bytes_per_item: plan.scratch_bytes_per_item(),
    };
    let prologue = Prologue::new(module, kernel, args_size, sizes);
    let name = original_name(kernel);
    let function = prologue.function;
    let work_group_size_hint = kernel::sizes(kernel, KernelAttribute::WorkGroupSizeHint)?;
    WorkItemLoops.emit(Kernel { module, function: kernel, args: &args }, &plan, prologue);
    delete(module, kernel, function);
    Ok(NativeKernel {
        name,
        symbol: function.name(),
        args,
        args_size,
        required_work_group_size,
        work_group_size_hint,
        sub_group_size,
        requires_sub_group_size: required_sub_group_size.is_some(),
        local_bytes,
        scratch_bytes_per_item: plan.scratch_bytes_per_item(),
        has_barrier,
        // Known when there is code.
        stack_bytes: 0,
    })
}

/// Deletes the kernel; its debug information, which can describe only one function, moves to `successor`.
fn delete(module: &EditableModule, kernel: Function<'_>, successor: Function<'_>) {
    let subprogram = kernel.subprogram();
    kernel.delete_body(module);
    kernel.value().replace_all_uses_with(module, kernel.value().ty().poison());
    kernel.delete(module);
    if let Some(subprogram) = subprogram {
        successor.set_subprogram(module, subprogram);
    }
}
