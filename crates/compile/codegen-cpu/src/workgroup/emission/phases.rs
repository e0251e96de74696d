//! Kernels that use sub-groups: work-group formation on two levels.
//!
//! A *phase* is the code between two synchronization points of the work-group. In a
//! phase, the sub-groups run one after the other. Each has its own regions, between
//! its own synchronization points, with a loop over its lanes around each of them:
//!
//! ```text
//! phase: fence or operation of the work-group, scalars that are live here
//! for each sub-group:
//!     full and in one row ? regions for all lanes, a constant number, in one row
//!     full ? regions for all lanes, a constant number, in several rows
//!     regions for any number of lanes in any number of rows
//!     for each exit of the phase: what is live afterwards ─► latch
//! done: scalars that are live afterwards, switch over the exits ─► phase …
//! ```
//!
//! A sub-group operation may therefore be in control flow that is uniform only in its sub-group. Values that are live
//! only within a phase are in arrays on the stack, one element for each lane, which LLVM promotes to vector registers.
//! Values that are live after the phase are in the scratch block. A value that all lanes of a sub-group share uses the
//! element of their first work-item, since other sub-groups still need their own elements.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_ir::{Block, Builder, Inst, Value};

use super::frames::build_loop;
use super::group_builder::{Exits, GroupBuilder};
use super::loop_exits::{LoopExits, RegionExit};
use super::loops::{Level, Shape};
use super::outline::Outliner;
use super::region_copy;
use super::state_machine::emit_regions;
use super::sub_groups::{self, Case, Extents};
use crate::loop_marks::unroll_disable;
use crate::workgroup::plan::placement::Placement;
use crate::workgroup::plan::regions::RegionId;
use tandem_codegen::analysis::cfg::BlockId;
use tandem_codegen::query::Query;

/// Emits all phases with `group`; control leaves the last one for `exit`. Returns the first block.
pub fn emit<'m>(group: &mut GroupBuilder<'_, 'm>, size: u32, extents: [Value<'m>; 3], exit: Block<'m>) -> Block<'m> {
    let function = group.prologue.function;
    let phases: Vec<_> = group.plan.regions.phases().collect();
    let entries = phases.iter().map(|phase| (*phase, function.append_block(group.module, "phase"))).collect();
    let extents = Extents::new(group.module, &group.prologue.builder, extents, sub_groups::id_dimensions(group.plan));
    let mut phases_copy =
        Phases { group, size, extents, exit, entries, parts: Vec::new(), scalars: FxHashMap::default() };
    phases.iter().for_each(|phase| phases_copy.emit(*phase));
    phases_copy.outline();
    phases_copy.entries[&phases[0]]
}

struct Phases<'g, 'a, 'm> {
    group: &'g mut GroupBuilder<'a, 'm>,
    /// Work-items of a full sub-group.
    size: u32,
    extents: Extents<'m>,
    /// The destination when control leaves the kernel.
    exit: Block<'m>,
    entries: FxHashMap<RegionId, Block<'m>>,
    /// The code of a sub-group in a phase: its first block, and the blocks that it leaves for.
    parts: Vec<(Block<'m>, FxHashSet<Block<'m>>)>,
    /// Stack slots of values that all work-items share from one phase to the next. Sub-groups have their own copies:
    /// each starts with the values at the start of the phase.
    scalars: FxHashMap<Value<'m>, Value<'m>>,
}

/// How the work-items of a divergent phase diverge.
struct Suspended<'m> {
    /// The slot that records whether work-items of any sub-group have diverged.
    flag: Value<'m>,
    /// The destination after a sub-group's copy of the exit.
    block: Block<'m>,
}

/// The loop over the sub-groups.
struct SubGroupLoop<'m> {
    level: Level<'m>,
    /// Number of the first work-item of the sub-group in the work-group.
    base: Value<'m>,
    /// The sub-group in each layout that it may have.
    cases: Vec<Case<'m>>,
}

