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
//!         │ u8 flags: 1 has_barrier, 2 required size follows, 4 hint follows,
//!         │           8 sub_group_size is required by the source
//!         │ [u32; 3] required_work_group_size, [u32; 3] work_group_size_hint
//!         │ u32 args ┬ arg: u32 kind (0 value, 1 global, 2 local, 3 constant),
//!         │          ┴      u32 offset, u32 size
//!         │ u8 for each arg: 1 if it is read only; may be missing
//!         └ u64 stack_bytes; may be missing                                ┘
//! ```
//!
//! A record may grow at its end without a new version: readers skip unknown fields, by the record's size.

use tandem_device_ir::{Parameter, ParameterKind, PlacedParameter};
use tandem_image::bytes::{Cursor, Malformed, Writer};

use crate::kernel::NativeKernel;

const MAGIC: &str = "TNDK";
const VERSION: u16 = 1;

const HAS_BARRIER: u8 = 1;
const HAS_REQUIRED_SIZE: u8 = 2;
const HAS_SIZE_HINT: u8 = 4;
const REQUIRES_SUB_GROUP_SIZE: u8 = 8;

/// Why a kernel table could not be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("kernel table: {0}")]
pub struct DecodeError(#[from] Malformed);

/// Encodes a kernel table.
pub fn encode(kernels: &[NativeKernel]) -> Vec<u8> {
    let mut out = Writer::with_header(MAGIC, VERSION);
    out.count(kernels.len());
    for kernel in kernels {
        out.block(&encode_kernel(kernel));
    }
    out.finish()
}

/// Decodes a kernel table.
pub fn decode(bytes: &[u8]) -> Result<Vec<NativeKernel>, DecodeError> {
    Ok(decode_table(&mut Cursor::new(bytes))?)
}

fn encode_kernel(kernel: &NativeKernel) -> Vec<u8> {
    let mut out = Writer::default();
    out.block(kernel.name.as_bytes());
    out.block(kernel.symbol.as_bytes());
    out.u32s([kernel.args_size, kernel.sub_group_size]);
    out.u64(kernel.local_bytes);
    out.u64(kernel.scratch_bytes_per_item);
    let flag = |on, bit| if on { bit } else { 0 };
    out.u8(flag(kernel.has_barrier, HAS_BARRIER)
        | flag(kernel.required_work_group_size.is_some(), HAS_REQUIRED_SIZE)
        | flag(kernel.work_group_size_hint.is_some(), HAS_SIZE_HINT)
        | flag(kernel.requires_sub_group_size, REQUIRES_SUB_GROUP_SIZE));
    out.u32s(kernel.required_work_group_size.unwrap_or_default());
    out.u32s(kernel.work_group_size_hint.unwrap_or_default());
    out.count(kernel.args.len());
    for PlacedParameter { parameter, offset } in &kernel.args {
        out.u32s([parameter.kind.number(), *offset, parameter.bytes]);
    }
    for arg in &kernel.args {
        out.u8(arg.parameter.is_read_only.into());
    }
    out.u64(kernel.stack_bytes);
    out.finish()
}

fn decode_table(cursor: &mut Cursor<'_>) -> Result<Vec<NativeKernel>, Malformed> {
    cursor.header(MAGIC, VERSION..=VERSION)?;
    let count = cursor.u32("kernel count")?;
    // The count is not trusted for an allocation.
    let mut kernels = Vec::new();
    for _ in 0..count {
        let size = cursor.u32("kernel record size")? as usize;
        kernels.push(decode_kernel(cursor.bytes(size, "kernel record")?)?);
    }
    Ok(kernels)
}

fn decode_kernel(record: &[u8]) -> Result<NativeKernel, Malformed> {
    let cursor = &mut Cursor::new(record);
    let name = cursor.string("kernel name")?;
    let symbol = cursor.string("kernel symbol")?;
    let args_size = cursor.u32("args_size")?;
    let sub_group_size = cursor.u32("sub_group_size")?;
    let local_bytes = cursor.u64("local_bytes")?;
    let scratch_bytes_per_item = cursor.u64("scratch_bytes_per_item")?;
    let flags = cursor.u8("flags")?;
    let required = cursor.sizes("reqd_work_group_size")?;
    let hint = cursor.sizes("work_group_size_hint")?;
    let args = decode_args(cursor, args_size)?;
    let stack_bytes = cursor.u64("stack_bytes").unwrap_or(0);
    Ok(NativeKernel {
        name,
        symbol,
        args,
        args_size,
        required_work_group_size: (flags & HAS_REQUIRED_SIZE != 0).then_some(required),
        work_group_size_hint: (flags & HAS_SIZE_HINT != 0).then_some(hint),
        sub_group_size,
        requires_sub_group_size: flags & REQUIRES_SUB_GROUP_SIZE != 0,
        local_bytes,
        scratch_bytes_per_item,
        has_barrier: flags & HAS_BARRIER != 0,
        stack_bytes,
    })
}

fn decode_args(cursor: &mut Cursor<'_>, args_size: u32) -> Result<Vec<PlacedParameter>, Malformed> {
    let mut args = Vec::new();
    for _ in 0..cursor.u32("argument count")? {
        let arg = decode_arg(cursor)?;
        // Launches write each argument into a block of `args_size` bytes.
        if arg.end() > args_size.into() {
            return Err(cursor.bad("argument range"));
        }
        args.push(arg);
    }
    // Objects of older toolchains end here, or after the next field.
    if let Ok(read_only) = cursor.bytes(args.len(), "read-only arguments") {
        for (arg, flag) in args.iter_mut().zip(read_only) {
            arg.parameter.is_read_only = *flag != 0;
        }
    }
    Ok(args)
}

fn decode_arg(cursor: &mut Cursor<'_>) -> Result<PlacedParameter, Malformed> {
    let number = cursor.u32("argument kind")?;
    let kind = ParameterKind::from_number(number).ok_or_else(|| cursor.bad("argument kind"))?;
    let (offset, bytes) = (cursor.u32("argument offset")?, cursor.u32("argument size")?);
    Ok(PlacedParameter { parameter: Parameter { kind, is_read_only: false, bytes }, offset })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arg(kind: ParameterKind, offset: u32, bytes: u32) -> PlacedParameter {
        PlacedParameter { parameter: Parameter { bytes, ..Parameter::word(kind) }, offset }
    }

    fn sample() -> Vec<NativeKernel> {
        vec![
            NativeKernel {
                name: "_ZTS3Foo".into(),
                symbol: "__tandem_wg__ZTS3Foo".into(),
                args: vec![
                    arg(ParameterKind::Global, 0, 8),
                    arg(ParameterKind::Local, 8, 8),
                    arg(ParameterKind::Value, 16, 4),
                    arg(ParameterKind::Constant, 24, 8),
                    arg(ParameterKind::Image, 32, 8),
                    arg(ParameterKind::Sampler, 40, 8),
                ],
                args_size: 48,
                required_work_group_size: Some([64, 2, 1]),
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
