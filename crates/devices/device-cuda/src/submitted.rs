//! A command from its submission to its end. Each state holds the command; all changes are here.
//!
//! | state | what holds the command | next |
//! |---|---|---|
//! | new | the submitting thread | waiting, enqueued, on a host thread, or ended by a failure |
//! | waiting | its unresolved dependencies (`dependencies`) | enqueued, on a host thread, or ended by a failure |
//! | enqueued | its stream (`in_flight`) | ended, when the device has completed it (`event`) |
//! | on a host thread | a task (`host_threads`) | ended |
//! | ended | nothing | |
//!
//! The command's event, if it has one, follows these states.

use std::sync::{Arc, OnceLock};

use parking_lot::MutexGuard;
use tandem_device::{Command, Error, Result, clock};

use crate::api;
use crate::command_stream::CommandStream;
use crate::dependencies::{Dependencies, OwnedDependencies};
use crate::enqueued::Enqueued;
use crate::event::CudaEvent;
use crate::graph::CudaGraph;
use crate::host_work;
use crate::large_copies::Copier;
use crate::order::Order;
use crate::position::{Start, StreamPosition};
use crate::queue_state::QueueState;
use crate::staging::Slots;
use crate::work;

/// A command that has not ended.
pub struct Submitted {
    command: Command,
    /// The queue keeps a failure of it.
    is_reported: bool,
    /// Its completion. One that waits has it.
    event: Option<Arc<CudaEvent>>,
    /// It has waited, and the queue's order has it.
    has_waited: bool,
}

impl Submitted {
    /// A new command.
    pub fn new(command: Command, is_reported: bool, event: Option<Arc<CudaEvent>>) -> Self {
        Self { command, is_reported, event, has_waited: false }
    }

    /// New to waiting: it stays on the host until its dependencies are resolved.
    pub fn wait(mut self, queue: &Arc<QueueState>, mut order: MutexGuard<'_, Order>, dependencies: Dependencies<'_>) {
        self.stay_on_host(queue, &mut order);
        drop(order);
        self.has_waited = true;
        let (queue, owned) = (Arc::clone(queue), dependencies.to_owned());
        dependencies.when_resolved(Box::new(move |failure| self.resume(&queue, &owned, failure)));
    }

    fn resume(self, queue: &Arc<QueueState>, dependencies: &OwnedDependencies, failure: Option<Error>) {
        self.start(queue, queue.order.lock(), dependencies.borrow(), failure);
        queue.leave_host();
    }

    /// New or waiting to enqueued or on a host thread: its dependencies are resolved, or one could not
    /// be waited for.
    pub fn start(
        mut self,
        queue: &Arc<QueueState>,
        mut order: MutexGuard<'_, Order>,
        dependencies: Dependencies<'_>,
        failure: Option<Error>,
    ) {
        let failure = failure.or_else(|| dependencies.failure()).map(Error::into_dependency);
        if let Some(failure) = failure.or_else(|| queue.gpu.check_not_lost().err()) {
            drop(order);
            return self.fail(queue, failure);
        }
        let stream = queue.stream_for(&mut order, dependencies.wait);
        let current = queue.gpu.primary.enter().map_err(|error| stream.error("the context of the device", error));
        let enqueued = current.and_then(|current| Ok((self.enqueue(queue, &stream, dependencies)?, current)));
        match enqueued {
            Ok(((start, Enqueued::InStream(slots)), _current)) => self.enter_stream(queue, order, stream, slots, start),
            Ok(((start, Enqueued::HasRead), _current)) => self.enter_stream(queue, order, stream, None, start),
            Ok(((_, Enqueued::OnHost), _current)) => self.enter_host_thread(queue, order, stream, dependencies),
            Err(error) => {
                drop(order);
                self.fail(queue, error);
            }
        }
    }

