//! Links the programs with LLVM's linker. The crate of the compiler uses LLVM, but `tandem++` and
//! `tandem` use other parts of it. GNU ld would keep libLLVM for them, which takes longer to load
//! than all that they do before they start clang.

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-env-changed=LLVM_SYS_191_PREFIX");
    let prefix = env::var_os("LLVM_SYS_191_PREFIX").map_or_else(|| PathBuf::from("/usr/lib/llvm-19"), PathBuf::from);
    println!("cargo::rustc-link-arg-bins=-B{}", prefix.join("bin").display());
    println!("cargo::rustc-link-arg-bins=-fuse-ld=lld");
}
