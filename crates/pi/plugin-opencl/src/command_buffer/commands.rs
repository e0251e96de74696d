//! Commands that are recorded: launches, and copies and fills of buffers and shared virtual memory.

use std::ffi::c_void;

use opencl_sys::*;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use super::capabilities::EXTENSION;
use super::recording::{Kept, of};
use crate::convert::ToCl;
use crate::extensions::Extensions;
use crate::kernel::Range;
use crate::svm;

/// The sync points that a command waits for, and the place for its own.
#[derive(Clone, Copy)]
pub struct SyncPoints {
    pub count: u32,
    pub list: *const PiExtSyncPoint,
    pub point: *mut PiExtSyncPoint,
}

/// Records a command: `call` makes OpenCL's call for a command buffer with the number and the list of sync points, and
/// the output pointer for the new one.
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
            let text =
                format!("a sync point in the list is not one of the {} of the command buffer", state.points.len());
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
/// As for [`record()`]; the parts of `range` are null or have one number for each of its dimensions.
///
/// # Errors
/// `PI_ERROR_UNSUPPORTED_FEATURE` for a kernel that reaches all allocations of shared virtual memory: OpenCL could not
/// be informed of later allocations.
pub unsafe fn launch(
    buffer: PiExtCommandBuffer,
    kernel: PiKernel,
    range: &Range,
    points: SyncPoints,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let found = unsafe { of(buffer)? };
    if svm::reaches_all(kernel) {
        let text = "the kernel may access any shared virtual memory, which changes between replays";
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
/// As for [`record()`].
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
    /// Pitches of rows and slices in the source.
    pub from_pitches: [usize; 2],
    /// Pitches of rows and slices in the target.
    pub to_pitches: [usize; 2],
}

/// `piextCommandBufferMemBufferCopyRect`
///
/// # Safety
/// As for [`record()`]; origins and region are valid.
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
/// As for [`record()`]; `pattern` has its bytes.
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
/// As for [`record()`]; both have `size` bytes at each replay.
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
/// As for [`record()`]; the memory has `size` bytes at each replay.
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

/// `piextCommandBufferPrefetchUSM`, `piextCommandBufferAdviseUSM`: hints, which the extension does not have. A
/// barrier replaces them, so that there is a sync point.
///
/// # Safety
/// As for [`record()`].
pub unsafe fn hint(buffer: PiExtCommandBuffer, points: SyncPoints) -> Result<(), Failure> {
    record!(buffer, points, clCommandBarrierWithWaitListKHR())
}
