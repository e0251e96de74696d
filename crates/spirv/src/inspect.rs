//! What a SPIR-V module says about itself, without reading its code: kernels
//! with their parameters, imports and exports, specialization constants,
//! capabilities. `tandem image dump` and the runtime's tools use it.
//!
//! Any module of SPIR-V's binary form will do, also one that
//! [`reader`](crate::reader) could not take.

use indexmap::IndexMap;
use rspirv::spirv::{Capability, Decoration, ExecutionMode, ExecutionModel, LinkageType, Op, StorageClass};
use rustc_hash::FxHashMap;

use crate::reader::ReadError;
use crate::reader::error::{Location, Reason, Result};
use crate::reader::words::{Id, Instruction, Operands, Words};

/// Summary of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleInfo {
    /// Version of SPIR-V: (major, minor).
    pub version: (u8, u8),
    /// Number of the tool that made it, and that tool's own version.
    pub generator: (u16, u16),
    /// Every id is below this.
    pub bound: u32,
    /// Names of the declared capabilities; `capability 12345` for unknown ones.
    pub capabilities: Vec<String>,
    /// Names of the declared extensions.
    pub extensions: Vec<String>,
    /// Kernels in order of their entry points.
    pub kernels: Vec<Kernel>,
    /// Symbols that another module must define.
    pub imports: Vec<Symbol>,
    /// Symbols that other modules may use; kernels are not among them.
    pub exports: Vec<Symbol>,
    /// Specialization constants.
    pub spec_constants: Vec<SpecConstant>,
}

/// A kernel entry point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kernel {
    /// Name of the entry point.
    pub name: String,
    /// Parameters in order.
    pub params: Vec<Param>,
    /// The only work-group size that it can be launched with, SPIR-V order.
    pub local_size: Option<[u32; 3]>,
    /// The sub-group size that it was written for.
    pub sub_group_size: Option<u32>,
}

/// A kernel's parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Param {
    /// Name; empty where the module does not tell.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecConstant {
    /// Its `SpecId`.
    pub id: u32,
    /// Size of its value: 1 for booleans.
    pub bytes: u32,
    /// Default value, zero-extended.
    pub default: u64,
}

/// Summarizes a module; `name` appears in errors.
///
/// # Errors
/// When the bytes are no SPIR-V module, are cut off, or an instruction that
/// matters here is malformed: the error names instruction and word offset.
pub fn inspect(bytes: &[u8], name: &str) -> Result<ModuleInfo, ReadError> {
    let error = |at, reason| ReadError { module: name.to_owned(), at, reason };
    let words = Words::new(bytes).map_err(|reason| error(None, reason))?;
    let mut survey = Survey::default();
    for inst in words.instructions() {
        let inst = inst.map_err(|(at, reason)| error(Some(at), reason))?;
        survey.instruction(&inst).map_err(|reason| error(Some(inst.location), reason))?;
    }
    let mut info = survey.finish().map_err(|(at, reason)| error(Some(at), reason))?;
    info.version = words.version();
    info.generator = words.generator();
    info.bound = words.bound();
    Ok(info)
}

/// What one pass over the instructions collects.
#[derive(Default)]
struct Survey {
    info: ModuleInfo,
    names: FxHashMap<Id, String>,
    /// Kernel entry points by function.
    kernels: IndexMap<Id, (Kernel, Location)>,
    linkage: IndexMap<Id, (String, LinkageType)>,
    spec_ids: FxHashMap<Id, u32>,
    /// Types in words, and sizes of scalars in bits.
    types: FxHashMap<Id, (String, u32)>,
    /// Ids of functions, with their parameters and these one's types.
    functions: FxHashMap<Id, Vec<(Id, Id)>>,
    current: Option<Id>,
}

impl Survey {
    fn instruction(&mut self, inst: &Instruction<'_>) -> Result<()> {
        let mut ops = inst.cursor();
        match inst.op() {
            Some(Op::Capability) => {
                let word = ops.word()?;
                let name = Capability::from_u32(word).map(|capability| format!("{capability:?}"));
                self.info.capabilities.push(name.unwrap_or_else(|| format!("capability {word}")));
            }
            Some(Op::Extension) => self.info.extensions.push(ops.string()?),
            Some(Op::EntryPoint) => self.entry_point(&mut ops, inst.location)?,
            Some(Op::ExecutionMode) => self.execution_mode(&mut ops)?,
            Some(Op::Name) => {
                let id = ops.id()?;
                self.names.insert(id, ops.string()?);
            }
            Some(Op::Decorate) => self.decoration(&mut ops)?,
            Some(Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse) => {
                self.spec_constant(inst, &mut ops)?;
            }
            Some(Op::Function) => {
                let (_, id) = (ops.id()?, ops.id()?);
                self.functions.insert(id, Vec::new());
                self.current = Some(id);
            }
            Some(Op::FunctionParameter) => {
                let (ty, id) = (ops.id()?, ops.id()?);
                if let Some(params) = self.current.and_then(|function| self.functions.get_mut(&function)) {
                    params.push((id, ty));
                }
            }
            Some(op) => self.type_declaration(op, &mut ops)?,
            None => {}
        }
        Ok(())
    }

