//! The thread that calls tools.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use tandem_pi_host as pi;

use super::library::Tool;
use crate::base::clock::Span;
use crate::base::process;
use crate::observers::activity::{Activity, MemoryLevel, Observer, Submitted};
use crate::observers::running::{Command, Looked, Numbers, Thread};
use crate::observers::{as_observer, is_observer};

/// Events that may wait for a tool that is slower than the program; later ones are lost.
const MOST_EVENTS: usize = 1 << 20;
/// The time from one look for complete commands to the next, while some run. It doubles until the longest.
const SHORTEST_LOOK: Duration = Duration::from_millis(1);
const LONGEST_LOOK: Duration = Duration::from_millis(16);

/// Takes events of all threads to the thread that calls tools.
pub(in crate::observers) struct Delivery {
    shared: Arc<Shared>,
    takes_commands: bool,
    thread: Mutex<Option<JoinHandle<()>>>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    events: VecDeque<Event>,
    numbers: Numbers,
    /// Events that were not kept.
    lost: u64,
    phase: Phase,
}

/// How far the end has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    #[default]
    Running,
    /// Commands are to be looked at for the last time.
    LastLook,
    /// That has happened.
    WithoutCommands,
    /// The thread is to end when it has delivered everything.
    Closing,
    /// The thread is gone.
    Gone,
}

/// What tools are told.
enum Event {
    Host { activity: Activity, span: Span, thread: Thread },
    Command(Command),
    Memory { level: MemoryLevel, time: u64 },
}

impl Delivery {
    /// Starts the thread.
    pub(super) fn start(tools: Vec<Tool>) -> io::Result<Self> {
        let takes_commands = tools.iter().any(|tool| tool.callbacks.take_commands());
        let shared = Arc::new(Shared { state: Mutex::default(), changed: Condvar::new() });
        let deliverer = Deliverer { shared: Arc::clone(&shared), tools, running: Vec::new() };
        let thread = thread::Builder::new().name("tandem-tools".to_owned()).spawn(move || {
            as_observer(|| deliverer.run());
        })?;
        Ok(Self { shared, takes_commands, thread: Mutex::new(Some(thread)) })
    }

    /// Adds an event. Nothing is delivered in a child of `fork`, where the thread is missing.
    fn add(&self, event: impl FnOnce(&mut State) -> Option<Event>) {
        if process::is_forked() {
            return;
        }
        let mut state = self.shared.state.lock();
        if state.events.len() >= MOST_EVENTS || state.phase == Phase::Gone {
            state.lost += 1;
        } else if let Some(event) = event(&mut state) {
            state.events.push_back(event);
            self.shared.changed.notify_all();
        }
    }

    /// Asks the thread to go to a phase, and waits until it has reached another one. A tool that ends the process waits
    /// for nothing, since it is on that thread.
    fn advance(&self, to: Phase, until: Phase) {
        if process::is_forked() || is_observer() {
            return;
        }
        let mut state = self.shared.state.lock();
        if state.phase < to {
            state.phase = to;
            self.shared.changed.notify_all();
        }
        while state.phase < until {
            self.shared.changed.wait(&mut state);
        }
    }
}

impl Observer for Delivery {
    fn takes_commands(&self) -> bool {
        self.takes_commands
    }

    fn host(&self, activity: &Activity, span: Span) {
        self.add(|_| Some(Event::Host { activity: activity.clone(), span, thread: Thread::current() }));
    }

    fn command(&self, submitted: &Submitted<'_>, span: Span, event: &pi::Event) {
        self.add(|state| {
            // Plugins cannot be asked any more after the last look.
            (state.phase == Phase::Running).then(|| Event::Command(state.numbers.add(submitted, span, event)))
        });
    }

    fn memory(&self, level: &MemoryLevel, time: u64) {
        self.add(|_| Some(Event::Memory { level: level.clone(), time }));
    }

    fn finish_commands(&self) {
        self.advance(Phase::LastLook, Phase::WithoutCommands);
    }

    fn finish(&self) {
        self.advance(Phase::Closing, Phase::Gone);
        if let Some(thread) = self.thread.lock().take()
            && !process::is_forked()
            && !is_observer()
        {
            let _ = thread.join();
        }
    }
}

/// What the thread has.
struct Deliverer {
    shared: Arc<Shared>,
    tools: Vec<Tool>,
    running: Vec<Command>,
}

impl Drop for Deliverer {
    /// Nobody waits for a thread that is gone, even after a panic.
    fn drop(&mut self) {
        self.shared.state.lock().phase = Phase::Gone;
        self.shared.changed.notify_all();
    }
}

impl Deliverer {
    fn run(mut self) {
        let mut pause = SHORTEST_LOOK;
        loop {
            let (events, phase) = self.next(pause);
            pause = if events.is_empty() { (2 * pause).min(LONGEST_LOOK) } else { SHORTEST_LOOK };
            events.into_iter().for_each(|event| self.deliver(event));
            self.look();
            match phase {
                Phase::LastLook => {
                    self.running.clear();
                    let mut state = self.shared.state.lock();
                    state.phase = state.phase.max(Phase::WithoutCommands);
                    self.shared.changed.notify_all();
                }
                Phase::Closing => break,
                _ => {}
            }
        }
        let lost = self.shared.state.lock().lost;
        for tool in &self.tools {
            if lost != 0 {
                eprintln!("tandem: warning: {}: {lost} events are lost: the tool is too slow", tool.path.display());
            }
            tool.callbacks.end(lost);
        }
    }

    /// Waits for something to do. With commands that run, that is no longer than `pause`.
    fn next(&self, pause: Duration) -> (VecDeque<Event>, Phase) {
        let mut state = self.shared.state.lock();
        while state.events.is_empty() && !matches!(state.phase, Phase::LastLook | Phase::Closing) {
            if self.running.is_empty() {
                self.shared.changed.wait(&mut state);
            } else if self.shared.changed.wait_for(&mut state, pause).timed_out() {
                break;
            }
        }
        (std::mem::take(&mut state.events), state.phase)
    }

    fn deliver(&mut self, event: Event) {
        let callbacks = self.tools.iter().map(|tool| &tool.callbacks);
        match event {
            Event::Host { activity, span, thread } => callbacks.for_each(|to| to.host(&activity, span, thread)),
            Event::Memory { level, time } => callbacks.for_each(|to| to.level(&level, time)),
            Event::Command(command) => {
                callbacks.for_each(|to| to.command(&command));
                self.running.push(command);
            }
        }
    }

    /// Tells of commands that have ended.
    fn look(&mut self) {
        let looked = Looked::at(std::mem::take(&mut self.running));
        self.running = looked.running;
        for (end, command) in looked.ended {
            self.shared.state.lock().numbers.remove(&command);
            self.tools.iter().for_each(|tool| tool.callbacks.ended(&command, end));
        }
    }
}
