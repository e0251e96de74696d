//! The violations that the validator reports, and their messages.

use tandem_device_ir::Device;
use tandem_device_ir_llvm::{Expectations, declare_effects, validate};
use tandem_image::layout::{KernelLayout, Record, RecordKind};
use tandem_ir::{Context, Function, Module};

#[track_caller]
fn check(text: &str, message: &str) {
    assert_eq!(outcome(text, &Expectations::default()), message);
}

#[track_caller]
fn outcome(text: &str, expectations: &Expectations<'_>) -> String {
    let mut module = parse(text);
    declare_effects(module.edit());
    validate(module, expectations).err().map(|invalid| invalid.to_string()).unwrap_or_default()
}

fn parse(text: &str) -> Module {
    let module = Module::parse(&Context::new(), text.as_bytes(), "test").expect("valid IR");
    module.verify().expect("valid IR");
    module
}

#[test]
fn device_ir() {
    check(
        "@shared = internal addrspace(3) global i32 undef
         declare i64 @__spirv_BuiltInGlobalInvocationId(i32)
         declare <3 x i64> @__spirv_BuiltInLocalInvocationId()
         declare float @_Z15__spirv_ocl_sinf(float)
         declare i32 @__spirv_GroupNonUniformIAdd.i32(i32, i32, i32, i32)
         declare i32 @__spirv_ocl_printf.p2(ptr addrspace(2), ...)
         @format = internal addrspace(2) constant [3 x i8] c\"%d\\00\"
         define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr byval([9 x i8]) %v, i32 %n) {
           %id = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
           %ids = call <3 x i64> @__spirv_BuiltInLocalInvocationId()
           %s = call float @_Z15__spirv_ocl_sinf(float 1.0)
           %sum = call i32 @__spirv_GroupNonUniformIAdd.i32(i32 3, i32 3, i32 %n, i32 4)
           %x = call i32 (ptr addrspace(2), ...) @__spirv_ocl_printf.p2(ptr addrspace(2) @format, i32 1)
           %generic = addrspacecast ptr addrspace(1) %p to ptr
           store i32 %sum, ptr %generic
           ret void
         }",
        "",
    );
}

#[test]
fn signatures() {
    check(
        "declare i32 @__spirv_GroupIAdd.i32(i32, i32)
         define spir_kernel void @k() {
           %x = call i32 @__spirv_GroupIAdd.i32(i32 2, i32 0)
           ret void
         }",
        "kernel `k`: `__spirv_GroupIAdd` has the signature T(scope, group operation, T), \
         T: i8, i16, i32 or i64; it has 2 parameters",
    );
    check(
        "declare float @__spirv_ocl_sin(float)
         define spir_kernel void @k() {
           %x = call double @__spirv_ocl_sin(double 1.0)
           ret void
         }",
        "kernel `k`: the call of `__spirv_ocl_sin` has a different type than its declaration",
    );
    check(
        "declare float @__spirv_ocl_sin(float)
         define spir_kernel void @k(ptr addrspace(1) %p) {
           store ptr @__spirv_ocl_sin, ptr addrspace(1) %p
           ret void
         }",
        "the address of builtin `__spirv_ocl_sin` is taken; builtins can only be called",
    );
}

#[test]
fn constants() {
    let barrier = |scope: &str, semantics: &str| {
        format!(
            "declare i64 @__spirv_BuiltInLocalInvocationId(i32)
             declare void @__spirv_ControlBarrier(i32, i32, i32)
             define spir_kernel void @k(i32 %n) {{
               %id = call i64 @__spirv_BuiltInLocalInvocationId(i32 0)
               %short = trunc i64 %id to i32
               %other = add i32 %short, 2
               call void @__spirv_ControlBarrier(i32 {scope}, i32 2, i32 {semantics})
               ret void
             }}"
        )
    };
    check(&barrier("2", "272"), "");
    // Inlining may make a constant of it.
    check(&barrier("%n", "272"), "");
    check(
        &barrier("6", "272"),
        "kernel `k`: argument `execution_scope` of `__spirv_ControlBarrier` is scope 6; expected 0 (CrossDevice), \
         1 (Device), \
         2 (Workgroup), 3 (Subgroup), 4 (Invocation)",
    );
    check(
        &barrier("2", "24"),
        "kernel `k`: argument `semantics` of `__spirv_ControlBarrier` is 0x18, which is not valid as memory semantics: \
         at most one order and no unknown bits are allowed",
    );
    check(
        &barrier("%other", "272"),
        "kernel `k`: argument `execution_scope` of `__spirv_ControlBarrier` differs between work-items; it must be a constant",
    );
}

