//! Splits integers of 65 to 128 bits into halves of 64 bits, which every target has, and larger units of bit-fields into
//! words.
//!
//! LLVM makes such integers where the source has none: the closed form of a sum of 64-bit numbers takes 65
//! bits. SPIR-V has at most 64, and LLVM's back-end for PTX does not do all operations on wider ones.
//!
//! A value becomes its halves: the low 64 bits, and the bits above them as a 64-bit integer, whose bits above the width
//! are zero. Operations that depend on the sign extend it first. Where one value is needed (in structures, for
//! parameters and results of functions), it is a structure of both halves. Memory keeps its layout: loads and stores go
//! through the parts of an integer, and the types of variables and address arithmetic stay.

mod aggregates;
mod bit_units;
mod bits;
mod calls;
mod casts;
mod comparison;
mod control;
mod division;
mod floats;
mod function;
mod globals;
mod intrinsics;
mod long_division;
mod memory;
mod overflow;
mod shifts;
mod splitter;
mod types;
mod unsplit;
mod words;

use tandem_ir::EditableModule;

pub use types::{MAX_INTEGER_BITS, widest_arithmetic};
pub use unsplit::Unsplit;
pub use words::HighProduct;

/// Splits the integers of 65 to 128 bits in all functions. Returns whether there were any: then the remaining
/// instructions are worth simplifying (`instsimplify`, `dce`).
///
/// # Errors
/// An instruction that has no form in halves. The module must not be used afterwards.
pub fn split_wide_integers(module: &EditableModule, product: HighProduct) -> Result<bool, Unsplit<'_>> {
    globals::split_initializers(module);
    let params = calls::retype_functions(module);
    let mut any = !params.is_empty();
    for function in module.functions() {
        any |= bit_units::split(module, function, product)?;
        any |= splitter::Splitter::new(module, function, product).run(&params)?;
    }
    Ok(any)
}
