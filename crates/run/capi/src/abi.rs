//! The C types of `include/tandem/abi.h`. Keep the two in step:
//! `tests/layout.rs` compiles the header and compares. Structs are read through
//! [`crate::sized`].

use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::AtomicUsize;

use tandem_runtime::buffer::{Allocate, Buffer, Deallocate};
use tandem_runtime::bundle::{BundleKernel, DeviceImage, KernelBundle};
use tandem_runtime::context::Context;
use tandem_runtime::device::Device;
use tandem_runtime::device_library::DeviceLibrary;
use tandem_runtime::event::Event;
use tandem_runtime::graph::{ExecutableGraph, Graph, Node};
use tandem_runtime::object::Object;
use tandem_runtime::platform::Platform;
use tandem_runtime::programs::KernelId;
use tandem_runtime::queue::Queue;

/// `tandem_platform_t`
pub type PlatformHandle = *const Object<Platform>;
/// `tandem_device_t`
pub type DeviceHandle = *const Object<Device>;
/// `tandem_context_t`
pub type ContextHandle = *const Object<Context>;
/// `tandem_queue_t`
pub type QueueHandle = *const Object<Queue>;
/// `tandem_event_t`
pub type EventHandle = *const Object<Event>;
/// `tandem_buffer_t`
pub type BufferHandle = *const Object<Buffer>;
/// `tandem_kernel_id_t`
pub type KernelIdHandle = *const Object<KernelId>;
/// `tandem_device_image_t`
pub type DeviceImageHandle = *const Object<DeviceImage>;
/// `tandem_bundle_t`
pub type BundleHandle = *const Object<KernelBundle>;
/// `tandem_kernel_t`
pub type KernelHandle = *const Object<BundleKernel>;
/// `tandem_device_library_t`
pub type DeviceLibraryHandle = *const Object<DeviceLibrary>;
/// `tandem_graph_t`
pub type GraphHandle = *const Object<Graph>;
/// `tandem_graph_node_t`
pub type NodeHandle = *const Object<Node>;
/// `tandem_executable_graph_t`
pub type ExecutableGraphHandle = *const Object<ExecutableGraph>;
/// `tandem_handle_t`: any of these.
pub type AnyHandle = *mut c_void;

/// `TANDEM_ABI_MAJOR`
pub const ABI_MAJOR: u32 = 1;
/// `TANDEM_ABI_MINOR`
pub const ABI_MINOR: u32 = 1;

/// `TANDEM_SUCCESS`
pub const TANDEM_SUCCESS: c_int = 0;

/// `TANDEM_QUEUE_IN_ORDER`
pub const TANDEM_QUEUE_IN_ORDER: u32 = 1;
/// `TANDEM_QUEUE_PROFILING`
pub const TANDEM_QUEUE_PROFILING: u32 = 2;

/// `TANDEM_FILL_BYTES`
pub const TANDEM_FILL_BYTES: u32 = 1;
/// `TANDEM_KERNEL_COOPERATIVE`
pub const TANDEM_KERNEL_COOPERATIVE: u32 = 1;

/// `TANDEM_GRAPH_NO_CYCLE_CHECK`
pub const TANDEM_GRAPH_NO_CYCLE_CHECK: u32 = 1;
/// `TANDEM_GRAPH_BUFFERS_OUTLIVE`
pub const TANDEM_GRAPH_BUFFERS_OUTLIVE: u32 = 2;
/// `TANDEM_GRAPH_UPDATABLE`
pub const TANDEM_GRAPH_UPDATABLE: u32 = 1;

/// `TANDEM_BUFFER_USE_HOST_PTR`
pub const TANDEM_BUFFER_USE_HOST_PTR: u32 = 1;
/// `TANDEM_BUFFER_READ_ONLY_HOST`
pub const TANDEM_BUFFER_READ_ONLY_HOST: u32 = 2;

/// `enum tandem_command`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum TandemCommand {
    /// `TANDEM_CMD_EMPTY`
    Empty = 0,
    /// `TANDEM_CMD_SINGLE_TASK`
    SingleTask = 1,
    /// `TANDEM_CMD_RANGE`
    Range = 2,
    /// `TANDEM_CMD_ND_RANGE`
    NdRange = 3,
    /// `TANDEM_CMD_HOST_TASK`
    HostTask = 4,
    /// `TANDEM_CMD_MEMCPY`
    Memcpy = 5,
    /// `TANDEM_CMD_FILL`
    Fill = 6,
    /// `TANDEM_CMD_PREFETCH`
    Prefetch = 7,
    /// `TANDEM_CMD_ADVISE`
    Advise = 8,
    /// `TANDEM_CMD_COPY`
    Copy = 9,
    /// `TANDEM_CMD_BUFFER_FILL`
    BufferFill = 10,
    /// `TANDEM_CMD_UPDATE_HOST`
    UpdateHost = 11,
    /// `TANDEM_CMD_BARRIER`
    Barrier = 12,
    /// `TANDEM_CMD_MEMCPY_2D`
    Memcpy2d = 13,
    /// `TANDEM_CMD_DEVICE_GLOBAL_WRITE`
    DeviceGlobalWrite = 14,
    /// `TANDEM_CMD_DEVICE_GLOBAL_READ`
    DeviceGlobalRead = 15,
    /// `TANDEM_CMD_GRAPH`
    Graph = 16,
    /// `TANDEM_CMD_WORK_GROUPS`
    WorkGroups = 17,
}

