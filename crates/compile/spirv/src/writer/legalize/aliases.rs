//! Other names of functions, which C++ constructors often have.
//!
//! Calls are redirected to the function itself. A name that other modules may use becomes a separate function that
//! calls it.

use tandem_ir::{Builder, EditableModule, Function, Linkage, Module, TypeKind, Value};

/// Resolves all aliases of functions.
pub(super) fn resolve(module: &EditableModule) {
    for alias in module.aliases() {
        let Some(function) = target(module, alias) else { continue };
        let name = alias.name();
        alias.set_name(module, "");
        alias.replace_all_uses_with(module, function.value());
        if is_exported(alias) {
            forward(module, &name, function);
        }
    }
}

/// The function that an alias refers to, directly or through other aliases.
fn target<'m>(module: &'m Module, alias: Value<'m>) -> Option<Function<'m>> {
    let mut value = module.aliasee(alias)?;
    while let Some(next) = module.aliasee(value) {
        value = next;
    }
    value.as_function()
}

fn is_exported(alias: Value<'_>) -> bool {
    !matches!(
        alias.linkage(),
        Some(
            Linkage::LLVMInternalLinkage
                | Linkage::LLVMPrivateLinkage
                | Linkage::LLVMLinkOnceAnyLinkage
                | Linkage::LLVMLinkOnceODRLinkage
        )
    )
}

/// Defines `name` as a function that calls another.
fn forward<'m>(module: &'m EditableModule, name: &str, to: Function<'m>) {
    let function = module.add_function(name, to.function_type());
    function.set_call_conv(module, to.call_conv());
    let builder = Builder::at_end(module, function.append_block(module, "entry"));
    let call = builder.call_function(to, &function.params());
    match call.ty().kind() {
        TypeKind::Void => builder.ret_void(),
        _ => builder.ret(call.value()),
    };
}
