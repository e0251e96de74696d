//! Links the programs with LLVM's linker. The crate of the compiler uses LLVM, but `tandem++` and
//! `tandem` use other parts of it. GNU ld would keep libLLVM for them, which takes longer to load
//! than all that they do before they start clang.

use std::env;

use tandem_llvm_version::LLVM;

fn main() {
    println!("cargo::rerun-if-env-changed={}", LLVM.prefix_variable());
    let folder = LLVM.build_folder(env::var_os(LLVM.prefix_variable()));
    println!("cargo::rustc-link-arg-bins=-B{}", folder.join("bin").display());
    println!("cargo::rustc-link-arg-bins=-fuse-ld=lld");
}
