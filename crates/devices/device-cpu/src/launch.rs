//! Launches: from a [`KernelLaunch`] to calls of the compiled work-group
//! function (`docs/internals/boundaries.md`, section 5).

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use tandem_device::{Allocation, Device, DeviceInfo, Error, Kernel, KernelArgs, KernelLaunch, NdRange, Result};
use tandem_image::demangle;
use tandem_native_cpu::{LaunchInfo, NativeKernel, WorkGroupFn};

use crate::cooperation::GroupsBarrier;
use crate::faults;
use crate::float_environment::KernelEnvironment;
use crate::group_memory;
use crate::guard::{self, Arguments, Fault};
use crate::image;
use crate::program::CpuKernel;
use crate::stack;
use crate::work_group_pool::{Work, WorkGroupPool};

/// Alignment of local memory, and of the scratch memory that follows it.
const BLOCK_ALIGN: u64 = group_memory::ALIGN as u64;
/// Bytes of scratch memory in addition to the state of the work-items.
const SCRATCH_EXTRA: u64 = 64;
/// Work-items of a group that the driver chooses itself: long enough to hide
/// the call, short enough to stay in the first-level cache.
const ITEMS_PER_GROUP: u64 = 4096;
/// The same where work-items keep data across barriers.
const ITEMS_PER_BARRIER_GROUP: u64 = 256;
/// Scratch memory of a group that the driver chooses itself: what fits into
/// the second-level cache.
const SCRATCH_PER_GROUP: u64 = 1 << 20;
/// Inner loops are multiples of this, the widest vector of floats.
const LANES: u64 = 16;
/// Work-groups per thread to aim at, so that threads end together.
const GROUPS_PER_THREAD: u64 = 8;

/// Other commands may run at the same time as a launch that takes longer than this: a few times the cost of waking
/// another thread.
const BRIEF_NS: u64 = 20_000;

/// Where to run work-groups.
#[derive(Clone, Copy)]
pub enum Threads<'a> {
    /// On a pool.
    Pool(&'a WorkGroupPool),
    /// On the calling thread.
    One,
}

impl Threads<'_> {
    /// How many there are.
    pub(crate) fn count(self) -> u64 {
        match self {
            Self::Pool(pool) => pool.threads() as u64,
            Self::One => 1,
        }
    }
}

/// Runs a kernel to its end. A kernel that faults ends the process.
pub fn run(launch: &mut KernelLaunch, device: &dyn Device, threads: Threads<'_>) -> Result<()> {
    run_as(launch, device, threads, Guarding::None)
}

/// The outcome of a guarded launch.
#[derive(Debug)]
pub enum Ended {
    /// At its end, or it could not run.
    Whole(Result<()>),
    /// With a fault of the kernel, described by the text. The contents of memory that it has written are undefined.
    Fault(String),
}

/// Runs a kernel on the calling thread, so that its faults, and those in host functions that it calls, such as
/// `memcpy`, end only the launch (`guard`). If `is_to_fault` is set, the kernel gets no arguments, and faults where it
/// reads the first.
pub fn run_guarded(launch: &mut KernelLaunch, device: &dyn Device, is_to_fault: bool) -> Ended {
    let fault = Mutex::new(None);
    let result = run_as(launch, device, Threads::One, Guarding::Into { fault: &fault, is_to_fault });
    match fault.into_inner() {
        Some(fault) => {
            if !faults::is_in_kernel(&fault) {
                guard::stdout::release();
            }
            Ended::Fault(faults::describe(&fault))
        }
        None => Ended::Whole(result),
    }
}

/// How faults are handled.
#[derive(Clone, Copy)]
enum Guarding<'a> {
    None,
    Into { fault: &'a Mutex<Option<Fault>>, is_to_fault: bool },
}

