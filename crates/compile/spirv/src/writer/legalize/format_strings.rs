//! Format strings of `printf`, which OpenCL wants in constant memory.

use tandem_device_ir::{AddressSpace, Builtin, Callee, OpenClFunction};
use tandem_ir::{Builder, Global, Inst, Linkage, Module, Value, ValueKind};

const CONSTANT_SPACE: u32 = AddressSpace::Constant.number();

/// Lets calls of `printf` use copies of their literals in constant memory.
/// Formats that are chosen at run time stay where they are.
pub(super) fn move_to_constant_memory(module: &Module) {
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

fn constant_copy<'m>(module: &'m Module, literal: Global<'m>) -> Value<'m> {
    let name = format!("{}.format", literal.name());
    if let Some(copy) = module.global(&name) {
        return copy.value();
    }
    let copy = module.add_global(&name, literal.value_type(), CONSTANT_SPACE);
    if let Some(text) = literal.initializer() {
        copy.set_initializer(text);
    }
    copy.set_constant(true);
    copy.set_align(1);
    copy.set_linkage(Linkage::LLVMInternalLinkage);
    copy.value()
}

/// Replaces the call by one whose format lies in constant memory.
fn use_format<'m>(module: &'m Module, call: Inst<'m>, format: Value<'m>) {
    let mut args = call.args();
    args[0] = format;
    let ty = call.ty().function(&[format.ty()], true);
    let function = module.get_or_declare(&super::overload(OpenClFunction::printf, format.ty()), ty);
    let replacement = Builder::before(call).call_function(function, &args);
    call.value().replace_all_uses_with(replacement.value());
    call.erase();
}
