//! The trace levels, and the messages that do not belong to a call.

use std::fmt;
use std::io::Write as _;
use std::sync::OnceLock;

/// The value of `SYCL_PI_TRACE`: a bit mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TraceLevel(i32);

impl TraceLevel {
    /// Nothing.
    pub const OFF: Self = Self(0);
    /// Discovery of plugins and devices (1).
    pub const BASIC: Self = Self(1);
    /// Every call (2).
    pub const CALLS: Self = Self(2);
    /// Everything, failures of discovery included (-1).
    pub const ALL: Self = Self(-1);

    /// Reads the value of the variable; what is not a number means off.
    pub fn parse(text: &str) -> Self {
        Self(text.trim().parse().unwrap_or(0))
    }

    /// The level that the environment asked for when it was first needed.
    pub fn from_env() -> Self {
        static LEVEL: OnceLock<TraceLevel> = OnceLock::new();
        *LEVEL
            .get_or_init(|| tandem_environment::variable("SYCL_PI_TRACE").map_or(Self::OFF, |text| Self::parse(&text)))
    }

    /// Whether every bit of `other` is set.
    pub const fn includes(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Prints `line` when the environment asks for `level`.
pub fn message(level: TraceLevel, line: fmt::Arguments<'_>) {
    if !TraceLevel::from_env().includes(level) {
        return;
    }
    let tag = if level == TraceLevel::BASIC { "basic" } else { "all" };
    print_line(format_args!("SYCL_PI_TRACE[{tag}]: {line}"));
}

/// Prints that a library could not be loaded, in the words of the dynamic
/// linker. DPC++ tags this one message with the number of the level.
pub fn dlopen_failure(path: &std::path::Path, error: &str) {
    if TraceLevel::from_env().includes(TraceLevel::ALL) {
        print_line(format_args!("SYCL_PI_TRACE[-1]: dlopen({}) failed with <{error}>", path.display()));
    }
}

fn print_line(line: fmt::Arguments<'_>) {
    // A closed standard output must not take the program down.
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_bit_masks() {
        assert!(TraceLevel::parse("-1").includes(TraceLevel::CALLS));
        assert!(TraceLevel::parse("3").includes(TraceLevel::BASIC));
        assert!(!TraceLevel::parse("2").includes(TraceLevel::BASIC));
        assert!(!TraceLevel::parse("3").includes(TraceLevel::ALL));
        assert_eq!(TraceLevel::parse("yes"), TraceLevel::OFF);
    }
}
