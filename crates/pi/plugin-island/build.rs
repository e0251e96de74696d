//! The library's name, by which hosts open it. It stays mapped after `dlclose`:
//! threads and compiled kernels may still be at work when a host unloads its
//! plugins at the end of a process.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libpi_island.so");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
}
