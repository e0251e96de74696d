//! Everything becomes part of the kernels: barriers have to be in the kernel
//! itself, and passes see ids and sizes only there.

use tandem_ir::{
    AttributePlace, EditableModule, Function, Global, Inst, Linkage, Module, SPIR_KERNEL, TargetMachine, ValueKind,
};

use crate::error::Result;
use crate::names::NAME_ATTRIBUTE;

/// The passes that inline everything into the kernels and drop the remaining functions.
const PASSES: &str = "always-inline,globaldce";

/// The maximum number of rounds of inlining. Another round is needed when a caller passes a pointer to a function, and
/// inlining that caller turns a call through it into a direct call. Recursion through pointers would never end.
const MAX_ROUNDS: usize = 32;

/// Inlines everything that [`prepare`] has made ready. Functions whose addresses are taken stay.
///
/// # Errors
/// When LLVM refuses its passes.
pub fn run(module: &mut Module, machine: Option<&TargetMachine>) -> Result<()> {
    for _ in 0..MAX_ROUNDS {
        module.run_passes(PASSES, machine)?;
        if !module.functions().into_iter().any(is_left) {
            break;
        }
    }
    Ok(())
}

/// Whether calls are left of a function that is to be inlined.
fn is_left(function: Function<'_>) -> bool {
    let is_inlined = function.has_attribute(AttributePlace::Function, "alwaysinline");
    is_inlined && !function.is_declaration() && !function.calls().is_empty()
}

/// Prepares the module for LLVM's inliner: every function except the kernels and those for which `stays` holds is
/// always inlined, and internal unless it is exported.
pub fn prepare(
    module: &EditableModule,
    is_export: impl Fn(Function<'_>) -> bool,
    stays: impl Fn(Function<'_>) -> bool,
) {
    for name in ["llvm.used", "llvm.compiler.used", "llvm.global.annotations"] {
        if let Some(list) = module.global(name) {
            list.delete(module);
        }
    }
    for function in module.definitions().into_iter() {
        function.retain_string_attributes(module, |name| name == NAME_ATTRIBUTE);
        let stays = stays(function);
        for attribute in ["noinline", "optnone", "optsize", "minsize"] {
            if !(stays && attribute == "noinline") {
                function.remove_attribute(module, AttributePlace::Function, attribute);
            }
        }
        function.global().remove_comdat(module);
        if function.call_conv() == SPIR_KERNEL {
            function.global().set_linkage(module, Linkage::LLVMExternalLinkage);
        } else {
            let kind = if is_export(function) { Linkage::LLVMExternalLinkage } else { Linkage::LLVMInternalLinkage };
            function.global().set_linkage(module, kind);
            if !stays {
                function.add_attribute(module, AttributePlace::Function, "alwaysinline", 0);
            }
            set_c_convention(module, function);
        }
    }
    module
        .functions()
        .into_iter()
        .flat_map(Function::insts)
        .filter(|inst| is_pointer_call(*inst))
        .for_each(|call| set_c_call(module, call));
    // Symbols that others find by name are kept.
    let is_private = |global: &Global<'_>| !global.is_declaration() && !global.is_externally_initialized();
    module.globals().into_iter().filter(is_private).for_each(|global| set_internal(module, global));
}

/// Passes of targets do not know `spir_func`.
fn set_c_convention(module: &EditableModule, function: Function<'_>) {
    function.set_call_conv(module, 0);
    function.calls().into_iter().for_each(|call| set_c_call(module, call));
}

/// A call must have the calling convention of its callee, or LLVM treats it as unreachable.
fn set_c_call(module: &EditableModule, call: Inst<'_>) {
    call.set_call_conv(module, 0);
}

/// Whether an instruction calls through a pointer, which inlining may resolve to a function of the module.
fn is_pointer_call(inst: Inst<'_>) -> bool {
    inst.callee().is_some_and(|callee| !matches!(callee.kind(), ValueKind::Function | ValueKind::InlineAsm))
}

fn set_internal(module: &EditableModule, global: Global<'_>) {
    global.remove_comdat(module);
    global.set_linkage(module, Linkage::LLVMInternalLinkage);
}
