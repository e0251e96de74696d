//! Finds the device images that are registered by an object, executable or
//! shared library, ours or DPC++'s, and reads them back from the descriptors
//! ([`crate::descriptor`]) without running anything.
//!
//! Descriptors are found by their symbol; where that was stripped, by looking
//! for data that reads as one. Every pointer is checked against the file.

mod memory;

use object::read::{File, Object, ObjectSymbol};
use object::{Architecture, BinaryFormat};

use crate::archive::{self, ArchiveError, Contents};
use crate::bytes::Truncated;
use crate::descriptor::{self, binaries, binary, entry, llvm_entry, property, property_set};
use crate::device_image::{DeviceImage, ImageFormat};
use crate::property::{ByteArray, PropertySetName, PropertySetRegistry, PropertyType, PropertyValue};
use memory::Memory;

/// Why the images of a file could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file, or a member of the archive, is no readable object file.
    #[error("{file}: {source}")]
    Object {
        /// File, and archive member if there is one.
        file: String,
        /// The object parser's error.
        source: object::read::Error,
    },
    /// The archive is damaged.
    #[error("{file}: {source}")]
    Archive {
        /// The archive.
        file: String,
        /// The kind of damage.
        source: ArchiveError,
    },
    /// An object file of another platform.
    #[error("{file}: {found} object files are not supported, only x86-64 ELF")]
    Platform {
        /// File, and archive member if there is one.
        file: String,
        /// Format and architecture of the file.
        found: String,
    },
    /// A descriptor that does not hold together.
    #[error("{file}: {symbol}: {fault}", symbol = descriptor::SYMBOL)]
    Descriptor {
        /// File, and archive member if there is one.
        file: String,
        /// The fault, with its address.
        fault: Fault,
    },
}

/// A fault in a descriptor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at address {address:#x}: {problem}")]
pub struct Fault {
    /// Address in the file's own address space.
    pub address: u64,
    /// The kind of fault.
    pub problem: Problem,
}

/// Kinds of damage in a descriptor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A pointer leads outside of the file.
    #[error("{size} bytes here reach beyond the end of the file")]
    Unmapped {
        /// How many bytes were expected.
        size: u64,
    },
    /// A string runs to the end of its section.
    #[error("string is not terminated")]
    Unterminated,
    /// A begin pointer greater than its end pointer, or a size that is no multiple.
    #[error("range {begin:#x}..{end:#x} is not an array of {size}-byte elements")]
    Range {
        /// Begin pointer.
        begin: u64,
        /// End pointer.
        end: u64,
        /// Size of an element.
        size: u64,
    },
    /// A version that is not known.
    #[error("{what} has version {found}")]
    Version {
        /// The name of the structure.
        what: &'static str,
        /// Its version.
        found: u16,
    },
    /// An image for another offloading model.
    #[error("device image has offload kind {0}, not 4 (SYCL)")]
    Kind(u8),
    /// A property of a type that is not known.
    #[error("property `{key}` has unknown type {value_type}")]
    PropertyType {
        /// Key of the property.
        key: String,
        /// Its type.
        value_type: u32,
    },
    /// An integer property that does not fit 32 bits.
    #[error("property `{key}`: {value} does not fit 32 bits")]
    Integer {
        /// Key of the property.
        key: String,
        /// Its value.
        value: u64,
    },
    /// A byte array that is shorter than its length field says.
    #[error("property `{key}`: {source}")]
    ByteArray {
        /// Key of the property.
        key: String,
        /// Where it ends.
        source: Truncated,
    },
}

/// The device images of an object, executable, shared library or archive of
/// objects. `file` is used in errors only. The result is empty where the file
/// registers no image.
pub fn images_in_file(file: &str, bytes: &[u8]) -> Result<Vec<DeviceImage>, ReadError> {
    if !archive::is_archive(bytes) {
        return images_in_object(file, bytes);
    }
    let members = archive::members(bytes).map_err(|source| ReadError::Archive { file: file.to_owned(), source })?;
    let mut images = Vec::new();
    for member in members {
        if let Contents::Inside(bytes) = member.contents {
            images.extend(images_in_object(&format!("{file}({})", member.name), bytes)?);
        }
    }
    Ok(images)
}

