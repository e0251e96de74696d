//! Libraries of code generators, which bring LLVM with them. A library is only loaded when
//! something must be compiled, and then stays.

mod identity;

use std::ffi::{CString, c_void};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tandem_codegen_abi::{
    CodegenModule, CodegenRequest, CodegenResult, CodegenSpecConstant, CompileFn, FreeFn, Module, STATUS_BAD_REQUEST,
    STATUS_OK,
};
use tandem_device::{Error, Result};

pub use identity::{FileIdentity, identity as file_identity, with_note, without_note};

use identity::path_of;

/// A function of LLVM that the libraries call.
const LLVM_FUNCTION: &str = "LLVMGetVersion";

/// A code generator's library.
pub struct CodegenLibrary {
    /// The part NAME of its names: `libtandem_codegen_NAME.so`, `tandem_codegen_NAME_compile`.
    name: &'static str,
    /// The environment variable that names another file; for development.
    variable: &'static str,
    loaded: OnceLock<Result<Entries>>,
}

struct Entries {
    compile: CompileFn,
    free: FreeFn,
    llvm: Option<PathBuf>,
}

/// A compilation job.
pub struct CodegenJob<'a> {
    /// The modules; they are linked with one another.
    pub modules: Vec<Module<'a>>,
    /// Options as the user wrote them.
    pub options: &'a str,
    /// LLVM's name of the processor; `None` for the library's choice.
    pub processor: Option<&'a str>,
    /// 0 to 3, where options do not say.
    pub opt_level: u32,
    /// Values of specialization constants in SPIR-V.
    pub constants: &'a [(u32, Vec<u8>)],
    /// Flags of [`tandem_codegen_abi`].
    pub flags: u64,
}

/// The result of a compilation.
pub struct GeneratedCode {
    /// The code in the target's own format, or a unit.
    pub code: Vec<u8>,
    /// Warnings.
    pub log: String,
    /// The file of the LLVM that made it, if that is a separate library.
    pub llvm: Option<&'static Path>,
}

impl CodegenLibrary {
    /// The library of the code generator `name`. The environment variable `variable` may name
    /// another file.
    pub const fn new(name: &'static str, variable: &'static str) -> Self {
        Self { name, variable, loaded: OnceLock::new() }
    }

    /// Compiles modules. Loads the library if it is not loaded; a failure to load it is final.
    ///
    /// # Errors
    /// [`Error::Build`] for modules that do not compile, [`Error::Environment`] where there is
    /// no usable library.
    ///
    /// # Blocking
    /// Until the code is generated.
    pub fn compile(&'static self, job: &CodegenJob<'_>) -> Result<GeneratedCode> {
        self.loaded.get_or_init(|| self.load()).as_ref().map_err(Clone::clone)?.compile(job)
    }

    /// Identifies the library without loading it: code that one library made is
    /// not used with another.
    pub fn identity(&self) -> Vec<u8> {
        let file = self.candidates().into_iter().find(|path| path.exists());
        [env!("CARGO_PKG_VERSION").as_bytes(), &file_identity(&file.unwrap_or_default())].concat()
    }

    fn load(&self) -> Result<Entries> {
        let mut failures = Vec::new();
        for path in self.candidates() {
            match self.open(&path) {
                Ok(entries) => return Ok(entries),
                Err(error) => failures.push(format!("{}: {error}", path.display())),
            }
        }
        Err(Error::Environment(format!(
            "cannot load the code generator; tried {}; set {} to its path",
            failures.join("; "),
            self.variable
        )))
    }

    fn open(&self, path: &Path) -> Result<Entries, libloading::Error> {
        // SAFETY: the library is Tandem's own; its initialization has no preconditions.
        let library = unsafe { libloading::Library::new(path) }?;
        let symbol = |function: &str| format!("tandem_codegen_{}_{function}", self.name);
        // SAFETY: the types are those that the interface gives these names.
        let (compile, free) = unsafe {
            (*library.get::<CompileFn>(symbol("compile").as_str())?, *library.get::<FreeFn>(symbol("free").as_str())?)
        };
        // SAFETY: the address is not used as anything but an address.
        let function = unsafe { library.get::<*const c_void>(LLVM_FUNCTION) };
        let llvm = function.ok().and_then(|function| path_of(*function));
        // LLVM does not survive being unloaded.
        std::mem::forget(library);
        Ok(Entries { compile, free, llvm })
    }

    /// The possible paths of the library: the one that the environment names, or next to the file that contains this
    /// code (or one level up, for test programs), or wherever the system finds it.
    fn candidates(&self) -> Vec<PathBuf> {
        if let Some(path) = tandem_environment::variable_os(self.variable) {
            return vec![path.into()];
        }
        let file = format!("libtandem_codegen_{}.so", self.name);
        let own = path_of(Self::candidates as *const c_void);
        let directories = own.iter().flat_map(|path| path.ancestors().skip(1).take(2));
        let beside = directories.map(|directory| directory.join(&file)).filter(|path| path.exists());
        beside.chain([PathBuf::from(&file)]).collect()
    }
}

impl Entries {
    fn compile(&'static self, job: &CodegenJob<'_>) -> Result<GeneratedCode> {
        let module = |module: &Module<'_>| CodegenModule { bytes: module.bytes.as_ptr(), len: module.bytes.len() };
        let modules: Vec<_> = job.modules.iter().map(module).collect();
        let without_kernels: Vec<u8> = job.modules.iter().map(|module| u8::from(!module.has_kernels)).collect();
        let spec: Vec<_> = job
            .constants
            .iter()
            .map(|(id, value)| CodegenSpecConstant { id: *id, size: value.len() as u32, bytes: value.as_ptr() })
            .collect();
        let options = zero_terminated(job.options, "the options")?;
        let processor = job.processor.map(|name| zero_terminated(name, "the name of the processor")).transpose()?;
        let request = CodegenRequest {
            size: size_of::<CodegenRequest>(),
            num_modules: modules.len(),
            modules: modules.as_ptr(),
            options: options.as_ptr(),
            processor: processor.as_ref().map_or(std::ptr::null(), |name| name.as_ptr()),
            opt_level: job.opt_level,
            num_spec: spec.len() as u32,
            spec: spec.as_ptr(),
            flags: job.flags,
            without_kernels: without_kernels.as_ptr(),
        };
        let mut result = CodegenResult::default();
        // SAFETY: the request's pointers are valid for its counts during the call, and the result
        // is a default one, as the interface asks.
        let status = unsafe { (self.compile)(&request, &mut result) };
        // SAFETY: the library filled the result, and frees it below only.
        let (code, log) = unsafe { (copy(result.code, result.code_len), copy(result.log, result.log_len)) };
        // SAFETY: once, after all of the result was copied.
        unsafe { (self.free)(&mut result) };
        let log = String::from_utf8_lossy(&log).into_owned();
        match status {
            STATUS_OK => Ok(GeneratedCode { code, log, llvm: self.llvm.as_deref() }),
            STATUS_BAD_REQUEST => Err(Error::Environment(format!("the code generator rejects the request: {log}"))),
            _ => Err(Error::Build { log }),
        }
    }
}

fn zero_terminated(text: &str, what: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error::Build { log: format!("a zero byte in {what}") })
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
