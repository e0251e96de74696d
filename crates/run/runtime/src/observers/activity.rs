//! What observers are told.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use tandem_image::demangle;
use tandem_pi_abi::types::PiEvent;
use tandem_pi_host as pi;

use crate::base::clock::Span;

/// A client of the runtime's events. All calls come from the thread on which the event happens, which may hold locks of
/// the runtime: an observer takes only locks of its own and calls no code of the program.
pub(super) trait Observer: Send + Sync {
    /// Whether it needs commands and their times on the device.
    fn takes_commands(&self) -> bool;

    /// A thread of the host did something.
    fn host(&self, activity: &Activity, span: Span);

    /// A device was given a command, whose end is `event`. The span is that of the call.
    fn command(&self, command: &Submitted<'_>, span: Span, event: &pi::Event);

    /// A device, or the host, has more or less memory in use than before.
    fn memory(&self, level: &MemoryLevel, time: u64);

    /// The last moment at which plugins can be asked for the times of commands.
    fn finish_commands(&self);

    /// The end of the runtime.
    fn finish(&self);
}

/// What a thread of the host does.
#[derive(Clone, Debug)]
pub(crate) enum Activity {
    QueueWait,
    EventWait,
    HostTask,
    /// Device code is built for a kernel, which has this symbol.
    Build {
        step: BuildStep,
        kernel: String,
        succeeded: bool,
    },
    /// A program that the process has built already is used for this kernel.
    CacheHit {
        kernel: String,
    },
    UsmAllocation {
        address: usize,
        bytes: usize,
        kind: MemoryKind,
        /// The name of the device; none for host memory.
        device: Option<Arc<str>>,
    },
    /// USM is about to be freed: another thread may get the address right after.
    UsmFree {
        address: usize,
        bytes: usize,
        kind: MemoryKind,
        device: Option<Arc<str>>,
    },
    /// The call that freed it.
    UsmFreeCall,
    PluginLoad {
        path: PathBuf,
    },
    PluginUnload {
        path: PathBuf,
    },
}

/// A step of building device code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum BuildStep {
    /// From an image to an executable program.
    Build = 0,
    Compile = 1,
    Link = 2,
}

impl Activity {
    /// The activity in words.
    pub(super) fn describe(&self) -> Cow<'static, str> {
        match self {
            Self::QueueWait => "queue::wait".into(),
            Self::EventWait => "event::wait".into(),
            Self::HostTask => "host task".into(),
            Self::Build { step, kernel, .. } => {
                let step = match step {
                    BuildStep::Build => "build",
                    BuildStep::Compile => "compile",
                    BuildStep::Link => "link",
                };
                format!("{step} {}", demangle::kernel(kernel)).into()
            }
            Self::CacheHit { kernel } => format!("cached {}", demangle::kernel(kernel)).into(),
            Self::UsmAllocation { bytes, .. } => format!("allocate {bytes} bytes of USM").into(),
            Self::UsmFree { .. } | Self::UsmFreeCall => "free USM".into(),
            Self::PluginLoad { path } => format!("load {}", path.display()).into(),
            Self::PluginUnload { path } => format!("unload {}", path.display()).into(),
        }
    }
}

/// A device, as far as observers know it.
pub(crate) trait ObservedDevice: Send + Sync {
    /// The name for people.
    fn name(&self) -> &str;

    /// A number that devices with one memory share, and no others.
    fn memory_id(&self) -> usize;

    /// When a complete command of the device ran, by the host's clock; none if the device does not tell.
    fn span_of(&self, event: &pi::Event) -> Option<Span>;
}

/// A command on its way to a device.
pub(crate) struct Submitted<'a> {
    /// The number of the queue.
    pub(crate) queue: usize,
    pub(crate) device: Arc<dyn ObservedDevice>,
    /// The command in words, or the symbol of a kernel.
    pub(crate) name: Arc<str>,
    pub(crate) is_kernel: bool,
    /// What the command waits for.
    pub(crate) waits: &'a [PiEvent],
    /// When the host began to hand it over.
    pub(crate) start: u64,
}

/// What memory is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub(crate) enum MemoryKind {
    UsmHost = 0,
    UsmDevice = 1,
    UsmShared = 2,
    /// Copies of buffers, and device globals.
    Buffer = 3,
    Image = 4,
}

impl MemoryKind {
    pub(super) const ALL: [Self; 5] = [Self::UsmHost, Self::UsmDevice, Self::UsmShared, Self::Buffer, Self::Image];

    /// The name of its counter.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::UsmHost => "USM host",
            Self::UsmDevice => "USM device",
            Self::UsmShared => "USM shared",
            Self::Buffer => "buffers",
            Self::Image => "images",
        }
    }
}

/// The bytes in use on a device or, without one, on the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MemoryLevel {
    pub(super) device: Option<Arc<str>>,
    /// Tells devices of one name apart.
    pub(super) id: usize,
    /// What has changed.
    pub(super) kind: MemoryKind,
    /// By [`MemoryKind`].
    pub(super) bytes: [u64; MemoryKind::ALL.len()],
}
