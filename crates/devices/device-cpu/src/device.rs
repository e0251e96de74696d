//! The common part of the two CPU devices: memory, compilation and the execution of commands. The devices differ in the
//! threads that they use.

use std::sync::{Arc, OnceLock, Weak};

use tandem_device::{
    Allocation, CommandBuffers, CompileRequest, Device, DeviceCode, DeviceInfo, Error, Images, Kernel, LinkRequest,
    Location, MemoryDomain, NativeCommandBuffer, Object, Origin, Partitioning, Program, Queue, QueueProperties,
    Recording, Result, Usm, Work,
};
use tandem_device_queue::{CommandQueue, CommandSequence, Dispatcher, Executor};

use crate::faults::Watch;
use crate::image_transfer;
use crate::launch::{self, Threads};
use crate::object::CpuObject;
use crate::pipe_ring;
use crate::program::{self, CpuProgram};
use crate::transfer::Transfer;
use crate::usm::Registry;
use crate::work_group_pool::WorkGroupPool;

/// The size in bytes up to which copies and fills are not worth another thread.
const BRIEF_BYTES: usize = 1 << 16;

/// A device that runs kernels on the host's processor, as a context has it.
pub struct CpuDevice {
    this: Weak<Self>,
    processor: Arc<Processor>,
    usm: Arc<Registry>,
}

/// The part of a device that all contexts share.
pub struct Processor {
    /// Its properties.
    pub info: DeviceInfo,
    /// The processor of each compute unit.
    pub units: Vec<usize>,
    /// `None`: on the thread that executes the command.
    pub pool: Option<WorkGroupPool>,
    /// Starts the commands of queues.
    pub dispatcher: Arc<Dispatcher>,
    /// The device that it is a part of.
    pub whole: Option<Arc<Processor>>,
    /// Has faults of copies reported, once there is a queue.
    pub watch: OnceLock<Option<Watch>>,
}

impl CpuDevice {
    /// The device with these allocations of USM.
    pub fn new(processor: Arc<Processor>, usm: Arc<Registry>) -> Arc<Self> {
        Arc::new_cyclic(|this| Self { this: this.clone(), processor, usm })
    }

    /// The processor of each compute unit.
    pub fn units(&self) -> &[usize] {
        &self.processor.units
    }

    /// The part that all contexts share.
    pub fn processor(&self) -> &Arc<Processor> {
        &self.processor
    }

    /// The allocations of USM in its context.
    pub fn registry(&self) -> &Arc<Registry> {
        &self.usm
    }

    fn threads(&self) -> Threads<'_> {
        self.processor.pool.as_ref().map_or(Threads::One, Threads::Pool)
    }
}

impl Processor {
    /// Whether it is another one, or a part of it.
    pub fn is_within(&self, other: &Self) -> bool {
        let mut wholes = std::iter::successors(Some(self), |part| part.whole.as_deref());
        wholes.any(|whole| std::ptr::eq(whole, other))
    }
}

impl Device for CpuDevice {
    fn info(&self) -> &DeviceInfo {
        &self.processor.info
    }

    fn memory_domain(&self) -> MemoryDomain {
        MemoryDomain::HOST
    }

    fn alloc(&self, bytes: usize, align: usize) -> Result<Allocation> {
        if bytes as u64 > self.processor.info.max_alloc_bytes {
            return Err(Error::OutOfMemory { bytes, device: self.processor.info.name.clone() });
        }
        Allocation::host(bytes, align)
    }

    fn trim(&self) -> bool {
        self.usm.trim()
    }

    fn compile(&self, request: &CompileRequest<'_>) -> Result<Arc<dyn Object>> {
        CpuObject::compile(request)
    }

    fn link(&self, request: &LinkRequest<'_>) -> Result<Arc<dyn Program>> {
        CpuProgram::link(request, &self.processor.info)
    }

    fn build(&self, request: &CompileRequest<'_>) -> Result<Arc<dyn Program>> {
        CpuProgram::build(request, &self.processor.info)
    }

    fn accepts(&self, image: &DeviceCode<'_>) -> Result<u32> {
        program::accepts(image, &self.processor.info)
    }

    fn create_queue(&self, properties: QueueProperties) -> Result<Arc<dyn Queue>> {
        self.processor.watch.get_or_init(Watch::of_copies);
        let this = self.this.upgrade().ok_or(Error::Unsupported("a queue on a device that is being released"))?;
        Ok(Arc::new(CommandQueue::new(this, Arc::clone(&self.processor.dispatcher), properties)))
    }

