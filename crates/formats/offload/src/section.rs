//! Adds sections to ELF relocatable objects, and takes them away.
//!
//! Adding moves nothing: the section's contents, a longer copy of the section name table
//! and a longer section header table are appended to the file, and the ELF
//! header is pointed at the new table.
//!
//! ```text
//! ┌───────────────────────────┬──────────┬────────────┬─────────────────┐
//! │ the object as it was      │ contents │ name table │ section headers │
//! │ (header fields patched)   │          │ copy + one │ copy + one      │
//! └───────────────────────────┴──────────┴────────────┴─────────────────┘
//! ```
//!
//! This costs a copy of the file and no process. Names keep their offsets, so
//! it also works where, as in LLVM's objects, one table serves both section
//! and symbol names.

use object::elf::{self, FileHeader64, SectionHeader64};
use object::pod::bytes_of;
use object::read::elf::{FileHeader as _, SectionHeader as _};
use object::{LittleEndian as LE, U16, U32, U64};

/// Why a section could not be added.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EmbedError {
    /// The file is no readable object file.
    #[error("{0}")]
    Object(#[from] object::read::Error),
    /// The file is something else than a 64-bit little-endian ELF object.
    #[error("not a 64-bit little-endian ELF relocatable object")]
    NotRelocatable,
    /// The object has symbols whose section numbers exceed 16 bits.
    #[error("the object has too many sections")]
    TooManySections,
    /// A section that is to be taken away holds the names of all sections.
    #[error("section {0} is the table of the sections' names")]
    NameTable(String),
    /// The object already has this section.
    #[error("the object already has a section {0}")]
    Duplicate(String),
}

/// Returns `object` with one more section, which the final link drops.
pub(crate) fn append(object: &[u8], name: &str, contents: &[u8], align: u64) -> Result<Vec<u8>, EmbedError> {
    let header = FileHeader64::<LE>::parse(object)?;
    let endian = header.endian()?;
    if header.e_type(endian) != elf::ET_REL {
        return Err(EmbedError::NotRelocatable);
    }
    let sections = header.sections(endian, object)?;
    if sections.section_by_name(endian, name.as_bytes()).is_some() {
        return Err(EmbedError::Duplicate(name.to_owned()));
    }
    let names_index = header.shstrndx(endian, object)? as usize;
    let mut headers: Vec<SectionHeader64<LE>> = sections.iter().copied().collect();
    let names_header = headers.get(names_index).ok_or(EmbedError::NotRelocatable)?;
    let mut names = names_header.data(endian, object)?.to_vec();
    let name_offset = names.len() as u32;
    names.extend_from_slice(name.as_bytes());
    names.push(0);

    let mut out = object.to_vec();
    let contents_offset = append_aligned(&mut out, contents, align);
    let names_offset = append_aligned(&mut out, &names, 1);
    headers[names_index].sh_offset = U64::new(LE, names_offset);
    headers[names_index].sh_size = U64::new(LE, names.len() as u64);
    headers.push(SectionHeader64 {
        sh_name: U32::new(LE, name_offset),
        sh_type: elf::SHT_PROGBITS.into(),
        sh_flags: elf::SHF_EXCLUDE.into(),
        sh_addr: U64::new(LE, 0),
        sh_offset: U64::new(LE, contents_offset),
        sh_size: U64::new(LE, contents.len() as u64),
        sh_link: U32::new(LE, 0),
        sh_info: U32::new(LE, 0),
        sh_addralign: U64::new(LE, align),
        sh_entsize: U64::new(LE, 0),
    });
    append_headers(&mut out, header, &mut headers);
    Ok(out)
}

/// Returns `object` without the sections whose name begins with `prefix`. The
/// numbers of the others stay: a section in the middle leaves an empty header.
pub(crate) fn remove(object: &[u8], prefix: &str) -> Result<Vec<u8>, EmbedError> {
    let header = FileHeader64::<LE>::parse(object)?;
    let endian = header.endian()?;
    if header.e_type(endian) != elf::ET_REL {
        return Err(EmbedError::NotRelocatable);
    }
    let sections = header.sections(endian, object)?;
    let names_index = header.shstrndx(endian, object)? as usize;
    let mut headers = Vec::new();
    let mut out = object.get(..size_of_val(header)).unwrap_or_default().to_vec();
    for (index, section) in sections.iter().enumerate() {
        let mut copy = *section;
        let name = sections.section_name(endian, section)?;
        if name.starts_with(prefix.as_bytes()) {
            if index == names_index {
                return Err(EmbedError::NameTable(String::from_utf8_lossy(name).into_owned()));
            }
            copy.sh_name = U32::new(LE, 0);
            copy.sh_type = elf::SHT_NULL.into();
            copy.sh_size = U64::new(LE, 0);
        } else if let Some((offset, size)) = section.file_range(endian) {
            let bytes =
                object::ReadRef::read_bytes_at(object, offset, size).map_err(|()| EmbedError::NotRelocatable)?;
            let align = section.sh_addralign(endian).clamp(1, 4096);
            copy.sh_offset = U64::new(LE, append_aligned(&mut out, bytes, align));
        }
        headers.push(copy);
    }
    while headers.last().is_some_and(|last| last.sh_type.get(LE) == elf::SHT_NULL) && headers.len() > 1 {
        headers.pop();
    }
    append_headers(&mut out, header, &mut headers);
    Ok(out)
}

/// Ends a file with its section headers, and points its header at them.
fn append_headers(out: &mut Vec<u8>, header: &FileHeader64<LE>, headers: &mut [SectionHeader64<LE>]) {
    let mut patched = *header;
    patched.e_shoff = U64::new(LE, append_aligned(out, &[], 8));
    patched.e_shnum = U16::new(LE, section_count_field(headers));
    for section in headers.iter() {
        out.extend_from_slice(bytes_of(section));
    }
    out[..size_of_val(&patched)].copy_from_slice(bytes_of(&patched));
}

/// The header field for the number of sections. A number that does not fit
/// moves to the first section's size, and the field is zero.
fn section_count_field(headers: &mut [SectionHeader64<LE>]) -> u16 {
    let count = headers.len();
    match u16::try_from(count) {
        Ok(small) if small < elf::SHN_LORESERVE => small,
        _ => {
            headers[0].sh_size = U64::new(LE, count as u64);
            0
        }
    }
}

/// Pads with zeros, appends, and returns where the bytes begin.
pub(crate) fn append_aligned(out: &mut Vec<u8>, bytes: &[u8], align: u64) -> u64 {
    let offset = out.len().next_multiple_of(align as usize);
    out.resize(offset, 0);
    out.extend_from_slice(bytes);
    offset as u64
}
