//! Command buffers, by `cl_khr_command_buffer`.
//!
//! OpenCL records for a queue, and replays on queues with the same properties only; PI's command buffers are of a
//! device. So commands are recorded twice, for queues with profiling and for those without, each time in the order that
//! the device can do best. A queue with other properties gets the replay between two markers.

use std::ffi::c_void;
use std::sync::Arc;

use opencl_sys::*;
use parking_lot::Mutex;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::convert::ToCl;
use crate::extensions::{self, Extensions};
use crate::kernel::Range;
use crate::usm::Dependencies;
use crate::{query, queue, svm};

/// The extension's name.
const EXTENSION: &str = "cl_khr_command_buffer";
/// The first version whose commands have a list of properties: functions of earlier ones have other parameters.
const FIRST_VERSION: u32 = version_number(0, 9, 5);
/// `CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR`
const SIMULTANEOUS_USE: u64 = 1 << 2;
/// `CL_COMMAND_BUFFER_CAPABILITY_OUT_OF_ORDER_KHR`, of versions without `…_SUPPORTED_QUEUE_PROPERTIES_KHR`.
const OUT_OF_ORDER: u64 = 1 << 3;
/// The flag of a command buffer that may be replayed while it runs.
const SIMULTANEOUS_USE_FLAG: u64 = 1 << 0;

const PROFILING: u64 = PI_QUEUE_FLAG_PROFILING_ENABLE.0;
const ANY_ORDER: u64 = PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE.0;

/// `CL_MAKE_VERSION`
const fn version_number(major: u32, minor: u32, patch: u32) -> u32 {
    major << 22 | minor << 12 | patch
}

/// The properties of the queues that a device's command buffers are recorded for: without profiling, and with it.
/// `None` if the device cannot do what PI needs.
///
/// PI replays a command buffer that may still run, so simultaneous use is needed; and queues with profiling.
///
/// # Errors
/// A query fails.
fn queue_properties(device: PiDevice) -> Result<Option<[u64; 2]>, Failure> {
    let version = query::extension_version(device, EXTENSION)?;
    if version.is_none_or(|version| version < FIRST_VERSION) {
        return Ok(None);
    }
    let capabilities: u64 = query::device_value(device, CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR)?;
    let required: u64 = query::device_value(device, CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR)?;
    let supported = match query::device_value(device, CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR) {
        // The query is newer than 0.9.5.
        Err(failure) if failure.code == PI_ERROR_INVALID_VALUE && capabilities & OUT_OF_ORDER == 0 => PROFILING,
        Err(failure) if failure.code == PI_ERROR_INVALID_VALUE => PROFILING | ANY_ORDER,
        answer => answer?,
    };
    Ok(chosen_properties(capabilities, required, supported))
}

fn chosen_properties(capabilities: u64, required: u64, supported: u64) -> Option<[u64; 2]> {
    let is_usable =
        capabilities & SIMULTANEOUS_USE != 0 && supported & PROFILING != 0 && required & !(PROFILING | ANY_ORDER) == 0;
    let plain = supported & ANY_ORDER | required;
    is_usable.then_some([plain, plain | PROFILING])
}

/// Whether a device has command buffers.
///
/// # Errors
/// A query fails.
pub fn is_there(device: PiDevice) -> Result<bool, Failure> {
    Ok(queue_properties(device)?.is_some())
}

/// The commands as OpenCL has recorded them for queues with some properties.
struct Recording {
    extensions: &'static Extensions,
    properties: u64,
    /// The queue that it is recorded for. Nothing else runs on it.
    queue: PiQueue,
    buffer: cl_command_buffer_khr,
}

// SAFETY: handles, which OpenCL lets all threads use.
unsafe impl Send for Recording {}
// SAFETY: as above. Calls that change the command buffer are made under a lock.
unsafe impl Sync for Recording {}

