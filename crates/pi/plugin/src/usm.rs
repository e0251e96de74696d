//! Unified shared memory: allocations, queries, and the commands on them.

use std::ffi::c_void;
use std::sync::Arc;

use tandem_device::{
    Command, Device as Driver, DevicePtr, HostPtr, Location, Rect, RectSide, UsmInfo, UsmKind, Work, allocate_or_trim,
};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::args::{Answer, ensure, failure, required, store};
use crate::context::Context;
use crate::destination::{Destination, OnQueue};
use crate::device::{Device, SharedDevice};
use crate::enqueue::{Sync, submit};
use crate::failure::from_driver;
use crate::object::{Object, borrow};
use crate::queue::Queue;
use crate::transfer::{copy_command, pattern};

/// Bytes that rows of pitched allocations are multiples of: a cache line of
/// every device so far.
const PITCH_ALIGN: usize = 128;

/// `piextUSMHostAlloc`, `piextUSMDeviceAlloc`, `piextUSMSharedAlloc`. Host memory
/// belongs to the first device of the context.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
#[inline(always)]
pub unsafe fn alloc(
    kind: UsmKind,
    out: *mut *mut c_void,
    context: PiContext,
    device: PiDevice,
    bytes: usize,
    alignment: u32,
) -> Result<(), Failure> {
    let out = required(out, "the place for the address")?;
    // SAFETY: the caller's duty.
    let context = unsafe { borrow::<Context>(context)? };
    let ptr = if kind == UsmKind::Host {
        alloc_on(&*context.drivers()[0], kind, bytes, alignment)?
    } else {
        // SAFETY: the caller's duty.
        let device = unsafe { borrow::<Device>(device)? };
        match context.member(device) {
            Some(driver) => alloc_on(&**driver, kind, bytes, alignment)?,
            None => alloc_on_part(context, device, kind, bytes, alignment)?,
        }
    };
    // SAFETY: not null, and the caller's duty.
    unsafe { out.write(ptr.as_host().0.cast()) };
    Ok(())
}

/// Allocates USM of a device of the context.
#[inline(always)]
fn alloc_on(driver: &dyn Driver, kind: UsmKind, bytes: usize, alignment: u32) -> Result<DevicePtr, Failure> {
    let is_possible = bytes != 0 && bytes as u64 <= driver.info().max_alloc_bytes;
    let is_alignment = alignment & alignment.wrapping_sub(1) == 0;
    match driver.usm() {
        Some(usm) if is_possible && is_alignment => {
            allocate_or_trim(driver, || usm.alloc(kind, bytes, alignment as usize)).map_err(from_driver)
        }
        _ => Err(refusal(driver, bytes, alignment)),
    }
}

/// The same for a part of a device of the context.
#[cold]
fn alloc_on_part(
    context: &Context,
    device: &Object<Device>,
    kind: UsmKind,
    bytes: usize,
    alignment: u32,
) -> Result<DevicePtr, Failure> {
    ensure!(context.contains(device), PI_ERROR_INVALID_DEVICE, "the device is not one of the context");
    alloc_on(&*context.driver(device)?, kind, bytes, alignment)
}

/// Why an allocation is not tried.
#[cold]
fn refusal(driver: &dyn Driver, bytes: usize, alignment: u32) -> Failure {
    let info = driver.info();
    if alignment != 0 && !alignment.is_power_of_two() {
        return failure!(PI_ERROR_INVALID_VALUE, "the alignment {alignment} is not a power of two");
    }
    if bytes == 0 || bytes as u64 > info.max_alloc_bytes {
        return failure!(
            PI_ERROR_INVALID_BUFFER_SIZE,
            "{bytes} bytes cannot be allocated at once; the limit of {} is {}",
            info.name,
            info.max_alloc_bytes
        );
    }
    failure!(PI_ERROR_INVALID_OPERATION, "{} has no unified shared memory", info.name)
}

