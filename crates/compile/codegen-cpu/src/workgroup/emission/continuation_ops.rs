//! Operations of a work-group or sub-group in [continuations](crate::workgroup::plan::continuations): loops over
//! the work-items that wait at the operation's point.

use tandem_codegen::sync::{BuildCombine, Combine, GroupOp, Move};
use tandem_ir::{Block, Builder, Inst, IntPredicate, Intrinsic, Value};

use super::continuation_builder::ContinuationBuilder;
use super::frames::ItemRange;

impl<'m> ContinuationBuilder<'_, 'm> {
    /// An operation of the work-items that wait at a point.
    pub fn operate(&mut self, at: Block<'m>, point: (usize, Inst<'m>), op: GroupOp, items: ItemRange<'m>) -> Block<'m> {
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
            GroupOp::Move(direction) => self.for_each_waiting(at, point.0, items, |part, builder, item| {
                let distance = operands[1].const_u64().expect("moves have constant distances");
                let distance = part.module.int(64).int(distance, false);
                let own = builder.sub(item, items.first);
                let from = match direction {
                    Move::Xor => builder.xor(own, distance),
                    Move::Down => builder.add(own, distance),
                    Move::Up => builder.sub(own, distance),
                };
                part.take(builder, point, items, item, from);
            }),
        }
    }

    /// Combines the operands of the work-items that wait at a point in their order. `each` receives the combination
    /// without and with each work-item's operand. Returns the address of the combination of all.
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
        Builder::at_end(module, at).store(combine.identity(ty), total);
        let done = self.for_each_waiting(at, number, items, |part, builder, item| {
            let without = builder.load(ty, total).value();
            let own = part.load(builder, point.args()[0], item);
            let with = combine.build(builder, without, own);
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
        let min =
            |builder: &Builder<'m>, left, right| builder.intrinsic(Intrinsic::Umin, &[long], &[left, right]).value();
        Builder::at_end(module, at).store(long.int(u64::MAX, false), first);
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
    pub fn take(
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
}
