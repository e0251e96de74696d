//! Commands that no stream can execute: large copies and fills of pageable host memory. CUDA's copies of such memory
//! block the thread, so threads of the driver execute them, and share those that are large enough.

use std::sync::Arc;

use tandem_device::{Command, Location, Result, Work};

use crate::api::{CudaResult, fill_on_host};
use crate::copies::{self, CopySide};
use crate::device::CudaDevice;
use crate::fills;
use crate::gpu::Gpu;
use crate::host_threads::Task;
use crate::image_transfer;
use crate::large_copies::{Copier, LargeCopy};
use crate::staging;

/// Executes a command whose dependencies have ended, and waits for it. Fences and replays have nothing
/// for the host to do.
pub fn execute(gpu: &Arc<Gpu>, device: &CudaDevice, copier: &mut Option<Copier>, command: &Command) -> Result<()> {
    let Command::Work(work) = command else { return Ok(()) };
    Worker::of(copier, gpu)?.do_work(device, work)
}

/// A thread's help with a copy.
fn help_with(copy: &Arc<LargeCopy>, gpu: &Arc<Gpu>) -> Task {
    let (copy, gpu) = (Arc::clone(copy), Arc::clone(gpu));
    Box::new(move |copier| {
        // The others copy without this one.
        if let Ok(worker) = copier.and_then(|copier| Worker::of(copier, &gpu)) {
            copy.help(worker.copier);
        }
    })
}

/// A thread at work.
struct Worker<'a> {
    gpu: &'a Arc<Gpu>,
    copier: &'a mut Copier,
}

impl<'a> Worker<'a> {
    /// With the thread's copier, which is made if there is none.
    fn of(copier: &'a mut Option<Copier>, gpu: &'a Arc<Gpu>) -> Result<Self> {
        gpu.check_not_lost()?;
        let copier = match copier {
            Some(copier) => copier,
            None => {
                let new = Copier::new(&gpu.primary, &gpu.events).map_err(|error| gpu.error("a new stream", error))?;
                copier.insert(new)
            }
        };
        Ok(Self { gpu, copier })
    }

    fn do_work(&mut self, device: &CudaDevice, work: &Work) -> Result<()> {
        let gpu = self.gpu;
        let failed = |error| gpu.error(work.name(), error);
        let _current = gpu.primary.enter().map_err(failed)?;
        let copied = match work {
            Work::Copy { src, dst, bytes } => self.copy(device.locate(src)?, device.locate(dst)?, *bytes),
            Work::CopyRect { src, dst, rect } => {
                let (src, dst) = (device.locate(src)?.address(), device.locate(dst)?.address());
                let stream = self.copier.stream();
                copies::copy_rect(stream, src, dst, rect).and_then(|()| stream.synchronize())
            }
            Work::Fill { dst, pattern, bytes } => return self.fill(device, dst, pattern, [*bytes, 1, *bytes]),
            Work::FillRect { dst, pattern, row_bytes, rows, pitch } => {
                return self.fill(device, dst, pattern, [*row_bytes, *rows, *pitch]);
            }
            Work::Image(command) => return image_transfer::execute(device, gpu, self.copier.stream(), command),
            Work::Map(mapping) => return self.copy_of(device, mapping.map_copy()),
            Work::Unmap(mapping) => return self.copy_of(device, mapping.unmap_copy()),
            _ => Ok(()),
        };
        copied.map_err(failed)
    }

    fn copy(&mut self, src: CopySide, dst: CopySide, bytes: usize) -> CudaResult<()> {
        let large = match (src, dst) {
            _ if bytes <= staging::MAX_BYTES => None,
            (CopySide::Pageable(host), CopySide::Device(device)) => Some(LargeCopy::new(host, device, bytes, false)),
            (CopySide::Device(device), CopySide::Pageable(host)) => Some(LargeCopy::new(host, device, bytes, true)),
            _ => None,
        };
        if let Some(copy) = large.map(Arc::new) {
            self.gpu.host_threads.share(copy.helpers(), || help_with(&copy, self.gpu));
            return copy.run(self.copier);
        }
        let stream = self.copier.stream();
        stream.copy(src.address(), dst.address(), bytes).and_then(|()| stream.synchronize())
    }

    fn copy_of(&mut self, device: &CudaDevice, copy: Option<Work>) -> Result<()> {
        copy.map_or(Ok(()), |copy| self.do_work(device, &copy))
    }

    fn fill(&mut self, device: &CudaDevice, dst: &Location, pattern: &[u8], rows: [usize; 3]) -> Result<()> {
        match device.locate(dst)? {
            CopySide::Pageable(host) => {
                fill_on_host(host, pattern, rows);
                Ok(())
            }
            CopySide::Device(address) | CopySide::Reached(address) => {
                let stream = self.copier.stream();
                let filled = fills::fill(stream, address, pattern, rows).and_then(|()| stream.synchronize());
                filled.map_err(|error| self.gpu.error("a fill", error))
            }
        }
    }
}
