//! The library is installed as `libtandem.so`, and programs look for that name.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libtandem.so");
}
