//! Submission of command groups: one call each (design decision D8).

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

use smallvec::SmallVec;
use tandem_runtime::HostTask;
use tandem_runtime::buffer::Buffer;
use tandem_runtime::delivery::unlocked;
use tandem_runtime::device_global::HostVariable;
use tandem_runtime::event::EventRef;
use tandem_runtime::graph::{ExecutableGraph, NodeKind, Recorded, recording_for};
use tandem_runtime::kernel::Kernel;
use tandem_runtime::library::LibraryHold;
use tandem_runtime::object::Object;
use tandem_runtime::pi::types::{PiBuffRectOffset, PiBuffRectRegion};
use tandem_runtime::pi_host::{Rect, RectSide};
use tandem_runtime::programs::{SpecName, SpecValues};
use tandem_runtime::queue::Queue;
use tandem_runtime::source_location::{SourceLocation, source_location};
use tandem_runtime::submission::{
    Access, AccessMode, Address, Arg, Args, BufferCommand, CText, Closure, Endpoint, Groups, KernelSlot, KernelSource,
    NdRange, Operation, Pattern, RectCopy, Submission, UsmCommand,
};
use tandem_runtime::user_data::OwnedObject;
use tandem_runtime::{Error, Result};

use crate::abi::*;
use crate::buffer::access_mode;
use crate::call::{array, caught, host_task_error, output, producing};
use crate::handle::{object, shared};
use crate::sized::{List, known_part, refuse_unknown_part, sized, sized_or_null};
use crate::version;

/// `tandem_submit`
///
/// # Safety
/// `queue` is a handle. `submission` is valid, with everything it leads to;
/// memory that the command uses stays valid until the command is complete.
/// `event` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_submit(
    queue: QueueHandle,
    submission: *const TandemSubmission,
    event: *mut EventHandle,
) -> c_int {
    let mut room = MaybeUninit::uninit();
    // SAFETY: the caller's duty.
    let known = unsafe { known_part(submission, &mut room, "the submission") };
    // Taken first: it must be given up on every way out.
    let mut task = known.as_ref().ok().and_then(|known| TaskData::take(known));
    let code = caught(|| {
        let known = known?;
        // SAFETY: the caller's duty.
        unsafe { refuse_unknown_part(submission)? };
        let submission = known;
        let result = match tandem_runtime::is_torn_down() {
            true => Err(Error::after_shutdown()),
            // SAFETY: the caller's duty.
            false => unsafe { submit(queue, submission, &mut task, !event.is_null()) },
        };
        // Threads that are left at exit get events that are complete, rather
        // than errors that nobody would catch.
        let result = match result {
            Err(Error::TornDown) => Some(EventRef::after_shutdown()),
            result => result?,
        };
        match result.filter(|_| !event.is_null()) {
            // SAFETY: not null, so it is valid.
            Some(result) => unsafe { output(event, "the event", Arc::into_raw(result.into_arc())) },
            None => Ok(()),
        }
    });
    // What no command has taken is given up here, where no lock is held.
    unlocked(|| drop(task));
    code
}

/// `tandem_kernel_check`
///
/// # Safety
/// `queue` is a handle; `kernel` is null or valid, with its texts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_kernel_check(queue: QueueHandle, kernel: *const TandemKernelSlot) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe { object(queue)?.kernel(KernelSource::Slot(slot(kernel)?)).map(|_| ()) }
    })
}

