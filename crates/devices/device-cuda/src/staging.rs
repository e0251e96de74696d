//! Pinned memory for copies from and to pageable host memory that are executed in the stream. CUDA's own copies from
//! such memory block if they exceed 64 KiB, and all copies to it do.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use parking_lot::Mutex;
use smallvec::SmallVec;
use tandem_device::HostPtr;

use crate::api::{CudaResult, PinnedBlock, PrimaryContext, copy_on_host};

/// Bytes of a slot.
const SLOT_BYTES: usize = 64 << 10;
/// Slots that are allocated at a time.
const SLOTS_PER_BLOCK: usize = 16;
/// Most blocks of a device.
const MAX_BLOCKS: usize = 64;

/// Bytes of the largest copy that goes through slots.
pub const MAX_BYTES: usize = SLOTS_PER_BLOCK * SLOT_BYTES;

/// Copies to pageable host memory, of all devices, that are on their way through slots. Nothing may
/// read such memory now for a copy that comes later.
pub static HOST_WRITES: AtomicUsize = AtomicUsize::new(0);

/// The slots of a device.
pub struct Staging {
    context: Arc<PrimaryContext>,
    free: Mutex<Free>,
}

#[derive(Default)]
struct Free {
    slots: Vec<HostPtr>,
    /// The blocks that contain them.
    blocks: Vec<PinnedBlock>,
}

/// Slots in use, for one copy.
pub struct Slots {
    staging: Arc<Staging>,
    slots: SmallVec<[HostPtr; 1]>,
    bytes: usize,
    /// Where their contents go when the command is complete.
    target: Option<HostPtr>,
}

/// A part of a copy in its slot.
#[derive(Clone, Copy)]
pub struct Piece {
    /// The slot.
    pub slot: HostPtr,
    /// Bytes of the copy before it.
    pub offset: usize,
    /// Its size in bytes.
    pub bytes: usize,
}

impl Staging {
    /// No slots yet.
    pub fn new(context: &Arc<PrimaryContext>) -> Arc<Self> {
        Arc::new(Self { context: Arc::clone(context), free: Mutex::default() })
    }

    /// Slots for a copy of at most [`MAX_BYTES`], unless too many are in use. With a target, their
    /// contents go there in the end.
    pub fn take(self: &Arc<Self>, bytes: usize, target: Option<HostPtr>) -> CudaResult<Option<Slots>> {
        let count = bytes.div_ceil(SLOT_BYTES);
        let mut free = self.free.lock();
        if free.slots.len() < count {
            if free.blocks.len() == MAX_BLOCKS {
                return Ok(None);
            }
            let block = PinnedBlock::new(&self.context, SLOTS_PER_BLOCK * SLOT_BYTES, 0)?;
            let first = block.address();
            free.slots.extend((0..SLOTS_PER_BLOCK).map(|slot| first.offset(slot * SLOT_BYTES)));
            free.blocks.push(block);
        }
        // Those that were used last are still in the processor's caches.
        let rest = free.slots.len() - count;
        let slots = free.slots.drain(rest..).rev().collect();
        Ok(Some(Slots { staging: Arc::clone(self), slots, bytes, target }))
    }

    /// Frees the slots if none is in use.
    pub fn trim(&self) {
        let mut free = self.free.lock();
        if free.slots.len() == free.blocks.len() * SLOTS_PER_BLOCK {
            *free = Free::default();
        }
    }
}

impl Slots {
    /// The parts of the copy.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.slots.iter().enumerate().map(|(number, slot)| {
            let offset = number * SLOT_BYTES;
            Piece { slot: *slot, offset, bytes: SLOT_BYTES.min(self.bytes - offset) }
        })
    }

    /// Whether they are on their way to host memory.
    pub fn writes_host(&self) -> bool {
        self.target.is_some()
    }

    /// Copies the contents to where they go, once the command is complete.
    pub fn copy_to_target(&mut self) {
        if let Some(target) = self.target.take() {
            self.pieces().for_each(|piece| copy_on_host(piece.slot, target.offset(piece.offset), piece.bytes));
        }
    }
}

impl Drop for Slots {
    fn drop(&mut self) {
        self.staging.free.lock().slots.extend(self.slots.drain(..).rev());
    }
}
