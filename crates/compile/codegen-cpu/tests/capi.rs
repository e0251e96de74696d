//! The C interface, as the CPU driver uses it.

mod support;

use std::ffi::CString;

use support::{Range, memory, validated};
use tandem_codegen_abi::{
    CodegenModule, CodegenRequest, CodegenResult, FLAG_UNIT, STATUS_BAD_REQUEST, STATUS_BUILD_ERROR, STATUS_OK,
};
use tandem_codegen_cpu::Output;
use tandem_codegen_cpu::{tandem_codegen_cpu_compile, tandem_codegen_cpu_free};

/// Two modules: the kernel needs a function of the other one.
const KERNEL: &str = "
    declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)
    declare spir_func i32 @twice(i32)
    define spir_kernel void @k(ptr addrspace(1) %p) {
      %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
      %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
      %x = load i32, ptr addrspace(1) %a, align 4
      %y = call spir_func i32 @twice(i32 %x)
      store i32 %y, ptr addrspace(1) %a, align 4
      ret void
    }";
const FUNCTION: &str = "
    define spir_func i32 @twice(i32 %x) {
      %y = mul i32 %x, 2
      ret i32 %y
    }";

fn spirv(text: &str) -> Vec<u8> {
    let module = validated(text, None).expect("device IR");
    tandem_spirv::writer::write(&module, &Default::default()).expect("writable")
}

fn request(modules: &[CodegenModule], options: &CString) -> CodegenRequest {
    CodegenRequest {
        size: size_of::<CodegenRequest>(),
        num_modules: modules.len(),
        modules: modules.as_ptr(),
        options: options.as_ptr(),
        processor: std::ptr::null(),
        opt_level: 2,
        num_spec: 0,
        spec: std::ptr::null(),
        flags: 0,
        without_kernels: std::ptr::null(),
    }
}

/// (status, object, log).
fn compile(request: *const CodegenRequest) -> (i32, Vec<u8>, String) {
    let mut result = CodegenResult::default();
    // SAFETY: the request is null or valid; the result is freed once, after it was copied.
    unsafe {
        let status = tandem_codegen_cpu_compile(request, &mut result);
        let copy = |first: *const u8, len: usize| {
            if first.is_null() { Vec::new() } else { std::slice::from_raw_parts(first, len).to_vec() }
        };
        let (object, log) = (copy(result.code, result.code_len), copy(result.log, result.log_len));
        tandem_codegen_cpu_free(&mut result);
        assert!(result.code.is_null() && result.log.is_null());
        tandem_codegen_cpu_free(&mut result);
        (status, object, String::from_utf8(log).expect("UTF-8"))
    }
}

fn module(bytes: &[u8]) -> CodegenModule {
    CodegenModule { bytes: bytes.as_ptr(), len: bytes.len() }
}

#[test]
fn modules_are_linked() {
    let (kernel, function) = (spirv(KERNEL), spirv(FUNCTION));
    let modules = [module(&kernel), module(&function)];
    let (status, object, log) = compile(&request(&modules, &c"-what -O3".into()));
    assert_eq!((status, log.as_str()), (STATUS_OK, "build option `-what` is ignored"));
    let kernels = support::section_of(&object);
    let program = support::load_object(Output { object, kernels, exports: Vec::new() });
    let mut data: Vec<i32> = (0..10).collect();
    program.launch("k", &mut [memory(&mut data)], Range::linear(10, 4));
    assert_eq!(data, (0..10).map(|i| 2 * i).collect::<Vec<_>>());
}

#[test]
fn errors_are_in_the_log() {
    let kernel = spirv(KERNEL);
    let (status, object, log) = compile(&request(&[module(&kernel)], &c"".into()));
    assert_eq!((status, object.len(), log.as_str()), (STATUS_BUILD_ERROR, 0, "undefined `twice` (used by kernel `k`)"));
    let (status, _, log) = compile(&request(&[module(&kernel)], &c"-Ohm".into()));
    assert_eq!((status, log.as_str()), (STATUS_BUILD_ERROR, "build options: `-Ohm` is not an optimization level"));
    let (status, _, log) = compile(&request(&[module(&kernel[..30])], &c"".into()));
    assert!(status == STATUS_BUILD_ERROR && !log.is_empty());
}

