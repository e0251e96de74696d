//! The state of the library: the objects of handles, and allocations.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::ffi::{c_int, c_void};
use std::sync::Arc;

use opencl_sys::*;

use crate::program_text::ProgramText;

/// The callback of a context at its end: a function and its data.
pub type ContextCallback = (unsafe extern "C" fn(*mut c_void, *mut c_void), usize);
/// The callback of an event, with its status and its data.
pub type EventCallback = (c_int, unsafe extern "C" fn(*mut c_void, c_int, *mut c_void), usize);
/// The work of a command: its result is the final status of its event.
pub type Work = Box<dyn FnOnce(&mut State) -> c_int + Send>;

/// The work of a recorded command, each time it is replayed.
pub type RecordedWork = Arc<dyn Fn(&mut State) -> c_int + Send + Sync>;

/// An allocation of USM or SVM.
pub struct Allocation {
    pub context: usize,
    /// 0 for memory of the host.
    pub device: usize,
    /// `CL_MEM_TYPE_…_INTEL`; 0 for SVM.
    pub kind: u32,
    pub size: usize,
    pub flags: u64,
    pub layout: std::alloc::Layout,
}

/// Objects, allocations, and scheduled calls.
#[derive(Default)]
pub struct State {
    pub objects: HashMap<usize, Object>,
    /// By address.
    pub allocations: BTreeMap<usize, Allocation>,
    /// Calls to make when the lock is free.
    pub calls: Vec<Box<dyn FnOnce() + Send>>,
    /// The number of objects created so far.
    pub count: usize,
}

/// An object with its references.
pub struct Object {
    /// The program's references.
    pub references: u32,
    /// Objects that hold this one, so that queries of them give its handle.
    pub holders: u32,
    /// Commands that use it. They do not keep the handle alive.
    pub users: u32,
    /// The objects that this object keeps alive.
    pub holds: Vec<usize>,
    pub body: Body,
}

impl Object {
    /// Whether the handle may be used.
    pub fn is_alive(&self) -> bool {
        self.references > 0 || self.holders > 0
    }
}

/// The part of an object that depends on its kind.
pub enum Body {
    SubDevice(SubDevice),
    Context(Context),
    Queue(Queue),
    Mem(Mem),
    Sampler(Sampler),
    Program(Program),
    Kernel(Kernel),
    Event(Event),
    CommandBuffer(CommandBuffer),
}

impl Body {
    /// The name of the kind, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::SubDevice(_) => "sub-device",
            Self::Context(_) => "context",
            Self::Queue(_) => "queue",
            Self::Mem(_) => "memory object",
            Self::Sampler(_) => "sampler",
            Self::Program(_) => "program",
            Self::Kernel(_) => "kernel",
            Self::Event(_) => "event",
            Self::CommandBuffer(_) => "command buffer",
        }
    }
}

/// A part of a device.
pub struct SubDevice {
    pub parent: usize,
    pub properties: Vec<isize>,
    pub units: u32,
}

pub struct Context {
    pub devices: Vec<usize>,
    pub properties: Vec<isize>,
    pub callbacks: Vec<ContextCallback>,
}

pub struct Queue {
    pub context: usize,
    pub device: usize,
    pub properties: u64,
    pub list: Option<Vec<u64>>,
    pub commands: VecDeque<Command>,
    /// The number of commands so far.
    pub count: u64,
    /// The number of commands that may run.
    pub flushed: u64,
}

/// A command that waits in a queue.
pub struct Command {
    pub number: u64,
    pub event: usize,
    pub waits: Vec<usize>,
    /// Objects that the command keeps alive.
    pub holds: Vec<usize>,
    /// Addresses of allocations that it uses.
    pub allocations: Vec<usize>,
    pub order: Order,
    pub work: Work,
}

