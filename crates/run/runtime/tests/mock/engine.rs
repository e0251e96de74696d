//! The mock's objects and the commands that run on them.

use std::cell::Cell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::ffi::c_void;
use std::ops::Range;
use std::sync::LazyLock;

use parking_lot::{Condvar, Mutex, MutexGuard};
use tandem_runtime::pi::export::Failure;
use tandem_runtime::pi::*;

use super::clock::device_time;
use super::pixels::Rows;
use super::spirv;

static STATE: LazyLock<Mutex<State>> = LazyLock::new(|| {
    std::thread::Builder::new().name("mock".to_owned()).spawn(serve).unwrap();
    Mutex::default()
});
/// CurrentLocation whenever something is submitted or complete.
static CHANGED: Condvar = Condvar::new();

/// Runs commands, apart from the threads that submit them and wait for them.
fn serve() {
    let mut state = state();
    loop {
        match state.run_one() {
            Some(callbacks) => {
                CHANGED.notify_all();
                MutexGuard::unlocked(&mut state, || callbacks.into_iter().for_each(Callback::call));
            }
            None => CHANGED.wait(&mut state),
        }
    }
}

/// The value of every handle of the mock, as an address: a number.
pub type Id = usize;

/// Locks the mock.
pub fn state() -> MutexGuard<'static, State> {
    STATE.lock()
}

/// Waits, with the mock unlocked, until a condition holds.
pub fn wait_until<'a>(
    mut state: MutexGuard<'a, State>,
    mut holds: impl FnMut(&State) -> bool,
) -> MutexGuard<'a, State> {
    while !holds(&state) {
        CHANGED.wait(&mut state);
    }
    state
}

/// Everything that exists in the mock.
#[derive(Default)]
pub struct State {
    next: Id,
    pub refs: HashMap<Id, usize>,
    pub queues: HashMap<Id, Queue>,
    pub mems: HashMap<Id, Mem>,
    pub programs: HashMap<Id, Program>,
    pub kernels: HashMap<Id, Kernel>,
    pub events: HashMap<Id, Event>,
    /// The kernels of each command buffer, with their arguments.
    pub command_buffers: HashMap<Id, Vec<Kernel>>,
    /// How many command buffers were enqueued.
    pub replays: usize,
    pub usm: HashMap<usize, (PiUsmType, Vec<u8>)>,
    waiting: Vec<Command>,
    open_gates: HashSet<u32>,
    builds: HashMap<String, usize>,
    pub transfers: Vec<Transfer>,
    pub source_locations: Vec<Option<(String, u32)>>,
    pub arg_modes: Vec<u32>,
    fault: Option<Fault>,
    memory_limit: Option<usize>,
    pub torn_down: usize,
}

/// A command that moves bytes of a memory object, or of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transfer {
    ToHost(Range<usize>),
    FromHost(Range<usize>),
    BetweenDevices(Range<usize>),
}

/// Takes the transfers since the last call.
pub fn transfers() -> Vec<Transfer> {
    std::mem::take(&mut state().transfers)
}

thread_local! {
    static SOURCE_LOCATION: Cell<*const PiExtTandemSourceLocation> = const { Cell::new(std::ptr::null()) };
}

/// The answer to `PI_EXT_TANDEM_DEVICE_INFO_SOURCE_LOCATION_OF_THREAD`.
pub extern "C" fn source_location_of_thread() -> *mut *const PiExtTandemSourceLocation {
    SOURCE_LOCATION.with(Cell::as_ptr)
}

/// The source location that the host passes for the command which this thread enqueues.
fn source_location() -> Option<(String, u32)> {
    // SAFETY: null or valid, with its text.
    let place = unsafe { SOURCE_LOCATION.get().as_ref() }?;
    // SAFETY: as above.
    let file = unsafe { std::slice::from_raw_parts(place.file.cast(), place.file_bytes) };
    Some((String::from_utf8(file.to_vec()).unwrap(), place.line))
}

/// How many command buffers are alive, and how many were enqueued.
pub fn command_buffers() -> (usize, usize) {
    let state = state();
    (state.command_buffers.len(), state.replays)
}

/// Takes what was known of the places of the commands since the last call.
pub fn source_locations() -> Vec<Option<(String, u32)>> {
    std::mem::take(&mut state().source_locations)
}

/// Takes the access modes of memory objects that kernels were given since the last call.
pub fn arg_modes() -> Vec<u32> {
    std::mem::take(&mut state().arg_modes)
}

