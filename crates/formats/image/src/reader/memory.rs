//! An ELF file as the loader would see it: bytes by address, with the pointers
//! that relocations fill in. Executables and shared libraries have real
//! addresses; the sections of a relocatable object are given made-up ones.

use std::collections::HashMap;

use object::read::{File, Object, ObjectSection, ObjectSegment, ObjectSymbol, Relocation};
use object::read::{RelocationTarget, SectionIndex};
use object::{ObjectKind, RelocationFlags, elf};

use super::{Fault, Problem};

/// Distance between the made-up addresses of a relocatable object's sections, in addition to their sizes; keeps "one
/// past the end" of one section out of the next.
const SECTION_GAP: u64 = 0x1000;

/// A contiguous range of initialized memory.
struct Region<'a> {
    address: u64,
    bytes: &'a [u8],
    /// Whether descriptors may be in it.
    data: bool,
}

/// The initialized memory of an ELF file.
pub(super) struct Memory<'a> {
    /// Sorted by address.
    regions: Vec<Region<'a>>,
    /// Pointers that relocations write, by address.
    pointers: HashMap<u64, u64>,
    /// Addresses of the sections of a relocatable object.
    sections: HashMap<SectionIndex, u64>,
}

impl<'a> Memory<'a> {
    pub(super) fn new(file: &File<'a>) -> object::read::Result<Self> {
        let mut memory = Self { regions: Vec::new(), pointers: HashMap::new(), sections: HashMap::new() };
        if file.kind() == ObjectKind::Relocatable {
            memory.map_sections(file)?;
        } else {
            memory.map_segments(file)?;
        }
        memory.regions.sort_by_key(|region| region.address);
        Ok(memory)
    }

    fn map_sections(&mut self, file: &File<'a>) -> object::read::Result<()> {
        let mut next = SECTION_GAP;
        for section in file.sections() {
            let align = section.align().clamp(1, 1 << 20);
            next = next.next_multiple_of(align);
            self.sections.insert(section.index(), next);
            let bytes = section.data()?;
            self.regions.push(Region {
                address: next,
                bytes,
                data: matches!(section.flags(), object::SectionFlags::Elf { sh_flags, .. }
                    if sh_flags.contains(elf::SHF_ALLOC) && !sh_flags.contains(elf::SHF_EXECINSTR)),
            });
            next += bytes.len() as u64 + SECTION_GAP;
        }
        for section in file.sections() {
            let base = self.sections[&section.index()];
            for (offset, relocation) in section.relocations() {
                if let Some(value) = self.relocated_value(file, &relocation) {
                    self.pointers.insert(base.wrapping_add(offset), value);
                }
            }
        }
        Ok(())
    }

    fn map_segments(&mut self, file: &File<'a>) -> object::read::Result<()> {
        for segment in file.segments() {
            self.regions.push(Region { address: segment.address(), bytes: segment.data()?, data: true });
        }
        for (address, relocation) in file.dynamic_relocations().into_iter().flatten() {
            if let Some(value) = self.relocated_value(file, &relocation) {
                self.pointers.insert(address, value);
            }
        }
        Ok(())
    }

    /// The value that a relocation writes, if that is the address of something in this file.
    fn relocated_value(&self, file: &File<'a>, relocation: &Relocation) -> Option<u64> {
        let RelocationFlags::Elf { r_type } = relocation.flags() else {
            return None;
        };
        let base = match (r_type, relocation.target()) {
            (elf::R_X86_64_RELATIVE, _) => 0,
            (elf::R_X86_64_64, RelocationTarget::Section(index)) => *self.sections.get(&index)?,
            (elf::R_X86_64_64, RelocationTarget::Symbol(index)) => {
                let symbol = match file.kind() {
                    ObjectKind::Relocatable => file.symbol_by_index(index).ok()?,
                    _ => object::read::ObjectSymbolTable::symbol_by_index(&file.dynamic_symbol_table()?, index).ok()?,
                };
                self.symbol_address(&symbol)?
            }
            _ => return None,
        };
        Some(base.wrapping_add_signed(relocation.addend()))
    }

    /// The address of a symbol that this file defines.
    pub(super) fn symbol_address<'b>(&self, symbol: &impl ObjectSymbol<'b>) -> Option<u64> {
        let section = symbol.section_index()?;
        match self.sections.get(&section) {
            Some(base) => Some(base.wrapping_add(symbol.address())),
            None => Some(symbol.address()),
        }
    }

    /// The `size` bytes at `address`, as they are in the file.
    pub(super) fn bytes(&self, address: u64, size: u64) -> Result<&'a [u8], Fault> {
        let fault = Fault { address, problem: Problem::Unmapped { size } };
        let (region, offset) = self.locate(address).ok_or_else(|| fault.clone())?;
        let end = usize::try_from(size).ok().and_then(|size| offset.checked_add(size));
        end.and_then(|end| region.get(offset..end)).ok_or(fault)
    }

    /// The region that holds `address` (one past its end counts), and where.
    fn locate(&self, address: u64) -> Option<(&'a [u8], usize)> {
        let after = self.regions.partition_point(|region| region.address <= address);
        let region = self.regions.get(after.checked_sub(1)?)?;
        let offset = usize::try_from(address - region.address).ok()?;
        (offset <= region.bytes.len()).then_some((region.bytes, offset))
    }

    fn array<const N: usize>(&self, address: u64) -> Result<[u8; N], Fault> {
        let bytes = self.bytes(address, N as u64)?;
        Ok(std::array::from_fn(|i| bytes[i]))
    }

    pub(super) fn u8(&self, address: u64) -> Result<u8, Fault> {
        Ok(self.array::<1>(address)?[0])
    }

    pub(super) fn u16(&self, address: u64) -> Result<u16, Fault> {
        self.array(address).map(u16::from_le_bytes)
    }

    pub(super) fn u32(&self, address: u64) -> Result<u32, Fault> {
        self.array(address).map(u32::from_le_bytes)
    }

    pub(super) fn u64(&self, address: u64) -> Result<u64, Fault> {
        self.array(address).map(u64::from_le_bytes)
    }

    /// The pointer at `address`, as relocations leave it.
    pub(super) fn pointer(&self, address: u64) -> Result<u64, Fault> {
        match self.pointers.get(&address) {
            Some(value) => Ok(*value),
            None => self.u64(address),
        }
    }

    /// The number at `address`, if there is one that no relocation makes a pointer.
    pub(super) fn constant(&self, address: u64) -> Option<u64> {
        if self.pointers.contains_key(&address) { None } else { self.u64(address).ok() }
    }

    /// The zero-terminated string at `address`.
    pub(super) fn string(&self, address: u64) -> Result<String, Fault> {
        let fault = |problem| Fault { address, problem };
        let (region, offset) = self.locate(address).ok_or_else(|| fault(Problem::Unmapped { size: 1 }))?;
        let tail = &region[offset..];
        let len = tail.iter().position(|byte| *byte == 0).ok_or_else(|| fault(Problem::Unterminated))?;
        Ok(String::from_utf8_lossy(&tail[..len]).into_owned())
    }

    /// Every 8-byte aligned address in data that has `size` bytes after it.
    pub(super) fn candidates(&self, size: u64) -> impl Iterator<Item = u64> + '_ {
        self.regions.iter().filter(|region| region.data).flat_map(move |region| {
            let first = region.address.next_multiple_of(8);
            let end = region.address + region.bytes.len() as u64;
            (first..(end + 1).saturating_sub(size)).step_by(8)
        })
    }
}
