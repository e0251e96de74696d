//! libdevice, NVIDIA's library of mathematical functions: LLVM bitcode that comes with the CUDA
//! toolkit. It is looked for, in this order:
//!
//! 1. the file that the build option `--libdevice=FILE` names, and nowhere else;
//! 2. the file that `TANDEM_LIBDEVICE` names, and nowhere else;
//! 3. the toolkits that `CUDA_PATH`, `CUDA_HOME` and `CUDA_ROOT` name;
//! 4. `/usr/local/cuda`, `/opt/cuda` and where Debian's `nvidia-cuda-toolkit` puts it;
//! 5. the PyPI packages `nvidia-cuda-nvcc`, `nvidia-nvvm` and `nvidia-cuda-nvcc-cu12`: in the virtual
//!    environment that is active, the user's packages, those of the machine.
//!
//! Only kernels that call its functions need it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use tandem_codegen::{Error, Result};
use tandem_environment::variable_os;
use tandem_ir::{Function, Module, TargetMachine};

use crate::options::Options;

/// The variable that names the file.
const VARIABLE: &str = "TANDEM_LIBDEVICE";
/// Variables that name toolkits.
const TOOLKITS: [&str; 3] = ["CUDA_PATH", "CUDA_HOME", "CUDA_ROOT"];
/// The library in a toolkit.
const IN_TOOLKIT: &str = "nvvm/libdevice/libdevice.10.bc";
/// Where systems have toolkits.
const SYSTEM_TOOLKITS: [&str; 2] = ["/usr/local/cuda", "/opt/cuda"];
/// Debian's library.
const DEBIAN: &str = "/usr/lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc";
/// Folders of the PyPI packages that have the library.
const PACKAGES: [&str; 3] = ["cu13", "cuda_nvcc", "nvvm"];
/// How the names of its functions begin.
const PREFIX: &str = "__nv_";

/// Adds what the module calls of libdevice.
///
/// # Errors
/// If it calls something and there is no library, or one that LLVM cannot read.
pub fn link(module: &mut Module, options: &Options, machine: &TargetMachine) -> Result<()> {
    let is_called = |function: &Function<'_>| function.is_declaration() && function.name().starts_with(PREFIX);
    let called: Vec<_> = module.functions().into_iter().filter(is_called).map(Function::name).collect();
    let Some(first) = called.first() else { return Ok(()) };
    let path = find(options).ok_or_else(|| missing(first))?;
    let unreadable =
        |problem: String| Error::Options(format!("cannot read libdevice, `{}`: {problem}", path.display()));
    let bytes = std::fs::read(&path).map_err(|error| unreadable(error.to_string()))?;
    let library =
        Module::parse(module.context(), &bytes, "libdevice").map_err(|error| unreadable(error.to_string()))?;
    keep_only(&library, &called);
    machine.prepare(&library);
    Ok(module.link(library)?)
}

/// The file, if there is one.
fn find(options: &Options) -> Option<PathBuf> {
    let named = options.libdevice.clone().or_else(|| variable_os(VARIABLE).map(PathBuf::from));
    match named {
        Some(file) => Some(file),
        None => candidates().into_iter().find(|path| path.is_file()),
    }
}

fn candidates() -> Vec<PathBuf> {
    let named = TOOLKITS.into_iter().filter_map(variable_os).filter(|path| !path.is_empty());
    let toolkits = named.map(PathBuf::from).chain(SYSTEM_TOOLKITS.map(PathBuf::from));
    let mut files: Vec<_> = toolkits.map(|toolkit| toolkit.join(IN_TOOLKIT)).collect();
    files.push(DEBIAN.into());
    for folder in package_folders() {
        files.extend(PACKAGES.map(|package| folder.join("nvidia").join(package).join(IN_TOOLKIT)));
    }
    files
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

fn missing(function: &str) -> Error {
    Error::Options(format!(
        "kernels call `{}` of NVIDIA's libdevice, which is not installed: install the CUDA toolkit or the PyPI \
         package nvidia-cuda-nvcc, and set CUDA_PATH to the toolkit or {VARIABLE} to the file libdevice.10.bc",
        function.trim_start_matches(PREFIX)
    ))
}

/// Leaves the library's functions of these names, and what they call.
fn keep_only(library: &Module, names: &[String]) {
    let mut kept = HashSet::new();
    let mut pending: Vec<_> = names.iter().filter_map(|name| library.function(name)).collect();
    while let Some(function) = pending.pop() {
        if kept.insert(function.value()) {
            let callees = function.insts().into_iter().filter_map(|inst| inst.called_function());
            pending.extend(callees.filter(|callee| !callee.is_declaration()));
        }
    }
    for list in ["llvm.used", "llvm.compiler.used"] {
        library.global(list).into_iter().for_each(|global| global.delete());
    }
    let is_unused = |function: &Function<'_>| !function.is_declaration() && !kept.contains(&function.value());
    library.functions().into_iter().filter(is_unused).for_each(Function::delete);
}
