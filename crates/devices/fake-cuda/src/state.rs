//! Everything that exists, under one lock.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::checks::violation;
use crate::codes::{Code, INVALID_CONTEXT, SUCCESS};
use crate::config::{config, ends_context};
use crate::kernels::Kernel;
use crate::operation::{GraphNode, Operation};
use crate::shared_file::{Semaphore, SharedFile};

/// Everything.
pub struct State {
    next: usize,
    /// Of each device: who retains the primary context, and the error that ended it.
    pub contexts: Vec<Context>,
    pub streams: BTreeMap<usize, Stream>,
    pub events: HashMap<usize, Event>,
    /// Records of events that the device has not passed.
    pub coming_records: HashSet<u64>,
    pub modules: HashMap<usize, Module>,
    pub functions: HashMap<usize, Function>,
    pub pools: HashMap<usize, Pool>,
    pub arrays: HashMap<usize, Array>,
    pub mipmaps: HashMap<usize, MipmappedArray>,
    /// Textures and surfaces.
    pub array_objects: HashMap<u64, PixelObject>,
    pub external_memories: HashMap<usize, ExternalMemory>,
    pub semaphores: HashMap<usize, Arc<Semaphore>>,
    pub links: HashMap<usize, Vec<u8>>,
    pub graphs: HashMap<usize, Vec<GraphNode>>,
    pub executables: HashMap<usize, Vec<GraphNode>>,
    /// By the first byte.
    pub blocks: BTreeMap<u64, Block>,
    pub epoch: Instant,
}

/// The primary context of a device.
#[derive(Default)]
pub struct Context {
    pub retained: u32,
    pub failed: Option<Code>,
    pub peers: Vec<i32>,
}

/// A stream.
pub struct Stream {
    pub device: i32,
    pub operations: VecDeque<Operation>,
    /// Whether one of its operations runs.
    pub is_busy: bool,
    pub is_destroyed: bool,
    /// Its operations become a graph.
    pub capture: Option<Capture>,
}

/// A graph that is captured.
#[derive(Default)]
pub struct Capture {
    pub nodes: Vec<GraphNode>,
    /// The predecessors of the next operation.
    pub last: Vec<usize>,
}

/// An event.
pub struct Event {
    pub device: i32,
    pub is_timed: bool,
    /// The last record of it; 0 for none. Later waits are for this one.
    pub record: u64,
    /// When the device passed that.
    pub nanoseconds: u64,
}

/// A module.
pub struct Module {
    pub device: i32,
    pub symbols: Vec<String>,
    pub variables: Vec<(String, u64, usize)>,
}

/// A kernel of a module.
#[derive(Clone, Copy)]
pub struct Function {
    pub module: usize,
    pub kernel: Kernel,
    pub max_dynamic_shared: i32,
}

/// A pool of memory.
pub struct Pool {
    pub device: i32,
    pub reserved: u64,
    pub readers: Vec<i32>,
}

/// An array. Its pixels are in a block, in rows.
pub struct Array {
    pub device: i32,
    /// The address of the block, which is not exposed.
    pub first: u64,
    /// Pixels of a row, rows of a slice, slices or layers; at least 1.
    pub extent: [usize; 3],
    pub pixel_bytes: usize,
    /// Textures may read its integers as numbers from 0 or -1 to 1.
    pub has_norm: bool,
    pub is_floating: bool,
    /// There may be surfaces of it.
    pub has_surfaces: bool,
    /// The mipmapped array that it is a level of, or 0.
    pub mipmap: usize,
}

/// A mipmapped array: the arrays of its levels.
pub struct MipmappedArray {
    pub device: i32,
    pub levels: Vec<usize>,
}

/// Memory of another program.
pub struct ExternalMemory {
    pub device: i32,
    pub file: SharedFile,
}

/// A texture or surface.
pub struct PixelObject {
    pub device: i32,
    /// The handle of an array or mipmapped array, or an address.
    pub pixels: usize,
    pub is_texture: bool,
}

/// Whose memory a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Device,
    OfPool(usize),
    Managed,
    Pinned,
    Registered,
    Variable,
    Array,
    /// A range of imported memory, by its handle; also that of an array there.
    Imported(usize),
}

/// A block of memory.
pub struct Block {
    pub kind: Kind,
    pub device: i32,
    pub bytes: usize,
    /// The memory that contains it, if it is the fake's own.
    pub memory: Option<Box<[u128]>>,
    /// It is freed when its stream gets there.
    pub is_freed: bool,
}

static STATE: OnceLock<Mutex<State>> = OnceLock::new();
/// Something has happened on a device.
pub static CHANGED: Condvar = Condvar::new();

thread_local! {
    /// The device whose primary context is current.
    static CURRENT: Cell<Option<i32>> = const { Cell::new(None) };
}

