//! The shape of reductions.

use std::ffi::c_int;

use tandem_runtime::reduction::ReductionPlan;
use tandem_runtime::submission::KernelSource;

use crate::abi::*;
use crate::call::acting;
use crate::handle::object;
use crate::kernel_slot::slot;
use crate::sized::fill_in;

/// `tandem_queue_plan_reduction`
///
/// # Safety
/// `queue` is a handle; `kernel` is null or valid, with its texts; `plan` is null or
/// valid for as many bytes as its size says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_plan_reduction(
    queue: QueueHandle,
    kernel: *const TandemKernelSlot,
    items: usize,
    plan: *mut TandemReductionPlan,
) -> c_int {
    acting(|| {
        // SAFETY: the caller's duty.
        let queue = unsafe { object(queue)? };
        let fill = |plan: &mut TandemReductionPlan| {
            let chosen = ReductionPlan::new(queue.device(), items, || {
                // SAFETY: the caller's duty.
                queue.kernel(KernelSource::Slot(unsafe { slot(kernel)? }))
            })?;
            (plan.groups, plan.group_size, plan.run) = (chosen.groups, chosen.group_size, chosen.run);
            Ok(())
        };
        // SAFETY: the caller's duty.
        unsafe { fill_in(plan, "the plan", fill) }
    })
}
