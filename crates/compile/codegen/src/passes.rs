//! Passes that are the same for all targets, for their [pipelines](crate::pipeline).

use crate::builtins::TargetLibrary;
use crate::error::Result;
use crate::order::facts::*;
use crate::pipeline::{Compilation, Pass};
use crate::{builtins, call_graph, host_variables, images, inline, names};

/// A compilation for a target with a library.
pub trait HasLibrary: Compilation {
    /// The target's library.
    fn library() -> &'static dyn TargetLibrary;
}

/// Gives the module the triple and the data layout of its machine.
pub fn lay_out<C: Compilation>() -> Pass<C> {
    let run = |compilation: &mut C| {
        if let (module, Some(machine)) = compilation.module_and_machine() {
            machine.prepare(module.edit());
        }
        Ok(())
    };
    Pass::new("lay-out", run).establishes(&[LAID_OUT])
}

/// Refuses kernels that need missing symbols, while functions still have their names. Code that is
/// linked later may lack functions (`linkable`).
pub fn check_symbols<C: Compilation>(linkable: bool) -> Pass<C> {
    let run: fn(&mut C) -> Result<()> = match linkable {
        true => |compilation| call_graph::check(compilation.module(), true),
        false => |compilation| call_graph::check(compilation.module(), false),
    };
    Pass::new("check-symbols", run).needs(&[NAMED_AS_IN_SOURCE]).establishes(&[SYMBOLS_DEFINED])
}

/// Gives functions names that none of a library has.
pub fn protect_names<C: Compilation>() -> Pass<C> {
    Pass::of_module("protect-names", names::protect_names)
        .needs(&[SYMBOLS_DEFINED])
        .establishes(&[NAMES_PROTECTED])
        .destroys(&[NAMED_AS_IN_SOURCE])
}

/// Marks the variables that the host finds by name.
pub fn mark_host_variables<C: Compilation>() -> Pass<C> {
    Pass::of_module("mark-host-variables", host_variables::mark).establishes(&[HOST_VARIABLES_MARKED])
}

/// Lowers builtins before inlining, so that each call is lowered only once. Names are protected, because calls of the
/// library's functions are added.
pub fn lower_builtins<C: HasLibrary>() -> Pass<C> {
    let run = |compilation: &mut C| builtins::lower(compilation.edit(), C::library());
    Pass::new("lower-builtins", run).needs(&[LAID_OUT, NAMES_PROTECTED]).establishes(&[BUILTINS_LOWERED])
}

/// Makes everything part of the kernels.
pub fn inline<C: Compilation>() -> Pass<C> {
    Pass::new("inline", run_inliner).needs(&[BUILTINS_LOWERED, INLINING_PREPARED]).establishes(&[INLINED])
}

/// Inlines the prepared functions.
///
/// # Errors
/// As for [`inline::run`].
pub fn run_inliner<C: Compilation>(compilation: &mut C) -> Result<()> {
    let (module, machine) = compilation.module_and_machine();
    inline::run(module, machine)
}

/// Lowers failing assertions, each in the kernel whose name it reports.
pub fn lower_assertions<C: HasLibrary>() -> Pass<C> {
    let run = |compilation: &mut C| {
        builtins::lower_assertions(compilation.edit(), C::library());
        Ok(())
    };
    Pass::new("lower-assertions", run).needs(&[INLINED]).establishes(&[ASSERTIONS_LOWERED])
}

/// Lowers images and samplers, if the target has an image library.
pub fn lower_images<C: HasLibrary>() -> Pass<C> {
    let run = |compilation: &mut C| match C::library().images() {
        Some(library) => images::lower(compilation.edit(), library).map(drop),
        None => Ok(()),
    };
    Pass::new("lower-images", run).needs(&[INLINED]).establishes(&[IMAGES_LOWERED])
}

/// Makes the variables writable that the host finds by name, when the optimizer has used that kernels
/// do not write to them.
pub fn make_host_variables_writable<C: Compilation>() -> Pass<C> {
    Pass::of_module("make-host-variables-writable", host_variables::make_writable)
        .needs(&[HOST_VARIABLES_MARKED, OPTIMIZED])
        .destroys(&[HOST_VARIABLES_MARKED])
}
