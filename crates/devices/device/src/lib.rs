//! The device-driver API, after PoCL's model: small traits that a driver implements, and the data that they pass. Code
//! that drivers share beyond it is in separate crates: a queue engine, a heap for USM, and the loading of device code.
//!
//! A driver is a [`Driver`] that probes [`Device`]s. Methods without a default are the required groups (memory,
//! compilation, execution); optional groups ([`Usm`], [`HostTransfer`], [`Peers`], [`CommandBuffers`],
//! [`BuiltInKernels`], [`Images`], [`ExternalObjects`]) are separate traits that a device hands out as `Option<&dyn …>`.
//!
//! *Validation*: the plugin layer validates everything a caller can get wrong (sizes, ranges, argument kinds); drivers
//! report only errors that the caller could not foresee (out of memory, build failure, device lost).
//!
//! Lifecycle: [`Driver::probe`] → [`Device::build`], or [`Device::compile`] and [`Device::link`] → [`Program::kernel`] →
//! [`KernelArgs`] → [`Queue::submit`] → [`Event`].
//!
//! Data with behavior, so that the simplest driver is small: [`Event`] (pooled), [`MemoryObject`] (lazily allocated)
//! and [`Mapping`], [`CommandBuffer`] (recorded commands) and [`clock`].

pub mod clock;
pub mod error;

mod args;
mod built_in;
mod command;
mod command_buffer;
mod context;
mod device;
mod driver;
mod event;
mod external;
mod host_pipe;
mod host_transfer;
mod images;
mod info;
mod kernel_info;
mod launch;
mod location;
mod map_command;
mod mapping;
mod memory;
mod memory_object;
mod native;
mod native_command_buffer;
mod native_handle;
mod opencl_formats;
mod origin;
mod partition;
mod peers;
mod placement;
mod program;
mod queue;
mod range;
mod recording;
mod usm;

pub use args::{ArgumentLayout, KernelArgs, LocalArg, MemoryArg, ResourceArg};
pub use built_in::BuiltInKernels;
pub use command::{Advice, Command, FillPattern, Work};
pub use command_buffer::CommandBuffer;
pub use context::{Context, SharedContext};
pub use device::{Device, Partitioning, Timers};
pub use driver::{Driver, PlatformInfo};
pub use error::{Error, Result};
pub use event::{
    Dependent, DriverEvent, Event, EventStatus, Helper, HostEvent, Notification, Timestamps, is_in_callback, settle,
};
pub use external::{
    ExternalMemory, ExternalObjects, ExternalSemaphore, SemaphoreCommand, SemaphoreKind, SemaphoreOperation,
};
pub use host_pipe::{HOST_PIPES, HostPipeCommand, PipeDirection};
pub use host_transfer::HostTransfer;
pub use images::{
    Access, AddressingMode, ChannelOrder, ChannelType, Filtering, HANDLE_ALIGN, HostPixels, Image, ImageBuffer,
    ImageCommand, ImageDescription, ImageKind, ImageSide, Images, LevelSampling, PixelFormat, Resource, Sampler,
    SamplerDescription,
};
pub use info::{
    AtomicOrders, AtomicScopes, CacheKind, DeviceInfo, DeviceKind, ExecCapabilities, FpConfig, ImageLimits,
    LocalMemoryKind, MATRIX_COMBINATIONS, MatrixCombination, UsmCapabilities, VectorWidths,
};
pub use kernel_info::KernelInfo;
pub use launch::{KernelLaunch, PooledLaunch};
pub use location::{Location, Rect, RectSide};
pub use mapping::{MapAccess, Mapping};
pub use memory::{Allocation, DevicePtr, HostPtr, MemoryDomain};
pub use memory_object::{DomainAddress, InitialContents, MemoryObject};
pub use native::NativeObjects;
pub use native_command_buffer::{NativeCommandBuffer, SyncPoint};
pub use native_handle::NativeHandle;
pub use opencl_formats::OPENCL_FORMATS;
pub use origin::Origin;
pub use partition::{AffinityDomain, Partition, PartitionKind};
pub use peers::{PeerCapabilities, Peers};
pub use placement::allocate_or_trim;
pub use program::{
    CodeFormat, CompileRequest, DeviceCode, Kernel, KernelLimits, LinkRequest, Object, Program, SpecConstant,
    SpecConstantInfo,
};
pub use queue::{Queue, QueueProperties};
pub use range::NdRange;
pub use recording::{CommandBuffers, RecordedCommand, Recording};
pub use usm::{Usm, UsmInfo, UsmKind};
