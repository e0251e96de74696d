//! The interface of a SPIR-V module (kernels, exported and imported functions),
//! read from its decorations, and device images around bare modules.
//!
//! This is for files that say nothing else about themselves: a module given to
//! `-fsycl-add-targets=` or to `device_dlopen`. The code is not looked at.
//! What decorations cannot say travels as text in `OpModuleProcessed`
//! ([`embedded`]), which other consumers skip.
//!
//! ```text
//! module:       magic  version  generator  bound  0   instruction…
//! instruction:  length << 16 | opcode   operands…     (words, either byte order)
//! ```

use indexmap::{IndexMap, IndexSet};
use tandem_device_ir::Callee;

use crate::device_image::{DeviceImage, ImageFormat};
use crate::property::{PropertySetName, PropertySetRegistry, text as property_text};

const MAGIC: u32 = 0x0723_0203;
const HEADER_WORDS: usize = 5;

const OP_ENTRY_POINT: u32 = 15;
const OP_FUNCTION: u32 = 54;
const OP_DECORATE: u32 = 71;
const OP_MODULE_PROCESSED: u32 = 330;
const LINKAGE_ATTRIBUTES: u32 = 41;
const LINKAGE_IMPORT: u32 = 1;

/// What embedded properties begin with.
const PROPERTIES_MARK: &str = "tandem.properties:";
/// Most bytes of a text; an instruction has room for a quarter of a million.
const MAX_TEXT: usize = 1 << 16;

/// What is wrong with a module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpirvError {
    /// The bytes do not begin as a module does.
    #[error("not a SPIR-V module")]
    NotSpirv,
    /// The length is no multiple of a word's, or an instruction is longer than
    /// the rest of the module.
    #[error("the SPIR-V module is cut off at byte {0}")]
    Truncated(usize),
    /// An instruction whose operands do not fit its meaning.
    #[error("malformed instruction at byte {0} of the SPIR-V module")]
    Malformed(usize),
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

/// Reads the interface of a module.
pub fn interface(bytes: &[u8]) -> Result<Interface, SpirvError> {
    let words = words(bytes)?;
    let mut declared = Declared::default();
    let mut at = HEADER_WORDS;
    while at < words.len() {
        let (length, opcode) = ((words[at] >> 16) as usize, words[at] & 0xffff);
        let instruction = words.get(at..at + length.max(1)).ok_or(SpirvError::Truncated(at * 4))?;
        if length == 0 {
            return Err(SpirvError::Malformed(at * 4));
        }
        declared.read(opcode, &instruction[1..]).ok_or(SpirvError::Malformed(at * 4))?;
        at += length;
    }
    let Declared { kernels, linkage, functions, properties } = declared;
    let mut interface = Interface { properties: property_text::parse(&properties)?, ..Interface::default() };
    for (id, (name, kind)) in linkage {
        match kind {
            _ if kernels.contains_key(&id) || !functions.contains(&id) => {}
            LINKAGE_IMPORT if Callee::of(&name).is_provided_by_devices() => {}
            LINKAGE_IMPORT => interface.imports.push(name),
            _ => interface.exports.push(name),
        }
    }
    interface.kernels = kernels.into_values().collect();
    Ok(interface)
}

/// A device image around a module, with the properties that it tells itself.
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

fn words(bytes: &[u8]) -> Result<Vec<u32>, SpirvError> {
    let (chunks, rest) = bytes.as_chunks::<4>();
    let decode = match chunks.first().map(|first| (u32::from_le_bytes(*first), u32::from_be_bytes(*first))) {
        Some((MAGIC, _)) => u32::from_le_bytes,
        Some((_, MAGIC)) => u32::from_be_bytes,
        _ => return Err(SpirvError::NotSpirv),
    };
    if chunks.len() < HEADER_WORDS || !rest.is_empty() {
        return Err(SpirvError::Truncated(bytes.len()));
    }
    Ok(chunks.iter().map(|word| decode(*word)).collect())
}

/// What the instructions of a module declare.
#[derive(Default)]
struct Declared {
    kernels: IndexMap<u32, String>,
    linkage: IndexMap<u32, (String, u32)>,
    functions: IndexSet<u32>,
    /// Properties as text.
    properties: String,
}

