//! A device in one context as [`tandem_device::Device`]: queues, programs, and the optional groups.

use std::sync::Arc;

use tandem_device::{
    Allocation, CommandBuffers, CompileRequest, Device, DeviceCode, DeviceInfo, DevicePtr, ExternalObjects, HostPtr,
    HostTransfer, Images, Kernel, LinkRequest, MemoryDomain, NativeHandle, NativeObjects, Object, Peers, Program,
    Queue, QueueProperties, Result, Usm,
};

use crate::device::CudaDevice;
use crate::kernel::CudaKernel;
use crate::object::{self, CudaObject};
use crate::program::CudaProgram;
use crate::queue::CudaQueue;

impl Device for CudaDevice {
    fn info(&self) -> &DeviceInfo {
        self.hardware().info()
    }

    fn memory_domain(&self) -> MemoryDomain {
        self.hardware().domain()
    }

    fn alloc(&self, bytes: usize, align: usize) -> Result<Allocation> {
        self.alloc_device(bytes, align)
    }

    fn trim(&self) -> bool {
        // Memory that the heap releases goes to CUDA's pool first.
        let has_unused = self.usm_heap.trim();
        self.gpu().is_ok_and(|gpu| gpu.memory.trim().unwrap_or(false)) || has_unused
    }

    fn free_memory(&self) -> u64 {
        let free = self.gpu().ok().and_then(|gpu| gpu.primary.free_memory().ok());
        free.map_or(self.info().free_mem_bytes, |bytes| bytes as u64)
    }

    fn compile(&self, request: &CompileRequest<'_>) -> Result<Arc<dyn Object>> {
        CudaObject::compile(self, request)
    }

    fn link(&self, request: &LinkRequest<'_>) -> Result<Arc<dyn Program>> {
        CudaProgram::link(self, request)
    }

    fn build(&self, request: &CompileRequest<'_>) -> Result<Arc<dyn Program>> {
        CudaProgram::build(self, request)
    }

    fn accepts(&self, image: &DeviceCode<'_>) -> Result<u32> {
        object::accepts(image, self.hardware())
    }

    fn create_queue(&self, properties: QueueProperties) -> Result<Arc<dyn Queue>> {
        let gpu = Arc::clone(self.usable()?);
        let this = self.shared().ok_or_else(|| gpu.lost())?;
        Ok(Arc::new(CudaQueue::new(this, gpu, properties)?))
    }

    fn max_cooperative_groups(&self, kernel: &dyn Kernel, items: u64, local_bytes: u64) -> u64 {
        let kernel = kernel.as_any().downcast_ref::<CudaKernel>();
        let units = u64::from(self.info().compute_units);
        kernel.map_or(1, |kernel| (kernel.groups_per_unit(items, local_bytes) * units).max(1))
    }

    fn usm(&self) -> Option<&dyn Usm> {
        Some(self)
    }

    fn host_transfer(&self) -> Option<&dyn HostTransfer> {
        Some(self)
    }

    fn images(&self) -> Option<&dyn Images> {
        self.info().images.supported.then_some(self)
    }

    fn external_objects(&self) -> Option<&dyn ExternalObjects> {
        Some(self)
    }

    fn command_buffers(&self) -> Option<&dyn CommandBuffers> {
        Some(self)
    }

    fn peers(&self) -> Option<&dyn Peers> {
        Some(self)
    }

    fn native(&self) -> Option<&dyn NativeObjects> {
        Some(self)
    }

    fn native_handle(&self) -> Option<NativeHandle> {
        Some(NativeHandle(self.hardware().device().raw() as usize))
    }
}

impl HostTransfer for CudaDevice {
    fn write(&self, src: HostPtr, dst: DevicePtr, bytes: usize) -> Result<()> {
        self.transfer(src.as_device(), dst, bytes)
    }

    fn read(&self, src: DevicePtr, dst: HostPtr, bytes: usize) -> Result<()> {
        self.transfer(src, dst.as_device(), bytes)
    }
}

impl CudaDevice {
    fn transfer(&self, src: DevicePtr, dst: DevicePtr, bytes: usize) -> Result<()> {
        let gpu = self.usable()?;
        let copy = || {
            let _current = gpu.primary.enter()?;
            gpu.memory.stream().copy(src, dst, bytes)?;
            gpu.memory.stream().synchronize()
        };
        if bytes == 0 { Ok(()) } else { copy().map_err(|error| gpu.error("a copy", error)) }
    }
}
