//! The modules that the SPIR-V reader refuses, and its messages.

mod support;

use support::assemble;
use tandem_ir::Context;
use tandem_spirv::reader::{ReaderOptions, read};

const HEADER: &str = "
OpCapability Addresses
OpCapability Kernel
OpCapability Linkage
OpMemoryModel Physical64 OpenCL
";

const TYPES: &str = "
%void = OpTypeVoid
%bool = OpTypeBool
%i32 = OpTypeInt 32 0
%i64 = OpTypeInt 64 0
%f32 = OpTypeFloat 32
%one = OpConstant %i32 1
%ptr = OpTypePointer CrossWorkgroup %i32
%tfn = OpTypeFunction %void %i32 %i64 %f32 %ptr
";

fn error_of(bytes: &[u8]) -> String {
    let options = ReaderOptions { name: "test.spv", ..Default::default() };
    read(&Context::new(), bytes, &options).expect_err("must be refused").to_string()
}

#[track_caller]
fn check(source: &str, expected: &str) {
    let bytes = assemble(source, "spv1.4").expect("assembles");
    assert_eq!(error_of(&bytes), format!("test.spv: {expected}"));
}

/// Checks a body of a function with the parameters %i, %l, %x and %p.
#[track_caller]
fn check_body(body: &str, expected: &str) {
    let function = "%fn = OpFunction %void None %tfn\n%i = OpFunctionParameter %i32\n%l = OpFunctionParameter %i64\n\
        %x = OpFunctionParameter %f32\n%p = OpFunctionParameter %ptr\n%entry = OpLabel\n";
    check(&format!("{HEADER}{TYPES}{function}{body}\nOpReturn\nOpFunctionEnd\n"), expected);
}

#[test]
fn ids_are_called_by_their_names() {
    let names = "OpName %i \"count\"\nOpName %x \"\"\n";
    let function = "%fn = OpFunction %void None %tfn\n%i = OpFunctionParameter %i32\n%l = OpFunctionParameter %i64\n\
        %x = OpFunctionParameter %f32\n%p = OpFunctionParameter %ptr\n%entry = OpLabel\n";
    let error = |body: &str| {
        let source = format!("{HEADER}{names}{TYPES}{function}{body}\nOpReturn\nOpFunctionEnd\n");
        error_of(&assemble(&source, "spv1.4").expect("assembles"))
    };
    let named = error("%a = OpIAdd %i %i %i");
    assert!(named.ends_with("is not a type (the id is called `count`)"), "{named}");
    assert!(error("%a = OpIAdd %x %i %i").ends_with("is not a type"));
}

#[test]
fn files_that_are_no_modules() {
    assert_eq!(error_of(b""), "test.spv: 0 bytes are not a SPIR-V module");
    let mut bytes = assemble(HEADER, "spv1.4").expect("assembles");
    assert_eq!(error_of(&bytes[..22]), "test.spv: 22 bytes are not a SPIR-V module");
    let expected = "test.spv: not a SPIR-V module: the magic number is 0x01010101 instead of 0x07230203";
    assert_eq!(error_of(&[1; 20]), expected);
    bytes[18..20].copy_from_slice(&[0, 0]);
    bytes[5] = 9;
    assert_eq!(error_of(&bytes), "test.spv: SPIR-V version 1.9 is not supported");
    bytes[5] = 4;
    bytes[15] = 1;
    assert!(error_of(&bytes).ends_with("is above the limit"));
}

#[test]
fn a_module_cut_within_an_instruction() {
    let bytes = assemble(HEADER, "spv1.4").expect("assembles");
    let expected = "test.spv: instruction 3 (OpMemoryModel) at byte 44: \
        the instruction has 3 words, but the module has only 2 left";
    assert_eq!(error_of(&bytes[..bytes.len() - 4]), expected);
}

#[test]
fn other_environments() {
    check(
        "OpCapability Shader\nOpMemoryModel Logical GLSL450",
        "instruction 1 (OpMemoryModel) at byte 28: addressing model 0 is not supported",
    );
    check(
        &format!("{HEADER}OpEntryPoint GLCompute %1 \"main\""),
        "instruction 4 (OpEntryPoint) at byte 56: execution model 5 is not supported",
    );
    check(
        &format!("{HEADER}%f = OpTypeFloat 32\n%v = OpTypeVector %f 4\n%m = OpTypeMatrix %v 4"),
        "instruction 6 (OpTypeMatrix) at byte 84: OpTypeMatrix is not supported: kernels have vectors, not matrices",
    );
    check(
        &format!("{HEADER}{TYPES}%uniform = OpTypePointer Uniform %i32"),
        "instruction 12 (OpTypePointer) at byte 176: storage class Uniform is not supported",
    );
}

