//! Events that observers receive. Times are nanoseconds of the host's monotonic clock.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tandem_pi_host as pi;

use crate::base::clock::Span;

/// A device, with the properties that observers query.
pub(crate) trait TimedDevice: fmt::Debug + Send + Sync {
    /// The name.
    fn name(&self) -> Arc<str>;

    /// A number that devices with one memory share.
    fn memory(&self) -> usize;

    /// The times at which a complete command ran, by the host's clock, if the device reports them.
    fn span_of(&self, event: &pi::Event) -> Option<Span>;
}

/// The kind of a command. The numbers are those of `enum tandem_tool_command_kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum CommandKind {
    Kernel = 1,
    /// Copies, fills, prefetches and advice.
    Memory = 2,
    /// A marker or a barrier.
    Fence = 3,
    /// The commands of a graph.
    Graph = 4,
}

/// A command that was submitted to a device.
#[derive(Debug)]
pub(crate) struct Command {
    /// From 1 on, one for each command.
    pub(crate) number: u64,
    pub(crate) kind: CommandKind,
    /// The number of the queue.
    pub(crate) queue: usize,
    pub(crate) device: Arc<dyn TimedDevice>,
    /// The name of a kernel, or the command in words.
    pub(crate) name: Arc<str>,
    /// The numbers of the commands that it waits for and that had not ended for observers.
    pub(crate) waits: Vec<u64>,
    /// The thread that submitted it, and the time.
    pub(crate) thread: u64,
    pub(crate) submitted: Span,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) failed: bool,
    /// The times at which it ran, if the device reports them.
    pub(crate) span: Option<Span>,
}

/// A step of making a program for a device. The numbers are those of `enum tandem_tool_build_step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum BuildStep {
    Build = 1,
    Compile = 2,
    Link = 3,
}

/// An activity of a host thread over some time.
#[derive(Clone, Debug)]
pub(crate) enum Activity {
    /// A function of SYCL that waits.
    Wait(&'static str),
    HostTask,
    Allocate {
        bytes: usize,
    },
    Free,
    Build {
        step: BuildStep,
        kernel: Arc<str>,
        device: Arc<str>,
        succeeded: bool,
    },
}

impl fmt::Display for Activity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wait(function) => f.write_str(function),
            Self::HostTask => f.write_str("host task"),
            Self::Allocate { bytes } => write!(f, "allocate {bytes} bytes of USM"),
            Self::Free => f.write_str("free USM"),
            Self::Build { step: BuildStep::Build, kernel, .. } => write!(f, "build {kernel}"),
            Self::Build { step: BuildStep::Compile, kernel, .. } => write!(f, "compile {kernel}"),
            Self::Build { step: BuildStep::Link, kernel, .. } => write!(f, "link {kernel}"),
        }
    }
}

/// The purpose of memory. The numbers are those of `enum tandem_tool_memory_kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub(crate) enum MemoryKind {
    UsmHost = 1,
    UsmDevice = 2,
    UsmShared = 3,
    /// A buffer's copy in memory of a device.
    Buffer = 4,
    /// An image, be it a buffer's copy or a bindless one.
    Image = 5,
}

/// Memory that was allocated.
#[derive(Clone, Debug)]
pub(crate) struct Allocation {
    pub(crate) kind: MemoryKind,
    /// The address of USM; for other memory, the handle by which the plugin knows it.
    pub(crate) address: usize,
    /// The requested size.
    pub(crate) bytes: usize,
    /// The device's memory (`TimedDevice::memory`) and its name; none for USM on the host.
    pub(crate) device: Option<(usize, Arc<str>)>,
}

/// Something that happened.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    Submitted(Arc<Command>),
    Ended(Arc<Command>, End),
    /// An activity of a thread.
    Host {
        thread: u64,
        activity: Activity,
        span: Span,
    },
    /// A kernel's program existed already.
    CacheHit {
        thread: u64,
        time: u64,
        kernel: Arc<str>,
        device: Arc<str>,
    },
    Allocated {
        thread: u64,
        time: u64,
        allocation: Allocation,
    },
    /// Reported before memory is freed, so that no observer receives new memory at the same address first.
    Freed {
        thread: u64,
        time: u64,
        allocation: Allocation,
    },
    Plugin {
        is_loaded: bool,
        time: u64,
        path: Arc<str>,
        backend: &'static str,
    },
}

/// A receiver of events. Methods are called with locks of the runtime held: they record the event and return, and
/// call neither the program nor the runtime.
pub(crate) trait Observer: Send + Sync {
    /// Something happened.
    fn observe(&self, event: &Event);

    /// No more events follow. No lock of the runtime is held.
    fn finish(&self);
}

/// A small number for each thread, from 1 on; 0 for a thread that ends.
pub(crate) fn thread_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread_local! {
        static NUMBER: u64 = NEXT.fetch_add(1, Ordering::Relaxed);
    }
    NUMBER.try_with(|number| *number).unwrap_or(0)
}
