//! Reading a `tandem_submission`, once, into one typed operation for each command.
//!
//! The meaning of the struct's fields depends on the command. Only this file interprets them.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

use smallvec::SmallVec;
use tandem_runtime::buffer::Buffer;
use tandem_runtime::device_global::HostVariable;
use tandem_runtime::event::EventRef;
use tandem_runtime::graph::ExecutableGraph;
use tandem_runtime::kernel::Kernel;
use tandem_runtime::library::LibraryHold;
use tandem_runtime::object::Object;
use tandem_runtime::pi::types::{PiBuffRectOffset, PiBuffRectRegion};
use tandem_runtime::pi_host::{Rect, RectSide, SemaphoreOperation};
use tandem_runtime::programs::SpecValues;
use tandem_runtime::queue::Queue;
use tandem_runtime::source_location::{SourceLocation, source_location};
use tandem_runtime::submission::{
    Access, AccessMode, Address, Arg, Args, BufferCommand, Closure, DeviceGlobalCopy, Direction, Endpoint, Groups,
    KernelSource, NdRange, Operation, Pattern, PixelCopy, PixelDirection, RectCopy, SemaphoreCommand, UsmCommand,
};
use tandem_runtime::user_data::OwnedObject;
use tandem_runtime::{Error, HostTask, Result};

use crate::abi::*;
use crate::bindless::shape;
use crate::buffer::access_mode;
use crate::call::{SUCCESS, array, host_task_error};
use crate::handle::{object, shared};
use crate::kernel_slot::{set_constant, slot};
use crate::sized::{AbiStruct, List, sized, sized_or_null};
use crate::version;

/// A submission of the program, which is valid for `'a`, with everything that it leads to.
#[derive(Clone, Copy)]
pub(crate) struct SubmissionReader<'a>(&'a TandemSubmission);

/// The request of a submission.
pub(crate) enum Request<'a> {
    /// A command for a device or for the host.
    Operation(Operation<'a>),
    /// The commands of an executable graph.
    Graph(Arc<Object<ExecutableGraph>>),
}

/// Objects that an operation borrows but that are not in the submission.
#[derive(Default)]
pub(crate) struct Found {
    /// The kernel, where a bundle or specialization constants choose it.
    kernel: Option<Arc<Kernel>>,
    /// The arguments of a kernel object.
    args: Vec<Arg>,
}

impl<'a> SubmissionReader<'a> {
    /// # Safety
    /// The submission is valid for `'a`, with everything that it leads to: arrays have the lengths
    /// in the struct, handles are held, texts are terminated, and memory of commands stays valid
    /// until they are complete.
    pub(crate) unsafe fn new(raw: &'a TandemSubmission) -> Self {
        Self(raw)
    }

    /// The command as a typed operation.
    pub(crate) fn request(
        self,
        queue: &Object<Queue>,
        accesses: &[Access<'_>],
        task: &mut Option<TaskData>,
        found: &'a mut Found,
    ) -> Result<Request<'a>> {
        let command = self.0.command;
        let is_kernel_call = matches!(command, TANDEM_CMD_SINGLE_TASK | TANDEM_CMD_RANGE | TANDEM_CMD_ND_RANGE);
        if !self.0.call.is_null() && !is_kernel_call {
            return Err(Error::Invalid("only kernel commands launch kernels".to_owned()));
        }
        let range = match command {
            TANDEM_CMD_SINGLE_TASK => NdRange::SINGLE,
            TANDEM_CMD_RANGE => self.range(None)?,
            TANDEM_CMD_ND_RANGE => self.range(Some(self.0.local))?,
            TANDEM_CMD_WORK_GROUPS => self.work_groups()?,
            TANDEM_CMD_GRAPH => return self.graph(queue).map(Request::Graph),
            TANDEM_CMD_COPY_PIXELS => return Ok(Request::Operation(Operation::Usm(self.copy_pixels(queue)?))),
            _ => return self.operation(task).map(Request::Operation),
        };
        self.kernel(range, queue, accesses, found).map(Request::Operation)
    }

