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
//!                               └── function                    (each function)
//!                                     └── instructions          (each instruction)
//!                                           ├── control, memory, calls, atomics
//!                                           ├── arithmetic, bits, relational, convert, composite
//!                                           └── opencl (extended instructions)
//! ```
//!
//! A module must be understood: [`support`] has the table of the supported constructs, and the scan refuses all else.
//! The table gives each instruction a family, which decides which part reads it (`module`, `instructions`).
//!
//! Two rules keep hostile input from reaching LLVM, whose release builds do not check their input: operands are checked
//! against the operation's operand types before it is built, and each result against its declared type before it is
//! defined (`state::Reader::define_value`). Inconsistencies that pass both checks (dominance, phi entries) are left to
//! LLVM's verifier, which [`read`] always runs.

mod arithmetic;
mod async_copy;
mod atomics;
mod bits;
mod body;
mod builtin_calls;
mod builtin_instructions;
mod builtin_pointer;
mod calls;
mod classes;
mod code_location;
mod composite;
mod constants;
mod control;
mod convert;
mod debug;
mod declarations;
mod decorations;
mod defs;
mod described;
mod descriptions;
mod error;
mod function;
mod globals;
mod instructions;
mod intrinsics;
mod lines;
mod memory;
mod module;
mod opencl;
mod operands;
mod options;
mod pointers;
mod relational;
mod scan;
mod scopes;
mod state;
pub mod support;
mod types;
mod wrappers;

use tandem_ir::{Context, Module};
use tandem_spirv_binary::{Malformed, Words};

pub use error::{ReadError, Reason};
pub use options::ReaderOptions;
pub use tandem_spirv_binary::Location;

use code_location::CodeLocation;
use error::Result;
use scan::Scan;
use state::Reader;

/// Triple of the modules that the reader makes; code generators replace it.
pub const TRIPLE: &str = "spir64-unknown-unknown";
/// Data layout that belongs to [`TRIPLE`]: that of clang's `spir64`, where globals are in address space 0 unless
/// specified otherwise.
pub const DATA_LAYOUT: &str = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024";

/// The newest version is 1.6.
const MAX_MINOR_VERSION: u8 = 6;

/// Reads a module. For any `bytes`, the result is a module that LLVM's verifier accepts, or an error.
///
/// # Errors
/// The first error or unsupported construct, and its location.
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
    let mut module = Module::new(ctx, options.name);
    let edited = module.edit();
    edited.set_target(TRIPLE, DATA_LAYOUT);
    Reader::new(edited, &scan, options).run().map_err(|(at, reason)| fail_at(Some(at), reason))?;
    if let Err(error) = module.verify() {
        // LLVM prints the code below its message.
        let message = match &error {
            tandem_ir::Error::Verify { message, .. } => message.lines().next().unwrap_or_default().to_owned(),
            other => other.to_string(),
        };
        return Err(fail(CodeLocation::of_broken_function(&module), None, Reason::Verify(message)));
    }
    Ok(module)
}
