//! Asynchronous copies from global to local memory, which a work-item begins, counts and waits for.

use tandem_device_ir::{Builtin, ImportedFunction};
use tandem_device_ir_llvm::Callees;
use tandem_ir::{Builder, EditableModule, Function, Inst};

use crate::error::{Error, Result};
use crate::names::original_name;

/// The effect of a call on asynchronous copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    /// Begins the copy of 4, 8 or 16 bytes. Operands are the destination and the source.
    Begin(u32),
    /// Ends a batch; the result is its number.
    Commit,
    /// Waits for a batch; the operand is its number.
    Wait,
}

/// The calls of a function that are about copies.
///
/// # Errors
/// A copy whose size is none of the possible ones.
pub fn of<'m>(function: Function<'m>) -> Result<Vec<(Inst<'m>, Copies)>> {
    let callees = Callees::called_by(function);
    let mut calls = Vec::new();
    for inst in function.insts() {
        let Some(Builtin::Imported(builtin)) = callees.builtin(inst) else { continue };
        let copies = match builtin {
            ImportedFunction::AsyncCopy => Copies::Begin(size(function, inst)?),
            ImportedFunction::AsyncCommit => Copies::Commit,
            ImportedFunction::AsyncWait => Copies::Wait,
            ImportedFunction::MatrixFill
            | ImportedFunction::MatrixLoad
            | ImportedFunction::MatrixStore
            | ImportedFunction::MatrixMultiplyAdd
            | ImportedFunction::MembersCombine
            | ImportedFunction::MembersShuffle => continue,
        };
        calls.push((inst, copies));
    }
    Ok(calls)
}

fn size<'m>(function: Function<'m>, inst: Inst<'m>) -> Result<u32> {
    let size = inst.args()[2].const_u64().and_then(|size| u32::try_from(size).ok());
    size.filter(|size| [4, 8, 16].contains(size)).ok_or_else(|| {
        Error::in_kernel(&original_name(function), "an asynchronous copy of a size that is not 4, 8 or 16").at(inst)
    })
}

/// Performs copies immediately, for devices without instructions for them: there is nothing to wait for.
///
/// # Errors
/// As for [`of`].
pub fn lower<'m>(module: &'m EditableModule, function: Function<'m>) -> Result<()> {
    for (inst, copies) in of(function)? {
        let builder = Builder::before(module, inst);
        match copies {
            Copies::Begin(bytes) => {
                let words = module.int(32).vector(bytes / 4);
                let words = if bytes == 4 { module.int(32) } else { words };
                let args = inst.args();
                let load = builder.load(words, args[1]);
                load.set_align(module, bytes);
                builder.store(load.value(), args[0]).set_align(module, bytes);
            }
            Copies::Commit => inst.value().replace_all_uses_with(module, module.int(32).zero()),
            Copies::Wait => {}
        }
        inst.erase(module);
    }
    Ok(())
}
