//! `sycl::stream`: from the records that a kernel wrote
//! (`tandem_stream_record` in `tandem/abi.h`) to text.
//!
//! Devices only store values and how to show them. Work-items write their
//! records in any order: a statement, which ends with a flush, is put together
//! here, so that nothing comes between its parts.

mod number;

use rustc_hash::FxHashMap;

/// Bytes of a record before its payload.
const HEADER: usize = 16;
const FLUSH: u8 = 64;
/// Widest field: more is a damaged record.
const MAX_WIDTH: usize = 1 << 12;

/// One record, with its payload.
struct Record<'a> {
    item: u32,
    kind: u8,
    size: usize,
    format: number::Format,
    flush: bool,
    width: usize,
    payload: &'a [u8],
}

/// The text of the records, at most `limit` bytes of it. Reading ends at the
/// first record that is none.
#[must_use]
pub fn format(records: &[u8], limit: usize) -> Vec<u8> {
    let mut text = Vec::new();
    // Work-items in the order in which they begin a statement.
    let mut order = Vec::new();
    let mut open: FxHashMap<u32, Vec<u8>> = FxHashMap::default();
    let mut rest = records;
    while let Some((record, behind)) = next(rest) {
        rest = behind;
        let statement = open.entry(record.item).or_insert_with(|| {
            order.push(record.item);
            Vec::new()
        });
        show(&record, statement);
        if record.flush {
            text.append(statement);
        }
    }
    for item in order {
        text.extend(open.remove(&item).unwrap_or_default());
    }
    text.truncate(limit);
    text
}

/// The first record, and the bytes after it.
fn next(bytes: &[u8]) -> Option<(Record<'_>, &[u8])> {
    let (header, rest) = bytes.split_first_chunk::<HEADER>()?;
    let word = |at: usize| i32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    let size = usize::from(u16::from_le_bytes([header[4], header[5]]));
    let (kind, flags) = (header[6], header[7]);
    if kind == 0 {
        return None;
    }
    let stored = if kind == number::TEXT { size.next_multiple_of(8) } else { 8 };
    let (payload, rest) = rest.split_at_checked(stored)?;
    let record = Record {
        item: word(0).cast_unsigned(),
        kind,
        size,
        format: number::Format { flags, precision: usize::try_from(word(12)).unwrap_or(6) },
        flush: flags & FLUSH != 0,
        width: usize::try_from(word(8)).unwrap_or(0).min(MAX_WIDTH),
        payload,
    };
    Some((record, rest))
}

/// Adds a record's text, to the right of its field.
fn show(record: &Record<'_>, to: &mut Vec<u8>) {
    let number;
    let text = match record.payload.first_chunk::<8>() {
        Some(value) if record.kind != number::TEXT => {
            number = record.format.show(record.kind, *value, record.size);
            number.as_bytes()
        }
        _ => &record.payload[..record.size.min(record.payload.len())],
    };
    to.resize(to.len() + record.width.saturating_sub(text.len()), b' ');
    to.extend_from_slice(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(item: u32, kind: u8, flags: u8, width: i32, precision: i32, size: u16, payload: &[u8]) -> Vec<u8> {
        let mut bytes = item.to_le_bytes().to_vec();
        bytes.extend(size.to_le_bytes());
        bytes.extend([kind, flags]);
        bytes.extend(width.to_le_bytes());
        bytes.extend(precision.to_le_bytes());
        bytes.extend(payload);
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        bytes
    }

    fn text(item: u32, flags: u8, text: &str) -> Vec<u8> {
        record(item, 1, flags, 0, 6, text.len() as u16, text.as_bytes())
    }

    #[test]
    fn statements_stay_whole() {
        let records = [text(1, 0, "a"), text(2, 0, "x"), text(1, FLUSH, "b\n"), text(2, FLUSH, "y\n"), text(3, 0, "z")];
        assert_eq!(format(&records.concat(), 100), b"ab\nxy\nz");
        assert_eq!(format(&records.concat(), 4), b"ab\nx");
    }

    #[test]
    fn fields_and_numbers() {
        let number = |kind, flags, width, value: i64| record(0, kind, flags, width, 6, 4, &value.to_le_bytes());
        let records = [number(2, 0, 5, -42), number(3, 1 | 16, 6, 255), number(2, 32, 0, 7)];
        assert_eq!(format(&records.concat(), 100), b"  -42  0xff+7");
    }

    #[test]
    fn damaged_records_end_the_text() {
        let mut records = text(0, 0, "whole");
        records.extend(&text(0, 0, "longer than what is left")[..24]);
        assert_eq!(format(&records, 100), b"whole");
        let garbage: Vec<u8> = (0..255u8).cycle().take(4096).collect();
        for start in (0..garbage.len()).step_by(61) {
            assert!(format(&garbage[start..], 10).len() <= 10);
        }
    }
}