#[test]
fn group_operations() {
    let sum = |operation: u32, cluster: &str| {
        format!(
            "declare i32 @__spirv_GroupNonUniformIAdd.i32(i32, i32, i32{})
             define spir_kernel void @k(i32 %n) {{
               %x = call i32 @__spirv_GroupNonUniformIAdd.i32(i32 3, i32 {operation}, i32 %n{cluster})
               ret void
             }}",
            if cluster.is_empty() { "" } else { ", i32" },
        )
    };
    check(&sum(3, ", i32 8"), "");
    check(
        &sum(3, ""),
        "kernel `k`: argument `operation` of `__spirv_GroupNonUniformIAdd` is a clustered reduction, \
         which needs a cluster size after the value",
    );
    check(
        &sum(3, ", i32 3"),
        "kernel `k`: argument `operation` of `__spirv_GroupNonUniformIAdd` is a clustered reduction, whose cluster size must be \
         a power of two, not 3",
    );
    check(
        &sum(9, ""),
        "kernel `k`: argument `operation` of `__spirv_GroupNonUniformIAdd` is group operation 9; expected 0 (Reduce), \
         1 (InclusiveScan), 2 (ExclusiveScan), 3 (ClusteredReduce)",
    );
}

#[test]
fn convergence() {
    check(
        "declare void @__spirv_ControlBarrier(i32, i32, i32) speculatable
         define spir_kernel void @k() {
           call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
           ret void
         }",
        "kernel `k`: `__spirv_ControlBarrier` is declared speculatable, but works with other work-items",
    );
}

/// A kernel that reaches a barrier through two functions, with the attributes of each.
fn barrier_in_functions(builtin: &str, inner: &str, outer: &str, kernel: &str) -> String {
    format!(
        "declare void @__spirv_ControlBarrier(i32, i32, i32) {builtin}
         define internal spir_func void @_Z5innerv() {inner} {{
           call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
           ret void
         }}
         define internal spir_func void @_Z5outerv() {outer} {{
           call spir_func void @_Z5innerv()
           ret void
         }}
         define spir_kernel void @k() {kernel} {{
           call spir_func void @_Z5outerv()
           ret void
         }}"
    )
}

#[test]
fn what_reaches_barriers_is_convergent() {
    let refused = |builtin, inner, outer, kernel| {
        let module = parse(&barrier_in_functions(builtin, inner, outer, kernel));
        validate(module, &Expectations::default()).map(|_| ()).map_err(|invalid| invalid.to_string())
    };
    const IS: &str = "convergent";
    assert_eq!(refused(IS, IS, IS, IS), Ok(()));
    let error = |text: &str| Err(text.to_owned());
    assert_eq!(
        refused("", IS, IS, IS),
        error(
            "function `inner()` of kernel `k`: `__spirv_ControlBarrier` is not declared convergent, but works with other \
             work-items"
        )
    );
    assert_eq!(
        refused(IS, IS, "", IS),
        error("function `outer()` of kernel `k`: is not convergent, but reaches `__spirv_ControlBarrier`")
    );
    assert_eq!(refused(IS, IS, IS, ""), error("kernel `k`: is not convergent, but reaches `__spirv_ControlBarrier`"));
}

#[test]
fn makers_of_modules_declare_effects() {
    let mut module = parse(&barrier_in_functions("", "", "", ""));
    declare_effects(module.edit());
    assert!(validate(module, &Expectations::default()).is_ok());
}

const ABACUS: Device = Device { name: "abacus", features: &[] };
const SLIDE_RULE: Device = Device { name: "slide rule", features: &[] };

