//! The byte form of packages.
//!
//! All fields are little endian, nothing is aligned:
//!
//! ```text
//! package   ┌ magic "TNDG" ┬ u16 version ┬ u16 zero
//!           │ u32 kernels ┬ kernel …
//!           │ u32 variables ┬ variable …
//!           │ u32 codes ┬ code …
//!           └ u32 constants ┬ constant …                                      ┘
//! kernel    ┌ u32 size of the rest of this record
//!           │ string name, string symbol          (string: u32 length, UTF-8)
//!           │ u32 parameter_bytes, u32 launch_offset
//!           │ u32 static_local_bytes, u32 dynamic_local_bytes
//!           │ u32 flags: 1 required size follows, 2 hint follows, 4 requires_sub_group_size,
//!           │            8 may_print, 16 may_assert, 32 waits_for_groups
//!           │ [u32; 3] required_work_group_size, [u32; 3] work_group_size_hint
//!           └ u32 arguments ┬ argument: u32 kind (0 value, 1 global, 2 local, 3 constant),
//!                           ┴           u32 read only, u32 offset, u32 size   ┘
//! variable  ┌ string name, string symbol, u64 bytes                           ┘
//! code      ┌ u32 kind (0 PTX, 1 cubin), u32 processor, u32 length, bytes     ┘
//! constant  ┌ u32 id, u32 length, bytes                                       ┘
//! ```
//!
//! Version 1 has no constants. A kernel's record may grow at its end without a new version: readers
//! skip what they do not know, by the record's size.

use tandem_image::bytes::{Cursor, Truncated};

use crate::kernel::{ArgumentKind, CudaArgument, CudaKernel};
use crate::launch::LAUNCH_DATA_BYTES;
use crate::package::{Code, CodeKind, Package, Processor, Variable};

const MAGIC: &[u8; 4] = b"TNDG";
const VERSION: u16 = 2;
/// The first version with values of specialization constants.
const HAS_CONSTANTS: u16 = 2;

const HAS_REQUIRED_SIZE: u32 = 1;
const HAS_SIZE_HINT: u32 = 2;
const REQUIRES_SUB_GROUP_SIZE: u32 = 4;
const MAY_PRINT: u32 = 8;
const MAY_ASSERT: u32 = 16;
const WAITS_FOR_GROUPS: u32 = 32;

/// Why a package could not be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackageError {
    /// The package ended inside a field.
    #[error("CUDA package: {0}")]
    Truncated(#[from] Truncated),
    /// The bytes are not a package.
    #[error("CUDA package: does not begin with the magic \"TNDG\"")]
    Magic,
    /// The package was written by a newer toolchain.
    #[error("CUDA package: version {found}, this build reads version {VERSION}")]
    Version {
        /// The version that the package claims.
        found: u16,
    },
    /// A field holds a value that has no meaning.
    #[error("CUDA package: bad {field} at byte {offset}")]
    Field {
        /// Which field.
        field: &'static str,
        /// Byte offset just after the field, in the package or in the kernel's record.
        offset: usize,
    },
}

type Result<T, E = PackageError> = std::result::Result<T, E>;

impl Package {
    /// Whether bytes begin as a package.
    pub fn is_package(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Its bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend_from_slice(&VERSION.to_le_bytes());
        out.extend_from_slice(&[0, 0]);
        put_len(&mut out, self.kernels.len());
        for kernel in &self.kernels {
            put_bytes(&mut out, &encode_kernel(kernel));
        }
        put_len(&mut out, self.variables.len());
        for variable in &self.variables {
            put_bytes(&mut out, variable.name.as_bytes());
            put_bytes(&mut out, variable.symbol.as_bytes());
            out.extend_from_slice(&variable.bytes.to_le_bytes());
        }
        put_len(&mut out, self.codes.len());
        for code in &self.codes {
            let kind = match code.kind {
                CodeKind::Ptx => 0,
                CodeKind::Cubin => 1,
            };
            put_ints(&mut out, [kind, code.processor.0]);
            put_bytes(&mut out, &code.bytes);
        }
        put_len(&mut out, self.constants.len());
        for (id, value) in &self.constants {
            put_ints(&mut out, [*id]);
            put_bytes(&mut out, value);
        }
        out
    }

