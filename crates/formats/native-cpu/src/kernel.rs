//! Compiled kernels: their descriptions, and how a launch calls them.

use tandem_device_ir::PlacedParameter;

/// Sub-group sizes that kernels may require. The largest is the default, since some programs confuse the two.
pub const SUB_GROUP_SIZES: [u32; 5] = [1, 4, 8, 16, 32];

/// The sub-group size of kernels that require none: the one that programs written for the warps of GPUs expect.
pub const DEFAULT_SUB_GROUP_SIZE: u32 = 32;

/// The launch parameters that every work-group of one launch shares, in
/// SPIR-V order (index 0 varies fastest). Passed to compiled kernels by
/// pointer, so the layout is part of the ABI.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LaunchInfo {
    /// Dimensions in use, 1 to 3; the rest have size 1.
    pub work_dim: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// Work-items in each dimension.
    pub global_size: [u64; 3],
    /// Work-items per (full) work-group.
    pub local_size: [u64; 3],
    /// Added to every global id.
    pub global_offset: [u64; 3],
    /// Work-groups in each dimension, partial ones included.
    pub num_groups: [u64; 3],
}

/// Symbol of the device's function that returns the calling thread's
/// [`WorkItem`]: `WorkItem *__tandem_work_item(void)`.
pub const WORK_ITEM_SYMBOL: &str = "__tandem_work_item";

/// Symbol of the device's function at which the work-groups of a cooperative launch wait
/// for each other: `void __tandem_wait_for_groups(uint64_t item)`. Each work-item of a
/// group calls it between two barriers of the group; that with number 0 waits.
pub const WAIT_FOR_GROUPS_SYMBOL: &str = "__tandem_wait_for_groups";

/// The work-item of functions that are called through pointers: ids and sizes in SPIR-V order, in the order of the code
/// generator's queries (local id, group id, full and actual size of the group, global size and offset, number of
/// groups, dimensions, bounds of the group's memory).
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkItem {
    /// The answers; those at the end have no meaning yet.
    pub answers: [u64; 32],
}

/// The entry point of a compiled kernel: runs one work-group.
pub type WorkGroupFn = unsafe extern "C" fn(
    args: *const u8,
    launch: *const LaunchInfo,
    group_id: *const u64,
    local: *mut u8,
    scratch: *mut u8,
);

/// One compiled kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NativeKernel {
    /// Kernel name, as in the SPIR-V entry point.
    pub name: String,
    /// Linker symbol of its [`WorkGroupFn`].
    pub symbol: String,
    /// Parameters in order, and where they are in the argument block.
    pub args: Vec<PlacedParameter>,
    /// Size of the argument block in bytes.
    pub args_size: u32,
    /// The only work-group size that it may be launched with, SPIR-V order.
    pub required_work_group_size: Option<[u32; 3]>,
    /// The work-group size that it was written for, SPIR-V order.
    pub work_group_size_hint: Option<[u32; 3]>,
    /// Sub-group size that the code was compiled for.
    pub sub_group_size: u32,
    /// Whether the source requires that size.
    pub requires_sub_group_size: bool,
    /// Bytes of local memory that the kernel declares itself.
    pub local_bytes: u64,
    /// Bytes that each work-item keeps across barriers in the scratch block.
    pub scratch_bytes_per_item: u64,
    /// Whether the kernel contains work-group barriers.
    pub has_barrier: bool,
    /// Bytes of stack that its function needs, with those that it calls; 0 when unknown.
    pub stack_bytes: u64,
}
