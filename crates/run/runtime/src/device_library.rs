//! Device libraries: files whose device images a program makes known while it
//! runs, and takes away again.

use std::path::Path;

use tandem_image::DeviceImage;
use tandem_image::device_image::{ImageFormat, targets};
use tandem_image::reader::images_in_file;
use tandem_image::spirv;

use crate::base::error::{Error, Result};
use crate::base::object::Kind;
use crate::programs::{program_manager, remove_images};

/// An open device library. Functions that its images export are found by
/// programs that are built while it is open; its kernels, too.
#[derive(Debug)]
pub struct DeviceLibrary {
    images: Vec<usize>,
    kernels: Vec<String>,
    exports: Vec<String>,
}

impl Kind for DeviceLibrary {
    const TAG: u64 = 0x6465_765f_6c69_6231;
}

impl DeviceLibrary {
    /// Opens a file: a SPIR-V module, or an object, executable, shared library or
    /// archive with device images, which is read and not run.
    pub fn open(path: &Path) -> Result<Self> {
        let bytes = std::fs::read(path)
            .map_err(|error| Error::Invalid(format!("cannot open device library {}: {error}", path.display())))?;
        Self::from_bytes(&path.to_string_lossy(), bytes)
    }

    /// Opens the contents of a file; `name` is for messages.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Self> {
        let images = read(name, bytes)?;
        if images.is_empty() {
            return Err(Error::Invalid(format!("{name} has no device images")));
        }
        let is_kernel = |image: &DeviceImage, entry: &&String| image.exports().all(|export| export != *entry);
        let kernels_of = |image: &DeviceImage| -> Vec<String> {
            image.entries.iter().filter(|entry| is_kernel(image, entry)).cloned().collect()
        };
        let kernels = images.iter().flat_map(kernels_of).collect();
        let exports = images.iter().flat_map(DeviceImage::exports).map(str::to_owned).collect();
        Ok(Self { images: program_manager()?.add(name, images)?, kernels, exports })
    }

    /// The names of the library's kernels.
    pub fn kernels(&self) -> &[String] {
        &self.kernels
    }

    /// The names of the functions and device globals that other images may use.
    pub fn exports(&self) -> &[String] {
        &self.exports
    }

    /// Leaves the images to the process for the rest of its life. Returns the
    /// names of their kernels.
    pub fn keep(mut self) -> Vec<String> {
        self.images.clear();
        std::mem::take(&mut self.kernels)
    }
}

impl Drop for DeviceLibrary {
    fn drop(&mut self) {
        remove_images(&self.images);
    }
}

fn read(name: &str, bytes: Vec<u8>) -> Result<Vec<DeviceImage>> {
    match ImageFormat::of_bytes(&bytes) {
        ImageFormat::Spirv => {
            let image = spirv::device_image(bytes, targets::SPIR64);
            image.map(|image| vec![image]).map_err(|error| Error::Invalid(format!("{name}: {error}")))
        }
        _ => images_in_file(name, &bytes).map_err(|error| Error::Invalid(error.to_string())),
    }
}