    /// Reads a package.
    ///
    /// # Errors
    /// Bytes that are no package, or a damaged one.
    pub fn decode(bytes: &[u8]) -> Result<Self> {
        let cursor = &mut Cursor::new(bytes);
        if cursor.bytes(MAGIC.len(), "magic")? != MAGIC {
            return Err(PackageError::Magic);
        }
        let found = cursor.u16("version")?;
        if !(1..=VERSION).contains(&found) {
            return Err(PackageError::Version { found });
        }
        cursor.u16("reserved")?;
        // Counts are not trusted for an allocation.
        let mut package = Self::default();
        for _ in 0..cursor.u32("number of kernels")? {
            package.kernels.push(decode_kernel(take_bytes(cursor, "kernel record")?)?);
        }
        for _ in 0..cursor.u32("number of variables")? {
            let (name, symbol) = (string(cursor, "variable name")?, string(cursor, "variable symbol")?);
            package.variables.push(Variable { name, symbol, bytes: cursor.u64("variable size")? });
        }
        for _ in 0..cursor.u32("number of codes")? {
            package.codes.push(decode_code(cursor)?);
        }
        if found >= HAS_CONSTANTS {
            for _ in 0..cursor.u32("number of constants")? {
                let id = cursor.u32("id of a constant")?;
                package.constants.push((id, take_bytes(cursor, "value of a constant")?.to_vec()));
            }
        }
        match cursor.left() {
            0 => Ok(package),
            _ => Err(bad(cursor, "number of constants")),
        }
    }
}

fn encode_kernel(kernel: &CudaKernel) -> Vec<u8> {
    let mut out = Vec::new();
    put_bytes(&mut out, kernel.name.as_bytes());
    put_bytes(&mut out, kernel.symbol.as_bytes());
    let sizes = [kernel.parameter_bytes, kernel.launch_offset, kernel.static_local_bytes, kernel.dynamic_local_bytes];
    put_ints(&mut out, sizes);
    let flag = |on, bit| if on { bit } else { 0 };
    let flags = flag(kernel.required_work_group_size.is_some(), HAS_REQUIRED_SIZE)
        | flag(kernel.work_group_size_hint.is_some(), HAS_SIZE_HINT)
        | flag(kernel.requires_sub_group_size, REQUIRES_SUB_GROUP_SIZE)
        | flag(kernel.may_print, MAY_PRINT)
        | flag(kernel.may_assert, MAY_ASSERT)
        | flag(kernel.waits_for_groups, WAITS_FOR_GROUPS);
    put_ints(&mut out, [flags]);
    put_ints(&mut out, kernel.required_work_group_size.unwrap_or_default());
    put_ints(&mut out, kernel.work_group_size_hint.unwrap_or_default());
    put_len(&mut out, kernel.arguments.len());
    for argument in &kernel.arguments {
        let kind = match argument.kind {
            ArgumentKind::Value => 0,
            ArgumentKind::Global => 1,
            ArgumentKind::Local => 2,
            ArgumentKind::Constant => 3,
        };
        put_ints(&mut out, [kind, argument.is_read_only.into(), argument.offset, argument.size]);
    }
    out
}

