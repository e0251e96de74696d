//! `piEnqueueKernelLaunch`, cooperative launches, and launches in command buffers: the index space
//! against the limits of device and kernel, then a snapshot of the arguments into a command. Nothing
//! here allocates unless something is wrong.

use std::sync::Arc;

use tandem_device::{Command, Device, DeviceInfo, Kernel as Driver, KernelLaunch, LocalArg, NdRange, Work};
use tandem_image::demangle;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::args::{ensure, failure, required};
use crate::destination::Destination;
use crate::device::SharedDevice;
use crate::failure::from_driver;
use crate::kernel::Kernel;
use crate::object::borrow;

/// `piEnqueueKernelLaunch`, `piextEnqueueCooperativeKernelLaunch` and `piextCommandBufferNDRangeKernel`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
#[inline]
pub unsafe fn launch(
    to: impl Destination,
    kernel: PiKernel,
    dims: u32,
    offset: *const usize,
    global: *const usize,
    local: *const usize,
    is_cooperative: bool,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let command = command(&to, kernel, dims, offset, global, local, is_cooperative)?;
        to.accept(command, PI_COMMAND_TYPE_NDRANGE_KERNEL, false)
    }
}

/// The launch of a kernel with the arguments that it has now; a marker for no work-items.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
#[inline]
pub unsafe fn command(
    to: &impl Destination,
    kernel: PiKernel,
    dims: u32,
    offset: *const usize,
    global: *const usize,
    local: *const usize,
    is_cooperative: bool,
) -> Result<Command, Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let kernel = borrow::<Kernel>(kernel)?;
        ensure!(
            std::ptr::eq(to.context(), &raw const **kernel.program().context()),
            PI_ERROR_INVALID_CONTEXT,
            "{} and kernel belong to different contexts",
            to.what()
        );
        let mut range = range(dims, offset, global, local)?;
        let (variant, args) = kernel.for_launch(to.device())?;
        let device = to.device().driver().info();
        check_groups(&mut range, variant.as_ref(), device)?;
        variant.check_memory(&range).map_err(from_driver)?;
        let local_bytes = check_local_memory(variant.as_ref(), args.locals(), device)?;
        if is_cooperative {
            check_cooperation(&range, variant.as_ref(), to.driver_device(), local_bytes)?;
            range.is_cooperative = true;
        }
        Ok(if range.global.contains(&0) {
            Command::Marker
        } else {
            let launch = KernelLaunch { kernel: variant.clone(), range, args: args.without_memory().clone() };
            let mut command = launch.into();
            // In place: arguments are large.
            if let Command::Work(Work::Kernel(launch)) = &mut command {
                args.add_memory(&mut launch.args).map_err(|index| kernel.argument_released(index))?;
            }
            command
        })
    }
}

/// The index space that the caller describes.
///
/// # Safety
/// Pointers are null or valid for `dims` values.
unsafe fn range(
    dims: u32,
    offset: *const usize,
    global: *const usize,
    local: *const usize,
) -> Result<NdRange, Failure> {
    ensure!((1..=3).contains(&dims), PI_ERROR_INVALID_WORK_DIMENSION, "the index space has {dims} dimensions");
    ensure!(!global.is_null(), PI_ERROR_INVALID_GLOBAL_WORK_SIZE, "the global size is null");
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let range = NdRange {
            dims,
            global: spread(global, dims, 1),
            local: if local.is_null() { None } else { Some(spread(local, dims, 1)) },
            offset: if offset.is_null() { [0; 3] } else { spread(offset, dims, 0) },
            is_cooperative: false,
        };
        for (begin, size) in range.offset.iter().zip(&range.global) {
            ensure!(
                begin.checked_add(*size).is_some(),
                PI_ERROR_INVALID_GLOBAL_OFFSET,
                "the offset {begin} and the size {size} exceed the address space"
            );
        }
        Ok(range)
    }
}

/// `dims` values, and `rest` for the other dimensions.
///
/// # Safety
/// `values` is valid for `dims` values.
unsafe fn spread(values: *const usize, dims: u32, rest: u64) -> [u64; 3] {
    [0, 1, 2].map(|dimension| match dimension < dims as usize {
        // SAFETY: the caller's duty.
        true => unsafe { *values.add(dimension) as u64 },
        false => rest,
    })
}

