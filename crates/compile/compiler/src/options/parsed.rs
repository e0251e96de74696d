//! A command line that was read.

use tandem_device_target::Registry;

use super::sycl::SyclOptions;
use super::words::{Input, Phase, Role, Word};

/// A parsed command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The targets that there are.
    pub registry: Registry,
    /// Inputs and clang's options, in order; those of [`Role::Mode`] only
    /// where the host compiler needs to see them.
    pub words: Vec<Word>,
    /// The kind of output.
    pub phase: Phase,
    /// `-o`.
    pub output: Option<String>,
    /// `-v`.
    pub verbose: bool,
    /// `-###`.
    pub dry_run: bool,
    /// `-save-temps`.
    pub save_temps: bool,
    /// DPC++'s options.
    pub sycl: SyclOptions,
    /// DPC++'s options whose effect Tandem does not have.
    pub missing: Vec<String>,
}

impl Options {
    /// No words, with the targets of `registry`.
    pub(super) fn new(registry: Registry) -> Self {
        Self {
            registry,
            words: Vec::new(),
            phase: Phase::Link,
            output: None,
            verbose: false,
            dry_run: false,
            save_temps: false,
            sycl: SyclOptions::new(&registry),
            missing: Vec::new(),
        }
    }

    /// The inputs, in order.
    pub fn inputs(&self) -> impl Iterator<Item = &Input> {
        self.words.iter().filter_map(|word| match word {
            Word::Input(input) => Some(input),
            Word::Option { .. } => None,
        })
    }

    /// The options for clang, in order.
    pub fn options(&self) -> impl Iterator<Item = (Role, &[String])> {
        self.words.iter().filter_map(|word| match word {
            Word::Input(_) => None,
            Word::Option { role, spelling } => Some((*role, spelling.as_slice())),
        })
    }

    /// Whether one of these options for clang is present.
    pub fn has(&self, names: &[&str]) -> bool {
        self.options().any(|(_, spelling)| names.contains(&spelling[0].as_str()))
    }

    /// Whether an option for clang begins with `prefix`.
    pub fn has_prefix(&self, prefix: &str) -> bool {
        self.options().any(|(_, spelling)| spelling[0].starts_with(prefix))
    }

    /// Warnings about options without the effect that they have in DPC++.
    pub fn warnings(&self) -> Vec<String> {
        if self.has(&["-w", "-Wno-unused-command-line-argument", "-Qunused-arguments"]) {
            return Vec::new();
        }
        let text = |option| format!("argument '{option}' has no effect [-Wunused-command-line-argument]");
        self.missing.iter().map(text).collect()
    }

    /// Adds an option for clang.
    pub(super) fn push(&mut self, role: Role, spelling: Vec<String>) {
        self.words.push(Word::Option { role, spelling });
    }

    /// Sets the phase. The earliest of several phases counts, as in clang.
    pub(super) fn set_phase(&mut self, phase: Phase) {
        let rank = |phase| match phase {
            Phase::HostOnly => 0,
            Phase::SyntaxOnly => 1,
            Phase::Assembly => 2,
            Phase::Object => 3,
            Phase::Link => 4,
        };
        if rank(phase) < rank(self.phase) {
            self.phase = phase;
        }
    }
}
