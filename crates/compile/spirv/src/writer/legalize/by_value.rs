//! Arguments that LLVM passes as copies of memory (`byval`).
//!
//! Only kernels have them in SPIR-V. Elsewhere the caller makes the copy, and passes its address like any other; also
//! if it calls through a pointer.

use tandem_ir::{AttributePlace, Builder, EditableModule, Function, Inst, SPIR_KERNEL, Type};

/// Makes the copies of all `byval` arguments explicit.
pub(super) fn make_copies(module: &EditableModule) {
    for function in module.functions() {
        if function.call_conv() == SPIR_KERNEL {
            continue;
        }
        for index in 0..function.params().len() as u32 {
            let place = AttributePlace::Param(index);
            let Some(ty) = function.attribute_type(place, "byval") else { continue };
            let align = function.attribute_int(place, "align").unwrap_or(0) as u32;
            for call in function.calls() {
                copy_argument(module, call, index, ty, align.max(module.align_of(ty)));
            }
            function.remove_attribute(module, place, "byval");
        }
    }
    for call in module.functions().into_iter().flat_map(Function::insts).filter(|inst| is_indirect_call(*inst)) {
        for index in 0..call.args().len() as u32 {
            if let Some(ty) = call.argument_type(index, "byval") {
                copy_argument(
                    module,
                    call,
                    index,
                    ty,
                    module.align_of(ty).max(call.argument_align(index).unwrap_or(0)),
                );
                call.remove_argument_attribute(module, index, "byval");
            }
        }
    }
}

fn is_indirect_call(inst: Inst<'_>) -> bool {
    inst.is_call() && inst.called_function().is_none()
}

fn copy_argument<'m>(module: &'m EditableModule, call: Inst<'m>, index: u32, ty: Type<'m>, align: u32) {
    let Some(entry) = call.block().and_then(|block| Function::entry(block.function())) else { return };
    let copy = Builder::at_start(module, entry).alloca(ty, "byval");
    copy.set_align(module, align);
    let size = module.int(64).int(module.size_of(ty), false);
    let source_align = call.argument_align(index).unwrap_or(1);
    Builder::before(module, call).memcpy(copy.value(), align, call.operand(index), source_align, size);
    call.value().set_operand(module, index, copy.value());
}