    /// A command that runs no kernel.
    fn operation(self, task: &mut Option<TaskData>) -> Result<Operation<'a>> {
        let raw = self.0;
        let (dst, src, bytes) = (Address::new(raw.dst), Address::new(raw.src), raw.bytes);
        Ok(match raw.command {
            TANDEM_CMD_EMPTY => Operation::Empty,
            // The task looks its accessors up when it runs.
            TANDEM_CMD_HOST_TASK => Operation::HostTask(host_task(task.take())?.keeping(self.buffers()?)),
            TANDEM_CMD_MEMCPY => Operation::Usm(UsmCommand::Copy { dst, src, bytes }),
            TANDEM_CMD_MEMCPY_2D => Operation::Usm(self.copy_2d()?),
            TANDEM_CMD_FILL => Operation::Usm(self.fill()?),
            TANDEM_CMD_WAIT_SEMAPHORE | TANDEM_CMD_SIGNAL_SEMAPHORE => Operation::Semaphore(self.semaphore()),
            TANDEM_CMD_PREFETCH => Operation::Usm(UsmCommand::Prefetch { ptr: dst, bytes }),
            TANDEM_CMD_ADVISE => Operation::Usm(UsmCommand::Advise { ptr: dst, bytes, advice: raw.flags }),
            TANDEM_CMD_COPY => Operation::Buffer(self.copy()?),
            TANDEM_CMD_BUFFER_FILL => Operation::Buffer(BufferCommand::Fill {
                pattern: self.pattern()?,
                rect: self.struct_at(raw.rect, "the box of a fill")?.map(|rect| convert_rect(&rect)),
            }),
            TANDEM_CMD_UPDATE_HOST => Operation::Buffer(BufferCommand::UpdateHost),
            TANDEM_CMD_BARRIER => Operation::Barrier,
            TANDEM_CMD_DEVICE_GLOBAL_WRITE => Operation::DeviceGlobal(self.device_global(Direction::Write(src))?),
            TANDEM_CMD_DEVICE_GLOBAL_READ => Operation::DeviceGlobal(self.device_global(Direction::Read(dst))?),
            unknown => {
                let what = format!("the program submits the unknown command {unknown}");
                return Err(version::newer_library_needed(&what));
            }
        })
    }

    fn kernel(
        self,
        range: NdRange,
        queue: &Object<Queue>,
        accesses: &[Access<'_>],
        found: &'a mut Found,
    ) -> Result<Operation<'a>> {
        found.kernel = self.specialized_kernel(queue)?;
        let args = match self.call()? {
            Some(call) => {
                found.args = self.arguments(&call, accesses)?;
                // SAFETY: held by the program, as all handles of the submission; the tag is checked.
                let kernel = unsafe { object(call.kernel)? }.for_arguments(queue.device())?;
                return Ok(Operation::Kernel {
                    source: KernelSource::Kernel(found.kernel.as_ref().unwrap_or(kernel)),
                    range,
                    args: Args::List(&found.args),
                });
            }
            None => Args::Closure(Closure { bytes: self.closure()?, scratch_bytes: self.0.scratch_bytes }),
        };
        let source = match &found.kernel {
            Some(kernel) => KernelSource::Kernel(kernel),
            // SAFETY: the slot is valid, as everything of the submission.
            None => KernelSource::Slot(unsafe { slot(self.0.slot)? }),
        };
        Ok(Operation::Kernel { source, range, args })
    }

    /// The kernel of a submission that names a kernel bundle, or sets specialization constants.
    fn specialized_kernel(self, queue: &Object<Queue>) -> Result<Option<Arc<Kernel>>> {
        let raw = self.0;
        if raw.slot.is_null() || (raw.bundle.is_null() && raw.num_spec_values == 0) {
            return Ok(None);
        }
        // SAFETY: the slot, the bundle and the values are valid, as everything of the submission.
        unsafe {
            let slot = slot(raw.slot)?;
            if !raw.bundle.is_null() {
                return object(raw.bundle)?.slot_kernel(&slot, queue.device()).map(Some);
            }
            let mut constants = SpecValues::default();
            let what = "the list of specialization constants";
            for value in List::new(raw.spec_values, raw.num_spec_values, raw.spec_value_stride, what)?.iter() {
                set_constant(&value?, |name, bytes| constants.set(name, bytes))?;
            }
            queue.specialized_kernel(&slot, &constants).map(Some)
        }
    }

    /// The launch of a kernel object, if it is one.
    fn call(self) -> Result<Option<TandemKernelCall>> {
        self.struct_at(self.0.call, "the launch of a kernel")
    }

    /// The arguments that a launch passes.
    fn arguments(self, call: &TandemKernelCall, accesses: &[Access<'_>]) -> Result<Vec<Arg>> {
        // SAFETY: valid, as everything of the submission.
        let list = unsafe { List::new(call.args, call.num_args, call.arg_stride, "the list of arguments")? };
        list.iter().map(|raw| self.argument(&raw?, accesses)).collect()
    }

    fn argument(self, raw: &TandemKernelArg, accesses: &[Access<'_>]) -> Result<Arg> {
        Ok(match raw.kind {
            TANDEM_ARG_VALUE => {
                // SAFETY: valid, as everything of the submission.
                let bytes = unsafe { array(raw.value.cast(), raw.bytes, "the value of an argument")? };
                Arg::Value(SmallVec::from_slice(bytes))
            }
            TANDEM_ARG_ACCESSOR => {
                let index = accesses.iter().position(|access| access.key == raw.value as usize);
                let missing = || Error::Invalid("the accessor of an argument is not of the command group".to_owned());
                Arg::Access(index.ok_or_else(missing)?)
            }
            TANDEM_ARG_LOCAL => Arg::Local(raw.bytes),
            TANDEM_ARG_POINTER => Arg::Pointer(Address::new(raw.value)),
            TANDEM_ARG_SAMPLER => Arg::Sampler(raw.bytes as u64),
            _ => return Err(version::newer_library_needed("the program passes an unknown argument")),
        })
    }

    /// The accessors. The list is large, and most submissions have none.
    pub(crate) fn accesses(self) -> Result<SmallVec<[Access<'a>; 4]>> {
        let is_host_task = self.0.command == TANDEM_CMD_HOST_TASK;
        let bits = if is_host_task { AccessMode::NATIVE } else { 0 };
        let access = |raw: Result<TandemAccess>| {
            let raw = raw?;
            Ok(Access {
                key: raw.buffer as usize,
                // SAFETY: held by the program, as all handles of the submission; the tag is checked.
                buffer: unsafe { object(raw.buffer)? },
                mode: access_mode(raw.mode, bits)?,
                offset: raw.offset,
                size: raw.bytes,
            })
        };
        self.access_list()?.iter().map(access).collect()
    }

    /// The buffers of the accessors.
    pub(crate) fn buffers(self) -> Result<Vec<Arc<Object<Buffer>>>> {
        // SAFETY: held by the program, as all handles of the submission; the tag is checked.
        self.access_list()?.iter().map(|raw| Ok(Arc::clone(&*unsafe { shared(raw?.buffer)? }))).collect()
    }

    fn access_list(self) -> Result<List<'a, TandemAccess>> {
        let TandemSubmission { accesses, num_accesses, access_stride, .. } = *self.0;
        // SAFETY: valid, as everything of the submission.
        unsafe { List::new(accesses, num_accesses, access_stride, "the list of accessors") }
    }

    /// The events that the command waits for.
    pub(crate) fn dependencies(self) -> Result<SmallVec<[EventRef; 4]>> {
        if self.0.num_deps == 0 {
            return Ok(SmallVec::new());
        }
        // SAFETY: valid, as everything of the submission.
        let raw = unsafe { array(self.0.deps, self.0.num_deps, "the list of events")? };
        raw.iter()
            .filter(|handle| !handle.is_null())
            // SAFETY: held by the program; the tag is checked.
            .map(|&handle| Ok(EventRef::from_arc(Arc::clone(&*unsafe { shared(handle)? }))))
            .collect()
    }

    /// Where the program submits, if the headers say so.
    pub(crate) fn location(self) -> Option<&'static SourceLocation> {
        // SAFETY: not null, so a text that ends.
        (!self.0.file.is_null()).then(|| unsafe { source_location(self.0.file, self.0.line) })
    }

    fn graph(self, queue: &Queue) -> Result<Arc<Object<ExecutableGraph>>> {
        if self.0.num_accesses != 0 {
            return Err(Error::Invalid("a command group that runs a graph cannot have accessors".to_owned()));
        }
        // SAFETY: held by the program, as all handles of the submission; the tag is checked.
        let graph = Arc::clone(&*unsafe { shared(self.0.graph)? });
        graph.check_queue(queue)?;
        Ok(graph)
    }

    /// The bytes of the kernel's closure, or of a pattern.
    fn closure(self) -> Result<&'a [u8]> {
        // SAFETY: valid, as everything of the submission.
        unsafe { array(self.0.closure.cast(), self.0.closure_size, "the closure") }
    }

    fn pattern(self) -> Result<Pattern> {
        match self.closure()? {
            [] => Err(Error::Invalid("the pattern of a fill is empty".to_owned())),
            pattern => Ok(Pattern::from_slice(pattern)),
        }
    }

    fn fill(self) -> Result<UsmCommand> {
        let (dst, pattern, bytes) = (Address::new(self.0.dst), self.pattern()?, self.0.bytes);
        Ok(match pattern[..] {
            [value] if self.0.flags & TANDEM_FILL_BYTES != 0 => UsmCommand::Set { dst, value, bytes },
            _ => UsmCommand::Fill { dst, pattern, bytes },
        })
    }

    fn copy_2d(self) -> Result<UsmCommand> {
        let what = "the box of a 2D copy";
        let mut completed = MaybeUninit::uninit();
        // SAFETY: valid, as everything of the submission.
        let rect = unsafe { sized(self.0.rect, &mut completed, what)? };
        Ok(UsmCommand::Copy2d {
            dst: Address::new(self.0.dst),
            src: Address::new(self.0.src),
            width: rect.range[0],
            height: rect.range[1],
            dst_pitch: rect.dst_pitch[0],
            src_pitch: rect.src_pitch[0],
        })
    }

    /// A copy of pixels, which the closure describes.
    fn copy_pixels(self, queue: &Queue) -> Result<UsmCommand> {
        let mut completed = MaybeUninit::uninit();
        let copy = self.0.closure.cast::<TandemPixelCopy>();
        // SAFETY: valid, as everything of the submission.
        let copy = unsafe { sized(copy, &mut completed, "the copy of pixels")? };
        let image = self.struct_at(copy.image, "the image of a copy of pixels")?;
        let image = image.ok_or_else(|| Error::Invalid("a copy of pixels has no image".to_owned()))?;
        let direction = match copy.direction {
            TANDEM_PIXELS_BY_USM => PixelDirection::between_usm(queue.context(), self.0.src, self.0.dst)?,
            number => PixelDirection::from_number(number)?,
        };
        Ok(UsmCommand::CopyPixels(Box::new(PixelCopy {
            dst: Address::new(self.0.dst),
            src: Address::new(self.0.src),
            direction,
            shape: shape(&image)?,
            src_offset: copy.src_offset,
            dst_offset: copy.dst_offset,
            extent: copy.extent,
            host_extent: copy.host_extent,
        })))
    }

    /// An operation on a semaphore.
    fn semaphore(self) -> SemaphoreCommand {
        let raw = self.0;
        let value = (raw.flags & TANDEM_SEMAPHORE_VALUE != 0).then_some(raw.bytes as u64);
        let operation = match raw.command {
            TANDEM_CMD_WAIT_SEMAPHORE => SemaphoreOperation::Wait(value),
            _ => SemaphoreOperation::Signal(value),
        };
        SemaphoreCommand { semaphore: raw.offset[0] as u64, operation }
    }

    fn copy(self) -> Result<BufferCommand> {
        let raw = self.0;
        let (src, dst) = match raw.num_accesses {
            0 => return Err(Error::Accessor("the copy has no accessor".to_owned())),
            1 if !raw.src.is_null() => (Endpoint::Memory(Address::new(raw.src)), Endpoint::Access(0)),
            1 => (Endpoint::Access(0), Endpoint::Memory(Address::new(raw.dst))),
            _ => (Endpoint::Access(0), Endpoint::Access(1)),
        };
        let rects = self
            .struct_at(raw.rect, "the box of a copy")?
            .map(|rect| RectCopy { rect: convert_rect(&rect), dst_region: convert_region(rect.dst_range) });
        Ok(BufferCommand::Copy { src, dst, rects })
    }

    /// A copy between memory and a device global, which is what the closure is for these commands.
    fn device_global(self, direction: Direction) -> Result<DeviceGlobalCopy> {
        let mut completed = MaybeUninit::uninit();
        let global = self.0.closure.cast::<TandemDeviceGlobal>();
        // SAFETY: valid, as everything of the submission.
        let global = unsafe { sized(global, &mut completed, "the device_global")? };
        let variable = HostVariable {
            address: Address::new(global.object),
            size: global.object_size,
            align: global.alignment as usize,
            image_scope: global.image_scope != 0,
        };
        Ok(DeviceGlobalCopy { variable, offset: self.0.offset[0], bytes: self.0.bytes, direction })
    }

    fn range(self, local: Option<[usize; 3]>) -> Result<NdRange> {
        let raw = self.0;
        if !(1..=3).contains(&raw.dims) {
            return Err(Error::Invalid(format!("a range cannot have {} dimensions", raw.dims)));
        }
        let groups = match raw.flags & TANDEM_KERNEL_COOPERATIVE != 0 && local.is_some() {
            true => Groups::Cooperative,
            false => Groups::Plain,
        };
        Ok(NdRange { dims: raw.dims as usize, global: raw.global, local, offset: raw.offset, groups })
    }

    /// The logical work-items of a hierarchical kernel: the number of groups and their size.
    fn work_groups(self) -> Result<NdRange> {
        let mut range = self.range(Some(self.0.local))?;
        range.groups = Groups::Hierarchical;
        for (global, local) in range.global.iter_mut().zip(self.0.local) {
            let too_many =
                || Error::Invalid("the work-groups of a hierarchical kernel have too many work-items".to_owned());
            *global = global.checked_mul(local).ok_or_else(too_many)?;
        }
        Ok(range)
    }

    /// A struct that the submission leads to, or does not have.
    fn struct_at<T: AbiStruct + Copy>(self, ptr: *const T, what: &str) -> Result<Option<T>> {
        let mut completed = MaybeUninit::uninit();
        // SAFETY: valid, as everything of the submission.
        Ok(unsafe { sized_or_null(ptr, &mut completed, what)? }.copied())
    }
}

