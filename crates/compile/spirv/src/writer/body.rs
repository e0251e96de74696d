//! One function's body: blocks, phis, values and the way from an instruction
//! to the code that writes it.

use rspirv::spirv::{Op, StorageClass, Word};
use rustc_hash::FxHashMap;
use tandem_ir::{Block, Function, Inst, Value, ValueKind};

use super::debug::LineState;
use super::emitter::Emitter;
use super::error::Reason;
use super::signatures::Signature;
use super::state::{PointerType, Writer};
use super::storage::NaturalStorage;
use tandem_spirv_binary::assembler::Stream;

/// A function body under construction.
pub(super) struct Body<'w, 'm> {
    pub(super) writer: &'w mut Writer<'m>,
    pub(super) function: Function<'m>,
    storage: NaturalStorage<'m>,
    pub(super) values: FxHashMap<Value<'m>, Word>,
    /// Results of `cmpxchg` of which nothing but the old value is used: that value.
    pub(super) old_values: FxHashMap<Value<'m>, Word>,
    /// Natural types of the pointers among the values.
    pub(super) pointers: FxHashMap<Value<'m>, PointerType>,
    pub(super) labels: FxHashMap<Block<'m>, Word>,
    pub(super) phis: FxHashMap<Inst<'m>, Phi>,
    /// Variables of the whole function: they open its first block.
    pub(super) variables: Stream,
    /// Code of the current block.
    pub(super) code: Stream,
    /// Pointer casts of the current block.
    pub(super) casts: FxHashMap<(Op, Word, Word), Word>,
    pub(super) lines: LineState,
}

/// A phi whose entries arrive as its predecessors are written.
pub(super) struct Phi {
    pub(super) ty: Word,
    pub(super) id: Word,
    pub(super) entries: Vec<Word>,
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

    /// The result id and type of a phi, which may be used before its block is reached.
    pub(super) fn phi(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
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
            // A constant address is computed at its use, as plain instructions.
            ValueKind::ConstExpr => {
                let opcode = value.const_opcode().ok_or_else(|| Reason::Operation(value.to_string()))?;
                self.pointer_operation(value, opcode)
            }
            _ => self.writer.pointer(value),
        }
    }
}
