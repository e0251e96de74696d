//! The C interface of a back end's library ([`tandem_codegen_abi`]).

use tandem_codegen_abi::{Answer, FLAG_LINKABLE, FLAG_UNIT, Refusal, Request};

use crate::backend::Backend;
use crate::compile::{compile_inputs, compile_unit, device};
use crate::error::{Error, Result};
use crate::link::Input;
use crate::options::Options;

/// Defines the functions that a back end's library exports, under the given names: the initialization (`DT_INIT`), the
/// compilation, and the release of results.
#[macro_export]
macro_rules! c_interface {
    ($backend:ty, $init:ident, $compile:ident, $free:ident) => {
        /// Initializes the library (`DT_INIT`). `build.rs` has this run before LLVM's constructors, so
        /// that LLVM's static objects are there as long as the process.
        #[unsafe(no_mangle)]
        pub extern "C" fn $init() {
            // If it fails, a thread that generates code while another one calls `exit` may crash.
            let _ = ::tandem_ir::keep_static_objects();
        }

        /// Compiles modules to one piece of code, or a module to a unit.
        ///
        /// # Safety
        /// `request` is null or points to a request whose pointers are null or point to
        /// what they claim; `result` is null or points to a result to be overwritten.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $compile(
            request: *const ::tandem_codegen_abi::CodegenRequest,
            result: *mut ::tandem_codegen_abi::CodegenResult,
        ) -> ::std::ffi::c_int {
            // SAFETY: by contract.
            unsafe { ::tandem_codegen_abi::serve(request, result, $crate::c_interface::answer::<$backend>) }
        }

        /// Frees a result's contents, which the library allocated.
        ///
        /// # Safety
        /// `result` is null or was filled by this library and not freed yet.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $free(result: *mut ::tandem_codegen_abi::CodegenResult) {
            // SAFETY: by contract.
            unsafe { ::tandem_codegen_abi::free(result) };
        }

        const _: ::tandem_codegen_abi::CompileFn = $compile;
        const _: ::tandem_codegen_abi::FreeFn = $free;
    };
}

/// Answers a request.
///
/// # Errors
/// Requests that make no sense, and modules that do not compile or link.
pub fn answer<B: Backend>(request: Request<'_>) -> Result<Answer, Refusal> {
    let is_unit = request.flags & FLAG_UNIT != 0;
    if is_unit && request.modules.len() != 1 {
        return Err(Refusal::Request("a unit is made of one module".into()));
    }
    let failed = |error: Error| Refusal::Build(error.to_string());
    let (options, warnings) = options::<B>(&request).map_err(failed)?;
    let code = compile(&request.modules, is_unit, options).map_err(failed)?;
    Ok(Answer { code, log: warnings.join("\n") })
}

/// The options of a request, and warnings about those that mean nothing.
fn options<B: Backend>(request: &Request<'_>) -> Result<(Options<B>, Vec<String>)> {
    let mut options = Options::<B> {
        opt_level: request.opt_level,
        linkable: request.flags & FLAG_LINKABLE != 0,
        spec_constants: request.constants.clone(),
        ..Options::from_env()
    };
    if let Some(processor) = request.processor {
        options.target.set_processor(processor)?;
    }
    let warnings = options.apply(request.options)?;
    Ok((options, warnings))
}

/// Compiles on a thread that a fatal error of LLVM can stop.
fn compile<B: Backend>(modules: &[Input<'_>], is_unit: bool, options: Options<B>) -> Result<Vec<u8>> {
    let owned: Vec<_> = modules.iter().map(|module| (module.bytes.to_vec(), module.has_kernels)).collect();
    let what = format!("a {} of code for the {} device", if is_unit { "unit" } else { "module" }, device::<B>().name);
    tandem_ir::catch_fatal(&what, move || {
        let modules: Vec<_> =
            owned.iter().map(|(bytes, has_kernels)| Input { bytes, has_kernels: *has_kernels }).collect();
        match modules.as_slice() {
            [module] if is_unit => compile_unit(module.bytes, &options),
            modules => compile_inputs(modules, &options).map(B::encode),
        }
    })?
}