fn decode_kernel(record: &[u8]) -> Result<CudaKernel> {
    let cursor = &mut Cursor::new(record);
    let (name, symbol) = (string(cursor, "kernel name")?, string(cursor, "kernel symbol")?);
    let (parameter_bytes, launch_offset) = (cursor.u32("parameter_bytes")?, cursor.u32("launch_offset")?);
    // A launch writes its data and each argument into a block of `parameter_bytes` bytes.
    let is_inside = |offset: u32, size: u32| u64::from(offset) + u64::from(size) <= u64::from(parameter_bytes);
    if !is_inside(launch_offset, LAUNCH_DATA_BYTES) {
        return Err(bad(cursor, "launch_offset"));
    }
    let (static_local_bytes, dynamic_local_bytes) =
        (cursor.u32("static_local_bytes")?, cursor.u32("dynamic_local_bytes")?);
    let flags = cursor.u32("flags")?;
    let required = size3(cursor, "required_work_group_size")?;
    let hint = size3(cursor, "work_group_size_hint")?;
    let mut arguments = Vec::new();
    for _ in 0..cursor.u32("number of arguments")? {
        let argument = decode_argument(cursor)?;
        if !is_inside(argument.offset, argument.size) {
            return Err(bad(cursor, "argument range"));
        }
        arguments.push(argument);
    }
    Ok(CudaKernel {
        name,
        symbol,
        arguments,
        parameter_bytes,
        launch_offset,
        required_work_group_size: (flags & HAS_REQUIRED_SIZE != 0).then_some(required),
        work_group_size_hint: (flags & HAS_SIZE_HINT != 0).then_some(hint),
        requires_sub_group_size: flags & REQUIRES_SUB_GROUP_SIZE != 0,
        static_local_bytes,
        dynamic_local_bytes,
        may_print: flags & MAY_PRINT != 0,
        may_assert: flags & MAY_ASSERT != 0,
        waits_for_groups: flags & WAITS_FOR_GROUPS != 0,
    })
}

fn decode_argument(cursor: &mut Cursor<'_>) -> Result<CudaArgument> {
    let kind = match cursor.u32("argument kind")? {
        0 => ArgumentKind::Value,
        1 => ArgumentKind::Global,
        2 => ArgumentKind::Local,
        3 => ArgumentKind::Constant,
        _ => return Err(bad(cursor, "argument kind")),
    };
    let is_read_only = cursor.u32("argument access")? != 0;
    let (offset, size) = (cursor.u32("argument offset")?, cursor.u32("argument size")?);
    if kind != ArgumentKind::Value && size != 8 {
        return Err(bad(cursor, "argument size"));
    }
    Ok(CudaArgument { kind, is_read_only, offset, size })
}

fn decode_code(cursor: &mut Cursor<'_>) -> Result<Code> {
    let kind = match cursor.u32("kind of code")? {
        0 => CodeKind::Ptx,
        1 => CodeKind::Cubin,
        _ => return Err(bad(cursor, "kind of code")),
    };
    let processor = Processor(cursor.u32("processor")?);
    Ok(Code { kind, processor, bytes: take_bytes(cursor, "code")?.to_vec() })
}

fn string(cursor: &mut Cursor<'_>, field: &'static str) -> Result<String> {
    let bytes = take_bytes(cursor, field)?;
    String::from_utf8(bytes.to_vec()).map_err(|_| bad(cursor, field))
}

fn take_bytes<'a>(cursor: &mut Cursor<'a>, field: &'static str) -> Result<&'a [u8]> {
    let length = cursor.u32(field)? as usize;
    Ok(cursor.bytes(length, field)?)
}

fn size3(cursor: &mut Cursor<'_>, field: &'static str) -> Result<[u32; 3]> {
    Ok([cursor.u32(field)?, cursor.u32(field)?, cursor.u32(field)?])
}

fn bad(cursor: &Cursor<'_>, field: &'static str) -> PackageError {
    PackageError::Field { field, offset: cursor.offset() }
}

fn put_ints<const N: usize>(out: &mut Vec<u8>, values: [u32; N]) {
    values.into_iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_len(out, bytes.len());
    out.extend_from_slice(bytes);
}

