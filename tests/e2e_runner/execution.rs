//! Compiling a program once and running it on devices.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, anyhow, ensure};
use libtest_mimic::Completion;

use super::devices::Device;
use super::directives::{Exit, Program};
use super::matching::in_order;
use crate::{run, script, transcript};

/// A program that runs longer hangs (seconds).
const TIME_LIMIT_S: &str = "120";

/// A program, which the first of its tests compiles. Tests may run in threads
/// or in processes: a locked file keeps them apart.
pub struct Build {
    program: Program,
    prefix: PathBuf,
    /// The folder for build products and for files that the runs of the program share.
    folder: PathBuf,
}

impl Build {
    /// A program with a folder in the folder that all tests of this run share.
    pub fn new(name: &str, program: Program, prefix: PathBuf, shared: &Path) -> Self {
        Self { program, prefix, folder: shared.join(name) }
    }

    /// Compiles the program, unless it is, and checks the messages.
    pub fn compile(&self) -> Result<()> {
        self.lock().map(|_| ())
    }

    /// Runs the program on a device.
    pub fn run(&self, device: &Device) -> Result<Completion> {
        if let Some(reason) = self.program.reason_to_skip(device) {
            return Ok(Completion::ignored_with(reason));
        }
        // Held to the end: the runs of one program share its folder.
        let _lock = self.lock()?;
        judged(self.execute(device), self.program.expected_failure(device))
    }

    /// Locks the folder of the program once the program is built there.
    fn lock(&self) -> Result<File> {
        let lock = locked(&self.folder.with_extension("lock"))?;
        let outcome = self.folder.with_extension("outcome");
        if !outcome.exists() {
            fs::create_dir_all(&self.folder)?;
            let error = self.build().err().map(|error| format!("{error:#}"));
            fs::write(&outcome, error.unwrap_or_default())?;
        }
        let error = fs::read_to_string(&outcome)?;
        ensure!(error.is_empty(), "{error}");
        Ok(lock)
    }

    fn build(&self) -> Result<()> {
        let program = &self.program;
        let mut messages = String::new();
        for step in &program.steps {
            let mut command = Command::new("bash");
            command.arg("-c").arg(script(step));
            let output = run(self.in_folder(&mut command, "build"))?;
            messages += &String::from_utf8_lossy(&output.stderr);
            if !output.status.success() {
                return self.check_errors(step, &output, &messages);
            }
        }
        ensure!(program.errors.is_empty(), "compiling succeeded, but these errors are expected: {:?}", program.errors);
        for warning in &program.warnings {
            ensure!(warning.is_match(&messages), "no warning matches `{warning}` in:\n{messages}");
        }
        Ok(())
    }

    fn check_errors(&self, step: &str, output: &Output, messages: &str) -> Result<()> {
        ensure!(!self.program.errors.is_empty(), "`{step}` failed: {}", transcript(output));
        ensure!(output.status.code().is_some(), "`{step}` died by a signal: {}", transcript(output));
        for error in &self.program.errors {
            ensure!(error.is_match(messages), "no message matches `{error}` in:\n{messages}");
        }
        Ok(())
    }

    fn execute(&self, device: &Device) -> Result<()> {
        let mut command = Command::new("timeout");
        command.args(["--signal=QUIT", TIME_LIMIT_S]);
        if self.program.runs.is_empty() {
            command.arg(self.folder.join("program")).args(self.program.args.split_whitespace());
        } else {
            command.args(["bash", "-ec"]).arg(script(&self.program.runs.join("\n")));
        }
        self.in_folder(&mut command, &device.name).envs(device.environment());
        command.envs(self.program.env.iter().map(|(key, value)| (key, value)));
        let output = run(&mut command)?;
        ensure!(output.status.code() != Some(124), "hangs (over {TIME_LIMIT_S} s): {}", transcript(&output));
        ensure!(exit_of(&output) == self.program.exit, "wrong exit: {}", transcript(&output));
        for (expected, text) in [(&self.program.stdout, &output.stdout), (&self.program.stderr, &output.stderr)] {
            in_order(expected, &String::from_utf8_lossy(text))
                .map_err(|error| anyhow!("{error}: {}", transcript(&output)))?;
        }
        Ok(())
    }

