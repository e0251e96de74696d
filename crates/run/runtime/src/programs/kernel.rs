//! A kernel that is ready to run on one device: found, built, and with its closure's layout
//! decoded.
//!
//! A PI kernel holds its arguments, so two threads must not interleave setting them and launching.
//! Each `Kernel` therefore keeps a few PI kernels, and a queue always uses the same one. Threads
//! with separate queues rarely contend for a lock.

use std::borrow::Cow;
use std::ffi::CString;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use tandem_image::demangle;
use tandem_image::layout::{KernelLayout, Record, RecordKind};
use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;
use tandem_pi_host::Plain;

use super::device_global::Memory;
use super::group_sizes::GroupSizes;
use super::samplers::{SamplerWord, Samplers};
use crate::base::error::{Error, Result};
use crate::base::native_handles::NativeHandles;
use crate::devices::device::Device;

/// How many PI kernels there are at most per kernel.
const INSTANCES: usize = 8;

/// A kernel of a built program.
#[derive(Debug)]
pub struct Kernel {
    name: CString,
    origin: Origin,
    layout: Option<KernelLayout>,
    group_sizes: Option<GroupSizes>,
    /// Keeps the device globals of the program.
    _globals: Arc<[Arc<Memory>]>,
    instances: [OnceLock<Mutex<pi::Kernel>>; INSTANCES],
    samplers: Samplers,
}

/// Where PI's kernels come from.
#[derive(Debug)]
enum Origin {
    /// They are made of a program.
    Program(Arc<pi::Program>),
    /// There is one, which the program made with the back end. All queues use it, since it may have arguments.
    Native {
        /// The program that it was made from. Some versions of OpenCL do not return a program that its creator has
        /// released.
        program: Option<Arc<pi::Program>>,
        /// The kernel's context.
        context: pi::Context,
    },
}

impl Kernel {
    /// The kernel of this name. Fails if the program has none.
    pub(crate) fn new(
        program: Arc<pi::Program>,
        name: &str,
        layout: Option<KernelLayout>,
        group_sizes: Option<GroupSizes>,
        globals: Arc<[Arc<Memory>]>,
    ) -> Result<Arc<Self>> {
        let Ok(name) = CString::new(name) else {
            return Err(Error::UnknownKernel { kernel: demangle::kernel(name), symbol: name.to_owned() });
        };
        let instances = [const { OnceLock::new() }; INSTANCES];
        let (samplers, origin) = (Samplers::default(), Origin::Program(program));
        let kernel = Self { name, origin, layout, group_sizes, _globals: globals, instances, samplers };
        kernel.instance(0)?;
        Ok(Arc::new(kernel))
    }

    /// Around a kernel of a context that the back end made.
    pub(crate) fn around(kernel: pi::Kernel, context: &pi::Context) -> Result<Arc<Self>> {
        let name = kernel.info_text(PI_KERNEL_INFO_FUNCTION_NAME)?;
        let origin = Origin::Native { program: kernel.program().ok().map(Arc::new), context: context.clone() };
        let instances = [const { OnceLock::new() }; INSTANCES];
        instances[0].get_or_init(|| Mutex::new(kernel));
        let name = CString::new(name).unwrap_or_default();
        Ok(Arc::new(Self {
            name,
            origin,
            layout: None,
            group_sizes: None,
            _globals: Arc::new([]),
            instances,
            samplers: Samplers::default(),
        }))
    }

    /// The program that it is from; `None` for a kernel of the back end whose program has been released.
    pub(crate) fn program(&self) -> Option<&Arc<pi::Program>> {
        match &self.origin {
            Origin::Program(program) => Some(program),
            Origin::Native { program, .. } => program.as_ref(),
        }
    }

