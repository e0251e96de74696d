//! A kernel that is ready to run on one device: found, built, and with its closure's
//! layout decoded.
//!
//! A PI kernel holds its arguments, so two threads must not interleave setting them and
//! launching. Each `Kernel` therefore keeps a few PI kernels, and a queue always uses
//! the same one. Threads with queues of their own rarely contend for a lock.

use std::borrow::Cow;
use std::ffi::{CString, c_void};
use std::ptr;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use smallvec::SmallVec;
use tandem_image::demangle;
use tandem_image::layout::{KernelLayout, Record, RecordKind};
use tandem_pi::constants::*;
use tandem_pi_host as pi;
use tandem_pi_host::{Launch, Plain, WaitList};

use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::devices::device::Device;
use crate::global;
use crate::programs::context::Context;
use crate::programs::device_global::Memory;
use crate::programs::{SpecValues, kernel_from_spirv};
use crate::scheduler::queue::Queue;
use crate::submission::{AccessMode, Arg, Args, NdRange, SCRATCH_KEY, shape};

/// How many PI kernels there are at most per kernel.
const INSTANCES: usize = 8;

/// The memory of a command's accessors, in their order.
pub(crate) type AccessorMemory = SmallVec<[AccessedMemory; 4]>;

/// The memory of one accessor.
#[derive(Debug)]
pub(crate) struct AccessedMemory {
    /// What stands for the accessor's buffer in a closure.
    pub(crate) key: usize,
    /// The memory object.
    pub(crate) mem: Arc<pi::Mem>,
    /// What the command does with it, through any accessor with this key.
    pub(crate) mode: AccessMode,
}

impl AccessedMemory {
    /// Sets a kernel's argument to the memory, with the mode as PI calls it.
    fn set_arg(&self, kernel: &pi::Kernel, index: u32) -> Result<()> {
        let access = match (self.mode.reads(), self.mode.writes()) {
            (true, false) => PI_ACCESS_READ_ONLY,
            (false, true) => PI_ACCESS_WRITE_ONLY,
            _ => PI_ACCESS_READ_WRITE,
        };
        Ok(kernel.set_arg_mem(index, &self.mem, access)?)
    }
}

/// A kernel of a built program.
#[derive(Debug)]
pub struct Kernel {
    name: CString,
    program: Arc<pi::Program>,
    layout: Option<KernelLayout>,
    /// Keeps the device globals of the program.
    _globals: Arc<[Arc<Memory>]>,
    instances: [OnceLock<Mutex<pi::Kernel>>; INSTANCES],
}

impl Kernel {
    /// A kernel of the registered images.
    pub fn from_image(context: &Context, device: &Object<Device>, name: &str) -> Result<Arc<Self>> {
        let anywhere = 0;
        global::program_manager()?.kernel(context, device, name, anywhere, &SpecValues::default())
    }

    /// A kernel of a SPIR-V module, built for a device.
    pub fn from_spirv(
        context: &Context,
        device: &Device,
        spirv: &[u8],
        name: &str,
        options: &str,
    ) -> Result<Arc<Self>> {
        kernel_from_spirv(context, device, spirv, name, options)
    }

    /// The kernel of this name. Fails if the program has none.
    pub(crate) fn new(
        program: Arc<pi::Program>,
        name: &str,
        layout: Option<KernelLayout>,
        globals: Arc<[Arc<Memory>]>,
    ) -> Result<Arc<Self>> {
        let Ok(name) = CString::new(name) else {
            return Err(Error::UnknownKernel { kernel: demangle::kernel(name), symbol: name.to_owned() });
        };
        let instances = [const { OnceLock::new() }; INSTANCES];
        let kernel = Self { name, program, layout, _globals: globals, instances };
        kernel.instance(0)?;
        Ok(Arc::new(kernel))
    }

