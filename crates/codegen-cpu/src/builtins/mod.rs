//! Lowers calls of device builtins (`docs/internals/boundaries.md`, section 2) to plain
//! LLVM IR: queries, intrinsics, calls of libm.
//!
//! What LLVM has an instruction or an exact intrinsic for, the SPIR-V reader has
//! lowered already. Functions that the loop vectorizer knows vector forms of
//! become calls of their names. Barriers and group operations wait for
//! [`lower_sync`](crate::workgroup::lower_sync).

mod call;
mod geometry;
mod math;
mod opencl;
pub mod output;
pub mod work_item;

use tandem_device_ir::{Builtin, OpenClFunction, Role};
use tandem_device_ir_llvm::{Callees, declare_effects};
use tandem_image::demangle;
use tandem_ir::{Builder, Module, Value};

use crate::call_graph::original_name;
use crate::error::{Error, Result};
use call::Call;

/// Lowers every call of a builtin in the module.
pub fn lower(module: &Module) -> Result<()> {
    let callees = Callees::of(module);
    for function in module.functions() {
        let Some(builtin) = callees.get(function).builtin() else { continue };
        if waits(builtin) {
            declare_effects(function, builtin);
            continue;
        }
        for inst in function.calls() {
            let builder = Builder::before(inst);
            let call = Call { module, builder, inst, args: inst.args() };
            let caller = inst.block().map(|block| original_name(block.function())).unwrap_or_default();
            let Some(result) = lower_call(&call, builtin) else {
                let function = format!("function `{}`", demangle::kernel(&caller));
                return Err(Error::Construct {
                    function,
                    construct: format!("`{}` is not supported on the CPU device", builtin.base_name()),
                });
            };
            if inst.value().has_users() {
                inst.value().replace_all_uses_with(call.resize(result, inst.ty()));
            }
            inst.erase();
        }
        if !function.value().has_users() {
            function.delete();
        }
    }
    Ok(())
}

/// Whether [`lower_sync`](crate::workgroup::lower_sync) takes care of it.
fn waits(builtin: Builtin) -> bool {
    match builtin {
        Builtin::Instruction(instruction) => matches!(instruction.role(), Role::Barrier(_) | Role::Group(..)),
        Builtin::Variable(_) | Builtin::OpenCl(_) => false,
    }
}

/// The value of a call; any value where the call returns none. `None` for what
/// the SPIR-V reader expands, and for what CPUs do not have.
fn lower_call<'m>(call: &Call<'m>, builtin: Builtin) -> Option<Value<'m>> {
    match builtin {
        Builtin::Variable(variable) => Some(work_item::lower(call, variable)),
        Builtin::OpenCl(OpenClFunction::printf) => Some(output::printf(call)),
        Builtin::OpenCl(function) => opencl::lower(call, function),
        Builtin::Instruction(instruction) => match instruction.role() {
            // Memory is flat, so that the address tells nothing of its space.
            Role::CastToExplicit => Some(call.builder.address_space_cast(call.args[0], call.inst.ty())),
            Role::SpaceOfPointer | Role::Clock => None,
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
