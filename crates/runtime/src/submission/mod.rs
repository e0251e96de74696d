//! A command group as the C ABI and the Rust API hand it to
//! `Queue::submit`: plain borrowed data, so that
//! submitting costs no allocation.

mod group;
mod operation;
mod submit;

pub(crate) use group::unsubmitted_command;

use std::sync::Arc;

use tandem_pi_host::Rect;

pub use crate::base::address::Address;
use crate::base::object::Object;
use crate::base::source_location::SourceLocation;
pub use crate::commands::args::{AccessMode, Arg, Args, Closure, SCRATCH_KEY};
pub use crate::commands::nd_range::{Groups, NdRange};
pub use crate::commands::rect::RectCopy;
use crate::memory::buffer::Buffer;
use crate::programs::kernel::Kernel;
pub use crate::programs::kernel_slot::{CText, KernelSlot};
use crate::scheduler::HostTask;
use crate::scheduler::event::EventRef;

/// One accessor of a command group.
#[derive(Clone, Copy)]
pub struct Access<'a> {
    /// What stands for this accessor in the kernel's closure: the address of
    /// the buffer's handle.
    pub key: usize,
    /// The buffer.
    pub buffer: &'a Object<Buffer>,
    /// What is done with it.
    pub mode: AccessMode,
    /// First byte that is accessed, counted from the start of the (sub-)buffer.
    pub offset: usize,
    /// Number of bytes that are accessed.
    pub size: usize,
}

/// Which kernel to run.
#[derive(Clone, Copy)]
pub enum KernelSource<'a> {
    /// The one that a slot stands for.
    Slot(KernelSlot<'a>),
    /// One that was looked up before.
    Kernel(&'a Arc<Kernel>),
}

/// One side of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// The accessor with this index.
    Access(usize),
    /// Host or USM memory.
    Memory(Address),
}

/// What a command group does.
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
    /// Copies between USM or host memory.
    UsmCopy {
        /// Destination.
        dst: Address,
        /// Source.
        src: Address,
        /// Number of bytes.
        bytes: usize,
    },
    /// Copies rows between USM or host memory.
    UsmCopy2d {
        /// Destination.
        dst: Address,
        /// Source.
        src: Address,
        /// Bytes per row.
        width: usize,
        /// Rows.
        height: usize,
        /// Bytes from row to row of the destination.
        dst_pitch: usize,
        /// Bytes from row to row of the source.
        src_pitch: usize,
    },
    /// Repeats a pattern.
    UsmFill {
        /// Destination.
        dst: Address,
        /// The pattern.
        pattern: &'a [u8],
        /// Number of bytes to fill.
        bytes: usize,
    },
    /// Moves shared memory to the device.
    Prefetch {
        /// Start.
        ptr: Address,
        /// Number of bytes.
        bytes: usize,
    },
    /// A hint about shared memory.
    Advise {
        /// Start.
        ptr: Address,
        /// Number of bytes.
        bytes: usize,
        /// `PI_MEM_ADVICE_*`, or a number of the device's own.
        advice: u32,
    },
    /// Copies between accessors, or between one and host memory.
    Copy {
        /// Source.
        src: Endpoint,
        /// Destination.
        dst: Endpoint,
        /// What part; without it, as much as the accessors cover.
        rects: Option<RectCopy>,
    },
    /// Repeats a pattern over accessor 0.
    BufferFill {
        /// The pattern.
        pattern: &'a [u8],
        /// The box to fill, as the destination of a copy; without it, as much
        /// as the accessor covers.
        rect: Option<Rect>,
    },
    /// Makes the host copy of accessor 0 current.
    UpdateHost,
    /// Later commands of the queue wait for the dependencies, or, where there
    /// are none, for all earlier commands of the queue.
    Barrier,
    /// Runs the commands of a finalized command buffer. The accessors are all of theirs.
    Replay(Arc<tandem_pi_host::CommandBuffer>),
}

/// One command group.
pub struct Submission<'a> {
    /// What it does.
    pub operation: Operation<'a>,
    /// Its accessors.
    pub accesses: &'a [Access<'a>],
    /// Events that it waits for.
    pub deps: &'a [EventRef],
    /// Where the program submits it, if that is known.
    pub location: Option<&'static SourceLocation>,
}
