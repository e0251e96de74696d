//! A small loader for ELF x86-64 relocatable objects: what `codegen-cpu`
//! makes, and what the compiler cache and ahead-of-time images hold.
//!
//! Input: the bytes of an object, from anywhere. Output: an [`Image`], mapped,
//! relocated and protected. All input is checked: whatever is wrong with it is
//! a [`LoadError`] that names section, offset or symbol.
//!
//! Steps: [`layout`] places the sections in three segments (code, read-only,
//! data) of one mapping, so that they reach each other with 32-bit offsets;
//! [`relocate`] resolves symbols and applies relocations; then the segments get
//! their protection; [`unwind`] and [`debugger`] tell the unwinder and gdb.

mod debugger;
mod error;
mod layout;
mod memory;
mod relocate;
mod symbols;
mod unwind;

use std::collections::HashMap;

use object::read::elf::ElfFile64;
use object::{Architecture, Endianness, Object, ObjectKind, ObjectSection, ObjectSymbol};

pub use error::LoadError;
use layout::{Layout, Segment};
use memory::Mapping;

type ElfObject<'data> = ElfFile64<'data, Endianness>;
type Result<T, E = LoadError> = std::result::Result<T, E>;

/// A loaded object. Dropping it unmaps the code.
pub struct Image {
    // Dropped in this order: nobody may look at the code once it is gone.
    _debugger: debugger::Registration,
    _frames: Option<unwind::Registration>,
    symbols: HashMap<String, usize>,
    code: std::ops::Range<usize>,
    _mapping: Mapping,
}

impl Image {
    /// Loads an object.
    pub fn load(bytes: &[u8]) -> Result<Self> {
        let file = parse(bytes)?;
        let layout = Layout::new(&file)?;
        let mut mapping = Mapping::new(layout.total_bytes(), layout.needs_low_addresses())?;
        copy_sections(&file, &layout, &mut mapping)?;
        let frames = unwind::find(&file, &layout, &mapping)?;
        relocate::relocate(&file, &layout, &mut mapping)?;
        layout.protect(&mapping)?;

        let base = mapping.address();
        let code = layout.segment(Segment::Code);
        Ok(Self {
            _debugger: debugger::Registration::new(bytes, &file, &layout, base),
            _frames: frames.map(unwind::Registration::new),
            symbols: global_symbols(&file, &layout, base),
            code: base + code.start..base + code.end,
            _mapping: mapping,
        })
    }

    /// Address of a global symbol that the object defines.
    pub fn symbol(&self, name: &str) -> Option<usize> {
        self.symbols.get(name).copied()
    }

    /// Address of a global function that the object defines.
    pub fn function(&self, name: &str) -> Option<usize> {
        self.symbol(name).filter(|address| self.code.contains(address))
    }

    /// The addresses of the code.
    pub fn code(&self) -> std::ops::Range<usize> {
        self.code.clone()
    }
}

/// The contents of a section that is not loaded, such as the kernel metadata.
pub fn section<'data>(bytes: &'data [u8], name: &'static str) -> Result<&'data [u8]> {
    let file = parse(bytes)?;
    let section = file.section_by_name(name).ok_or(LoadError::MissingSection(name))?;
    section.data().map_err(LoadError::malformed)
}

fn parse(bytes: &[u8]) -> Result<ElfObject<'_>> {
    let file = ElfObject::parse(bytes).map_err(LoadError::malformed)?;
    if file.kind() != ObjectKind::Relocatable {
        return Err(LoadError::NotRelocatable);
    }
    if file.architecture() != Architecture::X86_64 || file.endian() != Endianness::Little {
        return Err(LoadError::WrongArchitecture);
    }
    Ok(file)
}

fn copy_sections(file: &ElfObject<'_>, layout: &Layout, mapping: &mut Mapping) -> Result<()> {
    for section in file.sections() {
        let Some(place) = layout.place(section.index()) else { continue };
        // Sections without contents in the file stay zero.
        let data = section.data().map_err(LoadError::malformed)?;
        let target = mapping.bytes_mut(place.range());
        let target = target.and_then(|target| target.get_mut(..data.len()));
        target.ok_or(LoadError::TooLarge)?.copy_from_slice(data);
    }
    Ok(())
}

fn global_symbols(file: &ElfObject<'_>, layout: &Layout, base: usize) -> HashMap<String, usize> {
    let globals = file.symbols().filter(|symbol| symbol.is_global() && symbol.is_definition());
    globals
        .filter_map(|symbol| {
            let address = layout.symbol_offset(&symbol)?;
            Some((symbol.name().ok()?.to_owned(), base + address))
        })
        .collect()
}