fn run_as(launch: &mut KernelLaunch, device: &dyn Device, threads: Threads<'_>, guarding: Guarding<'_>) -> Result<()> {
    if launch.range.items() == 0 {
        return Ok(());
    }
    let KernelLaunch { kernel, range, args } = launch;
    let kernel = kernel.as_any().downcast_ref::<CpuKernel>();
    let kernel = kernel.ok_or_else(|| Error::Execution("a kernel of another driver".into()))?;
    let record = kernel.record();
    let local_size = choose_local_size(record, range, threads.count(), device.info());
    let local_bytes = bind_arguments(kernel, args, device)?;
    let out_of_resources = || out_of_resources(record, local_size, local_bytes);
    let info = launch_info(range, local_size);
    let count = info.num_groups.iter().try_fold(1u64, |count, &n| count.checked_mul(n));
    let count = count.ok_or_else(|| Error::Execution("too many work-groups".into()))?;
    let groups = Groups {
        function: kernel.function(),
        args: match guarding {
            Guarding::Into { is_to_fault: true, .. } => std::ptr::null(),
            _ => args.block().as_ptr(),
        },
        guarding,
        info,
        local_bytes,
        block_bytes: block_bytes(record, local_size, local_bytes).ok_or_else(out_of_resources)?,
        stack_bytes: record.stack_bytes,
        is_memory_short: AtomicBool::new(false),
        barrier: range.is_cooperative.then(|| GroupsBarrier::new(count)),
    };
    let have_threads = match (threads, &groups.barrier) {
        (Threads::One, Some(_)) if count > 1 => false,
        (Threads::Pool(pool), Some(_)) => pool.run_together(count, &groups),
        (Threads::One, _) => {
            groups.run(0..count);
            true
        }
        (Threads::Pool(pool), None) => {
            pool.run(count, kernel.cost(), &groups);
            true
        }
    };
    if !have_threads {
        return Err(Error::OutOfResources(format!("cannot start threads for {count} concurrent work-groups")));
    }
    groups.leave();
    if groups.is_memory_short.load(Ordering::Relaxed) { Err(out_of_resources()) } else { Ok(()) }
}

/// Whether a launch is known to be so short that running other commands at the same time does not pay.
pub fn is_brief(launch: &KernelLaunch, device: &DeviceInfo, threads: Threads<'_>) -> bool {
    let Some(kernel) = launch.kernel.as_any().downcast_ref::<CpuKernel>() else { return true };
    // A kernel that waits for another one must not keep that one from running, however short it has been.
    !kernel.uses_pipes()
        && kernel.cost().of(group_count(kernel, launch, device, threads)).is_some_and(|cost| cost <= BRIEF_NS)
}

/// Whether a launch has a work-group for each thread.
pub fn fills(launch: &KernelLaunch, device: &DeviceInfo, threads: Threads<'_>) -> bool {
    let kernel = launch.kernel.as_any().downcast_ref::<CpuKernel>();
    kernel.is_some_and(|kernel| group_count(kernel, launch, device, threads) >= threads.count())
}

fn group_count(kernel: &CpuKernel, launch: &KernelLaunch, device: &DeviceInfo, threads: Threads<'_>) -> u64 {
    let range = &launch.range;
    let local = choose_local_size(kernel.record(), range, threads.count(), device);
    range.global.iter().zip(local).fold(1, |count, (&global, local)| count.saturating_mul(groups(global, local)))
}

/// The launch parameters for work-groups of `local` items. The last group of a
/// dimension may be smaller.
fn launch_info(range: &NdRange, local: [u64; 3]) -> LaunchInfo {
    LaunchInfo {
        work_dim: range.dims,
        reserved: 0,
        global_size: range.global,
        local_size: local,
        global_offset: range.offset,
        num_groups: [0, 1, 2].map(|d| groups(range.global[d], local[d].max(1))),
    }
}

/// Work-groups of one dimension; without a division for the usual single one.
fn groups(global: u64, local: u64) -> u64 {
    if global == local { 1 } else { global.div_ceil(local) }
}

