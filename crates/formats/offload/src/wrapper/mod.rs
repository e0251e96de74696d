//! Wraps device images into an ELF relocatable object for the host. Linked
//! into a program or shared library, the object hands its descriptor to
//! `tandem_register_images` when the module is loaded and to
//! `tandem_unregister_images` when it is unloaded.
//!
//! Sections of the object:
//!
//! | section | holds |
//! |---|---|
//! | `__CLANG_OFFLOAD_BUNDLE__sycl-TARGET` | the bytes of all images for TARGET |
//! | `.data.rel.ro` | the descriptors ([`tandem_image::descriptor`]), which hold pointers |
//! | `.rodata` | names, options and property values |
//! | `.text.startup` | the constructor and the destructor |
//! | `.init_array.1`, `.fini_array.1` | their addresses, at priority 1 |
//!
//! Pointers live only in writable-until-relocated data and calls go through
//! the procedure linkage table, so the object fits position-independent
//! executables and shared libraries alike.

pub mod assembly;
mod data;

use std::collections::HashMap;

use object::write::{Object, Relocation, SectionId, Symbol, SymbolId, SymbolSection};
use object::{
    Architecture, BinaryFormat, Endianness, RelocationFlags, SectionFlags, SectionKind, SymbolFlags, SymbolKind,
    SymbolScope, elf,
};

use data::{Block, Pointer, ReadOnlyData};
use tandem_image::descriptor::{IMAGE_SECTION_PREFIX, SYMBOL, binaries, binary, entry};
use tandem_image::descriptor::{property, property_set};
use tandem_image::device_image::DeviceImage;
use tandem_image::property::{PropertySetName, PropertySetRegistry, PropertyType, PropertyValue};

/// Why images could not be wrapped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WrapError {
    /// A descriptor counts its images in 16 bits.
    #[error("{0} device images in one wrapper; at most 65535 fit")]
    TooManyImages(usize),
    /// Two images define a kernel, with different arguments.
    #[error("kernel `{}` is in two images with different arguments", tandem_image::demangle::kernel(.0))]
    Arguments(String),
    /// Descriptors hold zero-terminated strings.
    #[error("{what} `{text}` contains a zero byte")]
    InteriorZero {
        /// The name of the string.
        what: &'static str,
        /// The string.
        text: String,
    },
    /// The object that was just written cannot be read.
    #[error("reading the wrapper object: {0}")]
    Read(object::read::Error),
    /// The object could not be written.
    #[error("writing the wrapper object: {0}")]
    Object(#[from] object::write::Error),
}

/// How a wrapper object presents itself.
#[derive(Clone, Copy, Debug)]
pub struct WrapOptions<'a> {
    /// Whether it registers its images with the runtime.
    pub register: bool,
    /// Name of a global symbol for the descriptor, for code that registers
    /// the images itself.
    pub symbol: Option<&'a str>,
}

impl Default for WrapOptions<'_> {
    fn default() -> Self {
        Self { register: true, symbol: None }
    }
}

/// Wraps `images` into a relocatable object for x86-64 Linux that registers
/// them with the runtime.
pub fn wrap(images: &[DeviceImage]) -> Result<Vec<u8>, WrapError> {
    wrap_with(images, WrapOptions::default())
}

/// [`wrap`], presented as `options` say.
pub fn wrap_with(images: &[DeviceImage], options: WrapOptions<'_>) -> Result<Vec<u8>, WrapError> {
    check_kernels(images)?;
    let count = u16::try_from(images.len()).map_err(|_| WrapError::TooManyImages(images.len()))?;
    let mut writer = Writer::new();
    let mut table = Block::new();
    for image in images {
        writer.put_image(&mut table, image)?;
    }
    let table = writer.place(table);

    let mut descriptor = Block::new();
    descriptor.u16(binaries::VERSION);
    descriptor.u16(count);
    descriptor.pad_to(binaries::BINARIES);
    descriptor.pointer(table);
    descriptor.pad_to(binaries::SIZE);
    let descriptor = writer.place(descriptor);
    writer.finish(descriptor, options)
}

/// Refuses kernels of one name that take different arguments: which of them a
/// program gets would be left to chance.
fn check_kernels(images: &[DeviceImage]) -> Result<(), WrapError> {
    let mut layouts: HashMap<&str, &PropertyValue> = HashMap::new();
    let all = images.iter().filter_map(|image| image.properties.set(PropertySetName::KernelLayout));
    for (kernel, layout) in all.flatten() {
        if *layouts.entry(kernel).or_insert(layout) != layout {
            return Err(WrapError::Arguments(kernel.clone()));
        }
    }
    Ok(())
}

/// The object under construction.
struct Writer {
    object: Object<'static>,
    relro: SectionId,
    rodata: ReadOnlyData,
    /// The sections of image bytes, by name.
    image_sections: HashMap<String, SectionId>,
    /// Relocations of `relro`, kept until section symbols exist.
    pointers: Vec<(u64, Pointer)>,
    /// Undefined symbols, by name.
    host_variables: HashMap<String, SymbolId>,
    /// Relocations of `relro` to these.
    addresses: Vec<(u64, SymbolId)>,
}

