//! Injected failures: each program of `tests/faults` runs on island devices that fail the N-th
//! operation of a kind, for N from 1 until the program has fewer operations than that.
//!
//! Whichever operation fails, a program ends without a crash and is notified of the failure; a
//! wrong result is never reported as right. A failure reaches an async handler at most once.
//!
//! With `TANDEM_SLOW_TESTS`, each program also runs under LeakSanitizer with all of these failures,
//! and leaks no memory.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail, ensure};
use libtest_mimic::{Completion, Failed, Trial};
use tandem_tests::{prefix, root, run, run_trials, sources, transcript};

/// Kinds of operations that can fail (`docs/plugins.md`).
const KINDS: [&str; 8] = ["alloc", "enqueue", "build", "transfer", "launch", "fault", "callback", "device"];
/// The most operations of a kind that a program may have.
const LIMIT: u32 = 500;
/// A program that runs longer hangs.
const SECONDS: &str = "60";
/// Status with which a program ends that has leaked memory.
const LEAKED: i32 = 23;
/// How an error begins that a command has because another one failed.
const DEPENDENCY: &str = "not executed, since a command that it depends on failed";
/// The message of an island device about an injected failure.
const ON_PURPOSE: &str = "on purpose";

fn main() -> ExitCode {
    run_trials(trials())
}

fn trials() -> Result<Vec<Trial>> {
    let prefix = prefix()?;
    let mut trials = Vec::new();
    for source in sources("tests/faults")? {
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let prefix = prefix.clone();
        if std::env::var_os("TANDEM_SLOW_TESTS").is_some() {
            let (prefix, source) = (prefix.clone(), source.clone());
            trials.push(Trial::ignorable_test(format!("{name}_leaks"), move || {
                test_leaks(&prefix, &source).map_err(failed)
            }));
        }
        trials.push(Trial::test(name, move || test(&prefix, &source, None).map_err(failed)));
    }
    Ok(trials)
}

fn failed(error: anyhow::Error) -> Failed {
    Failed::from(format!("{error:#}"))
}

/// The compiler's LeakSanitizer, for programs that were not built for it.
fn leak_sanitizer() -> Result<Option<PathBuf>> {
    let output = run(Command::new("cc").arg("-print-file-name=liblsan.so"))?;
    let path = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    // A name without a folder says that there is none.
    Ok(path.is_absolute().then_some(path))
}

fn test_leaks(prefix: &Path, source: &Path) -> Result<Completion> {
    let Some(sanitizer) = leak_sanitizer()? else {
        return Ok(Completion::ignored_with("the C compiler has no LeakSanitizer"));
    };
    test(prefix, source, Some(&sanitizer)).map(|()| Completion::Completed)
}

/// Runs a program with all failures, with a library loaded into it or not.
fn test(prefix: &Path, source: &Path, preload: Option<&Path>) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("program");
    let mut compile = Command::new(prefix.join("bin/tandem++"));
    compile.args(["-fsycl", "-O1"]).arg(root().join(source)).arg("-o").arg(&program);
    let output = run(&mut compile)?;
    ensure!(output.status.success(), "{}", transcript(&output));

    let whole = execute(&program, preload, "")?;
    ensure!(whole.struck == 0 && whole.reports() == 0 && whole.is_right(), "without failures: {}", whole.transcript);
    for kind in KINDS {
        let mut struck = 0;
        for number in 1..=LIMIT {
            let failure = format!("fail-{kind}={number}");
            let ended = execute(&program, preload, &failure).with_context(|| failure.clone())?;
            ended.check(kind).with_context(|| format!("{failure}: {}", ended.transcript))?;
            // There are no further operations of this kind.
            if ended.struck == 0 {
                break;
            }
            struck += 1;
        }
        // Not every program needs callbacks.
        ensure!(
            struck < LIMIT && (struck > 0 || kind == "callback"),
            "{struck} operations of the kind {kind} were made to fail"
        );
    }
    Ok(())
}

/// The output of a program.
struct Ended {
    /// Failures on purpose.
    struck: usize,
    /// Errors that the async handler got, of commands that failed themselves.
    first_async: Vec<String>,
    /// Errors that the async handler got, of commands that depend on those.
    dependent_async: usize,
    /// Exceptions.
    sync: usize,
    result: Option<String>,
    /// Lines that nothing explains.
    unexplained: Vec<String>,
    transcript: String,
}

impl Ended {
    fn parse(stdout: &str, stderr: &str, transcript: String) -> Self {
        let mut ended = Self {
            struck: 0,
            first_async: vec![],
            dependent_async: 0,
            sync: 0,
            result: None,
            unexplained: vec![],
            transcript,
        };
        for line in stdout.lines() {
            match line.split_once(": ") {
                Some(("async", text)) if text.starts_with(DEPENDENCY) => ended.dependent_async += 1,
                Some(("async", text)) => ended.first_async.push(text.to_owned()),
                Some(("sync", _)) => ended.sync += 1,
                Some(("result", text)) => ended.result = Some(text.to_owned()),
                _ if line == "end" => {}
                _ => ended.unexplained.push(line.to_owned()),
            }
        }
        for line in stderr.lines() {
            if line.ends_with(ON_PURPOSE) { ended.struck += 1 } else { ended.unexplained.push(line.to_owned()) }
        }
        ended
    }

    fn reports(&self) -> usize {
        self.first_async.len() + self.dependent_async + self.sync
    }

    fn is_right(&self) -> bool {
        self.result.as_deref() == Some("right")
    }

    /// Checks conditions that hold for every failure.
    fn check(&self, kind: &str) -> Result<()> {
        ensure!(self.unexplained.is_empty(), "unexpected output: {:?}", self.unexplained);
        if self.reports() == 0 {
            ensure!(self.is_right(), "a wrong result, and no error");
            // An allocation may succeed after all, in other memory or later. A program that gets no
            // callback may wait.
            ensure!(self.struck == 0 || ["alloc", "callback"].contains(&kind), "the failure arrived nowhere");
        }
        ensure!(self.struck > 0 || self.reports() == 0, "errors, although nothing failed");
        // All commands of a lost device fail by themselves.
        ensure!(
            ["device", "fault"].contains(&kind) || self.first_async.len() <= 1,
            "the failure arrived more than once"
        );
        Ok(())
    }
}

/// Runs a program on island devices.
fn execute(program: &Path, preload: Option<&Path>, failure: &str) -> Result<Ended> {
    let mut command = Command::new("timeout");
    command.args([SECONDS, "env"]).stdin(Stdio::null());
    if let Some(library) = preload {
        command.arg(format!("LD_PRELOAD={}", library.display())).arg(format!("LSAN_OPTIONS=exitcode={LEAKED}"));
    }
    command.arg(program);
    let description: Vec<&str> = ["devices=2", failure].into_iter().filter(|entry| !entry.is_empty()).collect();
    command.env("TANDEM_ISLAND_DEVICE", description.join(",")).env("ONEAPI_DEVICE_SELECTOR", "island:*");
    let output = run(&mut command)?;
    let text = transcript(&output);
    match output.status.code() {
        Some(0) => {}
        Some(LEAKED) if preload.is_some() => bail!("the program leaks memory: {text}"),
        Some(124) => bail!("the program hangs: {text}"),
        _ => bail!("the program does not end well: {text}"),
    }
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Ok(Ended::parse(&stdout, &stderr, text))
}