impl Declared {
    /// Takes in one instruction. `None` when it is malformed.
    fn read(&mut self, opcode: u32, operands: &[u32]) -> Option<()> {
        match (opcode, operands) {
            (OP_ENTRY_POINT, [_model, id, name @ ..]) => {
                self.kernels.insert(*id, text(name)?.0);
            }
            (OP_DECORATE, [id, LINKAGE_ATTRIBUTES, name @ ..]) => {
                let (name, rest) = text(name)?;
                self.linkage.insert(*id, (name, *rest.first()?));
            }
            (OP_FUNCTION, [_type, id, ..]) => {
                self.functions.insert(*id);
            }
            (OP_MODULE_PROCESSED, process) => {
                let (process, _) = text(process)?;
                self.properties += process.strip_prefix(PROPERTIES_MARK).unwrap_or_default();
            }
            (OP_ENTRY_POINT | OP_FUNCTION, _) => return None,
            _ => {}
        }
        Some(())
    }
}

/// A literal string, and the operands behind it.
fn text(words: &[u32]) -> Option<(String, &[u32])> {
    let is_last = |word: &u32| word.to_le_bytes().contains(&0);
    let end = words.iter().position(is_last)? + 1;
    let bytes = words[..end].iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0).collect();
    Some((String::from_utf8(bytes).ok()?, &words[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instruction(opcode: u32, operands: &[u32]) -> Vec<u32> {
        let length = operands.len() as u32 + 1;
        std::iter::once(length << 16 | opcode).chain(operands.iter().copied()).collect()
    }

    fn literal(text: &str) -> Vec<u32> {
        let mut bytes = text.as_bytes().to_vec();
        bytes.resize(bytes.len() / 4 * 4 + 4, 0);
        bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
    }

    fn linkage(id: u32, name: &str, kind: u32) -> Vec<u32> {
        instruction(OP_DECORATE, &[&[id, LINKAGE_ATTRIBUTES], literal(name).as_slice(), &[kind]].concat())
    }

    fn module() -> Vec<u8> {
        let function = |id| instruction(OP_FUNCTION, &[1, id, 0, 2]);
        let words = [
            vec![MAGIC, 0x0001_0100, 0, 20, 0],
            instruction(OP_ENTRY_POINT, &[&[6, 10], literal("kernel").as_slice()].concat()),
            linkage(10, "kernel", 0),
            linkage(11, "_Z5twicei", 0),
            linkage(12, "_Z4halfi", LINKAGE_IMPORT),
            linkage(13, "__devicelib_assert_fail", LINKAGE_IMPORT),
            linkage(15, "_Z12__my_functioni", LINKAGE_IMPORT),
            linkage(14, "variable", 0),
            function(10),
            function(11),
            function(12),
            function(13),
            function(15),
        ];
        words.concat().iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn functions_with_linkage_are_the_interface() {
        let image = device_image(module(), "spir64").unwrap();
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
        let processed = |text: &String| instruction(OP_MODULE_PROCESSED, &literal(text));
        let words: Vec<u32> = texts.iter().flat_map(processed).chain(instruction(OP_MODULE_PROCESSED, &[0])).collect();
        let bytes = [module(), words.iter().flat_map(|word| word.to_le_bytes()).collect()].concat();
        let image = device_image(bytes, "spir64").unwrap();
        assert_eq!(image.device_globals().collect::<Vec<_>>(), ["counter"]);
        let table = image.properties.get(PropertySetName::DeviceGlobalDefinitions, "table");
        assert_eq!(table, properties.get(PropertySetName::DeviceGlobalDefinitions, "table"));

        let damaged = instruction(OP_MODULE_PROCESSED, &literal("tandem.properties:[x"));
        let bytes = [module(), damaged.iter().flat_map(|word| word.to_le_bytes()).collect()].concat();
        assert!(matches!(interface(&bytes), Err(SpirvError::Properties(_))));
    }

    #[test]
    fn either_byte_order_will_do() {
        let swapped: Vec<u8> = module().as_chunks::<4>().0.iter().flat_map(|[a, b, c, d]| [*d, *c, *b, *a]).collect();
        assert_eq!(interface(&swapped), interface(&module()));
    }

    #[test]
    fn what_is_no_module_is_refused_with_its_place() {
        assert_eq!(interface(b"\x7fELF"), Err(SpirvError::NotSpirv));
        let bytes = module();
        for length in 0..bytes.len() {
            // Between instructions, a module may end.
            if let Ok(cut) = interface(&bytes[..length]) {
                assert!(length % 4 == 0 && length >= HEADER_WORDS * 4, "{length}: {cut:?}");
            }
        }
        let mut endless = bytes[..HEADER_WORDS * 4].to_vec();
        endless.extend([0; 4]);
        assert_eq!(interface(&endless), Err(SpirvError::Malformed(20)));
    }
}
