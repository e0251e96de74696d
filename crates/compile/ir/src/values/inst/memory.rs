//! Accesses to memory: their types, orderings and alignments.

use llvm_sys::core::*;

use crate::base::enumerations::{Opcode, Ordering, RmwOp};
use crate::values::editable::EditableModule;
use crate::values::handles::Inst;
use crate::values::types::Type;
use crate::values::typing;

impl<'m> Inst<'m> {
    /// Type that an `alloca` allocates.
    pub fn allocated_type(self) -> Option<Type<'m>> {
        // SAFETY: asked of allocas only.
        (self.opcode() == Opcode::LLVMAlloca).then(|| Type::new(unsafe { LLVMGetAllocatedType(self.raw()) }))
    }

    /// Operation of an `atomicrmw`.
    pub fn rmw_op(self) -> Option<RmwOp> {
        // SAFETY: asked of atomicrmw only.
        (self.opcode() == Opcode::LLVMAtomicRMW).then(|| unsafe { LLVMGetAtomicRMWBinOp(self.raw()) })
    }

    /// Ordering of a load, store, fence or atomicrmw (success ordering of a
    /// cmpxchg); `LLVMAtomicOrderingNotAtomic` for plain accesses.
    pub fn ordering(self) -> Option<Ordering> {
        // SAFETY: each query is made of the instructions that have it.
        unsafe {
            match self.opcode() {
                Opcode::LLVMLoad | Opcode::LLVMStore | Opcode::LLVMFence | Opcode::LLVMAtomicRMW => {
                    Some(LLVMGetOrdering(self.raw()))
                }
                Opcode::LLVMAtomicCmpXchg => Some(LLVMGetCmpXchgSuccessOrdering(self.raw())),
                _ => None,
            }
        }
    }

    /// Failure ordering of a cmpxchg.
    pub fn failure_ordering(self) -> Option<Ordering> {
        // SAFETY: asked of cmpxchg only.
        (self.opcode() == Opcode::LLVMAtomicCmpXchg).then(|| unsafe { LLVMGetCmpXchgFailureOrdering(self.raw()) })
    }

    /// Makes a load or store atomic.
    pub fn set_ordering(self, module: &EditableModule, ordering: Ordering) {
        use Opcode::*;
        let fits = matches!(self.opcode(), LLVMLoad | LLVMStore | LLVMAtomicRMW | LLVMFence);
        if self.may(module, fits, || format!("memory ordering of `{self}`")) {
            // SAFETY: an instruction with one ordering.
            unsafe { LLVMSetOrdering(self.raw(), ordering) }
        }
    }

    /// Whether a memory access is volatile.
    pub fn is_volatile(self) -> bool {
        // SAFETY: asked of memory accesses only.
        self.is_access() && unsafe { LLVMGetVolatile(self.raw()) } != 0
    }

    /// Whether this reads or writes memory at an address, itself.
    fn is_access(self) -> bool {
        use Opcode::*;
        matches!(self.opcode(), LLVMLoad | LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg)
    }

    /// Makes a memory access volatile or not.
    pub fn set_volatile(self, module: &EditableModule, volatile: bool) {
        if self.may(module, self.is_access(), || format!("volatile `{self}`")) {
            // SAFETY: a memory access.
            unsafe { LLVMSetVolatile(self.raw(), volatile.into()) }
        }
    }

    /// Alignment of an alloca, load, store or atomic, in bytes.
    pub fn align(self) -> Option<u32> {
        let has = self.is_access() || self.opcode() == Opcode::LLVMAlloca;
        // SAFETY: an instruction with an alignment.
        has.then(|| unsafe { LLVMGetAlignment(self.raw()) })
    }

    /// Sets the alignment of an alloca, load, store or atomic.
    pub fn set_align(self, module: &EditableModule, bytes: u32) {
        let fits = self.align().is_some() && typing::is_alignment(bytes);
        if self.may(module, fits, || format!("alignment {bytes} of `{self}`")) {
            // SAFETY: an instruction with an alignment; `bytes` is a power of two.
            unsafe { LLVMSetAlignment(self.raw(), bytes) }
        }
    }
}
