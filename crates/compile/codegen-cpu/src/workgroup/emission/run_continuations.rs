//! Emits the functions that run [continuations](crate::workgroup::plan::continuations).

use rustc_hash::FxHashMap;
use tandem_codegen::analysis::cfg::BlockId;
use tandem_codegen::query::Query;
use tandem_codegen::sync::Sync;
use tandem_ir::{Block, Builder, EditableModule, Function, Inst, Intrinsic, Ordering, Value};

use super::continuation_builder::ContinuationBuilder;
use super::continuation_functions::Functions;
use super::frames::{Frames, ItemRange};
use super::group_builder::GroupBuilder;
use super::kernel_copy::KernelCopy;
use super::loops::{Level, Shape};
use super::outline::Lines;
use crate::abi::Prologue;
use crate::loop_marks::unroll_disable;
use crate::workgroup::plan::Plan;

/// Emits both functions. `params` loads the kernel's parameters in a prologue; sub-groups have `sub_group_size` work-items.
pub fn emit<'m>(
    functions: Functions<'m>,
    module: &'m EditableModule,
    plan: &Plan<'m>,
    outer: &Prologue<'m>,
    params: impl Fn(&Prologue<'m>) -> FxHashMap<Value<'m>, Value<'m>>,
    sub_group_size: u32,
) {
    let continuations = plan.continuations.as_ref().expect("divergent kernels have continuations");
    let lines = Lines::of(module, plan.cfg().block(0).function());
    let part = |function: Function<'m>| {
        let mut prologue = outer.of_part(function);
        let params = params(&prologue);
        let extents = [0, 1, 2].map(|dim| prologue.answer(Query::Extent(dim)));
        let exit = function.append_block(module, "exit");
        Builder::at_end(module, exit).ret_void();
        let group = GroupBuilder::new(module, plan, prologue, params, Shape::Group { extents }, exit);
        let frames = Frames::new(module, continuations);
        ContinuationBuilder { module, plan, continuations, frames, group, sub_group_size, exit }
    };
    part(functions.items).emit_items();
    part(functions.group).emit_group(functions);
    if let Some(lines) = lines {
        [functions.items, functions.group].into_iter().for_each(|function| lines.set(function));
    }
}

