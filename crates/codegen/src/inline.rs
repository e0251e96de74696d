//! Everything becomes part of the kernels: barriers have to be in the kernel
//! itself, and passes see ids and sizes only there.

use tandem_ir::{AttributePlace, Function, Global, Linkage, Module, SPIR_KERNEL};

use crate::names::NAME_ATTRIBUTE;

/// The passes that inline everything into the kernels and drop what is left
/// over. Functions whose addresses are taken stay.
pub const PASSES: &str = "always-inline,globaldce";

/// Makes the module ready for LLVM's inliner: every function but the kernels and those that
/// `stays` says so of is always inlined, and internal unless it is exported.
pub fn prepare(module: &Module, is_export: impl Fn(Function<'_>) -> bool, stays: impl Fn(Function<'_>) -> bool) {
    for name in ["llvm.used", "llvm.compiler.used", "llvm.global.annotations"] {
        if let Some(list) = module.global(name) {
            list.delete();
        }
    }
    for function in module.functions().into_iter().filter(|function| !function.is_declaration()) {
        function.retain_string_attributes(|name| name == NAME_ATTRIBUTE);
        let stays = stays(function);
        for attribute in ["noinline", "optnone", "optsize", "minsize"] {
            if !(stays && attribute == "noinline") {
                function.remove_attribute(AttributePlace::Function, attribute);
            }
        }
        function.global().remove_comdat();
        if function.call_conv() == SPIR_KERNEL {
            function.global().set_linkage(Linkage::LLVMExternalLinkage);
        } else {
            let kind = if is_export(function) { Linkage::LLVMExternalLinkage } else { Linkage::LLVMInternalLinkage };
            function.global().set_linkage(kind);
            if !stays {
                function.add_attribute(AttributePlace::Function, "alwaysinline", 0);
            }
            set_c_convention(function);
        }
    }
    // What others find by name keeps its symbol.
    let is_private = |global: &Global<'_>| !global.is_declaration() && !global.is_externally_initialized();
    module.globals().into_iter().filter(is_private).for_each(set_internal);
}

/// Passes of targets do not know `spir_func`.
fn set_c_convention(function: Function<'_>) {
    function.set_call_conv(0);
    for call in function.calls() {
        call.set_call_conv(0);
    }
}

fn set_internal(global: Global<'_>) {
    global.remove_comdat();
    global.set_linkage(Linkage::LLVMInternalLinkage);
}
