//! What the caller of the code generator chooses.

use std::path::PathBuf;

use tandem_codegen::{Error, Result};
use tandem_codegen_abi::{CPU_VECTOR_WIDTH_VARIABLE, DUMP_VARIABLE, VECTORIZE_REPORT_VARIABLE};

/// The lanes of vector code for loops over work-items: how many work-items run at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VectorWidth {
    /// What suits the kernel and the processor.
    #[default]
    Automatic,
    /// A power of two from 1 to 32; with 1, loops over work-items stay scalar.
    Lanes(u32),
}

impl VectorWidth {
    /// The width of this many lanes, if there is code for it.
    pub fn lanes(count: u32) -> Option<Self> {
        matches!(count, 1 | 2 | 4 | 8 | 16 | 32).then_some(Self::Lanes(count))
    }

    /// What the environment says; what is no width counts as unset.
    fn from_env() -> Self {
        let count = tandem_environment::variable(CPU_VECTOR_WIDTH_VARIABLE);
        let count = count.and_then(|text| text.trim().parse().ok());
        count.and_then(Self::lanes).unwrap_or_default()
    }
}

/// What standard error shows of loops over work-items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum VectorizeReport {
    /// Nothing.
    #[default]
    None,
    /// Remarks about what became of them.
    Remarks,
    /// The plans of vector code, too.
    Plans,
}

impl VectorizeReport {
    fn from_env() -> Self {
        match tandem_environment::variable(VECTORIZE_REPORT_VARIABLE).as_deref() {
            Some("1") => Self::Remarks,
            Some("2") => Self::Plans,
            _ => Self::None,
        }
    }
}

/// Options of one compilation.
#[derive(Clone, Debug)]
pub struct Options {
    /// LLVM's name of the CPU; `None` for the one this runs on, with all its features.
    pub cpu: Option<String>,
    /// 0 to 3.
    pub opt_level: u32,
    /// Where intermediate code and assembly go, if anywhere.
    pub dump: Option<PathBuf>,
    /// Values of specialization constants: (id, little-endian bytes).
    pub spec_constants: Vec<(u32, Vec<u8>)>,
    /// Whether the object is to be linked with others: functions that the
    /// modules export stay, and those that they import may be missing.
    pub linkable: bool,
    /// Lanes of vector code for loops over work-items.
    pub vector_width: VectorWidth,
    /// What standard error shows of loops over work-items.
    pub vectorize_report: VectorizeReport,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            cpu: None,
            opt_level: 2,
            dump: None,
            spec_constants: Vec::new(),
            linkable: false,
            vector_width: VectorWidth::default(),
            vectorize_report: VectorizeReport::None,
        }
    }
}

impl Options {
    /// The defaults, with the dump directory and the vector width of the environment.
    pub fn from_env() -> Self {
        let dump = tandem_environment::variable_os(DUMP_VARIABLE).filter(|dir| !dir.is_empty()).map(PathBuf::from);
        let (vector_width, vectorize_report) = (VectorWidth::from_env(), VectorizeReport::from_env());
        Self { dump, vector_width, vectorize_report, ..Self::default() }
    }

    /// Whether loops over work-items become vector code.
    pub(crate) fn vectorizes(&self) -> bool {
        self.opt_level > 1 && self.vector_width != VectorWidth::Lanes(1)
    }

    /// Applies build options as users write them; returns warnings about those
    /// that mean nothing here.
    pub fn apply(&mut self, text: &str) -> Result<Vec<String>> {
        let mut warnings = Vec::new();
        for word in text.split_whitespace() {
            if let Some(cpu) = word.strip_prefix("-march=").or_else(|| word.strip_prefix("-mcpu=")) {
                self.cpu = (cpu != "native").then(|| cpu.to_owned());
            } else if let Some(level) = word.strip_prefix("-O") {
                self.opt_level = match level {
                    "0" | "1" | "2" | "3" => level.parse().expect("a digit"),
                    _ => return Err(Error::Options(format!("`{word}` is no optimization level"))),
                };
            } else if word == "-cl-opt-disable" {
                self.opt_level = 0;
            } else if !is_accepted(word) {
                warnings.push(format!("build option `{word}` is ignored"));
            }
        }
        Ok(warnings)
    }
}

/// Options that have no effect here because SPIR-V already carries theirs, or
/// because code generation never relies on what they allow.
fn is_accepted(word: &str) -> bool {
    word.starts_with("-cl-") || word == "-g"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_options() {
        let mut options = Options::default();
        let warnings = options.apply("-O3 -march=skylake-avx512 -cl-fast-relaxed-math -whatever").expect("valid");
        assert_eq!(options.opt_level, 3);
        assert_eq!(options.cpu.as_deref(), Some("skylake-avx512"));
        assert_eq!(warnings, ["build option `-whatever` is ignored"]);
        options.apply("-march=native -cl-opt-disable").expect("valid");
        assert_eq!((options.cpu, options.opt_level), (None, 0));
        assert!(Options::default().apply("-Ofast").is_err());
    }

    #[test]
    fn widths_are_powers_of_two_up_to_32() {
        let widths: Vec<u32> = (0..=64).filter(|count| VectorWidth::lanes(*count).is_some()).collect();
        assert_eq!(widths, [1, 2, 4, 8, 16, 32]);
    }
}
