//! Splits integers of 65 to 128 bits into halves of 64 bits, which every target has.
//!
//! LLVM makes such integers where the source has none: the closed form of a sum of 64-bit numbers takes 65
//! bits. SPIR-V has at most 64, and LLVM's back-end for PTX does not do all operations on wider ones.
//!
//! A value becomes its [`Halves`]: the low 64 bits, and the bits above them as a 64-bit integer, whose bits
//! above the width are zero. Operations that look at the sign extend it first. Memory keeps its layout: loads
//! and stores go through the parts of an integer, and the types of variables and address arithmetic stay.

mod casts;
mod comparison;
mod control;
mod memory;
mod shifts;
mod splitter;
mod words;

use tandem_ir::{Function, Inst, Module, Type, TypeKind};

pub use words::HighProduct;

/// An instruction on wide integers that has no form in halves.
#[derive(Clone, Copy, Debug)]
pub struct Unsplit<'m> {
    /// The function that it is in.
    pub function: Function<'m>,
    /// The instruction.
    pub inst: Inst<'m>,
}

/// Splits the integers of 65 to 128 bits in all functions. Says whether there were some: what is left of the
/// instructions is worth simplifying then (`instsimplify`, `dce`).
///
/// # Errors
/// An instruction that has no form in halves. The module must not be used any more.
pub fn split_wide_integers(module: &Module, product: HighProduct) -> Result<bool, Unsplit<'_>> {
    let mut any = false;
    for function in module.functions() {
        any |= splitter::Splitter::new(module, function, product).run()?;
    }
    Ok(any)
}

/// The width of an integer type that is split.
fn wide_bits(ty: Type<'_>) -> Option<u32> {
    match ty.kind() {
        TypeKind::Int(bits) if (65..=128).contains(&bits) => Some(bits),
        _ => None,
    }
}
