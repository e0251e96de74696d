//! Kernels: host functions by their symbol, and launches.

use std::ffi::{c_int, c_uint, c_void};

use crate::checks::violation;
use crate::devices::store;
use crate::engine::{Operation, enqueue};
use crate::exported;
use crate::state::{Function, State, enter};
use crate::{COOPERATIVE_LAUNCH_TOO_LARGE, INVALID_HANDLE, INVALID_VALUE, LAUNCH_OUT_OF_RESOURCES, SUCCESS};

/// Bytes of the launch's data, of which the sizes and offsets come first
/// (`docs/internals/boundaries.md`, section 11).
const LAUNCH_DATA_BYTES: usize = 64;

/// Multiprocessors of a device.
pub const UNITS: u32 = 4;

/// How many blocks of so many threads run on a multiprocessor at a time.
fn blocks_per_unit(threads: u32) -> u32 {
    (2048 / threads.max(1)).min(32)
}

/// A kernel: what a work-item does, up to a barrier of all work-groups and from there.
pub type Kernel = &'static [fn(&WorkItem<'_>)];

/// A work-item.
pub struct WorkItem<'a> {
    parameters: &'a [u8],
    /// Dynamic shared memory of its group.
    shared: *mut u8,
    local_x: u64,
    group_size: u64,
    /// With the offset.
    global: [u64; 3],
    offset: [u64; 3],
    size: [u64; 3],
    /// The record of failed assertions; null if the module has none.
    assertion: *mut u32,
}

impl WorkItem<'_> {
    fn word(&self, offset: usize) -> u64 {
        u64::from_le_bytes(self.parameters[offset..offset + 8].try_into().expect("8 bytes"))
    }

    /// The number at an index of the array whose address is a parameter.
    fn number(&self, parameter: usize, index: u64) -> *mut u64 {
        (self.word(parameter) as *mut u64).wrapping_add(index as usize)
    }
}

/// A launch in a stream.
#[derive(Clone)]
pub struct Launch {
    pub module: usize,
    kernel: Kernel,
    grid: [u32; 3],
    block: [u32; 3],
    shared_bytes: u32,
    parameters: Vec<u8>,
}

/// The kernels of the conformance suite. The launch's data are at the end of the parameters.
pub fn find(symbol: &str) -> Option<Kernel> {
    Some(match symbol {
        "ids" => &[ids],
        "linked" => &[linked],
        "places" => &[places],
        "sum" => &[sum],
        "asserts" => &[asserts],
        "rotate" => &[ids, rotate],
        _ => return None,
    })
}

fn ids(item: &WorkItem<'_>) {
    // SAFETY: the array has a number for each work-item.
    unsafe { *item.number(0, item.global[0]) = item.global[0] + 1 };
}

/// Fails an assertion: the record begins with its state, where 2 is a complete record.
fn asserts(item: &WorkItem<'_>) {
    // SAFETY: as for `ids`; the driver has stored where the record is.
    unsafe {
        *item.number(0, item.global[0]) = 1;
        if let Some(state) = item.assertion.as_mut() {
            *state = 2;
        }
    }
}

/// The address that the driver has stored in a module for failed assertions.
fn assertion_record(state: &State, module: usize) -> *mut u32 {
    let variables = state.modules.get(&module).map_or(&[][..], |module| &module.variables);
    let variable = variables.iter().find(|(name, ..)| name == "tandem_assertion_record");
    // SAFETY: a variable of 8 bytes, in memory that lives as long as the module.
    variable.map_or(std::ptr::null_mut(), |(_, address, _)| unsafe { *(*address as *const *mut u32) })
}

fn linked(item: &WorkItem<'_>) {
    // SAFETY: as for `ids`.
    unsafe { *item.number(0, item.global[0]) = 2 * item.global[0] };
}

fn places(item: &WorkItem<'_>) {
    let [x, y, z] = item.global;
    let at = [0, 1, 2].map(|dim| item.global[dim] - item.offset[dim]);
    let index = at[0] + item.size[0] * (at[1] + item.size[1] * at[2]);
    // SAFETY: as for `ids`.
    unsafe { *item.number(0, index) = x + (y << 16) + (z << 32) };
}

fn sum(item: &WorkItem<'_>) {
    let scratch = item.shared.wrapping_add(item.word(24) as usize).cast::<u64>();
    // SAFETY: as for `ids`; the local memory has a number for each work-item of the group.
    unsafe {
        let mine = scratch.add(item.local_x as usize);
        *mine = *item.number(16, item.global[0]);
        *item.number(0, item.global[0]) = item.word(8).wrapping_add(*mine);
    }
}

/// What `rotate` does when all work-groups are at the barrier.
fn rotate(item: &WorkItem<'_>) {
    let (index, items) = (item.global[0], item.size[0]);
    // SAFETY: the array has two numbers for each work-item.
    unsafe { *item.number(0, items + index) = *item.number(0, (index + item.group_size) % items) };
}