fn images_in_object(file: &str, bytes: &[u8]) -> Result<Vec<DeviceImage>, ReadError> {
    let object_error = |source| ReadError::Object { file: file.to_owned(), source };
    let object = File::parse(bytes).map_err(object_error)?;
    if (object.format(), object.architecture()) != (BinaryFormat::Elf, Architecture::X86_64) {
        return Err(ReadError::Platform {
            file: file.to_owned(),
            found: format!("{:?} {:?}", object.format(), object.architecture()),
        });
    }
    let memory = Memory::new(&object).map_err(object_error)?;
    let named: Vec<u64> = object
        .symbols()
        .filter(|symbol| symbol.name_bytes() == Ok(descriptor::SYMBOL.as_bytes()))
        .filter_map(|symbol| memory.symbol_address(&symbol))
        .collect();
    let reader = Reader { memory };
    if named.is_empty() {
        return Ok(reader.search());
    }
    let mut images = Vec::new();
    for address in named {
        let found =
            reader.descriptor(address).map_err(|fault| ReadError::Descriptor { file: file.to_owned(), fault })?;
        images.extend(found);
    }
    Ok(images)
}

struct Reader<'a> {
    memory: Memory<'a>,
}

impl Reader<'_> {
    /// Images of all data that reads as a descriptor without any fault.
    fn search(&self) -> Vec<DeviceImage> {
        self.memory
            .candidates(binaries::SIZE)
            .filter(|address| self.looks_like_descriptor(*address))
            .filter_map(|address| self.descriptor(address).ok())
            .flatten()
            .collect()
    }

    /// A quick test that rejects almost everything: version, count, padding,
    /// and no host entries.
    fn looks_like_descriptor(&self, address: u64) -> bool {
        let head = self.memory.u64(address).unwrap_or(0);
        let count = (head >> 16) & 0xffff;
        head & 0xffff == u64::from(binaries::VERSION)
            && head >> 32 == 0
            && count > 0
            && self.memory.pointer(address + 16) == Ok(0)
            && self.memory.pointer(address + 24) == Ok(0)
    }

    fn descriptor(&self, address: u64) -> Result<Vec<DeviceImage>, Fault> {
        let version = self.memory.u16(address)?;
        if version != binaries::VERSION {
            let what = "descriptor";
            return Err(fault(address, Problem::Version { what, found: version }));
        }
        let count = self.memory.u16(at(address, binaries::COUNT))?;
        let mut next = self.memory.pointer(at(address, binaries::BINARIES))?;
        let mut images = Vec::new();
        for _ in 0..count {
            let layout = self.image_layout(next)?;
            images.push(self.image(next, &layout)?);
            next = at(next, layout.size);
        }
        Ok(images)
    }

    fn image_layout(&self, address: u64) -> Result<binary::Layout, Fault> {
        let version = self.memory.u16(address)?;
        let unknown = Problem::Version { what: "device image", found: version };
        binary::Layout::of_version(version).ok_or_else(|| fault(address, unknown))
    }

    fn image(&self, address: u64, layout: &binary::Layout) -> Result<DeviceImage, Fault> {
        let memory = &self.memory;
        let kind = memory.u8(at(address, binary::KIND))?;
        if kind != binary::KIND_SYCL {
            return Err(fault(address, Problem::Kind(kind)));
        }
        let format = memory.u8(at(address, binary::FORMAT))?;
        let (begin, size) = self.range(at(address, layout.image), 1)?;
        let properties = self.property_sets(at(address, layout.property_sets))?;
        let mut entries = self.entry_names(at(address, layout.entries))?;
        // Device globals have entries for their addresses.
        entries.retain(|entry| properties.get(PropertySetName::DeviceGlobals, entry).is_none());
        Ok(DeviceImage {
            format: ImageFormat::from_number(format),
            target: self.optional_string(at(address, binary::TARGET))?,
            compile_options: self.optional_string(at(address, binary::COMPILE_OPTIONS))?,
            link_options: self.optional_string(at(address, binary::LINK_OPTIONS))?,
            bytes: memory.bytes(begin, size)?.to_vec(),
            entries,
            properties,
        })
    }

    /// The names of the entries whose begin and end pointers are at `address`.
    fn entry_names(&self, address: u64) -> Result<Vec<String>, Fault> {
        let (begin, _) = self.range(address, 1)?;
        let is_llvm_entry = self.memory.constant(at(begin, llvm_entry::HEAD)) == Some(llvm_entry::HEAD_OF_SYCL);
        let (size, name) =
            if is_llvm_entry { (llvm_entry::SIZE, llvm_entry::NAME) } else { (entry::SIZE, entry::NAME) };
        self.array(address, size)?.map(|entry| self.optional_string(at(entry, name))).collect()
    }

    fn property_sets(&self, address: u64) -> Result<PropertySetRegistry, Fault> {
        let mut registry = PropertySetRegistry::new();
        for set in self.array(address, property_set::SIZE)? {
            let name = self.optional_string(at(set, property_set::NAME))?;
            let properties = registry.set_mut(name.as_str());
            for address in self.array(at(set, property_set::PROPERTIES), property::SIZE)? {
                let key = self.optional_string(at(address, property::NAME))?;
                let value = self.property_value(address, &key)?;
                properties.insert(key, value);
            }
        }
        Ok(registry)
    }

    fn property_value(&self, address: u64, key: &str) -> Result<PropertyValue, Fault> {
        let size = self.memory.u64(at(address, property::VALUE_SIZE))?;
        let key = || key.to_owned();
        let number = self.memory.u32(at(address, property::TYPE))?;
        let value_type = PropertyType::from_number(number)
            .ok_or_else(|| fault(address, Problem::PropertyType { key: key(), value_type: number }))?;
        match value_type {
            PropertyType::U32 => u32::try_from(size)
                .map(PropertyValue::U32)
                .map_err(|_| fault(address, Problem::Integer { key: key(), value: size })),
            PropertyType::Bytes => {
                let value = self.memory.pointer(at(address, property::VALUE))?;
                let raw = self.memory.bytes(value, size)?;
                ByteArray::from_raw(raw)
                    .map(PropertyValue::Bytes)
                    .map_err(|source| fault(value, Problem::ByteArray { key: key(), source }))
            }
        }
    }

    /// The string that the pointer at `address` leads to; empty for null.
    fn optional_string(&self, address: u64) -> Result<String, Fault> {
        match self.memory.pointer(address)? {
            0 => Ok(String::new()),
            text => self.memory.string(text),
        }
    }

    /// The element addresses of the array whose begin and end pointers are at
    /// `address`.
    fn array(&self, address: u64, element_size: u64) -> Result<impl Iterator<Item = u64> + use<>, Fault> {
        let (begin, size) = self.range(address, element_size)?;
        // Elements are read one by one, so a wild size ends at the first one
        // that is outside of the file.
        Ok((0..size / element_size).map(move |i| at(begin, i * element_size)))
    }

    /// Begin and size in bytes of the range whose two pointers are at
    /// `address`.
    fn range(&self, address: u64, element_size: u64) -> Result<(u64, u64), Fault> {
        let begin = self.memory.pointer(address)?;
        let end = self.memory.pointer(at(address, 8))?;
        match end.checked_sub(begin) {
            Some(size) if size % element_size == 0 => Ok((begin, size)),
            _ => Err(fault(address, Problem::Range { begin, end, size: element_size })),
        }
    }
}

/// The address of a field. Wraps, as addresses in damaged files may; the next
/// read then fails.
fn at(base: u64, offset: u64) -> u64 {
    base.wrapping_add(offset)
}

fn fault(address: u64, problem: Problem) -> Fault {
    Fault { address, problem }
}
