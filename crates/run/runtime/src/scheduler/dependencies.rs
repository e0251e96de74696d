//! Dependencies of commands.
//!
//! A command that does not run because of another's failure still follows all of its predecessors:
//! it fails only once they have all ended. So every successor of the command also follows those
//! predecessors, whether or not the command ran.

use smallvec::SmallVec;

use crate::scheduler::event::EventRef;

/// Some events.
pub(crate) type Events = SmallVec<[EventRef; 8]>;

/// The dependencies of a command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dependencies {
    /// Commands whose results it needs: it does not run if one of them fails.
    pub(crate) needed: Events,
    /// Commands that must end first, successfully or not, such as readers of memory that it
    /// overwrites.
    pub(crate) ended: Events,
}

/// Borrowed [`Dependencies`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct DependencyLists<'a> {
    pub(crate) needed: &'a [EventRef],
    pub(crate) ended: &'a [EventRef],
}

impl Dependencies {
    /// Adds an event, unless it is there.
    #[inline]
    pub(crate) fn add(&mut self, event: &EventRef, is_needed: bool) {
        let is_known = self.needed.contains(event) || (!is_needed && self.ended.contains(event));
        if !is_known {
            let list = if is_needed { &mut self.needed } else { &mut self.ended };
            list.push(event.clone());
        }
    }

    /// Whether an event is among them.
    #[inline]
    pub(crate) fn contains(&self, event: &EventRef) -> bool {
        self.needed.contains(event) || self.ended.contains(event)
    }

    /// The events of both kinds.
    pub(crate) fn events(&self) -> impl Iterator<Item = &EventRef> {
        self.needed.iter().chain(&self.ended)
    }

    pub(crate) fn lists(&self) -> DependencyLists<'_> {
        DependencyLists { needed: &self.needed, ended: &self.ended }
    }
}

impl<'a> DependencyLists<'a> {
    /// Events that are needed.
    pub(crate) fn needed(needed: &'a [EventRef]) -> Self {
        Self { needed, ended: &[] }
    }

    /// Events that have to end.
    pub(crate) fn ended(ended: &'a [EventRef]) -> Self {
        Self { needed: &[], ended }
    }

    pub(super) fn to_owned(self) -> Dependencies {
        Dependencies { needed: self.needed.into(), ended: self.ended.into() }
    }
}
