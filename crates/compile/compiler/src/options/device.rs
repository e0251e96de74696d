//! Settings of device code that follow from clang's options, which are about host code.

use super::parsed::Options;

impl Options {
    /// The optimization level of device code, 0 to 3. Without `-O` it is 2, as
    /// in DPC++.
    pub fn device_opt_level(&self) -> u8 {
        let levels = self.options().filter_map(|(_, spelling)| spelling[0].strip_prefix("-O"));
        match levels.last() {
            Some("0") => 0,
            Some("1" | "g") => 1,
            Some("3" | "4" | "fast") => 3,
            _ => 2,
        }
    }

    /// Whether device code contains the lines of the source: any level of debug information includes them.
    pub fn device_lines(&self) -> bool {
        let levels = self.options().filter_map(|(_, spelling)| spelling[0].strip_prefix("-g"));
        levels.fold(false, |wanted, level| match level {
            "0" | "gdb0" => false,
            "" | "1" | "2" | "3" | "line-tables-only" | "line-directives-only" => true,
            _ => wanted || level.starts_with("gdb") || level.starts_with("dwarf"),
        })
    }

    /// Whether products and sums of device code may become one operation with one rounding, if the device has it:
    /// unless `-ffp-contract=off` or a strict floating-point model disables it.
    pub fn device_contracts(&self) -> bool {
        self.options().fold(true, |contracts, (_, spelling)| match spelling[0].as_str() {
            "-ffp-contract=off" | "-ffp-model=strict" => false,
            "-ffast-math" => true,
            word if word.starts_with("-ffp-contract=") || word.starts_with("-ffp-model=") => true,
            _ => contracts,
        })
    }

    /// How many errors clang shows of a source, `-ferror-limit=`; 0 is all.
    pub fn error_limit(&self) -> usize {
        const DEFAULT: usize = 20;
        let limits = self.options().filter_map(|(_, spelling)| spelling[0].strip_prefix("-ferror-limit="));
        limits.last().and_then(|limit| limit.parse().ok()).unwrap_or(DEFAULT)
    }
}
