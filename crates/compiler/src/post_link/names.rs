//! Symbol names: demangling for messages, and which names are builtins.

use tandem_spirv::builtins;

/// The name as its author wrote it; mangled names that cannot be read stay.
pub fn demangle(symbol: &str) -> String {
    cpp_demangle::Symbol::new(symbol).ok().and_then(|name| name.demangle().ok()).unwrap_or_else(|| symbol.to_owned())
}

/// A kernel's name for messages: `_ZTS…` says "typeinfo name for …" when it is
/// demangled, and internal kernels carry their unit behind an `@`.
pub fn demangle_kernel(name: &str) -> String {
    let name = name.split('@').next().unwrap_or(name);
    let text = demangle(name);
    text.strip_prefix("typeinfo name for ").unwrap_or(&text).to_owned()
}

/// Whether a declared function is resolved below the device link: SPIR-V
/// builtins, LLVM intrinsics, OpenCL and C math functions that the writer maps.
pub fn is_builtin(symbol: &str) -> bool {
    symbol.starts_with("llvm.") || builtins::is_builtin_name(symbol) || builtins::is_c_function(symbol)
}

/// Whether a builtin without pointer arguments computes its result from them
/// (and the work-item's identity) alone.
pub fn is_pure_builtin(symbol: &str) -> bool {
    builtins::base_name(symbol)
        .is_some_and(|name| name.starts_with("__spirv_BuiltIn") || name.starts_with("__spirv_ocl_"))
}
