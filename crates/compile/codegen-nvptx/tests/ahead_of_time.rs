//! Packages that are made when a program is linked, with an assembler that is a script.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tandem_codegen::AheadOfTime;
use tandem_codegen_nvptx::Nvptx;
use tandem_device_ir_llvm::{Expectations, validate};
use tandem_device_target::{CodeGenerator as _, DeviceCode, Failure};
use tandem_image::PropertySetRegistry;
use tandem_ir::{Context, Module};
use tandem_native_cuda::{CodeKind, Package};

const KERNEL: &str = "
    declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)
    define spir_kernel void @fill(ptr addrspace(1) %p, i32 %value) {
      %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
      %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
      store i32 %value, ptr addrspace(1) %a, align 4
      ret void
    }";

/// The package that the kernel becomes with these options.
fn generate(options: &str) -> Result<Package, Failure> {
    generate_from(KERNEL, options)
}

fn generate_from(text: &str, options: &str) -> Result<Package, Failure> {
    let module = Module::parse(&Context::new(), text.as_bytes(), "test").expect("LLVM IR");
    let module = validate(module, &Expectations { device: None, layout: None }).expect("device IR");
    let spirv = tandem_spirv::writer::write(&module, &Default::default()).expect("SPIR-V");
    let properties = PropertySetRegistry::new();
    let generated = AheadOfTime::<Nvptx>::NEW.generate(&DeviceCode {
        spirv: &spirv,
        properties: &properties,
        opt_level: 2,
        options,
    })?;
    Ok(Package::decode(&generated.bytes).expect("a package"))
}

/// The contents of a package: (kind, number of the processor).
fn codes(package: &Package) -> Vec<(CodeKind, u32)> {
    package.codes.iter().map(|code| (code.kind, code.processor.0)).collect()
}

/// An assembler that gives its options back, or fails.
fn assembler(folder: &Path, script: &str) -> PathBuf {
    let program = folder.join("ptxas");
    std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("a script");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("a program");
    program
}

#[test]
fn without_a_processor_code_is_ptx_for_all() {
    let package = generate("--ptxas-path=/nowhere/ptxas").expect("no assembler is needed");
    assert_eq!(codes(&package), [(CodeKind::Ptx, 70)]);
    let names: Vec<&str> = package.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    assert_eq!(names, ["fill"]);
    let text = String::from_utf8_lossy(&package.codes[0].bytes);
    assert!(text.contains(".target sm_70") && text.contains(".entry"), "{text}");
}

#[test]
fn processors_that_are_named_get_machine_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let ptxas = assembler(folder.path(), "echo \"$1 $2\" > \"$4\"");
    let options = format!("--ptxas-path={} --cuda-gpu-arch=sm_90 --offload-arch=sm_80", ptxas.display());
    let package = generate(&options).expect("code");
    let (cubin, ptx) = (CodeKind::Cubin, CodeKind::Ptx);
    assert_eq!(codes(&package), [(cubin, 90), (ptx, 90), (cubin, 80), (ptx, 80)]);
    assert_eq!(package.codes[0].bytes, b"--gpu-name=sm_90 -O3\n");
    let without = generate("--cuda-gpu-arch=sm_90 --ptxas-path=").expect("code");
    assert_eq!(codes(&without), [(ptx, 90)]);
}

#[test]
fn what_the_assembler_refuses_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let ptxas = assembler(folder.path(), "echo 'ptxas fatal: sm_90 is not defined' >&2; exit 1");
    let error = generate(&format!("--ptxas-path={} --cuda-gpu-arch=sm_90", ptxas.display())).expect_err("no code");
    assert!(error.to_string().contains("sm_90 is not defined"), "{error}");
}

#[test]
fn options_are_checked_once() {
    let check = |options| AheadOfTime::<Nvptx>::NEW.check_options(options).map_err(|error| error.to_string());
    assert_eq!(check("--cuda-gpu-arch=sm_90 -O1"), Ok(Vec::new()));
    assert_eq!(check("-fast"), Ok(vec!["build option `-fast` is ignored".to_owned()]));
    for (wrong, said) in [("--cuda-gpu-arch=sm_60", "`sm_60`"), ("--offload-arch=gfx90a", "`gfx90a`"), ("-O9", "`-O9`")]
    {
        assert!(check(wrong).expect_err(wrong).contains(said), "{wrong}");
    }
}

#[test]
fn variables_that_the_host_writes_are_loaded_and_have_names() {
    let text = "
        @setting = addrspace(1) externally_initialized global i32 7
        define spir_kernel void @read(ptr addrspace(1) %p) {
          %value = load i32, ptr addrspace(1) @setting, align 4
          store i32 %value, ptr addrspace(1) %p, align 4
          ret void
        }";
    let package = generate_from(text, "--ptxas-path=").expect("code");
    let [variable] = package.variables.as_slice() else { panic!("{:?}", package.variables) };
    assert_eq!((variable.name.as_str(), variable.bytes), ("setting", 4));
    let ptx = String::from_utf8_lossy(&package.codes[0].bytes);
    assert!(ptx.contains(".visible .global") && ptx.contains(&format!("{} = 7", variable.symbol)), "{ptx}");
    assert!(ptx.contains("ld.global"), "{ptx}");
}