#[test]
fn ids() {
    check(
        &format!("{HEADER}%v = OpTypeVector %missing 4"),
        "instruction 4 (OpTypeVector) at byte 56: %2 is used before it is defined",
    );
    check_body(
        "%a = OpIAdd %i32 %i %b\n%b = OpIAdd %i32 %i %i",
        "instruction 18 (OpIAdd) at byte 252: %16 is used before it is defined",
    );
    check_body("%a = OpIAdd %one %i %i", "instruction 18 (OpIAdd) at byte 252: %6 is not a type");
    check_body("%a = OpIAdd %i32 %i %void", "instruction 18 (OpIAdd) at byte 252: %1 is not a value");
    check_body("%i = OpIAdd %i32 %one %one", "instruction 18 (OpIAdd) at byte 252: %10 is defined twice");
    check_body("OpBranch %one", "instruction 18 (OpBranch) at byte 252: %6 is not a label of this function");
}

#[test]
fn types_that_do_not_fit() {
    let at = "instruction 18 (OpIAdd) at byte 252:";
    check_body("%a = OpIAdd %i32 %i %l", &format!("{at} an operand has the wrong type"));
    check_body("%a = OpIAdd %f32 %x %x", &format!("{at} the result type does not fit the operation"));
    check_body("%a = OpIAdd %void %x %x", &format!("{at} the result type has no values"));
    check_body("%a = OpLoad %i32 %x", "instruction 18 (OpLoad) at byte 252: an operand has the wrong type");
    check_body(
        "%a = OpInBoundsPtrAccessChain %ptr %p %i %i",
        "instruction 18 (OpInBoundsPtrAccessChain) at byte 252: the access chain is deeper than the type",
    );
    check_body(
        "%a = OpFunctionCall %void %fn %i",
        "instruction 18 (OpFunctionCall) at byte 252: the number of arguments differs from the function type's",
    );
    check_body(
        "%a = OpBitcast %i64 %x",
        "instruction 18 (OpBitcast) at byte 252: operand and result have different sizes",
    );
    check_body(
        "%a = OpCopyLogical %i64 %i",
        "instruction 18 (OpCopyLogical) at byte 252: operand and result do not match logically",
    );
    check_body(
        "OpReturnValue %i\n%next = OpLabel",
        "instruction 18 (OpReturnValue) at byte 252: an operand has the wrong type",
    );
}

#[test]
fn operations_without_meaning_here() {
    check_body(
        "OpKill\n%next = OpLabel",
        "instruction 18 (OpKill) at byte 252: OpKill is not supported: \
         only shaders end or query invocations this way; kernels return",
    );
    check_body(
        "%a = OpDPdx %f32 %x",
        "instruction 18 (OpDPdx) at byte 252: OpDPdx is not supported: \
         only fragment shaders have derivatives; use sub-group shuffles",
    );
    check_body("OpStore %p %i Aligned 3", "instruction 18 (OpStore) at byte 252: the alignment is not a power of two");
}

#[test]
fn structure() {
    check_body("OpReturn", "instruction 19 (OpReturn) at byte 256: the instruction is in no block");
    check_body(
        "%a = OpIAdd %i32 %i %i\n%b = OpPhi %i32 %i %entry",
        "instruction 19 (OpPhi) at byte 272: a phi is not at the start of its block",
    );
    check_body(
        "OpBranch %next\n%next = OpLabel\n%b = OpPhi %i32 %i %next",
        "instruction 20 (OpPhi) at byte 268: an entry's block is not a predecessor",
    );
    let dominance = "OpBranchConditional %c %then %join\n%then = OpLabel\n%a = OpIAdd %i32 %i %i\nOpBranch %join\n\
        %join = OpLabel\n%b = OpIAdd %i32 %a %a";
    let bytes = format!(
        "{HEADER}{TYPES}%c = OpConstantTrue %bool\n%fn = OpFunction %void None %tfn\n%i = OpFunctionParameter %i32\n\
        %l = OpFunctionParameter %i64\n%x = OpFunctionParameter %f32\n%p = OpFunctionParameter %ptr\n\
        %entry = OpLabel\n{dominance}\nOpReturn\nOpFunctionEnd\n"
    );
    let error = error_of(&assemble(&bytes, "spv1.4").expect("assembles"));
    assert!(error.contains("Instruction does not dominate all uses"), "{error}");
}

