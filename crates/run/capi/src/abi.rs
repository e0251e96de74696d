//! The C types of `include/tandem/abi.h`, which `build.rs` makes of the header, and the handles, which
//! are opaque there. Structs are read through `crate::sized`.

use std::ffi::c_void;

use tandem_runtime::buffer::Buffer;
use tandem_runtime::bundle::{BundleImage, BundleKernel, KernelBundle};
use tandem_runtime::context::Context;
use tandem_runtime::device::Device;
use tandem_runtime::device::Platform;
use tandem_runtime::device_library::DeviceLibrary;
use tandem_runtime::event::Event;
use tandem_runtime::graph::{ExecutableGraph, Graph, Node};
use tandem_runtime::object::Object;
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
pub type DeviceImageHandle = *const Object<BundleImage>;
/// `tandem_bundle_t`
pub type BundleHandle = *const Object<KernelBundle>;
/// `tandem_kernel_t`
pub type KernelHandle = *const Object<BundleKernel>;
/// `tandem_device_library_t`
pub type DeviceLibraryHandle = *const Object<DeviceLibrary>;
/// `tandem_graph_t`
pub type GraphHandle = *const Object<Graph>;
/// `tandem_graph_node_t`
pub type GraphNodeHandle = *const Object<Node>;
/// `tandem_executable_graph_t`
pub type ExecutableGraphHandle = *const Object<ExecutableGraph>;
/// `tandem_handle_t`: any of these.
pub type AnyHandle = *mut c_void;

pub use header::*;

#[allow(
    missing_docs,
    clippy::all,
    clippy::undocumented_unsafe_blocks,
    reason = "the header has the documentation; bindgen writes defaults of zeros"
)]
mod header {
    use super::*;

    include!(concat!(env!("OUT_DIR"), "/abi.rs"));
}
