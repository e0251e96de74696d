//! Modules: code on a device.

use std::ffi::{CStr, CString, c_int, c_void};
use std::sync::Arc;

use tandem_device::DevicePtr;

use super::{Cuda, CudaError, CudaResult, PrimaryContext};
use crate::sys;

/// Bytes of a log of the driver's compiler.
const LOG_BYTES: usize = 16 << 10;

/// The form of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// Text that the driver compiles.
    Ptx,
    /// Code for one generation of processors.
    Cubin,
}

/// Code to load or link.
#[derive(Clone, Copy)]
pub struct Code<'a> {
    /// The form of the code.
    pub kind: CodeKind,
    /// The bytes; PTX need not end with a zero byte.
    pub bytes: &'a [u8],
}

/// How the driver compiles PTX.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JitOptions {
    /// 0 to 4; `None` for the driver's default.
    pub optimization_level: Option<u32>,
    /// Keep the information about source lines.
    pub has_lines: bool,
}

/// The error, and the compiler's log.
pub type JitError = (CudaError, String);

/// A loaded module.
pub struct Module {
    context: Arc<PrimaryContext>,
    raw: sys::Module,
}

impl Module {
    /// Loads code that needs no other. Returns the compiler's warnings as well.
    pub fn load(
        context: &Arc<PrimaryContext>,
        code: &Code<'_>,
        options: JitOptions,
    ) -> Result<(Self, String), JitError> {
        let cuda = context.cuda();
        let _current = context.enter().map_err(|error| (error, String::new()))?;
        let image = terminated(code);
        let mut raw = sys::Module::default();
        let log = with_options(cuda, options, |count, names, values| {
            // SAFETY: a complete image, options with their values, and a place for the module.
            unsafe { (cuda.functions().cuModuleLoadDataEx)(&raw mut raw, image.as_ptr().cast(), count, names, values) }
        })?;
        Ok((Self { context: Arc::clone(context), raw }, log))
    }

    /// `CUmodule`
    pub fn raw(&self) -> sys::Module {
        self.raw
    }

    /// Its context.
    pub fn context(&self) -> &Arc<PrimaryContext> {
        &self.context
    }

    /// A kernel by its symbol.
    pub fn function(&self, symbol: &str) -> CudaResult<Function> {
        let cuda = self.context.cuda();
        let _current = self.context.enter()?;
        let symbol = CString::new(symbol).map_err(|_| cuda.error(sys::CUDA_ERROR_INVALID_VALUE))?;
        let mut raw = sys::Function::default();
        // SAFETY: a live module, a terminated name, and a place for the function.
        cuda.check(unsafe { (cuda.functions().cuModuleGetFunction)(&raw mut raw, self.raw, symbol.as_ptr()) })?;
        Ok(Function { cuda, raw })
    }

    /// A variable by its symbol: its address, and its size in bytes.
    pub fn variable(&self, symbol: &str) -> Option<(DevicePtr, usize)> {
        let functions = self.context.cuda().functions();
        let _current = self.context.enter().ok()?;
        let symbol = CString::new(symbol).ok()?;
        let (mut address, mut bytes) = (0, 0);
        // SAFETY: a live module, a terminated name, and places for the results.
        let code =
            unsafe { (functions.cuModuleGetGlobal)(&raw mut address, &raw mut bytes, self.raw, symbol.as_ptr()) };
        (code == sys::CUDA_SUCCESS).then_some((DevicePtr(address), bytes))
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        if let Ok(_current) = self.context.enter() {
            // SAFETY: its own module, whose kernels have ended.
            unsafe { (self.context.cuda().functions().cuModuleUnload)(self.raw) };
        }
    }
}

/// A kernel. Its owner keeps the module.
pub struct Function {
    cuda: &'static Cuda,
    raw: sys::Function,
}

impl Function {
    /// `CUfunction`
    pub fn raw(&self) -> sys::Function {
        self.raw
    }

    pub(super) fn cuda(&self) -> &'static Cuda {
        self.cuda
    }

    /// A property; `attribute` is a `CUfunction_attribute`.
    pub fn attribute(&self, attribute: c_int) -> usize {
        let mut value = 0;
        // SAFETY: a live function, and a place for the number.
        let code = unsafe { (self.cuda.functions().cuFuncGetAttribute)(&raw mut value, attribute, self.raw) };
        if code == sys::CUDA_SUCCESS { value.max(0) as usize } else { 0 }
    }

    /// Lets launches have so much dynamic shared memory. The context is current.
    pub fn allow_shared_bytes(&self, bytes: u32) -> CudaResult<()> {
        let attribute = sys::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        // SAFETY: a live function.
        self.cuda.check(unsafe { (self.cuda.functions().cuFuncSetAttribute)(self.raw, attribute, bytes as c_int) })
    }
}