impl Writer {
    fn new() -> Self {
        let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
        let relro = object.add_section(vec![], b".data.rel.ro".to_vec(), SectionKind::ReadOnlyDataWithRel);
        let rodata = object.add_section(vec![], b".rodata".to_vec(), SectionKind::ReadOnlyData);
        Self {
            object,
            relro,
            rodata: ReadOnlyData::new(rodata),
            image_sections: HashMap::new(),
            pointers: Vec::new(),
            host_variables: HashMap::new(),
            addresses: Vec::new(),
        }
    }

    /// Appends a `pi_device_binary_struct` to `table`.
    fn put_image(&mut self, table: &mut Block, image: &DeviceImage) -> Result<(), WrapError> {
        let base = table.len();
        let target = self.string("device target", &image.target)?;
        let compile_options = self.string("compile options", &image.compile_options)?;
        let link_options = self.string("link options", &image.link_options)?;
        let bytes = self.image_bytes(image);
        let globals: Vec<&str> = image.device_globals().collect();
        let entries = self.entries(&image.entries, &globals)?;
        let sets = self.property_sets(&image.properties)?;

        table.u16(binary::VERSION);
        table.u8(binary::KIND_SYCL);
        table.u8(image.format.number());
        table.pad_to(base + binary::TARGET);
        table.pointer(target);
        table.pointer(compile_options);
        table.pointer(link_options);
        table.pad_to(base + binary::LAYOUT.image);
        table.range(bytes, image.bytes.len() as u64);
        table.range(entries, (image.entries.len() + globals.len()) as u64 * entry::SIZE);
        let num_sets = image.properties.sets().count() as u64;
        table.range(sets, num_sets * property_set::SIZE);
        Ok(())
    }

    fn image_bytes(&mut self, image: &DeviceImage) -> Pointer {
        let name = format!("{IMAGE_SECTION_PREFIX}{}", image.target);
        let object = &mut self.object;
        let section = *(self.image_sections.entry(name))
            .or_insert_with_key(|name| object.add_section(vec![], name.as_bytes().to_vec(), SectionKind::ReadOnlyData));
        let offset = self.object.append_section_data(section, &image.bytes, 16);
        Pointer { section, offset }
    }

    /// Kernels, which have no address on the host, then device globals, which
    /// have that of the variable.
    fn entries(&mut self, names: &[String], globals: &[&str]) -> Result<Pointer, WrapError> {
        let mut block = Block::new();
        let mut addresses = Vec::new();
        let names = names.iter().map(|name| (name.as_str(), false));
        for (i, (name, is_global)) in names.chain(globals.iter().map(|name| (*name, true))).enumerate() {
            let base = i as u64 * entry::SIZE;
            if is_global {
                addresses.push((base + entry::ADDRESS, self.host_variable(name)));
            }
            block.pad_to(base + entry::NAME);
            block.pointer(self.string("entry name", name)?);
            block.pad_to(base + entry::SIZE);
        }
        let entries = self.place(block);
        self.addresses.extend(addresses.into_iter().map(|(at, symbol)| (entries.offset + at, symbol)));
        Ok(entries)
    }

    /// A symbol of the host, which need not exist.
    fn host_variable(&mut self, name: &str) -> SymbolId {
        let object = &mut self.object;
        *self.host_variables.entry(name.to_owned()).or_insert_with(|| {
            object.add_symbol(Symbol {
                name: name.into(),
                value: 0,
                size: 0,
                kind: SymbolKind::Data,
                scope: SymbolScope::Unknown,
                weak: true,
                section: SymbolSection::Undefined,
                flags: SymbolFlags::None,
            })
        })
    }

    fn property_sets(&mut self, registry: &PropertySetRegistry) -> Result<Pointer, WrapError> {
        let mut block = Block::new();
        for (name, set) in registry.sets() {
            let mut properties = Block::new();
            for (key, value) in set {
                self.put_property(&mut properties, key, value)?;
            }
            let size = properties.len();
            let properties = self.place(properties);
            block.pointer(self.string("property set name", name.as_str())?);
            block.range(properties, size);
        }
        Ok(self.place(block))
    }

    fn put_property(&mut self, block: &mut Block, key: &str, value: &PropertyValue) -> Result<(), WrapError> {
        let base = block.len();
        block.pointer(self.string("property name", key)?);
        match value {
            PropertyValue::U32(value) => {
                block.pad_to(base + property::TYPE);
                block.u32(PropertyType::U32 as u32);
                block.pad_to(base + property::VALUE_SIZE);
                block.u64(u64::from(*value));
            }
            PropertyValue::Bytes(array) => {
                let raw = array.to_raw();
                block.pointer(self.rodata.bytes(&raw));
                block.u32(PropertyType::Bytes as u32);
                block.pad_to(base + property::VALUE_SIZE);
                block.u64(raw.len() as u64);
            }
        }
        Ok(())
    }

    fn string(&mut self, what: &'static str, text: &str) -> Result<Pointer, WrapError> {
        self.rodata.string(text).ok_or_else(|| WrapError::InteriorZero { what, text: text.to_owned() })
    }

