//! Device IR to SPIR-V 1.0–1.4 of the OpenCL flavour.
//!
//! ```text
//! LLVM module ── legalize ──► the operations SPIR-V has ── functions, body ──► words
//! ```
//!
//! `legalize` works on a copy of the module, in LLVM IR: it expands
//! intrinsics, odd memory accesses and calls that SPIR-V cannot say. What
//! remains maps one to one, so a block of LLVM becomes one block of SPIR-V.
//! Module-level parts are methods of `Writer` (`types`, `constants`,
//! `globals`, `functions`, `debug`, `descriptions`, `scopes`), instructions are methods of
//! `body::Body`; what both share is the `emitter::Emitter` trait.
//!
//! *Architecture invariant:* whatever cannot be written is a [`WriteError`]
//! that names the function, the instruction and the source line; nothing here
//! panics on well-formed LLVM IR.

mod arithmetic;
mod atomics;
mod body;
mod calls;
mod casts;
mod composites;
mod constants;
mod debug;
mod descriptions;
mod emitter;
mod error;
mod frozen;
mod function_pointers;
mod functions;
mod globals;
mod images;
mod intrinsics;
mod legalize;
mod memory;
mod scopes;
mod storage;
mod types;

use indexmap::IndexMap;
use rspirv::spirv::{AddressingModel, Capability, MemoryModel, Op, SourceLanguage, Word};
use rustc_hash::{FxHashMap, FxHashSet};
use tandem_device_ir::Variable;
use tandem_device_ir_llvm::{Callees, Validated};
use tandem_ir::{Declaration, Function, Module, Scope, Type, Value};
use tandem_spirv_binary::assembler::{Assembler, with_string};

use descriptions::Descriptions;
pub use error::{ErrorLocation, Reason, WriteError};
use types::PointerType;

/// Choices of the caller.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WriterOptions {
    /// SPIR-V version, (1, 0) to (1, 4). From 1.4 on, integer arithmetic
    /// carries LLVM's no-wrap flags and pointers are compared as pointers.
    pub version: (u8, u8),
    /// Write source lines, and descriptions of variables, where the module has them.
    pub debug_lines: bool,
    /// Forbid consumers to contract `a * b + c` beyond what the module says.
    pub contraction_off: bool,
    /// Texts for the module to carry (`OpModuleProcessed`).
    pub processed: Vec<String>,
}

impl Default for WriterOptions {
    fn default() -> Self {
        Self { version: (1, 4), debug_lines: true, contraction_off: false, processed: Vec::new() }
    }
}

/// Writes a validated module as a SPIR-V binary, little endian.
///
/// # Errors
/// When the module holds something that SPIR-V or this writer cannot express.
pub fn write(module: &Validated, options: &WriterOptions) -> Result<Vec<u8>, WriteError> {
    if !((1, 0)..=(1, 4)).contains(&options.version) {
        return Err(WriteError::module(Reason::UnknownVersion(options.version)));
    }
    let mut module = module.module().duplicate().map_err(|error| WriteError::module(error.into()))?;
    legalize::run(&mut module)?;
    let variables = module.take_declarations();
    Writer::new(&module, options, if options.debug_lines { variables } else { Vec::new() }).write()
}

/// A module under construction.
struct Writer<'m> {
    module: &'m Module,
    options: &'m WriterOptions,
    /// What the declared functions are.
    callees: Callees<'m>,
    asm: Assembler,
    /// Types and constants by opcode and operands.
    interned: FxHashMap<(Op, Vec<Word>), Word>,
    struct_types: FxHashMap<Type<'m>, Word>,
    /// Variables; `None` while the initial value is being written.
    globals: FxHashMap<Value<'m>, Option<(Word, PointerType)>>,
    functions: IndexMap<Function<'m>, Word>,
    builtin_variables: FxHashMap<Variable, Word>,
    /// Specialization constants by `SpecId` and type.
    spec_constants: FxHashMap<(Word, Word), Word>,
    /// All module-scope variables.
    interface: Vec<Word>,
    /// Source files and names.
    strings: FxHashMap<String, Word>,
    /// The file of each debug-information scope seen.
    scopes: FxHashMap<Scope<'m>, Word>,
    descriptions: Descriptions<'m>,
    /// What `freeze` instructions are computed from.
    frozen: FxHashSet<Value<'m>>,
}

impl<'m> Writer<'m> {
    fn new(module: &'m Module, options: &'m WriterOptions, variables: Vec<Declaration<'m>>) -> Self {
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

    fn write(mut self) -> Result<Vec<u8>, WriteError> {
        self.asm.capability(Capability::Addresses);
        self.asm.capability(Capability::Kernel);
        // OpenCL C++ 1.0: consumers then give atomics the meaning that they have from OpenCL 2.0 on.
        self.asm.strings.inst(Op::Source, &[SourceLanguage::OpenCL_CPP as Word, 100_000]);
        self.write_exported_variables()?;
        self.write_definitions()?;
        self.write_declarations()?;
        self.write_entry_points()?;
        for text in &self.options.processed {
            self.require_version("OpModuleProcessed", (1, 1)).map_err(WriteError::module)?;
            // The instructions stand behind all names.
            self.asm.names.inst(Op::ModuleProcessed, &with_string(&[], text));
        }
        let finished = self.asm.finish(self.options.version);
        finished.map_err(|error| WriteError::module(error.into()))
    }

    /// Refuses a feature that the version asked for does not have.
    fn require_version(&self, what: &'static str, needs: (u8, u8)) -> Result<(), Reason> {
        if self.options.version < needs {
            return Err(Reason::Version { what, needs });
        }
        Ok(())
    }
}