#[test]
fn requests_are_checked() {
    let refused = |request: *const CodegenRequest| {
        let (status, object, log) = compile(request);
        assert!(status == STATUS_BAD_REQUEST && object.is_empty() && !log.is_empty(), "{log}");
    };
    refused(std::ptr::null());
    let options = CString::default();
    let good = request(&[], &options);
    refused(&CodegenRequest { size: 8, ..good });
    refused(&CodegenRequest { num_modules: 1, modules: std::ptr::null(), ..good });
    refused(&CodegenRequest { num_spec: 3, ..good });
    refused(&CodegenRequest { options: c"\xff".as_ptr(), ..good });
    // SAFETY: null pointers are allowed.
    unsafe {
        assert_eq!(tandem_codegen_cpu_compile(&good, std::ptr::null_mut()), STATUS_BAD_REQUEST);
        tandem_codegen_cpu_free(std::ptr::null_mut());
    }
}

/// A module as a unit.
fn unit(text: &str) -> Vec<u8> {
    let spirv = spirv(text);
    let modules = [module(&spirv)];
    let options = CString::default();
    let (status, unit, log) = compile(&CodegenRequest { flags: FLAG_UNIT, ..request(&modules, &options) });
    assert_eq!((status, log.as_str()), (STATUS_OK, ""));
    unit
}

#[test]
fn units_are_compiled_apart_and_linked() {
    // It compiles without the function that it needs.
    let (kernel, function) = (unit(KERNEL), unit(FUNCTION));
    let options = CString::default();
    let modules = [module(&kernel), module(&function)];
    let (status, object, log) = compile(&request(&modules, &options));
    assert_eq!(status, STATUS_OK, "{log}");
    let kernels = support::section_of(&object);
    let program = support::load_object(Output { object, kernels, exports: Vec::new() });
    let mut data = [1, 2, 3];
    program.launch("k", &mut [memory(&mut data)], Range::linear(3, 1));
    assert_eq!(data, [2, 4, 6]);
    // Without it, the link names it.
    let (status, _, log) = compile(&request(&modules[..1], &options));
    assert_eq!((status, log.as_str()), (STATUS_BUILD_ERROR, "undefined `twice` (used by kernel `k`)"));
    // An error within a single unit is reported immediately.
    let unsupported = spirv(
        "declare i64 @__spirv_ReadClockKHR(i32)
         define spir_kernel void @k(ptr addrspace(1) %p) {
           %time = call i64 @__spirv_ReadClockKHR(i32 1)
           store i64 %time, ptr addrspace(1) %p
           ret void
         }",
    );
    let modules = [module(&unsupported), module(&function)];
    let (status, _, log) = compile(&CodegenRequest { flags: FLAG_UNIT, ..request(&modules[..1], &options) });
    let message = "kernel `k`: `__spirv_ReadClockKHR` is not supported on the CPU device";
    assert_eq!((status, log.as_str()), (STATUS_BUILD_ERROR, message));
    let (status, _, log) = compile(&CodegenRequest { flags: FLAG_UNIT, ..request(&modules, &options) });
    assert_eq!((status, log.as_str()), (STATUS_BAD_REQUEST, "a unit is made of one module"));
}

#[test]
fn functions_of_modules_whose_kernels_are_left_out_serve_others() {
    let (kernel, function) = (unit(KERNEL), unit(&format!("{FUNCTION} {}", KERNEL_OF_ITS_OWN)));
    let modules = [module(&kernel), module(&function)];
    let options = CString::default();
    let (status, object, log) =
        compile(&CodegenRequest { without_kernels: [0, 1].as_ptr(), ..request(&modules, &options) });
    assert_eq!(status, STATUS_OK, "{log}");
    let names: Vec<_> = support::section_of(&object).into_iter().map(|kernel| kernel.name).collect();
    assert_eq!(names, ["k"]);
    let (status, object, _) =
        compile(&CodegenRequest { without_kernels: [1, 0].as_ptr(), ..request(&modules, &options) });
    assert_eq!(status, STATUS_OK);
    let names: Vec<_> = support::section_of(&object).into_iter().map(|kernel| kernel.name).collect();
    assert_eq!(names, ["own"]);
}

/// A kernel without needs.
const KERNEL_OF_ITS_OWN: &str = "
    define spir_kernel void @own(ptr addrspace(1) %p) {
      store i32 1, ptr addrspace(1) %p
      ret void
    }";
