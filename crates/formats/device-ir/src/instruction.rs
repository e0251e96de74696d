//! Core instructions of SPIR-V that device code reaches by calls of `__spirv_<name>`.

use crate::capability::Capability;
use crate::effects::Lowering;
use crate::feature::Feature;
use crate::group::GroupFunction::*;
use crate::group::Participants::*;
use crate::group::{Combine, Quad, Shuffle};
use crate::role::Barrier::*;
use crate::role::Role::{self, *};
use crate::signature::SignatureClass;

macro_rules! instructions {
    ($($name:ident = $number:literal, $role:expr, $signature:ident, [$($capability:ident)?], $lowering:ident
        $(, $feature:ident)?;)*) => {
        /// An instruction; the discriminant is its opcode. The specification of
        /// SPIR-V describes each under its name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the specification's text")]
        #[repr(u32)]
        pub enum Instruction {
            $($name = $number,)*
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

            /// What it is for.
            pub const fn role(self) -> Role {
                match self {
                    $(Self::$name => $role,)*
                }
            }

            /// Parameters and result.
            pub const fn signature(self) -> SignatureClass {
                match self {
                    $(Self::$name => SignatureClass::$signature,)*
                }
            }

            /// What a SPIR-V module has to declare, of several choices the first.
            pub const fn capability(self) -> Option<Capability> {
                match self {
                    $($(Self::$name => Some(Capability::$capability),)?)*
                    _ => None,
                }
            }

            /// Who lowers it.
            pub const fn lowering(self) -> Lowering {
                match self {
                    $(Self::$name => Lowering::$lowering,)*
                }
            }

            /// What a device has to have for it.
            pub const fn feature(self) -> Option<Feature> {
                match self {
                    $($(Self::$name => Some(Feature::$feature),)?)*
                    _ => None,
                }
            }
        }
    };
}

