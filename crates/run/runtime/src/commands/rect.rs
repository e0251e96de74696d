//! Boxes of bytes in buffers.

use tandem_pi_abi::types::{PiBuffRectOffset, PiBuffRectRegion};
use tandem_pi_host as pi;
use tandem_pi_host::{Enqueue, Enqueued, Rect, RectSide};

use super::device_queue::DeviceQueue;
use super::pieces::Pieces;

/// The rectangles that a copy connects. Where the source's has no room in the
/// destination's, but has no more bytes either, both are gone through in order.
#[derive(Clone, Copy, Debug)]
pub struct RectCopy {
    /// Both sides, with the source's region.
    pub rect: Rect,
    /// The destination's region.
    pub dst_region: PiBuffRectRegion,
}

impl RectCopy {
    /// Whether the source's box, as it is, has room in the destination's.
    pub(crate) fn is_one_shape(&self) -> bool {
        let (src, dst) = (&self.rect.region, &self.dst_region);
        src.width_bytes <= dst.width_bytes
            && src.height_scalar <= dst.height_scalar
            && src.depth_scalar <= dst.depth_scalar
    }
}

/// Where the rows of a box begin.
pub(super) fn rows(side: &RectSide, region: PiBuffRectRegion) -> impl Iterator<Item = usize> {
    // As in PI, a pitch of 0 means dense.
    let or_dense = |pitch, dense| if pitch == 0 { dense } else { pitch };
    let row_pitch = or_dense(side.row_pitch, region.width_bytes);
    let slice_pitch = or_dense(side.slice_pitch, region.height_scalar * row_pitch);
    let PiBuffRectOffset { x_bytes, y_scalar, z_scalar } = side.origin;
    let offset = move |slice, row| (z_scalar + slice) * slice_pitch + (y_scalar + row) * row_pitch + x_bytes;
    (0..region.depth_scalar).flat_map(move |slice| (0..region.height_scalar).map(move |row| offset(slice, row)))
}

/// Copies between rectangles of different shapes, piece by piece. Each piece extends until one of
/// the two rows ends. The event follows all pieces.
pub(super) fn copy_rects(
    queue: &DeviceQueue,
    src: &pi::Mem,
    dst: &pi::Mem,
    rects: &RectCopy,
    to: Enqueue<'_>,
) -> Enqueued {
    let RectCopy { rect, dst_region } = rects;
    let (src_width, dst_width) = (rect.region.width_bytes, dst_region.width_bytes);
    let (mut src_rows, mut dst_rows) = (rows(&rect.src, rect.region), rows(&rect.dst, *dst_region));
    // The rest of the current rows.
    let (mut source, mut destination) = (0..0, 0..0);
    let mut pieces = Pieces::new(queue, to)?;
    loop {
        if source.is_empty() {
            let Some(row) = src_rows.next() else { break };
            source = row..row + src_width;
        }
        if destination.is_empty() {
            let Some(row) = dst_rows.next() else { break };
            destination = row..row + dst_width;
        }
        let bytes = source.len().min(destination.len());
        pieces.copy([src, dst], [source.start, destination.start], bytes)?;
        source.start += bytes;
        destination.start += bytes;
    }
    pieces.end()
}
