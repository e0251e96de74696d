//! The functions that an object exports to, and imports from, other objects that it is linked with.
//!
//! They are called like those whose addresses are taken ([`function_pointers`](crate::function_pointers)). Calls within
//! a module are inlined all the same.

use tandem_codegen::names::{is_symbol, original_name, set_symbol};
use tandem_ir::{AttributePlace, EditableModule, Function, Module, SPIR_KERNEL, Type, TypeKind};
use tandem_native_cpu::FUNCTION_PREFIX;

/// Wider vectors travel in registers that not every processor has.
const COMMON_VECTOR_BITS: u64 = 128;

/// Gives exported and imported functions their common symbols. `vector_bits` is
/// the width of vector registers.
pub fn name_symbols(module: &EditableModule, vector_bits: u32) {
    for function in module.functions().into_iter().filter(|function| is_shared(*function)) {
        if function.is_declaration() {
            // It may query its work-item.
            function.remove_attribute(module, AttributePlace::Function, "memory");
            function.set_call_conv(module, 0);
            for call in function.calls() {
                call.remove_call_attribute(module, "memory");
            }
        }
        let width = if has_wide_vectors(module, function) { format!("{vector_bits}:") } else { String::new() };
        set_symbol(module, function, &format!("{FUNCTION_PREFIX}{width}{}", original_name(function)));
    }
}

/// Whether a function is one that the module shares with others, before the
/// functions have their symbols.
fn is_shared(function: Function<'_>) -> bool {
    function.call_conv() != SPIR_KERNEL && !function.global().is_local() && is_symbol(&function.name())
}

fn has_wide_vectors(module: &Module, function: Function<'_>) -> bool {
    let ty = function.function_type();
    let is_wide =
        |ty: Type<'_>| matches!(ty.kind(), TypeKind::Vector(..)) && 8 * module.size_of(ty) > COMMON_VECTOR_BITS;
    is_wide(ty.return_type()) || ty.params().into_iter().any(is_wide)
}

/// Whether a function is defined here for others.
pub fn is_export(function: Function<'_>) -> bool {
    has_symbol(function) && !function.is_declaration()
}

/// Whether a function is defined elsewhere.
pub fn is_import(function: Function<'_>) -> bool {
    has_symbol(function) && function.is_declaration()
}

fn has_symbol(function: Function<'_>) -> bool {
    function.name().starts_with(FUNCTION_PREFIX)
}
