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

use crate::cost_model::CostModel;

use tandem_codegen::analysis::accesses::{Access, access};
use tandem_codegen::analysis::strides::Strides;

/// Whether the loop over `index` with these blocks would grow beyond all bounds.
pub fn is_excessive<'m>(module: &'m Module, index: Value<'m>, blocks: &[Block<'m>], costs: &CostModel) -> bool {
    let insts = || blocks.iter().flat_map(|block| block.insts());
    let accesses: Vec<_> = insts().filter_map(access).collect();
    let size = |access: &Access<'m>| module.size_of(access.ty.scalar()).max(1);
    let lanes = costs.vector_bytes / accesses.iter().map(size).max().unwrap_or(1).min(costs.vector_bytes);
    let narrow = accesses.iter().filter(|access| size(access) <= costs.max_scalar_element_bytes);
    if narrow.clone().count() as u64 * lanes <= costs.max_scalar_accesses {
        return false;
    }
    let inside: FxHashSet<_> = insts().map(|inst| inst.value()).collect();
    let strides = Strides::new(module, [(index, Some(1))], |value| !inside.contains(&value));
    narrow.filter(|access| strides.scatters(access)).count() as u64 * lanes > costs.max_scalar_accesses
}
