//! The byte form of the table of kernels in section
//! [`KERNELS_SECTION`](crate::KERNELS_SECTION).
//!
//! All fields are little endian, nothing is aligned:
//!
//! ```text
//! table   ┌ magic "TNDK" ┬ u16 version ┬ u16 zero ┬ u32 kernels ┬ kernel … ┐
//! kernel  ┌ u32 size of the rest of this record                            ┐
//!         │ string name, string symbol           (string: u32 length, UTF-8)
//!         │ u32 args_size, u32 sub_group_size
//!         │ u64 local_bytes, u64 scratch_bytes_per_item
//!         │ u8 flags: 1 has_barrier, 2 reqd size follows, 4 hint follows,
//!         │           8 sub_group_size is required by the source
//!         │ [u32; 3] reqd_work_group_size, [u32; 3] work_group_size_hint
//!         │ u32 args ┬ arg: u32 kind (0 value, 1 global, 2 local, 3 constant),
//!         │          ┴      u32 offset, u32 size
//!         │ u8 for each arg: 1 if it is read only; may be missing
//!         └ u64 stack_bytes; may be missing                                ┘
//! ```
//!
//! A record may grow at its end without a new version: readers skip what they
//! do not know, by the record's size.

use tandem_image::bytes::{Cursor, Truncated};

use crate::kernel::{ArgKind, NativeArg, NativeKernel};

const MAGIC: &[u8; 4] = b"TNDK";
const VERSION: u16 = 1;

const HAS_BARRIER: u8 = 1;
const HAS_REQD_SIZE: u8 = 2;
const HAS_SIZE_HINT: u8 = 4;
const REQUIRES_SUB_GROUP_SIZE: u8 = 8;

/// Why a kernel table could not be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The table ended inside a field.
    #[error("kernel table: {0}")]
    Truncated(#[from] Truncated),
    /// The bytes are not a kernel table.
    #[error("kernel table: does not begin with the magic \"TNDK\"")]
    Magic,
    /// The table was written by a newer toolchain.
    #[error("kernel table: version {found}, this build reads version {VERSION}")]
    Version {
        /// The version that the table claims.
        found: u16,
    },
    /// A field holds a value that has no meaning.
    #[error("kernel table: bad {field} at byte {offset}")]
    Field {
        /// Which field.
        field: &'static str,
        /// Byte offset just after the field.
        offset: usize,
    },
}

/// Encodes a kernel table.
pub fn encode(kernels: &[NativeKernel]) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&[0, 0]);
    put_len(&mut out, kernels.len());
    for kernel in kernels {
        let record = encode_kernel(kernel);
        put_len(&mut out, record.len());
        out.extend_from_slice(&record);
    }
    out
}

/// Decodes a kernel table.
pub fn decode(bytes: &[u8]) -> Result<Vec<NativeKernel>, DecodeError> {
    let mut cursor = Cursor::new(bytes);
    if cursor.bytes(4, "magic")? != MAGIC {
        return Err(DecodeError::Magic);
    }
    let found = cursor.u16("version")?;
    if found != VERSION {
        return Err(DecodeError::Version { found });
    }
    cursor.u16("reserved")?;
    let count = cursor.u32("kernel count")?;
    // The count is not trusted for an allocation.
    let mut kernels = Vec::new();
    for _ in 0..count {
        let size = cursor.u32("kernel record size")? as usize;
        kernels.push(decode_kernel(cursor.bytes(size, "kernel record")?)?);
    }
    Ok(kernels)
}

fn encode_kernel(kernel: &NativeKernel) -> Vec<u8> {
    let mut out = Vec::new();
    for text in [&kernel.name, &kernel.symbol] {
        put_len(&mut out, text.len());
        out.extend_from_slice(text.as_bytes());
    }
    out.extend_from_slice(&kernel.args_size.to_le_bytes());
    out.extend_from_slice(&kernel.sub_group_size.to_le_bytes());
    out.extend_from_slice(&kernel.local_bytes.to_le_bytes());
    out.extend_from_slice(&kernel.scratch_bytes_per_item.to_le_bytes());
    let flag = |on, bit| if on { bit } else { 0 };
    out.push(
        flag(kernel.has_barrier, HAS_BARRIER)
            | flag(kernel.reqd_work_group_size.is_some(), HAS_REQD_SIZE)
            | flag(kernel.work_group_size_hint.is_some(), HAS_SIZE_HINT)
            | flag(kernel.requires_sub_group_size, REQUIRES_SUB_GROUP_SIZE),
    );
    for size in [kernel.reqd_work_group_size, kernel.work_group_size_hint] {
        for n in size.unwrap_or_default() {
            out.extend_from_slice(&n.to_le_bytes());
        }
    }
    put_len(&mut out, kernel.args.len());
    for arg in &kernel.args {
        let kind: u32 = match arg.kind {
            ArgKind::Value => 0,
            ArgKind::Global => 1,
            ArgKind::Local => 2,
            ArgKind::Constant => 3,
        };
        for field in [kind, arg.offset, arg.size] {
            out.extend_from_slice(&field.to_le_bytes());
        }
    }
    out.extend(kernel.args.iter().map(|arg| u8::from(arg.is_read_only)));
    out.extend_from_slice(&kernel.stack_bytes.to_le_bytes());
    out
}

