//! Emits the work-group function: what is common to all regions, then the
//! regions one by one.
//!
//! ```text
//! prologue: arguments, queries, early values
//!    └► region 0 ─► switch over the reached synchronization point ─► region …  ─► ret
//! ```

use rustc_hash::FxHashMap;
use tandem_ir::{Block, Builder, Function, MdNode, Module, Opcode, Type, Value, ValueKind};

use super::homes::{Home, memory_type};
use super::region::RegionCopy;
use super::scratch::Layout;
use super::{Kernel, prepare};
use crate::abi::Prologue;
use crate::work_item::Query;

/// The work-group function under construction.
pub struct WorkGroup<'a, 'm> {
    pub module: &'m Module,
    pub kernel: &'a Kernel<'m>,
    pub prologue: Prologue<'m>,
    /// Parameters and early values.
    pub early: FxHashMap<Value<'m>, Value<'m>>,
    /// Stack slots of scalars that live across synchronization points; LLVM
    /// makes registers of them.
    pub slots: FxHashMap<Value<'m>, Value<'m>>,
    pub scratch: Layout<'m>,
    /// First bytes of the arrays of [`scratch`](Self::scratch).
    bases: FxHashMap<Value<'m>, Value<'m>>,
    /// First block of each region.
    pub entries: Vec<Block<'m>>,
    /// The access group of what work-items of a region access independently.
    pub parallel: MdNode<'m>,
    /// Work-items of the group, by dimension.
    pub extents: [Value<'m>; 3],
    /// Work-items of the group.
    pub items: Value<'m>,
    /// Returns from the function.
    pub exit: Block<'m>,
}

/// Emits the work-group function and deletes `kernel`; `args` are the loaded
/// parameters. Returns the scratch bytes that each work-item needs.
pub fn run<'m>(
    module: &'m Module,
    kernel: Function<'m>,
    analyzed: &Kernel<'m>,
    mut prologue: Prologue<'m>,
    args: &[Value<'m>],
) -> u64 {
    let function = prologue.function;
    let extents = [0, 1, 2].map(|dim| prologue.answer(Query::Extent(dim)));
    let plane = prologue.builder.mul(extents[0], extents[1]);
    let items = prologue.builder.mul(plane, extents[2]);
    let mut group = WorkGroup {
        module,
        kernel: analyzed,
        prologue,
        early: kernel.params().into_iter().zip(args.iter().copied()).collect(),
        slots: FxHashMap::default(),
        scratch: layout(module, analyzed),
        bases: FxHashMap::default(),
        entries: analyzed.regions.iter().map(|_| function.append_block("region")).collect(),
        parallel: module.md_distinct(),
        extents,
        items,
        exit: function.append_block("exit"),
    };
    group.emit_early();
    for (id, region) in analyzed.regions.iter().enumerate() {
        let entry = group.entries[id];
        RegionCopy::emit(&mut group, region, entry);
    }
    group.prologue.builder.br(group.entries[0]);
    Builder::at_end(group.exit).ret_void();
    let bytes = group.scratch.bytes_per_item;
    // A subprogram describes one function, so the kernel goes first.
    let subprogram = kernel.subprogram();
    kernel.delete_body();
    kernel.value().replace_all_uses_with(kernel.value().ty().poison());
    kernel.delete();
    if let Some(subprogram) = subprogram {
        function.set_subprogram(subprogram);
    }
    bytes
}

/// Arrays for all values and memory that outlive a region.
fn layout<'m>(module: &'m Module, kernel: &Kernel<'m>) -> Layout<'m> {
    let mut values = Vec::new();
    let mut allocas = Vec::new();
    for sync in kernel.regions.sync_blocks() {
        let results = kernel.cfg.block(sync).first().map(|inst| inst.value());
        for value in kernel.liveness.at(sync).iter().copied().chain(results) {
            if kernel.homes.get(value) == Some(Home::Context) && !values.contains(&value) {
                values.push(value);
            }
        }
    }
    for id in 0..kernel.cfg.len() {
        let insts = kernel.cfg.block(id).insts().into_iter();
        allocas.extend(insts.filter(|inst| kernel.homes.get(inst.value()) == Some(Home::PrivateArray)));
    }
    Layout::new(module, &values, &allocas)
}

impl<'m> WorkGroup<'_, 'm> {
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
                    copy.value().set_operand(index as u32, self.early_value(operand));
                }
                self.prologue.builder.insert(copy);
                // The prologue is of no source line.
                copy.set_debug_loc(None);
                copy.value()
            };
            self.early.insert(inst.value(), value);
        }
    }

    fn early_value(&self, value: Value<'m>) -> Value<'m> {
        self.early.get(&value).copied().unwrap_or(value)
    }

    /// What stands for a value everywhere in the function, if anything does.
    pub fn global_value(&self, value: Value<'m>) -> Option<Value<'m>> {
        match value.kind() {
            ValueKind::Inst | ValueKind::Argument => self.early.get(&value).copied(),
            _ => Some(value),
        }
    }

    /// The stack slot of a scalar.
    pub fn slot(&mut self, value: Value<'m>) -> Value<'m> {
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
                let base = self.base(array.offset);
                self.bases.insert(value, base);
                base
            }
        };
        builder.gep(array.element, base, &[linear], true)
    }

    fn base(&self, offset: u64) -> Value<'m> {
        let offset = self.module.int(64).int(offset, false);
        let bytes = self.prologue.builder.mul(self.items, offset);
        self.prologue.scratch(bytes)
    }

    /// Whether the instruction may touch memory.
    pub fn accesses_memory(opcode: Opcode) -> bool {
        use Opcode::*;
        matches!(opcode, LLVMLoad | LLVMStore | LLVMCall | LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMFence)
    }
}