    /// Sets up a command in the folder. `purpose` names the persistent cache: each has a separate
    /// one, so that no result comes from an earlier run.
    fn in_folder<'c>(&self, command: &'c mut Command, purpose: &str) -> &'c mut Command {
        command
            .current_dir(&self.folder)
            .env("CXX", self.prefix.join("bin/tandem++"))
            .env("TANDEM", self.prefix.join("bin/tandem"))
            .env("SRC", &self.program.source)
            .env("DIR", self.program.source.parent().unwrap_or(Path::new(".")))
            .env("EXE", self.folder.join("program"))
            .env("SYCL_CACHE_DIR", self.folder.join(format!("cache-{}", purpose.replace(':', "-"))))
            .stdin(Stdio::null())
    }
}

/// The final result of a run: a program that passes where it is expected to fail has failed.
fn judged(run: Result<()>, expected_failure: Option<&str>) -> Result<Completion> {
    match (run, expected_failure) {
        (run, None) => run.map(|()| Completion::Completed),
        (Err(_), Some(reason)) => Ok(Completion::ignored_with(format!("fails as expected: {reason}"))),
        (Ok(()), Some(reason)) => Err(anyhow!("passes, but XFAIL expects a failure: {reason}")),
    }
}

/// `timeout` reports a death by signal N as such, or as status 128 + N.
fn exit_of(output: &Output) -> Exit {
    match (output.status.code(), output.status.signal()) {
        (Some(code), _) if code <= 128 => Exit::Status(code),
        _ => Exit::Signal,
    }
}

/// Opens a file, made with its folder if need be, and waits for its lock, which
/// ends with the file.
pub fn locked(path: &Path) -> Result<File> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    let file = File::create(path).with_context(|| path.display().to_string())?;
    file.lock().with_context(|| path.display().to_string())?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expected_failure_that_passes_is_a_failure() {
        assert!(matches!(judged(Ok(()), None), Ok(Completion::Completed)));
        assert!(judged(Err(anyhow!("wrong")), None).is_err());
        assert!(matches!(judged(Err(anyhow!("wrong")), Some("bug")), Ok(Completion::Ignored { .. })));
        assert!(judged(Ok(()), Some("bug")).is_err());
    }

    /// Runs a shell script as a program that was built before.
    fn outcome(directives: &str) -> Result<Completion> {
        let folder = tempfile::tempdir()?;
        let source = folder.path().join("program.cpp");
        fs::write(&source, directives)?;
        Build::new("topic/program", Program::parse(&source)?, "/nowhere".into(), folder.path()).run(&Device::default())
    }

    #[test]
    fn steps_build_once_and_runs_are_judged() {
        let steps = "// STEP: echo built >> log\n// RUN: cat log\n// RUN: ! false; echo $K >&2\n// ENV: K=V\n";
        let expected = "// EXPECT: built\n// EXPECT-STDERR: V\n";
        assert!(matches!(outcome(&format!("{steps}{expected}")), Ok(Completion::Completed)));
        assert!(outcome(&format!("{steps}// EXPECT: built\n// EXPECT: built\n")).is_err());
    }

    #[test]
    fn a_step_or_a_run_that_fails_is_a_failure() {
        assert!(outcome("// STEP: false\n// EXPECT: 1\n").is_err());
        assert!(outcome("// STEP: true\n// RUN: false\n// RUN: echo 1\n// EXPECT: 1\n").is_err());
        assert!(outcome("// STEP: true\n// RUN: echo 1; exit 3\n// EXPECT: 1\n").is_err());
        assert!(outcome("// STEP: true\n// RUN: echo 1; exit 3\n// EXIT: 3\n").is_ok());
        assert!(outcome("// STEP: true\n// RUN: kill -SEGV $$\n// EXIT: signal\n").is_ok());
    }

    #[test]
    fn what_a_device_lacks_is_skipped() {
        for directive in ["REQUIRES: aspect:fp64", "UNSUPPORTED: *:* (slow)"] {
            let outcome = outcome(&format!("// STEP: false\n// EXPECT: 1\n// {directive}\n"));
            assert!(matches!(outcome, Ok(Completion::Ignored { .. })), "{directive}");
        }
    }
}
