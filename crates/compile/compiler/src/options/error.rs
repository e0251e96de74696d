//! Errors in a command line.

/// Why a command line cannot be obeyed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The command line ends after an option that needs a value.
    #[error("argument to '{0}' is missing")]
    MissingValue(String),
    /// A value that the option does not have.
    #[error("invalid value '{value}' in '{option}'; expected {expected}")]
    Value {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// The values that it accepts.
        expected: &'static str,
    },
    /// An option of Intel's compilers without a counterpart.
    #[error("unknown argument '{option}', an option of Intel's compilers: {advice}")]
    Intel {
        /// The option.
        option: String,
        /// The advice on an alternative.
        advice: &'static str,
    },
    /// A device target that Tandem cannot compile for.
    #[error("SYCL target '{name}' is not supported; supported targets are {known}")]
    Target {
        /// The target.
        name: String,
        /// The existing targets.
        known: String,
    },
    /// `-o` with several outputs.
    #[error("cannot specify -o when generating multiple output files")]
    OutputForMany,
    /// One integration header for several sources.
    #[error("cannot specify -fsycl-int-header= for several sources")]
    HeaderForMany,
}