/// `piextUSMPitchedAlloc`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn alloc_pitched(
    out: *mut *mut c_void,
    pitch_out: *mut usize,
    context: PiContext,
    device: PiDevice,
    width: usize,
    height: usize,
) -> Result<(), Failure> {
    let pitch_out = required(pitch_out, "the place for the pitch")?;
    let size = width.checked_next_multiple_of(PITCH_ALIGN).and_then(|pitch| Some((pitch, pitch.checked_mul(height)?)));
    let (pitch, bytes) =
        size.ok_or_else(|| failure!(PI_ERROR_INVALID_BUFFER_SIZE, "{height} rows of {width} bytes are too large"))?;
    // SAFETY: the caller's duty.
    unsafe {
        alloc(UsmKind::Device, out, context, device, bytes, PITCH_ALIGN as u32)?;
        pitch_out.write(pitch);
    }
    Ok(())
}

/// An allocation.
struct Found<'a> {
    info: UsmInfo,
    device: &'a SharedDevice,
    driver: &'a Arc<dyn Driver>,
}

/// The allocation that an address belongs to.
fn find(context: &Context, ptr: *const c_void) -> Option<Found<'_>> {
    let ptr = DevicePtr(ptr as usize as u64);
    context.members().find_map(|(device, driver)| Some(Found { info: driver.usm()?.query(ptr)?, device, driver }))
}

/// `piextUSMFree`. Commands may still use the memory, whether it was passed to
/// them or is only pointed to, so this waits for all queues of the context, as
/// `clMemBlockingFreeINTEL` does. In a callback of an event it returns at once,
/// and the memory is freed when they are idle.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
#[inline(always)]
pub unsafe fn free(context: PiContext, ptr: *mut c_void) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let context = unsafe { borrow::<Context>(context)? };
    // The usual case, without a search for the device.
    if let [driver] = context.drivers()
        && context.is_idle()
        && let Some(usm) = driver.usm()
        && usm.free(DevicePtr(ptr as usize as u64)).is_ok()
    {
        return Ok(());
    }
    free_when_idle(context, ptr)
}

/// The same when commands may use the memory, or when it may be that of several devices.
#[cold]
fn free_when_idle(context: &Context, ptr: *mut c_void) -> Result<(), Failure> {
    let Found { info, driver, .. } = find(context, ptr)
        .ok_or_else(|| failure!(PI_ERROR_INVALID_VALUE, "{ptr:p} was not allocated in this context"))?;
    ensure!(
        info.base.as_host().0.cast() == ptr,
        PI_ERROR_INVALID_VALUE,
        "{ptr:p} is inside of an allocation, not its beginning"
    );
    let driver = Arc::clone(driver);
    let free = move || driver.usm().map_or(Ok(()), |usm| usm.free(info.base));
    context.when_idle(free).unwrap_or(Ok(())).map_err(from_driver)
}

/// `piextUSMGetMemAllocInfo`. An address that is no USM has an unknown type.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn info(
    context: PiContext,
    ptr: *const c_void,
    param: PiMemAllocInfo,
    answer: Answer,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let context = unsafe { borrow::<Context>(context)? };
    let found = find(context, ptr);
    match param {
        PI_MEM_ALLOC_TYPE => answer.value(match found {
            Some(found) => usm_type(found.info.kind),
            None => PI_MEM_TYPE_UNKNOWN,
        }),
        PI_MEM_ALLOC_BASE_PTR => answer.value(found.map_or(0, |found| found.info.base.0)),
        PI_MEM_ALLOC_SIZE => answer.value(found.map_or(0, |found| found.info.size)),
        PI_MEM_ALLOC_DEVICE => answer.value(match found {
            // Host memory belongs to no device.
            Some(found) if found.info.kind != UsmKind::Host => found.device.handle(),
            _ => PiDevice::NULL,
        }),
        other => answer.unknown(other),
    }
}

fn usm_type(kind: UsmKind) -> PiUsmType {
    match kind {
        UsmKind::Host => PI_MEM_TYPE_HOST,
        UsmKind::Device => PI_MEM_TYPE_DEVICE,
        UsmKind::Shared => PI_MEM_TYPE_SHARED,
    }
}

/// Where an address is: USM, or host memory for a device that tells them apart.
fn location(to: &impl Destination, ptr: *const c_void) -> Result<Location, Failure> {
    let ptr = required(ptr.cast_mut(), "the address")?;
    let is_usm = to.device().shares_host_memory() || find(to.context(), ptr).is_some();
    Ok(if is_usm { Location::Usm(DevicePtr(ptr as usize as u64)) } else { Location::Host(HostPtr(ptr.cast())) })
}

