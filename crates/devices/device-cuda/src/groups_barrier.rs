//! Where the work-groups of cooperative launches in a stream wait for each other.

use std::sync::OnceLock;

use tandem_device::{DevicePtr, Result};

use crate::api::{CudaResult, FillUnit, PoolBlock, Stream};
use crate::gpu::Gpu;

/// A counter in device memory, allocated for the first such launch.
#[derive(Default)]
pub struct GroupsBarrier(OnceLock<PoolBlock>);

impl GroupsBarrier {
    /// Its address for launches in this stream. The context is current.
    pub fn address(&self, gpu: &Gpu, stream: &Stream) -> Result<DevicePtr> {
        if let Some(block) = self.0.get() {
            return Ok(block.address());
        }
        let make = || -> CudaResult<PoolBlock> {
            let block = gpu.memory.alloc(size_of::<u32>(), 0)?;
            stream.fill(block.address(), FillUnit::Word(0), 1)?;
            Ok(block)
        };
        let block = make().map_err(|error| gpu.alloc_error(size_of::<u32>(), error))?;
        Ok(self.0.get_or_init(|| block).address())
    }
}
