//! Launches of kernels.

use std::ffi::{c_int, c_uint, c_void};
use std::marker::PhantomData;

use crate::checks::violation;
use crate::codes::{COOPERATIVE_LAUNCH_TOO_LARGE, INVALID_HANDLE, INVALID_VALUE, LAUNCH_OUT_OF_RESOURCES, SUCCESS};
use crate::engine::enqueue;
use crate::exported::exported;
use crate::hardware::{UNITS, blocks_per_unit};
use crate::operation::{Launch, Operation};
use crate::parameters::{Count, In, List, Out};
use crate::state::{Function, State, enter};

/// `CUlaunchConfig`
#[repr(C)]
pub struct LaunchConfig<'a> {
    grid: [c_uint; 3],
    block: [c_uint; 3],
    shared_bytes: c_uint,
    stream: usize,
    attributes: List<'a, LaunchAttribute>,
    num_attributes: Count,
}

/// `CUlaunchAttribute`, with values of 4 bytes.
#[repr(C)]
pub struct LaunchAttribute {
    id: c_int,
    pad: [u8; 4],
    value: c_int,
    rest: [u8; 60],
}

/// The `extra` of a launch: keys with their values, which say where the block of parameters is.
#[repr(transparent)]
pub struct Extra<'a>(*const *mut c_void, PhantomData<&'a c_void>);

impl Extra<'_> {
    /// The block of parameters.
    pub fn parameters(&self) -> Option<Vec<u8>> {
        let (mut block, mut bytes) = (None, None);
        let mut at = self.0;
        // SAFETY: what `cuda.h` says: a value follows each key, and null ends the list; the values are the
        // block, and the place of its size.
        unsafe {
            while !at.is_null() && !(*at).is_null() {
                match *at as usize {
                    1 => block = Some(*at.add(1)),
                    2 => bytes = Some(*(*at.add(1)).cast::<usize>()),
                    _ => return None,
                }
                at = at.add(2);
            }
            Some(std::slice::from_raw_parts(block?.cast::<u8>(), bytes?).to_vec())
        }
    }
}

fn launch(
    name: &str,
    function: usize,
    (grid, block): ([u32; 3], [u32; 3]),
    (shared_bytes, is_cooperative): (u32, bool),
    stream: usize,
    extra: Extra<'_>,
) -> Result<i32, i32> {
    let (mut state, device) = enter(name)?;
    state.stream(name, stream, device);
    let launch = checked(&state, function, (grid, block), (shared_bytes, is_cooperative), extra.parameters())?;
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
        stream: usize, _parameters: *mut *mut c_void, extra: Extra<'_>
    ) {
        launch("cuLaunchKernel", function, ([gx, gy, gz], [bx, by, bz]), (shared, false), stream, extra)
    }

    fn cuLaunchKernelEx(
        config: In<'_, LaunchConfig<'_>>, function: usize, _parameters: *mut *mut c_void, extra: Extra<'_>
    ) {
        let config = config.get()?;
        let attributes = config.attributes.get(config.num_attributes);
            let is_cooperative = attributes.iter().any(|attribute| (attribute.id, attribute.value) == (2, 1));
            let (shape, sizes) = ((config.grid, config.block), (config.shared_bytes, is_cooperative));
            launch("cuLaunchKernelEx", function, shape, sizes, config.stream, extra)
    }

    fn cuOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks: Out<'_, c_int>, _function: usize, threads: c_int, _shared: usize
    ) {
        drop(enter("cuOccupancyMaxActiveBlocksPerMultiprocessor")?);
        blocks.set(blocks_per_unit(threads.max(1) as u32) as c_int)
    }
}
