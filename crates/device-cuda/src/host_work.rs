//! What no stream can execute: copies and fills of pageable host memory. CUDA's own way to copy it
//! blocks the thread, so threads of the driver do it.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use parking_lot::Mutex;
use tandem_device::{Command, DriverEvent, Error, Location, Result, Threads, clock};

use crate::api::{Stream, fill_on_host};
use crate::copies::{self, Spot};
use crate::device::CudaDevice;
use crate::event::CudaEvent;
use crate::fills;
use crate::gpu::Gpu;
use crate::lane::Lane;
use crate::pending::Job;

/// Threads of a device, which may wait for streams.
const THREADS: usize = 4;

/// A command, and the stream that must be empty before.
type Task = (Job, Option<Arc<Lane>>);

/// The threads, once there is something to do.
#[derive(Default)]
pub struct HostWorkers(Mutex<Option<Started>>);

struct Started {
    tasks: Sender<Task>,
    threads: Threads,
}

impl HostWorkers {
    /// Has a command executed once what it depends on and comes after has ended, and its stream
    /// is empty.
    pub fn execute(&self, job: Job, lane: Option<Arc<Lane>>) {
        let mut started = self.0.lock();
        let started = started.get_or_insert_with(Started::new);
        if let Err(unsent) = started.tasks.send((job, lane)) {
            let (job, _) = unsent.0;
            let error = Error::Environment("no thread for copies of host memory".to_owned());
            let queue = Arc::clone(&job.queue);
            queue.end_on_host(job, Err(error), (0, 0));
        }
    }
}

impl Started {
    fn new() -> Self {
        let (tasks, received) = channel::<Task>();
        let received = Arc::new(Mutex::new(received));
        let mut threads = Threads::default();
        for _ in 0..THREADS {
            let received = Arc::clone(&received);
            // With fewer threads, it takes longer.
            let _ = threads.start("tandem-cuda-copy".to_owned(), move || work(&received));
        }
        Self { tasks, threads }
    }
}

impl Drop for HostWorkers {
    fn drop(&mut self) {
        if let Some(Started { tasks, threads }) = self.0.get_mut().take() {
            drop(tasks);
            threads.join();
        }
    }
}

fn work(received: &Mutex<Receiver<Task>>) {
    loop {
        // One thread waits for the next task, the others for the lock.
        let Ok((job, lane)) = received.lock().recv() else { return };
        let result = wait(&job, lane.as_deref());
        let start = clock::now();
        let result = result.and_then(|()| execute(job.queue.device(), job.queue.gpu(), &job.command));
        let queue = Arc::clone(&job.queue);
        queue.end_on_host(job, result, (start, clock::now()));
    }
}

/// Waits for what comes before.
fn wait(job: &Job, lane: Option<&Lane>) -> Result<()> {
    if let Some(lane) = lane {
        lane.drain()?;
    }
    let own = job.wait.iter().filter_map(|event| event.driver::<CudaEvent>());
    for event in own {
        event.wait();
        if let Some(error) = event.error() {
            return Err(error.into_dependency());
        }
    }
    job.after.iter().for_each(|event| event.wait());
    Ok(())
}

/// Executes a command, and waits for it.
fn execute(device: &CudaDevice, gpu: &Gpu, command: &Command) -> Result<()> {
    gpu.check_not_lost()?;
    let failed = |error| gpu.error(command.name(), error);
    let _current = gpu.primary.enter().map_err(failed)?;
    let stream = Stream::new(&gpu.primary).map_err(failed)?;
    let copied = match command {
        Command::Copy { src, dst, bytes } => {
            stream.copy(device.spot(src)?.address(), device.spot(dst)?.address(), *bytes)
        }
        Command::CopyRect { src, dst, rect } => {
            copies::copy_rect(&stream, device.spot(src)?.address(), device.spot(dst)?.address(), rect)
        }
        Command::Fill { dst, pattern, bytes } => return fill(device, gpu, dst, pattern, [*bytes, 1, *bytes]),
        Command::FillRect { dst, pattern, row_bytes, rows, pitch } => {
            return fill(device, gpu, dst, pattern, [*row_bytes, *rows, *pitch]);
        }
        Command::Map(mapping) => return copy_of(device, gpu, mapping.map_copy()),
        Command::Unmap(mapping) => return copy_of(device, gpu, mapping.unmap_copy()),
        _ => Ok(()),
    };
    copied.and_then(|()| stream.synchronize()).map_err(failed)
}

fn copy_of(device: &CudaDevice, gpu: &Gpu, copy: Option<Command>) -> Result<()> {
    copy.map_or(Ok(()), |copy| execute(device, gpu, &copy))
}

fn fill(device: &CudaDevice, gpu: &Gpu, dst: &Location, pattern: &[u8], rows: [usize; 3]) -> Result<()> {
    match device.spot(dst)? {
        Spot::Pageable(host) => {
            fill_on_host(host, pattern, rows);
            Ok(())
        }
        Spot::Reached(address) => {
            let stream = gpu.memory.stream();
            let filled = fills::fill(stream, address, pattern, rows).and_then(|()| stream.synchronize());
            filled.map_err(|error| gpu.error("a fill", error))
        }
    }
}
