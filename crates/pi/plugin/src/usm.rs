//! Unified shared memory: allocations, queries, and the commands on them.

use std::ffi::c_void;
use std::sync::Arc;

use tandem_device::{
    Command, Device as Driver, DevicePtr, Location, Rect, RectSide, UsmInfo, UsmKind, Work, allocate_or_trim,
};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::answer::Answer;
use crate::context::Context;
use crate::destination::{Destination, OnQueue};
use crate::device::{Device, SharedDevice};
use crate::enqueue::{Sync, submit};
use crate::failure::{ensure, failure, from_driver};
use crate::handle::Handle;
use crate::object::Object;
use crate::parameters::{Bytes, Memory, Out};
use crate::program::{self, Program};
use crate::queue::Queue;
use crate::transfer::{self, Direction, copy_command};

/// Bytes that rows of pitched allocations are multiples of: a cache line of
/// every device so far.
const PITCH_ALIGN: usize = 128;

/// `piextUSMHostAlloc`, `piextUSMDeviceAlloc`, `piextUSMSharedAlloc`. Host memory
/// belongs to the first device of the context.
#[inline(always)]
pub fn alloc(
    kind: UsmKind,
    out: Out<'_, *mut c_void>,
    context: Handle<'_, Context>,
    device: Option<Handle<'_, Device>>,
    bytes: usize,
    alignment: u32,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the address")?;
    let context = context.object()?;
    let ptr = match device.map(Handle::object).transpose()? {
        None => alloc_on(&*context.drivers()[0], kind, bytes, alignment)?,
        Some(device) => match context.member(device) {
            Some(driver) => alloc_on(&**driver, kind, bytes, alignment)?,
            None => alloc_on_part(context, device, kind, bytes, alignment)?,
        },
    };
    out.write(ptr.as_host().0.cast());
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

/// Allocates USM on a part of a device of the context.
#[cold]
fn alloc_on_part(
    context: &Context,
    device: &Object<Device>,
    kind: UsmKind,
    bytes: usize,
    alignment: u32,
) -> Result<DevicePtr, Failure> {
    ensure!(context.contains(device), PI_ERROR_INVALID_DEVICE, "the device does not belong to the context");
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
pub fn alloc_pitched(
    out: Out<'_, *mut c_void>,
    pitch_out: Out<'_, usize>,
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    width: usize,
    height: usize,
) -> Result<(), Failure> {
    let pitch_out = pitch_out.required("the output pointer for the pitch")?;
    let size = width.checked_next_multiple_of(PITCH_ALIGN).and_then(|pitch| Some((pitch, pitch.checked_mul(height)?)));
    let (pitch, bytes) =
        size.ok_or_else(|| failure!(PI_ERROR_INVALID_BUFFER_SIZE, "{height} rows of {width} bytes are too large"))?;
    alloc(UsmKind::Device, out, context, Some(device), bytes, PITCH_ALIGN as u32)?;
    pitch_out.write(pitch);
    Ok(())
}

/// An allocation.
struct Found<'a> {
    info: UsmInfo,
    device: &'a SharedDevice,
    driver: &'a Arc<dyn Driver>,
}

/// The allocation that an address belongs to.
fn find(context: &Context, ptr: Memory) -> Option<Found<'_>> {
    let ptr = ptr.device();
    context.members().find_map(|(device, driver)| Some(Found { info: driver.usm()?.query(ptr)?, device, driver }))
}

/// `piextUSMFree`. Commands may still use the memory, whether it was passed to
/// them or is only pointed to, so this waits for all queues of the context, as
/// `clMemBlockingFreeINTEL` does. In a callback of an event it returns at once,
/// and the memory is freed when they are idle.
#[inline(always)]
pub fn free(context: Handle<'_, Context>, ptr: Memory) -> Result<(), Failure> {
    let context = context.object()?;
    // The usual case, without a search for the device.
    if let [driver] = context.drivers()
        && context.is_idle()
        && let Some(usm) = driver.usm()
        && usm.free(ptr.device()).is_ok()
    {
        return Ok(());
    }
    free_when_idle(context, ptr)
}

