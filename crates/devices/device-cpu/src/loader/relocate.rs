//! Resolves symbols and applies relocations. The letters are those of the
//! x86-64 psABI, section 4.4: S symbol, A addend, P place, G slot of the GOT,
//! L stub.

use std::collections::HashMap;

use object::{
    Object, ObjectSection, ObjectSymbol, Relocation, RelocationFlags, RelocationTarget, SymbolIndex, SymbolSection, elf,
};

use tandem_image::demangle;
use tandem_native_cpu::function_name;

use super::layout::{Layout, STUB, SectionLayout};
use super::memory::Mapping;
use super::{ElfObject, LoadError, Result, symbols};

/// The name that code of the large model gives to the GOT.
const GOT_SYMBOL: &str = "_GLOBAL_OFFSET_TABLE_";

/// Fills the GOT and the stubs, and applies all relocations of loaded sections.
/// `shared` has symbols of other objects.
pub(super) fn relocate(
    file: &ElfObject<'_>,
    layout: &Layout,
    mapping: &mut Mapping,
    shared: &HashMap<String, usize>,
) -> Result<()> {
    let base = mapping.address() as u64;
    let addresses = Addresses::resolve(file, layout, base, shared)?;
    fill_tables(layout, &addresses, mapping)?;
    for section in file.sections() {
        let Some(place) = layout.place(section.index()) else { continue };
        for (offset, relocation) in section.relocations() {
            let RelocationFlags::Elf { r_type } = relocation.flags() else { continue };
            let context = Context { layout, addresses: &addresses, base, place, offset };
            context.apply(&relocation, r_type, mapping).map_err(|failure| {
                let section = section.name().unwrap_or("?").to_owned();
                match failure {
                    Failure::Unknown => LoadError::UnknownRelocation { section, offset, kind: r_type.0 },
                    Failure::Range => LoadError::RelocationRange { section, offset, kind: r_type.0 },
                }
            })?;
        }
    }
    Ok(())
}

/// The addresses of all symbols, by index.
struct Addresses(Vec<Option<u64>>);

impl Addresses {
    /// Collects all undefined symbols before it fails.
    fn resolve(file: &ElfObject<'_>, layout: &Layout, base: u64, shared: &HashMap<String, usize>) -> Result<Self> {
        let mut addresses = Vec::new();
        let mut undefined = Vec::new();
        for symbol in file.symbols() {
            let name = symbol.name().map_err(LoadError::malformed)?;
            let address = match symbol.section() {
                SymbolSection::Undefined if name == GOT_SYMBOL => Some(base + layout.got() as u64),
                SymbolSection::Undefined => match shared.get(name).copied().or_else(|| symbols::address_of(name)) {
                    Some(address) => Some(address as u64),
                    None if symbol.is_weak() => Some(0),
                    None => {
                        undefined.push(function_name(name).map_or_else(|| name.to_owned(), demangle::symbol));
                        None
                    }
                },
                SymbolSection::Absolute => Some(symbol.address()),
                SymbolSection::Section(section) if layout.place(section).is_some() => {
                    let offset = layout.symbol_offset(&symbol);
                    let offset = offset.ok_or_else(|| LoadError::BadSymbol(name.to_owned()))?;
                    Some(base + offset as u64)
                }
                _ => layout.symbol_offset(&symbol).map(|offset| base + offset as u64),
            };
            let index = symbol.index().0;
            if addresses.len() <= index {
                addresses.resize(index + 1, None);
            }
            addresses[index] = address;
        }
        if undefined.is_empty() { Ok(Self(addresses)) } else { Err(LoadError::Undefined(undefined)) }
    }

    fn get(&self, symbol: SymbolIndex) -> Option<u64> {
        self.0.get(symbol.0).copied().flatten()
    }
}

fn fill_tables(layout: &Layout, addresses: &Addresses, mapping: &mut Mapping) -> Result<()> {
    for (symbol, slot) in layout.slots() {
        let address = addresses.get(symbol).unwrap_or(0);
        let bytes = mapping.bytes_mut(slot..slot + 8).ok_or(LoadError::TooLarge)?;
        bytes.copy_from_slice(&address.to_le_bytes());
    }
    for (symbol, stub) in layout.stubs() {
        let slot = layout.slot(symbol).ok_or(LoadError::TooLarge)?;
        // jmp *[rip + distance], relative to the end of its 6 bytes; int3, int3.
        let distance = i32::try_from(slot as i64 - (stub as i64 + 6));
        let distance = distance.map_err(|_| LoadError::TooLarge)?.to_le_bytes();
        let [a, b, c, d] = distance;
        let code = [0xff, 0x25, a, b, c, d, 0xcc, 0xcc];
        let bytes = mapping.bytes_mut(stub..stub + STUB).ok_or(LoadError::TooLarge)?;
        bytes.copy_from_slice(&code);
    }
    Ok(())
}

