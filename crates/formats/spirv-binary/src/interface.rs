//! The interface between a module and others: entry points, symbols with linkage, specialization constants, and the
//! texts that tools left in it. Code is not read.

use indexmap::{IndexMap, IndexSet};
use rspirv::spirv::{Decoration, ExecutionModel, LinkageType, Op};

use crate::error::{BinaryError, Malformed};
use crate::operands::Id;
use crate::words::{Instruction, Words};

/// The interface of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// Entry points in order.
    pub entry_points: Vec<EntryPoint>,
    /// Functions and variables with linkage, in the order of their decorations.
    pub symbols: Vec<Symbol>,
    /// Specialization constants in the order of their definitions.
    pub spec_constants: Vec<SpecConstant>,
    /// The texts of `OpModuleProcessed` in order.
    pub processed: Vec<String>,
}

/// A scalar that gets its value before the module is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecConstant {
    /// The number in its decoration `SpecId`.
    pub spec_id: u32,
    /// Bits of its type; 0 for a boolean.
    pub bits: u32,
    /// The bits of its value if it gets no other.
    pub default: u64,
}

/// An entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// The function.
    pub id: Id,
    /// Name of the entry point.
    pub name: String,
    /// Whether it is a kernel, not a shader.
    pub is_kernel: bool,
}

/// A function or variable that crosses the module's boundary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The function or variable.
    pub id: Id,
    /// Linkage name.
    pub name: String,
    /// Whether the module uses it, defines it, or defines it as one of several (`LinkOnceODR`).
    pub linkage: LinkageType,
    /// Whether it is a function, not a variable.
    pub is_function: bool,
}

impl Interface {
    /// Reads the interface of a module.
    ///
    /// # Errors
    /// When an instruction does not fit, or one that matters here is malformed.
    pub fn of(words: &Words) -> Result<Self, BinaryError> {
        let mut declared = Declared::default();
        for inst in words.instructions() {
            let inst = inst?;
            declared.instruction(&inst).map_err(|reason| inst.error(reason))?;
        }
        let Declared { entry_points, linkage, functions, spec_ids, scalars, processed, .. } = declared;
        let symbols = linkage.into_iter().map(|(id, (name, linkage))| {
            let is_function = functions.contains(&id);
            Symbol { id, name, linkage, is_function }
        });
        let constants = scalars
            .into_iter()
            .filter_map(|(id, (bits, default))| Some(SpecConstant { spec_id: *spec_ids.get(&id)?, bits, default }));
        Ok(Self { entry_points, symbols: symbols.collect(), spec_constants: constants.collect(), processed })
    }

    /// Kernels, in the order of their entry points.
    pub fn kernels(&self) -> impl Iterator<Item = &EntryPoint> {
        self.entry_points.iter().filter(|entry| entry.is_kernel)
    }
}

/// The declarations among the instructions of a module.
#[derive(Default)]
struct Declared {
    entry_points: Vec<EntryPoint>,
    linkage: IndexMap<Id, (String, LinkageType)>,
    functions: IndexSet<Id>,
    spec_ids: IndexMap<Id, u32>,
    /// Bits of the types of numbers.
    widths: IndexMap<Id, u32>,
    /// Constants that may get another value: their bits, and the value.
    scalars: IndexMap<Id, (u32, u64)>,
    processed: Vec<String>,
}

impl Declared {
    fn instruction(&mut self, inst: &Instruction<'_>) -> Result<(), Malformed> {
        let mut ops = inst.cursor();
        match inst.op() {
            Some(Op::EntryPoint) => {
                let (model, id, name) = (ops.word()?, ops.id()?, ops.name()?);
                let is_kernel = model == ExecutionModel::Kernel as u32;
                self.entry_points.push(EntryPoint { id, name, is_kernel });
            }
            Some(Op::Decorate) => {
                let (id, decoration) = (ops.id()?, ops.word()?);
                if decoration == Decoration::LinkageAttributes as u32 {
                    let (name, value) = (ops.name()?, ops.word()?);
                    let unknown = Malformed::Unknown { what: "linkage type", value };
                    self.linkage.insert(id, (name, LinkageType::from_u32(value).ok_or(unknown)?));
                } else if decoration == Decoration::SpecId as u32 {
                    self.spec_ids.insert(id, ops.word()?);
                }
            }
            Some(Op::TypeInt | Op::TypeFloat) => {
                let (id, bits) = (ops.id()?, ops.word()?);
                self.widths.insert(id, bits);
            }
            Some(op @ (Op::SpecConstantTrue | Op::SpecConstantFalse)) => {
                let (_, id) = (ops.id()?, ops.id()?);
                self.scalars.insert(id, (0, u64::from(op == Op::SpecConstantTrue)));
            }
            Some(Op::SpecConstant) => {
                let (ty, id) = (ops.id()?, ops.id()?);
                if let Some(&bits) = self.widths.get(&ty) {
                    self.scalars.insert(id, (bits, ops.literal(bits)?));
                }
            }
            Some(Op::Function) => {
                let (_, id) = (ops.id()?, ops.id()?);
                self.functions.insert(id);
            }
            Some(Op::ModuleProcessed) => self.processed.push(ops.string()?),
            _ => {}
        }
        Ok(())
    }
}