    /// Moves a finished block into `.data.rel.ro`.
    fn place(&mut self, block: Block) -> Pointer {
        let (bytes, pointers) = block.into_parts();
        let offset = self.object.append_section_data(self.relro, &bytes, 16);
        let moved = pointers.into_iter().map(|(at, to)| (offset + at, to));
        self.pointers.extend(moved);
        Pointer { section: self.relro, offset }
    }

    fn finish(mut self, descriptor: Pointer, options: WrapOptions<'_>) -> Result<Vec<u8>, WrapError> {
        let rodata = self.rodata.section();
        let bytes = self.rodata.into_bytes();
        self.object.append_section_data(rodata, &bytes, 8);
        for (offset, to) in self.pointers {
            let symbol = self.object.section_symbol(to.section);
            let addend = to.offset as i64;
            add_relocation(&mut self.object, self.relro, offset, symbol, elf::R_X86_64_64, addend)?;
        }

        for (offset, symbol) in self.addresses {
            add_relocation(&mut self.object, self.relro, offset, symbol, elf::R_X86_64_64, 0)?;
        }

        let descriptor = self.object.add_symbol(Symbol {
            name: options.symbol.unwrap_or(SYMBOL).into(),
            value: descriptor.offset,
            size: binaries::SIZE,
            kind: SymbolKind::Data,
            scope: if options.symbol.is_some() { SymbolScope::Linkage } else { SymbolScope::Compilation },
            weak: false,
            section: SymbolSection::Section(descriptor.section),
            flags: SymbolFlags::None,
        });
        if options.register {
            for hook in Hook::BOTH {
                hook.add(&mut self.object, descriptor)?;
            }
        }
        // An object without this section would request an executable stack.
        self.object.add_section(vec![], b".note.GNU-stack".to_vec(), SectionKind::Other);
        Ok(self.object.write()?)
    }
}

/// A constructor or destructor that passes the descriptor to the runtime.
struct Hook {
    function: &'static str,
    callee: &'static str,
    array: &'static str,
    array_type: elf::SectionType,
}

impl Hook {
    const BOTH: [Self; 2] = [
        Self {
            function: "sycl.descriptor_reg",
            callee: "tandem_register_images",
            array: ".init_array.1",
            array_type: elf::SHT_INIT_ARRAY,
        },
        Self {
            function: "sycl.descriptor_unreg",
            callee: "tandem_unregister_images",
            array: ".fini_array.1",
            array_type: elf::SHT_FINI_ARRAY,
        },
    ];

    /// `endbr64; lea descriptor(%rip), %rdi; jmp callee@PLT`. The tail jump
    /// keeps the stack aligned as at the function's entry and needs no frame.
    const CODE: [u8; 16] = [
        0xf3, 0x0f, 0x1e, 0xfa, // endbr64
        0x48, 0x8d, 0x3d, 0, 0, 0, 0, // lea rel32(%rip), %rdi
        0xe9, 0, 0, 0, 0, // jmp rel32
    ];
    const DESCRIPTOR_AT: u64 = 7;
    const CALLEE_AT: u64 = 12;

    fn add(&self, object: &mut Object<'_>, descriptor: SymbolId) -> Result<(), WrapError> {
        let text = object.add_section(vec![], b".text.startup".to_vec(), SectionKind::Text);
        object.append_section_data(text, &Self::CODE, 16);
        let symbol = |name: &str, scope, section| Symbol {
            name: name.into(),
            value: 0,
            size: 0,
            kind: SymbolKind::Text,
            scope,
            weak: false,
            section,
            flags: SymbolFlags::None,
        };
        let function = object.add_symbol(Symbol {
            size: Self::CODE.len() as u64,
            ..symbol(self.function, SymbolScope::Compilation, SymbolSection::Section(text))
        });
        let callee = object.add_symbol(symbol(self.callee, SymbolScope::Unknown, SymbolSection::Undefined));
        // PC-relative fields count from the end of their instruction.
        let (pc32, plt32) = (elf::R_X86_64_PC32, elf::R_X86_64_PLT32);
        add_relocation(object, text, Self::DESCRIPTOR_AT, descriptor, pc32, -4)?;
        add_relocation(object, text, Self::CALLEE_AT, callee, plt32, -4)?;

        let array = object.add_section(vec![], self.array.into(), SectionKind::Data);
        object.section_mut(array).flags =
            SectionFlags::Elf { sh_type: self.array_type, sh_flags: elf::SHF_ALLOC | elf::SHF_WRITE };
        object.append_section_data(array, &[0; 8], 8);
        add_relocation(object, array, 0, function, elf::R_X86_64_64, 0)
    }
}

fn add_relocation(
    object: &mut Object<'_>,
    section: SectionId,
    offset: u64,
    symbol: SymbolId,
    r_type: elf::RelocationType,
    addend: i64,
) -> Result<(), WrapError> {
    let relocation = Relocation { offset, symbol, addend, flags: RelocationFlags::Elf { r_type } };
    Ok(object.add_relocation(section, relocation)?)
}