impl Recording {
    fn new(context: PiContext, device: PiDevice, properties: u64) -> Result<Self, Failure> {
        let extensions = extensions::of_device(device)?;
        let create = extension!(extensions, clCreateCommandBufferKHR);
        let mut queue = PiQueue::NULL;
        // SAFETY: live objects, and a place for the queue.
        unsafe { queue::create(context, device, PiQueueFlags(properties), &raw mut queue)? };
        let flags = [CL_COMMAND_BUFFER_FLAGS_KHR, SIMULTANEOUS_USE_FLAG, 0];
        let (mut target, mut status) = (queue.cl(), 0);
        // SAFETY: a list of one queue, a list that ends with 0, and a place for the status.
        let buffer = unsafe { create(1, &raw mut target, flags.as_ptr(), &raw mut status) };
        if let Err(failure) = crate::api::check("clCreateCommandBufferKHR", status) {
            // The first failure is the one to tell.
            let _ = queue::release(queue);
            return Err(failure);
        }
        Ok(Self { extensions, properties, queue, buffer })
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        // SAFETY: references that are this object's. A replay that runs keeps what it needs. Nobody asks for errors.
        unsafe {
            if let Some(release) = self.extensions.clReleaseCommandBufferKHR {
                release(self.buffer);
            }
        }
        let _ = queue::release(self.queue);
    }
}

/// Kernels that launches use. OpenCL does not say that a command buffer keeps them.
struct Kept(PiKernel);

// SAFETY: a handle, which OpenCL lets all threads use.
unsafe impl Send for Kept {}

impl Drop for Kept {
    fn drop(&mut self) {
        // Nobody asks for errors.
        let _ = self.release();
    }
}

impl Kept {
    fn new(kernel: PiKernel) -> Result<Self, Failure> {
        // SAFETY: a live kernel.
        unsafe { call!(clRetainKernel(kernel.cl())).map(|()| Self(kernel)) }
    }

    fn release(&self) -> Result<(), Failure> {
        // SAFETY: the reference is this object's, which goes.
        unsafe { call!(clReleaseKernel(self.0.cl())) }
    }
}

/// A command buffer of PI.
pub struct CommandBuffer {
    /// Without profiling, and with it.
    recordings: [Recording; 2],
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The sync points of each command, by PI's sync point.
    points: Vec<[u32; 2]>,
    kernels: Vec<Kept>,
}

/// The sync points that a command comes after, and where its own goes.
#[derive(Clone, Copy)]
pub struct SyncPoints {
    pub count: u32,
    pub list: *const PiExtSyncPoint,
    pub point: *mut PiExtSyncPoint,
}

/// `piextCommandBufferCreate`
///
/// # Safety
/// `out` is valid.
///
/// # Errors
/// `PI_ERROR_UNSUPPORTED_FEATURE` if the device has no command buffers; OpenCL's errors.
pub unsafe fn create(context: PiContext, device: PiDevice, out: *mut PiExtCommandBuffer) -> Result<(), Failure> {
    let Some([plain, profiling]) = queue_properties(device)? else {
        let text = format!("the device has no {EXTENSION} from 0.9.5 on with simultaneous use");
        return Err(Failure::new(PI_ERROR_UNSUPPORTED_FEATURE, text));
    };
    let recordings = [Recording::new(context, device, plain)?, Recording::new(context, device, profiling)?];
    let made = Arc::new(CommandBuffer { recordings, state: Mutex::default() });
    // SAFETY: the caller's duty.
    unsafe { out.write(PiExtCommandBuffer::from_ptr(Arc::into_raw(made).cast_mut().cast::<c_void>())) };
    Ok(())
}

/// # Safety
/// `buffer` is null or a command buffer of [`create`] with a reference.
unsafe fn of<'a>(buffer: PiExtCommandBuffer) -> Result<&'a CommandBuffer, Failure> {
    // SAFETY: the caller's duty.
    unsafe { buffer.as_ptr().cast::<CommandBuffer>().as_ref() }
        .ok_or_else(|| Failure::new(PI_ERROR_INVALID_COMMAND_BUFFER_KHR, "the command buffer is null"))
}

/// `piextCommandBufferRetain`
///
/// # Safety
/// As for [`record`].
pub unsafe fn retain(buffer: PiExtCommandBuffer) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    unsafe { Arc::increment_strong_count(std::ptr::from_ref(of(buffer)?)) };
    Ok(())
}

