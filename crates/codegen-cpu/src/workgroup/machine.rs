//! A machine: the copies of all regions and the control between them, for one
//! [`Shape`] of work-item loops.

use rustc_hash::FxHashMap;
use tandem_ir::{Block, Builder, MdNode, Module, Opcode, Type, Value, ValueKind};

use super::cfg::BlockId;
use super::emit::LANES;
use super::homes::{Home, memory_type};
use super::loops::Shape;
use super::region::RegionCopy;
use super::scratch::Layout;
use super::{Analysis, prepare};
use crate::abi::Prologue;
use crate::work_item::Query;

/// A machine under construction.
pub struct Machine<'a, 'm> {
    pub module: &'m Module,
    pub kernel: &'a Analysis<'m>,
    pub prologue: Prologue<'m>,
    pub shape: Shape<'m>,
    /// Parameters and early values.
    early: FxHashMap<Value<'m>, Value<'m>>,
    /// Stack slots of scalars that live across synchronization points; LLVM
    /// makes registers of them.
    slots: FxHashMap<Value<'m>, Value<'m>>,
    pub scratch: Layout<'m>,
    /// First bytes of the arrays of [`scratch`](Self::scratch).
    bases: FxHashMap<Value<'m>, Value<'m>>,
    /// First block of each region.
    pub entries: Vec<Block<'m>>,
    /// Where control goes that reached a synchronization point with several regions behind it.
    dispatches: FxHashMap<BlockId, Block<'m>>,
    /// The access group of what work-items of a region access independently.
    pub parallel: MdNode<'m>,
    /// Where control goes that leaves the kernel.
    pub exit: Block<'m>,
}

impl<'a, 'm> Machine<'a, 'm> {
    /// An empty machine that computes early values; control leaves it for `exit`.
    pub fn new(
        module: &'m Module,
        kernel: &'a Analysis<'m>,
        prologue: Prologue<'m>,
        params: FxHashMap<Value<'m>, Value<'m>>,
        shape: Shape<'m>,
        exit: Block<'m>,
    ) -> Self {
        let function = prologue.function;
        let mut machine = Self {
            module,
            kernel,
            prologue,
            shape,
            early: params,
            slots: FxHashMap::default(),
            scratch: layout(module, kernel),
            bases: FxHashMap::default(),
            entries: kernel.regions.iter().map(|_| function.append_block("region")).collect(),
            dispatches: FxHashMap::default(),
            parallel: module.md_distinct(),
            exit,
        };
        machine.emit_early();
        machine
    }

    /// Emits all regions.
    pub fn emit(&mut self) {
        let kernel = self.kernel;
        for (id, region) in kernel.regions.iter().enumerate() {
            let entry = self.entries[id];
            RegionCopy::emit(self, region, entry);
        }
    }

    /// Computes early values, once for the group.
    fn emit_early(&mut self) {
        for inst in self.kernel.homes.prologue() {
            let value = if let Some(query) = Query::of(*inst) {
                self.prologue.answer(query)
            } else if let Some(offset) = prepare::local_offset(*inst) {
                self.prologue.local(self.module.int(64).int(offset, false))
            } else {
                let copy = inst.duplicate();
                for (index, operand) in inst.operands().into_iter().enumerate() {
                    let operand = self.early.get(&operand).copied().unwrap_or(operand);
                    copy.value().set_operand(index as u32, operand);
                }
                self.prologue.builder.insert(copy);
                // The prologue is of no source line.
                copy.set_debug_loc(None);
                copy.value()
            };
            self.early.insert(inst.value(), value);
        }
    }

    /// What stands for a value everywhere in the function, if anything does.
    pub fn global_value(&self, value: Value<'m>) -> Option<Value<'m>> {
        match value.kind() {
            ValueKind::Inst | ValueKind::Argument => self.early.get(&value).copied(),
            _ => Some(value),
        }
    }

    /// Loads a scalar that lives across synchronization points.
    pub fn load_scalar(&mut self, builder: &Builder<'m>, value: Value<'m>) -> Value<'m> {
        let slot = self.slot(value);
        builder.load(value.ty(), slot).value()
    }

    /// Stores `new` as the scalar `value`.
    pub fn store_scalar(&mut self, builder: &Builder<'m>, value: Value<'m>, new: Value<'m>) {
        let slot = self.slot(value);
        builder.store(new, slot);
    }

