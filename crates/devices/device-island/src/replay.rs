//! Command buffers: a replay is one command of its queue; the engine gets the recorded commands as soon as their
//! predecessors are complete, whatever the order of the queue.

use std::any::Any;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{
    Command, DriverEvent, Error, Event, EventStatus, KernelLaunch, NativeCommandBuffer, Recording, Result, SyncPoint,
};

use crate::dependencies::when_ready;
use crate::engine::Job;
use crate::event::IslandEvent;
use crate::pending::Pending;

/// The commands of a command buffer.
pub struct IslandBuffer {
    recording: Mutex<Arc<Recording>>,
}

impl IslandBuffer {
    /// A buffer of recorded commands.
    pub fn new(recording: &Recording) -> Self {
        Self { recording: Mutex::new(Arc::new(recording.clone())) }
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

/// Starts the commands of a replay whose own dependencies are complete, or ends it with the failure of one of them.
/// Does not block.
pub fn start(job: Job, failure: Option<Error>) {
    let device = Arc::clone(&job.device);
    let recording = failure.map_or(Ok(()), |error| Err(error.into_dependency()));
    let recording = match recording.and_then(|()| recording_of(&job.command)) {
        Ok(recording) => recording,
        Err(error) => return device.engine().end(job, Err(error)),
    };
    job.event.advance(EventStatus::Running);
    let is_profiled = job.is_profiled;
    let event = |_| IslandEvent::new(&device.hardware().failures);
    let events: Vec<Arc<IslandEvent>> = recording.commands().iter().map(event).collect();
    let all = events.clone();
    let end = Pending::new(move |_| end(job, &all));
    for event in &events {
        event.precede(&end, false);
    }
    for (recorded, event) in recording.commands().iter().zip(&events) {
        let after = recorded.after.iter().map(|point| Event::from(Arc::clone(&events[point.index()])));
        let after: Vec<Event> = after.collect();
        let command = recorded.work.clone().map_or(Command::Marker, Command::Work);
        let (event, device) = (Arc::clone(event), Arc::clone(&device));
        let part = Job { command, origin: None, event, device, is_profiled, queue: None };
        when_ready(part, &after, &[], Job::submit);
    }
    end.arrive(Ok(()));
}

/// Ends a replay whose commands have all ended.
fn end(job: Job, events: &[Arc<IslandEvent>]) {
    let starts = events.iter().map(|event| event.timestamps().start);
    if let Some(first) = starts.filter(|start| *start != 0).min() {
        job.event.set_start_time(first);
    }
    // A command fails after those that it depends on, which were recorded before it.
    let failure = events.iter().find_map(|event| event.error());
    let device = Arc::clone(&job.device);
    device.engine().end(job, failure.map_or(Ok(()), Err));
}

fn recording_of(command: &Command) -> Result<Arc<Recording>> {
    let buffer = match command {
        Command::Replay(buffer) => buffer.as_any().downcast_ref::<IslandBuffer>(),
        _ => None,
    };
    let buffer = buffer.ok_or_else(|| Error::Execution("a command buffer of another driver".into()))?;
    Ok(Arc::clone(&buffer.recording.lock()))
}
