//! One region's copy in the work-group function:
//!
//! ```text
//! entry: fence or group operation, scalars that are live here
//! work-item loops:
//!     context elements and recomputed values that are live here
//!     copies of the region's blocks
//!     for each exit: elements that are live afterwards ─► latch
//! done: scalars that are live afterwards, switch over the exits
//! ```
//!
//! A value can be live at the region's start and also be defined in it, if a block is
//! reached both from the start and after the definition (a loop around a conditional
//! barrier). Such *redefined* values go through a stack slot, which LLVM turns into phis.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_ir::{Block, Builder, EditableModule, Inst, Opcode, Ordering, TypeKind, Value, ValueKind};

use super::group_builder::GroupBuilder;
use super::group_op;
use super::id_ranges;
use super::loop_exits::{LoopExits, RegionExit};
use super::loops::{Items, Shape, WorkItemLoops};
use super::sub_group_op;
use super::vectorized_size;
use crate::loop_marks::unroll_and_vectorize_disable;
use crate::workgroup::analyses::{element_order, slp_groups};
use crate::workgroup::plan::guards::Runs;
use crate::workgroup::plan::placement::Placement;
use crate::workgroup::plan::regions::{Region, RegionId};
use tandem_codegen::analysis::cfg::BlockId;
use tandem_codegen::query::Query;
use tandem_codegen::sync::{self, Sync};

/// The copy under construction.
pub struct RegionCopy<'g, 'a, 'm> {
    group: &'g mut GroupBuilder<'a, 'm>,
    region: &'g Region,
    /// Whether its work-items may leave it for different places.
    diverges: bool,
    loops: WorkItemLoops<'m>,
    /// Copies of blocks.
    blocks: FxHashMap<BlockId, Block<'m>>,
    /// Copies of values.
    values: FxHashMap<Value<'m>, Value<'m>>,
    /// Stack slots of redefined values.
    redefined: FxHashMap<Value<'m>, Value<'m>>,
    /// Values that the region's blocks define.
    defined: FxHashSet<Value<'m>>,
    /// Whether the loops are not marked as independent, because LLVM would change the order of a work-item's accesses.
    keeps_order: bool,
}

impl<'g, 'a, 'm> RegionCopy<'g, 'a, 'm> {
    /// Emits `region` from its first block on.
    pub fn emit(
        module: &'m EditableModule,
        group: &'g mut GroupBuilder<'a, 'm>,
        id: RegionId,
        region: &'g Region,
        entry: Block<'m>,
    ) {
        let plan = group.plan;
        let mut values = FxHashMap::default();
        let point = region.sync.and_then(|sync| plan.cfg().block(sync).first());
        let outside = region.sync.is_some_and(|sync| group.is_outside(sync));
        let before = match point {
            Some(point) if !outside => synchronize(group, point, entry, &mut values),
            _ => entry,
        };
        let live: Vec<_> = region.sync.map_or(&[][..], |sync| plan.liveness.behind(sync, region.first)).to_vec();
        let builder = Builder::at_end(module, before);
        let result = point.filter(|_| outside).map(Inst::value);
        for value in live.iter().copied().chain(result).filter(|value| plan.placements.is_shared(*value)) {
            values.insert(value, group.load_scalar(&builder, value));
        }
        let choice = Choice::new(group, id, region, &builder, &values);
        let mut loops = WorkItemLoops::open(module, group.prologue.function, before, group.shape, choice.items);
        if choice.scattered {
            // Gathering and scattering takes longer than one work-item after the other.
            loops.unroll_and_vectorize_disable();
        }
        let own = region.blocks.iter().flat_map(|id| plan.cfg().block(*id).insts()).chain(point);
        let mut copy = Self {
            defined: own.map(Inst::value).collect(),
            keeps_order: element_order::matters(group.module, plan.cfg(), plan.uniformity(), &region.blocks),
            diverges: group.suspension.is_some() && plan.divergence.of_region(id),
            group,
            region,
            blocks: FxHashMap::default(),
            loops,
            values,
            redefined: FxHashMap::default(),
        };
        copy.provide(point, &live);
        copy.group.show_variables(&Builder::at_end(module, copy.loops.body), copy.loops.linear);
        copy.copy_blocks();
        if let Some((branch, holds)) = choice.decided {
            copy.decide(branch, holds);
        }
        copy.finish();
    }

