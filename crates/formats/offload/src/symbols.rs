//! Further names for the local symbols of ELF relocatable objects, so that
//! other objects of the same link can refer to them.
//!
//! As in [`crate::section`], nothing moves: longer copies of the symbol table
//! and of its strings are appended to the file, and their section headers, in
//! place, are pointed at the copies. Global symbols come last in a symbol
//! table, so the new ones do not change any index.
//!
//! An object for link-time optimization has LLVM bitcode in addition to its machine code (`-ffat-lto-objects`). The
//! optimizer would not know the new names, so an object that gets any loses the bitcode, and is linked as machine code.

use std::collections::HashMap;

use object::elf::{self, FileHeader64, SectionHeader64, Sym64};
use object::pod::bytes_of;
use object::read::elf::{FileHeader as _, SectionHeader as _, Sym as _};
use object::{LittleEndian as LE, U32, U64};

use crate::section::{self, EmbedError, append_aligned};

/// Section of the bitcode for link-time optimization.
const LTO_SECTION: &str = ".llvm.lto";

/// Returns `object` with a global hidden symbol for each pair of a local
/// symbol's name and its new one. Names that the object does not have as local
/// symbols are skipped.
pub fn expose(object: &[u8], names: &[(&str, &str)]) -> Result<Vec<u8>, EmbedError> {
    let header = FileHeader64::<LE>::parse(object)?;
    let endian = header.endian()?;
    if header.e_type(endian) != elf::ET_REL {
        return Err(EmbedError::NotRelocatable);
    }
    let sections = header.sections(endian, object)?;
    let symbols = sections.symbols(endian, object, elf::SHT_SYMTAB)?;
    if symbols.is_empty() {
        return Ok(object.to_vec());
    }
    let wanted: HashMap<&[u8], &str> = names.iter().map(|(local, new)| (local.as_bytes(), *new)).collect();
    let mut table = Vec::new();
    let mut strings = sections.section(symbols.string_section())?.data(endian, object)?.to_vec();
    let known = strings.len();
    for symbol in symbols.iter() {
        table.extend_from_slice(bytes_of(symbol));
    }
    for symbol in symbols.iter().filter(|symbol| symbol.is_local()) {
        let Some(name) = wanted.get(symbols.symbol_name(endian, symbol)?) else {
            continue;
        };
        if symbol.st_shndx(endian) == elf::SHN_XINDEX {
            return Err(EmbedError::TooManySections);
        }
        let mut copy: Sym64<LE> = *symbol;
        copy.st_name = U32::new(LE, strings.len() as u32);
        copy.st_info = elf::SymbolInfo((elf::STB_GLOBAL.0 << 4) | (symbol.st_info.0 & 0xf));
        copy.st_other = elf::SymbolOther(elf::STV_HIDDEN.0);
        table.extend_from_slice(bytes_of(&copy));
        strings.extend_from_slice(name.as_bytes());
        strings.push(0);
    }
    let mut out = object.to_vec();
    replace_section(&mut out, header, symbols.section().0, &table, 8);
    replace_section(&mut out, header, symbols.string_section().0, &strings, 1);
    if strings.len() == known {
        return Ok(out);
    }
    section::remove(&out, LTO_SECTION)
}

/// Appends the new contents of a section, and points its header at them.
fn replace_section(out: &mut Vec<u8>, header: &FileHeader64<LE>, index: usize, contents: &[u8], align: u64) {
    let offset = append_aligned(out, contents, align);
    let at = header.e_shoff.get(LE) as usize + index * size_of::<SectionHeader64<LE>>();
    let mut put = |field: usize, value: u64| {
        out[at + field..at + field + 8].copy_from_slice(bytes_of(&U64::new(LE, value)));
    };
    put(std::mem::offset_of!(SectionHeader64<LE>, sh_offset), offset);
    put(std::mem::offset_of!(SectionHeader64<LE>, sh_size), contents.len() as u64);
}
