//! How a kernel's closure is cut into arguments: the value of a property in
//! the set [`KernelLayout`](crate::property::PropertySetName::KernelLayout).
//!
//! ```text
//!  0               4
//! ┌───────────────┬──────────┬────────────┬──────────┬─────
//! │ closure_size  │ u32 kind │ u32 offset │ u32 size │ …     one record per
//! └───────────────┴──────────┴────────────┴──────────┴─────  live parameter
//! ```
//!
//! All fields are little endian. Offsets and sizes are bytes of the host's
//! closure. `docs/internals/boundaries.md`, section 4, says how each kind is passed.

pub use tandem_device_ir::{RecordKind, sampler};

use crate::bytes::{Cursor, Truncated};

/// One part of the closure, and with it one kernel parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The kind of its contents.
    pub kind: RecordKind,
    /// Byte offset in the closure.
    pub offset: u32,
    /// Size in bytes: for a value, that of the value; for private memory, that of each logical work-item; otherwise 8.
    pub size: u32,
}

impl Record {
    /// How many bytes of the closure it covers.
    pub fn closure_bytes(&self) -> u32 {
        match self.kind {
            RecordKind::Value => self.size,
            _ => 8,
        }
    }
}

/// The layout of one kernel's closure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelLayout {
    /// Size of the closure in bytes.
    pub closure_size: u32,
    /// The live parameters, in order of the kernel's parameters.
    pub records: Vec<Record>,
}

/// Why a layout could not be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// The value ended inside a field.
    #[error("kernel layout: {0}")]
    Truncated(#[from] Truncated),
    /// A record's kind has no meaning.
    #[error("kernel layout: record {index} has unknown kind {kind}")]
    Kind {
        /// Index of the record.
        index: usize,
        /// Its kind.
        kind: u32,
    },
    /// A record reaches outside of the closure, or is a pointer of another
    /// size than 8.
    #[error(
        "kernel layout: record {index} ({size} bytes at {offset}) does not fit a closure of \
         {closure_size} bytes"
    )]
    Range {
        /// Index of the record.
        index: usize,
        /// Its offset.
        offset: u32,
        /// Its size.
        size: u32,
        /// Size of the closure.
        closure_size: u32,
    },
}

impl KernelLayout {
    /// The byte form.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = self.closure_size.to_le_bytes().to_vec();
        for record in &self.records {
            for field in [record.kind.number(), record.offset, record.size] {
                out.extend_from_slice(&field.to_le_bytes());
            }
        }
        out
    }

    /// Reads the byte form.
    pub fn decode(bytes: &[u8]) -> Result<Self, LayoutError> {
        let mut cursor = Cursor::new(bytes);
        let closure_size = cursor.u32("closure size")?;
        let mut records = Vec::new();
        while cursor.left() > 0 {
            let index = records.len();
            let kind = cursor.u32("record kind")?;
            let offset = cursor.u32("record offset")?;
            let size = cursor.u32("record size")?;
            let kind = RecordKind::from_number(kind).ok_or(LayoutError::Kind { index, kind })?;
            let record = Record { kind, offset, size };
            let end = u64::from(offset) + u64::from(record.closure_bytes());
            let is_sized = matches!(kind, RecordKind::Value | RecordKind::PrivateMemory);
            if end > u64::from(closure_size) || (!is_sized && size != 8) {
                return Err(LayoutError::Range { index, offset, size, closure_size });
            }
            records.push(record);
        }
        Ok(Self { closure_size, records })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> KernelLayout {
        let record = |kind, offset, size| Record { kind, offset, size };
        KernelLayout {
            closure_size: 32,
            records: vec![
                record(RecordKind::Accessor, 0, 8),
                record(RecordKind::LocalAccessor, 8, 8),
                record(RecordKind::UsmPointer, 16, 8),
                record(RecordKind::PrivateMemory, 8, 52),
                record(RecordKind::Value, 24, 5),
            ],
        }
    }

    #[test]
    fn round_trip() {
        assert_eq!(KernelLayout::decode(&sample().encode()), Ok(sample()));
    }

    #[test]
    fn cuts_inside_a_record_are_errors() {
        let bytes = sample().encode();
        for cut in 0..bytes.len() {
            let whole = cut >= 4 && (cut - 4) % 12 == 0;
            assert_eq!(KernelLayout::decode(&bytes[..cut]).is_ok(), whole, "{cut}");
        }
    }

    #[test]
    fn records_stay_inside_the_closure() {
        let mut layout = sample();
        layout.records[4].size = 9;
        assert!(matches!(KernelLayout::decode(&layout.encode()), Err(LayoutError::Range { index: 4, .. })));
        layout.records[4].offset = u32::MAX;
        assert!(KernelLayout::decode(&layout.encode()).is_err());
        let mut layout = sample();
        layout.records[3].offset = 25;
        assert!(matches!(KernelLayout::decode(&layout.encode()), Err(LayoutError::Range { index: 3, .. })));
    }
}
