//! A folder to compile in, with a small separate installation: a tiny SYCL header, and a runtime that prints what is
//! registered.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tandem_llvm_version::LLVM;

/// The compiler driver under test.
pub const TANDEM_CXX: &str = env!("CARGO_BIN_EXE_tandem-cxx");

pub struct Workspace {
    dir: tempfile::TempDir,
    /// The compiler driver.
    pub compiler: PathBuf,
}

impl Workspace {
    /// A folder with these sources.
    pub fn new(files: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let workspace = Self { dir, compiler: TANDEM_CXX.into() };
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
        let header = std::fs::read_to_string(data.join("sycl.hpp")).unwrap();
        workspace.write("root/include/sycl/sycl.hpp", &header);
        let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../include/tandem");
        for name in ["unit_declared.h", "unit_defined.h"] {
            let header = std::fs::read_to_string(include.join(name)).unwrap();
            workspace.write(&format!("root/include/tandem/{name}"), &header);
        }
        std::fs::create_dir_all(workspace.path("root/lib")).unwrap();
        let library = workspace.path("root/lib/libtandem.so");
        let status = Command::new(LLVM.program("clang"))
            .args(["-shared", "-fPIC", "-o"])
            .arg(&library)
            .arg(data.join("runtime.c"))
            .status()
            .expect("these tests need clang");
        assert!(status.success());
        for (name, text) in files {
            workspace.write(name, text);
        }
        workspace
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        String::from_utf8_lossy(&std::fs::read(self.path(name)).unwrap()).into_owned()
    }

    pub fn exists(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// The files next to the sources, sorted.
    pub fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.dir.path()).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != "root")
            .collect();
        names.sort();
        names
    }

    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(&self.dir)
            .env("TANDEM_ROOT", self.path("root"))
            .env("TANDEM_PCH_DIR", self.path("root/pch"));
        command
    }

    /// Runs `tandem++` with the words of a line.
    pub fn tandem(&self, line: &str) -> Output {
        self.command(&self.compiler).args(line.split_whitespace()).output().unwrap()
    }

    /// Runs `tandem++`, which must succeed without a word on standard error.
    #[track_caller]
    pub fn compile(&self, line: &str) -> String {
        let output = self.tandem(line);
        assert_eq!(stderr(&output), "", "tandem++ {line}");
        assert!(output.status.success(), "tandem++ {line}: {}", output.status);
        stdout(&output)
    }

    /// Runs `tandem++`, which must fail with status 1. Returns its messages.
    #[track_caller]
    pub fn fail(&self, line: &str) -> String {
        let output = self.tandem(line);
        assert_eq!(output.status.code(), Some(1), "tandem++ {line}: {}", stderr(&output));
        stderr(&output)
    }

    /// Runs a program that was made here. Returns its output.
    #[track_caller]
    pub fn run(&self, name: &str) -> String {
        let output = self.command(self.path(name)).output().unwrap();
        assert!(output.status.success(), "{name}: {}", output.status);
        stdout(&output)
    }
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
