//! The structs that describe device images in a program's memory, as wrapper
//! objects lay them out and `tandem_register_images` receives them. Reading them
//! is the runtime's job; this file only fixes the layout.

use std::ffi::{c_char, c_void};

/// The only `Kind` that SYCL images have.
pub const PI_DEVICE_BINARY_OFFLOAD_KIND_SYCL: u8 = 4;
/// The `Version` of [`PiDeviceBinariesStruct`].
pub const PI_DEVICE_BINARIES_VERSION: u16 = 1;
/// Versions of [`PiDeviceBinaryStruct`] in use: the header of DPC++ says 1, its
/// wrapper tool writes 2; the layout is the same.
pub const PI_DEVICE_BINARY_VERSIONS: std::ops::RangeInclusive<u16> = 1..=2;

/// `pi_device_binary_type`: the format is not known.
pub const PI_DEVICE_BINARY_TYPE_NONE: u8 = 0;
/// `pi_device_binary_type`: native code of one device.
pub const PI_DEVICE_BINARY_TYPE_NATIVE: u8 = 1;
/// `pi_device_binary_type`: SPIR-V.
pub const PI_DEVICE_BINARY_TYPE_SPIRV: u8 = 2;
/// `pi_device_binary_type`: LLVM bitcode.
pub const PI_DEVICE_BINARY_TYPE_LLVMIR_BITCODE: u8 = 3;

/// `pi_property_type`: the value is in the size field.
pub const PI_PROPERTY_TYPE_UINT32: u32 = 1;
/// `pi_property_type`: the value is bytes, after a 64-bit size in bits.
pub const PI_PROPERTY_TYPE_BYTE_ARRAY: u32 = 2;
/// `pi_property_type`: the value is a zero-terminated string.
pub const PI_PROPERTY_TYPE_STRING: u32 = 3;

/// `_pi_offload_entry_struct`: one kernel of an image.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PiOffloadEntryStruct {
    /// Unused in SYCL.
    pub addr: *mut c_void,
    /// The kernel's name, zero-terminated.
    pub name: *mut c_char,
    /// Unused in SYCL.
    pub size: usize,
    /// Unused in SYCL.
    pub flags: i32,
    /// Zero.
    pub reserved: i32,
}

/// `_pi_device_binary_property_struct`: one property of an image.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PiDeviceBinaryPropertyStruct {
    /// The property's name, zero-terminated.
    pub name: *mut c_char,
    /// The value, or null where `val_size` holds it.
    pub val_addr: *mut c_void,
    /// `PI_PROPERTY_TYPE_*`.
    pub kind: u32,
    /// Size of the value in bytes, or the value itself.
    pub val_size: u64,
}

/// `_pi_device_binary_property_set_struct`: a named array of properties.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PiDeviceBinaryPropertySetStruct {
    /// The set's name, zero-terminated.
    pub name: *mut c_char,
    /// First property.
    pub properties_begin: *mut PiDeviceBinaryPropertyStruct,
    /// One past the last property.
    pub properties_end: *mut PiDeviceBinaryPropertyStruct,
}

/// `pi_device_binary_struct`: one device image.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PiDeviceBinaryStruct {
    /// The version, one of [`PI_DEVICE_BINARY_VERSIONS`].
    pub version: u16,
    /// [`PI_DEVICE_BINARY_OFFLOAD_KIND_SYCL`].
    pub kind: u8,
    /// `PI_DEVICE_BINARY_TYPE_*`.
    pub format: u8,
    /// The target, such as "spir64", zero-terminated.
    pub device_target_spec: *const c_char,
    /// Options for compiling the image, zero-terminated.
    pub compile_options: *const c_char,
    /// Options for linking the image, zero-terminated.
    pub link_options: *const c_char,
    /// First byte of the manifest, or null.
    pub manifest_start: *const c_char,
    /// One past the manifest.
    pub manifest_end: *const c_char,
    /// First byte of the code.
    pub binary_start: *const u8,
    /// One past the code.
    pub binary_end: *const u8,
    /// First kernel.
    pub entries_begin: *mut PiOffloadEntryStruct,
    /// One past the last kernel.
    pub entries_end: *mut PiOffloadEntryStruct,
    /// First property set.
    pub property_sets_begin: *mut PiDeviceBinaryPropertySetStruct,
    /// One past the last property set.
    pub property_sets_end: *mut PiDeviceBinaryPropertySetStruct,
}

/// `pi_device_binaries_struct`: the images of one executable or library.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PiDeviceBinariesStruct {
    /// [`PI_DEVICE_BINARIES_VERSION`].
    pub version: u16,
    /// Length of `device_binaries`.
    pub num_device_binaries: u16,
    /// The images.
    pub device_binaries: *mut PiDeviceBinaryStruct,
    /// Unused in SYCL.
    pub host_entries_begin: *mut *mut PiOffloadEntryStruct,
    /// Unused in SYCL.
    pub host_entries_end: *mut *mut PiOffloadEntryStruct,
}

const _: () = {
    use std::mem::offset_of;
    assert!(size_of::<PiOffloadEntryStruct>() == 32);
    assert!(size_of::<PiDeviceBinaryPropertyStruct>() == 32);
    assert!(offset_of!(PiDeviceBinaryPropertyStruct, val_size) == 24);
    assert!(size_of::<PiDeviceBinaryPropertySetStruct>() == 24);
    assert!(size_of::<PiDeviceBinaryStruct>() == 96);
    assert!(offset_of!(PiDeviceBinaryStruct, device_target_spec) == 8);
    assert!(offset_of!(PiDeviceBinaryStruct, binary_start) == 48);
    assert!(offset_of!(PiDeviceBinaryStruct, property_sets_begin) == 80);
    assert!(size_of::<PiDeviceBinariesStruct>() == 32);
};
