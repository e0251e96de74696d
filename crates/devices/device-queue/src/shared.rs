//! The state of one queue and its protocol; see the crate's documentation.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};
use std::time::Duration;

use crossbeam_utils::CachePadded;
use smallvec::SmallVec;

use tandem_device::{
    Command, Dependent, Error, Event, EventStatus, Helper, HostEvent, Origin, QueueProperties, Result, clock,
};
use tandem_sync::{AtomicBool, AtomicU64, Mutex, MutexGuard, Ordering, fence, spin_loop, yield_now};

use crate::executor::Executor;
use crate::lists::{Lists, Slot, Wait};
use crate::sequence::CommandSequence;

/// The backlog above which `flush` helps to run commands.
const BACKLOG_HIGH: u64 = 1024;
/// Backlog at which it returns.
const BACKLOG_LOW: u64 = 512;
/// How often a flush that cannot help looks again before it sleeps.
const BACKLOG_SPINS: u32 = 4_000;
/// Naps of [`BACKLOG_NAP`] that a flush takes at most. Its wait is bounded, because the running command may be waiting
/// for this very thread.
const BACKLOG_NAPS: u32 = 100;
const BACKLOG_NAP: Duration = Duration::from_micros(100);
/// How often `finish` looks before it sleeps.
const FINISH_SPINS: u32 = if cfg!(loom) { 1 } else { 2_000 };

/// Gets queues attended.
pub(super) trait Schedule: Send + Sync {
    /// Schedules calls of [`Shared::run`] and [`Shared::leave`] soon.
    fn schedule(&self, queue: Arc<Shared>);

    /// Whether it has threads, so that several can serve one queue.
    fn has_threads(&self) -> bool;

    /// Whether only those threads may run commands.
    fn is_exclusive(&self) -> bool {
        false
    }
}

/// On whose behalf a thread runs commands.
#[derive(Clone, Copy)]
pub(super) enum Role<'a> {
    /// The scheduler's.
    Worker,
    /// Its own, because it waits for everything, or flushes.
    Helper,
    /// Its own, because it waits for this event. Of the overlapping commands it takes only the event's own: it must not
    /// be held up by one that takes longer.
    Waiter(&'a HostEvent),
}

/// Counters that submitters write, under the lock of the lists.
#[derive(Default)]
struct Incoming {
    /// Commands submitted.
    submitted: AtomicU64,
    /// Commands that entered the ready list.
    readied: AtomicU64,
}

/// Counters of the threads that run commands; on a separate cache line, because submitter and runner are usually on
/// different processors.
#[derive(Default)]
struct Progress {
    /// Commands that left the ready list.
    started: AtomicU64,
    /// Commands that ran, whose event may not be complete yet.
    ended: AtomicU64,
    /// Commands whose event is complete.
    signalled: AtomicU64,
}

/// A queue. Events refer to it weakly, the dispatcher strongly while there is
/// something to run.
pub(super) struct Shared {
    this: Weak<Shared>,
    executor: Arc<dyn Executor>,
    scheduler: Arc<dyn Schedule>,
    properties: QueueProperties,
    /// Commands that are not brief overlap with others.
    overlaps: bool,
    /// Only workers run commands.
    is_exclusive: bool,
    lists: Mutex<Lists>,

    incoming: CachePadded<Incoming>,
    progress: CachePadded<Progress>,
    /// Commands that the runner took from the ready list.
    batch: Mutex<VecDeque<Slot>>,

    /// Somebody is the runner.
    runner: AtomicBool,
    /// A worker will look at the queue before it leaves.
    attended: AtomicBool,
    /// In order: the front command waits for an event.
    blocked: AtomicBool,
}

impl Shared {
    pub(super) fn new(
        executor: Arc<dyn Executor>,
        scheduler: Arc<dyn Schedule>,
        properties: QueueProperties,
    ) -> Arc<Self> {
        let overlaps = properties.out_of_order && scheduler.has_threads();
        Arc::new_cyclic(|this| Self {
            this: this.clone(),
            overlaps,
            is_exclusive: scheduler.is_exclusive(),
            executor,
            scheduler,
            properties,
            lists: Mutex::new(Lists::default()),
            incoming: CachePadded::default(),
            progress: CachePadded::default(),
            batch: Mutex::new(VecDeque::new()),
            runner: AtomicBool::new(false),
            attended: AtomicBool::new(false),
            blocked: AtomicBool::new(false),
        })
    }

    pub(super) fn properties(&self) -> QueueProperties {
        self.properties
    }

