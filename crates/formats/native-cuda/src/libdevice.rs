//! libdevice, NVIDIA's library of mathematical functions: LLVM bitcode in the CUDA toolkit. It is searched for in this
//! order:
//!
//! 1. the file that the build option `--libdevice=FILE` names, and nowhere else;
//! 2. the file that `TANDEM_LIBDEVICE` names, and nowhere else;
//! 3. the toolkits that `CUDA_PATH`, `CUDA_HOME` and `CUDA_ROOT` name;
//! 4. `/usr/local/cuda`, `/opt/cuda` and where Debian's `nvidia-cuda-toolkit` puts it;
//! 5. the PyPI packages `nvidia-cuda-nvcc`, `nvidia-nvvm` and `nvidia-cuda-nvcc-cu12`: in the virtual
//!    environment that is active, the user's packages, those of the machine;
//! 6. libclc's library for NVIDIA's GPUs, of Debian's package `libclc-19` and its like.
//!
//! The code generator links it into kernels, and the driver identifies it for keys of its cache.

use std::path::{Path, PathBuf};

use tandem_environment::variable_os;

/// The variable that names the file.
pub const VARIABLE: &str = "TANDEM_LIBDEVICE";
/// Variables that name toolkits.
const TOOLKITS: [&str; 3] = ["CUDA_PATH", "CUDA_HOME", "CUDA_ROOT"];
/// The library in a toolkit.
const IN_TOOLKIT: &str = "nvvm/libdevice/libdevice.10.bc";
/// Where systems have toolkits.
const SYSTEM_TOOLKITS: [&str; 2] = ["/usr/local/cuda", "/opt/cuda"];
/// Debian's library.
const DEBIAN: &str = "/usr/lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc";
/// libclc's library, as packages of systems install it.
const LIBCLC: [&str; 2] = ["/usr/lib/clc/nvptx64--nvidiacl.bc", "/usr/share/clc/nvptx64--nvidiacl.bc"];
/// Folders of the PyPI packages that have the library.
const PACKAGES: [&str; 3] = ["cu13", "cuda_nvcc", "nvvm"];
/// The file, if there is one; `named` is the value of the build option.
pub fn find(named: Option<&Path>) -> Option<PathBuf> {
    let named = named.map(Path::to_owned).or_else(|| variable_os(VARIABLE).map(PathBuf::from));
    named.or_else(|| candidates().into_iter().find(|path| path.is_file()))
}

/// The file that build options name: the last `--libdevice=FILE`.
pub fn named_by(options: &str) -> Option<&Path> {
    options.split_whitespace().filter_map(|option| option.strip_prefix("--libdevice=")).next_back().map(Path::new)
}

fn candidates() -> Vec<PathBuf> {
    let named = TOOLKITS.into_iter().filter_map(variable_os).filter(|path| !path.is_empty());
    let toolkits = named.map(PathBuf::from).chain(SYSTEM_TOOLKITS.map(PathBuf::from));
    let mut files: Vec<_> = toolkits.map(|toolkit| toolkit.join(IN_TOOLKIT)).collect();
    files.push(DEBIAN.into());
    for folder in package_folders() {
        files.extend(PACKAGES.map(|package| folder.join("nvidia").join(package).join(IN_TOOLKIT)));
    }
    files.extend(LIBCLC.map(PathBuf::from));
    files
}

/// The files that are looked for, for a message.
pub fn looked_for() -> String {
    let files: Vec<_> = candidates().iter().map(|path| path.display().to_string()).collect();
    files.join(", ")
}

/// Folders with Python's packages.
fn package_folders() -> Vec<PathBuf> {
    let active = variable_os("VIRTUAL_ENV").map(PathBuf::from);
    let user = variable_os("HOME").map(|home| Path::new(&home).join(".local"));
    let roots = active.into_iter().chain(user).chain(["/usr/local".into(), "/usr".into()]);
    let versions = roots.flat_map(|root| std::fs::read_dir(root.join("lib")).into_iter().flatten().flatten());
    let pythons = versions.filter(|entry| entry.file_name().to_string_lossy().starts_with("python3"));
    pythons.flat_map(|entry| ["site-packages", "dist-packages"].map(|folder| entry.path().join(folder))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_named_is_the_only_one() {
        assert_eq!(named_by("-O2 --libdevice=/a --libdevice=/b"), Some(Path::new("/b")));
        assert_eq!(named_by("-libdevice"), None);
        assert_eq!(find(named_by("--libdevice=/nowhere/libdevice.bc")), Some("/nowhere/libdevice.bc".into()));
    }
}
