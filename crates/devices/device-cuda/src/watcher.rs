//! The watcher of a device: a thread that polls events and streams that no other thread waits for. It starts with the
//! first of these. CUDA's host functions would serve as well, but are not called after an error.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use parking_lot::Mutex;
use tandem_concurrency::Threads;

/// How long it sleeps after it has polled everything: at first, and at most.
const NAPS: [Duration; 2] = [Duration::from_micros(5), Duration::from_micros(200)];

/// Something whose end the watcher notices: an event with callbacks, the stream of a dropped queue.
pub trait Watch: Send + Sync {
    /// Handles its end if it has ended, and says whether it has.
    fn poll(&self) -> bool;

    /// Blocks until it has ended, and handles that.
    fn wait_to_end(&self);
}

/// The thread, once there is something to watch.
#[derive(Default)]
pub struct Watcher(Mutex<Option<Started>>);

struct Started {
    watched: Sender<Arc<dyn Watch>>,
    threads: Threads,
}

impl Watcher {
    /// Polls an object until it has ended.
    pub fn watch(&self, watched: Arc<dyn Watch>) {
        let mut started = self.0.lock();
        let started = started.get_or_insert_with(|| {
            let (sender, receiver) = channel();
            let mut threads = Threads::default();
            // Without a thread, this one waits below.
            let _ = threads.start("tandem-cuda-watch".to_owned(), move || poll_all(&receiver));
            Started { watched: sender, threads }
        });
        let unsent = started.watched.send(watched);
        if let Err(unsent) = unsent {
            unsent.0.wait_to_end();
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

fn poll_all(received: &Receiver<Arc<dyn Watch>>) {
    let mut all: Vec<Arc<dyn Watch>> = Vec::new();
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
