//! The list of jobs: the checks of sources, and the tests of all test executables, which cargo
//! builds here.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tandem_llvm_version::LLVM;
use tandem_tests::root;

use crate::job::{Job, Kind, Outcome, SKIPPED, Verdict};

/// Suites whose tests take long begin first, so that no long one is left at the end.
const LONG: [&str; 8] = ["check", "headers", "shutdown", "faults", "cache_race", "linking", "gdb", "e2e"];

/// The newest Rust (1.N) whose lints the sources follow. Newer versions have lints that were not reviewed.
const NEWEST_LINTS: u32 = 99;

/// The jobs to run, and those that could not be prepared.
pub struct Plan {
    /// In the order in which they start.
    pub jobs: Vec<Job>,
    /// Failures of suites that do not compile or do not list their tests.
    pub broken: Vec<Outcome>,
}

/// A test executable.
struct Suite {
    name: String,
    executable: PathBuf,
    folder: PathBuf,
}

/// All jobs, or those that the names select: the full name of a test selects only that test,
/// anything else all tests whose names contain it. In the folder `shared`, the processes of the
/// suite `e2e` find each other's build products.
///
/// # Errors
/// When cargo cannot be run.
pub fn make(names: &[String], shared: &Path) -> Result<Plan> {
    let (suites, mut broken) = build()?;
    let libraries = library_path()?;
    let mut jobs = checks();
    for suite in &suites {
        match suite.jobs(&libraries, shared) {
            Ok(tests) => jobs.extend(tests),
            Err(error) => broken.push(failure(&suite.name, "list", &format!("{error:#}"), Duration::ZERO)),
        }
    }
    if !names.is_empty() {
        let full = |name: &String| jobs.iter().any(|job| job.name() == *name);
        let names: Vec<(&String, bool)> = names.iter().map(|name| (name, full(name))).collect();
        jobs.retain(|job| {
            let name = job.name();
            names.iter().any(|(part, full)| if *full { name == **part } else { name.contains(part.as_str()) })
        });
    }
    let rank = |job: &Job| LONG.iter().position(|suite| *suite == job.suite).unwrap_or(LONG.len());
    jobs.sort_by_key(rank);
    Ok(Plan { jobs, broken })
}

fn failure(suite: &str, test: &str, reason: &str, time: Duration) -> Outcome {
    let verdict = Verdict::Failed { reason: reason.to_owned(), output: String::new() };
    Outcome { suite: suite.to_owned(), test: test.to_owned(), verdict, time }
}

/// Formatting, lints and examples in documentation.
fn checks() -> Vec<Job> {
    let clang_format = format!(
        "git ls-files -z '*.cpp' '*.hpp' '*.h' '*.c' | xargs -0 {} --dry-run --Werror",
        LLVM.program("clang-format")
    );
    // Private items are documented, too: the readers are those who change the code.
    let rustdoc = "RUSTDOCFLAGS='-Dwarnings -Arustdoc::private-intra-doc-links' \
        cargo doc --workspace --no-deps --document-private-items --locked --quiet";
    let check = |test: &str, kind, command: &[&str]| Job {
        suite: if kind == Kind::DocTests { "doc" } else { "check" }.to_owned(),
        test: test.to_owned(),
        kind,
        command: command.iter().map(|word| (*word).to_owned()).collect(),
        folder: root(),
        env: Vec::new(),
    };
    vec![
        match newer_lints() {
            Some(reason) => check("clippy", Kind::Check, &["echo", &reason]),
            None => check(
                "clippy",
                Kind::Check,
                &["cargo", "clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"],
            ),
        },
        check("rustfmt", Kind::Check, &["cargo", "fmt", "--all", "--check"]),
        check("rustdoc", Kind::Check, &["bash", "-c", rustdoc]),
        check("clang-format", Kind::Check, &["bash", "-c", &clang_format]),
        check("examples", Kind::DocTests, &["cargo", "test", "--workspace", "--doc", "--locked", "--no-fail-fast"]),
    ]
}

