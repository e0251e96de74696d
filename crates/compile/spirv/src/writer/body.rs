//! One function's body: blocks, phis, values and the way from an instruction
//! to the code that writes it.

use rspirv::spirv::{Op, StorageClass, Word};
use rustc_hash::{FxHashMap, FxHashSet};
use tandem_device_ir_llvm::reverse_post_order;
use tandem_ir::{Block, Function, Inst, Opcode, TypeKind, Value, ValueKind};

use super::Writer;
use super::debug::LineState;
use super::emitter::Emitter;
use super::error::{Reason, WriteError};
use super::functions::Signature;
use super::storage::NaturalStorage;
use super::types::PointerType;
use tandem_spirv_binary::assembler::Stream;

/// A function body under construction.
pub(super) struct Body<'w, 'm> {
    pub(super) writer: &'w mut Writer<'m>,
    pub(super) function: Function<'m>,
    storage: NaturalStorage<'m>,
    values: FxHashMap<Value<'m>, Word>,
    /// Results of `cmpxchg` of which nothing but the old value is used: that value.
    pub(super) old_values: FxHashMap<Value<'m>, Word>,
    /// Natural types of the pointers among the values.
    pointers: FxHashMap<Value<'m>, PointerType>,
    labels: FxHashMap<Block<'m>, Word>,
    phis: FxHashMap<Inst<'m>, Phi>,
    /// Variables of the whole function: they open its first block.
    variables: Stream,
    /// Code of the current block.
    code: Stream,
    /// Pointer casts of the current block.
    casts: FxHashMap<(Op, Word, Word), Word>,
    pub(super) lines: LineState,
}

/// A phi whose entries arrive as its predecessors are written.
struct Phi {
    ty: Word,
    id: Word,
    entries: Vec<Word>,
}

impl<'w, 'm> Body<'w, 'm> {
    /// Prepares a definition whose parameters have these ids.
    pub(super) fn new(
        writer: &'w mut Writer<'m>,
        function: Function<'m>,
        signature: &Signature,
        params: &[Word],
    ) -> Self {
        let mut values = FxHashMap::default();
        let mut pointers = FxHashMap::default();
        for ((value, id), param) in function.params().into_iter().zip(params).zip(&signature.params) {
            values.insert(value, *id);
            pointers.extend(param.pointer.map(|pointer| (value, pointer)));
        }
        Self {
            writer,
            function,
            storage: NaturalStorage::of(function),
            values,
            old_values: FxHashMap::default(),
            pointers,
            labels: FxHashMap::default(),
            phis: FxHashMap::default(),
            variables: Stream::default(),
            code: Stream::default(),
            casts: FxHashMap::default(),
            lines: LineState::default(),
        }
    }

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

    /// The result id and type of a phi, which may be asked for before its
    /// block is reached.
    fn phi(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        if self.phis.contains_key(&inst) {
            return Ok(());
        }
        let ty = if inst.ty().is_pointer() {
            let pointer = self.merged_pointer(inst)?;
            self.pointers.insert(inst.value(), pointer);
            self.writer.pointer_type(pointer)
        } else {
            self.writer.value_type(inst.ty())?
        };
        let id = self.writer.asm.id();
        self.values.insert(inst.value(), id);
        self.phis.insert(inst, Phi { ty, id, entries: Vec::new() });
        Ok(())
    }

    /// Type of a pointer that merges others.
    pub(super) fn merged_pointer(&mut self, inst: Inst<'m>) -> Result<PointerType, Reason> {
        let mut pointer = self.default_pointer(inst.ty())?;
        if pointer.storage == StorageClass::Generic {
            pointer.storage = self.storage.class(inst.value());
        }
        Ok(pointer)
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

    /// `freeze` is a copy of what is no poison, see `frozen`; undefined values become zero.
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

    /// Records the result of an instruction; pointers are of default type.
    pub(super) fn define(&mut self, inst: Inst<'m>, id: Word) -> Result<(), Reason> {
        if inst.ty().is_pointer() {
            let pointer = self.default_pointer(inst.ty())?;
            self.pointers.insert(inst.value(), pointer);
        }
        self.values.insert(inst.value(), id);
        Ok(())
    }

    /// Records a pointer with its natural type.
    pub(super) fn define_as(&mut self, inst: Inst<'m>, id: Word, ty: PointerType) {
        self.pointers.insert(inst.value(), ty);
        self.values.insert(inst.value(), id);
    }

    /// An operand as it is stored, passed or returned: pointers are `i8*` of
    /// their address space's storage class.
    pub(super) fn argument(&mut self, value: Value<'m>) -> Result<Word, Reason> {
        if value.ty().is_pointer() {
            let to = self.default_pointer(value.ty())?;
            return self.pointer_as(value, to);
        }
        self.value(value)
    }

    /// Adds an instruction without result.
    pub(super) fn effect(&mut self, op: Op, operands: &[Word]) {
        self.code.inst(op, operands);
    }

    /// Adds a variable of the function.
    pub(super) fn variable(&mut self, pointee: Word) -> (Word, PointerType) {
        let ty = PointerType { storage: StorageClass::Function, pointee };
        let pointer = self.writer.pointer_type(ty);
        let id = self.writer.asm.id();
        self.variables.inst(Op::Variable, &[pointer, id, StorageClass::Function as Word]);
        (id, ty)
    }
}

impl<'m> Emitter<'m> for Body<'_, 'm> {
    fn writer(&mut self) -> &mut Writer<'m> {
        self.writer
    }

    fn emit(&mut self, op: Op, ty: Word, operands: &[Word]) -> Word {
        let is_cast = matches!(op, Op::Bitcast | Op::PtrCastToGeneric | Op::GenericCastToPtr) && operands.len() == 1;
        if is_cast && let Some(id) = self.casts.get(&(op, ty, operands[0])) {
            return *id;
        }
        let id = self.writer.asm.id();
        let mut words = vec![ty, id];
        words.extend_from_slice(operands);
        self.code.inst(op, &words);
        if is_cast {
            self.casts.insert((op, ty, operands[0]), id);
        }
        id
    }

    fn value(&mut self, value: Value<'m>) -> Result<Word, Reason> {
        if value.ty().is_pointer() {
            return self.argument(value);
        }
        if let Some(id) = self.values.get(&value) {
            return Ok(*id);
        }
        match value.kind() {
            ValueKind::ConstExpr => {
                let opcode = value.const_opcode().ok_or_else(|| Reason::Operation(value.to_string()))?;
                self.operation(value, opcode)
            }
            _ => self.writer.value(value),
        }
    }

    fn pointer(&mut self, value: Value<'m>) -> Result<(Word, PointerType), Reason> {
        if let (Some(id), Some(ty)) = (self.values.get(&value), self.pointers.get(&value)) {
            return Ok((*id, *ty));
        }
        match value.kind() {
            // A constant address is computed where it is used, as plain instructions.
            ValueKind::ConstExpr => {
                let opcode = value.const_opcode().ok_or_else(|| Reason::Operation(value.to_string()))?;
                self.pointer_operation(value, opcode)
            }
            _ => self.writer.pointer(value),
        }
    }
}

fn phis_of(block: Block<'_>) -> impl Iterator<Item = Inst<'_>> {
    block.insts().into_iter().take_while(|inst| inst.opcode() == Opcode::LLVMPHI)
}
