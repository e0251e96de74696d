//! The copy of the kernel's code in the function that runs [continuations](crate::workgroup::plan::continuations) of
//! work-items, one after the other. A work-item enters it after the point where it was, and leaves it at the next one.

use rustc_hash::FxHashMap;
use tandem_codegen::query::Query;
use tandem_ir::{Block, Builder, EditableModule, Inst, Opcode, TypeKind, Value, ValueKind};

use super::continuation_builder::ContinuationBuilder;
use super::frames::ItemRange;
use super::loops::Shape;
use crate::workgroup::plan::continuations::{RETURNED, is_kept};
use crate::workgroup::plan::placement::Placement;
use tandem_codegen::analysis::cfg::BlockId;
use tandem_codegen::sync::{self, Sync};

/// The copy under construction.
pub struct KernelCopy<'p, 'a, 'm> {
    code: &'p mut ContinuationBuilder<'a, 'm>,
    item: Value<'m>,
    latch: Block<'m>,
    /// Copies of blocks. The copy ends at the block of a point.
    blocks: FxHashMap<BlockId, Block<'m>>,
    /// The blocks where work-items resume after points, by the points' blocks.
    resumes: FxHashMap<BlockId, Block<'m>>,
    /// The copies of values, for use everywhere after them.
    values: FxHashMap<Value<'m>, Value<'m>>,
    /// Stack slots of values that live at points, of which LLVM makes registers.
    slots: FxHashMap<Value<'m>, Value<'m>>,
}

impl<'p, 'a, 'm> KernelCopy<'p, 'a, 'm> {
    /// Emits the copy after `block`, for the work-item with number `item`; control continues at `latch`.
    pub fn emit(
        module: &'m EditableModule,
        code: &'p mut ContinuationBuilder<'a, 'm>,
        block: Block<'m>,
        items: ItemRange<'m>,
        item: Value<'m>,
        latch: Block<'m>,
    ) {
        let cfg = &code.plan.cfg();
        let function = code.group.prologue.function;
        let append = |id| (id, function.append_block(module, &cfg.block(id).name()));
        let blocks = (0..cfg.len()).map(append).collect();
        let points: Vec<_> = code.continuations.points(true).chain(code.continuations.points(false)).collect();
        let resumes = points.iter().map(|(_, sync)| (*sync, function.append_block(module, "resume"))).collect();
        let (values, slots) = (FxHashMap::default(), FxHashMap::default());
        let mut copy = Self { code, item, latch, blocks, resumes, values, slots };
        let builder = Builder::at_end(module, block);
        copy.provide(&builder, items);
        let ready = |(number, sync): &(usize, BlockId)| {
            (copy.code.frames.state(copy.code.continuations.ready(*number)), copy.resumes[sync])
        };
        let cases: Vec<_> = points.iter().map(ready).collect();
        let state = copy.code.load_state(&builder, item);
        builder.switch(state, latch, &cases);
        for (number, sync) in points {
            copy.stop_at(number, sync);
            copy.resume_behind(sync);
        }
        copy.copy_blocks();
    }

    /// Answers queries, and computes where the work-item's private memory is.
    fn provide(&mut self, builder: &Builder<'m>, items: ItemRange<'m>) {
        let plan = self.code.plan;
        let Shape::Group { extents: [width, height, _] } = self.code.group.shape else { unreachable!("of a group") };
        let row = builder.udiv(self.item, width);
        let ids = [builder.urem(self.item, width), builder.urem(row, height), builder.udiv(row, height)];
        let size = self.item.ty().int(self.code.sub_group_size.into(), false);
        let lane = builder.sub(self.item, items.first);
        let number = builder.udiv(items.first, size);
        for inst in (0..plan.cfg().len()).flat_map(|id| plan.cfg().block(id).insts()) {
            let value = inst.value();
            let known = match (plan.placements.get(value), Query::of(inst)) {
                (Some(Placement::PrivateArray), _) => self.code.group.element(builder, value, self.item),
                (Some(Placement::Rematerialized), Some(query)) => match query {
                    Query::LocalId(dim) => ids[usize::from(dim)],
                    Query::SubGroupLocalId => lane,
                    Query::SubGroupId => number,
                    Query::SubGroupSize => items.count,
                    _ => unreachable!("{query:?} is answered before all regions"),
                },
                _ => continue,
            };
            self.values.insert(value, known);
        }
        for value in self.code.continuations.live_values(&plan.regions, &plan.liveness) {
            if !self.values.contains_key(&value) {
                self.slots.insert(value, self.code.slot(value.ty(), "live"));
            }
        }
        for (_, sync) in self.code.continuations.points(true).chain(self.code.continuations.points(false)) {
            let result =
                plan.cfg().block(sync).first().map(Inst::value).filter(|result| is_kept(&plan.placements, *result));
            if let Some(result) = result {
                self.slots.entry(result).or_insert_with(|| self.code.slot(result.ty(), "result"));
            }
        }
    }

