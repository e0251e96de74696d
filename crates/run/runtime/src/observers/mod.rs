//! Observers of the runtime: the one place through which the runtime tells what it does. The timeline (`TANDEM_TRACE`)
//! and tools (`TANDEM_TOOLS`) get the same events.
//!
//! * `activity`: what is told, and to whom.
//! * `memory`: the bytes in use, by device.
//! * `running`: commands until they are complete.
//! * `timeline`: an observer that writes a file.
//! * `tools`: an observer that calls libraries of others.
//!
//! Without an observer, each place that tells something costs one relaxed load.

pub(crate) mod activity;
mod memory;
mod running;
mod timeline;
mod tools;

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

use tandem_pi_host as pi;

use crate::base::clock::{self, Span};
use activity::{Activity, MemoryKind, MemoryLevel, ObservedDevice, Observer, Submitted};
use memory::{HOST, Memory, UsmAllocation};

/// Whether there are observers: one of the numbers below.
static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = 0;
const NONE: u8 = 1;
const SOME: u8 = 2;

/// The plugins are about to be torn down: no more commands are told.
static COMMANDS_FINISHED: AtomicBool = AtomicBool::new(false);

static OBSERVERS: OnceLock<Observers> = OnceLock::new();

struct Observers {
    list: Vec<Box<dyn Observer>>,
    memory: Memory,
}

thread_local! {
    /// This thread runs code of an observer, of which nothing is told.
    static IS_OBSERVER: Cell<bool> = const { Cell::new(false) };
}

/// The observers, if there are any.
#[inline]
fn observers() -> Option<&'static Observers> {
    if STATE.load(Ordering::Relaxed) == NONE { None } else { present() }
}

#[cold]
fn present() -> Option<&'static Observers> {
    if is_observer() {
        return None;
    }
    let observers = OBSERVERS.get_or_init(|| as_observer(open));
    let state = if observers.list.is_empty() { NONE } else { SOME };
    // `finish` may have set another state.
    let _ = STATE.compare_exchange(UNKNOWN, state, Ordering::Relaxed, Ordering::Relaxed);
    (state == SOME).then_some(observers)
}

fn open() -> Observers {
    let timeline = timeline::open().map(|timeline| Box::new(timeline) as Box<dyn Observer>);
    let tools = tools::open().map(|tools| Box::new(tools) as Box<dyn Observer>);
    Observers { list: timeline.into_iter().chain(tools).collect(), memory: Memory::default() }
}

/// Whether this thread runs code of an observer.
fn is_observer() -> bool {
    IS_OBSERVER.try_with(Cell::get).unwrap_or(false)
}

/// Runs code of an observer: what the runtime does for it is not told.
fn as_observer<R>(call: impl FnOnce() -> R) -> R {
    /// The previous value, restored on drop, even after a panic.
    struct Outer(bool);
    impl Drop for Outer {
        fn drop(&mut self) {
            let _ = IS_OBSERVER.try_with(|is_observer| is_observer.set(self.0));
        }
    }
    let _outer = Outer(IS_OBSERVER.replace(true));
    call()
}

impl Observers {
    fn host(&self, activity: &Activity, start: u64) {
        let span = Span { start, end: clock::now() };
        self.list.iter().for_each(|observer| observer.host(activity, span));
    }

    fn memory(&self, level: &MemoryLevel) {
        let time = clock::now();
        self.list.iter().for_each(|observer| observer.memory(level, time));
    }
}

/// Starts the observers, before the first plugin is loaded. No lock of the runtime may be held.
pub(crate) fn start_observers() {
    let _ = observers();
}

/// Whether an observer needs commands: queues then take the times of their commands.
#[inline]
pub(crate) fn take_commands() -> bool {
    observers().is_some_and(|observers| observers.list.iter().any(|observer| observer.takes_commands()))
}

/// When something begins; `None` without observers.
#[inline]
pub(crate) fn start() -> Option<u64> {
    observers().map(|_| clock::now())
}

/// When a command is handed over; `None` if no observer needs commands.
#[inline]
pub(crate) fn start_command() -> Option<u64> {
    take_commands().then(clock::now)
}

/// Tells of a command that a device has been given. `event` is its end.
pub(crate) fn command(submitted: &Submitted<'_>, event: &pi::Event) {
    if let Some(observers) = observers()
        && !COMMANDS_FINISHED.load(Ordering::Acquire)
    {
        let span = Span { start: submitted.start, end: clock::now() };
        let takers = observers.list.iter().filter(|observer| observer.takes_commands());
        takers.for_each(|observer| observer.command(submitted, span, event));
    }
}

