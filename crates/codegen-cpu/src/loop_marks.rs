//! What is said of loops and variables, as metadata: by the forming of work-groups to the vectorizer, between which LLVM's
//! passes change the code, and by both to LLVM.

use tandem_ir::{MdNode, MdOperand, Module};

/// The property of loops over work-items (`llvm.loop`): the iterations are work-items, none of which depends on another
/// one.
pub const WORK_ITEMS: &str = "tandem.work_items";

/// The property of loops whose iterations LLVM does not make vector lanes. A loop over work-items that has it has
/// elements within a work-item that make good ones.
pub const WIDTH: &str = "llvm.loop.vectorize.width";

/// Metadata of stack variables that work-items use in turn, each for itself.
pub const PRIVATE: &str = "tandem.private";

/// A property of loops over work-items.
pub fn work_items(module: &Module) -> MdNode<'_> {
    module.md_node(&[MdOperand::Text(WORK_ITEMS)])
}

/// A loop identifier for loops that are not worth growing.
pub fn unroll_and_vectorize_disable(module: &Module) -> MdNode<'_> {
    module.md_loop(&[unroll_disable(module), vectorize_disable(module)])
}

/// A property of loops: there are no copies of their bodies.
pub fn unroll_disable(module: &Module) -> MdNode<'_> {
    module.md_node(&[MdOperand::Text("llvm.loop.unroll.disable")])
}

/// A property of loops: their iterations do not become vector lanes.
pub fn vectorize_disable(module: &Module) -> MdNode<'_> {
    module.md_node(&[MdOperand::Text(WIDTH), MdOperand::Int(1)])
}

/// A property of loops: an iteration of what the vectorizer makes of them has one vector.
pub fn interleave_disable(module: &Module) -> MdNode<'_> {
    module.md_node(&[MdOperand::Text("llvm.loop.interleave.count"), MdOperand::Int(1)])
}