/// # Safety
/// As for [`tandem_submit`].
unsafe fn submit(
    queue: QueueHandle,
    submission: &TandemSubmission,
    task: &mut Option<TaskData>,
    want_event: bool,
) -> Result<Option<EventRef>> {
    // SAFETY: the caller's duty is that of each call.
    unsafe {
        let queue = shared(queue)?;
        let mut accesses = SmallVec::new();
        add_accesses(submission, &mut accesses)?;
        let deps = dependencies(submission)?;
        let recording = recording_for(&queue, &deps)?;
        let specialized = specialized_kernel(&queue, submission)?;
        let (task, kept) = match submission.command == TandemCommand::HostTask as u32 {
            true => (task.take(), None),
            false => (None, task.take()),
        };
        let mut room = MaybeUninit::uninit();
        let call = sized_or_null(submission.call, &mut room, "the launch of a kernel")?;
        let args = call.map_or(Ok(Vec::new()), |call| arguments(call, &accesses))?;
        let mut operation = match call {
            Some(call) => kernel_call(&queue, submission, call, &args)?,
            None => operation(&queue, submission, task)?,
        };
        if let (Operation::Kernel { source, .. }, Some(kernel)) = (&mut operation, &specialized) {
            *source = KernelSource::Kernel(kernel);
        }
        let graph = graph(&queue, submission)?;
        let location = location(submission);
        let group = Submission { operation, accesses: &accesses, deps: &deps, location };
        if let Some(recording) = recording {
            let kind = node_kind(submission)?;
            let kept = kept.map(|kept| Arc::new(kept) as _);
            let recorded = Recorded { kind, submission: group, buffers: buffers(submission)?, kept, graph };
            return recording.record(&queue, recorded).map(Some);
        }
        if let Some(graph) = graph {
            return graph.submit(&queue, &deps).map(Some);
        }
        let event = queue.submit(group, want_event || kept.is_some())?;
        if let (Some(kept), Some(event)) = (kept, &event) {
            queue.keep_until_complete(event, kept);
        }
        Ok(event)
    }
}

/// The kernel of a submission that names a kernel bundle, or sets
/// specialization constants.
///
/// # Safety
/// As for [`tandem_submit`].
unsafe fn specialized_kernel(queue: &Object<Queue>, raw: &TandemSubmission) -> Result<Option<Arc<Kernel>>> {
    if raw.slot.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's duty is that of each call.
    unsafe {
        if !raw.bundle.is_null() {
            return object(raw.bundle)?.slot_kernel(&slot(raw.slot)?, queue.device()).map(Some);
        }
        if raw.num_spec_values == 0 {
            return Ok(None);
        }
        let mut constants = SpecValues::default();
        let what = "the list of specialization constants";
        for value in List::new(raw.spec_values, raw.num_spec_values, raw.spec_value_stride, what)?.iter() {
            set_constant(&value?, |name, bytes| constants.set(name, bytes))?;
        }
        queue.specialized_kernel(&slot(raw.slot)?, &constants).map(Some)
    }
}