/// The order of a command relative to others of its queue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// According to the properties of the queue.
    Usual,
    /// After all commands before it.
    AfterAll,
    /// Before all commands after it; and after all before it, if the flag is set.
    Barrier(bool),
}

/// A buffer, a sub-buffer or an image.
pub struct Mem {
    pub context: usize,
    pub flags: u64,
    pub size: usize,
    pub host_ptr: usize,
    /// The address of its bytes.
    pub address: usize,
    /// The buffer that contains it, and its offset there.
    pub parent: Option<(usize, usize)>,
    /// The bytes, unless they are the program's or the parent's.
    pub storage: Vec<u128>,
    pub image: Option<Image>,
    /// By address.
    pub mappings: HashMap<usize, Mapping>,
}

/// A mapped range of a buffer.
pub struct Mapping {
    pub flags: u64,
    pub offset: usize,
    pub size: usize,
    pub count: u32,
    /// The copy that the program sees, unless it sees the buffer itself.
    pub copy: Vec<u128>,
}

/// The shape of an image.
#[derive(Clone)]
pub struct Image {
    pub format: cl_image_format,
    pub desc: cl_image_desc,
    pub element: usize,
    pub row_pitch: usize,
    pub slice_pitch: usize,
    /// Width, height or layers, depth or layers: the ranges of coordinates.
    pub extent: [usize; 3],
}

// SAFETY: the pointer in the description is a handle.
unsafe impl Send for Image {}

pub struct Sampler {
    pub context: usize,
    pub is_normalized: u32,
    pub addressing: u32,
    pub filter: u32,
}

/// The source of a program.
#[derive(Clone, PartialEq, Eq)]
pub enum Source {
    Il(Vec<u8>),
    Binary,
    Linked,
}

pub struct Program {
    pub context: usize,
    pub devices: Vec<usize>,
    pub source: Source,
    pub text: ProgramText,
    /// By device.
    pub builds: HashMap<usize, Build>,
    pub constants: BTreeMap<u32, Vec<u8>>,
    pub kernels: u32,
    /// Contents of variables by name.
    pub globals: BTreeMap<String, Vec<u128>>,
    /// Packets in host pipes by name.
    pub pipes: HashMap<String, VecDeque<Vec<u8>>>,
}

/// The result of building a program for a device.
#[derive(Clone, Default)]
pub struct Build {
    pub status: c_int,
    pub options: String,
    pub log: String,
    pub binary_type: u32,
}

pub struct Kernel {
    pub context: usize,
    pub program: usize,
    pub name: String,
    pub arguments: Vec<Option<Argument>>,
    /// Kinds of USM that it reaches through pointers: host, device, shared.
    pub indirect: [bool; 3],
    /// Allocations that it reaches through pointers.
    pub pointers: HashSet<usize>,
}

/// The value of an argument.
#[derive(Clone)]
pub enum Argument {
    Mem(usize),
    Pointer(usize),
    Value(Vec<u8>),
    Local,
    Sampler(usize),
}

pub struct Event {
    pub context: usize,
    /// 0 for a user event.
    pub queue: usize,
    pub command: u32,
    pub status: c_int,
    /// Queued, submitted, started, ended; in nanoseconds.
    pub times: [u64; 4],
    pub has_times: bool,
    pub callbacks: Vec<EventCallback>,
}

/// Commands that are recorded for a queue.
pub struct CommandBuffer {
    pub queue: usize,
    pub flags: u64,
    pub is_final: bool,
    /// The number of replays that are not complete.
    pub pending: usize,
    pub commands: Vec<Recorded>,
    /// The barrier that later commands wait for.
    pub last_barrier: Option<usize>,
}

/// A command of a command buffer.
pub struct Recorded {
    /// The commands that have to end before it.
    pub waits: Vec<usize>,
    /// Objects that it uses.
    pub holds: Vec<usize>,
    /// Addresses that it reads or writes.
    pub addresses: Vec<usize>,
    pub work: RecordedWork,
}
