//! Launches of kernels: their arguments, and the memory that they need for themselves.

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use tandem_image::demangle;
use tandem_image::layout::{Record, RecordKind};
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::PiExtSyncPoint;
use tandem_pi_host as pi;
use tandem_pi_host::{Destination, Enqueue, Launch, PiError};

use super::args::{AccessedMemory, AccessorMemory, Arg, Args, SCRATCH_KEY};
use super::device_queue::DeviceQueue;
use super::nd_range::{Groups, NdRange};
use crate::base::error::{Error, Result, shape};
use crate::devices::device::Device;
use crate::programs::kernel::Kernel;
use crate::programs::samplers::SamplerWord;

/// A kernel with its arguments and its range.
#[derive(Clone, Copy)]
pub(super) struct KernelLaunch<'a> {
    pub(super) kernel: &'a Kernel,
    pub(super) range: &'a NdRange,
    pub(super) args: Args<'a>,
    pub(super) mems: &'a AccessorMemory,
}

impl KernelLaunch<'_> {
    /// Sets the arguments and launches.
    ///
    /// # Safety
    /// The arguments are what the kernel expects, and the memory that it uses
    /// stays valid, without conflicting uses, until the launch is complete.
    pub(super) unsafe fn enqueue(&self, queue: &DeviceQueue, to: Enqueue<'_>) -> Result<Option<pi::Event>> {
        let launched = match self.args.scratch_bytes() {
            // SAFETY: the caller's duty is the same.
            0 => unsafe { self.enqueue_with(queue, None, to) },
            bytes => {
                let scratch = queue.take_scratch(bytes)?;
                let mut wait = to.wait_list().clone();
                scratch.cleared().into_iter().for_each(|cleared| wait.push(cleared));
                let to = queue.pi().after(&wait).with_event();
                // SAFETY: as above.
                let launched = unsafe { self.enqueue_with(queue, Some(scratch.mem()), to) };
                drop(wait);
                queue.give_back_scratch(scratch, launched.as_ref().ok().and_then(Clone::clone));
                launched
            }
        };
        launched.map_err(|error| self.explain(queue.device(), error))
    }

    /// # Safety
    /// As for [`KernelLaunch::enqueue`].
    unsafe fn enqueue_with(
        &self,
        queue: &DeviceQueue,
        scratch: Option<&Arc<pi::Mem>>,
        to: Enqueue<'_>,
    ) -> Result<Option<pi::Event>> {
        let launch = self.index_space();
        // SAFETY: the caller's duty is the same.
        let enqueue = |kernel: &pi::Kernel| unsafe {
            match self.range.needs_cooperation() {
                true => to.launch_cooperatively(kernel, &launch),
                false => to.launch(kernel, &launch),
            }
        };
        // SAFETY: as above.
        unsafe { self.with_arguments(queue.number(), scratch, enqueue) }
    }

    /// Adds the launch, which needs no scratch memory, to a command buffer.
    ///
    /// # Safety
    /// As for [`KernelLaunch::enqueue`], for each replay.
    pub(super) unsafe fn record(&self, device: &Device, to: pi::Record<'_>) -> Result<PiExtSyncPoint> {
        let launch = self.index_space();
        // SAFETY: the caller's duty is the same.
        let record = |kernel: &pi::Kernel| unsafe { to.launch(kernel, &launch) };
        // SAFETY: as above.
        let point = unsafe { self.with_arguments(0, None, record) };
        point.map_err(|error| self.explain(device, error))
    }

    /// Puts the launch into the place of another one in a command buffer. Fails if the plugin
    /// cannot do that.
    ///
    /// # Safety
    /// As for [`KernelLaunch::record`]. No replay is running.
    pub(super) unsafe fn update(
        &self,
        device: &Device,
        buffer: &pi::CommandBuffer,
        point: PiExtSyncPoint,
    ) -> Result<()> {
        let launch = self.index_space();
        // SAFETY: the caller's duty is the same.
        let update = |kernel: &pi::Kernel| unsafe { buffer.update(device.pi(), point, kernel, &launch) };
        // SAFETY: as above.
        unsafe { self.with_arguments(0, None, update) }
    }

    /// The index space as PI has it.
    fn index_space(&self) -> Launch {
        let range = self.range;
        let (global, local) = match range.groups {
            Groups::Plain | Groups::Cooperative => (range.global, range.local),
            Groups::Hierarchical => (range.group_counts(), Some([1; 3])),
        };
        Launch {
            dims: range.dims as u32,
            global: range.reversed(&global, 1),
            local: local.map(|local| range.reversed(&local, 1)),
            offset: range.reversed(&range.offset, 0),
        }
    }

    /// Calls a function with the PI kernel of a user, which has the arguments for the time of the
    /// call.
    ///
    /// # Safety
    /// The arguments are what the kernel expects.
    unsafe fn with_arguments<T>(
        &self,
        user: usize,
        scratch: Option<&Arc<pi::Mem>>,
        call: impl FnOnce(&pi::Kernel) -> Result<T, PiError>,
    ) -> Result<T> {
        let kernel = self.kernel.instance(user)?.lock();
        // SAFETY: the caller's duty is the same.
        unsafe {
            match self.args {
                Args::Closure(closure) => self.set_closure(&kernel, closure.bytes, scratch)?,
                Args::List(list) => self.set_list(&kernel, list, scratch)?,
            }
        }
        Ok(call(&kernel)?)
    }

    /// Sets an argument by its value. The error of one that the device does not take names the kernel.
    fn set_value(&self, kernel: &pi::Kernel, index: u32, bytes: &[u8]) -> Result<()> {
        kernel.set_arg(index, bytes).map_err(|error| match error.code {
            PI_ERROR_INVALID_KERNEL_ARGS => self.kernel.bad_arguments(&error.message),
            _ => error.into(),
        })
    }

    /// # Safety
    /// The closure is one of this kernel.
    unsafe fn set_closure(&self, kernel: &pi::Kernel, closure: &[u8], scratch: Option<&Arc<pi::Mem>>) -> Result<()> {
        let records = self.kernel.layout().into_iter().flat_map(|layout| &layout.records);
        for (index, record) in records.enumerate() {
            let bytes = self.field(closure, record)?;
            let index = index as u32;
            match record.kind {
                RecordKind::Value => self.set_value(kernel, index, bytes)?,
                // SAFETY: the caller's duty.
                RecordKind::UsmPointer => unsafe { kernel.set_arg_pointer(index, word(bytes) as *const c_void)? },
                RecordKind::LocalAccessor => kernel.set_arg_local(index, word(bytes))?,
                RecordKind::PrivateMemory => {
                    let bytes = (record.size as usize).saturating_mul(self.range.group_items());
                    kernel.set_arg_local(index, bytes.max(1))?;
                }
                // An accessor that was default-constructed.
                // SAFETY: a null pointer is never dereferenced.
                RecordKind::Accessor if word(bytes) == 0 => unsafe { kernel.set_arg_pointer(index, ptr::null())? },
                RecordKind::Accessor if word(bytes) == SCRATCH_KEY && scratch.is_some() => {
                    self.set_scratch(kernel, index, scratch)?;
                }
                RecordKind::Accessor | RecordKind::Image => {
                    let key = word(bytes);
                    let memory = self.mems.iter().find(|memory| memory.key == key).ok_or_else(|| {
                        self.kernel.bad_arguments("an accessor that it captures does not belong to its command group")
                    })?;
                    set_memory(kernel, index, memory)?;
                }
                RecordKind::Sampler => {
                    let sampler = self.kernel.sampler(SamplerWord(word(bytes) as u64))?;
                    kernel.set_arg_sampler(index, &sampler)?;
                }
            }
        }
        Ok(())
    }

    /// # Safety
    /// The values are what this kernel expects.
    unsafe fn set_list(&self, kernel: &pi::Kernel, list: &[Arg], scratch: Option<&Arc<pi::Mem>>) -> Result<()> {
        for (index, arg) in list.iter().enumerate() {
            let index = index as u32;
            match arg {
                Arg::Value(bytes) => self.set_value(kernel, index, bytes)?,
                // SAFETY: the caller's duty.
                Arg::Pointer(address) => unsafe { kernel.set_arg_pointer(index, address.as_ptr())? },
                Arg::Local(bytes) => kernel.set_arg_local(index, *bytes)?,
                Arg::Sampler(word) => kernel.set_arg_sampler(index, &*self.kernel.sampler(SamplerWord(*word))?)?,
                Arg::Scratch(_) => self.set_scratch(kernel, index, scratch)?,
                Arg::Access(access) => {
                    let memory = self
                        .mems
                        .get(*access)
                        .ok_or_else(|| self.kernel.bad_arguments("an argument names an accessor that is missing"))?;
                    set_memory(kernel, index, memory)?;
                }
            }
        }
        Ok(())
    }

    fn set_scratch(&self, kernel: &pi::Kernel, index: u32, scratch: Option<&Arc<pi::Mem>>) -> Result<()> {
        let mem = scratch.ok_or_else(|| self.kernel.bad_arguments("scratch memory without a size"))?;
        Ok(kernel.set_arg_mem(index, mem, PI_ACCESS_READ_WRITE)?)
    }

    fn field<'a>(&self, closure: &'a [u8], record: &Record) -> Result<&'a [u8]> {
        let start = record.offset as usize;
        closure
            .get(start..start + record.closure_bytes() as usize)
            .ok_or_else(|| self.kernel.bad_arguments("its closure is shorter than the image says"))
    }

    /// Turns PI's "invalid work-group size" into what is wrong with it.
    fn explain(&self, device: &Device, error: Error) -> Error {
        let (kernel, range) = (self.kernel, self.range);
        let (Some(PI_ERROR_INVALID_WORK_GROUP_SIZE), Some(local)) = (error.pi_code(), range.local) else {
            return error;
        };
        let actual = range.reversed(&local, 1);
        let param = PI_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE;
        let required = kernel.group_info::<[usize; 3]>(device, param);
        if let Ok(required) = required
            && required[0] != 0
            && required != actual
        {
            let sycl_order: Vec<usize> = required[..range.dims].iter().rev().copied().collect();
            return Error::RequiredWorkGroupSize {
                kernel: demangle::kernel(&kernel.name()),
                required: shape(&sycl_order),
                actual: shape(&local[..range.dims]),
            };
        }
        let size: usize = local[..range.dims].iter().product();
        match kernel.group_info::<usize>(device, PI_KERNEL_GROUP_INFO_WORK_GROUP_SIZE) {
            Ok(limit) if size > limit => Error::WorkGroupTooLarge {
                size,
                shape: shape(&local[..range.dims]),
                limit,
                device: format!("kernel `{}` on {}", demangle::kernel(&kernel.name()), device.name()),
            },
            _ => error,
        }
    }
}

/// Sets a kernel's argument to the memory of an accessor, with the mode as PI calls it.
fn set_memory(kernel: &pi::Kernel, index: u32, memory: &AccessedMemory) -> Result<()> {
    let access = match (memory.mode.reads(), memory.mode.writes()) {
        (true, false) => PI_ACCESS_READ_ONLY,
        (false, true) => PI_ACCESS_WRITE_ONLY,
        _ => PI_ACCESS_READ_WRITE,
    };
    Ok(kernel.set_arg_mem(index, &memory.mem, access)?)
}

/// The machine word that these bytes are; the layout's decoder has checked that
/// there are eight.
fn word(bytes: &[u8]) -> usize {
    bytes.try_into().map_or(0, usize::from_ne_bytes)
}
