//! Copies between memory and device globals (`sycl_ext_oneapi_device_global`).

use crate::base::address::Address;
use crate::base::error::{Error, Result};
use crate::commands::usm::UsmCommand;
use crate::programs::device_global::HostVariable;
use crate::programs::program_manager;
use crate::scheduler::queue::Queue;

/// A copy between memory and the bytes that the device of a queue has for a device global.
#[derive(Clone, Copy, Debug)]
pub struct DeviceGlobalCopy {
    /// The device global.
    pub variable: HostVariable,
    /// Its first byte that is copied.
    pub offset: usize,
    /// Number of bytes.
    pub bytes: usize,
    /// From where to where.
    pub direction: Direction,
}

/// The direction of a [`DeviceGlobalCopy`], and the memory at its other end.
#[derive(Clone, Copy, Debug)]
pub enum Direction {
    /// From this memory to the device global.
    Write(Address),
    /// From the device global to this memory.
    Read(Address),
}

impl DeviceGlobalCopy {
    /// The copy of memory that it is on the device of a queue.
    pub(super) fn on(&self, queue: &Queue) -> Result<UsmCommand> {
        let Self { variable, offset, bytes, direction } = *self;
        let size = variable.size;
        if offset.checked_add(bytes).is_none_or(|end| end > size) {
            return Err(Error::Invalid(format!(
                "{bytes} bytes at {offset} are not within a device_global of {size} bytes"
            )));
        }
        let start = program_manager()?.device_global(queue.context(), queue.device(), variable)?;
        let global = start.offset(offset);
        Ok(match direction {
            Direction::Write(src) => UsmCommand::Copy { dst: global, src, bytes },
            Direction::Read(dst) => UsmCommand::Copy { dst, src: global, bytes },
        })
    }
}