/// `piextUSMEnqueueMemcpy`, and the same in a command buffer
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn copy(
    to: impl Destination,
    blocking: PiBool,
    dst: *mut c_void,
    src: *const c_void,
    bytes: usize,
) -> Result<(), Failure> {
    let command = match bytes {
        0 => Command::Marker,
        bytes => copy_command(location(&to, src)?, location(&to, dst)?, bytes),
    };
    // SAFETY: the caller's duty.
    unsafe { to.accept(command, PI_COMMAND_TYPE_SVM_MEMCPY, blocking != PI_FALSE) }
}

/// `piextUSMEnqueueMemcpy2D`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
#[allow(clippy::too_many_arguments, reason = "the parameters of PI")]
pub unsafe fn copy_2d(
    to: OnQueue<'_>,
    blocking: PiBool,
    dst: *mut c_void,
    dst_pitch: usize,
    src: *const c_void,
    src_pitch: usize,
    width: usize,
    height: usize,
) -> Result<(), Failure> {
    check_pitch(dst_pitch, width)?;
    check_pitch(src_pitch, width)?;
    let side = |row_pitch: usize| RectSide { origin: [0; 3], row_pitch, slice_pitch: row_pitch.saturating_mul(height) };
    let command = if width == 0 || height == 0 {
        Command::Marker
    } else {
        let rect = Box::new(Rect { region: [width, height, 1], src: side(src_pitch), dst: side(dst_pitch) });
        Command::Work(Work::CopyRect { src: location(&to, src)?, dst: location(&to, dst)?, rect })
    };
    // SAFETY: the caller's duty.
    unsafe { to.accept(command, PI_COMMAND_TYPE_SVM_MEMCPY, blocking != PI_FALSE) }
}

fn check_pitch(pitch: usize, width: usize) -> Result<(), Failure> {
    ensure!(pitch >= width, PI_ERROR_INVALID_VALUE, "the pitch of {pitch} bytes is less than the width of {width}");
    Ok(())
}

/// `piextUSMEnqueueMemset`: the low byte of `value`, repeated.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn set(to: OnQueue<'_>, ptr: *mut c_void, value: i32, bytes: usize) -> Result<(), Failure> {
    // SAFETY: a pattern of one byte; the caller's duty.
    unsafe { fill(to, ptr, (&raw const value).cast(), 1, bytes) }
}

/// `piextCommandBufferFillUSM`: a pattern, repeated.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn fill(
    to: impl Destination,
    ptr: *mut c_void,
    pattern_ptr: *const c_void,
    pattern_bytes: usize,
    bytes: usize,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let pattern = pattern(pattern_ptr, pattern_bytes, bytes)?;
        let command = match bytes {
            0 => Command::Marker,
            bytes => Command::Work(Work::Fill { dst: location(&to, ptr)?, pattern, bytes }),
        };
        to.accept(command, PI_COMMAND_TYPE_SVM_MEMFILL, false)
    }
}

/// `piextUSMEnqueueFill2D` and `piextUSMEnqueueMemset2D`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
#[allow(clippy::too_many_arguments, reason = "the parameters of PI")]
pub unsafe fn fill_2d(
    to: OnQueue<'_>,
    ptr: *mut c_void,
    pitch: usize,
    pattern_bytes: usize,
    pattern_ptr: *const c_void,
    width: usize,
    height: usize,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        check_pitch(pitch, width)?;
        let pattern = pattern(pattern_ptr, pattern_bytes, width)?;
        let command = if width == 0 || height == 0 {
            Command::Marker
        } else {
            let dst = location(&to, ptr)?;
            match height {
                1 => Command::Work(Work::Fill { dst, pattern, bytes: width }),
                rows => Command::Work(Work::FillRect { dst, pattern, row_bytes: width, rows, pitch }),
            }
        };
        to.accept(command, PI_COMMAND_TYPE_SVM_MEMFILL, false)
    }
}

