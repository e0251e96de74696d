//! Failed assertions of kernels: a record in memory that host and device share.

use std::mem::offset_of;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{DevicePtr, Error};
use tandem_image::demangle;
use tandem_native_cuda::assertion::STATE_COMPLETE;
use tandem_native_cuda::{ASSERTION_SYMBOL, AssertionRecord};

use crate::api::{CudaResult, Module, PinnedBlock};
use crate::gpu::Gpu;

const RECORD_BYTES: usize = size_of::<AssertionRecord>();
/// Bytes of a text that are read at most.
const TEXT_BYTES: usize = 4096;

/// Where the kernels of a module leave what failed.
pub struct AssertionBlock {
    gpu: Arc<Gpu>,
    record: Mutex<PinnedBlock>,
}

impl AssertionBlock {
    /// The record of a module; `None` if its kernels have no assertions.
    pub fn new(gpu: &Arc<Gpu>, module: &Module) -> CudaResult<Option<Self>> {
        let Some((variable, _)) = module.variable(ASSERTION_SYMBOL) else { return Ok(None) };
        let record = PinnedBlock::new(&gpu.primary, RECORD_BYTES, 0)?;
        record.clear();
        let address = PinnedBlock::new(&gpu.primary, size_of::<u64>(), 0)?;
        address.store(&(record.address().0 as u64).to_le_bytes());
        let _current = gpu.primary.enter()?;
        gpu.memory.stream().copy(address.address().as_device(), variable, size_of::<u64>())?;
        gpu.memory.stream().synchronize()?;
        Ok(Some(Self { gpu: Arc::clone(gpu), record: Mutex::new(record) }))
    }

    /// The assertion that failed, once.
    pub fn take(&self) -> Option<Error> {
        let block = self.record.lock();
        let record = block.load::<RECORD_BYTES>();
        if u32_at(&record, offset_of!(AssertionRecord, state)) != STATE_COMPLETE {
            return None;
        }
        block.clear();
        drop(block);
        let text = |offset| {
            let address = DevicePtr(u64_at(&record, offset));
            self.text(address)
                .unwrap_or_else(|error| format!("(text at {:#x} that cannot be read: {error})", address.0))
        };
        let id = |offset: usize| [0, 8, 16].map(|index| u64_at(&record, offset + index).to_string()).join(",");
        let (file, line) =
            (text(offset_of!(AssertionRecord, file)), u32_at(&record, offset_of!(AssertionRecord, line)));
        Some(Error::Execution(format!(
            "{file}:{line}: {}: global id: [{}], local id: [{}] Assertion `{}` failed in kernel `{}`",
            text(offset_of!(AssertionRecord, function)),
            id(offset_of!(AssertionRecord, global_id)),
            id(offset_of!(AssertionRecord, local_id)),
            text(offset_of!(AssertionRecord, expression)),
            demangle::kernel(&text(offset_of!(AssertionRecord, kernel))),
        )))
    }

    /// A text of the device's memory. It ends somewhere in its module.
    fn text(&self, address: DevicePtr) -> CudaResult<String> {
        if address == DevicePtr(0) {
            return Ok("?".to_owned());
        }
        let byte = PinnedBlock::new(&self.gpu.primary, 1, 0)?;
        let _current = self.gpu.primary.enter()?;
        let stream = self.gpu.memory.stream();
        let mut text = Vec::new();
        // One at a time: CUDA refuses copies that go beyond the end of the variable.
        while text.len() < TEXT_BYTES {
            stream.copy(address.offset(text.len()), byte.address().as_device(), 1)?;
            stream.synchronize()?;
            match byte.load::<1>() {
                [0] => break,
                [next] => text.push(next),
            }
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

fn u32_at(record: &[u8; RECORD_BYTES], offset: usize) -> u32 {
    u32::from_le_bytes([0, 1, 2, 3].map(|index| record[offset + index]))
}

fn u64_at(record: &[u8; RECORD_BYTES], offset: usize) -> u64 {
    u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(|index| record[offset + index]))
}