/// Declarations one on top of the other, after two that they begin with.
fn tower(levels: usize, level: impl Fn(usize) -> String) -> String {
    let levels: Vec<_> = (0..levels).map(level).collect();
    format!("{HEADER}{TYPES}{}", levels.join("\n"))
}

#[test]
fn towers_that_would_exhaust_the_stack_or_the_address_space() {
    let structs = tower(400, |at| match at {
        0 => "%s0 = OpTypeStruct %i32".into(),
        _ => format!("%s{at} = OpTypeStruct %s{}", at - 1),
    });
    check(&structs, "instruction 267 (OpTypeStruct) at byte 3236: types are nested too deeply");
    let arrays = tower(20, |at| match at {
        0 => "%many = OpConstant %i64 100000000000\n%a0 = OpTypeArray %i32 %many".into(),
        _ => format!("%a{at} = OpTypeArray %a{} %many", at - 1),
    });
    check(&arrays, "instruction 14 (OpTypeArray) at byte 212: the array is too large");
    let sums = tower(100, |at| match at {
        0 => "%global = OpVariable %ptr CrossWorkgroup\n%e0 = OpSpecConstantOp %i64 ConvertPtrToU %global".into(),
        _ => format!("%e{at} = OpSpecConstantOp %i64 IMul %e{} %e{}", at - 1, at - 1),
    });
    check(&sums, "instruction 45 (OpSpecConstantOp) at byte 956: constant expressions are nested too deeply");
}

/// Checks a module with one more declaration at its start.
#[track_caller]
fn check_declared(what: &str, expected: &str) {
    let bytes = assemble(&format!("{what}\n{HEADER}"), "spv1.4").expect("assembles");
    let error = error_of(&bytes);
    let (_, reason) = error.split_once(": instruction ").expect("a place");
    assert_eq!(reason.split_once(": ").expect("a reason").1, expected);
}

#[test]
fn values_have_a_limit() {
    let source = format!(
        "{HEADER}{TYPES}%many = OpConstant %i64 1073741824\n%array = OpTypeArray %i32 %many\n\
         %huge = OpTypeFunction %void %array\n%fn = OpFunction %void None %huge\n\
         %a = OpFunctionParameter %array\n%entry = OpLabel\nOpReturn\nOpFunctionEnd\n"
    );
    let error = error_of(&assemble(&source, "spv1.4").expect("assembles"));
    let expected = "a value of 4294967296 bytes outside of memory, more than 65536, is not supported";
    assert!(error.contains(expected), "{error}");
}

const UNKNOWN: &str = "the reader does not support it (docs/internals/spirv-reader.md lists what it supports)";

#[test]
fn what_is_not_understood_is_refused() {
    check_declared("OpCapability Geometry", &format!("capability Geometry is not supported: {UNKNOWN}"));
    check_declared("OpCapability !12345", &format!("capability 12345 is not supported: {UNKNOWN}"));
    check_declared(
        "OpCapability VectorComputeINTEL",
        "capability VectorComputeINTEL is not supported: kernels of explicit vectors (ESIMD) need an Intel GPU",
    );
    check_declared(
        "OpExtension \"SPV_NV_mesh_shader\"",
        &format!("extension SPV_NV_mesh_shader is not supported: {UNKNOWN}"),
    );
    check_declared(
        "%glsl = OpExtInstImport \"GLSL.std.450\"",
        "extended instruction set GLSL.std.450 is not supported",
    );
    check_declared(
        "OpExecutionMode %k Initializer",
        "execution mode Initializer is not supported: nothing runs before or after the kernels of a module",
    );
    check_declared("OpExecutionMode %k !99", &format!("execution mode 99 is not supported: {UNKNOWN}"));
    check_declared("OpDecorate %k Flat", &format!("decoration Flat is not supported: {UNKNOWN}"));
    check_declared("OpDecorate %k FuncParamAttr !77", "unknown parameter attribute 77");
    check_declared("OpDecorate %k !9999", &format!("decoration 9999 is not supported: {UNKNOWN}"));
    check_declared(
        "OpMemberDecorate %k 0 RowMajor",
        "decoration RowMajor of a member is not supported: structures and arrays have the layout of C",
    );
    check_declared("OpDecorate %k FPFastMathMode !0x100", &format!("fast-math mode 0x100 is not supported: {UNKNOWN}"));
}

/// Checks a body with a decoration of `%a`.
#[track_caller]
fn check_decorated(decoration: &str, body: &str, expected: &str) {
    let function = "%fn = OpFunction %void None %tfn\n%i = OpFunctionParameter %i32\n%l = OpFunctionParameter %i64\n\
        %x = OpFunctionParameter %f32\n%p = OpFunctionParameter %ptr\n%entry = OpLabel\n";
    let source = format!("{HEADER}OpDecorate %a {decoration}\n{TYPES}{function}{body}\nOpReturn\nOpFunctionEnd\n");
    let error = error_of(&assemble(&source, "spv1.4").expect("assembles"));
    assert!(error.ends_with(&format!(": {expected}")), "{error}");
}

