//! Unwind tables: registers the code with libgcc's unwinder, so that backtraces and profilers can walk through kernels.

use std::ops::Range;

use object::{Object, ObjectSection};

use super::layout::{Layout, Segment};
use super::memory::Mapping;
use super::{ElfObject, LoadError, Result};

unsafe extern "C" {
    fn __register_frame(tables: *const u8);
    fn __deregister_frame(tables: *const u8);
}

/// A registered table.
pub(super) struct Registration(usize);

impl Registration {
    /// Registers the table at this address, found by [`find`].
    pub(super) fn new(tables: usize) -> Self {
        // SAFETY: `find` has checked all that the unwinder reads; zeros follow; it stays mapped
        // until this registration is dropped, because the image drops the mapping last.
        unsafe { __register_frame(tables as *const u8) };
        Self(tables)
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        // SAFETY: registered in `new`, once.
        unsafe { __deregister_frame(self.0 as *const u8) };
    }
}

/// Finds the table and checks it, because the unwinder does not: some versions of
/// libgcc read all ranges when a table is registered. Called when relocations are
/// applied, for they write to the table. `None` if no function is in it.
pub(super) fn find(file: &ElfObject<'_>, layout: &Layout, mapping: &Mapping) -> Result<Option<usize>> {
    let Some(section) = file.section_by_name(".eh_frame") else { return Ok(None) };
    let Some(place) = layout.place(section.index()) else { return Ok(None) };
    let table = mapping.bytes(place.range()).ok_or(LoadError::TooLarge)?;
    let address = mapping.address() + place.offset;
    let code = layout.segment(Segment::Code);
    let code = mapping.address() + code.start..mapping.address() + code.end;
    let functions = check(table, address, &code)
        .ok_or_else(|| LoadError::Section { section: ".eh_frame".to_owned(), reason: "the unwind table is damaged" })?;
    Ok((functions > 0).then_some(address))
}

/// Counts the functions in a table at this address; `None` if it is damaged or describes functions outside of the code.
fn check(table: &[u8], address: usize, code: &Range<usize>) -> Option<usize> {
    let mut functions = 0;
    let mut common = Vec::new();
    let mut start = 0;
    while start < table.len() {
        let length = u32::from_le_bytes(bytes(table, start)?) as usize;
        if length == 0 {
            // The terminator.
            break;
        }
        // 0xffffffff announces a 64-bit length, which no compiler writes here.
        let end = start.checked_add(4)?.checked_add(length)?;
        let entry = table.get(start + 8..end)?;
        match u32::from_le_bytes(bytes(table, start + 4)?) as usize {
            0 => common.push((start, check_common(entry)?)),
            back => {
                let target = (start + 4).checked_sub(back)?;
                let (_, encoding) = *common.iter().find(|(at, _)| *at == target)?;
                let function = encoding.function(entry, address + start + 8)?;
                if function.start < code.start || function.end > code.end {
                    return None;
                }
                functions += usize::from(!function.is_empty());
            }
        }
        start = end;
    }
    Some(functions)
}

/// Checks a common entry after its id, and returns the encoding of the entries
/// that refer to it.
fn check_common(entry: &[u8]) -> Option<Encoding> {
    let (&version, rest) = entry.split_first()?;
    if version != 1 {
        return None;
    }
    let end = rest.iter().position(|byte| *byte == 0)?;
    let (augmentation, rest) = rest.split_at(end);
    let rest = skip_leb128(&rest[1..])?; // code alignment
    let rest = skip_leb128(rest)?; // data alignment
    let (_, rest) = rest.split_first()?; // return address register
    let letters = match augmentation {
        b"" => return Encoding::new(0),
        [b'z', letters @ ..] => letters,
        _ => return None,
    };
    let mut rest = skip_leb128(rest)?; // length of the augmentation data
    let mut encoding = None;
    for letter in letters {
        match letter {
            // The unwinder stops at these, so that they must not hide an encoding.
            b'S' | b'B' if encoding.is_some() => {}
            b'R' if encoding.is_none() => {
                let (&byte, tail) = rest.split_first()?;
                rest = tail;
                encoding = Some(Encoding::new(byte)?);
            }
            b'L' => rest = rest.get(1..)?,
            b'P' => {
                let (&byte, tail) = rest.split_first()?;
                // The routine's address may be stored in memory; the unwinder skips it.
                rest = tail.get(Encoding::new(byte & !INDIRECT)?.size..)?;
            }
            _ => return None,
        }
    }
    encoding.or_else(|| Encoding::new(0))
}

/// The flag of a pointer whose value lies where it points to (`DW_EH_PE_indirect`).
const INDIRECT: u8 = 0x80;
/// The flag of a pointer that is relative to its own address (`DW_EH_PE_pcrel`).
const RELATIVE: u8 = 0x10;

/// How entries store the addresses of functions.
#[derive(Clone, Copy)]
struct Encoding {
    size: usize,
    signed: bool,
    relative: bool,
}

impl Encoding {
    /// The encodings (`DW_EH_PE`) that compilers use for code: 4 or 8 bytes, absolute or relative. Others read
    /// memory elsewhere, or end the process.
    fn new(encoding: u8) -> Option<Self> {
        let (size, signed) = match encoding & 0x0f {
            0x00 | 0x04 => (8, false),
            0x03 => (4, false),
            0x0b => (4, true),
            0x0c => (8, true),
            _ => return None,
        };
        matches!(encoding & 0xf0, 0 | RELATIVE).then_some(Self { size, signed, relative: encoding & RELATIVE != 0 })
    }

