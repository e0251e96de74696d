//! Capabilities.

use rspirv::spirv::Capability;

use super::Support::{self, Ignored, Read, Refused};
use super::table;

/// The features that a capability allows are checked where they are used.
const CHECKED: &str = "each use of its constructs is checked separately";

table! {
    /// Capabilities known to the reader.
    CAPABILITIES, capability(Capability):
    Read => [
        Addresses, Linkage, Kernel, Vector16, Float16Buffer, Float16, Float64, Int64, Int64Atomics, Int16, Int8,
        GenericPointer, Groups, GroupNonUniform, GroupNonUniformVote, GroupNonUniformArithmetic,
        GroupNonUniformBallot, GroupNonUniformShuffle, GroupNonUniformShuffleRelative, GroupNonUniformClustered,
        GroupNonUniformQuad, GroupNonUniformRotateKHR, GroupUniformArithmeticKHR, QuadControlKHR, SubgroupBallotKHR,
        SubgroupVoteKHR, SubgroupDispatch, SubgroupShuffleINTEL, SubgroupBufferBlockIOINTEL, ShaderClockKHR,
        ImageBasic, ImageReadWrite, ImageMipmap, Sampled1D, Image1D, SampledBuffer, ImageBuffer,
        ImageQuery, LiteralSampler, TernaryBitwiseFunctionINTEL, DotProduct, DotProductInputAll, DotProductInput4x8Bit, DotProductInput4x8BitPacked,
        BitInstructions, IntegerFunctions2INTEL, FMAKHR, ExpectAssumeKHR, OptNoneEXT, FunctionPointersINTEL,
        IndirectReferencesINTEL, VariableLengthArrayINTEL, FPFastMathModeINTEL, FloatControls2,
        ArbitraryPrecisionIntegersALTERA, UnstructuredLoopControlsINTEL, AtomicFloat32AddEXT, AtomicFloat64AddEXT,
        AtomicFloat16AddEXT, AtomicFloat32MinMaxEXT, AtomicFloat64MinMaxEXT, AtomicFloat16MinMaxEXT,
        LongCompositesINTEL, BFloat16TypeKHR, BFloat16ConversionINTEL, SplitBarrierINTEL, ArithmeticFenceEXT,
        ReplicatedCompositesEXT, UntypedPointersKHR, USMStorageClassesALTERA, DenormPreserve,
        SignedZeroInfNanPreserve, RoundingModeRTE, FPMaxErrorINTEL, BindlessImagesINTEL,
    ];
    Ignored("a promise, or a hint") => [
        MemoryAccessAliasingINTEL, CacheControlsINTEL, RegisterLimitsINTEL, KernelAttributesINTEL,
        RuntimeAlignedAttributeALTERA, GlobalVariableHostAccessINTEL, UniformDecoration, SubgroupBufferPrefetchINTEL,
    ];
    Ignored("about the layout of an FPGA") => [
        FPGAMemoryAttributesALTERA, FPGALoopControlsALTERA, FPGAKernelAttributesINTEL, FPGAMemoryAccessesALTERA,
        FPGAClusterAttributesALTERA, LoopFuseALTERA, FPGADSPControlALTERA, FPGAInvocationPipeliningAttributesALTERA,
        FPGABufferLocationALTERA, FPGAClusterAttributesV2ALTERA, FPGAKernelAttributesv2INTEL,
        FPGALatencyControlALTERA, FPGAArgumentInterfacesALTERA, GlobalVariableFPGADecorationsALTERA,
    ];
    Ignored("debug information") => [DebugInfoModuleINTEL];
    Ignored(CHECKED) => [
        Matrix, Shader, Pipes, PipeStorage, DeviceEnqueue, NamedBarrier, AsmINTEL, IOPipesALTERA,
        BlockingPipesALTERA, FPGARegALTERA, ArbitraryPrecisionFloatingPointALTERA, ArbitraryPrecisionFixedPointALTERA,
        TaskSequenceALTERA, RoundToInfinityINTEL, FloatingPointModeINTEL, FunctionFloatControlINTEL, DenormFlushToZero,
        RoundingModeRTZ, SubgroupImageBlockIOINTEL, SubgroupImageMediaBlockIOINTEL,
        Subgroup2DBlockIOINTEL, Subgroup2DBlockTransformINTEL, Subgroup2DBlockTransposeINTEL,
        SubgroupMatrixMultiplyAccumulateINTEL, CooperativeMatrixKHR,
        TensorFloat32RoundingINTEL, MaskedGatherScatterINTEL,
    ];
    Refused("kernels of explicit vectors (ESIMD) need an Intel GPU") => [VectorComputeINTEL, VectorAnyINTEL];
    Refused("Vulkan's memory model differs from OpenCL's") => [VulkanMemoryModel, VulkanMemoryModelDeviceScope];
    Refused("variants must be resolved before the module is read") => [SpecConditionalINTEL, FunctionVariantsINTEL];
}
