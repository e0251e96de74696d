//! Commands on images: copies and fills of pixels, by the calling thread.

use tandem_device::{
    DevicePtr, FillPattern, HostPixels, Image, ImageCommand, ImageSide, Location, Rect, RectSide, Result,
};

use crate::image::HostImage;
use crate::image_layout::PixelLayout;
use crate::transfer::Transfer;

/// How the calling thread reaches what commands name.
pub trait Places {
    /// A place that a copy names.
    ///
    /// # Errors
    /// When the device cannot reach it.
    fn location(&self, location: &Location) -> Result<*mut u8>;

    /// Memory of an image.
    ///
    /// # Errors
    /// As for locations.
    fn address(&self, address: DevicePtr) -> Result<*mut u8>;
}

/// One side of a copy.
struct Side {
    first: *mut u8,
    layout: PixelLayout,
    origin: [usize; 3],
}

impl Side {
    fn new(side: &ImageSide, pixel_bytes: usize, places: &dyn Places) -> Result<Self> {
        Ok(match side {
            ImageSide::Image { image, origin } => {
                let image = HostImage::of(&**image)?;
                Self { first: places.address(image.pixels())?, layout: *image.layout(), origin: *origin }
            }
            ImageSide::Memory { location, row_pitch, slice_pitch } => {
                let layout = PixelLayout::rows(pixel_bytes, *row_pitch, *slice_pitch);
                Self { first: places.location(location)?, layout, origin: [0; 3] }
            }
        })
    }

    /// Where the pixel is that is so far from the origin.
    fn pixel(&self, [x, y, z]: [usize; 3]) -> *mut u8 {
        let [left, top, front] = self.origin;
        self.first.wrapping_add(self.layout.offset([left + x, top + y, front + z]))
    }

    /// How many pixels follow each other from there on.
    fn run(&self, x: usize, most: usize) -> usize {
        self.layout.run(self.origin[0] + x, most)
    }

    /// The side of a rectangle of bytes: exactly, if the pixels are in rows.
    fn rect(&self) -> RectSide {
        let [x, y, z] = self.origin;
        let PixelLayout { pixel_bytes, row_pitch, slice_pitch, tile_shift } = self.layout;
        match tile_shift {
            0 => RectSide { origin: [x * pixel_bytes, y, z], row_pitch, slice_pitch },
            _ => RectSide { origin: [0, 0, z], row_pitch: 0, slice_pitch },
        }
    }
}

/// Executes a command on images.
///
/// # Safety
/// The memory that it names is valid, and no other thread writes to the memory that it reads or writes.
///
/// # Errors
/// Errors from `places`, and those of [`HostImage::of`] for images of another driver.
pub unsafe fn run(command: &ImageCommand, transfer: Transfer<'_>, places: &dyn Places) -> Result<()> {
    match command {
        ImageCommand::Copy { src, dst, region } => {
            let pixel_bytes = pixel_bytes(src).or_else(|| pixel_bytes(dst)).unwrap_or(1);
            let (src, dst) = (Side::new(src, pixel_bytes, places)?, Side::new(dst, pixel_bytes, places)?);
            // SAFETY: the caller's duty.
            unsafe { copy(&src, &dst, *region, transfer) };
        }
        ImageCommand::Fill { image, origin, region, pixel } => {
            let image = HostImage::of(&**image)?;
            let side = Side { first: places.address(image.pixels())?, layout: *image.layout(), origin: *origin };
            let pattern = FillPattern::from_slice(&pixel[..side.layout.pixel_bytes]);
            // SAFETY: the caller's duty.
            unsafe { fill(&side, *region, &pattern, transfer) };
        }
    }
    Ok(())
}

/// Copies pixels from the host to all of an image.
///
/// # Safety
/// The pixels are readable, and the image is not in use.
///
/// # Errors
/// As for [`run`].
pub unsafe fn write(image: &dyn Image, pixels: HostPixels, transfer: Transfer<'_>, places: &dyn Places) -> Result<()> {
    let own = HostImage::of(image)?;
    let rows = PixelLayout::rows(own.layout().pixel_bytes, pixels.row_pitch, pixels.slice_pitch);
    let src = Side { first: pixels.first.0, layout: rows, origin: [0; 3] };
    let dst = Side { first: places.address(own.pixels())?, layout: *own.layout(), origin: [0; 3] };
    // SAFETY: the caller's duty.
    unsafe { copy(&src, &dst, own.description().extent(), transfer) };
    Ok(())
}

fn pixel_bytes(side: &ImageSide) -> Option<usize> {
    match side {
        ImageSide::Image { image, .. } => Some(image.description().format.bytes()),
        ImageSide::Memory { .. } => None,
    }
}

/// # Safety
/// Both sides have the region.
unsafe fn copy(src: &Side, dst: &Side, region: [usize; 3], transfer: Transfer<'_>) {
    let [width, rows, slices] = region;
    let pixel_bytes = src.layout.pixel_bytes;
    let rect = Rect { region: [width * pixel_bytes, rows, slices], src: src.rect(), dst: dst.rect() };
    if src.layout.tile_shift == 0 && dst.layout.tile_shift == 0 {
        // SAFETY: the caller's duty.
        return unsafe { transfer.copy_rect(src.first, dst.first, &rect) };
    }
    transfer.copy_parts(src.first, dst.first, &rect, |copy| {
        for (y, z) in (0..slices).flat_map(|z| (0..rows).map(move |y| (y, z))) {
            let mut x = 0;
            while x < width {
                let run = dst.run(x, src.run(x, width - x));
                // SAFETY: the caller's duty; the pixels of a run follow each other on both sides.
                unsafe { copy(src.pixel([x, y, z]), dst.pixel([x, y, z]), run * pixel_bytes) };
                x += run;
            }
        }
    });
}

/// # Safety
/// The image has the region.
unsafe fn fill(side: &Side, [width, rows, slices]: [usize; 3], pattern: &FillPattern, transfer: Transfer<'_>) {
    let pixel_bytes = side.layout.pixel_bytes;
    for z in 0..slices {
        if side.layout.tile_shift == 0 {
            let extent = [width * pixel_bytes, rows, side.layout.row_pitch];
            // SAFETY: the caller's duty.
            unsafe { transfer.fill(side.pixel([0, 0, z]), pattern, extent) };
            continue;
        }
        for y in 0..rows {
            let mut x = 0;
            while x < width {
                let run = side.run(x, width - x);
                // SAFETY: the caller's duty; the pixels of a run follow each other.
                unsafe { transfer.fill(side.pixel([x, y, z]), pattern, [run * pixel_bytes, 1, 0]) };
                x += run;
            }
        }
    }
}
