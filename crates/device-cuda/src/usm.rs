//! USM: memory of the device, pinned memory of the host, and managed memory, which moves.

use std::collections::HashMap;

use parking_lot::Mutex;
use tandem_device::{
    Advice, Allocation, Device, DevicePtr, Error, HostPtr, NativeHandle, Result, Usm, UsmInfo, UsmKind,
    initial_usm_byte,
};

use crate::api::{CudaResult, FillUnit, ManagedBlock, PinnedBlock, Registered, Residence};
use crate::device::CudaDevice;
use crate::gpu::Gpu;
use crate::lane::Lane;

/// `PI_MEM_ADVICE_CUDA_SET_READ_MOSTLY`, the first advice that is CUDA's; they are in the order of
/// CUDA's own, which begin with 1.
const FIRST_CUDA_ADVICE: Advice = 101;
/// Kinds of advice.
const CUDA_ADVICE: i32 = 6;

/// Host memory that was imported, by its address.
pub type Imported = Mutex<HashMap<usize, Registered>>;

impl CudaDevice {
    /// Allocates memory of the device.
    pub fn alloc_device(&self, bytes: usize, align: usize) -> Result<Allocation> {
        let gpu = self.usable()?;
        self.check_size(gpu, bytes)?;
        let block = gpu.memory.alloc(bytes, align).map_err(|error| gpu.alloc_error(bytes, error))?;
        let address = block.address();
        Ok(Allocation::new(address, bytes, Box::new(block)).with_native_handle(NativeHandle(address.0 as usize)))
    }

    fn check_size(&self, gpu: &Gpu, bytes: usize) -> Result<()> {
        if bytes as u64 > self.info().max_alloc_bytes {
            return Err(Error::OutOfMemory { bytes, device: gpu.name.clone() });
        }
        Ok(())
    }

    fn alloc_usm(&self, gpu: &Gpu, kind: UsmKind, bytes: usize, align: usize) -> Result<Allocation> {
        self.check_size(gpu, bytes)?;
        let failed = |error| gpu.alloc_error(bytes, error);
        let allocation = match kind {
            UsmKind::Device => self.alloc_device(bytes, align)?,
            UsmKind::Host => {
                let block = PinnedBlock::new(&gpu.primary, bytes, align).map_err(failed)?;
                Allocation::new(block.address().as_device(), bytes, Box::new(block))
            }
            UsmKind::Shared if !self.info().usm_single_shared.access => return Err(Error::Unsupported("shared USM")),
            UsmKind::Shared => {
                let block = ManagedBlock::new(&gpu.primary, bytes, align).map_err(failed)?;
                Allocation::new(block.address(), bytes, Box::new(block))
            }
        };
        if let Some(byte) = initial_usm_byte(kind) {
            let fill = || -> CudaResult<()> {
                let _current = gpu.primary.enter()?;
                gpu.memory.stream().fill(allocation.address(), FillUnit::Byte(byte), bytes)?;
                gpu.memory.stream().synchronize()
            };
            fill().map_err(failed)?;
        }
        Ok(allocation)
    }

    /// Moves managed memory to the device. Other memory does not move.
    pub fn issue_prefetch(&self, lane: &Lane, address: DevicePtr, bytes: usize) -> Result<()> {
        self.hint(lane, address, |lane| lane.stream().prefetch(address, bytes))
    }

    /// Advises on the use of managed memory. Advice that CUDA does not know changes nothing.
    pub fn issue_advice(&self, lane: &Lane, address: DevicePtr, bytes: usize, advice: Advice) -> Result<()> {
        match advice.checked_sub(FIRST_CUDA_ADVICE).map(|number| number as i32) {
            Some(number @ 0..CUDA_ADVICE) => {
                self.hint(lane, address, |lane| lane.stream().advise(address, bytes, number + 1))
            }
            _ => Ok(()),
        }
    }

    fn hint(&self, lane: &Lane, address: DevicePtr, hint: impl Fn(&Lane) -> CudaResult<()>) -> Result<()> {
        let gpu = lane.gpu();
        let moves = self.info().usm_single_shared.concurrent_access;
        let failed = |error| lane.error("a hint on managed memory", error);
        if !moves || gpu.primary.residence(address).map_err(failed)? != Residence::Managed {
            return Ok(());
        }
        hint(lane).map_err(failed)
    }
}

impl Usm for CudaDevice {
    fn alloc(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<DevicePtr> {
        let gpu = self.usable()?;
        Ok(self.usm_table.insert(kind, self.alloc_usm(gpu, kind, bytes, align)?))
    }

    fn free(&self, ptr: DevicePtr) -> Result<()> {
        self.usm_table.free(ptr)
    }

    fn query(&self, ptr: DevicePtr) -> Option<UsmInfo> {
        self.usm_table.query(ptr)
    }

    fn import(&self, host: HostPtr, bytes: usize) -> Result<()> {
        let gpu = self.usable()?;
        let registered = Registered::new(&gpu.primary, host, bytes);
        let registered = registered.map_err(|error| gpu.error("pinning host memory", error))?;
        self.imported.lock().insert(host.0 as usize, registered);
        Ok(())
    }

    fn release(&self, host: HostPtr) -> Result<()> {
        let registered = self.imported.lock().remove(&(host.0 as usize));
        let unknown = Error::Unsupported("a release of host memory that was not imported");
        registered.map(drop).ok_or(unknown)
    }
}