// opcode, role, signature, capability, who lowers it, what a device has to have
instructions! {
    ConstantSampler = 45, Image, ConstantSampler, [LiteralSampler], Target, Images;
    SpecConstant = 50, SpecConstant, SpecConstant, [], Reader;
    GenericPtrMemSemantics = 69, SpaceOfPointer, PointerSemantics, [Kernel], Target;
    SampledImage = 86, Image, ImageWithSampler, [], Target, Images;
    ImageSampleExplicitLod = 88, Image, ImageRead, [], Target, Images;
    ImageFetch = 95, Image, ImageRead, [], Target, Images;
    ImageRead = 98, Image, ImageRead, [], Target, Images;
    ImageWrite = 99, Image, ImageWrite, [], Target, Images;
    Image = 100, Image, ImageOfSampled, [], Target, Images;
    ImageQueryFormat = 101, Image, ImageQuery, [Kernel], Target, Images;
    ImageQueryOrder = 102, Image, ImageQuery, [Kernel], Target, Images;
    ImageQuerySizeLod = 103, Image, ImageQueryLevel, [Kernel], Target, Images;
    ImageQuerySize = 104, Image, ImageQuery, [Kernel], Target, Images;
    ImageQueryLevels = 106, Image, ImageQuery, [Kernel], Target, Images;
    ImageQuerySamples = 107, Image, ImageQuery, [Kernel], Target, Images;
    ConvertFToU = 109, Conversion, FloatToInt, [], Reader;
    ConvertFToS = 110, Conversion, FloatToInt, [], Reader;
    ConvertSToF = 111, Conversion, IntToFloat, [], Reader;
    ConvertUToF = 112, Conversion, IntToFloat, [], Reader;
    UConvert = 113, Conversion, IntToInt, [], Reader;
    SConvert = 114, Conversion, IntToInt, [], Reader;
    FConvert = 115, Conversion, FloatToFloat, [], Reader;
    SatConvertSToU = 118, Conversion, IntToInt, [Kernel], Reader;
    SatConvertUToS = 119, Conversion, IntToInt, [Kernel], Reader;
    PtrCastToGeneric = 121, Conversion, PointerCast, [Kernel], Reader;
    GenericCastToPtr = 122, Conversion, PointerCast, [Kernel], Reader;
    GenericCastToPtrExplicit = 123, CastToExplicit, PointerCastExplicit, [Kernel], Target;
    Bitcast = 124, Conversion, Bitcast, [], Reader;
    FRem = 140, Arithmetic, Float2, [], Reader;
    FMod = 141, Arithmetic, Float2, [], Reader;
    VectorTimesScalar = 142, Arithmetic, Scale, [], Reader;
    Dot = 148, Arithmetic, ScalarOf2, [], Reader;
    Any = 154, Relation, BoolOfVector, [], Reader;
    All = 155, Relation, BoolOfVector, [], Reader;
    IsNan = 156, Relation, FloatTest, [], Reader;
    IsInf = 157, Relation, FloatTest, [], Reader;
    IsFinite = 158, Relation, FloatTest, [Kernel], Reader;
    IsNormal = 159, Relation, FloatTest, [Kernel], Reader;
    SignBitSet = 160, Relation, FloatTest, [Kernel], Reader;
    LessOrGreater = 161, Relation, FloatCompare, [Kernel], Reader;
    Ordered = 162, Relation, FloatCompare, [Kernel], Reader;
    Unordered = 163, Relation, FloatCompare, [Kernel], Reader;
    FOrdEqual = 180, Relation, FloatCompare, [], Reader;
    FUnordEqual = 181, Relation, FloatCompare, [], Reader;
    FOrdNotEqual = 182, Relation, FloatCompare, [], Reader;
    FUnordNotEqual = 183, Relation, FloatCompare, [], Reader;
    FOrdLessThan = 184, Relation, FloatCompare, [], Reader;
    FUnordLessThan = 185, Relation, FloatCompare, [], Reader;
    FOrdGreaterThan = 186, Relation, FloatCompare, [], Reader;
    FUnordGreaterThan = 187, Relation, FloatCompare, [], Reader;
    FOrdLessThanEqual = 188, Relation, FloatCompare, [], Reader;
    FUnordLessThanEqual = 189, Relation, FloatCompare, [], Reader;
    FOrdGreaterThanEqual = 190, Relation, FloatCompare, [], Reader;
    FUnordGreaterThanEqual = 191, Relation, FloatCompare, [], Reader;
    BitFieldInsert = 201, Bits, BitInsert, [Shader], Reader;
    BitFieldSExtract = 202, Bits, BitExtract, [Shader], Reader;
    BitFieldUExtract = 203, Bits, BitExtract, [Shader], Reader;
    BitReverse = 204, Bits, Int1, [Shader], Reader;
    BitCount = 205, Bits, BitCount, [], Reader;
    ControlBarrier = 224, Barrier(Control), ControlBarrier, [], Target;
    MemoryBarrier = 225, Barrier(Memory), MemoryBarrier, [], Reader;
    AtomicLoad = 227, Atomic, AtomicLoad, [], Reader;
    AtomicStore = 228, Atomic, AtomicStore, [], Reader;
    AtomicExchange = 229, Atomic, AtomicExchange, [], Reader;
    AtomicCompareExchange = 230, Atomic, AtomicCompareExchange, [], Reader;
    AtomicCompareExchangeWeak = 231, Atomic, AtomicCompareExchange, [Kernel], Reader;
    AtomicIIncrement = 232, Atomic, AtomicStep, [], Reader;
    AtomicIDecrement = 233, Atomic, AtomicStep, [], Reader;
    AtomicIAdd = 234, Atomic, AtomicInt, [], Reader;
    AtomicISub = 235, Atomic, AtomicInt, [], Reader;
    AtomicSMin = 236, Atomic, AtomicInt, [], Reader;
    AtomicUMin = 237, Atomic, AtomicInt, [], Reader;
    AtomicSMax = 238, Atomic, AtomicInt, [], Reader;
    AtomicUMax = 239, Atomic, AtomicInt, [], Reader;
    AtomicAnd = 240, Atomic, AtomicInt, [], Reader;
    AtomicOr = 241, Atomic, AtomicInt, [], Reader;
    AtomicXor = 242, Atomic, AtomicInt, [], Reader;
    GroupAsyncCopy = 259, Group(AsyncCopy, OfScope), AsyncCopy, [Kernel], Reader, GroupCopies;
    GroupWaitEvents = 260, Group(WaitEvents, OfScope), WaitEvents, [Kernel], Reader, GroupCopies;
    GroupAll = 261, Group(All, OfScope), GroupVote, [Groups], Target;
    GroupAny = 262, Group(Any, OfScope), GroupVote, [Groups], Target;
    GroupBroadcast = 263, Group(Broadcast, OfScope), GroupBroadcast, [Groups], Target;
    GroupIAdd = 264, Group(Combine(Combine::Add), OfScope), GroupInt, [Groups], Target;
    GroupFAdd = 265, Group(Combine(Combine::FAdd), OfScope), GroupFloat, [Groups], Target;
    GroupFMin = 266, Group(Combine(Combine::FMin), OfScope), GroupFloat, [Groups], Target;
    GroupUMin = 267, Group(Combine(Combine::UMin), OfScope), GroupInt, [Groups], Target;
    GroupSMin = 268, Group(Combine(Combine::SMin), OfScope), GroupInt, [Groups], Target;
    GroupFMax = 269, Group(Combine(Combine::FMax), OfScope), GroupFloat, [Groups], Target;
    GroupUMax = 270, Group(Combine(Combine::UMax), OfScope), GroupInt, [Groups], Target;
    GroupSMax = 271, Group(Combine(Combine::SMax), OfScope), GroupInt, [Groups], Target;
    AtomicFlagTestAndSet = 318, Atomic, FlagSet, [Kernel], Reader;
    AtomicFlagClear = 319, Atomic, FlagClear, [Kernel], Reader;
    GroupNonUniformElect = 333, Group(Elect, OfScope), GroupElect, [GroupNonUniform], Target;
    GroupNonUniformAll = 334, Group(All, OfScope), GroupVote, [GroupNonUniformVote], Target;
    GroupNonUniformAny = 335, Group(Any, OfScope), GroupVote, [GroupNonUniformVote], Target;
    GroupNonUniformAllEqual = 336, Group(AllEqual, OfScope), GroupEqual, [GroupNonUniformVote], Target;
    GroupNonUniformBroadcast = 337, Group(Broadcast, OfScope), GroupBroadcast, [GroupNonUniformBallot], Target;
    GroupNonUniformBroadcastFirst = 338, Group(Broadcast, OfScope), GroupFirst, [GroupNonUniformBallot], Target;
    GroupNonUniformBallot = 339, Group(Ballot, OfScope), GroupBallot, [GroupNonUniformBallot], Target;
    GroupNonUniformInverseBallot = 340, Group(InverseBallot, OfScope), BallotBit, [GroupNonUniformBallot], Target;
    GroupNonUniformBallotBitExtract = 341, Group(BallotBitExtract, OfScope), BallotBitAt, [GroupNonUniformBallot], Target;
    GroupNonUniformBallotBitCount = 342, Group(BallotBitCount, OfScope), BallotCount, [GroupNonUniformBallot], Target;
    GroupNonUniformBallotFindLSB = 343, Group(BallotFindLsb, OfScope), BallotFind, [GroupNonUniformBallot], Target;
    GroupNonUniformBallotFindMSB = 344, Group(BallotFindMsb, OfScope), BallotFind, [GroupNonUniformBallot], Target;
    GroupNonUniformShuffle = 345, Group(Shuffle(Shuffle::Index), OfScope), GroupShuffle, [GroupNonUniformShuffle], Target;
    GroupNonUniformShuffleXor = 346, Group(Shuffle(Shuffle::Xor), OfScope), GroupShuffle, [GroupNonUniformShuffle], Target;
    GroupNonUniformShuffleUp = 347, Group(Shuffle(Shuffle::Up), OfScope), GroupShuffle, [GroupNonUniformShuffleRelative], Target;
    GroupNonUniformShuffleDown = 348, Group(Shuffle(Shuffle::Down), OfScope), GroupShuffle, [GroupNonUniformShuffleRelative], Target;
    GroupNonUniformIAdd = 349, Group(Combine(Combine::Add), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    GroupNonUniformFAdd = 350, Group(Combine(Combine::FAdd), OfScope), ClusterFloat, [GroupNonUniformArithmetic], Target;
    GroupNonUniformIMul = 351, Group(Combine(Combine::Mul), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    GroupNonUniformFMul = 352, Group(Combine(Combine::FMul), OfScope), ClusterFloat, [GroupNonUniformArithmetic], Target;
    GroupNonUniformSMin = 353, Group(Combine(Combine::SMin), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    GroupNonUniformUMin = 354, Group(Combine(Combine::UMin), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    GroupNonUniformFMin = 355, Group(Combine(Combine::FMin), OfScope), ClusterFloat, [GroupNonUniformArithmetic], Target;
    GroupNonUniformSMax = 356, Group(Combine(Combine::SMax), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    GroupNonUniformUMax = 357, Group(Combine(Combine::UMax), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    GroupNonUniformFMax = 358, Group(Combine(Combine::FMax), OfScope), ClusterFloat, [GroupNonUniformArithmetic], Target;
    GroupNonUniformBitwiseAnd = 359, Group(Combine(Combine::And), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    GroupNonUniformBitwiseOr = 360, Group(Combine(Combine::Or), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    GroupNonUniformBitwiseXor = 361, Group(Combine(Combine::Xor), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target;
    GroupNonUniformLogicalAnd = 362, Group(Combine(Combine::And), OfScope), ClusterBool, [GroupNonUniformArithmetic], Target;
    GroupNonUniformLogicalOr = 363, Group(Combine(Combine::Or), OfScope), ClusterBool, [GroupNonUniformArithmetic], Target;
    GroupNonUniformLogicalXor = 364, Group(Combine(Combine::Xor), OfScope), ClusterBool, [GroupNonUniformArithmetic], Target;
    GroupNonUniformQuadBroadcast = 365, Group(Quad(Quad::Broadcast), OfScope), GroupShuffle, [GroupNonUniformQuad], Target;
    GroupNonUniformQuadSwap = 366, Group(Quad(Quad::Swap), OfScope), GroupSwap, [GroupNonUniformQuad], Target;
    SubgroupBallotKHR = 4421, Group(Ballot, Subgroup), SubgroupBallot, [SubgroupBallotKHR], Target;
    SubgroupFirstInvocationKHR = 4422, Group(Broadcast, Subgroup), SubgroupFirst, [SubgroupBallotKHR], Target;
    SubgroupAllKHR = 4428, Group(All, Subgroup), SubgroupVote, [SubgroupVoteKHR], Target;
    SubgroupAnyKHR = 4429, Group(Any, Subgroup), SubgroupVote, [SubgroupVoteKHR], Target;
    SubgroupAllEqualKHR = 4430, Group(AllEqual, Subgroup), SubgroupVote, [SubgroupVoteKHR], Target;
    GroupNonUniformRotateKHR = 4431, Group(Shuffle(Shuffle::Rotate), OfScope), GroupRotate, [GroupNonUniformRotateKHR], Target;
    SubgroupReadInvocationKHR = 4432, Group(Broadcast, Subgroup), SubgroupShuffle, [SubgroupBallotKHR], Target;
    SDot = 4450, Arithmetic, IntDot, [DotProduct], Reader;
    UDot = 4451, Arithmetic, IntDot, [DotProduct], Reader;
    SUDot = 4452, Arithmetic, IntDot, [DotProduct], Reader;
    SDotAccSat = 4453, Arithmetic, IntDotSum, [DotProduct], Reader;
    UDotAccSat = 4454, Arithmetic, IntDotSum, [DotProduct], Reader;
    SUDotAccSat = 4455, Arithmetic, IntDotSum, [DotProduct], Reader;
    ReadClockKHR = 5056, Clock, Clock, [ShaderClockKHR], Target, Clock;
    GroupNonUniformQuadAllKHR = 5110, Group(Quad(Quad::All), Subgroup), SubgroupVote, [QuadControlKHR], Target;
    GroupNonUniformQuadAnyKHR = 5111, Group(Quad(Quad::Any), Subgroup), SubgroupVote, [QuadControlKHR], Target;
    SubgroupShuffleINTEL = 5571, Group(Shuffle(Shuffle::Index), Subgroup), SubgroupShuffle, [SubgroupShuffleINTEL], Target;
    SubgroupShuffleDownINTEL = 5572, Group(Shuffle(Shuffle::DownPair), Subgroup), SubgroupShufflePair, [SubgroupShuffleINTEL], Target;
    SubgroupShuffleUpINTEL = 5573, Group(Shuffle(Shuffle::UpPair), Subgroup), SubgroupShufflePair, [SubgroupShuffleINTEL], Target;
    SubgroupShuffleXorINTEL = 5574, Group(Shuffle(Shuffle::Xor), Subgroup), SubgroupShuffle, [SubgroupShuffleINTEL], Target;
    SubgroupBlockReadINTEL = 5575, Group(BlockRead, Subgroup), SubgroupBlockRead, [SubgroupBufferBlockIOINTEL], Target;
    SubgroupBlockWriteINTEL = 5576, Group(BlockWrite, Subgroup), SubgroupBlockWrite, [SubgroupBufferBlockIOINTEL], Target;
    AtomicFMinEXT = 5614, Atomic, AtomicFloat, [AtomicFloat16MinMaxEXT], Reader;
    AtomicFMaxEXT = 5615, Atomic, AtomicFloat, [AtomicFloat16MinMaxEXT], Reader;
    AtomicFAddEXT = 6035, Atomic, AtomicFloat, [AtomicFloat16AddEXT], Reader;
    ConvertFToBF16INTEL = 6116, Conversion, ToBFloat, [BFloat16ConversionINTEL], Reader;
    ConvertBF16ToFINTEL = 6117, Conversion, FromBFloat, [BFloat16ConversionINTEL], Reader;
    ControlBarrierArriveINTEL = 6142, Barrier(Arrive), ControlBarrier, [SplitBarrierINTEL], Target, SplitBarriers;
    ControlBarrierWaitINTEL = 6143, Barrier(Wait), ControlBarrier, [SplitBarrierINTEL], Target, SplitBarriers;
    GroupIMulKHR = 6401, Group(Combine(Combine::Mul), OfScope), GroupInt, [GroupUniformArithmeticKHR], Target;
    GroupFMulKHR = 6402, Group(Combine(Combine::FMul), OfScope), GroupFloat, [GroupUniformArithmeticKHR], Target;
    GroupBitwiseAndKHR = 6403, Group(Combine(Combine::And), OfScope), GroupInt, [GroupUniformArithmeticKHR], Target;
    GroupBitwiseOrKHR = 6404, Group(Combine(Combine::Or), OfScope), GroupInt, [GroupUniformArithmeticKHR], Target;
    GroupBitwiseXorKHR = 6405, Group(Combine(Combine::Xor), OfScope), GroupInt, [GroupUniformArithmeticKHR], Target;
    GroupLogicalAndKHR = 6406, Group(Combine(Combine::And), OfScope), GroupBool, [GroupUniformArithmeticKHR], Target;
    GroupLogicalOrKHR = 6407, Group(Combine(Combine::Or), OfScope), GroupBool, [GroupUniformArithmeticKHR], Target;
    GroupLogicalXorKHR = 6408, Group(Combine(Combine::Xor), OfScope), GroupBool, [GroupUniformArithmeticKHR], Target;
}
