//! What the forming of work-groups tells the vectorizer, as metadata: between the two, LLVM's passes change the code.

/// The property of loops over work-items (`llvm.loop`): the iterations are work-items, none of which depends on another
/// one.
pub const WORK_ITEMS: &str = "tandem.work_items";

/// Metadata of stack variables that work-items use in turn, each for itself.
pub const PRIVATE: &str = "tandem.private";
