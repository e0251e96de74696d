//! The attributes of LLVM's functions.

use rspirv::spirv::FunctionControl;
use tandem_ir::{AttributePlace, Function, Linkage, Type};

/// The type that a `byval` parameter points to.
pub(super) fn by_value(function: Function<'_>, index: u32) -> Option<Type<'_>> {
    function.attribute_type(AttributePlace::Param(index), "byval")
}

/// Whether the function is defined here. A body may be only a copy, for inlining, of one in another module.
pub(super) fn is_written(function: Function<'_>) -> bool {
    !function.is_declaration() && function.global().linkage() != Linkage::LLVMAvailableExternallyLinkage
}

/// Whether other modules may call the function. Definitions that every module
/// which needs them has (`linkonce`) are not.
pub(super) fn is_exported(function: Function<'_>) -> bool {
    !function.global().is_local()
        && !matches!(function.global().linkage(), Linkage::LLVMLinkOnceAnyLinkage | Linkage::LLVMLinkOnceODRLinkage)
}

/// The function control of `OpFunction`, from a function's attributes.
pub(super) fn function_control(function: Function<'_>) -> FunctionControl {
    let has = |name| function.has_attribute(AttributePlace::Function, name);
    let mut control = FunctionControl::NONE;
    if has("alwaysinline") {
        control |= FunctionControl::INLINE;
    }
    if has("noinline") {
        control |= FunctionControl::DONT_INLINE;
    }
    // Two bits for each kind of memory: reads, writes.
    match function.attribute_int(AttributePlace::Function, "memory") {
        Some(0) => control |= FunctionControl::CONST,
        Some(effects) if effects & 0b10_1010 == 0 => control |= FunctionControl::PURE,
        _ => {}
    }
    control
}