/// `piextUSMEnqueuePrefetch`, and the same in a command buffer
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn prefetch(to: impl Destination, ptr: *const c_void, bytes: usize) -> Result<(), Failure> {
    let ptr = DevicePtr(required(ptr.cast_mut(), "the address")? as usize as u64);
    // SAFETY: the caller's duty.
    unsafe { to.accept(Command::Work(Work::Prefetch { ptr, bytes }), PI_COMMAND_TYPE_MIGRATE_MEM_OBJECTS, false) }
}

/// `piextUSMEnqueueMemAdvise`, and the same in a command buffer
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn advise(
    to: impl Destination,
    ptr: *const c_void,
    bytes: usize,
    advice: PiMemAdvice,
) -> Result<(), Failure> {
    let ptr = DevicePtr(required(ptr.cast_mut(), "the address")? as usize as u64);
    let command = Command::Work(Work::Advise { ptr, bytes, advice: advice.0 });
    // SAFETY: the caller's duty.
    unsafe { to.accept(command, PI_COMMAND_TYPE_MIGRATE_MEM_OBJECTS, false) }
}

/// `piextUSMImport`: copies from and to this host memory should be fast on all devices of the
/// context.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn import(ptr: *const c_void, bytes: usize, context: PiContext) -> Result<(), Failure> {
    let host = HostPtr(required(ptr.cast_mut(), "the address")?.cast());
    // SAFETY: the caller's duty.
    let context = unsafe { borrow::<Context>(context)? };
    let mut devices = context.drivers().iter().filter_map(|driver| driver.usm());
    devices.try_for_each(|usm| usm.import(host, bytes)).map_err(from_driver)
}

/// `piextUSMRelease`: ends what an import began.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn release(ptr: *const c_void, context: PiContext) -> Result<(), Failure> {
    let host = HostPtr(required(ptr.cast_mut(), "the address")?.cast());
    // SAFETY: the caller's duty.
    let context = unsafe { borrow::<Context>(context)? };
    let mut devices = context.drivers().iter().filter_map(|driver| driver.usm());
    devices.try_for_each(|usm| usm.release(host)).map_err(from_driver)
}

/// The address of a device global, and the command on it:
/// `piextEnqueueDeviceGlobalVariableRead` and `…Write`.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
#[allow(clippy::too_many_arguments, reason = "the parameters of PI")]
pub unsafe fn device_global(
    direction: crate::transfer::Direction,
    queue: PiQueue,
    program: PiProgram,
    name: &str,
    blocking: PiBool,
    bytes: usize,
    offset: usize,
    host: *const c_void,
    sync: Sync,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let queue = unsafe { borrow::<Queue>(queue)? };
    // SAFETY: the caller's duty.
    let addresses = unsafe { crate::program::variables(queue.device(), program, name)? };
    let host = HostPtr(required(host.cast_mut(), "the host pointer")?.cast());
    let is_read = direction == crate::transfer::Direction::Read;
    let command = |address: DevicePtr| {
        let (host, global) = (Location::Host(host), Location::Usm(address.offset(offset)));
        if is_read { copy_command(global, host, bytes) } else { copy_command(host, global, bytes) }
    };
    let command_type = if is_read {
        PI_COMMAND_TYPE_DEVICE_GLOBAL_VARIABLE_READ
    } else {
        PI_COMMAND_TYPE_DEVICE_GLOBAL_VARIABLE_WRITE
    };
    let (first, others) = addresses.split_first().expect("there is a variable");
    // SAFETY: the caller's duty.
    unsafe {
        // The caller's event is for one command: the others are complete before.
        for address in others.iter().filter(|_| !is_read) {
            submit(queue, command(*address), command_type, sync.without_event(), true)?;
        }
        submit(queue, command(*first), command_type, sync, blocking != PI_FALSE)
    }
}

/// Stores the address of a symbol: `piextGetGlobalVariablePointer` and
/// `piextGetDeviceFunctionPointer`.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn symbol_address<T>(
    device: PiDevice,
    program: PiProgram,
    name: &str,
    out: *mut T,
    convert: impl FnOnce(DevicePtr) -> T,
) -> Result<(), Failure> {
    let out = required(out, "the place for the address")?;
    // SAFETY: the caller's duty.
    unsafe {
        let address = crate::program::symbol(borrow::<Device>(device)?, program, name)?;
        store(out, convert(address));
    }
    Ok(())
}
