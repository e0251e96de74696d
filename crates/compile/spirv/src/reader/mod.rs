//! SPIR-V to LLVM IR.
//!
//! Reads modules for the OpenCL environment (`Kernel`, `Physical64`), SPIR-V
//! 1.0 to 1.6, from any producer, and yields device IR
//! (`docs/internals/boundaries.md`, section 3).
//!
//! ```text
//! bytes ── spirv-binary ──► structure: names, decorations, entry points; types
//!                               │
//!                             scan ──► is all of it supported?
//!                               │
//!                               ├── types, constants, globals   (module level)
//!                               └── body                        (each function)
//!                                     ├── control, memory, calls, atomics
//!                                     ├── arithmetic, bits, relational, convert, composite
//!                                     └── opencl (extended instructions)
//! ```
//!
//! A module must be understood: [`support`] has the table of what it may say,
//! and the scan refuses all else.
//!
//! Two rules keep hostile input from reaching LLVM, whose release builds do
//! not check what they are given: operands are checked against what the
//! operation takes before it is built, and each result against its declared
//! type before it is defined (`Reader::define_value`). What passes both but
//! is still inconsistent (dominance, phi entries) is left to LLVM's verifier,
//! which [`read`] always runs.

mod arithmetic;
mod async_copy;
mod atomics;
mod bits;
mod body;
mod builtin_pointer;
mod calls;
mod code_location;
mod composite;
mod constants;
mod control;
mod convert;
mod debug;
mod defs;
mod descriptions;
mod error;
mod function;
mod globals;
mod intrinsics;
mod memory;
mod opencl;
mod pointers;
mod relational;
mod scan;
mod scopes;
pub mod support;
mod types;
mod wrappers;

use rspirv::spirv::{AddressingModel, MemoryModel, Op};
use rustc_hash::{FxHashMap, FxHashSet};
use tandem_ir::{Context, Module, Type};
use tandem_spirv_binary::types::Types;
use tandem_spirv_binary::{Id, Instruction, Malformed, Words, opcode_name};

pub use error::{ReadError, Reason};
pub use tandem_spirv_binary::Location;

use code_location::CodeLocation;
use debug::LineTable;
use defs::Def;
use descriptions::Descriptions;
use error::Result;
use scan::Scan;

/// Triple of the modules that the reader makes; code generators replace it.
pub const TRIPLE: &str = "spir64-unknown-unknown";
/// Data layout that goes with [`TRIPLE`]: that of clang's `spir64`, where
/// globals live in address space 0 unless they say otherwise.
pub const DATA_LAYOUT: &str = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024";

/// The newest version is 1.6.
const MAX_MINOR_VERSION: u8 = 6;

/// What to read a module with.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReaderOptions<'a> {
    /// Name of the module, for messages.
    pub name: &'a str,
    /// Values of specialization constants: (`SpecId`, little-endian bytes).
    /// Missing bytes are zero, surplus ones are ignored.
    pub spec_constants: &'a [(u32, &'a [u8])],
}

/// Reads a module. Whatever `bytes` hold, the result is a module that LLVM's
/// verifier accepts, or an error.
///
/// # Errors
/// The first thing that is wrong or not supported, and where.
pub fn read(ctx: &Context, bytes: &[u8], options: &ReaderOptions<'_>) -> Result<Module, ReadError> {
    let fail = |place: CodeLocation, at, reason| {
        let CodeLocation { function, line } = place;
        ReadError { module: options.name.into(), function, line, at, reason, id_name: None }
    };
    let words = Words::new(bytes).map_err(|error| fail(CodeLocation::default(), error.at, error.reason.into()))?;
    let fail_at = |at: Option<Location>, reason: Reason| {
        let place = at.as_ref().map(|at| CodeLocation::of(&words, at)).unwrap_or_default();
        let id_name = reason.id().and_then(|id| words.name_of(id)).map(Into::into);
        ReadError { id_name, ..fail(place, at, reason) }
    };
    let (major, minor) = words.version();
    if minor > MAX_MINOR_VERSION {
        return Err(fail_at(None, Malformed::Version(major, minor).into()));
    }
    let mut scan = Scan::new(&words).map_err(|(at, reason)| fail_at(at, reason))?;
    wrappers::dissolve(&mut scan);
    let module = Module::new(ctx, options.name);
    module.set_target(TRIPLE, DATA_LAYOUT);
    Reader::new(&module, &scan, options).run().map_err(|(at, reason)| fail_at(Some(at), reason))?;
    if let Err(error) = module.verify() {
        // LLVM prints the code below what it says of it.
        let message = match &error {
            tandem_ir::Error::Verify { message, .. } => message.lines().next().unwrap_or_default().to_owned(),
            other => other.to_string(),
        };
        return Err(fail(CodeLocation::of_broken_function(&module), None, Reason::Verify(message)));
    }
    Ok(module)
}

