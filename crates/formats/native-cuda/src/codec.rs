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
//! Version 1 has no constants. A kernel's record may grow at its end without a new version: readers skip unknown
//! fields, by the record's size.

use tandem_device_ir::{Parameter, ParameterKind, PlacedParameter};
use tandem_image::bytes::{Cursor, Malformed, Writer};

use crate::kernel::CudaKernel;
use crate::launch::LAUNCH_DATA_BYTES;
use crate::package::{Code, CodeKind, Package, Processor, Variable};

const MAGIC: &str = "TNDG";
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
#[error("CUDA package: {0}")]
pub struct PackageError(#[from] Malformed);

type Result<T, E = Malformed> = std::result::Result<T, E>;

impl Package {
    /// Whether bytes begin as a package.
    pub fn is_package(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC.as_bytes())
    }

    /// Its bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Writer::with_header(MAGIC, VERSION);
        out.count(self.kernels.len());
        self.kernels.iter().for_each(|kernel| out.block(&encode_kernel(kernel)));
        out.count(self.variables.len());
        self.variables.iter().for_each(|variable| encode_variable(&mut out, variable));
        out.count(self.codes.len());
        self.codes.iter().for_each(|code| encode_code(&mut out, code));
        out.count(self.constants.len());
        for (id, value) in &self.constants {
            out.u32s([*id]);
            out.block(value);
        }
        out.finish()
    }

    /// Reads a package.
    ///
    /// # Errors
    /// Bytes that are no package, or a damaged one.
    pub fn decode(bytes: &[u8]) -> Result<Self, PackageError> {
        Ok(decode_package(&mut Cursor::new(bytes))?)
    }
}

fn encode_variable(out: &mut Writer, variable: &Variable) {
    out.block(variable.name.as_bytes());
    out.block(variable.symbol.as_bytes());
    out.u64(variable.bytes);
}

fn encode_code(out: &mut Writer, code: &Code) {
    let kind = match code.kind {
        CodeKind::Ptx => 0,
        CodeKind::Cubin => 1,
    };
    out.u32s([kind, code.processor.0]);
    out.block(&code.bytes);
}

fn encode_kernel(kernel: &CudaKernel) -> Vec<u8> {
    let mut out = Writer::default();
    out.block(kernel.name.as_bytes());
    out.block(kernel.symbol.as_bytes());
    out.u32s([kernel.parameter_bytes, kernel.launch_offset, kernel.static_local_bytes, kernel.dynamic_local_bytes]);
    let flag = |on, bit| if on { bit } else { 0 };
    let flags = flag(kernel.required_work_group_size.is_some(), HAS_REQUIRED_SIZE)
        | flag(kernel.work_group_size_hint.is_some(), HAS_SIZE_HINT)
        | flag(kernel.requires_sub_group_size, REQUIRES_SUB_GROUP_SIZE)
        | flag(kernel.may_print, MAY_PRINT)
        | flag(kernel.may_assert, MAY_ASSERT)
        | flag(kernel.waits_for_groups, WAITS_FOR_GROUPS);
    out.u32s([flags]);
    out.u32s(kernel.required_work_group_size.unwrap_or_default());
    out.u32s(kernel.work_group_size_hint.unwrap_or_default());
    out.count(kernel.arguments.len());
    for PlacedParameter { parameter, offset } in &kernel.arguments {
        out.u32s([parameter.kind.number(), parameter.is_read_only.into(), *offset, parameter.bytes]);
    }
    out.finish()
}

fn decode_package(cursor: &mut Cursor<'_>) -> Result<Package> {
    let version = cursor.header(MAGIC, 1..=VERSION)?;
    // Counts are not trusted for an allocation.
    let mut package = Package::default();
    for _ in 0..cursor.u32("number of kernels")? {
        package.kernels.push(decode_kernel(cursor.block("kernel record")?)?);
    }
    for _ in 0..cursor.u32("number of variables")? {
        let (name, symbol) = (cursor.string("variable name")?, cursor.string("variable symbol")?);
        package.variables.push(Variable { name, symbol, bytes: cursor.u64("variable size")? });
    }
    for _ in 0..cursor.u32("number of codes")? {
        package.codes.push(decode_code(cursor)?);
    }
    if version >= HAS_CONSTANTS {
        for _ in 0..cursor.u32("number of constants")? {
            let id = cursor.u32("id of a constant")?;
            package.constants.push((id, cursor.block("value of a constant")?.to_vec()));
        }
    }
    match cursor.left() {
        0 => Ok(package),
        _ => Err(cursor.bad("number of constants")),
    }
}

