//! Emits a body for a group of neighbouring work-items at once.
//!
//! Each block of the body has a copy, and control moves between the copies according to the [linear
//! form](super::linear). In a copy, a uniform value stays one scalar, an affine value is the scalar of the first lane,
//! and a varying value is a vector of one element for each lane. Masks, and values that other blocks use, are stored in
//! slots on the stack, which LLVM turns into registers: it creates the phis for paths that no single work-item takes.

mod access;
mod arithmetic;
mod atomics;
mod calls;
mod comparisons;
mod division;
mod each_lane;
mod edges;
mod groups;
mod interleave;
mod lane_memory;
mod masks;
mod structures;
mod values;

use rustc_hash::FxHashMap;
use tandem_codegen::analysis::accesses::is_plain;
use tandem_codegen::analysis::cfg::BlockId;
use tandem_codegen::analysis::shapes::Shape;
use tandem_ir::{Block, Builder, EditableModule, Inst, Opcode, TypeKind, Value, ValueKind};

use super::instructions::is_hint;
use super::plan::LoopPlan;
pub use masks::MaskForm;

/// The properties that are the same for all loops.
#[derive(Clone, Copy)]
pub struct VectorTarget {
    /// How masks are kept between blocks.
    pub masks: MaskForm,
    /// The widest registers, in bits.
    pub vector_bits: u32,
}

/// The work-items of a group that are emitted at once.
#[derive(Clone, Copy)]
pub struct Chunk<'m> {
    /// The number of the first one.
    pub first: Value<'m>,
    /// How many run, as `i32`, if not all.
    pub count: Option<Value<'m>>,
}

/// The content of a stack slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Slot<'m> {
    /// The scalar of a value.
    Scalar(Value<'m>),
    /// The vector of a value.
    Vector(Value<'m>),
    /// The lanes that run a block.
    Mask(BlockId),
    /// The lanes that take an edge.
    Edge(BlockId, BlockId),
}

/// The emission of one body.
pub struct Widener<'a, 'm> {
    module: &'m EditableModule,
    plan: &'a LoopPlan<'m>,
    target: VectorTarget,
    chunk: Chunk<'m>,
    /// The mask of the chunk; none for all lanes.
    chunk_mask: Option<Value<'m>>,
    /// The blocks' copies.
    blocks: Vec<Block<'m>>,
    /// Memory of the work-items' own, by the variable.
    private: FxHashMap<Value<'m>, Value<'m>>,
    slots: FxHashMap<Slot<'m>, Value<'m>>,
    /// The slots in the order in which they were made.
    slot_order: Vec<Slot<'m>>,
    /// Where slots are made.
    entry: Builder<'m>,
    /// The place of the next instruction.
    builder: Builder<'m>,
    /// The block whose copy is emitted.
    at: BlockId,
    /// The scalars of values in that copy.
    scalars: FxHashMap<Value<'m>, Value<'m>>,
    vectors: FxHashMap<Value<'m>, Value<'m>>,
    /// The mask of that block, once it has been requested.
    mask: Option<Option<Value<'m>>>,
}

/// The entry and the end of a widened body.
pub struct Widened<'m> {
    /// The first block.
    pub entry: Block<'m>,
    /// The last one, without terminator.
    pub end: Block<'m>,
    /// The final value for each value that stays live, from the last work-item.
    pub outs: Vec<Value<'m>>,
}

/// Emits the body of a plan for a chunk.
pub fn emit<'m>(
    module: &'m EditableModule,
    plan: &LoopPlan<'m>,
    target: VectorTarget,
    chunk: Chunk<'m>,
) -> Widened<'m> {
    let function = plan.item_loop.header.function();
    let first = function.append_block(module, "chunk");
    let builder = Builder::at_end(module, first);
    let entry = function.entry().and_then(Block::first).expect("functions begin with something");
    let blocks =
        (0..plan.body.cfg.len()).map(|id| function.append_block(module, &plan.body.cfg.block(id).name())).collect();
    let mut widener = Widener {
        module,
        plan,
        target,
        chunk,
        chunk_mask: None,
        blocks,
        private: FxHashMap::default(),
        slots: FxHashMap::default(),
        slot_order: Vec::new(),
        entry: Builder::before(module, entry),
        builder,
        at: 0,
        scalars: FxHashMap::default(),
        vectors: FxHashMap::default(),
        mask: None,
    };
    widener.open();
    let order = plan.body.order.clone();
    let mut end = None;
    for id in order {
        end = widener.block(id).or(end);
    }
    let (end, outs) = end.expect("an iteration ends");
    widener.initialize_slots(first);
    Builder::at_end(module, first).br(widener.blocks[0]);
    Widened { entry: first, end, outs }
}