/// State of one run.
struct Reader<'m, 'w> {
    module: &'m Module,
    scan: &'w Scan<'w>,
    spec_constants: &'w [(u32, &'w [u8])],
    /// Indexed by id; grows as ids are defined.
    defs: Vec<Def<'m>>,
    types: Types,
    /// Those of [`types`](Self::types), by number.
    llvm_types: Vec<Type<'m>>,
    /// Nesting of constant expressions, for those that are some.
    expression_depths: FxHashMap<Id, u32>,
    kernel_names: FxHashSet<&'w str>,
    /// Pointers that were made of volatile ones.
    volatile: FxHashSet<Id>,
    lines: LineTable<'m>,
    descriptions: Descriptions<'m>,
}

impl<'m, 'w> Reader<'m, 'w> {
    fn new(module: &'m Module, scan: &'w Scan<'w>, options: &'w ReaderOptions<'w>) -> Self {
        Self {
            module,
            scan,
            spec_constants: options.spec_constants,
            defs: Vec::new(),
            types: Types::default(),
            llvm_types: Vec::new(),
            expression_depths: FxHashMap::default(),
            kernel_names: scan.kernels.values().map(String::as_str).collect(),
            volatile: FxHashSet::default(),
            lines: LineTable::default(),
            descriptions: Descriptions::default(),
        }
    }

    fn run(mut self) -> Result<(), (Location, Reason)> {
        for index in 0..self.scan.structure.functions_start {
            self.module_instruction(index)
                .map_err(|reason| (self.scan.structure.instructions[index].location, reason))?;
        }
        self.declare_functions()?;
        self.define_functions()
    }

    fn module_instruction(&mut self, index: usize) -> Result<()> {
        let inst = &self.scan.structure.instructions[index];
        let mut ops = inst.cursor();
        match inst.op() {
            Some(Op::MemoryModel) => {
                let addressing = ops.word()?;
                if addressing != AddressingModel::Physical64 as u32 {
                    return Err(Reason::unsupported(format!("addressing model {addressing}")));
                }
                match ops.word()? {
                    model if model == MemoryModel::OpenCL as u32 => Ok(()),
                    model => Err(Reason::unsupported(format!("memory model {model}"))),
                }
            }
            Some(Op::ExtInstImport) => {
                let id = ops.id()?;
                let name = ops.string()?;
                let set = opencl::ExtendedSet::from_name(&name);
                let set = set.ok_or_else(|| Reason::unsupported(format!("extended instruction set {name}")))?;
                self.define(id, Def::Set(set))
            }
            Some(
                Op::String
                | Op::DecorationGroup
                | Op::AsmTargetINTEL
                | Op::AliasDomainDeclINTEL
                | Op::AliasScopeDeclINTEL
                | Op::AliasScopeListDeclINTEL,
            ) => self.define(ops.id()?, Def::Marker),
            Some(Op::ExtInst) => self.module_extended_instruction(inst),
            Some(op) if is_annotation(op) => Ok(()),
            Some(Op::Variable | Op::UntypedVariableKHR) => self.global_variable(inst),
            _ if self.type_instruction(index)? || self.constant_instruction(index)? => Ok(()),
            _ => Err(Reason::unsupported(format!("{} at module level", opcode_name(inst.opcode)))),
        }
    }

    /// Instructions of debug-information sets stand at module level; [`descriptions`] asks the scan for them.
    fn module_extended_instruction(&mut self, inst: &Instruction<'w>) -> Result<()> {
        let mut ops = inst.cursor();
        let (_, id, set) = (ops.id()?, ops.id()?, ops.id()?);
        match self.def(set)? {
            Def::Set(opencl::ExtendedSet::DebugInfo | opencl::ExtendedSet::Ignored) => self.define(id, Def::Marker),
            _ => Err(Reason::unsupported("an extended instruction at module level")),
        }
    }
}

/// Whether the scan has taken all that a module-level instruction says.
fn is_annotation(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        Nop | Source
            | SourceContinued
            | SourceExtension
            | Name
            | MemberName
            | Line
            | NoLine
            | ModuleProcessed
            | Extension
            | Capability
            | EntryPoint
            | ExecutionMode
            | ExecutionModeId
            | Decorate
            | DecorateId
            | DecorateString
            | MemberDecorate
            | MemberDecorateString
            | GroupDecorate
            | GroupMemberDecorate
            | TypeStructContinuedINTEL
            | ConstantCompositeContinuedINTEL
            | SpecConstantCompositeContinuedINTEL
    )
}
