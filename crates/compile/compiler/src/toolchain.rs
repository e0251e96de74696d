//! Where things are: clang, the linker, Tandem's own headers, libraries and
//! helper programs.

use std::env;
use std::path::{Path, PathBuf};

use tandem_llvm_version::LLVM;

/// Overrides the search for clang.
pub const CLANG_VARIABLE: &str = "TANDEM_CLANG";
/// Overrides the installation that headers and libraries are taken from.
pub const ROOT_VARIABLE: &str = "TANDEM_ROOT";

/// Name of the program that holds everything that needs LLVM.
const POST_LINK: &str = "tandem-post-link";

/// Something that a compilation needs is not on this machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ToolchainError {
    /// No clang of the right release.
    #[error(
        "cannot find {}; install clang {} (on Debian and Ubuntu: apt install {} {}), or set {CLANG_VARIABLE} to its path",
        LLVM.program("clang++"), LLVM.major(), LLVM.program("clang"), LLVM.program("lld")
    )]
    NoClang,
    /// `TANDEM_CLANG` names nothing that can be run.
    #[error("{CLANG_VARIABLE} is set to '{}', which is not a file", .0.display())]
    BadClang(PathBuf),
    /// No SYCL headers.
    #[error(
        "cannot find sycl/sycl.hpp in an include directory at or above '{}'; the installation is incomplete \
         (set {ROOT_VARIABLE} to a complete one)",
        .0.display()
    )]
    NoHeaders(PathBuf),
    /// The helper program is missing.
    #[error("cannot find '{}'; the installation is incomplete", .0.display())]
    NoPostLink(PathBuf),
}

/// Finds clang's C++ driver.
pub fn find_clang() -> Result<PathBuf, ToolchainError> {
    if let Some(path) = env::var_os(CLANG_VARIABLE).map(PathBuf::from) {
        return match path.is_file() {
            true => Ok(path),
            false => Err(ToolchainError::BadClang(path)),
        };
    }
    let distribution = LLVM.distribution_folder().join("bin/clang++");
    find_in_path(&LLVM.program("clang++"))
        .or_else(|| Some(distribution).filter(|path| path.is_file()))
        .ok_or(ToolchainError::NoClang)
}

/// The parts of Tandem that a compilation uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// Clang's C++ driver.
    pub clang: PathBuf,
    /// The program that post-links.
    pub post_link: PathBuf,
    /// The directory that holds `sycl/sycl.hpp`.
    pub include_dir: PathBuf,
    /// The directory that holds `libtandem.so`.
    pub lib_dir: PathBuf,
    /// Whether `-fuse-ld=lld` works.
    pub has_lld: bool,
}

impl Toolchain {
    /// Finds everything. An installation is found relative to the running
    /// program, so it may be moved.
    pub fn find() -> Result<Self, ToolchainError> {
        let clang = find_clang()?;
        // Without /proc, the parts are looked for in the working directory.
        let exe = env::current_exe().unwrap_or_default();
        let bin_dir = exe.parent().unwrap_or(Path::new(".")).to_owned();
        let post_link = bin_dir.join(POST_LINK);
        if !post_link.is_file() {
            return Err(ToolchainError::NoPostLink(post_link));
        }
        let root = match env::var_os(ROOT_VARIABLE) {
            Some(root) => std::path::absolute(root).ok().filter(|root| has_headers(root)),
            None => find_root(&bin_dir),
        };
        let root = root.ok_or(ToolchainError::NoHeaders(bin_dir.clone()))?;
        Ok(Self {
            has_lld: has_lld(&clang),
            clang,
            post_link,
            include_dir: root.join("include"),
            lib_dir: find_lib_dir(&root, &bin_dir),
        })
    }

    /// The options that add SYCL's headers to the system's. The folder for `#include <sycl.hpp>`, which DPC++'s driver
    /// finds as well, is searched after every other folder, since another one may have a header of that name.
    pub fn include_options(&self) -> [String; 4] {
        let dir = |path: &Path| path.display().to_string();
        ["-isystem".to_owned(), dir(&self.include_dir), "-idirafter".to_owned(), dir(&self.include_dir.join("sycl"))]
    }

    /// The header that can be precompiled.
    pub fn precompiled_header(&self) -> String {
        self.include_dir.join("sycl/sycl.hpp").display().to_string()
    }
}

/// The closest directory above the programs that holds the headers. In an
/// installation that is the parent of `bin`; in a source tree, the tree's root.
fn find_root(bin_dir: &Path) -> Option<PathBuf> {
    bin_dir.ancestors().find(|dir| has_headers(dir)).map(Path::to_owned)
}

fn has_headers(root: &Path) -> bool {
    root.join("include/sycl/sycl.hpp").is_file()
}

/// An installation has `lib`; a build tree has its libraries next to its programs.
fn find_lib_dir(root: &Path, bin_dir: &Path) -> PathBuf {
    let installed = root.join("lib");
    let built = bin_dir.join("libtandem.so");
    match !installed.join("libtandem.so").is_file() && built.is_file() {
        true => bin_dir.to_owned(),
        false => installed,
    }
}

/// Whether clang will find lld: next to itself, where distributions install it, or in PATH.
fn has_lld(clang: &Path) -> bool {
    let real = clang.canonicalize().unwrap_or_else(|_| clang.to_owned());
    real.with_file_name("ld.lld").is_file() || find_in_path("ld.lld").is_some()
}

fn find_in_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|dir| dir.join(name)).find(|candidate| candidate.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn installations_and_build_trees_are_found() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        for path in ["include/sycl", "bin", "lib", "target/debug"] {
            std::fs::create_dir_all(root.join(path)).unwrap();
        }
        std::fs::write(root.join("include/sycl/sycl.hpp"), "").unwrap();
        let built = root.join("target/debug");
        assert_eq!(find_root(&root.join("bin")).as_deref(), Some(root));
        assert_eq!(find_root(&built).as_deref(), Some(root));

        std::fs::write(built.join("libtandem.so"), "").unwrap();
        assert_eq!(find_lib_dir(root, &built), built);
        std::fs::write(root.join("lib/libtandem.so"), "").unwrap();
        assert_eq!(find_lib_dir(root, &root.join("bin")), root.join("lib"));
        assert_eq!(find_lib_dir(root, &built), root.join("lib"));
    }
}
