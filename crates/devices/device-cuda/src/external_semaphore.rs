//! Imported semaphores, and the commands that use them.

use std::any::Any;
use std::os::fd::RawFd;
use std::sync::Arc;

use tandem_device::{Error, ExternalSemaphore, Result, SemaphoreCommand, SemaphoreKind};

use crate::api::ImportedSemaphore;
use crate::command_stream::CommandStream;
use crate::gpu::Gpu;

/// A semaphore of another program.
pub struct CudaSemaphore {
    semaphore: ImportedSemaphore,
    kind: SemaphoreKind,
    gpu: Arc<Gpu>,
}

impl CudaSemaphore {
    /// Imports a semaphore.
    ///
    /// # Errors
    /// The errors of the driver.
    pub fn import(gpu: &Arc<Gpu>, descriptor: RawFd, kind: SemaphoreKind) -> Result<Self> {
        let semaphore = ImportedSemaphore::new(&gpu.primary, descriptor, kind);
        let semaphore =
            semaphore.map_err(|error| gpu.error(&format!("the import of descriptor {descriptor}"), error))?;
        Ok(Self { semaphore, kind, gpu: Arc::clone(gpu) })
    }
}

impl ExternalSemaphore for CudaSemaphore {
    fn kind(&self) -> SemaphoreKind {
        self.kind
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Enqueues a wait or a signal. The context is current.
pub fn enqueue(stream: &CommandStream, command: &SemaphoreCommand) -> Result<()> {
    let SemaphoreCommand { semaphore, operation, value } = command;
    let own: Option<&CudaSemaphore> = semaphore.as_any().downcast_ref();
    let own = own.ok_or_else(|| Error::Execution("a semaphore of another driver".to_owned()))?;
    if !Arc::ptr_eq(&own.gpu, stream.gpu()) {
        return Err(Error::Execution(format!("a semaphore of {}, not of the queue's device", own.gpu.name)));
    }
    let used = stream.cuda().use_semaphore(&own.semaphore, *operation, *value);
    used.map_err(|error| stream.error("a semaphore command", error))
}
