//! Decorations, of ids and of members of structures.

use rspirv::spirv::Decoration;

use super::Support::{self, Ignored, Read, Refused};
use super::table;

const TEXT: &str = "text for people and tools";
const PROMISE: &str = "a promise or permission that need not be used";
const HINT: &str = "a hint";
const FPGA: &str = "about the layout of an FPGA";
const VECTORS: &str = "kernels of explicit vectors (ESIMD) need an Intel GPU";

table! {
    /// Decorations of ids known to the reader.
    DECORATIONS, decoration(Decoration):
    Read => [
        SpecId, CPacked, BuiltIn, Restrict, Volatile, Constant, SaturatedConversion, FuncParamAttr, FPRoundingMode,
        FPFastMathMode, LinkageAttributes, NoContraction, Alignment, MaxByteOffset, NoSignedWrap, NoUnsignedWrap,
        FPMaxErrorDecorationINTEL,
    ];
    Ignored(PROMISE) => [
        RelaxedPrecision, Aliased, NonWritable, NonReadable, Uniform, UniformId, MaxByteOffsetId, RestrictPointer,
        AliasedPointer, AliasScopeINTEL, NoAliasINTEL, ReferencedIndirectlyINTEL,
    ];
    Ignored(TEXT) => [UserSemantic, UserTypeGOOGLE, CounterBuffer];
    Ignored(HINT) => [CacheControlLoadINTEL, CacheControlStoreINTEL, HostAccessINTEL];
    Ignored("inline assembly is refused where it is called") => [ClobberINTEL, SideEffectsINTEL];
    Ignored(FPGA) => [
        RegisterALTERA, MemoryALTERA, NumbanksALTERA, BankwidthALTERA, MaxPrivateCopiesALTERA, SinglepumpALTERA,
        DoublepumpALTERA, MaxReplicatesALTERA, SimpleDualPortALTERA, MergeALTERA, BankBitsALTERA,
        ForcePow2DepthALTERA, StridesizeALTERA, WordsizeALTERA, TrueDualPortALTERA, BurstCoalesceALTERA,
        CacheSizeALTERA, DontStaticallyCoalesceALTERA, PrefetchALTERA, StallEnableALTERA, StallFreeALTERA,
        FuseLoopsInFunctionALTERA, MathOpDSPModeALTERA, InitiationIntervalALTERA, MaxConcurrencyALTERA,
        PipelineEnableALTERA, BufferLocationALTERA, IOPipeStorageALTERA, LatencyControlLabelALTERA,
        LatencyControlConstraintALTERA, ConduitKernelArgumentALTERA, RegisterMapKernelArgumentALTERA,
        MMHostInterfaceAddressWidthALTERA, MMHostInterfaceDataWidthALTERA, MMHostInterfaceLatencyALTERA,
        MMHostInterfaceReadWriteModeALTERA, MMHostInterfaceMaxBurstALTERA, MMHostInterfaceWaitRequestALTERA,
        StableKernelArgumentALTERA, InitModeALTERA, ImplementInRegisterMapALTERA,
    ];
    Refused("alignments must be literals (Alignment)") => [AlignmentId];
    Refused("code rounds to nearest and computes with subnormal numbers") => [
        FunctionRoundingModeINTEL, FunctionDenormModeINTEL, FunctionFloatingPointModeINTEL,
    ];
    Refused(VECTORS) => [
        SIMTCallINTEL, VectorComputeVariableINTEL, FuncParamIOKindINTEL, VectorComputeFunctionINTEL, StackCallINTEL,
        GlobalVariableOffsetINTEL, SingleElementVectorINTEL, VectorComputeCallableFunctionINTEL, MediaBlockIOINTEL,
    ];
    Refused("structures and arrays have the layout of C") => [
        Block, BufferBlock, ArrayStride, RowMajor, ColMajor, MatrixStride, GLSLShared, GLSLPacked,
    ];
    Refused("device memory is coherent only for atomics; use them") => [Coherent];
    Refused("variants must be resolved before the module is read") => [ConditionalINTEL];
}

table! {
    /// Decorations of members known to the reader.
    MEMBER_DECORATIONS, member_decoration(Decoration):
    Read => [Volatile];
    Ignored(PROMISE) => [RelaxedPrecision, Restrict, Aliased, NonWritable, NonReadable];
    Ignored(TEXT) => [UserSemantic, UserTypeGOOGLE];
    Ignored(FPGA) => [
        RegisterALTERA, MemoryALTERA, NumbanksALTERA, BankwidthALTERA, MaxPrivateCopiesALTERA, SinglepumpALTERA,
        DoublepumpALTERA, MaxReplicatesALTERA, SimpleDualPortALTERA, MergeALTERA, BankBitsALTERA,
        ForcePow2DepthALTERA, StridesizeALTERA, WordsizeALTERA, TrueDualPortALTERA,
    ];
    Refused("structures and arrays have the layout of C") => [Offset, RowMajor, ColMajor, MatrixStride];
}
