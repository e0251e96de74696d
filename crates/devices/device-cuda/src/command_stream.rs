//! A CUDA stream and the commands in it. A queue has one, or several out of order.

use std::sync::{Arc, OnceLock, Weak};

use parking_lot::Mutex;
use tandem_device::{Command, DevicePtr, Error, Result};

use crate::api::{self, CudaError, CudaResult, Stream};
use crate::checkpoints::Checkpoints;
use crate::clock::StreamTimes;
use crate::gpu::Gpu;
use crate::groups_barrier::GroupsBarrier;
use crate::in_flight::{self, Failures, InFlight};
use crate::predecessors::{Predecessors, Successor, retire_predecessors};
use crate::staging::Slots;
use crate::watcher::Watch;

/// A stream with its commands.
pub struct CommandStream {
    gpu: Arc<Gpu>,
    cuda: Stream,
    failures: Arc<Failures>,
    state: Mutex<State>,
    groups_barrier: GroupsBarrier,
}

#[derive(Default)]
struct State {
    /// Number of the last command; the first one has 1.
    enqueued: u64,
    /// The device is known to have completed all commands up to this one.
    completed: u64,
    in_flight: InFlight,
    checkpoints: Checkpoints,
    /// Commands of other streams that commands here wait for.
    predecessors: Predecessors<CommandStream>,
    times: StreamTimes,
    /// The completion of the last command, as long as no event is recorded after it.
    last: Option<Weak<dyn Completion>>,
}

/// The completion of a command, which needs an event after the command only if another one follows.
pub trait Completion: Send + Sync {
    /// Where the event goes when it is recorded.
    fn end_event(&self) -> Option<&OnceLock<api::Event>>;
}

impl CommandStream {
    /// Commands in a stream, whose failures go to those of a queue.
    pub fn new(gpu: &Arc<Gpu>, cuda: Stream, failures: &Arc<Failures>) -> Arc<Self> {
        let (state, groups_barrier) = (Mutex::default(), GroupsBarrier::default());
        Arc::new(Self { gpu: Arc::clone(gpu), cuda, failures: Arc::clone(failures), state, groups_barrier })
    }

    /// The state that is prepared for the device.
    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }

    /// CUDA's stream.
    pub fn cuda(&self) -> &Stream {
        &self.cuda
    }

    /// Number of the last command.
    pub fn enqueued(&self) -> u64 {
        self.state.lock().enqueued
    }

    /// Whether the device is known to have completed a command. Events of the program's have none.
    pub fn has_completed(&self, number: u64) -> bool {
        (1..=self.state.lock().completed).contains(&number)
    }

    /// Whether the device is known to have completed all commands, and their predecessors are retired.
    pub fn is_retired(&self) -> bool {
        let state = self.state.lock();
        state.completed == state.enqueued && state.predecessors.is_empty()
    }

    /// Adds a command that was just enqueued, and returns its number. The context is current.
    pub fn add(&self, command: Command, is_reported: bool, slots: Option<Slots>) -> u64 {
        let mut state = self.state.lock();
        state.enqueued += 1;
        let number = state.enqueued;
        state.in_flight.add(number, command, is_reported, slots);
        if state.checkpoints.is_due() {
            // Without an event, the commands are held until a thread waits for the queue.
            if let Ok(event) = self.gpu.events.record(&self.cuda) {
                state.checkpoints.add(number, event);
            }
            self.retire_checkpoints(&mut state);
        }
        number
    }

    /// Whether it holds anything for commands.
    pub fn has_in_flight(&self) -> bool {
        !self.state.lock().in_flight.is_empty()
    }

    /// Whether all copies in flight to pageable memory are in this stream.
    pub fn has_all_host_writes(&self) -> bool {
        self.state.lock().in_flight.has_all_host_writes()
    }

    /// Start and end of a command by the host's clock, after its submission and the command before it.
    pub fn in_order(&self, number: u64, submit: u64, times: [u64; 2]) -> (u64, u64) {
        self.state.lock().times.in_order(number, submit, times)
    }

    /// Where the work-groups of a cooperative launch in this stream wait. The context is current.
    pub fn groups_barrier(&self) -> Result<DevicePtr> {
        self.groups_barrier.address(&self.gpu, &self.cuda)
    }
}

/// Events around commands, and between streams.
impl CommandStream {
    /// The completion of the command that was enqueued last.
    pub fn set_last(&self, completion: Weak<dyn Completion>) {
        self.state.lock().last = Some(completion);
    }

    /// Another command is about to be enqueued: records the end of the last one if its completion is
    /// still in use. The context is current.
    pub fn record_last(&self) {
        let mut state = self.state.lock();
        let completion = state.last.take().and_then(|last| last.upgrade());
        if let Some(end) = completion.as_ref().and_then(|completion| completion.end_event()) {
            // Without an event, the completion waits for later commands as well.
            let _ = self.record_locked(&state, end);
        }
    }

