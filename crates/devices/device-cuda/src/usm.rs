//! USM: memory of the device, pinned memory of the host, and managed memory, which moves.

use tandem_device::{Allocation, Device, DevicePtr, Error, HostPtr, NativeHandle, Result, Usm, UsmInfo, UsmKind};
use tandem_device_usm::{UsmSource, initial_usm_byte, renew_host_usm};

use crate::api::{CudaResult, FillUnit, ManagedBlock, PinnedBlock, Registered};
use crate::device::CudaDevice;
use crate::gpu::Gpu;

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
        let unknown = Error::Unsupported("the released host memory was not imported");
        registered.map(drop).ok_or(unknown)
    }
}
