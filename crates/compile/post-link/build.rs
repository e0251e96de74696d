//! Makes bitcode of the device library, with the clang of the LLVM that the
//! compiler is built against.

use std::env;

use tandem_llvm_version::LLVM;

fn main() {
    // Layouts are those of the host, as in all device code.
    let architecture = env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets it");
    LLVM.compile_library(|name| env::var_os(name), "device_library", &format!("{architecture}-pc-linux-gnu"), &[]);
}
