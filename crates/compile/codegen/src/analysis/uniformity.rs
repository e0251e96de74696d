//! Finds the values that are the same for all work-items of a group, or of a sub-group.
//!
//! A value *varies* when it stems from a local id, from the work-item's private memory (except for
//! [`constants`](super::constants)), from an atomic, or when divergent control decides it: a phi where paths of a
//! divergent branch join, or a value that leaves a loop which work-items leave at different times. Everything else is
//! uniform.
//!
//! Plain loads from uniform addresses count as uniform: if another work-item of the group writes there between two
//! barriers, the program has a data race.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use tandem_ir::{Block, Inst, Module, Value};

use super::cfg::{BlockId, Cfg};
use super::constants::Constants;
use super::strides::Strides;
use super::variation::{differs, phis, varies_by_itself};
use crate::query::Query;
use crate::sync::{self, Scope};

/// The result of the analysis.
pub struct Uniformity<'m> {
    values: Rc<Values<'m>>,
    divergent_blocks: Vec<bool>,
}

/// Facts about values that do not depend on blocks.
struct Values<'m> {
    varying: FxHashSet<Value<'m>>,
    constants: Constants<'m>,
    /// Parts of the local id, and how they grow from one work-item to its neighbour in dimension 0.
    local_ids: Vec<(Value<'m>, Option<i64>)>,
}

impl<'m> Uniformity<'m> {
    /// Analyzes a kernel, for the work-items of `scope`.
    pub fn new(cfg: &Cfg<'m>, scope: Scope) -> Self {
        Analysis::new(cfg, scope).run()
    }

    /// The result for the same kernel after its blocks were split, and calls without results inserted between: neither
    /// makes a value vary, or work-items diverge. `before` is the kernel's graph for this result, `after` the current
    /// one.
    #[must_use]
    pub fn of_split_blocks(&self, before: &Cfg<'m>, after: &Cfg<'m>) -> Self {
        let mut divergent_blocks = vec![false; after.len()];
        for id in (0..after.len()).rev() {
            divergent_blocks[id] = match before.id(after.block(id)) {
                Some(known) => self.divergent_blocks[known],
                // The start of a split block, whose successor is the rest of it.
                None => after.successors(id).first().is_some_and(|rest| divergent_blocks[*rest]),
            };
        }
        Self { values: self.values.clone(), divergent_blocks }
    }

    /// Whether all work-items that hold `value` at one time hold the same.
    pub fn is_uniform(&self, value: Value<'m>) -> bool {
        !self.values.varying.contains(&value)
    }

    /// Stack memory that is the same for all work-items.
    pub fn constants(&self) -> &Constants<'m> {
        &self.values.constants
    }

    /// By how much values grow from one work-item to its neighbour in dimension 0.
    pub fn strides(&self, module: &'m Module) -> Strides<'m, impl Fn(Value<'m>) -> bool> {
        Strides::new(module, self.values.local_ids.iter().copied(), |value| self.is_uniform(value))
    }

    /// Whether all work-items run the block, each as often, or none does.
    pub fn is_convergent(&self, block: BlockId) -> bool {
        !self.divergent_blocks[block]
    }
}

struct Analysis<'a, 'm> {
    cfg: &'a Cfg<'m>,
    scope: Scope,
    constants: Constants<'m>,
    insts: Vec<Vec<Inst<'m>>>,
    post_dominators: Vec<Option<BlockId>>,
    varying: FxHashSet<Value<'m>>,
    /// Blocks that end with a divergent branch.
    divergent_branches: Vec<bool>,
    /// Blocks between a divergent branch and where its paths have joined.
    divergent_blocks: Vec<bool>,
}

impl<'a, 'm> Analysis<'a, 'm> {
    fn new(cfg: &'a Cfg<'m>, scope: Scope) -> Self {
        Self {
            cfg,
            scope,
            constants: Constants::new(cfg),
            insts: (0..cfg.len()).map(|id| cfg.block(id).insts()).collect(),
            post_dominators: cfg.post_dominators(),
            varying: FxHashSet::default(),
            divergent_branches: vec![false; cfg.len()],
            divergent_blocks: vec![false; cfg.len()],
        }
    }

