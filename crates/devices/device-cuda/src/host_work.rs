//! What no stream can execute: large copies and fills of pageable host memory. CUDA's own way to
//! copy it blocks the thread, so threads of the driver do it. What is large enough they share.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use tandem_concurrency::Threads;
use tandem_device::{Command, DriverEvent, Error, Location, Result, Work, clock};

use crate::api::{CudaResult, fill_on_host};
use crate::command_stream::CommandStream;
use crate::copies::{self, CopySide};
use crate::device::CudaDevice;
use crate::event::CudaEvent;
use crate::fills;
use crate::gpu::Gpu;
use crate::large_copies::{Copier, LargeCopy};
use crate::pending::Job;
use crate::staging;

/// Most and fewest threads of a device, which may wait for streams. There are half as many as the
/// machine has processors.
const THREADS: [usize; 2] = [8, 2];
/// How long the exit of the process waits for threads that are about to have nothing to do.
const PATIENCE: Duration = Duration::from_millis(100);

/// Something for a thread.
enum Task {
    /// A command, and the stream that must be empty before.
    Execute(Box<Job>, Option<Arc<CommandStream>>),
    /// Pieces of a copy.
    Help(Arc<LargeCopy>, Arc<Gpu>),
}

/// The threads, once there is something to do.
#[derive(Default)]
pub struct HostWorkers(Mutex<Option<Started>>);

struct Started {
    tasks: Arc<Tasks>,
    threads: Threads,
    count: usize,
}

/// What the threads have to do.
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

impl HostWorkers {
    /// Has a command executed once what it depends on and comes after has ended, and its stream
    /// is empty.
    pub fn execute(&self, job: Job, lane: Option<Arc<CommandStream>>) {
        let mut started = self.0.lock();
        let started = started.get_or_insert_with(Started::new);
        if started.count == 0 {
            let error = Error::Environment("no thread for copies of host memory".to_owned());
            let queue = Arc::clone(&job.queue);
            return queue.end_on_host(job, Err(error), (0, 0));
        }
        started.tasks.add(Task::Execute(Box::new(job), lane));
    }