fn convert_region([width_bytes, height_scalar, depth_scalar]: [usize; 3]) -> PiBuffRectRegion {
    PiBuffRectRegion { width_bytes, height_scalar, depth_scalar }
}

fn convert_rect(rect: &TandemRect) -> Rect {
    let side = |origin: [usize; 3], pitch: [usize; 2]| RectSide {
        origin: PiBuffRectOffset { x_bytes: origin[0], y_scalar: origin[1], z_scalar: origin[2] },
        row_pitch: pitch[0],
        slice_pitch: pitch[1],
    };
    Rect {
        region: convert_region(rect.range),
        src: side(rect.src_origin, rect.src_pitch),
        dst: side(rect.dst_origin, rect.dst_pitch),
    }
}

/// The function and data of a host task, or data that another command needs;
/// dropping it gives the data up.
pub(crate) struct TaskData {
    run: Option<unsafe extern "C" fn(*mut c_void) -> c_int>,
    data: OwnedObject,
    // Dropped after the data.
    _library: LibraryHold,
}

impl TaskData {
    /// The data that the runtime takes over with a submission.
    pub(crate) fn take(raw: &TandemSubmission) -> Option<Self> {
        let is_task = raw.command == TANDEM_CMD_HOST_TASK;
        (is_task || raw.host_task_delete.is_some()).then(|| Self {
            run: raw.host_task,
            // SAFETY: the header says that any thread of the runtime gives the data up, once.
            data: unsafe { OwnedObject::new(raw.host_task_data, raw.host_task_delete) },
            _library: LibraryHold::of(raw.host_task.map_or(ptr::null(), |run| run as *const c_void)),
        })
    }

    fn run(&self) -> Result<()> {
        // SAFETY: the header promises that the function may be called once with
        // its data; `HostTask` runs it at most once.
        let code = self.run.map_or(SUCCESS, |run| unsafe { run(self.data.as_ptr()) });
        if code == SUCCESS { Ok(()) } else { Err(host_task_error(code)) }
    }
}

fn host_task(task: Option<TaskData>) -> Result<HostTask> {
    match task {
        Some(task) if task.run.is_some() => Ok(HostTask::new(move || task.run())),
        _ => Err(Error::Invalid("the host task has no function".to_owned())),
    }
}
