//! The driver API's traits of a device.

use std::sync::Arc;

use tandem_device::{
    Allocation, BuiltInKernels, CommandBuffers, CompileRequest, Device, DeviceCode, DeviceInfo, DevicePtr, Error,
    HostPtr, HostTransfer, Images, LinkRequest, MemoryDomain, NativeCommandBuffer, NativeHandle, NativeObjects, Object,
    Partitioning, PeerCapabilities, Peers, Program, Queue, QueueProperties, Recording, Result, Timers, Usm, UsmInfo,
    UsmKind,
};
use tandem_device_cpu::object::CpuObject;
use tandem_device_cpu::program::{self, CpuProgram};
use tandem_device_usm::host_memory;

use crate::device::IslandDevice;
use crate::failures::Operation;
use crate::hardware::UNITS;
use crate::queue::IslandQueue;
use crate::replay::IslandBuffer;

/// Fails where a build is to fail.
fn check_build(device: &IslandDevice) -> Result<()> {
    device.check_not_lost()?;
    if device.failures().strikes(Operation::Build) {
        return Err(Error::Build { log: format!("{} was asked to fail", device.info().name) });
    }
    Ok(())
}

impl Device for IslandDevice {
    fn info(&self) -> &DeviceInfo {
        self.described()
    }

    fn memory_domain(&self) -> MemoryDomain {
        self.arena().domain()
    }

    fn alloc(&self, bytes: usize, align: usize) -> Result<Allocation> {
        self.check_not_lost()?;
        self.usm_in_context().alloc_device(bytes, align)
    }

    fn trim(&self) -> bool {
        self.usm_in_context().trim()
    }

    fn compile(&self, request: &CompileRequest<'_>) -> Result<Arc<dyn Object>> {
        check_build(self)?;
        CpuObject::compile(request)
    }

    fn link(&self, request: &LinkRequest<'_>) -> Result<Arc<dyn Program>> {
        check_build(self)?;
        CpuProgram::link(request, self.info())
    }

    fn build(&self, request: &CompileRequest<'_>) -> Result<Arc<dyn Program>> {
        check_build(self)?;
        CpuProgram::build(request, self.info())
    }

    fn accepts(&self, image: &DeviceCode<'_>) -> Result<u32> {
        program::accepts(image, self.info())
    }

    fn create_queue(&self, properties: QueueProperties) -> Result<Arc<dyn Queue>> {
        self.check_not_lost()?;
        self.start()?;
        let this = self.this().ok_or(Error::Unsupported("a queue on a device that is being released"))?;
        Ok(Arc::new(IslandQueue::new(this, properties)))
    }

    fn timers(&self) -> Timers {
        self.hardware().timers()
    }

    fn usm(&self) -> Option<&dyn Usm> {
        Some(self)
    }

    fn host_transfer(&self) -> Option<&dyn HostTransfer> {
        Some(self)
    }

    fn command_buffers(&self) -> Option<&dyn CommandBuffers> {
        Some(self)
    }

    fn built_in_kernels(&self) -> Option<&dyn BuiltInKernels> {
        Some(self)
    }

    fn peers(&self) -> Option<&dyn Peers> {
        Some(self)
    }

    fn partitioning(&self) -> Option<&dyn Partitioning> {
        (self.units().len() > 1).then_some(self)
    }

    fn images(&self) -> Option<&dyn Images> {
        Some(self)
    }

    fn native(&self) -> Option<&dyn NativeObjects> {
        Some(self)
    }

    fn native_handle(&self) -> Option<NativeHandle> {
        // A part has none.
        (self.units().len() == UNITS).then_some(NativeHandle(Arc::as_ptr(self.hardware()) as usize))
    }
}

impl HostTransfer for IslandDevice {
    fn write(&self, src: HostPtr, dst: DevicePtr, bytes: usize) -> Result<()> {
        let dst = self.copy_address(dst)?;
        // SAFETY: the caller keeps both ranges valid; the engine view is always accessible.
        unsafe { host_memory::copy(src.0, dst, bytes) };
        Ok(())
    }

    fn read(&self, src: DevicePtr, dst: HostPtr, bytes: usize) -> Result<()> {
        let src = self.copy_address(src)?;
        // SAFETY: as for `write`.
        unsafe { host_memory::copy(src, dst.0, bytes) };
        Ok(())
    }
}

impl Peers for IslandDevice {
    fn capabilities(&self, domain: MemoryDomain) -> PeerCapabilities {
        let memory = &self.hardware().memory;
        let reached = memory.peer && memory.arenas.iter().any(|arena| arena.domain() == domain);
        PeerCapabilities { access: reached, atomics: reached }
    }

    fn set_enabled(&self, domain: MemoryDomain, enabled: bool) -> Result<()> {
        let mut domains = self.hardware().enabled.lock();
        domains.retain(|known| *known != domain);
        if enabled {
            domains.push(domain);
        }
        Ok(())
    }

    fn is_enabled(&self, domain: MemoryDomain) -> bool {
        self.hardware().enabled.lock().contains(&domain)
    }
}

impl Usm for IslandDevice {
    fn alloc(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<DevicePtr> {
        self.check_not_lost()?;
        self.usm_in_context().alloc(kind, bytes, align)
    }

    fn free(&self, ptr: DevicePtr) -> Result<()> {
        self.usm_in_context().free(ptr)
    }

    fn query(&self, ptr: DevicePtr) -> Option<UsmInfo> {
        self.usm_in_context().query(ptr)
    }

    fn import(&self, host: HostPtr, bytes: usize) -> Result<()> {
        self.check_not_lost()?;
        self.usm_in_context().import(host, bytes)
    }

    fn release(&self, host: HostPtr) -> Result<()> {
        self.usm_in_context().release(host)
    }
}

impl CommandBuffers for IslandDevice {
    fn finalize(&self, recording: &Recording) -> Result<Option<Arc<dyn NativeCommandBuffer>>> {
        Ok(Some(Arc::new(IslandBuffer::new(recording))))
    }
}
