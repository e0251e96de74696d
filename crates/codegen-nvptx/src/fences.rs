//! Fences of memory, by their scopes. Atomic operations of the back-end have no
//! order of their own.

use tandem_codegen::atomics::{Atomic, order_by_fences};
use tandem_codegen::names::original_name;
use tandem_codegen::{Error, Result};
use tandem_device_ir::Scope;
use tandem_ir::{Builder, Function, Intrinsic, Module, Opcode};

/// Orders the atomic operations of a function by fences.
///
/// # Errors
/// A read-modify-write whose scope is the whole system: the back-end writes those of a device.
pub fn lower<'m>(module: &'m Module, function: Function<'m>) -> Result<()> {
    for atomic in function.insts().into_iter().filter_map(Atomic::of) {
        let updates = matches!(atomic.inst.opcode(), Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg);
        if updates && atomic.scope == Scope::CrossDevice {
            let problem = "an atomic operation of system scope is not supported on the NVIDIA device";
            return Err(Error::in_kernel(&original_name(function), problem));
        }
    }
    order_by_fences(function, |builder, scope| build(module, builder, scope));
    Ok(())
}

/// A fence that orders memory for the work-items of a scope.
pub fn build<'m>(module: &'m Module, builder: &Builder<'m>, scope: Scope) {
    let fence = match scope {
        Scope::CrossDevice => Intrinsic::NvvmMemoryBarrierSystem,
        Scope::Device => Intrinsic::NvvmMemoryBarrierDevice,
        Scope::Workgroup | Scope::Subgroup => Intrinsic::NvvmMemoryBarrierBlock,
        // A work-item sees its own accesses in order.
        Scope::Invocation => return,
    };
    builder.intrinsic(module, fence, &[], &[]);
}
