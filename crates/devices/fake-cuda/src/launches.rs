//! Launches of kernels.

use std::ffi::{c_int, c_uint, c_void};

use crate::checks::violation;
use crate::codes::{COOPERATIVE_LAUNCH_TOO_LARGE, INVALID_HANDLE, INVALID_VALUE, LAUNCH_OUT_OF_RESOURCES, SUCCESS};
use crate::engine::enqueue;
use crate::exported::{exported, store};
use crate::hardware::{UNITS, blocks_per_unit};
use crate::operation::{Launch, Operation};
use crate::state::{Function, State, enter};

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