    fn this(&self) -> Arc<Self> {
        self.this.upgrade().expect("methods are called through a strong reference")
    }

    // ---- Submission --------------------------------------------------------

    pub(super) fn submit(
        &self,
        command: Command,
        origin: Option<Origin>,
        wait: &[Event],
        event: Option<&mut Option<Event>>,
    ) {
        let waits_for_all = wait.is_empty() && command.is_fence();
        let wait = Wait::new(wait);
        let event = event.map(|out| {
            let event = self.new_event();
            *out = Some(event.clone().into());
            event
        });
        // Commands are large: each is built in its place.
        if self.properties.out_of_order {
            self.push_out_of_order(Slot { waits_for_all, ..Slot::new(command, origin, wait, event) });
        } else {
            let mut lists = self.lists.lock();
            lists.ready.push_back(Slot::new(command, origin, wait, event));
            self.count(&self.incoming.submitted);
            self.count(&self.incoming.readied);
        }
        self.wake();
    }

    /// The event of a command, which is made if there is none.
    fn event_for(&self, slot: &mut Slot) -> HostEvent {
        slot.event.get_or_insert_with(|| self.new_event()).clone()
    }

    /// The event of a command that is being submitted.
    fn new_event(&self) -> HostEvent {
        let event = HostEvent::queued(&self.this);
        if self.properties.profiling {
            event.set_submit_time(clock::now());
        }
        event
    }

    /// Raises a counter that only one thread at a time writes.
    fn count(&self, counter: &AtomicU64) {
        counter.store(counter.load(Ordering::Relaxed) + 1, Ordering::Release);
    }

    /// Makes a command ready, or parks it until its dependencies are ready or complete.
    fn push_out_of_order(&self, mut slot: Slot) {
        let mut lists = self.lists.lock();
        self.count(&self.incoming.submitted);
        slot.barrier = lists.barrier();
        let mut after: SmallVec<[HostEvent; 4]> =
            slot.dependencies().filter(|event| !self.is_ready(event)).cloned().collect();
        if slot.waits_for_all {
            after.extend(lists.parked_events());
        }
        if matches!(slot.command, Command::Barrier) {
            lists.set_barrier(self.event_for(&mut slot));
        }
        if !after.is_empty() {
            return self.park(lists, slot, &after);
        }
        slot.event.iter().for_each(HostEvent::start_submitted);
        lists.ready.push_back(slot);
        self.count(&self.incoming.readied);
    }

    /// Whether the command of an event is complete, or was in the ready list of this queue before: then it starts
    /// before any command that is added now.
    fn is_ready(&self, event: &HostEvent) -> bool {
        let status = event.status();
        status.is_final() || (status >= EventStatus::Submitted && event.is_of(self))
    }

    /// Parks a command until these events are final.
    fn park(&self, mut lists: MutexGuard<'_, Lists>, mut slot: Slot, after: &[HostEvent]) {
        slot.event.get_or_insert_with(|| self.new_event());
        let token = lists.park(slot, after.len() + 1);
        drop(lists);
        self.unpark_after(after, token);
    }

    /// Resumes the parked command once all `events` are complete. Its count of missing events is one too high until
    /// this thread has registered with all of them, so that it stays parked meanwhile.
    fn unpark_after(&self, events: &[HostEvent], token: usize) {
        for event in events {
            if !event.notify(self.this(), token) {
                self.arrive(token);
            }
        }
        self.arrive(token);
    }

    fn arrive(&self, token: usize) {
        let mut lists = self.lists.lock();
        if lists.arrive(token) {
            self.count(&self.incoming.readied);
        }
    }

    /// Makes sure that a ready command will run.
    fn wake(&self) {
        fence(Ordering::SeqCst);
        if !self.runner.load(Ordering::Relaxed) && self.has_runnable() {
            self.get_attended();
        }
    }

    fn get_attended(&self) {
        if !self.attended.load(Ordering::Relaxed) && claim(&self.attended) {
            self.scheduler.schedule(self.this());
        }
    }

    fn backlog(&self) -> u64 {
        let started = self.progress.started.load(Ordering::Relaxed);
        self.incoming.readied.load(Ordering::Relaxed).saturating_sub(started)
    }

    /// Keeps a thread that only submits from filling the memory.
    pub(super) fn flush(&self) {
        if self.backlog() > BACKLOG_HIGH {
            self.shorten_backlog();
        }
    }

