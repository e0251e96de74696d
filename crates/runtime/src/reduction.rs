//! How a reduction over a range is divided, which depends on the device.
//!
//! Each work-group leaves one partial result. A device whose work-items are threads of a
//! processor is best at one long piece of the range for each work-group of one work-item. A
//! device that runs the work-items of a group in lockstep is best at groups of many work-items
//! that take neighbouring elements.

use std::sync::Arc;

use tandem_pi::constants::*;

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
/// Work-items for each compute unit of a device that runs them in lockstep: as many as run there
/// at a time, so that enough loads are under way.
const ITEMS_PER_UNIT: usize = 2048;
/// The largest work-group that is chosen: few groups leave few results to combine at the end.
const LARGEST_GROUP: usize = 1024;

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
        let largest = kernel()?.group_info(device, PI_KERNEL_GROUP_INFO_WORK_GROUP_SIZE)?;
        let largest = limits.work_group_size.min(limits.work_item_sizes[0]).min(largest);
        Ok(Self::lockstep(items, largest.clamp(1, LARGEST_GROUP), units))
    }

    /// The plan where the work-items of a group run in lockstep.
    fn lockstep(items: usize, largest_group: usize, units: usize) -> Self {
        let group_size = 1 << largest_group.ilog2();
        let groups = items.div_ceil(group_size).clamp(1, ITEMS_PER_UNIT / group_size * units.max(1));
        Self { groups, group_size, run: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::ReductionPlan;

    #[test]
    fn groups_fit_the_device_and_the_range() {
        let plan = ReductionPlan::lockstep(1 << 20, 100, 8);
        assert_eq!(plan, ReductionPlan { groups: 256, group_size: 64, run: 1 });
        let plan = ReductionPlan::lockstep(65, 64, 8);
        assert_eq!(plan, ReductionPlan { groups: 2, group_size: 64, run: 1 });
        let plan = ReductionPlan::lockstep(0, 1, 0);
        assert_eq!(plan, ReductionPlan { groups: 1, group_size: 1, run: 1 });
    }
}
