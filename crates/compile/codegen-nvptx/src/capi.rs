//! The C interface of `libtandem_codegen_nvptx.so` ([`tandem_codegen_abi`]).

use std::ffi::c_int;

use tandem_codegen::Error;
use tandem_codegen::link::Input;
use tandem_codegen_abi::{Answer, CodegenRequest, CodegenResult, CompileFn, FLAG_UNIT, FreeFn, Refusal, Request};

use crate::options::Options;
use crate::pipeline::{compile_inputs, compile_unit};

/// Initializes the library (`DT_INIT`). `build.rs` has this run before LLVM's constructors, so
/// that LLVM's static objects are there as long as the process.
#[unsafe(no_mangle)]
pub extern "C" fn tandem_codegen_nvptx_init() {
    // Where it fails, a thread that generates code while another one calls `exit` may crash.
    let _ = tandem_ir::keep_static_objects();
}

/// Compiles modules to one package, or a module to a unit.
///
/// # Safety
/// `request` is null or points to a request whose pointers are null or point to
/// what they claim; `result` is null or points to a result to be overwritten.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_codegen_nvptx_compile(
    request: *const CodegenRequest,
    result: *mut CodegenResult,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tandem_codegen_abi::serve(request, result, answer) }
}

/// Frees what [`tandem_codegen_nvptx_compile`] put into a result.
///
/// # Safety
/// `result` is null or was filled by `tandem_codegen_nvptx_compile` and not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_codegen_nvptx_free(result: *mut CodegenResult) {
    // SAFETY: by contract.
    unsafe { tandem_codegen_abi::free(result) };
}

const _: CompileFn = tandem_codegen_nvptx_compile;
const _: FreeFn = tandem_codegen_nvptx_free;

fn answer(request: Request<'_>) -> Result<Answer, Refusal> {
    let is_unit = request.flags & FLAG_UNIT != 0;
    if is_unit && request.modules.len() != 1 {
        return Err(Refusal::Request("a unit is made of one module".into()));
    }
    let failed = |error: Error| Refusal::Build(error.to_string());
    let mut options = Options { opt_level: request.opt_level, ..Options::from_env() };
    if let Some(processor) = request.processor {
        options.set_processor(processor).map_err(failed)?;
    }
    options.spec_constants = request.constants;
    let warnings = options.apply(request.options).map_err(failed)?;
    let inputs: Vec<_> =
        request.modules.iter().map(|module| Input { bytes: module.bytes, has_kernels: module.has_kernels }).collect();
    let code = compile(&inputs, is_unit, options).map_err(failed)?;
    Ok(Answer { code, log: warnings.join("\n") })
}

/// Compiles on a thread that a fatal error of LLVM can stop.
fn compile(modules: &[Input<'_>], is_unit: bool, options: Options) -> Result<Vec<u8>, Error> {
    let owned: Vec<_> = modules.iter().map(|module| (module.bytes.to_vec(), module.has_kernels)).collect();
    let what = format!("{} device code for an NVIDIA GPU", if is_unit { "a unit of" } else { "a module of" });
    tandem_ir::catch_fatal(&what, move || {
        let modules: Vec<_> =
            owned.iter().map(|(bytes, has_kernels)| Input { bytes, has_kernels: *has_kernels }).collect();
        match modules.as_slice() {
            [module] if is_unit => compile_unit(module.bytes, &options),
            modules => compile_inputs(modules, &options).map(|package| package.encode()),
        }
    })?
}
