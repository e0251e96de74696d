//! The names by which a module and others know each other: entry points, symbols with linkage,
//! and the texts that tools left in it. Types and code are not looked at.

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
    /// The texts of `OpModuleProcessed` in order.
    pub processed: Vec<String>,
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
        let Declared { entry_points, linkage, functions, processed } = declared;
        let symbols = linkage.into_iter().map(|(id, (name, linkage))| {
            let is_function = functions.contains(&id);
            Symbol { id, name, linkage, is_function }
        });
        Ok(Self { entry_points, symbols: symbols.collect(), processed })
    }

    /// Kernels, in the order of their entry points.
    pub fn kernels(&self) -> impl Iterator<Item = &EntryPoint> {
        self.entry_points.iter().filter(|entry| entry.is_kernel)
    }
}

/// What the instructions of a module declare.
#[derive(Default)]
struct Declared {
    entry_points: Vec<EntryPoint>,
    linkage: IndexMap<Id, (String, LinkageType)>,
    functions: IndexSet<Id>,
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
