//! Why an object cannot be loaded.

use tandem_image::demangle;

/// Why an object cannot be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file's structure is damaged.
    #[error("malformed object: {0}")]
    Malformed(String),
    /// An executable or shared library.
    #[error("the object is not relocatable")]
    NotRelocatable,
    /// The object is for another processor.
    #[error("the object is not for x86-64")]
    WrongArchitecture,
    /// A section that must be there is not.
    #[error("the object has no section `{0}`")]
    MissingSection(&'static str),
    /// A section needs something that the loader does not support.
    #[error("section `{section}`: {reason}")]
    Section {
        /// Its name.
        section: String,
        /// The unsupported request.
        reason: &'static str,
    },
    /// The sections together, or a section's contents, are too large.
    #[error("the object is too large")]
    TooLarge,
    /// Symbols that are defined nowhere.
    #[error("undefined symbols: {}", .0.join(", "))]
    Undefined(Vec<String>),
    /// A symbol lies outside of its section, or is of an unknown kind.
    #[error("symbol `{0}` has no valid address")]
    BadSymbol(String),
    /// A relocation of a kind that the loader does not know.
    #[error("section `{section}`, offset {offset:#x}: relocation type {kind} is not supported")]
    UnknownRelocation {
        /// The section that it changes.
        section: String,
        /// Where in the section.
        offset: u64,
        /// Its ELF type.
        kind: u32,
    },
    /// A relocation whose place or value is out of bounds.
    #[error("section `{section}`, offset {offset:#x}: relocation type {kind} is out of range")]
    RelocationRange {
        /// The section that it changes.
        section: String,
        /// Where in the section.
        offset: u64,
        /// Its ELF type.
        kind: u32,
    },
    /// The metadata of the kernels is damaged.
    #[error("kernel metadata: {0}")]
    Metadata(String),
    /// The metadata names a function that the object does not have.
    #[error("kernel `{}`: the object has no function `{symbol}`", demangle::kernel(.kernel))]
    MissingKernel {
        /// The kernel.
        kernel: String,
        /// Its function.
        symbol: String,
    },
    /// The system refuses to map or to protect memory.
    #[error("cannot {action} memory for code: {error}")]
    Memory {
        /// The operation that failed.
        action: &'static str,
        /// The system's answer.
        error: std::io::Error,
    },
}

impl LoadError {
    pub(super) fn malformed(error: impl std::fmt::Display) -> Self {
        Self::Malformed(error.to_string())
    }
}
