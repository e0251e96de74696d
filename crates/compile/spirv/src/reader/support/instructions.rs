//! Instructions, each with its family.

use rspirv::spirv::Op;

use super::Support::{self, Ignored, Read, Refused};
use super::families::{Family, Operation, Statement};
use super::table;

/// The note on instructions that change nothing.
const IDLE: Support = Ignored("it does nothing, or says something of control flow or caches that LLVM finds itself");

/// Defines the table of instructions and the families of those that are not refused.
macro_rules! instructions {
    (
        known: {$($family:ident $(($part:ident))?: $support:expr => [$($item:ident),* $(,)?];)*}
        refused: {$($why:literal => [$($refused:ident),* $(,)?];)*}
    ) => {
        table! {
            /// Instructions known to the reader.
            INSTRUCTIONS, instruction(Op):
            $($support => [$($item),*];)*
            $(Refused($why) => [$($refused),*];)*
        }

        /// The family of an instruction; `None` for refused ones and for those in no table.
        pub const fn family(op: Op) -> Option<Family> {
            match op {
                $($(| Op::$item)* => Some(Family::$family $(($family::$part))?),)*
                _ => None,
            }
        }
    };
}

instructions! {
    known: {
        Annotation: Read => [
            Name, Extension, EntryPoint, ExecutionMode, Capability, Decorate, MemberDecorate,
            GroupDecorate, ExecutionModeId, DecorateId, DecorateString, MemberDecorateString,
            GroupMemberDecorate, TypeStructContinuedINTEL, ConstantCompositeContinuedINTEL,
            SpecConstantCompositeContinuedINTEL,
        ];
        Annotation: Ignored("text for people and tools") => [
            SourceContinued, Source, SourceExtension, MemberName, ModuleProcessed,
        ];
        MemoryModel: Read => [MemoryModel];
        Import: Read => [ExtInstImport];
        Marker: Read => [String, DecorationGroup];
        Marker: Ignored("promises about aliasing") => [
            AliasDomainDeclINTEL, AliasScopeDeclINTEL, AliasScopeListDeclINTEL,
        ];
        Marker: Ignored("inline assembly is refused where it is called") => [AsmTargetINTEL];
        Type: Read => [
            TypeVoid, TypeBool, TypeInt, TypeFloat, TypeVector, TypeImage, TypeSampler,
            TypeSampledImage, TypeArray, TypeStruct, TypeOpaque, TypePointer, TypeFunction, TypeEvent,
            TypeForwardPointer, TypeUntypedPointerKHR,
        ];
        Constant: Read => [
            ConstantTrue, ConstantFalse, Constant, ConstantComposite, ConstantNull, SpecConstantTrue,
            SpecConstantFalse, SpecConstant, SpecConstantComposite, SpecConstantOp,
            ConstantFunctionPointerINTEL, ConstantSampler, ConstantCompositeReplicateEXT,
            SpecConstantCompositeReplicateEXT,
        ];
        Function: Read => [Function, FunctionParameter, FunctionEnd];
        Anywhere: Read => [Line, NoLine];
        Anywhere: IDLE => [Nop];
        Label: Read => [Label];
        Phi: Read => [Phi];
        Continuation: Read => [CompositeConstructContinuedINTEL];
        Statement(Control): Read => [
            LoopMerge, Branch, BranchConditional, Switch, Return, ReturnValue, Unreachable,
            LoopControlINTEL,
        ];
        Statement(Control): IDLE => [SelectionMerge];
        Statement(Memory): Read => [
            Store, CopyMemory, CopyMemorySized, LifetimeStart, LifetimeStop, AssumeTrueKHR,
            RestoreMemoryINTEL,
        ];
        Statement(Memory): IDLE => [
            UntypedPrefetchKHR, SubgroupBlockPrefetchINTEL,
        ];
        Statement(Atomic): Read => [MemoryBarrier, AtomicStore, AtomicFlagClear];
        Statement(Builtin): Read => [
            ControlBarrier, SubgroupBlockWriteINTEL, ControlBarrierArriveINTEL, ControlBarrierWaitINTEL,
            ImageWrite,
        ];
        Statement(AsyncCopy): Read => [GroupWaitEvents];
        Operation(Undef): Read => [Undef];
        Operation(Variable): Read => [Variable, UntypedVariableKHR];
        Operation(Memory): Read => [Load, VariableLengthArrayINTEL, SaveMemoryINTEL];
        Operation(Pointer): Read => [
            AccessChain, InBoundsAccessChain, PtrAccessChain, InBoundsPtrAccessChain, ConvertPtrToU,
            ConvertUToPtr, PtrCastToGeneric, GenericCastToPtr, GenericCastToPtrExplicit,
            UntypedAccessChainKHR, UntypedInBoundsAccessChainKHR, UntypedPtrAccessChainKHR,
            UntypedInBoundsPtrAccessChainKHR, PtrCastToCrossWorkgroupALTERA,
            CrossWorkgroupCastToPtrALTERA, SizeOf,
        ];
        Operation(Arithmetic): Read => [
            SNegate, FNegate, IAdd, FAdd, ISub, FSub, IMul, FMul, UDiv, SDiv, FDiv, UMod, SRem, SMod,
            FRem, FMod, VectorTimesScalar, Dot, IAddCarry, ISubBorrow, UMulExtended, SMulExtended,
            BitwiseOr, BitwiseXor, BitwiseAnd, FmaKHR, SDot, UDot, SUDot, SDotAccSat, UDotAccSat,
            SUDotAccSat,
        ];
        Operation(Bits): Read => [
            ShiftRightLogical, ShiftRightArithmetic, ShiftLeftLogical, Not, BitFieldInsert,
            BitFieldSExtract, BitFieldUExtract, BitReverse, BitCount, UCountLeadingZerosINTEL,
            UCountTrailingZerosINTEL, AbsISubINTEL, AbsUSubINTEL, IAddSatINTEL, UAddSatINTEL,
            IAverageINTEL, UAverageINTEL, IAverageRoundedINTEL, UAverageRoundedINTEL, ISubSatINTEL,
            USubSatINTEL, BitwiseFunctionINTEL,
        ];
        Operation(Relational): Read => [
            Any, All, IsNan, IsInf, IsFinite, IsNormal, SignBitSet, LessOrGreater, Ordered, Unordered,
            LogicalEqual, LogicalNotEqual, LogicalOr, LogicalAnd, LogicalNot, Select, IEqual, INotEqual,
            UGreaterThan, SGreaterThan, UGreaterThanEqual, SGreaterThanEqual, ULessThan, SLessThan,
            ULessThanEqual, SLessThanEqual, FOrdEqual, FUnordEqual, FOrdNotEqual, FUnordNotEqual,
            FOrdLessThan, FUnordLessThan, FOrdGreaterThan, FUnordGreaterThan, FOrdLessThanEqual,
            FUnordLessThanEqual, FOrdGreaterThanEqual, FUnordGreaterThanEqual, PtrEqual, PtrNotEqual,
            PtrDiff,
        ];
        Operation(Conversion): Read => [
            ConvertFToU, ConvertFToS, ConvertSToF, ConvertUToF, UConvert, SConvert, FConvert,
            SatConvertSToU, SatConvertUToS, Bitcast, ConvertFToBF16INTEL, ConvertBF16ToFINTEL,
        ];
        Operation(Composite): Read => [
            VectorExtractDynamic, VectorInsertDynamic, VectorShuffle, CompositeConstruct,
            CompositeExtract, CompositeInsert, CopyObject, CompositeConstructReplicateEXT, ExpectKHR,
            ArithmeticFenceEXT, CopyLogical,
        ];
        Operation(Atomic): Read => [
            AtomicLoad, AtomicExchange, AtomicCompareExchange, AtomicCompareExchangeWeak,
            AtomicIIncrement, AtomicIDecrement, AtomicIAdd, AtomicISub, AtomicSMin, AtomicUMin,
            AtomicSMax, AtomicUMax, AtomicAnd, AtomicOr, AtomicXor, AtomicFlagTestAndSet, AtomicFMinEXT,
            AtomicFMaxEXT, AtomicFAddEXT,
        ];
        Operation(Call): Read => [FunctionCall, FunctionPointerCallINTEL];
        Operation(Builtin): Read => [
            GenericPtrMemSemantics, GroupAll, GroupAny, GroupBroadcast, GroupIAdd, GroupFAdd, GroupFMin,
            GroupUMin, GroupSMin, GroupFMax, GroupUMax, GroupSMax, GroupNonUniformElect,
            GroupNonUniformAll, GroupNonUniformAny, GroupNonUniformAllEqual, GroupNonUniformBroadcast,
            GroupNonUniformBroadcastFirst, GroupNonUniformBallot, GroupNonUniformInverseBallot,
            GroupNonUniformBallotBitExtract, GroupNonUniformBallotBitCount,
            GroupNonUniformBallotFindLSB, GroupNonUniformBallotFindMSB, GroupNonUniformShuffle,
            GroupNonUniformShuffleXor, GroupNonUniformShuffleUp, GroupNonUniformShuffleDown,
            GroupNonUniformIAdd, GroupNonUniformFAdd, GroupNonUniformIMul, GroupNonUniformFMul,
            GroupNonUniformSMin, GroupNonUniformUMin, GroupNonUniformFMin, GroupNonUniformSMax,
            GroupNonUniformUMax, GroupNonUniformFMax, GroupNonUniformBitwiseAnd,
            GroupNonUniformBitwiseOr, GroupNonUniformBitwiseXor, GroupNonUniformLogicalAnd,
            GroupNonUniformLogicalOr, GroupNonUniformLogicalXor, GroupNonUniformQuadBroadcast,
            GroupNonUniformQuadSwap, SubgroupBallotKHR, SubgroupFirstInvocationKHR, SubgroupAllKHR,
            SubgroupAnyKHR, SubgroupAllEqualKHR, GroupNonUniformRotateKHR, SubgroupReadInvocationKHR,
            ReadClockKHR, GroupNonUniformQuadAllKHR, GroupNonUniformQuadAnyKHR, SubgroupShuffleINTEL,
            SubgroupShuffleDownINTEL, SubgroupShuffleUpINTEL, SubgroupShuffleXorINTEL,
            SubgroupBlockReadINTEL, GroupIMulKHR, GroupFMulKHR, GroupBitwiseAndKHR, GroupBitwiseOrKHR,
            GroupBitwiseXorKHR, GroupLogicalAndKHR, GroupLogicalOrKHR, GroupLogicalXorKHR, SampledImage,
            ImageSampleExplicitLod, ImageFetch, ImageRead, Image, ImageQueryFormat, ImageQueryOrder,
            ImageQuerySizeLod, ImageQuerySize, ImageQueryLevels, ImageQuerySamples, ConvertHandleToImageINTEL,
            ConvertHandleToSamplerINTEL, ConvertHandleToSampledImageINTEL,
        ];
        Operation(AsyncCopy): Read => [GroupAsyncCopy];
        Operation(Extended): Read => [ExtInst];
    }
    refused: {
        "inline assembly is code of one processor; write it in the language of the kernel" => [
            AsmINTEL, AsmCallINTEL,
        ];
        "only shaders end or query invocations this way; kernels return" => [
            Kill, TerminateInvocation, DemoteToHelperInvocation, IsHelperInvocationEXT, IgnoreIntersectionKHR,
            TerminateRayKHR, EmitMeshTasksEXT,
        ];
        "only fragment shaders have derivatives; use sub-group shuffles" => [
            DPdx, DPdy, Fwidth, DPdxFine, DPdyFine, FwidthFine, DPdxCoarse, DPdyCoarse, FwidthCoarse,
        ];
        "devices have no pipes; use memory and atomics" => [
            TypePipe, TypePipeStorage, TypeReserveId, ReadPipe, WritePipe, ReservedReadPipe, ReservedWritePipe,
            ReserveReadPipePackets, ReserveWritePipePackets, CommitReadPipe, CommitWritePipe, GetNumPipePackets,
            GetMaxPipePackets, GroupReserveReadPipePackets, GroupReserveWritePipePackets, GroupCommitReadPipe,
            GroupCommitWritePipe, ConstantPipeStorage, CreatePipeFromPipeStorage, ReadPipeBlockingALTERA,
            WritePipeBlockingALTERA, IsValidReserveId,
        ];
        "kernels cannot launch kernels" => [
            TypeDeviceEvent, TypeQueue, EnqueueMarker, EnqueueKernel, GetKernelNDrangeSubGroupCount,
            GetKernelNDrangeMaxSubGroupSize, GetKernelWorkGroupSize, GetKernelPreferredWorkGroupSizeMultiple,
            RetainEvent, ReleaseEvent, CreateUserEvent, IsValidEvent, SetUserEventStatus, CaptureEventProfilingInfo,
            GetDefaultQueue, BuildNDRange, GetKernelLocalSizeForSubgroupCount, GetKernelMaxNumSubgroups,
        ];
        "devices have no named barriers; use barriers of work-groups and sub-groups" => [
            TypeNamedBarrier, NamedBarrierInitialize, MemoryNamedBarrier,
        ];
        "kernels have vectors, not matrices" => [
            TypeMatrix, Transpose, MatrixTimesScalar, VectorTimesMatrix, MatrixTimesVector, MatrixTimesMatrix,
            OuterProduct,
        ];
        "devices have no matrix units" => [
            TypeCooperativeMatrixKHR, CooperativeMatrixLoadKHR, CooperativeMatrixStoreKHR, CooperativeMatrixMulAddKHR,
            CooperativeMatrixLengthKHR, SubgroupMatrixMultiplyAccumulateINTEL,
        ];
        "kernels read images by OpImageSampleExplicitLod, OpImageRead and OpImageFetch" => [
            ImageSampleImplicitLod, ImageSampleDrefImplicitLod, ImageSampleDrefExplicitLod, ImageSampleProjImplicitLod,
            ImageSampleProjExplicitLod, ImageSampleProjDrefImplicitLod, ImageSampleProjDrefExplicitLod, ImageGather,
            ImageDrefGather, ImageQueryLod, ImageTexelPointer, ImageSparseSampleImplicitLod,
            ImageSparseSampleExplicitLod, ImageSparseSampleDrefImplicitLod, ImageSparseSampleDrefExplicitLod,
            ImageSparseSampleProjImplicitLod, ImageSparseSampleProjExplicitLod, ImageSparseSampleProjDrefImplicitLod,
            ImageSparseSampleProjDrefExplicitLod, ImageSparseFetch, ImageSparseGather, ImageSparseDrefGather,
            ImageSparseTexelsResident, ImageSparseRead,
        ];
        "only Intel GPUs read and write blocks of images and surfaces" => [
            SubgroupImageBlockReadINTEL, SubgroupImageBlockWriteINTEL, SubgroupImageMediaBlockReadINTEL,
            SubgroupImageMediaBlockWriteINTEL, Subgroup2DBlockLoadINTEL, Subgroup2DBlockLoadTransformINTEL,
            Subgroup2DBlockLoadTransposeINTEL, Subgroup2DBlockPrefetchINTEL, Subgroup2DBlockStoreINTEL,
        ];
        "only FPGAs have numbers of arbitrary precision and task sequences" => [
            ArbitraryFloatSinCosPiALTERA, ArbitraryFloatCastALTERA, ArbitraryFloatCastFromIntALTERA,
            ArbitraryFloatCastToIntALTERA, ArbitraryFloatAddALTERA, ArbitraryFloatSubALTERA, ArbitraryFloatMulALTERA,
            ArbitraryFloatDivALTERA, ArbitraryFloatGTALTERA, ArbitraryFloatGEALTERA, ArbitraryFloatLTALTERA,
            ArbitraryFloatLEALTERA, ArbitraryFloatEQALTERA, ArbitraryFloatRecipALTERA, ArbitraryFloatRSqrtALTERA,
            ArbitraryFloatCbrtALTERA, ArbitraryFloatHypotALTERA, ArbitraryFloatSqrtALTERA, ArbitraryFloatLogINTEL,
            ArbitraryFloatLog2INTEL, ArbitraryFloatLog10INTEL, ArbitraryFloatLog1pINTEL, ArbitraryFloatExpINTEL,
            ArbitraryFloatExp2INTEL, ArbitraryFloatExp10INTEL, ArbitraryFloatExpm1INTEL, ArbitraryFloatSinINTEL,
            ArbitraryFloatCosINTEL, ArbitraryFloatSinCosINTEL, ArbitraryFloatSinPiINTEL, ArbitraryFloatCosPiINTEL,
            ArbitraryFloatASinINTEL, ArbitraryFloatASinPiINTEL, ArbitraryFloatACosINTEL, ArbitraryFloatACosPiINTEL,
            ArbitraryFloatATanINTEL, ArbitraryFloatATanPiINTEL, ArbitraryFloatATan2INTEL, ArbitraryFloatPowINTEL,
            ArbitraryFloatPowRINTEL, ArbitraryFloatPowNINTEL, FixedSqrtALTERA, FixedRecipALTERA, FixedRsqrtALTERA,
            FixedSinALTERA, FixedCosALTERA, FixedSinCosALTERA, FixedSinPiALTERA, FixedCosPiALTERA, FixedSinCosPiALTERA,
            FixedLogALTERA, FixedExpALTERA, TaskSequenceCreateALTERA, TaskSequenceAsyncALTERA, TaskSequenceGetALTERA,
            TaskSequenceReleaseALTERA, TypeTaskSequenceALTERA,
        ];
        "arrays have a length in their type" => [
            TypeRuntimeArray, ArrayLength, UntypedArrayLengthKHR,
        ];
    }
}