    /// Adds the back end's kernel.
    pub(crate) fn native_kernel(&self, found: &mut NativeHandles) -> Result<()> {
        let kernel = self.instance(0)?.lock();
        found.add(&*kernel, kernel.native_handle())
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

    /// The sizes of work-groups that its attributes allow, where they say something.
    pub(crate) fn group_sizes(&self) -> Option<&GroupSizes> {
        self.group_sizes.as_ref()
    }

    /// Whether it has local memory whose size the launch gives.
    pub(crate) fn has_local_accessors(&self) -> bool {
        let is_local = |record: &Record| record.kind == RecordKind::LocalAccessor;
        self.layout.iter().any(|layout| layout.records.iter().any(is_local))
    }

    /// The maximum number of work-groups of this size (in PI's dimension order) that can wait for each other on a
    /// device, given the local memory in bytes that the launch adds to the kernel's own; 0 if the device cannot run
    /// such groups at all.
    pub(crate) fn max_cooperative_groups(
        &self,
        device: &Device,
        local: [usize; 3],
        local_bytes: usize,
    ) -> Result<usize> {
        let limits = device.limits();
        let items = local.iter().try_fold(1, |items: usize, &size| items.checked_mul(size));
        let largest: usize = self.group_info(device, PI_KERNEL_GROUP_INFO_WORK_GROUP_SIZE)?;
        let required: [usize; 3] = self.group_info(device, PI_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE)?;
        let own_bytes: u64 = self.group_info(device, PI_KERNEL_GROUP_INFO_LOCAL_MEM_SIZE)?;
        let all_bytes = own_bytes.saturating_add(local_bytes as u64);
        let Some(items) = items.filter(|items| (1..=largest.min(limits.work_group_size)).contains(items)) else {
            return Ok(0);
        };
        if (required[0] != 0 && required != local)
            || local.iter().zip(limits.work_item_sizes).any(|(&size, limit)| size > limit)
            || all_bytes > device.pi().info::<u64>(PI_DEVICE_INFO_LOCAL_MEM_SIZE)?
        {
            return Ok(0);
        }
        let counted = self.instance(0)?.lock().max_cooperative_groups(items, local_bytes);
        let whole = match counted {
            Ok(count) => count as usize,
            // A plugin without cooperative launches can run one group, which waits for no other.
            Err(error) if error.code == PI_ERROR_UNSUPPORTED_FEATURE => 1,
            Err(error) => return Err(error.into()),
        };
        // The answer of PI is about the device that the kernel was built for.
        Ok(match device.parent() {
            Some(_) if whole > 0 => (whole * device.compute_units() / device.root_compute_units()).max(1),
            _ => whole,
        })
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

    /// The layout of its closure; `None` if another compiler made the kernel.
    pub(crate) fn layout(&self) -> Option<&KernelLayout> {
        self.layout.as_ref()
    }

    /// The PI kernel for a user with this number.
    pub(crate) fn instance(&self, number: usize) -> Result<&Mutex<pi::Kernel>> {
        let (slot, program) = match &self.origin {
            Origin::Program(program) => (&self.instances[number % INSTANCES], Some(program)),
            Origin::Native { program, .. } => (&self.instances[0], program.as_ref()),
        };
        if let Some(instance) = slot.get() {
            return Ok(instance);
        }
        let program = program.ok_or_else(|| Error::Invalid("the kernel's program has been released".to_owned()))?;
        let kernel = pi::Kernel::new(program, &self.name)?;
        // USM pointers may hide anywhere in the closure. A plugin that does not
        // know the flag needs none.
        let _ = kernel.set_indirect_access();
        Ok(slot.get_or_init(|| Mutex::new(kernel)))
    }

    /// The sampler that a word of the closure describes.
    pub(crate) fn sampler(&self, word: SamplerWord) -> Result<Arc<pi::Sampler>> {
        let made = self.samplers.get(word, || match &self.origin {
            Origin::Program(program) => program.context(),
            Origin::Native { context, .. } => Ok(context.clone()),
        });
        let made = made.ok_or_else(|| self.bad_arguments(&format!("{:#x} does not describe a sampler", word.0)))?;
        Ok(made?)
    }

    /// The error of arguments that do not fit.
    pub(crate) fn bad_arguments(&self, reason: &str) -> Error {
        Error::KernelArguments { kernel: demangle::kernel(&self.name()), reason: reason.to_owned() }
    }
}
