//! Keeps the library mapped after `dlclose`: threads and compiled kernels may
//! still be at work when a host unloads its plugins at the end of a process.

fn main() {
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
}
