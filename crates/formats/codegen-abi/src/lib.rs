//! The C interface of code generators: the request that a device's driver passes to the library that compiles for it,
//! and the result.
//!
//! Code generators bring LLVM with them, which drivers do without until something must be compiled. So each is a
//! separate library, `libtandem_codegen_NAME.so`, with two functions:
//!
//! ```c
//! int  tandem_codegen_NAME_compile(const CodegenRequest *, CodegenResult *);
//! void tandem_codegen_NAME_free(CodegenResult *);
//! ```
//!
//! Both sides share these structs, so that they cannot drift apart. [`serve`](mod@serve) is the library's
//! side of a call; the driver's is `tandem_device_code::codegen_library`.
//!
//! Rules:
//!
//! * `compile` returns [`STATUS_OK`] or [`STATUS_BUILD_ERROR`] or
//!   [`STATUS_BAD_REQUEST`]. In every case it fills the result, and the
//!   caller hands the result to `free` exactly once.
//! * All memory of the result belongs to the library until `free`.
//! * Requests begin with their size and only ever grow at the end.
//! * Both functions may be called from any thread at any time; neither unwinds.

mod serve;

use std::ffi::{c_char, c_int};

pub use serve::{Answer, Module, Refusal, Request, free, serve};

/// Environment variable that names the directory for the stages of each compilation.
pub const DUMP_VARIABLE: &str = "TANDEM_DUMP";

/// Environment variable that makes code generators report how long their passes take.
pub const TIME_PASSES_VARIABLE: &str = "TANDEM_TIME_PASSES";

/// Environment variable that sets how many work-items vector code for the CPU runs at once.
pub const CPU_VECTOR_WIDTH_VARIABLE: &str = "TANDEM_CPU_VECTOR_WIDTH";

/// Environment variable that makes the code generator for the CPU report what becomes of each loop over work-items.
pub const VECTORIZE_REPORT_VARIABLE: &str = "TANDEM_VECTORIZE_REPORT";

/// The code is in the result.
pub const STATUS_OK: c_int = 0;
/// The modules do not compile or link; the log says why.
pub const STATUS_BUILD_ERROR: c_int = 1;
/// The request itself is malformed (size, null pointers, text that is not UTF-8).
pub const STATUS_BAD_REQUEST: c_int = 2;

/// One module: SPIR-V, or a unit that the library compiled before.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CodegenModule {
    /// First byte of the module; need not be aligned.
    pub bytes: *const u8,
    /// Length in bytes.
    pub len: usize,
}

/// The value of one specialization constant.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CodegenSpecConstant {
    /// `SpecId` of the constant.
    pub id: u32,
    /// Size of the value in bytes.
    pub size: u32,
    /// The value, little endian.
    pub bytes: *const u8,
}

/// A compilation request.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CodegenRequest {
    /// `size_of::<CodegenRequest>()` of the caller.
    pub size: usize,
    /// Number of modules; they are linked with one another.
    pub num_modules: usize,
    /// The modules.
    pub modules: *const CodegenModule,
    /// Build options as the user wrote them, zero-terminated; null for none.
    pub options: *const c_char,
    /// LLVM's name of the processor to generate code for; null for the library's choice.
    pub processor: *const c_char,
    /// 0 to 3.
    pub opt_level: u32,
    /// Number of specialization constants.
    pub num_spec: u32,
    /// The specialization constants that have values.
    pub spec: *const CodegenSpecConstant,
    /// [`FLAG_LINKABLE`], [`FLAG_UNIT`] or 0.
    pub flags: u64,
    /// For each module, 1 if its kernels are left out and only its functions serve
    /// others, else 0. Null: all kernels are compiled.
    pub without_kernels: *const u8,
}

/// The code is to be linked with others: functions that the modules export
/// stay, and those that they import may be missing.
pub const FLAG_LINKABLE: u64 = 1;

/// The one module is compiled to a unit, which is a module of later requests.
/// Specialization constants have their values then, and symbols may be missing.
/// The form of units is the library's own, and that of the LLVM that it uses.
pub const FLAG_UNIT: u64 = 2;

/// The result of a compilation. The caller passes it zeroed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CodegenResult {
    /// The code in the target's own format, or the unit; null on failure.
    pub code: *const u8,
    /// Length of the code in bytes.
    pub code_len: usize,
    /// Warnings, or the errors of a failed build: UTF-8, not zero-terminated.
    pub log: *const u8,
    /// Length of the log in bytes.
    pub log_len: usize,
}

impl Default for CodegenResult {
    fn default() -> Self {
        Self { code: std::ptr::null(), code_len: 0, log: std::ptr::null(), log_len: 0 }
    }
}

/// Type of `tandem_codegen_NAME_compile`.
pub type CompileFn = unsafe extern "C" fn(*const CodegenRequest, *mut CodegenResult) -> c_int;
/// Type of `tandem_codegen_NAME_free`.
pub type FreeFn = unsafe extern "C" fn(*mut CodegenResult);

const _: () = assert!(size_of::<CodegenModule>() == 16);
const _: () = assert!(size_of::<CodegenSpecConstant>() == 16);
const _: () = assert!(size_of::<CodegenRequest>() == 72);
const _: () = assert!(size_of::<CodegenResult>() == 32);
