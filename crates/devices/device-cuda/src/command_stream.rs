//! Lanes: a stream, and the commands that are in it. A queue has one, or several out of order.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::Mutex;
use tandem_device::{Command, DevicePtr, Error, Result, Work, clock};

use crate::api::{self, CudaError, CudaResult, FillUnit, PoolBlock, Stream};
use crate::deliveries::{self, Followed};
use crate::event::{CudaEvent, StreamPosition};
use crate::failed::FailedCommands;
use crate::gpu::Gpu;
use crate::kernel::CudaKernel;
use crate::staging::{HOST_WRITES, Slots};

/// Commands after which the lane marks how far the device is, to know what it still needs.
const MARK_EVERY: u32 = 64;
/// Kernels that the text of a failure names.
const NAMED_KERNELS: usize = 3;

/// Kernels that may assert, of all devices, that nobody has looked at since they were submitted.
static ASSERTING: AtomicUsize = AtomicUsize::new(0);

/// Failures of a queue's commands that nobody has taken.
pub type Failures = Mutex<VecDeque<Error>>;

/// A stream with its commands.
pub struct CommandStream {
    gpu: Arc<Gpu>,
    stream: Stream,
    failures: Arc<Failures>,
    state: Mutex<State>,
    /// Where the work-groups of cooperative launches wait for each other.
    groups_barrier: OnceLock<PoolBlock>,
}

#[derive(Default)]
struct State {
    /// Number of the last command; the first one has 1.
    issued: u64,
    /// What commands hold until they are complete.
    kept: VecDeque<Kept>,
    /// How far the device is when it has passed a mark.
    marks: VecDeque<(u64, api::Event)>,
    unmarked: u32,
    /// Copies among what is kept that are on their way to host memory.
    host_writes: usize,
    /// Kernels among what is kept that may assert.
    asserting: usize,
    /// Kernels whose assertions failed.
    failed: FailedCommands,
    /// Commands of other lanes that commands here wait for.
    followed: Followed,
    /// The last command whose end is known, and when that was.
    ended: (u64, u64),
    /// The device is known to have passed all commands up to this one.
    passed: u64,
    /// The event of the last command, as long as nothing marks the place.
    unmarked_event: Weak<CudaEvent>,
}

struct Kept {
    number: u64,
    command: Command,
    is_reported: bool,
    slots: Option<Slots>,
}

impl CommandStream {
    /// A lane over a stream.
    pub fn new(gpu: &Arc<Gpu>, stream: Stream, failures: &Arc<Failures>) -> Arc<Self> {
        let (state, groups_barrier) = (Mutex::default(), OnceLock::new());
        Arc::new(Self { gpu: Arc::clone(gpu), stream, failures: Arc::clone(failures), state, groups_barrier })
    }