/// Hands on the name and value of a specialization constant.
///
/// # Safety
/// `raw` is valid, with its texts and value.
pub(crate) unsafe fn set_constant(raw: &TandemSpecValue, set: impl FnOnce(SpecName<'_>, &[u8])) -> Result<()> {
    // SAFETY: the caller's duty is that of each call.
    unsafe {
        let bytes = array(raw.value.cast(), raw.value_size, "the value of a specialization constant")?;
        with_constant(raw, |name| set(name, bytes));
    }
    Ok(())
}

/// Hands on the name of a specialization constant.
///
/// # Safety
/// `raw` is valid, with its texts.
pub(crate) unsafe fn with_constant<T>(raw: &TandemSpecValue, ask: impl FnOnce(SpecName<'_>) -> T) -> T {
    // SAFETY: the caller's duty is that of each call.
    let (name, unit) = unsafe { (CText::new(raw.name).get(), CText::new(raw.unit).get()) };
    ask(SpecName { name: &name, unit: &unit })
}

/// Adds the accessors of a submission in place: the list is large, and most
/// submissions have none.
///
/// # Safety
/// The accessors of the submission are valid for `'a`.
unsafe fn add_accesses<'a>(submission: &'a TandemSubmission, to: &mut SmallVec<[Access<'a>; 4]>) -> Result<()> {
    let TandemSubmission { accesses, num_accesses, access_stride, .. } = *submission;
    // SAFETY: the caller's duty.
    let list = unsafe { List::new(accesses, num_accesses, access_stride, "the list of accessors")? };
    let is_host_task = submission.command == TandemCommand::HostTask as u32;
    let bits = if is_host_task { AccessMode::NATIVE } else { 0 };
    for raw in list.iter() {
        let raw = raw?;
        to.push(Access {
            key: raw.buffer as usize,
            // SAFETY: the caller's duty; the tag is checked.
            buffer: unsafe { object(raw.buffer)? },
            mode: access_mode(raw.mode, bits)?,
            offset: raw.offset,
            size: raw.bytes,
        });
    }
    Ok(())
}

/// # Safety
/// The accessors of the submission are valid.
unsafe fn buffers(submission: &TandemSubmission) -> Result<Vec<Arc<Object<Buffer>>>> {
    let TandemSubmission { accesses, num_accesses, access_stride, .. } = *submission;
    // SAFETY: the caller's duty.
    let list = unsafe { List::new(accesses, num_accesses, access_stride, "the list of accessors")? };
    // SAFETY: the caller's duty; the tag is checked.
    list.iter().map(|raw| Ok(Arc::clone(&*unsafe { shared(raw?.buffer)? }))).collect()
}

/// Where the program submits, if the headers say so.
///
/// # Safety
/// The file's name is null or a valid text.
unsafe fn location(submission: &TandemSubmission) -> Option<&'static SourceLocation> {
    // SAFETY: not null; the caller's duty.
    (!submission.file.is_null()).then(|| unsafe { source_location(submission.file, submission.line) })
}

/// The graph that a submission runs.
///
/// # Safety
/// The graph of the submission is a handle.
unsafe fn graph(queue: &Queue, raw: &TandemSubmission) -> Result<Option<Arc<Object<ExecutableGraph>>>> {
    if raw.command != TandemCommand::Graph as u32 {
        return Ok(None);
    }
    if raw.num_accesses != 0 {
        return Err(Error::Invalid("a command group that runs a graph has accessors of its own".to_owned()));
    }
    // SAFETY: the caller's duty; the tag is checked.
    let graph = Arc::clone(&*unsafe { shared(raw.graph)? });
    graph.check_queue(queue)?;
    Ok(Some(graph))
}

/// What a submission becomes in a graph.
fn node_kind(raw: &TandemSubmission) -> Result<NodeKind> {
    use TandemCommand::*;
    Ok(match TandemCommand::from_number(raw.command) {
        Some(SingleTask | Range | NdRange | WorkGroups) => NodeKind::Kernel,
        Some(HostTask) => NodeKind::HostTask,
        Some(Memcpy | Copy | UpdateHost | Memcpy2d) => NodeKind::Memcpy,
        Some(Fill) if raw.flags & TANDEM_FILL_BYTES != 0 => NodeKind::Memset,
        Some(Fill | BufferFill) => NodeKind::Memfill,
        Some(Prefetch) => NodeKind::Prefetch,
        Some(Advise) => NodeKind::Memadvise,
        Some(Barrier) => NodeKind::Barrier,
        Some(Graph) => NodeKind::Subgraph,
        Some(DeviceGlobalWrite | DeviceGlobalRead) => {
            return Err(Error::Invalid("a copy of a device_global cannot be a node of a graph".to_owned()));
        }
        Some(Empty) | None => NodeKind::Empty,
    })
}

/// # Safety
/// The events of the submission are valid.
unsafe fn dependencies(submission: &TandemSubmission) -> Result<SmallVec<[EventRef; 4]>> {
    if submission.num_deps == 0 {
        return Ok(SmallVec::new());
    }
    // SAFETY: the caller's duty.
    let raw = unsafe { array(submission.deps, submission.num_deps, "the list of events")? };
    raw.iter()
        .filter(|handle| !handle.is_null())
        // SAFETY: the caller's duty; the tag is checked.
        .map(|&handle| Ok(EventRef::from_arc(Arc::clone(&*unsafe { shared(handle)? }))))
        .collect()
}

/// # Safety
/// The submission is valid for `'a`, with everything it leads to.
unsafe fn operation<'a>(
    queue: &Object<Queue>,
    raw: &'a TandemSubmission,
    task: Option<TaskData>,
) -> Result<Operation<'a>> {
    let Some(command) = TandemCommand::from_number(raw.command) else {
        return Err(version::newer_library_needed(&format!("the program submits the unknown command {}", raw.command)));
    };
    let (dst, src, bytes) = (Address::new(raw.dst), Address::new(raw.src), raw.bytes);
    // SAFETY: the caller's duty is that of each call.
    unsafe {
        Ok(match command {
            TandemCommand::Empty | TandemCommand::Graph => Operation::Empty,
            TandemCommand::SingleTask => kernel(raw, NdRange::SINGLE)?,
            TandemCommand::Range => kernel(raw, range(raw, None)?)?,
            TandemCommand::NdRange => kernel(raw, range(raw, Some(raw.local))?)?,
            TandemCommand::WorkGroups => kernel(raw, work_groups(raw)?)?,
            // The task looks its accessors up when it runs.
            TandemCommand::HostTask => Operation::HostTask(host_task(task)?.keeping(buffers(raw)?)),
            TandemCommand::Memcpy
            | TandemCommand::Fill
            | TandemCommand::DeviceGlobalWrite
            | TandemCommand::DeviceGlobalRead
                if bytes == 0 =>
            {
                Operation::Empty
            }
            TandemCommand::Memcpy => Operation::Usm(UsmCommand::Copy { dst, src, bytes }),
            TandemCommand::Fill => Operation::Usm(UsmCommand::Fill { dst, pattern: pattern(raw)?, bytes }),
            TandemCommand::Prefetch => Operation::Usm(UsmCommand::Prefetch { ptr: dst, bytes }),
            TandemCommand::Advise => Operation::Usm(UsmCommand::Advise { ptr: dst, bytes, advice: raw.flags }),
            TandemCommand::Copy => Operation::Buffer(copy(raw)?),
            TandemCommand::BufferFill => {
                let mut room = MaybeUninit::uninit();
                let rect = sized_or_null(raw.rect, &mut room, "the box of a fill")?.map(convert_rect);
                Operation::Buffer(BufferCommand::Fill { pattern: pattern(raw)?, rect })
            }
            TandemCommand::UpdateHost => Operation::Buffer(BufferCommand::UpdateHost),
            TandemCommand::Barrier => Operation::Barrier,
            TandemCommand::Memcpy2d => {
                let mut room = MaybeUninit::uninit();
                let rect = sized(raw.rect, &mut room, "the box of a 2D copy")?;
                Operation::Usm(UsmCommand::Copy2d {
                    dst,
                    src,
                    width: rect.range[0],
                    height: rect.range[1],
                    dst_pitch: rect.dst_pitch[0],
                    src_pitch: rect.src_pitch[0],
                })
            }
            TandemCommand::DeviceGlobalWrite => {
                Operation::Usm(UsmCommand::Copy { dst: device_global(queue, raw)?, src, bytes })
            }
            TandemCommand::DeviceGlobalRead => {
                Operation::Usm(UsmCommand::Copy { dst, src: device_global(queue, raw)?, bytes })
            }
        })
    }
}

