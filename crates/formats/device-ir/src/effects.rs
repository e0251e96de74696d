//! What a call of a builtin does, and who replaces it.

/// What a call does besides computing its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effects {
    /// Nothing; the result depends on the arguments and the work-item only.
    Pure,
    /// Reads or writes memory.
    Memory,
    /// Works together with other work-items: a call must not get other
    /// conditions than it has.
    Convergent,
}

/// What becomes of a builtin between SPIR-V and a code generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lowering {
    /// The SPIR-V reader expands it to LLVM's instructions and intrinsics.
    Reader,
    /// The SPIR-V reader leaves a call, which the code generator lowers.
    Target,
}
