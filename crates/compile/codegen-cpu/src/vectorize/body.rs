//! One iteration of a loop over work-items as a graph: its blocks, the loops among them, and an order of the blocks in
//! which loops, and the blocks that a block dominates, stay together.

use rustc_hash::FxHashSet;
use tandem_codegen::analysis::cfg::{BlockId, Cfg};
use tandem_ir::Block;

/// Number of a loop in a body.
pub type LoopId = usize;

/// The blocks that a work-item runs.
pub struct Body<'m> {
    /// The graph of one iteration. Block 0 begins it.
    pub cfg: Cfg<'m>,
    /// The blocks, in an order in which they can run one after the other.
    pub order: Vec<BlockId>,
    /// Where each block is in the order.
    pub position: Vec<usize>,
    /// The loops within an iteration, outer ones first.
    pub loops: Vec<InnerLoop>,
    /// The innermost loop of each block.
    pub innermost: Vec<Option<LoopId>>,
    /// The immediate dominator of each block.
    pub dominators: Vec<BlockId>,
    /// The immediate post-dominator of each block.
    pub post_dominators: Vec<Option<BlockId>>,
}

/// A loop within an iteration.
pub struct InnerLoop {
    /// The block at which it is entered.
    pub header: BlockId,
    /// The block from which control returns to the header.
    pub latch: BlockId,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// Edges that leave it.
    pub exits: Vec<(BlockId, BlockId)>,
    /// Its blocks.
    blocks: FxHashSet<BlockId>,
}

impl InnerLoop {
    /// Whether a block is part of the loop.
    pub fn contains(&self, id: BlockId) -> bool {
        self.blocks.contains(&id)
    }
}

impl<'m> Body<'m> {
    /// The body of the loop with this header and these blocks; `None` if a loop in it is entered at several blocks, or
    /// has several latches.
    pub fn new(header: Block<'m>, blocks: &FxHashSet<Block<'m>>) -> Option<Self> {
        let cfg = Cfg::of_iteration(header, blocks);
        let dominators = cfg.dominators();
        let loops = inner_loops(&cfg, &dominators)?;
        let innermost = (0..cfg.len()).map(|id| loops.iter().rposition(|inner| inner.contains(id))).collect();
        let post_dominators = cfg.post_dominators();
        let mut body =
            Self { cfg, order: Vec::new(), position: Vec::new(), loops, innermost, dominators, post_dominators };
        body.order = body.ordered(None, 0);
        body.position = vec![0; body.cfg.len()];
        for (at, id) in body.order.iter().enumerate() {
            body.position[*id] = at;
        }
        Some(body)
    }

    /// Whether every path to `id` passes `above`.
    pub fn dominates(&self, above: BlockId, id: BlockId) -> bool {
        dominates(&self.dominators, above, id)
    }

    /// Whether every path from `id` to the end of the iteration passes `below`.
    pub fn post_dominates(&self, below: BlockId, mut id: BlockId) -> bool {
        while id != below {
            match self.post_dominators[id] {
                Some(next) => id = next,
                None => return false,
            }
        }
        true
    }

    /// The loops that a block is in, the innermost one first.
    pub fn loops_around(&self, id: BlockId) -> impl Iterator<Item = LoopId> {
        std::iter::successors(self.innermost[id], |inner| self.loops[*inner].parent)
    }

    /// The loop whose header a block is.
    pub fn loop_of_header(&self, id: BlockId) -> Option<LoopId> {
        self.innermost[id].filter(|inner| self.loops[*inner].header == id)
    }

    /// Whether a way from one block to another leaves a loop.
    pub fn leaves_loop(&self, from: BlockId, to: BlockId) -> bool {
        self.loops_around(from).any(|inner| !self.loops[inner].contains(to))
    }

    /// Whether an edge leads back to the header of a loop.
    pub fn is_back_edge(&self, from: BlockId, to: BlockId) -> bool {
        self.loop_of_header(to).is_some_and(|inner| self.loops[inner].latch == from)
    }