    /// Provides the values that are live at the region's start.
    fn provide(&mut self, point: Option<Inst<'m>>, live: &[Value<'m>]) {
        let builder = Builder::at_end(self.group.module, self.loops.body);
        let placements = &self.group.plan.placements;
        for value in live.iter().copied().filter(|value| placements.get(*value) == Some(Placement::Context)) {
            let loaded = self.group.load_element(&builder, value, self.loops.linear);
            self.values.insert(value, loaded);
        }
        if let Some(result) = point.map(Inst::value).filter(|value| self.placement(*value) == Some(Placement::Context))
        {
            // The work-group's operations are outside of the loop over sub-groups.
            let address = match self.region.sync.is_some_and(|sync| self.group.is_outside(sync)) {
                true => self.group.element(&builder, result, self.loops.linear),
                false => self.group.operand_element(&builder, result, self.loops.linear),
            };
            let loaded = self.group.load_at(&builder, result, address);
            self.values.insert(result, loaded);
        }
        for value in live {
            self.rematerialize(&builder, *value);
        }
        for value in live.iter().copied().filter(|value| self.defined.contains(value)) {
            let slot = self.group.temporary(value);
            builder.store(self.values[&value], slot);
            self.redefined.insert(value, slot);
        }
    }

    /// The value in this region, recomputed if that is its placement.
    fn rematerialize(&mut self, builder: &Builder<'m>, value: Value<'m>) -> Value<'m> {
        if let Some(known) = self.group.global_value(value).or(self.values.get(&value).copied()) {
            return known;
        }
        let inst = value.as_inst().expect("constants and parameters are known everywhere");
        let here = match self.placement(value) {
            Some(Placement::PrivateArray) => self.group.element(builder, value, self.loops.linear),
            Some(Placement::Rematerialized) => match Query::of(inst) {
                Some(query) => self.loops.answer(query),
                None => {
                    let copy = inst.duplicate();
                    for (index, operand) in inst.operands().into_iter().enumerate() {
                        let operand = self.rematerialize(builder, operand);
                        copy.value().set_operand(self.group.module, index as u32, operand);
                    }
                    builder.insert(copy);
                    copy.value()
                }
            },
            _ => return value,
        };
        self.values.insert(value, here);
        here
    }

    fn copy_blocks(&mut self) {
        let function = self.group.prologue.function;
        let plan = self.group.plan;
        for id in &self.region.blocks {
            let name = plan.cfg().block(*id).name();
            self.blocks.insert(*id, function.append_block(self.group.module, &name));
        }
        Builder::at_end(self.group.module, self.loops.body).br(self.blocks[&self.region.first]);
        let mut phis = Vec::new();
        for id in &self.region.blocks {
            let builder = Builder::at_end(self.group.module, self.blocks[id]);
            let mut pending_redefined = Vec::new();
            for inst in plan.cfg().block(*id).insts() {
                if inst.opcode() == Opcode::LLVMPHI {
                    let copy = builder.phi(inst.ty(), "");
                    copy.set_debug_loc(self.group.module, inst.debug_loc());
                    phis.push((inst, copy));
                    self.values.insert(inst.value(), copy.value());
                    pending_redefined.extend(self.redefined.get(&inst.value()).map(|slot| (copy.value(), *slot)));
                    continue;
                }
                // Phis come first in their block, so stores of them follow all of them.
                for (value, slot) in pending_redefined.drain(..) {
                    builder.store(value, slot);
                }
                if inst.opcode() != Opcode::LLVMRet {
                    self.copy_inst(&builder, inst);
                }
            }
        }
        for (phi, copy) in phis {
            self.fill_phi(phi, copy);
        }
    }

    fn copy_inst(&mut self, builder: &Builder<'m>, inst: Inst<'m>) {
        let value = inst.value();
        if Sync::of(inst).is_some() || self.group.global_value(value).is_some() {
            return;
        }
        let copy = match self.placement(value) {
            _ if sync::is_group_operand(inst) => self.operand(builder, inst.operand(0)),
            Some(Placement::PrivateArray) => self.group.element(builder, value, self.loops.linear),
            Some(Placement::Rematerialized) if Query::of(inst).is_some() => {
                self.loops.answer(Query::of(inst).expect("just tested"))
            }
            _ => {
                let copy = inst.duplicate();
                for (index, operand) in inst.operands().into_iter().enumerate() {
                    if operand.kind() != ValueKind::Block {
                        copy.value().set_operand(self.group.module, index as u32, self.operand(builder, operand));
                    }
                }
                builder.insert(copy);
                let is_independent = !self.keeps_order && !self.group.plan.placements.uses_shared_stack(inst);
                if GroupBuilder::accesses_memory(inst.opcode()) && is_independent {
                    copy.set_metadata(self.group.module, "llvm.access.group", Some(self.group.parallel));
                }
                self.retarget(inst, copy);
                copy.value()
            }
        };
        if value.ty().kind() != TypeKind::Void {
            self.values.insert(value, copy);
            if let Some(slot) = self.redefined.get(&value) {
                builder.store(copy, *slot);
            }
        }
    }

    /// Redirects a copied terminator to copies. Successors outside the region are synchronization points, which
    /// `finish` redirects.
    fn retarget(&self, inst: Inst<'m>, copy: Inst<'m>) {
        let cfg = &self.group.plan.cfg();
        let own = inst.block().and_then(|block| cfg.id(block)).expect("a reachable block");
        for (index, successor) in inst.successors().into_iter().enumerate() {
            let id = cfg.id(successor).expect("successors of reachable blocks are reachable");
            if id <= own && self.group.shape.is_partial() {
                copy.set_metadata(
                    self.group.module,
                    "llvm.loop",
                    Some(unroll_and_vectorize_disable(self.group.module)),
                );
            }
            if !self.group.plan.regions.is_sync(id) {
                copy.set_successor(self.group.module, index as u32, self.blocks[&id]);
            }
        }
    }

    /// Makes the copy of a branch unconditional, as if its condition had the value `holds`.
    fn decide(&self, branch: Inst<'m>, holds: bool) {
        let copy = branch.block().and_then(|block| self.group.plan.cfg().id(block)).map(|id| self.blocks[&id]);
        let end = copy.and_then(Block::terminator).expect("blocks are complete");
        end.value().set_operand(self.group.module, 0, self.group.module.int(1).int(holds.into(), false));
    }

    fn fill_phi(&mut self, phi: Inst<'m>, copy: Inst<'m>) {
        let mut entries: Vec<(Value<'m>, Block<'m>)> = Vec::new();
        for (value, from) in phi.incoming() {
            // Predecessors outside the region come from before a synchronization point.
            if let Some(from) = self.copied_predecessor(phi, from) {
                let end = from.terminator().expect("blocks are complete");
                // A switch may have several edges to one block; their entries must be the same.
                let known = entries.iter().find(|(_, block)| *block == from).map(|(value, _)| *value);
                let value = known.unwrap_or_else(|| self.operand(&Builder::before(self.group.module, end), value));
                entries.push((value, from));
            }
        }
        copy.add_incoming(self.group.module, &entries);
    }

    /// The copy of a phi's predecessor: control enters the region's first block
    /// from the synchronization point, so from where the body begins.
    fn copied_predecessor(&self, phi: Inst<'m>, from: Block<'m>) -> Option<Block<'m>> {
        let cfg = &self.group.plan.cfg();
        let from = cfg.id(from)?;
        let enters = Some(from) == self.region.sync && phi.block() == Some(cfg.block(self.region.first));
        if enters { Some(self.loops.body) } else { self.blocks.get(&from).copied() }
    }

    /// The copy of an operand at the position of `builder`.
    fn operand(&self, builder: &Builder<'m>, value: Value<'m>) -> Value<'m> {
        if let Some(slot) = self.redefined.get(&value) {
            return builder.load(value.ty(), *slot).value();
        }
        let known = self.group.global_value(value).or_else(|| self.values.get(&value).copied());
        // Only phis with unreachable predecessors use a value that has no copy.
        known.unwrap_or_else(|| value.ty().poison())
    }

    /// Emits the exits, the latch and the code after the loops.
    fn finish(mut self) {
        let exits = self.exits();
        let loop_exits = LoopExits::new(self.group.module, self.loops.latch, exits.len(), self.scalars_out(&exits));
        for (number, exit) in (0..).zip(&exits) {
            self.leave(number, exit, &loop_exits);
        }
        if self.diverges {
            self.keep_state(&exits);
        }
        if self.is_better_scalar() {
            self.loops.unroll_and_vectorize_disable();
        } else if self.has_good_elements() {
            self.loops.prefer_elements();
        }
        self.loops.close(self.group.module, self.group.parallel, self.group.plan.tells_items_apart());
        let done = Builder::at_end(self.group.module, self.loops.done);
        for (value, last) in loop_exits.scalars() {
            self.group.store_scalar(&done, value, last);
        }
        let done = if self.diverges { Builder::at_end(self.group.module, self.suspend(&exits)) } else { done };
        let targets: Vec<_> = exits.iter().map(|exit| self.target(exit)).collect();
        loop_exits.go_on(&done, &targets);
    }

    /// Stores, in the latch, each work-item's state.
    fn keep_state(&mut self, exits: &[RegionExit<'m>]) {
        let state = Builder::at_start(self.group.module, self.loops.latch).phi(self.group.module.int(32), "state");
        for exit in exits {
            state.add_incoming(
                self.group.module,
                &[(state.ty().int(self.group.state_at(exit.sync), false), exit.block)],
            );
        }
        self.group.keep_state(&Builder::at_end(self.group.module, self.loops.latch), self.loops.linear, state.value());
    }

    /// After the loops, leaves for continuations if work-items are at different points. Returns the block where they
    /// are together.
    fn suspend(&mut self, exits: &[RegionExit<'m>]) -> Block<'m> {
        let function = self.group.prologue.function;
        let running = self.group.running();
        let (at, differ) = self.group.states_differ(self.loops.done, running);
        let (diverged, converged) = (
            function.append_block(self.group.module, "diverged"),
            function.append_block(self.group.module, "converged"),
        );
        Builder::at_end(self.group.module, at).cond_br(differ, diverged, converged);
        let points: Vec<_> = exits.iter().filter_map(|exit| exit.sync).collect();
        let filled = Builder::at_end(self.group.module, self.group.fill_frames(diverged, &points, &self.defined));
        match self.group.suspended() {
            Some(suspended) => {
                self.group.run_items(&filled, running);
                filled.br(suspended);
            }
            None => {
                self.group.finish_group(&filled);
                filled.br(self.group.exit());
            }
        }
        converged
    }

    /// Whether work-items had better not become lanes.
    fn is_better_scalar(&self) -> bool {
        let (module, plan) = (self.group.module, self.group.plan);
        let blocks: Vec<_> = self.blocks.values().copied().chain([self.loops.body]).collect();
        self.loops.index().is_some_and(|index| vectorized_size::is_excessive(module, index, &blocks, &plan.costs))
            || plan.has_contiguous_loop(module, &self.region.blocks)
    }

    /// Whether the elements within a work-item may make better lanes than its neighbours.
    fn has_good_elements(&self) -> bool {
        let (module, plan) = (self.group.module, self.group.plan);
        slp_groups::are_preferred(module, plan.cfg(), plan.uniformity(), &self.region.blocks, &plan.costs)
    }

    /// Stores, on one exit, the values that are live at its end: elements in their arrays, scalars in the latch's phis.
    fn leave(&mut self, number: u64, exit: &RegionExit<'m>, loop_exits: &LoopExits<'m>) {
        let builder = Builder::before(self.group.module, exit.block.terminator().expect("exits are complete"));
        let plan = self.group.plan;
        let live = exit.sync.map_or(&[][..], |sync| plan.liveness.at(sync));
        for value in live.iter().filter(|value| self.defined.contains(value)) {
            if self.placement(*value) == Some(Placement::Context) {
                let current = self.operand(&builder, *value);
                self.group.store_element(&builder, *value, self.loops.linear, current);
            } else if self.diverges && plan.placements.is_shared(*value) {
                let current = self.operand(&builder, *value);
                self.group.keep_in_frame(&builder, *value, self.loops.linear, current);
            }
        }
        loop_exits.enter(self.group.module, number, exit.block, |value| {
            live.contains(&value).then(|| self.operand(&builder, value))
        });
    }

    /// One block for each exit, branching to the latch.
    fn exits(&mut self) -> Vec<RegionExit<'m>> {
        let function = self.group.prologue.function;
        let plan = self.group.plan;
        let mut exits = Vec::new();
        let mut add = |sync| {
            let block = function.append_block(self.group.module, "leave");
            Builder::at_end(self.group.module, block).br(self.loops.latch);
            exits.push(RegionExit { sync, block });
            block
        };
        for (from, sync) in &self.region.exits {
            let block = add(Some(*sync));
            let end = self.blocks[from].terminator().expect("blocks are complete");
            // The only predecessor of the synchronization point has no other successor.
            end.set_successor(self.group.module, 0, block);
        }
        if self.region.returns {
            let block = add(None);
            for id in &self.region.blocks {
                if plan.cfg().block(*id).terminator().is_some_and(|end| end.opcode() == Opcode::LLVMRet) {
                    Builder::at_end(self.group.module, self.blocks[id]).br(block);
                }
            }
        }
        exits
    }

    /// Scalars that this region defines and that live on.
    fn scalars_out(&self, exits: &[RegionExit<'m>]) -> Vec<Value<'m>> {
        let mut scalars = Vec::new();
        for sync in exits.iter().filter_map(|exit| exit.sync) {
            for value in self.group.plan.liveness.at(sync) {
                let leaves = self.group.plan.placements.is_shared(*value) && self.defined.contains(value);
                if leaves && !scalars.contains(value) {
                    scalars.push(*value);
                }
            }
        }
        scalars
    }

    fn target(&mut self, exit: &RegionExit<'m>) -> Block<'m> {
        match exit.sync {
            Some(sync) => self.group.behind(sync),
            None => self.group.exit(),
        }
    }

    fn placement(&self, value: Value<'m>) -> Option<Placement> {
        self.group.plan.placements.get(value)
    }
}

/// The work-items of a group that a region runs, if not all.
#[derive(Default)]
struct Choice<'m> {
    items: Option<Items<'m>>,
    /// A branch that goes one way for all of these, and the value of its condition.
    decided: Option<(Inst<'m>, bool)>,
    /// Whether they access distant memory, and do little else.
    scattered: bool,
}

impl<'m> Choice<'m> {
    /// Chooses for `region`; `builder` emits the necessary code, in which `values` are known.
    fn new(
        group: &GroupBuilder<'_, 'm>,
        id: RegionId,
        region: &Region,
        builder: &Builder<'m>,
        values: &FxHashMap<Value<'m>, Value<'m>>,
    ) -> Self {
        let Shape::Group { extents } = group.shape else {
            return Self::default();
        };
        let plan = group.plan;
        match plan.runs(id) {
            Runs::All => Self::default(),
            Runs::One => Self { items: Some(Items::first(extents[0].ty())), ..Self::default() },
            Runs::Guarded(guard) => {
                let operand = |value| {
                    let known = group.global_value(value).or_else(|| values.get(&value).copied());
                    known.expect("what a region begins with is known")
                };
                let (items, exact) = id_ranges::items(&guard.limits, group.module, builder, extents, operand);
                let mut insts = region.blocks.iter().flat_map(|id| plan.cfg().block(*id).insts());
                let calls = insts.any(|inst| inst.is_call() && Query::of(inst).is_none());
                let scattered = guard.limits.are_strided() && !calls;
                Self { items: Some(items), decided: exact.then_some((guard.branch, guard.holds)), scattered }
            }
        }
    }
}

/// Emits the operation of the whole group at a synchronization point. Uniform results are added to `values`. Returns
/// the block in which control continues.
pub fn synchronize<'m>(
    group: &mut GroupBuilder<'_, 'm>,
    point: Inst<'m>,
    entry: Block<'m>,
    values: &mut FxHashMap<Value<'m>, Value<'m>>,
) -> Block<'m> {
    match Sync::of(point).expect("a synchronization point") {
        Sync::Barrier { fence: true, .. } => {
            Builder::at_end(group.module, entry).fence(Ordering::LLVMAtomicOrderingAcquireRelease);
            entry
        }
        Sync::Barrier { fence: false, .. } | Sync::ImplicitBarrier => entry,
        Sync::Group(_, op) => group_op::emit(group, op, point, entry, values),
        Sync::Members(op) => {
            let Shape::SubGroup(sub_group) = group.shape else { unreachable!("members are of a sub-group") };
            sub_group_op::emit_of_members(group, sub_group, op, point, &Builder::at_end(group.module, entry));
            entry
        }
    }
}
