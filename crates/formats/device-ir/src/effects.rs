//! The side effects of a builtin's call, and the stage that lowers the builtin.

/// The side effects of a call.
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

/// The stage between SPIR-V and native code that lowers a builtin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lowering {
    /// The SPIR-V reader expands it to LLVM's instructions and intrinsics.
    Reader,
    /// The SPIR-V reader leaves a call, which the code generator lowers.
    Target,
}