    /// The kernel's name.
    pub fn name(&self) -> Cow<'_, str> {
        self.name.to_string_lossy()
    }

    /// Refuses a closure of another size than the image says.
    pub(crate) fn check_closure(&self, closure_size: usize) -> Result<()> {
        let Some(layout) = &self.layout else {
            return Err(
                self.bad_arguments("its device image has no closure layout, so it was made by another compiler")
            );
        };
        if layout.closure_size as usize == closure_size {
            return Ok(());
        }
        Err(self.bad_arguments(&format!(
            "the closure has {closure_size} bytes on the host and {} on the device; were both \
             compiled with the same options?",
            layout.closure_size
        )))
    }

    /// Refuses work-items without groups where the kernel has memory of groups.
    pub(crate) fn check_range(&self, range: &NdRange) -> Result<()> {
        let local = |record: &Record| record.kind == RecordKind::LocalAccessor;
        if range.local.is_none() && self.layout.iter().any(|layout| layout.records.iter().any(local)) {
            return Err(self.bad_arguments("it captures a local_accessor, so that it needs an nd_range"));
        }
        Ok(())
    }

    /// A `PI_KERNEL_GROUP_INFO_*` property.
    pub fn group_info<T: Plain>(&self, device: &Device, param: PiKernelGroupInfo) -> Result<T> {
        let kernel = self.instance(0)?.lock();
        Ok(kernel.group_info(device.pi(), param)?)
    }

    /// A property of the kernel's sub-groups.
    pub(crate) fn sub_group_info(&self, device: &Device, param: PiKernelSubGroupInfo) -> Result<u32> {
        let kernel = self.instance(0)?.lock();
        Ok(kernel.sub_group_info(device.pi(), param)?)
    }

    /// A `PI_KERNEL_INFO_*` property, as bytes.
    pub(crate) fn info(&self, param: PiKernelInfo) -> Result<Vec<u8>> {
        Ok(self.instance(0)?.lock().info_bytes(param)?)
    }

    /// Sets the arguments and launches.
    ///
    /// # Safety
    /// The arguments are what the kernel expects, and the memory that it uses
    /// stays valid, without conflicting uses, until the launch is complete.
    pub(crate) unsafe fn launch(
        &self,
        queue: &Object<Queue>,
        range: &NdRange,
        args: Args<'_>,
        mems: &AccessorMemory,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<pi::Event>> {
        let launch = Launch {
            dims: range.dims as u32,
            global: range.reversed(&range.global, 1),
            local: range.local.map(|local| range.reversed(&local, 1)),
            offset: range.reversed(&range.offset, 0),
        };
        let launched = match args.scratch_bytes() {
            // SAFETY: the caller's duty is the same.
            0 => unsafe { self.launch_with(queue, &launch, args, mems, None, wait, want_event) },
            bytes => {
                let scratch = queue.take_scratch(bytes, wait)?;
                let mem = Some(scratch.mem());
                // SAFETY: as above.
                let launched = unsafe {
                    match scratch.cleared() {
                        // It has waited for the rest.
                        Some(cleared) => {
                            let wait = WaitList::from_iter([cleared]);
                            self.launch_with(queue, &launch, args, mems, mem, &wait, true)
                        }
                        None => self.launch_with(queue, &launch, args, mems, mem, wait, true),
                    }
                };
                queue.give_back_scratch(scratch, launched.as_ref().ok().and_then(Clone::clone));
                launched
            }
        };
        launched.map_err(|error| self.explain(queue.device(), range, error))
    }

    /// # Safety
    /// As for [`Kernel::launch`].
    #[expect(clippy::too_many_arguments, reason = "those of a launch, and what it needs in memory")]
    unsafe fn launch_with(
        &self,
        queue: &Object<Queue>,
        launch: &Launch,
        args: Args<'_>,
        mems: &AccessorMemory,
        scratch: Option<&Arc<pi::Mem>>,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<pi::Event>> {
        let kernel = self.instance(queue.number() % INSTANCES)?.lock();
        // SAFETY: the caller's duty is the same.
        unsafe {
            match args {
                Args::Closure(closure) => self.set_closure(&kernel, closure.bytes, mems, scratch)?,
                Args::List(list) => self.set_list(&kernel, list, mems, scratch)?,
            }
            Ok(queue.pi().launch(&kernel, launch, wait, want_event)?)
        }
    }

    fn instance(&self, index: usize) -> Result<&Mutex<pi::Kernel>> {
        let slot = &self.instances[index];
        if let Some(instance) = slot.get() {
            return Ok(instance);
        }
        let kernel = pi::Kernel::new(&self.program, &self.name)?;
        // USM pointers may hide anywhere in the closure. A plugin that does not
        // know the flag needs none.
        let _ = kernel.set_indirect_access();
        Ok(slot.get_or_init(|| Mutex::new(kernel)))
    }

    /// # Safety
    /// The closure is one of this kernel.
    unsafe fn set_closure(
        &self,
        kernel: &pi::Kernel,
        closure: &[u8],
        mems: &AccessorMemory,
        scratch: Option<&Arc<pi::Mem>>,
    ) -> Result<()> {
        let records = self.layout.iter().flat_map(|layout| &layout.records);
        for (index, record) in records.enumerate() {
            let bytes = self.field(closure, record)?;
            let index = index as u32;
            match record.kind {
                RecordKind::Value => kernel.set_arg(index, bytes)?,
                // SAFETY: the caller's duty.
                RecordKind::UsmPointer => unsafe { kernel.set_arg_pointer(index, word(bytes) as *const c_void)? },
                RecordKind::LocalAccessor => kernel.set_arg_local(index, word(bytes))?,
                // Of a default-constructed accessor.
                // SAFETY: a null pointer leads to nothing.
                RecordKind::Accessor if word(bytes) == 0 => unsafe { kernel.set_arg_pointer(index, ptr::null())? },
                RecordKind::Accessor if word(bytes) == SCRATCH_KEY && scratch.is_some() => {
                    self.set_scratch(kernel, index, scratch)?;
                }
                RecordKind::Accessor => {
                    let key = word(bytes);
                    let memory = mems.iter().find(|memory| memory.key == key).ok_or_else(|| {
                        self.bad_arguments("an accessor that it captures does not belong to its command group")
                    })?;
                    memory.set_arg(kernel, index)?;
                }
            }
        }
        Ok(())
    }

    /// # Safety
    /// The values are what this kernel expects.
    unsafe fn set_list(
        &self,
        kernel: &pi::Kernel,
        list: &[Arg],
        mems: &AccessorMemory,
        scratch: Option<&Arc<pi::Mem>>,
    ) -> Result<()> {
        for (index, arg) in list.iter().enumerate() {
            let index = index as u32;
            match arg {
                Arg::Value(bytes) => kernel.set_arg(index, bytes)?,
                // SAFETY: the caller's duty.
                Arg::Pointer(address) => unsafe { kernel.set_arg_pointer(index, address.as_ptr())? },
                Arg::Local(bytes) => kernel.set_arg_local(index, *bytes)?,
                Arg::Scratch(_) => self.set_scratch(kernel, index, scratch)?,
                Arg::Access(access) => {
                    let memory = mems
                        .get(*access)
                        .ok_or_else(|| self.bad_arguments("an argument names an accessor that is missing"))?;
                    memory.set_arg(kernel, index)?;
                }
            }
        }
        Ok(())
    }

    fn set_scratch(&self, kernel: &pi::Kernel, index: u32, scratch: Option<&Arc<pi::Mem>>) -> Result<()> {
        let mem = scratch.ok_or_else(|| self.bad_arguments("scratch memory without a size"))?;
        Ok(kernel.set_arg_mem(index, mem, PI_ACCESS_READ_WRITE)?)
    }

    fn field<'a>(&self, closure: &'a [u8], record: &Record) -> Result<&'a [u8]> {
        let start = record.offset as usize;
        closure
            .get(start..start + record.size as usize)
            .ok_or_else(|| self.bad_arguments("its closure is shorter than the image says"))
    }

    fn bad_arguments(&self, reason: &str) -> Error {
        Error::KernelArguments { kernel: demangle::kernel(&self.name()), reason: reason.to_owned() }
    }

    /// Turns PI's "invalid work-group size" into what is wrong with it.
    fn explain(&self, device: &Device, range: &NdRange, error: Error) -> Error {
        let (Some(PI_ERROR_INVALID_WORK_GROUP_SIZE), Some(local)) = (error.pi_code(), range.local) else {
            return error;
        };
        let actual = range.reversed(&local, 1);
        let param = PI_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE;
        let required = self.group_info::<[usize; 3]>(device, param);
        if let Ok(required) = required
            && required[0] != 0
            && required != actual
        {
            let sycl_order: Vec<usize> = required[..range.dims].iter().rev().copied().collect();
            return Error::RequiredWorkGroupSize {
                kernel: demangle::kernel(&self.name()),
                required: shape(&sycl_order),
                actual: shape(&local[..range.dims]),
            };
        }
        let size: usize = local[..range.dims].iter().product();
        match self.group_info::<usize>(device, PI_KERNEL_GROUP_INFO_WORK_GROUP_SIZE) {
            Ok(limit) if size > limit => Error::WorkGroupTooLarge {
                size,
                shape: shape(&local[..range.dims]),
                limit,
                device: format!("kernel `{}` on {}", demangle::kernel(&self.name()), device.name()),
            },
            _ => error,
        }
    }
}

/// The machine word that these bytes are; the layout's decoder has checked that
/// there are eight.
fn word(bytes: &[u8]) -> usize {
    bytes.try_into().map_or(0, usize::from_ne_bytes)
}
