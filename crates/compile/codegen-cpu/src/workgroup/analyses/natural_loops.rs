//! Natural loops, and paths between blocks.

use tandem_codegen::analysis::cfg::{BlockId, Cfg};

/// A natural loop without loops in it.
pub struct NaturalLoop {
    /// Its header.
    pub header: BlockId,
    /// All of its blocks, in order.
    pub blocks: Vec<BlockId>,
}

/// The innermost loops of a kernel whose blocks have these immediate dominators.
pub fn innermost_loops(cfg: &Cfg<'_>, dominators: &[BlockId]) -> Vec<NaturalLoop> {
    let dominates = |above: BlockId, mut id: BlockId| {
        while id > above {
            id = dominators[id];
        }
        id == above
    };
    let mut loops: Vec<NaturalLoop> = Vec::new();
    for header in 0..cfg.len() {
        let latches: Vec<_> =
            cfg.predecessors(header).iter().copied().filter(|latch| dominates(header, *latch)).collect();
        if !latches.is_empty() {
            loops.push(NaturalLoop { header, blocks: natural_loop(cfg, header, latches) });
        }
    }
    let headers: Vec<_> = loops.iter().map(|natural| natural.header).collect();
    loops.retain(|natural| natural.blocks.iter().all(|id| *id == natural.header || !headers.contains(id)));
    loops
}

/// The blocks that reach the latches without crossing the header.
fn natural_loop(cfg: &Cfg<'_>, header: BlockId, latches: Vec<BlockId>) -> Vec<BlockId> {
    let mut blocks = vec![header];
    let mut stack = latches;
    while let Some(id) = stack.pop() {
        if !blocks.contains(&id) {
            blocks.push(id);
            stack.extend(cfg.predecessors(id));
        }
    }
    blocks.sort_unstable();
    blocks
}

/// Blocks that control can pass between two blocks.
pub fn between(cfg: &Cfg<'_>, from: BlockId, to: BlockId) -> Vec<BlockId> {
    let mut seen = vec![false; cfg.len()];
    seen[to] = true;
    let mut stack: Vec<_> = cfg.successors(from).to_vec();
    let mut blocks = Vec::new();
    while let Some(id) = stack.pop() {
        if !std::mem::replace(&mut seen[id], true) {
            blocks.push(id);
            stack.extend(cfg.successors(id));
        }
    }
    blocks
}
