//! Errors of the LLVM layer.

/// An operation that LLVM refused.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Bitcode or textual IR that LLVM cannot read.
    #[error("{name}: cannot read LLVM IR: {message}")]
    Parse {
        /// Name given to the buffer.
        name: String,
        /// LLVM's text.
        message: String,
    },
    /// The verifier rejects a module.
    #[error("{name}: invalid LLVM IR: {message}")]
    Verify {
        /// Module identifier.
        name: String,
        /// LLVM's text.
        message: String,
    },
    /// Two modules cannot be linked.
    #[error("cannot link {name}: {message}")]
    Link {
        /// Identifier of the module that was linked in.
        name: String,
        /// LLVM's text.
        message: String,
    },
    /// A pass pipeline is malformed or a pass failed.
    #[error("pass pipeline `{pipeline}`: {message}")]
    Passes {
        /// The pipeline's text.
        pipeline: String,
        /// LLVM's text.
        message: String,
    },
    /// The target does not exist or cannot emit code.
    #[error("target {target}: {message}")]
    Target {
        /// Triple and CPU.
        target: String,
        /// LLVM's text.
        message: String,
    },
    /// LLVM gave up in a way that ends processes.
    #[error(
        "LLVM cannot compile {what}: {message} (please report this as an error of Tandem, with the kernel; \
         TANDEM_DUMP=DIR writes it)"
    )]
    Fatal {
        /// The input of the compilation.
        what: String,
        /// LLVM's text.
        message: String,
    },
}

/// Shorthand for results of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
