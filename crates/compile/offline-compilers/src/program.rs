//! A compiler as a separate program: its location and its invocation.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use tandem_device_target::Failure;

/// A compiler that a vendor distributes.
#[derive(Debug)]
pub struct Program {
    /// The file's name.
    pub name: &'static str,
    /// Where to get it, for people.
    pub install: &'static str,
    /// A variable that names the vendor's installation, and the compiler's folder in it.
    pub home: Option<(&'static str, &'static str)>,
    /// The installation folder of the vendor's installer.
    pub folder: &'static str,
}

impl Program {
    /// The program: from the installation that a variable names, the first one in `PATH`, or from the installation
    /// folder of the vendor's installer.
    ///
    /// # Errors
    /// If it is not installed, with instructions for getting it.
    pub fn find(&self) -> Result<PathBuf, Failure> {
        self.find_by(tandem_environment::variable_os)
    }

    fn find_by(&self, variable: impl Fn(&str) -> Option<OsString>) -> Result<PathBuf, Failure> {
        let home = self.home.and_then(|(name, folder)| Some(Path::new(&variable(name)?).join(folder)));
        let path = variable("PATH").unwrap_or_default();
        let folders = home.into_iter().chain(std::env::split_paths(&path)).chain([self.folder.into()]);
        let mut programs = folders.filter(|folder| folder.is_absolute()).map(|folder| folder.join(self.name));
        let Self { name, install, .. } = self;
        programs
            .find(|program| program.is_file())
            .ok_or_else(|| format!("the compiler `{name}` is not in PATH; {install}").into())
    }

    /// Runs the program to convert one file to another. `arguments` makes its command line from the paths of the input,
    /// which is called `input_name`, and the output. The program's standard error is passed on.
    ///
    /// # Errors
    /// If the program cannot be run or fails, with its messages.
    pub fn run(
        &self,
        input: &[u8],
        [input_name, output_name]: [&str; 2],
        arguments: impl Fn(String, String) -> Vec<String>,
    ) -> Result<Vec<u8>, Failure> {
        let program = self.find()?;
        let failed = |error: std::io::Error| format!("{}: {error}", program.display());
        let folder = tempfile::tempdir().map_err(failed)?;
        let [input_path, output_path] = [input_name, output_name].map(|name| folder.path().join(name));
        std::fs::write(&input_path, input).map_err(failed)?;
        let arguments = arguments(input_path.display().to_string(), output_path.display().to_string());
        let finished = Command::new(&program).args(arguments).output().map_err(failed)?;
        if !finished.status.success() {
            let said = [finished.stdout, finished.stderr].concat();
            let said = String::from_utf8_lossy(&said);
            return Err(format!("{} ends with {}: {}", self.name, finished.status, said.trim()).into());
        }
        eprint!("{}", String::from_utf8_lossy(&finished.stderr));
        let nothing = |error| format!("{} succeeds, but its output cannot be read: {error}", self.name);
        Ok(std::fs::read(&output_path).map_err(nothing)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: Program =
        Program { name: "weave", install: "ask Jacquard", home: Some(("LOOM", "bin")), folder: "/nowhere" };

    #[test]
    fn the_installation_that_is_named_comes_first() {
        let [home, path] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let [in_home, in_path] = [home.path().join("bin/weave"), path.path().join("weave")];
        std::fs::write(&in_path, "").unwrap();
        let variable = |name: &str| match name {
            "LOOM" => Some(home.path().into()),
            "PATH" => Some(std::env::join_paths([Path::new("."), path.path()]).unwrap()),
            _ => None,
        };
        assert_eq!(PROGRAM.find_by(variable).unwrap(), in_path);
        std::fs::create_dir(home.path().join("bin")).unwrap();
        std::fs::write(&in_home, "").unwrap();
        assert_eq!(PROGRAM.find_by(variable).unwrap(), in_home);
        let error = PROGRAM.find_by(|_| None).unwrap_err().to_string();
        assert_eq!(error, "the compiler `weave` is not in PATH; ask Jacquard");
    }
}