/// # Safety
/// As for [`operation`].
unsafe fn kernel<'a>(raw: &'a TandemSubmission, range: NdRange) -> Result<Operation<'a>> {
    // SAFETY: the caller's duty is that of each call.
    let (slot, bytes) = unsafe { (slot(raw.slot)?, closure(raw)?) };
    let args = Args::Closure(Closure { bytes, scratch_bytes: raw.scratch_bytes });
    Ok(Operation::Kernel { source: KernelSource::Slot(slot), range, args })
}

/// The launch of a kernel object.
///
/// # Safety
/// As for [`operation`].
unsafe fn kernel_call<'a>(
    queue: &Object<Queue>,
    raw: &TandemSubmission,
    call: &'a TandemKernelCall,
    args: &'a [Arg],
) -> Result<Operation<'a>> {
    let range = match TandemCommand::from_number(raw.command) {
        Some(TandemCommand::SingleTask) => NdRange::SINGLE,
        Some(TandemCommand::Range) => range(raw, None)?,
        Some(TandemCommand::NdRange) => range(raw, Some(raw.local))?,
        _ => return Err(Error::Invalid("only kernel commands launch kernels".to_owned())),
    };
    // SAFETY: the caller's duty; the tag is checked.
    let kernel = unsafe { object(call.kernel)? }.for_arguments(queue.device())?;
    Ok(Operation::Kernel { source: KernelSource::Kernel(kernel), range, args: Args::List(args) })
}

