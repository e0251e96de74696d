//! The library's name, by which hosts open it. It stays mapped after `dlclose`:
//! threads of OpenCL drivers may still call back when a host unloads its
//! plugins at the end of a process.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libpi_opencl.so");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
}
