//! `tandem post-link` and `tandem no-kernel` on device code that was written by
//! hand. `tests/e2e/tools/tools_post_link.cpp` has the way of real code.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tandem_llvm_version::LLVM;
use tandem_offload::fat::{self, DevicePart};

/// Two kernels, one of them with a specialization constant, and a function.
const CODE: &str = r#"
declare float @"__spirv_SpecConstant.scale+0"(i32, float) "tandem-spec-constant"="0;4;scale"
define spir_kernel void @first(ptr addrspace(1) %out) {
  %scale = call float @"__spirv_SpecConstant.scale+0"(i32 0, float 2.5)
  store float %scale, ptr addrspace(1) %out
  ret void
}
define spir_kernel void @second(ptr addrspace(1) %out) {
  %result = call i32 @helper(i32 3)
  store i32 %result, ptr addrspace(1) %out
  ret void
}
define spir_func i32 @helper(i32 %value) "sycl-external" {
  ret i32 %value
}
"#;
const NO_KERNEL: &str = "define spir_func i32 @helper(i32 %value) \"sycl-external\" {\n  ret i32 %value\n}\n";

fn tandem(folder: &Path, args: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tandem"));
    command.current_dir(folder).args(args.split_whitespace()).output().unwrap()
}

#[track_caller]
fn succeed(folder: &Path, args: &str) {
    let output = tandem(folder, args);
    assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("code.ll"), CODE).unwrap();
    fs::write(folder.path().join("no_kernel.ll"), NO_KERNEL).unwrap();
    folder
}

fn text(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap()
}

#[test]
fn a_table_lists_code_properties_and_symbols() {
    let folder = folder();
    let folder = folder.path();
    succeed(folder, "post-link -split=kernel -symbols -properties -S code.ll -o code.table");
    let table = "[Code|Properties|Symbols]\ncode_0.ll|code_0.prop|code_0.sym\ncode_1.ll|code_1.prop|code_1.sym\n\
                 code_2.ll|code_2.prop|code_2.sym\n";
    assert_eq!(text(folder, "code.table"), table);
    assert_eq!(text(folder, "code_0.sym"), "first\n");
    assert_eq!(text(folder, "code_1.sym"), "second\n");
    assert_eq!(text(folder, "code_2.sym"), "helper\n");
    assert!(text(folder, "code_0.ll").contains("define spir_kernel void @first("));
    assert!(!text(folder, "code_0.ll").contains("@second"));
    assert!(text(folder, "code_0.prop").contains("[SYCL/specialization constants]\nscale=2|"));
    assert!(text(folder, "code_2.prop").contains("[SYCL/exported symbols]\nhelper=1|1\n"));
}

#[test]
fn without_a_split_there_is_one_image() {
    let folder = folder();
    let folder = folder.path();
    fs::create_dir(folder.join("out")).unwrap();
    succeed(folder, "post-link code.ll -symbols -emit-only-kernels-as-entry-points -out-dir=out -o t,code.table");
    assert_eq!(
        text(folder, "code.table"),
        "[Code|Properties|Symbols]\nout/code_t_0.bc|out/code_t_0.prop|out/code_t_0.sym\n"
    );
    assert_eq!(text(folder, "out/code_t_0.sym"), "first\nsecond\n");
    assert!(fs::read(folder.join("out/code_t_0.bc")).unwrap().starts_with(b"BC\xc0\xde"));
    succeed(folder, "post-link code.ll no_kernel.ll -split=source -o code.table");
    assert_eq!(text(folder, "code.table"), "[Code|Properties]\ncode_0.bc|code_0.prop\n", "helper is defined twice");
}

#[test]
fn specialization_constants_with_their_defaults() {
    let folder = folder();
    let folder = folder.path();
    succeed(folder, "post-link -spec-const=default -S -ir-output-only code.ll -o whole.ll");
    assert!(text(folder, "whole.ll").contains("store float 2.500000e+00"));
    succeed(folder, "post-link -spec-const=native -S -ir-output-only code.ll -o whole.ll");
    assert!(text(folder, "whole.ll").contains("store float %scale"));
}

