//! Verdicts in sum, as Markdown.

use std::collections::BTreeMap;
use std::fmt;

use crate::modules::ModuleName;
use crate::verdict::{STEPS, Verdict};

/// Reasons that are printed for each step.
const REASONS: usize = 12;

/// Counts of modules, for each file or folder that they come from.
#[derive(Default)]
pub struct Report {
    sources: BTreeMap<String, Counts>,
    /// How often a step failed for a reason, with one of the modules.
    reasons: [BTreeMap<String, (usize, String)>; STEPS.len()],
}

#[derive(Clone, Copy, Default)]
struct Counts {
    modules: usize,
    /// (tried, successful) of each step.
    steps: [(usize, usize); STEPS.len()],
}

impl Report {
    pub fn add(&mut self, module: &ModuleName, verdict: &Verdict) {
        let source = if module.image.is_some() { Some(module.file.as_path()) } else { module.file.parent() };
        let source = source.and_then(|path| path.file_name()).unwrap_or_default().to_string_lossy().into_owned();
        let counts = self.sources.entry(source).or_default();
        counts.modules += 1;
        for (index, step) in verdict.steps.iter().enumerate() {
            let Some(result) = step else { continue };
            counts.steps[index].0 += 1;
            match result {
                Ok(()) => counts.steps[index].1 += 1,
                Err(problem) => {
                    let reason = self.reasons[index].entry(general(problem));
                    reason.or_insert_with(|| (0, module.to_string())).0 += 1;
                }
            }
        }
    }
}

/// A problem without the parts that differ between modules: names, ids and offsets.
fn general(problem: &str) -> String {
    let mut text = String::new();
    for (index, part) in problem.split('`').enumerate() {
        // Text in backticks is a name, and is masked, except for names of SPIR-V and of builtins, which identify the
        // reason.
        let is_own = part.starts_with("__spirv") || part.starts_with("Op");
        text += if index % 2 == 1 && !is_own { "…" } else { part };
    }
    let mut words = text.split_whitespace().map(|word| {
        let is_number = word.trim_start_matches(['%', '\'', '[']).starts_with(|first: char| first.is_ascii_digit());
        if is_number { "…" } else { word }
    });
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| text + " " + word)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| modules of | number | {} |", STEPS.join(" | "))?;
        writeln!(f, "|---|{}", "---|".repeat(STEPS.len() + 1))?;
        let mut total = Counts::default();
        for (source, counts) in &self.sources {
            row(f, source, counts)?;
            total.modules += counts.modules;
            for (sum, (tried, done)) in total.steps.iter_mut().zip(counts.steps) {
                *sum = (sum.0 + tried, sum.1 + done);
            }
        }
        row(f, "all", &total)?;
        for (step, reasons) in STEPS.iter().zip(&self.reasons).filter(|(_, reasons)| !reasons.is_empty()) {
            writeln!(f, "\nNot {step}:\n\n| modules | reason | such as |\n|---|---|---|")?;
            let mut reasons: Vec<_> = reasons.iter().collect();
            reasons.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
            for (reason, (count, example)) in reasons.into_iter().take(REASONS) {
                let example = example.rsplit('/').next().unwrap_or(example);
                writeln!(f, "| {count} | {} | `{example}` |", reason.replace('|', "\\|"))?;
            }
        }
        Ok(())
    }
}

fn row(f: &mut fmt::Formatter<'_>, source: &str, counts: &Counts) -> fmt::Result {
    let cell = |(tried, done): (usize, usize)| if tried == 0 { "–".to_owned() } else { format!("{done} of {tried}") };
    let cells = counts.steps.map(cell);
    writeln!(f, "| `{source}` | {} | {} |", counts.modules, cells.join(" | "))
}
