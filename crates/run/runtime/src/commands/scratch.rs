//! Scratch memory: device memory that one kernel uses for itself, such as the partial
//! results of a reduction.
//!
//! A kernel gets its memory when PI is given the kernel, not when the program submits
//! it: a command that waits on the host holds none, so that no command ever waits for
//! another's scratch memory by way of the host. The kernel's event says when the memory
//! may be used again. A queue of PI that is in order needs no event for that.
//!
//! The first [`CLEARED_BYTES`] bytes are zero when the kernel begins. The kernel leaves
//! them so. Where the memory is new, or the last kernel still runs and may fail, a fill goes
//! ahead of the kernel. It waits for nothing that the kernel waits for, so that it fails only by
//! itself, which is then why the kernel does not run. Memory of a kernel that failed is given up.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;
use tandem_pi_host::{Destination, WaitList};

use crate::base::error::Result;
use crate::devices::device::Device;
use crate::devices::reclaim;
use crate::programs::context::Context;

/// How many bytes are zero at the start.
pub(crate) const CLEARED_BYTES: usize = 4096;

/// The smallest piece of memory.
const SMALLEST_BYTES: usize = 2 * CLEARED_BYTES;
/// With more in use, [`ScratchPool::bound`] waits for the oldest kernels.
const LIMIT_BYTES: usize = 64 << 20;
/// Pieces that nothing uses are kept while all pieces together are not larger.
const KEPT_BYTES: usize = 4 << 20;
/// How many pieces are looked at for one to use again.
const CANDIDATES: usize = 8;

/// The scratch memory of one queue.
#[derive(Debug)]
pub(crate) struct ScratchPool {
    /// Whether a command begins after the one before has ended.
    in_order: bool,
    used: Mutex<Used>,
    /// A copy of `Used::bytes`.
    bytes: AtomicUsize,
}

/// Pieces that PI has been given a kernel for, those of the oldest kernels first.
#[derive(Debug, Default)]
struct Used {
    pieces: VecDeque<Piece>,
    /// The size of all.
    bytes: usize,
}

/// A piece of memory and its last user.
#[derive(Debug)]
struct Piece {
    mem: Arc<pi::Mem>,
    bytes: usize,
    last: Option<pi::Event>,
}

/// Scratch memory for one kernel.
#[derive(Debug)]
pub(crate) struct Scratch {
    piece: Piece,
    /// The command that clears the start. The kernel must not run before it.
    cleared: Option<pi::Event>,
}

/// The state of a piece's last user.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Runs,
    Succeeded,
    Failed,
}

impl Piece {
    fn new(context: &Context, device: &Device, bytes: usize) -> Result<Self> {
        let bytes = bytes.max(SMALLEST_BYTES).checked_next_power_of_two().unwrap_or(bytes);
        // SAFETY: no host pointer is given.
        let make = || unsafe { pi::Mem::buffer(context.pi(), PI_MEM_FLAGS_ACCESS_RW, bytes, std::ptr::null_mut()) };
        let mem = reclaim::allocate(device, make)?;
        Ok(Self { mem: Arc::new(mem), bytes, last: None })
    }

    fn last(&self) -> Last {
        match self.last.as_ref().map(pi::Event::status) {
            // Without a last user, it is unknown whether the piece was cleared.
            None => Last::Failed,
            Some(Ok(PI_EVENT_COMPLETE)) => Last::Succeeded,
            Some(Ok(status)) if status.0 > 0 => Last::Runs,
            Some(_) => Last::Failed,
        }
    }
}

impl ScratchPool {
    /// No memory yet, for a queue of PI that is in order or not.
    pub(crate) fn new(in_order: bool) -> Self {
        Self { in_order, used: Mutex::default(), bytes: AtomicUsize::new(0) }
    }

    /// Memory for a kernel that the queue gets next. Never blocks.
    pub(crate) fn take(
        &self,
        context: &Context,
        device: &Device,
        queue: &pi::Queue,
        locations: pi::SourceLocations,
        bytes: usize,
    ) -> Result<Scratch> {
        let (mut piece, is_clear) = self.find(context, device, bytes)?;
        piece.last = None;
        if is_clear {
            return Ok(Scratch { piece, cleared: None });
        }
        // If this fails, the kernel says so.
        let _told = locations.tell_internal();
        let zeros = 0_u32.to_ne_bytes();
        let cleared = queue.after(&WaitList::new()).with_event().fill(&piece.mem, &zeros, 0, CLEARED_BYTES)?;
        Ok(Scratch { piece, cleared })
    }