    /// Runs commands, or gives the runner some time.
    #[cold]
    fn shorten_backlog(&self) {
        let enough = || self.backlog() < BACKLOG_LOW || self.blocked.load(Ordering::Relaxed);
        for _ in 0..BACKLOG_SPINS {
            self.run(Role::Helper, &enough);
            if enough() {
                return;
            }
            spin_loop();
        }
        for _ in 0..BACKLOG_NAPS {
            std::thread::sleep(BACKLOG_NAP);
            if enough() {
                return;
            }
        }
    }

    // ---- Execution ---------------------------------------------------------

    /// Whether a command could run now.
    fn has_runnable(&self) -> bool {
        self.incoming.readied.load(Ordering::Acquire) != self.progress.started.load(Ordering::Acquire)
            && !self.blocked.load(Ordering::Acquire)
    }

    /// Whether this thread could run one, because no other thread does.
    pub(super) fn wants_runner(&self) -> bool {
        self.has_runnable() && !self.runner.load(Ordering::Relaxed)
    }

    /// Commands ever submitted; a worker watches it to see whether the queue
    /// is in use.
    pub(super) fn activity(&self) -> u64 {
        self.incoming.submitted.load(Ordering::Relaxed)
    }

    /// Runs commands until none can run, or `stop` says so after a command. Does nothing if another thread is the
    /// runner, or has to be. Returns false if a worker no longer attends the queue, because another one does.
    pub(super) fn run(&self, role: Role<'_>, stop: &dyn Fn() -> bool) -> bool {
        if self.is_exclusive && !matches!(role, Role::Worker) {
            return true;
        }
        while self.wants_runner() && claim(&self.runner) {
            let beside = self.run_as_runner(role, stop);
            if beside.is_some() && matches!(role, Role::Worker) {
                self.attended.store(false, Ordering::Release);
            }
            self.runner.store(false, Ordering::Release);
            // A thread that submitted meanwhile saw a runner, and woke no worker.
            self.wake();
            let Some(slot) = beside else { break };
            self.execute_beside(slot);
            if matches!(role, Role::Worker) && !claim(&self.attended) {
                return false;
            }
            if stop() {
                break;
            }
        }
        true
    }

    /// Runs commands as the runner. Returns a command that is to run without that role, overlapping with others.
    fn run_as_runner(&self, role: Role<'_>, stop: &dyn Fn() -> bool) -> Option<Slot> {
        let batch = &mut *self.batch.lock();
        loop {
            if batch.is_empty() {
                std::mem::swap(batch, &mut self.lists.lock().ready);
            }
            let slot = batch.front_mut()?;
            let beside = self.overlaps && self.is_long(&slot.command);
            if !may_take(role, slot, beside) || (!self.properties.out_of_order && self.is_blocked(slot)) {
                return None;
            }
            self.count(&self.progress.started);
            if self.properties.out_of_order {
                let after = self.unfinished(slot);
                if beside || !after.is_empty() {
                    let mut slot = batch.pop_front()?;
                    let event = self.event_for(&mut slot);
                    let mut lists = self.lists.lock();
                    lists.run_beside(&mut slot, event.clone());
                    if after.is_empty() {
                        return Some(slot);
                    }
                    self.park(lists, slot, &after);
                    continue;
                }
            }
            self.execute(slot);
            if let Some(number) = slot.beside {
                self.lists.lock().end_beside(number);
            }
            self.count_end(&self.progress.signalled);
            batch.pop_front();
            if stop() {
                return None;
            }
        }
    }

    /// Whether other commands should overlap with this one.
    fn is_long(&self, command: &Command) -> bool {
        match command {
            Command::Work(work) => !self.executor.is_brief(work),
            Command::Marker | Command::Barrier => false,
            Command::Replay(_) => true,
        }
    }

    /// The events that the front command of an out-of-order queue has to wait for: those of commands that started
    /// before it and are overlapping or parked.
    fn unfinished(&self, slot: &mut Slot) -> SmallVec<[HostEvent; 4]> {
        let is_unfinished = |event: &&HostEvent| !event.is_complete();
        let mut events: SmallVec<_> = slot.dependencies().filter(is_unfinished).cloned().collect();
        if std::mem::take(&mut slot.waits_for_all) && self.overlaps {
            events.extend(self.lists.lock().beside_events().filter(|event| !event.is_complete()));
        }
        events
    }

    /// Executes a command while others take the runner's role.
    fn execute_beside(&self, mut slot: Slot) {
        self.execute(&mut slot);
        // Fences that reach the front from here on find everything complete.
        if let Some(number) = slot.beside {
            self.lists.lock().end_beside(number);
        }
        self.count_end(&self.progress.signalled);
    }

