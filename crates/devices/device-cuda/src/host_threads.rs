//! Threads of a device that execute commands that no stream can execute, such as copies of pageable memory. They start
//! with the first task.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use tandem_concurrency::Threads;
use tandem_device::{Error, Result};

use crate::large_copies::Copier;

/// Most and fewest threads of a device, which may wait for streams. Between these limits, there is one for every two of
/// the machine's processors.
const THREADS: [usize; 2] = [8, 2];
/// How long the exit of the process waits for threads that are about to have nothing to do.
const PATIENCE: Duration = Duration::from_millis(100);

/// A task for a thread, which lends it a copier to fill in; or the error that there is no thread.
pub type Task = Box<dyn FnOnce(Result<&mut Option<Copier>>) + Send>;

/// The threads, once there is something to do.
#[derive(Default)]
pub struct HostThreads(Mutex<Option<Started>>);

struct Started {
    tasks: Arc<Tasks>,
    threads: Threads,
    count: usize,
}

/// The tasks of the threads.
#[derive(Default)]
struct Tasks {
    queue: Mutex<Queued>,
    changed: Condvar,
    /// A thread has executed the last task.
    done: Condvar,
}

#[derive(Default)]
struct Queued {
    tasks: VecDeque<Task>,
    /// Threads that execute one.
    busy: usize,
    /// Nothing comes any more.
    is_closed: bool,
}

impl HostThreads {
    /// Has a thread execute a task after those before it.
    pub fn run(&self, task: Task) {
        let mut started = self.0.lock();
        let running = started.get_or_insert_with(Started::new);
        if running.count > 0 {
            return running.tasks.add(|tasks| tasks.push_back(task));
        }
        drop(started);
        task(Err(Error::Environment("no thread for copies of host memory".to_owned())));
    }

    /// Makes up to `count` other threads help with the task that this one executes. The task waits for them, so their
    /// tasks come before all others.
    pub fn share(&self, count: usize, help: impl Fn() -> Task) {
        let started = self.0.lock();
        let Some(started) = &*started else { return };
        for _ in 0..count.min(started.count.saturating_sub(1)) {
            started.tasks.add(|tasks| tasks.push_front(help()));
        }
    }

    /// Ends the threads, unless they are busy with a long task. New ones are started for later tasks.
    pub fn end_if_idle(&self) {
        let mut started = self.0.lock();
        let idle = started.take_if(|started| started.tasks.wait_until_done(PATIENCE));
        drop(started);
        idle.into_iter().for_each(Started::end);
    }
}

impl Drop for HostThreads {
    fn drop(&mut self) {
        self.0.get_mut().take().into_iter().for_each(Started::end);
    }
}

impl Started {
    fn new() -> Self {
        let [most, fewest] = THREADS;
        let processors = thread::available_parallelism().map_or(fewest, |count| count.get());
        let (tasks, mut threads) = (Arc::<Tasks>::default(), Threads::default());
        // With fewer threads, it takes longer.
        let started = (0..(processors / 2).clamp(fewest, most)).filter(|_| {
            let tasks = Arc::clone(&tasks);
            threads.start("tandem-cuda-copy".to_owned(), move || execute(&tasks)).is_ok()
        });
        let count = started.count();
        Self { tasks, threads, count }
    }

    fn end(self) {
        self.tasks.queue.lock().is_closed = true;
        self.tasks.changed.notify_all();
        self.threads.join();
    }
}

impl Queued {
    fn is_done(&self) -> bool {
        self.tasks.is_empty() && self.busy == 0
    }
}

impl Tasks {
    fn add(&self, add: impl FnOnce(&mut VecDeque<Task>)) {
        add(&mut self.queue.lock().tasks);
        self.changed.notify_one();
    }

    /// Blocks until there is something to do; `None` when nothing comes any more.
    fn next(&self) -> Option<Task> {
        let mut queue = self.queue.lock();
        loop {
            match queue.tasks.pop_front() {
                None if queue.is_closed => return None,
                None => self.changed.wait(&mut queue),
                task => {
                    queue.busy += 1;
                    return task;
                }
            }
        }
    }

    /// A thread has executed its task.
    fn finished(&self) {
        let mut queue = self.queue.lock();
        queue.busy -= 1;
        if queue.is_done() {
            self.done.notify_all();
        }
    }

    /// Blocks until there is nothing to do; false if that takes longer.
    fn wait_until_done(&self, patience: Duration) -> bool {
        let mut queue = self.queue.lock();
        !self.done.wait_while_for(&mut queue, |queue| !queue.is_done(), patience).timed_out()
    }
}

fn execute(tasks: &Tasks) {
    let mut copier = None;
    while let Some(task) = tasks.next() {
        task(Ok(&mut copier));
        tasks.finished();
    }
}
