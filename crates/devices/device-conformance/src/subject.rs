//! A test program's description of its driver.

use tandem_device::{CodeFormat, CompileRequest, Device, DeviceCode, Driver};

/// An image and its bytes.
pub struct Image {
    /// Format of the bytes.
    pub format: CodeFormat,
    /// Target of the device.
    pub target: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl Image {
    /// A native image.
    pub fn native(target: &str, bytes: Vec<u8>) -> Self {
        Self { format: CodeFormat::Native, target: target.to_owned(), bytes }
    }

    /// The image as drivers take it.
    pub fn borrow(&self) -> DeviceCode<'_> {
        DeviceCode { format: self.format, target: &self.target, bytes: &self.bytes }
    }

    /// A request to compile the image without more.
    pub fn request(&self) -> CompileRequest<'_> {
        CompileRequest { image: self.borrow(), options: "", spec_constants: &[] }
    }
}

/// A driver under test.
pub struct Subject {
    /// Names of the devices to test, for the tests, in the order in which the driver
    /// finds them. It may find more, which are the others of rules about two.
    pub devices: &'static [&'static str],

    /// Makes the driver.
    pub driver: fn() -> Box<dyn Driver>,

    /// An image for one of the devices, with these kernels. All numbers have 64 bits; `i` is the global id in dimension 0.
    ///
    /// * `ids(global out)`: `out[i] = i + 1`.
    /// * `places(global out)`: writes `x + (y << 16) + (z << 32)`, the global id, to
    ///   `out[x' + size.x * (y' + size.y * z')]`, where `x'`, `y'` and `z'` are the
    ///   id without the global offset, and `size` is the global size.
    /// * `sum(global out, value, global in, local scratch)`: goes through
    ///   `scratch`, which has a number for each work-item of the group, for `out[i]
    ///   = value + in[i]`.
    pub image: fn(&dyn Device) -> Image,

    /// Two images, where those of the devices have symbols: the first with the kernel
    /// `linked(global out)`, `out[i] = twice(i)`, and the second with the function
    /// `twice`, which doubles a number.
    pub linked: Option<fn(&dyn Device) -> [Image; 2]>,

    /// An image with a kernel whose work-groups wait for each other, where the devices run
    /// such kernels: `rotate(global out)` has `n` work-items in groups of `size`, stores
    /// `out[i] = i + 1`, waits for all groups, and stores `out[n + i] = out[(i + size) % n]`.
    pub cooperative: Option<fn(&dyn Device) -> Image>,

    /// Has a device be lost for its context from now on, as if it had failed; none of a
    /// driver whose devices cannot be lost.
    pub lose: Option<fn(&dyn Device)>,
}