impl<'m> ContinuationBuilder<'_, 'm> {
    /// Rounds: the work-group's operations, then all its work-items up to their next points.
    fn emit_group(mut self, functions: Functions<'m>) {
        let (module, exit) = (self.module, self.exit);
        let round = self.append("round");
        let items = self.group.all_items();
        let at = self.synchronize(round, true, items);
        let at = if self.plan.uses_sub_groups() {
            self.run_sub_groups(at, items, functions)
        } else {
            self.run_items(at, items, functions)
        };
        let (at, more) = self.any_waits(at, true, items);
        Builder::at_end(module, at).cond_br(more, round, exit).set_metadata(
            module,
            "llvm.loop",
            Some(module.md_loop(&[unroll_disable(module)])),
        );
        self.group.prologue.builder.br(round);
    }

    fn run_items(&mut self, at: Block<'m>, items: ItemRange<'m>, functions: Functions<'m>) -> Block<'m> {
        functions.call_items(self.module, &Builder::at_end(self.module, at), &self.group.prologue, items);
        at
    }

    fn run_sub_groups(&mut self, at: Block<'m>, items: ItemRange<'m>, functions: Functions<'m>) -> Block<'m> {
        let (module, function) = (self.module, self.group.prologue.function);
        let size = module.int(64).int(self.sub_group_size.into(), false);
        let level = Level::open(module, function, at, "subgroup", items.count, self.sub_group_size.into());
        let builder = Builder::at_end(module, level.header);
        let first = level.index.value();
        let left = builder.sub(items.count, first);
        let count = builder.intrinsic(Intrinsic::Umin, &[size.ty()], &[size, left]).value();
        functions.call_items(module, &builder, &self.group.prologue, ItemRange { first, count });
        builder.br(level.latch);
        let done = self.append("subgroups.done");
        level.close(module, done, &[unroll_disable(module)]);
        done
    }

    /// Runs a range of work-items up to their next points, and again after the operations of their sub-group.
    fn emit_items(mut self) {
        let (module, exit) = (self.module, self.exit);
        let params = self.group.prologue.function.params();
        let [.., first, count] = params[..] else { unreachable!("declared with a range") };
        let items = ItemRange { first, count };
        let run = self.append("run");
        if self.continuations.points(false).next().is_none() {
            let at = self.run_kernel(run, items);
            Builder::at_end(module, at).br(exit);
        } else {
            let at = self.synchronize_members(run, items);
            let at = self.run_kernel(at, items);
            let (at, more) = self.any_waits(at, false, items);
            let properties = module.md_loop(&[unroll_disable(module)]);
            Builder::at_end(module, at).cond_br(more, run, exit).set_metadata(module, "llvm.loop", Some(properties));
        }
        self.group.prologue.builder.br(run);
    }

    /// Emits the operations at points of the sub-group, and releases work-items that wait at them: the members of sets
    /// that are complete, or else all.
    fn synchronize_members(&mut self, at: Block<'m>, items: ItemRange<'m>) -> Block<'m> {
        let of_members = |(number, sync): (usize, BlockId)| {
            let point = self.plan.cfg().block(sync).first()?;
            let Some(Sync::Members(op)) = Sync::of(point) else { return None };
            Some(((number, point), op))
        };
        let points: Vec<_> = self.continuations.points(false).filter_map(of_members).collect();
        if points.is_empty() {
            return self.synchronize(at, false, items);
        }
        let bit = self.module.int(1);
        let released = self.slot(bit, "released");
        Builder::at_end(self.module, at).store(bit.zero(), released);
        let mut at = at;
        for (point, op) in &points {
            at = self.operate_members(at, *point, *op, items, true);
        }
        for (point, _) in points {
            at = self.release_members(at, point, items, released);
        }
        let (all, done) = (self.append("all"), self.append("synchronized"));
        let builder = Builder::at_end(self.module, at);
        builder.cond_br(builder.load(bit, released).value(), done, all);
        let at = self.synchronize(all, false, items);
        Builder::at_end(self.module, at).br(done);
        done
    }

    /// Emits the operations at points, and releases the work-items that wait at them.
    fn synchronize(&mut self, at: Block<'m>, of_group: bool, items: ItemRange<'m>) -> Block<'m> {
        let continuations = self.continuations;
        let points: Vec<_> = continuations
            .points(of_group)
            .filter_map(|(number, sync)| Some((number, self.plan.cfg().block(sync).first()?)))
            .collect();
        let fences =
            |(_, point): &(usize, Inst<'m>)| matches!(Sync::of(*point), Some(Sync::Barrier { fence: true, .. }));
        if points.iter().any(fences) {
            Builder::at_end(self.module, at).fence(Ordering::LLVMAtomicOrderingAcquireRelease);
        }
        let mut at = at;
        for (number, point) in points {
            match Sync::of(point) {
                Some(Sync::Group(_, op)) => at = self.operate(at, (number, point), op, items),
                Some(Sync::Members(op)) => at = self.operate_members(at, (number, point), op, items, false),
                Some(Sync::Barrier { .. } | Sync::ImplicitBarrier) | None => {}
            }
        }
        let release = self.frames.state(continuations.release());
        self.for_each(at, items, |part, block, item, latch| {
            let builder = Builder::at_end(self.module, block);
            let state = part.load_state(&builder, item);
            let waits = part.frames.is_among(&builder, state, continuations.waiting_states(of_group));
            let released = builder.select(waits, builder.add(state, release), state);
            part.store_state(&builder, item, released);
            builder.br(latch);
        })
    }

    /// Whether any work-item waits at a point.
    fn any_waits(&mut self, at: Block<'m>, of_group: bool, items: ItemRange<'m>) -> (Block<'m>, Value<'m>) {
        let states = self.continuations.waiting_states(of_group);
        let bit = self.module.int(1);
        let any = self.slot(bit, "any");
        Builder::at_end(self.module, at).store(bit.zero(), any);
        let done = self.for_each(at, items, |part, block, item, latch| {
            let builder = Builder::at_end(self.module, block);
            let state = part.load_state(&builder, item);
            let waits = part.frames.is_among(&builder, state, states);
            builder.store(builder.or(builder.load(bit, any).value(), waits), any);
            builder.br(latch);
        });
        (done, Builder::at_end(self.module, done).load(bit, any).value())
    }

    /// Runs the kernel's code for each work-item that is ready, up to the next point.
    fn run_kernel(&mut self, at: Block<'m>, items: ItemRange<'m>) -> Block<'m> {
        self.for_each(at, items, |part, block, item, latch| {
            KernelCopy::emit(self.module, part, block, items, item, latch)
        })
    }
}
