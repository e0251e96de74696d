//! Units as bytes: SPIR-V with its options and values of specialization constants.
//!
//! All fields are little endian: the magic `TNDV`, u32 version, u32 length and the options, u32
//! number of constants with u32 id, u32 length and value each, then the module to the end.

use tandem_device::{CompileRequest, Error, Result};
use tandem_image::bytes::{Cursor, Truncated};

const MAGIC: &[u8; 4] = b"TNDV";
const VERSION: u32 = 1;

/// The source of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitSource {
    /// Options as the user wrote them.
    pub options: String,
    /// Values of specialization constants.
    pub constants: Vec<(u32, Vec<u8>)>,
    /// The module.
    pub spirv: Vec<u8>,
}

impl UnitSource {
    /// An image of SPIR-V.
    pub fn of(request: &CompileRequest<'_>) -> Self {
        Self {
            options: request.options.trim().to_owned(),
            constants: values(request),
            spirv: request.image.bytes.to_vec(),
        }
    }

    /// Whether bytes begin as a unit.
    pub fn is_unit(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Its bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let put_int = |out: &mut Vec<u8>, value: usize| out.extend_from_slice(&(value as u32).to_le_bytes());
        put_int(&mut out, VERSION as usize);
        put_int(&mut out, self.options.len());
        out.extend_from_slice(self.options.as_bytes());
        put_int(&mut out, self.constants.len());
        for (id, value) in &self.constants {
            put_int(&mut out, *id as usize);
            put_int(&mut out, value.len());
            out.extend_from_slice(value);
        }
        out.extend_from_slice(&self.spirv);
        out
    }

    /// Reads the native image of a request: its own options and values follow those of the unit.
    pub fn decode(request: &CompileRequest<'_>) -> Result<Self> {
        let bad = |error: Truncated| Error::UnsupportedImage(format!("CUDA unit: {error}"));
        let mut unit = Self::read(request.image.bytes).map_err(bad)??;
        let newer = values(request);
        unit.constants.retain(|(id, _)| newer.iter().all(|(other, _)| other != id));
        unit.constants.extend(newer);
        unit.options = join(&unit.options, request.options);
        Ok(unit)
    }

    fn read(bytes: &[u8]) -> Result<Result<Self>, Truncated> {
        let refuse = |what: &str| Ok(Err(Error::UnsupportedImage(format!("CUDA unit: bad {what}"))));
        let cursor = &mut Cursor::new(bytes);
        if cursor.bytes(MAGIC.len(), "magic")? != MAGIC {
            return refuse("magic");
        }
        if cursor.u32("version")? != VERSION {
            return refuse("version");
        }
        let length = cursor.u32("length of the options")? as usize;
        let Ok(options) = String::from_utf8(cursor.bytes(length, "options")?.to_vec()) else {
            return refuse("options");
        };
        let mut constants = Vec::new();
        for _ in 0..cursor.u32("number of constants")? {
            let id = cursor.u32("id of a constant")?;
            let length = cursor.u32("length of a constant")? as usize;
            constants.push((id, cursor.bytes(length, "value of a constant")?.to_vec()));
        }
        let spirv = cursor.bytes(cursor.left(), "module")?.to_vec();
        Ok(Ok(Self { options, constants, spirv }))
    }
}

/// Two lists of options as one.
pub fn join(first: &str, second: &str) -> String {
    [first.trim(), second.trim()].join(" ").trim().to_owned()
}

/// The values of specialization constants that a request has.
pub fn values(request: &CompileRequest<'_>) -> Vec<(u32, Vec<u8>)> {
    request.spec_constants.iter().map(|constant| (constant.id, constant.bytes.to_vec())).collect()
}

#[cfg(test)]
mod tests {
    use tandem_device::{CodeFormat, DeviceCode};

    use super::*;

    fn decode(bytes: &[u8]) -> Result<UnitSource> {
        let image = DeviceCode { format: CodeFormat::Native, target: "nvptx64", bytes };
        UnitSource::decode(&CompileRequest { image, options: "", spec_constants: &[] })
    }

    #[test]
    fn units_are_read_as_they_were_written() {
        let constants = vec![(7, vec![1, 2, 3, 4]), (9, Vec::new())];
        let unit = UnitSource { options: "-O2 -g".into(), constants, spirv: vec![3, 2, 0x23, 7] };
        let bytes = unit.encode();
        assert_eq!(decode(&bytes).unwrap(), unit);
        // A cut after the constants shortens only the module, whose length is not stored.
        for cut in 0..bytes.len() - unit.spirv.len() {
            assert!(decode(&bytes[..cut]).is_err(), "cut at {cut}");
        }
    }
}