    /// What is prepared of the device.
    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }

    /// The stream.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Number of the last command.
    pub fn issued(&self) -> u64 {
        self.state.lock().issued
    }

    /// Nothing follows the command of an event in the stream yet.
    pub fn leave_unmarked(&self, event: &CudaEvent) {
        self.state.lock().unmarked_event = event.downgrade();
    }

    /// Another command is about to follow in the stream: marks where the last one ends, if somebody
    /// still has its event. The context is current.
    pub fn mark_last(&self) {
        let mut state = self.state.lock();
        let event = std::mem::take(&mut state.unmarked_event).upgrade();
        if let Some(place) = event.as_ref().and_then(|event| event.place()) {
            // Without a mark here, the event waits for what follows as well.
            let _ = self.mark_in(&state, place);
        }
    }

    /// Marks how far the stream is, for the event of one of its commands that has no mark.
    pub fn mark<'a>(&self, place: &'a StreamPosition) -> CudaResult<&'a api::Event> {
        let _current = self.gpu.primary.enter()?;
        self.mark_in(&self.state.lock(), place)
    }

    /// With the lane's lock, so that nobody else marks the same place.
    fn mark_in<'a>(&self, _locked: &State, place: &'a StreamPosition) -> CudaResult<&'a api::Event> {
        match place.mark.get() {
            Some(mark) => Ok(mark),
            None => {
                let mark = self.gpu.marks.record(&self.stream)?;
                Ok(place.mark.get_or_init(|| mark))
            }
        }
    }

    /// Whether the device is known to have passed a command. Events of the program's have none.
    pub fn has_passed(&self, number: u64) -> bool {
        (1..=self.state.lock().passed).contains(&number)
    }

    /// Whether the device is known to have passed all commands, and what they follow was delivered.
    pub fn has_passed_all(&self) -> bool {
        let state = self.state.lock();
        state.passed == state.issued && state.followed.is_empty()
    }

    /// The next command waits for one of another lane.
    pub fn follow(&self, other: &Arc<CommandStream>, number: u64) {
        if is_any_kept_for_later() {
            let mut state = self.state.lock();
            let next = state.issued + 1;
            state.followed.add(next, other, number);
        }
    }

    /// Commands of other lanes that commands up to this one follow.
    pub fn followed(&self, number: u64) -> Vec<(Arc<CommandStream>, u64)> {
        self.state.lock().followed.until(number)
    }

    /// Keeps what a command that was just put into the stream holds. Returns its number. The context
    /// is current.
    pub fn keep(&self, command: Command, is_reported: bool, slots: Option<Slots>) -> u64 {
        let mut state = self.state.lock();
        state.issued += 1;
        let number = state.issued;
        if slots.as_ref().is_some_and(Slots::writes_host) {
            state.host_writes += 1;
            HOST_WRITES.fetch_add(1, Ordering::AcqRel);
        }
        if asserting(&command).is_some() {
            state.asserting += 1;
            ASSERTING.fetch_add(1, Ordering::AcqRel);
        }
        if !command.is_fence() {
            state.kept.push_back(Kept { number, command, is_reported, slots });
        }
        state.unmarked += 1;
        if state.unmarked >= MARK_EVERY {
            state.unmarked = 0;
            // Without a mark, the commands are kept until somebody waits for the queue.
            state.marks.extend(self.gpu.marks.record(&self.stream).ok().map(|mark| (number, mark)));
            self.retire_marked(&mut state);
        }
        number
    }

    /// Gives back what the device is known to have passed. Returns how many commands are left of
    /// which something is held.
    pub fn retire_passed(&self) -> usize {
        let mut state = self.state.lock();
        self.retire_marked(&mut state);
        state.kept.len()
    }

    fn retire_marked(&self, state: &mut State) {
        while let Some(number) =
            state.marks.front().filter(|(_, mark)| mark.is_complete() == Ok(true)).map(|mark| mark.0)
        {
            // Failures of commands are the queue's.
            let _ = self.retire_in(state, number);
        }
    }

    /// Whether copies to pageable memory are only on their way in this lane. Then another one may
    /// follow there: what is delivered last was issued last.
    pub fn has_all_host_writes(&self) -> bool {
        self.state.lock().host_writes == HOST_WRITES.load(Ordering::Acquire)
    }

    /// The device has passed a command: everything up to it is given back. Returns the command's
    /// own failure.
    pub fn retire(&self, number: u64) -> Result<()> {
        if is_any_kept_for_later() {
            deliveries::deliver_followed(self, number);
        }
        let mut state = self.state.lock();
        state.followed.forget(number);
        self.retire_in(&mut state, number)
    }

    /// As [`retire`](Self::retire), but leaves what other lanes have to deliver to the caller.
    pub fn retire_alone(&self, number: u64) {
        // Failures of commands are the queue's.
        let _ = self.retire_in(&mut self.state.lock(), number);
    }

    fn retire_in(&self, state: &mut State, number: u64) -> Result<()> {
        state.passed = state.passed.max(number);
        while state.kept.front().is_some_and(|kept| kept.number <= number) {
            let Some(mut kept) = state.kept.pop_front() else { break };
            if let Some(slots) = kept.slots.as_mut().filter(|slots| slots.writes_host()) {
                slots.deliver();
                state.host_writes -= 1;
                HOST_WRITES.fetch_sub(1, Ordering::AcqRel);
            }
            if let Some(kernel) = asserting(&kept.command) {
                if let Some(error) = kernel.take_assertion() {
                    self.failures.lock().push_back(error.clone());
                    state.failed.add(kept.number, error);
                }
                state.asserting -= 1;
                ASSERTING.fetch_sub(1, Ordering::AcqRel);
            }
        }
        while state.marks.front().is_some_and(|(marked, _)| *marked <= number) {
            state.marks.pop_front();
        }
        state.failed.result_of(number)
    }

    /// The error of a driver's call for the lane. One that ends the context is that of an earlier
    /// command, if there is any.
    #[cold]
    pub fn error(&self, what: &str, error: CudaError) -> Error {
        if error.is_sticky() && self.has_kept() { self.fail(error) } else { self.gpu.error(what, error) }
    }

    /// The device has failed. The commands in the lane fail; the first error that anybody gets
    /// says what happened. Returns the error of whoever noticed. When CUDA has ended, the commands
    /// are dropped, and nobody is told.
    #[cold]
    pub fn fail(&self, error: CudaError) -> Error {
        let mut state = self.state.lock();
        let kept = std::mem::take(&mut state.kept);
        HOST_WRITES.fetch_sub(std::mem::take(&mut state.host_writes), Ordering::AcqRel);
        ASSERTING.fetch_sub(std::mem::take(&mut state.asserting), Ordering::AcqRel);
        state.marks.clear();
        state.followed.forget(u64::MAX);
        drop(state);
        let error = self.gpu.error(&suspects(&kept), error);
        if matches!(error, Error::Ended) {
            return error;
        }
        let errors = std::iter::once(error.clone()).chain(std::iter::repeat_with(|| self.gpu.lost()));
        // What happened is told, even if no command of the program follows.
        let reported = kept.iter().filter(|kept| kept.is_reported).count().max(kept.len().min(1));
        self.failures.lock().extend(errors.take(reported));
        error
    }

    /// Waits until the stream is empty, and gives everything back.
    pub fn drain(&self) -> Result<()> {
        let issued = self.issued();
        match self.stream.synchronize() {
            Ok(()) => {
                // Failures of commands are the queue's.
                let _ = self.retire(issued);
                Ok(())
            }
            Err(error) if self.has_ended_well(error) => Ok(()),
            Err(error) => Err(self.fail(error)),
        }
    }

    /// Waits until the stream is empty. Failures of its commands are the queue's, and none of this
    /// call.
    pub fn finish(&self) -> Result<()> {
        let has_commands = self.has_kept();
        self.drain().or_else(|error| if has_commands { Ok(()) } else { Err(error) })
    }

    /// Whether an error says that the process exits, after the lane's last command was complete.
    fn has_ended_well(&self, error: CudaError) -> bool {
        error.is_after_end() && !self.has_kept()
    }

    /// Whether nothing is in the stream. A device that is lost has nothing.
    pub fn is_idle(&self) -> bool {
        let issued = self.issued();
        match self.stream.is_idle() {
            Ok(is_idle) => {
                if is_idle {
                    let _ = self.retire(issued);
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

    /// Whether it holds anything of commands.
    pub fn has_kept(&self) -> bool {
        !self.state.lock().kept.is_empty()
    }

    /// Start and end of a command, moved so that it began after its submission and after the end of
    /// the one before it: the clocks differ by some microseconds.
    pub fn in_order(&self, number: u64, submit: u64, [start, end]: [u64; 2]) -> (u64, u64) {
        let mut state = self.state.lock();
        let (last, last_end) = state.ended;
        let earliest = if number > last { submit.max(last_end) } else { submit };
        let delay = earliest.saturating_sub(start);
        let end = (end + delay).min(clock::now());
        let start = (start + delay).min(end);
        if number > last {
            state.ended = (number, end);
        }
        (start, end)
    }

    /// Where the work-groups of a cooperative launch in this stream wait. The context is current.
    pub fn groups_barrier(&self) -> Result<DevicePtr> {
        if let Some(block) = self.groups_barrier.get() {
            return Ok(block.address());
        }
        let make = || -> CudaResult<PoolBlock> {
            let block = self.gpu.memory.alloc(size_of::<u32>(), 0)?;
            self.stream.fill(block.address(), FillUnit::Word(0), 1)?;
            Ok(block)
        };
        let block = make().map_err(|error| self.gpu.alloc_error(size_of::<u32>(), error))?;
        Ok(self.groups_barrier.get_or_init(|| block).address())
    }
}

/// Whether there is anything that only a look at its lane ends: copies to host memory are delivered,
/// and failed assertions reported.
fn is_any_kept_for_later() -> bool {
    HOST_WRITES.load(Ordering::Acquire) != 0 || ASSERTING.load(Ordering::Acquire) != 0
}

/// What a failed command may have been.
fn suspects(kept: &VecDeque<Kept>) -> String {
    let mut names: Vec<String> = Vec::new();
    for kept in kept {
        if let Command::Work(Work::Kernel(launch)) = &kept.command {
            let name = format!("{:?}", launch.kernel);
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    match names.as_slice() {
        [] => "a command".to_owned(),
        [name] => name.clone(),
        names if names.len() > NAMED_KERNELS => format!("{} or one of the kernels after it", names[0]),
        names => names.join(" or "),
    }
}

/// The kernel that a command launches, if it may assert.
fn asserting(command: &Command) -> Option<&CudaKernel> {
    let Command::Work(Work::Kernel(launch)) = command else { return None };
    launch.kernel.as_any().downcast_ref::<CudaKernel>().filter(|kernel| kernel.record().may_assert)
}
