//! USM: memory of the device, pinned memory of the host, and managed memory, which moves.

use std::collections::HashMap;

use parking_lot::Mutex;
use tandem_device::{
    Advice, Allocation, Device, DevicePtr, Error, HostPtr, NativeHandle, Result, Usm, UsmInfo, UsmKind,
};
use tandem_device_usm::{UsmHeap, UsmPooling, UsmSource, initial_usm_byte, renew_host_usm};

use crate::api::{CudaResult, FillUnit, ManagedBlock, PinnedBlock, Registered, Residence};
use crate::command_stream::CommandStream;
use crate::device::CudaDevice;
use crate::gpu::Gpu;

/// `PI_MEM_ADVICE_CUDA_SET_READ_MOSTLY`, the first advice that is CUDA's; they are in the order of
/// CUDA's own, which begin with 1.
const FIRST_CUDA_ADVICE: Advice = 101;
/// Kinds of advice.
const CUDA_ADVICE: i32 = 6;

/// Bytes that small allocations are divided from: CUDA takes long for each allocation.
const SLAB_BYTES: usize = 1 << 20;
/// Least alignment, that of CUDA's own allocations, which textures over them rely on.
const ALIGN: usize = 512;

/// A heap for USM of a device with so much memory. Managed allocations share none, because they
/// move by pages: what one allocation is used for would move others.
pub fn heap(device_bytes: u64) -> UsmHeap {
    let kinds = &[UsmKind::Device, UsmKind::Host];
    UsmHeap::new(UsmPooling { kinds, device_bytes, slab_bytes: SLAB_BYTES, align: ALIGN })
}

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
        self.fill_new(gpu, kind, allocation.address(), bytes)?;
        Ok(allocation)
    }

    /// Gives memory the contents that new USM of its kind has.
    fn fill_new(&self, gpu: &Gpu, kind: UsmKind, first: DevicePtr, bytes: usize) -> Result<()> {
        let Some(byte) = initial_usm_byte(kind) else { return Ok(()) };
        let fill = || -> CudaResult<()> {
            let _current = gpu.primary.enter()?;
            gpu.memory.stream().fill(first, FillUnit::Byte(byte), bytes)?;
            gpu.memory.stream().synchronize()
        };
        fill().map_err(|error| gpu.alloc_error(bytes, error))
    }

    /// The USM around an address, and the rest of its bytes from there on.
    pub fn usm_bytes_at(&self, address: DevicePtr) -> Option<usize> {
        let info = self.usm_heap.query(address)?;
        Some(info.size - (address.0 - info.base.0) as usize)
    }

    /// Moves managed memory to the device. Other memory does not move.
    pub fn issue_prefetch(&self, lane: &CommandStream, address: DevicePtr, bytes: usize) -> Result<()> {
        self.hint(lane, address, |lane| lane.stream().prefetch(address, bytes))
    }

    /// Advises on the use of managed memory. Advice that CUDA does not know changes nothing.
    pub fn issue_advice(&self, lane: &CommandStream, address: DevicePtr, bytes: usize, advice: Advice) -> Result<()> {
        match advice.checked_sub(FIRST_CUDA_ADVICE).map(|number| number as i32) {
            Some(number @ 0..CUDA_ADVICE) => {
                self.hint(lane, address, |lane| lane.stream().advise(address, bytes, number + 1))
            }
            _ => Ok(()),
        }
    }

    fn hint(
        &self,
        lane: &CommandStream,
        address: DevicePtr,
        hint: impl Fn(&CommandStream) -> CudaResult<()>,
    ) -> Result<()> {
        let gpu = lane.gpu();
        let moves = self.info().usm_single_shared.concurrent_access;
        let failed = |error| lane.error("a hint on managed memory", error);
        if !moves || gpu.primary.residence(address).map_err(failed)? != Residence::Managed {
            return Ok(());
        }
        hint(lane).map_err(failed)
    }
}

impl UsmSource for CudaDevice {
    fn allocate(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<Allocation> {
        self.alloc_usm(self.usable()?, kind, bytes, align)
    }

    fn renew(&self, kind: UsmKind, first: DevicePtr, bytes: usize) -> Result<()> {
        if kind != UsmKind::Host {
            return self.fill_new(self.usable()?, kind, first, bytes);
        }
        // SAFETY: pinned memory of the host, which nobody uses.
        unsafe { renew_host_usm(kind, first.as_host(), bytes) };
        Ok(())
    }
}

impl Usm for CudaDevice {
    fn alloc(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<DevicePtr> {
        self.usable()?;
        self.usm_heap.alloc(self, kind, bytes, align)
    }

    fn free(&self, ptr: DevicePtr) -> Result<()> {
        self.usm_heap.free(ptr)
    }

    fn query(&self, ptr: DevicePtr) -> Option<UsmInfo> {
        self.usm_heap.query(ptr)
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
