//! Atomic instructions and fences.
//!
//! LLVM's C API names the system scope only; the SPIR-V scope rides along as
//! `!spirv.scope` (`docs/internals/boundaries.md`, section 3).

use rspirv::spirv::Op;
use tandem_device_ir::{MemorySemantics, Metadata, Scope};
use tandem_ir::{EditableModule, Inst, IntPredicate, Ordering, RmwOp, Type, Value};

use super::body::{Body, ResultOperands};
use super::classes::{Class, int_bits, is_class, lanes};
use super::error::{Reason, Result, ensure};
use tandem_spirv_binary::Operands;

/// The effect of a memory access with an ordering.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Load,
    Store,
    ReadModifyWrite,
}

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Atomic instructions with a result.
    pub fn atomic_operation(&mut self, op: Op, target: ResultOperands, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let ty = self.r.llvm(target.ty);
        if let Some((rmw, class)) = rmw_op(op) {
            let site = self.atomic_site(Kind::ReadModifyWrite, ops)?;
            self.require_atomic(ty)?;
            let value = self.value_like(ty, ops)?;
            ensure(class.is_none_or(|class| is_class(ty, class)), "an operand has the wrong type")?;
            return Ok(self.read_modify_write(rmw, site, value));
        }
        let value = match op {
            Op::AtomicLoad => {
                let site = self.atomic_site(Kind::Load, ops)?;
                self.require_atomic(ty)?;
                let load = self.builder.load(ty, site.pointer);
                self.make_atomic(load, ty, site)
            }
            Op::AtomicIIncrement | Op::AtomicIDecrement => {
                let site = self.atomic_site(Kind::ReadModifyWrite, ops)?;
                self.require_atomic(ty)?;
                ensure(ty.is_int(), "the result type is not an integer")?;
                let increment = op == Op::AtomicIIncrement;
                let rmw = if increment { RmwOp::LLVMAtomicRMWBinOpAdd } else { RmwOp::LLVMAtomicRMWBinOpSub };
                self.read_modify_write(rmw, site, ty.int(1, false))
            }
            Op::AtomicCompareExchange | Op::AtomicCompareExchangeWeak => {
                let site = self.atomic_site(Kind::ReadModifyWrite, ops)?;
                self.require_atomic(ty)?;
                ensure(!ty.is_float(), "compare-and-exchange takes integers")?;
                let failure = self.ordering(Kind::Load, ops)?;
                let (desired, expected) = (self.value_like(ty, ops)?, self.value_like(ty, ops)?);
                let exchange = self.builder.cmpxchg(site.pointer, expected, desired, site.ordering, failure);
                site.tag(self.r.module, exchange);
                self.builder.extract_value(exchange.value(), 0)
            }
            Op::AtomicFlagTestAndSet => {
                let site = self.atomic_site(Kind::ReadModifyWrite, ops)?;
                let was = self.read_modify_write(RmwOp::LLVMAtomicRMWBinOpXchg, site, self.i32(1));
                self.builder.icmp(IntPredicate::LLVMIntNE, was, self.i32(0))
            }
            _ => return Err(Reason::instruction(op)),
        };
        Ok(value)
    }

    /// Atomic instructions without a result.
    pub fn atomic_statement(&mut self, op: Op, ops: &mut Operands<'w>) -> Result<()> {
        match op {
            Op::AtomicStore => {
                let site = self.atomic_site(Kind::Store, ops)?;
                let value = self.value(ops)?;
                self.require_atomic(value.ty())?;
                let store = self.builder.store(value, site.pointer);
                self.make_atomic(store, value.ty(), site);
            }
            Op::AtomicFlagClear => {
                let site = self.atomic_site(Kind::Store, ops)?;
                let store = self.builder.store(self.i32(0), site.pointer);
                self.make_atomic(store, self.r.module.int(32), site);
            }
            Op::MemoryBarrier => {
                let scope = self.scope(ops)?;
                let ordering = self.ordering(Kind::ReadModifyWrite, ops)?;
                if ordering != Ordering::LLVMAtomicOrderingMonotonic {
                    tag_scope(self.r.module, self.builder.fence(ordering), scope);
                }
            }
            _ => return Err(Reason::instruction(op)),
        }
        Ok(())
    }

    /// Pointer, scope and semantics, which every atomic begins with.
    fn atomic_site(&mut self, kind: Kind, ops: &mut Operands<'w>) -> Result<AtomicAccess<'m>> {
        ensure(self.entry.is_some(), "the instruction is not a constant")?;
        let is_volatile = ops.ids_ahead().next().is_some_and(|id| self.is_volatile(id));
        let pointer = self.value_of(Class::Pointer, ops)?;
        let scope = self.scope(ops)?;
        Ok(AtomicAccess { pointer, is_volatile, ordering: self.ordering(kind, ops)?, scope })
    }

    fn require_atomic(&self, ty: Type<'m>) -> Result<()> {
        let bits = if ty.is_float() { self.r.module.size_of(ty) as u32 * 8 } else { int_bits(ty) };
        let scalar = lanes(ty).is_none() && matches!(bits, 8 | 16 | 32 | 64);
        ensure(scalar || ty.is_pointer(), "atomics are on scalars of 8 to 64 bits")
    }

    /// The next operand as a scope; `None` if it is not constant.
    fn scope(&mut self, ops: &mut Operands<'w>) -> Result<Option<Scope>> {
        let value = self.scalar_of(Class::Int, ops)?;
        let Some(number) = value.const_u64() else { return Ok(None) };
        let scope = Scope::from_number(number).ok_or_else(|| Reason::unsupported(format!("scope {number}")))?;
        Ok(Some(scope))
    }

    /// The next operand as memory semantics. Semantics that are not constant are sequentially consistent.
    fn ordering(&mut self, kind: Kind, ops: &mut Operands<'w>) -> Result<Ordering> {
        use Ordering::*;
        let value = self.scalar_of(Class::Int, ops)?;
        let Some(bits) = value.const_u64() else { return Ok(LLVMAtomicOrderingSequentiallyConsistent) };
        let semantics = MemorySemantics::from_bits(bits);
        let semantics = semantics.ok_or_else(|| Reason::unsupported(format!("memory semantics {bits:#x}")))?;
        let both = semantics.contains(MemorySemantics::ACQUIRE_RELEASE);
        let acquire = (both || semantics.contains(MemorySemantics::ACQUIRE)) && kind != Kind::Store;
        let release = (both || semantics.contains(MemorySemantics::RELEASE)) && kind != Kind::Load;
        Ok(match (acquire, release) {
            _ if semantics.contains(MemorySemantics::SEQUENTIALLY_CONSISTENT) => {
                LLVMAtomicOrderingSequentiallyConsistent
            }
            (true, true) => LLVMAtomicOrderingAcquireRelease,
            (true, false) => LLVMAtomicOrderingAcquire,
            (false, true) => LLVMAtomicOrderingRelease,
            (false, false) => LLVMAtomicOrderingMonotonic,
        })
    }

    fn read_modify_write(&self, op: RmwOp, site: AtomicAccess<'m>, value: Value<'m>) -> Value<'m> {
        let inst = self.builder.atomic_rmw(op, site.pointer, value, site.ordering);
        site.tag(self.r.module, inst);
        inst.value()
    }

    /// Makes a load or store of type `ty` atomic, with its natural alignment.
    fn make_atomic(&self, inst: Inst<'m>, ty: Type<'m>, site: AtomicAccess<'m>) -> Value<'m> {
        inst.set_ordering(self.r.module, site.ordering);
        inst.set_align(self.r.module, self.r.module.size_of(ty) as u32);
        site.tag(self.r.module, inst);
        inst.value()
    }
}

