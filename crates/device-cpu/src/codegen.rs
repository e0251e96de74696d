//! The binding to `libtandem_codegen_cpu.so`, which brings LLVM with it. It is
//! only loaded when something must be compiled, and then stays.

use std::ffi::{CString, c_void};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tandem_device::{Error, Result};
use tandem_native_cpu::codegen_abi::{
    COMPILE_SYMBOL, CodegenModule, CodegenRequest, CodegenResult, CodegenSpecConstant, CompileFn, FLAG_LINKABLE,
    FLAG_UNIT, FREE_SYMBOL, FreeFn, STATUS_BAD_REQUEST, STATUS_OK,
};

use crate::toolchain;

/// File name of the library.
const LIBRARY: &str = "libtandem_codegen_cpu.so";
/// A function of LLVM that the library calls.
const LLVM_FUNCTION: &str = "LLVMGetVersion";
/// Names another library; for development.
const OVERRIDE: &str = "TANDEM_CODEGEN_CPU";

/// What a compilation is to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// A unit of one module, which is an input of later jobs.
    Unit,
    /// An object that needs no other.
    Program,
    /// An object that exports functions, and may import some.
    Linkable,
}

impl Output {
    /// Its name, for keys of the cache.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Program => "program",
            Self::Linkable => "linkable",
        }
    }

    fn flags(self) -> u64 {
        match self {
            Self::Unit => FLAG_UNIT,
            Self::Program => 0,
            Self::Linkable => FLAG_LINKABLE,
        }
    }
}

/// A module to compile.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// SPIR-V or a unit.
    pub bytes: &'a [u8],
    /// Whether its kernels are compiled; its functions serve others in any case.
    pub has_kernels: bool,
}

/// What to compile.
pub struct Job<'a> {
    /// The modules; they are linked with one another.
    pub inputs: Vec<Input<'a>>,
    /// Options as the user wrote them.
    pub options: String,
    /// Values of specialization constants in SPIR-V.
    pub constants: &'a [(u32, Vec<u8>)],
    /// What it is to give.
    pub output: Output,
}

/// What a compilation gives.
pub struct Compiled {
    /// The relocatable object, or the unit.
    pub code: Vec<u8>,
    /// Warnings.
    pub log: String,
    /// The LLVM that made it, where that is a library of its own.
    pub llvm: Option<&'static Path>,
}

/// Compiles modules for this machine's processor.
pub fn compile(job: &Job<'_>) -> Result<Compiled> {
    library()?.compile(job)
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
    fn compile(&'static self, job: &Job<'_>) -> Result<Compiled> {
        let module = |input: &Input<'_>| CodegenModule { bytes: input.bytes.as_ptr(), len: input.bytes.len() };
        let modules: Vec<_> = job.inputs.iter().map(module).collect();
        let without_kernels: Vec<u8> = job.inputs.iter().map(|input| u8::from(!input.has_kernels)).collect();
        let spec: Vec<_> = job
            .constants
            .iter()
            .map(|(id, value)| CodegenSpecConstant { id: *id, size: value.len() as u32, bytes: value.as_ptr() })
            .collect();
        let options = CString::new(job.options.as_str())
            .map_err(|_| Error::Build { log: "the options contain a zero byte".into() })?;
        let request = CodegenRequest {
            size: size_of::<CodegenRequest>(),
            num_modules: modules.len(),
            modules: modules.as_ptr(),
            options: options.as_ptr(),
            cpu: std::ptr::null(),
            opt_level: target(&job.options).0,
            num_spec: spec.len() as u32,
            spec: spec.as_ptr(),
            flags: job.output.flags(),
            without_kernels: without_kernels.as_ptr(),
        };
        let mut result = CodegenResult::default();
        // SAFETY: the request's pointers are valid for its counts during the call, and the result
        // is a default one, as the ABI asks.
        let status = unsafe { (self.compile)(&request, &mut result) };
        // SAFETY: the library filled the result, and frees it below only.
        let (code, log) = unsafe { (copy(result.object, result.object_len), copy(result.log, result.log_len)) };
        // SAFETY: once, after all of the result was copied.
        unsafe { (self.free)(&mut result) };
        let log = String::from_utf8_lossy(&log).into_owned();
        match status {
            STATUS_OK => Ok(Compiled { code, log, llvm: self.llvm.as_deref() }),
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

/// What options say about the code: the optimization level, 3 unless they say, and
/// the processor, where they name one. Modules that agree in it can share an object.
pub fn target(options: &str) -> (u32, Option<&str>) {
    options.split_whitespace().fold((3, None), |(level, processor), option| match option {
        "-O0" | "-cl-opt-disable" => (0, processor),
        "-O1" => (1, processor),
        "-O2" => (2, processor),
        "-O3" => (3, processor),
        option => {
            let named = option.strip_prefix("-march=").or_else(|| option.strip_prefix("-mcpu="));
            (level, named.map_or(processor, |name| Some(name).filter(|name| *name != "native")))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::target;

    #[test]
    fn the_last_option_counts() {
        assert_eq!(target(""), (3, None));
        assert_eq!(target("-g -O0"), (0, None));
        assert_eq!(target("-O0 -march=skylake -O2"), (2, Some("skylake")));
        assert_eq!(target("-cl-opt-disable -mcpu=a -march=native"), (0, None));
    }
}
