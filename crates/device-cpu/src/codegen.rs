//! The binding to `libtandem_codegen_cpu.so`, which brings LLVM with it. It is
//! only loaded when something must be compiled, and then stays.

use std::ffi::{CString, c_void};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tandem_device::{BuildRequest, Error, Result};
use tandem_native_cpu::codegen_abi::{
    COMPILE_SYMBOL, CodegenModule, CodegenRequest, CodegenResult, CodegenSpecConstant, CompileFn, FLAG_LINKABLE,
    FREE_SYMBOL, FreeFn, STATUS_BAD_REQUEST, STATUS_OK,
};

use crate::toolchain;

/// File name of the library.
const LIBRARY: &str = "libtandem_codegen_cpu.so";
/// A function of LLVM that the library calls.
const LLVM_FUNCTION: &str = "LLVMGetVersion";
/// Names another library; for development.
const OVERRIDE: &str = "TANDEM_CODEGEN_CPU";

/// What a compilation gives.
pub struct Compiled {
    /// The relocatable object.
    pub object: Vec<u8>,
    /// Warnings.
    pub log: String,
    /// The LLVM that made it, where that is a library of its own.
    pub llvm: Option<&'static Path>,
}

/// Compiles and links SPIR-V modules for this machine's processor. A `linkable`
/// object exports functions, and may import some.
pub fn compile(request: &BuildRequest<'_>, linkable: bool) -> Result<Compiled> {
    library()?.compile(request, linkable)
}

/// Identifies the library without loading it: code that one library made is
/// not used with another.
pub fn identity() -> Vec<u8> {
    let file = candidates().into_iter().find(|path| path.exists());
    [env!("CARGO_PKG_VERSION").as_bytes(), &toolchain::identity(&file.unwrap_or_default())].concat()
}

struct Library {
    compile: CompileFn,
    free: FreeFn,
    llvm: Option<PathBuf>,
}

/// Loads the library once; a failure is final as well.
fn library() -> Result<&'static Library> {
    static LOADED: OnceLock<Result<Library>> = OnceLock::new();
    LOADED.get_or_init(load).as_ref().map_err(Clone::clone)
}

fn load() -> Result<Library> {
    let mut failures = Vec::new();
    for path in candidates() {
        match open(&path) {
            Ok(library) => return Ok(library),
            Err(error) => failures.push(format!("{}: {error}", path.display())),
        }
    }
    Err(Error::Environment(format!(
        "cannot load the code generator; tried {}; set {OVERRIDE} to its path",
        failures.join("; ")
    )))
}

fn open(path: &Path) -> Result<Library, libloading::Error> {
    // SAFETY: the library is Tandem's own; its initialization has no preconditions.
    let library = unsafe { libloading::Library::new(path) }?;
    // SAFETY: the types are those that the library's ABI gives these names.
    let (compile, free) = unsafe { (*library.get::<CompileFn>(COMPILE_SYMBOL)?, *library.get::<FreeFn>(FREE_SYMBOL)?) };
    // SAFETY: the address is not used as anything but an address.
    let function = unsafe { library.get::<*const c_void>(LLVM_FUNCTION) };
    let llvm = function.ok().and_then(|function| toolchain::path_of(*function));
    // LLVM does not survive being unloaded.
    std::mem::forget(library);
    Ok(Library { compile, free, llvm })
}

/// Where the library may be: named by the environment, beside the file that
/// this code is in (or one level up, for test programs), or wherever the
/// system finds it.
fn candidates() -> Vec<PathBuf> {
    if let Some(path) = tandem_environment::variable_os(OVERRIDE) {
        return vec![path.into()];
    }
    let own = toolchain::path_of(candidates as *const c_void);
    let directories = own.iter().flat_map(|path| path.ancestors().skip(1).take(2));
    let beside = directories.map(|directory| directory.join(LIBRARY)).filter(|path| path.exists());
    beside.chain([PathBuf::from(LIBRARY)]).collect()
}

impl Library {
    fn compile(&'static self, request: &BuildRequest<'_>, linkable: bool) -> Result<Compiled> {
        let modules: Vec<_> = request
            .images
            .iter()
            .map(|image| CodegenModule { bytes: image.bytes.as_ptr(), len: image.bytes.len() })
            .collect();
        let spec: Vec<_> = request
            .spec_constants
            .iter()
            .map(|constant| CodegenSpecConstant {
                id: constant.id,
                size: constant.bytes.len() as u32,
                bytes: constant.bytes.as_ptr(),
            })
            .collect();
        let options = CString::new(request.options)
            .map_err(|_| Error::Build { log: "the options contain a zero byte".into() })?;
        let request = CodegenRequest {
            size: size_of::<CodegenRequest>(),
            num_modules: modules.len(),
            modules: modules.as_ptr(),
            options: options.as_ptr(),
            cpu: std::ptr::null(),
            opt_level: opt_level(request.options),
            num_spec: spec.len() as u32,
            spec: spec.as_ptr(),
            flags: if linkable { FLAG_LINKABLE } else { 0 },
        };
        let mut result = CodegenResult::default();
        // SAFETY: the request's pointers are valid for its counts during the call, and the result
        // is a default one, as the ABI asks.
        let status = unsafe { (self.compile)(&request, &mut result) };
        // SAFETY: the library filled the result, and frees it below only.
        let (object, log) = unsafe { (copy(result.object, result.object_len), copy(result.log, result.log_len)) };
        // SAFETY: once, after all of the result was copied.
        unsafe { (self.free)(&mut result) };
        let log = String::from_utf8_lossy(&log).into_owned();
        match status {
            STATUS_OK => Ok(Compiled { object, log, llvm: self.llvm.as_deref() }),
            STATUS_BAD_REQUEST => Err(Error::Environment(format!("the code generator refuses the request: {log}"))),
            _ => Err(Error::Build { log }),
        }
    }
}

/// # Safety
/// `bytes` is null or points to `len` bytes.
unsafe fn copy(bytes: *const u8, len: usize) -> Vec<u8> {
    if bytes.is_null() {
        return Vec::new();
    }
    // SAFETY: the caller promises it.
    unsafe { std::slice::from_raw_parts(bytes, len) }.to_vec()
}

/// The optimization level that the options ask for; 3 unless they say.
fn opt_level(options: &str) -> u32 {
    options.split_whitespace().fold(3, |level, option| match option {
        "-O0" | "-cl-opt-disable" => 0,
        "-O1" => 1,
        "-O2" | "-Os" | "-Oz" => 2,
        "-O3" => 3,
        _ => level,
    })
}

#[cfg(test)]
mod tests {
    use super::opt_level;

    #[test]
    fn the_last_level_counts() {
        assert_eq!(opt_level(""), 3);
        assert_eq!(opt_level("-g -O0"), 0);
        assert_eq!(opt_level("-O0 -O2"), 2);
        assert_eq!(opt_level("-cl-opt-disable"), 0);
    }
}
