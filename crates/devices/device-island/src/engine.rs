//! The threads of a device in a context. Each of its compute units has one that runs
//! kernels, and one copies, so that independent commands overlap; another completes
//! commands when their latency is over. No thread of the host executes or completes
//! anything.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tandem_concurrency::Threads;
use tandem_device::{Command, Error, EventStatus, Origin, Result, Work};
use tandem_device_cpu::faults::Watch;

use crate::backlog::Backlog;
use crate::event::IslandEvent;
use crate::hardware::Hardware;

/// A command whose dependencies are complete.
pub struct Job {
    /// The command to execute.
    pub command: Command,
    /// Where it comes from, if that is known.
    pub origin: Option<Origin>,
    /// Its completion.
    pub event: Arc<IslandEvent>,
    /// Its device.
    pub device: Arc<dyn Executor>,
    /// Its start and end are to be known.
    pub is_profiled: bool,
    /// The backlog of its queue. `None` for a part of a replay, since the queue's command is the replay.
    pub queue: Option<Arc<Backlog>>,
}

impl Job {
    /// Has the threads of its device execute it, or complete it with the failure of a dependency. Does not block.
    pub fn submit(self, failure: Option<Error>) {
        let device = Arc::clone(&self.device);
        device.engine().submit(self, failure);
    }

    /// The device's time, if it is to be known.
    fn time(&self) -> Option<u64> {
        self.is_profiled.then(|| self.device.hardware().timers().device)
    }
}

/// A device, as its threads see it.
pub trait Executor: Send + Sync {
    /// Does the work of a command to its end.
    fn execute(&self, work: &mut Work, origin: Option<&Origin>) -> Result<()>;

    /// The threads.
    fn engine(&self) -> &Engine;

    /// The part of the device that all contexts share.
    fn hardware(&self) -> &Arc<Hardware>;
}

/// A job that ran.
struct Ended {
    due: Instant,
    /// In which order jobs ended, for those that are due at the same time.
    number: u64,
    job: Job,
    result: Result<()>,
}

impl Ended {
    fn key(&self) -> (Instant, u64) {
        (self.due, self.number)
    }
}

impl PartialEq for Ended {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Ended {}

impl PartialOrd for Ended {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ended {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

/// The threads.
pub struct Engine {
    kernels: Option<Sender<Job>>,
    copies: Option<Sender<Job>>,
    completions: Option<Sender<(Job, Result<()>)>>,
    threads: Threads,
    /// Has faults of copies reported.
    _watch: Option<Watch>,
}

impl Engine {
    /// Starts the threads, for these compute units of a device.
    pub fn start(hardware: &Arc<Hardware>, units: &[usize]) -> io::Result<Self> {
        let (ended, completions) = channel();
        let mut engine = Self {
            kernels: None,
            copies: None,
            completions: Some(ended.clone()),
            threads: Threads::default(),
            _watch: Watch::of_copies(),
        };
        let mut start = |name: &str, run: Box<dyn FnOnce() + Send>| engine.threads.start(name.to_owned(), run);
        let latencies = Latencies::new(hardware.latency, hardware.jitter, hardware.seed);
        start("tandem-complete", Box::new(move || complete_all(&completions, latencies)))?;
        let (kernels, received) = channel();
        let received = Arc::new(Mutex::new(received));
        for unit in units.iter().copied() {
            let (received, ended, hardware) = (Arc::clone(&received), ended.clone(), Arc::clone(hardware));
            start(
                "tandem-kernels",
                Box::new(move || {
                    execute_all(&received, &ended, |job| {
                        let _unit = hardware.units[unit].lock();
                        execute(job)
                    });
                }),
            )?;
        }
        let (copies, received) = channel();
        start("tandem-copies", Box::new(move || execute_all(&Mutex::new(received), &ended, execute)))?;
        (engine.kernels, engine.copies) = (Some(kernels), Some(copies));
        Ok(engine)
    }

