//! Devices: the traits that a driver implements for each.
//!
//! Each method's contract says who calls it, and whether it may block or
//! allocate. Unless a method says otherwise, here and in the other traits of drivers:
//! any thread calls it, at any time, with no lock of this layer held; it may allocate;
//! it does not wait for commands to run.

use std::any::Any;
use std::sync::Arc;

use crate::built_in::BuiltInKernels;
use crate::clock;
use crate::error::{Error, Result};
use crate::external::ExternalObjects;
use crate::host_transfer::HostTransfer;
use crate::images::Images;
use crate::info::DeviceInfo;
use crate::memory::{Allocation, MemoryDomain};
use crate::native::NativeObjects;
use crate::native_handle::NativeHandle;
use crate::partition::{AffinityDomain, Partition, PartitionKind};
use crate::peers::Peers;
use crate::program::{CodeFormat, CompileRequest, DeviceCode, Kernel, LinkRequest, Object, Program, SpecConstantInfo};
use crate::queue::{Queue, QueueProperties};
use crate::recording::CommandBuffers;
use crate::usm::Usm;

/// Two clocks at one moment, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timers {
    /// The device's clock.
    pub device: u64,
    /// The host's, [`crate::clock`].
    pub host: u64,
}

/// A device.
///
/// Programs, queues and allocations keep alive the parts of the device that they need. Once a device is lost, its
/// commands, and every call that makes or submits something, fail with [`Error::DeviceLost`]; other devices are not
/// affected ([`Context`](crate::Context)).
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

    /// Releases memory that the driver only keeps for later allocations. Called when an allocation or USM allocation
    /// has failed with [`Error::OutOfMemory`], with the locks under which it was tried, which are none of a driver's.
    /// Returns true if there was some: then the caller tries once more.
    fn trim(&self) -> bool {
        false
    }

    /// Bytes of global memory that are free now. May prepare the device for use.
    fn free_memory(&self) -> u64 {
        self.info().free_mem_bytes
    }

    /// Compiles a unit. Errors within the unit are reported here, undefined symbols when it is linked. May block for as
    /// long as that takes; several threads may compile and link at the same time.
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

    /// Compiles a unit and links it by itself. A driver may override this with a shorter path. The program's log has
    /// the warnings of both steps.
    ///
    /// # Errors
    /// As for [`compile`](Self::compile) and [`link`](Self::link).
    fn build(&self, request: &CompileRequest<'_>) -> Result<Arc<dyn Program>> {
        let object = self.compile(request)?;
        self.link(&LinkRequest { objects: &[object], options: "" })
    }

    /// Whether [`compile`](Self::compile) takes such an image, judged only by format, target and headers; a higher
    /// score is a better fit.
    ///
    /// # Errors
    /// [`Error::UnsupportedImage`] says why not, as the end of a sentence about the
    /// image.
    fn accepts(&self, image: &DeviceCode<'_>) -> Result<u32>;

    /// The specialization constants of an image that [`compile`](Self::compile) takes; `None` if the image does not
    /// describe them. By default, they are read from SPIR-V.
    ///
    /// # Errors
    /// [`Error::UnsupportedImage`] for bytes that are no image of their format.
    fn spec_constants(&self, image: &DeviceCode<'_>) -> Result<Option<Vec<SpecConstantInfo>>> {
        if image.format != CodeFormat::SpirV {
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
        let now = clock::now();
        Timers { device: now, host: now }
    }

    /// How many work-groups of a kernel, with the given numbers of work-items and bytes of local memory, run at the
    /// same time whatever else the device does: the limit of [cooperative](crate::NdRange::is_cooperative) launches. At
    /// least 1. The kernel was built for this device or the one that it is a part of. Does not allocate.
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

    /// Memory and semaphores of other programs.
    fn external_objects(&self) -> Option<&dyn ExternalObjects> {
        None
    }

    /// Division into sub-devices.
    fn partitioning(&self) -> Option<&dyn Partitioning> {
        None
    }

    /// Native command buffers. Without them, recorded commands are submitted one by one.
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

    /// The handle of the back end's device. It never changes, and is the same in all contexts.
    fn native_handle(&self) -> Option<NativeHandle> {
        None
    }
}

/// Optional group: sub-devices. Plugins check partitions against what these
/// queries say.
pub trait Partitioning {
    /// Most sub-devices of one division; at least 2.
    fn max_sub_devices(&self) -> u32;

    /// The kinds that the device supports. May read system files.
    fn kinds(&self) -> Vec<PartitionKind>;

    /// The domains that divide the device into two parts or more, in the order
    /// of [`AffinityDomain::ALL`]. May read system files.
    fn affinity_domains(&self) -> Vec<AffinityDomain>;

    /// Divides the device. Sub-devices have its memory domain and run their commands only on their own compute units,
    /// each of which belongs to one of them. The device still uses all of its units. Starts no threads.
    fn sub_devices(&self, partition: &Partition) -> Result<Vec<Arc<dyn Device>>>;
}
