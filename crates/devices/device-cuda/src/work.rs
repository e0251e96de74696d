//! Enqueuing work: which function puts it into a stream.

use tandem_device::{Device, Error, Location, Result, Work};

use crate::command_stream::CommandStream;
use crate::copies;
use crate::device::CudaDevice;
use crate::enqueued::Enqueued;
use crate::external_semaphore;
use crate::fills;
use crate::image_transfer;
use crate::launch;
use crate::managed_memory;

/// Enqueues work, unless the host has to do it. The context is current.
pub fn enqueue(device: &CudaDevice, stream: &CommandStream, work: &mut Work) -> Result<Enqueued> {
    let done = |()| Enqueued::InStream(None);
    match work {
        work if work.moves_nothing() => Ok(Enqueued::InStream(None)),
        Work::Kernel(launch) => launch::enqueue(device, stream, launch).map(done),
        Work::Copy { src, dst, bytes } => copies::enqueue(device, stream, src, dst, *bytes),
        Work::CopyRect { src, dst, rect } => copies::enqueue_rect(device, stream, src, dst, rect),
        Work::Fill { dst, pattern, bytes } => fills::enqueue(device, stream, dst, pattern, [*bytes, 1, *bytes]),
        Work::FillRect { dst, pattern, row_bytes, rows, pitch } => {
            fills::enqueue(device, stream, dst, pattern, [*row_bytes, *rows, *pitch])
        }
        Work::Map(mapping) => enqueue_copy(device, stream, mapping.map_copy()),
        Work::Unmap(mapping) => enqueue_copy(device, stream, mapping.unmap_copy()),
        Work::Prefetch { ptr, bytes } => managed_memory::prefetch(device.info(), stream, *ptr, *bytes).map(done),
        Work::Advise { ptr, bytes, advice } => {
            managed_memory::advise(device.info(), stream, *ptr, *bytes, *advice).map(done)
        }
        Work::Image(command) => image_transfer::enqueue(device, stream, command),
        Work::HostPipe(_) => Err(Error::Unsupported("host pipes")),
        Work::Semaphore(command) => external_semaphore::enqueue(stream, command).map(done),
    }
}

/// The copy that a mapping consists of, if any.
fn enqueue_copy(device: &CudaDevice, stream: &CommandStream, copy: Option<Work>) -> Result<Enqueued> {
    match copy {
        Some(Work::Copy { src, dst, bytes }) if bytes > 0 => copies::enqueue(device, stream, &src, &dst, bytes),
        _ => Ok(Enqueued::InStream(None)),
    }
}

/// Allocates the memory of the objects that work uses, and makes the textures. The context is current.
pub fn reserve(device: &CudaDevice, work: &Work) -> Result<()> {
    let place = |location: &Location| match location {
        Location::Buffer { object, .. } => object.place(device).map(drop),
        Location::Host(_) | Location::Usm(_) => Ok(()),
    };
    match work {
        Work::Kernel(launch) => {
            launch.args.memory().iter().try_for_each(|memory| memory.object.place(device).map(drop))?;
            launch::resources(device, &launch.args).map(drop)
        }
        Work::Copy { src, dst, .. } | Work::CopyRect { src, dst, .. } => place(src).and_then(|()| place(dst)),
        Work::Fill { dst, .. } | Work::FillRect { dst, .. } => place(dst),
        _ => Ok(()),
    }
}
