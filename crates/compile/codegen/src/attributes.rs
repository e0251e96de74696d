//! Function attributes by which code generators inform LLVM's passes.

use tandem_ir::{AttributePlace, EditableModule, Function, Inst};

/// Marks a function as one that touches no memory.
pub fn set_pure(module: &EditableModule, function: Function<'_>) {
    // The integer value of `memory` is a set of accesses by location; none is 0.
    function.add_attribute(module, AttributePlace::Function, "memory", 0);
}

/// Whether a called function touches no memory.
pub fn is_pure(function: Function<'_>) -> bool {
    function.attribute_int(AttributePlace::Function, "memory") == Some(0)
}

/// Whether a call does nothing but compute its result.
pub fn is_pure_call(inst: Inst<'_>) -> bool {
    inst.called_function().is_some_and(is_pure)
}
