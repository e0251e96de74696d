//! The functions through which the runtime reports events.

use std::cell::Cell;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tandem_pi_abi::types::PiEvent;
use tandem_pi_host as pi;

use super::commands::{Commands, NewCommand};
use super::event::{
    Activity, Allocation, BuildStep, Command, CommandKind, Event, MemoryKind, Observer, TimedDevice, thread_number,
};
use super::{timeline, tools};
use crate::base::clock::{self, Span};
use crate::base::process;

/// Whether there are observers: not known yet, no, yes.
static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = 0;
const NONE: u8 = 1;
const ACTIVE: u8 = 2;

static STREAM: OnceLock<Stream> = OnceLock::new();

thread_local! {
    /// This thread opens the stream; activity of tools in the meantime is not reported.
    static OPENS: Cell<bool> = const { Cell::new(false) };
}

struct Stream {
    observers: Vec<Box<dyn Observer>>,
    commands: Commands,
    /// Memory by context and address.
    memory: Mutex<FxHashMap<(usize, usize), Allocation>>,
}

/// The stream, if there is an observer.
#[inline]
fn stream() -> Option<&'static Stream> {
    match STATE.load(Ordering::Relaxed) {
        NONE => None,
        _ => open(),
    }
}

#[cold]
fn open() -> Option<&'static Stream> {
    if let Some(stream) = STREAM.get() {
        // A child of `fork` reports nothing, because the threads that held locks do not exist in it.
        return Some(stream).filter(|stream| !stream.observers.is_empty() && !process::is_forked());
    }
    if OPENS.try_with(|opens| opens.replace(true)).unwrap_or(true) {
        return None;
    }
    let stream = STREAM.get_or_init(|| {
        let observers: Vec<_> = timeline::open().into_iter().chain(tools::open()).collect();
        STATE.store(if observers.is_empty() { NONE } else { ACTIVE }, Ordering::Relaxed);
        Stream { observers, commands: Commands::default(), memory: Mutex::default() }
    });
    OPENS.set(false);
    Some(stream).filter(|stream| !stream.observers.is_empty())
}

impl Stream {
    fn tell(&self, event: &Event) {
        self.observers.iter().for_each(|observer| observer.observe(event));
    }

    fn look(&self, queue: Option<usize>) {
        self.commands.look(queue, |command, end| self.tell(&Event::Ended(command, end)));
    }
}

/// Opens observers now, if the environment names any. The caller holds no lock: tools are loaded.
pub(crate) fn prepare() {
    let _ = stream();
}

/// Whether there is an observer: queues then record the times of their commands.
pub(crate) fn is_active() -> bool {
    stream().is_some()
}

/// A command that is being submitted to a device.
pub(crate) struct Submitted<'a> {
    pub(crate) kind: CommandKind,
    /// The number of the queue.
    pub(crate) queue: usize,
    pub(crate) device: Arc<dyn TimedDevice>,
    /// The command in words, or the symbol of a kernel.
    pub(crate) name: String,
    /// The events that the command waits for.
    pub(crate) waits: &'a [PiEvent],
    /// The time at which the host began to submit it.
    pub(crate) start: u64,
}

/// The time of a submission; `None` without observers.
#[inline]
pub(crate) fn start() -> Option<u64> {
    stream().map(|_| clock::now())
}

/// Reports a command that was submitted to a device. `event` is its end.
pub(crate) fn command(submitted: Submitted<'_>, event: &pi::Event) {
    let Some(stream) = stream() else { return };
    let Submitted { kind, queue, device, name, waits, start } = submitted;
    let submitted = Span { start, end: clock::now() };
    let new = NewCommand { kind, queue, device, name, waits, thread: thread_number(), submitted };
    let tell = |command: &Arc<Command>| stream.tell(&Event::Submitted(command.clone()));
    if stream.commands.add(new, event, tell) {
        stream.look(None);
    }
}

/// Reports the commands of a queue that have ended by now. The caller holds no lock.
#[inline]
pub(crate) fn settle_queue(queue: usize) {
    if let Some(stream) = stream() {
        stream.look(Some(queue));
    }
}

/// Reports all commands that have ended by now. The caller holds no lock.
pub(crate) fn settle() {
    if STATE.load(Ordering::Relaxed) == ACTIVE
        && let Some(stream) = stream()
    {
        stream.look(None);
    }
}

