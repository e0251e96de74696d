//! Judges SPIR-V of others: `judge_spirv [--every N] PATH...` (`./x judge spirv`).
//!
//! A path is a module (`*.spv`), a program or library with device images (`*.so`), or a folder of such. Each module is
//! read, validated (if `spirv-val` is installed), compiled for this CPU, and, if a file `NAME.run` next to it states
//! the expected results, executed. The result is a table in Markdown and the most frequent reasons for each refusal;
//! `--verbose` adds a line for each module.
//!
//! ```text
//! files ── judge (this process) ──► names of modules ──► worker (a process) ──► verdicts ──► report
//! ```
//!
//! The worker may crash or hang on a module; that counts as a verdict, and another worker takes over.

mod modules;
mod report;
mod verdict;
mod worker;

#[path = "../../tests/support/mod.rs"]
mod support;

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use modules::ModuleName;
use report::Report;
use verdict::Verdict;

/// Longest time for a module.
const LIMIT: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let (mut every, mut verbose, mut paths) = (1, false, Vec::new());
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--worker" => {
                worker::run();
                return ExitCode::SUCCESS;
            }
            "--verbose" => verbose = true,
            "--every" => match args.next().and_then(|count| count.parse().ok()) {
                Some(count @ 1..) => every = count,
                _ => return usage("--every takes a number of at least 1"),
            },
            _ => paths.push(PathBuf::from(arg)),
        }
    }
    if paths.is_empty() {
        return usage("no module is given");
    }
    match modules::below(&paths) {
        Ok(modules) => {
            print!("{}", judge(modules.into_iter().step_by(every), verbose));
            ExitCode::SUCCESS
        }
        Err(error) => usage(&error),
    }
}

fn usage(problem: &str) -> ExitCode {
    eprintln!("judge_spirv: {problem}\nusage: judge_spirv [--every N] [--verbose] PATH...");
    ExitCode::from(2)
}

fn judge(modules: impl Iterator<Item = ModuleName>, verbose: bool) -> Report {
    let mut report = Report::default();
    let mut worker = None;
    for module in modules {
        let verdict = worker.get_or_insert_with(Worker::start).verdict_of(&module);
        let verdict = verdict.unwrap_or_else(|end| {
            worker = None;
            Verdict::of_ended_worker(end)
        });
        if verbose {
            println!("{module}: {verdict}");
        }
        report.add(&module, &verdict);
    }
    report
}

/// A process that judges modules, one after the other.
struct Worker {
    process: Child,
    verdicts: mpsc::Receiver<String>,
}

impl Worker {
    fn start() -> Self {
        let program = std::env::current_exe().expect("this program has a path");
        let mut process = Command::new(program)
            .arg("--worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("this program starts");
        let lines = BufReader::new(process.stdout.take().expect("piped")).lines();
        let (send, verdicts) = mpsc::channel();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| send.send(line)));
        Self { process, verdicts }
    }

    /// The verdict of a module, or how the worker ended over it.
    fn verdict_of(&mut self, module: &ModuleName) -> Result<Verdict, &'static str> {
        let mut input = self.process.stdin.as_ref().expect("piped");
        writeln!(input, "{module}").map_err(|_| CRASHED)?;
        let line = self.verdicts.recv_timeout(LIMIT).map_err(|error| match error {
            mpsc::RecvTimeoutError::Timeout => "takes longer than 120 s",
            mpsc::RecvTimeoutError::Disconnected => CRASHED,
        })?;
        Ok(Verdict::parse(&line))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

const CRASHED: &str = "the process ends";