/// Stores the addresses of buffers, the values for images and samplers, and the offsets of local arguments into the
/// argument block. Returns the size of a group's local memory.
fn bind_arguments(kernel: &CpuKernel, args: &mut KernelArgs, device: &dyn Device) -> Result<u64> {
    let layout = kernel.layout();
    for index in 0..args.memory().len() {
        let argument = &args.memory()[index];
        let parameter = argument.parameter;
        let address = argument.object.address(device)?;
        args.resolve(layout, parameter, address.0);
    }
    for index in 0..args.resources().len() {
        let argument = &args.resources()[index];
        let (parameter, value) = (argument.parameter, image::argument(&argument.resource, device)?);
        args.resolve(layout, parameter, value);
    }
    let record = kernel.record();
    let mut end = record.local_bytes;
    for index in 0..args.locals().len() {
        let argument = args.locals()[index];
        let start = end.checked_next_multiple_of(Allocation::alignment_of(argument.bytes as usize) as u64);
        let grown = start.and_then(|start| Some((start, start.checked_add(argument.bytes)?)));
        let (start, after) = grown.ok_or_else(|| out_of_resources(record, [1; 3], u64::MAX))?;
        end = after;
        args.resolve(layout, argument.parameter, start);
    }
    Ok(end)
}

/// Size of a thread's block: local memory, then scratch memory. `None` for
/// more than can be addressed.
fn block_bytes(kernel: &NativeKernel, local_size: [u64; 3], local_bytes: u64) -> Option<usize> {
    let items = local_size.iter().try_fold(1u64, |items, &n| items.checked_mul(n))?;
    let scratch = items.checked_mul(kernel.scratch_bytes_per_item)?.checked_add(SCRATCH_EXTRA + BLOCK_ALIGN)?;
    usize::try_from(scratch.checked_add(local_bytes)?).ok()
}

#[cold]
fn out_of_resources(kernel: &NativeKernel, local_size: [u64; 3], local_bytes: u64) -> Error {
    let items: u64 = local_size.iter().fold(1, |items, &n| items.saturating_mul(n));
    Error::OutOfResources(format!(
        "kernel `{}` needs {local_bytes} bytes of local memory, {} bytes of private memory for each of {items} \
         work-items and {} bytes of stack, which cannot be allocated",
        demangle::kernel(&kernel.name),
        kernel.scratch_bytes_per_item,
        kernel.stack_bytes,
    ))
}

/// Work-items per group: the size that the kernel requires, the one that the caller gave, or a choice of the driver.
fn choose_local_size(kernel: &NativeKernel, range: &NdRange, threads: u64, device: &DeviceInfo) -> [u64; 3] {
    if let Some(local) = range.local {
        return local.map(|size| size.max(1));
    }
    if let Some(required) = kernel.required_work_group_size {
        return required.map(|size| u64::from(size).max(1));
    }
    if range.items() == 1 {
        return [1; 3];
    }
    let most = SCRATCH_PER_GROUP.checked_div(kernel.scratch_bytes_per_item).unwrap_or(u64::MAX).max(LANES);
    let most = most.min(device.max_work_group_size as u64);
    if kernel.has_barrier {
        return divisor_size(range, most.min(ITEMS_PER_BARRIER_GROUP));
    }
    let per_group = (range.items() / (threads * GROUPS_PER_THREAD)).clamp(LANES, ITEMS_PER_GROUP).min(most);
    let multiple = (device.work_group_multiple as u64).max(1);
    let mut local = [1; 3];
    let mut room = per_group;
    for (dimension, size) in local.iter_mut().enumerate() {
        let global = range.global[dimension];
        let groups = global.div_ceil(room.max(1));
        // Groups of equal size, of whole vectors in the inner loop.
        let even = global.div_ceil(groups);
        let unit = if dimension == 0 && groups > 1 { LANES } else { 1 };
        *size = even.next_multiple_of(unit).min(global);
        if dimension == 0 {
            *size = size.next_multiple_of(multiple).min((most / multiple).max(1) * multiple);
        }
        room /= *size;
        if groups > 1 {
            break;
        }
    }
    local
}

