//! Names of functions while they are compiled.

use tandem_device_ir::Callee;
use tandem_ir::{EditableModule, Function};

use crate::internal::Internal;

/// Attribute with the name of a function that got a symbol of the target's.
pub(crate) const NAME_ATTRIBUTE: &str = "tandem-name";

/// Renames defined functions, so that none passes for one of a target's library
/// that lowering calls.
pub fn protect_names(module: &EditableModule) {
    for function in module.definitions().into_iter() {
        function.value().set_name(module, &Internal::Defined.name_with(function.name()));
    }
}

/// Gives a function a symbol of the target's; [`original_name`] stays as it is.
pub fn set_symbol(module: &EditableModule, function: Function<'_>, symbol: &str) {
    function.add_string_attribute(module, NAME_ATTRIBUTE, &original_name(function));
    function.value().set_name(module, symbol);
}

/// The name that a function has in device IR.
pub fn original_name(function: Function<'_>) -> String {
    let name = function.name();
    match Internal::of(&name) {
        Some((Internal::Defined, original)) => original.to_owned(),
        _ => function.string_attribute(NAME_ATTRIBUTE).unwrap_or(name),
    }
}

/// Whether a function of this name has to be defined by some module: it is
/// neither of LLVM nor of the device.
pub fn is_symbol(name: &str) -> bool {
    match Callee::of(name) {
        Callee::Builtin(_) | Callee::UnknownBuiltin | Callee::Device(_) | Callee::Intrinsic => false,
        Callee::C(_) | Callee::Marker(_) | Callee::Symbol => true,
    }
}
