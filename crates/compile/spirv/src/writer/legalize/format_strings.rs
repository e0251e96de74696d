//! Format strings of `printf`, which OpenCL requires in constant memory.

use tandem_device_ir::{AddressSpace, Builtin, Callee, OpenClFunction};
use tandem_ir::{Builder, EditableModule, Global, Inst, Linkage, Value, ValueKind};

const CONSTANT_SPACE: u32 = AddressSpace::Constant.number();

/// Makes calls of `printf` use copies of their literals in constant memory. Formats that are chosen at run time stay
/// where they are.
pub(super) fn move_to_constant_memory(module: &EditableModule) {
    for function in module.functions() {
        if Callee::of(&function.name()) != Callee::Builtin(Builtin::OpenCl(OpenClFunction::printf)) {
            continue;
        }
        for call in function.calls() {
            if let Some(literal) = literal_format(call) {
                use_format(module, call, constant_copy(module, literal));
            }
        }
    }
}

fn literal_format(call: Inst<'_>) -> Option<Global<'_>> {
    let format = *call.args().first().filter(|format| format.kind() == ValueKind::Global)?;
    format.as_global().filter(|global| global.is_constant() && global.address_space() != CONSTANT_SPACE)
}

fn constant_copy<'m>(module: &'m EditableModule, literal: Global<'m>) -> Value<'m> {
    let name = format!("{}.format", literal.name());
    if let Some(copy) = module.global(&name) {
        return copy.value();
    }
    let copy = module.add_global(&name, literal.value_type(), CONSTANT_SPACE);
    if let Some(text) = literal.initializer() {
        copy.set_initializer(module, text);
    }
    copy.set_constant(module, true);
    copy.set_align(module, 1);
    copy.set_linkage(module, Linkage::LLVMInternalLinkage);
    copy.value()
}

/// Replaces the call by one whose format is in constant memory.
fn use_format<'m>(module: &'m EditableModule, call: Inst<'m>, format: Value<'m>) {
    let mut args = call.args();
    args[0] = format;
    let ty = call.ty().function(&[format.ty()], true);
    let function = module.get_or_declare(&super::overload(OpenClFunction::printf, format.ty()), ty);
    let replacement = Builder::before(module, call).call_function(function, &args);
    call.value().replace_all_uses_with(module, replacement.value());
    call.erase(module);
}
