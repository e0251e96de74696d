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
pub mod output;
pub mod work_item;

use rspirv::spirv::{Op, OpenclStd100Op as ClOp};
use tandem_image::demangle;
use tandem_ir::{AttributePlace, Builder, Module};
use tandem_spirv::builtins::{Builtin, is_builtin_name};

use crate::call_graph::original_name;
use crate::error::{Error, Result};
use call::Call;

/// Lowers every call of a builtin in the module.
pub fn lower(module: &Module) -> Result<()> {
    for function in module.functions() {
        let name = function.name();
        if !function.is_declaration() || !is_builtin_name(&name) {
            continue;
        }
        let builtin = Builtin::parse(&name);
        if is_synchronization(builtin) {
            function.add_attribute(AttributePlace::Function, "convergent", 0);
            function.add_attribute(AttributePlace::Function, "nounwind", 0);
            continue;
        }
        for inst in function.calls() {
            let builder = Builder::before(inst);
            let call = Call { module, builder, inst, args: inst.args() };
            let caller = inst.block().map(|block| original_name(block.function())).unwrap_or_default();
            let Some(result) = builtin.and_then(|builtin| lower_call(&call, builtin)) else {
                let function = format!("function `{}`", demangle::kernel(&caller));
                return Err(Error::Construct {
                    function,
                    construct: format!("`{}` is not supported on the CPU device", demangle::symbol(&name)),
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
fn is_synchronization(builtin: Option<Builtin>) -> bool {
    let Some(Builtin::Instruction(op)) = builtin else {
        return false;
    };
    let name = format!("{op:?}");
    ["ControlBarrier", "MemoryBarrier", "Group", "Subgroup"].iter().any(|prefix| name.starts_with(prefix))
}

/// The value of a call; any value where the call returns none.
fn lower_call<'m>(call: &Call<'m>, builtin: Builtin) -> Option<tandem_ir::Value<'m>> {
    match builtin {
        Builtin::Variable(variable) => work_item::lower(call, variable),
        // Memory is flat, so that the address tells nothing of its space.
        Builtin::Instruction(Op::GenericCastToPtrExplicit) => {
            Some(call.builder.address_space_cast(call.args[0], call.inst.ty()))
        }
        Builtin::Instruction(_) => None,
        Builtin::Extended(ClOp::printf) => Some(output::printf(call)),
        Builtin::Extended(op) => math::lower(call, op).or_else(|| geometry::lower(call, op)),
    }
}
