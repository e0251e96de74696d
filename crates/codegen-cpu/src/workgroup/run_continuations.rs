//! Emits the functions that run [continuations](super::continuations).

use rustc_hash::FxHashMap;
use tandem_codegen::query::Query;
use tandem_ir::{
    AttributePlace, Block, Builder, DebugLoc, Function, Inst, IntPredicate, Module, Ordering, Type, Value,
};

use super::Analysis;
use super::continuations::Continuations;
use super::frames::{Frames, ItemRange, build_loop};
use super::kernel_copy::KernelCopy;
use super::loops::{Level, Shape, unroll_disable, vectorize_disable};
use super::outline::Lines;
use super::state_machine::StateMachine;
use super::sync::{BuildCombine, Combine, GroupOp, Move, Sync};
use crate::abi::Prologue;

/// The functions that run the continuations of a kernel. Both take the parameters of the work-group function.
#[derive(Clone, Copy)]
pub struct Functions<'m> {
    /// Runs those of a range of work-items, the last two parameters, until each waits for the work-group or returned.
    items: Function<'m>,
    /// Runs those of the whole group until all have returned.
    group: Function<'m>,
    /// The source line of calls.
    line: Option<DebugLoc<'m>>,
}

impl<'m> Functions<'m> {
    /// Declares them for the work-group function of `prologue`, made of `kernel`.
    pub fn declare(module: &'m Module, prologue: &Prologue<'m>, kernel: Function<'m>) -> Self {
        let long = module.int(64);
        let items = prologue.declare_part("items", module.void(), &[long, long]);
        let group = prologue.declare_part("group", module.void(), &[]);
        for function in [items, group] {
            function.add_attribute(AttributePlace::Function, "cold", 0);
            function.add_attribute(AttributePlace::Function, "noinline", 0);
        }
        Self { items, group, line: Lines::of(module, kernel).map(|lines| lines.of_call()) }
    }

    /// Calls the group's from a function that begins with the same parameters.
    pub fn call_group(&self, builder: &Builder<'m>, prologue: &Prologue<'m>) {
        builder.call_function(self.group, &prologue.params()).set_debug_loc(self.line);
    }

    /// Calls the items' from a function that begins with the same parameters.
    pub fn call_items(&self, builder: &Builder<'m>, prologue: &Prologue<'m>, items: ItemRange<'m>) {
        let mut args = prologue.params();
        args.extend([items.first, items.count]);
        builder.call_function(self.items, &args).set_debug_loc(self.line);
    }

    /// Emits both. `params` loads the kernel's parameters in a prologue; sub-groups have `sub_group_size` work-items.
    pub fn emit(
        &self,
        module: &'m Module,
        kernel: &Analysis<'m>,
        outer: &Prologue<'m>,
        params: impl Fn(&Prologue<'m>) -> FxHashMap<Value<'m>, Value<'m>>,
        sub_group_size: u32,
    ) {
        let plan = kernel.continuations.as_ref().expect("divergent kernels have continuations");
        let lines = Lines::of(module, kernel.cfg.block(0).function());
        let part = |function: Function<'m>| {
            let mut prologue = outer.of_part(function);
            let params = params(&prologue);
            let extents = [0, 1, 2].map(|dim| prologue.answer(Query::Extent(dim)));
            let exit = function.append_block("exit");
            Builder::at_end(exit).ret_void();
            let machine = StateMachine::new(module, kernel, prologue, params, Shape::Group { extents }, exit);
            let frames = Frames::new(module, plan);
            Part { module, kernel, plan, frames, machine, functions: *self, sub_group_size, exit }
        };
        part(self.items).emit_items();
        part(self.group).emit_group();
        if let Some(lines) = lines {
            [self.items, self.group].into_iter().for_each(|function| lines.set(function));
        }
    }
}

/// One of the functions under construction.
pub struct Part<'a, 'm> {
    module: &'m Module,
    pub kernel: &'a Analysis<'m>,
    pub plan: &'a Continuations<'m>,
    pub frames: Frames<'a, 'm>,
    /// What computes early values and addresses of private memory.
    pub machine: StateMachine<'a, 'm>,
    functions: Functions<'m>,
    /// Work-items of a full sub-group.
    pub sub_group_size: u32,
    exit: Block<'m>,
}

