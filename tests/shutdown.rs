//! How programs end: each case of `tests/shutdown/*.cpp` is compiled once and
//! run many times, since races at exit show rarely. `TANDEM_ROUNDS` sets how
//! often (10; 200 with `TANDEM_SLOW_TESTS`).
//!
//! Directives in the programs:
//!
//! ```text
//! // CASE: ARGUMENT => EXIT     one way to run it; EXIT is a status or `signal N`
//! // EXPECT: TEXT               lines of standard output that contain these, in order
//! // STEP: COMMAND              how it is built; $CXX, $DIR, $OUT (default: one tandem++ call)
//! // AT-MOST: N                 runs of a case, for programs that repeat things themselves
//! ```
//!
//! Any output to standard error fails the program, unless a line `// STDERR: TEXT` expects it.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use anyhow::{Context, Result, bail, ensure};
use libtest_mimic::{Failed, Trial};
use tandem_tests::{fake, prefix, root, run, run_trials, script, sources, transcript};
use tempfile::TempDir;

const DEFAULT_STEP: &str = "$CXX -fsycl -O1 -pthread $SRC -o $OUT/program";
/// A program that runs longer hangs (seconds).
const TIME_LIMIT_S: &str = "60";

fn main() -> ExitCode {
    run_trials(trials())
}

fn trials() -> Result<Vec<Trial>> {
    let prefix = prefix()?;
    let mut trials = Vec::new();
    for source in sources("tests/shutdown")? {
        let program = Program::parse(&source).with_context(|| source.display().to_string())?;
        // Sources without cases are parts of other programs.
        if program.cases.is_empty() {
            continue;
        }
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let prefix = prefix.clone();
        trials
            .push(Trial::test(name, move || program.test(&prefix).map_err(|error| Failed::from(format!("{error:#}")))));
    }
    ensure!(!trials.is_empty(), "no cases in tests/shutdown");
    Ok(trials)
}

fn rounds() -> Result<usize> {
    match std::env::var("TANDEM_ROUNDS") {
        Ok(text) => text.parse().with_context(|| format!("TANDEM_ROUNDS={text}")),
        Err(_) if std::env::var_os("TANDEM_SLOW_TESTS").is_some() => Ok(200),
        Err(_) => Ok(10),
    }
}

/// A program, the ways to run it and what is expected of each.
struct Program {
    source: PathBuf,
    steps: Vec<String>,
    cases: Vec<Case>,
    stdout: Vec<String>,
    stderr: Vec<String>,
    at_most: usize,
}

struct Case {
    argument: String,
    exit: Exit,
}

#[derive(Debug, PartialEq, Eq)]
enum Exit {
    Status(i32),
    Signal(i32),
}

impl Case {
    fn parse(text: &str) -> Result<Self> {
        let (argument, exit) = text.split_once("=>").context("CASE wants ARGUMENT => EXIT")?;
        let exit = exit.trim();
        let exit = match exit.strip_prefix("signal ") {
            Some(number) => Exit::Signal(number.parse()?),
            None => Exit::Status(exit.parse()?),
        };
        Ok(Self { argument: argument.trim().into(), exit })
    }
}

impl Program {
    fn parse(source: &Path) -> Result<Self> {
        let mut program = Self {
            source: source.into(),
            steps: vec![],
            cases: vec![],
            stdout: vec![],
            stderr: vec![],
            at_most: usize::MAX,
        };
        for line in fs::read_to_string(source)?.lines() {
            let Some((directive, text)) = line.strip_prefix("// ").and_then(|line| line.split_once(": ")) else {
                continue;
            };
            match directive {
                "CASE" => program.cases.push(Case::parse(text).with_context(|| format!("directive `{line}`"))?),
                "EXPECT" => program.stdout.push(text.into()),
                "STDERR" => program.stderr.push(text.into()),
                "STEP" => program.steps.push(text.into()),
                "AT-MOST" => program.at_most = text.trim().parse().with_context(|| format!("directive `{line}`"))?,
                // Ordinary prose may hold a colon.
                _ => {}
            }
        }
        if program.steps.is_empty() {
            program.steps.push(DEFAULT_STEP.into());
        }
        Ok(program)
    }

    fn test(&self, prefix: &Path) -> Result<()> {
        let folder = tempfile::tempdir()?;
        for step in &self.steps {
            let mut command = Command::new("bash");
            command.arg("-c").arg(script(step)).env("CXX", prefix.join("bin/tandem++")).env("SRC", &self.source);
            command.env("DIR", root().join("tests/shutdown")).env("OUT", folder.path()).stdin(Stdio::null());
            let output = run(&mut command)?;
            ensure!(output.status.success(), "`{step}` failed: {}", transcript(&output));
        }
        let rounds = rounds()?.min(self.at_most);
        for case in &self.cases {
            for round in 0..rounds {
                let result = self.execute(&folder, case);
                result.with_context(|| format!("case `{}`, round {round} of {rounds}", case.argument))?;
            }
        }
        Ok(())
    }

    fn execute(&self, folder: &TempDir, case: &Case) -> Result<()> {
        let mut command = Command::new("timeout");
        command.args(["--signal=KILL", TIME_LIMIT_S]).arg(folder.path().join("program")).arg(&case.argument);
        command.current_dir(folder.path()).env("SYCL_CACHE_DIR", folder.path().join("cache")).stdin(Stdio::null());
        command.env("FAKE_CUDA_LIBRARY", fake("libfake_cuda.so")?);
        command.env("FAKE_OPENCL_LIBRARY", fake("libfake_opencl.so")?);
        let output = run(&mut command)?;
        let exit = exit_of(&output)?;
        ensure!(exit == case.exit, "{exit:?}, not {:?}: {}", case.exit, transcript(&output));
        in_order(&self.stdout, &output.stdout).with_context(|| transcript(&output))?;
        in_order(&self.stderr, &output.stderr).with_context(|| transcript(&output))?;
        ensure!(!self.stderr.is_empty() || output.stderr.is_empty(), "unexpected messages: {}", transcript(&output));
        Ok(())
    }
}

/// `timeout` dies by the signal that its program died by.
fn exit_of(output: &Output) -> Result<Exit> {
    match (output.status.code(), output.status.signal()) {
        (Some(137), _) | (_, Some(9)) => bail!("hangs (over {TIME_LIMIT_S} s): {}", transcript(output)),
        (Some(code), _) if code > 128 => Ok(Exit::Signal(code - 128)),
        (Some(code), _) => Ok(Exit::Status(code)),
        (None, signal) => Ok(Exit::Signal(signal.unwrap_or_default())),
    }
}

fn in_order(expected: &[String], text: &[u8]) -> Result<()> {
    let text = String::from_utf8_lossy(text);
    let mut lines = text.lines();
    for want in expected {
        ensure!(lines.any(|line| line.contains(want.as_str())), "no line (behind the one before) contains `{want}`");
    }
    Ok(())
}
