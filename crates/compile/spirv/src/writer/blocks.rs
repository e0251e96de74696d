//! The blocks of a function, and the way from an instruction to the code that writes it.

use rspirv::spirv::{Op, Word};
use rustc_hash::FxHashSet;
use tandem_device_ir_llvm::reverse_post_order;
use tandem_ir::{Block, Inst, Opcode, TypeKind, ValueKind};

use super::body::Body;
use super::emitter::Emitter;
use super::error::{Reason, WriteError};
use tandem_spirv_binary::assembler::Stream;

impl<'m> Body<'_, 'm> {
    /// Writes all reachable blocks into `words`.
    pub(super) fn write(mut self, words: &mut Stream) -> Result<(), WriteError> {
        let blocks = reverse_post_order(self.function);
        for block in &blocks {
            let id = self.writer.asm.id();
            self.labels.insert(*block, id);
        }
        let mut codes = Vec::with_capacity(blocks.len());
        for block in &blocks {
            self.write_block(*block)?;
            codes.push(std::mem::take(&mut self.code));
        }
        let mut variables = Some(self.variables);
        for (block, code) in blocks.into_iter().zip(codes) {
            words.inst(Op::Label, &[self.labels[&block]]);
            for inst in phis_of(block) {
                let phi = &self.phis[&inst];
                let mut operands = vec![phi.ty, phi.id];
                operands.extend(&phi.entries);
                words.inst(Op::Phi, &operands);
            }
            if let Some(variables) = variables.take() {
                words.append(variables);
            }
            words.append(code);
        }
        Ok(())
    }

    fn write_block(&mut self, block: Block<'m>) -> Result<(), WriteError> {
        self.casts.clear();
        self.lines.start_block();
        for inst in block.insts() {
            let function = self.function;
            self.write_inst(block, inst).map_err(|reason| WriteError::instruction(reason, function, inst))?;
        }
        Ok(())
    }

    fn write_inst(&mut self, block: Block<'m>, inst: Inst<'m>) -> Result<(), Reason> {
        if inst.opcode() == Opcode::LLVMPHI {
            self.phi(inst)?;
            return Ok(());
        }
        self.set_line(inst);
        if inst.is_terminator() {
            self.fill_phis(block)?;
        }
        self.instruction(inst)?;
        let too_long = self.code.too_long().or(self.writer.asm.globals.too_long());
        too_long.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Adds what `block` contributes to the phis of its successors.
    fn fill_phis(&mut self, block: Block<'m>) -> Result<(), Reason> {
        let mut seen = FxHashSet::default();
        for successor in block.successors() {
            if !seen.insert(successor) {
                continue;
            }
            for inst in phis_of(successor) {
                self.phi(inst)?;
                let incoming = inst.incoming();
                let Some((value, _)) = incoming.iter().find(|(_, from)| *from == block) else { continue };
                let id = match self.pointers.get(&inst.value()).copied() {
                    Some(pointer) => self.pointer_as(*value, pointer)?,
                    None => self.value(*value)?,
                };
                let label = self.labels[&block];
                if let Some(phi) = self.phis.get_mut(&inst) {
                    phi.entries.extend([id, label]);
                }
            }
        }
        Ok(())
    }

    fn instruction(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        use Opcode::*;
        match inst.opcode() {
            LLVMRet | LLVMBr | LLVMSwitch | LLVMUnreachable => self.terminator(inst),
            LLVMAlloca => self.alloca(inst),
            LLVMLoad => self.load(inst),
            LLVMStore => self.store(inst),
            LLVMFence | LLVMAtomicRMW | LLVMAtomicCmpXchg => self.atomic(inst),
            LLVMCall => self.call(inst),
            LLVMExtractElement | LLVMInsertElement | LLVMShuffleVector | LLVMExtractValue | LLVMInsertValue => {
                self.composite(inst)
            }
            LLVMSelect => self.select(inst),
            LLVMICmp | LLVMFCmp => self.compare(inst),
            LLVMFreeze => self.freeze(inst),
            LLVMGetElementPtr | LLVMAddrSpaceCast | LLVMIntToPtr => self.define_pointer(inst),
            LLVMPtrToInt => {
                let id = self.pointer_to_int(inst.operand(0), inst.ty())?;
                self.define(inst, id)
            }
            LLVMTrunc | LLVMZExt | LLVMSExt | LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc
            | LLVMFPExt | LLVMBitCast => self.cast(inst),
            LLVMFNeg | LLVMAdd | LLVMFAdd | LLVMSub | LLVMFSub | LLVMMul | LLVMFMul | LLVMUDiv | LLVMSDiv
            | LLVMFDiv | LLVMURem | LLVMSRem | LLVMFRem | LLVMShl | LLVMLShr | LLVMAShr | LLVMAnd | LLVMOr
            | LLVMXor => self.arithmetic(inst),
            _ => Err(Reason::Operation(inst.to_string())),
        }
    }

    fn terminator(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        let labels: Vec<_> = inst.successors().into_iter().map(|block| self.labels[&block]).collect();
        match inst.opcode() {
            Opcode::LLVMUnreachable => self.code.inst(Op::Unreachable, &[]),
            Opcode::LLVMRet => match inst.operands().first() {
                Some(value) => {
                    let id = self.argument(*value)?;
                    self.code.inst(Op::ReturnValue, &[id]);
                }
                None => self.code.inst(Op::Return, &[]),
            },
            Opcode::LLVMSwitch => self.switch(inst, labels[0])?,
            _ => match inst.condition() {
                Some(condition) if labels[0] != labels[1] => {
                    let condition = self.value(condition)?;
                    self.code.inst(Op::BranchConditional, &[condition, labels[0], labels[1]]);
                }
                _ => self.code.inst(Op::Branch, &[labels[0]]),
            },
        }
        Ok(())
    }

    fn switch(&mut self, inst: Inst<'m>, default: Word) -> Result<(), Reason> {
        let selector = inst.operand(0);
        let TypeKind::Int(bits) = selector.ty().kind() else { return Err(Reason::Type(selector.ty().to_string())) };
        let id = if bits == 1 { self.index(selector, false)? } else { self.value(selector)? };
        // Booleans are switched on as 64 bits, see `index`.
        let wide = bits == 1 || bits > 32;
        let mut words = vec![id, default];
        for (case, block) in inst.switch_cases() {
            let value = case.const_u64().ok_or_else(|| Reason::Type(case.ty().to_string()))?;
            words.push(value as Word);
            if wide {
                words.push((value >> 32) as Word);
            }
            words.push(self.labels[&block]);
        }
        self.code.inst(Op::Switch, &words);
        Ok(())
    }

    /// `freeze` becomes a copy of a value that is not poison, see `frozen`; undefined values become zero.
    fn freeze(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        let operand = inst.operand(0);
        if inst.ty().is_pointer() {
            return self.define_pointer(inst);
        }
        let id = match operand.kind() {
            ValueKind::Undef | ValueKind::Poison => {
                let ty = self.writer.value_type(inst.ty())?;
                self.writer.null_constant(ty)
            }
            _ => {
                let (id, ty) = (self.value(operand)?, self.writer.value_type(inst.ty())?);
                self.emit(Op::CopyObject, ty, &[id])
            }
        };
        self.define(inst, id)
    }

    fn define_pointer(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        let (id, ty) = self.pointer_operation(inst.value(), inst.opcode())?;
        self.define_as(inst, id, ty);
        Ok(())
    }
}

fn phis_of(block: Block<'_>) -> impl Iterator<Item = Inst<'_>> {
    block.insts().into_iter().take_while(|inst| inst.opcode() == Opcode::LLVMPHI)
}
