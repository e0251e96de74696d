//! NVIDIA's assembler, which makes machine code of PTX where it is installed. Without it, CUDA's
//! driver does that when a program runs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use tandem_native_cuda::Processor;

/// File name of the program.
const PROGRAM: &str = "ptxas";
/// Variables that name the folder of a CUDA toolkit.
const TOOLKIT_VARIABLES: [&str; 2] = ["CUDA_PATH", "CUDA_HOME"];
/// The folder in which NVIDIA's installers put the toolkit.
const DEFAULT_TOOLKIT: &str = "/usr/local/cuda";

/// The assembler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ptxas {
    program: PathBuf,
}

impl Ptxas {
    /// The assembler at a path.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into() }
    }

    /// The one of the toolkit that `CUDA_PATH` or `CUDA_HOME` names, the first one in `PATH`, or
    /// that of `/usr/local/cuda`.
    pub fn find() -> Option<Self> {
        find_in(&folders(tandem_environment::variable_os)).map(Self::new)
    }

    /// Machine code of a PTX module.
    ///
    /// # Errors
    /// The output of the assembler, or the reason why it cannot be run, as text.
    pub fn assemble(
        &self,
        ptx: &[u8],
        processor: Processor,
        opt_level: u32,
        with_lines: bool,
    ) -> Result<Vec<u8>, String> {
        let name = self.program.display();
        let failed = |error: std::io::Error| format!("{name}: {error}");
        let folder = tempfile::tempdir().map_err(failed)?;
        let [input, output] = ["module.ptx", "module.cubin"].map(|name| folder.path().join(name));
        std::fs::write(&input, ptx).map_err(failed)?;
        let mut command = Command::new(&self.program);
        command.arg(format!("--gpu-name={}", processor.name())).arg(format!("-O{opt_level}"));
        if with_lines {
            command.arg("--generate-line-info");
        }
        let finished = command.arg("--output-file").arg(&output).arg(&input).output().map_err(failed)?;
        if finished.status.success() {
            return std::fs::read(&output).map_err(failed);
        }
        let said = [finished.stderr, finished.stdout].concat();
        Err(format!("{name} for {}: {}", processor.name(), String::from_utf8_lossy(&said).trim()))
    }
}

/// The folders to search, in order.
fn folders(variable: impl Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    let of_toolkit = |toolkit: &Path| toolkit.join("bin");
    let named = TOOLKIT_VARIABLES.iter().filter_map(|name| variable(name)).filter(|folder| !folder.is_empty());
    let mut folders: Vec<PathBuf> = named.map(|toolkit| of_toolkit(Path::new(&toolkit))).collect();
    folders.extend(variable("PATH").iter().flat_map(std::env::split_paths).filter(|folder| folder.is_absolute()));
    folders.push(of_toolkit(Path::new(DEFAULT_TOOLKIT)));
    folders
}

fn find_in(folders: &[PathBuf]) -> Option<PathBuf> {
    folders.iter().map(|folder| folder.join(PROGRAM)).find(|program| program.is_file())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn toolkits_that_are_named_come_first() {
        let variable = |name: &str| match name {
            "CUDA_HOME" => Some("/opt/cuda".into()),
            "PATH" => Some("/usr/bin:.:/opt/bin".into()),
            _ => None,
        };
        let expected = ["/opt/cuda/bin", "/usr/bin", "/opt/bin", "/usr/local/cuda/bin"];
        assert_eq!(folders(variable), expected.map(PathBuf::from));
        let folder = tempfile::tempdir().unwrap();
        let found = folder.path().join(PROGRAM);
        std::fs::write(&found, "").unwrap();
        assert_eq!(find_in(&["/nowhere".into(), folder.path().into()]), Some(found));
        assert_eq!(find_in(&["/nowhere".into()]), None);
    }

    /// An assembler that is a shell script.
    fn stand_in(folder: &Path, script: &str) -> Ptxas {
        let program = folder.join(PROGRAM);
        std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        Ptxas::new(program)
    }

    #[test]
    fn the_assembler_gets_the_module_and_says_what_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let ptxas = stand_in(folder.path(), "echo \"$1 $2 $3 $4 $(cat \"$6\")\" > \"$5\"");
        let code = ptxas.assemble(b"text", Processor(90), 3, true).unwrap();
        assert_eq!(String::from_utf8(code).unwrap(), "--gpu-name=sm_90 -O3 --generate-line-info --output-file text\n");
        let ptxas = stand_in(folder.path(), "echo 'line 1: syntax error' >&2; exit 255");
        let error = ptxas.assemble(b"text", Processor(90), 3, false).unwrap_err();
        assert!(error.ends_with("ptxas for sm_90: line 1: syntax error"), "{error}");
        assert!(Ptxas::new("/nowhere/ptxas").assemble(b"", Processor(90), 0, false).unwrap_err().contains("/nowhere"));
    }
}
