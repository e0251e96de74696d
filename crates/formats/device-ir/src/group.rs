//! The vocabulary of group operations: joint computations of a group's work-items.

/// The function that a group operation computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupFunction {
    /// Whether a condition holds for all.
    All,
    /// Whether a condition holds for any.
    Any,
    /// Whether a value is the same for all.
    AllEqual,
    /// Whether the work-item is the first one.
    Elect,
    /// The value of the work-item of an id; of the first one without an id.
    Broadcast,
    /// A reduction or scan, as an operand says ([`GroupOperation`]).
    Combine(Combine),
    /// One bit for each work-item: whether a condition holds.
    Ballot,
    /// The work-item's own bit of a ballot.
    InverseBallot,
    /// The bit of a ballot at an index.
    BallotBitExtract,
    /// The number of bits in a ballot, as an operand says ([`GroupOperation`]).
    BallotBitCount,
    /// The index of the lowest bit of a ballot.
    BallotFindLsb,
    /// The index of the highest bit of a ballot.
    BallotFindMsb,
    /// The value of a work-item that each one names.
    Shuffle(Shuffle),
    /// Operations of four neighbours.
    Quad(Quad),
    /// Reads of neighbouring elements, one row for each vector element.
    BlockRead,
    /// Writes of neighbouring elements.
    BlockWrite,
    /// A copy between global and local memory.
    AsyncCopy,
    /// The wait for such copies.
    WaitEvents,
}

impl GroupFunction {
    /// Whether an operand, counted from the one after the scope, has to be the same for all participating work-items.
    /// SPIR-V (3.42.21, 3.42.24) requires this of the operand, or OpenCL C of the function.
    pub const fn is_uniform_operand(self, index: usize) -> bool {
        match self {
            // After the value: the index of its work-item, or the distance by which it moves.
            Self::Broadcast | Self::Quad(Quad::Broadcast) | Self::Shuffle(Shuffle::Rotate) => index == 1,
            // Destination, source, number of elements, stride, event.
            Self::AsyncCopy => true,
            // The number of events.
            Self::WaitEvents => index == 0,
            // The address.
            Self::BlockRead | Self::BlockWrite => index == 0,
            Self::All
            | Self::Any
            | Self::AllEqual
            | Self::Elect
            | Self::Combine(_)
            | Self::Ballot
            | Self::InverseBallot
            | Self::BallotBitExtract
            | Self::BallotBitCount
            | Self::BallotFindLsb
            | Self::BallotFindMsb
            | Self::Shuffle(_)
            | Self::Quad(_) => false,
        }
    }
}

/// How a shuffle names the work-item whose value it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shuffle {
    /// By its number.
    Index,
    /// By the bits in which its number differs.
    Xor,
    /// By how much higher its number is.
    Down,
    /// By how much lower its number is.
    Up,
    /// As `Down`, continuing in a second value after the sub-group's end.
    DownPair,
    /// As `Up`, continuing in a second value before the sub-group's start.
    UpPair,
    /// By how much higher its number is, around the end of the sub-group or cluster.
    Rotate,
}

/// Operations of four neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quad {
    /// The value of one of the four.
    Broadcast,
    /// The value of the horizontal, vertical or diagonal neighbour.
    Swap,
    /// Whether a condition holds for all four.
    All,
    /// Whether a condition holds for any of them.
    Any,
}

/// How two values are combined. Operands of
/// [`MembersCombine`](crate::ImportedFunction::MembersCombine) have these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Combine {
    /// Sum of integers.
    Add = 0,
    /// Product of integers.
    Mul = 1,
    /// Smaller signed integer.
    SMin = 2,
    /// Smaller unsigned integer.
    UMin = 3,
    /// Larger signed integer.
    SMax = 4,
    /// Larger unsigned integer.
    UMax = 5,
    /// Sum of floating-point values.
    FAdd = 6,
    /// Product of floating-point values.
    FMul = 7,
    /// Smaller floating-point value.
    FMin = 8,
    /// Larger floating-point value.
    FMax = 9,
    /// Bitwise and; of booleans, too.
    And = 10,
    /// Bitwise or; of booleans, too.
    Or = 11,
    /// Bitwise exclusive or; of booleans, too.
    Xor = 12,
}

impl Combine {
    /// All.
    pub const ALL: [Self; 13] = [
        Self::Add,
        Self::Mul,
        Self::SMin,
        Self::UMin,
        Self::SMax,
        Self::UMax,
        Self::FAdd,
        Self::FMul,
        Self::FMin,
        Self::FMax,
        Self::And,
        Self::Or,
        Self::Xor,
    ];

    /// The combination of a number.
    pub fn from_number(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|combine| *combine as u64 == number)
    }

    /// Whether it combines floating-point values, and no integers.
    pub const fn is_of_floats(self) -> bool {
        matches!(self, Self::FAdd | Self::FMul | Self::FMin | Self::FMax)
    }
}

/// The work-items that participate in a group operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Participants {
    /// The group that the first operand names, a [`Scope`](crate::Scope).
    OfScope,
    /// The sub-group; there is no such operand.
    Subgroup,
}

/// SPIR-V's `GroupOperation`: the work-items whose values are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum GroupOperation {
    /// All work-items.
    Reduce = 0,
    /// The work-items up to and including the current one.
    InclusiveScan = 1,
    /// The work-items before the current one.
    ExclusiveScan = 2,
    /// The work-items of the current one's cluster.
    ClusteredReduce = 3,
}

impl GroupOperation {
    /// All.
    pub const ALL: [Self; 4] = [Self::Reduce, Self::InclusiveScan, Self::ExclusiveScan, Self::ClusteredReduce];

    /// The operation of a number.
    pub fn from_number(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| *operation as u64 == number)
    }
}