/// Limits the total size of memory objects in bytes, except those over host memory.
pub fn limit_memory(bytes: usize) {
    state().memory_limit = Some(bytes);
}

/// A planned failure.
#[derive(Clone, Copy)]
struct Fault {
    /// Commands before it.
    after: usize,
    /// The code of the enqueuing call; none if the command fails when it runs.
    refusal: Option<PiResult>,
}

/// Makes the call that enqueues a command fail, after `after` others.
pub fn refuse_command(after: usize, code: PiResult) {
    state().fault = Some(Fault { after, refusal: Some(code) });
}

/// Makes a command fail when it runs, after `after` others.
pub fn break_command(after: usize) {
    state().fault = Some(Fault { after, refusal: None });
}

/// Ends [`refuse_command`] and [`break_command`]. Whether the command never came.
pub fn mend() -> bool {
    state().fault.take().is_some()
}

/// How many objects of each kind are alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    pub events: usize,
    pub mems: usize,
    pub kernels: usize,
    pub programs: usize,
}

/// Counts what is alive.
pub fn counts() -> Counts {
    let state = state();
    Counts {
        events: state.events.len(),
        mems: state.mems.len(),
        kernels: state.kernels.len(),
        programs: state.programs.len(),
    }
}

/// How often a module with this text was built.
pub fn builds(text: &str) -> usize {
    state().builds.get(text).copied().unwrap_or_default()
}

/// Lets the commands that wait for a gate proceed.
pub fn open_gate(gate: u32) {
    let mut state = state();
    state.open_gates.insert(gate);
    CHANGED.notify_all();
}

/// How often the plugin was torn down.
pub fn torn_down() -> usize {
    state().torn_down
}

/// A queue.
#[derive(Default)]
pub struct Queue {
    pub context: Id,
    pub device: Id,
    pub in_order: bool,
    pub last: Option<Id>,
    pub unfinished: HashSet<Id>,
    /// Codes and texts that `PI_EXT_TANDEM_QUEUE_INFO_FAILURE` tells; none of a
    /// plugin that is like OpenCL's.
    pub failures: Option<VecDeque<(PiResult, String)>>,
    pub refuses_markers: bool,
}

/// The completion of a command.
pub struct Event {
    pub context: Id,
    pub status: PiEventStatus,
    /// When the command started and ended, by the device's clock.
    pub ran: (u64, u64),
    pub callbacks: Vec<Callback>,
    /// The event of the command whose end this is.
    pub end_of: Option<Id>,
}

impl Event {
    fn new(context: Id) -> Self {
        Self { context, status: PI_EVENT_SUBMITTED, ran: (0, 0), callbacks: Vec::new(), end_of: None }
    }
}

/// A host's callback for the completion of a command.
pub struct Callback {
    pub function: unsafe extern "C" fn(PiEvent, i32, *mut c_void),
    pub event: Id,
    pub data: usize,
    pub status: i32,
}

impl Callback {
    pub fn call(self) {
        // SAFETY: what `piEventSetCallback` was given.
        unsafe { (self.function)(PiEvent::from_ptr(self.event as *mut c_void), self.status, self.data as *mut c_void) };
        state().release(self.event).unwrap();
    }
}

pub struct Mem {
    pub ptr: usize,
    pub size: usize,
    /// The parent of a sub-buffer, or the bytes themselves.
    pub parent: Option<Id>,
    pub bytes: Vec<u8>,
    /// The device that has the bytes; none before the first use, and of host memory.
    pub device: Option<Id>,
    /// Copies from and to it fail.
    pub is_broken: bool,
    /// How the bytes are those of an image; none of a buffer.
    pub rows: Option<Rows>,
}

impl Mem {
    /// Newly allocated memory with undefined contents.
    pub fn new(size: usize) -> Self {
        let mut bytes = vec![0xAA; size];
        Self { ptr: bytes.as_mut_ptr() as usize, bytes, ..Self::over(0, size) }
    }

    /// Memory that belongs to a caller.
    pub fn over(ptr: usize, size: usize) -> Self {
        Self { ptr, size, parent: None, bytes: Vec::new(), device: None, is_broken: false, rows: None }
    }
}

#[derive(Clone, Default)]
pub struct Program {
    pub context: Id,
    pub text: String,
    pub is_built: bool,
    pub log: String,
}