/// Where and how an atomic access happens.
#[derive(Clone, Copy)]
struct AtomicAccess<'m> {
    pointer: Value<'m>,
    is_volatile: bool,
    ordering: Ordering,
    scope: Option<Scope>,
}

impl<'m> AtomicAccess<'m> {
    fn tag(&self, module: &EditableModule, inst: Inst<'m>) {
        tag_scope(module, inst, self.scope);
        if self.is_volatile {
            inst.set_volatile(module, true);
        }
    }
}

fn tag_scope(module: &EditableModule, inst: Inst<'_>, scope: Option<Scope>) {
    if let Some(scope) = scope {
        inst.set_int_metadata(module, Metadata::Scope.name(), &[scope.number()]);
    }
}

/// LLVM's read-modify-write operation, and the class of its operand (any for an exchange).
fn rmw_op(op: Op) -> Option<(RmwOp, Option<Class>)> {
    use RmwOp::*;
    let (rmw, class) = match op {
        Op::AtomicExchange => return Some((LLVMAtomicRMWBinOpXchg, None)),
        Op::AtomicIAdd => (LLVMAtomicRMWBinOpAdd, Class::Int),
        Op::AtomicISub => (LLVMAtomicRMWBinOpSub, Class::Int),
        Op::AtomicSMin => (LLVMAtomicRMWBinOpMin, Class::Int),
        Op::AtomicUMin => (LLVMAtomicRMWBinOpUMin, Class::Int),
        Op::AtomicSMax => (LLVMAtomicRMWBinOpMax, Class::Int),
        Op::AtomicUMax => (LLVMAtomicRMWBinOpUMax, Class::Int),
        Op::AtomicAnd => (LLVMAtomicRMWBinOpAnd, Class::Int),
        Op::AtomicOr => (LLVMAtomicRMWBinOpOr, Class::Int),
        Op::AtomicXor => (LLVMAtomicRMWBinOpXor, Class::Int),
        Op::AtomicFAddEXT => (LLVMAtomicRMWBinOpFAdd, Class::Float),
        Op::AtomicFMinEXT => (LLVMAtomicRMWBinOpFMin, Class::Float),
        Op::AtomicFMaxEXT => (LLVMAtomicRMWBinOpFMax, Class::Float),
        _ => return None,
    };
    Some((rmw, Some(class)))
}