    /// Stops at a point: stores the values that are live there.
    fn stop_at(&mut self, number: usize, sync: BlockId) {
        let plan = self.code.plan;
        let builder = Builder::at_end(self.code.module, self.blocks[&sync]);
        for value in plan.liveness.at(sync).iter().filter(|value| is_kept(&plan.placements, **value)) {
            let last = self.operand(&builder, *value);
            self.code.store(&builder, *value, self.item, last);
        }
        let state = self.code.frames.state(self.code.continuations.waiting(number));
        self.code.store_state(&builder, self.item, state);
        builder.br(self.latch);
    }

    /// Resumes after a point: provides the values that are live there.
    fn resume_behind(&mut self, sync: BlockId) {
        let plan = self.code.plan;
        let builder = Builder::at_end(self.code.module, self.resumes[&sync]);
        let [(first, _)] = *plan.regions.behind(sync) else { unreachable!("control goes on in one place") };
        let result = plan.cfg().block(sync).first().map(Inst::value);
        for value in result.into_iter().chain(plan.liveness.behind(sync, first).iter().copied()) {
            let Some(slot) = self.slots.get(&value).copied() else { continue };
            let now = match is_kept(&plan.placements, value) {
                true => self.code.load(&builder, value, self.item),
                false => self.duplicate(&builder, value.as_inst().expect("what is computed again")).value(),
            };
            builder.store(now, slot);
        }
        builder.br(self.blocks[&first]);
    }

    fn copy_blocks(&mut self) {
        let plan = self.code.plan;
        let mut phis = Vec::new();
        for id in 0..plan.cfg().len() {
            if self.resumes.contains_key(&id) {
                continue;
            }
            let builder = Builder::at_end(self.code.module, self.blocks[&id]);
            let insts = plan.cfg().block(id).insts();
            let joined = insts.partition_point(|inst| inst.opcode() == Opcode::LLVMPHI);
            for phi in &insts[..joined] {
                let copy = builder.phi(phi.ty(), "");
                copy.set_debug_loc(self.code.module, phi.debug_loc());
                self.values.insert(phi.value(), copy.value());
                phis.push((*phi, copy));
            }
            // Phis come first in their block, so stores of them follow all of them.
            for phi in &insts[..joined] {
                self.keep(&builder, phi.value(), self.values[&phi.value()]);
            }
            insts[joined..].iter().for_each(|inst| self.copy_inst(&builder, *inst));
        }
        for (phi, copy) in phis {
            self.fill_phi(phi, copy);
        }
    }

    fn copy_inst(&mut self, builder: &Builder<'m>, inst: Inst<'m>) {
        let value = inst.value();
        let is_known = self.code.group.global_value(value).is_some() || self.values.contains_key(&value);
        if Sync::of(inst).is_some() || is_known {
            return;
        }
        if inst.opcode() == Opcode::LLVMRet {
            let returned = self.code.frames.state(RETURNED);
            self.code.store_state(builder, self.item, returned);
            builder.br(self.latch);
            return;
        }
        let copy = match sync::is_group_operand(inst) {
            true => self.operand(builder, inst.operand(0)),
            false => self.duplicate(builder, inst).value(),
        };
        if value.ty().kind() != TypeKind::Void {
            self.values.insert(value, copy);
            self.keep(builder, value, copy);
        }
    }

    /// A copy of an instruction, with copies of its operands and successors.
    fn duplicate(&self, builder: &Builder<'m>, inst: Inst<'m>) -> Inst<'m> {
        let copy = inst.duplicate();
        for (index, operand) in inst.operands().into_iter().enumerate() {
            if operand.kind() != ValueKind::Block {
                copy.value().set_operand(self.code.module, index as u32, self.operand(builder, operand));
            }
        }
        builder.insert(copy);
        for (index, successor) in inst.successors().into_iter().enumerate() {
            let id = self.code.plan.cfg().id(successor).expect("successors of reachable blocks are reachable");
            copy.set_successor(self.code.module, index as u32, self.blocks[&id]);
        }
        copy
    }

    fn fill_phi(&self, phi: Inst<'m>, copy: Inst<'m>) {
        let mut entries: Vec<(Value<'m>, Block<'m>)> = Vec::new();
        for (value, from) in phi.incoming() {
            let Some(from) = self.code.plan.cfg().id(from) else { continue };
            let from = self.resumes.get(&from).copied().unwrap_or_else(|| self.blocks[&from]);
            // A switch may have several edges to one block; their entries must be the same.
            let known = entries.iter().find(|(_, block)| *block == from).map(|(value, _)| *value);
            let end = from.terminator().expect("blocks are complete");
            entries.push((known.unwrap_or_else(|| self.operand(&Builder::before(self.code.module, end), value)), from));
        }
        copy.add_incoming(self.code.module, &entries);
    }

    /// Stores a value in its slot, for the code after points.
    fn keep(&self, builder: &Builder<'m>, value: Value<'m>, now: Value<'m>) {
        if let Some(slot) = self.slots.get(&value) {
            builder.store(now, *slot);
        }
    }

    /// The copy of an operand at the position of `builder`.
    fn operand(&self, builder: &Builder<'m>, value: Value<'m>) -> Value<'m> {
        if let Some(slot) = self.slots.get(&value) {
            return builder.load(value.ty(), *slot).value();
        }
        let known = self.code.group.global_value(value).or_else(|| self.values.get(&value).copied());
        // Only phis with unreachable predecessors use a value that has no copy.
        known.unwrap_or_else(|| value.ty().poison())
    }
}
