//! The C interface of `libtandem_codegen_cpu.so`. Its structs and rules are in
//! [`tandem_native_cpu::codegen_abi`].

use std::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

use tandem_native_cpu::codegen_abi::{
    CodegenModule, CodegenRequest, CodegenResult, CodegenSpecConstant, CompileFn, FLAG_LINKABLE, FLAG_UNIT, FreeFn,
    STATUS_BAD_REQUEST, STATUS_BUILD_ERROR, STATUS_OK,
};

use tandem_codegen::Error;
use tandem_codegen::link::Input;

use crate::options::Options;
use crate::pipeline::{compile_inputs, compile_unit};

/// Compiles modules to one object, or a module to a unit.
///
/// # Safety
/// `request` is null or points to a request whose pointers are null or point to
/// what they claim; `result` is null or points to a result to be overwritten.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_codegen_cpu_compile(
    request: *const CodegenRequest,
    result: *mut CodegenResult,
) -> c_int {
    // SAFETY: by contract.
    let Some(result) = (unsafe { result.as_mut() }) else {
        return STATUS_BAD_REQUEST;
    };
    *result = CodegenResult::default();
    // SAFETY: by contract.
    let outcome = catch_unwind(AssertUnwindSafe(|| unsafe { answer(request) }));
    let (status, object, log) = match outcome {
        Ok(Ok((object, log))) => (STATUS_OK, object, log),
        Ok(Err(Refusal { status, log })) => (status, Vec::new(), log),
        Err(_) => (STATUS_BUILD_ERROR, Vec::new(), "internal error in the CPU code generator".to_owned()),
    };
    (result.object, result.object_len) = leak(object);
    (result.log, result.log_len) = leak(log.into_bytes());
    status
}

/// Frees what [`tandem_codegen_cpu_compile`] put into a result.
///
/// # Safety
/// `result` is null or was filled by `tandem_codegen_cpu_compile` and not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_codegen_cpu_free(result: *mut CodegenResult) {
    // SAFETY: by contract.
    let Some(result) = (unsafe { result.as_mut() }) else {
        return;
    };
    let taken = std::mem::take(result);
    // SAFETY: both came from `leak`, and the result no longer names them.
    unsafe {
        reclaim(taken.object, taken.object_len);
        reclaim(taken.log, taken.log_len);
    }
}

const _: CompileFn = tandem_codegen_cpu_compile;
const _: FreeFn = tandem_codegen_cpu_free;

/// A request that yields no object.
struct Refusal {
    status: c_int,
    log: String,
}

impl Refusal {
    fn bad_request(log: &str) -> Self {
        Self { status: STATUS_BAD_REQUEST, log: log.into() }
    }

    fn build_error(error: Error) -> Self {
        Self { status: STATUS_BUILD_ERROR, log: error.to_string() }
    }
}

/// (object, log) for a request.
///
/// # Safety
/// As for [`tandem_codegen_cpu_compile`].
unsafe fn answer(request: *const CodegenRequest) -> Result<(Vec<u8>, String), Refusal> {
    // SAFETY: the size comes first in every version of the struct.
    let size = unsafe { request.cast::<usize>().as_ref() };
    if size.is_none_or(|size| *size < size_of::<CodegenRequest>()) {
        return Err(Refusal::bad_request("the request is null or shorter than this version's"));
    }
    // SAFETY: not null and large enough.
    let request = unsafe { &*request };
    // SAFETY: by contract.
    let (modules, (options, warnings)) = unsafe { (modules(request)?, options(request)?) };
    let is_unit = request.flags & FLAG_UNIT != 0;
    if is_unit && modules.len() != 1 {
        return Err(Refusal::bad_request("a unit is made of one module"));
    }
    let code = compile(&modules, is_unit, options).map_err(Refusal::build_error)?;
    Ok((code, warnings.join("\n")))
}

