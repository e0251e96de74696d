//! A command group as the C ABI and the Rust API hand it to
//! `Queue::submit`: plain borrowed data, so that
//! submitting costs no allocation.

mod buffer_command;
mod device_global_copy;
mod group;
mod host_pipe;
mod submit;

use std::sync::Arc;

pub use buffer_command::{BufferCommand, Endpoint};
pub use device_global_copy::{DeviceGlobalCopy, Direction};
pub(crate) use group::unsubmitted_command;
pub use host_pipe::PipeWord;

pub use crate::base::address::Address;
use crate::base::object::Object;
use crate::base::source_location::SourceLocation;
pub use crate::commands::args::{AccessMode, Arg, Args, Closure, SCRATCH_KEY};
pub use crate::commands::fill::Pattern;
pub use crate::commands::nd_range::{Groups, NdRange};
pub use crate::commands::pixels::{PixelCopy, PixelDirection};
pub use crate::commands::rect::RectCopy;
pub use crate::commands::semaphore::SemaphoreCommand;
pub use crate::commands::usm::UsmCommand;
use crate::memory::buffer::Buffer;
use crate::programs::kernel::Kernel;
pub use crate::programs::kernel_slot::{CText, KernelSlot};
use crate::scheduler::HostTask;
use crate::scheduler::event::EventRef;

/// One accessor of a command group.
#[derive(Clone, Copy)]
pub struct Access<'a> {
    /// The value that represents this accessor in the kernel's closure: the address of the buffer's
    /// handle.
    pub key: usize,
    /// The buffer.
    pub buffer: &'a Object<Buffer>,
    /// The access mode.
    pub mode: AccessMode,
    /// First byte that is accessed, counted from the start of the (sub-)buffer.
    pub offset: usize,
    /// Number of bytes that are accessed.
    pub size: usize,
}

/// The kernel to run.
#[derive(Clone, Copy)]
pub enum KernelSource<'a> {
    /// The kernel of a slot.
    Slot(KernelSlot<'a>),
    /// One that was looked up before.
    Kernel(&'a Arc<Kernel>),
}

/// The operation of a command group.
pub enum Operation<'a> {
    /// Nothing: only its dependencies count.
    Empty,
    /// Runs a kernel.
    Kernel {
        /// Which.
        source: KernelSource<'a>,
        /// Over what.
        range: NdRange,
        /// With what.
        args: Args<'a>,
    },
    /// Runs a function of the host on a thread of the runtime.
    HostTask(HostTask),
    /// Works on USM or host memory.
    Usm(UsmCommand),
    /// Works on accessors.
    Buffer(BufferCommand),
    /// Copies between memory and a device global.
    DeviceGlobal(DeviceGlobalCopy),
    /// Waits for an imported semaphore or signals it.
    Semaphore(SemaphoreCommand),
    /// Later commands of the queue wait for the dependencies, or, without any, for all earlier
    /// commands of the queue.
    Barrier,
    /// Runs the commands of a finalized command buffer. The accessors are all of theirs.
    Replay(Arc<tandem_pi_host::CommandBuffer>),
}

/// One command group.
pub struct Submission<'a> {
    /// The operation.
    pub operation: Operation<'a>,
    /// Its accessors.
    pub accesses: &'a [Access<'a>],
    /// Events that it waits for.
    pub deps: &'a [EventRef],
    /// Where the program submits it, if that is known.
    pub location: Option<&'static SourceLocation>,
    /// Whether its event is asked for.
    pub wants_event: bool,
}

impl<'a> Submission<'a> {
    /// An operation without accessors and dependencies, whose event is asked for.
    pub fn new(operation: Operation<'a>) -> Self {
        Self { operation, accesses: &[], deps: &[], location: None, wants_event: true }
    }
}

impl Operation<'_> {
    /// Whether only the dependencies count.
    pub(crate) fn does_nothing(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::Kernel { range, .. } => range.is_empty(),
            Self::Usm(command) => command.does_nothing(),
            Self::DeviceGlobal(copy) => copy.bytes == 0,
            Self::HostTask(_) | Self::Buffer(_) | Self::Semaphore(_) | Self::Barrier | Self::Replay(_) => false,
        }
    }
}
