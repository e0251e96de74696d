//! Runs `tests/e2e/*/*.cpp` from source to output; `tests/e2e/README.md` has
//! the directives.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use anyhow::{Context, Result, bail, ensure};
use libtest_mimic::{Failed, Trial};
use regex::Regex;
use tandem_tests::{prefix, run, run_trials, sources_by_topic, transcript};

/// Options when a test gives none of its own.
const DEFAULT_FLAGS: &str = "-fsycl -O2 -std=c++17";
/// A program that runs longer hangs (seconds).
const TIME_LIMIT_S: &str = "120";

fn main() -> ExitCode {
    run_trials(trials())
}

fn trials() -> Result<Vec<Trial>> {
    let prefix = prefix()?;
    let mut trials = Vec::new();
    for source in sources_by_topic("tests/e2e")? {
        let name = name_of(&source);
        let test = Test::parse(&source).with_context(|| source.display().to_string())?;
        let prefix = prefix.clone();
        trials.push(Trial::test(name, move || test.run(&prefix).map_err(|error| Failed::from(format!("{error:#}")))));
    }
    Ok(trials)
}

/// `topic/program`.
fn name_of(source: &Path) -> String {
    let stem = source.with_extension("");
    let topic = stem.parent().and_then(Path::file_name).unwrap_or_default();
    Path::new(topic).join(stem.file_name().unwrap_or_default()).display().to_string()
}

/// One program and what is expected of it.
struct Test {
    source: PathBuf,
    flags: String,
    args: String,
    env: Vec<(String, String)>,
    steps: Vec<String>,
    stdout: Vec<String>,
    stderr: Vec<String>,
    errors: Vec<Regex>,
    warnings: Vec<Regex>,
    exit: Exit,
    devices: Vec<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Exit {
    Status(i32),
    Signal,
}

impl Test {
    fn parse(source: &Path) -> Result<Self> {
        let mut test = Self {
            source: source.to_owned(),
            flags: DEFAULT_FLAGS.into(),
            args: String::new(),
            env: Vec::new(),
            steps: Vec::new(),
            stdout: Vec::new(),
            stderr: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
            exit: Exit::Status(0),
            devices: vec!["cpu", "basic"],
        };
        for line in fs::read_to_string(source)?.lines() {
            let Some((directive, text)) = line.strip_prefix("// ").and_then(|line| line.split_once(':')) else {
                continue;
            };
            test.add(directive, text.trim()).with_context(|| format!("directive `{line}`"))?;
        }
        let expects = !test.stdout.is_empty() || !test.errors.is_empty() || !test.warnings.is_empty();
        ensure!(expects || test.exit != Exit::Status(0) || !test.stderr.is_empty(), "the test expects nothing");
        Ok(test)
    }

    fn add(&mut self, directive: &str, text: &str) -> Result<()> {
        match directive {
            "FLAGS" => self.flags = format!("{DEFAULT_FLAGS} {text}"),
            "ARGS" => self.args = text.into(),
            "ENV" => {
                let (key, value) = text.split_once('=').context("ENV wants KEY=VALUE")?;
                self.env.push((key.into(), value.into()));
            }
            "STEP" => self.steps.push(text.into()),
            "EXPECT" => self.stdout.push(text.into()),
            "EXPECT-STDERR" => self.stderr.push(text.into()),
            "EXPECT-ERROR" => self.errors.push(Regex::new(text)?),
            "EXPECT-WARNING" => self.warnings.push(Regex::new(text)?),
            "EXIT" if text == "signal" => self.exit = Exit::Signal,
            "EXIT" => self.exit = Exit::Status(text.parse()?),
            "DEVICE" => {
                self.devices = match text.split_whitespace().next() {
                    Some("cpu") => vec!["cpu"],
                    Some("basic") => vec!["basic"],
                    Some("all") => vec!["cpu", "basic"],
                    _ => bail!("DEVICE is cpu, basic or all"),
                }
            }
            // Ordinary prose may hold a colon.
            _ => {}
        }
        Ok(())
    }