fn put_len(out: &mut Vec<u8>, len: usize) {
    let len = u32::try_from(len).expect("device code is far smaller than 4 GiB");
    out.extend_from_slice(&len.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(kind: ArgumentKind, offset: u32, size: u32) -> CudaArgument {
        CudaArgument { kind, is_read_only: kind == ArgumentKind::Constant, offset, size }
    }

    fn sample() -> Package {
        let kernel = CudaKernel {
            name: "_ZTS3Foo".into(),
            symbol: "_ZTS3Foo".into(),
            arguments: vec![
                argument(ArgumentKind::Global, 0, 8),
                argument(ArgumentKind::Local, 8, 8),
                argument(ArgumentKind::Value, 16, 4),
                argument(ArgumentKind::Constant, 24, 8),
            ],
            parameter_bytes: 96,
            launch_offset: 32,
            required_work_group_size: Some([64, 2, 1]),
            work_group_size_hint: None,
            requires_sub_group_size: true,
            static_local_bytes: 4096,
            dynamic_local_bytes: 0,
            may_print: true,
            may_assert: true,
            waits_for_groups: true,
        };
        let small = CudaKernel {
            name: "empty".into(),
            parameter_bytes: 64,
            work_group_size_hint: Some([1, 1, 1]),
            dynamic_local_bytes: 65536,
            ..CudaKernel::default()
        };
        let code = |kind, bytes: &[u8]| Code { kind, processor: Processor(90), bytes: bytes.to_vec() };
        Package {
            kernels: vec![kernel, small],
            variables: vec![Variable { name: "a.b".into(), symbol: "a$2eb".into(), bytes: 8 }],
            codes: vec![code(CodeKind::Ptx, b".version 7.8"), code(CodeKind::Cubin, b"\x7fELF")],
            constants: vec![(7, vec![1, 2, 3, 4]), (9, Vec::new())],
        }
    }

    #[test]
    fn round_trip() {
        let bytes = sample().encode();
        assert!(Package::is_package(&bytes) && !Package::is_package(b"\x7fELF"));
        assert_eq!(Package::decode(&bytes), Ok(sample()));
        assert_eq!(Package::decode(&Package::default().encode()), Ok(Package::default()));
    }

    #[test]
    fn packages_of_version_1_have_no_constants() {
        let package = Package { constants: Vec::new(), ..sample() };
        let mut bytes = package.encode();
        bytes[4] = 1;
        bytes.truncate(bytes.len() - 4);
        assert_eq!(Package::decode(&bytes), Ok(package));
    }

    #[test]
    fn every_cut_and_every_addition_is_an_error() {
        let bytes = sample().encode();
        for cut in 0..bytes.len() {
            assert!(Package::decode(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        assert!(Package::decode(&[bytes.as_slice(), b"x"].concat()).is_err());
    }

    #[test]
    fn no_flipped_byte_panics() {
        let bytes = sample().encode();
        for at in 0..bytes.len() {
            for mask in [0x01, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= mask;
                if let Ok(package) = Package::decode(&damaged) {
                    assert_eq!(Package::decode(&package.encode()), Ok(package), "byte {at}");
                }
            }
        }
    }

    #[test]
    fn records_may_grow() {
        let package = Package { kernels: vec![sample().kernels.remove(1)], ..Package::default() };
        let mut bytes = package.encode();
        let size = u32::from_le_bytes(bytes[12..16].try_into().expect("4 bytes"));
        bytes[12..16].copy_from_slice(&(size + 3).to_le_bytes());
        let end = 16 + size as usize;
        bytes.splice(end..end, [9, 9, 9]);
        assert_eq!(Package::decode(&bytes), Ok(package));
    }

    #[test]
    fn arguments_lie_in_the_parameter_buffer() {
        let mut package = sample();
        package.kernels[0].arguments[2].offset = 93;
        assert!(matches!(Package::decode(&package.encode()), Err(PackageError::Field { field: "argument range", .. })));
        let mut package = sample();
        package.kernels[0].launch_offset = 40;
        assert!(matches!(Package::decode(&package.encode()), Err(PackageError::Field { field: "launch_offset", .. })));
        let mut package = sample();
        package.kernels[0].arguments[0].size = 4;
        assert!(matches!(Package::decode(&package.encode()), Err(PackageError::Field { field: "argument size", .. })));
    }
}
