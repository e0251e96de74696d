//! Where an image is from, and its descriptor, by which plugins choose.

use std::ffi::CString;

use tandem_image::DeviceImage;
use tandem_pi_abi::binary::*;

/// Where an image is from.
#[derive(Debug)]
pub(super) enum Origin {
    /// An executable or library, whose wrapper object registered the image: its base address, 0 where the descriptor
    /// is in other memory, and the address of the descriptor.
    Module { base: usize, descriptor: usize },
    /// A file that the program reads.
    File(Box<Owned>),
    /// A device: the image represents its built-in kernels.
    Device(Box<Owned>),
}

impl Origin {
    /// The address of the descriptor.
    pub(super) fn descriptor(&self) -> usize {
        match self {
            Self::Module { descriptor, .. } => *descriptor,
            Self::File(owned) | Self::Device(owned) => &raw const owned.descriptor as usize,
        }
    }

    /// Distinguishes the images of one module from those of others: the base address for modules. Built-in kernels are
    /// in a separate module.
    pub(super) fn module(&self) -> usize {
        match self {
            Self::Module { base, .. } => *base,
            Self::File(_) => 0,
            Self::Device(_) => self.descriptor(),
        }
    }
}

/// The data that the descriptor of an image without a module points to.
#[derive(Debug)]
pub(super) struct Owned {
    descriptor: PiDeviceBinaryStruct,
    _target: CString,
    _compile_options: CString,
    _link_options: CString,
    code: Vec<u8>,
}

// SAFETY: the descriptor points to the other fields' heap memory, which nobody
// changes.
unsafe impl Send for Owned {}
// SAFETY: as above.
unsafe impl Sync for Owned {}

impl Owned {
    /// Makes a descriptor of an image, whose code it takes over.
    pub(super) fn new(image: &mut DeviceImage) -> Box<Self> {
        let c_text = |text: &str| CString::new(text.replace('\0', " ")).unwrap_or_default();
        let (target, compile, link) =
            (c_text(&image.target), c_text(&image.compile_options), c_text(&image.link_options));
        let code = std::mem::take(&mut image.bytes);
        let range = code.as_ptr_range();
        Box::new(Self {
            descriptor: PiDeviceBinaryStruct {
                version: *PI_DEVICE_BINARY_VERSIONS.end(),
                kind: PI_DEVICE_BINARY_OFFLOAD_KIND_SYCL,
                format: image.format.number(),
                device_target_spec: target.as_ptr(),
                compile_options: compile.as_ptr(),
                link_options: link.as_ptr(),
                manifest_start: std::ptr::null(),
                manifest_end: std::ptr::null(),
                binary_start: range.start,
                binary_end: range.end,
                entries_begin: std::ptr::null_mut(),
                entries_end: std::ptr::null_mut(),
                property_sets_begin: std::ptr::null_mut(),
                property_sets_end: std::ptr::null_mut(),
            },
            _target: target,
            _compile_options: compile,
            _link_options: link,
            code,
        })
    }

    /// The code.
    pub(super) fn code(&self) -> &[u8] {
        &self.code
    }
}
