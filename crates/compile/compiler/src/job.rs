//! Running programs: started from an [`Invocation`], killed when the driver no longer needs them, and queried for their
//! exit status.

use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Stdio};

use crate::error::{DriverError, Failure};
use crate::invocation::Invocation;

/// The destination of a job's messages.
#[derive(Clone, Copy, Debug)]
pub enum Messages {
    /// To the user, immediately.
    Direct,
    /// Into a file, to be shown by [`Job::show_messages`] if wanted.
    Held,
}

/// A running program.
#[derive(Debug)]
pub struct Job {
    program: String,
    child: Child,
    finished: bool,
    held_messages: Option<PathBuf>,
}

impl Job {
    /// Starts a program. Files that belong to the job are made in `temp_dir`.
    pub fn start(
        invocation: &Invocation,
        temp_dir: &Path,
        stdin: Stdio,
        stdout: Stdio,
        messages: Messages,
    ) -> Result<Self, Failure> {
        let program = invocation.program.display().to_string();
        let starting = || format!("cannot run {program}");
        let (stderr, held_messages) = match messages {
            Messages::Direct => (Stdio::inherit(), None),
            Messages::Held => {
                let file = tempfile::NamedTempFile::new_in(temp_dir).map_err(DriverError::io(starting))?;
                // `temp_dir` is removed as a whole.
                let (file, path) = file.keep().map_err(|error| error.error).map_err(DriverError::io(starting))?;
                (Stdio::from(file), Some(path))
            }
        };
        let child = invocation
            .command(temp_dir)
            .and_then(|mut command| command.stdin(stdin).stdout(stdout).stderr(stderr).spawn())
            .map_err(DriverError::io(starting))?;
        Ok(Self { program, child, finished: false, held_messages })
    }

    /// Starts a program that neither reads nor writes anything but files.
    pub fn start_plain(invocation: &Invocation, temp_dir: &Path, messages: Messages) -> Result<Self, Failure> {
        let stdout = Stdio::inherit();
        Self::start(invocation, temp_dir, Stdio::inherit(), stdout, messages)
    }

    /// The reading end of the job's output, if that is a pipe.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// Waits for the end. Returns the exit status.
    pub fn wait(&mut self) -> Result<u8, Failure> {
        let waiting = || format!("cannot wait for {}", self.program);
        let status = self.child.wait().map_err(DriverError::io(waiting))?;
        self.finished = true;
        if let Some(signal) = status.signal() {
            let program = self.program.clone();
            return Err(DriverError::Killed { program, signal }.into());
        }
        Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
    }

    /// Waits for the end, and fails unless the job succeeded.
    pub fn wait_for_success(&mut self) -> Result<(), Failure> {
        match self.wait()? {
            0 => Ok(()),
            code => Err(Failure::Exit(code)),
        }
    }

    /// The held messages.
    pub fn messages(&self) -> Result<String, Failure> {
        let Some(path) = &self.held_messages else {
            return Ok(String::new());
        };
        let text = fs::read(path).map_err(DriverError::io(|| "cannot read the messages of a compiler"))?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Copies the held messages to the user.
    pub fn show_messages(&self) -> Result<(), Failure> {
        show(&self.messages()?);
        Ok(())
    }
}

/// Shows messages to the user.
pub fn show(messages: &str) {
    // If standard error is closed, messages are lost.
    let _ = std::io::stderr().write_all(messages.as_bytes());
}

impl Drop for Job {
    /// Kills a job that was never waited for: its result is not needed.
    fn drop(&mut self) {
        if !self.finished {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Opens a file as a job's input.
pub fn input_from(path: &Path) -> Result<Stdio, Failure> {
    let file = File::open(path).map_err(DriverError::io(|| format!("reading {}", path.display())))?;
    Ok(Stdio::from(file))
}