impl Program {
    pub fn new(context: Id, bytes: &[u8]) -> Self {
        let text = spirv::describe(bytes).unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned());
        Self { context, text, ..Self::default() }
    }

    /// The list after `key=`.
    pub fn list(&self, key: &str) -> Vec<String> {
        let parts = self.text.split(';').filter_map(|part| part.strip_prefix(key)?.strip_prefix('='));
        parts.flat_map(|list| list.split(',')).map(str::to_owned).collect()
    }
}

#[derive(Clone)]
pub struct Kernel {
    pub program: Id,
    pub name: String,
    pub args: Vec<Arg>,
}

impl Kernel {
    /// The memory objects among the arguments.
    pub fn mems(&self) -> Vec<Id> {
        let mem = |arg: &Arg| match arg {
            Arg::Mem(mem) => Some(*mem),
            _ => None,
        };
        self.args.iter().filter_map(mem).collect()
    }
}

#[derive(Clone, Debug)]
pub enum Arg {
    Value(Vec<u8>),
    Mem(Id),
    Local(usize),
    Pointer(usize),
}

/// The action of a command when it runs.
pub enum Action {
    Kernel(Kernel),
    Copy {
        dst: usize,
        src: usize,
        bytes: usize,
    },
    Fill {
        dst: usize,
        pattern: Vec<u8>,
        bytes: usize,
    },
    /// Copies of rows: destination, source, bytes.
    Rows(Vec<(usize, usize, usize)>),
    Nothing,
}

struct Command {
    queue: Id,
    device: Id,
    event: Id,
    wait: Vec<Id>,
    /// Commands that must end first, whether or not they fail.
    order: Vec<Id>,
    mems: Vec<Id>,
    action: Action,
    is_broken: bool,
}

impl State {
    /// A new object with one reference.
    pub fn add(&mut self) -> Id {
        self.next += 16;
        self.refs.insert(self.next, 1);
        self.next
    }

    pub fn retain(&mut self, id: Id) -> Result<(), Failure> {
        let Some(refs) = self.refs.get_mut(&id) else {
            return Err(Failure::new(PI_ERROR_INVALID_VALUE, format!("retain of dead object {id}")));
        };
        *refs += 1;
        Ok(())
    }

    pub fn release(&mut self, id: Id) -> Result<(), Failure> {
        let Some(refs) = self.refs.get_mut(&id) else {
            return Err(Failure::new(PI_ERROR_INVALID_VALUE, format!("release of dead object {id}")));
        };
        *refs -= 1;
        if *refs == 0 {
            self.refs.remove(&id);
            self.queues.remove(&id);
            self.programs.remove(&id);
            self.kernels.remove(&id);
            self.command_buffers.remove(&id);
            if let Some(Event { end_of: Some(of), .. }) = self.events.remove(&id) {
                self.release(of)?;
            }
            if let Some(Mem { parent: Some(parent), .. }) = self.mems.remove(&id) {
                self.release(parent)?;
            }
        }
        Ok(())
    }

    /// The start of an image, and its memory layout.
    pub fn image(&self, id: Id) -> Result<(usize, Rows), Failure> {
        let mem = self.mems.get(&id).ok_or(PI_ERROR_INVALID_MEM_OBJECT)?;
        mem.rows.map(|rows| (mem.ptr, rows)).ok_or_else(|| PI_ERROR_INVALID_MEM_OBJECT.into())
    }

    /// Whether another memory object of this size is within the limit.
    pub fn has_room(&self, bytes: usize) -> bool {
        let used: usize = self.mems.values().filter(|mem| mem.parent.is_none()).map(|mem| mem.bytes.len()).sum();
        self.memory_limit.is_none_or(|limit| used + bytes <= limit)
    }

    pub fn build(&mut self, id: Id) -> Result<(), Failure> {
        let program = self.programs.get_mut(&id).ok_or(PI_ERROR_INVALID_PROGRAM)?;
        *self.builds.entry(program.text.clone()).or_default() += 1;
        if program.text.contains("broken") {
            program.log = "line 1: this module is broken".to_owned();
            return Err(Failure::new(PI_ERROR_BUILD_PROGRAM_FAILURE, "the module does not build"));
        }
        program.is_built = true;
        Ok(())
    }

    /// How the command of an event stands.
    pub fn status(&self, event: Id) -> PiEventStatus {
        match self.events[&event].end_of {
            Some(of) if self.status(of).0 < 0 => PI_EVENT_COMPLETE,
            Some(of) => self.status(of),
            None => self.events[&event].status,
        }
    }

