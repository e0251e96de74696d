//! Kernel arguments: one block of bytes, laid out by the kernel's metadata, and
//! the arguments whose value is only known when the launch runs.

use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;
use tandem_image::native::ArgInfo;

use crate::memory::DevicePtr;
use crate::memory_object::MemoryObject;

/// Alignment of the argument block, a promise to compiled kernels.
const ALIGN: usize = 64;
/// Lines of [`ALIGN`] bytes that fit without a heap allocation.
const INLINE_LINES: usize = 2;

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; ALIGN]);

/// A local-memory argument: the launch chooses its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalArg {
    /// Where its 8 bytes are in the argument block.
    pub offset: u32,
    /// Size of the local memory in bytes.
    pub bytes: u64,
}

/// A buffer argument: the launch stores its address on the executing device.
#[derive(Clone, Debug)]
pub struct MemoryArg {
    /// Where its 8 bytes are in the argument block.
    pub offset: u32,
    /// The buffer.
    pub object: Arc<MemoryObject>,
}

/// The arguments of one launch.
///
/// The plugin keeps one per kernel object, sets arguments in it, and clones
/// it into each launch. Blocks of up to 128 bytes do not allocate.
#[derive(Clone)]
pub struct KernelArgs {
    len: usize,
    block: SmallVec<[Line; INLINE_LINES]>,
    locals: SmallVec<[LocalArg; 1]>,
    memory: SmallVec<[MemoryArg; 3]>,
}

impl KernelArgs {
    /// A zeroed block of `args_size` bytes (of the kernel's metadata).
    pub fn new(args_size: u32) -> Self {
        let len = args_size as usize;
        let block = SmallVec::from_elem(Line([0; ALIGN]), len.div_ceil(ALIGN));
        Self { len, block, locals: SmallVec::new(), memory: SmallVec::new() }
    }

    /// Sets an argument that is passed by value. Missing bytes stay as they
    /// are and surplus bytes are dropped: the caller has compared the sizes.
    pub fn set_value(&mut self, arg: &ArgInfo, value: &[u8]) {
        self.store(arg.offset as usize, &value[..value.len().min(arg.size as usize)]);
    }

    /// Sets a pointer argument to a USM pointer.
    pub fn set_pointer(&mut self, arg: &ArgInfo, ptr: DevicePtr) {
        self.memory.retain(|other| other.offset != arg.offset);
        self.store(arg.offset as usize, &ptr.0.to_le_bytes());
    }

    /// Sets a pointer argument to a buffer.
    pub fn set_memory(&mut self, arg: &ArgInfo, object: Arc<MemoryObject>) {
        self.memory.retain(|other| other.offset != arg.offset);
        self.memory.push(MemoryArg { offset: arg.offset, object });
    }

    /// Sets the size of a local-memory argument.
    pub fn set_local(&mut self, arg: &ArgInfo, bytes: u64) {
        self.locals.retain(|other| other.offset != arg.offset);
        self.locals.push(LocalArg { offset: arg.offset, bytes });
    }

    /// The block, aligned to 64 bytes.
    pub fn block(&self) -> &[u8] {
        // SAFETY: a `Line` is 64 bytes without padding, and the block has at least `len` of them.
        unsafe { std::slice::from_raw_parts(self.block.as_ptr().cast::<u8>(), self.len) }
    }

    /// Overwrites 8 bytes of the block; for drivers, which resolve local and
    /// buffer arguments when the launch runs.
    pub fn store_u64(&mut self, offset: u32, value: u64) {
        self.store(offset as usize, &value.to_le_bytes());
    }

    /// Local-memory arguments, in the order in which they were set.
    pub fn locals(&self) -> &[LocalArg] {
        &self.locals
    }

    /// Buffer arguments.
    pub fn memory(&self) -> &[MemoryArg] {
        &self.memory
    }

    /// Copies into the block, as far as it reaches.
    fn store(&mut self, offset: usize, bytes: &[u8]) {
        let end = self.len.min(offset.saturating_add(bytes.len()));
        for (position, byte) in (offset..end).zip(bytes) {
            self.block[position / ALIGN].0[position % ALIGN] = *byte;
        }
    }
}

impl fmt::Debug for KernelArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KernelArgs")
            .field("bytes", &self.len)
            .field("locals", &self.locals)
            .field("memory", &self.memory.len())
            .finish()
    }
}
