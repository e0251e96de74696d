//! `piextMemImageCopy`: pixels between the host, memory of images, and images over USM.

use std::sync::Arc;

use tandem_device::{Command, Image, ImageCommand, ImageDescription, ImageSide, Location, Rect, RectSide, Work};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::destination::{Destination, OnQueue};
use crate::failure::{ensure, failure};
use crate::image_handle::check_pitch;
use crate::image_memory::{self, ImageMemory};
use crate::parameters::{In, Memory};
use crate::usm;

/// One side of a copy: an image, or rows of pixels in memory.
enum Side {
    Image { image: Arc<dyn Image>, origin: [usize; 3] },
    Rows { location: Location, rows: RectSide },
}

/// The common part of both sides.
struct Copy<'a> {
    to: &'a OnQueue<'a>,
    /// The image according to the description.
    image: ImageDescription,
    /// Bytes from row to row of an image over USM; 0 if rows follow each other.
    row_pitch: usize,
    region: [usize; 3],
}

/// Pixels in each direction; a missing direction counts as one.
fn extent(region: In<'_, PiImageRegion>, what: &str) -> Result<[usize; 3], Failure> {
    region.get(what).map(|region| [region.width, region.height.max(1), region.depth.max(1)])
}

fn origin(offset: In<'_, PiImageOffset>, what: &str) -> Result<[usize; 3], Failure> {
    offset.get(what).map(|offset| [offset.x, offset.y, offset.z])
}

impl Copy<'_> {
    /// Checks that the region is inside of one of its sides.
    fn check(&self, origin: [usize; 3], extent: [usize; 3], what: &str) -> Result<(), Failure> {
        let region = self.region;
        let fits = |axis: usize| origin[axis].checked_add(region[axis]).is_some_and(|end| end <= extent[axis]);
        ensure!(
            [0, 1, 2].into_iter().all(fits),
            PI_ERROR_INVALID_VALUE,
            "the region {region:?} at {origin:?} exceeds {what} of {extent:?} pixels"
        );
        Ok(())
    }

    /// Rows of pixels in memory, starting at one of its pixels.
    fn rows(&self, memory: Memory, extent: [usize; 3], row_pitch: usize, origin: [usize; 3]) -> Result<Side, Failure> {
        let [left, top, front] = origin;
        let pitches = row_pitch.checked_mul(extent[1]).and_then(|slice| Some((slice, slice.checked_mul(extent[2])?)));
        let Some((slice_pitch, _)) = pitches else {
            return Err(failure!(PI_ERROR_INVALID_VALUE, "{extent:?} pixels exceed the address space"));
        };
        let origin = [left * self.image.format.bytes(), top, front];
        let location = usm::location(self.to, memory)?;
        Ok(Side::Rows { location, rows: RectSide { origin, row_pitch, slice_pitch } })
    }

    /// The program's side: pixels without gaps.
    fn host(&self, memory: Memory, extent: [usize; 3], origin: [usize; 3]) -> Result<Side, Failure> {
        self.check(origin, extent, "host memory")?;
        let row = extent[0].checked_mul(self.image.format.bytes());
        let row = row.ok_or_else(|| failure!(PI_ERROR_INVALID_VALUE, "{extent:?} pixels exceed the address space"))?;
        self.rows(memory, extent, row, origin)
    }

    /// The device's side: memory of an image, or USM.
    fn device(&self, memory: Memory, origin: [usize; 3], has_own_shape: bool) -> Result<Side, Failure> {
        let Some(found) = ImageMemory::find(memory) else {
            return self.usm(memory, origin);
        };
        found.check_context(self.to.context())?;
        found.check_device(self.to.driver_device())?;
        let image = Arc::clone(found.image());
        if !has_own_shape {
            found.check_shape(&self.image)?;
        }
        ensure!(
            image.description().levels == 1,
            PI_ERROR_INVALID_VALUE,
            "the image of the copy has {} mipmap levels; copy one level at a time",
            image.description().levels
        );
        let (own, wanted) = (image.description().format, self.image.format);
        ensure!(
            own == wanted,
            PI_ERROR_IMAGE_FORMAT_MISMATCH,
            "pixels of {wanted:?} cannot be copied to or from an image of {own:?}"
        );
        self.check(origin, image.description().extent(), "an image")?;
        Ok(Side::Image { image, origin })
    }

    fn usm(&self, memory: Memory, origin: [usize; 3]) -> Result<Side, Failure> {
        let extent = self.image.extent();
        let row = extent[0] * self.image.format.bytes();
        self.check(origin, extent, "an image over USM")?;
        let is_packed = self.row_pitch == 0 || extent[1] == 1;
        let row_pitch = if is_packed { row } else { self.row_pitch };
        if !is_packed {
            check_pitch(row_pitch, row)?;
        }
        let bytes = row_pitch.checked_mul(extent[1] * extent[2] - 1).and_then(|rows| rows.checked_add(row));
        usm::check_range(self.to.context(), self.to.driver_device(), memory, bytes.unwrap_or(usize::MAX))?;
        self.rows(memory, extent, row_pitch, origin)
    }
}