/// `piextCommandBufferRelease`
///
/// # Safety
/// As for [`record`]; the reference is the caller's.
pub unsafe fn release(buffer: PiExtCommandBuffer) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    unsafe { Arc::decrement_strong_count(std::ptr::from_ref(of(buffer)?)) };
    Ok(())
}

/// `piextCommandBufferFinalize`
///
/// # Safety
/// As for [`record`].
pub unsafe fn finalize(buffer: PiExtCommandBuffer) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let found = unsafe { of(buffer)? };
    let _state = found.state.lock();
    for Recording { extensions, buffer, .. } in &found.recordings {
        // SAFETY: a live command buffer.
        unsafe { call_extension!(extensions, clFinalizeCommandBufferKHR(*buffer))? };
    }
    Ok(())
}

/// Records a command: `call` makes OpenCL's call for a command buffer with the number and the list of sync points, and
/// the place for the new one.
///
/// # Safety
/// `buffer` is null or a live command buffer; the parts of `points` are what PI says.
unsafe fn record(
    buffer: PiExtCommandBuffer,
    points: SyncPoints,
    call: impl Fn(&Extensions, cl_command_buffer_khr, u32, *const u32, *mut u32) -> Result<(), Failure>,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let found = unsafe { of(buffer)? };
    let list: &[PiExtSyncPoint] = match points.count {
        0 => &[],
        // SAFETY: the caller's duty.
        count => unsafe { std::slice::from_raw_parts(points.list, count as usize) },
    };
    let mut state = found.state.lock();
    let mut own = [0; 2];
    for (index, recording) in found.recordings.iter().enumerate() {
        let before = |point: &PiExtSyncPoint| state.points.get(*point as usize).map(|points| points[index]);
        let Some(after) = list.iter().map(before).collect::<Option<Vec<u32>>>() else {
            let text = format!("a sync point of the list is none of the {} of the command buffer", state.points.len());
            return Err(Failure::new(PI_ERROR_INVALID_SYNC_POINT_WAIT_LIST_KHR, text));
        };
        let first = if after.is_empty() { std::ptr::null() } else { after.as_ptr() };
        call(recording.extensions, recording.buffer, after.len() as u32, first, &raw mut own[index])?;
    }
    if !points.point.is_null() {
        // SAFETY: the caller's duty.
        unsafe { points.point.write(state.points.len() as PiExtSyncPoint) };
    }
    state.points.push(own);
    Ok(())
}

/// Records a call of the extension: the arguments are those between OpenCL's first three and its last four.
macro_rules! record {
    ($buffer:expr, $points:expr, $function:ident($($argument:expr),* $(,)?)) => {{
        let none = std::ptr::null_mut();
        // SAFETY: the caller's duty; a null queue is the one of the command buffer.
        let call = |extensions: &Extensions, buffer, count, list, point: *mut u32| unsafe {
            call_extension!(
                extensions,
                $function(buffer, none, std::ptr::null(), $($argument,)* count, list, point, std::ptr::null_mut())
            )
        };
        // SAFETY: the caller's duty.
        unsafe { record($buffer, $points, call) }
    }};
}

/// `piextCommandBufferNDRangeKernel`
///
/// # Safety
/// As for [`record`]; the parts of `range` are null or have as many numbers as it has dimensions.
///
/// # Errors
/// `PI_ERROR_UNSUPPORTED_FEATURE` for a kernel that reaches all allocations of shared virtual memory: those that are
/// made later could not be told.
pub unsafe fn launch(
    buffer: PiExtCommandBuffer,
    kernel: PiKernel,
    range: &Range,
    points: SyncPoints,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let found = unsafe { of(buffer)? };
    if svm::reaches_all(kernel) {
        let text = "the kernel reaches all shared virtual memory, which changes between replays";
        return Err(Failure::new(PI_ERROR_UNSUPPORTED_FEATURE, text));
    }
    let kept = Kept::new(kernel)?;
    let Range { dimensions, offset, global, local } = *range;
    record!(buffer, points, clCommandNDRangeKernelKHR(kernel.cl(), dimensions, offset, global, local))?;
    found.state.lock().kernels.push(kept);
    Ok(())
}

