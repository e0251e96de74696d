//! Loads and stores.

use tandem_ir::{Inst, Opcode, Ordering, Type, Value};

/// The memory that a load or store accesses.
#[derive(Clone, Copy)]
pub struct Access<'m> {
    /// The address.
    pub address: Value<'m>,
    /// What.
    pub ty: Type<'m>,
}

/// The access of a load or store.
pub fn access(inst: Inst<'_>) -> Option<Access<'_>> {
    match inst.opcode() {
        Opcode::LLVMLoad => Some(Access { address: inst.operand(0), ty: inst.ty() }),
        Opcode::LLVMStore => Some(Access { address: inst.operand(1), ty: inst.operand(0).ty() }),
        _ => None,
    }
}

/// Whether a load or store is neither volatile nor atomic.
pub fn is_plain(inst: Inst<'_>) -> bool {
    !inst.is_volatile() && inst.ordering() == Some(Ordering::LLVMAtomicOrderingNotAtomic)
}