    /// The event whose callbacks are those of this one.
    pub fn watched(&mut self, event: Id) -> &mut Event {
        match self.events[&event].end_of {
            Some(of) => self.watched(of),
            None => self.events.get_mut(&event).expect("a live event"),
        }
    }

    /// The end of a command, as an event that the caller owns.
    pub fn end_of(&mut self, of: Id) -> Result<Id, Failure> {
        self.retain(of)?;
        let end = self.add();
        let context = self.events[&of].context;
        self.events.insert(end, Event { end_of: Some(of), ..Event::new(context) });
        Ok(end)
    }

    /// Adds a command. Returns its event, which the caller owns.
    pub fn enqueue(&mut self, queue: Id, wait: Vec<Id>, mems: Vec<Id>, action: Action) -> Result<Id, Failure> {
        let target = self.queues.get(&queue).ok_or(PI_ERROR_INVALID_QUEUE)?;
        let (context, device) = (target.context, target.device);
        let is_broken = self.fault_strikes()?;
        self.source_locations.push(source_location());
        self.place(&mems, device)?;
        for event in &wait {
            let event = self.events.get(event).ok_or(PI_ERROR_INVALID_EVENT_WAIT_LIST)?;
            if event.context != context {
                return Err(Failure::new(PI_ERROR_INVALID_CONTEXT, "an event of another context is waited for"));
            }
        }
        let event = self.add();
        self.events.insert(event, Event::new(context));
        for &used in wait.iter().chain(&mems).chain([&event]) {
            self.retain(used)?;
        }
        let target = self.queues.get_mut(&queue).ok_or(PI_ERROR_INVALID_QUEUE)?;
        let mut order: Vec<Id> = match (&action, wait.is_empty()) {
            (Action::Nothing, true) => target.unfinished.iter().copied().collect(),
            _ => Vec::new(),
        };
        target.unfinished.insert(event);
        order.extend(target.last.replace(event).filter(|_| target.in_order));
        order.retain(|before| self.refs.contains_key(before));
        for &before in &order {
            self.retain(before)?;
        }
        self.waiting.push(Command { queue, device, event, wait, order, mems, action, is_broken });
        CHANGED.notify_all();
        Ok(event)
    }

    /// Runs a command whose time has come. Returns whom to tell.
    fn run_one(&mut self) -> Option<Vec<Callback>> {
        let index = self.waiting.iter().position(|command| self.is_due(command))?;
        let command = self.waiting.remove(index);
        // A dependency that is only for ordering does not make later commands fail.
        let failed_before = command.wait.iter().any(|event| self.status(*event).0 < 0);
        let start = device_time(command.device);
        let result = match failed_before {
            true => Err((PI_ERROR_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "a command before it failed")),
            false => self.perform(&command),
        };
        let status = result.map_or_else(|(code, _)| PiEventStatus(code.0), |()| PI_EVENT_COMPLETE);
        if let Some(queue) = self.queues.get_mut(&command.queue) {
            queue.unfinished.remove(&command.event);
            if let (Err((code, text)), Some(failures)) = (result, &mut queue.failures)
                && !matches!(command.action, Action::Nothing)
            {
                failures.push_back((code, text.to_owned()));
            }
        }
        let event = self.events.get_mut(&command.event).unwrap();
        event.status = status;
        event.ran = (start, device_time(command.device));
        let callbacks = std::mem::take(&mut event.callbacks);
        for used in command.wait.into_iter().chain(command.order).chain(command.mems).chain([command.event]) {
            self.release(used).unwrap();
        }
        Some(callbacks.into_iter().map(|callback| Callback { status: status.0, ..callback }).collect())
    }

    fn is_due(&self, command: &Command) -> bool {
        let open = match &command.action {
            Action::Kernel(Kernel { name, args, .. }) if name == "gate" => match &args[0] {
                Arg::Value(gate) => self.open_gates.contains(&number(gate)),
                other => panic!("gate takes a number, not {other:?}"),
            },
            _ => true,
        };
        open && command.wait.iter().chain(&command.order).all(|event| self.status(*event).0 <= 0)
    }

