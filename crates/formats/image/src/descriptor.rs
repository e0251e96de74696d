//! Byte layout of the binary descriptors (`pi_device_binaries_struct` and the structures that it points to) on 64-bit
//! targets. The writer (`wrapper` of `tandem-offload`) and the reader ([`crate::reader`]) both use these constants;
//! `tandem-pi-abi` has the same structures as `repr(C)` types for the runtime.
//!
//! ```text
//! binaries  0 u16 version = 1 │ 2 u16 count │ 8 binary* │ 16, 24 host entries (null)
//! binary    0 u16 version │ 2 u8 kind = 4 │ 3 u8 format │ 8 target* │ 16 compile options*
//!          24 link options* │ 32, 40 manifest │ 48, 56 image │ 64, 72 entries
//!          80, 88 property sets                        (pairs: begin, end)
//!          version 3 has no manifest: 32, 40 image │ 48, 56 entries │ 64, 72 property sets
//! entry     0 address* │ 8 name* │ 16 u64 size │ 24 i32 flags │ 28 i32 reserved
//! entry of LLVM 20   0 u64 zero │ 8 u16 version = 1 │ 10 u16 kind = 8 │ 12 u32 flags = 0
//!          16 address* │ 24 name* │ 32 u64 size │ 40 u64 data │ 48 auxiliary*
//! set       0 name* │ 8, 16 properties (begin, end)
//! property  0 name* │ 8 value* │ 16 u32 type │ 24 u64 size
//! ```
//!
//! An integer property has no value pointer: its value is in the size field. A byte array is stored as
//! [`ByteArray::to_raw`](crate::property::ByteArray::to_raw), that is, preceded by its length in bits, and the size
//! counts those 8 bytes.

/// Name of the local symbol of a `pi_device_binaries_struct`.
pub const SYMBOL: &str = ".sycl_offloading.descriptor";
/// Prefix of the names of sections with image bytes; the target follows.
pub const IMAGE_SECTION_PREFIX: &str = "__CLANG_OFFLOAD_BUNDLE__sycl-";

/// `pi_device_binaries_struct`.
pub mod binaries {
    /// Size in bytes.
    pub const SIZE: u64 = 32;
    /// The only version.
    pub const VERSION: u16 = 1;
    /// Offset of the number of binaries.
    pub const COUNT: u64 = 2;
    /// Offset of the pointer to the binaries.
    pub const BINARIES: u64 = 8;
}

/// `pi_device_binary_struct`.
pub mod binary {
    /// The version that is written. Version 1 has the same layout.
    pub const VERSION: u16 = 2;
    /// The version that recent versions of DPC++ write. It has no manifest.
    pub const VERSION_WITHOUT_MANIFEST: u16 = 3;
    /// The kind of a SYCL image.
    pub const KIND_SYCL: u8 = 4;
    /// Offset of the kind.
    pub const KIND: u64 = 2;
    /// Offset of the format.
    pub const FORMAT: u64 = 3;
    /// Offset of the target's name.
    pub const TARGET: u64 = 8;
    /// Offset of the compile options.
    pub const COMPILE_OPTIONS: u64 = 16;
    /// Offset of the link options.
    pub const LINK_OPTIONS: u64 = 24;

    /// Where the fields are that have moved between versions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Layout {
        /// Size in bytes.
        pub size: u64,
        /// Offset of the image's begin and end.
        pub image: u64,
        /// Offset of the entries' begin and end.
        pub entries: u64,
        /// Offset of the property sets' begin and end.
        pub property_sets: u64,
    }

    /// The layout of versions 1 and 2.
    pub const LAYOUT: Layout = Layout { size: 96, image: 48, entries: 64, property_sets: 80 };

    impl Layout {
        /// The layout of a version; none if the version is not known.
        pub fn of_version(version: u16) -> Option<Self> {
            match version {
                1..=VERSION => Some(LAYOUT),
                VERSION_WITHOUT_MANIFEST => Some(Self { size: 80, image: 32, entries: 48, property_sets: 64 }),
                _ => None,
            }
        }
    }
}

/// `_pi_offload_entry_struct`.
pub mod entry {
    /// Size in bytes.
    pub const SIZE: u64 = 32;
    /// Offset of the address: of a device global's variable on the host, null
    /// for everything else.
    pub const ADDRESS: u64 = 0;
    /// Offset of the name.
    pub const NAME: u64 = 8;
}

/// The entry that LLVM has since version 20 (`llvm::offloading::EntryTy`), for all offloading models.
pub mod llvm_entry {
    /// Size in bytes.
    pub const SIZE: u64 = 56;
    /// Offset of the field that distinguishes this entry from the older one, which has its name's address there.
    pub const HEAD: u64 = 8;
    /// Version 1, SYCL's kind (8) and no flags.
    pub const HEAD_OF_SYCL: u64 = 1 | 8 << 16;
    /// Offset of the name.
    pub const NAME: u64 = 24;
}

/// `_pi_device_binary_property_set_struct`.
pub mod property_set {
    /// Size in bytes.
    pub const SIZE: u64 = 24;
    /// Offset of the name.
    pub const NAME: u64 = 0;
    /// Offset of the properties' begin and end.
    pub const PROPERTIES: u64 = 8;
}

/// `_pi_device_binary_property_struct`.
pub mod property {
    /// Size in bytes.
    pub const SIZE: u64 = 32;
    /// Offset of the name.
    pub const NAME: u64 = 0;
    /// Offset of the pointer to a byte array.
    pub const VALUE: u64 = 8;
    /// Offset of the type.
    pub const TYPE: u64 = 16;
    /// Offset of the byte array's size, or of the integer.
    pub const VALUE_SIZE: u64 = 24;
}
