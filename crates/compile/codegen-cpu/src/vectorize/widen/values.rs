//! The values of the body in vector code: scalars, vectors, and their slots.

use tandem_codegen::analysis::cfg::BlockId;
use tandem_codegen::analysis::shapes::Shape;
use tandem_ir::{Block, Builder, Inst, Type, Value, ValueKind};

use super::{Slot, Widener};
use crate::vectorize::body::LoopId;

impl<'m> Widener<'_, 'm> {
    /// A constant vector of a number for each lane.
    pub(super) fn numbers(&self, ty: Type<'m>, number: impl Fn(u32) -> i64) -> Value<'m> {
        let numbers: Vec<_> = (0..self.lanes()).map(|lane| ty.int(number(lane) as u64, true)).collect();
        Builder::const_vector(&numbers)
    }

    /// Whether the body computes a value.
    pub(super) fn is_own(&self, value: Value<'m>) -> Option<BlockId> {
        if value.kind() != ValueKind::Inst {
            return None;
        }
        value.as_inst().and_then(Inst::block).and_then(|block| self.plan.body.cfg.id(block))
    }

    /// The scalar of a value: for all lanes, or for the first one if it is affine.
    pub(super) fn scalar(&mut self, value: Value<'m>) -> Value<'m> {
        if let Some(memory) = self.private.get(&value) {
            return *memory;
        }
        if value == self.plan.item_loop.index.value() {
            return self.chunk.first;
        }
        if self.is_own(value).is_none() {
            return value;
        }
        if let Some(known) = self.scalars.get(&value) {
            return *known;
        }
        let loaded = self.load(Slot::Scalar(value));
        self.scalars.insert(value, loaded);
        loaded
    }

    /// The vector of a value.
    pub(super) fn vector(&mut self, value: Value<'m>) -> Value<'m> {
        if let Some(known) = self.vectors.get(&value) {
            return *known;
        }
        let vector = match self.plan.shapes.of(value) {
            Shape::Varying => self.load(Slot::Vector(value)),
            Shape::Affine { stride: 0, .. } => {
                let scalar = self.scalar(value);
                self.splat(scalar)
            }
            Shape::Affine { stride, .. } => {
                let scalar = self.scalar(value);
                self.progression(scalar, stride)
            }
        };
        self.vectors.insert(value, vector);
        vector
    }

    /// The vector that grows by `stride` from one lane to the next.
    fn progression(&self, first: Value<'m>, stride: i64) -> Value<'m> {
        let splat = self.splat(first);
        if first.ty().is_pointer() {
            let steps = self.numbers(self.module.int(64), |lane| stride * i64::from(lane));
            return self.builder.gep(self.module.int(8), splat, &[steps], false);
        }
        let steps = self.numbers(first.ty(), |lane| stride.wrapping_mul(lane.into()));
        self.builder.add(splat, steps)
    }

    pub(super) fn set_scalar(&mut self, value: Value<'m>, scalar: Value<'m>) {
        self.scalars.insert(value, scalar);
        if self.escapes(value) {
            self.store_slot(Slot::Scalar(value), scalar);
        }
    }

    pub(super) fn set_vector(&mut self, value: Value<'m>, vector: Value<'m>) {
        self.vectors.insert(value, vector);
        if self.escapes(value) {
            self.store_slot(Slot::Vector(value), vector);
        }
    }

    /// Whether another block uses a value of the block that is emitted.
    fn escapes(&self, value: Value<'m>) -> bool {
        let own = self.plan.body.cfg.block(self.at);
        let elsewhere = |user: Value<'m>| {
            let inst = user.as_inst()?;
            let block = match inst.opcode() {
                // The operands of phis are used at the end of predecessors.
                tandem_ir::Opcode::LLVMPHI => {
                    return inst
                        .incoming()
                        .into_iter()
                        .find(|(entry, from)| *entry == value && *from != own)
                        .map(|_| ());
                }
                _ => inst.block()?,
            };
            (block != own).then_some(())
        };
        value.users().into_iter().any(|user| elsewhere(user).is_some())
    }

    /// The scalar of the last lane that runs.
    pub(super) fn last_lane(&mut self, value: Value<'m>) -> Value<'m> {
        if self.plan.shapes.is_uniform(value) {
            return self.scalar(value);
        }
        let vector = self.vector(value);
        let int = self.module.int(32);
        let last = match self.chunk.count {
            Some(count) => self.builder.sub(count, int.int(1, false)),
            None => int.int(u64::from(self.lanes() - 1), false),
        };
        self.of_lane(vector, value.ty(), last)
    }

    pub(super) fn load(&mut self, slot: Slot<'m>) -> Value<'m> {
        let memory = self.slot(slot);
        let ty = self.slot_type(slot);
        self.builder.load(ty, memory).value()
    }

    pub(super) fn store_slot(&mut self, slot: Slot<'m>, value: Value<'m>) {
        let memory = self.slot(slot);
        self.builder.store(value, memory);
    }

    fn slot_type(&self, slot: Slot<'m>) -> Type<'m> {
        match slot {
            Slot::Scalar(value) => value.ty(),
            Slot::Vector(value) => self.vector_type(value.ty()),
            Slot::Mask(_) | Slot::Edge(..) => self.vector_type(self.kept_mask_type()),
        }
    }

    /// The memory of a slot.
    fn slot(&mut self, slot: Slot<'m>) -> Value<'m> {
        if let Some(known) = self.slots.get(&slot) {
            return *known;
        }
        let memory = self.entry.alloca(self.slot_type(slot), "slot").value();
        self.slots.insert(slot, memory);
        self.slot_order.push(slot);
        memory
    }

    /// The loop in whose iterations a slot starts empty.
    fn scope(&self, slot: Slot<'m>) -> Option<LoopId> {
        let body = &self.plan.body;
        let (id, is_entered) = match slot {
            Slot::Scalar(value) | Slot::Vector(value) => {
                let inst = value.as_inst().expect("a result of the body");
                let id = inst.block().and_then(|block| body.cfg.id(block)).expect("a result of the body");
                (id, inst.opcode() == tandem_ir::Opcode::LLVMPHI)
            }
            Slot::Mask(id) => (id, true),
            Slot::Edge(_, to) => (to, true),
        };
        match body.loop_of_header(id).filter(|_| is_entered) {
            Some(inner) => body.loops[inner].parent,
            None => body.innermost[id],
        }
    }

    /// Slots begin without a value, and masks without a lane.
    pub(super) fn initialize_slots(&self, first: Block<'m>) {
        for slot in self.slot_order.iter().copied() {
            let (memory, scope) = (self.slots[&slot], self.scope(slot));
            let block = scope.map_or(first, |inner| self.blocks[self.plan.body.loops[inner].header]);
            let builder = if scope.is_some() {
                Builder::at_start(self.module, block)
            } else {
                Builder::at_end(self.module, block)
            };
            let ty = self.slot_type(slot);
            let initial = if matches!(slot, Slot::Mask(_) | Slot::Edge(..)) { ty.zero() } else { ty.poison() };
            builder.store(initial, memory);
        }
    }
}
