//! Kernels: the information that a launch needs about them.

use tandem_device_ir::PlacedParameter;

/// One kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CudaKernel {
    /// Name, as in the SPIR-V entry point.
    pub name: String,
    /// Name of its `.entry` in PTX and cubins.
    pub symbol: String,
    /// Parameters in order, and where they are in CUDA's parameter buffer. A local-memory argument
    /// is its offset in dynamic shared memory, in bytes, below 2^32.
    pub arguments: Vec<PlacedParameter>,
    /// Size of CUDA's parameter buffer, in bytes.
    pub parameter_bytes: u32,
    /// Offset of the [`LaunchData`](crate::LaunchData) in the parameter buffer, in bytes.
    pub launch_offset: u32,
    /// The only work-group size that it may be launched with, SPIR-V order (x first).
    pub required_work_group_size: Option<[u32; 3]>,
    /// The work-group size that it was written for, SPIR-V order.
    pub work_group_size_hint: Option<[u32; 3]>,
    /// Whether the source requires sub-groups of [`WARP_SIZE`](crate::WARP_SIZE), the only size that there is.
    pub requires_sub_group_size: bool,
    /// Bytes of static shared memory, which CUDA provides by itself.
    pub static_local_bytes: u32,
    /// Bytes at the start of dynamic shared memory for the kernel's own variables, where they are
    /// too large for static shared memory. Local-memory arguments follow, each aligned to
    /// [`LOCAL_ARGUMENT_ALIGN`](crate::LOCAL_ARGUMENT_ALIGN).
    pub dynamic_local_bytes: u32,
    /// Whether it may print.
    pub may_print: bool,
    /// Whether it may report a failed assertion ([`assertion`](crate::assertion)).
    pub may_assert: bool,
    /// Whether its work-groups wait for each other: it needs a cooperative launch, and
    /// [`LaunchData::groups_barrier`](crate::LaunchData::groups_barrier).
    pub waits_for_groups: bool,
}
