//! The frames of [continuations](crate::workgroup::plan::continuations): addresses, loads and stores in one function.

use rustc_hash::FxHashMap;
use tandem_ir::{Block, Builder, EditableModule, Function, IntPredicate, MdNode, Value};

use super::loops::Level;
use crate::abi::Prologue;
use crate::workgroup::plan::continuations::{Continuations, State};
use crate::workgroup::plan::placement::memory_type;

/// The frames of a work-group, as one function addresses them.
pub struct Frames<'a, 'm> {
    module: &'m EditableModule,
    plan: &'a Continuations<'m>,
    /// First bytes of arrays, by their offsets.
    bases: FxHashMap<u64, Value<'m>>,
}

/// Work-items with neighbouring numbers in their group.
#[derive(Clone, Copy)]
pub struct ItemRange<'m> {
    /// The number of the first one.
    pub first: Value<'m>,
    /// How many, at least one.
    pub count: Value<'m>,
}

impl<'a, 'm> Frames<'a, 'm> {
    /// The frames, in a function that has not addressed any.
    pub fn new(module: &'m EditableModule, plan: &'a Continuations<'m>) -> Self {
        Self { module, plan, bases: FxHashMap::default() }
    }

    /// Loads a value from the frame of a work-item.
    pub fn load(
        &mut self,
        prologue: &mut Prologue<'m>,
        builder: &Builder<'m>,
        value: Value<'m>,
        item: Value<'m>,
    ) -> Value<'m> {
        let ty = memory_type(value.ty(), self.module.int(8));
        let address = self.element(prologue, builder, value, item);
        let loaded = builder.load(ty, address).value();
        if ty == value.ty() { loaded } else { builder.trunc(loaded, value.ty()) }
    }

    /// Stores `new` as `value` in the frame of a work-item.
    pub fn store(
        &mut self,
        prologue: &mut Prologue<'m>,
        builder: &Builder<'m>,
        value: Value<'m>,
        item: Value<'m>,
        new: Value<'m>,
    ) {
        let ty = memory_type(value.ty(), self.module.int(8));
        let address = self.element(prologue, builder, value, item);
        let stored = if ty == value.ty() { new } else { builder.zext(new, ty) };
        builder.store(stored, address);
    }

    /// Address of a value in the frame of a work-item.
    fn element(
        &mut self,
        prologue: &mut Prologue<'m>,
        builder: &Builder<'m>,
        value: Value<'m>,
        item: Value<'m>,
    ) -> Value<'m> {
        let array = self.plan.arrays().array(value).expect("what lives at points is in frames");
        let base = self.base(prologue, array.offset);
        builder.gep(array.element, base, &[item], true)
    }

    /// Loads the state of a work-item.
    pub fn load_state(&mut self, prologue: &mut Prologue<'m>, builder: &Builder<'m>, item: Value<'m>) -> Value<'m> {
        let address = self.state_address(prologue, builder, item);
        builder.load(self.module.int(32), address).value()
    }

    /// Stores the state of a work-item.
    pub fn store_state(
        &mut self,
        prologue: &mut Prologue<'m>,
        builder: &Builder<'m>,
        item: Value<'m>,
        state: Value<'m>,
    ) {
        let address = self.state_address(prologue, builder, item);
        builder.store(state, address);
    }

    fn state_address(&mut self, prologue: &mut Prologue<'m>, builder: &Builder<'m>, item: Value<'m>) -> Value<'m> {
        let base = self.base(prologue, self.plan.states());
        builder.gep(self.module.int(32), base, &[item], true)
    }

    fn base(&mut self, prologue: &mut Prologue<'m>, offset: u64) -> Value<'m> {
        let module = self.module;
        *self.bases.entry(offset).or_insert_with(|| {
            let items = prologue.items();
            let bytes = prologue.builder.mul(items, module.int(64).int(offset, false));
            prologue.scratch(bytes)
        })
    }

    /// A state as a value.
    pub fn state(&self, state: State) -> Value<'m> {
        self.module.int(32).int(state, false)
    }

    /// Whether a state is one of `count` states from `first` on.
    pub fn is_among(&self, builder: &Builder<'m>, state: Value<'m>, (first, count): (State, u64)) -> Value<'m> {
        let number = builder.sub(state, self.state(first));
        builder.icmp(IntPredicate::LLVMIntULT, number, self.state(count))
    }
}

/// Loops over `count` numbers, at least one, after block `before`. `body` receives the block of an iteration, the
/// number and the block that ends the iteration. Returns the block after the loop.
pub fn build_loop<'m>(
    module: &'m EditableModule,
    function: Function<'m>,
    before: Block<'m>,
    count: Value<'m>,
    properties: &[MdNode<'m>],
    body: impl FnOnce(Block<'m>, Value<'m>, Block<'m>),
) -> Block<'m> {
    let level = Level::open(module, function, before, "item", count, 1);
    body(level.header, level.index.value(), level.latch);
    let done = function.append_block(module, "items.done");
    level.close(module, done, properties);
    done
}