/// `piextMemImageCopy`. Offsets and extents are in pixels; pixels of the host follow each other without gaps in
/// `host_extent`. In copies between images, each has its own extent.
pub fn copy(
    to: OnQueue<'_>,
    flags: PiImageCopyFlags,
    format: In<'_, PiImageFormat>,
    desc: In<'_, PiImageDesc>,
    [src, dst]: [Memory; 2],
    [src_offset, dst_offset]: [In<'_, PiImageOffset>; 2],
    [copy_extent, host_extent]: [In<'_, PiImageRegion>; 2],
) -> Result<(), Failure> {
    let (format, desc) = (format.get("the format")?, desc.get("the description")?);
    let (_, image) = image_memory::describe(to.context(), to.device(), format, desc)?;
    let region = extent(copy_extent, "the extent of the copy")?;
    let (from, into) = (origin(src_offset, "the source's offset")?, origin(dst_offset, "the destination's offset")?);
    let copy = Copy { to: &to, image, row_pitch: desc.image_row_pitch, region };
    let host = || extent(host_extent, "the host's extent");
    let (src, dst) = match flags {
        PI_IMAGE_COPY_HOST_TO_DEVICE => (copy.host(src, host()?, from)?, copy.device(dst, into, false)?),
        PI_IMAGE_COPY_DEVICE_TO_HOST => (copy.device(src, from, false)?, copy.host(dst, host()?, into)?),
        PI_IMAGE_COPY_DEVICE_TO_DEVICE => (copy.device(src, from, true)?, copy.device(dst, into, true)?),
        other => return Err(failure!(PI_ERROR_INVALID_VALUE, "unknown flags {other} of the copy")),
    };
    let pixel_bytes = copy.image.format.bytes();
    let command = if region.contains(&0) { Command::Marker } else { command(src, dst, region, pixel_bytes)? };
    to.accept(command, PI_COMMAND_TYPE_IMAGE_COPY, false)
}

/// The command that copies pixels.
fn command(src: Side, dst: Side, region: [usize; 3], pixel_bytes: usize) -> Result<Command, Failure> {
    let [width, height, depth] = region;
    match (src, dst) {
        (Side::Rows { location: src, rows: from }, Side::Rows { location: dst, rows: into }) => {
            let rect = Box::new(Rect { region: [width * pixel_bytes, height, depth], src: from, dst: into });
            Ok(Command::Work(Work::CopyRect { src, dst, rect }))
        }
        (src, dst) => {
            if let (Side::Image { image, origin }, Side::Image { image: other, origin: into }) = (&src, &dst) {
                let near = |axis: usize| origin[axis].abs_diff(into[axis]) < region[axis];
                let overlap = Arc::ptr_eq(image, other) && [0, 1, 2].into_iter().all(near);
                ensure!(!overlap, PI_ERROR_MEM_COPY_OVERLAP, "source and destination of the copy overlap");
            }
            let command = ImageCommand::Copy { src: side(src), dst: side(dst), region };
            Ok(Command::Work(Work::Image(Box::new(command))))
        }
    }
}

/// A side in the driver's form, where memory begins with its first pixel.
fn side(side: Side) -> ImageSide {
    match side {
        Side::Image { image, origin } => ImageSide::Image { image, origin },
        Side::Rows { location, rows: RectSide { origin: [x, y, z], row_pitch, slice_pitch } } => {
            let bytes = x + y * row_pitch + z * slice_pitch;
            ImageSide::Memory { location: location.offset(bytes), row_pitch, slice_pitch }
        }
    }
}
