//! Core instructions of SPIR-V that device code reaches by calls of `__spirv_<name>`.

use crate::capability::Capability;
use crate::effects::Lowering;
use crate::feature::Feature;
use crate::group::GroupFunction::*;
use crate::group::Participants::*;
use crate::group::{Combine, Quad, Shuffle};
use crate::role::Barrier::*;
use crate::role::Role::{self, *};
use crate::signature_class::SignatureClass;

macro_rules! instructions {
    ($($(#[doc = $semantics:literal])+
        $name:ident = $number:literal, $role:expr, $signature:ident $(($($operand:ident),+))?, [$($capability:ident)?],
        $lowering:ident $(, $feature:ident)?;)*) => {
        /// An instruction; the discriminant is its opcode.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        pub enum Instruction {
            $($(#[doc = $semantics])+ $name = $number,)*
        }

        impl Instruction {
            /// All, in order of their opcodes.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The instruction of an opcode.
            pub const fn from_opcode(opcode: u32) -> Option<Self> {
                match opcode {
                    $($number => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// The instruction of a name, without `Op`.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($name) => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// Its name, without `Op`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }

            /// Its purpose.
            pub const fn role(self) -> Role {
                match self {
                    $(Self::$name => $role,)*
                }
            }

            /// Its operation or result.
            pub const fn semantics(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($semantics),+).trim_ascii(),)*
                }
            }

            /// The names of the parameters.
            pub const fn operands(self) -> &'static [&'static str] {
                match self {
                    $($(Self::$name => &[$(stringify!($operand)),+],)?)*
                    _ => self.signature().operands(),
                }
            }

            /// Parameters and result.
            pub const fn signature(self) -> SignatureClass {
                match self {
                    $(Self::$name => SignatureClass::$signature,)*
                }
            }

            /// The capability that a SPIR-V module has to declare; of several choices, the first.
            pub const fn capability(self) -> Option<Capability> {
                match self {
                    $($(Self::$name => Some(Capability::$capability),)?)*
                    _ => None,
                }
            }

            /// The stage that lowers it.
            pub const fn lowering(self) -> Lowering {
                match self {
                    $(Self::$name => Lowering::$lowering,)*
                }
            }

            /// The feature that a device must have for it.
            pub const fn feature(self) -> Option<Feature> {
                match self {
                    $($(Self::$name => Some(Feature::$feature),)?)*
                    _ => None,
                }
            }
        }
    };
}

// A row: the instruction's operation; name and opcode, role, signature with the names of operands if they differ from
// those of the class, capability, the stage that lowers it, the feature that a device must have.
instructions! {
    // Constants and pointers.

    /// A sampler with constant properties.
    ConstantSampler = 45, Image, ConstantSampler, [LiteralSampler], Target, Images;
    /// The value that the program gives specialization constant `id`, or `default`.
    SpecConstant = 50, SpecConstant, SpecConstant, [], Reader;
    /// The memory semantics bit of the address space that a generic pointer points into.
    GenericPtrMemSemantics = 69, SpaceOfPointer, PointerSemantics, [Kernel], Target;

    // Images.

    /// Combines an image with the sampler to read it with.
    SampledImage = 86, Image, ImageWithSampler, [], Target, Images;
    /// Reads an image through its sampler, at a level of detail that the image operands give.
    ImageSampleExplicitLod = 88, Image, ImageRead(sampled_image, coordinate, operand_mask, operand), [], Target, Images;
    /// Reads one texel of an image that is used with samplers, at integer coordinates.
    ImageFetch = 95, Image, ImageRead, [], Target, Images;
    /// Reads one texel of an image without a sampler.
    ImageRead = 98, Image, ImageRead, [], Target, Images;
    /// Writes one texel of an image.
    ImageWrite = 99, Image, ImageWrite, [], Target, Images;
    /// Takes the image out of an image with a sampler.
    Image = 100, Image, ImageOfSampled, [], Target, Images;
    /// The format of an image's channels, as SPIR-V numbers it.
    ImageQueryFormat = 101, Image, ImageQuery, [Kernel], Target, Images;
    /// The order of an image's channels, as SPIR-V numbers it.
    ImageQueryOrder = 102, Image, ImageQuery, [Kernel], Target, Images;
    /// The size of one mipmap level of an image, in texels.
    ImageQuerySizeLod = 103, Image, ImageQueryLevel, [Kernel], Target, Images;
    /// The size of an image without mipmap levels, in texels.
    ImageQuerySize = 104, Image, ImageQuery, [Kernel], Target, Images;
    /// The number of an image's mipmap levels.
    ImageQueryLevels = 106, Image, ImageQuery, [Kernel], Target, Images;
    /// The number of samples for each texel of an image.
    ImageQuerySamples = 107, Image, ImageQuery, [Kernel], Target, Images;

    // Conversions.

    /// Converts floating point to unsigned integers, rounded toward zero.
    ConvertFToU = 109, Conversion, FloatToInt, [], Reader;
    /// Converts floating point to signed integers, rounded toward zero.
    ConvertFToS = 110, Conversion, FloatToInt, [], Reader;
    /// Converts signed integers to floating point.
    ConvertSToF = 111, Conversion, IntToFloat, [], Reader;
    /// Converts unsigned integers to floating point.
    ConvertUToF = 112, Conversion, IntToFloat, [], Reader;
    /// Zero-extends or truncates integers.
    UConvert = 113, Conversion, IntToInt, [], Reader;
    /// Sign-extends or truncates integers.
    SConvert = 114, Conversion, IntToInt, [], Reader;
    /// Converts floating-point values to another precision.
    FConvert = 115, Conversion, FloatToFloat, [], Reader;
    /// Converts signed integers to unsigned ones, and those out of range to the nearest that exists.
    SatConvertSToU = 118, Conversion, IntToInt, [Kernel], Reader;
    /// Converts unsigned integers to signed ones, and those out of range to the nearest that exists.
    SatConvertUToS = 119, Conversion, IntToInt, [Kernel], Reader;
    /// Converts a pointer to a generic pointer.
    PtrCastToGeneric = 121, Conversion, PointerCast, [Kernel], Reader;
    /// Converts a generic pointer to one into the address space of the result, where it has to point.
    GenericCastToPtr = 122, Conversion, PointerCast, [Kernel], Reader;
    /// Converts a generic pointer to one into `storage_class`, or to null if it points elsewhere.
    GenericCastToPtrExplicit = 123, CastToExplicit, PointerCastExplicit, [Kernel], Target;
    /// Reinterprets the bits of `x` as another type of the same size.
    Bitcast = 124, Conversion, Bitcast, [], Reader;

    // Arithmetic.

    /// The remainder of a floating-point division, with the sign of `numerator`.
    FRem = 140, Arithmetic, Float2(numerator, denominator), [], Reader;
    /// The remainder of a floating-point division, with the sign of `denominator`.
    FMod = 141, Arithmetic, Float2(numerator, denominator), [], Reader;
    /// Multiplies each element of a vector by `factor`.
    VectorTimesScalar = 142, Arithmetic, Scale, [], Reader;
    /// The product of two vectors, summed over their elements.
    Dot = 148, Arithmetic, ScalarOf2, [], Reader;

    // Relations.

    /// Whether any element of a boolean vector is true.
    Any = 154, Relation, BoolOfVector, [], Reader;
    /// Whether all elements of a boolean vector are true.
    All = 155, Relation, BoolOfVector, [], Reader;
    /// Whether `x` is NaN.
    IsNan = 156, Relation, FloatTest, [], Reader;
    /// Whether `x` is positive or negative infinity.
    IsInf = 157, Relation, FloatTest, [], Reader;
    /// Whether `x` is neither infinite nor NaN.
    IsFinite = 158, Relation, FloatTest, [Kernel], Reader;
    /// Whether `x` is neither zero, subnormal, infinite nor NaN.
    IsNormal = 159, Relation, FloatTest, [Kernel], Reader;
    /// Whether the sign bit of `x` is set.
    SignBitSet = 160, Relation, FloatTest, [Kernel], Reader;
    /// Whether `x` is less or greater than `y`.
    LessOrGreater = 161, Relation, FloatCompare, [Kernel], Reader;
    /// Whether neither `x` nor `y` is NaN.
    Ordered = 162, Relation, FloatCompare, [Kernel], Reader;
    /// Whether `x` or `y` is NaN.
    Unordered = 163, Relation, FloatCompare, [Kernel], Reader;
    /// Whether `x` equals `y`; false with NaN.
    FOrdEqual = 180, Relation, FloatCompare, [], Reader;
    /// Whether `x` equals `y`; true with NaN.
    FUnordEqual = 181, Relation, FloatCompare, [], Reader;
    /// Whether `x` differs from `y`; false with NaN.
    FOrdNotEqual = 182, Relation, FloatCompare, [], Reader;
    /// Whether `x` differs from `y`; true with NaN.
    FUnordNotEqual = 183, Relation, FloatCompare, [], Reader;
    /// Whether `x` is less than `y`; false with NaN.
    FOrdLessThan = 184, Relation, FloatCompare, [], Reader;
    /// Whether `x` is less than `y`; true with NaN.
    FUnordLessThan = 185, Relation, FloatCompare, [], Reader;
    /// Whether `x` is greater than `y`; false with NaN.
    FOrdGreaterThan = 186, Relation, FloatCompare, [], Reader;
    /// Whether `x` is greater than `y`; true with NaN.
    FUnordGreaterThan = 187, Relation, FloatCompare, [], Reader;
    /// Whether `x` is at most `y`; false with NaN.
    FOrdLessThanEqual = 188, Relation, FloatCompare, [], Reader;
    /// Whether `x` is at most `y`; true with NaN.
    FUnordLessThanEqual = 189, Relation, FloatCompare, [], Reader;
    /// Whether `x` is at least `y`; false with NaN.
    FOrdGreaterThanEqual = 190, Relation, FloatCompare, [], Reader;
    /// Whether `x` is at least `y`; true with NaN.
    FUnordGreaterThanEqual = 191, Relation, FloatCompare, [], Reader;

    // Bits.

    /// Replaces `count` bits of `base`, from bit `offset` on, with the low bits of `insert`.
    BitFieldInsert = 201, Bits, BitInsert, [Shader], Reader;
    /// Extracts `count` bits of `base`, from bit `offset` on, and sign-extends them.
    BitFieldSExtract = 202, Bits, BitExtract, [Shader], Reader;
    /// Extracts `count` bits of `base`, from bit `offset` on, and zero-extends them.
    BitFieldUExtract = 203, Bits, BitExtract, [Shader], Reader;
    /// Reverses the order of the bits of `x`.
    BitReverse = 204, Bits, Int1, [Shader], Reader;
    /// The number of one bits in `x`.
    BitCount = 205, Bits, BitCount, [], Reader;

    // Barriers.

    /// Waits for all work-items of `execution_scope`, and orders memory accesses among those of `memory_scope`.
    ControlBarrier = 224, Barrier(Control), ControlBarrier, [], Target;
    /// Orders memory accesses among the work-items of `scope`, without waiting.
    MemoryBarrier = 225, Barrier(Memory), MemoryBarrier, [], Reader;

    // Atomic operations. The result is the value that memory held before.

    /// Loads a value atomically.
    AtomicLoad = 227, Atomic, AtomicLoad, [], Reader;
    /// Stores a value atomically.
    AtomicStore = 228, Atomic, AtomicStore, [], Reader;
    /// Stores `value` and returns the old value.
    AtomicExchange = 229, Atomic, AtomicExchange, [], Reader;
    /// Stores `value` if memory holds `comparator`, and returns the old value.
    AtomicCompareExchange = 230, Atomic, AtomicCompareExchange, [], Reader;
    /// Stores `value` if memory holds `comparator`, which may fail without a reason, and returns the old value.
    AtomicCompareExchangeWeak = 231, Atomic, AtomicCompareExchange, [Kernel], Reader;
    /// Adds one to an integer and returns the old value.
    AtomicIIncrement = 232, Atomic, AtomicStep, [], Reader;
    /// Subtracts one from an integer and returns the old value.
    AtomicIDecrement = 233, Atomic, AtomicStep, [], Reader;
    /// Adds `value` to an integer and returns the old value.
    AtomicIAdd = 234, Atomic, AtomicInt, [], Reader;
    /// Subtracts `value` from an integer and returns the old value.
    AtomicISub = 235, Atomic, AtomicInt, [], Reader;
    /// Stores the smaller of a signed integer and `value`, and returns the old value.
    AtomicSMin = 236, Atomic, AtomicInt, [], Reader;
    /// Stores the smaller of an unsigned integer and `value`, and returns the old value.
    AtomicUMin = 237, Atomic, AtomicInt, [], Reader;
    /// Stores the larger of a signed integer and `value`, and returns the old value.
    AtomicSMax = 238, Atomic, AtomicInt, [], Reader;
    /// Stores the larger of an unsigned integer and `value`, and returns the old value.
    AtomicUMax = 239, Atomic, AtomicInt, [], Reader;
    /// Stores the bitwise AND of an integer and `value`, and returns the old value.
    AtomicAnd = 240, Atomic, AtomicInt, [], Reader;
    /// Stores the bitwise OR of an integer and `value`, and returns the old value.
    AtomicOr = 241, Atomic, AtomicInt, [], Reader;
    /// Stores the bitwise XOR of an integer and `value`, and returns the old value.
    AtomicXor = 242, Atomic, AtomicInt, [], Reader;

    // Operations that all work-items of a group execute.

    /// Starts to copy `count` elements between global and local memory; `stride` is the distance of elements in
    /// global memory.
    GroupAsyncCopy = 259, Group(AsyncCopy, OfScope), AsyncCopy, [Kernel], Reader, GroupCopies;
    /// Waits for the asynchronous copies of some events.
    GroupWaitEvents = 260, Group(WaitEvents, OfScope), WaitEvents, [Kernel], Reader, GroupCopies;
    /// Whether `predicate` holds for all work-items of the group.
    GroupAll = 261, Group(All, OfScope), GroupVote, [Groups], Target;
    /// Whether `predicate` holds for any work-item of the group.
    GroupAny = 262, Group(Any, OfScope), GroupVote, [Groups], Target;
    /// The `value` of the work-item with local id `id`.
    GroupBroadcast = 263, Group(Broadcast, OfScope), GroupBroadcast, [Groups], Target;
    /// The sum of the group's integers, over the work-items that `operation` selects.
    GroupIAdd = 264, Group(Combine(Combine::Add), OfScope), GroupInt, [Groups], Target;
    /// The sum of the group's floating-point values, over the work-items that `operation` selects.
    GroupFAdd = 265, Group(Combine(Combine::FAdd), OfScope), GroupFloat, [Groups], Target;
    /// The minimum of the group's floating-point values, over the work-items that `operation` selects.
    GroupFMin = 266, Group(Combine(Combine::FMin), OfScope), GroupFloat, [Groups], Target;
    /// The minimum of the group's unsigned integers, over the work-items that `operation` selects.
    GroupUMin = 267, Group(Combine(Combine::UMin), OfScope), GroupInt, [Groups], Target;
    /// The minimum of the group's signed integers, over the work-items that `operation` selects.
    GroupSMin = 268, Group(Combine(Combine::SMin), OfScope), GroupInt, [Groups], Target;
    /// The maximum of the group's floating-point values, over the work-items that `operation` selects.
    GroupFMax = 269, Group(Combine(Combine::FMax), OfScope), GroupFloat, [Groups], Target;
    /// The maximum of the group's unsigned integers, over the work-items that `operation` selects.
    GroupUMax = 270, Group(Combine(Combine::UMax), OfScope), GroupInt, [Groups], Target;
    /// The maximum of the group's signed integers, over the work-items that `operation` selects.
    GroupSMax = 271, Group(Combine(Combine::SMax), OfScope), GroupInt, [Groups], Target;

    // Atomic flags.

    /// Sets a flag, and returns whether it was set before.
    AtomicFlagTestAndSet = 318, Atomic, FlagSet, [Kernel], Reader;
    /// Clears a flag.
    AtomicFlagClear = 319, Atomic, FlagClear, [Kernel], Reader;

    // Operations of the active work-items of a group: votes, broadcasts and ballots.

    /// Whether the work-item is the active one with the lowest id.
    GroupNonUniformElect = 333, Group(Elect, OfScope), GroupElect, [GroupNonUniform], Target;
    /// Whether `predicate` holds for all active work-items.
    GroupNonUniformAll = 334, Group(All, OfScope), GroupVote, [GroupNonUniformVote], Target;
    /// Whether `predicate` holds for any active work-item.
    GroupNonUniformAny = 335, Group(Any, OfScope), GroupVote, [GroupNonUniformVote], Target;
    /// Whether `value` is equal for all active work-items.
    GroupNonUniformAllEqual = 336, Group(AllEqual, OfScope), GroupEqual, [GroupNonUniformVote], Target;
    /// The `value` of the active work-item `id`.
    GroupNonUniformBroadcast = 337, Group(Broadcast, OfScope), GroupBroadcast, [GroupNonUniformBallot], Target;
    /// The `value` of the active work-item with the lowest id.
    GroupNonUniformBroadcastFirst = 338, Group(Broadcast, OfScope), GroupFirst, [GroupNonUniformBallot], Target;
    /// A bit for each work-item, set if it is active and `predicate` holds for it.
    GroupNonUniformBallot = 339, Group(Ballot, OfScope), GroupBallot, [GroupNonUniformBallot], Target;
    /// The work-item's own bit of `ballot`.
    GroupNonUniformInverseBallot = 340, Group(InverseBallot, OfScope), BallotBit, [GroupNonUniformBallot], Target;
    /// Bit `index` of `ballot`.
    GroupNonUniformBallotBitExtract = 341, Group(BallotBitExtract, OfScope), BallotBitAt, [GroupNonUniformBallot], Target;
    /// The number of bits set in `ballot`, over the work-items that `operation` selects.
    GroupNonUniformBallotBitCount = 342, Group(BallotBitCount, OfScope), BallotCount, [GroupNonUniformBallot], Target;
    /// The index of the lowest bit set in `ballot`.
    GroupNonUniformBallotFindLSB = 343, Group(BallotFindLsb, OfScope), BallotFind, [GroupNonUniformBallot], Target;
    /// The index of the highest bit set in `ballot`.
    GroupNonUniformBallotFindMSB = 344, Group(BallotFindMsb, OfScope), BallotFind, [GroupNonUniformBallot], Target;

    // Shuffles of the active work-items.

    /// The `value` of work-item `id`.
    GroupNonUniformShuffle = 345, Group(Shuffle(Shuffle::Index), OfScope), GroupShuffle, [GroupNonUniformShuffle], Target;
    /// The `value` of the work-item whose id is the own one XOR `mask`.
    GroupNonUniformShuffleXor = 346, Group(Shuffle(Shuffle::Xor), OfScope), GroupShuffle(scope, value, mask), [GroupNonUniformShuffle], Target;
    /// The `value` of the work-item whose id is lower by `delta`.
    GroupNonUniformShuffleUp = 347, Group(Shuffle(Shuffle::Up), OfScope), GroupShuffle(scope, value, delta), [GroupNonUniformShuffleRelative], Target;
    /// The `value` of the work-item whose id is higher by `delta`.
    GroupNonUniformShuffleDown = 348, Group(Shuffle(Shuffle::Down), OfScope), GroupShuffle(scope, value, delta), [GroupNonUniformShuffleRelative], Target;

    // Combinations of the active work-items' values.

    /// The sum of integers, over the active work-items that `operation` selects.
    GroupNonUniformIAdd = 349, Group(Combine(Combine::Add), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    /// The sum of floating-point values, over the active work-items that `operation` selects.
    GroupNonUniformFAdd = 350, Group(Combine(Combine::FAdd), OfScope), ClusterFloat, [GroupNonUniformArithmetic], Target;
    /// The product of integers, over the active work-items that `operation` selects.
    GroupNonUniformIMul = 351, Group(Combine(Combine::Mul), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    /// The product of floating-point values, over the active work-items that `operation` selects.
    GroupNonUniformFMul = 352, Group(Combine(Combine::FMul), OfScope), ClusterFloat, [GroupNonUniformArithmetic], Target;
    /// The minimum of signed integers, over the active work-items that `operation` selects.
    GroupNonUniformSMin = 353, Group(Combine(Combine::SMin), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    /// The minimum of unsigned integers, over the active work-items that `operation` selects.
    GroupNonUniformUMin = 354, Group(Combine(Combine::UMin), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    /// The minimum of floating-point values, over the active work-items that `operation` selects.
    GroupNonUniformFMin = 355, Group(Combine(Combine::FMin), OfScope), ClusterFloat, [GroupNonUniformArithmetic], Target;
    /// The maximum of signed integers, over the active work-items that `operation` selects.
    GroupNonUniformSMax = 356, Group(Combine(Combine::SMax), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    /// The maximum of unsigned integers, over the active work-items that `operation` selects.
    GroupNonUniformUMax = 357, Group(Combine(Combine::UMax), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    /// The maximum of floating-point values, over the active work-items that `operation` selects.
    GroupNonUniformFMax = 358, Group(Combine(Combine::FMax), OfScope), ClusterFloat, [GroupNonUniformArithmetic], Target;
    /// The bitwise AND of integers, over the active work-items that `operation` selects.
    GroupNonUniformBitwiseAnd = 359, Group(Combine(Combine::And), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    /// The bitwise OR of integers, over the active work-items that `operation` selects.
    GroupNonUniformBitwiseOr = 360, Group(Combine(Combine::Or), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    /// The bitwise XOR of integers, over the active work-items that `operation` selects.
    GroupNonUniformBitwiseXor = 361, Group(Combine(Combine::Xor), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    /// The logical AND of booleans, over the active work-items that `operation` selects.
    GroupNonUniformLogicalAnd = 362, Group(Combine(Combine::And), OfScope), ClusterBool, [GroupNonUniformArithmetic], Target;
    /// The logical OR of booleans, over the active work-items that `operation` selects.
    GroupNonUniformLogicalOr = 363, Group(Combine(Combine::Or), OfScope), ClusterBool, [GroupNonUniformArithmetic], Target;
    /// The logical XOR of booleans, over the active work-items that `operation` selects.
    GroupNonUniformLogicalXor = 364, Group(Combine(Combine::Xor), OfScope), ClusterBool, [GroupNonUniformArithmetic], Target;

    // Quads: four work-items with consecutive ids.

    /// The `value` of work-item `index` of the quad.
    GroupNonUniformQuadBroadcast = 365, Group(Quad(Quad::Broadcast), OfScope), GroupShuffle(scope, value, index), [GroupNonUniformQuad], Target;
    /// The `value` of the horizontal, vertical or diagonal neighbor in the quad.
    GroupNonUniformQuadSwap = 366, Group(Quad(Quad::Swap), OfScope), GroupSwap, [GroupNonUniformQuad], Target;

    // Operations of a sub-group.

    /// A bit for each work-item of the sub-group, set if it is active and `predicate` holds for it.
    SubgroupBallotKHR = 4421, Group(Ballot, Subgroup), SubgroupBallot, [SubgroupBallotKHR], Target;
    /// The `value` of the sub-group's active work-item with the lowest id.
    SubgroupFirstInvocationKHR = 4422, Group(Broadcast, Subgroup), SubgroupFirst, [SubgroupBallotKHR], Target;
    /// Whether `predicate` holds for all active work-items of the sub-group.
    SubgroupAllKHR = 4428, Group(All, Subgroup), SubgroupVote, [SubgroupVoteKHR], Target;
    /// Whether `predicate` holds for any active work-item of the sub-group.
    SubgroupAnyKHR = 4429, Group(Any, Subgroup), SubgroupVote, [SubgroupVoteKHR], Target;
    /// Whether `predicate` is equal for all active work-items of the sub-group.
    SubgroupAllEqualKHR = 4430, Group(AllEqual, Subgroup), SubgroupVote, [SubgroupVoteKHR], Target;
    /// The `value` of the work-item whose id is higher by `delta`, wrapping around at the end of the group or
    /// cluster.
    GroupNonUniformRotateKHR = 4431, Group(Shuffle(Shuffle::Rotate), OfScope), GroupRotate, [GroupNonUniformRotateKHR], Target;
    /// The `value` of the sub-group's work-item `id`, the same for all.
    SubgroupReadInvocationKHR = 4432, Group(Broadcast, Subgroup), SubgroupShuffle, [SubgroupBallotKHR], Target;

    // Products of integer vectors; `format` says how an integer holds a packed one.

    /// The sum of the products of signed elements.
    SDot = 4450, Arithmetic, IntDot, [DotProduct], Reader;
    /// The sum of the products of unsigned elements.
    UDot = 4451, Arithmetic, IntDot, [DotProduct], Reader;
    /// The sum of the products of signed elements of `x` and unsigned elements of `y`.
    SUDot = 4452, Arithmetic, IntDot, [DotProduct], Reader;
    /// The sum of the products of signed elements and of `accumulator`, saturated.
    SDotAccSat = 4453, Arithmetic, IntDotSum, [DotProduct], Reader;
    /// The sum of the products of unsigned elements and of `accumulator`, saturated.
    UDotAccSat = 4454, Arithmetic, IntDotSum, [DotProduct], Reader;
    /// The sum of the products of signed elements of `x` and unsigned elements of `y`, and of `accumulator`,
    /// saturated.
    SUDotAccSat = 4455, Arithmetic, IntDotSum, [DotProduct], Reader;

    // Extensions.

    /// The ticks of a clock that the work-items of `scope` share.
    ReadClockKHR = 5056, Clock, Clock, [ShaderClockKHR], Target, Clock;
    /// Whether `predicate` holds for all active work-items of the quad.
    GroupNonUniformQuadAllKHR = 5110, Group(Quad(Quad::All), Subgroup), SubgroupVote, [QuadControlKHR], Target;
    /// Whether `predicate` holds for any active work-item of the quad.
    GroupNonUniformQuadAnyKHR = 5111, Group(Quad(Quad::Any), Subgroup), SubgroupVote, [QuadControlKHR], Target;
    /// The `value` of the sub-group's work-item `id`.
    SubgroupShuffleINTEL = 5571, Group(Shuffle(Shuffle::Index), Subgroup), SubgroupShuffle, [SubgroupShuffleINTEL], Target;
    /// The value at the own id plus `delta` in the array of the sub-group's `current` values, followed by the
    /// `next` ones.
    SubgroupShuffleDownINTEL = 5572, Group(Shuffle(Shuffle::DownPair), Subgroup), SubgroupShufflePair, [SubgroupShuffleINTEL], Target;
    /// The value `delta` places before the own `current` value, in the array of the sub-group's `previous` values,
    /// followed by the `current` ones.
    SubgroupShuffleUpINTEL = 5573, Group(Shuffle(Shuffle::UpPair), Subgroup), SubgroupShufflePair(previous, current, delta), [SubgroupShuffleINTEL], Target;
    /// The `value` of the sub-group's work-item whose id is the own one XOR `mask`.
    SubgroupShuffleXorINTEL = 5574, Group(Shuffle(Shuffle::Xor), Subgroup), SubgroupShuffle(value, mask), [SubgroupShuffleINTEL], Target;
    /// Reads consecutive elements, one for each work-item of the sub-group; vectors read several such rows.
    SubgroupBlockReadINTEL = 5575, Group(BlockRead, Subgroup), SubgroupBlockRead, [SubgroupBufferBlockIOINTEL], Target;
    /// Writes consecutive elements, one for each work-item of the sub-group; vectors write several such rows.
    SubgroupBlockWriteINTEL = 5576, Group(BlockWrite, Subgroup), SubgroupBlockWrite, [SubgroupBufferBlockIOINTEL], Target;
    /// Stores the smaller of a floating-point value and `value`, and returns the old value.
    AtomicFMinEXT = 5614, Atomic, AtomicFloat, [AtomicFloat16MinMaxEXT], Reader;
    /// Stores the larger of a floating-point value and `value`, and returns the old value.
    AtomicFMaxEXT = 5615, Atomic, AtomicFloat, [AtomicFloat16MinMaxEXT], Reader;
    /// Adds `value` to a floating-point value and returns the old value.
    AtomicFAddEXT = 6035, Atomic, AtomicFloat, [AtomicFloat16AddEXT], Reader;
    /// Converts `float` to brain floating point.
    ConvertFToBF16INTEL = 6116, Conversion, ToBFloat, [BFloat16ConversionINTEL], Reader;
    /// Converts brain floating point to `float`.
    ConvertBF16ToFINTEL = 6117, Conversion, FromBFloat, [BFloat16ConversionINTEL], Reader;
    /// The first half of a barrier: announces the work-item, without waiting.
    ControlBarrierArriveINTEL = 6142, Barrier(Arrive), ControlBarrier, [SplitBarrierINTEL], Target, SplitBarriers;
    /// The second half of a barrier: waits until all work-items of `execution_scope` have announced themselves.
    ControlBarrierWaitINTEL = 6143, Barrier(Wait), ControlBarrier, [SplitBarrierINTEL], Target, SplitBarriers;
    /// The product of the group's integers, over the work-items that `operation` selects.
    GroupIMulKHR = 6401, Group(Combine(Combine::Mul), OfScope), GroupInt, [GroupUniformArithmeticKHR], Target;
    /// The product of the group's floating-point values, over the work-items that `operation` selects.
    GroupFMulKHR = 6402, Group(Combine(Combine::FMul), OfScope), GroupFloat, [GroupUniformArithmeticKHR], Target;
    /// The bitwise AND of the group's integers, over the work-items that `operation` selects.
    GroupBitwiseAndKHR = 6403, Group(Combine(Combine::And), OfScope), GroupInt, [GroupUniformArithmeticKHR], Target;
    /// The bitwise OR of the group's integers, over the work-items that `operation` selects.
    GroupBitwiseOrKHR = 6404, Group(Combine(Combine::Or), OfScope), GroupInt, [GroupUniformArithmeticKHR], Target;
    /// The bitwise XOR of the group's integers, over the work-items that `operation` selects.
    GroupBitwiseXorKHR = 6405, Group(Combine(Combine::Xor), OfScope), GroupInt, [GroupUniformArithmeticKHR], Target;
    /// The logical AND of the group's booleans, over the work-items that `operation` selects.
    GroupLogicalAndKHR = 6406, Group(Combine(Combine::And), OfScope), GroupBool, [GroupUniformArithmeticKHR], Target;
    /// The logical OR of the group's booleans, over the work-items that `operation` selects.
    GroupLogicalOrKHR = 6407, Group(Combine(Combine::Or), OfScope), GroupBool, [GroupUniformArithmeticKHR], Target;
    /// The logical XOR of the group's booleans, over the work-items that `operation` selects.
    GroupLogicalXorKHR = 6408, Group(Combine(Combine::Xor), OfScope), GroupBool, [GroupUniformArithmeticKHR], Target;

    // Handles of images.

    /// The image that a 64-bit handle stands for.
    ConvertHandleToImageINTEL = 6529, Image, OpaqueOfHandle, [BindlessImagesINTEL], Target, Images;
    /// The sampler that a 64-bit handle stands for.
    ConvertHandleToSamplerINTEL = 6530, Image, OpaqueOfHandle, [BindlessImagesINTEL], Target, Images;
    /// The image with its sampler that a 64-bit handle stands for.
    ConvertHandleToSampledImageINTEL = 6531, Image, OpaqueOfHandle, [BindlessImagesINTEL], Target, Images;
}