    fn run(&self, prefix: &Path) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let exe = folder.path().join("program");
        let default = [format!("$CXX {} $SRC -o $EXE", self.flags)];
        let steps = if self.steps.is_empty() { &default[..] } else { &self.steps };
        let mut messages = String::new();
        for step in steps {
            let output = run(&mut self.shell(prefix, folder.path(), &exe, step))?;
            messages += &String::from_utf8_lossy(&output.stderr);
            if !output.status.success() {
                return self.check_errors(step, &output, &messages);
            }
        }
        ensure!(self.errors.is_empty(), "compiling succeeded, but these errors are expected: {:?}", self.errors);
        for warning in &self.warnings {
            ensure!(warning.is_match(&messages), "no warning matches `{warning}` in:\n{messages}");
        }
        for device in &self.devices {
            self.execute(folder.path(), &exe, device).with_context(|| format!("on device `{device}`"))?;
        }
        Ok(())
    }

    fn shell(&self, prefix: &Path, folder: &Path, exe: &Path, step: &str) -> Command {
        let mut command = Command::new("bash");
        command
            .args(["-c", step])
            .current_dir(folder)
            .env("CXX", prefix.join("bin/tandem++"))
            .env("TANDEM", prefix.join("bin/tandem"))
            .env("SRC", &self.source)
            .env("DIR", self.source.parent().unwrap_or(Path::new(".")))
            .env("EXE", exe)
            .stdin(Stdio::null());
        command
    }

    fn check_errors(&self, step: &str, output: &Output, messages: &str) -> Result<()> {
        ensure!(!self.errors.is_empty(), "`{step}` failed: {}", transcript(output));
        ensure!(output.status.code().is_some(), "`{step}` died by a signal: {}", transcript(output));
        for error in &self.errors {
            ensure!(error.is_match(messages), "no message matches `{error}` in:\n{messages}");
        }
        Ok(())
    }

    fn execute(&self, folder: &Path, exe: &Path, device: &str) -> Result<()> {
        // Standard output goes through a file: a program that dies keeps what it flushed.
        let mut command = Command::new("timeout");
        command.args(["--signal=QUIT", TIME_LIMIT_S]).arg(exe).args(self.args.split_whitespace());
        command.current_dir(folder).stdin(Stdio::null());
        // Each test has a persistent cache of its own, so that results never come from an older run.
        command.env("SYCL_CACHE_DIR", folder.join("cache"));
        if device == "basic" {
            command.env("TANDEM_BASIC_DEVICE", "1").env("ONEAPI_DEVICE_SELECTOR", "native_cpu:1");
        }
        command.envs(self.env.iter().map(|(key, value)| (key, value)));
        let output = run(&mut command)?;
        ensure!(output.status.code() != Some(124), "hangs (over {TIME_LIMIT_S} s): {}", transcript(&output));
        let exit = exit_of(&output);
        ensure!(exit == self.exit, "wrong exit: {}", transcript(&output));
        in_order(&self.stdout, &String::from_utf8_lossy(&output.stdout)).with_context(|| transcript(&output))?;
        in_order(&self.stderr, &String::from_utf8_lossy(&output.stderr)).with_context(|| transcript(&output))
    }
}

/// `timeout` reports a death by signal N as such, or as status 128 + N.
fn exit_of(output: &Output) -> Exit {
    match (output.status.code(), output.status.signal()) {
        (Some(code), _) if code <= 128 => Exit::Status(code),
        _ => Exit::Signal,
    }
}

/// Checks that lines of `text` contain the expected texts, in order.
fn in_order(expected: &[String], text: &str) -> Result<()> {
    let mut lines = text.lines();
    for want in expected {
        ensure!(lines.any(|line| line.contains(want.as_str())), "no line (behind the one before) contains `{want}`");
    }
    Ok(())
}
