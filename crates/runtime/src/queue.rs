//! Queues and the direct way of a submission to PI.
//!
//! A submission without accessors whose dependencies PI knows costs one lock of
//! the queue and the PI calls themselves: the kernel comes from the queue's own
//! table, arguments are read from the caller's closure, events come from a pool.
//! Everything that has to wait on the host goes through
//! [`Deferred`](crate::scheduler::deferred); [`Flow`] remembers what later
//! submissions have to line up behind.
//!
//! Lock order: buffers (by address), then `Queue::state`, then a kernel's
//! instance. No lock is held while host code or a build runs.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use tandem_pi::constants::*;
use tandem_pi::host as pi;
use tandem_pi::host::WaitList;

use crate::context::Context;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::event::{EventRef, State};
use crate::global;
use crate::kernel::{Kernel, Mems};
use crate::object::{Kind, Object};
use crate::scheduler::command::Command;
use crate::scheduler::deferred::{Action, Deferred, Deps};
use crate::scheduler::{HostTask, group};
use crate::submission::{Args, KernelSlot, KernelSource, NdRange, Operation, Submission, shape};
use crate::user_data::UserData;

/// Below this many deferred commands the list of them is not tidied.
const PENDING_MINIMUM: usize = 32;

/// How a queue behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueProperties {
    /// Commands run in order of submission.
    pub in_order: bool,
    /// Events have timestamps.
    pub profiling: bool,
}

/// A queue of one device.
#[derive(Debug)]
pub struct Queue {
    number: usize,
    properties: QueueProperties,
    // Dropped before the context that it belongs to.
    pi: pi::Queue,
    device: Arc<Object<Device>>,
    context: Arc<Object<Context>>,
    state: Mutex<QueueState>,
    errors: Mutex<Errors>,
    staging: Mutex<Vec<(pi::Event, Vec<u8>)>>,
    user_data: UserData,
}

#[derive(Debug, Default)]
struct QueueState {
    kernels: KernelTable,
    flow: Flow,
}

/// What a submission has to line up behind.
#[derive(Debug, Default)]
pub(crate) struct Flow {
    /// The last deferred command, if every later one has to wait for it: any
    /// of an in-order queue, a barrier of an out-of-order one.
    tail: Option<EventRef>,
    /// Deferred commands and host tasks, perhaps settled by now.
    pending: Vec<EventRef>,
    /// Whether PI has seen a command.
    used: bool,
}

/// The kernels that the queue has launched, by number of the slot.
#[derive(Debug, Default)]
struct KernelTable {
    kernels: Vec<Option<Arc<Kernel>>>,
    generation: usize,
}

#[derive(Debug, Default)]
struct Errors {
    unreported: VecDeque<Error>,
    /// Errors that came from events since PI's queue was last finished: PI
    /// reports the same failures once more then.
    since_finish: usize,
}

/// What became of a command.
#[derive(Debug, Default)]
#[must_use = "a deferred command must be started"]
pub(crate) struct Dispatched {
    pub(crate) event: Option<EventRef>,
    pub(crate) deferred: Option<Arc<Deferred>>,
}

impl Dispatched {
    /// Starts a deferred command; called when no lock is held.
    pub(crate) fn start(self) -> Option<EventRef> {
        if let Some(deferred) = self.deferred {
            deferred.start();
        }
        self.event
    }
}

/// When a command can be enqueued.
enum Plan<'a> {
    Now(WaitList<'a>),
    Later,
    Never(Arc<Error>),
}

impl Kind for Queue {
    const TAG: u64 = 0x7175_6575_655f_7431;
}

