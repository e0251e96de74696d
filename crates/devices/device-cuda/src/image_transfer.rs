//! Commands on images: copies of pixels between arrays and memory, and fills.
//!
//! Streams copy between arrays and memory that the device reaches. Pageable memory is copied by a
//! thread of the host, as are fills of arrays, for which CUDA has no function: a part is filled in
//! memory and copied.

use std::sync::Arc;

use tandem_device::{
    DevicePtr, Error, HostPixels, Image, ImageBuffer, ImageCommand, ImageKind, ImageSide, Location, Rect, RectSide,
    Result,
};

use crate::api::{Array, CudaResult, PixelSide, Stream};
use crate::command_stream::CommandStream;
use crate::copies::{self, CopySide};
use crate::device::CudaDevice;
use crate::enqueued::Enqueued;
use crate::fills;
use crate::gpu::Gpu;
use crate::image::CudaImage;

/// Bytes of the memory that is filled for an array, unless a row has more.
const FILLED_BYTES: usize = 1 << 20;

/// One side of a copy.
#[derive(Clone, Copy)]
enum Side<'a> {
    /// An array, from a pixel on.
    Array { array: &'a Array, origin: [usize; 3], pixel_bytes: usize, has_row_layers: bool },
    /// Rows in memory.
    Memory { address: DevicePtr, row_pitch: usize, slice_pitch: usize, is_pageable: bool },
}

/// The pixels of an image in a buffer, from one on.
fn in_buffer(image: &CudaImage, buffer: &ImageBuffer, [x, y, z]: [usize; 3]) -> (Location, usize, usize) {
    let description = image.description();
    let (row_pitch, rows) = (buffer.row_pitch, description.extent()[1]);
    let offset = (z * rows + y) * row_pitch + x * description.format.bytes();
    (Location::Buffer { object: Arc::clone(&buffer.object), offset }, row_pitch, row_pitch * rows)
}

impl<'a> Side<'a> {
    /// A side of a command. The context is current.
    fn new(device: &CudaDevice, side: &'a ImageSide) -> Result<Self> {
        match side {
            ImageSide::Image { image, origin } => {
                let image = CudaImage::of(&**image, device)?;
                match (image.array(), &image.description().buffer) {
                    (Some(array), _) => Ok(Self::of_array(image, array, *origin)),
                    (None, Some(buffer)) => {
                        let (location, row_pitch, slice_pitch) = in_buffer(image, buffer, *origin);
                        Self::memory(device, &location, row_pitch, slice_pitch)
                    }
                    (None, None) => Err(Error::Execution("an image without pixels".to_owned())),
                }
            }
            ImageSide::Memory { location, row_pitch, slice_pitch } => {
                Self::memory(device, location, *row_pitch, *slice_pitch)
            }
        }
    }

    fn of_array(image: &CudaImage, array: &'a Array, origin: [usize; 3]) -> Self {
        let description = image.description();
        let has_row_layers = description.kind == ImageKind::D1Array;
        Self::Array { array, origin, pixel_bytes: description.format.bytes(), has_row_layers }
    }

    fn memory(device: &CudaDevice, location: &Location, row_pitch: usize, slice_pitch: usize) -> Result<Self> {
        let side = device.locate(location)?;
        let is_pageable = matches!(side, CopySide::Pageable(_));
        Ok(Self::Memory { address: side.address(), row_pitch, slice_pitch, is_pageable })
    }

    fn is_pageable(&self) -> bool {
        matches!(self, Self::Memory { is_pageable: true, .. })
    }

    fn pixel_bytes(&self) -> Option<usize> {
        match self {
            Self::Array { pixel_bytes, .. } => Some(*pixel_bytes),
            Self::Memory { .. } => None,
        }
    }

    /// Whether rows are layers; irrelevant for memory.
    fn has_row_layers(&self) -> Option<bool> {
        match self {
            Self::Array { has_row_layers, .. } => Some(*has_row_layers),
            Self::Memory { .. } => None,
        }
    }

    /// The same side, moved by `row` rows and `slice` slices.
    fn moved(self, row: usize, slice: usize) -> Self {
        match self {
            Self::Array { array, origin: [x, y, z], pixel_bytes, has_row_layers } => {
                Self::Array { array, origin: [x, y + row, z + slice], pixel_bytes, has_row_layers }
            }
            Self::Memory { address, row_pitch, slice_pitch, is_pageable } => {
                let address = address.offset(slice * slice_pitch + row * row_pitch);
                Self::Memory { address, row_pitch, slice_pitch, is_pageable }
            }
        }
    }

