//! Optional features of devices.

/// A part of device IR that a device may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Images and samplers.
    Images,
    /// Asynchronous copies of work-groups; the SPIR-V reader makes loops of those that it reads.
    GroupCopies,
    /// A clock.
    Clock,
    /// Barriers in two parts, one to arrive and one to wait.
    SplitBarriers,
}

impl Feature {
    /// All.
    pub const ALL: [Self; 4] = [Self::Images, Self::GroupCopies, Self::Clock, Self::SplitBarriers];

    /// Name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Images => "images",
            Self::GroupCopies => "group copies",
            Self::Clock => "clock",
            Self::SplitBarriers => "split barriers",
        }
    }
}
