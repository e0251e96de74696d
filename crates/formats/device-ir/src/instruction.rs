//! Core instructions of SPIR-V that device code reaches by calls of `__spirv_<name>`.

use crate::capability::Capability;
use crate::device::Device;
use crate::effects::Lowering;
use crate::group::GroupFunction::*;
use crate::group::Participants::*;
use crate::group::{Combine, Quad, Shuffle};
use crate::role::Barrier::*;
use crate::role::Role::{self, *};
use crate::signature::SignatureClass;

macro_rules! instructions {
    ($($name:ident = $number:literal, $role:expr, $signature:ident, [$($capability:ident)?], $lowering:ident,
        [$($device:ident),*];)*) => {
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

            /// The devices that have it.
            pub const fn devices(self) -> &'static [Device] {
                match self {
                    $(Self::$name => &[$(Device::$device),*],)*
                }
            }
        }
    };
}

// opcode, role, signature, capability, who lowers it, devices that have it
instructions! {
    ConstantSampler = 45, Image, ConstantSampler, [LiteralSampler], Target, [];
    SpecConstant = 50, SpecConstant, SpecConstant, [], Reader, [Cpu, Nvidia];
    GenericPtrMemSemantics = 69, SpaceOfPointer, PointerSemantics, [Kernel], Target, [Cpu, Nvidia];
    SampledImage = 86, Image, ImageWithSampler, [], Target, [];
    ImageSampleExplicitLod = 88, Image, ImageRead, [], Target, [];
    ImageFetch = 95, Image, ImageRead, [], Target, [];
    ImageRead = 98, Image, ImageRead, [], Target, [];
    ImageWrite = 99, Image, ImageWrite, [], Target, [];
    Image = 100, Image, ImageOfSampled, [], Target, [];
    ImageQueryFormat = 101, Image, ImageQuery, [Kernel], Target, [];
    ImageQueryOrder = 102, Image, ImageQuery, [Kernel], Target, [];
    ImageQuerySizeLod = 103, Image, ImageQueryLevel, [Kernel], Target, [];
    ImageQuerySize = 104, Image, ImageQuery, [Kernel], Target, [];
    ImageQueryLevels = 106, Image, ImageQuery, [Kernel], Target, [];
    ImageQuerySamples = 107, Image, ImageQuery, [Kernel], Target, [];
    ConvertFToU = 109, Conversion, FloatToInt, [], Reader, [Cpu, Nvidia];
    ConvertFToS = 110, Conversion, FloatToInt, [], Reader, [Cpu, Nvidia];
    ConvertSToF = 111, Conversion, IntToFloat, [], Reader, [Cpu, Nvidia];
    ConvertUToF = 112, Conversion, IntToFloat, [], Reader, [Cpu, Nvidia];
    UConvert = 113, Conversion, IntToInt, [], Reader, [Cpu, Nvidia];
    SConvert = 114, Conversion, IntToInt, [], Reader, [Cpu, Nvidia];
    FConvert = 115, Conversion, FloatToFloat, [], Reader, [Cpu, Nvidia];
    SatConvertSToU = 118, Conversion, IntToInt, [Kernel], Reader, [Cpu, Nvidia];
    SatConvertUToS = 119, Conversion, IntToInt, [Kernel], Reader, [Cpu, Nvidia];
    PtrCastToGeneric = 121, Conversion, PointerCast, [Kernel], Reader, [Cpu, Nvidia];
    GenericCastToPtr = 122, Conversion, PointerCast, [Kernel], Reader, [Cpu, Nvidia];
    GenericCastToPtrExplicit = 123, CastToExplicit, PointerCastExplicit, [Kernel], Target, [Cpu, Nvidia];
    Bitcast = 124, Conversion, Bitcast, [], Reader, [Cpu, Nvidia];
    FRem = 140, Arithmetic, Float2, [], Reader, [Cpu, Nvidia];
    FMod = 141, Arithmetic, Float2, [], Reader, [Cpu, Nvidia];
    VectorTimesScalar = 142, Arithmetic, Scale, [], Reader, [Cpu, Nvidia];
    Dot = 148, Arithmetic, ScalarOf2, [], Reader, [Cpu, Nvidia];
    Any = 154, Relation, BoolOfVector, [], Reader, [Cpu, Nvidia];
    All = 155, Relation, BoolOfVector, [], Reader, [Cpu, Nvidia];
    IsNan = 156, Relation, FloatTest, [], Reader, [Cpu, Nvidia];
    IsInf = 157, Relation, FloatTest, [], Reader, [Cpu, Nvidia];
    IsFinite = 158, Relation, FloatTest, [Kernel], Reader, [Cpu, Nvidia];
    IsNormal = 159, Relation, FloatTest, [Kernel], Reader, [Cpu, Nvidia];
    SignBitSet = 160, Relation, FloatTest, [Kernel], Reader, [Cpu, Nvidia];
    LessOrGreater = 161, Relation, FloatCompare, [Kernel], Reader, [Cpu, Nvidia];
    Ordered = 162, Relation, FloatCompare, [Kernel], Reader, [Cpu, Nvidia];
    Unordered = 163, Relation, FloatCompare, [Kernel], Reader, [Cpu, Nvidia];
    FOrdEqual = 180, Relation, FloatCompare, [], Reader, [Cpu, Nvidia];
    FUnordEqual = 181, Relation, FloatCompare, [], Reader, [Cpu, Nvidia];
    FOrdNotEqual = 182, Relation, FloatCompare, [], Reader, [Cpu, Nvidia];
    FUnordNotEqual = 183, Relation, FloatCompare, [], Reader, [Cpu, Nvidia];
    FOrdLessThan = 184, Relation, FloatCompare, [], Reader, [Cpu, Nvidia];
    FUnordLessThan = 185, Relation, FloatCompare, [], Reader, [Cpu, Nvidia];
    FOrdGreaterThan = 186, Relation, FloatCompare, [], Reader, [Cpu, Nvidia];
    FUnordGreaterThan = 187, Relation, FloatCompare, [], Reader, [Cpu, Nvidia];
    FOrdLessThanEqual = 188, Relation, FloatCompare, [], Reader, [Cpu, Nvidia];
    FUnordLessThanEqual = 189, Relation, FloatCompare, [], Reader, [Cpu, Nvidia];
    FOrdGreaterThanEqual = 190, Relation, FloatCompare, [], Reader, [Cpu, Nvidia];
    FUnordGreaterThanEqual = 191, Relation, FloatCompare, [], Reader, [Cpu, Nvidia];
    BitFieldInsert = 201, Bits, BitInsert, [Shader], Reader, [Cpu, Nvidia];
    BitFieldSExtract = 202, Bits, BitExtract, [Shader], Reader, [Cpu, Nvidia];
    BitFieldUExtract = 203, Bits, BitExtract, [Shader], Reader, [Cpu, Nvidia];
    BitReverse = 204, Bits, Int1, [Shader], Reader, [Cpu, Nvidia];
    BitCount = 205, Bits, BitCount, [], Reader, [Cpu, Nvidia];
    ControlBarrier = 224, Barrier(Control), ControlBarrier, [], Target, [Cpu, Nvidia];
    MemoryBarrier = 225, Barrier(Memory), MemoryBarrier, [], Reader, [Cpu, Nvidia];
    AtomicLoad = 227, Atomic, AtomicLoad, [], Reader, [Cpu, Nvidia];
    AtomicStore = 228, Atomic, AtomicStore, [], Reader, [Cpu, Nvidia];
    AtomicExchange = 229, Atomic, AtomicExchange, [], Reader, [Cpu, Nvidia];
    AtomicCompareExchange = 230, Atomic, AtomicCompareExchange, [], Reader, [Cpu, Nvidia];
    AtomicCompareExchangeWeak = 231, Atomic, AtomicCompareExchange, [Kernel], Reader, [Cpu, Nvidia];
    AtomicIIncrement = 232, Atomic, AtomicStep, [], Reader, [Cpu, Nvidia];
    AtomicIDecrement = 233, Atomic, AtomicStep, [], Reader, [Cpu, Nvidia];
    AtomicIAdd = 234, Atomic, AtomicInt, [], Reader, [Cpu, Nvidia];
    AtomicISub = 235, Atomic, AtomicInt, [], Reader, [Cpu, Nvidia];
    AtomicSMin = 236, Atomic, AtomicInt, [], Reader, [Cpu, Nvidia];
    AtomicUMin = 237, Atomic, AtomicInt, [], Reader, [Cpu, Nvidia];
    AtomicSMax = 238, Atomic, AtomicInt, [], Reader, [Cpu, Nvidia];
    AtomicUMax = 239, Atomic, AtomicInt, [], Reader, [Cpu, Nvidia];
    AtomicAnd = 240, Atomic, AtomicInt, [], Reader, [Cpu, Nvidia];
    AtomicOr = 241, Atomic, AtomicInt, [], Reader, [Cpu, Nvidia];
    AtomicXor = 242, Atomic, AtomicInt, [], Reader, [Cpu, Nvidia];
    GroupAsyncCopy = 259, Group(AsyncCopy, OfScope), AsyncCopy, [Kernel], Reader, [];
    GroupWaitEvents = 260, Group(WaitEvents, OfScope), WaitEvents, [Kernel], Reader, [];
    GroupAll = 261, Group(All, OfScope), GroupVote, [Groups], Target, [Cpu, Nvidia];
    GroupAny = 262, Group(Any, OfScope), GroupVote, [Groups], Target, [Cpu, Nvidia];
    GroupBroadcast = 263, Group(Broadcast, OfScope), GroupBroadcast, [Groups], Target, [Cpu, Nvidia];
    GroupIAdd = 264, Group(Combine(Combine::Add), OfScope), GroupInt, [Groups], Target, [Cpu, Nvidia];
    GroupFAdd = 265, Group(Combine(Combine::FAdd), OfScope), GroupFloat, [Groups], Target, [Cpu, Nvidia];
    GroupFMin = 266, Group(Combine(Combine::FMin), OfScope), GroupFloat, [Groups], Target, [Cpu, Nvidia];
    GroupUMin = 267, Group(Combine(Combine::UMin), OfScope), GroupInt, [Groups], Target, [Cpu, Nvidia];
    GroupSMin = 268, Group(Combine(Combine::SMin), OfScope), GroupInt, [Groups], Target, [Cpu, Nvidia];
    GroupFMax = 269, Group(Combine(Combine::FMax), OfScope), GroupFloat, [Groups], Target, [Cpu, Nvidia];
    GroupUMax = 270, Group(Combine(Combine::UMax), OfScope), GroupInt, [Groups], Target, [Cpu, Nvidia];
    GroupSMax = 271, Group(Combine(Combine::SMax), OfScope), GroupInt, [Groups], Target, [Cpu, Nvidia];
    AtomicFlagTestAndSet = 318, Atomic, FlagSet, [Kernel], Reader, [Cpu, Nvidia];
    AtomicFlagClear = 319, Atomic, FlagClear, [Kernel], Reader, [Cpu, Nvidia];
    GroupNonUniformElect = 333, Group(Elect, OfScope), GroupElect, [GroupNonUniform], Target, [Cpu, Nvidia];
    GroupNonUniformAll = 334, Group(All, OfScope), GroupVote, [GroupNonUniformVote], Target, [Cpu, Nvidia];
    GroupNonUniformAny = 335, Group(Any, OfScope), GroupVote, [GroupNonUniformVote], Target, [Cpu, Nvidia];
    GroupNonUniformAllEqual = 336, Group(AllEqual, OfScope), GroupEqual, [GroupNonUniformVote], Target, [Cpu, Nvidia];
    GroupNonUniformBroadcast = 337, Group(Broadcast, OfScope), GroupBroadcast, [GroupNonUniformBallot], Target, [Cpu, Nvidia];
    GroupNonUniformBroadcastFirst = 338, Group(Broadcast, OfScope), GroupFirst, [GroupNonUniformBallot], Target, [Cpu, Nvidia];
    GroupNonUniformBallot = 339, Group(Ballot, OfScope), GroupBallot, [GroupNonUniformBallot], Target, [Cpu, Nvidia];
    GroupNonUniformInverseBallot = 340, Group(InverseBallot, OfScope), BallotBit, [GroupNonUniformBallot], Target, [Cpu, Nvidia];
    GroupNonUniformBallotBitExtract = 341, Group(BallotBitExtract, OfScope), BallotBitAt, [GroupNonUniformBallot], Target, [Cpu, Nvidia];
    GroupNonUniformBallotBitCount = 342, Group(BallotBitCount, OfScope), BallotCount, [GroupNonUniformBallot], Target, [Cpu, Nvidia];
    GroupNonUniformBallotFindLSB = 343, Group(BallotFindLsb, OfScope), BallotFind, [GroupNonUniformBallot], Target, [Cpu, Nvidia];
    GroupNonUniformBallotFindMSB = 344, Group(BallotFindMsb, OfScope), BallotFind, [GroupNonUniformBallot], Target, [Cpu, Nvidia];
    GroupNonUniformShuffle = 345, Group(Shuffle(Shuffle::Index), OfScope), GroupShuffle, [GroupNonUniformShuffle], Target, [Cpu, Nvidia];
    GroupNonUniformShuffleXor = 346, Group(Shuffle(Shuffle::Xor), OfScope), GroupShuffle, [GroupNonUniformShuffle], Target, [Cpu, Nvidia];
    GroupNonUniformShuffleUp = 347, Group(Shuffle(Shuffle::Up), OfScope), GroupShuffle, [GroupNonUniformShuffleRelative], Target, [Cpu, Nvidia];
    GroupNonUniformShuffleDown = 348, Group(Shuffle(Shuffle::Down), OfScope), GroupShuffle, [GroupNonUniformShuffleRelative], Target, [Cpu, Nvidia];
    GroupNonUniformIAdd = 349, Group(Combine(Combine::Add), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformFAdd = 350, Group(Combine(Combine::FAdd), OfScope), ClusterFloat, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformIMul = 351, Group(Combine(Combine::Mul), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformFMul = 352, Group(Combine(Combine::FMul), OfScope), ClusterFloat, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformSMin = 353, Group(Combine(Combine::SMin), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformUMin = 354, Group(Combine(Combine::UMin), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformFMin = 355, Group(Combine(Combine::FMin), OfScope), ClusterFloat, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformSMax = 356, Group(Combine(Combine::SMax), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformUMax = 357, Group(Combine(Combine::UMax), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformFMax = 358, Group(Combine(Combine::FMax), OfScope), ClusterFloat, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformBitwiseAnd = 359, Group(Combine(Combine::And), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformBitwiseOr = 360, Group(Combine(Combine::Or), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformBitwiseXor = 361, Group(Combine(Combine::Xor), OfScope), ClusterInt, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformLogicalAnd = 362, Group(Combine(Combine::And), OfScope), ClusterBool, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformLogicalOr = 363, Group(Combine(Combine::Or), OfScope), ClusterBool, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformLogicalXor = 364, Group(Combine(Combine::Xor), OfScope), ClusterBool, [GroupNonUniformArithmetic], Target, [Cpu, Nvidia];
    GroupNonUniformQuadBroadcast = 365, Group(Quad(Quad::Broadcast), OfScope), GroupShuffle, [GroupNonUniformQuad], Target, [Cpu, Nvidia];
    GroupNonUniformQuadSwap = 366, Group(Quad(Quad::Swap), OfScope), GroupSwap, [GroupNonUniformQuad], Target, [Cpu, Nvidia];
    SubgroupBallotKHR = 4421, Group(Ballot, Subgroup), SubgroupBallot, [SubgroupBallotKHR], Target, [Cpu, Nvidia];
    SubgroupFirstInvocationKHR = 4422, Group(Broadcast, Subgroup), SubgroupFirst, [SubgroupBallotKHR], Target, [Cpu, Nvidia];
    SubgroupAllKHR = 4428, Group(All, Subgroup), SubgroupVote, [SubgroupVoteKHR], Target, [Cpu, Nvidia];
    SubgroupAnyKHR = 4429, Group(Any, Subgroup), SubgroupVote, [SubgroupVoteKHR], Target, [Cpu, Nvidia];
    SubgroupAllEqualKHR = 4430, Group(AllEqual, Subgroup), SubgroupVote, [SubgroupVoteKHR], Target, [Cpu, Nvidia];
    GroupNonUniformRotateKHR = 4431, Group(Shuffle(Shuffle::Rotate), OfScope), GroupRotate, [GroupNonUniformRotateKHR], Target, [Cpu, Nvidia];
    SubgroupReadInvocationKHR = 4432, Group(Broadcast, Subgroup), SubgroupShuffle, [SubgroupBallotKHR], Target, [Cpu, Nvidia];
    SDot = 4450, Arithmetic, IntDot, [DotProduct], Reader, [Cpu, Nvidia];
    UDot = 4451, Arithmetic, IntDot, [DotProduct], Reader, [Cpu, Nvidia];
    SUDot = 4452, Arithmetic, IntDot, [DotProduct], Reader, [Cpu, Nvidia];
    SDotAccSat = 4453, Arithmetic, IntDotSum, [DotProduct], Reader, [Cpu, Nvidia];
    UDotAccSat = 4454, Arithmetic, IntDotSum, [DotProduct], Reader, [Cpu, Nvidia];
    SUDotAccSat = 4455, Arithmetic, IntDotSum, [DotProduct], Reader, [Cpu, Nvidia];
    ReadClockKHR = 5056, Clock, Clock, [ShaderClockKHR], Target, [];
    GroupNonUniformQuadAllKHR = 5110, Group(Quad(Quad::All), Subgroup), SubgroupVote, [QuadControlKHR], Target, [Cpu, Nvidia];
    GroupNonUniformQuadAnyKHR = 5111, Group(Quad(Quad::Any), Subgroup), SubgroupVote, [QuadControlKHR], Target, [Cpu, Nvidia];
    SubgroupShuffleINTEL = 5571, Group(Shuffle(Shuffle::Index), Subgroup), SubgroupShuffle, [SubgroupShuffleINTEL], Target, [Cpu, Nvidia];
    SubgroupShuffleDownINTEL = 5572, Group(Shuffle(Shuffle::DownPair), Subgroup), SubgroupShufflePair, [SubgroupShuffleINTEL], Target, [Cpu, Nvidia];
    SubgroupShuffleUpINTEL = 5573, Group(Shuffle(Shuffle::UpPair), Subgroup), SubgroupShufflePair, [SubgroupShuffleINTEL], Target, [Cpu, Nvidia];
    SubgroupShuffleXorINTEL = 5574, Group(Shuffle(Shuffle::Xor), Subgroup), SubgroupShuffle, [SubgroupShuffleINTEL], Target, [Cpu, Nvidia];
    SubgroupBlockReadINTEL = 5575, Group(BlockRead, Subgroup), SubgroupBlockRead, [SubgroupBufferBlockIOINTEL], Target, [Cpu, Nvidia];
    SubgroupBlockWriteINTEL = 5576, Group(BlockWrite, Subgroup), SubgroupBlockWrite, [SubgroupBufferBlockIOINTEL], Target, [Cpu, Nvidia];
    AtomicFMinEXT = 5614, Atomic, AtomicFloat, [AtomicFloat16MinMaxEXT], Reader, [Cpu, Nvidia];
    AtomicFMaxEXT = 5615, Atomic, AtomicFloat, [AtomicFloat16MinMaxEXT], Reader, [Cpu, Nvidia];
    AtomicFAddEXT = 6035, Atomic, AtomicFloat, [AtomicFloat16AddEXT], Reader, [Cpu, Nvidia];
    ConvertFToBF16INTEL = 6116, Conversion, ToBFloat, [BFloat16ConversionINTEL], Reader, [Cpu, Nvidia];
    ConvertBF16ToFINTEL = 6117, Conversion, FromBFloat, [BFloat16ConversionINTEL], Reader, [Cpu, Nvidia];
    ControlBarrierArriveINTEL = 6142, Barrier(Arrive), ControlBarrier, [SplitBarrierINTEL], Target, [];
    ControlBarrierWaitINTEL = 6143, Barrier(Wait), ControlBarrier, [SplitBarrierINTEL], Target, [];
    GroupIMulKHR = 6401, Group(Combine(Combine::Mul), OfScope), GroupInt, [GroupUniformArithmeticKHR], Target, [Cpu, Nvidia];
    GroupFMulKHR = 6402, Group(Combine(Combine::FMul), OfScope), GroupFloat, [GroupUniformArithmeticKHR], Target, [Cpu, Nvidia];
    GroupBitwiseAndKHR = 6403, Group(Combine(Combine::And), OfScope), GroupInt, [GroupUniformArithmeticKHR], Target, [Cpu, Nvidia];
    GroupBitwiseOrKHR = 6404, Group(Combine(Combine::Or), OfScope), GroupInt, [GroupUniformArithmeticKHR], Target, [Cpu, Nvidia];
    GroupBitwiseXorKHR = 6405, Group(Combine(Combine::Xor), OfScope), GroupInt, [GroupUniformArithmeticKHR], Target, [Cpu, Nvidia];
    GroupLogicalAndKHR = 6406, Group(Combine(Combine::And), OfScope), GroupBool, [GroupUniformArithmeticKHR], Target, [Cpu, Nvidia];
    GroupLogicalOrKHR = 6407, Group(Combine(Combine::Or), OfScope), GroupBool, [GroupUniformArithmeticKHR], Target, [Cpu, Nvidia];
    GroupLogicalXorKHR = 6408, Group(Combine(Combine::Xor), OfScope), GroupBool, [GroupUniformArithmeticKHR], Target, [Cpu, Nvidia];
}
