//! Makes bitcode of the image library, with the clang of the LLVM that the code generator is built against.
//!
//! Says how the library of the code generator is linked, too: its name, by which the CUDA driver opens it, and that it
//! is initialized before LLVM and never unloaded (`capi`).

use std::env;
use std::path::PathBuf;
use std::process::{Command, exit};

use tandem_llvm_version::LLVM;

const SOURCE: &str = "image_library/library.c";
/// The parts that all targets share: formats, orders of channels, samplers.
const SHARED: &str = "../codegen-cpu/image_library";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=image_library");
    println!("cargo::rerun-if-changed={SHARED}");
    println!("cargo::rerun-if-env-changed={}", LLVM.prefix_variable());
    for option in
        ["-soname,libtandem_codegen_nvptx.so", "-init,tandem_codegen_nvptx_init", "-z,initfirst", "-z,nodelete"]
    {
        println!("cargo::rustc-cdylib-link-arg=-Wl,{option}");
    }
    compile_image_library();
}

fn compile_image_library() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("image_library.bc");
    let clang = LLVM.build_folder(env::var_os(LLVM.prefix_variable())).join("bin/clang");
    // No contraction and no tables: kernels optimize it as a part of theirs. Formats of sRGB are not listed by the
    // driver, and would need powers.
    let status = Command::new(&clang)
        .args(["-x", "c", "-std=c17", "-target", "nvptx64-nvidia-cuda", "-O2", "-emit-llvm", "-c"])
        .args(["-fno-math-errno", "-ffp-contract=off", "-fno-vectorize", "-fno-slp-vectorize", "-fno-jump-tables"])
        .args(["-fno-strict-aliasing", "-ffreestanding", "-Wall", "-Werror", "-DWITHOUT_SRGB", "-I", SHARED])
        .arg(SOURCE)
        .arg("-o")
        .arg(&out)
        .status();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => fail(&format!("{} ended with {status}", clang.display())),
        Err(error) => fail(&format!("{}: {error}", clang.display())),
    }
}

fn fail(message: &str) -> ! {
    println!("cargo::error=image library: {message}");
    exit(1)
}
