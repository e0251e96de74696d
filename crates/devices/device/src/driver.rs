//! The traits that a driver implements.
//!
//! Each method's contract says who calls it, and whether it may block or
//! allocate. Unless a method says otherwise: any thread calls it, at any time,
//! with no lock of this layer held; it may allocate; it does not wait for
//! commands to run.

use std::any::Any;
use std::sync::Arc;

use crate::built_in::BuiltInKernels;
use crate::command::Command;
use crate::command_buffer::CommandBuffers;
use crate::context::{Context, SharedContext};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::images::Images;
use crate::info::DeviceInfo;
use crate::memory::{Allocation, DevicePtr, HostPtr, MemoryDomain};
use crate::native::NativeObjects;
use crate::native_handle::NativeHandle;
use crate::origin::Origin;
use crate::partition::Partitioning;
use crate::program::{
    CompileRequest, DeviceImage, ImageFormat, Kernel, LinkRequest, Object, Program, SpecConstantInfo,
};

/// What a driver says about itself.
#[derive(Clone, Debug)]
pub struct PlatformInfo {
    /// Platform name.
    pub name: String,
    /// Vendor's name.
    pub vendor: String,
    /// Version.
    pub version: String,
    /// Profile, such as `FULL_PROFILE`.
    pub profile: String,
    /// Extensions by name.
    pub extensions: Vec<String>,
    /// The value of `sycl::backend`, which is PI's `PI_EXT_PLATFORM_BACKEND_…`.
    pub backend: u32,
}

/// A driver: one platform.
pub trait Driver: Send + Sync {
    /// Short name, such as `native_cpu`; it names the plugin.
    fn name(&self) -> &str;

    /// What platform queries return.
    fn platform(&self) -> PlatformInfo;

    /// Finds the devices. Called once per process, and again only after
    /// everything that the first call returned is gone: then it finds the same
    /// devices. May block, but starts nothing: most programs do not use every device.
    /// No device at all is an empty list, not an error.
    fn probe(&self) -> Result<Vec<Arc<dyn Device>>>;

    /// Makes a context of devices that [`probe`](Self::probe), or a division of one of
    /// them, returned; at least one. Here a driver prepares devices for their first use,
    /// or again after they were lost. May block.
    ///
    /// # Errors
    /// [`Error::DeviceLost`] for a device that cannot be used again.
    fn create_context(&self, _devices: &[Arc<dyn Device>]) -> Result<Arc<dyn Context>> {
        Ok(Arc::new(SharedContext))
    }

    /// A context around one of the back end, as [`NativeObjects`] has it for other
    /// objects. Of these devices, it has those that [`Context::device`] returns.
    fn native_context(
        &self,
        _handle: NativeHandle,
        _owned: bool,
        _devices: &[Arc<dyn Device>],
    ) -> Result<Arc<dyn Context>> {
        Err(Error::Unsupported("a context around a native handle"))
    }
}

/// Two clocks at one moment, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timers {
    /// The device's clock.
    pub device: u64,
    /// The host's, [`clock`](crate::clock).
    pub host: u64,
}

/// A device.
///
/// Programs, queues and allocations keep what they need of it alive. A device that is lost
/// fails every call that makes or submits something with [`Error::DeviceLost`], and the
/// commands that it has; other devices go on ([`Context`]).
pub trait Device: Any + Send + Sync {
    /// Its properties; constant. Does not allocate.
    fn info(&self) -> &DeviceInfo;

    /// The memory that its allocations live in. Devices of one domain use each
    /// other's allocations as they are. Does not allocate.
    fn memory_domain(&self) -> MemoryDomain;

    /// Allocates device memory. `align` is a power of two or 0 for the
    /// device's own preference; `bytes` may be 0. The contents are undefined.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], in any case for more than
    /// [`DeviceInfo::max_alloc_bytes`].
    fn alloc(&self, bytes: usize, align: usize) -> Result<Allocation>;

    /// Gives memory back that the driver only keeps for later allocations. Called when an
    /// allocation or USM allocation has failed with [`Error::OutOfMemory`], with the locks
    /// under which it was tried, which are none of a driver's. True if there was some:
    /// then the caller tries once more.
    fn trim(&self) -> bool {
        false
    }

    /// Bytes of global memory that are free now. May prepare the device for use.
    fn free_memory(&self) -> u64 {
        self.info().free_mem_bytes
    }