/// An activity of a host thread that ends when the value is dropped.
#[must_use = "the span ends when this is dropped"]
pub(crate) struct HostSpan {
    activity: Activity,
    start: u64,
    stream: &'static Stream,
}

/// Begins to record an activity of this thread; does nothing without observers.
#[inline]
pub(crate) fn span(activity: impl FnOnce() -> Activity) -> Option<HostSpan> {
    stream().map(|stream| HostSpan { activity: activity(), start: clock::now(), stream })
}

impl Drop for HostSpan {
    fn drop(&mut self) {
        let span = Span { start: self.start, end: clock::now() };
        let activity = std::mem::replace(&mut self.activity, Activity::Free);
        self.stream.tell(&Event::Host { thread: thread_number(), activity, span });
    }
}

/// Runs a step of making a program, of which `name` gives the kernel and the device.
pub(crate) fn build<T, E>(
    step: BuildStep,
    name: impl FnOnce() -> (String, Arc<str>),
    build: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    let mut span = span(|| {
        let (kernel, device) = name();
        Activity::Build { step, kernel: kernel.into(), device, succeeded: false }
    });
    let built = build();
    if let Some(HostSpan { activity: Activity::Build { succeeded, .. }, .. }) = &mut span {
        *succeeded = built.is_ok();
    }
    built
}

/// Reports that the program of a kernel existed already; `name` gives the kernel and the device.
#[inline]
pub(crate) fn cache_hit(name: impl FnOnce() -> (String, Arc<str>)) {
    if let Some(stream) = stream() {
        let (kernel, device) = name();
        let (thread, time) = (thread_number(), clock::now());
        stream.tell(&Event::CacheHit { thread, time, kernel: kernel.into(), device });
    }
}

/// Reports new memory of a context.
#[inline]
pub(crate) fn allocated(
    context: &pi::Context,
    kind: MemoryKind,
    address: usize,
    bytes: usize,
    device: Option<&dyn TimedDevice>,
) {
    if let Some(stream) = stream() {
        let device = device.map(|device| (device.memory(), device.name()));
        let allocation = Allocation { kind, address, bytes, device };
        let mut memory = stream.memory.lock();
        memory.insert((key(context), address), allocation.clone());
        stream.tell(&Event::Allocated { thread: thread_number(), time: clock::now(), allocation });
    }
}

/// Reports that memory of a context is about to be freed.
#[inline]
pub(crate) fn freed(context: &pi::Context, address: usize) {
    if let Some(stream) = stream() {
        let mut memory = stream.memory.lock();
        if let Some(allocation) = memory.remove(&(key(context), address)) {
            stream.tell(&Event::Freed { thread: thread_number(), time: clock::now(), allocation });
        }
    }
}

fn key(context: &pi::Context) -> usize {
    context.raw().as_ptr() as usize
}

/// Memory that is in use as long as the value lives.
#[derive(Debug)]
pub(crate) struct MemoryUse {
    context: pi::Context,
    address: usize,
}

impl MemoryUse {
    /// Reports new memory of a context, and its end when the value is dropped; does nothing without observers.
    pub(crate) fn new(
        context: &pi::Context,
        kind: MemoryKind,
        address: usize,
        bytes: usize,
        device: &dyn TimedDevice,
    ) -> Option<Self> {
        is_active().then(|| {
            allocated(context, kind, address, bytes, Some(device));
            Self { context: context.clone(), address }
        })
    }
}

impl Drop for MemoryUse {
    fn drop(&mut self) {
        freed(&self.context, self.address);
    }
}

/// Reports a plugin that was loaded or unloaded.
pub(crate) fn plugin(is_loaded: bool, path: &std::path::Path, backend: &'static str) {
    if let Some(stream) = stream() {
        let path = path.to_string_lossy().into();
        stream.tell(&Event::Plugin { is_loaded, time: clock::now(), path, backend });
    }
}

/// Ends the stream. Commands that are not complete by now are left out, and later events are not reported.
pub(crate) fn finish() {
    if STATE.load(Ordering::Relaxed) == ACTIVE
        && let Some(stream) = stream()
    {
        stream.observers.iter().for_each(|observer| observer.finish());
    }
}