/// Compiles on a thread that a fatal error of LLVM can stop.
fn compile(modules: &[Input<'_>], is_unit: bool, options: Options) -> Result<Vec<u8>, Error> {
    let owned: Vec<_> = modules.iter().map(|module| (module.bytes.to_vec(), module.has_kernels)).collect();
    let what = format!("{} device code for the CPU", if is_unit { "a unit of" } else { "a module of" });
    tandem_ir::catch_fatal(&what, move || {
        let modules: Vec<_> =
            owned.iter().map(|(bytes, has_kernels)| Input { bytes, has_kernels: *has_kernels }).collect();
        match modules.as_slice() {
            [module] if is_unit => compile_unit(module.bytes, &options),
            modules => compile_inputs(modules, &options).map(|output| output.object),
        }
    })?
}

/// # Safety
/// As for [`tandem_codegen_cpu_compile`].
unsafe fn modules<'a>(request: &CodegenRequest) -> Result<Vec<Input<'a>>, Refusal> {
    // SAFETY: by contract.
    let list: &[CodegenModule] = unsafe { slice(request.modules, request.num_modules) }?;
    let left_out: &[u8] = if request.without_kernels.is_null() {
        &[]
    } else {
        // SAFETY: by contract.
        unsafe { slice(request.without_kernels, request.num_modules) }?
    };
    let input = |(index, module): (usize, &CodegenModule)| {
        let has_kernels = left_out.get(index).is_none_or(|flag| *flag == 0);
        // SAFETY: by contract.
        Ok(Input { bytes: unsafe { slice(module.bytes, module.len) }?, has_kernels })
    };
    list.iter().enumerate().map(input).collect()
}

/// (options, warnings).
///
/// # Safety
/// As for [`tandem_codegen_cpu_compile`].
unsafe fn options(request: &CodegenRequest) -> Result<(Options, Vec<String>), Refusal> {
    // SAFETY: by contract.
    let (text, cpu, constants) = unsafe {
        let constants: &[CodegenSpecConstant] = slice(request.spec, request.num_spec as usize)?;
        (string(request.options)?, string(request.cpu)?, constants)
    };
    let mut options = Options { opt_level: request.opt_level.min(3), ..Options::from_env() };
    options.cpu = cpu.map(str::to_owned);
    options.linkable = request.flags & FLAG_LINKABLE != 0;
    for constant in constants {
        // SAFETY: by contract.
        let bytes: &[u8] = unsafe { slice(constant.bytes, constant.size as usize) }?;
        options.spec_constants.push((constant.id, bytes.to_vec()));
    }
    let warnings = options.apply(text.unwrap_or_default()).map_err(Refusal::build_error)?;
    Ok((options, warnings))
}

/// # Safety
/// `first` is null or points to `len` values that live as long as `'a`.
unsafe fn slice<'a, T>(first: *const T, len: usize) -> Result<&'a [T], Refusal> {
    match (first.is_null(), len) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(Refusal::bad_request("a null pointer with a length")),
        // SAFETY: by contract.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(first, len) }),
    }
}

/// # Safety
/// `text` is null or terminated by a zero, and lives as long as `'a`.
unsafe fn string<'a>(text: *const c_char) -> Result<Option<&'a str>, Refusal> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: by contract.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map(Some).map_err(|_| Refusal::bad_request("text that is not UTF-8"))
}

/// Memory that [`reclaim`] takes back; null where there is none.
fn leak(bytes: Vec<u8>) -> (*const u8, usize) {
    if bytes.is_empty() {
        return (std::ptr::null(), 0);
    }
    let len = bytes.len();
    (Box::into_raw(bytes.into_boxed_slice()).cast::<u8>().cast_const(), len)
}

/// # Safety
/// The pair came from [`leak`] and is not used again.
unsafe fn reclaim(first: *const u8, len: usize) {
    if !first.is_null() {
        // SAFETY: by contract.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(first.cast_mut(), len)) });
    }
}