impl<'m> Widener<'_, 'm> {
    fn lanes(&self) -> u32 {
        self.plan.lanes
    }

    /// Emits values that hold for the whole chunk: its mask, and private memory of the work-items.
    fn open(&mut self) {
        if let Some(count) = self.chunk.count {
            self.chunk_mask = Some(self.lanes_below(count));
        }
        for variable in &self.plan.private.variables {
            let (alloca, bytes) = (variable.alloca, u64::from(self.lanes()) * variable.bytes);
            let memory = self.entry.alloca(self.module.int(8).array(bytes), "private");
            memory.set_align(self.module, alloca.align().unwrap_or(1).max(64));
            let (memory, space) = (memory.value(), alloca.ty());
            let memory = if memory.ty() == space { memory } else { self.entry.address_space_cast(memory, space) };
            self.private.insert(alloca.value(), memory);
        }
    }

    /// Emits a block's copy. Returns its end and the values that stay live, if the iteration ends there.
    fn block(&mut self, id: BlockId) -> Option<(Block<'m>, Vec<Value<'m>>)> {
        self.at = id;
        self.builder = Builder::at_end(self.module, self.blocks[id]);
        self.scalars.clear();
        self.vectors.clear();
        self.mask = None;
        self.begin_mask();
        let is_end = self.plan.linear.leaves[id] == super::linear::Leave::End;
        for inst in self.plan.body.cfg.block(id).insts() {
            self.builder.set_debug_loc(inst.debug_loc());
            if inst.is_terminator() || is_end && self.plan.item_loop.counts(inst) {
                continue;
            }
            self.inst(inst);
        }
        if !is_end {
            self.leave();
            return None;
        }
        let outs = self.plan.outs.iter().map(|value| self.last_lane(*value)).collect();
        Some((self.builder.block(), outs))
    }

    fn inst(&mut self, inst: Inst<'m>) {
        let value = inst.value();
        if inst.opcode() == Opcode::LLVMPHI || is_hint(inst) {
            return;
        }
        if inst == self.plan.item_loop.index {
            return;
        }
        if inst.ty().kind() == TypeKind::Void {
            self.effect(inst);
            return;
        }
        if self.plan.shapes.of(value) == Shape::Varying {
            let vector = self.varying(inst);
            self.set_vector(value, vector);
        } else {
            let scalar = self.scalar_copy(inst);
            self.set_scalar(value, scalar);
        }
    }

    /// Emits an instruction without a result.
    fn effect(&mut self, inst: Inst<'m>) {
        match inst.opcode() {
            Opcode::LLVMStore if is_plain(inst) => self.store(inst),
            Opcode::LLVMFence => {
                self.scalar_copy(inst);
            }
            _ => {
                self.each_lane(inst);
            }
        }
    }

    /// The instruction on scalars: those of all lanes, or of the first one.
    fn scalar_copy(&mut self, inst: Inst<'m>) -> Value<'m> {
        if !self.plan.shapes.is_uniform(inst.value())
            && matches!(inst.opcode(), Opcode::LLVMSExt | Opcode::LLVMZExt | Opcode::LLVMTrunc)
        {
            return self.extended_affine(inst);
        }
        if inst.opcode() == Opcode::LLVMGetElementPtr && self.plan.private.is_scaled(inst.operand(0)) {
            return self.scaled_address(inst);
        }
        if !self.plan.shapes.is_uniform(inst.value()) && inst.opcode() == Opcode::LLVMOr {
            // The sum holds only if the first lane is active.
            let (left, right) = (self.scalar(inst.operand(0)), self.scalar(inst.operand(1)));
            return self.builder.add(left, right);
        }
        let copy = inst.duplicate();
        for (index, operand) in inst.operands().into_iter().enumerate() {
            if operand.kind() != ValueKind::Block {
                let scalar = self.scalar(operand);
                copy.value().set_operand(self.module, index as u32, scalar);
            }
        }
        self.builder.insert(copy);
        if !self.plan.shapes.is_uniform(inst.value()) {
            // The first lane need not run, and its value may wrap around.
            copy.drop_poison_flags(self.module);
        }
        copy.value()
    }
}