/// The same when commands may use the memory, or when it may be that of several devices.
#[cold]
fn free_when_idle(context: &Context, ptr: Memory) -> Result<(), Failure> {
    let address = ptr.as_ptr();
    let Found { info, driver, .. } = find(context, ptr)
        .ok_or_else(|| failure!(PI_ERROR_INVALID_VALUE, "{address:p} was not allocated in this context"))?;
    ensure!(
        info.base.as_host().0.cast() == address,
        PI_ERROR_INVALID_VALUE,
        "{address:p} points into an allocation, not to its beginning"
    );
    let driver = Arc::clone(driver);
    let free = move || driver.usm().map_or(Ok(()), |usm| usm.free(info.base));
    context.when_idle(free).unwrap_or(Ok(())).map_err(from_driver)
}

/// `piextUSMGetMemAllocInfo`. An address that is no USM has an unknown type.
pub fn info(
    context: Handle<'_, Context>,
    ptr: Memory,
    param: PiMemAllocInfo,
    answer: Answer<'_>,
) -> Result<(), Failure> {
    let context = context.object()?;
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

/// Checks that kernels of a device can access `bytes` bytes of USM.
///
/// # Errors
/// `PI_ERROR_INVALID_VALUE` for null, for a non-USM address if the device cannot access all host memory, and for an
/// allocation that is too small.
pub fn check_range(context: &Context, driver: &dyn Driver, ptr: Memory, bytes: usize) -> Result<(), Failure> {
    let address = ptr.required("the address")?;
    let Some(Found { info: UsmInfo { base, size, .. }, .. }) = find(context, ptr) else {
        ensure!(
            driver.info().usm_system.access,
            PI_ERROR_INVALID_VALUE,
            "{:p} was not allocated in this context",
            address.0
        );
        return Ok(());
    };
    let rest = size - (ptr.device().0 - base.0) as usize;
    ensure!(
        bytes <= rest,
        PI_ERROR_INVALID_VALUE,
        "{bytes} bytes at {:p} exceed the allocation, which has {rest} bytes left there",
        address.0
    );
    Ok(())
}

fn usm_type(kind: UsmKind) -> PiUsmType {
    match kind {
        UsmKind::Host => PI_MEM_TYPE_HOST,
        UsmKind::Device => PI_MEM_TYPE_DEVICE,
        UsmKind::Shared => PI_MEM_TYPE_SHARED,
    }
}

/// The location of an address: USM, or host memory for a device that distinguishes them.
pub fn location(to: &impl Destination, ptr: Memory) -> Result<Location, Failure> {
    let host = ptr.required("the address")?;
    let is_usm = to.device().shares_host_memory() || find(to.context(), ptr).is_some();
    Ok(if is_usm { Location::Usm(ptr.device()) } else { Location::Host(host) })
}

/// `piextUSMEnqueueMemcpy`, and the same in a command buffer
pub fn copy(to: impl Destination, blocking: PiBool, dst: Memory, src: Memory, bytes: usize) -> Result<(), Failure> {
    let command = match bytes {
        0 => Command::Marker,
        bytes => copy_command(location(&to, src)?, location(&to, dst)?, bytes),
    };
    to.accept(command, PI_COMMAND_TYPE_SVM_MEMCPY, blocking != PI_FALSE)
}

/// `piextUSMEnqueueMemcpy2D`
#[allow(clippy::too_many_arguments, reason = "the parameters of PI")]
pub fn copy_2d(
    to: OnQueue<'_>,
    blocking: PiBool,
    dst: Memory,
    dst_pitch: usize,
    src: Memory,
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
    to.accept(command, PI_COMMAND_TYPE_SVM_MEMCPY, blocking != PI_FALSE)
}

fn check_pitch(pitch: usize, width: usize) -> Result<(), Failure> {
    ensure!(pitch >= width, PI_ERROR_INVALID_VALUE, "the pitch of {pitch} bytes is less than the width of {width}");
    Ok(())
}

/// `piextUSMEnqueueMemset`: the low byte of `value`, repeated.
pub fn set(to: OnQueue<'_>, ptr: Memory, value: i32, bytes: usize) -> Result<(), Failure> {
    fill(to, ptr, Bytes::of(&[value as u8]), bytes)
}

/// `piextCommandBufferFillUSM`: a pattern, repeated.
pub fn fill(to: impl Destination, ptr: Memory, pattern: Bytes<'_>, bytes: usize) -> Result<(), Failure> {
    let pattern = transfer::pattern(pattern, bytes)?;
    let command = match bytes {
        0 => Command::Marker,
        bytes => Command::Work(Work::Fill { dst: location(&to, ptr)?, pattern, bytes }),
    };
    to.accept(command, PI_COMMAND_TYPE_SVM_MEMFILL, false)
}

/// `piextUSMEnqueueFill2D` and `piextUSMEnqueueMemset2D`
#[allow(clippy::too_many_arguments, reason = "the parameters of PI")]
pub fn fill_2d(
    to: OnQueue<'_>,
    ptr: Memory,
    pitch: usize,
    pattern: Bytes<'_>,
    width: usize,
    height: usize,
) -> Result<(), Failure> {
    check_pitch(pitch, width)?;
    let pattern = transfer::pattern(pattern, width)?;
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

/// `piextUSMEnqueuePrefetch`, and the same in a command buffer
pub fn prefetch(to: impl Destination, ptr: Memory, bytes: usize) -> Result<(), Failure> {
    ptr.required("the address")?;
    let ptr = ptr.device();
    to.accept(Command::Work(Work::Prefetch { ptr, bytes }), PI_COMMAND_TYPE_MIGRATE_MEM_OBJECTS, false)
}

/// `piextUSMEnqueueMemAdvise`, and the same in a command buffer
pub fn advise(to: impl Destination, ptr: Memory, bytes: usize, advice: PiMemAdvice) -> Result<(), Failure> {
    ptr.required("the address")?;
    let ptr = ptr.device();
    let command = Command::Work(Work::Advise { ptr, bytes, advice: advice.0 });
    to.accept(command, PI_COMMAND_TYPE_MIGRATE_MEM_OBJECTS, false)
}

/// `piextUSMImport`: copies from and to this host memory should be fast on all devices of the
/// context.
pub fn import(ptr: Memory, bytes: usize, context: Handle<'_, Context>) -> Result<(), Failure> {
    let host = ptr.required("the address")?;
    let context = context.object()?;
    let mut devices = context.drivers().iter().filter_map(|driver| driver.usm());
    devices.try_for_each(|usm| usm.import(host, bytes)).map_err(from_driver)
}

/// `piextUSMRelease`: ends what an import began.
pub fn release(ptr: Memory, context: Handle<'_, Context>) -> Result<(), Failure> {
    let host = ptr.required("the address")?;
    let context = context.object()?;
    let mut devices = context.drivers().iter().filter_map(|driver| driver.usm());
    devices.try_for_each(|usm| usm.release(host)).map_err(from_driver)
}

/// The address of a device global, and the command on it:
/// `piextEnqueueDeviceGlobalVariableRead` and `…Write`.
#[allow(clippy::too_many_arguments, reason = "the parameters of PI")]
pub fn device_global(
    direction: Direction,
    queue: Handle<'_, Queue>,
    program: Handle<'_, Program>,
    name: &str,
    blocking: PiBool,
    bytes: usize,
    offset: usize,
    host: Memory,
    sync: Sync<'_>,
) -> Result<(), Failure> {
    let queue = queue.object()?;
    let addresses = program::variables(queue.device(), program, name)?;
    let host = host.required("the host pointer")?;
    let is_read = direction == Direction::Read;
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
    // The caller's event is for one command: the others are complete before.
    for address in others.iter().filter(|_| !is_read) {
        submit(queue, command(*address), command_type, sync.without_event(), true)?;
    }
    submit(queue, command(*first), command_type, sync, blocking != PI_FALSE)
}

/// Stores the address of a symbol: `piextGetGlobalVariablePointer` and
/// `piextGetDeviceFunctionPointer`.
pub fn symbol_address<T>(
    device: Handle<'_, Device>,
    program: Handle<'_, Program>,
    name: &str,
    out: Out<'_, T>,
    convert: impl FnOnce(DevicePtr) -> T,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the address")?;
    let address = program::symbol(device.object()?, program, name)?;
    out.write(convert(address));
    Ok(())
}
