//! The shape of reductions.

use std::ffi::c_int;

use tandem_runtime::queue::Queue;
use tandem_runtime::reduction::ReductionPlan;
use tandem_runtime::submission::KernelSource;

use crate::abi::*;
use crate::call::acting;
use crate::kernel_slot::slot;
use crate::parameters::{Handle, OutStruct, Struct};

/// `tandem_queue_plan_reduction`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_queue_plan_reduction(
    queue: Handle<'_, Queue>,
    kernel: Struct<'_, TandemKernelSlot>,
    items: usize,
    plan: OutStruct<'_, TandemReductionPlan>,
) -> c_int {
    acting(|| {
        let queue = queue.object()?;
        plan.fill_in("the plan", |plan| {
            let chosen = ReductionPlan::new(queue.device(), items, || {
                // SAFETY: the header has it valid during the call.
                queue.kernel(KernelSource::Slot(unsafe { slot(kernel.as_ptr())? }))
            })?;
            (plan.groups, plan.group_size, plan.run) = (chosen.groups, chosen.group_size, chosen.run);
            Ok(())
        })
    })
}