/// The state of the process.
pub fn state() -> &'static Mutex<State> {
    STATE.get_or_init(|| {
        Mutex::new(State {
            next: 0x1000,
            contexts: (0..config().devices).map(|_| Context::default()).collect(),
            streams: BTreeMap::new(),
            events: HashMap::new(),
            coming_records: HashSet::new(),
            modules: HashMap::new(),
            functions: HashMap::new(),
            pools: HashMap::new(),
            arrays: HashMap::new(),
            mipmaps: HashMap::new(),
            array_objects: HashMap::new(),
            external_memories: HashMap::new(),
            semaphores: HashMap::new(),
            links: HashMap::new(),
            graphs: HashMap::new(),
            executables: HashMap::new(),
            blocks: BTreeMap::new(),
            epoch: Instant::now(),
        })
    })
}

/// The handle of the primary context of a device.
pub fn context_handle(device: i32) -> usize {
    0x10 + device as usize
}

/// The device whose context is current.
pub fn current_device() -> Option<i32> {
    CURRENT.get()
}

/// Makes a context current; 0 for none.
pub fn set_current(handle: usize) -> Code {
    let device = handle.checked_sub(context_handle(0)).map(|device| device as i32);
    if handle != 0 && device.is_none_or(|device| device >= config().devices) {
        violation(&format!("{handle:#x} is no context"));
    }
    CURRENT.set(device.filter(|_| handle != 0));
    SUCCESS
}

/// The state, for a call that needs a current context: with its device. Fails where the
/// configuration says so, and after the context was lost.
pub fn enter(function: &str) -> Result<(MutexGuard<'static, State>, i32), Code> {
    let Some(device) = CURRENT.get() else { return Err(INVALID_CONTEXT) };
    let mut state = state().lock();
    if let Some(code) = config().failure(function) {
        if ends_context(code) {
            state.contexts[device as usize].failed = Some(code);
        }
        return Err(code);
    }
    let context = &state.contexts[device as usize];
    if context.retained == 0 {
        violation(&format!("{function}: the primary context of device {device} is released"));
    }
    match context.failed {
        Some(code) => Err(code),
        None => Ok((state, device)),
    }
}

impl State {
    /// A handle that was never used.
    pub fn new_handle(&mut self) -> usize {
        self.next += 0x10;
        self.next
    }

    /// A stream by its handle.
    pub fn stream(&mut self, function: &str, handle: usize, device: i32) -> &mut Stream {
        match self.streams.get_mut(&handle) {
            Some(stream) if !stream.is_destroyed && stream.device == device => stream,
            Some(stream) if !stream.is_destroyed => {
                violation(&format!("{function}: the stream is of device {}, and {device} is current", stream.device))
            }
            _ => violation(&format!("{function}: {handle:#x} is no stream")),
        }
    }

    /// An event by its handle.
    pub fn event(&mut self, function: &str, handle: usize) -> &mut Event {
        let event = self.events.get_mut(&handle);
        event.unwrap_or_else(|| violation(&format!("{function}: {handle:#x} is no event")))
    }

    /// An array by its handle.
    pub fn array(&self, function: &str, handle: usize, device: i32) -> &Array {
        match self.arrays.get(&handle) {
            Some(array) if array.device == device => array,
            Some(array) => {
                violation(&format!("{function}: the array is of device {}, and {device} is current", array.device))
            }
            None => violation(&format!("{function}: {handle:#x} is no array")),
        }
    }

    /// Whether the device has passed a record of an event.
    pub fn has_passed(&self, record: u64) -> bool {
        !self.coming_records.contains(&record)
    }

    /// The block that contains an address.
    pub fn block_around(&self, address: u64) -> Option<(u64, &Block)> {
        let (first, block) = self.blocks.range(..=address).next_back()?;
        (address - first < block.bytes.max(1) as u64).then_some((*first, block))
    }

    /// Objects that exist and should not at the end.
    pub fn left(&self) -> Vec<String> {
        let streams = self.streams.values().filter(|stream| !stream.is_destroyed).count();
        let blocks = self.blocks.values().filter(|block| !block.is_freed && block.kind != Kind::Variable).count();
        let contexts: u32 = self.contexts.iter().map(|context| context.retained).sum();
        let memory = (blocks, "blocks of memory");
        let others = [
            (streams, "streams"),
            (self.events.len(), "events"),
            (self.modules.len(), "modules"),
            (self.pools.len(), "pools"),
            (self.arrays.len(), "arrays"),
            (self.mipmaps.len(), "mipmapped arrays"),
            (self.array_objects.len(), "textures and surfaces"),
            (self.external_memories.len(), "imports of memory"),
            (self.semaphores.len(), "semaphores"),
            (self.links.len(), "links"),
            (self.graphs.len(), "graphs"),
            (self.executables.len(), "executable graphs"),
            (contexts as usize, "retained contexts"),
        ];
        let others = others.into_iter().filter(|_| !config().checks_memory_only);
        others.chain([memory]).filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect()
    }
}