/// What a launch passes for the parameters.
///
/// # Safety
/// As for [`operation`].
unsafe fn arguments(call: &TandemKernelCall, accesses: &[Access<'_>]) -> Result<Vec<Arg>> {
    // SAFETY: the caller's duty is that of each call.
    let list = unsafe { List::new(call.args, call.num_args, call.arg_stride, "the list of arguments")? };
    let argument = |raw: Result<TandemKernelArg>| {
        let raw = raw?;
        let kind = TandemArgKind::from_number(raw.kind);
        Ok(match kind.ok_or_else(|| version::newer_library_needed("the program passes an unknown argument"))? {
            // SAFETY: the caller's duty.
            TandemArgKind::Value => Arg::Value(SmallVec::from_slice(unsafe {
                array(raw.value.cast(), raw.bytes, "the value of an argument")?
            })),
            TandemArgKind::Accessor => {
                let index = accesses.iter().position(|access| access.key == raw.value as usize);
                let missing = || Error::Invalid("the accessor of an argument is not of the command group".to_owned());
                Arg::Access(index.ok_or_else(missing)?)
            }
            TandemArgKind::Local => Arg::Local(raw.bytes),
            TandemArgKind::Pointer => Arg::Pointer(Address::new(raw.value)),
        })
    };
    list.iter().map(argument).collect()
}

/// # Safety
/// `slot` is null or valid for `'a`, with its texts.
#[inline]
pub(crate) unsafe fn slot<'a>(slot: *const TandemKernelSlot) -> Result<KernelSlot<'a>> {
    let mut room = MaybeUninit::uninit();
    // SAFETY: the caller's duty is that of each call; a slot that ends before
    // its `cache` has no name either, and is refused.
    unsafe {
        let known = sized(slot, &mut room, "the kernel's slot")?;
        if known.name.is_null() {
            return Err(Error::Invalid("the kernel's slot has no name".to_owned()));
        }
        Ok(KernelSlot {
            id: &(*slot).cache,
            name: CText::new(known.name),
            unit: CText::new(known.unit),
            closure_size: known.closure_size,
        })
    }
}

/// # Safety
/// As for [`operation`].
unsafe fn closure(raw: &TandemSubmission) -> Result<&[u8]> {
    // SAFETY: the caller's duty.
    unsafe { array(raw.closure.cast(), raw.closure_size, "the closure") }
}

/// Where the bytes of a device global are that a copy is about.
///
/// # Safety
/// As for [`operation`].
unsafe fn device_global(queue: &Object<Queue>, raw: &TandemSubmission) -> Result<Address> {
    let mut room = MaybeUninit::uninit();
    // SAFETY: the caller's duty: for these commands, that is what the closure is.
    let global = unsafe { sized(raw.closure.cast::<TandemDeviceGlobal>(), &mut room, "the device_global")? };
    let offset = raw.offset[0];
    if offset.checked_add(raw.bytes).is_none_or(|end| end > global.object_size) {
        let (bytes, size) = (raw.bytes, global.object_size);
        return Err(Error::Invalid(format!(
            "{bytes} bytes at {offset} are not within a device_global of {size} bytes"
        )));
    }
    queue.device_global(
        HostVariable {
            address: Address::new(global.object),
            size: global.object_size,
            align: global.alignment as usize,
            image_scope: global.image_scope != 0,
        },
        offset,
    )
}

/// # Safety
/// As for [`operation`].
unsafe fn pattern(raw: &TandemSubmission) -> Result<Pattern> {
    // SAFETY: the caller's duty.
    match unsafe { closure(raw)? } {
        [] => Err(Error::Invalid("the pattern of a fill is empty".to_owned())),
        pattern => Ok(Pattern::from_slice(pattern)),
    }
}

fn range(raw: &TandemSubmission, local: Option<[usize; 3]>) -> Result<NdRange> {
    if !(1..=3).contains(&raw.dims) {
        return Err(Error::Invalid(format!("a range cannot have {} dimensions", raw.dims)));
    }
    let groups = match raw.flags & TANDEM_KERNEL_COOPERATIVE != 0 && local.is_some() {
        true => Groups::Cooperative,
        false => Groups::Plain,
    };
    Ok(NdRange { dims: raw.dims as usize, global: raw.global, local, offset: raw.offset, groups })
}

/// The logical work-items of a hierarchical kernel: so many groups of so many.
fn work_groups(raw: &TandemSubmission) -> Result<NdRange> {
    let mut range = range(raw, Some(raw.local))?;
    range.groups = Groups::Hierarchical;
    for (global, local) in range.global.iter_mut().zip(raw.local) {
        let too_many =
            || Error::Invalid("the work-groups of a hierarchical kernel have too many work-items".to_owned());
        *global = global.checked_mul(local).ok_or_else(too_many)?;
    }
    Ok(range)
}

/// # Safety
/// As for [`operation`].
unsafe fn copy(raw: &TandemSubmission) -> Result<BufferCommand> {
    let (src, dst) = match raw.num_accesses {
        0 => return Err(Error::Accessor("the copy has no accessor".to_owned())),
        1 if !raw.src.is_null() => (Endpoint::Memory(Address::new(raw.src)), Endpoint::Access(0)),
        1 => (Endpoint::Access(0), Endpoint::Memory(Address::new(raw.dst))),
        _ => (Endpoint::Access(0), Endpoint::Access(1)),
    };
    let mut room = MaybeUninit::uninit();
    // SAFETY: the caller's duty.
    let rects = unsafe { sized_or_null(raw.rect, &mut room, "the box of a copy")? }
        .map(|rect| RectCopy { rect: convert_rect(rect), dst_region: convert_region(rect.dst_range) });
    Ok(BufferCommand::Copy { src, dst, rects })
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
struct TaskData {
    run: Option<unsafe extern "C" fn(*mut c_void) -> c_int>,
    data: OwnedObject,
    // Dropped behind the data.
    _library: LibraryHold,
}

impl TaskData {
    fn take(raw: &TandemSubmission) -> Option<Self> {
        let is_task = raw.command == TandemCommand::HostTask as u32;
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
        let code = self.run.map_or(TANDEM_SUCCESS, |run| unsafe { run(self.data.as_ptr()) });
        if code == TANDEM_SUCCESS { Ok(()) } else { Err(host_task_error(code)) }
    }
}

fn host_task(task: Option<TaskData>) -> Result<HostTask> {
    match task {
        Some(task) if task.run.is_some() => Ok(HostTask::new(move || task.run())),
        _ => Err(Error::Invalid("the host task has no function".to_owned())),
    }
}
