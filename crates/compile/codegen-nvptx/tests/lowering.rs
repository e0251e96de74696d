//! File tests of single lowerings: `lowering/<name>.ll` holds device IR. Lines
//! `; expect: TEXT` have to be in the PTX, in their order; `; absent: TEXT` must not
//! be there; `; refused: TEXT` is the error; `; options: TEXT` are build options. `./x judge ptx` gives the PTX to NVIDIA's
//! assembler.

use std::path::{Path, PathBuf};

use tandem_codegen::compile::compile_module;
use tandem_codegen_nvptx::{DEVICE, Nvptx, Options, Processor};
use tandem_device_ir_llvm::{Expectations, declare_effects, validate};
use tandem_ir::{Context, Module};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowering");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

/// The words of a file that follow `; WORD:`.
fn directives<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
    let start = format!("; {word}: ");
    text.lines().filter_map(|line| line.strip_prefix(&start)).collect()
}

/// The PTX of device IR.
fn compile(text: &str, processor: Processor, build_options: &str) -> Result<String, String> {
    let mut module = Module::parse(&Context::new(), text.as_bytes(), "test").map_err(|error| error.to_string())?;
    declare_effects(module.edit());
    let module = validate(module, &Expectations::of_device(&DEVICE)).map_err(|error| error.to_string())?;
    let libdevice = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/libdevice.ll");
    let mut options =
        Options { target: Nvptx { processor, libdevice: Some(libdevice), ..Nvptx::default() }, ..Options::default() };
    options.apply(build_options).map_err(|error| error.to_string())?;
    let package = compile_module(module, &options).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&package.codes[0].bytes).into_owned())
}

#[test]
fn kernels_become_ptx() {
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("readable");
        let name = path.display();
        let result = compile(&text, Processor(80), &directives(&text, "options").join(" "));
        if let [refused] = directives(&text, "refused")[..] {
            let error = result.expect_err(&text);
            assert!(error.contains(refused), "{name}: {error}");
            continue;
        }
        let ptx = result.unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut rest = ptx.as_str();
        for expected in directives(&text, "expect") {
            let at = rest.find(expected).unwrap_or_else(|| panic!("{name}: no `{expected}` here in\n{ptx}"));
            rest = &rest[at + expected.len()..];
        }
        for absent in directives(&text, "absent") {
            assert!(!ptx.contains(absent), "{name}: `{absent}` in\n{ptx}");
        }
    }
}

#[test]
fn a_missing_libdevice_is_named() {
    let text = include_str!("lowering/math.ll");
    let mut module = Module::parse(&Context::new(), text.as_bytes(), "test").expect("device IR");
    declare_effects(module.edit());
    let module = validate(module, &Expectations::of_device(&DEVICE)).expect("valid");
    let options = Options {
        target: Nvptx { libdevice: Some("/no/such/libdevice.bc".into()), ..Nvptx::default() },
        ..Options::default()
    };
    let error = compile_module(module, &options).expect_err("there is no such file").to_string();
    assert!(error.contains("cannot read libdevice, `/no/such/libdevice.bc`: "), "{error}");
}

/// Lines are a comment on code, which is the same with and without them.
#[test]
fn lines_change_no_code() {
    let text = include_str!("lowering/lines.ll");
    let [with, without] = ["-g", ""].map(|options| compile(text, Processor(80), options).expect("valid"));
    assert!(with.contains(".loc") && !without.contains(".loc"), "{with}\n{without}");
    let is_code = |line: &&str| {
        let line = line.trim();
        let is_label_of_lines = line.starts_with("$L__tmp") || line.starts_with("$L__func_");
        !line.is_empty() && !line.starts_with(".loc") && !line.starts_with(".file") && !is_label_of_lines
    };
    let code = |ptx: &str| ptx.lines().filter(is_code).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(code(&with), code(&without));
}

/// PTX of a kernel with the library that replaces libclc in tests.
fn compile_with_libclc(text: &str) -> Result<String, String> {
    let libclc = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/libclc.ll");
    compile(text, Processor(80), &format!("--libdevice={}", libclc.display()))
}

#[test]
fn libclc_stands_in_for_libdevice() {
    let ptx = compile_with_libclc(
        "declare float @__spirv_ocl_sin.f32(float)
        declare float @__spirv_ocl_native_cos.f32(float)
        declare float @__spirv_ocl_cos.f32(float)
        declare double @__spirv_ocl_pow.f64(double, double)
        declare float @__spirv_ocl_frexp.f32.p0(float, ptr)
        define spir_kernel void @k(ptr addrspace(1) %out, float %x, double %y) {
          %exponent = alloca i32
          %s = call float @__spirv_ocl_sin.f32(float %x)
          %a = call float @__spirv_ocl_native_cos.f32(float %s)
          %c = call float @__spirv_ocl_cos.f32(float %a)
          %e = call float @__spirv_ocl_frexp.f32.p0(float %c, ptr %exponent)
          store float %e, ptr addrspace(1) %out
          %n = load i32, ptr %exponent
          %p = getelementptr i8, ptr addrspace(1) %out, i64 4
          store i32 %n, ptr addrspace(1) %p
          %d = call double @__spirv_ocl_pow.f64(double %y, double %y)
          %q = getelementptr i8, ptr addrspace(1) %out, i64 8
          store double %d, ptr addrspace(1) %q
          ret void
        }",
    );
    let ptx = ptx.expect("it has the functions");
    for function in ["sin", "cos", "pow", "frexp"] {
        assert!(ptx.contains(&format!("// {function} of libclc")), "{function}\n{ptx}");
    }
    assert!(ptx.contains(", 17;") && !ptx.contains("__nv_"), "{ptx}");
}

#[test]
fn what_libclc_lacks_is_named() {
    let error = compile_with_libclc(
        "declare double @__spirv_ocl_sin.f64(double)
        define spir_kernel void @k(ptr addrspace(1) %out, double %x) {
          %s = call double @__spirv_ocl_sin.f64(double %x)
          store double %s, ptr addrspace(1) %out
          ret void
        }",
    );
    let error = error.expect_err("it has the one of single precision alone");
    assert!(error.contains("kernels call `sin`") && error.contains("libclc.ll"), "{error}");
}

#[test]
fn volta_has_no_matrices() {
    let error = compile(include_str!("lowering/matrix.ll"), Processor(70), "").expect_err("sm_70");
    assert!(
        error.ends_with("16x16x16 of bfloat16 to float, is not supported on sm_70; no product is supported"),
        "{error}"
    );
    compile(include_str!("lowering/async_copy.ll"), Processor(70), "").expect("copies are made at once");
}