impl Queue {
    /// A queue of a device of a context.
    pub fn new(
        context: &Arc<Object<Context>>,
        device: &Arc<Object<Device>>,
        properties: QueueProperties,
    ) -> Result<Arc<Object<Self>>> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        if !context.devices().iter().any(|known| Arc::ptr_eq(known, device)) {
            let name = device.name();
            return Err(Error::Invalid(format!("{name} does not belong to the context of the queue")));
        }
        let mut flags = PiQueueFlags::default();
        if properties.profiling {
            flags |= PI_QUEUE_FLAG_PROFILING_ENABLE;
        }
        if !properties.in_order && device.runs_out_of_order() {
            flags |= PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE;
        }
        let queue = Object::new(Self {
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            properties,
            pi: pi::Queue::new(context.pi(), device.pi(), flags)?,
            device: device.clone(),
            context: context.clone(),
            state: Mutex::default(),
            errors: Mutex::default(),
            staging: Mutex::default(),
            user_data: UserData::default(),
        });
        global::register_queue(&queue);
        Ok(queue)
    }

    /// The device that commands run on.
    pub fn device(&self) -> &Arc<Object<Device>> {
        &self.device
    }

    /// The context that the queue belongs to.
    pub fn context(&self) -> &Arc<Object<Context>> {
        &self.context
    }

    /// Whether commands run in order of submission.
    pub fn is_in_order(&self) -> bool {
        self.properties.in_order
    }

    /// Whether events have timestamps.
    pub fn has_profiling(&self) -> bool {
        self.properties.profiling
    }

    /// What the headers attached.
    pub fn user_data(&self) -> &UserData {
        &self.user_data
    }

    pub(crate) fn pi(&self) -> &pi::Queue {
        &self.pi
    }

    /// A number of its own for each queue.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Blocks until everything that was submitted is complete. Failures become
    /// asynchronous errors.
    pub fn wait(&self) {
        let pending = self.state.lock().flow.pending.clone();
        for event in pending {
            if event.state() == State::Pending {
                event.wait();
            }
        }
        let finished = self.pi.finish();
        forget_read(&mut self.staging.lock());
        let mut errors = self.errors.lock();
        if let Err(error) = finished.map_err(Error::from)
            && errors.since_finish == 0
            && !matches!(error, Error::TornDown)
        {
            errors.unreported.push_back(error);
        }
        errors.since_finish = 0;
    }

    /// Whether nothing is left to run.
    pub fn is_empty(&self) -> Result<bool> {
        let pending = self.state.lock().flow.pending.clone();
        if pending.iter().any(|event| event.state() == State::Pending) {
            return Ok(false);
        }
        match self.pi.info::<u32>(PI_EXT_ONEAPI_QUEUE_INFO_EMPTY) {
            Ok(empty) => Ok(empty != PI_FALSE),
            // Plugins without this query: look at an event behind everything.
            Err(_) => {
                let marker = self.pi.marker(&WaitList::new())?;
                Ok(marker.is_none_or(|event| event.status() == Ok(PI_EVENT_COMPLETE)))
            }
        }
    }

    /// Takes the oldest asynchronous error that nobody has taken yet.
    pub fn take_error(&self) -> Option<Error> {
        self.errors.lock().unreported.pop_front()
    }

    /// Adds an asynchronous error.
    pub(crate) fn record_error(&self, error: Error) {
        if matches!(error, Error::TornDown) {
            return;
        }
        let mut errors = self.errors.lock();
        errors.since_finish += 1;
        errors.unreported.push_back(error);
    }

    /// Keeps bytes that a command reads until the command is complete.
    pub(crate) fn keep_until(&self, event: pi::Event, bytes: Vec<u8>) {
        let mut staging = self.staging.lock();
        forget_read(&mut staging);
        staging.push((event, bytes));
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        for (event, _) in self.staging.get_mut() {
            let _ = event.wait();
        }
        for error in &self.errors.get_mut().unreported {
            eprintln!("tandem: asynchronous error that nobody handled: {error}");
        }
    }
}

impl Object<Queue> {
    /// Submits a command group. Returns its event if one is wanted.
    ///
    /// # Safety
    /// Addresses in the submission, and those that a kernel uses, stay valid
    /// and free of conflicting uses until the command is complete. A kernel
    /// gets the arguments that it expects.
    pub unsafe fn submit(
        self: &Arc<Self>,
        mut submission: Submission<'_>,
        want_event: bool,
    ) -> Result<Option<EventRef>> {
        if let Operation::Kernel { range, .. } = &submission.operation {
            if range.is_empty() {
                submission.operation = Operation::Empty;
            } else {
                check_range(self.device(), range)?;
            }
        }
        if !submission.accesses.is_empty() {
            return group::submit(self, submission, want_event);
        }
        let deps = submission.deps;
        let dispatched = match submission.operation {
            Operation::Kernel { source, range, args } => self.launch(source, range, args, deps, want_event)?,
            Operation::HostTask(task) => self.host_task(task, deps.into()),
            Operation::Barrier => self.barrier(deps, want_event)?,
            Operation::Empty if deps.is_empty() && !self.is_in_order() => {
                Dispatched { event: Some(EventRef::complete(self)), deferred: None }
            }
            operation => {
                let command = group::plain_command(operation)?;
                self.dispatch(command, deps, want_event)?
            }
        };
        Ok(dispatched.start())
    }