impl<'m> Phases<'_, '_, 'm> {
    fn emit(&mut self, phase: RegionId) {
        let plan = self.group.plan;
        let function = self.group.prologue.function;
        let region = plan.regions.region(phase);
        let point = region.sync.and_then(|sync| plan.cfg().block(sync).first());
        let live: Vec<_> = region.sync.map_or(&[][..], |sync| plan.liveness.behind(sync, region.first)).to_vec();
        // The operations that the whole group executes together.
        self.group.shape = Shape::Group { extents: self.extents.by_dimension };
        let mut known = FxHashMap::default();
        let entry = self.entries[&phase];
        let before = point.map_or(entry, |point| region_copy::synchronize(self.group, point, entry, &mut known));
        let builder = Builder::at_end(self.group.module, before);
        for value in live.iter().copied().filter(|value| plan.placements.get(*value) == Some(Placement::Scalar)) {
            let slot = self.slot(value);
            known.insert(value, builder.load(value.ty(), slot).value());
        }
        let suspended = self.open_suspension(phase, &builder);
        // The loop over the sub-groups.
        let sub_groups = self.open(before);
        let builder = Builder::at_end(self.group.module, sub_groups.level.header);
        let shared = live.into_iter().chain(point.map(Inst::value));
        for value in shared {
            match plan.placements.get(value) {
                Some(Placement::Scalar) => self.group.store_scalar(&builder, value, known[&value]),
                Some(Placement::SubGroupScalar) => {
                    let address = self.group.scratch_element(&builder, value, sub_groups.base);
                    let kept = self.group.load_at(&builder, value, address);
                    self.group.store_scalar(&builder, value, kept);
                }
                _ => {}
            }
        }
        let regions = plan.regions.of_phase(phase);
        let exits = self.exits(&regions);
        let leaves: Vec<_> = exits.iter().filter_map(|exit| Some((exit.sync?, exit.block))).collect();
        let end = exits.iter().find(|exit| exit.sync.is_none()).map_or(self.exit, |exit| exit.block);
        let block = suspended.as_ref().map(|suspended| suspended.block);
        let targets = Exits { points: &leaves, kernel: end, suspended: block };
        let outside: FxHashSet<_> = exits.iter().map(|exit| exit.block).chain([end]).chain(block).collect();
        let mut at = builder;
        for case in &sub_groups.cases {
            let entry = emit_regions(self.group, Shape::SubGroup(case.sub_group), &regions, targets)[0];
            self.group.begin_arrays(entry);
            self.parts.push((entry, outside.clone()));
            at = case.branch(self.group.module, function, at, entry);
        }
        let done = function.append_block(self.group.module, "subgroups.done");
        self.finish(&sub_groups, &exits, suspended, done);
    }