/// For kernels with barriers, whose groups should all be full: the largest
/// divisor of the inner dimension that is at most `most`.
fn divisor_size(range: &NdRange, most: u64) -> [u64; 3] {
    let global = range.global[0];
    let size = (1..=most.min(global)).rev().find(|&size| global.is_multiple_of(size));
    [size.unwrap_or(1), 1, 1]
}

/// One launch, ready to run.
struct Groups<'a> {
    function: WorkGroupFn,
    args: *const u8,
    guarding: Guarding<'a>,
    info: LaunchInfo,
    local_bytes: u64,
    block_bytes: usize,
    stack_bytes: u64,
    /// A thread had no memory for a work-group: the launch has failed.
    is_memory_short: AtomicBool,
    /// Where the work-groups of a cooperative launch wait for each other.
    barrier: Option<GroupsBarrier>,
}

// SAFETY: the argument block is only read, and outlives the launch.
unsafe impl Sync for Groups<'_> {}

impl Work for Groups<'_> {
    fn run(&self, range: Range<u64>) {
        if self.is_memory_short.load(Ordering::Relaxed) {
            return;
        }
        if stack::with_bytes(self.stack_bytes, || self.run_here(range)).flatten().is_none() {
            self.is_memory_short.store(true, Ordering::Relaxed);
            self.barrier.iter().for_each(GroupsBarrier::give_up);
        }
    }

    fn leave(&self) {
        group_memory::trim();
    }
}

