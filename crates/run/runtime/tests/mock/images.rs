//! Device images as wrapper objects lay them out in a program's data.

use std::ffi::{CString, c_char, c_void};

use tandem_image::layout::KernelLayout;
use tandem_image::property::{ByteArray, PropertySetName};
use tandem_runtime::pi::binary::*;

/// The registered images of a pretended module; dropped, they are unregistered.
pub struct Images {
    list: Box<PiDeviceBinariesStruct>,
    _keep: Vec<Box<dyn std::any::Any>>,
}

/// One image to be.
pub struct Image<'a> {
    /// The code in a form that the mock reads: its text, or SPIR-V.
    pub code: &'a [u8],
    /// The target; the mock's devices take "spir64".
    pub target: &'a str,
    /// Kernels and the layouts of their closures.
    pub kernels: &'a [(&'a str, KernelLayout)],
    pub exports: &'a [&'a str],
    pub imports: &'a [&'a str],
    /// Properties of kernels, such as `K@reqd_sub_group_size`.
    pub metadata: &'a [(&'a str, Metadata<'a>)],
    /// Names of specialization constants: each is an integer whose id is its
    /// place in this list.
    pub constants: &'a [&'a str],
    /// Names of device globals with `device_image_scope`.
    pub image_globals: &'a [&'a str],
}

/// A property of a kernel.
pub enum Metadata<'a> {
    /// One number.
    Number(u32),
    /// Several.
    List(&'a [u32]),
}

impl Images {
    /// Registers images.
    pub fn register(images: &[Image<'_>]) -> Self {
        let mut keep = Keep(Vec::new());
        let binaries: Vec<_> = images.iter().map(|image| keep.image(image)).collect();
        let binaries = keep.array(binaries);
        Self::from_binaries(binaries.0, images.len() as u16, keep.0)
    }

    /// Registers descriptors that may be malformed.
    pub fn from_binaries(
        device_binaries: *mut PiDeviceBinaryStruct,
        num_device_binaries: u16,
        keep: Vec<Box<dyn std::any::Any>>,
    ) -> Self {
        let list = Box::new(PiDeviceBinariesStruct {
            version: PI_DEVICE_BINARIES_VERSION,
            num_device_binaries,
            device_binaries,
            host_entries_begin: std::ptr::null_mut(),
            host_entries_end: std::ptr::null_mut(),
        });
        // SAFETY: the descriptor lives until it is unregistered.
        unsafe { tandem_runtime::register_images(&raw const *list as usize) }.unwrap();
        Self { list, _keep: keep }
    }
}

impl Drop for Images {
    fn drop(&mut self) {
        tandem_runtime::unregister_images(&raw const *self.list as usize);
    }
}

/// Everything that descriptors point to.
struct Keep(Vec<Box<dyn std::any::Any>>);

impl Keep {
    fn array<T: 'static>(&mut self, items: Vec<T>) -> (*mut T, *mut T) {
        let mut items = items.into_boxed_slice();
        let range = items.as_mut_ptr_range();
        self.0.push(Box::new(items));
        (range.start, range.end)
    }

    fn text(&mut self, text: &str) -> *mut c_char {
        self.array(CString::new(text).unwrap().into_bytes_with_nul()).0.cast()
    }

    fn image(&mut self, image: &Image<'_>) -> PiDeviceBinaryStruct {
        let code = self.array(image.code.to_vec());
        let entries: Vec<_> = image.kernels.iter().map(|(name, _)| self.entry(name)).collect();
        let entries = self.array(entries);
        let layouts: Vec<_> = image.kernels.iter().map(|(name, layout)| self.bytes(name, &layout.encode())).collect();
        let exports: Vec<_> = image.exports.iter().map(|name| self.number(name)).collect();
        let imports: Vec<_> = image.imports.iter().map(|name| self.number(name)).collect();
        let metadata: Vec<_> = image.metadata.iter().map(|(name, value)| self.metadata(name, value)).collect();
        let constants = (0_u32..).zip(image.constants);
        let constants: Vec<_> = constants.map(|(id, name)| self.bytes(name, &words(&[id, 0, 4]))).collect();
        let globals: Vec<_> = image.image_globals.iter().map(|name| self.bytes(name, &words(&[4, 1]))).collect();
        let sets = vec![
            self.set(PropertySetName::KernelLayout, layouts),
            self.set(PropertySetName::ExportedSymbols, exports),
            self.set(PropertySetName::ImportedSymbols, imports),
            self.set(PropertySetName::ProgramMetadata, metadata),
            self.set(PropertySetName::SpecConstants, constants),
            self.set(PropertySetName::DeviceGlobals, globals),
        ];
        let sets = self.array(sets);
        PiDeviceBinaryStruct {
            version: 2,
            kind: PI_DEVICE_BINARY_OFFLOAD_KIND_SYCL,
            format: PI_DEVICE_BINARY_TYPE_SPIRV,
            device_target_spec: self.text(image.target),
            compile_options: self.text(""),
            link_options: self.text(""),
            manifest_start: std::ptr::null(),
            manifest_end: std::ptr::null(),
            binary_start: code.0,
            binary_end: code.1,
            entries_begin: entries.0,
            entries_end: entries.1,
            property_sets_begin: sets.0,
            property_sets_end: sets.1,
        }
    }

    fn entry(&mut self, name: &str) -> PiOffloadEntryStruct {
        let name = self.text(name);
        PiOffloadEntryStruct { addr: std::ptr::null_mut(), name, size: 0, flags: 0, reserved: 0 }
    }

    fn set(
        &mut self,
        name: PropertySetName,
        properties: Vec<PiDeviceBinaryPropertyStruct>,
    ) -> PiDeviceBinaryPropertySetStruct {
        let (properties_begin, properties_end) = self.array(properties);
        PiDeviceBinaryPropertySetStruct { name: self.text(name.name()), properties_begin, properties_end }
    }

    fn bytes(&mut self, name: &str, bytes: &[u8]) -> PiDeviceBinaryPropertyStruct {
        let raw = ByteArray::new(bytes.to_vec()).to_raw();
        let val_size = raw.len() as u64;
        let val_addr = self.array(raw).0.cast::<c_void>();
        PiDeviceBinaryPropertyStruct { name: self.text(name), val_addr, kind: PI_PROPERTY_TYPE_BYTE_ARRAY, val_size }
    }

    fn metadata(&mut self, name: &str, value: &Metadata<'_>) -> PiDeviceBinaryPropertyStruct {
        match value {
            Metadata::Number(number) => {
                PiDeviceBinaryPropertyStruct { val_size: u64::from(*number), ..self.number(name) }
            }
            Metadata::List(numbers) => self.bytes(name, &words(numbers)),
        }
    }

    fn number(&mut self, name: &str) -> PiDeviceBinaryPropertyStruct {
        PiDeviceBinaryPropertyStruct {
            name: self.text(name),
            val_addr: std::ptr::null_mut(),
            kind: PI_PROPERTY_TYPE_UINT32,
            val_size: 1,
        }
    }
}

fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}
