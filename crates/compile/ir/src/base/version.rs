//! The differences between versions of LLVM. Nothing else in this crate depends on the version.
//!
//! A version that is added to [`LlvmVersion`] is missing in the matches below. The C API of LLVM 21
//! and 22 still has every function that this crate calls.

use llvm_sys::core::LLVMSetIsNewDbgInfoFormat;
use llvm_sys::prelude::LLVMModuleRef;
use tandem_llvm_version::{LLVM, LlvmVersion};

/// The attribute of a parameter whose pointer the function does not keep, and its number. Since
/// LLVM 21 it is `captures(none)`.
pub(crate) const NO_CAPTURE: (&str, u64) = match LLVM {
    LlvmVersion::Llvm19 => ("nocapture", 0),
};

/// Whether `llvm.lifetime.*` takes the size of the variable; up to LLVM 21.
pub(crate) const LIFETIMES_TAKE_SIZES: bool = match LLVM {
    LlvmVersion::Llvm19 => true,
};

/// Whether `llvm.masked.*` takes the alignment as an operand; up to LLVM 21, then it is an attribute.
pub(crate) const MASKED_ACCESSES_TAKE_ALIGNMENTS: bool = match LLVM {
    LlvmVersion::Llvm19 => true,
};

/// The name of the intrinsic that has this one in LLVM 19, as in the table of intrinsics.
pub(crate) const fn renamed(name: &'static str) -> &'static str {
    match LLVM {
        LlvmVersion::Llvm19 => name,
    }
}

/// Converts the variables of debug information to records, which are stored with instructions, or to calls of
/// intrinsics, the only form that the C API of LLVM 19 can read. Later versions read records, and have no calls.
///
/// # Safety
/// The module is live, and nothing points to one of its records.
pub(crate) unsafe fn use_debug_records(module: LLVMModuleRef, records: bool) {
    match LLVM {
        // SAFETY: as the caller promises.
        LlvmVersion::Llvm19 => unsafe { LLVMSetIsNewDbgInfoFormat(module, records.into()) },
    }
}

/// The 64-bit processors of the x86 family that LLVM knows by name. LLVM ends the process if another one is requested.
#[rustfmt::skip]
pub const X86_64_PROCESSORS: &[&str] = match LLVM {
    LlvmVersion::Llvm19 => &[
        "alderlake", "amdfam10", "arrowlake", "arrowlake-s", "athlon-fx", "athlon64", "athlon64-sse3", "atom",
        "barcelona", "bdver1", "bdver2", "bdver3", "bdver4", "bonnell", "broadwell", "btver1", "btver2",
        "cannonlake", "cascadelake", "clearwaterforest", "cooperlake", "core-avx-i", "core-avx2", "core2",
        "corei7", "corei7-avx", "emeraldrapids", "goldmont", "goldmont-plus", "gracemont", "grandridge",
        "graniterapids", "graniterapids-d", "haswell", "icelake-client", "icelake-server", "ivybridge", "k8",
        "k8-sse3", "knl", "knm", "lunarlake", "meteorlake", "nehalem", "nocona", "opteron", "opteron-sse3",
        "pantherlake", "penryn", "raptorlake", "rocketlake", "sandybridge", "sapphirerapids", "sierraforest",
        "silvermont", "skx", "skylake", "skylake-avx512", "tigerlake", "tremont", "westmere", "x86-64",
        "x86-64-v2", "x86-64-v3", "x86-64-v4", "znver1", "znver2", "znver3", "znver4", "znver5",
    ],
};
