//! Makes bitcode of the device library, with the clang of the LLVM that the
//! compiler is built against.

use std::env;
use std::path::PathBuf;
use std::process::{Command, exit};

use tandem_llvm_version::LLVM;

const SOURCE: &str = "device_library/library.c";

fn main() {
    println!("cargo::rerun-if-changed=device_library");
    println!("cargo::rerun-if-env-changed={}", LLVM.prefix_variable());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("device_library.bc");
    let clang = LLVM.build_folder(env::var_os(LLVM.prefix_variable())).join("bin/clang");
    // No vectors and no contraction: device code is optimized like the user's own, later.
    // Layouts are those of the host, as in all device code.
    let architecture = env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets it");
    let status = Command::new(&clang)
        .args(["-x", "c", "-std=c17", "-target", &format!("{architecture}-pc-linux-gnu"), "-O2", "-emit-llvm", "-c"])
        .args(["-fno-math-errno", "-ffp-contract=off", "-fno-vectorize", "-fno-slp-vectorize", "-ffreestanding"])
        .args(["-Wall", "-Werror"])
        .arg(SOURCE)
        .arg("-o")
        .arg(&out)
        .status();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => fail(&format!("{} ended with {status}", clang.display())),
        Err(error) => fail(&format!("{}: {error}", clang.display())),
    }
}

fn fail(message: &str) -> ! {
    println!("cargo::error=device library: {message}");
    exit(1)
}
