//! The parts of a command line, and the requested output.

/// The requested output of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Something that only the host compiler has to do with: preprocessed
    /// text, dependencies, static analysis, module interfaces.
    HostOnly,
    /// Diagnostics only.
    SyntaxOnly,
    /// Host assembly.
    Assembly,
    /// One object per source.
    Object,
    /// A program or library.
    Link,
}

/// One word group of the command line, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// An input file.
    Input(Input),
    /// An option for clang, with its separate value if it has one.
    Option {
        /// The stages of the option.
        role: Role,
        /// The words.
        spelling: Vec<String>,
    },
}

/// An input file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its path; `-` is standard input.
    pub path: String,
    /// The language that `-x` gave it.
    pub language: Option<String>,
}

/// The stages that an option is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Compilers and linker.
    Common,
    /// Compilers, only when they preprocess.
    Preprocess,
    /// The host compiler and the linker, but not the device compiler: host
    /// instrumentation, debug information, optimization.
    Host,
    /// The host compiler only: dependency files.
    Dependencies,
    /// The linker only.
    Link,
    /// The host compiler only: the kind of output.
    Mode,
}