#[test]
fn bad_input_is_named_and_nothing_is_written() {
    let folder = folder();
    let folder = folder.path();
    succeed(folder, "post-link -ir-output-only code.ll -o whole.bc");
    let bytes = fs::read(folder.join("whole.bc")).unwrap();
    for (file, bytes) in [("half.bc", &bytes[..bytes.len() / 2]), ("start.bc", &bytes[..6]), ("empty.bc", &[])] {
        fs::write(folder.join(file), bytes).unwrap();
    }
    for (args, expected) in [
        ("missing.bc -o t.table", "missing.bc: No such file"),
        ("half.bc -o t.table", "half.bc: cannot read LLVM IR: "),
        ("start.bc -o t.table", "start.bc: cannot read LLVM IR: "),
        ("empty.bc -o t.table", "empty.bc: no device code"),
        ("code.ll -split=kernel -symbols -o missing/t.table", "missing/t_0.bc: No such file"),
        ("code.ll -out-dir=missing -o t.table", "missing/t_0.bc: No such file"),
    ] {
        let output = tandem(folder, &format!("post-link {args}"));
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && message.contains(expected), "{args}: {message}");
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let new: Vec<String> = files.filter(|file| file.starts_with("t.") || file.starts_with("t_")).collect();
        assert!(new.is_empty(), "{args}: {new:?}");
    }
}

/// Objects that are cut, changed, or have a section with a wrong size: both tools name the object and the error in it.
#[test]
fn damaged_objects() {
    let folder = folder();
    let folder = folder.path();
    succeed(folder, "post-link -ir-output-only code.ll -o whole.bc");
    fs::write(folder.join("empty.c"), "").unwrap();
    let clang = Command::new(LLVM.program("clang")).current_dir(folder).args(["-c", "empty.c"]).status().unwrap();
    assert!(clang.success());
    let bitcode = fs::read(folder.join("whole.bc")).unwrap();
    let part = DevicePart { target: "spir64".into(), unit: "u".into(), bitcode };
    let object = fat::embed(&fs::read(folder.join("empty.o")).unwrap(), &[part]).unwrap();
    fs::write(folder.join("good.o"), &object).unwrap();
    succeed(folder, "post-link good.o -o good.table");

    let mut changed = object.clone();
    let at = object.windows(7).position(|bytes| bytes == b"\x7fTANDEM").unwrap();
    changed[at + 100] ^= 1;
    // The added section is the last one; its size is 32 bytes into its header.
    let headers = u64::from_le_bytes(object[40..48].try_into().unwrap()) as usize;
    let size_at = headers + 64 * (usize::from(object[60]) - 1) + 32;
    let mut long = object.clone();
    long[size_at..size_at + 8].copy_from_slice(&(1_u64 << 40).to_le_bytes());
    let mut short = object.clone();
    short[size_at..size_at + 8].copy_from_slice(&60_u64.to_le_bytes());
    for (name, bytes, expected) in [
        ("half.o", &object[..object.len() / 2], ""),
        ("changed.o", &changed, "device part at byte 0 is damaged"),
        ("long.o", &long, ""),
        ("short.o", &short, "truncated at byte"),
    ] {
        fs::write(folder.join(name), bytes).unwrap();
        for (args, status) in [(format!("post-link {name} -o t.table"), 1), (format!("no-kernel {name} -o t.copy"), 2)]
        {
            let output = tandem(folder, &args);
            let message = String::from_utf8_lossy(&output.stderr);
            let is_named = message.contains(&format!("{name}: ")) && message.contains(expected);
            assert!(output.status.code() == Some(status) && is_named, "{args}: {message}");
            assert!(!folder.join("t.table").exists() && !folder.join("t.copy").exists(), "{args}");
        }
    }
}

#[test]
fn whether_there_are_kernels() {
    let folder = folder();
    let folder = folder.path();
    succeed(folder, "post-link -ir-output-only code.ll -o whole.bc");
    let bytes = fs::read(folder.join("whole.bc")).unwrap();
    fs::write(folder.join("half.bc"), &bytes[..bytes.len() / 2]).unwrap();
    for (args, status) in [
        ("no_kernel.ll", 0),
        ("no_kernel.ll -o copy.ll", 0),
        ("code.ll -o with_kernel.ll", 1),
        ("whole.bc", 1),
        ("half.bc -o half.copy", 2),
        ("missing.bc -o missing.copy", 2),
        ("code.ll whole.bc", 2),
        ("--version", 0),
    ] {
        let output = tandem(folder, &format!("no-kernel {args}"));
        assert_eq!(output.status.code(), Some(status), "{args}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.stderr.is_empty(), status < 2, "{args}");
    }
    assert_eq!(text(folder, "copy.ll"), NO_KERNEL);
    for file in ["with_kernel.ll", "half.copy", "missing.copy"] {
        assert!(!folder.join(file).exists(), "{file}");
    }
}