    fn max_cooperative_groups(&self, _kernel: &dyn Kernel, _items: u64, _local_bytes: u64) -> u64 {
        self.threads().count()
    }

    fn usm(&self) -> Option<&dyn Usm> {
        Some(&*self.usm)
    }

    fn images(&self) -> Option<&dyn Images> {
        Some(self)
    }

    fn command_buffers(&self) -> Option<&dyn CommandBuffers> {
        Some(self)
    }

    fn partitioning(&self) -> Option<&dyn Partitioning> {
        (self.units().len() > 1).then_some(self)
    }
}

impl CommandBuffers for CpuDevice {
    /// One command after another costs least, unless some leave threads idle that others could
    /// use.
    fn finalize(&self, recording: &Recording) -> Result<Option<Arc<dyn NativeCommandBuffer>>> {
        let mut commands = recording.commands().iter().filter_map(|recorded| recorded.work.as_ref());
        let is_best =
            recording.is_chain() || commands.all(|command| self.is_brief(command) || self.is_filled_by(command));
        Ok(is_best.then(|| Arc::new(CommandSequence::new(recording)) as Arc<dyn NativeCommandBuffer>))
    }
}

impl CpuDevice {
    /// The host address of a location.
    pub(crate) fn resolve(&self, location: &Location) -> Result<*mut u8> {
        let pointer = match location {
            Location::Host(pointer) => *pointer,
            Location::Usm(pointer) => pointer.as_host(),
            Location::Buffer { object, offset } => object.address(self)?.offset(*offset).as_host(),
        };
        match pointer.non_null() {
            Some(pointer) => Ok(pointer.as_ptr()),
            None => Err(Error::Execution("a copy or fill of a null pointer".into())),
        }
    }

    /// Whether a command keeps all threads busy by itself.
    fn is_filled_by(&self, work: &Work) -> bool {
        match work {
            Work::Kernel(launch) => launch::fills(launch, &self.processor.info, self.threads()),
            _ => false,
        }
    }
}

impl Executor for CpuDevice {
    fn execute(&self, work: &mut Work, origin: Option<&Origin>) -> Result<()> {
        let transfer = Transfer { device: &self.processor.info.name, origin };
        match work {
            work if work.moves_nothing() => Ok(()),
            Work::Kernel(launch) => launch::run(launch, self, self.threads()),
            Work::Copy { src, dst, bytes } => {
                let (from, to) = (self.resolve(src)?, self.resolve(dst)?);
                // SAFETY: the code that submitted the command keeps both ranges valid until it is complete.
                unsafe { transfer.copy(from, to, *bytes) };
                Ok(())
            }
            Work::CopyRect { src, dst, rect } => {
                let (from, to) = (self.resolve(src)?, self.resolve(dst)?);
                // SAFETY: as for a copy.
                unsafe { transfer.copy_rect(from, to, rect) };
                Ok(())
            }
            Work::Fill { dst, pattern, bytes } => {
                let to = self.resolve(dst)?;
                // SAFETY: as for a copy.
                unsafe { transfer.fill(to, pattern, [*bytes, 1, 0]) };
                Ok(())
            }
            Work::FillRect { dst, pattern, row_bytes, rows, pitch } => {
                let to = self.resolve(dst)?;
                // SAFETY: as for a copy.
                unsafe { transfer.fill(to, pattern, [*row_bytes, *rows, *pitch]) };
                Ok(())
            }
            Work::Map(mapping) => mapping.map(self),
            Work::Unmap(mapping) => mapping.unmap(self),
            // All memory is near.
            Work::Prefetch { .. } | Work::Advise { .. } => Ok(()),
            // SAFETY: as for a copy.
            Work::Image(command) => unsafe { image_transfer::run(command, transfer, self) },
            // SAFETY: as for a copy; the plugin layer has looked the variable up in the program.
            Work::HostPipe(command) => unsafe { pipe_ring::run(command) },
            Work::Semaphore(_) => Err(Error::Unsupported("semaphores of other programs")),
        }
    }

    fn is_brief(&self, work: &Work) -> bool {
        let bytes = match work {
            Work::Kernel(launch) => return launch::is_brief(launch, &self.processor.info, self.threads()),
            Work::Copy { bytes, .. } | Work::Fill { bytes, .. } => *bytes,
            Work::CopyRect { rect, .. } => rect.region.iter().product(),
            Work::FillRect { row_bytes, rows, .. } => row_bytes * rows,
            Work::Image(command) => command.bytes(),
            Work::HostPipe(command) => return !command.is_blocking,
            _ => 0,
        };
        bytes <= BRIEF_BYTES
    }
}
