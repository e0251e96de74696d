//! Device images around bare SPIR-V modules.
//!
//! This is for files without further information about themselves: a module given to `-fsycl-add-targets=` or to
//! `device_dlopen`. Its kernels and symbols are those of its [interface](tandem_spirv_binary::interface). Properties
//! that decorations cannot express are stored as text in `OpModuleProcessed` ([`embedded`]), which other consumers
//! skip.

use std::collections::HashSet;

use tandem_device_ir::Callee;
use tandem_spirv_binary::grammar::LinkageType;
use tandem_spirv_binary::interface::Interface as Declared;
use tandem_spirv_binary::{BinaryError, Words};

use crate::device_image::{DeviceImage, ImageFormat};
use crate::property::{PropertySetName, PropertySetRegistry, text as property_text};

/// The beginning of embedded properties.
const PROPERTIES_MARK: &str = "tandem.properties:";
/// Most bytes of a text; an instruction has room for a quarter of a million.
const MAX_TEXT: usize = 1 << 16;

/// An error in a module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpirvError {
    /// The module cannot be read.
    #[error(transparent)]
    Module(#[from] BinaryError),
    /// Properties that are in the module as text, and cannot be read.
    #[error("the properties in the SPIR-V module: {0}")]
    Properties(#[from] property_text::ParseError),
}

/// The names by which a module and others know each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// Kernels.
    pub kernels: Vec<String>,
    /// Functions that others may use.
    pub exports: Vec<String>,
    /// Functions that others must define.
    pub imports: Vec<String>,
    /// Properties that the module was given as text.
    pub properties: PropertySetRegistry,
}

/// A specialization constant of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecConstant {
    /// The number by which values are set.
    pub id: u32,
    /// Bytes of a value; a boolean has one.
    pub bytes: usize,
    /// The value where none is set, in the lowest bytes.
    pub default: u64,
}

/// The specialization constants of a module.
pub fn spec_constants(bytes: &[u8]) -> Result<Vec<SpecConstant>, SpirvError> {
    let declared = Declared::of(&Words::new(bytes)?)?.spec_constants.into_iter();
    let constant = |constant: tandem_spirv_binary::interface::SpecConstant| SpecConstant {
        id: constant.spec_id,
        bytes: constant.bits.div_ceil(8).max(1) as usize,
        default: constant.default,
    };
    Ok(declared.map(constant).collect())
}

/// Properties as texts for `OpModuleProcessed`.
pub fn embedded(properties: &PropertySetRegistry) -> Vec<String> {
    let text = property_text::write(properties);
    let mut rest = text.as_str();
    let mut texts = Vec::new();
    while !rest.is_empty() {
        let end = (0..=rest.len().min(MAX_TEXT)).rev().find(|end| rest.is_char_boundary(*end));
        let (part, behind) = rest.split_at(end.unwrap_or(rest.len()));
        texts.push(format!("{PROPERTIES_MARK}{part}"));
        rest = behind;
    }
    texts
}

/// Reads the interface of a module. Functions that every device provides are no imports.
pub fn interface(bytes: &[u8]) -> Result<Interface, SpirvError> {
    let declared = Declared::of(&Words::new(bytes)?)?;
    let properties: String = declared.processed.iter().filter_map(|text| text.strip_prefix(PROPERTIES_MARK)).collect();
    let mut interface = Interface { properties: property_text::parse(&properties)?, ..Interface::default() };
    let kernels: HashSet<_> = declared.kernels().map(|kernel| kernel.id).collect();
    interface.kernels = declared.kernels().map(|kernel| kernel.name.clone()).collect();
    for symbol in declared.symbols {
        match symbol.linkage {
            _ if kernels.contains(&symbol.id) || !symbol.is_function => {}
            LinkageType::Import if Callee::of(&symbol.name).is_provided_by_devices() => {}
            LinkageType::Import => interface.imports.push(symbol.name),
            _ => interface.exports.push(symbol.name),
        }
    }
    Ok(interface)
}

/// A device image around a module, with the properties in the module.
pub fn device_image(bytes: Vec<u8>, target: &str) -> Result<DeviceImage, SpirvError> {
    let Interface { kernels, exports, imports, mut properties } = interface(&bytes)?;
    for export in &exports {
        properties.add(PropertySetName::ExportedSymbols, export.as_str(), 1);
    }
    for import in imports {
        properties.add(PropertySetName::ImportedSymbols, import, 1);
    }
    Ok(DeviceImage {
        format: ImageFormat::Spirv,
        target: target.to_owned(),
        compile_options: String::new(),
        link_options: String::new(),
        bytes,
        entries: kernels.into_iter().chain(exports).collect(),
        properties,
    })
}