    /// The kernel of a submission; looked up and built where it is new.
    pub fn kernel(&self, source: KernelSource<'_>) -> Result<Arc<Kernel>> {
        match source {
            KernelSource::Kernel(kernel) => Ok(kernel.clone()),
            KernelSource::Slot(slot) => {
                let known = self.state.lock().kernels.get(&slot).cloned();
                known.map_or_else(|| self.look_up(&slot), Ok)
            }
        }
    }

    /// Enqueues a command, or defers it.
    pub(crate) fn dispatch(
        self: &Arc<Self>,
        command: Command<'_>,
        deps: &[EventRef],
        want_event: bool,
    ) -> Result<Dispatched> {
        self.dispatch_in(&mut self.state.lock().flow, command, deps, want_event)
    }

    /// Defers a host task.
    pub(crate) fn host_task(self: &Arc<Self>, task: HostTask, mut deps: Deps) -> Dispatched {
        let mut state = self.state.lock();
        let flow = &mut state.flow;
        if self.is_in_order() && flow.used {
            // The task waits on the host for whatever PI was given before it.
            if let Ok(Some(event)) = self.pi().marker(&WaitList::new()) {
                deps.push(EventRef::enqueued(self, event));
            }
        }
        self.defer(flow, Action::HostTask(task), deps, self.is_in_order())
    }

    fn launch(
        self: &Arc<Self>,
        source: KernelSource<'_>,
        range: NdRange,
        args: Args<'_>,
        deps: &[EventRef],
        want_event: bool,
    ) -> Result<Dispatched> {
        let slot = match source {
            KernelSource::Kernel(kernel) => {
                let command = Command::kernel(Cow::Borrowed(kernel), range, args, Mems::new());
                return self.dispatch(command, deps, want_event);
            }
            KernelSource::Slot(slot) => slot,
        };
        let mut state = self.state.lock();
        let QueueState { kernels, flow } = &mut *state;
        if let Some(kernel) = kernels.get(&slot) {
            let command = Command::kernel(Cow::Borrowed(kernel), range, args, Mems::new());
            return self.dispatch_in(flow, command, deps, want_event);
        }
        drop(state);
        let kernel = self.look_up(&slot)?;
        let command = Command::kernel(Cow::Owned(kernel), range, args, Mems::new());
        self.dispatch(command, deps, want_event)
    }

    fn look_up(&self, slot: &KernelSlot<'_>) -> Result<Arc<Kernel>> {
        let generation = global::image_generation();
        let kernel = global::program_manager()?.slot_kernel(&self.context, &self.device, slot)?;
        kernel.check_closure(slot.closure_size)?;
        self.state.lock().kernels.insert(slot, &kernel, generation);
        Ok(kernel)
    }

    fn barrier(self: &Arc<Self>, deps: &[EventRef], want_event: bool) -> Result<Dispatched> {
        let mut state = self.state.lock();
        let flow = &mut state.flow;
        let is_pending = |event: &&EventRef| event.state() == State::Pending;
        let mut all: Deps = flow.pending.iter().filter(is_pending).cloned().collect();
        if !deps.is_empty() || all.is_empty() {
            return self.dispatch_in(flow, Command::Barrier, deps, want_event);
        }
        // Everything before the barrier: what PI has, and what it does not.
        let known = self.pi().barrier(&WaitList::new())?;
        all.extend(known.map(|event| EventRef::enqueued(self, event)));
        self.dispatch_in(flow, Command::Barrier, &all, want_event)
    }

    fn dispatch_in(
        self: &Arc<Self>,
        flow: &mut Flow,
        command: Command<'_>,
        deps: &[EventRef],
        want_event: bool,
    ) -> Result<Dispatched> {
        match self.plan(flow, deps) {
            // To PI, an empty wait list means "everything before".
            Plan::Now(wait)
                if wait.is_empty()
                    && !deps.is_empty()
                    && !self.is_in_order()
                    && matches!(command, Command::Marker | Command::Barrier) =>
            {
                Ok(Dispatched { event: Some(EventRef::complete(self)), deferred: None })
            }
            Plan::Now(wait) => {
                flow.used = true;
                // SAFETY: the caller of `submit` has promised it; commands that
                // the runtime adds use memory that buffers keep alive.
                let event = unsafe { command.enqueue(self, &wait, want_event)? };
                let event = want_event.then(|| match event {
                    Some(event) => EventRef::enqueued(self, event),
                    None => EventRef::complete(self),
                });
                Ok(Dispatched { event, deferred: None })
            }
            Plan::Later => {
                flow.used = true;
                let blocks = self.is_in_order() || matches!(command, Command::Barrier);
                let action = Action::Command(command.into_owned());
                Ok(self.defer(flow, action, deps.into(), blocks))
            }
            Plan::Never(error) => {
                let event = EventRef::pending(Some(self));
                event.set_failed(Arc::new(Error::Dependency(error)));
                Ok(Dispatched { event: Some(event), deferred: None })
            }
        }
    }

