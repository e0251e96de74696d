//! Commands that wait for events.

use std::fmt::Debug;
use std::sync::Arc;

use super::EventRef;

/// A command that waits until events are no longer pending.
pub(crate) trait Dependent: Debug + Send + Sync {
    /// Reports that one dependency is no longer pending. Returns the commands whose dependencies this settles in turn.
    fn settle_one(self: Arc<Self>) -> Vec<Arc<dyn Dependent>>;

    /// The events that it waits for.
    fn events(&self) -> Vec<EventRef>;
}

/// Reports to each of the commands that one of its dependencies is no longer pending, and so on to
/// their dependents: in a loop, so that chains may have any length.
pub(crate) fn notify_all(mut settled: Vec<Arc<dyn Dependent>>) {
    while let Some(dependent) = settled.pop() {
        settled.extend(dependent.settle_one());
    }
}
