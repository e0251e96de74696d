//! Pinned memory for small copies from and to pageable host memory. CUDA's own copies of such
//! memory do not keep the order of the stream, or block.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use parking_lot::Mutex;
use tandem_device::HostPtr;

use crate::api::{CudaResult, PinnedBlock, PrimaryContext, copy_on_host};

/// Bytes of a slot: the largest copy that goes through one.
pub const SLOT_BYTES: usize = 64 << 10;
/// Slots that are allocated at a time.
const SLOTS_PER_BLOCK: usize = 16;

/// Copies to pageable host memory, of all devices, that are on their way through slots. Nothing may
/// read such memory now for a copy that comes later.
pub static HOST_WRITES: AtomicUsize = AtomicUsize::new(0);

/// The slots of a device.
pub struct Staging {
    context: Arc<PrimaryContext>,
    slots: Mutex<Slots>,
}

#[derive(Default)]
struct Slots {
    free: Vec<HostPtr>,
    /// What they are in.
    blocks: Vec<PinnedBlock>,
}

/// A slot in use.
pub struct Slot {
    staging: Arc<Staging>,
    memory: HostPtr,
    /// Where its contents go when the command is complete.
    target: Option<(HostPtr, usize)>,
}

impl Staging {
    /// No slots yet.
    pub fn new(context: &Arc<PrimaryContext>) -> Arc<Self> {
        Arc::new(Self { context: Arc::clone(context), slots: Mutex::default() })
    }

    fn take(self: &Arc<Self>) -> CudaResult<Slot> {
        let mut slots = self.slots.lock();
        if slots.free.is_empty() {
            let block = PinnedBlock::new(&self.context, SLOTS_PER_BLOCK * SLOT_BYTES, 0)?;
            let first = block.address();
            slots.free.extend((0..SLOTS_PER_BLOCK).map(|slot| first.offset(slot * SLOT_BYTES)));
            slots.blocks.push(block);
        }
        let memory = slots.free.pop().expect("there is one now");
        Ok(Slot { staging: Arc::clone(self), memory, target: None })
    }

    /// A slot with these bytes; at most [`SLOT_BYTES`].
    pub fn with(self: &Arc<Self>, src: HostPtr, bytes: usize) -> CudaResult<Slot> {
        let slot = self.take()?;
        copy_on_host(src, slot.memory, bytes);
        Ok(slot)
    }

    /// A slot whose contents go to host memory in the end; at most [`SLOT_BYTES`].
    pub fn to(self: &Arc<Self>, dst: HostPtr, bytes: usize) -> CudaResult<Slot> {
        let mut slot = self.take()?;
        slot.target = Some((dst, bytes));
        Ok(slot)
    }
}

impl Slot {
    /// Its first byte.
    pub fn address(&self) -> HostPtr {
        self.memory
    }

    /// Whether it is on its way to host memory.
    pub fn writes_host(&self) -> bool {
        self.target.is_some()
    }

    /// Copies the contents to where they go, once the command is complete.
    pub fn deliver(&mut self) {
        if let Some((dst, bytes)) = self.target.take() {
            copy_on_host(self.memory, dst, bytes);
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.staging.slots.lock().free.push(self.memory);
    }
}
