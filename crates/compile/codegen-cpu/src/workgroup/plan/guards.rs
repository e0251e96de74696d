//! Guards: branches around code that only some work-items run, selected by
//! [conditions on local ids](super::id_conditions).
//!
//! ```text
//! barrier; if (l < s) a[l] += a[l + s]; barrier
//! ```
//!
//! If a region consists of a guard and nothing else, its loops iterate over only the selected work-items. To make such
//! regions, guards are enclosed in [implicit barriers](super::implicit_barriers).

use rustc_hash::FxHashSet;
use tandem_ir::{Inst, Opcode, Value};

use super::division::Division;
use super::id_conditions::Limits;
use super::implicit_barriers::build_before;
use super::liveness::Liveness;
use super::placement::{Placement, Placements};
use super::regions::{Region, Regions};
use crate::cost_model::CostModel;
use crate::workgroup::analyses::natural_loops::between;
use crate::workgroup::analyses::{Analyses, Results};
use crate::workgroup::prepare::isolate;
use tandem_codegen::analysis::cfg::{BlockId, Cfg};

/// A branch around blocks.
pub struct Guard<'m> {
    /// The branch.
    pub branch: Inst<'m>,
    /// The condition's value for the work-items that run the blocks.
    pub holds: bool,
    /// The limits that the condition sets for them.
    pub limits: Limits<'m>,
    /// The block that the others branch to.
    join: BlockId,
}

/// The work-items that a region has to run.
pub enum Runs<'m> {
    /// All work-items.
    All,
    /// Any one work-item: all do the same, and only compute values.
    One,
    /// Those that a guard selects.
    Guarded(Guard<'m>),
}

impl<'m> Guard<'m> {
    /// The guard at the end of a block, if that is one.
    fn at_end(cfg: &Cfg<'m>, placements: &Placements<'m>, id: BlockId, join: BlockId) -> Option<Self> {
        let branch = cfg.block(id).terminator()?;
        let condition = branch.condition()?;
        let targets = branch.successors().into_iter().map(|target| cfg.id(target));
        // The first target is that of a condition that holds.
        let holds = match targets.collect::<Vec<_>>()[..] {
            [Some(then), Some(other)] if then != other && other == join => true,
            [Some(then), Some(other)] if then != other && then == join => false,
            _ => return None,
        };
        // The operands of a rematerialized condition are live wherever it is needed.
        let is_known = placements.get(condition) == Some(Placement::Rematerialized);
        let limits = Limits::new(placements, condition, holds).filter(|_| is_known)?;
        Some(Self { branch, holds, limits, join })
    }
}

impl<'m> Runs<'m> {
    /// The work-items that a region has to run, in a kernel without sub-groups.
    pub fn new(cfg: &Cfg<'m>, placements: &Placements<'m>, regions: &Regions, region: &Region) -> Self {
        let view = View { cfg, placements, regions };
        let result = region.sync.and_then(|sync| cfg.block(sync).first()).map(Inst::value);
        if result.is_some_and(|result| placements.get(result) == Some(Placement::Context)) {
            return Self::All;
        }
        if region.blocks.iter().all(|id| view.is_uniform_block(*id)) {
            return Self::One;
        }
        match view.only_guard(region) {
            Some(guard) => Self::Guarded(guard),
            None => Self::All,
        }
    }
}

/// A kernel, as the search for guards needs it.
#[derive(Clone, Copy)]
struct View<'a, 'm> {
    cfg: &'a Cfg<'m>,
    placements: &'a Placements<'m>,
    regions: &'a Regions,
}

impl<'m> View<'_, 'm> {
    /// The guard that a region is, if there is nothing else in it.
    fn only_guard(self, region: &Region) -> Option<Guard<'m>> {
        let first = region.first;
        let comes_back = region.blocks.iter().any(|id| self.cfg.successors(*id).contains(&first));
        if comes_back || region.exits.len() + usize::from(region.returns) != 1 || !self.is_idle_block(first) {
            return None;
        }
        let joins = self.cfg.successors(first).iter();
        let guard = |join: &BlockId| Guard::at_end(self.cfg, self.placements, first, *join);
        joins.filter(|join| self.is_idle_from(**join)).find_map(guard)
    }

    /// Whether a block only branches, and computes values that are recomputed elsewhere.
    fn is_idle_block(self, id: BlockId) -> bool {
        self.cfg.block(id).insts().into_iter().all(|inst| self.is_idle(inst))
    }

    fn is_idle(self, inst: Inst<'m>) -> bool {
        let placement = self.placements.get(inst.value());
        inst.is_terminator()
            || matches!(placement, Some(Placement::Hoisted | Placement::Rematerialized | Placement::PrivateArray))
    }

    /// Whether nothing is done from a block on, up to the next synchronization point or the kernel's end.
    fn is_idle_from(self, mut id: BlockId) -> bool {
        while !self.regions.is_sync(id) {
            match self.cfg.successors(id) {
                [] => return self.is_idle_block(id),
                [next] if *next > id && self.is_idle_block(id) => id = *next,
                _ => return false,
            }
        }
        true
    }

    /// Whether all work-items do the same in a block, and do nothing but compute.
    fn is_uniform_block(self, id: BlockId) -> bool {
        self.cfg.block(id).insts().into_iter().all(|inst| match inst.is_terminator() {
            true => inst.operands().into_iter().all(|operand| self.placements.is_group_uniform(operand)),
            false => self.is_idle(inst) || self.placements.get(inst.value()) == Some(Placement::Scalar),
        })
    }
}