impl<'m> Part<'_, 'm> {
    /// Rounds: the work-group's operations, then all its work-items up to their next points.
    fn emit_group(mut self) {
        let (module, exit) = (self.module, self.exit);
        let round = self.append("round");
        let items = self.machine.all_items();
        let at = self.synchronize(round, true, items);
        let at = if self.kernel.sub_groups { self.run_sub_groups(at, items) } else { self.run_items(at, items) };
        let (at, more) = self.any_waits(at, true, items);
        Builder::at_end(at)
            .cond_br(more, round, exit)
            .set_metadata("llvm.loop", Some(module.md_loop(&[unroll_disable(module)])));
        self.machine.prologue.builder.br(round);
    }

    fn run_items(&mut self, at: Block<'m>, items: ItemRange<'m>) -> Block<'m> {
        self.functions.call_items(&Builder::at_end(at), &self.machine.prologue, items);
        at
    }

    fn run_sub_groups(&mut self, at: Block<'m>, items: ItemRange<'m>) -> Block<'m> {
        let (module, function) = (self.module, self.machine.prologue.function);
        let size = module.int(64).int(self.sub_group_size.into(), false);
        let level = Level::open(function, at, "subgroup", items.count, self.sub_group_size.into());
        let builder = Builder::at_end(level.header);
        let first = level.index.value();
        let left = builder.sub(items.count, first);
        let count = builder.intrinsic(module, "llvm.umin", &[size.ty()], &[size, left]).value();
        self.functions.call_items(&builder, &self.machine.prologue, ItemRange { first, count });
        builder.br(level.latch);
        let done = self.append("subgroups.done");
        level.close(module, done, &[unroll_disable(module)]);
        done
    }

    /// Runs a range of work-items up to their next points, and again after the operations of their sub-group.
    fn emit_items(mut self) {
        let (module, exit) = (self.module, self.exit);
        let params = self.machine.prologue.function.params();
        let [.., first, count] = params[..] else { unreachable!("declared with a range") };
        let items = ItemRange { first, count };
        let run = self.append("run");
        if self.plan.points(false).next().is_none() {
            let at = self.run_kernel(run, items);
            Builder::at_end(at).br(exit);
        } else {
            let at = self.synchronize(run, false, items);
            let at = self.run_kernel(at, items);
            let (at, more) = self.any_waits(at, false, items);
            let properties = module.md_loop(&[unroll_disable(module)]);
            Builder::at_end(at).cond_br(more, run, exit).set_metadata("llvm.loop", Some(properties));
        }
        self.machine.prologue.builder.br(run);
    }

    /// Does what happens at points, and releases the work-items that wait at them.
    fn synchronize(&mut self, at: Block<'m>, of_group: bool, items: ItemRange<'m>) -> Block<'m> {
        let plan = self.plan;
        let points: Vec<_> = plan
            .points(of_group)
            .filter_map(|(number, sync)| Some((number, self.kernel.cfg.block(sync).first()?)))
            .collect();
        let fences =
            |(_, point): &(usize, Inst<'m>)| matches!(Sync::of(*point), Some(Sync::Barrier { fence: true, .. }));
        if points.iter().any(fences) {
            Builder::at_end(at).fence(Ordering::LLVMAtomicOrderingAcquireRelease);
        }
        let mut at = at;
        for (number, point) in points {
            if let Some(Sync::Group(_, op)) = Sync::of(point) {
                at = self.operate(at, (number, point), op, items);
            }
        }
        let release = self.frames.state(plan.release());
        self.for_each(at, items, |part, block, item, latch| {
            let builder = Builder::at_end(block);
            let state = part.load_state(&builder, item);
            let waits = part.frames.is_among(&builder, state, plan.waiting_states(of_group));
            let released = builder.select(waits, builder.add(state, release), state);
            part.store_state(&builder, item, released);
            builder.br(latch);
        })
    }

    /// Whether any work-item waits at a point.
    fn any_waits(&mut self, at: Block<'m>, of_group: bool, items: ItemRange<'m>) -> (Block<'m>, Value<'m>) {
        let states = self.plan.waiting_states(of_group);
        let bit = self.module.int(1);
        let any = self.slot(bit, "any");
        Builder::at_end(at).store(bit.zero(), any);
        let done = self.for_each(at, items, |part, block, item, latch| {
            let builder = Builder::at_end(block);
            let state = part.load_state(&builder, item);
            let waits = part.frames.is_among(&builder, state, states);
            builder.store(builder.or(builder.load(bit, any).value(), waits), any);
            builder.br(latch);
        });
        (done, Builder::at_end(done).load(bit, any).value())
    }

    /// An operation of the work-items that wait at a point.
    fn operate(&mut self, at: Block<'m>, point: (usize, Inst<'m>), op: GroupOp, items: ItemRange<'m>) -> Block<'m> {
        let operands = point.1.args();
        let result = point.1.value();
        match op {
            GroupOp::Reduce(combine) => {
                let (at, total) = self.combine(at, point, combine, items, |_, _, _, _, _| {});
                self.for_each_waiting(at, point.0, items, |part, builder, item| {
                    let all = builder.load(result.ty(), total).value();
                    part.store(builder, result, item, all);
                })
            }
            GroupOp::InclusiveScan(combine) => {
                self.combine(at, point, combine, items, |part, builder, item, _, with| {
                    part.store(builder, result, item, with)
                })
                .0
            }
            GroupOp::ExclusiveScan(combine) => {
                self.combine(at, point, combine, items, |part, builder, item, without, _| {
                    part.store(builder, result, item, without)
                })
                .0
            }
            GroupOp::Broadcast => self.broadcast(at, point, items),
            GroupOp::Shuffle => self.for_each_waiting(at, point.0, items, |part, builder, item| {
                let long = part.module.int(64);
                let from = part.load(builder, operands[1], item);
                let from = if from.ty() == long { from } else { builder.zext(from, long) };
                part.take(builder, point, items, item, from);
            }),
            GroupOp::Move(way) => self.for_each_waiting(at, point.0, items, |part, builder, item| {
                let distance = operands[1].const_u64().expect("moves have constant distances");
                let distance = part.module.int(64).int(distance, false);
                let own = builder.sub(item, items.first);
                let from = match way {
                    Move::Xor => builder.xor(own, distance),
                    Move::Down => builder.add(own, distance),
                    Move::Up => builder.sub(own, distance),
                };
                part.take(builder, point, items, item, from);
            }),
        }
    }

    /// Combines the operands of the work-items that wait at a point in their order. `each` sees the combination
    /// without and with each one's own. Returns the address of the combination of all.
    fn combine(
        &mut self,
        at: Block<'m>,
        (number, point): (usize, Inst<'m>),
        combine: Combine,
        items: ItemRange<'m>,
        each: impl FnOnce(&mut Self, &Builder<'m>, Value<'m>, Value<'m>, Value<'m>),
    ) -> (Block<'m>, Value<'m>) {
        let (module, ty) = (self.module, point.ty());
        let total = self.slot(ty, "total");
        Builder::at_end(at).store(combine.identity(ty), total);
        let done = self.for_each_waiting(at, number, items, |part, builder, item| {
            let without = builder.load(ty, total).value();
            let own = part.load(builder, point.args()[0], item);
            let with = combine.build(module, builder, without, own);
            builder.store(with, total);
            each(part, builder, item, without, with);
        });
        (done, total)
    }

    /// The value of the work-item that those at the point name; where that one is not there, the first one's.
    fn broadcast(&mut self, at: Block<'m>, (number, point): (usize, Inst<'m>), items: ItemRange<'m>) -> Block<'m> {
        let (module, long) = (self.module, self.module.int(64));
        let operands = point.args();
        let first = self.slot(long, "first");
        let min = |builder: &Builder<'m>, left, right| {
            builder.intrinsic(module, "llvm.umin", &[long], &[left, right]).value()
        };
        Builder::at_end(at).store(long.int(u64::MAX, false), first);
        let at = self.for_each_waiting(at, number, items, |_, builder, item| {
            let known = builder.load(long, first).value();
            builder.store(min(builder, known, item), first);
        });
        self.for_each_waiting(at, number, items, |part, builder, item| {
            let first = builder.load(long, first).value();
            let last = builder.sub(items.count, long.int(1, false));
            let index = part.load(builder, operands[1], first);
            let named = builder.add(items.first, min(builder, index, last));
            let from = builder.select(part.is_waiting(builder, number, named), named, first);
            let value = part.load(builder, operands[0], from);
            part.store(builder, point.value(), item, value);
        })
    }

    /// Gives a work-item the value of the one of number `from` in the range; its own where none waits at the point.
    fn take(
        &mut self,
        builder: &Builder<'m>,
        (number, point): (usize, Inst<'m>),
        items: ItemRange<'m>,
        item: Value<'m>,
        from: Value<'m>,
    ) {
        let exists = builder.icmp(IntPredicate::LLVMIntULT, from, items.count);
        let from = builder.select(exists, builder.add(items.first, from), item);
        let from = builder.select(self.is_waiting(builder, number, from), from, item);
        let value = self.load(builder, point.args()[0], from);
        self.store(builder, point.value(), item, value);
    }

    fn is_waiting(&mut self, builder: &Builder<'m>, number: usize, item: Value<'m>) -> Value<'m> {
        let state = self.load_state(builder, item);
        builder.icmp(IntPredicate::LLVMIntEQ, state, self.frames.state(self.plan.waiting(number)))
    }

    /// Loops over the work-items that wait at the point of a number.
    fn for_each_waiting(
        &mut self,
        at: Block<'m>,
        number: usize,
        items: ItemRange<'m>,
        body: impl FnOnce(&mut Self, &Builder<'m>, Value<'m>),
    ) -> Block<'m> {
        self.for_each(at, items, |part, block, item, latch| {
            let builder = Builder::at_end(block);
            let waits = part.is_waiting(&builder, number, item);
            let here = part.append("waiting");
            builder.cond_br(waits, here, latch);
            let builder = Builder::at_end(here);
            body(part, &builder, item);
            builder.br(latch);
        })
    }

    /// Loops over work-items. `body` gets the block of an iteration, the work-item's number in the group, and the
    /// block that ends the iteration.
    fn for_each(
        &mut self,
        at: Block<'m>,
        items: ItemRange<'m>,
        body: impl FnOnce(&mut Self, Block<'m>, Value<'m>, Block<'m>),
    ) -> Block<'m> {
        let (module, function) = (self.module, self.machine.prologue.function);
        let properties = [unroll_disable(module), vectorize_disable(module)];
        build_loop(module, function, at, items.count, &properties, |block, index, latch| {
            let item = Builder::at_end(block).add(items.first, index);
            body(self, block, item, latch);
        })
    }

    /// Runs the kernel's code for each work-item that is ready, up to the next point.
    fn run_kernel(&mut self, at: Block<'m>, items: ItemRange<'m>) -> Block<'m> {
        self.for_each(at, items, |part, block, item, latch| KernelCopy::emit(part, block, items, item, latch))
    }

    fn append(&self, name: &str) -> Block<'m> {
        self.machine.prologue.function.append_block(name)
    }

    /// Stack memory for a number.
    pub fn slot(&self, ty: Type<'m>, name: &str) -> Value<'m> {
        self.machine.prologue.builder.alloca(ty, name).value()
    }

    pub fn load(&mut self, builder: &Builder<'m>, value: Value<'m>, item: Value<'m>) -> Value<'m> {
        self.frames.load(&mut self.machine.prologue, builder, value, item)
    }

    pub fn store(&mut self, builder: &Builder<'m>, value: Value<'m>, item: Value<'m>, new: Value<'m>) {
        self.frames.store(&mut self.machine.prologue, builder, value, item, new);
    }

    pub fn load_state(&mut self, builder: &Builder<'m>, item: Value<'m>) -> Value<'m> {
        self.frames.load_state(&mut self.machine.prologue, builder, item)
    }

    pub fn store_state(&mut self, builder: &Builder<'m>, item: Value<'m>, state: Value<'m>) {
        self.frames.store_state(&mut self.machine.prologue, builder, item, state);
    }
}