#[test]
fn the_proof_is_for_a_device() {
    let module = || parse("define spir_kernel void @k() { ret void }");
    let validated = |expectations| validate(module(), &expectations).expect("device IR");
    let is_for_abacuses = |expectations| validated(expectations).into_module_for(&ABACUS).map(|_| ());
    assert_eq!(is_for_abacuses(Expectations::of_device(&ABACUS)), Ok(()));
    let refused = is_for_abacuses(Expectations::of_device(&SLIDE_RULE)).expect_err("another device");
    assert_eq!(refused.to_string(), "the module was validated for slide rule, and is compiled for abacus");
    let refused = is_for_abacuses(Expectations::default()).expect_err("no device");
    assert_eq!(refused.to_string(), "the module was validated for no device, and is compiled for abacus");
}

#[test]
fn address_spaces() {
    check(
        "define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(2) %c) {
           %local = addrspacecast ptr addrspace(1) %p to ptr addrspace(3)
           store i32 1, ptr addrspace(2) %c
           ret void
         }",
        "kernel `k`: a cast of a pointer from global to local memory; only casts \
         from and to generic memory are possible\n\
         kernel `k`: a write to constant memory",
    );
    check(
        "@far = addrspace(5) global i32 0
         @shared = internal addrspace(3) global i32 7",
        "variable `far` is in address space 5; device code has 0 (generic), 1 (global), 2 (constant), 3 (local)\n\
         variable `shared` is in local memory, which cannot have initial values",
    );
}

#[test]
fn types_and_assembly() {
    check(
        "define spir_func x86_fp80 @_Z1fe(x86_fp80 %x) {
           %y = fadd x86_fp80 %x, %x
           call void asm sideeffect \"nop\", \"\"()
           ret x86_fp80 %y
         }",
        "function `f(long double)`: a value of type x86_fp80, which devices do not have; use half, float or double\n\
         function `f(long double)`: inline assembly, which device code cannot have",
    );
}

#[test]
fn kernels() {
    check(
        "define spir_kernel void @k(ptr %own) {
           ret void
         }",
        "kernel `k`: parameter 1 is a pointer to a work-item's own memory; kernels take pointers to global, constant or \
         local memory, and values",
    );
    let layout = |_: Function<'_>| {
        let record = |kind, offset| Record { kind, offset, size: 8 };
        let records = vec![record(RecordKind::Accessor, 0), record(RecordKind::Value, 8)];
        Some(KernelLayout { closure_size: 16, records })
    };
    let expectations = Expectations { device: None, layout: Some(&layout) };
    assert_eq!(outcome("define spir_kernel void @k(ptr addrspace(1) %a, i64 %b) { ret void }", &expectations), "");
    assert_eq!(
        outcome("define spir_kernel void @k(ptr addrspace(3) %a, i64 %b) { ret void }", &expectations),
        "kernel `k`: its parameters are [Local, Value], its description says [Accessor, Value]",
    );
}

#[test]
fn recursion() {
    check(
        "define spir_func void @_Z1av() { call spir_func void @_Z1bv() ret void }
         define spir_func void @_Z1bv() { call spir_func void @_Z1av() ret void }
         define spir_func void @_Z1cv() { call spir_func void @_Z1cv() ret void }
         define spir_kernel void @k() { call spir_func void @_Z1av() ret void }",
        "kernel `k`: recursion: a() calls b() calls a()",
    );
}