    fn slot(&mut self, value: Value<'m>) -> Value<'m> {
        let builder = &self.prologue.builder;
        *self.slots.entry(value).or_insert_with(|| builder.alloca(value.ty(), "scalar").value())
    }

    /// A fresh stack slot.
    pub fn temporary(&self, value: Value<'m>) -> Value<'m> {
        self.prologue.builder.alloca(value.ty(), "mixed").value()
    }

    /// Loads the array element of `value` for the work-item of number `linear`.
    pub fn load_element(&mut self, builder: &Builder<'m>, value: Value<'m>, linear: Value<'m>) -> Value<'m> {
        let (address, ty) = (self.element(builder, value, linear), self.element_type(value));
        let load = builder.load(ty, address);
        load.set_metadata("llvm.access.group", Some(self.parallel));
        if ty == value.ty() { load.value() } else { builder.trunc(load.value(), value.ty()) }
    }

    /// Stores `new` as the array element of `value` for the work-item of number `linear`.
    pub fn store_element(&mut self, builder: &Builder<'m>, value: Value<'m>, linear: Value<'m>, new: Value<'m>) {
        let (address, ty) = (self.element(builder, value, linear), self.element_type(value));
        let stored = if ty == value.ty() { new } else { builder.zext(new, ty) };
        builder.store(stored, address).set_metadata("llvm.access.group", Some(self.parallel));
    }

    fn element_type(&self, value: Value<'m>) -> Type<'m> {
        memory_type(value.ty(), self.module.int(8))
    }

    /// Address of the array element of `value` for the work-item of number `linear`.
    pub fn element(&mut self, builder: &Builder<'m>, value: Value<'m>, linear: Value<'m>) -> Value<'m> {
        let array = self.scratch.array(value).expect("values that outlive a region have arrays");
        let base = match self.bases.get(&value) {
            Some(base) => *base,
            None => {
                let base = self.base(array.element, array.offset);
                self.bases.insert(value, base);
                base
            }
        };
        builder.gep(array.element, base, &[linear], true)
    }

    /// Work-items that the machine runs.
    pub fn items(&self) -> Value<'m> {
        match self.shape {
            Shape::Group { extents: [x, y, z] } => {
                let builder = &self.prologue.builder;
                builder.mul(builder.mul(x, y), z)
            }
            Shape::Lanes { count, .. } => count,
        }
    }

    /// An array in the scratch block, or on the stack where it is for a chunk only.
    fn base(&self, element: Type<'m>, offset: u64) -> Value<'m> {
        let builder = &self.prologue.builder;
        match self.shape {
            Shape::Group { .. } => {
                let bytes = builder.mul(self.items(), self.module.int(64).int(offset, false));
                self.prologue.scratch(bytes)
            }
            Shape::Lanes { .. } => {
                let array = builder.alloca(element.array(LANES), "lanes");
                array.set_align(64);
                array.value()
            }
        }
    }

    /// Where control goes that reached the synchronization point in block `sync`.
    pub fn behind(&mut self, sync: BlockId) -> Block<'m> {
        if let [(_, only)] = self.kernel.regions.behind(sync) {
            return self.entries[*only];
        }
        if let Some(block) = self.dispatches.get(&sync) {
            return *block;
        }
        let block = self.prologue.function.append_block("dispatch");
        self.dispatches.insert(sync, block);
        let builder = Builder::at_end(block);
        let end = self.kernel.cfg.block(sync).terminator().expect("blocks are complete");
        let condition = end.condition().expect("steps are before conditional branches");
        let condition = match self.global_value(condition) {
            Some(known) => known,
            None => self.load_scalar(&builder, condition),
        };
        let targets: Vec<_> = end.successors().into_iter().map(|next| self.entry_behind(sync, next)).collect();
        builder.cond_br(condition, targets[0], targets[1]);
        block
    }

    fn entry_behind(&self, sync: BlockId, next: Block<'m>) -> Block<'m> {
        let next = self.kernel.cfg.id(next).expect("successors of reachable blocks are reachable");
        let behind = self.kernel.regions.behind(sync).iter().find(|(first, _)| *first == next);
        self.entries[behind.expect("a region starts behind each edge").1]
    }

    /// Whether the instruction may touch memory.
    pub fn accesses_memory(opcode: Opcode) -> bool {
        use Opcode::*;
        matches!(opcode, LLVMLoad | LLVMStore | LLVMCall | LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMFence)
    }
}

/// Arrays for all values and memory that outlive a region.
fn layout<'m>(module: &'m Module, kernel: &Analysis<'m>) -> Layout<'m> {
    let live = kernel.regions.sync_blocks().iter().map(|sync| {
        // The result of a group operation comes into being while its operands are read.
        let result = kernel.cfg.block(*sync).first().map(|inst| inst.value());
        let values = kernel.liveness.at(*sync).iter().copied().chain(result);
        values.filter(|value| kernel.homes.get(*value) == Some(Home::Context)).collect()
    });
    let insts = (0..kernel.cfg.len()).flat_map(|id| kernel.cfg.block(id).insts());
    let allocas = insts.filter(|inst| kernel.homes.get(inst.value()) == Some(Home::PrivateArray));
    Layout::new(module, &live.collect::<Vec<_>>(), &allocas.collect::<Vec<_>>())
}