    /// In a divergent phase, creates the flag for diverged work-items, which is clear at the position of `builder`.
    fn open_suspension(&self, phase: RegionId, builder: &Builder<'m>) -> Option<Suspended<'m>> {
        let group = &self.group;
        if group.suspension.is_none() || !group.plan.divergence.of_phase(phase) {
            return None;
        }
        let bit = group.module.int(1);
        let flag = group.prologue.builder.alloca(bit, "diverged").value();
        builder.store(bit.zero(), flag);
        let block = group.prologue.function.append_block(self.group.module, "diverged");
        Builder::at_end(self.group.module, block).store(bit.int(1, false), flag);
        Some(Suspended { flag, block })
    }

    /// In large kernels, moves each part into a separate function.
    fn outline(&mut self) {
        let plan = self.group.plan;
        if plan.outlines_regions {
            let outliner = Outliner::new(self.group.module, &self.group.prologue, plan.cfg().block(0).function());
            for (entry, outside) in &self.parts {
                outliner.outline(*entry, outside);
            }
        }
    }

    /// Opens the loop over the sub-groups after block `before`.
    fn open(&mut self, before: Block<'m>) -> SubGroupLoop<'m> {
        let (module, function) = (self.group.module, self.group.prologue.function);
        let count = self.group.prologue.answer(Query::NumSubGroups);
        let level = Level::open(module, function, before, "subgroup", count, 1);
        let builder = Builder::at_end(module, level.header);
        let number = level.index.value();
        let base = builder.mul(number, module.int(64).int(self.size.into(), false));
        let cases = self.extents.cases(&builder, (number, base), self.size, self.group.plan.outlines_regions);
        SubGroupLoop { level, base, cases }
    }

    /// One block for each exit of a phase of these regions.
    fn exits(&self, regions: &[RegionId]) -> Vec<RegionExit<'m>> {
        let plan = self.group.plan;
        let mut targets: Vec<Option<BlockId>> = Vec::new();
        for region in regions.iter().map(|id| plan.regions.region(*id)) {
            let points = region.exits.iter().map(|(_, sync)| *sync).filter(|sync| plan.regions.is_group_sync(*sync));
            for target in points.map(Some).chain(region.returns.then_some(None)) {
                if !targets.contains(&target) {
                    targets.push(target);
                }
            }
        }
        let function = self.group.prologue.function;
        targets
            .into_iter()
            .map(|sync| RegionExit { sync, block: function.append_block(self.group.module, "subgroup.done") })
            .collect()
    }

    /// Keeps values that stay live, closes the loop, and continues with the next phase.
    fn finish(
        &mut self,
        sub_groups: &SubGroupLoop<'m>,
        exits: &[RegionExit<'m>],
        suspended: Option<Suspended<'m>>,
        done: Block<'m>,
    ) {
        let (module, plan) = (self.group.module, self.group.plan);
        let filled: Vec<_> = match suspended {
            Some(_) => exits.iter().map(|exit| RegionExit { block: self.fill_frames(exit), ..*exit }).collect(),
            None => exits.to_vec(),
        };
        let exits = &filled[..];
        let loop_exits =
            LoopExits::new(module, sub_groups.level.latch, exits.len(), self.living_on(exits, Placement::Scalar));
        for (number, exit) in (0..).zip(exits) {
            let builder = Builder::at_end(module, exit.block);
            let live = exit.sync.map_or(&[][..], |sync| plan.liveness.at(sync));
            loop_exits.enter(module, number, exit.block, |value| {
                live.contains(&value).then(|| self.group.load_scalar(&builder, value))
            });
            for value in self.living_on(std::slice::from_ref(exit), Placement::SubGroupScalar) {
                let last = self.group.load_scalar(&builder, value);
                let address = self.group.scratch_element(&builder, value, sub_groups.base);
                self.group.store_at(&builder, value, address, last);
            }
            builder.br(sub_groups.level.latch);
        }
        if let Some(Suspended { block, .. }) = &suspended {
            loop_exits.enter_without(module, *block);
            Builder::at_end(module, *block).br(sub_groups.level.latch);
        }
        sub_groups.level.close(module, done, &[unroll_disable(module)]);
        let done = match suspended {
            Some(Suspended { flag, .. }) => self.suspend(done, flag),
            None => done,
        };
        let builder = Builder::at_end(module, done);
        for (value, last) in loop_exits.scalars() {
            let slot = self.slot(value);
            builder.store(last, slot);
        }
        let targets: Vec<_> = exits.iter().map(|exit| self.target(exit)).collect();
        loop_exits.go_on(&builder, &targets);
    }

    /// The values of a placement that live at any of these exits, each once.
    fn living_on(&self, exits: &[RegionExit<'m>], placement: Placement) -> Vec<Value<'m>> {
        let plan = self.group.plan;
        let mut values = Vec::new();
        for value in exits.iter().filter_map(|exit| exit.sync).flat_map(|sync| plan.liveness.at(sync)) {
            if plan.placements.get(*value) == Some(placement) && !values.contains(value) {
                values.push(*value);
            }
        }
        values
    }

    /// Fills the frames of a sub-group's work-items that are all at the same exit. Returns the block after that.
    fn fill_frames(&mut self, exit: &RegionExit<'m>) -> Block<'m> {
        let (module, function) = (self.group.module, self.group.prologue.function);
        let state = module.int(32).int(self.group.state_at(exit.sync), false);
        let count = self.group.running().count;
        let at = build_loop(module, function, exit.block, count, &[unroll_disable(module)], |block, index, latch| {
            let builder = Builder::at_end(module, block);
            self.group.keep_state(&builder, index, state);
            builder.br(latch);
        });
        self.group.fill_frames(at, exit.sync.as_slice(), &FxHashSet::default())
    }

    /// After the loop over sub-groups, leaves for continuations if work-items are at different points. Returns the
    /// block where they are together.
    fn suspend(&mut self, done: Block<'m>, flag: Value<'m>) -> Block<'m> {
        let function = self.group.prologue.function;
        let all = self.group.all_items();
        let (at, differ) = self.group.states_differ(done, all);
        let (diverged, converged) = (
            function.append_block(self.group.module, "diverged"),
            function.append_block(self.group.module, "converged"),
        );
        let builder = Builder::at_end(self.group.module, at);
        let flag = builder.load(differ.ty(), flag).value();
        builder.cond_br(builder.or(flag, differ), diverged, converged);
        let builder = Builder::at_end(self.group.module, diverged);
        self.group.finish_group(&builder);
        builder.br(self.exit);
        converged
    }

    fn target(&self, exit: &RegionExit<'m>) -> Block<'m> {
        let Some(sync) = exit.sync else {
            return self.exit;
        };
        // Points of the work-group have one successor.
        let (_, region) = self.group.plan.regions.behind(sync)[0];
        self.entries[&region]
    }

    fn slot(&mut self, value: Value<'m>) -> Value<'m> {
        let builder = &self.group.prologue.builder;
        *self.scalars.entry(value).or_insert_with(|| builder.alloca(value.ty(), "shared").value())
    }
}
