//! Fills: by the plugin where it can, else by copies of a tile of whole patterns.

use smallvec::SmallVec;
use tandem_pi_abi::constants::PI_ERROR_UNSUPPORTED_FEATURE;
use tandem_pi_host as pi;
use tandem_pi_host::{Destination, Enqueue, Enqueued, Rect, WaitList};

use super::device_queue::DeviceQueue;
use super::pieces::Pieces;
use super::rect::rows;
use super::series::Series;
use crate::base::address::Address;

/// The bytes that a fill repeats.
pub type Pattern = SmallVec<[u8; 16]>;

/// Largest tile, unless a single pattern is larger.
const TILE_BYTES: usize = 64 << 10;
/// Largest pattern that every plugin fills with; such patterns are powers of two.
const PATTERN_BYTES: usize = 128;

/// Whether every plugin that fills can fill with this pattern.
fn is_plain(pattern: &[u8]) -> bool {
    pattern.len().is_power_of_two() && pattern.len() <= PATTERN_BYTES
}

/// Whether the plugin fills with this pattern, in one command. Those that keep the failures of a
/// queue take any, in whole patterns.
fn takes(queue: &DeviceQueue, pattern: &[u8], offset: usize, bytes: usize) -> bool {
    let length = pattern.len().max(1);
    let is_whole = offset.is_multiple_of(length) && bytes.is_multiple_of(length);
    is_plain(pattern) || (is_whole && !queue.failures().needs_events())
}

/// Fills USM: byte by byte, by pattern, or by copies.
///
/// # Safety
/// As for [`Command::enqueue`](super::command::Command::enqueue).
pub(super) unsafe fn usm_fill(
    queue: &DeviceQueue,
    dst: Address,
    pattern: &[u8],
    bytes: usize,
    to: Enqueue<'_>,
) -> Enqueued {
    let ptr = dst.as_mut_ptr();
    if let [first, rest @ ..] = pattern
        && rest.iter().all(|byte| byte == first)
    {
        // SAFETY: the caller's duty.
        return unsafe { to.usm_set(ptr, *first, bytes) };
    }
    if takes(queue, pattern, 0, bytes) {
        // SAFETY: the caller's duty.
        let filled = unsafe { to.usm_fill(ptr, pattern, bytes) };
        if !matches!(&filled, Err(error) if error.code == PI_ERROR_UNSUPPORTED_FEATURE) {
            return filled;
        }
    }
    by_doubling(
        queue,
        pattern,
        bytes,
        // SAFETY: the queue keeps the tile; the rest is the caller's duty.
        |tile| unsafe { to.with_event().usm_copy(ptr, tile.as_ptr().cast(), tile.len()) },
        |at, bytes, wait| {
            let next = dst.offset(at).as_mut_ptr();
            // SAFETY: the caller's duty; the ranges do not overlap.
            unsafe { queue.pi().after(wait).with_event().usm_copy(next, dst.as_ptr(), bytes) }
        },
    )
}

/// Fills a part of a buffer.
pub(super) fn fill(
    queue: &DeviceQueue,
    mem: &pi::Mem,
    pattern: &[u8],
    offset: usize,
    bytes: usize,
    to: Enqueue<'_>,
) -> Enqueued {
    if takes(queue, pattern, offset, bytes) {
        return to.fill(mem, pattern, offset, bytes);
    }
    by_doubling(
        queue,
        pattern,
        bytes,
        // SAFETY: the queue keeps the tile until the write is complete.
        |tile| unsafe { to.with_event().write(mem, offset, tile.len(), tile.as_ptr().cast()) },
        |at, bytes, wait| queue.pi().after(wait).with_event().copy([mem, mem], [offset, offset + at], bytes),
    )
}

/// Fills a box row by row, which PI has no command for. All rows share one tile.
pub(super) fn fill_rect(queue: &DeviceQueue, mem: &pi::Mem, pattern: &[u8], rect: &Rect, to: Enqueue<'_>) -> Enqueued {
    let width = rect.region.width_bytes;
    let is_one_fill = |row| takes(queue, pattern, row, width);
    let tile = if rows(&rect.dst, rect.region).all(is_one_fill) { Vec::new() } else { tile(pattern, width) };
    // Declared after the tile, so that no row reads it any more when it goes.
    let mut pieces = Pieces::new(queue, to)?;
    for row in rows(&rect.dst, rect.region) {
        if tile.is_empty() {
            pieces.fill(mem, pattern, row, width)?;
            continue;
        }
        for at in (0..width).step_by(tile.len()) {
            // SAFETY: the tile lives until the rows are complete.
            unsafe { pieces.write(mem, row + at, &tile[..tile.len().min(width - at)])? };
        }
    }
    let event = pieces.end()?;
    if let Some(event) = &event
        && !tile.is_empty()
    {
        queue.keep_until(event.clone(), tile);
    }
    Ok(event)
}

/// As many whole patterns as are useful for `bytes` bytes.
fn tile(pattern: &[u8], bytes: usize) -> Vec<u8> {
    let length = pattern.len().max(1);
    pattern.repeat((TILE_BYTES / length).clamp(1, bytes.div_ceil(length).max(1)))
}

/// Writes a tile from the host, then doubles the filled range by copying until the whole range is
/// filled.
fn by_doubling(
    queue: &DeviceQueue,
    pattern: &[u8],
    bytes: usize,
    write: impl FnOnce(&[u8]) -> Enqueued,
    copy: impl Fn(usize, usize, &WaitList<'_>) -> Enqueued,
) -> Enqueued {
    let mut tile = tile(pattern, bytes);
    tile.truncate(bytes);
    let mut filled = tile.len();
    let mut series = Series::new(queue);
    series.add(write(&tile))?;
    if let Some(event) = series.last() {
        queue.keep_until(event.clone(), tile);
    }
    while filled < bytes && filled != 0 {
        let next = filled.min(bytes - filled);
        let wait: WaitList<'_> = series.last().into_iter().collect();
        let copied = copy(filled, next, &wait);
        series.add(copied)?;
        filled += next;
    }
    Ok(series.end_of_chain())
}
