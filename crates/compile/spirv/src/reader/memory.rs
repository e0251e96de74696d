//! Variables of functions, loads, stores and copies.

use rspirv::spirv::{MemoryAccess, Op};
use tandem_ir::{Builder, EditableModule, Inst, Intrinsic, Value};

use super::body::{Body, ResultOperands};
use super::classes::Class;
use super::error::{Reason, Result, ensure};
use super::support::accept_bits;
use super::types::check_align;
use tandem_spirv_binary::Operands;

/// The bits of memory operands that the reader supports; the others belong to Vulkan's memory model.
const MEMORY_ACCESS: u32 = MemoryAccess::VOLATILE
    .union(MemoryAccess::ALIGNED)
    .union(MemoryAccess::NONTEMPORAL)
    .union(MemoryAccess::ALIAS_SCOPE_INTEL_MASK)
    .union(MemoryAccess::NO_ALIAS_INTEL_MASK)
    .bits();

/// Memory operands of an access.
#[derive(Clone, Copy, Default)]
struct Access {
    volatile: bool,
    nontemporal: bool,
    align: Option<u32>,
}

impl Access {
    /// The operands of an access to a pointer that is volatile or not.
    fn read(is_volatile: bool, ops: &mut Operands<'_>) -> Result<Self> {
        let mut access = Self { volatile: is_volatile, ..Self::default() };
        if ops.is_empty() {
            return Ok(access);
        }
        let bits = ops.word()?;
        accept_bits("memory access", bits, MEMORY_ACCESS)?;
        let mask = MemoryAccess::from_bits_retain(bits);
        access.volatile |= mask.contains(MemoryAccess::VOLATILE);
        access.nontemporal = mask.contains(MemoryAccess::NONTEMPORAL);
        if mask.contains(MemoryAccess::ALIGNED) {
            // Producers write 0 for the natural alignment.
            access.align = Some(ops.word()?).filter(|align| *align != 0).map(check_align).transpose()?;
        }
        // Lists of scopes: promises about aliasing that nothing here uses.
        let others = [MemoryAccess::ALIAS_SCOPE_INTEL_MASK, MemoryAccess::NO_ALIAS_INTEL_MASK];
        for _ in others.into_iter().filter(|bit| mask.contains(*bit)) {
            ops.word()?;
        }
        Ok(access)
    }

