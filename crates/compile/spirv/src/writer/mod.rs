//! Device IR to SPIR-V 1.0–1.4 of the OpenCL flavour.
//!
//! ```text
//! LLVM module ── legalize ──► the operations SPIR-V has ── functions, body ──► words
//! ```
//!
//! `legalize` works on a copy of the module, in LLVM IR: it expands intrinsics, odd memory accesses and calls that
//! SPIR-V cannot express. The rest maps one to one, so a block of LLVM becomes one block of SPIR-V. Module-level parts
//! are methods of `state::Writer` (`types`, `constants`, `globals`, `signatures`, `debug`, `descriptions`, `scopes`),
//! instructions are methods of `body::Body`; the `emitter::Emitter` trait contains the parts that both share. Above
//! them are the walk over a function's blocks (`blocks`) and the functions (`functions`).
//!
//! *Architecture invariant:* constructs that cannot be written produce a [`WriteError`] that names the function, the
//! instruction and the source line; nothing here panics on well-formed LLVM IR.

mod arithmetic;
mod atomics;
mod attributes;
mod blocks;
mod body;
mod calls;
mod casts;
mod composites;
mod constants;
mod debug;
mod described;
mod descriptions;
mod emitter;
mod error;
mod frozen;
mod function_calls;
mod function_pointers;
mod functions;
mod globals;
mod handles;
mod images;
mod intrinsics;
mod legal_types;
mod legalize;
mod lines;
mod memory;
mod opencl;
mod options;
mod scopes;
mod signatures;
mod state;
mod storage;
mod types;

use rspirv::spirv::{Capability, Op, SourceLanguage, Word};
use tandem_device_ir_llvm::Validated;
use tandem_spirv_binary::assembler::with_string;

pub use error::{ErrorLocation, Reason, WriteError};
pub use options::WriterOptions;
use state::Writer;

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
    let module = module.edit();
    let variables = module.take_declarations();
    Writer::new(module, options, if options.debug_lines { variables } else { Vec::new() }).write()
}

impl Writer<'_> {
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
            // The instructions follow all names.
            self.asm.names.inst(Op::ModuleProcessed, &with_string(&[], text));
        }
        let finished = self.asm.finish(self.options.version);
        finished.map_err(|error| WriteError::module(error.into()))
    }
}