impl Groups<'_> {
    /// Runs work-groups on this thread, which has the stack. `None` if it has no memory for a work-group.
    fn run_here(&self, range: Range<u64>) -> Option<()> {
        group_memory::with_block(self.block_bytes, |block| match &self.barrier {
            None => self.run_in(block, range),
            Some(barrier) => barrier.during(|| self.run_in(block, range)),
        })
    }

    /// Runs a work-group. False if it has faulted.
    #[inline]
    fn call(&self, group: *const u64, local: *mut u8, scratch: *mut u8) -> bool {
        match self.guarding {
            // SAFETY: the function was compiled for this calling convention; the argument block is laid out by its
            // metadata; local and scratch memory have the sizes in the metadata and belong to this thread.
            Guarding::None => unsafe { (self.function)(self.args, &self.info, group, local, scratch) },
            Guarding::Into { fault, .. } => {
                let arguments = Arguments { args: self.args, launch: &self.info, group, local, scratch };
                // SAFETY: as above; guarded callers treat the memory that the kernel writes as undefined.
                if let Err(raised) = unsafe { guard::call(self.function, &arguments) } {
                    *fault.lock() = Some(raised);
                    return false;
                }
            }
        }
        true
    }

    /// Runs work-groups by their linear numbers, with a block of memory for one.
    fn run_in(&self, block: *mut u8, range: Range<u64>) {
        let _environment = KernelEnvironment::enter();
        let [columns, rows, _] = self.info.num_groups;
        let mut group = match range.start {
            0 => [0; 3],
            first => [first % columns, first / columns % rows, first / columns / rows],
        };
        let scratch = block.wrapping_add(self.local_bytes.next_multiple_of(BLOCK_ALIGN) as usize);
        for _ in range {
            if !self.call(group.as_ptr(), block, scratch) {
                return;
            }
            group[0] += 1;
            if group[0] == columns {
                group[0] = 0;
                group[1] += 1;
                if group[1] == rows {
                    group[1] = 0;
                    group[2] += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited_to(max_work_group_size: usize) -> DeviceInfo {
        DeviceInfo { max_work_group_size, ..DeviceInfo::default() }
    }

    fn choose(global: [u64; 3], threads: u64) -> [u64; 3] {
        let range = NdRange { dims: 3, global, local: None, offset: [0; 3], is_cooperative: false };
        choose_local_size(&NativeKernel::default(), &range, threads, &limited_to(8192))
    }

    #[test]
    fn long_ranges_get_long_even_groups() {
        assert_eq!(choose([1 << 20, 1, 1], 2), [4096, 1, 1]);
        assert_eq!(choose([1_000_000, 1, 1], 2)[0] % LANES, 0);
        assert_eq!(choose([5, 1, 1], 2), [5, 1, 1]);
        assert_eq!(choose([1, 1, 1], 64), [1, 1, 1]);
    }

    #[test]
    fn short_rows_are_grouped_together() {
        assert_eq!(choose([16, 4096, 1], 2), [16, 256, 1]);
        assert_eq!(choose([3, 5, 1 << 16], 2)[..2], [3, 5]);
    }

    #[test]
    fn groups_cover_the_range_and_feed_all_threads() {
        for global in [[1000, 7, 3], [17, 1, 1], [64, 64, 64], [1 << 24, 1, 1]] {
            for threads in [1, 2, 64] {
                let local = choose(global, threads);
                let groups: u64 = (0..3).map(|d| global[d].div_ceil(local[d])).product();
                let items: u64 = global.iter().product();
                assert!(local.iter().product::<u64>() <= ITEMS_PER_GROUP + LANES);
                assert!(groups >= threads.min(items / LANES / 2), "{global:?} {local:?} {threads}");
            }
        }
    }

    #[test]
    fn groups_of_items_with_much_private_memory_are_small() {
        let range = NdRange { dims: 1, global: [1 << 20, 1, 1], local: None, offset: [0; 3], is_cooperative: false };
        for has_barrier in [false, true] {
            let info = NativeKernel { has_barrier, scratch_bytes_per_item: 64 << 10, ..NativeKernel::default() };
            assert_eq!(choose_local_size(&info, &range, 2, &limited_to(8192)), [LANES, 1, 1]);
        }
    }

    #[test]
    fn groups_keep_to_the_limit_of_the_device() {
        for global in [[1000, 7, 3], [17, 1, 1], [16, 4096, 1], [64, 64, 64], [1 << 24, 1, 1]] {
            let range = NdRange { dims: 3, global, local: None, offset: [0; 3], is_cooperative: false };
            let local = choose_local_size(&NativeKernel::default(), &range, 1, &limited_to(64));
            assert!((1..=64).contains(&local.iter().product::<u64>()), "{global:?} {local:?}");
        }
    }

    #[test]
    fn groups_have_the_multiple_that_the_device_wants() {
        for multiple in [1, 8, 16, 24, 64] {
            let device = DeviceInfo { work_group_multiple: multiple as usize, ..limited_to(64) };
            for global in [[2, 1, 1], [7, 1, 1], [17, 3, 5], [1009, 1, 1], [61, 53, 1], [1_000_003, 1, 1]] {
                let range = NdRange { dims: 3, global, local: None, offset: [0; 3], is_cooperative: false };
                let local = choose_local_size(&NativeKernel::default(), &range, 2, &device);
                assert_eq!(local[0] % multiple, 0, "{global:?} {local:?}");
                assert!((1..=64).contains(&local.iter().product::<u64>()), "{global:?} {local:?}");
                if multiple == 1 {
                    assert!(local[0] <= global[0], "{global:?} {local:?}");
                }
            }
        }
    }

    #[test]
    fn barriers_get_divisors() {
        let info = NativeKernel { has_barrier: true, ..NativeKernel::default() };
        let range = NdRange { dims: 1, global: [600, 2, 1], local: None, offset: [0; 3], is_cooperative: false };
        assert_eq!(choose_local_size(&info, &range, 2, &limited_to(8192)), [200, 1, 1]);
        assert_eq!(choose_local_size(&info, &range, 2, &limited_to(64)), [60, 1, 1]);
    }
}
