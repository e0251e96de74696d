//! The library's name, by which the CUDA driver opens it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libtandem_codegen_nvptx.so");
}
