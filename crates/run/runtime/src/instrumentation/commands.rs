//! Follows commands to their ends. Their times are queried in batches, when they are likely over: the program pays
//! for this once for each command, and never waits.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tandem_image::demangle;
use tandem_pi_abi::types::PiEvent;
use tandem_pi_host as pi;

use super::event::{Command, CommandKind, End, TimedDevice};
use crate::base::clock::Span;

/// The number of commands between two checks for complete ones.
const COMMANDS_PER_LOOK: usize = 1024;

/// A command, before it has a number.
pub(super) struct NewCommand<'a> {
    pub(super) kind: CommandKind,
    pub(super) queue: usize,
    pub(super) device: Arc<dyn TimedDevice>,
    /// The command in words, or the symbol of a kernel.
    pub(super) name: String,
    pub(super) waits: &'a [PiEvent],
    pub(super) thread: u64,
    pub(super) submitted: Span,
}

/// The commands that may still run.
#[derive(Default)]
pub(super) struct Commands(Mutex<State>);

#[derive(Default)]
struct State {
    in_flight: Vec<InFlight>,
    /// The number of commands in flight from which on complete ones are searched for.
    limit: usize,
    /// The numbers of commands in flight, by PI's event. Events are held, so none takes the place of another.
    numbers: FxHashMap<usize, u64>,
    last_number: u64,
    /// Demangled names of kernels, by their symbols: demangling takes long, and there are few kernels.
    kernels: FxHashMap<String, Arc<str>>,
}

struct InFlight {
    command: Arc<Command>,
    event: pi::Event,
}

impl Commands {
    /// Adds a command, and reports it before any thread can find it complete. Returns whether it is time for
    /// [`Commands::look`].
    pub(super) fn add(&self, new: NewCommand<'_>, event: &pi::Event, tell: impl FnOnce(&Arc<Command>)) -> bool {
        let mut state = self.0.lock();
        state.last_number += 1;
        let known = new.waits.iter().filter_map(|raw| state.numbers.get(&(raw.as_ptr() as usize)));
        let waits = known.copied().collect();
        let command = Arc::new(Command {
            number: state.last_number,
            kind: new.kind,
            queue: new.queue,
            device: new.device,
            name: state.readable(new.name),
            waits,
            thread: new.thread,
            submitted: new.submitted,
        });
        state.numbers.insert(event.raw().as_ptr() as usize, command.number);
        tell(&command);
        state.in_flight.push(InFlight { command, event: event.clone() });
        state.in_flight.len() >= state.limit.max(COMMANDS_PER_LOOK)
    }

    /// Checks all commands, or those of a queue, and reports those that have ended, for each queue in the order of
    /// time. Plugins are queried without a lock: a driver may run callbacks of the program meanwhile.
    pub(super) fn look(&self, queue: Option<usize>, tell: impl Fn(Arc<Command>, End)) {
        let mut taken = self.0.lock().take(queue);
        let mut ended = Vec::with_capacity(taken.len());
        taken.retain(|one| match end_of(one) {
            Some(end) => {
                ended.push((end, one.command.clone(), one.event.raw().as_ptr() as usize, one.event.clone()));
                false
            }
            None => true,
        });
        ended.sort_by_key(|(end, command, ..)| end.span.map_or(command.submitted.start, |span| span.start));
        let mut state = self.0.lock();
        for (end, command, raw, _) in &ended {
            state.numbers.remove(raw);
            tell(command.clone(), *end);
        }
        state.in_flight.append(&mut taken);
        state.limit = state.in_flight.len() + COMMANDS_PER_LOOK;
        drop(state);
        // Events are dropped after the lock is released: releasing one may call the plugin.
        drop(ended);
    }
}

impl State {
    fn take(&mut self, queue: Option<usize>) -> Vec<InFlight> {
        match queue {
            None => std::mem::take(&mut self.in_flight),
            Some(queue) => self.in_flight.extract_if(.., |one| one.command.queue == queue).collect(),
        }
    }

    fn readable(&mut self, name: String) -> Arc<str> {
        if !name.starts_with("_Z") {
            return name.into();
        }
        if let Some(known) = self.kernels.get(&name) {
            return known.clone();
        }
        let readable: Arc<str> = demangle::kernel(&name).into();
        self.kernels.insert(name, readable.clone());
        readable
    }
}

/// How a command ended; `None` while it runs.
fn end_of(one: &InFlight) -> Option<End> {
    match one.event.status() {
        Ok(status) if status.0 > 0 => None,
        Ok(status) if status.0 == 0 => Some(End { failed: false, span: one.command.device.span_of(&one.event) }),
        _ => Some(End { failed: true, span: None }),
    }
}