impl TandemCommand {
    /// The command of this number.
    pub fn from_number(number: u32) -> Option<Self> {
        use TandemCommand::*;
        const ALL: [TandemCommand; 18] = [
            Empty,
            SingleTask,
            Range,
            NdRange,
            HostTask,
            Memcpy,
            Fill,
            Prefetch,
            Advise,
            Copy,
            BufferFill,
            UpdateHost,
            Barrier,
            Memcpy2d,
            DeviceGlobalWrite,
            DeviceGlobalRead,
            Graph,
            WorkGroups,
        ];
        ALL.get(number as usize).copied()
    }
}

/// `struct tandem_device_global`
#[repr(C)]
#[derive(Debug)]
pub struct TandemDeviceGlobal {
    /// Size of this struct.
    pub size: u32,
    /// Alignment in bytes.
    pub alignment: u32,
    /// The object of the program that stands for it.
    pub object: *const c_void,
    /// Size of the object in bytes.
    pub object_size: usize,
    /// Whether it has `device_image_scope`.
    pub image_scope: u32,
    /// Zero.
    pub reserved: u32,
}

/// `struct tandem_kernel_slot`
#[repr(C)]
#[derive(Debug)]
pub struct TandemKernelSlot {
    /// Size of this struct.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// The slot's number in the runtime; starts as 0.
    pub cache: AtomicUsize,
    /// Kernel name.
    pub name: *const c_char,
    /// `__SYCL_TU_ID`, or null.
    pub unit: *const c_char,
    /// Size of the closure.
    pub closure_size: usize,
}

/// `struct tandem_access`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TandemAccess {
    /// Size of this struct.
    pub size: u32,
    /// `tandem_access_mode`
    pub mode: u32,
    /// The buffer.
    pub buffer: BufferHandle,
    /// First byte.
    pub offset: usize,
    /// Number of bytes.
    pub bytes: usize,
}

/// `struct tandem_image`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TandemImage {
    /// Size of this struct.
    pub size: u32,
    /// `sycl::image_format`.
    pub format: u32,
    /// The first pixel.
    pub pixels: *mut c_void,
    /// Width, height, depth.
    pub extent: [usize; 3],
    /// Row and slice pitch.
    pub pitch: [usize; 2],
}

/// `struct tandem_sampler`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TandemSampler {
    /// Size of this struct.
    pub size: u32,
    /// `sycl::addressing_mode`.
    pub addressing: u32,
    /// Whether neighbours are weighed.
    pub linear: u32,
    /// Whether coordinates go from 0 to 1.
    pub normalized: u32,
}

/// `struct tandem_mutex`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TandemMutex {
    /// Size of this struct.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Locks the mutex.
    pub lock: Option<unsafe extern "C" fn(mutex: *mut c_void)>,
    /// Locks the mutex if it is free; 0 if it is not.
    pub try_lock: Option<unsafe extern "C" fn(mutex: *mut c_void) -> i32>,
    /// Unlocks the mutex.
    pub unlock: Option<unsafe extern "C" fn(mutex: *mut c_void)>,
    /// What the functions get.
    pub mutex: *mut c_void,
}

/// `struct tandem_allocator`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TandemAllocator {
    /// Size of this struct.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Gives memory of so many bytes, or null.
    pub allocate: Option<Allocate>,
    /// Takes memory back.
    pub deallocate: Option<Deallocate>,
    /// Gives the functions' data up.
    pub release: Option<unsafe extern "C" fn(data: *mut c_void)>,
    /// The functions' data.
    pub data: *mut c_void,
}

/// `struct tandem_rect`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct TandemRect {
    /// Size of this struct.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Bytes, rows, slices.
    pub range: [usize; 3],
    /// Origin in the source.
    pub src_origin: [usize; 3],
    /// Row and slice pitch of the source.
    pub src_pitch: [usize; 2],
    /// Origin in the destination.
    pub dst_origin: [usize; 3],
    /// Row and slice pitch of the destination.
    pub dst_pitch: [usize; 2],
    /// Bytes, rows, slices of the destination.
    pub dst_range: [usize; 3],
}

/// `struct tandem_spec_value`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TandemSpecValue {
    /// Size of this struct.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Mangled name.
    pub name: *const c_char,
    /// `__SYCL_TU_ID`, or null.
    pub unit: *const c_char,
    /// Bytes of the value.
    pub value: *const c_void,
    /// Number of bytes.
    pub value_size: usize,
}

