//! Programs ask for the library by its name and the version of its ABI, which
//! changes where programs that were linked before would not run any more.

const SONAME: &str = "libtandem.so.1";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,{SONAME}");
}