    /// Sweeps over the kernel until nothing changes: values only ever become varying.
    fn run(mut self) -> Uniformity<'m> {
        let mut changed = true;
        while changed {
            changed = false;
            for id in 0..self.cfg.len() {
                for at in 0..self.insts[id].len() {
                    let inst = self.insts[id][at];
                    if self.varying.contains(&inst.value()) || self.divergent_branches[id] && inst.is_terminator() {
                        continue;
                    }
                    let varies = self.is_source(inst) || depends_on(inst, &self.varying) && !self.makes_uniform(inst);
                    if varies && inst.is_terminator() {
                        self.divergent_branches[id] = true;
                        changed = true;
                        self.diverge(id);
                    } else if varies {
                        self.varying.insert(inst.value());
                        changed = true;
                    }
                }
            }
        }
        let local_id = |inst: &Inst<'m>| match Query::of(*inst)? {
            Query::LocalId(dim) => Some((inst.value(), Some(i64::from(dim == 0)))),
            _ => None,
        };
        let local_ids = self.insts.iter().flatten().filter_map(local_id).collect();
        let values = Values { varying: self.varying, constants: self.constants, local_ids };
        Uniformity { values: Rc::new(values), divergent_blocks: self.divergent_blocks }
    }

    /// Marks the values that a divergent branch at the end of block `from` decides.
    fn diverge(&mut self, from: BlockId) {
        let stop = self.post_dominators[from];
        let mut ways = vec![0_u32; self.cfg.len()];
        for next in self.cfg.successors(from) {
            for id in self.reach(*next, stop) {
                ways[id] += 1;
            }
        }
        let in_region = |id: BlockId| ways[id] > 0 && Some(id) != stop;
        for id in (0..self.cfg.len()).filter(|id| in_region(*id)) {
            self.divergent_blocks[id] = true;
        }
        for id in (0..self.cfg.len()).filter(|id| ways[*id] > 1) {
            self.mark_phis(id, |pred| pred == from || in_region(pred));
        }
        if ways[from] > 0 {
            let loop_blocks = self.reaching(from, in_region);
            self.mark_leaving(&loop_blocks);
        }
    }

    /// Blocks that control reaches from the start of `from` up to and including `stop`.
    fn reach(&self, from: BlockId, stop: Option<BlockId>) -> Vec<BlockId> {
        let mut seen = vec![false; self.cfg.len()];
        let mut stack = vec![from];
        let mut reached = Vec::new();
        while let Some(id) = stack.pop() {
            if std::mem::replace(&mut seen[id], true) {
                continue;
            }
            reached.push(id);
            if Some(id) != stop {
                stack.extend(self.cfg.successors(id));
            }
        }
        reached
    }

    /// For each block of a region, whether control goes from it to `to` without leaving the region.
    fn reaching(&self, to: BlockId, in_region: impl Fn(BlockId) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.cfg.len()];
        let mut stack = vec![to];
        while let Some(id) = stack.pop() {
            if in_region(id) && !std::mem::replace(&mut seen[id], true) {
                stack.extend(self.cfg.predecessors(id));
            }
        }
        seen
    }

    /// Marks the phis of a join that get different values from blocks where
    /// work-items may be apart.
    fn mark_phis(&mut self, id: BlockId, is_divergent: impl Fn(BlockId) -> bool) {
        let is_apart = |from: Block<'m>| self.cfg.id(from).is_some_and(&is_divergent);
        let varying = phis(&self.insts[id]).filter(|phi| differs(*phi, is_apart));
        self.varying.extend(varying.map(Inst::value));
    }

    /// Marks values of a loop that are used outside, if work-items leave the loop at different times.
    fn mark_leaving(&mut self, loop_blocks: &[bool]) {
        for id in (0..self.cfg.len()).filter(|id| loop_blocks[*id]) {
            for inst in &self.insts[id] {
                let leaves = |user: Value<'m>| {
                    let block = user.as_inst().and_then(Inst::block).and_then(|block| self.cfg.id(block));
                    block.is_some_and(|block| !loop_blocks[block])
                };
                if !self.makes_uniform(*inst) && inst.value().users().into_iter().any(leaves) {
                    self.varying.insert(inst.value());
                }
            }
        }
    }

    /// Whether the instruction makes a varying value of anything.
    fn is_source(&self, inst: Inst<'m>) -> bool {
        if self.constants.contains(inst) {
            return false;
        }
        match (Query::of(inst), self.scope) {
            (Some(query), Scope::Group) => query.is_varying(),
            (Some(query), Scope::SubGroup) => query.is_varying_in_sub_group(),
            (None, _) => sync::is_group_operand(inst) || varies_by_itself(inst) && !self.makes_uniform(inst),
        }
    }

    /// Whether the result is uniform for any operands.
    fn makes_uniform(&self, inst: Inst<'m>) -> bool {
        match sync::uniform_op_scope(inst) {
            Some(Scope::Group) => true,
            Some(Scope::SubGroup) => self.scope == Scope::SubGroup,
            None => false,
        }
    }
}

fn depends_on<'m>(inst: Inst<'m>, varying: &FxHashSet<Value<'m>>) -> bool {
    inst.operands().iter().any(|operand| varying.contains(operand))
}
