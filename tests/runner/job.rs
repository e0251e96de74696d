//! One process: a test, or a command that checks the whole.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A test that runs longer hangs (seconds). Checks and doc tests build, which takes as long as the machine is busy: they
/// have no limit.
const TIME_LIMIT_S: u32 = 600;
/// The exit status of `timeout` when the time is over.
const TIMED_OUT: i32 = 124;
/// Before the reason, in a line that a test prints when it skips itself.
pub const SKIPPED: &str = "skipped:";

/// How a test ended.
#[derive(Debug)]
pub enum Verdict {
    /// It held.
    Passed,
    /// It did not, or could not, run to its end.
    Failed {
        /// Why, in a few words.
        reason: String,
        /// The output of the test.
        output: String,
    },
    /// It has found nothing to test here.
    Skipped {
        /// A description of the missing prerequisite.
        reason: String,
    },
}

/// The result of one test.
#[derive(Debug)]
pub struct Outcome {
    /// Where the test belongs to.
    pub suite: String,
    /// Name of the test within the suite.
    pub test: String,
    /// How it ended.
    pub verdict: Verdict,
    /// How long it took.
    pub time: Duration,
}

/// How the output of a process is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One test of a test executable.
    Test,
    /// A command whose status is its whole result.
    Check,
    /// `cargo test --doc`, which prints a line for each test.
    DocTests,
}

/// A process to run.
#[derive(Debug)]
pub struct Job {
    /// Where the test belongs to.
    pub suite: String,
    /// Name of the test within the suite.
    pub test: String,
    /// How its output is read.
    pub kind: Kind,
    /// Program and arguments.
    pub command: Vec<String>,
    /// Where it runs.
    pub folder: PathBuf,
    /// Variables that it needs.
    pub env: Vec<(&'static str, String)>,
}

impl Job {
    /// The name by which `./x test` finds it.
    pub fn name(&self) -> String {
        format!("{}::{}", self.suite, self.test)
    }

