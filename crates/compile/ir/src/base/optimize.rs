//! How much the code generator optimizes.

/// How hard the code generator tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Optimize {
    /// `-O0`.
    None,
    /// `-O1`.
    Less,
    /// `-O2`.
    Default,
    /// `-O3`.
    Aggressive,
}
