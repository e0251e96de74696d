//! The module under construction: the ids of its parts, and the sections of words.

use indexmap::IndexMap;
use rspirv::spirv::{AddressingModel, MemoryModel, Op, StorageClass, Word};
use rustc_hash::{FxHashMap, FxHashSet};
use tandem_device_ir::Variable;
use tandem_device_ir_llvm::Callees;
use tandem_ir::{Declaration, Function, Module, Scope, Type, Value};
use tandem_spirv_binary::assembler::Assembler;

use super::described::Descriptions;
use super::error::Reason;
use super::frozen;
use super::options::WriterOptions;

/// A typed pointer of SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PointerType {
    /// Storage class.
    pub(super) storage: StorageClass,
    /// Id of the type it points to.
    pub(super) pointee: Word,
}

/// A module under construction.
pub(super) struct Writer<'m> {
    pub(super) module: &'m Module,
    pub(super) options: &'m WriterOptions,
    /// The roles of the declared functions.
    pub(super) callees: Callees<'m>,
    pub(super) asm: Assembler,
    /// Types and constants by opcode and operands.
    pub(super) interned: FxHashMap<(Op, Vec<Word>), Word>,
    pub(super) struct_types: FxHashMap<Type<'m>, Word>,
    /// Variables; `None` while the initial value is being written.
    pub(super) globals: FxHashMap<Value<'m>, Option<(Word, PointerType)>>,
    pub(super) functions: IndexMap<Function<'m>, Word>,
    pub(super) builtin_variables: FxHashMap<Variable, Word>,
    /// Specialization constants by `SpecId` and type.
    pub(super) spec_constants: FxHashMap<(Word, Word), Word>,
    /// All module-scope variables.
    pub(super) interface: Vec<Word>,
    /// Source files and names.
    pub(super) strings: FxHashMap<String, Word>,
    /// The file of each debug-information scope seen.
    pub(super) scopes: FxHashMap<Scope<'m>, Word>,
    pub(super) descriptions: Descriptions<'m>,
    /// The values that `freeze` instructions are computed from.
    pub(super) frozen: FxHashSet<Value<'m>>,
}

impl<'m> Writer<'m> {
    pub(super) fn new(module: &'m Module, options: &'m WriterOptions, variables: Vec<Declaration<'m>>) -> Self {
        Self {
            module,
            options,
            callees: Callees::of(module),
            asm: Assembler::new(AddressingModel::Physical64, MemoryModel::OpenCL),
            interned: FxHashMap::default(),
            struct_types: FxHashMap::default(),
            globals: FxHashMap::default(),
            functions: IndexMap::default(),
            builtin_variables: FxHashMap::default(),
            spec_constants: FxHashMap::default(),
            interface: Vec::new(),
            strings: FxHashMap::default(),
            scopes: FxHashMap::default(),
            descriptions: Descriptions::new(module, variables),
            frozen: frozen::sources(module),
        }
    }

    /// Refuses a feature that the requested version does not have.
    pub(super) fn require_version(&self, what: &'static str, needs: (u8, u8)) -> Result<(), Reason> {
        if self.options.version < needs {
            return Err(Reason::Version { what, needs });
        }
        Ok(())
    }
}
