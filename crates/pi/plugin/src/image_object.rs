//! The device's image of a PI image: the first device that uses it makes it, in its own memory domain, where it
//! stays.

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use tandem_device::{
    Access, Device, DeviceInfo, HostPixels, Image, ImageDescription, ImageKind, ImageLimits, MemoryDomain,
    allocate_or_trim,
};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::failure::{ensure, failure, from_driver};

/// The contents of an image before a command writes to it.
pub enum Contents {
    /// Undefined pixels, or those of its buffer.
    Undefined,
    /// The caller's pixels, which stay valid until the first use.
    Use(HostPixels),
    /// Copied pixels, with their pitches.
    Copy {
        /// From the first pixel to the last one.
        bytes: Vec<u8>,
        /// Bytes from row to row.
        row_pitch: usize,
        /// Bytes from slice to slice.
        slice_pitch: usize,
    },
}

/// An image, independent of the device.
pub struct ImageObject {
    description: ImageDescription,
    access: Access,
    /// The contents for the first device; locked while that device makes the image.
    contents: Mutex<Contents>,
    made: OnceLock<Made>,
}

/// An image that a device has used.
struct Made {
    image: Arc<dyn Image>,
    domain: MemoryDomain,
    /// Name of the device.
    holder: Arc<str>,
}

impl ImageObject {
    /// An image that no device has used. At least one device of the context supports the description.
    pub fn new(description: ImageDescription, access: Access, contents: Contents) -> Arc<Self> {
        Arc::new(Self { description, access, contents: Mutex::new(contents), made: OnceLock::new() })
    }

    /// The description of the image.
    pub fn description(&self) -> &ImageDescription {
        &self.description
    }

    /// The image for commands on a device. The first use makes it there, with its contents;
    /// may block for that.
    ///
    /// # Errors
    /// `PI_ERROR_INVALID_OPERATION` for a device of another memory domain than that of the first;
    /// those of [`check_device`], and of the driver.
    pub fn on(&self, device: &dyn Device) -> Result<&Arc<dyn Image>, Failure> {
        let made = match self.made.get() {
            Some(made) => made,
            None => self.make(device)?,
        };
        let name = &device.info().name;
        ensure!(
            made.domain == device.memory_domain(),
            PI_ERROR_INVALID_OPERATION,
            "{name} cannot access an image in the memory of {}",
            made.holder
        );
        Ok(&made.image)
    }

    #[cold]
    fn make(&self, device: &dyn Device) -> Result<&Made, Failure> {
        let contents = &mut *self.contents.lock();
        if let Some(made) = self.made.get() {
            return Ok(made);
        }
        check_device(device, &self.description, self.access)?;
        let images = device.images().ok_or_else(|| no_images(&[&device.info().name]))?;
        let image = allocate_or_trim(device, || images.create(&self.description)).map_err(from_driver)?;
        let pixels = match contents {
            Contents::Undefined => None,
            Contents::Use(pixels) => Some(*pixels),
            Contents::Copy { bytes, row_pitch, slice_pitch } => Some(HostPixels {
                first: tandem_device::HostPtr(bytes.as_mut_ptr()),
                row_pitch: *row_pitch,
                slice_pitch: *slice_pitch,
            }),
        };
        if let Some(pixels) = pixels {
            images.write(&*image, pixels).map_err(from_driver)?;
        }
        *contents = Contents::Undefined;
        let made = Made { image, domain: device.memory_domain(), holder: device.info().name.clone() };
        Ok(self.made.get_or_init(|| made))
    }
}

/// The failure if none of these devices has images.
#[cold]
pub fn no_images(names: &[&str]) -> Failure {
    failure!(PI_ERROR_UNSUPPORTED_FEATURE, "{} has no images", names.join(", "))
}

/// Checks that a device has such images.
///
/// # Errors
/// `PI_ERROR_UNSUPPORTED_FEATURE` for a device without images, `PI_ERROR_IMAGE_FORMAT_NOT_SUPPORTED`
/// and `PI_ERROR_INVALID_IMAGE_SIZE`. The message names the device.
pub fn check_device(device: &dyn Device, description: &ImageDescription, access: Access) -> Result<(), Failure> {
    let info = device.info();
    let images = device.images().filter(|_| info.images.supported).ok_or_else(|| no_images(&[&info.name]))?;
    let ImageDescription { kind, format, .. } = description;
    ensure!(
        images.formats(*kind, access).contains(format),
        PI_ERROR_IMAGE_FORMAT_NOT_SUPPORTED,
        "{} has no {kind:?} images of {:?} pixels with {:?} channels for this use",
        info.name,
        format.order,
        format.channel
    );
    check_cube(info, description)?;
    let (limits, extent) = (most(&info.images, *kind), description.extent());
    for ((extent, limit), what) in extent.into_iter().zip(limits).zip(names(*kind)) {
        ensure!(
            extent <= limit,
            PI_ERROR_INVALID_IMAGE_SIZE,
            "the {what} {extent} of the image exceeds the limit {limit} of {}",
            info.name
        );
    }
    let bytes = description.packed_bytes().map_or(u64::MAX, |bytes| bytes as u64);
    ensure!(
        bytes <= info.max_alloc_bytes,
        PI_ERROR_INVALID_IMAGE_SIZE,
        "an image of {bytes} bytes exceeds the limit {} of {}",
        info.max_alloc_bytes,
        info.name
    );
    Ok(())
}

