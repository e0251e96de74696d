//! A work-group function under construction: the locations of values, and the control flow between copies of regions.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_ir::{Block, Builder, EditableModule, MdNode, Opcode, Type, Value, ValueKind};

use super::continuation_functions::Suspension;
use super::loops::Shape;
use crate::abi::Prologue;
use crate::workgroup::plan::Plan;
use crate::workgroup::plan::placement::memory_type;
use crate::workgroup::plan::regions::RegionId;
use crate::workgroup::prepare;
use tandem_codegen::analysis::cfg::BlockId;
use tandem_codegen::query::Query;

use crate::loop_marks::PRIVATE;

/// The function under construction.
pub struct GroupBuilder<'a, 'm> {
    pub module: &'m EditableModule,
    pub plan: &'a Plan<'m>,
    pub prologue: Prologue<'m>,
    /// Work-items that the regions under construction run.
    pub shape: Shape<'m>,
    /// Parameters and hoisted values.
    hoisted: FxHashMap<Value<'m>, Value<'m>>,
    /// Stack slots of scalars that live across synchronization points; LLVM
    /// makes registers of them.
    slots: FxHashMap<Value<'m>, Value<'m>>,
    /// First bytes of arrays in the scratch block.
    bases: FxHashMap<Value<'m>, Value<'m>>,
    /// Where debuggers find variables.
    pub variable_slots: FxHashMap<Value<'m>, Value<'m>>,
    /// The regions under construction.
    copies: Copies<'m>,
    /// How it leaves for continuations, if it may.
    pub suspension: Option<Suspension<'a, 'm>>,
    /// The access group of independent accesses by the work-items of a region.
    pub parallel: MdNode<'m>,
}

/// The control flow between copies of regions.
struct Copies<'m> {
    /// First blocks of regions.
    entries: FxHashMap<RegionId, Block<'m>>,
    /// The destination after a synchronization point that is followed by several regions.
    dispatches: FxHashMap<BlockId, Block<'m>>,
    /// The destination after a synchronization point at which the copies end.
    leaves: Vec<(BlockId, Block<'m>)>,
    /// The destination when control leaves the kernel.
    exit: Block<'m>,
    /// The destination when the continuations of the work-items that run are at points of the work-group.
    suspended: Option<Block<'m>>,
    /// Arrays on the stack.
    lanes: FxHashMap<Value<'m>, Value<'m>>,
    /// The same with their bytes, in the order in which they were made.
    arrays: Vec<(Value<'m>, u64)>,
}

/// The destinations when control leaves copies of regions.
#[derive(Clone, Copy)]
pub struct Exits<'a, 'm> {
    /// The destinations at points that end the copies, by the points' blocks.
    pub points: &'a [(BlockId, Block<'m>)],
    /// The destination when control leaves the kernel.
    pub kernel: Block<'m>,
    /// Where the work-items have parted and run their continuations up to points of the work-group.
    pub suspended: Option<Block<'m>>,
}

impl<'m> Exits<'_, 'm> {
    /// Exits that only leave the kernel.
    pub fn of_kernel(kernel: Block<'m>) -> Self {
        Self { points: &[], kernel, suspended: None }
    }
}

impl<'a, 'm> GroupBuilder<'a, 'm> {
    /// A function that computes hoisted values.
    pub fn new(
        module: &'m EditableModule,
        plan: &'a Plan<'m>,
        prologue: Prologue<'m>,
        params: FxHashMap<Value<'m>, Value<'m>>,
        shape: Shape<'m>,
        exit: Block<'m>,
    ) -> Self {
        let mut group = Self {
            module,
            plan,
            prologue,
            shape,
            hoisted: params,
            slots: FxHashMap::default(),
            suspension: None,
            bases: FxHashMap::default(),
            variable_slots: FxHashMap::default(),
            copies: Copies::new(Exits::of_kernel(exit)),
            parallel: module.md_distinct(),
        };
        group.emit_hoisted();
        group
    }

    /// Begins copies of `regions`, run by the work-items of `shape`: until control reaches a point of `leaves` or
    /// leaves the kernel for `exit`, or for `suspended` where the work-items have parted. Returns their first blocks.
    pub fn begin_regions(&mut self, shape: Shape<'m>, regions: &[RegionId], exits: Exits<'_, 'm>) -> Vec<Block<'m>> {
        let function = self.prologue.function;
        let entries: Vec<_> = regions.iter().map(|_| function.append_block(self.module, "region")).collect();
        self.shape = shape;
        self.copies =
            Copies { entries: regions.iter().copied().zip(entries.iter().copied()).collect(), ..Copies::new(exits) };
        entries
    }

    /// Blocks between the copies of regions: those where regions begin, those that choose between several, and the
    /// destination when control leaves the kernel.
    pub fn blocks_between(&self) -> FxHashSet<Block<'m>> {
        let Copies { entries, dispatches, exit, .. } = &self.copies;
        entries.values().chain(dispatches.values()).chain([exit]).copied().collect()
    }