    /// Compiles a unit. What is wrong with it alone shows here, what it lacks when it
    /// is linked. May block for as long as that takes; several threads may compile
    /// and link at the same time.
    ///
    /// # Errors
    /// [`Error::Build`] with a log, [`Error::UnsupportedImage`] for bytes that are no
    /// image of their format, and [`Error::Environment`] where a tool is missing. No
    /// text is empty.
    fn compile(&self, request: &CompileRequest<'_>) -> Result<Arc<dyn Object>>;

    /// Links objects into a program. Blocks as [`compile`](Self::compile) does.
    ///
    /// # Errors
    /// As for [`compile`](Self::compile). The log names all symbols that a kernel
    /// needs and no object defines.
    fn link(&self, request: &LinkRequest<'_>) -> Result<Arc<dyn Program>>;

    /// Compiles a unit and links it alone. A driver that has a shorter way takes it.
    /// The program's log has the warnings of both steps.
    ///
    /// # Errors
    /// As for [`compile`](Self::compile) and [`link`](Self::link).
    fn build(&self, request: &CompileRequest<'_>) -> Result<Arc<dyn Program>> {
        let object = self.compile(request)?;
        self.link(&LinkRequest { objects: &[object], options: "" })
    }

    /// Whether [`compile`](Self::compile) takes such an image, judged by format,
    /// target and headers alone; a higher score is a better fit.
    ///
    /// # Errors
    /// [`Error::UnsupportedImage`] says why not, as the end of a sentence about the
    /// image.
    fn accepts(&self, image: &DeviceImage<'_>) -> Result<u32>;

    /// The specialization constants of an image that [`compile`](Self::compile) takes; `None` if
    /// the image does not tell. By default, SPIR-V tells.
    ///
    /// # Errors
    /// [`Error::UnsupportedImage`] for bytes that are no image of their format.
    fn spec_constants(&self, image: &DeviceImage<'_>) -> Result<Option<Vec<SpecConstantInfo>>> {
        if image.format != ImageFormat::SpirV {
            return Ok(None);
        }
        let constants = tandem_image::spirv::spec_constants(image.bytes);
        let constants = constants.map_err(|error| Error::UnsupportedImage(error.to_string()))?;
        let info = |constant: tandem_image::spirv::SpecConstant| SpecConstantInfo {
            id: constant.id,
            bytes: constant.bytes,
            default: constant.default,
        };
        Ok(Some(constants.into_iter().map(info).collect()))
    }

    /// Makes a queue. May start threads.
    fn create_queue(&self, properties: QueueProperties) -> Result<Arc<dyn Queue>>;

    /// The device's clock, which event timestamps use, and the host's at the same moment.
    /// Does not allocate.
    fn timers(&self) -> Timers {
        let now = crate::clock::now();
        Timers { device: now, host: now }
    }

    /// How many work-groups of a kernel, of so many work-items and bytes of local memory,
    /// run at the same time whatever else the device does: the limit of launches that
    /// are [cooperative](crate::NdRange::is_cooperative). At least 1. The kernel was built
    /// for this device or the one that it is a part of. Does not allocate.
    fn max_cooperative_groups(&self, _kernel: &dyn Kernel, _items: u64, _local_bytes: u64) -> u64 {
        1
    }

    /// Unified shared memory.
    fn usm(&self) -> Option<&dyn Usm> {
        None
    }

    /// Copies between host memory and this device's allocations. Required of
    /// devices whose memory domain is not the host's.
    fn host_transfer(&self) -> Option<&dyn HostTransfer> {
        None
    }

    /// Kernels that are part of the device.
    fn built_in_kernels(&self) -> Option<&dyn BuiltInKernels> {
        None
    }

    /// Images and samplers.
    fn images(&self) -> Option<&dyn Images> {
        None
    }

    /// Division into sub-devices.
    fn partitioning(&self) -> Option<&dyn Partitioning> {
        None
    }

    /// Command buffers of its own. Without them, recorded commands are submitted one by one.
    fn command_buffers(&self) -> Option<&dyn CommandBuffers> {
        None
    }

    /// Access to the memory of other devices.
    fn peers(&self) -> Option<&dyn Peers> {
        None
    }

    /// Objects around those of the back end.
    fn native(&self) -> Option<&dyn NativeObjects> {
        None
    }

    /// The device of the back end. The same each time, and for all contexts.
    fn native_handle(&self) -> Option<NativeHandle> {
        None
    }
}

/// How a queue behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct QueueProperties {
    /// Commands may run in any order that their wait lists allow.
    pub out_of_order: bool,
    /// Events carry timestamps.
    pub profiling: bool,
}

/// A queue of commands for one device.
///
/// Dropping the last handle neither waits nor cancels: what was submitted
/// still runs.
pub trait Queue: Send + Sync {
    /// Submits a command, which starts when every event of `wait` is
    /// complete, and in an in-order queue the previous command as well. If one
    /// of `wait` failed, the command fails without running.
    ///
    /// With `event`, stores an event for the command there. Without it, an
    /// in-order queue does not make one, which is cheaper. A command that fails
    /// is known at its event and to [`take_failure`](Self::take_failure). What a
    /// command holds (memory objects, kernels) is dropped before its event is final.
    ///
    /// A driver that reports on single commands may name the origin, where it is known.
    ///
    /// Hot path: does not allocate once pools are warm, and waits for no
    /// command. The caller may hold locks that callbacks of events need. Only a
    /// device without threads of its own runs commands here.
    fn submit_from(
        &self,
        origin: Option<Origin>,
        command: Command,
        wait: &[Event],
        event: Option<&mut Option<Event>>,
    ) -> Result<()>;

    /// [`submit_from`](Self::submit_from) for callers that know no origin. Drivers leave it as it is.
    fn submit(&self, command: Command, wait: &[Event], event: Option<&mut Option<Event>>) -> Result<()> {
        self.submit_from(None, command, wait, event)
    }

    /// Makes sure that everything submitted will run without further calls, and
    /// bounds the memory of commands that have not run: while there are many, it
    /// may run some on the calling thread or wait for a bounded time. The caller
    /// holds no lock that commands or callbacks need, and calls this at least
    /// once every few hundred submissions.
    fn flush(&self) -> Result<()>;

    /// Waits until everything submitted before the call is complete. Blocks;
    /// the calling thread may run commands, unless the device is a sub-device.
    /// Fails if the queue itself cannot go on; failures of commands are left to
    /// [`take_failure`](Self::take_failure).
    fn finish(&self) -> Result<()>;

    /// Returns, and forgets, the oldest failure of a command of this queue, with
    /// or without an event. Markers and barriers do nothing that could fail, so
    /// they are not among them, nor are [internal](Origin::is_internal) commands. A failure is there before the command's event is
    /// final and before `finish` returns. Does not block.
    fn take_failure(&self) -> Option<Error>;

    /// Whether nothing that was submitted is still to run. Does not allocate.
    fn is_empty(&self) -> bool;

    /// How it was made. Does not allocate.
    fn properties(&self) -> QueueProperties;

    /// The queue of the back end. The same each time, and valid as long as this one.
    fn native_handle(&self) -> Option<NativeHandle> {
        None
    }
}

/// Kind of a USM allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UsmKind {
    /// Host memory that devices can access.
    Host,
    /// Device memory.
    Device,
    /// Memory that moves between host and device.
    Shared,
}

impl UsmKind {
    /// All of them, by their index.
    pub const ALL: [Self; 3] = [Self::Host, Self::Device, Self::Shared];

