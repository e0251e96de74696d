//! Images, and the compiled objects that become programs when they are linked.

use std::any::Any;
use std::sync::Arc;

use tandem_device::CodeFormat::{Native, SpirV};
use tandem_device::{CompileRequest, DeviceCode, Error, Object, Result};
use tandem_image::device_image::targets;
use tandem_native_cuda::Package;

use crate::codegen;
use crate::device::CudaDevice;
use crate::hardware::Hardware;
use crate::machine_code::code_for;
use crate::unit::{self, UnitSource};

/// First bytes of a SPIR-V module, in either byte order.
const SPIRV_MAGIC: [[u8; 4]; 2] = [[0x03, 0x02, 0x23, 0x07], [0x07, 0x23, 0x02, 0x03]];

/// The result of [`Device::compile`](tandem_device::Device::compile) for an image.
pub enum CudaObject {
    /// A module that the code generator has checked, and compiles when it is linked.
    Unit(Unit),
    /// Code, which the driver's linker links.
    Package(Package),
}

/// A compiled module.
pub struct Unit {
    /// The module that it was compiled from, with options.
    pub source: UnitSource,
    /// The code generator's output.
    pub code: Vec<u8>,
    log: String,
}

impl CudaObject {
    /// Compiles an image.
    pub fn compile(device: &CudaDevice, request: &CompileRequest<'_>) -> Result<Arc<dyn Object>> {
        device.usable()?;
        let source = match source_of(request)? {
            Source::Unit(source) => source,
            Source::Package(package) => {
                code_for(&package, device.hardware())?;
                return Ok(Arc::new(Self::Package(package)));
            }
        };
        let generated = codegen::unit(&source, device.hardware().processor())?;
        Ok(Arc::new(Self::Unit(Unit { source, code: generated.code, log: generated.log })))
    }
}

impl Object for CudaObject {
    fn binary(&self) -> Result<Vec<u8>> {
        Ok(match self {
            Self::Unit(unit) => unit.source.encode(),
            Self::Package(package) => package.encode(),
        })
    }

    fn log(&self) -> &str {
        match self {
            Self::Unit(unit) => &unit.log,
            Self::Package(_) => "",
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The contents of an image.
pub enum Source {
    /// A module, or a unit that was compiled before.
    Unit(UnitSource),
    /// Code.
    Package(Package),
}

/// Reads an image.
pub fn source_of(request: &CompileRequest<'_>) -> Result<Source> {
    let bytes = request.image.bytes;
    match request.image.format {
        SpirV if SPIRV_MAGIC.iter().any(|magic| bytes.starts_with(magic)) => Ok(Source::Unit(UnitSource::of(request))),
        SpirV => Err(Error::UnsupportedImage("it does not begin with SPIR-V's magic number".to_owned())),
        Native if UnitSource::is_unit(bytes) => UnitSource::decode(request).map(Source::Unit),
        Native => {
            let mut package = decode(bytes)?;
            package.set_constants(unit::values(request));
            Ok(Source::Package(package))
        }
        other => Err(Error::UnsupportedImage(format!("it is {other:?}"))),
    }
}

/// Reads a package.
pub fn decode(bytes: &[u8]) -> Result<Package> {
    Package::decode(bytes).map_err(|error| Error::UnsupportedImage(error.to_string()))
}

/// Whether a program can be built of an image, for
/// [`Device::accepts`](tandem_device::Device::accepts).
pub fn accepts(image: &DeviceCode<'_>, hardware: &Hardware) -> Result<u32> {
    match (image.format, image.target) {
        (Native, targets::NVPTX64) if UnitSource::is_unit(image.bytes) => Ok(2),
        (Native, targets::NVPTX64) => code_for(&decode(image.bytes)?, hardware).map(|_| 3),
        (SpirV, targets::SPIR64) if SPIRV_MAGIC.iter().any(|magic| image.bytes.starts_with(magic)) => Ok(1),
        (SpirV, targets::SPIR64) => {
            Err(Error::UnsupportedImage("it does not begin with SPIR-V's magic number".to_owned()))
        }
        (Native | SpirV, target) => Err(Error::UnsupportedImage(format!("it is for `{target}`"))),
        (format, _) => Err(Error::UnsupportedImage(format!("it is {format:?}"))),
    }
}
