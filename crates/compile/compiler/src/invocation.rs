//! The command line of a program, for `-###`, `-v` and execution.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::options::response;

/// Longer command lines are passed in a response file. Linux allows 2 MiB for arguments and environment together.
const MAX_ARGS_BYTES: usize = 512 * 1024;

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
}

impl Invocation {
    /// An invocation without arguments.
    pub fn new(program: &Path) -> Self {
        Self { program: program.to_owned(), args: Vec::new() }
    }

    /// Adds an argument.
    pub fn arg(&mut self, arg: impl Into<String>) -> &mut Self {
        self.args.push(arg.into());
        self
    }

    /// Adds arguments.
    pub fn args<S: Into<String>>(&mut self, args: impl IntoIterator<Item = S>) -> &mut Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// The command to start. Long argument lists are written to a file in
    /// `temp_dir`.
    pub fn command(&self, temp_dir: &Path) -> io::Result<Command> {
        let mut command = Command::new(&self.program);
        let bytes: usize = self.args.iter().map(|arg| arg.len() + 1).sum();
        if bytes <= MAX_ARGS_BYTES {
            command.args(&self.args);
        } else {
            let mut file = tempfile::Builder::new().suffix(".rsp").tempfile_in(temp_dir)?;
            io::Write::write_all(&mut file, response::join(&self.args).as_bytes())?;
            // `temp_dir` is removed as a whole.
            let path = file.into_temp_path().keep()?;
            command.arg(format!("@{}", path.display()));
        }
        Ok(command)
    }
}

impl fmt::Display for Invocation {
    /// Quoted as clang quotes its jobs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = self.program.display().to_string();
        for word in std::iter::once(&program).chain(&self.args) {
            f.write_str(" \"")?;
            for c in word.chars() {
                if matches!(c, '"' | '\\' | '$') {
                    f.write_str("\\")?;
                }
                write!(f, "{c}")?;
            }
            f.write_str("\"")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting() {
        let mut invocation = Invocation::new(Path::new("clang"));
        invocation.arg("-DX=\"a b\"").arg("$x");
        assert_eq!(invocation.to_string(), r#" "clang" "-DX=\"a b\"" "\$x""#);
    }

    #[test]
    fn long_lists_use_a_response_file() {
        let dir = tempfile::tempdir().unwrap();
        let mut invocation = Invocation::new(Path::new("clang"));
        invocation.args((0..100_000).map(|i| format!("file {i}.o")));
        let command = invocation.command(dir.path()).unwrap();
        let args: Vec<_> = command.get_args().collect();
        assert_eq!(args.len(), 1);
        let words = response::expand([args[0].to_str().unwrap().to_owned()]).unwrap();
        assert_eq!(words, invocation.args);
    }
}
