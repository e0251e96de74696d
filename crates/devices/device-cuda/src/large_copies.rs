//! Copies between pageable host memory and the device that are too large for the slots of `staging`: several threads
//! take pieces in turn, each with two pieces of pinned memory and a separate stream. A single thread copies more slowly
//! than the bus does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::{Condvar, Mutex};
use tandem_device::{DevicePtr, HostPtr};

use crate::api::{CudaResult, Event, EventPool, PinnedBlock, PrimaryContext, Stream, copy_on_host};

/// Bytes of a piece: at most, and at least. A copy has about eight unless they get too small.
const PIECE_BYTES: [usize; 2] = [1 << 20, 256 << 10];
const PIECES: usize = 8;
/// Pieces for each thread that helps.
const PIECES_PER_THREAD: usize = 2;
const PAGE: usize = 4 << 10;

/// A copy that threads share.
pub struct LargeCopy {
    host: HostPtr,
    device: DevicePtr,
    is_to_host: bool,
    bytes: usize,
    piece: usize,
    /// The next piece.
    next: AtomicUsize,
    has_failed: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Threads that may have pieces under way.
    active: usize,
    error: Option<crate::api::CudaError>,
}

/// The resources with which a thread copies.
pub struct Copier {
    context: Arc<PrimaryContext>,
    events: Arc<EventPool>,
    stream: Stream,
    /// Two pinned pieces, once there was a copy.
    buffers: Option<[PinnedBlock; 2]>,
}

/// A piece under way: its number, and the event after it.
type UnderWay = Option<(usize, Event)>;

impl Copier {
    /// With events of this pool.
    pub fn new(context: &Arc<PrimaryContext>, events: &Arc<EventPool>) -> CudaResult<Self> {
        let (context, events) = (Arc::clone(context), Arc::clone(events));
        Ok(Self { stream: Stream::new(&context)?, context, events, buffers: None })
    }

    /// Its stream.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    fn buffers(&mut self) -> CudaResult<[HostPtr; 2]> {
        let [first, second] = match self.buffers.take() {
            Some(buffers) => self.buffers.insert(buffers),
            None => {
                let buffer = || PinnedBlock::new(&self.context, PIECE_BYTES[0], 0);
                self.buffers.insert([buffer()?, buffer()?])
            }
        };
        Ok([first.address(), second.address()])
    }
}

impl LargeCopy {
    /// A copy between host and device.
    pub fn new(host: HostPtr, device: DevicePtr, bytes: usize, is_to_host: bool) -> Self {
        let piece = (bytes / PIECES).clamp(PIECE_BYTES[1], PIECE_BYTES[0]).next_multiple_of(PAGE);
        let (next, has_failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (state, changed) = (Mutex::default(), Condvar::new());
        Self { host, device, is_to_host, bytes, piece, next, has_failed, state, changed }
    }

    /// How many threads in addition to the first one are of use.
    pub fn helpers(&self) -> usize {
        (self.bytes.div_ceil(self.piece) / PIECES_PER_THREAD).saturating_sub(1)
    }

    /// Copies pieces until none is left. A thread that starts late may find none.
    pub fn help(&self, copier: &mut Copier) {
        {
            let mut state = self.state.lock();
            if self.is_over() {
                return;
            }
            state.active += 1;
        }
        let result = self.copy_pieces(copier);
        let mut state = self.state.lock();
        state.active -= 1;
        if let Err(error) = result {
            self.has_failed.store(true, Ordering::Relaxed);
            state.error.get_or_insert(error);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Copies pieces, and waits for those of the others.
    pub fn run(&self, copier: &mut Copier) -> CudaResult<()> {
        self.help(copier);
        let mut state = self.state.lock();
        while state.active > 0 {
            self.changed.wait(&mut state);
        }
        state.error.map_or(Ok(()), Err)
    }

    fn is_over(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed) || self.next.load(Ordering::Relaxed) * self.piece >= self.bytes
    }

    fn copy_pieces(&self, copier: &mut Copier) -> CudaResult<()> {
        let buffers = copier.buffers()?;
        let context = Arc::clone(&copier.context);
        let _current = context.enter()?;
        let mut under_way: [UnderWay; 2] = [None, None];
        let result = self.take_turns(copier, &buffers, &mut under_way);
        if result.is_err() {
            // The buffers are used again.
            let _ = copier.stream.synchronize();
        }
        result
    }

    fn take_turns(&self, copier: &Copier, buffers: &[HostPtr; 2], under_way: &mut [UnderWay; 2]) -> CudaResult<()> {
        for turn in (0..2).cycle() {
            let buffer = buffers[turn];
            self.end(under_way[turn].take(), buffer)?;
            let number = if self.is_over() { usize::MAX } else { self.next.fetch_add(1, Ordering::Relaxed) };
            let Some((offset, bytes)) = self.range(number) else {
                return self.end(under_way[1 - turn].take(), buffers[1 - turn]);
            };
            let device = self.device.offset(offset);
            if self.is_to_host {
                copier.stream.copy(device, buffer.as_device(), bytes)?;
            } else {
                copy_on_host(self.host.offset(offset), buffer, bytes);
                copier.stream.copy(buffer.as_device(), device, bytes)?;
            }
            under_way[turn] = Some((number, copier.events.record(&copier.stream)?));
        }
        Ok(())
    }

    /// Waits for a piece, and copies one to the host to where it belongs.
    fn end(&self, piece: UnderWay, buffer: HostPtr) -> CudaResult<()> {
        let Some((number, event)) = piece else { return Ok(()) };
        event.synchronize()?;
        if let (true, Some((offset, bytes))) = (self.is_to_host, self.range(number)) {
            copy_on_host(buffer, self.host.offset(offset), bytes);
        }
        Ok(())
    }

    /// Where a piece begins, and its size; `None` after the last one.
    fn range(&self, number: usize) -> Option<(usize, usize)> {
        let offset = number.checked_mul(self.piece).filter(|offset| *offset < self.bytes)?;
        Some((offset, self.piece.min(self.bytes - offset)))
    }
}
