//! Where everything goes: sections, stubs for far calls, and the global offset
//! table, in one mapping.
//!
//! ```text
//! | code: sections, stubs | read-only: sections, GOT | data: sections, common symbols |
//! ```
//!
//! Each segment starts on a page. Offsets are relative to the mapping.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use object::read::elf::ElfSymbol64;
use object::{
    Endianness, Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget, SectionFlags, SectionIndex,
    SymbolIndex, SymbolSection, elf,
};

use super::memory::{Mapping, PAGE, Protection};
use super::{ElfObject, LoadError, Result};

/// Largest object, so that 32-bit offsets reach everywhere.
const MAX_BYTES: usize = 1 << 30;
/// Bytes of a stub: an indirect jump through the GOT, padded.
pub(super) const STUB: usize = 8;
/// Bytes of a slot of the GOT.
const SLOT: usize = 8;
/// Zeros after each section: the unwinder wants a terminator after its tables.
const GAP: usize = 8;

/// A part of the mapping with a single protection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    Code,
    ReadOnly,
    Data,
}

/// The place of a section.
#[derive(Clone, Copy, Debug)]
pub(super) struct SectionLayout {
    pub(super) offset: usize,
    pub(super) bytes: usize,
}

impl SectionLayout {
    pub(super) fn range(self) -> Range<usize> {
        self.offset..self.offset + self.bytes
    }
}

/// The plan of a mapping.
#[derive(Default)]
pub(super) struct Layout {
    /// By section index; `None` for sections that are not loaded.
    places: Vec<Option<SectionLayout>>,
    /// Offsets of symbols that only have a size.
    commons: BTreeMap<usize, usize>,
    /// Slot of each symbol in the GOT.
    slots: BTreeMap<usize, usize>,
    /// Stub of each undefined symbol.
    stubs: BTreeMap<usize, usize>,
    got: usize,
    segments: [Range<usize>; 3],
    needs_low_addresses: bool,
}

impl Layout {
    pub(super) fn new(file: &ElfObject<'_>) -> Result<Self> {
        let mut layout = Self::default();
        let wanted = layout.scan_relocations(file)?;
        let undefined: Vec<usize> =
            file.symbols().filter(|symbol| symbol.is_undefined()).map(|symbol| symbol.index().0).collect();

        let mut cursor = Cursor::default();
        layout.place_sections(file, Segment::Code, &mut cursor)?;
        for &symbol in &undefined {
            layout.stubs.insert(symbol, cursor.take(STUB, STUB)?);
        }
        layout.segments[Segment::Code as usize] = cursor.end_segment()?;

        layout.place_sections(file, Segment::ReadOnly, &mut cursor)?;
        layout.got = cursor.take(0, SLOT)?;
        for symbol in wanted.into_iter().chain(undefined) {
            if let Entry::Vacant(slot) = layout.slots.entry(symbol) {
                slot.insert(cursor.take(SLOT, SLOT)?);
            }
        }
        layout.segments[Segment::ReadOnly as usize] = cursor.end_segment()?;

        layout.place_sections(file, Segment::Data, &mut cursor)?;
        layout.place_commons(file, &mut cursor)?;
        layout.segments[Segment::Data as usize] = cursor.end_segment()?;
        Ok(layout)
    }

