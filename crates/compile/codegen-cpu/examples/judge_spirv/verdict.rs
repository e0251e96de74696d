//! The verdict on a module.

use std::fmt;

/// The steps of a module, in order. A step that was not tried is `None`.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    pub steps: [Option<Result<(), String>>; STEPS.len()],
}

/// Names of the steps.
pub const STEPS: [&str; 4] = ["validated", "read", "compiled", "right"];

impl Verdict {
    /// The verdict for a module over which the worker ended.
    pub fn of_ended_worker(end: &str) -> Self {
        let mut verdict = Self::default();
        verdict.steps[2] = Some(Err(end.to_owned()));
        verdict
    }

    /// The verdict of a line that [`Display`](fmt::Display) wrote.
    pub fn parse(line: &str) -> Self {
        let mut verdict = Self::default();
        for (step, text) in verdict.steps.iter_mut().zip(line.split('\t')) {
            *step = match text {
                NOT_TRIED => None,
                DONE => Some(Ok(())),
                problem => Some(Err(problem.to_owned())),
            };
        }
        verdict
    }
}

const NOT_TRIED: &str = "-";
const DONE: &str = "yes";

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |step: &Option<Result<(), String>>| match step {
            None => NOT_TRIED.to_owned(),
            Some(Ok(())) => DONE.to_owned(),
            Some(Err(problem)) => problem.replace(['\t', '\n'], " "),
        };
        f.write_str(&self.steps.each_ref().map(text).join("\t"))
    }
}
