//! The state machine of a work-group function: the copies of all regions and the
//! control flow between them, for one [`Shape`] of work-item loops. A state is a
//! region; the transition is the synchronization point that work-items reached.

use tandem_ir::Block;

use super::group_builder::{Exits, GroupBuilder};
use super::loops::Shape;
use super::outline::Outliner;
use super::region_copy::RegionCopy;
use crate::workgroup::plan::regions::RegionId;

/// Emits the whole kernel; returns its first block. The regions of large kernels become separate functions.
pub fn emit<'m>(group: &mut GroupBuilder<'_, 'm>) -> Block<'m> {
    let plan = group.plan;
    let all: Vec<_> = (0..plan.regions.iter().count()).collect();
    let entries = emit_regions(group, group.shape, &all, Exits::of_kernel(group.exit()));
    if plan.outlines_regions { outline(group, &entries) } else { entries[0] }
}

/// Emits copies of `regions`, run by the work-items of `shape`, until control leaves them for `exits`. Returns
/// their first blocks.
pub fn emit_regions<'m>(
    group: &mut GroupBuilder<'_, 'm>,
    shape: Shape<'m>,
    regions: &[RegionId],
    exits: Exits<'_, 'm>,
) -> Vec<Block<'m>> {
    let plan = group.plan;
    let entries = group.begin_regions(shape, regions, exits);
    for (id, entry) in regions.iter().zip(&entries) {
        RegionCopy::emit(group.module, group, *id, plan.regions.region(*id), *entry);
    }
    entries
}

/// Makes functions of regions; returns the block that calls the first one.
fn outline<'m>(group: &GroupBuilder<'_, 'm>, entries: &[Block<'m>]) -> Block<'m> {
    let mut outside = group.blocks_between();
    let outliner = Outliner::new(group.module, &group.prologue, group.plan.cfg().block(0).function());
    let calls = entries.iter().map(|entry| {
        let call = outliner.outline(*entry, &outside);
        outside.insert(call);
        call
    });
    calls.collect::<Vec<_>>()[0]
}