    /// Enqueues the command after its dependencies, unless the host has to execute it. With profiling, records
    /// its start before it. The context is current.
    fn enqueue(
        &mut self,
        queue: &QueueState,
        stream: &Arc<CommandStream>,
        dependencies: Dependencies<'_>,
    ) -> Result<(Option<Start>, Enqueued)> {
        stream.record_last();
        dependencies.wait_in(stream)?;
        if queue.properties.out_of_order && self.command.is_fence() && dependencies.wait.is_empty() {
            queue.join_streams(stream)?;
        }
        let is_timed = self.event.is_some() && queue.properties.profiling;
        let start = is_timed.then(|| Start::record(stream)).transpose()?;
        let enqueued = match &mut self.command {
            Command::Work(work) => work::enqueue(&queue.device, stream, work)?,
            Command::Marker | Command::Barrier => Enqueued::InStream(None),
            Command::Replay(buffer) => CudaGraph::enqueue(&**buffer, stream)?,
        };
        Ok((start, enqueued))
    }

    /// To enqueued: its stream holds it. The context is current.
    fn enter_stream(
        self,
        queue: &QueueState,
        order: MutexGuard<'_, Order>,
        stream: Arc<CommandStream>,
        slots: Option<Slots>,
        start: Option<Start>,
    ) {
        let Self { command, is_reported, event, .. } = self;
        let number = stream.add(command, is_reported, slots);
        let Some(event) = event else { return };
        match end_of(&stream, &event, start.as_ref()) {
            Ok(end) => event.enqueued(StreamPosition { stream, number, end, start }),
            Err(error) => {
                drop(order);
                // The command runs, but its event cannot end with it.
                Self::new(Command::Marker, false, Some(event)).fail(queue, error);
            }
        }
    }

    /// To on a host thread: the thread executes it once its stream is empty and its dependencies have
    /// ended.
    fn enter_host_thread(
        mut self,
        queue: &Arc<QueueState>,
        mut order: MutexGuard<'_, Order>,
        stream: Arc<CommandStream>,
        dependencies: Dependencies<'_>,
    ) {
        self.stay_on_host(queue, &mut order);
        drop(order);
        let before = (!queue.properties.out_of_order).then_some(stream);
        let (own, dependencies) = (Arc::clone(queue), dependencies.to_owned());
        queue
            .gpu
            .host_threads
            .run(Box::new(move |copier| self.execute(&own, before.as_deref(), &dependencies, copier)));
    }

    /// On a host thread to ended.
    fn execute(
        self,
        queue: &QueueState,
        before: Option<&CommandStream>,
        dependencies: &OwnedDependencies,
        copier: Result<&mut Option<Copier>>,
    ) {
        let ready = || {
            before.map_or(Ok(()), CommandStream::drain)?;
            dependencies.borrow().wait_on_host()
        };
        let copier = copier.and_then(|copier| ready().map(|()| copier));
        let start = clock::now();
        let result = copier.and_then(|copier| host_work::execute(&queue.gpu, &queue.device, copier, &self.command));
        let times = queue.properties.profiling.then(|| (start, clock::now()));
        self.end(queue, result, times);
        queue.leave_host();
    }

    /// The queue's order has it from now on, and its event, which it needs.
    fn stay_on_host(&mut self, queue: &QueueState, order: &mut Order) {
        let event = self.event.get_or_insert_with(|| queue.new_event());
        queue.enter_host();
        if !self.has_waited {
            order.add_on_host(event);
        }
    }

    /// To ended: it did not run.
    fn fail(self, queue: &QueueState, error: Error) {
        let times = self.event.as_ref().and_then(|event| event.times_of_failure());
        self.end(queue, Err(error), times);
    }

    /// To ended.
    fn end(self, queue: &QueueState, result: Result<()>, times: Option<(u64, u64)>) {
        if let Err(error) = &result
            && self.is_reported
            && !matches!(error, Error::Ended)
        {
            queue.failures.lock().push_back(error.clone());
        }
        // A thread that waits for the command may rely on its resources being free.
        drop(self.command);
        if let Some(event) = self.event {
            event.finish(result, times);
        }
    }
}

/// The event after the command that was just enqueued: recorded now with profiling, or else when it is
/// needed.
fn end_of(stream: &CommandStream, event: &CudaEvent, start: Option<&Start>) -> Result<OnceLock<api::Event>> {
    if let Some(start) = start {
        return start.record_end(stream).map(OnceLock::from);
    }
    stream.set_last(event.as_completion());
    Ok(OnceLock::new())
}
