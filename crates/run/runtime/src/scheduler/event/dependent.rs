//! Commands that wait for events.

use std::fmt::Debug;
use std::sync::Arc;

use super::EventRef;

/// A command that waits until events are no longer pending.
pub(crate) trait Dependent: Debug + Send + Sync {
    /// One thing that it waited for is settled. Returns the commands for which that settles something.
    fn settle_one(self: Arc<Self>) -> Vec<Arc<dyn Dependent>>;

    /// The events that it waits for.
    fn events(&self) -> Vec<EventRef>;
}

/// Tells each of the commands that one thing it waited for is settled, and those that wait for them
/// in turn: in a loop, so that chains may have any length.
pub(crate) fn notify_all(mut settled: Vec<Arc<dyn Dependent>>) {
    while let Some(dependent) = settled.pop() {
        settled.extend(dependent.settle_one());
    }
}