/// Runs a launch.
pub fn execute(state: &mut State, launch: Launch) {
    let data = launch.parameters.len() - LAUNCH_DATA_BYTES;
    let long = |at: usize| u64::from_le_bytes(launch.parameters[data + at..][..8].try_into().expect("8 bytes"));
    let (size, offset) = ([0, 8, 16].map(long), [24, 32, 40].map(long));
    let mut shared = vec![0_u64; (launch.shared_bytes as usize).div_ceil(8)];
    let assertion = assertion_record(state, launch.module);
    let block = launch.block.map(u64::from);
    let all = |limits: [u32; 3]| {
        (0..limits[2]).flat_map(move |z| (0..limits[1]).flat_map(move |y| (0..limits[0]).map(move |x| [x, y, z])))
    };
    let groups = || launch.kernel.iter().flat_map(|phase| all(launch.grid).map(move |group| (phase, group)));
    for (phase, group) in groups() {
        for local in all(launch.block) {
            let id = [0, 1, 2].map(|dim| u64::from(group[dim]) * block[dim] + u64::from(local[dim]));
            if (0..3).any(|dim| id[dim] >= size[dim]) {
                continue;
            }
            phase(&WorkItem {
                parameters: &launch.parameters,
                shared: shared.as_mut_ptr().cast(),
                local_x: local[0].into(),
                group_size: block[0],
                assertion,
                global: [0, 1, 2].map(|dim| id[dim] + offset[dim]),
                offset,
                size,
            });
        }
    }
}

/// `CUlaunchConfig`
#[repr(C)]
pub struct LaunchConfig {
    grid: [c_uint; 3],
    block: [c_uint; 3],
    shared_bytes: c_uint,
    stream: usize,
    attributes: *const LaunchAttribute,
    num_attributes: c_uint,
}

/// `CUlaunchAttribute`, with values of 4 bytes.
#[repr(C)]
pub struct LaunchAttribute {
    id: c_int,
    pad: [u8; 4],
    value: c_int,
    rest: [u8; 60],
}

/// The block of parameters that `extra` has.
///
/// # Safety
/// `extra` is as `cuda.h` says.
pub unsafe fn parameters(extra: *const *mut c_void) -> Option<Vec<u8>> {
    let (mut block, mut bytes) = (None, None);
    let mut at = 0;
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        while !extra.is_null() && !(*extra.add(at)).is_null() {
            match *extra.add(at) as usize {
                1 => block = Some(*extra.add(at + 1)),
                2 => bytes = Some(*(*extra.add(at + 1)).cast::<usize>()),
                _ => return None,
            }
            at += 2;
        }
        Some(std::slice::from_raw_parts(block?.cast::<u8>(), bytes?).to_vec())
    }
}

/// # Safety
/// `extra` is as `cuda.h` says.
unsafe fn launch(
    name: &str,
    function: usize,
    (grid, block): ([u32; 3], [u32; 3]),
    (shared_bytes, is_cooperative): (u32, bool),
    stream: usize,
    extra: *const *mut c_void,
) -> Result<i32, i32> {
    let (mut state, device) = enter(name)?;
    state.stream(name, stream, device);
    // SAFETY: the caller's duty.
    let parameters = unsafe { parameters(extra) };
    let launch = checked(&state, function, (grid, block), (shared_bytes, is_cooperative), parameters)?;
    enqueue(state, stream, Operation::Launch(launch));
    Ok(SUCCESS)
}

/// A launch, if CUDA takes it.
pub fn checked(
    state: &State,
    function: usize,
    (grid, block): ([u32; 3], [u32; 3]),
    (shared_bytes, is_cooperative): (u32, bool),
    parameters: Option<Vec<u8>>,
) -> Result<Launch, i32> {
    let Some(function) = state.functions.get(&function).copied() else { return Err(INVALID_HANDLE) };
    if grid.contains(&0) || block.contains(&0) || grid[1] > 65535 || grid[2] > 65535 || block[2] > 64 {
        return Err(INVALID_VALUE);
    }
    if block.iter().product::<u32>() > 1024 {
        return Err(LAUNCH_OUT_OF_RESOURCES);
    }
    if shared_bytes as i32 > function.max_dynamic_shared {
        return Err(INVALID_VALUE);
    }
    let Function { module, kernel, .. } = function;
    if kernel.len() > 1 && !is_cooperative {
        violation("a kernel whose work-groups wait for each other has no cooperative launch");
    }
    let threads = block.iter().product::<u32>();
    if is_cooperative && grid.iter().product::<u32>() > UNITS * blocks_per_unit(threads) {
        return Err(COOPERATIVE_LAUNCH_TOO_LARGE);
    }
    let parameters = parameters.ok_or(INVALID_VALUE)?;
    Ok(Launch { module, kernel, grid, block, shared_bytes, parameters })
}

exported! {
    fn cuLaunchKernel(
        function: usize, gx: c_uint, gy: c_uint, gz: c_uint, bx: c_uint, by: c_uint, bz: c_uint, shared: c_uint,
        stream: usize, _parameters: *mut *mut c_void, extra: *mut *mut c_void
    ) {
        // SAFETY: the caller's duty.
        unsafe { launch("cuLaunchKernel", function, ([gx, gy, gz], [bx, by, bz]), (shared, false), stream, extra) }
    }

    fn cuLaunchKernelEx(
        config: *const LaunchConfig, function: usize, _parameters: *mut *mut c_void, extra: *mut *mut c_void
    ) {
        // SAFETY: the caller's duty.
        unsafe {
            let config = &*config;
            let attributes = std::slice::from_raw_parts(config.attributes, config.num_attributes as usize);
            let is_cooperative = attributes.iter().any(|attribute| (attribute.id, attribute.value) == (2, 1));
            let (shape, sizes) = ((config.grid, config.block), (config.shared_bytes, is_cooperative));
            launch("cuLaunchKernelEx", function, shape, sizes, config.stream, extra)
        }
    }

    fn cuOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks: *mut c_int, _function: usize, threads: c_int, _shared: usize
    ) {
        drop(enter("cuOccupancyMaxActiveBlocksPerMultiprocessor")?);
        // SAFETY: the caller's duty.
        Ok(unsafe { store(blocks, blocks_per_unit(threads.max(1) as u32) as c_int) })
    }
}