    /// Runs the process. Doc tests have several results.
    pub fn run(&self) -> Vec<Outcome> {
        let begin = Instant::now();
        // If the runner is stopped, the tests are stopped, too.
        let output = Command::new("setpriv")
            .args(["--pdeathsig", "TERM"])
            .args(self.time_limit())
            .args(&self.command)
            .current_dir(&self.folder)
            .envs(self.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .output();
        let (status, text) = match output {
            Ok(output) => {
                let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                (Some(output.status), text.concat())
            }
            Err(error) => (None, format!("cannot run setpriv: {error}")),
        };
        let time = begin.elapsed();
        let whole = |verdict| Outcome { suite: self.suite.clone(), test: self.test.clone(), verdict, time };
        let failed = match status {
            Some(status) if status.success() => None,
            Some(status) if status.code() == Some(TIMED_OUT) => Some(format!("hangs (over {TIME_LIMIT_S} s)")),
            Some(status) => Some(status.to_string()),
            None => Some("did not start".to_owned()),
        };
        match (self.kind, failed) {
            (Kind::DocTests, failed) => {
                let mut outcomes = self.doc_tests(&text);
                // A failure that no line tells is that of a build.
                if let Some(reason) = failed
                    && !outcomes.iter().any(|outcome| matches!(outcome.verdict, Verdict::Failed { .. }))
                {
                    outcomes.push(whole(Verdict::Failed { reason, output: text }));
                }
                outcomes
            }
            (_, Some(reason)) => vec![whole(Verdict::Failed { reason, output: text })],
            (Kind::Test, None) => vec![whole(verdict_of(&text))],
            (Kind::Check, None) => vec![whole(skipped(&text).unwrap_or(Verdict::Passed))],
        }
    }

    /// The command before the own one that ends it when it hangs.
    fn time_limit(&self) -> Vec<String> {
        match self.kind {
            Kind::Test => vec!["timeout".into(), "--kill-after=10".into(), TIME_LIMIT_S.to_string()],
            Kind::Check | Kind::DocTests => Vec::new(),
        }
    }

    fn doc_tests(&self, text: &str) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        for line in text.lines() {
            let Some((test, result)) = result_line(line) else { continue };
            let verdict = match result.split_once(", ").map_or((result, ""), |(word, rest)| (word, rest)) {
                ("ok", _) => Verdict::Passed,
                ("ignored", reason) => Verdict::Skipped { reason: reason.to_owned() },
                _ => Verdict::Failed { reason: result.to_owned(), output: text.to_owned() },
            };
            outcomes.push(Outcome { suite: self.suite.clone(), test: test.to_owned(), verdict, time: Duration::ZERO });
        }
        outcomes
    }
}

/// Test and result of a line of a test harness: `test NAME ... RESULT`.
fn result_line(line: &str) -> Option<(&str, &str)> {
    let (test, result) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    Some((test.trim(), result.trim()))
}

fn skipped(text: &str) -> Option<Verdict> {
    let reason = text.lines().find_map(|line| line.strip_prefix(SKIPPED))?;
    Some(Verdict::Skipped { reason: reason.trim().to_owned() })
}

/// The verdict on a test whose process ended well. No test must have run none:
/// an executable says so, too, when it does not know the name.
fn verdict_of(text: &str) -> Verdict {
    if let Some(verdict) = skipped(text) {
        return verdict;
    }
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("test result: ok. ") {
            if rest.starts_with("1 passed") {
                return Verdict::Passed;
            }
            if rest.contains(" 1 ignored") {
                let ignored =
                    text.lines().filter_map(result_line).find_map(|(_, result)| result.strip_prefix("ignored"));
                let reason = ignored.unwrap_or_default().trim_start_matches(',').trim();
                // libtest-mimic puts the reason in parentheses.
                let reason = reason.strip_prefix('(').and_then(|reason| reason.strip_suffix(')')).unwrap_or(reason);
                let reason = reason.strip_prefix(SKIPPED).unwrap_or(reason).trim();
                let reason = if reason.is_empty() { "marked as ignored, without a reason" } else { reason };
                return Verdict::Skipped { reason: reason.to_owned() };
            }
        }
    }
    Verdict::Failed { reason: "its executable ran no test".to_owned(), output: text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{Job, Kind, Verdict, verdict_of};

    #[test]
    fn what_a_test_prints_decides() {
        let passed = "test a::b ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out\n";
        assert!(matches!(verdict_of(passed), Verdict::Passed));
        let none = "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 4 filtered out\n";
        assert!(matches!(verdict_of(none), Verdict::Failed { .. }));
        assert!(matches!(verdict_of(""), Verdict::Failed { .. }));
        let skips = [
            format!("skipped: no gdb\n{passed}"),
            "test a ... ignored, no gdb\ntest result: ok. 0 passed; 0 failed; 1 ignored; 0 measured\n".to_owned(),
            "test a ... ignored (no gdb)\ntest result: ok. 0 passed; 0 failed; 1 ignored; 0 measured\n".to_owned(),
        ];
        for text in skips {
            let Verdict::Skipped { reason } = verdict_of(&text) else { panic!("{text}") };
            assert_eq!(reason, "no gdb");
        }
    }

    fn job(kind: Kind, script: &str) -> Job {
        Job {
            suite: "suite".into(),
            test: "test".into(),
            kind,
            command: ["bash", "-c", script].map(String::from).into(),
            folder: ".".into(),
            env: Vec::new(),
        }
    }

    #[test]
    fn a_process_that_dies_has_failed() {
        for (script, expected) in [("echo why >&2; exit 3", "exit status: 3"), ("echo why; kill -SEGV $$", "139")] {
            let outcomes = job(Kind::Test, script).run();
            let Verdict::Failed { reason, output } = &outcomes[0].verdict else { panic!("{outcomes:?}") };
            assert!(reason.contains(expected) || reason.contains("SIGSEGV"), "{reason}");
            assert_eq!(output, "why\n");
        }
    }

    #[test]
    fn only_tests_have_a_time_limit() {
        assert_eq!(job(Kind::Test, "").time_limit()[0], "timeout");
        assert_eq!(job(Kind::Check, "").time_limit(), Vec::<String>::new());
        assert_eq!(job(Kind::DocTests, "").time_limit(), Vec::<String>::new());
    }

    #[test]
    fn each_doc_test_counts() {
        let script =
            "echo 'test src/lib.rs - a (line 3) ... ok'; echo 'test src/lib.rs - b (line 9) ... FAILED'; exit 101";
        let outcomes = job(Kind::DocTests, script).run();
        assert_eq!(outcomes.len(), 2);
        assert!(matches!(outcomes[0].verdict, Verdict::Passed));
        assert!(matches!(outcomes[1].verdict, Verdict::Failed { .. }));
        assert_eq!(outcomes[1].test, "src/lib.rs - b (line 9)");
        // The build of doc tests failed.
        let outcomes = job(Kind::DocTests, "echo error; exit 101").run();
        assert!(matches!(outcomes[..], [super::Outcome { verdict: Verdict::Failed { .. }, .. }]));
    }
}