/// `struct tandem_kernel_arg`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TandemKernelArg {
    /// Size of this struct.
    pub size: u32,
    /// [`TandemArgKind`]
    pub kind: u32,
    /// The value, the buffer of an accessor, or a USM pointer.
    pub value: *const c_void,
    /// Size of a value or of local memory.
    pub bytes: usize,
}

/// `enum tandem_arg_kind`
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TandemArgKind {
    /// Bytes by value.
    Value = 0,
    /// The memory of an accessor.
    Accessor = 1,
    /// Local memory.
    Local = 2,
    /// A USM pointer.
    Pointer = 3,
}

impl TandemArgKind {
    /// The kind of this number.
    pub fn from_number(number: u32) -> Option<Self> {
        [Self::Value, Self::Accessor, Self::Local, Self::Pointer].into_iter().find(|kind| *kind as u32 == number)
    }
}

/// `struct tandem_kernel_call`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TandemKernelCall {
    /// Size of this struct.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// The kernel.
    pub kernel: KernelHandle,
    /// One for each parameter.
    pub args: *const TandemKernelArg,
    /// Number of arguments.
    pub num_args: usize,
    /// Bytes from one argument to the next.
    pub arg_stride: usize,
}

/// `struct tandem_submission`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TandemSubmission {
    /// Size of this struct.
    pub size: u32,
    /// [`TandemCommand`]
    pub command: u32,
    /// The kernel.
    pub slot: *const TandemKernelSlot,
    /// Kernel closure, or fill pattern.
    pub closure: *const c_void,
    /// Size of the closure or pattern.
    pub closure_size: usize,
    /// 1 to 3.
    pub dims: u32,
    /// Advice of `TANDEM_CMD_ADVISE`, `TANDEM_FILL_…` of `TANDEM_CMD_FILL`.
    pub flags: u32,
    /// Work-items, SYCL order.
    pub global: [usize; 3],
    /// Work-items per group, SYCL order.
    pub local: [usize; 3],
    /// Offset of ids, SYCL order.
    pub offset: [usize; 3],
    /// Accessors.
    pub accesses: *const TandemAccess,
    /// Number of accessors.
    pub num_accesses: usize,
    /// Bytes from one accessor to the next.
    pub access_stride: usize,
    /// Events to wait for; null entries are skipped.
    pub deps: *const EventHandle,
    /// Number of events.
    pub num_deps: usize,
    /// Destination of copies.
    pub dst: *mut c_void,
    /// Source of copies.
    pub src: *const c_void,
    /// Size of copies and fills.
    pub bytes: usize,
    /// Box of copies.
    pub rect: *const TandemRect,
    /// The host task.
    pub host_task: Option<unsafe extern "C" fn(data: *mut c_void) -> c_int>,
    /// Gives the task's data up.
    pub host_task_delete: Option<unsafe extern "C" fn(data: *mut c_void)>,
    /// The task's data.
    pub host_task_data: *mut c_void,
    /// Values of specialization constants.
    pub spec_values: *const TandemSpecValue,
    /// Number of these values.
    pub num_spec_values: usize,
    /// Bytes from one value to the next.
    pub spec_value_stride: usize,
    /// Where the kernel is taken from, or null.
    pub bundle: BundleHandle,
    /// Where the program submits, for messages; null where that is not known.
    pub file: *const c_char,
    /// The line in it.
    pub line: u32,
    /// 0.
    pub reserved: u32,
    /// Scratch memory of the kernel, in bytes.
    pub scratch_bytes: usize,
    /// The graph of `TANDEM_CMD_GRAPH`.
    pub graph: ExecutableGraphHandle,
    /// Of a kernel command without a slot.
    pub call: *const TandemKernelCall,
}

/// `struct tandem_reduction_plan`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TandemReductionPlan {
    /// Size of this struct.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Work-groups.
    pub groups: usize,
    /// Work-items of a work-group.
    pub group_size: usize,
    /// Neighbouring elements that a work-item takes at a time.
    pub run: usize,
}

/// `struct tandem_bundle_request`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TandemBundleRequest {
    /// Size of this struct.
    pub size: u32,
    /// `tandem_bundle_state`
    pub state: u32,
    /// The context.
    pub context: ContextHandle,
    /// Devices of the context.
    pub devices: *const DeviceHandle,
    /// Number of devices.
    pub num_devices: usize,
    /// Kernels.
    pub kernels: *const KernelIdHandle,
    /// Number of kernels.
    pub num_kernels: usize,
    /// Whether only these kernels are asked for.
    pub some_kernels: u32,
    /// Zero.
    pub reserved: u32,
    /// Chooses images.
    pub accept: Option<unsafe extern "C" fn(data: *mut c_void, image: DeviceImageHandle) -> c_int>,
    /// Its first argument.
    pub accept_data: *mut c_void,
}
