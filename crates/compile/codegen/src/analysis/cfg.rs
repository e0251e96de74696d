//! The control-flow graph of a kernel, in arrays: blocks are numbered in
//! reverse postorder, so the entry is 0 and unreachable blocks have no number.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_ir::{Block, Function};

/// Number of a reachable block.
pub type BlockId = usize;

/// Control-flow graph of one function at one time.
pub struct Cfg<'m> {
    blocks: Vec<Block<'m>>,
    ids: FxHashMap<Block<'m>, BlockId>,
    successors: Vec<Vec<BlockId>>,
    predecessors: Vec<Vec<BlockId>>,
}

impl<'m> Cfg<'m> {
    /// The graph of `function`, which has a body.
    pub fn new(function: Function<'m>) -> Self {
        Self::of_edges(function.entry().expect("kernels have bodies"), |_, _| true)
    }

    /// The graph of one iteration of a loop: of its blocks, without the edges back to its header.
    pub fn of_iteration(header: Block<'m>, blocks: &FxHashSet<Block<'m>>) -> Self {
        Self::of_edges(header, |_, to| to != header && blocks.contains(&to))
    }

    /// The graph of the blocks that control reaches from `entry` along the edges that count.
    fn of_edges(entry: Block<'m>, counts: impl Fn(Block<'m>, Block<'m>) -> bool) -> Self {
        let next = |block: Block<'m>| {
            let mut next = block.successors();
            next.retain(|to| counts(block, *to));
            next
        };
        let blocks = reverse_postorder(entry, &next);
        let ids: FxHashMap<_, _> = blocks.iter().enumerate().map(|(id, block)| (*block, id)).collect();
        let mut successors = Vec::with_capacity(blocks.len());
        let mut predecessors = vec![Vec::new(); blocks.len()];
        for (id, block) in blocks.iter().enumerate() {
            let mut targets: Vec<_> = next(*block).iter().map(|target| ids[target]).collect();
            targets.sort_unstable();
            targets.dedup();
            for target in &targets {
                predecessors[*target].push(id);
            }
            successors.push(targets);
        }
        Self { blocks, ids, successors, predecessors }
    }

    /// Number of reachable blocks.
    #[expect(clippy::len_without_is_empty, reason = "functions with bodies have blocks")]
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// The block of a number.
    pub fn block(&self, id: BlockId) -> Block<'m> {
        self.blocks[id]
    }

    /// The number of a block, if it is reachable.
    pub fn id(&self, block: Block<'m>) -> Option<BlockId> {
        self.ids.get(&block).copied()
    }

    /// Successors, each once.
    pub fn successors(&self, id: BlockId) -> &[BlockId] {
        &self.successors[id]
    }

    /// Reachable predecessors, each once.
    pub fn predecessors(&self, id: BlockId) -> &[BlockId] {
        &self.predecessors[id]
    }

    /// The immediate dominator of each block; the entry's is itself.
    pub fn dominators(&self) -> Vec<BlockId> {
        let mut parent: Vec<Option<BlockId>> = vec![None; self.len()];
        parent[0] = Some(0);
        let mut changed = true;
        while changed {
            changed = false;
            for id in 1..self.len() {
                let known = self.predecessors[id].iter().copied().filter(|from| parent[*from].is_some());
                // Numbers are in reverse postorder, so that a dominator's is the smaller one.
                let new = known.reduce(|mut left, mut right| {
                    while left != right {
                        let above = |id: BlockId| parent[id].expect("known blocks have parents");
                        if left > right { left = above(left) } else { right = above(right) }
                    }
                    left
                });
                if new.is_some() && parent[id] != new {
                    parent[id] = new;
                    changed = true;
                }
            }
        }
        parent.into_iter().map(|parent| parent.expect("reachable from the entry")).collect()
    }

    /// The immediate post-dominator of each block: `None` for those that leave
    /// the function, have no single one, or never leave.
    pub fn post_dominators(&self) -> Vec<Option<BlockId>> {
        // Cooper, Harvey and Kennedy's iteration on the reversed graph with a virtual exit, number `len`.
        let exit = self.len();
        let order = self.exit_order();
        let mut rank = vec![usize::MAX; exit + 1];
        rank[exit] = 0;
        for (at, id) in order.iter().enumerate() {
            rank[*id] = at + 1;
        }
        let mut parent = vec![None; exit + 1];
        parent[exit] = Some(exit);
        let intersect = |parent: &[Option<usize>], mut left: usize, mut right: usize| {
            while left != right {
                while rank[left] > rank[right] {
                    left = parent[left].expect("ranked blocks have parents");
                }
                while rank[right] > rank[left] {
                    right = parent[right].expect("ranked blocks have parents");
                }
            }
            left
        };
        let mut changed = true;
        while changed {
            changed = false;
            for &id in &order {
                let leaves = self.successors[id].is_empty().then_some(exit);
                let known = self.successors[id].iter().copied().chain(leaves).filter(|next| parent[*next].is_some());
                let new = known.reduce(|left, right| intersect(&parent, left, right));
                if new.is_some() && parent[id] != new {
                    parent[id] = new;
                    changed = true;
                }
            }
        }
        parent.truncate(exit);
        parent.into_iter().map(|parent| parent.filter(|id| *id != exit)).collect()
    }

    /// Blocks from which the function can be left, in reverse postorder of the reversed graph.
    fn exit_order(&self) -> Vec<BlockId> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.len()];
        for exit in (0..self.len()).filter(|id| self.successors[*id].is_empty()) {
            postorder(exit, &mut seen, &mut order, |id| &self.predecessors[id]);
        }
        order.reverse();
        order
    }
}

fn reverse_postorder<'m>(entry: Block<'m>, next: &impl Fn(Block<'m>) -> Vec<Block<'m>>) -> Vec<Block<'m>> {
    let mut order = Vec::new();
    let mut seen = FxHashSet::default();
    seen.insert(entry);
    let mut stack = vec![(entry, next(entry).into_iter())];
    while let Some((block, successors)) = stack.last_mut() {
        match successors.next() {
            Some(to) if seen.insert(to) => stack.push((to, next(to).into_iter())),
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

fn postorder<'a>(root: BlockId, seen: &mut [bool], order: &mut Vec<BlockId>, next: impl Fn(BlockId) -> &'a [BlockId]) {
    if std::mem::replace(&mut seen[root], true) {
        return;
    }
    let mut stack = vec![(root, next(root).iter())];
    while let Some((id, edges)) = stack.last_mut() {
        match edges.next() {
            Some(&to) if !std::mem::replace(&mut seen[to], true) => stack.push((to, next(to).iter())),
            Some(_) => {}
            None => {
                order.push(*id);
                stack.pop();
            }
        }
    }
}
