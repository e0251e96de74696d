//! Makes bitcode of the image library, with the clang of the LLVM that the code generator is built against.
//!
//! Says how the library of the code generator is linked, too: its name, by which the CUDA driver opens it, and that it
//! is initialized before LLVM and never unloaded (`capi`).

use std::env;

use tandem_llvm_version::LLVM;

/// The parts of the image library that all targets share: formats, orders of channels, samplers, functions.
const SHARED: &str = "../codegen-cpu/image_library";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={SHARED}");
    for option in
        ["-soname,libtandem_codegen_nvptx.so", "-init,tandem_codegen_nvptx_init", "-z,initfirst", "-z,nodelete"]
    {
        println!("cargo::rustc-cdylib-link-arg=-Wl,{option}");
    }
    let options = ["-fno-jump-tables", "-fno-strict-aliasing", "-I", SHARED];
    LLVM.compile_library(|name| env::var_os(name), "image_library", "nvptx64-nvidia-cuda", &options);
}
