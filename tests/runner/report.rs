//! The output for the user: progress while tests run, then a table of the suites, the skipped and
//! the failed tests, and the totals.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{IsTerminal, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::job::{Job, Outcome, Verdict};

/// The width of a terminal that does not report it.
const WIDTH: usize = 80;

/// Counts of one suite, or of all.
#[derive(Clone, Copy, Default)]
struct Counts {
    passed: usize,
    failed: usize,
    skipped: usize,
    time: Duration,
}

impl Counts {
    fn add(&mut self, outcome: &Outcome) {
        match outcome.verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Failed { .. } => self.failed += 1,
            Verdict::Skipped { .. } => self.skipped += 1,
        }
        self.time += outcome.time;
    }
}

/// Collects outcomes and prints them.
pub struct Report {
    begin: Instant,
    outcomes: Vec<Outcome>,
    /// Processes that have not ended, by suite.
    left: BTreeMap<String, usize>,
    running: Vec<(usize, Instant)>,
    done: usize,
    /// Width of the terminal, if there is one.
    width: Option<usize>,
}

impl Report {
    /// A report on these jobs, and on what failed before they could start.
    pub fn new(jobs: &[Job], broken: Vec<Outcome>) -> Self {
        let mut left = BTreeMap::new();
        for job in jobs {
            *left.entry(job.suite.clone()).or_insert(0) += 1;
        }
        let mut report = Self {
            begin: Instant::now(),
            outcomes: Vec::new(),
            left,
            running: Vec::new(),
            done: 0,
            width: std::io::stdout().is_terminal().then(width),
        };
        println!("{} tests and checks in {} suites", jobs.len(), report.left.len());
        broken.into_iter().for_each(|outcome| report.add(outcome));
        report
    }

    /// A job has started.
    pub fn start(&mut self, jobs: &[Job], index: usize) {
        self.running.push((index, Instant::now()));
        self.show_progress(jobs);
    }

    /// A job has ended.
    pub fn end(&mut self, jobs: &[Job], index: usize, outcomes: Vec<Outcome>) {
        self.running.retain(|(running, _)| *running != index);
        self.done += 1;
        outcomes.into_iter().for_each(|outcome| self.add(outcome));
        let suite = &jobs[index].suite;
        let left = self.left.entry(suite.clone()).or_insert(1);
        *left -= 1;
        if *left == 0 {
            self.line(&format!("done   {suite}: {}", summary(self.counts(|outcome| outcome.suite == *suite))));
        }
        self.show_progress(jobs);
    }

    /// Records an outcome; a failure is reported immediately.
    fn add(&mut self, outcome: Outcome) {
        if let Verdict::Failed { reason, .. } = &outcome.verdict {
            self.line(&format!("FAILED {} ({reason})", name(&outcome)));
        }
        self.outcomes.push(outcome);
    }

    fn counts(&self, belongs: impl Fn(&Outcome) -> bool) -> Counts {
        let mut counts = Counts::default();
        self.outcomes.iter().filter(|outcome| belongs(outcome)).for_each(|outcome| counts.add(outcome));
        counts
    }

    /// A line that stays, above the progress.
    fn line(&self, text: &str) {
        let clear = if self.width.is_some() { "\r\x1b[K" } else { "" };
        println!("{clear}{text}");
    }

    /// On a terminal: what runs and how many are left, in the last line.
    fn show_progress(&self, jobs: &[Job]) {
        let Some(width) = self.width else { return };
        let left = jobs.len() - self.done;
        let running: Vec<String> = self.running.iter().map(|(index, _)| jobs[*index].name()).collect();
        let text = format!("{left} left, running: {}", running.join(", "));
        let text: String = text.chars().take(width.saturating_sub(1)).collect();
        print!("\r\x1b[K{}", if left == 0 { "" } else { &text });
        // A terminal that is gone is no reason to stop.
        let _ = std::io::stdout().flush();
    }

    /// Prints the results; true if no test failed.
    pub fn finish(mut self) -> bool {
        self.outcomes.sort_by(|a, b| (&a.suite, &a.test).cmp(&(&b.suite, &b.test)));
        self.print_table();
        self.print_skipped();
        self.print_failures();
        let mut total = Counts::default();
        self.outcomes.iter().for_each(|outcome| total.add(outcome));
        println!("\nran for {}", seconds(self.begin.elapsed()));
        println!("total: {} passed, {} failed, {} skipped", total.passed, total.failed, total.skipped);
        total.failed == 0
    }

    fn print_table(&self) {
        let rows: BTreeSet<String> = self.outcomes.iter().map(row).collect();
        let widest = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        println!("\n{:widest$}  passed  failed  skipped        time", "suite");
        for name in rows {
            let Counts { passed, failed, skipped, time } = self.counts(|outcome| row(outcome) == name);
            println!("{name:widest$}  {passed:6}  {failed:6}  {skipped:7}  {:>10}", seconds(time));
        }
    }

    /// Each reason once, with the tests that it holds for.
    fn print_skipped(&self) {
        let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for outcome in &self.outcomes {
            if let Verdict::Skipped { reason } = &outcome.verdict {
                reasons.entry(reason).or_default().push(name(outcome));
            }
        }
        if !reasons.is_empty() {
            println!("\nskipped:");
        }
        for (reason, tests) in reasons {
            println!("  {reason}: {}", tests.join(", "));
        }
    }

    fn print_failures(&self) {
        for outcome in &self.outcomes {
            let Verdict::Failed { reason, output } = &outcome.verdict else { continue };
            let name = name(outcome);
            println!("\nFAILED {name} after {}: {reason}", seconds(outcome.time));
            println!("  again: {}./x test '{name}'", selection(&name));
            for line in output.lines() {
                println!("    {line}");
            }
        }
    }
}

fn name(outcome: &Outcome) -> String {
    format!("{}::{}", outcome.suite, outcome.test)
}

/// The prefix for the command that repeats a test on a device.
fn selection(name: &str) -> String {
    let devices = std::env::var("E2E_DEVICES").ok().filter(|_| name.contains('@'));
    devices.map_or_else(String::new, |devices| format!("E2E_DEVICES='{devices}' "))
}

/// Where a test counts in the table: in its suite, and on its device if it has one.
fn row(outcome: &Outcome) -> String {
    match outcome.test.split_once('@') {
        Some((_, device)) => format!("{} on {device}", outcome.suite),
        None => outcome.suite.clone(),
    }
}

fn summary(counts: Counts) -> String {
    let Counts { passed, failed, skipped, time } = counts;
    format!("{passed} passed, {failed} failed, {skipped} skipped, {}", seconds(time))
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Columns of the terminal.
fn width() -> usize {
    let size = Command::new("stty").arg("size").stdin(Stdio::inherit()).output();
    let columns = |text: &str| text.split_whitespace().nth(1)?.parse().ok();
    size.ok().and_then(|output| columns(&String::from_utf8_lossy(&output.stdout))).unwrap_or(WIDTH)
}