/// `piextCommandBufferMemBufferCopy`
///
/// # Safety
/// As for [`record`].
pub unsafe fn copy_buffer(
    buffer: PiExtCommandBuffer,
    [from, to]: [PiMem; 2],
    [from_offset, to_offset, size]: [usize; 3],
    points: SyncPoints,
) -> Result<(), Failure> {
    record!(buffer, points, clCommandCopyBufferKHR(from.cl(), to.cl(), from_offset, to_offset, size))
}

/// Two rectangles of the same size.
pub struct Rectangles {
    pub origins: [*const PiBuffRectOffset; 2],
    pub region: *const PiBuffRectRegion,
    /// Of rows and of slices, of the source.
    pub from_pitches: [usize; 2],
    /// Of rows and of slices, of the target.
    pub to_pitches: [usize; 2],
}

/// `piextCommandBufferMemBufferCopyRect`
///
/// # Safety
/// As for [`record`]; origins and region are valid.
pub unsafe fn copy_rectangle(
    buffer: PiExtCommandBuffer,
    [from, to]: [PiMem; 2],
    rectangles: &Rectangles,
    points: SyncPoints,
) -> Result<(), Failure> {
    let Rectangles { origins, region, from_pitches, to_pitches } = rectangles;
    record!(
        buffer,
        points,
        clCommandCopyBufferRectKHR(
            from.cl(),
            to.cl(),
            origins[0].cl(),
            origins[1].cl(),
            region.cl(),
            from_pitches[0],
            from_pitches[1],
            to_pitches[0],
            to_pitches[1],
        )
    )
}

/// `piextCommandBufferMemBufferFill`
///
/// # Safety
/// As for [`record`]; `pattern` has its bytes.
pub unsafe fn fill_buffer(
    buffer: PiExtCommandBuffer,
    mem: PiMem,
    pattern: &[u8],
    [offset, size]: [usize; 2],
    points: SyncPoints,
) -> Result<(), Failure> {
    let (bytes, length) = (pattern.as_ptr().cast(), pattern.len());
    record!(buffer, points, clCommandFillBufferKHR(mem.cl(), bytes, length, offset, size))
}

/// The extension has copies and fills of shared virtual memory, and none of other memory.
fn check_svm(memory: &[*const c_void]) -> Result<(), Failure> {
    if memory.iter().all(|address| svm::contains(*address)) {
        return Ok(());
    }
    Err(Failure::new(PI_ERROR_UNSUPPORTED_FEATURE, format!("{EXTENSION} has no copies and fills of USM")))
}

/// `piextCommandBufferMemcpyUSM`
///
/// # Safety
/// As for [`record`]; both have `size` bytes at each replay.
///
/// # Errors
/// `PI_ERROR_UNSUPPORTED_FEATURE` for memory that is not shared virtual memory.
pub unsafe fn copy_usm(
    buffer: PiExtCommandBuffer,
    (to, from, size): (*mut c_void, *const c_void, usize),
    points: SyncPoints,
) -> Result<(), Failure> {
    check_svm(&[to, from])?;
    record!(buffer, points, clCommandSVMMemcpyKHR(to, from, size))
}

/// `piextCommandBufferFillUSM`
///
/// # Safety
/// As for [`record`]; the memory has `size` bytes at each replay.
///
/// # Errors
/// `PI_ERROR_UNSUPPORTED_FEATURE` for memory that is not shared virtual memory.
pub unsafe fn fill_usm(
    buffer: PiExtCommandBuffer,
    memory: *mut c_void,
    pattern: &[u8],
    size: usize,
    points: SyncPoints,
) -> Result<(), Failure> {
    check_svm(&[memory])?;
    let (bytes, length) = (pattern.as_ptr().cast(), pattern.len());
    record!(buffer, points, clCommandSVMMemFillKHR(memory, bytes, length, size))
}

/// `piextCommandBufferPrefetchUSM`, `piextCommandBufferAdviseUSM`: hints, which the extension does not have. A barrier
/// stands for them, so that there is a sync point.
///
/// # Safety
/// As for [`record`].
pub unsafe fn hint(buffer: PiExtCommandBuffer, points: SyncPoints) -> Result<(), Failure> {
    record!(buffer, points, clCommandBarrierWithWaitListKHR())
}

/// An event that this module holds.
struct Event(PiEvent);

