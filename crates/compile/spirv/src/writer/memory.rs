//! Private variables, loads, stores and block copies.

use rspirv::spirv::{Decoration, MemoryAccess, Op, Word};
use tandem_ir::{Inst, Ordering, TypeKind};

use super::body::Body;
use super::emitter::Emitter;
use super::error::Reason;

impl<'m> Body<'_, 'm> {
    /// An alloca becomes a variable of the function, wherever it is.
    pub(super) fn alloca(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        let allocated = inst.allocated_type().ok_or_else(|| Reason::Operation(inst.to_string()))?;
        let mut pointee = self.writer.memory_type(allocated)?;
        let count = inst.operand(0).const_u64().ok_or_else(|| Reason::Operation(inst.to_string()))?;
        if count != 1 {
            pointee = self.writer.array_type(pointee, count.max(1));
        }
        let (id, ty) = self.variable(pointee);
        if let Some(align) = inst.align() {
            self.writer.asm.decorate(id, Decoration::Alignment, &[align]);
        }
        self.define_as(inst, id, ty);
        self.declare_variables(inst.value())
    }

    /// `load`, plain or atomic.
    pub(super) fn load(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        if inst.ordering() != Some(Ordering::LLVMAtomicOrderingNotAtomic) {
            return self.atomic_load(inst);
        }
        let ty = self.writer.memory_type(inst.ty())?;
        let (pointer, _) = self.pointer_to(inst.operand(0), ty)?;
        let mut words = vec![pointer];
        words.extend(access(inst));
        let id = self.emit(Op::Load, ty, &words);
        let id = match inst.ty().kind() {
            TypeKind::Int(1) => self.is_not_zero(id, self.writer.module.int(8), inst.ty())?,
            _ => id,
        };
        self.define(inst, id)
    }

    /// `store`, plain or atomic.
    pub(super) fn store(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        if inst.ordering() != Some(Ordering::LLVMAtomicOrderingNotAtomic) {
            return self.atomic_store(inst);
        }
        let value = inst.operand(0);
        let ty = self.writer.memory_type(value.ty())?;
        let (pointer, _) = self.pointer_to(inst.operand(1), ty)?;
        let mut words = vec![pointer, self.member(value)?];
        words.extend(access(inst));
        self.effect(Op::Store, &words);
        Ok(())
    }

    /// `llvm.memcpy`: sizes may be dynamic.
    pub(super) fn copy_memory(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        let args = inst.args();
        let (to, from, size) = (args[0], args[1], args[2]);
        if size.const_u64() == Some(0) {
            return Ok(());
        }
        let byte = self.writer.int_type(8);
        let (to, _) = self.pointer_to(to, byte)?;
        let (from, _) = self.pointer_to(from, byte)?;
        let size = self.index(size, false)?;
        let align = [0, 1].map(|param| inst.argument_align(param).unwrap_or(1));
        let mut access = MemoryAccess::ALIGNED;
        if args[3].const_u64() == Some(1) {
            access |= MemoryAccess::VOLATILE;
        }
        // One operand applies to both sides: only 1.4 distinguishes them.
        self.effect(Op::CopyMemorySized, &[to, from, size, access.bits(), align[0].min(align[1])]);
        Ok(())
    }
}

/// Memory operands of a load or store.
fn access(inst: Inst<'_>) -> Vec<Word> {
    let mut access = MemoryAccess::NONE;
    let align = inst.align().unwrap_or(0);
    if inst.is_volatile() {
        access |= MemoryAccess::VOLATILE;
    }
    if align != 0 {
        access |= MemoryAccess::ALIGNED;
    }
    let mut words = vec![access.bits()];
    words.extend((align != 0).then_some(align));
    words
}
