//! Execution modes.

use rspirv::spirv::ExecutionMode;

use super::Support::{self, Ignored, Read, Refused};
use super::table;

table! {
    /// Execution modes known to the reader.
    EXECUTION_MODES, execution_mode(ExecutionMode):
    Read => [LocalSize, LocalSizeId, LocalSizeHint, LocalSizeHintId, SubgroupSize, ContractionOff];
    Ignored("what code does anyway: to nearest, with subnormal numbers, infinities and NaNs") => [
        DenormPreserve, SignedZeroInfNanPreserve, RoundingModeRTE, FloatingPointModeIEEEINTEL,
    ];
    Ignored("a permission that need not be used") => [FPFastMathDefault];
    Ignored("a hint") => [
        VecTypeHint, MaximumRegistersINTEL, MaximumRegistersIdINTEL, NamedMaximumRegistersINTEL,
    ];
    Ignored("a promise about launches") => [MaxWorkgroupSizeINTEL, MaxWorkDimINTEL, NoGlobalOffsetINTEL];
    Ignored("about the layout of an FPGA") => [
        NumSIMDWorkitemsINTEL, SchedulerTargetFmaxMhzINTEL, StreamingInterfaceINTEL, RegisterMapInterfaceINTEL,
    ];
    Refused("nothing runs before or after the kernels of a module") => [Initializer, Finalizer];
    Refused("devices choose the number of sub-groups by their size") => [SubgroupsPerWorkgroup, SubgroupsPerWorkgroupId];
    Refused("code rounds to nearest") => [RoundingModeRTZ, RoundingModeRTPINTEL, RoundingModeRTNINTEL];
    Refused("code computes with subnormal numbers, infinities and NaNs") => [
        DenormFlushToZero, FloatingPointModeALTINTEL,
    ];
    Refused("devices have no named barriers") => [NamedBarrierCountINTEL];
    Refused("kernels of explicit vectors (ESIMD) need an Intel GPU") => [SharedLocalMemorySizeINTEL];
}