    /// Looks at what a command waits for.
    fn plan<'a>(&self, flow: &mut Flow, deps: &'a [EventRef]) -> Plan<'a> {
        if let Some(tail) = &flow.tail {
            if tail.state() == State::Pending {
                return Plan::Later;
            }
            flow.tail = None;
        }
        let mut wait = WaitList::new();
        for dep in deps {
            let queue = dep.queue();
            match dep.state() {
                State::Complete => {}
                State::Pending => return Plan::Later,
                State::Failed => {
                    return Plan::Never(dep.error().unwrap_or_else(|| Arc::new(Error::TornDown)));
                }
                State::Enqueued => {
                    if queue.is_some_and(|queue| std::ptr::eq(&**queue, self)) && self.is_in_order() {
                        continue;
                    }
                    if !queue.is_some_and(|queue| Arc::ptr_eq(&queue.context, &self.context)) {
                        return Plan::Later;
                    }
                    if let Some(event) = dep.pi() {
                        wait.push(event);
                    }
                }
            }
        }
        Plan::Now(wait)
    }

    fn defer(self: &Arc<Self>, flow: &mut Flow, action: Action, mut deps: Deps, blocks_later: bool) -> Dispatched {
        // A tail that failed does not hold back what comes later.
        deps.extend(flow.tail.clone().filter(|tail| tail.state() == State::Pending));
        let deferred = Deferred::new(self, action, deps);
        let event = deferred.event().clone();
        if blocks_later {
            flow.tail = Some(event.clone());
        }
        if flow.pending.len() >= PENDING_MINIMUM && flow.pending.len() == flow.pending.capacity() {
            flow.pending.retain(|event| event.state() == State::Pending);
        }
        flow.pending.push(event.clone());
        Dispatched { event: Some(event), deferred: Some(deferred) }
    }
}

impl KernelTable {
    fn get(&self, slot: &KernelSlot<'_>) -> Option<&Arc<Kernel>> {
        if self.generation != global::image_generation() {
            return None;
        }
        let id = slot.id.load(Ordering::Relaxed);
        self.kernels.get(id)?.as_ref()
    }

    /// Remembers a kernel that was found when the images were of this
    /// generation.
    fn insert(&mut self, slot: &KernelSlot<'_>, kernel: &Arc<Kernel>, generation: usize) {
        if self.generation != generation {
            self.kernels.clear();
            self.generation = generation;
        }
        let id = global::slot_number(slot.id);
        if self.kernels.len() <= id {
            self.kernels.resize(id + 1, None);
        }
        self.kernels[id] = Some(kernel.clone());
    }
}

/// Frees the bytes that commands have read by now.
fn forget_read(staging: &mut Vec<(pi::Event, Vec<u8>)>) {
    staging.retain(|(event, _)| event.status().is_ok_and(|status| status.0 > 0));
}

/// Refuses what no kernel can be launched with.
fn check_range(device: &Device, range: &NdRange) -> Result<()> {
    let Some(local) = &range.local else {
        return Ok(());
    };
    let limits = device.limits();
    let local = &local[..range.dims];
    for (dimension, (&local, &global)) in local.iter().zip(&range.global).enumerate() {
        if local == 0 || global % local != 0 {
            return Err(Error::NotDivisible { dimension, global, local });
        }
    }
    let too_large = |limit, device| {
        Err(Error::WorkGroupTooLarge {
            size: local.iter().fold(1, |size: usize, local| size.saturating_mul(*local)),
            shape: shape(local),
            limit,
            device,
        })
    };
    let size = local.iter().try_fold(1, |size: usize, local| size.checked_mul(*local));
    if size.is_none_or(|size| size > limits.work_group_size) {
        return too_large(limits.work_group_size, device.name().to_owned());
    }
    for (dim, (&local, &limit)) in local.iter().rev().zip(&limits.work_item_sizes).enumerate() {
        if local > limit {
            let dimension = range.dims - 1 - dim;
            return too_large(limit, format!("{} in dimension {dimension}", device.name()));
        }
    }
    Ok(())
}
