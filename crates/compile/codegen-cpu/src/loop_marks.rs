//! Metadata on loops and variables: from the work-group former to the vectorizer, since LLVM's passes change the code
//! between these two, and from both to LLVM.

use tandem_ir::{MdNode, MdOperand, Module};

/// The property of loops over work-items (`llvm.loop`): the iterations are work-items, none of which depends on another
/// one.
pub const WORK_ITEMS: &str = "tandem.work_items";

/// The property of loops over the neighbours of a partial sub-group, or of one that spans rows: they seldom fill a vector.
pub const FEW_WORK_ITEMS: &str = "tandem.few_work_items";

/// The property of loops over work-items each of which has elements that make good lanes, too.
pub const ELEMENTS: &str = "tandem.elements";

/// Metadata of stack variables that work-items use in turn, each for its private copy.
pub const PRIVATE: &str = "tandem.private";

/// A metadata node for one of the properties above.
pub fn property<'m>(module: &'m Module, name: &str) -> MdNode<'m> {
    module.md_node(&[MdOperand::Text(name)])
}

/// A loop identifier for loops that are not worth growing.
pub fn unroll_and_vectorize_disable(module: &Module) -> MdNode<'_> {
    module.md_loop(&[unroll_disable(module), vectorize_disable(module)])
}

/// A loop property that prevents copies of the body.
pub fn unroll_disable(module: &Module) -> MdNode<'_> {
    module.md_node(&[MdOperand::Text("llvm.loop.unroll.disable")])
}

/// A property of loops: their iterations do not become vector lanes.
pub fn vectorize_disable(module: &Module) -> MdNode<'_> {
    module.md_node(&[MdOperand::Text("llvm.loop.vectorize.width"), MdOperand::Int(1)])
}
