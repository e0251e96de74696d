//! `./x test`: builds all tests of the workspace, runs each in a separate process, one per
//! processor at a time, and prints a summary. A test that fails, crashes or hangs does not affect
//! the others. `tests/README.md` says how tests are named and how they skip themselves.

mod job;
mod plan;
mod report;

use std::collections::VecDeque;
use std::num::NonZero;
use std::process::ExitCode;
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Result, ensure};

use job::{Job, Outcome};
use report::Report;

/// A message from a worker to the report.
enum Message {
    Started(usize),
    Finished(usize, Vec<Outcome>),
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("x test: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// True if no test failed.
fn run() -> Result<bool> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    if let Some(option) = names.iter().find(|name| name.starts_with('-')) {
        anyhow::bail!("unknown option `{option}`; arguments are parts of names of tests");
    }
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let shared = tempfile::tempdir()?;
    let plan::Plan { jobs, broken } = plan::make(&names, shared.path())?;
    ensure!(!jobs.is_empty() || !broken.is_empty(), "no test has a name with {}", names.join(" or "));
    let mut report = Report::new(&jobs, broken);
    run_all(&jobs, workers, &mut report);
    Ok(report.finish())
}

/// Runs the jobs in their order, `workers` at a time.
fn run_all(jobs: &[Job], workers: usize, report: &mut Report) {
    let waiting: Mutex<VecDeque<usize>> = Mutex::new((0..jobs.len()).collect());
    let (sender, messages) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, waiting) = (sender.clone(), &waiting);
            scope.spawn(move || {
                let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                while let Some(index) = next() {
                    // The receiver outlives this scope.
                    let _ = sender.send(Message::Started(index));
                    let _ = sender.send(Message::Finished(index, jobs[index].run()));
                }
            });
        }
        drop(sender);
        for message in messages {
            match message {
                Message::Started(index) => report.start(jobs, index),
                Message::Finished(index, outcomes) => report.end(jobs, index, outcomes),
            }
        }
    });
}
