//! Compiling a program once and running it on devices.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use anyhow::{Result, anyhow, ensure};
use libtest_mimic::Completion;
use tempfile::TempDir;

use super::devices::Device;
use super::directives::{Exit, Program};
use super::matching::in_order;
use super::skipped;
use crate::{run, transcript};

/// A program that runs longer hangs (seconds).
const TIME_LIMIT_S: &str = "120";

/// A program, which the first of its tests compiles.
pub struct Build {
    program: Program,
    prefix: PathBuf,
    /// The folder with the executable, or why there is none.
    built: OnceLock<Result<TempDir, String>>,
    /// Held by a run: the runs of one program share its folder.
    running: Mutex<()>,
}

impl Build {
    pub fn new(program: Program, prefix: PathBuf) -> Self {
        Self { program, prefix, built: OnceLock::new(), running: Mutex::new(()) }
    }

    /// Compiles the program, unless it is, and checks the messages.
    pub fn compile(&self) -> Result<()> {
        self.folder().map(|_| ())
    }

    /// Runs the program on a device.
    pub fn run(&self, device: &Device) -> Result<Completion> {
        if let Some(reason) = self.program.reason_to_skip(device) {
            return Ok(skipped(&reason));
        }
        let folder = self.folder()?;
        // A panic in another run says nothing about the folder.
        let _running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        match (self.execute(folder, device), self.program.expected_failure(device)) {
            (result, None) => result.map(|()| Completion::Completed),
            (Err(_), Some(reason)) => Ok(Completion::ignored_with(format!("fails as expected: {reason}"))),
            (Ok(()), Some(reason)) => Err(anyhow!("passes, but XFAIL expects a failure: {reason}")),
        }
    }

    fn folder(&self) -> Result<&Path> {
        let built = self.built.get_or_init(|| self.build().map_err(|error| format!("{error:#}")));
        built.as_ref().map(TempDir::path).map_err(|error| anyhow!("{error}"))
    }

    fn build(&self) -> Result<TempDir> {
        let program = &self.program;
        let folder = tempfile::tempdir()?;
        let mut messages = String::new();
        for step in &program.steps {
            let mut command = Command::new("bash");
            command.args(["-c", step]);
            let output = run(self.in_folder(&mut command, folder.path(), "build"))?;
            messages += &String::from_utf8_lossy(&output.stderr);
            if !output.status.success() {
                self.check_errors(step, &output, &messages)?;
                return Ok(folder);
            }
        }
        ensure!(program.errors.is_empty(), "compiling succeeded, but these errors are expected: {:?}", program.errors);
        for warning in &program.warnings {
            ensure!(warning.is_match(&messages), "no warning matches `{warning}` in:\n{messages}");
        }
        Ok(folder)
    }

    fn check_errors(&self, step: &str, output: &Output, messages: &str) -> Result<()> {
        ensure!(!self.program.errors.is_empty(), "`{step}` failed: {}", transcript(output));
        ensure!(output.status.code().is_some(), "`{step}` died by a signal: {}", transcript(output));
        for error in &self.program.errors {
            ensure!(error.is_match(messages), "no message matches `{error}` in:\n{messages}");
        }
        Ok(())
    }

    fn execute(&self, folder: &Path, device: &Device) -> Result<()> {
        let mut command = Command::new("timeout");
        command.args(["--signal=QUIT", TIME_LIMIT_S]);
        if self.program.runs.is_empty() {
            command.arg(folder.join("program")).args(self.program.args.split_whitespace());
        } else {
            command.args(["bash", "-ec"]).arg(self.program.runs.join("\n"));
        }
        self.in_folder(&mut command, folder, &device.name).envs(device.environment());
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

    /// What all commands have in common. `purpose` names the persistent cache:
    /// each has one of its own, so that no result comes from an earlier run.
    fn in_folder<'c>(&self, command: &'c mut Command, folder: &Path, purpose: &str) -> &'c mut Command {
        command
            .current_dir(folder)
            .env("CXX", self.prefix.join("bin/tandem++"))
            .env("TANDEM", self.prefix.join("bin/tandem"))
            .env("SRC", &self.program.source)
            .env("DIR", self.program.source.parent().unwrap_or(Path::new(".")))
            .env("EXE", folder.join("program"))
            .env("SYCL_CACHE_DIR", folder.join(format!("cache-{}", purpose.replace(':', "-"))))
            .stdin(Stdio::null())
    }
}

/// `timeout` reports a death by signal N as such, or as status 128 + N.
fn exit_of(output: &Output) -> Exit {
    match (output.status.code(), output.status.signal()) {
        (Some(code), _) if code <= 128 => Exit::Status(code),
        _ => Exit::Signal,
    }
}