/// Links codes into one cubin. Returns the linker's warnings as well.
pub fn link(
    context: &Arc<PrimaryContext>,
    codes: &[Code<'_>],
    options: JitOptions,
) -> Result<(Vec<u8>, String), JitError> {
    let cuda = context.cuda();
    let functions = cuda.functions();
    let _current = context.enter().map_err(|error| (error, String::new()))?;
    let mut cubin = Vec::new();
    let log = with_options(cuda, options, |count, names, values| {
        let mut state = sys::Link::default();
        // SAFETY: options with their values, and a place for the state. The options stay until the
        // state is destroyed.
        let code = unsafe { (functions.cuLinkCreate)(count, names, values, &raw mut state) };
        if code != sys::CUDA_SUCCESS {
            return code;
        }
        let result = add_and_complete(cuda, state, codes, &mut cubin);
        // SAFETY: the state is destroyed once; its output was copied.
        unsafe { (functions.cuLinkDestroy)(state) };
        result.map_or_else(|error| error.code(), |()| sys::CUDA_SUCCESS)
    })?;
    Ok((cubin, log))
}

fn add_and_complete(cuda: &Cuda, state: sys::Link, codes: &[Code<'_>], cubin: &mut Vec<u8>) -> CudaResult<()> {
    let functions = cuda.functions();
    for (number, code) in codes.iter().enumerate() {
        let (kind, mut bytes) = match code.kind {
            CodeKind::Ptx => (sys::CU_JIT_INPUT_PTX, terminated(code)),
            CodeKind::Cubin => (sys::CU_JIT_INPUT_CUBIN, code.bytes.to_vec()),
        };
        let name = CString::new(format!("unit {}", number + 1)).unwrap_or_default();
        let (data, len, none) = (bytes.as_mut_ptr().cast(), bytes.len(), std::ptr::null_mut());
        // SAFETY: a live state, a complete code, which the linker copies, and no options.
        cuda.check(unsafe {
            (functions.cuLinkAddData)(state, kind, data, len, name.as_ptr(), 0, none, std::ptr::null_mut())
        })?;
    }
    let (mut data, mut len) = (std::ptr::null_mut(), 0);
    // SAFETY: a live state, and places for the result.
    cuda.check(unsafe { (functions.cuLinkComplete)(state, &raw mut data, &raw mut len) })?;
    // SAFETY: the linker's result, which lives until the state is destroyed.
    cubin.extend_from_slice(unsafe { std::slice::from_raw_parts(data.cast::<u8>(), len) });
    Ok(())
}

/// The bytes, with a zero byte after text.
fn terminated(code: &Code<'_>) -> Vec<u8> {
    let mut bytes = code.bytes.to_vec();
    if code.kind == CodeKind::Ptx && bytes.last() != Some(&0) {
        bytes.push(0);
    }
    bytes
}

/// Calls a function of the compiler with options and places for its logs. Returns its warnings.
fn with_options(
    cuda: &Cuda,
    options: JitOptions,
    call: impl FnOnce(u32, *mut c_int, *mut *mut c_void) -> sys::Code,
) -> Result<String, JitError> {
    let (mut info, mut errors) = (vec![0_u8; LOG_BYTES], vec![0_u8; LOG_BYTES]);
    let number = |number: usize| std::ptr::without_provenance_mut::<c_void>(number);
    let mut all: Vec<(c_int, *mut c_void)> = vec![
        (sys::CU_JIT_INFO_LOG_BUFFER, info.as_mut_ptr().cast()),
        (sys::CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, number(LOG_BYTES)),
        (sys::CU_JIT_ERROR_LOG_BUFFER, errors.as_mut_ptr().cast()),
        (sys::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, number(LOG_BYTES)),
    ];
    if let Some(level) = options.optimization_level {
        all.push((sys::CU_JIT_OPTIMIZATION_LEVEL, number(level as usize)));
    }
    if options.has_lines {
        all.push((sys::CU_JIT_GENERATE_LINE_INFO, number(1)));
    }
    let (mut names, mut values): (Vec<c_int>, Vec<*mut c_void>) = all.into_iter().unzip();
    let code = call(names.len() as u32, names.as_mut_ptr(), values.as_mut_ptr());
    let text = |log: &[u8]| {
        let log = CStr::from_bytes_until_nul(log).unwrap_or_default();
        log.to_string_lossy().trim().to_owned()
    };
    match cuda.check(code) {
        Ok(()) => Ok(text(&info)),
        Err(error) => Err((error, text(&errors))),
    }
}
