//! Commands that devices were given, until they are complete.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;
use tandem_pi_host as pi;

use super::activity::{ObservedDevice, Submitted};
use crate::base::clock::Span;

/// A command that may still run.
pub(super) struct Command {
    /// Commands are numbered from 1 on.
    pub(super) number: u64,
    pub(super) queue: usize,
    pub(super) device: Arc<dyn ObservedDevice>,
    pub(super) name: Arc<str>,
    pub(super) is_kernel: bool,
    /// The numbers of the commands that it waits for, as far as they were not known to be complete.
    pub(super) waits: Vec<u64>,
    /// The thread that handed it over, and when.
    pub(super) thread: Thread,
    pub(super) submitted: Span,
    event: pi::Event,
}

/// Gives commands their numbers.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// The numbers of commands that are not known to be complete, by PI's event.
    known: FxHashMap<usize, u64>,
    last: u64,
}

impl Numbers {
    /// The next command.
    pub(super) fn add(&mut self, submitted: &Submitted<'_>, span: Span, event: &pi::Event) -> Command {
        self.last += 1;
        let known = submitted.waits.iter().filter_map(|raw| self.known.get(&(raw.as_ptr() as usize)));
        let waits = known.copied().collect();
        self.known.insert(event.raw().as_ptr() as usize, self.last);
        Command {
            number: self.last,
            queue: submitted.queue,
            device: Arc::clone(&submitted.device),
            name: Arc::clone(&submitted.name),
            is_kernel: submitted.is_kernel,
            waits,
            thread: Thread::current(),
            submitted: span,
            event: event.clone(),
        }
    }

    /// A command is complete: a later one may have the same event.
    pub(super) fn remove(&mut self, command: &Command) {
        self.known.remove(&(command.event.raw().as_ptr() as usize));
    }
}

/// How a command has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// When it ran.
    Timed(Span),
    /// The device does not tell when.
    Untimed,
    Failed,
}

impl End {
    /// When the command ran, if that is known.
    pub(super) fn span(self) -> Option<Span> {
        match self {
            Self::Timed(span) => Some(span),
            Self::Untimed | Self::Failed => None,
        }
    }
}

/// Commands, after plugins were asked whether they are complete. No lock is held then: a driver may run callbacks of the
/// program meanwhile.
pub(super) struct Looked {
    /// Those that have ended, in the order of time.
    pub(super) ended: Vec<(End, Command)>,
    pub(super) running: Vec<Command>,
}

impl Looked {
    pub(super) fn at(commands: Vec<Command>) -> Self {
        let mut looked = Self { ended: Vec::new(), running: Vec::new() };
        for command in commands {
            match command.event.status() {
                Ok(status) if status.0 > 0 => looked.running.push(command),
                Ok(status) if status.0 == 0 => {
                    let end = command.device.span_of(&command.event).map_or(End::Untimed, End::Timed);
                    looked.ended.push((end, command));
                }
                _ => looked.ended.push((End::Failed, command)),
            }
        }
        looked.ended.sort_by_key(|(end, command)| end.span().map_or(command.submitted.start, |span| span.start));
        looked
    }
}

/// A thread of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thread {
    /// A small number.
    pub(super) number: u64,
    /// That of the system.
    pub(super) system: u64,
}

impl Thread {
    /// The calling thread; zeros while its thread-local objects are destroyed.
    pub(super) fn current() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        thread_local! {
            static CURRENT: Thread = Thread {
                number: NEXT.fetch_add(1, Ordering::Relaxed),
                // SAFETY: the call has no preconditions.
                system: unsafe { libc::gettid() } as u64,
            };
        }
        CURRENT.try_with(|current| *current).unwrap_or(Self { number: 0, system: 0 })
    }
}
