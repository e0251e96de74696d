//! The threads that run queues when no waiting thread does.
//!
//! A dispatcher belongs to a device. It starts threads only when queues are
//! waiting and all of its threads are busy. An idle thread first spins for a
//! bounded time, so that submissions in quick succession pay no system call,
//! then sleeps.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::shared::{Role, Schedule, Shared};
use tandem_concurrency::{Sleepers, Threads};
use tandem_sync::{AtomicUsize, Condvar, Mutex, Ordering, fence, spin_loop, yield_now};

/// How many commands of one queue a thread runs while other queues wait.
const FAIR_SHARE: usize = 256;
/// The time for which a spinning thread does not touch the queue between two looks. A thread that submits and then
/// waits runs its commands itself meanwhile, and one that submits many is not slowed down by the other processor's
/// access to the cache lines that it writes.
const LOOK_EVERY: Duration = Duration::from_micros(3);

/// How a dispatcher uses its threads.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Most threads.
    pub max_threads: usize,
    /// Most threads that spin at the same time.
    pub max_spinners: usize,
    /// How long an idle thread spins before it sleeps.
    pub spin: Duration,
}

impl Tuning {
    /// For a machine on which this process may use `cpus` processors.
    pub fn for_cpus(cpus: usize) -> Self {
        Self {
            max_threads: cpus.clamp(2, 16),
            max_spinners: cpus.saturating_sub(1).min(2),
            spin: Duration::from_micros(40),
        }
    }
}

/// Where the threads of a dispatcher run.
pub struct Binding {
    /// Called by each thread first, on itself.
    pub bind: Box<dyn Fn() + Send + Sync>,
    /// Only these threads run commands: a thread that waits does not help.
    pub is_exclusive: bool,
}

/// The threads that run the queues of a device.
pub struct Dispatcher {
    mode: Mode,
}

enum Mode {
    /// On the thread that submits, or that completes the last dependency.
    Inline,
    Threads(Arc<Pool>),
}

struct Pool {
    name: String,
    tuning: Tuning,
    binding: Option<Binding>,
    state: Mutex<State>,
    wakeup: Condvar,
    /// Length of `State::queues`, for threads that spin.
    waiting: AtomicUsize,
    /// Threads that spin, and so will see a queue that is scheduled.
    spinning: AtomicUsize,
}

#[derive(Default)]
struct State {
    queues: VecDeque<Arc<Shared>>,
    threads: Threads,
    sleepers: Sleepers,
    stop: bool,
}

impl Dispatcher {
    /// A dispatcher with new threads, which start when needed.
    pub fn threads(name: &str, tuning: Tuning) -> Arc<Self> {
        Self::with_threads(name, tuning, None)
    }

    /// A dispatcher with new threads that are bound to processors.
    pub fn bound_threads(name: &str, tuning: Tuning, binding: Binding) -> Arc<Self> {
        Self::with_threads(name, tuning, Some(binding))
    }

    fn with_threads(name: &str, tuning: Tuning, binding: Option<Binding>) -> Arc<Self> {
        let pool = Pool {
            name: name.to_owned(),
            tuning,
            binding,
            state: Mutex::new(State::default()),
            wakeup: Condvar::new(),
            waiting: AtomicUsize::new(0),
            spinning: AtomicUsize::new(0),
        };
        Arc::new(Self { mode: Mode::Threads(Arc::new(pool)) })
    }

    /// A dispatcher without threads: commands run inside of the submission, or
    /// of the call that completes their last dependency.
    pub fn inline() -> Arc<Self> {
        Arc::new(Self { mode: Mode::Inline })
    }
}

impl Schedule for Dispatcher {
    fn schedule(&self, queue: Arc<Shared>) {
        match &self.mode {
            Mode::Inline => run_inline(&queue),
            Mode::Threads(pool) => pool.schedule(queue),
        }
    }

    fn has_threads(&self) -> bool {
        matches!(self.mode, Mode::Threads(_))
    }

    fn is_exclusive(&self) -> bool {
        matches!(&self.mode, Mode::Threads(pool) if pool.binding.as_ref().is_some_and(|binding| binding.is_exclusive))
    }
}

fn run_inline(queue: &Shared) {
    loop {
        if !queue.run(Role::Worker, &|| false) || queue.leave() {
            return;
        }
    }
}

impl Drop for Dispatcher {
    fn drop(&mut self) {
        if let Mode::Threads(pool) = &self.mode {
            pool.stop();
        }
    }
}