    /// Computes hoisted values, once for the group.
    fn emit_hoisted(&mut self) {
        for inst in self.plan.placements.hoisted() {
            let value = if let Some(query) = Query::of(*inst) {
                self.prologue.answer(query)
            } else if let Some(offset) = prepare::local_offset(*inst) {
                self.prologue.local(self.module.int(64).int(offset, false))
            } else {
                let copy = inst.duplicate();
                for (index, operand) in inst.operands().into_iter().enumerate() {
                    let operand = self.hoisted.get(&operand).copied().unwrap_or(operand);
                    copy.value().set_operand(self.module, index as u32, operand);
                }
                self.prologue.builder.insert(copy);
                // The prologue is of no source line.
                copy.set_debug_loc(self.module, None);
                if inst.opcode() == Opcode::LLVMAlloca && !self.plan.uniformity().constants().contains(*inst) {
                    copy.set_metadata(self.module, PRIVATE, Some(self.module.md_node(&[])));
                }
                copy.value()
            };
            self.hoisted.insert(inst.value(), value);
        }
    }

    /// The replacement for a value throughout the function, if there is one.
    pub fn global_value(&self, value: Value<'m>) -> Option<Value<'m>> {
        match value.kind() {
            ValueKind::Inst | ValueKind::Argument => self.hoisted.get(&value).copied(),
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
        self.prologue.builder.alloca(value.ty(), "redefined").value()
    }

    /// Loads the array element of `value` for the work-item of number `linear`.
    pub fn load_element(&mut self, builder: &Builder<'m>, value: Value<'m>, linear: Value<'m>) -> Value<'m> {
        let address = self.element(builder, value, linear);
        self.load_at(builder, value, address)
    }

    /// Stores `new` as the array element of `value` for the work-item of number `linear`.
    pub fn store_element(&mut self, builder: &Builder<'m>, value: Value<'m>, linear: Value<'m>, new: Value<'m>) {
        let address = self.element(builder, value, linear);
        self.store_at(builder, value, address, new);
    }

    /// Loads an array element of `value`.
    pub fn load_at(&self, builder: &Builder<'m>, value: Value<'m>, address: Value<'m>) -> Value<'m> {
        let ty = self.element_type(value);
        let load = builder.load(ty, address);
        load.set_metadata(self.module, "llvm.access.group", Some(self.parallel));
        if ty == value.ty() { load.value() } else { builder.trunc(load.value(), value.ty()) }
    }

    /// Stores `new` as an array element of `value`.
    pub fn store_at(&self, builder: &Builder<'m>, value: Value<'m>, address: Value<'m>, new: Value<'m>) {
        let ty = self.element_type(value);
        let stored = if ty == value.ty() { new } else { builder.zext(new, ty) };
        builder.store(stored, address).set_metadata(self.module, "llvm.access.group", Some(self.parallel));
    }

    /// The type in which a value is kept in arrays.
    pub fn element_type(&self, value: Value<'m>) -> Type<'m> {
        memory_type(value.ty(), self.module.int(8))
    }

    /// Address of the array element of `value` for the work-item of number
    /// `linear` among those that run.
    pub fn element(&mut self, builder: &Builder<'m>, value: Value<'m>, linear: Value<'m>) -> Value<'m> {
        match (self.shape, self.plan.scratch.array(value)) {
            (Shape::Group { .. }, Some(_)) => self.scratch_element(builder, value, linear),
            (Shape::SubGroup(sub_group), Some(_)) => {
                let item = builder.add(sub_group.base, linear);
                self.scratch_element(builder, value, item)
            }
            (Shape::Lanes { .. }, Some(array)) => {
                self.lane(builder, value, linear, array.element, self.plan.costs.chunk_items())
            }
            (Shape::SubGroup(_), None) => self.operand_element(builder, value, linear),
            _ => unreachable!("values that outlive a region have arrays"),
        }
    }

    /// The address of the array element of an operand or result of a group operation. In sub-groups, these have
    /// separate arrays with an element for every lane.
    pub fn operand_element(&mut self, builder: &Builder<'m>, value: Value<'m>, linear: Value<'m>) -> Value<'m> {
        match self.shape {
            Shape::SubGroup(sub_group) => {
                let element = self.element_type(value);
                self.lane(builder, value, linear, element, sub_group.size.into())
            }
            _ => self.element(builder, value, linear),
        }
    }

    /// The address of an element of `value`'s array in the scratch block.
    pub fn scratch_element(&mut self, builder: &Builder<'m>, value: Value<'m>, index: Value<'m>) -> Value<'m> {
        let array = self.plan.scratch.array(value).expect("values that live across points have arrays");
        let base = match self.bases.get(&value) {
            Some(base) => *base,
            None => {
                let items = self.prologue.items();
                let bytes = self.prologue.builder.mul(items, self.module.int(64).int(array.offset, false));
                let base = self.prologue.scratch(bytes);
                self.bases.insert(value, base);
                base
            }
        };
        builder.gep(array.element, base, &[index], true)
    }

    /// Address of an element of an array on the stack.
    fn lane(
        &mut self,
        builder: &Builder<'m>,
        value: Value<'m>,
        lane: Value<'m>,
        element: Type<'m>,
        lanes: u64,
    ) -> Value<'m> {
        let base = *self.copies.lanes.entry(value).or_insert_with(|| {
            let array = self.prologue.builder.alloca(element.array(lanes), "lanes");
            // As high as private memory may be aligned, whose size is a multiple of it.
            array.set_align(self.module, 1 << self.module.size_of(element).trailing_zeros().clamp(6, 12));
            self.copies.arrays.push((array.value(), self.module.size_of(element) * lanes));
            array.value()
        });
        builder.gep(element, base, &[lane], true)
    }

    /// Marks arrays on the stack as empty at the start of `entry`, where control enters the copies. Otherwise LLVM
    /// would keep their previous contents in registers.
    pub fn begin_arrays(&self, entry: Block<'m>) {
        let builder = Builder::at_start(self.module, entry);
        for (array, bytes) in &self.copies.arrays {
            builder.lifetime_start(*array, *bytes);
        }
    }

    /// Work-items that run.
    pub fn items(&mut self) -> Value<'m> {
        match self.shape {
            Shape::Group { .. } => self.prologue.items(),
            Shape::Lanes { count, .. } => count,
            Shape::SubGroup(sub_group) => sub_group.count,
        }
    }

    /// Whether the synchronization point in block `sync` is outside of the loop over sub-groups.
    pub fn is_outside(&self, sync: BlockId) -> bool {
        self.shape.is_sub_group() && self.plan.regions.is_group_sync(sync)
    }

    /// The destination when control leaves the kernel.
    pub fn exit(&self) -> Block<'m> {
        self.copies.exit
    }

    /// The destination when the continuations of the work-items that run are at points of the work-group.
    pub fn suspended(&self) -> Option<Block<'m>> {
        self.copies.suspended
    }

    /// The destination after the synchronization point in block `sync`.
    pub fn behind(&mut self, sync: BlockId) -> Block<'m> {
        if let Some((_, leave)) = self.copies.leaves.iter().find(|(left, _)| *left == sync) {
            return *leave;
        }
        if let [(_, only)] = self.plan.regions.behind(sync) {
            return self.copies.entries[only];
        }
        if let Some(block) = self.copies.dispatches.get(&sync) {
            return *block;
        }
        let block = self.prologue.function.append_block(self.module, "dispatch");
        self.copies.dispatches.insert(sync, block);
        let builder = Builder::at_end(self.module, block);
        let end = self.plan.cfg().block(sync).terminator().expect("blocks are complete");
        let condition = end.condition().expect("implicit barriers are before conditional branches");
        let condition = match self.global_value(condition) {
            Some(known) => known,
            None => self.load_scalar(&builder, condition),
        };
        let targets: Vec<_> = end.successors().into_iter().map(|next| self.entry_behind(sync, next)).collect();
        builder.cond_br(condition, targets[0], targets[1]);
        block
    }

    fn entry_behind(&self, sync: BlockId, next: Block<'m>) -> Block<'m> {
        let next = self.plan.cfg().id(next).expect("successors of reachable blocks are reachable");
        let behind = self.plan.regions.behind(sync).iter().find(|(first, _)| *first == next);
        self.copies.entries[&behind.expect("a region starts behind each edge").1]
    }

    /// Whether the instruction may touch memory.
    pub fn accesses_memory(opcode: Opcode) -> bool {
        use Opcode::*;
        matches!(opcode, LLVMLoad | LLVMStore | LLVMCall | LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMFence)
    }
}

impl<'m> Copies<'m> {
    fn new(exits: Exits<'_, 'm>) -> Self {
        Self {
            entries: FxHashMap::default(),
            dispatches: FxHashMap::default(),
            leaves: exits.points.to_vec(),
            exit: exits.kernel,
            suspended: exits.suspended,
            lanes: FxHashMap::default(),
            arrays: Vec::new(),
        }
    }
}
