//! Recognizes the names of builtins.

use tandem_device_ir::Callee;

/// Whether a declared function is resolved below the device link: SPIR-V
/// builtins, LLVM intrinsics, functions of C that the writer maps. Names that
/// only builtins have are left to the validator.
pub fn is_builtin(symbol: &str) -> bool {
    match Callee::of(symbol) {
        Callee::Builtin(_) | Callee::UnknownBuiltin | Callee::Device(_) | Callee::Intrinsic | Callee::C(_) => true,
        Callee::Marker(_) | Callee::Symbol => false,
    }
}