/// Puts implicit barriers around the guards of a kernel that has barriers and no sub-groups, as `division` found it.
pub fn insert<'m>(analyses: &mut Analyses<'m>, division: &Division<'m>, costs: &CostModel) {
    let Division { analyses: results, regions, placements, liveness } = division;
    let cfg = results.cfg();
    // Stack memory that work-items share may not outlive a region.
    let shares_stack = |inst: &Inst<'_>| {
        inst.opcode() == Opcode::LLVMAlloca && placements.get(inst.value()) == Some(Placement::Hoisted)
    };
    if cfg.block(0).function().insts().iter().any(shares_stack) {
        return;
    }
    let view = View { cfg, placements, regions };
    let search = Search::new(view, liveness, results);
    let post_dominators = results.post_dominators();
    let mut places: Vec<_> = (0..cfg.len())
        .filter_map(|id| Guard::at_end(cfg, placements, id, post_dominators[id]?).map(|guard| (id, guard)))
        .filter_map(|(id, guard)| search.places(id, &guard))
        .take(costs.max_guards)
        .flatten()
        .collect();
    // One guard's join may be another one's branch.
    let mut known = FxHashSet::default();
    places.retain(|place| known.insert(*place));
    if places.is_empty() {
        return;
    }
    analyses.insert_points(|module| places.into_iter().for_each(|place| isolate(module, build_before(module, place))));
}

/// The search for guards that are worth implicit barriers.
struct Search<'a, 'm> {
    view: View<'a, 'm>,
    results: &'a Results<'m>,
    /// Values that live at synchronization points anyway.
    kept: FxHashSet<Value<'m>>,
}

impl<'a, 'm> Search<'a, 'm> {
    fn new(view: View<'a, 'm>, liveness: &Liveness<'m>, results: &'a Results<'m>) -> Self {
        let kept = view.regions.sync_blocks().iter().flat_map(|sync| liveness.at(*sync)).copied().collect();
        Self { view, results, kept }
    }

    /// Where the guard at the end of block `id` needs implicit barriers: before these instructions.
    fn places(&self, id: BlockId, guard: &Guard<'m>) -> Option<Vec<Inst<'m>>> {
        let View { cfg, regions, .. } = self.view;
        let inside = between(cfg, id, guard.join);
        let enters =
            |inside_id: &BlockId| cfg.predecessors(*inside_id).iter().all(|from| *from == id || inside.contains(from));
        let join = cfg.block(guard.join);
        let has_phis = join.first().is_some_and(|first| first.opcode() == Opcode::LLVMPHI);
        let is_alone = inside.iter().all(|id| enters(id) && !regions.is_sync(*id));
        let are_reached_together = [id, guard.join].into_iter().all(|block| self.results.is_reached_together(block));
        let does_something = inside.iter().flat_map(|id| cfg.block(*id).insts()).any(has_effects);
        if has_phis || !are_reached_together || !is_alone || !does_something || self.repeats(id) {
            return None;
        }
        let mut places = Vec::new();
        let begins = id == 0 || matches!(cfg.predecessors(id), [from] if regions.is_sync(*from));
        if !begins || !self.view.is_idle_block(id) {
            if self.keeps_more(id) {
                return None;
            }
            places.push(guard.branch);
        }
        if !self.view.is_idle_from(guard.join) {
            places.push(join.first()?);
        }
        Some(places)
    }

    /// Whether control returns to the end of a block without crossing a synchronization point.
    fn repeats(&self, id: BlockId) -> bool {
        self.before(id).iter().any(|before| self.view.cfg.predecessors(*before).contains(&id))
    }

    /// Blocks from whose ends control reaches the end of block `id` without a synchronization point on its way.
    fn before(&self, id: BlockId) -> Vec<BlockId> {
        let View { cfg, regions, .. } = self.view;
        let mut blocks = vec![id];
        let mut at = 0;
        while at < blocks.len() {
            for from in cfg.predecessors(blocks[at]) {
                if !regions.is_sync(*from) && !blocks.contains(from) {
                    blocks.push(*from);
                }
            }
            at += 1;
        }
        blocks
    }

    /// Whether a point at the end of block `id` would make work-items keep values that they do not keep now.
    fn keeps_more(&self, id: BlockId) -> bool {
        let View { cfg, placements, .. } = self.view;
        let is_new =
            |value: &Value<'m>| placements.get(*value) == Some(Placement::Context) && !self.kept.contains(value);
        self.before(id).into_iter().any(|defining| {
            let insts = cfg.block(defining).insts().into_iter();
            let values: Vec<_> = insts.map(Inst::value).filter(is_new).collect();
            let after = if values.is_empty() { Vec::new() } else { self.after(id, defining) };
            let users = values.into_iter().flat_map(Value::users).filter_map(Value::as_inst);
            users.filter_map(|user| cfg.id(user.block()?)).any(|user| after[user])
        })
    }

    /// For each block, whether control reaches it from the end of block `id` without entering block `end`.
    fn after(&self, id: BlockId, end: BlockId) -> Vec<bool> {
        let cfg = self.view.cfg;
        let mut seen = vec![false; cfg.len()];
        let mut stack = cfg.successors(id).to_vec();
        while let Some(id) = stack.pop() {
            if !std::mem::replace(&mut seen[id], true) && id != end {
                stack.extend(cfg.successors(id));
            }
        }
        seen
    }
}

/// Whether others could notice an instruction.
fn has_effects(inst: Inst<'_>) -> bool {
    use Opcode::*;
    matches!(inst.opcode(), LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMCall)
}
