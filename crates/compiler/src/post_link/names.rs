//! Which names are builtins.

use tandem_spirv::builtins;

/// Whether a declared function is resolved below the device link: SPIR-V
/// builtins, LLVM intrinsics, OpenCL and C math functions that the writer maps.
pub fn is_builtin(symbol: &str) -> bool {
    symbol.starts_with("llvm.")
        || symbol == builtins::ASSERT_FAIL
        || builtins::is_builtin_name(symbol)
        || builtins::is_c_function(symbol)
}

/// Whether a builtin without pointer arguments computes its result from them
/// (and the work-item's identity) alone.
pub fn is_pure_builtin(symbol: &str) -> bool {
    builtins::base_name(symbol)
        .is_some_and(|name| name.starts_with("__spirv_BuiltIn") || name.starts_with("__spirv_ocl_"))
}
