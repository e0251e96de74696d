//! Images of the mock: pixels of four 32-bit numbers, in rows with a gap after each. Code that assumes packed rows
//! reads the gaps.

use std::ops::Range;
use std::sync::Arc;

use tandem_runtime::buffer::{Buffer, BufferFlags, HostAccess, ImageShape};
use tandem_runtime::host_image::{Format, Layout};
use tandem_runtime::object::Object;
use tandem_runtime::pi::export::Failure;
use tandem_runtime::pi::*;
use tandem_runtime::submission::AccessMode;

/// Bytes of a pixel.
const PIXEL: usize = 16;
/// Bytes between two rows.
const GAP: usize = 32;
/// The number of `image_format::r32b32g32a32_sint`.
const SINT32: u32 = 4;

/// The memory layout of an image.
#[derive(Clone, Copy)]
pub struct Rows {
    extent: [usize; 3],
}

/// The host's side of a transfer.
pub struct OtherRows {
    pub ptr: usize,
    pub row_pitch: usize,
    pub slice_pitch: usize,
}

impl Rows {
    pub fn new(format: PiImageFormat, desc: &PiImageDesc) -> Result<Self, Failure> {
        if format.image_channel_order != PI_IMAGE_CHANNEL_ORDER_RGBA
            || format.image_channel_data_type != PI_IMAGE_CHANNEL_TYPE_SIGNED_INT32
        {
            return Err(PI_ERROR_IMAGE_FORMAT_NOT_SUPPORTED.into());
        }
        Ok(Self { extent: [desc.image_width, desc.image_height.max(1), desc.image_depth.max(1)] })
    }

    pub fn bytes(self) -> usize {
        self.pitch() * self.extent[1] * self.extent[2]
    }

    fn pitch(self) -> usize {
        self.extent[0] * PIXEL + GAP
    }

    /// Where each row of a region of the image at `start` is, and where it is on the other.
    pub fn transfer(
        self,
        start: usize,
        origin: PiImageOffset,
        region: PiImageRegion,
        other: &OtherRows,
    ) -> Result<Vec<(usize, usize, usize)>, Failure> {
        let row = region.width * PIXEL;
        let pitch = if other.row_pitch == 0 { row } else { other.row_pitch };
        let slice = if other.slice_pitch == 0 { pitch * region.height } else { other.slice_pitch };
        let ends = [origin.x + region.width, origin.y + region.height, origin.z + region.depth];
        if pitch < row || slice < pitch || ends.iter().zip(self.extent).any(|(end, extent)| *end > extent) {
            return Err(Failure::new(PI_ERROR_INVALID_VALUE, "the region or its pitches do not fit the image"));
        }
        let rows = (0..region.depth).flat_map(|z| (0..region.height).map(move |y| (y, z)));
        let image = |y, z| ((origin.z + z) * self.extent[1] + origin.y + y) * self.pitch() + origin.x * PIXEL;
        Ok(rows.map(|(y, z)| (start + image(y, z), other.ptr + z * slice + y * pitch, row)).collect())
    }

    /// The pixels from `origin` on of the image at `start`, as the other side.
    pub fn at(self, start: usize, origin: PiImageOffset) -> OtherRows {
        let slice_pitch = self.pitch() * self.extent[1];
        let ptr = start + origin.z * slice_pitch + origin.y * self.pitch() + origin.x * PIXEL;
        OtherRows { ptr, row_pitch: self.pitch(), slice_pitch }
    }

    /// All bytes, gaps among them.
    pub fn whole(self) -> Range<usize> {
        0..self.bytes()
    }
}

/// A layout on the host with `gap` bytes between two rows.
fn layout(extent: [usize; 2], gap: usize) -> Layout {
    let pitch = extent[0] * PIXEL + gap;
    Layout::new(Format::from_number(SINT32).unwrap(), [extent[0], extent[1], 1], [pitch, pitch * extent[1]]).unwrap()
}

/// An image of two dimensions over the user's memory, which outlives it in these tests; `gap` is the number of
/// bytes between two rows there.
pub fn image_over(data: &mut [u32], extent: [usize; 2], gap: usize) -> Arc<Object<Buffer>> {
    let layout = layout(extent, gap);
    assert!(layout.bytes() <= size_of_val(data));
    // SAFETY: see above.
    let buffer = unsafe { Buffer::new(data.as_mut_ptr().cast(), layout.bytes(), BufferFlags::default()) };
    buffer.set_image(ImageShape::new(layout, 2).unwrap()).unwrap();
    buffer
}

/// The first component of the first pixel of an image, as the host sees it.
pub fn first_pixel(image: &Arc<Object<Buffer>>) -> u32 {
    let access = HostAccess::begin(image, AccessMode::READ).unwrap();
    // SAFETY: the host may read the image's bytes until the access ends.
    unsafe { access.ptr().cast::<u32>().read() }
}
