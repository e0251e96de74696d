//! What an object shares with others that it is linked with: functions that it
//! exports and imports, and specialization constants, which keep a place in
//! memory because their values are not known yet.
//!
//! Such functions are called like those whose addresses are taken
//! ([`function_pointers`](crate::function_pointers)). Calls within a module are
//! inlined all the same.

use tandem_image::native::{FUNCTION_PREFIX, spec_constant_symbol};
use tandem_ir::{AttributePlace, Builder, Function, Inst, Module, SPIR_KERNEL, Type, TypeKind};

use crate::call_graph::{is_symbol, original_name};
use crate::error::{Error, Result};

/// Wider vectors travel in registers that not every processor has.
const COMMON_VECTOR_BITS: u64 = 128;

/// Begins the names of the functions that device IR calls where it reads a
/// specialization constant whose value comes later:
/// `T __tandem_read_spec_constant.T(i32 id, T default)`.
pub const READ_SPEC_CONSTANT: &str = "__tandem_read_spec_constant.";

/// Gives exported and imported functions their common symbols. `vector_bits` is
/// the width of vector registers.
pub fn name_symbols(module: &Module, vector_bits: u32) {
    for function in module.functions().into_iter().filter(|function| is_shared(*function)) {
        if function.is_declaration() {
            // It may look at its work-item.
            function.remove_attribute(AttributePlace::Function, "memory");
            function.set_call_conv(0);
            for call in function.calls() {
                call.remove_call_attribute("memory");
            }
        }
        let width = if has_wide_vectors(module, function) { format!("{vector_bits}:") } else { String::new() };
        function.value().set_name(&format!("{FUNCTION_PREFIX}{width}{}", original_name(function)));
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

/// Makes reads of specialization constants loads of variables that the device
/// may overwrite before the code runs.
pub fn lower_spec_constants(module: &Module) -> Result<()> {
    let readers = module.functions().into_iter().filter(|function| function.name().starts_with(READ_SPEC_CONSTANT));
    for reader in readers {
        for call in reader.calls() {
            lower_read(module, call)?;
        }
        reader.delete();
    }
    Ok(())
}

fn lower_read(module: &Module, call: Inst<'_>) -> Result<()> {
    let (id, default) = match call.args()[..] {
        [id, default] if default.ty() == call.ty() => (id.const_u64(), default),
        _ => (None, call.value()),
    };
    let is_constant = default.const_u64().or(default.const_float_bits()).is_some();
    let Some(id) = id.filter(|_| is_constant) else {
        let function = call.block().map_or_else(String::new, |block| original_name(block.function()));
        return Err(Error::Construct {
            function: format!("function `{function}`"),
            construct: "a specialization constant whose id or default value is no constant".to_owned(),
        });
    };
    let symbol = spec_constant_symbol(id as u32);
    let variable = module.global(&symbol).unwrap_or_else(|| {
        let variable = module.add_global(&symbol, default.ty(), 0);
        variable.set_initializer(default);
        variable
    });
    let value = Builder::before(call).load(call.ty(), variable.value());
    // Nothing changes it while code runs.
    value.set_int_metadata("invariant.load", &[]);
    call.value().replace_all_uses_with(value.value());
    call.erase();
    Ok(())
}
