//! Synchronization points: barriers, and operations of sub-groups and work-groups.
//!
//! Sub-groups are [warps](crate::warp). The sub-groups of a work-group exchange
//! values through shared memory: one slot for each. Conditions are combined by a barrier.
//!
//! Work-items that have returned do not participate. At points that some work-items may not reach, lanes query which
//! others are present, and sub-groups record their presence: each sets its bit of a word before the exchange, and
//! clears it afterwards. The kernel begins with no bit set.

use tandem_codegen::analysis::cfg::Cfg;
use tandem_codegen::analysis::uniformity::Uniformity;
use tandem_codegen::call_graph;
use tandem_codegen::internal::Internal;
use tandem_codegen::query::Query;
use tandem_codegen::sync::{self, BuildCombine, Combine, GroupOp, Scope, Sync};
use tandem_device_ir::{self as device_ir, AddressSpace, Metadata};
use tandem_ir::{
    Block, Builder, EditableModule, Function, Global, Inst, IntPredicate, Intrinsic, Linkage, Ordering, RmwOp,
    SPIR_KERNEL, Type, TypeKind, Value,
};

use crate::atomics;
use crate::options::Processor;
use crate::reach;
use crate::warp::{WARP_SIZE, Warp};

/// Work-items of the largest work-group.
const MAX_WORK_ITEMS: u32 = 1024;

/// Replaces the synchronization points of a function.
pub fn lower<'m>(module: &'m EditableModule, function: Function<'m>, processor: Processor) {
    let insts = function.insts();
    let returned = after_returns(function, &insts);
    for operand in insts.iter().filter(|inst| sync::is_group_operand(**inst)) {
        operand.value().replace_all_uses_with(module, operand.args()[0]);
    }
    for inst in insts.into_iter() {
        if sync::is_group_operand(inst) {
            inst.erase(module);
        } else if let Some(sync) = Sync::of(inst) {
            let some_returned = returned.contains(&inst);
            if let Some(result) = (Point { module, inst, processor, some_returned }).lower(sync) {
                inst.value().replace_all_uses_with(module, result);
            }
            inst.erase(module);
        }
    }
}

/// Clears the presence bits at the start of kernels that reach exchanges from which sub-groups may be missing.
pub fn begin_kernels(module: &EditableModule) {
    let Some(present) = module.global(&Internal::Present.name()) else { return };
    for kernel in call_graph::kernels(module) {
        let reached = reach::reached(kernel);
        if reached.contains(&present.value()) || reach::calls_any(&reached) {
            let builder = Builder::at_start(module, kernel.entry().expect("kernels have bodies"));
            builder.store(module.int(32).zero(), present.value());
            builder.intrinsic(Intrinsic::NvvmBarrier, &[], &[]);
        }
    }
}

/// The operations of a function before which work-items may have returned.
fn after_returns<'m>(function: Function<'m>, insts: &[Inst<'m>]) -> Vec<Inst<'m>> {
    let points = insts.iter().filter_map(|inst| match Sync::of(*inst)? {
        Sync::Group(scope, _) => Some((*inst, scope)),
        // The members are an operand.
        Sync::Members(_) | Sync::Barrier { .. } | Sync::ImplicitBarrier => None,
    });
    let points: Vec<_> = points.collect();
    if function.call_conv() != SPIR_KERNEL {
        // Its callers may have work-items that returned.
        return points.into_iter().map(|(inst, _)| inst).collect();
    }
    let cfg = Cfg::new(function);
    let returned = [Scope::Group, Scope::SubGroup].map(|scope| {
        let mut points = points.iter().filter(|(_, own)| *own == scope).peekable();
        points.peek()?;
        let uniformity = Uniformity::new(&cfg, scope);
        let diverges = |inst: Inst<'m>| {
            inst.block().and_then(|block| cfg.id(block)).is_some_and(|id| !uniformity.is_convergent(id))
        };
        Some(points.map(|(inst, _)| *inst).filter(|inst| diverges(*inst)).collect::<Vec<_>>())
    });
    returned.into_iter().flatten().flatten().collect()
}

/// A synchronization point that is lowered.
#[derive(Clone, Copy)]
struct Point<'m> {
    module: &'m EditableModule,
    inst: Inst<'m>,
    processor: Processor,
    /// Whether work-items may have returned before.
    some_returned: bool,
}