fn decode_kernel(record: &[u8]) -> Result<NativeKernel, DecodeError> {
    let cursor = &mut Cursor::new(record);
    let name = string(cursor, "kernel name")?;
    let symbol = string(cursor, "kernel symbol")?;
    let args_size = cursor.u32("args_size")?;
    let sub_group_size = cursor.u32("sub_group_size")?;
    let local_bytes = cursor.u64("local_bytes")?;
    let scratch_bytes_per_item = cursor.u64("scratch_bytes_per_item")?;
    let flags = cursor.u8("flags")?;
    let reqd = size3(cursor, "reqd_work_group_size")?;
    let hint = size3(cursor, "work_group_size_hint")?;
    let count = cursor.u32("argument count")?;
    let mut args = Vec::new();
    for _ in 0..count {
        let arg = decode_arg(cursor)?;
        // Launches write each argument into a block of `args_size` bytes.
        if u64::from(arg.offset) + u64::from(arg.size) > u64::from(args_size) {
            return Err(bad(cursor, "argument range"));
        }
        args.push(arg);
    }
    // Objects of older toolchains end here, or behind the next field.
    if let Ok(read_only) = cursor.bytes(args.len(), "read-only arguments") {
        for (arg, flag) in args.iter_mut().zip(read_only) {
            arg.is_read_only = *flag != 0;
        }
    }
    let stack_bytes = cursor.u64("stack_bytes").unwrap_or(0);
    Ok(NativeKernel {
        name,
        symbol,
        args,
        args_size,
        reqd_work_group_size: (flags & HAS_REQD_SIZE != 0).then_some(reqd),
        work_group_size_hint: (flags & HAS_SIZE_HINT != 0).then_some(hint),
        sub_group_size,
        requires_sub_group_size: flags & REQUIRES_SUB_GROUP_SIZE != 0,
        local_bytes,
        scratch_bytes_per_item,
        has_barrier: flags & HAS_BARRIER != 0,
        stack_bytes,
    })
}

fn decode_arg(cursor: &mut Cursor<'_>) -> Result<NativeArg, DecodeError> {
    let kind = match cursor.u32("argument kind")? {
        0 => ArgKind::Value,
        1 => ArgKind::Global,
        2 => ArgKind::Local,
        3 => ArgKind::Constant,
        _ => return Err(bad(cursor, "argument kind")),
    };
    let (offset, size) = (cursor.u32("argument offset")?, cursor.u32("argument size")?);
    Ok(NativeArg { kind, is_read_only: false, offset, size })
}

fn string(cursor: &mut Cursor<'_>, field: &'static str) -> Result<String, DecodeError> {
    let length = cursor.u32(field)? as usize;
    let bytes = cursor.bytes(length, field)?;
    String::from_utf8(bytes.to_vec()).map_err(|_| bad(cursor, field))
}

fn size3(cursor: &mut Cursor<'_>, field: &'static str) -> Result<[u32; 3], DecodeError> {
    Ok([cursor.u32(field)?, cursor.u32(field)?, cursor.u32(field)?])
}

fn bad(cursor: &Cursor<'_>, field: &'static str) -> DecodeError {
    DecodeError::Field { field, offset: cursor.offset() }
}

fn put_len(out: &mut Vec<u8>, len: usize) {
    let len = u32::try_from(len).expect("a kernel table is far smaller than 4 GiB");
    out.extend_from_slice(&len.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arg(kind: ArgKind, offset: u32, size: u32) -> NativeArg {
        NativeArg { kind, is_read_only: false, offset, size }
    }

    fn sample() -> Vec<NativeKernel> {
        vec![
            NativeKernel {
                name: "_ZTS3Foo".into(),
                symbol: "__tandem_wg__ZTS3Foo".into(),
                args: vec![
                    arg(ArgKind::Global, 0, 8),
                    arg(ArgKind::Local, 8, 8),
                    arg(ArgKind::Value, 16, 4),
                    NativeArg { is_read_only: true, ..arg(ArgKind::Constant, 24, 8) },
                ],
                args_size: 32,
                reqd_work_group_size: Some([64, 2, 1]),
                work_group_size_hint: None,
                sub_group_size: 16,
                requires_sub_group_size: true,
                local_bytes: 4096,
                scratch_bytes_per_item: 48,
                has_barrier: true,
                stack_bytes: 1 << 33,
            },
            NativeKernel { name: "empty".into(), work_group_size_hint: Some([1, 1, 1]), ..NativeKernel::default() },
        ]
    }

    #[test]
    fn round_trip() {
        assert_eq!(decode(&encode(&sample())), Ok(sample()));
        assert_eq!(decode(&encode(&[])), Ok(vec![]));
    }

    #[test]
    fn every_cut_is_an_error() {
        let bytes = encode(&sample());
        for cut in 0..bytes.len() {
            assert!(decode(&bytes[..cut]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn no_flipped_byte_panics() {
        let bytes = encode(&sample());
        for at in 0..bytes.len() {
            for mask in [0x01, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= mask;
                let _ = decode(&damaged);
            }
        }
    }

    #[test]
    fn records_may_grow() {
        let mut bytes = encode(&sample()[1..]);
        let size = u32::from_le_bytes(bytes[12..16].try_into().unwrap());
        bytes[12..16].copy_from_slice(&(size + 3).to_le_bytes());
        bytes.extend_from_slice(&[9, 9, 9]);
        assert_eq!(decode(&bytes).unwrap(), sample()[1..]);
    }
}
