//! The LLVM version that Tandem is built with: one constant, [`LLVM`], and the names of its programs.
//!
//! Build scripts, the compiler and tests use it; it does not need LLVM itself. The differences between versions of
//! clang are in `tandem_compiler::front_end`, those between versions of the library in module `version` of `tandem_ir`.
//!
//! To add a version, add a value to [`LlvmVersion`]: the compiler shows the matches that lack it.
//! The version that is built is also named by `llvm-sys` in `Cargo.toml`, the variable in
//! `.cargo/config.toml`, and `LLVM_MAJOR` in `scripts/llvm.sh`; `tests/llvm_version.rs` compares them.

#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, exit};

/// The variables of a build script's environment.
pub type Variables = fn(&str) -> Option<OsString>;

/// The version that this build is for.
pub const LLVM: LlvmVersion = LlvmVersion::Llvm19;

/// A major version of LLVM and clang that Tandem can be built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LlvmVersion {
    /// LLVM 19.
    Llvm19,
}

impl LlvmVersion {
    /// The number of the version, as it ends the names of programs, packages and folders.
    pub const fn major(self) -> &'static str {
        match self {
            Self::Llvm19 => "19",
        }
    }

    /// The variable that locates LLVM for the build of crate `llvm-sys`.
    pub const fn prefix_variable(self) -> &'static str {
        match self {
            Self::Llvm19 => "LLVM_SYS_191_PREFIX",
        }
    }

    /// The distributions' name for a program of LLVM: `clang-19` for `clang`.
    pub fn program(self, name: &str) -> String {
        format!("{name}-{}", self.major())
    }

    /// The folder that Debian's packages install LLVM into.
    pub fn distribution_folder(self) -> PathBuf {
        PathBuf::from(format!("/usr/lib/llvm-{}", self.major()))
    }

    /// The folder of the LLVM to build with: the value of [the variable](Self::prefix_variable) if it is set, otherwise
    /// the [distribution's](Self::distribution_folder). For build scripts.
    pub fn build_folder(self, prefix: Option<OsString>) -> PathBuf {
        prefix.map_or_else(|| self.distribution_folder(), PathBuf::from)
    }

    /// Compiles `FOLDER/library.c` to `FOLDER.bc` in cargo's output folder, for a target, with these options and those
    /// of all such libraries. For build scripts, which end with an error if clang fails.
    ///
    /// The code is optimized as a part of kernels: it has no vectors and no contraction.
    pub fn compile_library(self, variable: Variables, folder: &str, target: &str, options: &[&str]) {
        println!("cargo::rerun-if-changed={folder}");
        println!("cargo::rerun-if-env-changed={}", self.prefix_variable());
        let out = PathBuf::from(variable("OUT_DIR").expect("cargo sets it")).join(format!("{folder}.bc"));
        let clang = self.build_folder(variable(self.prefix_variable())).join("bin/clang");
        let status = Command::new(&clang)
            .args(["-x", "c", "-std=c17", "-target", target, "-O2", "-emit-llvm", "-c", "-ffreestanding"])
            .args(["-fno-math-errno", "-ffp-contract=off", "-fno-vectorize", "-fno-slp-vectorize", "-Wall", "-Werror"])
            .args(options)
            .arg(format!("{folder}/library.c"))
            .arg("-o")
            .arg(&out)
            .status();
        let problem = match status {
            Ok(status) if status.success() => return,
            Ok(status) => format!("{} ended with {status}", clang.display()),
            Err(error) => format!("{}: {error}", clang.display()),
        };
        println!("cargo::error={folder}: {problem}");
        exit(1)
    }
}
