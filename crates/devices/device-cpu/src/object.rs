//! Compiled units, and native code that needs no compilation.

use std::any::Any;
use std::sync::Arc;

use tandem_device::CodeFormat::{Native, SpirV};
use tandem_device::{CompileRequest, Error, Object, Result, SpecConstant};
use tandem_device_code::Generated;
use tandem_native_cpu::package::{self, Part, PartKind};

use crate::cached;
use crate::features;

/// The result of [`Device::compile`](tandem_device::Device::compile) for an image.
pub enum CpuObject {
    /// A module that the code generator has checked, and turns into code when it is
    /// linked: functions of others become part of its kernels then.
    Unit(Unit),
    /// Native objects, in their order.
    Native(Vec<Part>),
}

/// A compiled module.
pub struct Unit {
    /// The SPIR-V, with options and values of specialization constants.
    part: Part,
    /// The code generator's output.
    code: Vec<u8>,
    log: String,
}

impl CpuObject {
    /// Compiles an image.
    pub fn compile(request: &CompileRequest<'_>) -> Result<Arc<dyn Object>> {
        let image = &request.image;
        Ok(Arc::new(match image.format {
            SpirV => Self::Unit(Unit::compile(unit_part(request))?),
            Native if package::is_package(image.bytes) => Self::from_package(request)?,
            Native => {
                check_features(image.bytes)?;
                let constants = values(request.spec_constants);
                Self::Native(vec![Part { constants, ..Part::object(image.bytes.to_vec()) }])
            }
            other => return Err(Error::UnsupportedImage(format!("{other:?}"))),
        }))
    }

    /// The unit that it is.
    pub fn unit(&self) -> Option<&Unit> {
        match self {
            Self::Unit(unit) => Some(unit),
            Self::Native(_) => None,
        }
    }

    fn from_package(request: &CompileRequest<'_>) -> Result<Self> {
        let parts = package::decode(request.image.bytes);
        let mut parts = parts.map_err(|error| Error::UnsupportedImage(error.to_string()))?;
        let newer = values(request.spec_constants);
        for part in &mut parts {
            part.constants.retain(|(id, _)| newer.iter().all(|(other, _)| other != id));
            part.constants.extend_from_slice(&newer);
        }
        match parts.as_mut_slice() {
            [part] if part.kind == PartKind::Unit => {
                part.options = join(&part.options, request.options);
                return Ok(Self::Unit(Unit::compile(part.clone())?));
            }
            parts if parts.iter().all(|part| part.kind == PartKind::Object) => {}
            _ => return Err(Error::UnsupportedImage("a package of units and objects".to_owned())),
        }
        parts.iter().try_for_each(|part| check_features(&part.code))?;
        Ok(Self::Native(parts))
    }
}

impl Unit {
    fn compile(part: Part) -> Result<Self> {
        let Generated { code, log, .. } = cached::unit(&part)?;
        Ok(Self { part, code, log })
    }

    /// The SPIR-V, with options and values of specialization constants.
    pub fn part(&self) -> &Part {
        &self.part
    }

    /// The code generator's output.
    pub fn code(&self) -> &[u8] {
        &self.code
    }
}

impl Object for CpuObject {
    fn binary(&self) -> Result<Vec<u8>> {
        Ok(match self {
            Self::Unit(unit) => package::encode(std::slice::from_ref(&unit.part)),
            Self::Native(parts) => binary(parts),
        })
    }

    fn log(&self) -> &str {
        match self {
            Self::Unit(unit) => &unit.log,
            Self::Native(_) => "",
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The binary of native objects. A single object without specialization constants is its own binary.
pub fn binary(parts: &[Part]) -> Vec<u8> {
    match parts {
        [part] if part.constants.is_empty() => part.code.clone(),
        parts => package::encode(parts),
    }
}

/// An image of SPIR-V as a part of a package.
pub fn unit_part(request: &CompileRequest<'_>) -> Part {
    Part {
        kind: PartKind::Unit,
        options: request.options.trim().to_owned(),
        constants: values(request.spec_constants),
        code: request.image.bytes.to_vec(),
    }
}

/// Two lists of options as one.
pub fn join(first: &str, second: &str) -> String {
    [first.trim(), second.trim()].join(" ").trim().to_owned()
}

fn values(constants: &[SpecConstant<'_>]) -> Vec<(u32, Vec<u8>)> {
    constants.iter().map(|constant| (constant.id, constant.bytes.to_vec())).collect()
}

/// Refuses a native object for another processor.
pub fn check_features(object: &[u8]) -> Result<()> {
    let missing = features::missing(object).map_err(|error| Error::UnsupportedImage(error.to_string()))?;
    if missing.is_empty() {
        return Ok(());
    }
    Err(Error::UnsupportedImage(format!("it needs {}, which this processor does not have", missing.join(", "))))
}
