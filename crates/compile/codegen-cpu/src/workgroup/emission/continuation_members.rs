//! Operations of some work-items of a sub-group in [continuations](crate::workgroup::plan::continuations).
//!
//! The members of a set continue as soon as all of them that have not returned wait at the same point, wherever the
//! other work-items are. Sub-group-wide operations execute only when no set is complete, because members may still be
//! on their way to the same point.

use tandem_codegen::sync::{BuildCombine, Combine, GroupOp};
use tandem_ir::{Block, Builder, Inst, IntPredicate, Value};

use super::continuation_builder::ContinuationBuilder;
use super::frames::ItemRange;
use crate::workgroup::plan::continuations::RETURNED;

/// A point with its number.
type Point<'m> = (usize, Inst<'m>);

impl<'m> ContinuationBuilder<'_, 'm> {
    /// Emits an operation of the work-items that wait at a point, each with its members: only for complete sets if
    /// `of_complete`, otherwise with those members that are there.
    pub fn operate_members(
        &mut self,
        at: Block<'m>,
        point: Point<'m>,
        op: GroupOp,
        items: ItemRange<'m>,
        of_complete: bool,
    ) -> Block<'m> {
        self.for_each_with_members(at, point, items, of_complete, |part, block, item| match op {
            GroupOp::Shuffle => {
                let builder = Builder::at_end(self.module, block);
                let from = part.load(&builder, point.1.args()[1], item);
                let from = builder.zext(from, part.module.int(64));
                part.take(&builder, point, items, item, from);
                block
            }
            GroupOp::Reduce(combine) => part.combine_members(block, point, combine, items, item, None),
            GroupOp::InclusiveScan(combine) => {
                part.combine_members(block, point, combine, items, item, Some(IntPredicate::LLVMIntULE))
            }
            GroupOp::ExclusiveScan(combine) => {
                part.combine_members(block, point, combine, items, item, Some(IntPredicate::LLVMIntULT))
            }
            GroupOp::Broadcast | GroupOp::Move(_) => unreachable!("members shuffle"),
        })
    }

    /// Releases the members of sets that are complete at a point, and sets `released` if there are any.
    pub fn release_members(
        &mut self,
        at: Block<'m>,
        point: Point<'m>,
        items: ItemRange<'m>,
        released: Value<'m>,
    ) -> Block<'m> {
        let ready = self.frames.state(self.continuations.ready(point.0));
        self.for_each_with_members(at, point, items, true, |part, block, item| {
            let builder = Builder::at_end(self.module, block);
            part.store_state(&builder, item, ready);
            builder.store(part.module.int(1).int(1, false), released);
            block
        })
    }

    /// Loops over the work-items that wait at a point, limited to complete sets on request. `body` receives the block
    /// of an iteration and returns the block after its code.
    fn for_each_with_members(
        &mut self,
        at: Block<'m>,
        point: Point<'m>,
        items: ItemRange<'m>,
        of_complete: bool,
        body: impl FnOnce(&mut Self, Block<'m>, Value<'m>) -> Block<'m>,
    ) -> Block<'m> {
        self.for_each(at, items, |part, block, item, latch| {
            let builder = Builder::at_end(self.module, block);
            let here = part.append("waiting");
            builder.cond_br(part.is_waiting(&builder, point.0, item), here, latch);
            let here = if of_complete {
                let (at, is_complete) = part.is_complete(here, point, items, item);
                let complete = part.append("complete");
                Builder::at_end(self.module, at).cond_br(is_complete, complete, latch);
                complete
            } else {
                here
            };
            let done = body(part, here, item);
            Builder::at_end(self.module, done).br(latch);
        })
    }

    /// Whether all members of a work-item's set are at its point or have returned, and the block after `at` where that
    /// is known.
    fn is_complete(
        &mut self,
        at: Block<'m>,
        (number, point): Point<'m>,
        items: ItemRange<'m>,
        item: Value<'m>,
    ) -> (Block<'m>, Value<'m>) {
        let long = self.module.int(64);
        let missing = self.slot(long, "missing");
        let builder = Builder::at_end(self.module, at);
        let members = self.load(&builder, members(point), item);
        builder.store(members, missing);
        let at = self.for_each(at, items, |part, block, other, latch| {
            let builder = Builder::at_end(self.module, block);
            let returned = part.frames.state(RETURNED);
            let has_returned = builder.icmp(IntPredicate::LLVMIntEQ, part.load_state(&builder, other), returned);
            let is_here = builder.or(part.is_at(&builder, number, other), has_returned);
            let bit = builder.select(is_here, bit_of(&builder, items, other), long.zero());
            let known = builder.load(long, missing).value();
            builder.store(builder.and(known, builder.not(bit)), missing);
            builder.br(latch);
        });
        let builder = Builder::at_end(self.module, at);
        let left = builder.load(long, missing).value();
        (at, builder.icmp(IntPredicate::LLVMIntEQ, left, long.zero()))
    }

    /// Gives a work-item the combination of the values of its members that are at the point; of all, or of those whose
    /// number compares so with its own.
    fn combine_members(
        &mut self,
        at: Block<'m>,
        (number, point): Point<'m>,
        combine: Combine,
        items: ItemRange<'m>,
        item: Value<'m>,
        counted: Option<IntPredicate>,
    ) -> Block<'m> {
        let (module, ty) = (self.module, point.ty());
        let total = self.slot(ty, "total");
        let builder = Builder::at_end(module, at);
        builder.store(combine.identity(ty), total);
        let members = self.load(&builder, members(point), item);
        let done = self.for_each(at, items, |part, block, other, latch| {
            let builder = Builder::at_end(module, block);
            let bit = builder.and(members, bit_of(&builder, items, other));
            let is_member = builder.icmp(IntPredicate::LLVMIntNE, bit, bit.ty().zero());
            let is_there = builder.and(is_member, part.is_at(&builder, number, other));
            let counts = match counted {
                Some(predicate) => builder.and(is_there, builder.icmp(predicate, other, item)),
                None => is_there,
            };
            let value = part.load(&builder, point.args()[0], other);
            let value = builder.select(counts, value, combine.identity(ty));
            let before = builder.load(ty, total).value();
            builder.store(combine.build(&builder, before, value), total);
            builder.br(latch);
        });
        let builder = Builder::at_end(module, done);
        let all = builder.load(ty, total).value();
        self.store(&builder, point.value(), item, all);
        done
    }

    /// Whether a work-item waits at the point of a number, or was released there.
    fn is_at(&mut self, builder: &Builder<'m>, number: usize, item: Value<'m>) -> Value<'m> {
        let state = self.load_state(builder, item);
        let ready = self.frames.state(self.continuations.ready(number));
        let is_released = builder.icmp(IntPredicate::LLVMIntEQ, state, ready);
        builder.or(self.is_waiting(builder, number, item), is_released)
    }
}

/// The members that an operation has as its last operand.
fn members(point: Inst<'_>) -> Value<'_> {
    *point.args().last().expect("the members are the last operand")
}

/// A work-item's bit in a set.
fn bit_of<'m>(builder: &Builder<'m>, items: ItemRange<'m>, item: Value<'m>) -> Value<'m> {
    let number = builder.sub(item, items.first);
    builder.shl(number.ty().int(1, false), number)
}