    /// The blocks of a loop, or of the whole body, from `first` on. Each block follows all blocks that branch to it.
    fn ordered(&self, scope: Option<LoopId>, first: BlockId) -> Vec<BlockId> {
        let mut order = Vec::new();
        let mut seen = FxHashSet::from_iter([first]);
        let mut stack = vec![(first, self.next_in(scope, first))];
        while let Some((id, next)) = stack.last_mut() {
            match next.pop() {
                Some(to) if seen.insert(to) => {
                    let onward = self.next_in(scope, to);
                    stack.push((to, onward));
                }
                Some(_) => {}
                None => {
                    order.push(*id);
                    stack.pop();
                }
            }
        }
        order.reverse();
        // Each loop is expanded to its blocks.
        order.into_iter().flat_map(|id| self.expanded(scope, id)).collect()
    }

    fn expanded(&self, scope: Option<LoopId>, id: BlockId) -> Vec<BlockId> {
        match self.child(scope, id) {
            Some(inner) => self.ordered(Some(inner), id),
            None => vec![id],
        }
    }

    /// The loop directly in `scope` that a block is in.
    fn child(&self, scope: Option<LoopId>, id: BlockId) -> Option<LoopId> {
        self.loops_around(id).take_while(|inner| Some(*inner) != scope).last()
    }

    /// The successors in `scope` of a block, or of the loop whose header it is. Blocks that it dominates come first, so
    /// that they are visited last and follow it immediately.
    fn next_in(&self, scope: Option<LoopId>, id: BlockId) -> Vec<BlockId> {
        let is_inside = |to: BlockId| scope.is_none_or(|scope| self.loops[scope].contains(to));
        let is_new = |to: &BlockId| is_inside(*to) && scope.is_none_or(|scope| self.loops[scope].header != *to);
        let mut next: Vec<_> = match self.child(scope, id) {
            Some(inner) => self.loops[inner].exits.iter().map(|(_, to)| *to).filter(is_new).collect(),
            None => self.cfg.successors(id).iter().copied().filter(is_new).collect(),
        };
        next.sort_unstable_by_key(|to| (!self.dominates(id, *to), *to));
        next.dedup();
        next
    }
}

fn dominates(dominators: &[BlockId], above: BlockId, mut id: BlockId) -> bool {
    while id > above {
        id = dominators[id];
    }
    id == above
}

/// The loops of a graph, outer ones first.
fn inner_loops(cfg: &Cfg<'_>, dominators: &[BlockId]) -> Option<Vec<InnerLoop>> {
    let mut loops: Vec<InnerLoop> = Vec::new();
    for header in 0..cfg.len() {
        let back: Vec<_> = cfg.predecessors(header).iter().copied().filter(|from| *from >= header).collect();
        match back[..] {
            [] => {}
            [latch] if dominates(dominators, header, latch) => loops.push(inner_loop(cfg, header, latch)),
            _ => return None,
        }
    }
    loops.sort_by_key(|inner| std::cmp::Reverse(inner.blocks.len()));
    for id in 0..loops.len() {
        loops[id].parent = (0..id).rev().find(|outer| loops[*outer].contains(loops[id].header));
    }
    Some(loops)
}

/// The blocks that reach the latch without crossing the header.
fn inner_loop(cfg: &Cfg<'_>, header: BlockId, latch: BlockId) -> InnerLoop {
    let mut blocks = FxHashSet::from_iter([header]);
    let mut stack = vec![latch];
    while let Some(id) = stack.pop() {
        if blocks.insert(id) {
            stack.extend(cfg.predecessors(id));
        }
    }
    let edges = |from: &BlockId| cfg.successors(*from).iter().map(|to| (*from, *to)).collect::<Vec<_>>();
    let mut exits: Vec<_> = blocks.iter().flat_map(edges).filter(|(_, to)| !blocks.contains(to)).collect();
    exits.sort_unstable();
    InnerLoop { header, latch, parent: None, exits, blocks }
}