enum Failure {
    Unknown,
    Range,
}

/// One relocation's surroundings.
struct Context<'a> {
    layout: &'a Layout,
    addresses: &'a Addresses,
    base: u64,
    place: SectionLayout,
    /// Offset in the section.
    offset: u64,
}

impl Context<'_> {
    fn apply(
        &self,
        relocation: &Relocation,
        r_type: elf::RelocationType,
        mapping: &mut Mapping,
    ) -> Result<(), Failure> {
        if r_type == elf::R_X86_64_NONE {
            return Ok(());
        }
        if relocation.has_implicit_addend() {
            return Err(Failure::Unknown);
        }
        let symbol = match relocation.target() {
            RelocationTarget::Symbol(symbol) => Some(symbol),
            RelocationTarget::Absolute => None,
            _ => return Err(Failure::Unknown),
        };
        let s = match symbol {
            Some(symbol) => self.addresses.get(symbol).ok_or(Failure::Range)?,
            None => 0,
        };
        let sa = s.wrapping_add_signed(relocation.addend());
        let a = relocation.addend();
        let p = (self.base + self.place.offset as u64).wrapping_add(self.offset);
        let got = self.base + self.layout.got() as u64;
        let slot = || self.in_mapping(symbol.and_then(|symbol| self.layout.slot(symbol)));
        let stub = || self.in_mapping(symbol.and_then(|symbol| self.layout.stub(symbol)));

        let value = match r_type {
            elf::R_X86_64_64 => return self.write64(mapping, sa),
            elf::R_X86_64_PC64 => return self.write64(mapping, sa.wrapping_sub(p)),
            elf::R_X86_64_GOTOFF64 => return self.write64(mapping, sa.wrapping_sub(got)),
            elf::R_X86_64_GOTPC64 => {
                return self.write64(mapping, got.wrapping_add_signed(a).wrapping_sub(p));
            }
            elf::R_X86_64_GOT64 => {
                return self.write64(mapping, slot()?.wrapping_add_signed(a).wrapping_sub(got));
            }
            elf::R_X86_64_GOTPCREL64 => {
                return self.write64(mapping, slot()?.wrapping_add_signed(a).wrapping_sub(p));
            }
            elf::R_X86_64_PLTOFF64 => {
                let l = stub().unwrap_or(s);
                return self.write64(mapping, l.wrapping_add_signed(a).wrapping_sub(got));
            }
            elf::R_X86_64_32 => {
                let value = u32::try_from(sa).map_err(|_| Failure::Range)?;
                return self.write(mapping, &value.to_le_bytes());
            }
            elf::R_X86_64_32S => sa as i64,
            elf::R_X86_64_PC32 | elf::R_X86_64_PLT32 => {
                let direct = sa.wrapping_sub(p) as i64;
                match i32::try_from(direct) {
                    Ok(_) => direct,
                    Err(_) => stub()?.wrapping_add_signed(a).wrapping_sub(p) as i64,
                }
            }
            elf::R_X86_64_GOTPCREL | elf::R_X86_64_GOTPCRELX | elf::R_X86_64_REX_GOTPCRELX => {
                slot()?.wrapping_add_signed(a).wrapping_sub(p) as i64
            }
            elf::R_X86_64_GOTPC32 => got.wrapping_add_signed(a).wrapping_sub(p) as i64,
            elf::R_X86_64_GOT32 => slot()?.wrapping_add_signed(a).wrapping_sub(got) as i64,
            _ => return Err(Failure::Unknown),
        };
        let value = i32::try_from(value).map_err(|_| Failure::Range)?;
        self.write(mapping, &value.to_le_bytes())
    }

    fn in_mapping(&self, offset: Option<usize>) -> Result<u64, Failure> {
        offset.map(|offset| self.base + offset as u64).ok_or(Failure::Range)
    }

    fn write64(&self, mapping: &mut Mapping, value: u64) -> Result<(), Failure> {
        self.write(mapping, &value.to_le_bytes())
    }

    fn write(&self, mapping: &mut Mapping, value: &[u8]) -> Result<(), Failure> {
        let start = usize::try_from(self.offset).map_err(|_| Failure::Range)?;
        let end = start.checked_add(value.len()).ok_or(Failure::Range)?;
        let section = mapping.bytes_mut(self.place.range());
        let target = section.and_then(|section| section.get_mut(start..end));
        target.ok_or(Failure::Range)?.copy_from_slice(value);
        Ok(())
    }
}
