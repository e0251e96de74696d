//! Reports code that SPIR-V cannot express: a diagnostic with its location in the source, and the kernel that reaches
//! it.

use tandem_device_ir_llvm::first_use;
use tandem_image::demangle;
use tandem_ir::{DebugLoc, Module, Value};
use tandem_spirv::writer::{ErrorLocation, WriteError};

use super::diagnostics::Diagnostics;
use super::kernel_info;
use super::undefined::user_of;

/// The diagnostic of a module that cannot be written.
pub fn report(module: &Module, error: &WriteError) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let reason = demangle::message(&error.reason.to_string());
    let Some(site) = &error.site else {
        diagnostics.error(None, reason);
        return diagnostics;
    };
    let symbol = find(module, site);
    let place = site.location.clone().or_else(|| symbol.and_then(first_use)?.debug_loc().map(DebugLoc::frame));
    diagnostics.error(place, format!("{reason} in '{}'", demangle::kernel(&site.symbol)));
    if let Some(symbol) = symbol.filter(|symbol| !symbol.as_function().is_some_and(kernel_info::is_kernel)) {
        diagnostics.note(None, format!("in {}", user_of(symbol)));
    }
    diagnostics
}

/// The function or variable of a site.
fn find<'m>(module: &'m Module, site: &ErrorLocation) -> Option<Value<'m>> {
    let function = module.function(&site.symbol).map(|function| function.value());
    function.or_else(|| module.global(&site.symbol).map(|global| global.value()))
}