    fn entry_point(&mut self, ops: &mut Operands<'_>, at: Location) -> Result<()> {
        let (model, id, name) = (ops.word()?, ops.id()?, ops.string()?);
        if model == ExecutionModel::Kernel as u32 {
            self.kernels.insert(id, (Kernel { name, ..Kernel::default() }, at));
        }
        Ok(())
    }

    fn execution_mode(&mut self, ops: &mut Operands<'_>) -> Result<()> {
        let (id, mode) = (ops.id()?, ops.word()?);
        let Some((kernel, _)) = self.kernels.get_mut(&id) else { return Ok(()) };
        if mode == ExecutionMode::LocalSize as u32 {
            kernel.local_size = Some([ops.word()?, ops.word()?, ops.word()?]);
        } else if mode == ExecutionMode::SubgroupSize as u32 {
            kernel.sub_group_size = Some(ops.word()?);
        }
        Ok(())
    }

    fn decoration(&mut self, ops: &mut Operands<'_>) -> Result<()> {
        let (id, decoration) = (ops.id()?, ops.word()?);
        if decoration == Decoration::SpecId as u32 {
            self.spec_ids.insert(id, ops.word()?);
        } else if decoration == Decoration::LinkageAttributes as u32 {
            let (name, linkage) = (ops.string()?, ops.word()?);
            let linkage = LinkageType::from_u32(linkage).ok_or(Reason::Invalid("unknown linkage type"))?;
            self.linkage.insert(id, (name, linkage));
        }
        Ok(())
    }

    fn spec_constant(&mut self, inst: &Instruction<'_>, ops: &mut Operands<'_>) -> Result<()> {
        let (ty, id) = (ops.id()?, ops.id()?);
        let Some(spec_id) = self.spec_ids.get(&id) else { return Ok(()) };
        let (bits, default) = match inst.op() {
            Some(Op::SpecConstantTrue) => (8, 1),
            Some(Op::SpecConstantFalse) => (8, 0),
            _ => {
                let (_, bits) = self.types.get(&ty).ok_or(Reason::Undefined(ty.0))?;
                (*bits, ops.literal(*bits)?)
            }
        };
        self.info.spec_constants.push(SpecConstant { id: *spec_id, bytes: bits.div_ceil(8), default });
        Ok(())
    }

    fn type_declaration(&mut self, op: Op, ops: &mut Operands<'_>) -> Result<()> {
        let scalar = |prefix: &str, bits: u32| (format!("{prefix}{bits}"), bits);
        // Operands are evaluated in order: each form begins with the result id.
        let (id, ty) = match op {
            Op::TypeInt => (ops.id()?, scalar("i", ops.word()?)),
            Op::TypeFloat => (ops.id()?, scalar("f", ops.word()?)),
            Op::TypeVector => {
                let (id, element, len) = (ops.id()?, ops.id()?, ops.word()?);
                let (element, _) = self.types.get(&element).ok_or(Reason::Undefined(element.0))?;
                (id, (format!("v{len}{element}"), 0))
            }
            Op::TypePointer => {
                let (id, storage) = (ops.id()?, ops.word()?);
                (id, (format!("{} pointer", storage_name(storage)), 0))
            }
            Op::TypeBool => (ops.id()?, ("bool".to_owned(), 0)),
            Op::TypeStruct => (ops.id()?, ("struct".to_owned(), 0)),
            Op::TypeArray => (ops.id()?, ("array".to_owned(), 0)),
            Op::TypeImage => (ops.id()?, ("image".to_owned(), 0)),
            Op::TypeSampler => (ops.id()?, ("sampler".to_owned(), 0)),
            Op::TypeEvent => (ops.id()?, ("event".to_owned(), 0)),
            _ => return Ok(()),
        };
        self.types.insert(id, ty);
        Ok(())
    }

    /// Ties together what the instructions said about the same ids.
    fn finish(self) -> Result<ModuleInfo, (Location, Reason)> {
        let mut info = self.info;
        for (id, (mut kernel, at)) in self.kernels {
            let params = self.functions.get(&id).ok_or((at, Reason::Undefined(id.0)))?;
            for (param, ty) in params {
                let (ty, _) = self.types.get(ty).ok_or((at, Reason::Undefined(ty.0)))?;
                let name = self.names.get(param).cloned().unwrap_or_default();
                kernel.params.push(Param { name, ty: ty.clone() });
            }
            info.kernels.push(kernel);
        }
        for (id, (name, linkage)) in self.linkage {
            let symbol = Symbol { name, is_function: self.functions.contains_key(&id) };
            match linkage {
                LinkageType::Import => info.imports.push(symbol),
                _ => info.exports.push(symbol),
            }
        }
        Ok(info)
    }
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