#[test]
fn demands_that_an_instruction_cannot_meet() {
    check_decorated("FPRoundingMode RTZ", "%a = OpFAdd %f32 %x %x", "rounding mode RTZ of OpFAdd is not supported");
    check_decorated("SaturatedConversion", "%a = OpIAdd %i32 %i %i", "saturation of OpIAdd is not supported");
    check_decorated(
        "!6170 !0x3e800000",
        "%a = OpFDiv %f32 %x %x",
        "an error of at most 0.25 ULP of OpFDiv is not supported",
    );
}

#[test]
fn masks_with_unknown_bits() {
    let check_ends = |body: &str, expected: &str| {
        let function = "%fn = OpFunction %void None %tfn\n%i = OpFunctionParameter %i32\n%l = OpFunctionParameter \
            %i64\n%x = OpFunctionParameter %f32\n%p = OpFunctionParameter %ptr\n%entry = OpLabel\n";
        let source = format!(
            "{HEADER}{TYPES}%queue = OpConstant %i32 5\n%made = OpConstant %i32 0x8000\n{function}{body}\nOpReturn\n\
            OpFunctionEnd\n"
        );
        let error = error_of(&assemble(&source, "spv1.4").expect("assembles"));
        assert!(error.ends_with(expected), "{error}");
    };
    check_ends("OpStore %p %i !0x100", &format!("memory access 0x100 is not supported: {UNKNOWN}"));
    check_ends("%a = OpAtomicIAdd %i32 %p %queue %one %i", "scope 5 is not supported");
    check_ends("%a = OpAtomicIAdd %i32 %p %one %made %i", "memory semantics 0x8000 is not supported");
    let control = format!("{HEADER}%void = OpTypeVoid\n%t = OpTypeFunction %void\n%f = OpFunction %void !0x40 %t\n");
    let error = error_of(&assemble(&control, "spv1.4").expect("assembles"));
    assert!(error.ends_with(&format!("function control 0x40 is not supported: {UNKNOWN}")), "{error}");
}

#[test]
fn errors_name_kernel_and_line() {
    let source = |names: &str, body: &str| {
        format!(
            "{HEADER}OpEntryPoint Kernel %fn \"_ZTS4Axpy\"\n%file = OpString \"axpy.cl\"\n{names}\n{TYPES}\
             %fn = OpFunction %void None %tfn\n%i = OpFunctionParameter %i32\n%l = OpFunctionParameter %i64\n\
             %x = OpFunctionParameter %f32\n%p = OpFunctionParameter %ptr\n%entry = OpLabel\n\
             OpLine %file 12 5\n{body}\nOpReturn\nOpFunctionEnd\n"
        )
    };
    let error = error_of(&assemble(&source("", "%a = OpDPdx %f32 %x"), "spv1.4").expect("assembles"));
    assert!(error.starts_with("test.spv: axpy.cl:12:5: kernel `Axpy`: instruction 21 (OpDPdx) at byte "), "{error}");
    // A function that is not an entry point, after a line of another one.
    let helper = "OpReturn\nOpFunctionEnd\n%helper = OpFunction %void None %tfn\n%i2 = OpFunctionParameter %i32\n\
                  %l2 = OpFunctionParameter %i64\n%x2 = OpFunctionParameter %f32\n%p2 = OpFunctionParameter %ptr\n\
                  %entry2 = OpLabel\n%a = OpDPdx %f32 %x2";
    let error = error_of(&assemble(&source("OpName %helper \"_Z6helperi\"", helper), "spv1.4").expect("assembles"));
    assert!(error.starts_with("test.spv: function `helper(int)`: instruction 30 (OpDPdx)"), "{error}");
    // An error that only LLVM's verifier finds names the function, and contains none of LLVM's code.
    let dominance = "%c = OpIEqual %bool %i %i\nOpBranchConditional %c %then %join\n%then = OpLabel\n\
                     %a = OpIAdd %i32 %i %i\nOpBranch %join\n%join = OpLabel\n%b = OpIAdd %i32 %a %a";
    let error = error_of(&assemble(&source("", dominance), "spv1.4").expect("assembles"));
    assert_eq!(error, "test.spv: kernel `Axpy`: the module is inconsistent: Instruction does not dominate all uses!");
}
