//! A function that runs [continuations](crate::workgroup::plan::continuations), under construction: frames of
//! work-items, and loops over these.

use tandem_ir::{Block, Builder, EditableModule, IntPredicate, Type, Value};

use super::frames::{Frames, ItemRange, build_loop};
use super::group_builder::GroupBuilder;
use crate::loop_marks::{unroll_disable, vectorize_disable};
use crate::workgroup::plan::Plan;
use crate::workgroup::plan::continuations::Continuations;

/// The function under construction.
pub struct ContinuationBuilder<'a, 'm> {
    pub module: &'m EditableModule,
    pub plan: &'a Plan<'m>,
    pub continuations: &'a Continuations<'m>,
    pub frames: Frames<'a, 'm>,
    /// The builder of hoisted values and addresses of private memory.
    pub group: GroupBuilder<'a, 'm>,
    /// Work-items of a full sub-group.
    pub sub_group_size: u32,
    /// Where the function returns.
    pub exit: Block<'m>,
}

impl<'m> ContinuationBuilder<'_, 'm> {
    /// Whether a work-item waits at the point of a number.
    pub fn is_waiting(&mut self, builder: &Builder<'m>, number: usize, item: Value<'m>) -> Value<'m> {
        let state = self.load_state(builder, item);
        builder.icmp(IntPredicate::LLVMIntEQ, state, self.frames.state(self.continuations.waiting(number)))
    }

    /// Loops over the work-items that wait at the point of a number.
    pub fn for_each_waiting(
        &mut self,
        at: Block<'m>,
        number: usize,
        items: ItemRange<'m>,
        body: impl FnOnce(&mut Self, &Builder<'m>, Value<'m>),
    ) -> Block<'m> {
        self.for_each(at, items, |part, block, item, latch| {
            let builder = Builder::at_end(self.module, block);
            let waits = part.is_waiting(&builder, number, item);
            let here = part.append("waiting");
            builder.cond_br(waits, here, latch);
            let builder = Builder::at_end(self.module, here);
            body(part, &builder, item);
            builder.br(latch);
        })
    }

    /// Loops over work-items. `body` gets the block of an iteration, the work-item's number in the group, and the
    /// block that ends the iteration.
    pub fn for_each(
        &mut self,
        at: Block<'m>,
        items: ItemRange<'m>,
        body: impl FnOnce(&mut Self, Block<'m>, Value<'m>, Block<'m>),
    ) -> Block<'m> {
        let (module, function) = (self.module, self.group.prologue.function);
        let properties = [unroll_disable(module), vectorize_disable(module)];
        build_loop(module, function, at, items.count, &properties, |block, index, latch| {
            let item = Builder::at_end(module, block).add(items.first, index);
            body(self, block, item, latch);
        })
    }

    /// A new block.
    pub fn append(&self, name: &str) -> Block<'m> {
        self.group.prologue.function.append_block(self.module, name)
    }

    /// Stack memory for a number.
    pub fn slot(&self, ty: Type<'m>, name: &str) -> Value<'m> {
        self.group.prologue.builder.alloca(ty, name).value()
    }

    /// The value of a work-item: from its frame, unless all work-items have the same one.
    pub fn load(&mut self, builder: &Builder<'m>, value: Value<'m>, item: Value<'m>) -> Value<'m> {
        if let Some(known) = self.group.global_value(value) {
            return known;
        }
        self.frames.load(&mut self.group.prologue, builder, value, item)
    }

    pub fn store(&mut self, builder: &Builder<'m>, value: Value<'m>, item: Value<'m>, new: Value<'m>) {
        self.frames.store(&mut self.group.prologue, builder, value, item, new);
    }

    pub fn load_state(&mut self, builder: &Builder<'m>, item: Value<'m>) -> Value<'m> {
        self.frames.load_state(&mut self.group.prologue, builder, item)
    }

    pub fn store_state(&mut self, builder: &Builder<'m>, item: Value<'m>, state: Value<'m>) {
        self.frames.store_state(&mut self.group.prologue, builder, item, state);
    }
}