    /// The event after a command, recorded now if there is none.
    pub fn record_end<'a>(&self, end: &'a OnceLock<api::Event>) -> CudaResult<&'a api::Event> {
        let _current = self.gpu.primary.enter()?;
        self.record_locked(&self.state.lock(), end)
    }

    /// With the stream's lock, so that no other thread records the same end.
    fn record_locked<'a>(&self, _locked: &State, end: &'a OnceLock<api::Event>) -> CudaResult<&'a api::Event> {
        match end.get() {
            Some(event) => Ok(event),
            None => {
                let event = self.gpu.events.record(&self.cuda)?;
                Ok(end.get_or_init(|| event))
            }
        }
    }

    /// The next command waits for a command of another stream, and its event. The context is current.
    pub fn wait_for(&self, other: &Arc<Self>, number: u64, event: &api::Event) -> CudaResult<()> {
        self.cuda.wait_for(event)?;
        if in_flight::any_needs_retirement() {
            let mut state = self.state.lock();
            let next = state.enqueued + 1;
            state.predecessors.add(next, other, number);
        }
        Ok(())
    }
}

/// Retirement of commands that the device has completed.
impl CommandStream {
    /// Retires the commands that the recorded events show to be complete. Returns how many commands still hold
    /// resources.
    pub fn retire_completed(&self) -> usize {
        let mut state = self.state.lock();
        self.retire_checkpoints(&mut state);
        state.in_flight.len()
    }

    fn retire_checkpoints(&self, state: &mut State) {
        while let Some(number) = state.checkpoints.first_complete() {
            // Failures of commands are the queue's.
            let _ = self.retire_locked(state, number);
        }
    }

    /// Called when the device has completed a command: retires everything up to it, and the predecessors of that.
    /// Returns the command's own failure.
    pub fn retire(&self, number: u64) -> Result<()> {
        if in_flight::any_needs_retirement() {
            retire_predecessors(self, number);
        }
        let mut state = self.state.lock();
        state.predecessors.remove_until(number);
        self.retire_locked(&mut state, number)
    }

    fn retire_locked(&self, state: &mut State, number: u64) -> Result<()> {
        state.completed = state.completed.max(number);
        let result = state.in_flight.retire_until(number, &self.failures);
        state.checkpoints.remove_until(number);
        result
    }

    /// Waits until the stream is empty, and retires everything.
    pub fn drain(&self) -> Result<()> {
        let enqueued = self.enqueued();
        match self.cuda.synchronize() {
            Ok(()) => {
                // Failures of commands are the queue's.
                let _ = self.retire(enqueued);
                Ok(())
            }
            Err(error) if self.has_ended_well(error) => Ok(()),
            Err(error) => Err(self.fail(error)),
        }
    }

    /// Waits until the stream is empty. Failures of its commands are the queue's, and none of this
    /// call.
    pub fn finish(&self) -> Result<()> {
        let has_commands = self.has_in_flight();
        self.drain().or_else(|error| if has_commands { Ok(()) } else { Err(error) })
    }

    /// Whether nothing is in the stream. A device that is lost has nothing.
    pub fn is_idle(&self) -> bool {
        let enqueued = self.enqueued();
        match self.cuda.is_idle() {
            Ok(is_idle) => {
                if is_idle {
                    let _ = self.retire(enqueued);
                }
                is_idle
            }
            Err(error) => {
                if !self.has_ended_well(error) {
                    self.fail(error);
                }
                true
            }
        }
    }

    /// Whether an error says that the process exits, after the stream's last command was complete.
    fn has_ended_well(&self, error: CudaError) -> bool {
        error.is_after_end() && !self.has_in_flight()
    }
}

/// Failures of the device.
impl CommandStream {
    /// The error of a driver's call for the stream. One that ends the context is that of an earlier
    /// command, if there is any.
    #[cold]
    pub fn error(&self, what: &str, error: CudaError) -> Error {
        if error.is_sticky() && self.has_in_flight() { self.fail(error) } else { self.gpu.error(what, error) }
    }

    /// The device has failed. The commands in the stream fail; the first error that is reported says
    /// what happened. Returns the error for the caller. When CUDA has ended, the commands are
    /// dropped, and nothing is reported.
    #[cold]
    pub fn fail(&self, error: CudaError) -> Error {
        let mut state = self.state.lock();
        let aborted = state.in_flight.abort();
        state.checkpoints.remove_until(u64::MAX);
        state.predecessors.remove_until(u64::MAX);
        drop(state);
        let error = self.gpu.error(&aborted.possible_causes(), error);
        if matches!(error, Error::Ended) {
            return error;
        }
        let errors = std::iter::once(error.clone()).chain(std::iter::repeat_with(|| self.gpu.lost()));
        self.failures.lock().extend(errors.take(aborted.failures()));
        error
    }
}

impl Successor for CommandStream {
    fn predecessors(&self, number: u64) -> Vec<(Arc<Self>, u64)> {
        self.state.lock().predecessors.until(number)
    }

    fn retire_own(&self, number: u64) {
        // Failures of commands are the queue's.
        let _ = self.retire_locked(&mut self.state.lock(), number);
    }
}

/// The stream of a dropped queue.
impl Watch for CommandStream {
    fn poll(&self) -> bool {
        self.is_idle()
    }

    fn wait_to_end(&self) {
        // Failures of commands are the queue's.
        let _ = self.drain();
    }
}