#[cfg(test)]
mod tests {
    use tandem_spirv_binary::assembler::{Assembler, with_string};
    use tandem_spirv_binary::grammar::{AddressingModel, Decoration, ExecutionModel, MemoryModel, Op};

    use super::*;

    const EXPORT: u32 = LinkageType::Export as u32;
    const IMPORT: u32 = LinkageType::Import as u32;

    #[test]
    fn specialization_constants_are_listed_with_size_and_default() {
        let mut asm = Assembler::new(AddressingModel::Physical64, MemoryModel::OpenCL);
        let [byte, long, boolean, a, b, c, plain] = std::array::from_fn(|_| asm.id());
        for (id, number) in [(a, 7), (b, 9), (c, 4_000_000_000)] {
            asm.annotations.inst(Op::Decorate, &[id, Decoration::SpecId as u32, number]);
        }
        asm.definitions.inst(Op::TypeInt, &[byte, 8, 0]);
        asm.definitions.inst(Op::TypeInt, &[long, 64, 0]);
        asm.definitions.inst(Op::TypeBool, &[boolean]);
        asm.definitions.inst(Op::SpecConstant, &[byte, a, 5]);
        asm.definitions.inst(Op::SpecConstant, &[long, b, 1, 2]);
        asm.definitions.inst(Op::SpecConstantTrue, &[boolean, c]);
        asm.definitions.inst(Op::SpecConstantFalse, &[boolean, plain]);
        let module = asm.finish((1, 1)).expect("short instructions");
        let constant = |id, bytes, default| SpecConstant { id, bytes, default };
        let expected = [constant(7, 1, 5), constant(9, 8, (2 << 32) + 1), constant(4_000_000_000, 1, 1)];
        assert_eq!(spec_constants(&module).unwrap(), expected);
    }

    /// A module with a kernel, functions, a variable, and texts.
    fn module(processed: &[String]) -> Vec<u8> {
        let mut asm = Assembler::new(AddressingModel::Physical64, MemoryModel::OpenCL);
        let symbols = [
            ("kernel", EXPORT),
            ("_Z5twicei", EXPORT),
            ("_Z4halfi", IMPORT),
            ("__devicelib_assert_fail", IMPORT),
            ("_Z12__my_functioni", IMPORT),
            ("variable", EXPORT),
        ];
        for (name, linkage) in symbols {
            let id = asm.id();
            let words = with_string(&[id, Decoration::LinkageAttributes as u32], name);
            asm.annotations.inst(Op::Decorate, &[words.as_slice(), &[linkage]].concat());
            match name {
                "kernel" => {
                    asm.entry_points.inst(Op::EntryPoint, &with_string(&[ExecutionModel::Kernel as u32, id], name));
                }
                "variable" => continue,
                _ => {}
            }
            asm.definitions.inst(Op::Function, &[1, id, 0, 2]);
        }
        for text in processed {
            asm.names.inst(Op::ModuleProcessed, &with_string(&[], text));
        }
        asm.finish((1, 1)).expect("short instructions")
    }

    #[test]
    fn functions_with_linkage_are_the_interface() {
        let image = device_image(module(&[]), "spir64").unwrap();
        assert_eq!(image.entries, ["kernel", "_Z5twicei"]);
        assert_eq!(image.exports().collect::<Vec<_>>(), ["_Z5twicei"]);
        assert_eq!(image.imports().collect::<Vec<_>>(), ["_Z4halfi", "_Z12__my_functioni"]);
    }

    #[test]
    fn properties_travel_as_text() {
        let mut properties = PropertySetRegistry::new();
        properties.add(PropertySetName::DeviceGlobals, "counter", vec![4_u8; 8]);
        properties.add(PropertySetName::DeviceGlobalDefinitions, "table", vec![7_u8; 100_000]);
        let texts = embedded(&properties);
        assert!(texts.len() > 1);
        let image = device_image(module(&texts), "spir64").unwrap();
        assert_eq!(image.device_globals().collect::<Vec<_>>(), ["counter"]);
        let table = image.properties.get(PropertySetName::DeviceGlobalDefinitions, "table");
        assert_eq!(table, properties.get(PropertySetName::DeviceGlobalDefinitions, "table"));

        let damaged = module(&["tandem.properties:[x".to_owned()]);
        assert!(matches!(interface(&damaged), Err(SpirvError::Properties(_))));
        let others = module(&["another tool's".to_owned()]);
        assert_eq!(interface(&others).unwrap().properties, PropertySetRegistry::new());
    }
}