    /// Takes the memory back from a kernel that is complete with this event.
    pub(crate) fn give_back(&self, scratch: Scratch, kernel: Option<pi::Event>) {
        let last = kernel.or(scratch.cleared);
        let mut used = self.used.lock();
        used.push(Piece { last, ..scratch.piece });
        self.bytes.store(used.bytes, Ordering::Relaxed);
    }

    /// Waits for the oldest kernels while too much memory is in use. The caller holds no
    /// lock: commands that these kernels wait for may need one.
    pub(crate) fn bound(&self) {
        if self.bytes.load(Ordering::Relaxed) > LIMIT_BYTES {
            self.wait_for_oldest();
        }
    }

    #[cold]
    fn wait_for_oldest(&self) {
        loop {
            let oldest = {
                let mut used = self.used.lock();
                let is_over = used.bytes > LIMIT_BYTES;
                let oldest = if is_over { used.remove(0) } else { None };
                self.bytes.store(used.bytes, Ordering::Relaxed);
                oldest
            };
            let Some(oldest) = oldest else { return };
            if let Some(event) = &oldest.last {
                // How the kernel ended is its own affair.
                let _ = event.wait();
            }
        }
    }

    /// Releases the pieces that no kernel uses. True if there were some.
    pub(crate) fn reclaim(&self) -> bool {
        let Some(mut used) = self.used.try_lock() else { return false };
        let pieces = std::mem::take(&mut used.pieces).into_iter();
        let (running, idle): (VecDeque<Piece>, VecDeque<Piece>) = pieces.partition(|piece| piece.last() == Last::Runs);
        used.pieces = running;
        used.bytes = used.pieces.iter().map(|piece| piece.bytes).sum();
        self.bytes.store(used.bytes, Ordering::Relaxed);
        drop(used);
        !idle.is_empty()
    }

    /// Memory, and whether its start is zero.
    fn find(&self, context: &Context, device: &Device, bytes: usize) -> Result<(Piece, bool)> {
        let found = {
            let mut used = self.used.lock();
            let found = used.reuse(bytes, self.in_order);
            self.bytes.store(used.bytes, Ordering::Relaxed);
            found
        };
        match found {
            Some((piece, last)) => Ok((piece, last == Last::Succeeded)),
            None => Ok((Piece::new(context, device, bytes)?, false)),
        }
    }
}

impl Used {
    fn push(&mut self, piece: Piece) {
        self.bytes += piece.bytes;
        self.pieces.push_back(piece);
    }

    fn remove(&mut self, index: usize) -> Option<Piece> {
        let piece = self.pieces.remove(index)?;
        self.bytes -= piece.bytes;
        Some(piece)
    }

    /// A piece that is large enough and free. Gives up those of kernels that failed, and free ones
    /// if there are too many.
    fn reuse(&mut self, bytes: usize, in_order: bool) -> Option<(Piece, Last)> {
        let mut index = 0;
        let mut found = None;
        for _ in 0..self.pieces.len().min(CANDIDATES) {
            let piece = &self.pieces[index];
            let last = piece.last();
            if last == Last::Failed {
                self.remove(index);
            } else if found.is_none() && piece.bytes >= bytes && (last != Last::Runs || in_order) {
                found = self.remove(index).map(|piece| (piece, last));
            } else if last != Last::Runs && self.bytes > KEPT_BYTES {
                self.remove(index);
            } else {
                index += 1;
            }
        }
        found
    }
}

impl Scratch {
    /// The memory object.
    pub(crate) fn mem(&self) -> &Arc<pi::Mem> {
        &self.piece.mem
    }

    /// A dependency of the kernel in addition to its own.
    pub(crate) fn cleared(&self) -> Option<&pi::Event> {
        self.cleared.as_ref()
    }
}

impl Drop for ScratchPool {
    fn drop(&mut self) {
        for piece in &self.used.get_mut().pieces {
            if let Some(event) = &piece.last {
                let _ = event.wait();
            }
        }
    }
}
