//! A back end: a target's part of the compilation from device IR to code.

use tandem_ir::Module;

use crate::dump::Dump;
use crate::error::Result;
use crate::options::{Options, TargetOptions};
use crate::passes::HasLibrary;
use crate::pipeline::Pass;

/// A back end. [`compile`](mod@crate::compile) takes modules through it; [`c_interface!`](crate::c_interface) gives it
/// the C interface by which drivers call it.
///
/// Its type is that of the options that only this target has.
pub trait Backend: TargetOptions + 'static {
    /// A module during its compilation, with the results that passes share. It names the target's library, and with it
    /// the device.
    type Compilation: HasLibrary;

    /// The result of a compilation.
    type Code;

    /// The compilation of a module that no pass has changed.
    ///
    /// # Errors
    /// Options that name no machine.
    fn begin(module: Module, options: &Options<Self>) -> Result<Self::Compilation>;

    /// The passes, in order. For the module that they begin with,
    /// [`NAMED_AS_IN_SOURCE`](crate::order::facts::NAMED_AS_IN_SOURCE) holds.
    fn passes(options: &Options<Self>) -> Vec<Pass<Self::Compilation>>;

    /// The code of a compilation whose passes are done.
    ///
    /// # Errors
    /// Errors of LLVM, and of writing dumps.
    fn emit(compilation: Self::Compilation, dump: &mut Dump) -> Result<Self::Code>;

    /// The code as the target's driver loads it.
    fn encode(code: Self::Code) -> Vec<u8>;
}
