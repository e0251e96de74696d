//! Launches of kernels, and how many of their blocks run at a time.

use std::ffi::{c_int, c_void};

use super::{CudaResult, Function, Stream};
use crate::sys;

/// A launch.
pub struct Launch<'a> {
    /// The kernel.
    pub function: &'a Function,
    /// Blocks in each dimension, x first.
    pub grid: [u32; 3],
    /// Threads of a block in each dimension.
    pub block: [u32; 3],
    /// Dynamic shared memory of a block.
    pub shared_bytes: u32,
    /// All blocks run at the same time.
    pub is_cooperative: bool,
    /// The parameters as the kernel reads them.
    pub parameters: &'a [u8],
}

impl Launch<'_> {
    /// The parameters as an option of a launch. `bytes` has their size, and does not move.
    pub(super) fn extra(&self, bytes: &mut usize) -> [*mut c_void; 5] {
        [
            sys::CU_LAUNCH_PARAM_BUFFER_POINTER,
            self.parameters.as_ptr().cast_mut().cast(),
            sys::CU_LAUNCH_PARAM_BUFFER_SIZE,
            (&raw mut *bytes).cast(),
            sys::CU_LAUNCH_PARAM_END,
        ]
    }
}

impl Stream {
    /// Launches a kernel. The context is current.
    pub fn launch(&self, launch: &Launch<'_>) -> CudaResult<()> {
        let functions = self.context().cuda().functions();
        let mut bytes = launch.parameters.len();
        let mut extra = launch.extra(&mut bytes);
        let (extra, none) = (extra.as_mut_ptr(), std::ptr::null_mut());
        let Launch { grid, block, shared_bytes, .. } = *launch;
        let (function, stream) = (launch.function.raw(), self.raw());
        if !launch.is_cooperative {
            let ([gx, gy, gz], [bx, by, bz]) = (grid, block);
            // SAFETY: a live function and stream; the list of options ends, and the driver copies the
            // parameters before it returns.
            let code = unsafe {
                (functions.cuLaunchKernel)(function, gx, gy, gz, bx, by, bz, shared_bytes, stream, none, extra)
            };
            return self.context().cuda().check(code);
        }
        let attribute =
            sys::LaunchAttribute { id: sys::CU_LAUNCH_ATTRIBUTE_COOPERATIVE, pad: [0; 4], value: 1, rest: [0; 60] };
        let attributes = &raw const attribute;
        let config = sys::LaunchConfig { grid, block, shared_bytes, stream, attributes, num_attributes: 1 };
        // SAFETY: as above; the one attribute is complete.
        let code = unsafe { (functions.cuLaunchKernelEx)(&raw const config, function, none, extra) };
        self.context().cuda().check(code)
    }
}

impl Function {
    /// How many blocks run on one multiprocessor at a time. The context is current.
    pub fn blocks_per_multiprocessor(&self, threads: u32, shared_bytes: usize) -> CudaResult<u32> {
        let (cuda, mut blocks) = (self.cuda(), 0);
        let query = cuda.functions().cuOccupancyMaxActiveBlocksPerMultiprocessor;
        // SAFETY: a live function, and a place for the number.
        cuda.check(unsafe { query(&raw mut blocks, self.raw(), threads as c_int, shared_bytes) })?;
        Ok(blocks.max(0) as u32)
    }
}
