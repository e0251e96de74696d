//! `tandem++` without `-fsycl`: clang takes over the process.

use std::ffi::OsStr;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use crate::error::{DriverError, Failure};
use crate::inputs::Kind;
use crate::options::Input;
use crate::scan::included_sycl_header;
use crate::toolchain;

/// Becomes clang; returns only if that fails. If a source includes SYCL's header, runs clang as a child process
/// instead, to add a hint if it fails.
pub fn run<S: AsRef<OsStr>>(args: &[S]) -> Failure {
    let clang = match toolchain::find_clang() {
        Ok(clang) => clang,
        Err(error) => return error.into(),
    };
    let mut command = Command::new(&clang);
    command.args(args);
    let failure = |source| DriverError::io(|| format!("cannot run {}", clang.display()))(source).into();
    let Some((source, header)) = args.iter().find_map(|arg| sycl_source(arg.as_ref())) else {
        return failure(command.exec());
    };
    match command.status() {
        Err(error) => failure(error),
        Ok(status) => {
            if !status.success() {
                eprintln!("tandem++: note: {source} includes <{header}>; SYCL sources are compiled with -fsycl");
            }
            Failure::Exit(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
        }
    }
}

/// Where `arg` is a C++ source that includes SYCL's header: both names.
fn sycl_source(arg: &OsStr) -> Option<(String, String)> {
    let path = arg.to_str().filter(|arg| !arg.starts_with('-'))?;
    let input = Input { path: path.to_owned(), language: None };
    if input.kind() != Kind::Cxx {
        return None;
    }
    // Clang reports files that cannot be read.
    let text = std::fs::read(Path::new(path)).ok()?;
    Some((input.path, included_sycl_header(&text)?.to_owned()))
}