    /// Whether the next command is to fail when it runs; an error if it is to be refused.
    fn fault_strikes(&mut self) -> Result<bool, Failure> {
        match &mut self.fault {
            None => Ok(false),
            Some(Fault { after: 0, refusal }) => {
                let refusal = *refusal;
                self.fault = None;
                refusal.map_or(Ok(true), |code| Err(Failure::new(code, "refused on purpose")))
            }
            Some(fault) => {
                fault.after -= 1;
                Ok(false)
            }
        }
    }

    /// Gives memory objects their place. No plugin has to move them to another device;
    /// the source of a copy is read from where it is.
    fn place(&mut self, mems: &[Id], device: Id) -> Result<(), Failure> {
        for (index, mem) in mems.iter().enumerate() {
            let root = self.mems[mem].parent.unwrap_or(*mem);
            let place = &mut self.mems.get_mut(&root).ok_or(PI_ERROR_INVALID_MEM_OBJECT)?;
            let is_source = index == 0 && mems.len() == 2;
            if !place.bytes.is_empty() && *place.device.get_or_insert(device) != device && !is_source {
                return Err(Failure::new(PI_ERROR_INVALID_MEM_OBJECT, "the memory is that of another device"));
            }
        }
        Ok(())
    }

    fn perform(&mut self, command: &Command) -> Result<(), (PiResult, &'static str)> {
        if command.is_broken {
            return Err((PI_ERROR_OUT_OF_RESOURCES, "broken on purpose"));
        }
        match &command.action {
            Action::Nothing => {}
            Action::Copy { .. } | Action::Rows(_) if command.mems.iter().any(|mem| self.mems[mem].is_broken) => {
                return Err((PI_ERROR_OUT_OF_RESOURCES, "the copy failed"));
            }
            Action::Copy { dst, src, bytes } => copy(*dst, *src, *bytes),
            Action::Rows(rows) => rows.iter().for_each(|(dst, src, bytes)| copy(*dst, *src, *bytes)),
            Action::Fill { dst, pattern, bytes } => {
                for (offset, byte) in pattern.iter().cycle().take(*bytes).enumerate() {
                    copy(dst + offset, std::ptr::from_ref(byte) as usize, 1);
                }
            }
            Action::Kernel(kernel) => return self.run_kernel(command.queue, kernel),
        }
        Ok(())
    }

    fn run_kernel(&mut self, queue: Id, kernel: &Kernel) -> Result<(), (PiResult, &'static str)> {
        match (kernel.name.as_str(), kernel.args.as_slice()) {
            ("fail", _) => return Err((PI_ERROR_COMMAND_EXECUTION_FAILURE, "the command failed")),
            ("increment", [Arg::Mem(mem)]) => add(self.mems[mem].ptr, 0, 1),
            ("usm_increment", [Arg::Pointer(ptr)]) => add(*ptr, 0, 1),
            ("append", [Arg::Mem(mem), Arg::Value(value)]) => {
                let start = self.mems[mem].ptr;
                add(start, 0, 1);
                let count = read(start) as usize;
                add(start, count, number(value));
            }
            ("append", [Arg::Pointer(0), Arg::Value(_)]) => {} // nothing to append to
            ("leave", [Arg::Mem(scratch), Arg::Mem(found), Arg::Value(left)]) => {
                let (scratch, left) = (self.mems[scratch].ptr, number(left));
                copy(self.mems[found].ptr, scratch, 4);
                add(scratch, 0, left.wrapping_sub(read(scratch)));
                if left != 0 {
                    return Err((PI_ERROR_COMMAND_EXECUTION_FAILURE, "the command failed"));
                }
            }
            ("break_copies", [Arg::Mem(mem)]) => self.mems.get_mut(mem).unwrap().is_broken = true,
            ("break_markers", []) => self.queues.get_mut(&queue).unwrap().refuses_markers = true,
            ("gate" | "noop", _) => {}
            (name, args) => panic!("kernel {name} with {args:?}"),
        }
        Ok(())
    }
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_ne_bytes(bytes.try_into().unwrap())
}

fn copy(dst: usize, src: usize, bytes: usize) {
    // SAFETY: the tests hand out memory that is alive and large enough.
    unsafe { std::ptr::copy(src as *const u8, dst as *mut u8, bytes) };
}

fn read(address: usize) -> u32 {
    // SAFETY: as above.
    unsafe { (address as *const u32).read() }
}

fn add(start: usize, index: usize, amount: u32) {
    let element = start + 4 * index;
    let sum = read(element).wrapping_add(amount);
    // SAFETY: as above.
    unsafe { (element as *mut u32).write(sum) };
}
