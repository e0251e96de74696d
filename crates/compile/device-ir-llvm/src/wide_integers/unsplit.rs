//! Finds constructs that cannot be split.

use tandem_ir::{Function, Inst};

/// An instruction on wide integers that has no form in halves.
#[derive(Clone, Copy, Debug)]
pub struct Unsplit<'m> {
    /// The function that it is in.
    pub function: Function<'m>,
    /// The instruction.
    pub inst: Inst<'m>,
}
