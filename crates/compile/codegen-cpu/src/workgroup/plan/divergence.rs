//! Finds where work-items that run a region together may end up at different points.
//!
//! SYCL requires all work-items of a group to reach the same synchronization point. Programs written for GPUs often let
//! some return before a barrier, and expect the barrier to ignore those. A region whose work-items may end at different
//! synchronization points, or return, is *divergent*. After it, the generated code compares their positions; if these
//! differ, each work-item continues with its [continuation](super::continuations).
//!
//! Two work-items diverge at a branch with a varying condition. They are together again at its immediate
//! post-dominator. So a region is divergent if it has such a branch from which control can get to two of: the
//! post-dominator, a synchronization point, a return.

use tandem_ir::Opcode;

use super::regions::{RegionId, Regions};
use tandem_codegen::analysis::cfg::{BlockId, Cfg};
use tandem_codegen::analysis::uniformity::Uniformity;
use tandem_codegen::sync::Scope;

use crate::workgroup::analyses::Results;

/// The divergent parts of a kernel.
pub struct Divergence {
    /// For each region, whether it is divergent.
    regions: Vec<bool>,
    /// For each region that begins a phase of a kernel with sub-groups, whether work-items
    /// may end the phase at different places.
    phases: Vec<bool>,
    /// Synchronization points of the program that control can reach, those of the work-group first.
    points: Vec<BlockId>,
    /// How many of them are the work-group's.
    of_group: usize,
}

/// The position that a work-item reaches after a branch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// It gets to the branch's post-dominator.
    Join,
    /// It reaches the synchronization point of a block.
    Sync(BlockId),
    /// It leaves the kernel.
    Return,
}

impl Divergence {
    /// Finds the divergent parts.
    pub fn new(results: &Results<'_>, regions: &Regions) -> Self {
        let hard = regions.sync_blocks().iter().copied().filter(|sync| !regions.is_implicit(*sync));
        let (mut points, others): (Vec<_>, Vec<_>) = hard.partition(|sync| regions.is_group_sync(*sync));
        let of_group = points.len();
        points.extend(others);
        let count = regions.iter().count();
        let mut found = Self { regions: vec![false; count], phases: vec![false; count], points, of_group };
        if found.points.is_empty() {
            return found;
        }
        let search = Search { cfg: results.cfg(), post_dominators: results.post_dominators() };
        let uniformity = results.uniformity(results.scope());
        for (id, region) in regions.iter().enumerate() {
            found.regions[id] = search.diverges(uniformity, &region.blocks, |block| regions.is_sync(block));
        }
        if results.uses_sub_groups() {
            for phase in regions.phases() {
                let parts = regions.of_phase(phase);
                let blocks: Vec<_> = parts.iter().flat_map(|id| regions.region(*id).blocks.iter().copied()).collect();
                found.phases[phase] = parts.iter().any(|id| found.regions[*id])
                    || search.diverges(results.uniformity(Scope::Group), &blocks, |block| regions.is_group_sync(block));
            }
        }
        found
    }

    /// Whether work-items may get to different places anywhere in the kernel.
    pub fn is_possible(&self) -> bool {
        self.regions.iter().chain(&self.phases).any(|diverges| *diverges)
    }

    /// Whether the work-items that run a region together may leave it for different places.
    pub fn of_region(&self, region: RegionId) -> bool {
        self.regions[region]
    }

    /// Whether the work-items of a group may leave a phase for different places, or those of one of its
    /// sub-groups may part within it.
    pub fn of_phase(&self, phase: RegionId) -> bool {
        self.phases[phase]
    }

    /// The program's synchronization points, by number: those of the work-group first.
    pub fn points(&self) -> &[BlockId] {
        &self.points
    }

    /// Whether the point of a number is one of the work-group.
    pub fn is_of_group(&self, number: usize) -> bool {
        number < self.of_group
    }
}

struct Search<'a, 'm> {
    cfg: &'a Cfg<'m>,
    post_dominators: &'a [Option<BlockId>],
}

impl Search<'_, '_> {
    /// Whether work-items that run `blocks` together may leave them for different places; control leaves
    /// them at blocks for which `ends` holds.
    fn diverges(&self, uniformity: &Uniformity<'_>, blocks: &[BlockId], ends: impl Fn(BlockId) -> bool) -> bool {
        let varies = |id: &BlockId| {
            let end = self.cfg.block(*id).terminator();
            end.is_some_and(|end| end.operands().into_iter().any(|operand| !uniformity.is_uniform(operand)))
        };
        blocks.iter().filter(|id| varies(id)).any(|id| self.has_two_outcomes(*id, &ends))
    }

    fn has_two_outcomes(&self, branch: BlockId, ends: impl Fn(BlockId) -> bool) -> bool {
        let join = self.post_dominators[branch];
        let mut first = None;
        let mut differs = |outcome: Outcome| *first.get_or_insert(outcome) != outcome;
        let mut seen = vec![false; self.cfg.len()];
        let mut stack = self.cfg.successors(branch).to_vec();
        while let Some(id) = stack.pop() {
            if std::mem::replace(&mut seen[id], true) {
                continue;
            }
            let returns = || self.cfg.block(id).terminator().is_some_and(|end| end.opcode() == Opcode::LLVMRet);
            let outcome = match id {
                _ if Some(id) == join => Some(Outcome::Join),
                _ if ends(id) => Some(Outcome::Sync(id)),
                _ => returns().then_some(Outcome::Return),
            };
            match outcome {
                Some(outcome) if differs(outcome) => return true,
                Some(_) => {}
                None => stack.extend(self.cfg.successors(id)),
            }
        }
        false
    }
}