    /// The side as CUDA has it, for a region in bytes, rows and slices; `None` for pitches that CUDA
    /// cannot express. If rows are layers, each is a slice.
    fn in_cuda(&self, region: [usize; 3], rows_are_layers: bool) -> Option<PixelSide<'a>> {
        match *self {
            Self::Array { array, origin: [x, y, z], pixel_bytes, has_row_layers } => {
                let [y, z] = if has_row_layers { [0, y] } else { [y, z] };
                Some(PixelSide::Array(array, [x * pixel_bytes, y, z]))
            }
            Self::Memory { address, row_pitch, slice_pitch, .. } => {
                let slice_pitch = if rows_are_layers { row_pitch } else { slice_pitch };
                let side = RectSide { origin: [0; 3], row_pitch, slice_pitch };
                copies::pitched(&side, address, region).map(PixelSide::Memory)
            }
        }
    }
}

/// Puts a copy into a stream, whose context is current: as a whole, or in parts that CUDA can express.
fn copy(stream: &Stream, src: Side<'_>, dst: Side<'_>, region: [usize; 3]) -> CudaResult<()> {
    let [bytes, rows, slices] = region;
    if let (
        Side::Memory { address: from, row_pitch, slice_pitch, .. },
        Side::Memory { address: to, row_pitch: to_row_pitch, slice_pitch: to_slice_pitch, .. },
    ) = (src, dst)
    {
        let src = RectSide { origin: [0; 3], row_pitch, slice_pitch };
        let dst = RectSide { origin: [0; 3], row_pitch: to_row_pitch, slice_pitch: to_slice_pitch };
        return copies::copy_rect(stream, from, to, &Rect { region, src, dst });
    }
    let layers = [src.has_row_layers(), dst.has_row_layers()];
    let is_mixed = layers.contains(&Some(true)) && layers.contains(&Some(false));
    let rows_are_layers = layers.contains(&Some(true));
    if !is_mixed || rows == 1 {
        let size = if rows_are_layers { [bytes, 1, rows] } else { region };
        let sides = (src.in_cuda(size, rows_are_layers), dst.in_cuda(size, rows_are_layers));
        if let (Some(src), Some(dst)) = sides {
            return stream.copy_pixels(src, dst, size);
        }
    }
    if slices > 1 {
        let mut each = 0..slices;
        return each.try_for_each(|z| copy(stream, src.moved(0, z), dst.moved(0, z), [bytes, rows, 1]));
    }
    (0..rows).try_for_each(|y| copy(stream, src.moved(y, 0), dst.moved(y, 0), [bytes, 1, 1]))
}

/// A copy whose sides are found.
struct Copy<'a> {
    src: Side<'a>,
    dst: Side<'a>,
    region: [usize; 3],
}

impl<'a> Copy<'a> {
    fn new(device: &CudaDevice, src: &'a ImageSide, dst: &'a ImageSide, region: [usize; 3]) -> Result<Self> {
        let format = |side: &ImageSide| match side {
            ImageSide::Image { image, .. } => Some(image.description().format.bytes()),
            ImageSide::Memory { .. } => None,
        };
        let [width, rows, slices] = region;
        let pixel_bytes = format(src).or_else(|| format(dst)).unwrap_or(1);
        let (src, dst) = (Side::new(device, src)?, Side::new(device, dst)?);
        debug_assert!(src.pixel_bytes().is_none_or(|bytes| bytes == pixel_bytes), "formats are equal");
        Ok(Self { src, dst, region: [width * pixel_bytes, rows, slices] })
    }

    fn enqueue(&self, stream: &Stream) -> CudaResult<()> {
        copy(stream, self.src, self.dst, self.region)
    }
}

