//! A module's description of itself, for people: version, generator, capabilities, entry points with their parameters,
//! specialization constants, sources. Code is not read, so modules are accepted that no code generator could take.

use rspirv::spirv::{
    AddressingModel, Capability, Decoration, ExecutionMode, ExecutionModel, LinkageType, MemoryModel, Op,
    SourceLanguage, StorageClass,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::{BinaryError, Malformed};
use crate::interface::Interface;
use crate::operands::{Id, Operands};
use crate::words::{Instruction, Words};

/// Description of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// Version of SPIR-V: (major, minor).
    pub version: (u8, u8),
    /// Registered number of the tool that made it, and that tool's own version.
    pub generator: (u16, u16),
    /// Every id is below this.
    pub bound: u32,
    /// Names of the declared capabilities; `Capability 12345` for unknown ones.
    pub capabilities: Vec<String>,
    /// Names of the declared extensions.
    pub extensions: Vec<String>,
    /// Names of the imported sets of extended instructions.
    pub instruction_sets: Vec<String>,
    /// Names of the addressing model and the memory model.
    pub memory_model: Option<(String, String)>,
    /// Entry points in order.
    pub entry_points: Vec<EntryPoint>,
    /// Symbols that another module must define.
    pub imports: Vec<Symbol>,
    /// Symbols that other modules may use; entry points are not among them.
    pub exports: Vec<Symbol>,
    /// Specialization constants, in order of their definition.
    pub spec_constants: Vec<SpecConstant>,
    /// The sources of the module.
    pub sources: Vec<Source>,
}

/// An entry point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryPoint {
    /// Execution model: `Kernel` or a kind of shader.
    pub model: String,
    /// Name of the entry point.
    pub name: String,
    /// Parameters in order.
    pub params: Vec<Param>,
    /// The only work-group size that it can be launched with, fastest dimension first.
    pub local_size: Option<[u32; 3]>,
    /// The sub-group size that it was written for.
    pub sub_group_size: Option<u32>,
}

/// An entry point's parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Param {
    /// Name; empty if the module does not give one.
    pub name: String,
    /// Type: `i32`, `v4f32`, `global pointer`, `struct`, `private pointer`
    /// (an object passed by value), …
    pub ty: String,
}

/// A function or variable that crosses the module's boundary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Linkage name.
    pub name: String,
    /// Whether it is a function, not a variable.
    pub is_function: bool,
}

/// A specialization constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecConstant {
    /// Its `SpecId`.
    pub id: u32,
    /// Its type, as that of parameters.
    pub ty: String,
    /// Size of its value in bytes: 1 for booleans.
    pub bytes: u32,
    /// Default value, zero-extended: the bits of a floating-point number.
    pub default: u64,
}

/// A source of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Name of the language; `SourceLanguage 12345` for an unknown one.
    pub language: String,
    /// Version of the language, as the tool counts it.
    pub version: u32,
    /// The source file, if the module names it.
    pub file: Option<String>,
}

impl Description {
    /// Describes a module.
    ///
    /// # Errors
    /// When an instruction does not fit, or one that matters here is malformed.
    pub fn of(words: &Words) -> Result<Self, BinaryError> {
        Self::survey(words).map_err(|error| {
            let id_name = error.reason.id().and_then(|id| words.name_of(id)).map(Into::into);
            BinaryError { id_name, ..error }
        })
    }

    fn survey(words: &Words) -> Result<Self, BinaryError> {
        let mut survey = Survey::default();
        for inst in words.instructions() {
            let inst = inst?;
            survey.instruction(&inst).map_err(|reason| inst.error(reason))?;
        }
        let mut description = survey.finish(Interface::of(words)?)?;
        description.version = words.version();
        description.generator = words.generator();
        description.bound = words.bound();
        Ok(description)
    }
}