/// Why lints are not checked here, if they are not.
fn newer_lints() -> Option<String> {
    let output = Command::new("rustc").arg("--version").output().ok()?;
    let version = String::from_utf8_lossy(&output.stdout).split(' ').nth(1)?.to_owned();
    let mut numbers = version.split('.').map_while(|number| number.parse::<u32>().ok());
    let newer = (numbers.next()?, numbers.next()?) > (1, NEWEST_LINTS);
    newer.then(|| {
        format!("{SKIPPED} Rust {version} may have other lints than Rust 1.{NEWEST_LINTS}, which were followed")
    })
}

/// Builds all test executables. Those that do not compile are one failure.
fn build() -> Result<(Vec<Suite>, Vec<Outcome>)> {
    let begin = Instant::now();
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--workspace", "--locked", "--no-run", "--no-fail-fast"]);
    cargo.arg("--message-format=json-render-diagnostics").current_dir(root()).stderr(Stdio::inherit());
    let output = cargo.output().context("cannot run cargo")?;
    let mut suites = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let message: Value = serde_json::from_str(line).with_context(|| format!("cargo printed `{line}`"))?;
        suites.extend(Suite::of(&message));
    }
    suites.sort_by(|a, b| a.name.cmp(&b.name));
    let mut broken = Vec::new();
    if !output.status.success() {
        let reason = "not all tests compile; cargo's messages are above";
        broken.push(failure("check", "build", reason, begin.elapsed()));
    }
    ensure!(!suites.is_empty() || !broken.is_empty(), "cargo built no tests");
    Ok((suites, broken))
}

/// Where test executables find libraries of the build and of Rust, as under `cargo test`.
fn library_path() -> Result<String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir));
    let rustc = Command::new("rustc").args(["--print", "target-libdir"]).output().context("cannot run rustc")?;
    let mut folders = vec![
        target.join("debug/deps").display().to_string(),
        target.join("debug").display().to_string(),
        String::from_utf8_lossy(&rustc.stdout).trim().to_owned(),
    ];
    folders.extend(std::env::var("LD_LIBRARY_PATH").ok());
    Ok(folders.join(":"))
}

impl Suite {
    /// The test executable that a message of cargo is about. `image` has the unit tests of `tandem-image`,
    /// `image/mutations` those of its `tests/mutations.rs`; tests of the whole have just the name of their file.
    fn of(message: &Value) -> Option<Self> {
        if message["profile"]["test"] != true {
            return None;
        }
        let executable = PathBuf::from(message["executable"].as_str()?);
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
        let package = folder.file_name()?.to_str()?;
        let target = message["target"]["name"].as_str()?;
        let kind = message["target"]["kind"][0].as_str()?;
        let name = match kind {
            "test" if package == "tests" => target.to_owned(),
            "test" | "bin" | "example" | "bench" => format!("{package}/{target}"),
            _ => package.to_owned(),
        };
        Some(Self { name, executable, folder })
    }

    fn jobs(&self, libraries: &str, shared: &Path) -> Result<Vec<Job>> {
        let env = vec![
            ("LD_LIBRARY_PATH", libraries.to_owned()),
            ("CARGO_MANIFEST_DIR", self.folder.display().to_string()),
            ("E2E_FOLDER", shared.display().to_string()),
        ];
        let mut list = Command::new(&self.executable);
        list.args(["--list", "--format", "terse"]).current_dir(&self.folder);
        list.envs(env.iter().map(|(name, value)| (name, value))).stdin(Stdio::null());
        let output = list.output().with_context(|| format!("cannot run {}", self.executable.display()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "the suite does not list its tests: {errors}");
        let tests = text.lines().filter_map(|line| line.strip_suffix(": test"));
        let executable = self.executable.display().to_string();
        let job = |test: &str| Job {
            suite: self.name.clone(),
            test: test.to_owned(),
            kind: Kind::Test,
            command: [&executable, test, "--exact", "--nocapture", "--test-threads=1"].map(String::from).into(),
            folder: self.folder.clone(),
            env: env.clone(),
        };
        Ok(tests.map(job).collect())
    }
}
