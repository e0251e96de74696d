//! Instructions.

use rspirv::spirv::Op;

use super::Support::{self, Ignored, Read, Refused};
use super::table;

table! {
    /// Instructions that the reader knows.
    INSTRUCTIONS, instruction(Op):
    Read => [
        Undef, Name, String, Line, Extension, ExtInstImport, ExtInst, MemoryModel, EntryPoint, ExecutionMode,
        Capability, TypeVoid, TypeBool, TypeInt, TypeFloat, TypeVector, TypeImage, TypeSampler, TypeSampledImage,
        TypeArray, TypeStruct, TypeOpaque, TypePointer, TypeFunction, TypeEvent, TypeForwardPointer, ConstantTrue,
        ConstantFalse, Constant, ConstantComposite, ConstantNull, SpecConstantTrue, SpecConstantFalse,
        SpecConstant, SpecConstantComposite, SpecConstantOp, Function, FunctionParameter, FunctionEnd,
        FunctionCall, Variable, Load, Store, CopyMemory, CopyMemorySized, AccessChain, InBoundsAccessChain,
        PtrAccessChain, GenericPtrMemSemantics, InBoundsPtrAccessChain, Decorate, MemberDecorate, DecorationGroup,
        GroupDecorate, VectorExtractDynamic, VectorInsertDynamic, VectorShuffle, CompositeConstruct,
        CompositeExtract, CompositeInsert, CopyObject, ConvertFToU, ConvertFToS, ConvertSToF, ConvertUToF,
        UConvert, SConvert, FConvert, ConvertPtrToU, SatConvertSToU, SatConvertUToS, ConvertUToPtr,
        PtrCastToGeneric, GenericCastToPtr, GenericCastToPtrExplicit, Bitcast, SNegate, FNegate, IAdd, FAdd, ISub,
        FSub, IMul, FMul, UDiv, SDiv, FDiv, UMod, SRem, SMod, FRem, FMod, VectorTimesScalar, Dot, IAddCarry,
        ISubBorrow, UMulExtended, SMulExtended, Any, All, IsNan, IsInf, IsFinite, IsNormal, SignBitSet,
        LessOrGreater, Ordered, Unordered, LogicalEqual, LogicalNotEqual, LogicalOr, LogicalAnd, LogicalNot,
        Select, IEqual, INotEqual, UGreaterThan, SGreaterThan, UGreaterThanEqual, SGreaterThanEqual, ULessThan,
        SLessThan, ULessThanEqual, SLessThanEqual, FOrdEqual, FUnordEqual, FOrdNotEqual, FUnordNotEqual,
        FOrdLessThan, FUnordLessThan, FOrdGreaterThan, FUnordGreaterThan, FOrdLessThanEqual, FUnordLessThanEqual,
        FOrdGreaterThanEqual, FUnordGreaterThanEqual, ShiftRightLogical, ShiftRightArithmetic, ShiftLeftLogical,
        BitwiseOr, BitwiseXor, BitwiseAnd, Not, BitFieldInsert, BitFieldSExtract, BitFieldUExtract, BitReverse,
        BitCount, ControlBarrier, MemoryBarrier, AtomicLoad, AtomicStore, AtomicExchange, AtomicCompareExchange,
        AtomicCompareExchangeWeak, AtomicIIncrement, AtomicIDecrement, AtomicIAdd, AtomicISub, AtomicSMin,
        AtomicUMin, AtomicSMax, AtomicUMax, AtomicAnd, AtomicOr, AtomicXor, Phi, LoopMerge, Label, Branch,
        BranchConditional, Switch, Return, ReturnValue, Unreachable, LifetimeStart, LifetimeStop, GroupAsyncCopy,
        GroupWaitEvents, GroupAll, GroupAny, GroupBroadcast, GroupIAdd, GroupFAdd, GroupFMin, GroupUMin, GroupSMin,
        GroupFMax, GroupUMax, GroupSMax, NoLine, AtomicFlagTestAndSet, AtomicFlagClear, ExecutionModeId,
        DecorateId, GroupNonUniformElect, GroupNonUniformAll, GroupNonUniformAny, GroupNonUniformAllEqual,
        GroupNonUniformBroadcast, GroupNonUniformBroadcastFirst, GroupNonUniformBallot,
        GroupNonUniformInverseBallot, GroupNonUniformBallotBitExtract, GroupNonUniformBallotBitCount,
        GroupNonUniformBallotFindLSB, GroupNonUniformBallotFindMSB, GroupNonUniformShuffle,
        GroupNonUniformShuffleXor, GroupNonUniformShuffleUp, GroupNonUniformShuffleDown, GroupNonUniformIAdd,
        GroupNonUniformFAdd, GroupNonUniformIMul, GroupNonUniformFMul, GroupNonUniformSMin, GroupNonUniformUMin,
        GroupNonUniformFMin, GroupNonUniformSMax, GroupNonUniformUMax, GroupNonUniformFMax,
        GroupNonUniformBitwiseAnd, GroupNonUniformBitwiseOr, GroupNonUniformBitwiseXor, GroupNonUniformLogicalAnd,
        GroupNonUniformLogicalOr, GroupNonUniformLogicalXor, GroupNonUniformQuadBroadcast, GroupNonUniformQuadSwap,
        PtrEqual, PtrNotEqual, PtrDiff, TypeUntypedPointerKHR, UntypedVariableKHR, UntypedAccessChainKHR,
        UntypedInBoundsAccessChainKHR, SubgroupBallotKHR, SubgroupFirstInvocationKHR, UntypedPtrAccessChainKHR,
        UntypedInBoundsPtrAccessChainKHR, FmaKHR, SubgroupAllKHR, SubgroupAnyKHR, SubgroupAllEqualKHR,
        GroupNonUniformRotateKHR, SubgroupReadInvocationKHR, SDot, UDot, SUDot, SDotAccSat, UDotAccSat,
        SUDotAccSat, CompositeConstructReplicateEXT, ReadClockKHR, GroupNonUniformQuadAllKHR,
        GroupNonUniformQuadAnyKHR, SubgroupShuffleINTEL, SubgroupShuffleDownINTEL, SubgroupShuffleUpINTEL,
        SubgroupShuffleXorINTEL, SubgroupBlockReadINTEL, SubgroupBlockWriteINTEL, UCountLeadingZerosINTEL,
        UCountTrailingZerosINTEL, AbsISubINTEL, AbsUSubINTEL, IAddSatINTEL, UAddSatINTEL, IAverageINTEL,
        UAverageINTEL, IAverageRoundedINTEL, UAverageRoundedINTEL, ISubSatINTEL, USubSatINTEL,
        ConstantFunctionPointerINTEL, FunctionPointerCallINTEL, AtomicFMinEXT, AtomicFMaxEXT, AssumeTrueKHR,
        ExpectKHR, DecorateString, MemberDecorateString, VariableLengthArrayINTEL, SaveMemoryINTEL,
        RestoreMemoryINTEL, LoopControlINTEL, PtrCastToCrossWorkgroupALTERA, CrossWorkgroupCastToPtrALTERA,
        AtomicFAddEXT, ConstantSampler, GroupMemberDecorate, BitwiseFunctionINTEL, CompositeConstructContinuedINTEL,
        TypeStructContinuedINTEL, ConstantCompositeContinuedINTEL,
        SpecConstantCompositeContinuedINTEL, ConvertFToBF16INTEL, ConvertBF16ToFINTEL, ControlBarrierArriveINTEL,
        ControlBarrierWaitINTEL, ArithmeticFenceEXT, GroupIMulKHR, GroupFMulKHR, GroupBitwiseAndKHR,
        GroupBitwiseOrKHR, GroupBitwiseXorKHR, GroupLogicalAndKHR, GroupLogicalOrKHR, GroupLogicalXorKHR,
        SampledImage, ImageSampleExplicitLod, ImageFetch, ImageRead, ImageWrite, Image, ImageQueryFormat, ImageQueryOrder,
        ImageQuerySizeLod, ImageQuerySize, ImageQueryLevels, ImageQuerySamples, CopyLogical, SizeOf,
        ConstantCompositeReplicateEXT, SpecConstantCompositeReplicateEXT,
    ];
    Ignored("text for people and tools") => [
        SourceContinued, Source, SourceExtension, MemberName, ModuleProcessed,
    ];
    Ignored("it does nothing, or says something of control flow or caches that LLVM finds itself") => [
        Nop, SelectionMerge, UntypedPrefetchKHR, SubgroupBlockPrefetchINTEL,
    ];
    Ignored("promises about aliasing") => [
        AliasDomainDeclINTEL, AliasScopeDeclINTEL, AliasScopeListDeclINTEL,
    ];
    Ignored("inline assembly is refused where it is called") => [AsmTargetINTEL];
    Refused("inline assembly is code of one processor; write it in the language of the kernel") => [
        AsmINTEL, AsmCallINTEL,
    ];
    Refused("only shaders end or ask this way; kernels return") => [
        Kill, TerminateInvocation, DemoteToHelperInvocation, IsHelperInvocationEXT, IgnoreIntersectionKHR,
        TerminateRayKHR, EmitMeshTasksEXT,
    ];
    Refused("only fragments of a picture have neighbours to compare with; use sub-group shuffles") => [
        DPdx, DPdy, Fwidth, DPdxFine, DPdyFine, FwidthFine, DPdxCoarse, DPdyCoarse, FwidthCoarse,
    ];
    Refused("devices have no pipes; use memory and atomics") => [
        TypePipe, TypePipeStorage, TypeReserveId, ReadPipe, WritePipe, ReservedReadPipe, ReservedWritePipe,
        ReserveReadPipePackets, ReserveWritePipePackets, CommitReadPipe, CommitWritePipe, GetNumPipePackets,
        GetMaxPipePackets, GroupReserveReadPipePackets, GroupReserveWritePipePackets, GroupCommitReadPipe,
        GroupCommitWritePipe, ConstantPipeStorage, CreatePipeFromPipeStorage, ReadPipeBlockingALTERA,
        WritePipeBlockingALTERA, IsValidReserveId,
    ];
    Refused("kernels cannot launch kernels") => [
        TypeDeviceEvent, TypeQueue, EnqueueMarker, EnqueueKernel, GetKernelNDrangeSubGroupCount,
        GetKernelNDrangeMaxSubGroupSize, GetKernelWorkGroupSize, GetKernelPreferredWorkGroupSizeMultiple,
        RetainEvent, ReleaseEvent, CreateUserEvent, IsValidEvent, SetUserEventStatus, CaptureEventProfilingInfo,
        GetDefaultQueue, BuildNDRange, GetKernelLocalSizeForSubgroupCount, GetKernelMaxNumSubgroups,
    ];
    Refused("there are no named barriers; use those of work-groups and sub-groups") => [
        TypeNamedBarrier, NamedBarrierInitialize, MemoryNamedBarrier,
    ];
    Refused("kernels have vectors, not matrices") => [
        TypeMatrix, Transpose, MatrixTimesScalar, VectorTimesMatrix, MatrixTimesVector, MatrixTimesMatrix,
        OuterProduct,
    ];
    Refused("devices have no matrix units") => [
        TypeCooperativeMatrixKHR, CooperativeMatrixLoadKHR, CooperativeMatrixStoreKHR, CooperativeMatrixMulAddKHR,
        CooperativeMatrixLengthKHR, SubgroupMatrixMultiplyAccumulateINTEL,
    ];
    Refused("kernels read images by OpImageSampleExplicitLod, OpImageRead and OpImageFetch") => [
        ImageSampleImplicitLod, ImageSampleDrefImplicitLod, ImageSampleDrefExplicitLod, ImageSampleProjImplicitLod,
        ImageSampleProjExplicitLod, ImageSampleProjDrefImplicitLod, ImageSampleProjDrefExplicitLod, ImageGather,
        ImageDrefGather, ImageQueryLod, ImageTexelPointer, ImageSparseSampleImplicitLod,
        ImageSparseSampleExplicitLod, ImageSparseSampleDrefImplicitLod, ImageSparseSampleDrefExplicitLod,
        ImageSparseSampleProjImplicitLod, ImageSparseSampleProjExplicitLod, ImageSparseSampleProjDrefImplicitLod,
        ImageSparseSampleProjDrefExplicitLod, ImageSparseFetch, ImageSparseGather, ImageSparseDrefGather,
        ImageSparseTexelsResident, ImageSparseRead,
    ];
    Refused("only GPUs of Intel have blocks of images and of surfaces") => [
        SubgroupImageBlockReadINTEL, SubgroupImageBlockWriteINTEL, SubgroupImageMediaBlockReadINTEL,
        SubgroupImageMediaBlockWriteINTEL, Subgroup2DBlockLoadINTEL, Subgroup2DBlockLoadTransformINTEL,
        Subgroup2DBlockLoadTransposeINTEL, Subgroup2DBlockPrefetchINTEL, Subgroup2DBlockStoreINTEL,
    ];
    Refused("only FPGAs have numbers of arbitrary precision and task sequences") => [
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
    Refused("arrays have a length in their type") => [
        TypeRuntimeArray, ArrayLength, UntypedArrayLengthKHR,
    ];
}
