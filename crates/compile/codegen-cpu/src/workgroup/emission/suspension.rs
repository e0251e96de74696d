//! Leaves the state machine where work-items have parted: fills the frames of their
//! [continuations](crate::workgroup::plan::continuations) and calls the functions that run these.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_ir::{Block, Builder, IntPredicate, Value};

use super::continuation_functions::{Functions, Suspension};
use super::frames::{Frames, ItemRange, build_loop};
use super::group_builder::GroupBuilder;
use super::loops::Shape;
use crate::abi::Prologue;
use crate::loop_marks::unroll_disable;
use crate::workgroup::plan::continuations::{RETURNED, State, is_kept};
use tandem_codegen::analysis::cfg::BlockId;

impl<'a, 'm> GroupBuilder<'a, 'm> {
    /// Lets the group leave for continuations, if its kernel has any.
    pub fn add_suspension(&mut self) {
        self.suspension = self.plan.continuations.as_ref().map(|plan| Suspension {
            frames: Frames::new(self.module, plan),
            functions: Functions::declare(self.module, &self.prologue, self.plan.cfg().block(0).function()),
        });
    }

    /// The state of work-items that reached a point, or left the kernel.
    pub fn state_at(&self, sync: Option<BlockId>) -> State {
        let plan = self.plan.continuations.as_ref().expect("divergent kernels have continuations");
        sync.map_or(RETURNED, |sync| plan.state_at(sync))
    }

    /// Keeps the state of the work-item of number `linear` among those that run.
    pub fn keep_state(&mut self, builder: &Builder<'m>, linear: Value<'m>, state: Value<'m>) {
        let item = self.item_number(builder, linear);
        let (frames, prologue) = self.frames();
        frames.store_state(prologue, builder, item, state);
    }

    /// Keeps a value in the frame of the work-item with number `linear` among those that run. Frames exclude values
    /// that are live only at compiler-inserted points, because work-items do not diverge there.
    pub fn keep_in_frame(&mut self, builder: &Builder<'m>, value: Value<'m>, linear: Value<'m>, new: Value<'m>) {
        let continuations = self.plan.continuations.as_ref().expect("divergent kernels have continuations");
        if continuations.arrays().array(value).is_none() {
            return;
        }
        let item = self.item_number(builder, linear);
        let (frames, prologue) = self.frames();
        frames.store(prologue, builder, value, item, new);
    }

    /// Whether `items` have different states, and the block after `before` where that is known.
    pub fn states_differ(&mut self, before: Block<'m>, items: ItemRange<'m>) -> (Block<'m>, Value<'m>) {
        let (module, function) = (self.module, self.prologue.function);
        let difference = self.prologue.builder.alloca(module.int(32), "difference").value();
        let builder = Builder::at_end(module, before);
        builder.store(module.int(32).zero(), difference);
        let (frames, prologue) = self.frames();
        let first = frames.load_state(prologue, &builder, items.first);
        let done = build_loop(module, function, before, items.count, &[], |block, index, latch| {
            let builder = Builder::at_end(module, block);
            let own = frames.load_state(prologue, &builder, builder.add(items.first, index));
            let known = builder.load(module.int(32), difference).value();
            builder.store(builder.or(known, builder.xor(own, first)), difference);
            builder.br(latch);
        });
        let builder = Builder::at_end(module, done);
        let all = builder.load(module.int(32), difference).value();
        (done, builder.icmp(IntPredicate::LLVMIntNE, all, module.int(32).zero()))
    }

    /// Fills the frames of the work-items that run with the values that are live at each one's point, one of `points`.
    /// Shared values in `kept` are already there. Returns the block after `before` where that is done.
    pub fn fill_frames(&mut self, before: Block<'m>, points: &[BlockId], kept: &FxHashSet<Value<'m>>) -> Block<'m> {
        let (module, function, plan) = (self.module, self.prologue.function, self.plan);
        let lives = |value: &Value<'m>| is_kept(&plan.placements, *value);
        let is_there = |value: &Value<'m>| plan.placements.is_shared(*value) && kept.contains(value);
        let needed = |sync: BlockId| {
            let live = plan.liveness.at(sync).iter().copied();
            live.filter(|value| lives(value) && !is_there(value)).collect::<Vec<_>>()
        };
        let needed: Vec<_> = points.iter().map(|sync| (*sync, needed(*sync))).collect();
        if needed.iter().all(|(_, values)| values.is_empty()) {
            return before;
        }
        let builder = Builder::at_end(module, before);
        let shared: Vec<_> = needed.iter().flat_map(|(_, values)| values).copied().collect();
        let shared = shared.into_iter().filter(|value| plan.placements.is_shared(*value));
        let shared: FxHashMap<_, _> = shared.map(|value| (value, self.load_scalar(&builder, value))).collect();
        let count = self.items();
        build_loop(module, function, before, count, &[unroll_disable(module)], |block, index, latch| {
            let builder = Builder::at_end(module, block);
            let item = self.item_number(&builder, index);
            let (frames, prologue) = self.frames();
            let state = frames.load_state(prologue, &builder, item);
            let mut cases = Vec::new();
            for (sync, values) in &needed {
                let block = function.append_block(module, "fill");
                let builder = Builder::at_end(module, block);
                for value in values {
                    let current = match shared.get(value) {
                        Some(shared) => *shared,
                        None => self.load_element(&builder, *value, index),
                    };
                    self.keep_in_frame(&builder, *value, index, current);
                }
                builder.br(latch);
                cases.push((module.int(32).int(self.state_at(Some(*sync)), false), block));
            }
            builder.switch(state, latch, &cases);
        })
    }

    /// Calls the function that runs the continuations of the whole group to their ends.
    pub fn finish_group(&mut self, builder: &Builder<'m>) {
        let suspension = self.suspension.as_ref().expect("divergent kernels have continuations");
        suspension.functions.call_group(self.module, builder, &self.prologue);
    }

    /// Calls the function that runs the continuations of `items` until each of them waits for the work-group or
    /// returned.
    pub fn run_items(&mut self, builder: &Builder<'m>, items: ItemRange<'m>) {
        let suspension = self.suspension.as_ref().expect("divergent kernels have continuations");
        suspension.functions.call_items(self.module, builder, &self.prologue, items);
    }

    /// The work-items that run.
    pub fn running(&mut self) -> ItemRange<'m> {
        match self.shape {
            Shape::SubGroup(sub_group) => ItemRange { first: sub_group.base, count: sub_group.count },
            _ => self.all_items(),
        }
    }

    /// The work-items of the group.
    pub fn all_items(&mut self) -> ItemRange<'m> {
        ItemRange { first: self.module.int(64).zero(), count: self.prologue.items() }
    }

    /// The number in the group of the work-item of number `linear` among those that run.
    fn item_number(&self, builder: &Builder<'m>, linear: Value<'m>) -> Value<'m> {
        match self.shape {
            Shape::SubGroup(sub_group) => builder.add(sub_group.base, linear),
            _ => linear,
        }
    }

    fn frames(&mut self) -> (&mut Frames<'a, 'm>, &mut Prologue<'m>) {
        let suspension = self.suspension.as_mut().expect("divergent kernels have continuations");
        (&mut suspension.frames, &mut self.prologue)
    }
}