#[test]
fn places_come_from_debug_information() {
    check(
        "declare i64 @__spirv_ocl_sin(i64)
         define spir_kernel void @k() !dbg !3 {
           %x = call i64 @__spirv_ocl_sin(i64 1), !dbg !4
           ret void
         }
         !llvm.dbg.cu = !{!0}
         !llvm.module.flags = !{!2}
         !0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
         !1 = !DIFile(filename: \"app.cpp\", directory: \"/src\")
         !2 = !{i32 2, !\"Debug Info Version\", i32 3}
         !3 = distinct !DISubprogram(name: \"k\", file: !1, line: 3, unit: !0, spFlags: DISPFlagDefinition)
         !4 = !DILocation(line: 7, column: 11, scope: !3)",
        "app.cpp:7:11: kernel `k`: `__spirv_ocl_sin` has the signature T(T), T: half, float or double; its result is i64",
    );
}

/// A kernel with a group operation; `sizes` are its metadata, `before` its first instructions.
fn with_group_operation(sizes: &str, before: &str, operation: &str) -> String {
    format!(
        "@tile = internal addrspace(3) global [64 x i32] undef
         declare i64 @__spirv_BuiltInLocalInvocationId(i32)
         declare i64 @__spirv_BuiltInLocalInvocationIndex()
         declare i64 @__spirv_BuiltInWorkgroupId(i32)
         declare i32 @__spirv_BuiltInSubgroupLocalInvocationId()
         declare i32 @__spirv_GroupBroadcast.i32(i32, i32, i64)
         declare i32 @__spirv_GroupNonUniformBroadcast.i32(i32, i32, i32)
         declare i32 @__spirv_SubgroupBlockReadINTEL.i32(ptr addrspace(1))
         define spir_kernel void @k(ptr addrspace(1) %p, i32 %n, i64 %from) {sizes} {{
         entry:
           %x = call i64 @__spirv_BuiltInLocalInvocationId(i32 0)
           %y = call i64 @__spirv_BuiltInLocalInvocationId(i32 1)
           %index = call i64 @__spirv_BuiltInLocalInvocationIndex()
           %group = call i64 @__spirv_BuiltInWorkgroupId(i32 0)
           %lane = call i32 @__spirv_BuiltInSubgroupLocalInvocationId()
           {before}
         work:
           {operation}
           br label %end
         end:
           ret void
         }}
         !0 = !{{i32 16, i32 1, i32 1}}
         !1 = !{{i32 8}}"
    )
}

const GROUPS_OF_16: &str = "!reqd_work_group_size !0 !intel_reqd_sub_group_size !1";

#[test]
fn operands_that_groups_have_in_common() {
    let differs = |operand: &str, name: &str| {
        format!(
            "kernel `k`: argument `{operand}` of `{name}` differs between work-items of a group; it must be the same for \
             all of them"
        )
    };
    let always = |operation: &str| with_group_operation(GROUPS_OF_16, "br label %work", operation);
    let broadcast = |id: &str| format!("call i32 @__spirv_GroupBroadcast.i32(i32 2, i32 %n, i64 {id})");
    check(&always(&broadcast("%x")), &differs("id", "__spirv_GroupBroadcast"));
    check(&always(&broadcast("%index")), &differs("id", "__spirv_GroupBroadcast"));
    let moved = format!("%sum = add i64 %group, %x %id = xor i64 %sum, %from {}", broadcast("%id"));
    check(&always(&moved), &differs("id", "__spirv_GroupBroadcast"));
    let of_sub_group = "call i32 @__spirv_GroupNonUniformBroadcast.i32(i32 3, i32 %n, i32 %lane)";
    check(&always(of_sub_group), &differs("id", "__spirv_GroupNonUniformBroadcast"));
    let block = "%at = getelementptr i32, ptr addrspace(1) %p, i64 %x
                 call i32 @__spirv_SubgroupBlockReadINTEL.i32(ptr addrspace(1) %at)";
    check(&always(block), &differs("pointer", "__spirv_SubgroupBlockReadINTEL"));
    // The same for all: the group's number, a parameter, the one id of a dimension of one work-item.
    check(&always(&broadcast("%group")), "");
    check(&always(&broadcast("%from")), "");
    check(&always(&broadcast("%y")), "");
    // Both may differ, and their difference may not.
    check(&always(&format!("%id = sub i64 %x, %index {}", broadcast("%id"))), "");
}

#[test]
fn what_may_be_right_is_not_refused() {
    let broadcast = "call i32 @__spirv_GroupBroadcast.i32(i32 2, i32 %n, i64 %x)";
    // A launch with groups of one work-item.
    check(&with_group_operation("", "br label %work", broadcast), "");
    // No work-item may get there.
    let guarded = "%some = icmp slt i32 %n, 7 br i1 %some, label %work, label %end";
    check(&with_group_operation(GROUPS_OF_16, guarded, broadcast), "");
    // Sub-groups of one work-item.
    let of_sub_group = "call i32 @__spirv_GroupNonUniformBroadcast.i32(i32 3, i32 %n, i32 %lane)";
    check(&with_group_operation("!reqd_work_group_size !0", "br label %work", of_sub_group), "");
}
