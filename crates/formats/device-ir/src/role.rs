//! The purposes of instructions.

use crate::effects::Effects;
use crate::group::{GroupFunction, Participants};

/// The purpose of an instruction; code generators dispatch on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Orders memory, and perhaps brings work-items together.
    Barrier(Barrier),
    /// A group of work-items computes something together.
    Group(GroupFunction, Participants),
    /// Reads or changes memory in one piece.
    Atomic,
    /// Reads, writes or describes an image.
    Image,
    /// Converts a value to another type.
    Conversion,
    /// Tests or compares values.
    Relation,
    /// Works on the bits of integers.
    Bits,
    /// Arithmetic.
    Arithmetic,
    /// A cast between address spaces that fails with a null pointer.
    CastToExplicit,
    /// The memory that a generic pointer points to, as memory semantics.
    SpaceOfPointer,
    /// The device's clock.
    Clock,
    /// A specialization constant.
    SpecConstant,
}

/// Kinds of barriers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Barrier {
    /// All work-items of a scope wait for each other.
    Control,
    /// Memory is ordered; no work-item waits.
    Memory,
    /// The first half of a control barrier: announces the work-item.
    Arrive,
    /// The second half: waits for the others.
    Wait,
}

impl Role {
    /// The side effects of a call.
    pub const fn effects(self) -> Effects {
        match self {
            Self::Barrier(_) | Self::Group(..) => Effects::Convergent,
            Self::Atomic | Self::Image | Self::Clock => Effects::Memory,
            Self::Conversion
            | Self::Relation
            | Self::Bits
            | Self::Arithmetic
            | Self::CastToExplicit
            | Self::SpaceOfPointer
            | Self::SpecConstant => Effects::Pure,
        }
    }

    /// Name for the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Barrier(_) => "barrier",
            Self::Group(..) => "group",
            Self::Atomic => "atomic",
            Self::Image => "image",
            Self::Conversion => "conversion",
            Self::Relation => "relation",
            Self::Bits => "bits",
            Self::Arithmetic => "arithmetic",
            Self::CastToExplicit | Self::SpaceOfPointer => "pointer",
            Self::Clock => "clock",
            Self::SpecConstant => "specialization constant",
        }
    }
}