    fn apply(self, module: &EditableModule, inst: Inst<'_>) {
        if let Some(align) = self.align {
            inst.set_align(module, align);
        }
        if self.volatile {
            inst.set_volatile(module, true);
        }
        if self.nontemporal {
            inst.set_int_metadata(module, "nontemporal", &[1]);
        }
    }
}

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Memory instructions with a result.
    pub fn memory_operation(&mut self, op: Op, target: ResultOperands, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let ty = self.r.llvm(target.ty);
        let value = match op {
            Op::VariableLengthArrayINTEL => {
                let element = self.r.pointee(target.ty)?;
                self.r.size_of(element)?;
                let count = self.scalar_of(Class::Int, ops)?;
                self.in_function()?;
                self.builder.array_alloca(self.r.llvm(element), count, self.r.scan.name(target.id)).value()
            }
            Op::SaveMemoryINTEL => {
                self.in_function()?;
                self.intrinsic(Intrinsic::StackSave, ty, &[])
            }
            Op::Load => {
                let id = ops.id()?;
                if let Some(pointer) = self.builtin_pointer(id) {
                    return self.load_builtin(pointer, target.ty);
                }
                let pointer = self.typed(id)?.value;
                ensure(pointer.ty().is_pointer(), "an operand has the wrong type")?;
                self.in_function()?;
                let load = self.builder.load(ty, pointer);
                Access::read(self.is_volatile(id), ops)?.apply(self.r.module, load);
                load.value()
            }
            _ => return Err(Reason::instruction(op)),
        };
        Ok(value)
    }

    /// Memory instructions without a result.
    pub fn memory_statement(&mut self, op: Op, ops: &mut Operands<'w>) -> Result<()> {
        match op {
            Op::Store => {
                let is_volatile = ops.ids_ahead().next().is_some_and(|id| self.is_volatile(id));
                let pointer = self.value_of(Class::Pointer, ops)?;
                let object = self.typed(ops.id()?)?;
                self.r.check_value_size(object.ty)?;
                let store = self.builder.store(object.value, pointer);
                Access::read(is_volatile, ops)?.apply(self.r.module, store);
            }
            Op::CopyMemory => {
                let (target_id, source_id) = (ops.id()?, ops.id()?);
                let (target, source) = (self.typed(target_id)?, self.typed(source_id)?);
                let pointee = self.r.pointee(target.ty).or_else(|_| self.r.pointee(source.ty))?;
                let bytes = self.r.size_of(pointee)?;
                let natural = self.r.module.align_of(self.r.llvm(pointee));
                let size = self.r.module.int(64).int(bytes, false);
                let is_volatile = self.is_volatile(target_id) || self.is_volatile(source_id);
                self.copy(target.value, source.value, size, natural, is_volatile, ops)?;
            }
            Op::CopyMemorySized => {
                let is_volatile = ops.ids_ahead().take(2).any(|id| self.is_volatile(id));
                let (target, source) = (self.value(ops)?, self.value(ops)?);
                let size = self.scalar_of(Class::Int, ops)?;
                self.copy(target, source, size, 1, is_volatile, ops)?;
            }
            Op::RestoreMemoryINTEL => {
                let pointer = self.value_of(Class::Pointer, ops)?;
                self.builder.intrinsic(Intrinsic::StackRestore, &[pointer.ty()], &[pointer]);
            }
            Op::LifetimeStart => self.lifetime(Builder::lifetime_start, ops)?,
            Op::LifetimeStop => self.lifetime(Builder::lifetime_end, ops)?,
            Op::AssumeTrueKHR => {
                let condition = self.value_like(self.r.module.int(1), ops)?;
                self.builder.intrinsic(Intrinsic::Assume, &[], &[condition]);
            }
            Op::UntypedPrefetchKHR | Op::SubgroupBlockPrefetchINTEL => {}
            _ => return Err(Reason::instruction(op)),
        }
        Ok(())
    }

    /// Fails while constants are folded, when there is no memory.
    fn in_function(&self) -> Result<()> {
        ensure(self.entry.is_some(), "the instruction is not a constant")
    }

    /// A variable of the function.
    pub fn variable(&mut self, op: Op, target: ResultOperands, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        self.in_function()?;
        let class = ops.word()?;
        ensure(super::types::address_space(class)? == 0, "variables of functions have storage class Function")?;
        let pointee = match op {
            Op::UntypedVariableKHR => self.r.type_of_id(ops.id()?)?,
            _ => self.r.pointee(target.ty)?,
        };
        self.r.size_of(pointee)?;
        let alloca = self.builder.alloca(self.r.llvm(pointee), self.r.scan.name(target.id));
        if let Some(align) = self.r.scan.decorations(target.id).alignment {
            alloca.set_align(self.r.module, check_align(align)?);
        }
        if !ops.is_empty() {
            let initial = self.value_like(self.r.llvm(pointee), ops)?;
            self.builder.store(initial, alloca.value());
        }
        Ok(alloca.value())
    }

    fn copy(
        &mut self,
        target: Value<'m>,
        source: Value<'m>,
        size: Value<'m>,
        natural: u32,
        is_volatile: bool,
        ops: &mut Operands<'w>,
    ) -> Result<()> {
        ensure(target.ty().is_pointer() && source.ty().is_pointer(), "an operand has the wrong type")?;
        // One set of memory operands applies to both sides, two to target and source.
        let to = Access::read(is_volatile, ops)?;
        let from = if ops.is_empty() { to } else { Access::read(is_volatile, ops)? };
        let align = |access: Access| access.align.unwrap_or(natural);
        let size = self.resize_int(size, self.r.module.int(64), false);
        let copy = self.builder.memcpy(target, align(to), source, align(from), size);
        if to.volatile || from.volatile {
            copy.value().set_operand(self.r.module, 3, self.r.module.int(1).int(1, false));
        }
        Ok(())
    }

    fn lifetime(&mut self, build: fn(&Builder<'m>, Value<'m>, u64) -> Inst<'m>, ops: &mut Operands<'w>) -> Result<()> {
        let id = ops.id()?;
        let pointer = self.typed(id)?;
        let bytes = match ops.word()? {
            0 => self.r.pointee(pointer.ty).and_then(|pointee| self.r.size_of(pointee)).unwrap_or(u64::MAX),
            bytes => u64::from(bytes),
        };
        ensure(pointer.value.ty().is_pointer(), "an operand has the wrong type")?;
        // LLVM requires the variable itself, which casts and offsets may hide.
        if pointer.value.as_inst().is_some_and(|inst| inst.opcode() == tandem_ir::Opcode::LLVMAlloca) {
            build(&self.builder, pointer.value, bytes);
        }
        Ok(())
    }
}