impl<'m> Point<'m> {
    fn lower(self, sync: Sync) -> Option<Value<'m>> {
        let args = self.inst.args();
        let builder = Builder::before(self.module, self.inst);
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
            Sync::Group(Scope::SubGroup, op) => Some(sub_group_op(self.present(warp, op, args[0].ty()), op, &args)),
            Sync::Group(Scope::Group, op) => Some(self.group_op(op, &args)),
            Sync::Members(op) => {
                let (members, operands) = args.split_last().expect("the members are the last operand");
                let members = builder.trunc(*members, self.module.int(32));
                Some(sub_group_op(Warp { members: Some(members), ..warp }, op, operands))
            }
        }
    }

    fn warp<'a>(self, builder: &'a Builder<'m>) -> Warp<'a, 'm> {
        Warp { module: self.module, builder, processor: self.processor, members: None }
    }

    /// The lanes of a warp that are present for an operation on values of a type.
    fn present<'a>(self, warp: Warp<'a, 'm>, op: GroupOp, ty: Type<'m>) -> Warp<'a, 'm> {
        let depends = match op {
            GroupOp::Reduce(combine) => !warp.reduces_at_once(combine, ty),
            GroupOp::InclusiveScan(_) | GroupOp::ExclusiveScan(_) => true,
            GroupOp::Broadcast | GroupOp::Shuffle | GroupOp::Move(_) => false,
        };
        if self.some_returned && depends { warp.without_returned() } else { warp }
    }

    /// `args` are the value and, for a broadcast, the number of a work-item.
    fn group_op(self, op: GroupOp, args: &[Value<'m>]) -> Value<'m> {
        let builder = Builder::before(self.module, self.inst);
        let warp = self.present(self.warp(&builder), op, args[0].ty());
        match op {
            GroupOp::Broadcast => self.broadcast(args[0], args[1]),
            GroupOp::Reduce(combine) => {
                if let Some(vote) = self.vote_of(combine, args[0].ty()) {
                    let word = builder.zext(args[0], self.module.int(32));
                    let all = builder.intrinsic(vote, &[], &[word]).value();
                    return builder.icmp(IntPredicate::LLVMIntNE, all, self.module.int(32).zero());
                }
                let own = warp.reduce(combine, args[0]);
                self.combine_sub_groups(combine, own, own, Query::NumSubGroups).0
            }
            GroupOp::InclusiveScan(combine) => {
                let own = warp.inclusive_scan(combine, args[0]);
                let (before, builder) = self.combine_sub_groups(combine, own, warp.last(own), Query::SubGroupId);
                combine.build(&builder, before, own)
            }
            GroupOp::ExclusiveScan(combine) => {
                let inclusive = warp.inclusive_scan(combine, args[0]);
                let own = warp.exclusive_scan(combine, inclusive);
                let (before, builder) = self.combine_sub_groups(combine, own, warp.last(inclusive), Query::SubGroupId);
                combine.build(&builder, before, own)
            }
            GroupOp::Shuffle | GroupOp::Move(_) => unreachable!("only sub-groups have these"),
        }
    }

    /// The barrier that combines conditions of all work-items, if the hardware has one.
    fn vote_of(self, combine: Combine, ty: Type<'m>) -> Option<Intrinsic> {
        match combine {
            _ if self.some_returned || ty.kind() != TypeKind::Int(1) => None,
            Combine::And => Some(Intrinsic::NvvmBarrierAnd),
            Combine::Or => Some(Intrinsic::NvvmBarrierOr),
            _ => None,
        }
    }

    /// The combination of the first `count` sub-groups' values, and a builder for the code after it. `value` has the
    /// type.
    fn combine_sub_groups(
        self,
        combine: Combine,
        value: Value<'m>,
        sub_group: Value<'m>,
        count: Query,
    ) -> (Value<'m>, Builder<'m>) {
        let builder = Builder::before(self.module, self.inst);
        // All work-items of a sub-group store the same value.
        let own = Query::SubGroupId.build(&builder);
        builder.store(sub_group, self.slot(&builder, own));
        let word = self.module.int(32);
        let bit = builder.shl(word.int(1, false), builder.trunc(own, word));
        self.change_presence(&builder, RmwOp::LLVMAtomicRMWBinOpOr, bit);
        self.barrier(&builder);
        let count = count.build(&builder);
        let present = self.some_returned.then(|| builder.load(word, presence(self.module).value()).value());
        let identity = combine.identity(value.ty());
        let sum = self.fold(count, identity, |builder, index, sum| {
            let next = builder.load(value.ty(), self.slot(builder, index)).value();
            let next = match present {
                Some(present) => {
                    let is_there = builder.trunc(builder.lshr(present, builder.trunc(index, word)), self.module.int(1));
                    builder.select(is_there, next, identity)
                }
                None => next,
            };
            combine.build(builder, sum, next)
        });
        let builder = Builder::before(self.module, self.inst);
        // The slots are free again.
        self.barrier(&builder);
        self.change_presence(&builder, RmwOp::LLVMAtomicRMWBinOpAnd, builder.not(bit));
        (sum, builder)
    }

    /// Sets or clears the sub-group's bit, where sub-groups may be missing.
    fn change_presence(self, builder: &Builder<'m>, op: RmwOp, bits: Value<'m>) {
        if self.some_returned {
            let present = presence(self.module).value();
            let change = builder.atomic_rmw(op, present, bits, Ordering::LLVMAtomicOrderingMonotonic);
            change.set_int_metadata(self.module, Metadata::Scope.name(), &[device_ir::Scope::Workgroup.number()]);
        }
    }

    /// The value of the work-item with a number.
    fn broadcast(self, value: Value<'m>, number: Value<'m>) -> Value<'m> {
        let builder = Builder::before(self.module, self.inst);
        let [x, y, z] = [0, 1, 2].map(|dim| Query::LocalId(dim).build(&builder));
        let [width, height] = [0, 1].map(|dim| Query::Extent(dim).build(&builder));
        let row = builder.add(builder.mul(z, height), y);
        let own = builder.add(builder.mul(row, width), x);
        let first = self.module.int(64).zero();
        self.only_if(builder.icmp(IntPredicate::LLVMIntEQ, own, number), |builder| {
            builder.store(value, self.slot(builder, first));
        });
        let builder = Builder::before(self.module, self.inst);
        self.barrier(&builder);
        let all = builder.load(value.ty(), self.slot(&builder, first)).value();
        self.barrier(&builder);
        all
    }

    fn barrier(self, builder: &Builder<'m>) {
        builder.intrinsic(Intrinsic::NvvmBarrier, &[], &[]);
    }

    fn slot(self, builder: &Builder<'m>, index: Value<'m>) -> Value<'m> {
        builder.gep(self.module.int(64), exchange(self.module).value(), &[index], true)
    }

    /// Builds conditional code before the point.
    fn only_if(self, condition: Value<'m>, build: impl FnOnce(&Builder<'m>)) {
        let (before, after) = self.split();
        let then = after.insert_before(self.module, "then");
        let builder = Builder::at_end(self.module, then);
        build(&builder);
        builder.br(after);
        Builder::at_end(self.module, before).cond_br(condition, then, after);
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
        let (header, body) = (after.insert_before(self.module, "fold"), after.insert_before(self.module, "step"));
        Builder::at_end(self.module, before).br(header);
        let builder = Builder::at_end(self.module, header);
        let (index, sum) = (builder.phi(long, "index"), builder.phi(first.ty(), "sum"));
        builder.cond_br(builder.icmp(IntPredicate::LLVMIntULT, index.value(), count), body, after);
        let builder = Builder::at_end(self.module, body);
        let next = step(&builder, index.value(), sum.value());
        let next_index = builder.add(index.value(), long.int(1, false));
        builder.br(header);
        index.add_incoming(self.module, &[(long.zero(), before), (next_index, body)]);
        sum.add_incoming(self.module, &[(first, before), (next, body)]);
        sum.value()
    }

    /// (block before the point, without a terminator; block that begins with it).
    fn split(self) -> (Block<'m>, Block<'m>) {
        let after = self.inst.block().expect("an instruction of a function");
        let before = after.split_before(self.module, self.inst, "point");
        before.terminator().expect("split blocks branch").erase(self.module);
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
fn exchange(module: &EditableModule) -> Global<'_> {
    shared_memory(module, Internal::Exchange, module.int(64).array((MAX_WORK_ITEMS / WARP_SIZE).into()))
}

/// Shared memory with a bit for each sub-group that is present.
fn presence(module: &EditableModule) -> Global<'_> {
    shared_memory(module, Internal::Present, module.int(32))
}

fn shared_memory<'m>(module: &'m EditableModule, what: Internal, ty: Type<'m>) -> Global<'m> {
    module.global(&what.name()).unwrap_or_else(|| {
        let memory = module.add_global(&what.name(), ty, AddressSpace::Local.number());
        memory.set_linkage(module, Linkage::LLVMInternalLinkage);
        memory.set_initializer(module, ty.undef());
        memory.set_align(module, 8);
        memory
    })
}
