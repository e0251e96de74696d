//! Atomic accesses and fences.
//!
//! The scope is the `!spirv.scope` metadata, or all devices if there is none; the semantics are LLVM's ordering.

use rspirv::spirv::{Capability, MemorySemantics, Op, Scope, Word};
use tandem_device_ir::Metadata;
use tandem_ir::{Inst, Opcode, Ordering, RmwOp, Type, TypeKind, Value};

use super::body::Body;
use super::emitter::Emitter;
use super::error::Reason;

impl<'m> Body<'_, 'm> {
    /// `fence`, `atomicrmw`, `cmpxchg`.
    pub(super) fn atomic(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        match inst.opcode() {
            Opcode::LLVMFence => {
                let memory = MemorySemantics::WORKGROUP_MEMORY | MemorySemantics::CROSS_WORKGROUP_MEMORY;
                let scope = self.scope(inst);
                let semantics = self.semantics(semantics(inst.ordering()) | memory);
                self.effect(Op::MemoryBarrier, &[scope, semantics]);
                Ok(())
            }
            Opcode::LLVMAtomicRMW => self.read_modify_write(inst),
            _ => self.compare_exchange(inst),
        }
    }

    pub(super) fn atomic_load(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        let ty = self.atomic_type(inst.ty())?;
        let words = [self.atomic_pointer(inst.operand(0), ty)?, self.scope(inst), self.ordering(inst)];
        let id = self.emit(Op::AtomicLoad, ty, &words);
        self.define_atomic(inst, id)
    }

    pub(super) fn atomic_store(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        let value = inst.operand(0);
        let ty = self.atomic_type(value.ty())?;
        let words = [
            self.atomic_pointer(inst.operand(1), ty)?,
            self.scope(inst),
            self.ordering(inst),
            self.atomic_operand(value)?,
        ];
        self.effect(Op::AtomicStore, &words);
        Ok(())
    }

    fn read_modify_write(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        let operation = inst.rmw_op().ok_or_else(|| Reason::Operation(inst.to_string()))?;
        let value = inst.operand(1);
        let ty = self.atomic_type(value.ty())?;
        let op = self.rmw_op(operation, value.ty()).ok_or_else(|| Reason::Operation(inst.to_string()))?;
        let pointer = self.atomic_pointer(inst.operand(0), ty)?;
        let mut operand = self.atomic_operand(value)?;
        if operation == RmwOp::LLVMAtomicRMWBinOpFSub {
            operand = self.emit(Op::FNegate, ty, &[operand]);
        }
        let words = [pointer, self.scope(inst), self.ordering(inst), operand];
        let id = self.emit(op, ty, &words);
        self.define_atomic(inst, id)
    }

    fn rmw_op(&mut self, operation: RmwOp, ty: Type<'m>) -> Option<Op> {
        use RmwOp::*;
        let op = match operation {
            LLVMAtomicRMWBinOpXchg => Op::AtomicExchange,
            LLVMAtomicRMWBinOpAdd => Op::AtomicIAdd,
            LLVMAtomicRMWBinOpSub => Op::AtomicISub,
            LLVMAtomicRMWBinOpAnd => Op::AtomicAnd,
            LLVMAtomicRMWBinOpOr => Op::AtomicOr,
            LLVMAtomicRMWBinOpXor => Op::AtomicXor,
            LLVMAtomicRMWBinOpMax => Op::AtomicSMax,
            LLVMAtomicRMWBinOpMin => Op::AtomicSMin,
            LLVMAtomicRMWBinOpUMax => Op::AtomicUMax,
            LLVMAtomicRMWBinOpUMin => Op::AtomicUMin,
            LLVMAtomicRMWBinOpFAdd | LLVMAtomicRMWBinOpFSub => Op::AtomicFAddEXT,
            LLVMAtomicRMWBinOpFMax => Op::AtomicFMaxEXT,
            LLVMAtomicRMWBinOpFMin => Op::AtomicFMinEXT,
            _ => return None,
        };
        self.float_atomics(op, ty);
        Some(op)
    }

    /// Declares the requirements of atomic arithmetic on floating-point numbers.
    pub(super) fn float_atomics(&mut self, op: Op, ty: Type<'m>) {
        let asm = &mut self.writer.asm;
        let (extension, capability) = match (op, ty.kind()) {
            (Op::AtomicFAddEXT, TypeKind::Half) => {
                asm.extension("SPV_EXT_shader_atomic_float16_add");
                ("SPV_EXT_shader_atomic_float_add", Capability::AtomicFloat16AddEXT)
            }
            (Op::AtomicFAddEXT, TypeKind::Double) => {
                ("SPV_EXT_shader_atomic_float_add", Capability::AtomicFloat64AddEXT)
            }
            (Op::AtomicFAddEXT, _) => ("SPV_EXT_shader_atomic_float_add", Capability::AtomicFloat32AddEXT),
            (Op::AtomicFMaxEXT | Op::AtomicFMinEXT, kind) => (
                "SPV_EXT_shader_atomic_float_min_max",
                match kind {
                    TypeKind::Half => Capability::AtomicFloat16MinMaxEXT,
                    TypeKind::Double => Capability::AtomicFloat64MinMaxEXT,
                    _ => Capability::AtomicFloat32MinMaxEXT,
                },
            ),
            _ => return,
        };
        asm.extension(extension);
        asm.capability(capability);
    }

    /// The old value and whether it was the expected one.
    fn compare_exchange(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        let (expected, desired) = (inst.operand(1), inst.operand(2));
        let ty = self.atomic_type(expected.ty())?;
        // SPIR-V compares integers only.
        let int = match expected.ty().kind() {
            TypeKind::Int(32) | TypeKind::Int(64) | TypeKind::Pointer(_) => ty,
            _ => return Err(Reason::Operation(inst.to_string())),
        };
        let expected_id = self.atomic_operand(expected)?;
        let failure = self.semantics(semantics(inst.failure_ordering()));
        let words = [
            self.atomic_pointer(inst.operand(0), int)?,
            self.scope(inst),
            self.ordering(inst),
            failure,
            self.atomic_operand(desired)?,
            expected_id,
        ];
        let old = self.emit(Op::AtomicCompareExchange, int, &words);
        if !expected.ty().is_pointer() && inst.value().users().into_iter().all(is_old_value) {
            self.old_values.insert(inst.value(), old);
            return Ok(());
        }
        let bools = self.writer.bool_type();
        let same = self.emit(Op::IEqual, bools, &[old, expected_id]);
        let byte = self.writer.int_type(8);
        let (one, zero) = (self.writer.int_constant(8, 1), self.writer.int_constant(8, 0));
        let same = self.emit(Op::Select, byte, &[same, one, zero]);
        let old = self.value_of_atomic(old, expected.ty())?;
        let result_type = self.writer.value_type(inst.ty())?;
        let id = self.emit(Op::CompositeConstruct, result_type, &[old, same]);
        self.define(inst, id)
    }

    /// Records the result of an atomic access of the instruction's own type.
    fn define_atomic(&mut self, inst: Inst<'m>, id: Word) -> Result<(), Reason> {
        let id = self.value_of_atomic(id, inst.ty())?;
        self.define(inst, id)
    }

    /// The type of memory while it is accessed atomically: pointers are integers there.
    pub(super) fn atomic_type(&mut self, ty: Type<'m>) -> Result<Word, Reason> {
        match ty.kind() {
            TypeKind::Int(64) | TypeKind::Pointer(_) => {
                self.writer.asm.capability(Capability::Int64Atomics);
                Ok(self.writer.int_type(64))
            }
            TypeKind::Int(32) | TypeKind::Float | TypeKind::Double | TypeKind::Half => self.writer.value_type(ty),
            _ => Err(Reason::Type(format!("atomic {ty}"))),
        }
    }

    fn atomic_operand(&mut self, value: Value<'m>) -> Result<Word, Reason> {
        if value.ty().is_pointer() {
            let address = self.writer.module.int(64);
            return self.pointer_to_int(value, address);
        }
        self.value(value)
    }

    fn value_of_atomic(&mut self, id: Word, ty: Type<'m>) -> Result<Word, Reason> {
        if !ty.is_pointer() {
            return Ok(id);
        }
        let pointer = self.default_pointer(ty)?;
        let ty = self.writer.pointer_type(pointer);
        Ok(self.emit(Op::ConvertUToPtr, ty, &[id]))
    }

    fn atomic_pointer(&mut self, pointer: Value<'m>, pointee: Word) -> Result<Word, Reason> {
        Ok(self.pointer_to(pointer, pointee)?.0)
    }

    fn scope(&mut self, inst: Inst<'m>) -> Word {
        let scope = inst.int_metadata(Metadata::Scope.name()).and_then(|values| values.first().copied());
        self.writer.int_constant(32, scope.unwrap_or(Scope::CrossDevice as u64))
    }

    fn ordering(&mut self, inst: Inst<'m>) -> Word {
        self.semantics(semantics(inst.ordering()))
    }

    fn semantics(&mut self, semantics: MemorySemantics) -> Word {
        self.writer.int_constant(32, u64::from(semantics.bits()))
    }
}

/// Whether a use of `cmpxchg` takes only the old value.
fn is_old_value(user: Value<'_>) -> bool {
    user.as_inst().is_some_and(|inst| inst.opcode() == Opcode::LLVMExtractValue && inst.indices() == [0])
}

fn semantics(ordering: Option<Ordering>) -> MemorySemantics {
    match ordering {
        Some(Ordering::LLVMAtomicOrderingAcquire) => MemorySemantics::ACQUIRE,
        Some(Ordering::LLVMAtomicOrderingRelease) => MemorySemantics::RELEASE,
        Some(Ordering::LLVMAtomicOrderingAcquireRelease) => MemorySemantics::ACQUIRE_RELEASE,
        Some(Ordering::LLVMAtomicOrderingSequentiallyConsistent) => MemorySemantics::SEQUENTIALLY_CONSISTENT,
        _ => MemorySemantics::RELAXED,
    }
}
