//! Rejected modules and their error messages.

mod support;

use support::{parse, validated};
use tandem_codegen::Error;
use tandem_codegen::compile::{compile, compile_module};
use tandem_codegen_cpu::{Cpu, DEVICE, Options};

#[track_caller]
fn check(text: &str, message: &str) {
    let compiled = match validated(text, Some(&DEVICE)) {
        Ok(module) => compile_module(module, &Options::default()),
        Err(invalid) => Err(invalid.into()),
    };
    let error = compiled.expect_err("must be refused");
    assert_eq!(error.to_string(), message);
}

#[test]
fn undefined_symbols() {
    check(
        "declare spir_func void @_Z3foov()
         @table = external addrspace(1) global i32
         define spir_func void @helper() {
           call spir_func void @_Z3foov()
           store i32 1, ptr addrspace(1) @table
           ret void
         }
         define spir_func void @not_reached() {
           call spir_func void @_Z3barv()
           ret void
         }
         declare spir_func void @_Z3barv()
         define spir_kernel void @k() {
           call spir_func void @helper()
           ret void
         }",
        "undefined `foo()` (used by kernel `k`), `table` (used by kernel `k`)",
    );
}

#[test]
fn recursion() {
    check(
        "define spir_func void @a() {
           call spir_func void @b()
           ret void
         }
         define spir_func void @b() {
           call spir_func void @a()
           ret void
         }
         define spir_kernel void @k() {
           call spir_func void @a()
           ret void
         }",
        "kernel `k`: recursion: a calls b calls a",
    );
}

#[test]
fn barriers_in_functions_whose_addresses_are_taken() {
    check(
        "declare void @__spirv_ControlBarrier(i32, i32, i32)
         define spir_func void @f() {
           call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
           ret void
         }
         define spir_kernel void @k(ptr addrspace(1) %p) {
           store ptr @f, ptr addrspace(1) %p
           ret void
         }",
        "function `f`, whose address is taken: a barrier or group operation, which only kernels and functions that \
         they call directly can have",
    );
}

#[test]
fn unknown_builtins() {
    check(
        "declare float @__spirv_ocl_nonsense.f32(float)
         define spir_func float @helper(float %x) {
           %y = call float @__spirv_ocl_nonsense.f32(float %x)
           ret float %y
         }
         define spir_kernel void @k(ptr addrspace(1) %p) {
           %y = call spir_func float @helper(float 1.0)
           store float %y, ptr addrspace(1) %p
           ret void
         }",
        "function `helper` of kernel `k`: unknown builtin `__spirv_ocl_nonsense.f32`",
    );
}

#[test]
fn builtins_with_other_signatures() {
    check(
        "declare i64 @__spirv_BuiltInGlobalInvocationId(float)
         define spir_kernel void @k(ptr addrspace(1) %p) {
           %y = call i64 @__spirv_BuiltInGlobalInvocationId(float 1.0)
           store i64 %y, ptr addrspace(1) %p
           ret void
         }",
        "kernel `k`: `__spirv_BuiltInGlobalInvocationId` has the signature integer(integer dimension) or \
         <3 x i64>(); parameter 1 is float",
    );
    check(
        "declare float @__spirv_ocl_atan2()
         define spir_kernel void @k(ptr addrspace(1) %p) {
           %y = call float @__spirv_ocl_atan2()
           store float %y, ptr addrspace(1) %p
           ret void
         }",
        "kernel `k`: `__spirv_ocl_atan2` has the signature T(T, T), T: half, float or double; it has 0 parameters",
    );
    check(
        "declare i64 @__spirv_ocl_sin(i64)
         define spir_kernel void @k(ptr addrspace(1) %p) {
           %y = call i64 @__spirv_ocl_sin(i64 1)
           store i64 %y, ptr addrspace(1) %p
           ret void
         }",
        "kernel `k`: `__spirv_ocl_sin` has the signature T(T), T: half, float or double; its result is i64",
    );
}