    /// The addresses of the function of an entry that is at this address.
    fn function(self, entry: &[u8], address: usize) -> Option<Range<usize>> {
        let number = |at: usize, signed: bool| -> Option<i64> {
            Some(match (self.size, signed) {
                (4, true) => i32::from_le_bytes(bytes(entry, at)?).into(),
                (4, false) => u32::from_le_bytes(bytes(entry, at)?).into(),
                _ => i64::from_le_bytes(bytes(entry, at)?),
            })
        };
        let start = number(0, self.signed)? as usize;
        let start = if self.relative { address.wrapping_add(start) } else { start };
        // The size has the format of the address, but no sign.
        let end = start.checked_add(number(self.size, false)? as usize)?;
        Some(start..end)
    }
}

fn bytes<const N: usize>(from: &[u8], at: usize) -> Option<[u8; N]> {
    from.get(at..)?.first_chunk().copied()
}

fn skip_leb128(bytes: &[u8]) -> Option<&[u8]> {
    let last = bytes.iter().position(|byte| byte & 0x80 == 0)?;
    bytes.get(last + 1..)
}

#[cfg(test)]
mod tests {
    use super::check;

    const CODE: std::ops::Range<usize> = 0x1000..0x2000;
    const TABLE: usize = 0x3000;

    /// A common entry, and one function with its start and size as 4 or 8 bytes each.
    fn table(augmentation: &str, data: &[u8], function: &[u8]) -> Vec<u8> {
        let mut common = vec![0, 0, 0, 0, 1];
        common.extend(augmentation.bytes());
        common.extend([0, 1, 0x78, 16, data.len() as u8]);
        common.extend(data);
        common.resize(common.len().next_multiple_of(4), 0);
        let mut table = (common.len() as u32).to_le_bytes().to_vec();
        table.extend(common);
        let back = (table.len() + 4) as u32;
        table.extend((function.len() as u32 + 4).to_le_bytes());
        table.extend(back.to_le_bytes());
        table.extend(function);
        table.extend([0; 4]);
        table
    }

    fn absolute(start: u64, bytes: u64) -> Vec<u8> {
        [start.to_le_bytes(), bytes.to_le_bytes()].concat()
    }

    /// An entry with this function relative to itself: the entry begins at byte 28 of the table.
    fn relative(start: usize, bytes: u32) -> Vec<u8> {
        let distance = start as i32 - (TABLE + 28) as i32;
        [distance.to_le_bytes(), bytes.to_le_bytes()].concat()
    }

    #[test]
    fn functions_of_the_code_are_counted() {
        assert_eq!(check(&[], TABLE, &CODE), Some(0));
        assert_eq!(check(&[0; 4], TABLE, &CODE), Some(0));
        assert_eq!(check(&table("zR", &[0x1b], &relative(0x1000, 0x1000)), TABLE, &CODE), Some(1));
        assert_eq!(check(&table("zRS", &[0x1b], &relative(0x1000, 0x10)), TABLE, &CODE), Some(1));
        assert_eq!(check(&table("zR", &[0x00], &absolute(0x1ff0, 0x10)), TABLE, &CODE), Some(1));
        assert_eq!(check(&table("zPLR", &[0x9b, 1, 2, 3, 4, 0x1b, 0], &absolute(0x1000, 1)), TABLE, &CODE), Some(1));
        // A function without code.
        assert_eq!(check(&table("zR", &[0x1b], &relative(0x1010, 0)), TABLE, &CODE), Some(0));
    }

    #[test]
    fn what_an_unwinder_must_not_read_is_refused() {
        // Addresses that are stored in memory, relative to something else, aligned, or of variable size.
        for encoding in [0x80, 0x9b, 0x20, 0x2b, 0x30, 0x40, 0x50, 0x01, 0x09, 0x02, 0xff] {
            let damaged = table("zR", &[encoding], &absolute(0x1000, 0x10));
            assert_eq!(check(&damaged, TABLE, &CODE), None, "{encoding:#x}");
        }
        // Functions elsewhere.
        for (start, bytes) in [(0xfff, 1), (0x1fff, 2), (0, 0x10), (0x1000, u32::MAX), (0x2001, 0)] {
            assert_eq!(check(&table("zR", &[0x1b], &relative(start, bytes)), TABLE, &CODE), None, "{start:#x}");
        }
        assert_eq!(check(&table("zR", &[0x00], &absolute(u64::MAX, 0x10)), TABLE, &CODE), None);
        // An encoding that the unwinder does not reach, entries that are too short, and a cut table.
        assert_eq!(check(&table("zSR", &[0x1b], &relative(0x1000, 0x10)), TABLE, &CODE), None);
        assert_eq!(check(&table("zR", &[0x1b], &relative(0x1000, 0x10)[..7]), TABLE, &CODE), None);
        assert_eq!(check(&table("zR", &[0x00], &absolute(0x1000, 0x10)[..12]), TABLE, &CODE), None);
        let whole = table("zR", &[0x1b], &relative(0x1000, 0x10));
        for len in 1..whole.len() - 4 {
            let cut = check(&whole[..len], TABLE, &CODE);
            // Between two entries, the first is whole.
            assert!(cut.is_none() || cut == Some(0), "{len}");
        }
    }
}