    /// Executes a job, or completes it with the failure of a dependency. Does not block. The parts of a replay are
    /// separate jobs; it has nothing else to execute.
    fn submit(&self, job: Job, failure: Option<Error>) {
        if let Some(error) = failure {
            return self.end(job, Err(error.into_dependency()));
        }
        job.event.advance(EventStatus::Submitted);
        match job.command {
            Command::Work(Work::Kernel(_)) => send(&self.kernels, job),
            Command::Marker | Command::Barrier | Command::Replay(_) => self.end(job, Ok(())),
            Command::Work(_) => send(&self.copies, job),
        }
    }

    /// Completes a job that has nothing more to execute. Does not block.
    pub fn end(&self, job: Job, result: Result<()>) {
        send(&self.completions, (job, result));
    }
}

/// The receivers live as long as the engine's ends of the channels.
fn send<T>(channel: &Option<Sender<T>>, message: T) {
    if let Some(channel) = channel {
        let _ = channel.send(message);
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        (self.kernels, self.copies, self.completions) = (None, None, None);
        std::mem::take(&mut self.threads).join();
    }
}

fn execute_all(
    jobs: &Mutex<Receiver<Job>>,
    ended: &Sender<(Job, Result<()>)>,
    execute: impl Fn(&mut Job) -> Result<()>,
) {
    loop {
        // One thread waits for the next job, the others for the lock.
        let Ok(mut job) = jobs.lock().recv() else { return };
        let result = execute(&mut job);
        let _ = ended.send((job, result));
    }
}

/// Executes a command. Afterwards the completions may own the device: its threads must not.
fn execute(job: &mut Job) -> Result<()> {
    let device = Arc::clone(&job.device);
    if let Some(time) = job.time() {
        job.event.set_start_time(time);
    }
    job.event.advance(EventStatus::Running);
    let Command::Work(work) = &mut job.command else { return Ok(()) };
    let result = catch_unwind(AssertUnwindSafe(|| device.execute(work, job.origin.as_ref())));
    result.unwrap_or_else(|_| Err(Error::Execution("the command panicked".into())))
}

fn complete_all(ended: &Receiver<(Job, Result<()>)>, mut latencies: Latencies) {
    let mut waiting = BinaryHeap::new();
    let mut number = 0;
    let mut is_open = true;
    while is_open || !waiting.is_empty() {
        let now = Instant::now();
        let next: Option<Instant> = waiting.peek().map(|Reverse(next): &Reverse<Ended>| next.due);
        if next.is_some_and(|due| due <= now)
            && let Some(Reverse(next)) = waiting.pop()
        {
            complete(next.job, next.result);
            continue;
        }
        let received = match next {
            None => ended.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) if is_open => ended.recv_timeout(due - now),
            Some(due) => {
                thread::sleep(due - now);
                continue;
            }
        };
        match received {
            Ok((job, result)) => {
                let latency = if job.command.is_fence() { Duration::ZERO } else { latencies.next() };
                number += 1;
                waiting.push(Reverse(Ended { due: Instant::now() + latency, number, job, result }));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => is_open = false,
        }
    }
}

fn complete(job: Job, result: Result<()>) {
    if let Some(time) = job.time() {
        job.event.set_end_time(time);
    }
    let Job { command, origin, event, device: _device, queue, .. } = job;
    let failure = result.as_ref().err().filter(|_| command.is_reported(origin.as_ref()));
    // A thread that waits for the command may rely on its resources being free.
    drop(command);
    if let Some(queue) = queue {
        queue.end(failure);
    }
    event.complete(result);
}

/// How long commands take from their end to their completion.
struct Latencies {
    mean: Duration,
    /// Where they differ: what the next one is made from.
    random: Option<u64>,
}

impl Latencies {
    /// With jitter, between half and one and a half of the mean, by chance that the
    /// seed repeats.
    fn new(mean: Duration, jitter: bool, seed: u64) -> Self {
        Self { mean, random: jitter.then(|| seed.wrapping_mul(2).wrapping_add(1)) }
    }

    fn next(&mut self) -> Duration {
        let Some(random) = &mut self.random else { return self.mean };
        // Xorshift; the state is never 0.
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        self.mean / 2 + self.mean.mul_f64((*random >> 32) as f64 / f64::from(u32::MAX))
    }
}