/// Faces of a cube.
const FACES: usize = 6;

/// Checks that an image that is a cube has six faces, which are squares, and that the device has cubes.
fn check_cube(info: &DeviceInfo, description: &ImageDescription) -> Result<(), Failure> {
    let ImageDescription { kind, size: [width, height, _], layers, levels, .. } = *description;
    if kind != ImageKind::Cube {
        return Ok(());
    }
    ensure!(info.images.cubes, PI_ERROR_UNSUPPORTED_FEATURE, "{} has no cube maps", info.name);
    ensure!(
        width == height && layers == FACES,
        PI_ERROR_INVALID_IMAGE_SIZE,
        "a cube map has {FACES} square faces, not {layers} of {width} x {height} pixels"
    );
    ensure!(levels == 1, PI_ERROR_INVALID_IMAGE_DESCRIPTOR, "a cube map has one level, not {levels}");
    Ok(())
}

/// The largest extents; 1 for missing coordinates.
fn most(limits: &ImageLimits, kind: ImageKind) -> [usize; 3] {
    let ([width, height], layers) = (limits.max_2d, limits.max_array_layers);
    match kind {
        ImageKind::D1 => [width, 1, 1],
        ImageKind::D1Buffer => [limits.max_buffer_pixels, 1, 1],
        ImageKind::D1Array => [width, layers, 1],
        ImageKind::D2 => [width, height, 1],
        ImageKind::D2Array => [width, height, layers],
        ImageKind::Cube => [width, height, FACES],
        ImageKind::D3 => limits.max_3d,
    }
}

/// The names of the extents in messages.
pub fn names(kind: ImageKind) -> [&'static str; 3] {
    match kind {
        ImageKind::D1 | ImageKind::D1Buffer | ImageKind::D2 | ImageKind::D3 => ["width", "height", "depth"],
        ImageKind::D1Array => ["width", "number of layers", "depth"],
        ImageKind::D2Array => ["width", "height", "number of layers"],
        ImageKind::Cube => ["width", "height", "number of faces"],
    }
}

/// The layout of pixels in the host's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostLayout {
    /// Bytes from row to row; from layer to layer in arrays of rows.
    pub row_pitch: usize,
    /// Bytes from slice to slice, or from layer to layer.
    pub slice_pitch: usize,
    /// From the first pixel to the last one.
    pub bytes: usize,
}

impl HostLayout {
    /// The layout of a region that is not empty, with the caller's pitches; 0 means packed. As in OpenCL, layers of
    /// one row are `slice_pitch` bytes apart, and `row_pitch` is ignored if that is given (OpenCL API, section
    /// 5.3.3).
    ///
    /// # Errors
    /// A sentence that names the problem.
    pub fn new(
        kind: ImageKind,
        pixel_bytes: usize,
        [width, height, depth]: [usize; 3],
        row_pitch: usize,
        slice_pitch: usize,
    ) -> Result<Self, String> {
        let overflow = || "the region exceeds the address space".to_owned();
        let row = width.checked_mul(pixel_bytes).ok_or_else(overflow)?;
        let or = |pitch: usize, packed| if pitch == 0 { packed } else { pitch };
        let mut rows = or(row_pitch, row);
        if rows < row {
            return Err(format!("the row pitch {rows} is less than a row of {row} bytes"));
        }
        if kind == ImageKind::D1Array {
            rows = or(slice_pitch, rows);
            if rows < row {
                return Err(format!("the slice pitch {rows} is less than a layer of {row} bytes"));
            }
        }
        let slice = rows.checked_mul(height).ok_or_else(overflow)?;
        let has_slices = matches!(kind, ImageKind::D2Array | ImageKind::Cube | ImageKind::D3);
        let slices = if has_slices { or(slice_pitch, slice) } else { slice };
        if slices < slice {
            return Err(format!("the slice pitch {slices} is less than {height} rows of {rows} bytes"));
        }
        let end = || (depth - 1).checked_mul(slices)?.checked_add((height - 1) * rows)?.checked_add(row);
        Ok(Self { row_pitch: rows, slice_pitch: slices, bytes: end().ok_or_else(overflow)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pitches_have_defaults_and_least_values() {
        let layout = |kind, region, rows, slices| HostLayout::new(kind, 4, region, rows, slices);
        let of = |row_pitch, slice_pitch, bytes| Ok(HostLayout { row_pitch, slice_pitch, bytes });
        assert_eq!(layout(ImageKind::D3, [5, 3, 2], 0, 0), of(20, 60, 120));
        assert_eq!(layout(ImageKind::D3, [5, 3, 2], 24, 100), of(24, 100, 100 + 48 + 20));
        assert_eq!(layout(ImageKind::D1Array, [5, 3, 1], 0, 32), of(32, 96, 84));
        assert_eq!(layout(ImageKind::D2, [5, 3, 1], 0, 7), of(20, 60, 60));
        assert!(layout(ImageKind::D2, [5, 3, 1], 19, 0).unwrap_err().contains("row pitch 19"));
        assert!(layout(ImageKind::D1Array, [5, 3, 1], 0, 19).unwrap_err().contains("slice pitch 19"));
        assert!(layout(ImageKind::D2Array, [5, 3, 2], 24, 71).unwrap_err().contains("slice pitch 71"));
        assert!(layout(ImageKind::D3, [usize::MAX / 4, 3, 2], 0, 0).unwrap_err().contains("address space"));
    }
}