#[test]
fn builtins_that_cpus_do_not_have() {
    check(
        "declare i64 @__spirv_ReadClockKHR(i32)
         define spir_kernel void @k(ptr addrspace(1) %p) {
           %y = call i64 @__spirv_ReadClockKHR(i32 1)
           store i64 %y, ptr addrspace(1) %p
           ret void
         }",
        "kernel `k`: `__spirv_ReadClockKHR` is not supported on the CPU device",
    );
}

#[test]
fn unknown_group_operations() {
    check(
        "declare i32 @__spirv_GroupNonUniformShuffle.i32(i32, i32, i32)
         define spir_kernel void @k(ptr addrspace(1) %p) {
           %y = call i32 @__spirv_GroupNonUniformShuffle.i32(i32 2, i32 1, i32 0)
           store i32 %y, ptr addrspace(1) %p
           ret void
         }",
        "kernel `k`: GroupNonUniformShuffle is not supported on the CPU device",
    );
}

#[test]
fn scopes_that_vary() {
    check(
        "declare void @__spirv_ControlBarrier(i32, i32, i32)
         define spir_kernel void @k(i32 %scope) {
           call void @__spirv_ControlBarrier(i32 %scope, i32 2, i32 272)
           ret void
         }",
        "kernel `k`: ControlBarrier: its scope is not a constant",
    );
}

#[test]
fn arrays_of_variable_length() {
    check(
        "define spir_kernel void @k(i32 %n, ptr addrspace(1) %p) {
           %a = alloca i8, i32 %n
           store volatile i8 1, ptr %a
           ret void
         }",
        "kernel `k`: an array of variable length",
    );
}

#[test]
fn malformed_sizes() {
    check(
        "define spir_kernel void @k() !reqd_work_group_size !0 {
           ret void
         }
         !0 = !{i32 8, i32 0, i32 1}",
        "kernel `k`: !reqd_work_group_size is not three positive sizes",
    );
}

#[test]
fn spirv_that_is_none() {
    let error = compile(&[b"nothing"], &Options::default()).expect_err("must be refused");
    assert!(matches!(error, Error::Spirv(_)), "{error}");
}

#[test]
fn cpus_that_do_not_exist() {
    let options = Options { target: Cpu { cpu: Some("z80".into()), ..Cpu::default() }, ..Options::default() };
    let error = compile_module(parse(""), &options).expect_err("must be refused");
    assert_eq!(error.to_string(), "build options: unknown CPU `z80`");
}

#[test]
fn images_that_devices_do_not_have() {
    check(
        "declare i32 @__spirv_ImageQueryOrder(target(\"spirv.Image\", void, 3, 0, 0, 0, 0, 0, 0))
         define spir_kernel void @k(target(\"spirv.Image\", void, 3, 0, 0, 0, 0, 0, 0) %i, ptr addrspace(1) %p) {
           %o = call i32 @__spirv_ImageQueryOrder(target(\"spirv.Image\", void, 3, 0, 0, 0, 0, 0, 0) %i)
           store i32 %o, ptr addrspace(1) %p
           ret void
         }",
        "kernel `k`: cubes, rectangles and arrays of 3D images are not supported",
    );
}

#[test]
fn places_in_the_source() {
    check(
        "define spir_kernel void @k(i32 %n, ptr addrspace(1) %p) !dbg !3 {
           %a = alloca i8, i32 %n, !dbg !4
           store volatile i8 1, ptr %a
           ret void
         }
         !llvm.module.flags = !{!0}
         !llvm.dbg.cu = !{!1}
         !0 = !{i32 2, !\"Debug Info Version\", i32 3}
         !1 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, emissionKind: LineTablesOnly)
         !2 = !DIFile(filename: \"k.cl\", directory: \"\")
         !3 = distinct !DISubprogram(name: \"k\", scope: !2, file: !2, line: 3, type: !5, spFlags: DISPFlagDefinition, unit: !1)
         !4 = !DILocation(line: 4, column: 7, scope: !3)
         !5 = !DISubroutineType(types: !{null})",
        "k.cl:4:7: kernel `k`: an array of variable length",
    );
}
