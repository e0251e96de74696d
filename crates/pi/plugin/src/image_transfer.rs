//! Commands on images: read, write, copy and fill. They are submitted only to queues: PI has none for command
//! buffers.

use std::sync::Arc;

use tandem_device::{Command, ImageCommand, ImageSide, Location, Work};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::destination::{Destination, OnQueue};
use crate::failure::ensure;
use crate::handle::Handle;
use crate::image_format;
use crate::image_object::{HostLayout, ImageObject, names};
use crate::mem::Mem;
use crate::parameters::{In, Memory};
use crate::transfer::{Direction, operand};

/// A region inside of an image.
struct Part<'a> {
    image: &'a Arc<ImageObject>,
    origin: [usize; 3],
    region: [usize; 3],
}

impl<'a> Part<'a> {
    fn new(to: &OnQueue<'_>, mem: Handle<'a, Mem>, origin: [usize; 3], region: [usize; 3]) -> Result<Self, Failure> {
        let image = &operand(to, mem)?.image()?.object;
        let (description, axes) = (image.description(), [0, 1, 2]);
        ensure!(!region.contains(&0), PI_ERROR_INVALID_VALUE, "the region {region:?} is empty");
        for axis in axes {
            let (extent, what) = (description.extent()[axis], names(description.kind)[axis]);
            let end = origin[axis].checked_add(region[axis]);
            ensure!(
                end.is_some_and(|end| end <= extent),
                PI_ERROR_INVALID_VALUE,
                "the region {region:?} at {origin:?} exceeds the image, whose {what} is {extent}"
            );
        }
        Ok(Self { image, origin, region })
    }

    /// This side of a copy.
    fn side(&self, to: &OnQueue<'_>) -> Result<ImageSide, Failure> {
        let image = Arc::clone(self.image.on(to.driver_device())?);
        Ok(ImageSide::Image { image, origin: self.origin })
    }

    /// Whether another region of the same image, of the same size, has a pixel in common with this one.
    fn overlaps(&self, other: &Self) -> bool {
        let near = |axis: usize| self.origin[axis].abs_diff(other.origin[axis]) < self.region[axis];
        Arc::ptr_eq(self.image, other.image) && [0, 1, 2].into_iter().all(near)
    }
}

fn offset(origin: In<'_, PiImageOffset>) -> Result<[usize; 3], Failure> {
    origin.get("the origin").map(|origin| [origin.x, origin.y, origin.z])
}

fn extent(region: In<'_, PiImageRegion>) -> Result<[usize; 3], Failure> {
    region.get("the region").map(|region| [region.width, region.height, region.depth])
}

fn submit(to: OnQueue<'_>, command: ImageCommand, kind: PiCommandType, blocking: bool) -> Result<(), Failure> {
    to.accept(Command::Work(Work::Image(Box::new(command))), kind, blocking)
}

/// `piEnqueueMemImageRead`, `piEnqueueMemImageWrite`
#[allow(clippy::too_many_arguments, reason = "the parameters of PI")]
pub fn transfer(
    direction: Direction,
    to: OnQueue<'_>,
    image: Handle<'_, Mem>,
    blocking: PiBool,
    origin: In<'_, PiImageOffset>,
    region: In<'_, PiImageRegion>,
    [row_pitch, slice_pitch]: [usize; 2],
    ptr: Memory,
) -> Result<(), Failure> {
    let part = Part::new(&to, image, offset(origin)?, extent(region)?)?;
    let description = part.image.description();
    let layout = HostLayout::new(description.kind, description.format.bytes(), part.region, row_pitch, slice_pitch);
    let HostLayout { row_pitch, slice_pitch, .. } =
        layout.map_err(|reason| Failure::new(PI_ERROR_INVALID_VALUE, reason))?;
    let location = Location::Host(ptr.required("the host pointer")?);
    let (host, region) = (ImageSide::Memory { location, row_pitch, slice_pitch }, part.region);
    let image = part.side(&to)?;
    let (src, dst, command_type) = match direction {
        Direction::Read => (image, host, PI_COMMAND_TYPE_IMAGE_READ),
        Direction::Write => (host, image, PI_COMMAND_TYPE_IMAGE_WRITE),
    };
    submit(to, ImageCommand::Copy { src, dst, region }, command_type, blocking != PI_FALSE)
}

/// `piEnqueueMemImageCopy`
pub fn copy(
    to: OnQueue<'_>,
    src: Handle<'_, Mem>,
    dst: Handle<'_, Mem>,
    src_origin: In<'_, PiImageOffset>,
    dst_origin: In<'_, PiImageOffset>,
    region: In<'_, PiImageRegion>,
) -> Result<(), Failure> {
    let region = extent(region)?;
    let src = Part::new(&to, src, offset(src_origin)?, region)?;
    let dst = Part::new(&to, dst, offset(dst_origin)?, region)?;
    let (from, into) = (src.image.description().format, dst.image.description().format);
    ensure!(from == into, PI_ERROR_IMAGE_FORMAT_MISMATCH, "an image of {from:?} cannot be copied to one of {into:?}");
    ensure!(!src.overlaps(&dst), PI_ERROR_MEM_COPY_OVERLAP, "source and destination of the copy overlap");
    let (src, dst) = (src.side(&to)?, dst.side(&to)?);
    submit(to, ImageCommand::Copy { src, dst, region }, PI_COMMAND_TYPE_IMAGE_COPY, false)
}

/// `piEnqueueMemImageFill`. The color has four numbers of 32 bits, of the kind that kernels
/// read from the image.
pub fn fill(
    to: OnQueue<'_>,
    image: Handle<'_, Mem>,
    color: In<'_, [u8; 16]>,
    origin: In<'_, [usize; 3]>,
    region: In<'_, [usize; 3]>,
) -> Result<(), Failure> {
    let part = Part::new(&to, image, *origin.get("the origin")?, *region.get("the region")?)?;
    let (numbers, _) = color.get("the color")?.as_chunks::<4>();
    let color = [0, 1, 2, 3].map(|component: usize| u32::from_le_bytes(numbers[component]));
    let pixel = image_format::pixel(part.image.description().format, color);
    let (origin, region) = (part.origin, part.region);
    let image = Arc::clone(part.image.on(to.driver_device())?);
    submit(to, ImageCommand::Fill { image, origin, region, pixel }, PI_COMMAND_TYPE_FILL_IMAGE, false)
}