/// Checks the work-group size, and fills in the one that the kernel requires.
fn check_groups(range: &mut NdRange, kernel: &dyn Driver, device: &DeviceInfo) -> Result<(), Failure> {
    let info = kernel.info();
    let required = info.required_work_group_size.map(|size| size.map(u64::from));
    let Some(local) = range.local.or(required) else {
        return Ok(());
    };
    range.local = Some(local);
    if let Some(required) = required {
        ensure!(
            local == required,
            PI_ERROR_INVALID_WORK_GROUP_SIZE,
            "kernel `{}` requires work-groups of {required:?}, not {local:?}",
            demangle::kernel(&info.name)
        );
    }
    for (d, (&size, &limit)) in local.iter().zip(&device.max_work_item_sizes).enumerate() {
        ensure!(size != 0, PI_ERROR_INVALID_WORK_GROUP_SIZE, "the work-group size {local:?} has a zero");
        ensure!(
            size <= limit as u64,
            PI_ERROR_INVALID_WORK_ITEM_SIZE,
            "the work-group size {size} of dimension {d} exceeds the limit {limit} of {}",
            device.name
        );
        ensure!(
            range.global[d].is_multiple_of(size),
            PI_ERROR_INVALID_WORK_GROUP_SIZE,
            "the work-group size {size} does not divide the global size {} of dimension {d}",
            range.global[d]
        );
    }
    let items = local.iter().fold(1_u64, |product, &size| product.saturating_mul(size));
    let limit = kernel.limits().max_work_group_size;
    ensure!(
        items <= limit as u64,
        PI_ERROR_INVALID_WORK_GROUP_SIZE,
        "work-groups of {items} work-items exceed the limit {limit} of kernel `{}` on {}",
        demangle::kernel(&info.name),
        device.name
    );
    Ok(())
}

/// Checks that all work-groups of a launch can run at the same time.
#[cold]
fn check_cooperation(
    range: &NdRange,
    kernel: &dyn Driver,
    device: &dyn Device,
    local_bytes: u64,
) -> Result<(), Failure> {
    let name = demangle::kernel(&kernel.info().name);
    let Some(local) = range.local else {
        return Err(failure!(
            PI_ERROR_INVALID_WORK_GROUP_SIZE,
            "the cooperative launch of kernel `{name}` has no work-group size"
        ));
    };
    let groups =
        range.global.iter().zip(local).fold(1_u64, |groups, (global, local)| groups.saturating_mul(global / local));
    let most = device.max_cooperative_groups(kernel, local.iter().product(), local_bytes);
    ensure!(
        groups <= most,
        PI_ERROR_INVALID_WORK_GROUP_SIZE,
        "{groups} work-groups of kernel `{name}` that wait for each other exceed the limit {most} of {}",
        device.info().name
    );
    Ok(())
}

/// `piextKernelSuggestMaxCooperativeGroupCount`: the number that suits all devices of the program; 0 if a launch with
/// such groups would fail on one of them.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn max_cooperative_groups(
    kernel: PiKernel,
    items: usize,
    local_bytes: usize,
    count: *mut u32,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let kernel = unsafe { borrow::<Kernel>(kernel)? };
    let of_device = |(device, kernel): (&SharedDevice, &Arc<dyn Driver>)| {
        let device = device.driver();
        let local_bytes = kernel.info().local_bytes.saturating_add(local_bytes as u64);
        let fits =
            (1..=kernel.limits().max_work_group_size).contains(&items) && local_bytes <= device.info().local_mem_bytes;
        if fits { device.max_cooperative_groups(kernel.as_ref(), items as u64, local_bytes) } else { 0 }
    };
    let most = kernel.variants().map(of_device).min().unwrap_or(0);
    let count = required(count, "the place for the number")?;
    // SAFETY: not null, and the caller's duty.
    unsafe { count.write(u32::try_from(most).unwrap_or(u32::MAX)) };
    Ok(())
}

/// Checks the local memory of a launch; returns how much it is.
fn check_local_memory(kernel: &dyn Driver, locals: &[LocalArg], device: &DeviceInfo) -> Result<u64, Failure> {
    let own = kernel.info().local_bytes;
    let bytes = locals.iter().fold(own, |sum, local| sum.saturating_add(local.bytes));
    if bytes <= device.local_mem_bytes {
        return Ok(bytes);
    }
    Err(failure!(
        PI_ERROR_OUT_OF_RESOURCES,
        "kernel `{}` needs {bytes} bytes of local memory; {} has {}",
        demangle::kernel(&kernel.info().name),
        device.name,
        device.local_mem_bytes
    ))
}
