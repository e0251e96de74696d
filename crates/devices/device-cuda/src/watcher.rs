//! The watcher of a device: a thread that looks at what nobody waits for, from the first time
//! that there is something. CUDA's host functions would do it too, but not after an error.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use parking_lot::Mutex;
use tandem_concurrency::Threads;

use crate::command_stream::CommandStream;
use crate::event::CudaEvent;

/// How long it sleeps after it has looked at everything: at first, and at most.
const NAPS: [Duration; 2] = [Duration::from_micros(5), Duration::from_micros(200)];

/// What is watched.
enum Watched {
    /// An issued event that somebody is told of.
    Event(Arc<CudaEvent>),
    /// The stream of a queue that is gone.
    CommandStream(Arc<CommandStream>),
}

/// The thread, once there is something to watch.
#[derive(Default)]
pub struct Watcher(Mutex<Option<Started>>);

struct Started {
    watched: Sender<Watched>,
    threads: Threads,
}

impl Watcher {
    /// Ends an event once its mark is passed.
    pub fn watch_event(&self, event: Arc<CudaEvent>) {
        self.watch(Watched::Event(event));
    }

    /// Gives back what a stream holds once it is empty.
    pub fn watch_lane(&self, lane: Arc<CommandStream>) {
        self.watch(Watched::CommandStream(lane));
    }

    fn watch(&self, watched: Watched) {
        let mut started = self.0.lock();
        let started = started.get_or_insert_with(|| {
            let (sender, receiver) = channel();
            let mut threads = Threads::default();
            // Without a thread, what is sent is looked at here.
            let _ = threads.start("tandem-cuda-watch".to_owned(), move || look_after(&receiver));
            Started { watched: sender, threads }
        });
        let unsent = started.watched.send(watched);
        if let Err(unsent) = unsent {
            unsent.0.wait();
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        if let Some(Started { watched, threads }) = self.0.get_mut().take() {
            drop(watched);
            threads.join();
        }
    }
}

impl Watched {
    /// Whether it has ended.
    fn poll(&self) -> bool {
        match self {
            Self::Event(event) => event.poll(),
            Self::CommandStream(lane) => lane.is_idle(),
        }
    }

    fn wait(&self) {
        use tandem_device::DriverEvent;
        match self {
            Self::Event(event) => event.wait(),
            Self::CommandStream(lane) => drop(lane.drain()),
        }
    }
}

fn look_after(received: &Receiver<Watched>) {
    let mut all: Vec<Watched> = Vec::new();
    let mut nap = NAPS[0];
    loop {
        let next = if all.is_empty() {
            received.recv().map_err(|_| RecvTimeoutError::Disconnected)
        } else {
            received.recv_timeout(nap)
        };
        match next {
            Ok(watched) => {
                all.push(watched);
                nap = NAPS[0];
            }
            Err(RecvTimeoutError::Timeout) => nap = (nap * 2).min(NAPS[1]),
            Err(RecvTimeoutError::Disconnected) if all.is_empty() => return,
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(nap),
        }
        let before = all.len();
        all.retain(|watched| !watched.poll());
        if all.len() < before {
            nap = NAPS[0];
        }
    }
}