impl Pool {
    fn schedule(self: &Arc<Self>, queue: Arc<Shared>) {
        self.push(queue);
        fence(Ordering::SeqCst);
        if self.spinning.load(Ordering::Relaxed) == 0 {
            self.wake_or_start();
        }
    }

    fn push(&self, queue: Arc<Shared>) {
        let mut state = self.state.lock();
        state.queues.push_back(queue);
        self.waiting.store(state.queues.len(), Ordering::Release);
    }

    /// Makes one more thread look at the waiting queues.
    fn wake_or_start(self: &Arc<Self>) {
        let mut state = self.state.lock();
        if state.sleepers.wake(1) > 0 {
            self.wakeup.notify_one();
            return;
        }
        if state.stop || state.threads.len() >= self.tuning.max_threads {
            return;
        }
        let pool = Arc::clone(self);
        let name = format!("{}-{}", self.name, state.threads.len());
        match state.threads.start(name, move || pool.work()) {
            Ok(()) => {}
            // With other threads the queue only waits longer; without any, it
            // runs here.
            Err(_) if !state.threads.is_empty() => {}
            Err(_) => {
                let queue = state.queues.pop_front();
                self.waiting.store(state.queues.len(), Ordering::Release);
                drop(state);
                if let Some(queue) = queue {
                    run_inline(&queue);
                }
            }
        }
    }

    fn work(self: Arc<Self>) {
        if let Some(binding) = &self.binding {
            (binding.bind)();
        }
        while let Some(queue) = self.next() {
            self.attend(queue);
        }
    }

    /// The next queue, or `None` when the dispatcher is going away.
    fn next(self: &Arc<Self>) -> Option<Arc<Shared>> {
        let mut state = self.state.lock();
        loop {
            if let Some(queue) = state.queues.pop_front() {
                self.waiting.store(state.queues.len(), Ordering::Release);
                let more = !state.queues.is_empty();
                drop(state);
                if more {
                    self.wake_or_start();
                }
                return Some(queue);
            }
            if state.stop {
                return None;
            }
            state.sleepers.add();
            while !state.sleepers.is_woken() {
                self.wakeup.wait(&mut state);
            }
        }
    }

    fn others_wait(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Runs the queue's commands until it has been idle for a while.
    fn attend(self: &Arc<Self>, queue: Arc<Shared>) {
        loop {
            let ran = std::cell::Cell::new(0);
            let attends = queue.run(Role::Worker, &|| {
                ran.set(ran.get() + 1);
                ran.get() >= FAIR_SHARE && self.others_wait()
            });
            if !attends {
                return;
            }
            if ran.get() >= FAIR_SHARE && self.others_wait() {
                // Still attended, by the next thread that takes it.
                return self.push(queue);
            }
            if !self.spin(&queue) && queue.leave() {
                return;
            }
        }
    }

    /// Looks out for commands for a bounded time; true when there are some.
    fn spin(&self, queue: &Shared) -> bool {
        if self.spinning.fetch_add(1, Ordering::Relaxed) >= self.tuning.max_spinners {
            self.spinning.fetch_sub(1, Ordering::Relaxed);
            return false;
        }
        let found = self.look_out(queue);
        self.spinning.fetch_sub(1, Ordering::SeqCst);
        // A submission that scheduled a queue meanwhile woke no thread; the next look at the list of queues follows
        // this fence.
        fence(Ordering::SeqCst);
        found
    }

    fn look_out(&self, queue: &Shared) -> bool {
        let mut activity = queue.activity();
        let mut since = Instant::now();
        let mut looked = since;
        loop {
            while looked.elapsed() < LOOK_EVERY {
                spin_loop();
            }
            looked = Instant::now();
            if queue.wants_runner() {
                return true;
            }
            if self.others_wait() {
                return false;
            }
            if queue.activity() != activity {
                // In use, though a waiting thread runs the commands.
                activity = queue.activity();
                since = looked;
            } else if looked - since >= self.tuning.spin {
                return false;
            }
            yield_now();
        }
    }

    /// Ends the threads after they have finished all submitted commands.
    fn stop(&self) {
        let threads = {
            let mut state = self.state.lock();
            state.stop = true;
            state.sleepers.wake_all();
            self.wakeup.notify_all();
            std::mem::take(&mut state.threads)
        };
        threads.join();
    }
}
