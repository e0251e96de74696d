//! The form for files that are not text. All numbers are little endian, and
//! offsets count from the beginning of the file:
//!
//! ```text
//! ┌────────────────────────────┬───────────┬──────────────────────────────────────┬──────────┐
//! │ "__CLANG_OFFLOAD_BUNDLE__" │ u64 count │ count × (u64 offset, u64 size,       │ contents │
//! │                            │           │          u64 length of name, name)   │          │
//! └────────────────────────────┴───────────┴──────────────────────────────────────┴──────────┘
//! ```

use super::{BundleError, MAGIC, Part};
use tandem_image::bytes::Cursor;

/// Bundles `parts`. The contents of each begin at a multiple of `align`.
pub fn write(parts: &[Part], align: u64) -> Vec<u8> {
    let names: Vec<String> = parts.iter().map(|part| part.target.to_string()).collect();
    let table: usize = names.iter().map(|name| 3 * size_of::<u64>() + name.len()).sum();
    let mut offset = (MAGIC.len() + size_of::<u64>() + table) as u64;
    let align = align.max(1);

    let mut out = MAGIC.as_bytes().to_vec();
    out.extend_from_slice(&(parts.len() as u64).to_le_bytes());
    let mut offsets = Vec::new();
    for (part, name) in parts.iter().zip(&names) {
        offset = offset.next_multiple_of(align);
        for number in [offset, part.contents.len() as u64, name.len() as u64] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        out.extend_from_slice(name.as_bytes());
        offsets.push(offset);
        offset += part.contents.len() as u64;
    }
    for (part, offset) in parts.iter().zip(offsets) {
        out.resize(offset as usize, 0);
        out.extend_from_slice(&part.contents);
    }
    out
}

/// The parts of a bundle; none where the file does not begin as one.
pub fn read(bytes: &[u8]) -> Result<Vec<Part>, BundleError> {
    if !bytes.starts_with(MAGIC.as_bytes()) {
        return Ok(Vec::new());
    }
    let mut cursor = Cursor::new(bytes);
    cursor.bytes(MAGIC.len(), "magic")?;
    let count = cursor.u64("number of parts")?;
    let mut table = Vec::new();
    for _ in 0..count {
        let offset = cursor.u64("offset of a part")?;
        let size = cursor.u64("size of a part")?;
        let length = cursor.u64("length of a target's name")?;
        let name_at = cursor.offset();
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let name = String::from_utf8_lossy(cursor.bytes(length, "name of a target")?).into_owned();
        table.push((offset, size, name, name_at));
    }
    check_overlaps(&table, cursor.offset() as u64)?;
    let part = |(offset, size, name, name_at): (u64, u64, String, usize)| {
        let target = name.parse().map_err(|source| BundleError::Target { offset: name_at, source })?;
        let contents = slice(bytes, offset, size).ok_or(BundleError::OutOfBounds {
            target: name,
            offset,
            size,
            file_size: bytes.len(),
        })?;
        Ok(Part { target, contents: contents.to_vec() })
    };
    table.into_iter().map(part).collect()
}

/// Refuses parts that share bytes with one another or with the table.
fn check_overlaps(table: &[(u64, u64, String, usize)], table_end: u64) -> Result<(), BundleError> {
    let mut extents: Vec<_> = table.iter().filter(|(_, size, ..)| *size != 0).collect();
    extents.sort_by_key(|(offset, ..)| *offset);
    let mut end = table_end;
    for (offset, size, name, _) in extents {
        if *offset < end {
            return Err(BundleError::Overlap { target: name.clone(), offset: *offset, end });
        }
        end = offset.saturating_add(*size);
    }
    Ok(())
}

fn slice(bytes: &[u8], offset: u64, size: u64) -> Option<&[u8]> {
    let start = usize::try_from(offset).ok()?;
    let end = usize::try_from(offset.checked_add(size)?).ok()?;
    bytes.get(start..end)
}

#[cfg(test)]
mod tests {
    use super::super::tests::parts;
    use super::*;

    #[test]
    fn contents_are_aligned() {
        let bundle = write(&parts(), 64);
        assert_eq!(&bundle[256..262], b"device");
    }

    #[test]
    fn every_cut_is_an_error() {
        let bundle = write(&parts(), 1);
        for cut in MAGIC.len()..bundle.len() {
            assert!(read(&bundle[..cut]).is_err(), "cut at {cut}");
        }
    }

    /// A bundle with one part, whose offset and size are as given.
    fn with_extent(offset: u64, size: u64) -> Result<Vec<Part>, BundleError> {
        let mut bundle = write(&parts()[1..2], 1);
        let at = MAGIC.len() + 8;
        bundle[at..at + 8].copy_from_slice(&offset.to_le_bytes());
        bundle[at + 8..at + 16].copy_from_slice(&size.to_le_bytes());
        read(&bundle)
    }

    #[test]
    fn offsets_that_lie() {
        let size = write(&parts()[1..2], 1).len() as u64;
        assert!(with_extent(size - 6, 6).is_ok());
        assert!(matches!(with_extent(size - 6, 7), Err(BundleError::OutOfBounds { .. })));
        assert!(matches!(with_extent(u64::MAX, 6), Err(BundleError::OutOfBounds { .. })));
        assert!(matches!(with_extent(0, 6), Err(BundleError::Overlap { .. })));
    }

    #[test]
    fn a_count_that_lies() {
        let mut bundle = write(&parts(), 1);
        bundle[MAGIC.len()..MAGIC.len() + 8].copy_from_slice(&u64::MAX.to_le_bytes());
        assert!(read(&bundle).is_err());
    }
}