fn decode_kernel(record: &[u8]) -> Result<CudaKernel> {
    let cursor = &mut Cursor::new(record);
    let (name, symbol) = (cursor.string("kernel name")?, cursor.string("kernel symbol")?);
    let (parameter_bytes, launch_offset) = (cursor.u32("parameter_bytes")?, cursor.u32("launch_offset")?);
    // A launch writes its data and each argument into a block of `parameter_bytes` bytes.
    if u64::from(launch_offset) + u64::from(LAUNCH_DATA_BYTES) > parameter_bytes.into() {
        return Err(cursor.bad("launch_offset"));
    }
    let (static_local_bytes, dynamic_local_bytes) =
        (cursor.u32("static_local_bytes")?, cursor.u32("dynamic_local_bytes")?);
    let flags = cursor.u32("flags")?;
    let required = cursor.sizes("required_work_group_size")?;
    let hint = cursor.sizes("work_group_size_hint")?;
    let mut arguments = Vec::new();
    for _ in 0..cursor.u32("number of arguments")? {
        let argument = decode_argument(cursor)?;
        if argument.end() > parameter_bytes.into() {
            return Err(cursor.bad("argument range"));
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

fn decode_argument(cursor: &mut Cursor<'_>) -> Result<PlacedParameter> {
    let number = cursor.u32("argument kind")?;
    let kind = ParameterKind::from_number(number).ok_or_else(|| cursor.bad("argument kind"))?;
    let is_read_only = cursor.u32("argument access")? != 0;
    let (offset, bytes) = (cursor.u32("argument offset")?, cursor.u32("argument size")?);
    if kind != ParameterKind::Value && bytes != 8 {
        return Err(cursor.bad("argument size"));
    }
    Ok(PlacedParameter { parameter: Parameter { kind, is_read_only, bytes }, offset })
}

fn decode_code(cursor: &mut Cursor<'_>) -> Result<Code> {
    let kind = match cursor.u32("kind of code")? {
        0 => CodeKind::Ptx,
        1 => CodeKind::Cubin,
        _ => return Err(cursor.bad("kind of code")),
    };
    let processor = Processor(cursor.u32("processor")?);
    Ok(Code { kind, processor, bytes: cursor.block("code")?.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(kind: ParameterKind, offset: u32, bytes: u32) -> PlacedParameter {
        PlacedParameter { parameter: Parameter { bytes, ..Parameter::word(kind) }, offset }
    }

    fn sample() -> Package {
        let kernel = CudaKernel {
            name: "_ZTS3Foo".into(),
            symbol: "_ZTS3Foo".into(),
            arguments: vec![
                argument(ParameterKind::Global, 0, 8),
                argument(ParameterKind::Local, 8, 8),
                argument(ParameterKind::Value, 16, 4),
                argument(ParameterKind::Constant, 24, 8),
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
        let refused = |change: fn(&mut CudaKernel)| {
            let mut package = sample();
            change(&mut package.kernels[0]);
            Package::decode(&package.encode()).expect_err("damaged").to_string()
        };
        let error = refused(|kernel| kernel.arguments[2].offset = 93);
        assert!(error.starts_with("CUDA package: bad argument range at byte "), "{error}");
        let error = refused(|kernel| kernel.launch_offset = 40);
        assert!(error.starts_with("CUDA package: bad launch_offset at byte "), "{error}");
        let error = refused(|kernel| kernel.arguments[0].parameter.bytes = 4);
        assert!(error.starts_with("CUDA package: bad argument size at byte "), "{error}");
    }
}
