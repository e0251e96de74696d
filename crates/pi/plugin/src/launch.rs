//! `piEnqueueKernelLaunch`, cooperative launches, and launches in command buffers: the index space
//! against the limits of device and kernel, then a snapshot of the arguments into a command. Nothing
//! here allocates unless something is wrong.

use std::marker::PhantomData;
use std::sync::Arc;

use tandem_device::{Command, Device, DeviceInfo, Kernel as Driver, KernelLaunch, LocalArg, NdRange, Work};
use tandem_image::demangle;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::destination::Destination;
use crate::device::SharedDevice;
use crate::failure::{ensure, failure, from_driver};
use crate::handle::Handle;
use crate::kernel::Kernel;
use crate::parameters::{Out, Parameter};

/// The caller's index space: the number of dimensions, and that number of values through each
/// pointer that is not null.
pub struct IndexSpace<'a> {
    dims: u32,
    offset: *const usize,
    global: *const usize,
    local: *const usize,
    values: PhantomData<&'a usize>,
}

impl Parameter for IndexSpace<'_> {
    type Raw = (u32, *const usize, *const usize, *const usize);

    #[inline]
    unsafe fn read((dims, offset, global, local): Self::Raw) -> Self {
        Self { dims, offset, global, local, values: PhantomData }
    }
}

impl IndexSpace<'_> {
    #[inline]
    fn range(&self) -> Result<NdRange, Failure> {
        let dims = self.dims;
        ensure!((1..=3).contains(&dims), PI_ERROR_INVALID_WORK_DIMENSION, "the index space has {dims} dimensions");
        let global = self.spread(self.global, 1);
        let global = global.ok_or_else(|| failure!(PI_ERROR_INVALID_GLOBAL_WORK_SIZE, "the global size is null"))?;
        let (local, offset) = (self.spread(self.local, 1), self.spread(self.offset, 0).unwrap_or_default());
        for (begin, size) in offset.iter().zip(&global) {
            ensure!(
                begin.checked_add(*size).is_some(),
                PI_ERROR_INVALID_GLOBAL_OFFSET,
                "the offset {begin} and the size {size} exceed the address space"
            );
        }
        Ok(NdRange { dims, global, local, offset, is_cooperative: false })
    }

    /// The values at one of the pointers, and `rest` for the other dimensions; `None` of null.
    #[inline]
    fn spread(&self, values: *const usize, rest: u64) -> Option<[u64; 3]> {
        let value = |dimension| match dimension < self.dims as usize {
            // SAFETY: each pointer of the space leads to as many values as it has dimensions.
            true => unsafe { *values.add(dimension) as u64 },
            false => rest,
        };
        (!values.is_null()).then(|| [0, 1, 2].map(value))
    }
}

/// `piEnqueueKernelLaunch`, `piextEnqueueCooperativeKernelLaunch` and `piextCommandBufferNDRangeKernel`
#[inline]
pub fn launch(
    to: impl Destination,
    kernel: Handle<'_, Kernel>,
    space: IndexSpace<'_>,
    is_cooperative: bool,
) -> Result<(), Failure> {
    let command = command(&to, kernel, space, is_cooperative)?;
    to.accept(command, PI_COMMAND_TYPE_NDRANGE_KERNEL, false)
}

/// The launch of a kernel with the arguments that it has now; a marker for no work-items.
#[inline]
pub fn command(
    to: &impl Destination,
    kernel: Handle<'_, Kernel>,
    space: IndexSpace<'_>,
    is_cooperative: bool,
) -> Result<Command, Failure> {
    let kernel = kernel.object()?;
    ensure!(
        std::ptr::eq(to.context(), &raw const **kernel.program().context()),
        PI_ERROR_INVALID_CONTEXT,
        "{} and kernel belong to different contexts",
        to.what()
    );
    let mut range = space.range()?;
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
            args.add_resources(&mut launch.args, to.driver_device(), |index| kernel.argument_released(index))?;
        }
        command
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
pub fn max_cooperative_groups(
    kernel: Handle<'_, Kernel>,
    items: usize,
    local_bytes: usize,
    count: Out<'_, u32>,
) -> Result<(), Failure> {
    let kernel = kernel.object()?;
    let of_device = |(device, kernel): (&SharedDevice, &Arc<dyn Driver>)| {
        let device = device.driver();
        let local_bytes = kernel.info().local_bytes.saturating_add(local_bytes as u64);
        let fits =
            (1..=kernel.limits().max_work_group_size).contains(&items) && local_bytes <= device.info().local_mem_bytes;
        if fits { device.max_cooperative_groups(kernel.as_ref(), items as u64, local_bytes) } else { 0 }
    };
    let most = kernel.variants().map(of_device).min().unwrap_or(0);
    let count = count.required("the output pointer for the number")?;
    count.write(u32::try_from(most).unwrap_or(u32::MAX));
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