    /// Whether the front command of an in-order queue has to wait. Then the last event that it waits for schedules the
    /// queue again.
    fn is_blocked(&self, slot: &Slot) -> bool {
        for event in slot.wait.events() {
            if event.is_complete() {
                continue;
            }
            self.blocked.store(true, Ordering::SeqCst);
            if event.notify(self.this(), 0) {
                return true;
            }
            self.blocked.store(false, Ordering::SeqCst);
        }
        false
    }

    /// Executes a command and completes its event.
    fn execute(&self, slot: &mut Slot) {
        let timed = self.properties.profiling;
        let failed = slot.wait.failure();
        slot.wait.clear();
        slot.barrier = None;
        if let Some(event) = &slot.event {
            if timed {
                event.set_start_time(clock::now());
            }
            event.advance(EventStatus::Running);
        }
        let is_reported = slot.command.is_reported(slot.origin.as_ref());
        let result = match failed {
            Some(error) => Err(error.into_dependency()),
            None => self.call(&mut slot.command, slot.origin.as_ref()),
        };
        // A thread that waits for the command may rely on its resources being free.
        slot.command = Command::Marker;
        if let Err(error) = &result
            && is_reported
        {
            self.lists.lock().failures.push_back(error.clone());
        }
        self.count_end(&self.progress.ended);
        if let Some(event) = slot.event.take() {
            event.complete_now(result, timed);
        }
    }

    /// Counts an end; in queues that overlap, several threads do.
    fn count_end(&self, counter: &AtomicU64) {
        if self.overlaps {
            counter.fetch_add(1, Ordering::Release);
        } else {
            self.count(counter);
        }
    }

    fn call(&self, command: &mut Command, origin: Option<&Origin>) -> Result<()> {
        let call = || match command {
            Command::Work(work) => self.executor.execute(work, Origin::of_program(origin)),
            Command::Marker | Command::Barrier => Ok(()),
            Command::Replay(buffer) => CommandSequence::execute(&**buffer, |work| self.executor.execute(work, None)),
        };
        // A panic must not take the runner's role with it.
        catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| Err(Error::Execution("the command panicked".into())))
    }

    // ---- Waiting -----------------------------------------------------------

    /// Gives up attending the queue. False if commands came in the meantime:
    /// then the caller still attends it.
    #[must_use]
    pub(super) fn leave(&self) -> bool {
        self.attended.store(false, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        !self.wants_runner() || !claim(&self.attended)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.progress.ended.load(Ordering::Acquire) == self.incoming.submitted.load(Ordering::Acquire)
    }

    pub(super) fn finish(&self) -> Result<()> {
        let target = self.incoming.submitted.load(Ordering::Acquire);
        let done = || {
            let signalled = self.progress.signalled.load(Ordering::Acquire);
            // Out of order, later commands may be among the complete ones.
            let in_order = !self.properties.out_of_order;
            (in_order && signalled >= target) || signalled == self.incoming.submitted.load(Ordering::Acquire)
        };
        if self.spin_until(&done) { Ok(()) } else { self.finish_by_marker() }
    }

    pub(super) fn take_failure(&self) -> Option<Error> {
        self.lists.lock().failures.pop_front()
    }

    fn spin_until(&self, done: &dyn Fn() -> bool) -> bool {
        for round in 0..FINISH_SPINS {
            if done() {
                return true;
            }
            self.run(Role::Helper, done);
            if round % 64 == 63 { yield_now() } else { spin_loop() }
        }
        done()
    }

    fn finish_by_marker(&self) -> Result<()> {
        let mut event = None;
        self.submit(Command::Marker, None, &[], Some(&mut event));
        event.map_or(Ok(()), |event| event.wait())
    }
}

/// Whether a thread may run the command at the front.
fn may_take(role: Role<'_>, slot: &Slot, beside: bool) -> bool {
    match role {
        Role::Worker | Role::Helper => true,
        Role::Waiter(event) => !beside || slot.event.as_ref() == Some(event),
    }
}

/// Sets a flag; false if it was set already.
#[must_use]
fn claim(flag: &AtomicBool) -> bool {
    flag.compare_exchange(false, true, Ordering::AcqRel, Ordering::Relaxed).is_ok()
}

impl Helper for Shared {
    fn help(&self, event: &HostEvent) {
        self.run(Role::Waiter(event), &|| event.is_complete());
    }
}

impl Dependent for Shared {
    fn dependency_done(self: Arc<Self>, token: usize) {
        if self.properties.out_of_order {
            self.arrive(token);
        } else {
            self.blocked.store(false, Ordering::SeqCst);
        }
        self.wake();
    }
}
