//! How the library is linked: its name, by which the CUDA driver opens it, and that it is
//! initialized before LLVM and never unloaded (`capi`).

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for option in
        ["-soname,libtandem_codegen_nvptx.so", "-init,tandem_codegen_nvptx_init", "-z,initfirst", "-z,nodelete"]
    {
        println!("cargo::rustc-cdylib-link-arg=-Wl,{option}");
    }
}