/// Puts a command on images into a stream, unless the host has to execute it. The context is current.
pub fn enqueue(device: &CudaDevice, stream: &CommandStream, command: &ImageCommand) -> Result<Enqueued> {
    match command {
        ImageCommand::Copy { src, dst, region } => {
            let copy = Copy::new(device, src, dst, *region)?;
            if copy.src.is_pageable() || copy.dst.is_pageable() {
                return Ok(Enqueued::OnHost);
            }
            copy.enqueue(stream.cuda()).map_err(|error| stream.error("a copy of an image", error))?;
            Ok(Enqueued::InStream(None))
        }
        ImageCommand::Fill { image, origin, region, pixel } => {
            let image = CudaImage::of(&**image, device)?;
            let Some(buffer) = &image.description().buffer else { return Ok(Enqueued::OnHost) };
            let pixel_bytes = image.description().format.bytes();
            // Images in buffers have one slice.
            let (location, row_pitch, _) = in_buffer(image, buffer, *origin);
            let rows = [region[0] * pixel_bytes, region[1], row_pitch];
            fills::enqueue(device, stream, &location, &pixel[..pixel_bytes], rows)
        }
    }
}

/// Waits for the enqueued work of a stream. After an error, copies may still be in flight, and the image and the
/// memory may be freed next.
fn finish(stream: &Stream, enqueued: CudaResult<()>) -> CudaResult<()> {
    let done = enqueued.and_then(|()| stream.synchronize());
    if done.is_err() {
        let _ = stream.synchronize();
    }
    done
}

/// Executes a command on images and waits for it. The stream is the calling thread's, and its context is
/// current.
pub fn execute(device: &CudaDevice, gpu: &Gpu, stream: &Stream, command: &ImageCommand) -> Result<()> {
    match command {
        ImageCommand::Copy { src, dst, region } => {
            let copy = Copy::new(device, src, dst, *region)?;
            finish(stream, copy.enqueue(stream)).map_err(|error| gpu.error("a copy of an image", error))
        }
        ImageCommand::Fill { image, origin, region, pixel } => {
            let image = CudaImage::of(&**image, device)?;
            let pixel = &pixel[..image.description().format.bytes()];
            match image.array() {
                Some(array) => fill_array(device, gpu, stream, Side::of_array(image, array, *origin), *region, pixel),
                // A stream has executed it.
                None => Ok(()),
            }
        }
    }
}

/// Fills a part of an array from memory that is filled for it.
fn fill_array(
    device: &CudaDevice,
    gpu: &Gpu,
    stream: &Stream,
    dst: Side<'_>,
    [width, rows, slices]: [usize; 3],
    pixel: &[u8],
) -> Result<()> {
    let row_bytes = width * pixel.len();
    let most = (FILLED_BYTES / row_bytes).clamp(1, rows);
    let bytes = row_bytes * most;
    let memory = device.alloc_device(bytes, 0)?;
    let src = Side::Memory { address: memory.address(), row_pitch: row_bytes, slice_pitch: bytes, is_pageable: false };
    let fill = || {
        fills::fill(stream, memory.address(), pixel, [bytes, 1, bytes])?;
        for slice in 0..slices {
            for row in (0..rows).step_by(most) {
                copy(stream, src, dst.moved(row, slice), [row_bytes, most.min(rows - row), 1])?;
            }
        }
        Ok(())
    };
    finish(stream, fill()).map_err(|error| gpu.error("a fill of an image", error))
}

/// Copies pixels from the host to all of an image, and waits.
pub fn write(device: &CudaDevice, image: &dyn Image, pixels: HostPixels) -> Result<()> {
    let own = CudaImage::of(image, device)?;
    let gpu = device.usable()?;
    let _current = gpu.primary.enter().map_err(|error| gpu.error("a new image", error))?;
    let HostPixels { first, row_pitch, slice_pitch } = pixels;
    let src = Side::memory(device, &Location::Host(first), row_pitch, slice_pitch)?;
    let dst = match (own.array(), &own.description().buffer) {
        (Some(array), _) => Side::of_array(own, array, [0; 3]),
        (None, Some(buffer)) => {
            let (location, row_pitch, slice_pitch) = in_buffer(own, buffer, [0; 3]);
            Side::memory(device, &location, row_pitch, slice_pitch)?
        }
        (None, None) => return Err(Error::Execution("an image without pixels".to_owned())),
    };
    let [width, rows, slices] = own.description().extent();
    let region = [width * own.description().format.bytes(), rows, slices];
    let stream = gpu.memory.stream();
    finish(stream, copy(stream, src, dst, region)).map_err(|error| gpu.error("a new image", error))
}
