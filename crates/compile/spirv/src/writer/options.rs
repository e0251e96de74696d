//! Choices of the caller.

/// Choices of the caller.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WriterOptions {
    /// SPIR-V version, (1, 0) to (1, 4). From 1.4 on, integer arithmetic
    /// carries LLVM's no-wrap flags and pointers are compared as pointers.
    pub version: (u8, u8),
    /// Write source lines, and descriptions of variables, if the module has them.
    pub debug_lines: bool,
    /// Forbids consumers to contract `a * b + c` beyond the module's own contractions.
    pub contraction_off: bool,
    /// Texts for the module to carry (`OpModuleProcessed`).
    pub processed: Vec<String>,
}

impl Default for WriterOptions {
    fn default() -> Self {
        Self { version: (1, 4), debug_lines: true, contraction_off: false, processed: Vec::new() }
    }
}
