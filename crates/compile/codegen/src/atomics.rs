//! Atomic operations and fences, with their scopes.
//!
//! Device IR has a scope as metadata of the instruction, and none where any may
//! be meant (`docs/internals/boundaries.md`, section 3).

use tandem_device_ir::{Metadata, Scope};
use tandem_ir::{Inst, Opcode, Ordering};

/// An atomic operation or a fence.
#[derive(Clone, Copy)]
pub struct Atomic<'m> {
    /// The instruction.
    pub inst: Inst<'m>,
    /// The order of the operation; of a compare-exchange, that of its success.
    pub ordering: Ordering,
    /// Whom the order concerns.
    pub scope: Scope,
}

impl<'m> Atomic<'m> {
    /// The atomic operation that `inst` is, if any.
    pub fn of(inst: Inst<'m>) -> Option<Self> {
        let ordering = match inst.opcode() {
            Opcode::LLVMLoad
            | Opcode::LLVMStore
            | Opcode::LLVMAtomicRMW
            | Opcode::LLVMAtomicCmpXchg
            | Opcode::LLVMFence => inst.ordering()?,
            _ => return None,
        };
        let is_atomic = ordering != Ordering::LLVMAtomicOrderingNotAtomic;
        is_atomic.then(|| Self { inst, ordering, scope: scope(inst) })
    }

    /// Whether later operations stay after it.
    pub fn acquires(self) -> bool {
        use Ordering::*;
        matches!(
            self.ordering,
            LLVMAtomicOrderingAcquire | LLVMAtomicOrderingAcquireRelease | LLVMAtomicOrderingSequentiallyConsistent
        )
    }

    /// Whether earlier operations stay before it.
    pub fn releases(self) -> bool {
        use Ordering::*;
        matches!(
            self.ordering,
            LLVMAtomicOrderingRelease | LLVMAtomicOrderingAcquireRelease | LLVMAtomicOrderingSequentiallyConsistent
        )
    }
}

/// The scope of an atomic: the widest one if none is known.
fn scope(inst: Inst<'_>) -> Scope {
    let values = inst.int_metadata(Metadata::Scope.name());
    values.and_then(|values| Scope::from_number(*values.first()?)).unwrap_or(Scope::CrossDevice)
}
