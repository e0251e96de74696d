//! Divides a reduction over a range into work-groups, depending on the device.
//!
//! Work-items take runs of neighbouring elements in turn, and each work-group leaves one partial
//! result. A device whose work-items are threads of a processor works best with long runs and
//! groups of one work-item. A device that runs the work-items of a group in lockstep works best
//! with runs of one element and as many groups as it can run at once: together these have all its
//! loads under way, and none of them waits for another to end.

use std::sync::Arc;

use tandem_pi_abi::constants::*;

use crate::base::error::Result;
use crate::devices::device::Device;
use crate::programs::kernel::Kernel;

/// The fewest elements that are worth a work-group of one work-item.
const SHORTEST_PIECE: usize = 64;
/// How many pieces a range has at least, where it is long enough: results of
/// floating-point sums do not depend on the number of cores of small machines.
const USUAL_PIECES: usize = 256;
/// Work-groups for each compute unit of a processor: enough to balance the load.
const GROUPS_PER_UNIT: usize = 4;
/// Work-items for each compute unit of a device that runs them in lockstep, if the device does not
/// say how many it runs at once.
const ITEMS_PER_UNIT: usize = 2048;
/// The largest work-group that is chosen: of smaller ones, more work-items fit a compute unit.
const LARGEST_GROUP: usize = 256;

/// The shape of a reduction over a range (`tandem_reduction_plan`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReductionPlan {
    /// Work-groups; each leaves one partial result.
    pub groups: usize,
    /// Work-items of a work-group.
    pub group_size: usize,
    /// Neighbouring elements that a work-item takes at a time.
    pub run: usize,
}

impl ReductionPlan {
    /// The plan for a range of `items` elements on a device. `kernel` gives the kernel,
    /// which is asked for its largest work-group where that matters.
    pub fn new(device: &Device, items: usize, kernel: impl FnOnce() -> Result<Arc<Kernel>>) -> Result<Self> {
        let units = device.compute_units();
        if device.device_type().contains(PI_DEVICE_TYPE_CPU) {
            let most = USUAL_PIECES.max(GROUPS_PER_UNIT * units);
            let groups = (items / SHORTEST_PIECE).clamp(1, most);
            return Ok(Self { groups, group_size: 1, run: items.div_ceil(groups).max(1) });
        }
        let limits = device.limits();
        let kernel = kernel()?;
        let largest = kernel.group_info(device, PI_KERNEL_GROUP_INFO_WORK_GROUP_SIZE)?;
        let largest = limits.work_group_size.min(limits.work_item_sizes[0]).min(largest);
        let group_size = 1 << largest.clamp(1, LARGEST_GROUP).ilog2();
        let at_once = kernel.max_cooperative_groups(device, [group_size, 1, 1], 0)?;
        Ok(Self::lockstep(items, group_size, at_once, units))
    }

    /// The plan for groups whose work-items run in lockstep; `at_once` is the number of concurrent groups that the
    /// device reports.
    fn lockstep(items: usize, group_size: usize, at_once: usize, units: usize) -> Self {
        // A device that knows of one group for all its units does not know.
        let most = if at_once < units { (ITEMS_PER_UNIT / group_size).max(1) * units } else { at_once };
        let groups = items.div_ceil(group_size).clamp(1, most.max(1));
        Self { groups, group_size, run: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::ReductionPlan;

    #[test]
    fn groups_fit_the_device_and_the_range() {
        let plan = |groups, group_size| ReductionPlan { groups, group_size, run: 1 };
        assert_eq!(ReductionPlan::lockstep(1 << 20, 64, 96, 8), plan(96, 64), "what runs at once");
        assert_eq!(ReductionPlan::lockstep(1 << 20, 64, 1, 8), plan(256, 64), "the device does not know");
        assert_eq!(ReductionPlan::lockstep(65, 64, 96, 8), plan(2, 64), "short ranges");
        assert_eq!(ReductionPlan::lockstep(0, 1, 0, 0), plan(1, 1), "nothing to do");
    }
}
