//! Synchronization points: barriers, and operations of sub-groups and work-groups.
//!
//! Sub-groups are [warps](crate::warp). The sub-groups of a work-group exchange
//! values through shared memory: one slot for each.

use tandem_codegen::internal::Internal;
use tandem_codegen::query::Query;
use tandem_codegen::sync::{self, BuildCombine, Combine, GroupOp, Scope, Sync};
use tandem_device_ir::{self as device_ir, AddressSpace};
use tandem_ir::{Block, Builder, Function, Global, Inst, IntPredicate, Intrinsic, Linkage, Module, Type, Value};

use crate::atomics;
use crate::options::Processor;
use crate::warp::{WARP_SIZE, Warp};

/// Work-items of the largest work-group.
const MAX_WORK_ITEMS: u32 = 1024;

/// Replaces the synchronization points of a function.
pub fn lower<'m>(module: &'m Module, function: Function<'m>, processor: Processor) {
    let insts = function.insts();
    for operand in insts.iter().filter(|inst| sync::is_group_operand(**inst)) {
        operand.value().replace_all_uses_with(operand.args()[0]);
    }
    for inst in insts.into_iter() {
        if sync::is_group_operand(inst) {
            inst.erase();
        } else if let Some(sync) = Sync::of(inst) {
            if let Some(result) = (Point { module, inst, processor }).lower(sync) {
                inst.value().replace_all_uses_with(result);
            }
            inst.erase();
        }
    }
}

/// A synchronization point that is lowered.
#[derive(Clone, Copy)]
struct Point<'m> {
    module: &'m Module,
    inst: Inst<'m>,
    processor: Processor,
}