    /// Finds the symbols that need a slot of the GOT, and whether absolute
    /// 32-bit addresses are used.
    fn scan_relocations(&mut self, file: &ElfObject<'_>) -> Result<BTreeSet<usize>> {
        let mut symbols = BTreeSet::new();
        for section in file.sections() {
            if segment_of(&section)?.is_none() {
                continue;
            }
            for (_, relocation) in section.relocations() {
                let RelocationFlags::Elf { r_type } = relocation.flags() else { continue };
                match r_type {
                    elf::R_X86_64_32 | elf::R_X86_64_32S => self.needs_low_addresses = true,
                    elf::R_X86_64_GOTPCREL
                    | elf::R_X86_64_GOTPCRELX
                    | elf::R_X86_64_REX_GOTPCRELX
                    | elf::R_X86_64_GOTPCREL64
                    | elf::R_X86_64_GOT32
                    | elf::R_X86_64_GOT64 => {
                        if let RelocationTarget::Symbol(symbol) = relocation.target() {
                            symbols.insert(symbol.0);
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(symbols)
    }

    fn place_sections(&mut self, file: &ElfObject<'_>, segment: Segment, cursor: &mut Cursor) -> Result<()> {
        for section in file.sections() {
            if segment_of(&section)? != Some(segment) {
                continue;
            }
            let bytes = usize::try_from(section.size()).map_err(|_| LoadError::TooLarge)?;
            let align = usize::try_from(section.align().max(1)).unwrap_or(usize::MAX);
            if !align.is_power_of_two() || align > PAGE {
                return Err(section_error(&section, "its alignment is not supported"));
            }
            let place = SectionLayout { offset: cursor.take(bytes, align)?, bytes };
            cursor.take(GAP, 1)?;
            let index = section.index().0;
            if self.places.len() <= index {
                self.places.resize(index + 1, None);
            }
            self.places[index] = Some(place);
        }
        Ok(())
    }

    fn place_commons(&mut self, file: &ElfObject<'_>, cursor: &mut Cursor) -> Result<()> {
        for symbol in file.symbols().filter(|symbol| symbol.is_common()) {
            // The value of a common symbol is its alignment.
            let align = usize::try_from(symbol.address().max(1)).unwrap_or(usize::MAX);
            let bytes = usize::try_from(symbol.size()).map_err(|_| LoadError::TooLarge)?;
            if !align.is_power_of_two() || align > PAGE {
                return Err(LoadError::BadSymbol(symbol.name().unwrap_or_default().to_owned()));
            }
            self.commons.insert(symbol.index().0, cursor.take(bytes, align)?);
        }
        Ok(())
    }

    pub(super) fn total_bytes(&self) -> usize {
        self.segments[Segment::Data as usize].end
    }

    pub(super) fn needs_low_addresses(&self) -> bool {
        self.needs_low_addresses
    }

    pub(super) fn segment(&self, segment: Segment) -> Range<usize> {
        self.segments[segment as usize].clone()
    }

    /// The place of a section that is loaded.
    pub(super) fn place(&self, section: SectionIndex) -> Option<SectionLayout> {
        self.places.get(section.0).copied().flatten()
    }

    /// The offset of the global offset table.
    pub(super) fn got(&self) -> usize {
        self.got
    }

    /// A symbol's slot in the GOT.
    pub(super) fn slot(&self, symbol: SymbolIndex) -> Option<usize> {
        self.slots.get(&symbol.0).copied()
    }

    /// An undefined symbol's stub.
    pub(super) fn stub(&self, symbol: SymbolIndex) -> Option<usize> {
        self.stubs.get(&symbol.0).copied()
    }

    /// The symbols with slots.
    pub(super) fn slots(&self) -> impl Iterator<Item = (SymbolIndex, usize)> + '_ {
        self.slots.iter().map(|(&symbol, &slot)| (SymbolIndex(symbol), slot))
    }

    /// The symbols with stubs.
    pub(super) fn stubs(&self) -> impl Iterator<Item = (SymbolIndex, usize)> + '_ {
        self.stubs.iter().map(|(&symbol, &stub)| (SymbolIndex(symbol), stub))
    }

    /// The offset of a symbol that the object defines in a loaded section.
    pub(super) fn symbol_offset(&self, symbol: &ElfSymbol64<'_, '_, Endianness>) -> Option<usize> {
        match symbol.section() {
            SymbolSection::Section(section) => {
                let place = self.place(section)?;
                let value = usize::try_from(symbol.address()).ok()?;
                (value <= place.bytes).then_some(place.offset + value)
            }
            SymbolSection::Common => self.commons.get(&symbol.index().0).copied(),
            _ => None,
        }
    }

    /// Takes away the right to write from code and read-only data.
    pub(super) fn protect(&self, mapping: &Mapping) -> Result<()> {
        mapping.protect(self.segment(Segment::Code), Protection::ReadExecute)?;
        mapping.protect(self.segment(Segment::ReadOnly), Protection::ReadOnly)
    }
}

/// Hands out offsets.
#[derive(Default)]
struct Cursor {
    segment: usize,
    end: usize,
}

impl Cursor {
    fn take(&mut self, bytes: usize, align: usize) -> Result<usize> {
        let start = self.end.next_multiple_of(align);
        let end = start.checked_add(bytes).filter(|end| *end <= MAX_BYTES);
        self.end = end.ok_or(LoadError::TooLarge)?;
        Ok(start)
    }

    fn end_segment(&mut self) -> Result<Range<usize>> {
        let end = self.take(0, PAGE)?;
        let segment = self.segment..end;
        self.segment = end;
        Ok(segment)
    }
}

/// The segment of a section, `None` if it is not loaded.
fn segment_of<'data>(section: &impl ObjectSection<'data>) -> Result<Option<Segment>> {
    let SectionFlags::Elf { sh_flags, .. } = section.flags() else { return Ok(None) };
    let has = |flag: elf::SectionFlags| sh_flags.contains(flag);
    if !has(elf::SHF_ALLOC) {
        return Ok(None);
    }
    if has(elf::SHF_TLS) {
        return Err(section_error(section, "thread-local storage is not supported"));
    }
    Ok(Some(match (has(elf::SHF_EXECINSTR), has(elf::SHF_WRITE)) {
        (true, true) => return Err(section_error(section, "writable code is not supported")),
        (true, false) => Segment::Code,
        (false, true) => Segment::Data,
        (false, false) => Segment::ReadOnly,
    }))
}

fn section_error<'data>(section: &impl ObjectSection<'data>, reason: &'static str) -> LoadError {
    LoadError::Section { section: section.name().unwrap_or("?").to_owned(), reason }
}
