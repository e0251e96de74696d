//! Estimates the code size of a work-item loop after vectorization.
//!
//! Accesses to 8-bit and 16-bit elements that are not adjacent have no vector
//! instruction: each lane takes a scalar access and a move into or out of a
//! vector. If most of a loop's time is arithmetic, LLVM's loop vectorizer accepts
//! this cost at any size. A work-item that keeps hundreds of bytes in an array
//! then becomes tens of thousands of instructions, which makes later passes very
//! slow.

use rustc_hash::FxHashSet;
use tandem_ir::{Block, Module, Value};

use super::strides::{self, Strides};

/// Bytes of the widest vector registers.
const VECTOR_BYTES: u64 = 64;
/// Scalar accesses that one loop may be made of.
const MAX_SCALAR_ACCESSES: u64 = 4096;
/// The widest elements that cannot be gathered, in bytes.
const NARROW_BYTES: u64 = 2;

/// Whether the loop over `index` with these blocks would grow beyond all bounds.
pub fn is_excessive<'m>(module: &'m Module, index: Value<'m>, blocks: &[Block<'m>]) -> bool {
    let insts = || blocks.iter().flat_map(|block| block.insts());
    let accesses: Vec<_> = insts().filter_map(strides::access).collect();
    let size = |access: &strides::Access<'m>| module.size_of(access.ty.scalar()).max(1);
    let lanes = VECTOR_BYTES / accesses.iter().map(size).max().unwrap_or(1).min(VECTOR_BYTES);
    let narrow = accesses.iter().filter(|access| size(access) <= NARROW_BYTES);
    if narrow.clone().count() as u64 * lanes <= MAX_SCALAR_ACCESSES {
        return false;
    }
    let inside: FxHashSet<_> = insts().map(|inst| inst.value()).collect();
    let mut strides = Strides::new(module, [(index, Some(1))], |value| !inside.contains(&value));
    narrow.filter(|access| strides.scatters(access)).count() as u64 * lanes > MAX_SCALAR_ACCESSES
}
