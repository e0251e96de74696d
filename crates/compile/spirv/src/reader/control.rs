//! Blocks, branches, phis and loop hints.

use rspirv::spirv::{LoopControl, Op};
use rustc_hash::FxHashMap;
use tandem_ir::{Block, MdOperand, TypeKind};

use super::body::{Body, LoopHints, LoopPlace, PendingPhi};
use super::classes::{Class, int_bits};
use super::defs::Def;
use super::error::{Reason, Result, ensure};
use tandem_spirv_binary::{Id, Instruction, Location, Operands};

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Begins a block.
    pub fn label(&mut self, id: Id) -> Result<()> {
        ensure(self.block.is_none(), "the block before has no terminator")?;
        let block = self.block_of(id)?;
        self.builder.position_at_end(block);
        self.block = Some(block);
        self.at_phis = true;
        self.reset_line();
        Ok(())
    }

    /// The block of a label.
    pub fn block_of(&self, id: Id) -> Result<Block<'m>> {
        match self.r.def(id)? {
            Def::Block(block) if block.function() == self.function => Ok(block),
            _ => Err(Reason::Kind { id: id.0, expected: "a label of this function" }),
        }
    }

    /// Terminators and merge instructions.
    pub fn control_instruction(&mut self, op: Op, ops: &mut Operands<'w>) -> Result<()> {
        match op {
            Op::SelectionMerge => return Ok(()),
            Op::LoopMerge | Op::LoopControlINTEL => return self.loop_hints(op, ops),
            Op::Branch => {
                let target = self.block_of(ops.id()?)?;
                self.builder.br(target);
            }
            Op::BranchConditional => {
                let condition = self.value_like(self.r.module.int(1), ops)?;
                let (then, otherwise) = (self.block_of(ops.id()?)?, self.block_of(ops.id()?)?);
                self.builder.cond_br(condition, then, otherwise);
            }
            Op::Switch => self.switch(ops)?,
            Op::Return => {
                let returns = self.function.function_type().return_type();
                ensure(returns.kind() == TypeKind::Void, "the function returns a value")?;
                self.builder.ret_void();
            }
            Op::ReturnValue => {
                let value = self.value_like(self.function.function_type().return_type(), ops)?;
                self.builder.ret(value);
            }
            Op::Unreachable => {
                self.builder.unreachable();
            }
            _ => return Err(Reason::instruction(op)),
        }
        self.block = None;
        Ok(())
    }

    fn switch(&mut self, ops: &mut Operands<'w>) -> Result<()> {
        let selector = self.scalar_of(Class::Int, ops)?;
        let default = self.block_of(ops.id()?)?;
        let ty = selector.ty();
        let bits = int_bits(ty);
        ensure(bits <= 64, "switches are on integers of at most 64 bits")?;
        let mut cases = Vec::new();
        while !ops.is_empty() {
            let literal = ops.literal(bits)? & (u64::MAX >> (64 - bits));
            cases.push((ty.int(literal, false), self.block_of(ops.id()?)?));
        }
        self.builder.switch(selector, default, &cases);
        Ok(())
    }

    /// A phi, for now without entries: they may be defined further down.
    pub fn phi(&mut self, inst: &Instruction<'w>) -> Result<()> {
        let mut ops = inst.cursor();
        let (ty, id) = (self.r.value_type(ops.id()?)?, ops.id()?);
        let Some(block) = self.block else { return Err(Reason::Invalid("the instruction is in no block")) };
        ensure(self.at_phis, "a phi is not at the start of its block")?;
        let phi = self.builder.phi(self.r.llvm(ty), "");
        if ops.ids_ahead().any(|entry| self.is_volatile_object(entry)) {
            self.r.volatile.insert(id);
        }
        self.phis.push(PendingPhi { inst: phi, block, entries: ops.rest(), location: inst.location });
        self.r.define_value(id, phi.value(), ty)
    }

    /// Gives the phis their entries.
    pub fn complete_phis(&mut self) -> Result<(), (Location, Reason)> {
        for phi in std::mem::take(&mut self.phis) {
            self.complete_phi(&phi).map_err(|reason| (phi.location, reason))?;
        }
        Ok(())
    }

    fn complete_phi(&mut self, phi: &PendingPhi<'m, 'w>) -> Result<()> {
        let ty = phi.inst.ty();
        let (pairs, rest) = phi.entries.as_chunks::<2>();
        ensure(rest.is_empty(), "too few operands")?;
        let mut entries = Vec::new();
        for [value, predecessor] in pairs {
            let predecessor = self.block_of(Id(*predecessor))?;
            // Code that an entry still requires is emitted at the start of the edge.
            if let Some(terminator) = predecessor.terminator() {
                self.builder.position_before(terminator);
            }
            let value = self.typed(Id(*value))?.value;
            ensure(value.ty() == ty, "an entry has the wrong type")?;
            // SPIR-V has one entry for each predecessor, LLVM one for each edge.
            let edges = predecessor.successors().into_iter().filter(|successor| *successor == phi.block).count();
            ensure(edges != 0, "an entry's block is not a predecessor")?;
            entries.extend(std::iter::repeat_n((value, predecessor), edges));
        }
        phi.inst.add_incoming(self.r.module, &entries);
        Ok(())
    }

    fn loop_hints(&mut self, op: Op, ops: &mut Operands<'w>) -> Result<()> {
        let Some(block) = self.block else { return Ok(()) };
        let place = match op {
            Op::LoopMerge => {
                let _merge_and_continue = (ops.id()?, ops.id()?);
                LoopPlace::Header(block)
            }
            _ => LoopPlace::Latch(block),
        };
        let control = LoopControl::from_bits_retain(ops.word()?);
        self.loops.push(LoopHints { place, control, literals: ops.rest().to_vec() });
        Ok(())
    }

    /// Turns loop hints into `llvm.loop` metadata of the branches back.
    pub fn complete_loops(&mut self) {
        if self.loops.is_empty() {
            return;
        }
        let order: FxHashMap<Block<'m>, usize> = self.function.blocks().into_iter().zip(0..).collect();
        for hints in std::mem::take(&mut self.loops) {
            let latches = match hints.place {
                LoopPlace::Latch(block) => vec![block],
                // Blocks follow their dominators, so a branch to the header from there on is a back edge.
                LoopPlace::Header(header) => {
                    let mut latches = header.predecessors();
                    latches.retain(|latch| order.get(latch) >= order.get(&header));
                    latches
                }
            };
            let properties = self.loop_properties(&hints);
            if properties.is_empty() {
                continue;
            }
            let node = self.r.module.md_loop(&properties);
            for terminator in latches.into_iter().filter_map(Block::terminator) {
                terminator.set_metadata(self.r.module, "llvm.loop", Some(node));
            }
        }
    }

    fn loop_properties(&self, hints: &LoopHints<'m>) -> Vec<tandem_ir::MdNode<'m>> {
        let property = |operands: &[MdOperand<'_, 'm>]| self.r.module.md_node(operands);
        let text = MdOperand::Text;
        // Literals follow in the order of the bits that announce them.
        const WITH_LITERAL: [LoopControl; 6] = [
            LoopControl::DEPENDENCY_LENGTH,
            LoopControl::MIN_ITERATIONS,
            LoopControl::MAX_ITERATIONS,
            LoopControl::ITERATION_MULTIPLE,
            LoopControl::PEEL_COUNT,
            LoopControl::PARTIAL_COUNT,
        ];
        let announced = WITH_LITERAL.into_iter().filter(|bit| hints.control.contains(*bit));
        let literal = |wanted| announced.clone().zip(&hints.literals).find(|(bit, _)| *bit == wanted).map(|(_, n)| *n);
        let mut properties = Vec::new();
        if hints.control.contains(LoopControl::DONT_UNROLL) {
            properties.push(property(&[text("llvm.loop.unroll.disable")]));
        } else if let Some(count) = literal(LoopControl::PARTIAL_COUNT) {
            properties.push(property(&[text("llvm.loop.unroll.count"), MdOperand::Int(count)]));
        } else if hints.control.contains(LoopControl::UNROLL) {
            properties.push(property(&[text("llvm.loop.unroll.enable")]));
        }
        if let Some(count) = literal(LoopControl::PEEL_COUNT) {
            properties.push(property(&[text("llvm.loop.peeled.count"), MdOperand::Int(count)]));
        }
        properties
    }
}
