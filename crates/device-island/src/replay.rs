//! Command buffers: a replay is one command of its queue; the engine gets the recorded commands
//! as soon as what they come after is complete, whatever the order of the queue.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use tandem_device::{
    Command, CommandBuffers, Error, Event, EventStatus, KernelLaunch, NativeCommandBuffer, Recording, Result, SyncPoint,
};

use crate::device::IslandDevice;
use crate::engine::Job;
use crate::queue::Waiting;

/// The commands of a command buffer.
struct IslandBuffer {
    recording: Mutex<Arc<Recording>>,
}

impl CommandBuffers for IslandDevice {
    fn finalize(&self, recording: &Recording) -> Result<Option<Arc<dyn NativeCommandBuffer>>> {
        Ok(Some(Arc::new(IslandBuffer { recording: Mutex::new(Arc::new(recording.clone())) })))
    }
}

impl NativeCommandBuffer for IslandBuffer {
    fn update(&self, at: SyncPoint, launch: &KernelLaunch) -> Result<()> {
        Arc::make_mut(&mut self.recording.lock()).replace_launch(at, launch.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Starts the commands of a replay, whose own dependencies are complete. Does not block.
pub fn start(job: Job) {
    let device = Arc::clone(job.queue.device());
    let recording = match recording_of(&job.command) {
        Ok(recording) => recording,
        Err(error) => return device.engine().end(job, Err(error)),
    };
    job.event.advance(EventStatus::Running);
    let queue = Arc::clone(&job.queue);
    let events: Vec<Event> = recording.commands().iter().map(|_| Event::user()).collect();
    // One more than there are, so that the replay does not end before all are started.
    let missing = AtomicUsize::new(events.len() + 1);
    let replay = Arc::new(Replay { job: Mutex::new(Some(job)), events: events.clone(), missing });
    for event in &events {
        let replay = Arc::clone(&replay);
        event.on_complete(move |_| replay.arrive());
    }
    for (recorded, event) in recording.commands().iter().zip(&events) {
        let after: Vec<Event> = recorded.after.iter().map(|point| events[point.index()].clone()).collect();
        let (command, event, queue) = (recorded.command.clone(), event.clone(), Arc::clone(&queue));
        Waiting::start(Job { command, event, queue, is_part: true }, &after, &[]);
    }
    replay.arrive();
}

fn recording_of(command: &Command) -> Result<Arc<Recording>> {
    let buffer = match command {
        Command::Replay(buffer) => buffer.as_any().downcast_ref::<IslandBuffer>(),
        _ => None,
    };
    let buffer = buffer.ok_or_else(|| Error::Execution("a command buffer of another driver".into()))?;
    Ok(Arc::clone(&buffer.recording.lock()))
}

/// A replay whose commands have not all ended.
struct Replay {
    job: Mutex<Option<Job>>,
    /// Of the commands.
    events: Vec<Event>,
    missing: AtomicUsize,
}

impl Replay {
    /// Counts the end of a command; the last one ends the replay.
    fn arrive(&self) {
        if self.missing.fetch_sub(1, Ordering::AcqRel) > 1 {
            return;
        }
        let Some(job) = self.job.lock().take() else { return };
        let starts = self.events.iter().map(|event| event.timestamps().start);
        if let Some(first) = starts.filter(|start| *start != 0).min() {
            job.event.set_start_time(first);
        }
        // A command fails after those that it depends on, which were recorded before it.
        let failure = self.events.iter().find_map(Event::error);
        let device = Arc::clone(job.queue.device());
        device.engine().end(job, failure.map_or(Ok(()), Err));
    }
}