/// Tells what a thread of the host has done since a time that [`start`] gave.
pub(crate) fn host(start: Option<u64>, activity: impl FnOnce() -> Activity) {
    if let (Some(start), Some(observers)) = (start, observers()) {
        observers.host(&activity(), start);
    }
}

/// Tells what a thread of the host does when the value is dropped.
#[must_use = "the span ends when this is dropped"]
pub(crate) struct HostSpan {
    activity: Activity,
    start: u64,
    observers: &'static Observers,
}

/// This thread begins to do something.
#[inline]
pub(crate) fn span(activity: impl FnOnce() -> Activity) -> Option<HostSpan> {
    observers().map(|observers| HostSpan { activity: activity(), start: clock::now(), observers })
}

impl HostSpan {
    /// The build has succeeded.
    pub(crate) fn succeed(&mut self) {
        if let Activity::Build { succeeded, .. } = &mut self.activity {
            *succeeded = true;
        }
    }
}

impl Drop for HostSpan {
    fn drop(&mut self) {
        self.observers.host(&self.activity, self.start);
    }
}

/// Tells of USM that was allocated since `start`. Host memory has no device.
pub(crate) fn usm_allocated(
    start: Option<u64>,
    address: usize,
    bytes: usize,
    kind: MemoryKind,
    device: Option<&dyn ObservedDevice>,
) {
    let (Some(start), Some(observers)) = (start, observers()) else { return };
    let device = device.filter(|_| kind != MemoryKind::UsmHost);
    let id = device.map_or(HOST, ObservedDevice::memory_id);
    let usm = UsmAllocation { id, device: device.map(|device| device.name().into()), kind, bytes };
    observers.memory.add_usm(address, &usm, |level| observers.memory(level));
    observers.host(&Activity::UsmAllocation { address, bytes, kind, device: usm.device }, start);
}

/// Tells of USM that is about to be freed. The value is to be kept during the call that frees it.
#[inline]
pub(crate) fn usm_freeing(address: usize) -> Option<HostSpan> {
    let observers = observers()?;
    if let Some(usm) = observers.memory.remove_usm(address, |level| observers.memory(level)) {
        let UsmAllocation { device, kind, bytes, .. } = usm;
        observers.host(&Activity::UsmFree { address, bytes, kind, device }, clock::now());
    }
    span(|| Activity::UsmFreeCall)
}

/// Counts the memory of a bindless image.
pub(crate) fn image_allocated(address: usize, bytes: usize, device: &dyn ObservedDevice) {
    if let Some(observers) = observers() {
        let (id, device) = (device.memory_id(), Some(device.name().into()));
        let image = UsmAllocation { id, device, kind: MemoryKind::Image, bytes };
        observers.memory.add_usm(address, &image, |level| observers.memory(level));
    }
}

/// The memory of a bindless image is about to be freed.
pub(crate) fn image_freeing(address: usize) {
    if let Some(observers) = observers() {
        observers.memory.remove_usm(address, |level| observers.memory(level));
    }
}

/// Memory of the runtime that is in use as long as the value exists.
#[derive(Debug, Default)]
pub(crate) struct Counted(Option<Allocation>);

#[derive(Debug)]
struct Allocation {
    id: usize,
    kind: MemoryKind,
    bytes: usize,
}

impl Counted {
    /// Counts memory of a device or, without one, of the host.
    #[inline]
    pub(crate) fn new(device: Option<&dyn ObservedDevice>, kind: MemoryKind, bytes: usize) -> Self {
        Self(observers().map(|observers| {
            let id = device.map_or(HOST, ObservedDevice::memory_id);
            let device: Option<Arc<str>> = device.map(|device| device.name().into());
            observers.memory.add(id, device.as_ref(), kind, bytes, |level| observers.memory(level));
            Allocation { id, kind, bytes }
        }))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if let (Some(Allocation { id, kind, bytes }), Some(observers)) = (self.0.take(), observers()) {
            observers.memory.remove(id, kind, bytes, |level| observers.memory(level));
        }
    }
}

/// Has observers look at commands for the last time, before plugins are torn down. Commands that are not complete by now
/// are left out.
pub(crate) fn finish_commands() {
    if let Some(observers) = observers() {
        COMMANDS_FINISHED.store(true, Ordering::Release);
        observers.list.iter().for_each(|observer| observer.finish_commands());
    }
}

/// Ends the observers. Nothing is told from then on.
pub(crate) fn finish() {
    if let Some(observers) = observers() {
        STATE.store(NONE, Ordering::Relaxed);
        observers.list.iter().for_each(|observer| observer.finish());
    }
}