    /// Has threads that are free help with a copy.
    fn share(&self, copy: &Arc<LargeCopy>, gpu: &Arc<Gpu>) {
        let started = self.0.lock();
        let Some(started) = &*started else { return };
        for _ in 0..copy.helpers().min(started.count - 1) {
            started.tasks.add(Task::Help(Arc::clone(copy), Arc::clone(gpu)));
        }
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
            threads.start("tandem-cuda-copy".to_owned(), move || work(&tasks)).is_ok()
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

impl HostWorkers {
    /// Ends the threads unless they have something to do for longer. New ones are started for what comes later.
    pub fn end_if_idle(&self) {
        let mut started = self.0.lock();
        let idle = started.take_if(|started| started.tasks.wait_until_done(PATIENCE));
        drop(started);
        idle.into_iter().for_each(Started::end);
    }
}

impl Drop for HostWorkers {
    fn drop(&mut self) {
        self.0.get_mut().take().into_iter().for_each(Started::end);
    }
}

impl Tasks {
    /// Help comes first: somebody waits for it.
    fn add(&self, task: Task) {
        let mut queue = self.queue.lock();
        match task {
            Task::Execute(..) => queue.tasks.push_back(task),
            Task::Help(..) => queue.tasks.push_front(task),
        }
        drop(queue);
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

fn work(tasks: &Tasks) {
    let mut copier = None;
    while let Some(task) = tasks.next() {
        match task {
            Task::Execute(job, lane) => {
                let result = wait(&job, lane.as_deref());
                let start = clock::now();
                let queue = Arc::clone(&job.queue);
                let result =
                    result.and_then(|()| Worker::of(&mut copier, queue.gpu())?.execute(queue.device(), &job.command));
                queue.end_on_host(*job, result, (start, clock::now()));
            }
            Task::Help(copy, gpu) => {
                // The others copy without this one.
                if let Ok(worker) = Worker::of(&mut copier, &gpu) {
                    copy.help(worker.copier);
                }
            }
        }
        tasks.finished();
    }
}

/// Waits for what comes before.
fn wait(job: &Job, lane: Option<&CommandStream>) -> Result<()> {
    if let Some(lane) = lane {
        lane.drain()?;
    }
    for event in job.wait.iter().filter(|event| event.driver::<CudaEvent>().is_some()) {
        event.wait().map_err(Error::into_dependency)?;
    }
    job.after.iter().for_each(|event| event.wait());
    Ok(())
}

/// A thread at work.
struct Worker<'a> {
    gpu: &'a Arc<Gpu>,
    copier: &'a mut Copier,
}

impl<'a> Worker<'a> {
    /// With what the thread has, or gets now.
    fn of(copier: &'a mut Option<Copier>, gpu: &'a Arc<Gpu>) -> Result<Self> {
        gpu.check_not_lost()?;
        let copier = match copier {
            Some(copier) => copier,
            None => {
                let new = Copier::new(&gpu.primary, &gpu.marks).map_err(|error| gpu.error("a new stream", error))?;
                copier.insert(new)
            }
        };
        Ok(Self { gpu, copier })
    }

    /// Executes a command, and waits for it. Fences and replays have nothing for the host to do.
    fn execute(&mut self, device: &CudaDevice, command: &Command) -> Result<()> {
        if let Command::Work(work) = command { self.do_work(device, work) } else { Ok(()) }
    }

    fn do_work(&mut self, device: &CudaDevice, work: &Work) -> Result<()> {
        let gpu = self.gpu;
        let failed = |error| gpu.error(work.name(), error);
        let _current = gpu.primary.enter().map_err(failed)?;
        let copied = match work {
            Work::Copy { src, dst, bytes } => self.copy(device.spot(src)?, device.spot(dst)?, *bytes),
            Work::CopyRect { src, dst, rect } => {
                let (src, dst) = (device.spot(src)?.address(), device.spot(dst)?.address());
                let stream = self.copier.stream();
                copies::copy_rect(stream, src, dst, rect).and_then(|()| stream.synchronize())
            }
            Work::Fill { dst, pattern, bytes } => return self.fill(device, dst, pattern, [*bytes, 1, *bytes]),
            Work::FillRect { dst, pattern, row_bytes, rows, pitch } => {
                return self.fill(device, dst, pattern, [*row_bytes, *rows, *pitch]);
            }
            Work::Map(mapping) => return self.copy_of(device, mapping.map_copy()),
            Work::Unmap(mapping) => return self.copy_of(device, mapping.unmap_copy()),
            _ => Ok(()),
        };
        copied.map_err(failed)
    }

    fn copy(&mut self, src: CopySide, dst: CopySide, bytes: usize) -> CudaResult<()> {
        let large = match (src, dst) {
            _ if bytes <= staging::MAX_BYTES => None,
            (CopySide::Pageable(host), CopySide::Device(device)) => Some(LargeCopy::new(host, device, bytes, false)),
            (CopySide::Device(device), CopySide::Pageable(host)) => Some(LargeCopy::new(host, device, bytes, true)),
            _ => None,
        };
        if let Some(copy) = large.map(Arc::new) {
            self.gpu.host_workers.share(&copy, self.gpu);
            return copy.run(self.copier);
        }
        let stream = self.copier.stream();
        stream.copy(src.address(), dst.address(), bytes).and_then(|()| stream.synchronize())
    }

    fn copy_of(&mut self, device: &CudaDevice, copy: Option<Work>) -> Result<()> {
        copy.map_or(Ok(()), |copy| self.do_work(device, &copy))
    }

    fn fill(&mut self, device: &CudaDevice, dst: &Location, pattern: &[u8], rows: [usize; 3]) -> Result<()> {
        match device.spot(dst)? {
            CopySide::Pageable(host) => {
                fill_on_host(host, pattern, rows);
                Ok(())
            }
            CopySide::Device(address) | CopySide::Reached(address) => {
                let stream = self.copier.stream();
                let filled = fills::fill(stream, address, pattern, rows).and_then(|()| stream.synchronize());
                filled.map_err(|error| self.gpu.error("a fill", error))
            }
        }
    }
}