impl Drop for Event {
    fn drop(&mut self) {
        // Nobody asks for errors.
        let _ = self.release();
    }
}

impl Event {
    fn release(&self) -> Result<(), Failure> {
        // SAFETY: the reference is this object's, which goes.
        unsafe { call!(clReleaseEvent(self.0.cl())) }
    }
}

/// A marker behind events; behind all commands of the queue, if there are none.
fn mark(queue: PiQueue, count: u32, events: *const PiEvent) -> Result<Event, Failure> {
    let mut made = PiEvent::NULL;
    // SAFETY: a live queue and live events; a place for the event.
    unsafe { call!(clEnqueueMarkerWithWaitList(queue.cl(), count, events.cl(), (&raw mut made).cl()))? };
    Ok(Event(made))
}

/// `piextEnqueueCommandBuffer`
///
/// # Safety
/// As for [`record`]; memory that the commands use lives until they are complete.
pub unsafe fn enqueue(buffer: PiExtCommandBuffer, queue: PiQueue, dependencies: Dependencies) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let found = unsafe { of(buffer)? };
    let properties = queue::properties(queue)?;
    let recording = &found.recordings[usize::from(properties & PROFILING != 0)];
    // SAFETY: the caller's duty.
    unsafe {
        if properties & (PROFILING | ANY_ORDER) == recording.properties {
            return replay(recording, queue, dependencies);
        }
        replay_between_markers(recording, queue, dependencies)
    }
}

/// # Safety
/// As for [`enqueue`]; the queue has the properties of the recording.
unsafe fn replay(recording: &Recording, queue: PiQueue, dependencies: Dependencies) -> Result<(), Failure> {
    let Dependencies { count, events, event } = dependencies;
    let (extensions, mut queue) = (recording.extensions, queue.cl());
    let (list, event) = (events.cl(), event.cl());
    // SAFETY: the caller's duty; a list of one queue.
    unsafe {
        call_extension!(extensions, clEnqueueCommandBufferKHR(1, &raw mut queue, recording.buffer, count, list, event))
    }
}

/// Replays on the queue of the recording: behind a marker in the queue that it is meant for, and with another one there
/// that waits for it. Both queues are flushed, since they wait for each other. The event is that of the replay.
///
/// # Safety
/// As for [`enqueue`].
unsafe fn replay_between_markers(
    recording: &Recording,
    queue: PiQueue,
    dependencies: Dependencies,
) -> Result<(), Failure> {
    let Dependencies { count, events, event } = dependencies;
    let begin = mark(queue, count, events)?;
    // SAFETY: a live queue.
    unsafe { call!(clFlush(queue.cl()))? };
    let mut replayed = PiEvent::NULL;
    let behind = Dependencies { count: 1, events: &raw const begin.0, event: &raw mut replayed };
    // SAFETY: the caller's duty; the queue is that of the recording.
    unsafe { replay(recording, recording.queue, behind)? };
    let replayed = Event(replayed);
    // SAFETY: a live queue.
    unsafe { call!(clFlush(recording.queue.cl()))? };
    drop(mark(queue, 1, &raw const replayed.0)?);
    if !event.is_null() {
        // SAFETY: the caller's duty.
        unsafe { event.write(replayed.0) };
        std::mem::forget(replayed);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queues_are_those_that_the_device_takes() {
        let all = PROFILING | ANY_ORDER;
        assert_eq!(chosen_properties(SIMULTANEOUS_USE, 0, all), Some([ANY_ORDER, all]));
        assert_eq!(chosen_properties(SIMULTANEOUS_USE, 0, PROFILING), Some([0, PROFILING]));
        assert_eq!(chosen_properties(SIMULTANEOUS_USE, PROFILING, all), Some([all, all]));
        // Without simultaneous use, without profiling, with a property that PI's queues do not have.
        assert_eq!(chosen_properties(0, 0, all), None);
        assert_eq!(chosen_properties(SIMULTANEOUS_USE, 0, ANY_ORDER), None);
        assert_eq!(chosen_properties(SIMULTANEOUS_USE, 1 << 2, all), None);
        assert!(version_number(0, 9, 4) < FIRST_VERSION && FIRST_VERSION < version_number(1, 0, 0));
    }
}
