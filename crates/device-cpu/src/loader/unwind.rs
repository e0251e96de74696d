//! Unwind tables: tells the unwinder (of libgcc) about the code, so that
//! backtraces and profilers can walk through kernels.

use object::{Object, ObjectSection};

use super::layout::Layout;
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
        // SAFETY: `find` has checked the table's structure; zeros follow it; it stays mapped
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

/// Finds the table and checks its structure, because the unwinder does not.
/// Called before relocations are applied. `None` if there is nothing in it.
pub(super) fn find(file: &ElfObject<'_>, layout: &Layout, mapping: &Mapping) -> Result<Option<usize>> {
    let Some(section) = file.section_by_name(".eh_frame") else { return Ok(None) };
    let Some(place) = layout.place(section.index()) else { return Ok(None) };
    let table = mapping.bytes(place.range()).ok_or(LoadError::TooLarge)?;
    let entries = check(table)
        .ok_or_else(|| LoadError::Section { section: ".eh_frame".to_owned(), reason: "the unwind table is damaged" })?;
    Ok((entries > 0).then_some(mapping.address() + place.offset))
}

/// Counts the functions in a table; `None` if its structure is damaged.
fn check(table: &[u8]) -> Option<usize> {
    let mut functions = 0;
    let mut common = Vec::new();
    let mut start = 0;
    while start < table.len() {
        let word = |at: usize| -> Option<u32> { Some(u32::from_le_bytes(table.get(at..at + 4)?.try_into().ok()?)) };
        let length = word(start)? as usize;
        if length == 0 {
            // The terminator.
            break;
        }
        // 0xffffffff announces a 64-bit length, which no compiler writes here.
        let end = start.checked_add(4)?.checked_add(length)?;
        if end > table.len() || length < 4 {
            return None;
        }
        match word(start + 4)? as usize {
            0 => {
                let encoding = check_common(table.get(start + 8..end)?)?;
                common.push((start, encoding));
            }
            back => {
                let target = (start + 4).checked_sub(back)?;
                let (_, pointer) = *common.iter().find(|(at, _)| *at == target)?;
                // Start and size of the function.
                if length < 4 + 2 * pointer {
                    return None;
                }
                functions += 1;
            }
        }
        start = end;
    }
    Some(functions)
}

/// Checks a common entry after its id, and returns the size of the pointers of
/// the entries that refer to it.
fn check_common(entry: &[u8]) -> Option<usize> {
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
        b"" => return Some(8),
        [b'z', letters @ ..] => letters,
        _ => return None,
    };
    let mut rest = skip_leb128(rest)?; // length of the augmentation data
    let mut pointer = 8;
    for letter in letters {
        match letter {
            b'S' | b'B' => {}
            b'L' | b'R' => {
                let (&encoding, tail) = rest.split_first()?;
                rest = tail;
                if *letter == b'R' {
                    pointer = pointer_size(encoding)?;
                }
            }
            b'P' => {
                let (&encoding, tail) = rest.split_first()?;
                rest = tail.get(pointer_size(encoding)?..)?;
            }
            _ => return None,
        }
    }
    Some(pointer)
}

/// Size of a pointer in this `DW_EH_PE` encoding.
fn pointer_size(encoding: u8) -> Option<usize> {
    match encoding & 0x0f {
        0x00 | 0x04 | 0x0c => Some(8),
        0x02 | 0x0a => Some(2),
        0x03 | 0x0b => Some(4),
        _ => None,
    }
}

fn skip_leb128(bytes: &[u8]) -> Option<&[u8]> {
    let last = bytes.iter().position(|byte| byte & 0x80 == 0)?;
    bytes.get(last + 1..)
}