impl<'m> Point<'m> {
    fn lower(self, sync: Sync) -> Option<Value<'m>> {
        let args = self.inst.args();
        let builder = Builder::before(self.inst);
        let warp = self.warp(&builder);
        match sync {
            Sync::Barrier { scope, fence } => {
                if fence {
                    atomics::build_fence(&builder, device_ir::Scope::Device);
                }
                match scope {
                    Scope::Group => self.barrier(&builder),
                    Scope::SubGroup => warp.barrier(),
                }
                None
            }
            // Work-items need no implicit barriers where the hardware runs all of them at once.
            Sync::ImplicitBarrier => None,
            Sync::Group(Scope::SubGroup, op) => Some(sub_group_op(warp, op, &args)),
            Sync::Group(Scope::Group, op) => Some(self.group_op(op, &args)),
        }
    }

    fn warp<'a>(self, builder: &'a Builder<'m>) -> Warp<'a, 'm> {
        Warp { module: self.module, builder, processor: self.processor }
    }

    /// `args` are the value and, for a broadcast, the number of a work-item.
    fn group_op(self, op: GroupOp, args: &[Value<'m>]) -> Value<'m> {
        let builder = Builder::before(self.inst);
        let warp = self.warp(&builder);
        match op {
            GroupOp::Broadcast => self.broadcast(args[0], args[1]),
            GroupOp::Reduce(combine) => {
                let own = warp.reduce(combine, args[0]);
                self.combine_sub_groups(combine, own, own, Query::NumSubGroups).0
            }
            GroupOp::InclusiveScan(combine) => {
                let own = warp.inclusive_scan(combine, args[0]);
                let (before, builder) = self.combine_sub_groups(combine, own, warp.last(own), Query::SubGroupId);
                combine.build(self.module, &builder, before, own)
            }
            GroupOp::ExclusiveScan(combine) => {
                let inclusive = warp.inclusive_scan(combine, args[0]);
                let own = warp.exclusive_scan(combine, inclusive);
                let (before, builder) = self.combine_sub_groups(combine, own, warp.last(inclusive), Query::SubGroupId);
                combine.build(self.module, &builder, before, own)
            }
            GroupOp::Shuffle | GroupOp::Move(_) => unreachable!("only sub-groups have these"),
        }
    }

    /// The combination of the first `count` sub-groups' values, and a builder
    /// behind it. `value` says the type.
    fn combine_sub_groups(
        self,
        combine: Combine,
        value: Value<'m>,
        sub_group: Value<'m>,
        count: Query,
    ) -> (Value<'m>, Builder<'m>) {
        let builder = Builder::before(self.inst);
        // All work-items of a sub-group store the same value.
        let own = Query::SubGroupId.build(self.module, &builder);
        builder.store(sub_group, self.slot(&builder, own));
        self.barrier(&builder);
        let count = count.build(self.module, &builder);
        let sum = self.fold(count, combine.identity(value.ty()), |builder, index, sum| {
            let next = builder.load(value.ty(), self.slot(builder, index)).value();
            combine.build(self.module, builder, sum, next)
        });
        let builder = Builder::before(self.inst);
        // The slots are free again.
        self.barrier(&builder);
        (sum, builder)
    }

    /// The value of the work-item of a number.
    fn broadcast(self, value: Value<'m>, number: Value<'m>) -> Value<'m> {
        let builder = Builder::before(self.inst);
        let [x, y, z] = [0, 1, 2].map(|dim| Query::LocalId(dim).build(self.module, &builder));
        let [width, height] = [0, 1].map(|dim| Query::Extent(dim).build(self.module, &builder));
        let row = builder.add(builder.mul(z, height), y);
        let own = builder.add(builder.mul(row, width), x);
        let first = self.module.int(64).zero();
        self.only_if(builder.icmp(IntPredicate::LLVMIntEQ, own, number), |builder| {
            builder.store(value, self.slot(builder, first));
        });
        let builder = Builder::before(self.inst);
        self.barrier(&builder);
        let all = builder.load(value.ty(), self.slot(&builder, first)).value();
        self.barrier(&builder);
        all
    }

    fn barrier(self, builder: &Builder<'m>) {
        builder.intrinsic(self.module, Intrinsic::NvvmBarrier, &[], &[]);
    }

    fn slot(self, builder: &Builder<'m>, index: Value<'m>) -> Value<'m> {
        let memory = self.module.global(&Internal::Exchange.name()).unwrap_or_else(|| add_exchange(self.module));
        builder.gep(self.module.int(64), memory.value(), &[index], true)
    }

    /// Builds before the point what happens only if a condition holds.
    fn only_if(self, condition: Value<'m>, build: impl FnOnce(&Builder<'m>)) {
        let (before, after) = self.split();
        let then = after.insert_before("then");
        let builder = Builder::at_end(then);
        build(&builder);
        builder.br(after);
        Builder::at_end(before).cond_br(condition, then, after);
    }

    /// Builds before the point a loop that folds values of indices below `count`, from
    /// `first` on.
    fn fold(
        self,
        count: Value<'m>,
        first: Value<'m>,
        step: impl FnOnce(&Builder<'m>, Value<'m>, Value<'m>) -> Value<'m>,
    ) -> Value<'m> {
        let long: Type<'m> = count.ty();
        let (before, after) = self.split();
        let (header, body) = (after.insert_before("fold"), after.insert_before("step"));
        Builder::at_end(before).br(header);
        let builder = Builder::at_end(header);
        let (index, sum) = (builder.phi(long, "index"), builder.phi(first.ty(), "sum"));
        builder.cond_br(builder.icmp(IntPredicate::LLVMIntULT, index.value(), count), body, after);
        let builder = Builder::at_end(body);
        let next = step(&builder, index.value(), sum.value());
        let next_index = builder.add(index.value(), long.int(1, false));
        builder.br(header);
        index.add_incoming(&[(long.zero(), before), (next_index, body)]);
        sum.add_incoming(&[(first, before), (next, body)]);
        sum.value()
    }

    /// (block before the point, without a terminator; block that begins with it).
    fn split(self) -> (Block<'m>, Block<'m>) {
        let after = self.inst.block().expect("an instruction of a function");
        let before = after.split_before(self.inst, "point");
        before.terminator().expect("split blocks branch").erase();
        (before, after)
    }
}

fn sub_group_op<'m>(warp: Warp<'_, 'm>, op: GroupOp, args: &[Value<'m>]) -> Value<'m> {
    let word = |value: Value<'m>| {
        let ty = warp.module.int(32);
        if value.ty() == ty { value } else { warp.builder.trunc(value, ty) }
    };
    match op {
        GroupOp::Reduce(combine) => warp.reduce(combine, args[0]),
        GroupOp::InclusiveScan(combine) => warp.inclusive_scan(combine, args[0]),
        GroupOp::ExclusiveScan(combine) => warp.exclusive_scan(combine, warp.inclusive_scan(combine, args[0])),
        GroupOp::Broadcast | GroupOp::Shuffle => warp.shuffle(args[0], word(args[1])),
        GroupOp::Move(way) => warp.moved(way, args[0], word(args[1])),
    }
}

/// Shared memory with a slot of 8 bytes for each sub-group.
fn add_exchange(module: &Module) -> Global<'_> {
    let ty = module.int(64).array((MAX_WORK_ITEMS / WARP_SIZE).into());
    let memory = module.add_global(&Internal::Exchange.name(), ty, AddressSpace::Local.number());
    memory.set_linkage(Linkage::LLVMInternalLinkage);
    memory.set_initializer(ty.undef());
    memory.set_align(8);
    memory
}
