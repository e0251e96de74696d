//! Lowers calls of device builtins (`docs/internals/boundaries.md`, section 2) to plain
//! LLVM IR: queries, intrinsics, calls of the [target's library](TargetLibrary).
//!
//! The SPIR-V reader has already lowered builtins for which LLVM has an instruction or an exact intrinsic. Barriers and
//! group operations are left to [`sync::lower`](crate::sync::lower), matrices to
//! [`matrix::lower`](crate::matrix::lower), asynchronous copies to [`copies`](crate::copies), images to
//! [`images::lower`](crate::images::lower).

mod call;
mod geometry;
mod library;
mod library_call;
mod math;
mod named_space;
mod opencl;
mod output;
mod spaces;
pub mod work_item;

use tandem_device_ir::{Builtin, OpenClFunction, Role};
use tandem_device_ir_llvm::{Callees, declare_builtin};
use tandem_image::demangle;
use tandem_ir::{Builder, EditableModule, Value};

use crate::error::{Error, Result};
use crate::names::original_name;
use library_call::LibraryCall;

pub use call::Call;
pub use library::TargetLibrary;
pub use named_space::NamedSpace;
pub use output::lower_assertions;

/// Lowers every call of a builtin in the module, for the target of a library.
///
/// # Errors
/// A builtin that the target does not have.
pub fn lower<'m>(module: &'m EditableModule, library: &'m dyn TargetLibrary) -> Result<()> {
    let callees = Callees::of(module);
    for function in module.functions() {
        let Some(builtin) = callees.get(function).builtin() else { continue };
        if waits(builtin, library) {
            declare_builtin(module, function, builtin);
            continue;
        }
        for inst in function.calls() {
            let builder = Builder::before(module, inst);
            let call = LibraryCall { call: Call { module, builder, inst, args: inst.args() }, library };
            let caller = inst.block().map(|block| original_name(block.function())).unwrap_or_default();
            let Some(result) = lower_call(module, &call, builtin) else {
                let function = format!("function `{}`", demangle::kernel(&caller));
                let (builtin, device) = (builtin.base_name(), library.device().name);
                let construct = format!("`{builtin}` is not supported on the {device} device");
                return Err(Error::Construct { place: None, function, construct }.at(inst));
            };
            if inst.value().has_users() {
                inst.value().replace_all_uses_with(module, call.resize(result, inst.ty()));
            }
            inst.erase(module);
        }
        if !function.value().has_users() {
            function.delete(module);
        }
    }
    Ok(())
}

/// Whether a later pass takes care of it, in kernels that consist of one function.
fn waits(builtin: Builtin, library: &dyn TargetLibrary) -> bool {
    match builtin {
        Builtin::Instruction(instruction) => match instruction.role() {
            Role::Barrier(_) | Role::Group(..) => true,
            Role::Image => library.images().is_some(),
            _ => false,
        },
        Builtin::Imported(_) => true,
        Builtin::Variable(_) | Builtin::OpenCl(_) => false,
    }
}

/// The value of a call; any value if the call returns none. `None` for builtins that the SPIR-V reader expands, and for
/// those that no target has.
fn lower_call<'m>(module: &'m EditableModule, call: &LibraryCall<'m>, builtin: Builtin) -> Option<Value<'m>> {
    match builtin {
        Builtin::Variable(variable) => Some(work_item::lower(call, variable)),
        Builtin::OpenCl(OpenClFunction::printf) => Some(output::printf(call)),
        Builtin::OpenCl(function) => opencl::lower(call, function),
        Builtin::Imported(_) => None,
        Builtin::Instruction(instruction) => match instruction.role() {
            Role::CastToExplicit => Some(spaces::cast(module, call)),
            Role::SpaceOfPointer => Some(spaces::semantics(call)),
            Role::Clock => None,
            Role::Barrier(_) | Role::Group(..) => None,
            Role::Atomic
            | Role::Image
            | Role::Conversion
            | Role::Relation
            | Role::Bits
            | Role::Arithmetic
            | Role::SpecConstant => None,
        },
    }
}
