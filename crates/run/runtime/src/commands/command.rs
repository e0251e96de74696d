//! One command for PI, with everything that is needed to enqueue it.
//!
//! A command that is enqueued at once borrows from the submission. A deferred one
//! owns its data (`Command::into_owned`).

use std::borrow::Cow;
use std::sync::Arc;

use tandem_pi_host as pi;
use tandem_pi_host::Enqueue;

use super::args::{AccessorMemory, Args, Closure, CommandArgs};
use super::device_queue::DeviceQueue;
use super::launch::KernelLaunch;
use super::mem::MemCommand;
use super::nd_range::NdRange;
use super::semaphore::SemaphoreCommand;
use super::usm::UsmCommand;
use crate::base::error::Result;
use crate::base::source_location::SourceLocation;
use crate::instrumentation::CommandKind;
use crate::programs::kernel::Kernel;

/// A request to PI.
#[derive(Debug)]
pub(crate) enum Command<'a> {
    Kernel {
        kernel: Cow<'a, Arc<Kernel>>,
        range: NdRange,
        args: CommandArgs<'a>,
        mems: AccessorMemory,
    },
    Usm {
        command: UsmCommand,
        location: Option<&'static SourceLocation>,
    },
    Mem {
        command: MemCommand,
        location: Option<&'static SourceLocation>,
    },
    Semaphore(SemaphoreCommand),
    /// Completes as soon as the wait list does.
    Marker,
    /// Later commands wait for it, too.
    Barrier,
    /// The commands of a finalized command buffer.
    Replay(Arc<pi::CommandBuffer>),
}

impl<'a> Command<'a> {
    /// The launch of a kernel.
    pub(crate) fn kernel(kernel: Cow<'a, Arc<Kernel>>, range: NdRange, args: Args<'a>, mems: AccessorMemory) -> Self {
        Self::Kernel {
            kernel,
            range,
            args: match args {
                Args::Closure(Closure { bytes, scratch_bytes }) => {
                    CommandArgs::Closure { bytes: Cow::Borrowed(bytes), scratch_bytes }
                }
                Args::List(list) => CommandArgs::List(Cow::Borrowed(list)),
            },
            mems,
        }
    }

    /// The command without borrowed data.
    pub(crate) fn into_owned(self) -> Command<'static> {
        match self {
            Self::Kernel { kernel, range, args, mems } => {
                Command::Kernel { kernel: Cow::Owned(kernel.into_owned()), range, args: args.into_owned(), mems }
            }
            Self::Usm { command, location } => Command::Usm { command, location },
            Self::Mem { command, location } => Command::Mem { command, location },
            Self::Semaphore(command) => Command::Semaphore(command),
            Self::Marker => Command::Marker,
            Self::Barrier => Command::Barrier,
            Self::Replay(buffer) => Command::Replay(buffer),
        }
    }

    /// Whether it is only there for the order of others.
    pub(crate) fn is_fence(&self) -> bool {
        matches!(self, Self::Marker | Self::Barrier)
    }

    /// Where the program submitted the command, as far as it is about memory of the program.
    #[inline]
    pub(super) fn location(&self) -> Option<&'static SourceLocation> {
        match self {
            Self::Usm { command: UsmCommand::Prefetch { .. } | UsmCommand::Advise { .. }, .. } => None,
            Self::Usm { location, .. } => *location,
            Self::Mem { command, location } => location.filter(|_| command.uses_program_memory()),
            _ => None,
        }
    }

    /// What observers are told that the command does.
    pub(super) fn kind(&self) -> CommandKind {
        match self {
            Self::Kernel { .. } => CommandKind::Kernel,
            Self::Usm { .. } | Self::Mem { .. } => CommandKind::Memory,
            Self::Semaphore(_) | Self::Marker | Self::Barrier => CommandKind::Fence,
            Self::Replay(_) => CommandKind::Graph,
        }
    }

    /// The command in words, for people; the symbol of a kernel.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Kernel { kernel, .. } => kernel.name().into_owned(),
            Self::Usm { command, .. } => command.describe(),
            Self::Mem { command, .. } => command.describe(),
            Self::Semaphore(command) => command.describe(),
            Self::Marker => "marker".to_owned(),
            Self::Barrier => "barrier".to_owned(),
            Self::Replay(_) => "graph".to_owned(),
        }
    }

    /// Hands the command to a queue of PI. Without an event although one is wanted, there was nothing
    /// to do.
    ///
    /// # Safety
    /// The memory that the command uses stays valid, without conflicting uses,
    /// until it is complete, and a kernel gets the arguments that it expects.
    pub(crate) unsafe fn enqueue(&self, queue: &DeviceQueue, to: Enqueue<'_>) -> Result<Option<pi::Event>> {
        // SAFETY: the caller's duty covers each of the calls.
        unsafe {
            match self {
                Self::Kernel { kernel, range, args, mems } => {
                    KernelLaunch { kernel, range, args: args.as_args(), mems }.enqueue(queue, to)
                }
                Self::Usm { command, .. } => command.enqueue(queue, to),
                Self::Mem { command, .. } => command.enqueue(queue, to),
                Self::Semaphore(command) => command.enqueue(queue, to),
                Self::Marker => Ok(to.with_event().marker()?),
                Self::Barrier => Ok(to.with_event().barrier()?),
                Self::Replay(buffer) => Ok(to.replay(buffer)?),
            }
        }
    }
}
