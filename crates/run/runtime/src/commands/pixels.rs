//! Copies of pixels between the host, memory of images, and images over USM.

use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::{PiImageOffset, PiImageRegion};
use tandem_pi_host as pi;
use tandem_pi_host::{Enqueue, Enqueued};

use crate::base::address::Address;
use crate::base::error::{Error, Result};
use crate::host_image::BindlessShape;

/// The sides of a copy that are device images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PixelDirection {
    /// The destination.
    ToDevice,
    /// The source.
    ToHost,
    /// Both.
    OnDevice,
}

impl PixelDirection {
    /// The direction with a number of `tandem_pixel_direction`.
    ///
    /// # Errors
    /// [`Error::Invalid`] for another number.
    pub fn from_number(number: u32) -> Result<Self> {
        Ok(match number {
            0 => Self::ToDevice,
            1 => Self::ToHost,
            2 => Self::OnDevice,
            _ => return Err(Error::Invalid(format!("unknown direction {number} of a copy of pixels"))),
        })
    }
}

/// A copy of pixels. Offsets and extents are in pixels: width, height, depth or layers; an extent that an image
/// does not have is 1.
#[derive(Clone, Debug)]
pub struct PixelCopy {
    /// Memory of an image, USM, or memory of the program.
    pub dst: Address,
    /// The address of the source.
    pub src: Address,
    /// The sides of the copy that are device images.
    pub direction: PixelDirection,
    /// The image of the device's side.
    pub shape: BindlessShape,
    /// First pixel of the source.
    pub src_offset: [usize; 3],
    /// First pixel of the destination.
    pub dst_offset: [usize; 3],
    /// Pixels in each direction.
    pub extent: [usize; 3],
    /// The pixels that the program's side has, without gaps.
    pub host_extent: [usize; 3],
}

impl PixelCopy {
    /// Bytes of a pixel.
    pub fn pixel_bytes(&self) -> usize {
        self.shape.format.size()
    }

    /// # Safety
    /// The memory stays valid, without conflicting uses, until the command is complete.
    pub(super) unsafe fn enqueue(&self, to: &Enqueue<'_>) -> Enqueued {
        let offset = |[x, y, z]: [usize; 3]| PiImageOffset { x, y, z };
        let region = |[width, height, depth]: [usize; 3]| PiImageRegion { width, height, depth };
        let flags = match self.direction {
            PixelDirection::ToDevice => PI_IMAGE_COPY_HOST_TO_DEVICE,
            PixelDirection::ToHost => PI_IMAGE_COPY_DEVICE_TO_HOST,
            PixelDirection::OnDevice => PI_IMAGE_COPY_DEVICE_TO_DEVICE,
        };
        // SAFETY: the caller's duty is the same.
        unsafe {
            to.copy_pixels(&pi::PixelCopy {
                flags,
                dst: self.dst.as_mut_ptr(),
                src: self.src.as_mut_ptr(),
                shape: self.shape.of_pi(),
                src_offset: offset(self.src_offset),
                dst_offset: offset(self.dst_offset),
                extent: region(self.extent),
                host_extent: region(self.host_extent),
            })
        }
    }
}
