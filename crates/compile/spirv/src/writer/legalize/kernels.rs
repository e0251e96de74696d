//! Kernels that device code calls, too.
//!
//! An entry point cannot be called, so the body moves to a separate function, which the kernel calls.

use tandem_device_ir::KernelAttribute;
use tandem_ir::{AttributePlace, Builder, EditableModule, Function, Linkage, SPIR_FUNC, SPIR_KERNEL};

/// Gives every called kernel an entry point apart from its body.
pub(super) fn separate_called(module: &EditableModule) {
    for kernel in module.functions() {
        if kernel.call_conv() == SPIR_KERNEL && !kernel.is_declaration() && !kernel.calls().is_empty() {
            separate(module, kernel);
        }
    }
}

fn separate<'m>(module: &'m EditableModule, body: Function<'m>) {
    let name = body.name();
    body.value().set_name(module, &format!("{name}.body"));
    let entry = module.add_function(&name, body.function_type());
    entry.set_call_conv(module, SPIR_KERNEL);
    body.set_call_conv(module, SPIR_FUNC);
    body.global().set_linkage(module, Linkage::LLVMInternalLinkage);
    for kind in KernelAttribute::ALL.map(KernelAttribute::name) {
        if let Some(values) = body.int_metadata(kind) {
            let values: Vec<_> = values.into_iter().map(|value| value as u32).collect();
            entry.set_int_metadata(module, kind, &values);
        }
    }
    for index in 0..entry.params().len() as u32 {
        let place = AttributePlace::Param(index);
        if let Some(ty) = body.attribute_type(place, "byval") {
            entry.add_type_attribute(module, place, "byval", ty);
        }
        if let Some(align) = body.attribute_int(place, "align") {
            entry.add_attribute(module, place, "align", align);
        }
    }
    let builder = Builder::at_end(module, entry.append_block(module, "entry"));
    builder.call_function(body, &entry.params());
    builder.ret_void();
}
