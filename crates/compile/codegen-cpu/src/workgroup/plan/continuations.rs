//! Continuations: how work-items continue that are not all at the same point.
//!
//! A work-group runs region by region as long as all its work-items end a region at the same synchronization point.
//! After a [divergent region](super::divergence), the generated code compares their positions. If some returned, or
//! wait elsewhere, the group leaves the state machine and finishes in separate functions:
//!
//! ```text
//! group:  operations of the work-group ─► release its waiting work-items
//!         ─► items, for each sub-group ─► any left ? again : ret
//! items:  operations of the sub-group ─► release its waiting work-items
//!         ─► for each work-item: switch over its state ─► the kernel's code up to the next point
//!         ─► any waits for the sub-group ? again : ret
//! ```
//!
//! A point is reached when each work-item of its group that has not returned waits at some point, as on GPUs. Members
//! of a set wait only for each other, and their sets take precedence. An operation combines the work-items that wait at
//! it. The `items` function contains the kernel once: a work-item runs it up to each point, and later resumes after
//! that point.
//!
//! Each work-item has a *frame* in the scratch block: its state, and the values that are live at its current point.
//! Frames have separate arrays. Regions, which keep most values in registers, are therefore the same as in kernels
//! without divergent regions; they fill the frames only when work-items have diverged.

use rustc_hash::FxHashSet;
use tandem_ir::{Inst, Module, Value};

use super::divergence::Divergence;
use super::liveness::Liveness;
use super::placement::{Placement, Placements};
use super::regions::Regions;
use super::scratch_layout::Layout;
use tandem_codegen::analysis::cfg::{BlockId, Cfg};

/// Where the continuations of work-items are kept, and how their states are numbered.
pub struct Continuations<'m> {
    /// The program's synchronization points, those of the work-group first.
    points: Vec<BlockId>,
    /// How many points are the work-group's.
    of_group: usize,
    /// Arrays of the values that are live at the points.
    arrays: Layout<'m>,
    /// Bytes before the array of states, to be multiplied with the number of work-items.
    states: u64,
}

/// A work-item's state, as a number.
pub type State = u64;

/// The state of a work-item that returned.
pub const RETURNED: State = 0;

impl<'m> Continuations<'m> {
    /// The continuations of a kernel that may need any; `start` bytes of the scratch block are
    /// taken for each work-item.
    pub fn new(
        module: &'m Module,
        start: u64,
        cfg: &Cfg<'m>,
        placements: &Placements<'m>,
        liveness: &Liveness<'m>,
        divergence: &Divergence,
    ) -> Option<Self> {
        if !divergence.is_possible() {
            return None;
        }
        let points = divergence.points().to_vec();
        let kept = |value: &Value<'m>| is_kept(placements, *value);
        let live = |sync: &BlockId| {
            let result = cfg.block(*sync).first().map(Inst::value);
            liveness.at(*sync).iter().copied().chain(result).filter(kept).collect()
        };
        let live: Vec<Vec<_>> = points.iter().map(live).collect();
        let arrays = Layout::new(module, start, &live, &[]);
        let states = arrays.bytes_per_item.next_multiple_of(size_of::<u32>() as u64);
        let of_group = (0..points.len()).filter(|number| divergence.is_of_group(*number)).count();
        Some(Self { points, of_group, arrays, states })
    }

    /// Bytes of the scratch block that are taken for each work-item then.
    pub fn bytes_per_item(&self) -> u64 {
        self.states + size_of::<u32>() as u64
    }

    /// The points with their numbers: the work-group's, or those of sub-groups.
    pub fn points(&self, of_group: bool) -> impl Iterator<Item = (usize, BlockId)> {
        let all = self.points.iter().copied().enumerate();
        all.filter(move |(number, _)| (*number < self.of_group) == of_group)
    }

    /// The state of a work-item that waits at a point.
    pub fn waiting(&self, number: usize) -> State {
        1 + number as State
    }

    /// The state of a work-item that may continue after a point.
    pub fn ready(&self, number: usize) -> State {
        self.waiting(number) + self.points.len() as State
    }

    /// The state of a work-item at the point of a block. Compiler-inserted points also have a state, but no
    /// continuation.
    pub fn state_at(&self, sync: BlockId) -> State {
        match self.points.iter().position(|point| *point == sync) {
            Some(number) => self.waiting(number),
            None => 1 + 2 * self.points.len() as State + sync as State,
        }
    }

    /// The first of the states that wait at points of the work-group, or of sub-groups, and how many there are.
    pub fn waiting_states(&self, of_group: bool) -> (State, u64) {
        let (group, all) = (self.of_group, self.points.len());
        if of_group { (1, group as u64) } else { (self.waiting(group), (all - group) as u64) }
    }

    /// The increment from a waiting state to the state in which the work-item may continue.
    pub fn release(&self) -> u64 {
        self.points.len() as u64
    }

    /// The arrays of the values that are live at points.
    pub fn arrays(&self) -> &Layout<'m> {
        &self.arrays
    }

    /// Bytes before the array of states, to be multiplied with the number of work-items.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Values that live at a point of the program in any continuation.
    pub fn live_values(&self, regions: &Regions, liveness: &Liveness<'m>) -> FxHashSet<Value<'m>> {
        let mut values = FxHashSet::default();
        for sync in &self.points {
            values.extend(liveness.at(*sync));
            for (first, _) in regions.behind(*sync) {
                values.extend(liveness.behind(*sync, *first));
            }
        }
        values
    }
}

/// Whether a value that lives at a point is kept in frames; others are computed again.
pub fn is_kept<'m>(placements: &Placements<'m>, value: Value<'m>) -> bool {
    let placement = placements.get(value);
    matches!(placement, Some(Placement::Context | Placement::Scalar | Placement::SubGroupScalar))
}
