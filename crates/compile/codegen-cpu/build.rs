//! Makes bitcode of the image library, with the clang of the LLVM that the code generator is built against.
//!
//! Says how the library of the code generator is linked, too: its name, by which the CPU driver opens it, and that it
//! is initialized before LLVM and never unloaded (`capi`).

use std::env;

use tandem_llvm_version::LLVM;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for option in ["-soname,libtandem_codegen_cpu.so", "-init,tandem_codegen_cpu_init", "-z,initfirst", "-z,nodelete"] {
        println!("cargo::rustc-cdylib-link-arg=-Wl,{option}");
    }
    // Branches on the format stay branches, and no tables.
    let architecture = env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets it");
    let options = ["-fno-jump-tables", "-fno-strict-aliasing"];
    LLVM.compile_library(|name| env::var_os(name), "image_library", &format!("{architecture}-pc-linux-gnu"), &options);
}