/// The data that one pass over the instructions collects.
#[derive(Default)]
struct Survey<'w> {
    description: Description,
    names: FxHashMap<Id, &'w [u32]>,
    strings: FxHashMap<Id, &'w [u32]>,
    /// Execution model of each entry point.
    models: Vec<u32>,
    /// Modes of entry points, which follow all of these.
    modes: FxHashMap<Id, Vec<(u32, &'w [u32])>>,
    spec_ids: FxHashMap<Id, u32>,
    /// Type declarations.
    types: FxHashMap<Id, Instruction<'w>>,
    /// Declarations of functions, with their parameters.
    functions: FxHashMap<Id, (Instruction<'w>, Vec<Parameter>)>,
    current: Option<Id>,
}

struct Parameter {
    id: Id,
    ty: Id,
}

impl<'w> Survey<'w> {
    fn instruction(&mut self, inst: &Instruction<'w>) -> Result<(), Malformed> {
        let mut ops = inst.cursor();
        let described = &mut self.description;
        match inst.op() {
            Some(Op::Capability) => {
                let word = ops.word()?;
                described.capabilities.push(enumerant("Capability", word, Capability::from_u32(word)));
            }
            Some(Op::Extension) => described.extensions.push(ops.string()?),
            Some(Op::ExtInstImport) => {
                ops.id()?;
                described.instruction_sets.push(ops.string()?);
            }
            Some(Op::MemoryModel) => {
                let (addressing, memory) = (ops.word()?, ops.word()?);
                described.memory_model = Some((
                    enumerant("AddressingModel", addressing, AddressingModel::from_u32(addressing)),
                    enumerant("MemoryModel", memory, MemoryModel::from_u32(memory)),
                ));
            }
            Some(Op::EntryPoint) => self.models.push(ops.word()?),
            Some(Op::ExecutionMode | Op::ExecutionModeId) => {
                let (id, mode) = (ops.id()?, ops.word()?);
                self.modes.entry(id).or_default().push((mode, ops.rest()));
            }
            Some(Op::Source) => self.source(&mut ops)?,
            Some(Op::String) => {
                self.strings.insert(ops.id()?, ops.rest());
            }
            Some(Op::Name) => {
                self.names.insert(ops.id()?, ops.rest());
            }
            Some(Op::Decorate) => {
                let (id, decoration) = (ops.id()?, ops.word()?);
                if decoration == Decoration::SpecId as u32 {
                    self.spec_ids.insert(id, ops.word()?);
                }
            }
            Some(Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse) => {
                self.spec_constant(inst, &mut ops)?;
            }
            Some(Op::Function) => {
                let (_, id) = (ops.id()?, ops.id()?);
                self.functions.insert(id, (*inst, Vec::new()));
                self.current = Some(id);
            }
            Some(Op::FunctionParameter) => {
                let (ty, id) = (ops.id()?, ops.id()?);
                let function = self.current.and_then(|function| self.functions.get_mut(&function));
                function.into_iter().for_each(|(_, params)| params.push(Parameter { id, ty }));
            }
            Some(op) if is_type(op) => {
                self.types.insert(ops.id()?, *inst);
            }
            _ => {}
        }
        Ok(())
    }

    fn source(&mut self, ops: &mut Operands<'w>) -> Result<(), Malformed> {
        let (language, version) = (ops.word()?, ops.word()?);
        let file = if ops.is_empty() { None } else { Some(ops.id()?) };
        let file = file.and_then(|id| self.strings.get(&id)).map(|words| Operands::new(words).string());
        self.description.sources.push(Source {
            language: enumerant("SourceLanguage", language, SourceLanguage::from_u32(language)),
            version,
            file: file.transpose()?,
        });
        Ok(())
    }

    fn spec_constant(&mut self, inst: &Instruction<'_>, ops: &mut Operands<'_>) -> Result<(), Malformed> {
        let (ty, id) = (ops.id()?, ops.id()?);
        let Some(spec_id) = self.spec_ids.get(&id) else { return Ok(()) };
        let (bits, default) = match inst.op() {
            Some(Op::SpecConstantTrue) => (8, 1),
            Some(Op::SpecConstantFalse) => (8, 0),
            _ => {
                let bits = self.scalar_bits(ty)?;
                (bits, ops.literal(bits)?)
            }
        };
        let constant = SpecConstant { id: *spec_id, ty: self.type_name(ty)?, bytes: bits.div_ceil(8), default };
        self.description.spec_constants.push(constant);
        Ok(())
    }

    /// Width of an integer or floating-point type.
    fn scalar_bits(&self, ty: Id) -> Result<u32, Malformed> {
        let inst = self.types.get(&ty).ok_or(Malformed::Undefined(ty.0))?;
        match inst.op() {
            Some(Op::TypeInt | Op::TypeFloat) => inst.cursor_at(1).word(),
            _ => Err(Malformed::Undefined(ty.0)),
        }
    }

    fn type_name(&self, ty: Id) -> Result<String, Malformed> {
        let inst = self.types.get(&ty).ok_or(Malformed::Undefined(ty.0))?;
        let mut ops = inst.cursor_at(1);
        Ok(match inst.op() {
            Some(Op::TypeInt) => format!("i{}", ops.word()?),
            Some(Op::TypeFloat) => format!("f{}", ops.word()?),
            Some(Op::TypeVector) => {
                let (element, len) = (ops.id()?, ops.word()?);
                format!("v{len}{}", self.element_name(element)?)
            }
            Some(Op::TypePointer | Op::TypeUntypedPointerKHR) => format!("{} pointer", storage_name(ops.word()?)),
            // `OpTypeSampledImage` is a sampled image, and so on.
            Some(op) => spaced(format!("{op:?}").trim_start_matches("Type")),
            None => String::new(),
        })
    }

    /// The name of a vector's element. These are scalars, so nothing nests.
    fn element_name(&self, ty: Id) -> Result<String, Malformed> {
        match self.types.get(&ty).and_then(Instruction::op) {
            Some(Op::TypeInt | Op::TypeFloat | Op::TypeBool) => self.type_name(ty),
            _ => Err(Malformed::Undefined(ty.0)),
        }
    }

    /// Combines the statements of instructions about the same ids.
    fn finish(mut self, interface: Interface) -> Result<Description, BinaryError> {
        for (entry, model) in interface.entry_points.iter().zip(&self.models) {
            let mut described = EntryPoint {
                model: enumerant("ExecutionModel", *model, ExecutionModel::from_u32(*model)),
                name: entry.name.clone(),
                ..EntryPoint::default()
            };
            let Some((function, params)) = self.functions.get(&entry.id) else {
                return Err(BinaryError { at: None, reason: Malformed::Undefined(entry.id.0), id_name: None });
            };
            for param in params {
                let named = self.names.get(&param.id).map(|words| Operands::new(words).string());
                let described_param =
                    || Ok(Param { name: named.transpose()?.unwrap_or_default(), ty: self.type_name(param.ty)? });
                described.params.push(described_param().map_err(|reason| function.error(reason))?);
            }
            for (mode, operands) in self.modes.get(&entry.id).into_iter().flatten() {
                match (ExecutionMode::from_u32(*mode), *operands) {
                    (Some(ExecutionMode::LocalSize), [x, y, z]) => described.local_size = Some([*x, *y, *z]),
                    (Some(ExecutionMode::SubgroupSize), [size]) => described.sub_group_size = Some(*size),
                    _ => {}
                }
            }
            self.description.entry_points.push(described);
        }
        let entries: FxHashSet<Id> = interface.entry_points.iter().map(|entry| entry.id).collect();
        for symbol in interface.symbols {
            let described = Symbol { name: symbol.name, is_function: symbol.is_function };
            match symbol.linkage {
                LinkageType::Import => self.description.imports.push(described),
                _ if entries.contains(&symbol.id) => {}
                _ => self.description.exports.push(described),
            }
        }
        Ok(self.description)
    }
}

/// The name that the grammar has for a number.
fn enumerant(what: &str, word: u32, known: Option<impl std::fmt::Debug>) -> String {
    known.map_or_else(|| format!("{what} {word}"), |known| format!("{known:?}"))
}

/// Whether an instruction declares a type: the grammar has no other mark of them than their names.
fn is_type(op: Op) -> bool {
    format!("{op:?}").starts_with("Type") && !matches!(op, Op::TypeForwardPointer | Op::TypeStructContinuedINTEL)
}

/// `SampledImage` as `sampled image`.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

fn storage_name(storage: u32) -> String {
    match StorageClass::from_u32(storage) {
        Some(StorageClass::CrossWorkgroup) => "global".to_owned(),
        Some(StorageClass::Workgroup) => "local".to_owned(),
        Some(StorageClass::UniformConstant) => "constant".to_owned(),
        Some(StorageClass::Function) => "private".to_owned(),
        Some(StorageClass::Generic) => "generic".to_owned(),
        Some(other) => format!("{other:?}"),
        None => format!("storage class {storage}"),
    }
}