    /// Its place among all.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// What is known about a USM pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsmInfo {
    /// Kind of the allocation.
    pub kind: UsmKind,
    /// Its first byte.
    pub base: DevicePtr,
    /// Its size in bytes, as requested.
    pub size: usize,
}

/// Optional group: unified shared memory.
pub trait Usm {
    /// Allocates. `align` is a power of two or 0; `bytes` is not 0. Host and shared
    /// memory is zero at first (`host_usm` of crate `device-usm`).
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a kind that [`DeviceInfo`] does not offer,
    /// [`Error::OutOfMemory`] in any case for more than
    /// [`DeviceInfo::max_alloc_bytes`].
    fn alloc(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<DevicePtr>;

    /// Frees what [`alloc`](Self::alloc) of the same device returned; any other
    /// address is an error. Does not wait for commands that use it: the caller has.
    fn free(&self, ptr: DevicePtr) -> Result<()>;

    /// The allocation that contains this address, if it is one of this
    /// device's. Does not allocate.
    fn query(&self, ptr: DevicePtr) -> Option<UsmInfo>;

    /// Prepares ordinary host memory for many copies from and to it (it may be pinned, or
    /// mapped). The range stays valid until it is released, and no other imported range overlaps
    /// it. A hint: copies without it give the same result. May block.
    fn import(&self, _host: HostPtr, _bytes: usize) -> Result<()> {
        Ok(())
    }

    /// Ends an [`import`](Self::import) that began at this address. The caller has waited for the
    /// copies that use the range.
    fn release(&self, _host: HostPtr) -> Result<()> {
        Ok(())
    }
}

/// Optional group: copies between host memory and the device's allocations.
///
/// [`MemoryObject`](crate::MemoryObject) calls it for initial contents, with a
/// lock of the object held, and [`Mapping`](crate::Mapping) for mapped ranges, on
/// threads that execute commands. Both methods block until the copy is done, and
/// must not wait for commands of any queue.
pub trait HostTransfer {
    /// Copies `bytes` from host memory to an address of the device's domain.
    fn write(&self, src: HostPtr, dst: DevicePtr, bytes: usize) -> Result<()>;

    /// Copies `bytes` from an address of the device's domain to host memory.
    fn read(&self, src: DevicePtr, dst: HostPtr, bytes: usize) -> Result<()>;
}

/// What a device can do with the memory of another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PeerCapabilities {
    /// Copies can read and write it, and kernels once access is enabled.
    pub access: bool,
    /// Atomics of kernels work on it.
    pub atomics: bool,
}

/// Optional group: the memory of other devices of the platform. Devices of one
/// memory domain need none of this.
pub trait Peers {
    /// What this device can do with memory of that domain. Does not allocate.
    fn capabilities(&self, domain: MemoryDomain) -> PeerCapabilities;

    /// Lets kernels that start from now on use memory of that domain, or no
    /// longer. Called only for domains with [`PeerCapabilities::access`].
    fn set_enabled(&self, domain: MemoryDomain, enabled: bool) -> Result<()>;

    /// Whether kernels may use memory of that domain now. Called for each launch
    /// that uses a memory object of another domain; does not allocate.
    fn is_enabled(&self, domain: MemoryDomain) -> bool;
}
