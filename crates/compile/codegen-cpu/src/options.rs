//! Options that the caller of the code generator chooses.

use tandem_codegen::{Result, TargetOptions};
use tandem_codegen_abi::{CPU_VECTOR_WIDTH_VARIABLE, VECTORIZE_REPORT_VARIABLE};

/// Options of one compilation.
pub type Options = tandem_codegen::Options<Cpu>;

/// The lanes of vector code for loops over work-items: the number of work-items that run at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VectorWidth {
    /// The width that suits the kernel and the processor.
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

    /// The width set in the environment; a value that is not a width counts as unset.
    fn from_env() -> Self {
        let count = tandem_environment::variable(CPU_VECTOR_WIDTH_VARIABLE);
        let count = count.and_then(|text| text.trim().parse().ok());
        count.and_then(Self::lanes).unwrap_or_default()
    }
}

/// The remarks on loops over work-items that are printed on standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum VectorizeReport {
    /// Nothing.
    #[default]
    None,
    /// Remarks on their vectorization.
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

/// The target of the CPU device: ELF objects for x86-64, and the caller's options.
#[derive(Clone, Debug, Default)]
pub struct Cpu {
    /// LLVM's name of the CPU; `None` for the one this runs on, with all its features.
    pub cpu: Option<String>,
    /// Lanes of vector code for loops over work-items.
    pub vector_width: VectorWidth,
    /// The remarks on loops over work-items that are printed on standard error.
    pub vectorize_report: VectorizeReport,
}

impl TargetOptions for Cpu {
    fn from_env() -> Self {
        Self { cpu: None, vector_width: VectorWidth::from_env(), vectorize_report: VectorizeReport::from_env() }
    }

    fn set_processor(&mut self, name: &str) -> Result<()> {
        self.cpu = (name != "native").then(|| name.to_owned());
        Ok(())
    }

    fn apply(&mut self, option: &str) -> Result<bool> {
        match option.strip_prefix("-march=").or_else(|| option.strip_prefix("-mcpu=")) {
            Some(cpu) => self.set_processor(cpu).map(|()| true),
            None => Ok(false),
        }
    }
}

/// Whether loops over work-items become vector code.
pub fn vectorizes(options: &Options) -> bool {
    options.opt_level > 1 && options.target.vector_width != VectorWidth::Lanes(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_options() {
        let mut options = Options::default();
        let warnings = options.apply("-O3 -march=skylake-avx512 -cl-fast-relaxed-math -whatever").expect("valid");
        assert_eq!(options.opt_level, 3);
        assert_eq!(options.target.cpu.as_deref(), Some("skylake-avx512"));
        assert_eq!(warnings, ["build option `-whatever` is ignored"]);
        options.apply("-march=native -cl-opt-disable").expect("valid");
        assert_eq!((options.target.cpu, options.opt_level), (None, 0));
        assert!(Options::default().apply("-Ofast").is_err());
    }

    #[test]
    fn widths_are_powers_of_two_up_to_32() {
        let widths: Vec<u32> = (0..=64).filter(|count| VectorWidth::lanes(*count).is_some()).collect();
        assert_eq!(widths, [1, 2, 4, 8, 16, 32]);
    }
}
