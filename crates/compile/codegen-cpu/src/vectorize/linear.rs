//! The order in which a group of neighbours runs the blocks of a body: partial linearization (Moll and Hack, PLDI 2018).
//!
//! Where work-items diverge, the group runs both sides, one after the other, each under the mask of the work-items that
//! take it. A branch on a uniform condition stays a branch. Each block has a list of blocks that are *pending* when
//! control leaves it, because some work-item may wait there. Control always continues at the first pending block of the
//! order, so that a block runs when all work-items that reach it have arrived.
//!
//! A pending block is skipped if no work-item waits there and running it would be wrong or expensive. Work-items that
//! leave a loop early wait at its exits until all have left.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use rustc_hash::FxHashSet;
use tandem_codegen::analysis::cfg::BlockId;
use tandem_ir::Opcode;

use super::body::Body;
use super::shapes::Shapes;

/// The destination of control: the first of the checked blocks where a work-item waits, or else the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// Blocks that are skipped if no work-item waits there.
    pub checked: Vec<BlockId>,
    /// The block after the checked ones; `None` if all work-items have arrived at undefined behaviour.
    pub last: Option<BlockId>,
}

/// How control leaves a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leave {
    /// By a branch on a uniform condition: a route for each successor.
    Branch(Vec<(BlockId, Route)>),
    /// By one route, whatever the condition is.
    Through(Route),
    /// The iteration ends.
    End,
}

/// The work-items that run a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    /// All that run another block, or the whole group for the first one.
    Same(BlockId),
    /// The work-items that have arrived along one of its edges.
    Edges,
    /// The work-items that have not left the loop that it begins.
    Live,
}

/// The linear form of a body.
pub struct Linear {
    /// How control leaves each block.
    pub leaves: Vec<Leave>,
    /// The mask of each block.
    pub masks: Vec<Mask>,
    /// Whether at least one work-item runs the block whenever control reaches it.
    pub inhabited: Vec<bool>,
    /// Blocks that control reaches along one edge at a time, so that phis need no masks.
    pub exclusive: Vec<bool>,
}

impl Linear {
    /// The linear form. `is_heavy` blocks must not, or should not, run when no work-item needs them. On error, returns
    /// the blocks whose uniform branches must be treated as divergent.
    pub fn new(body: &Body<'_>, shapes: &Shapes<'_>, is_heavy: &[bool]) -> Result<Self, FxHashSet<BlockId>> {
        let count = body.cfg.len();
        let mut build = Build {
            body,
            shapes,
            is_heavy,
            pending: vec![None; count],
            uncertain: FxHashSet::default(),
            inhabited: vec![true; count],
            folded: FxHashSet::default(),
            masks: (0..count).map(|id| mask(body, shapes, id)).collect(),
        };
        build.pending[0] = Some(BTreeSet::new());
        let mut leaves = vec![Leave::End; count];
        for id in body.order.iter().copied() {
            leaves[id] = build.leave(id);
        }
        if !build.folded.is_empty() {
            return Err(build.folded);
        }
        let exclusive = (0..count).map(|id| build.is_exclusive(id)).collect();
        Ok(Self { leaves, masks: build.masks, inhabited: build.inhabited, exclusive })
    }

    /// Whether some lanes of a whole chunk may not run a block.
    pub fn is_masked(&self, id: BlockId) -> bool {
        !matches!(self.masks[self.mask_owner(id)], Mask::Same(_))
    }

    /// The block whose mask a block has.
    pub fn mask_owner(&self, mut id: BlockId) -> BlockId {
        while let Mask::Same(other) = self.masks[id] {
            if other == id {
                return id;
            }
            id = other;
        }
        id
    }
}

/// The mask of a block.
fn mask(body: &Body<'_>, shapes: &Shapes<'_>, id: BlockId) -> Mask {
    if id == 0 {
        return Mask::Same(0);
    }
    if let Some(inner) = body.loop_of_header(id) {
        return if shapes.is_divergent_loop(inner) { Mask::Live } else { Mask::Same(entering(body, inner)) };
    }
    // The nearest dominator that runs as often.
    let mut above = body.dominators[id];
    while body.leaves_loop(above, id) {
        above = body.dominators[above];
    }
    if body.post_dominates(id, above) {
        return Mask::Same(above);
    }
    match body.cfg.predecessors(id) {
        [only] if !body.leaves_loop(*only, id) && !shapes.is_divergent(*only) => Mask::Same(*only),
        _ => Mask::Edges,
    }
}

/// The block from which control enters a loop.
fn entering(body: &Body<'_>, inner: usize) -> BlockId {
    let header = body.loops[inner].header;
    let from = body.cfg.predecessors(header).iter().copied().find(|from| !body.loops[inner].contains(*from));
    from.expect("loops are entered")
}

type Pending = BTreeSet<usize>;

struct Build<'a, 'm> {
    body: &'a Body<'m>,
    shapes: &'a Shapes<'m>,
    is_heavy: &'a [bool],
    /// Whether at least one work-item runs the block whenever control reaches it.
    inhabited: Vec<bool>,
    /// Positions of blocks that are pending where a block begins.
    pending: Vec<Option<Pending>>,
    /// Blocks that are pending on some of the ways to a block only.
    uncertain: FxHashSet<BlockId>,
    /// Blocks whose uniform branches lead elsewhere than to a successor.
    folded: FxHashSet<BlockId>,
    masks: Vec<Mask>,
}

impl Build<'_, '_> {
    fn leave(&mut self, id: BlockId) -> Leave {
        let end = self.body.cfg.block(id).terminator().expect("blocks are complete");
        if self.body.cfg.successors(id).is_empty() && end.opcode() != Opcode::LLVMUnreachable {
            return Leave::End;
        }
        let pending = self.pending[id].clone().unwrap_or_default();
        let successors = self.body.cfg.successors(id).to_vec();
        if self.shapes.is_divergent(id) || successors.len() <= 1 {
            let mut all = pending;
            all.extend(successors.iter().map(|to| self.body.position[*to]));
            let direct = match successors[..] {
                [only] => Some(only),
                _ => None,
            };
            return Leave::Through(self.route(id, all, direct));
        }
        let routes = successors.into_iter().map(|to| {
            let mut all = pending.clone();
            all.insert(self.body.position[to]);
            let route = self.route(id, all, Some(to));
            let first = route.checked.first().copied().or(route.last);
            // Work-items that leave a loop may find others waiting at its exits.
            if first != Some(to) && !self.body.leaves_loop(id, to) {
                self.folded.insert(id);
            }
            (to, route)
        });
        Leave::Branch(routes.collect())
    }

    /// The route to the first of the pending blocks. `direct` is the destination of all work-items that come from block
    /// `from`.
    fn route(&mut self, from: BlockId, mut pending: Pending, direct: Option<BlockId>) -> Route {
        let mut checked = Vec::new();
        if let Some(direct) = direct.filter(|to| self.body.is_back_edge(from, *to)) {
            // The next iteration precedes everything else.
            pending.remove(&self.body.position[direct]);
            self.note_entry(direct, None);
            if self.inhabited[from] && !self.shapes.is_divergent(from) {
                return Route { checked, last: Some(direct) };
            }
            checked.push(direct);
        } else if let Some(header) = self.back_target(from).filter(|_| direct.is_none()) {
            pending.remove(&self.body.position[header]);
            checked.push(header);
        }
        while let Some(first) = pending.pop_first() {
            let to = self.body.order[first];
            self.note_entry(to, Some(&pending));
            let is_certain = self.is_certain(from, to, direct);
            if pending.is_empty() || !self.is_heavy[to] || is_certain {
                self.inhabited[to] &= is_certain || pending.is_empty();
                return Route { checked, last: Some(to) };
            }
            checked.push(to);
        }
        Route { checked, last: None }
    }

    /// The header to which a divergent branch of block `from` returns.
    fn back_target(&self, from: BlockId) -> Option<BlockId> {
        self.body.cfg.successors(from).iter().copied().find(|to| self.body.is_back_edge(from, *to))
    }

    /// Records that control enters a block while others are pending.
    fn note_entry(&mut self, to: BlockId, pending: Option<&Pending>) {
        let Some(pending) = pending else { return };
        let mut pending = pending.clone();
        if let Some(inner) = self.body.loop_of_header(to).filter(|inner| self.shapes.is_divergent_loop(*inner)) {
            // From the second iteration on, work-items may wait at the exits.
            pending.extend(self.body.loops[inner].exits.iter().map(|(_, exit)| self.body.position[*exit]));
        }
        match &mut self.pending[to] {
            Some(known) => {
                for at in known.symmetric_difference(&pending) {
                    self.uncertain.insert(self.body.order[*at]);
                }
                known.extend(pending);
            }
            none => *none = Some(pending),
        }
    }

    /// Whether some work-item is certain to be at block `to` when control reaches it from block `from`.
    fn is_certain(&self, from: BlockId, to: BlockId, direct: Option<BlockId>) -> bool {
        let comes_along = direct == Some(to) && self.inhabited[from];
        let comes_anyway = match self.masks[to] {
            Mask::Same(other) => self.inhabited[other] && !self.uncertain.contains(&to),
            _ => false,
        };
        comes_along || comes_anyway
    }

    /// Whether control reaches a block along one edge of the body at a time.
    fn is_exclusive(&self, id: BlockId) -> bool {
        if self.body.loop_of_header(id).is_some() {
            return true;
        }
        let preds = self.body.cfg.predecessors(id);
        !preds.iter().any(|from| self.leaves_early(*from, id)) && (preds.len() == 1 || !self.joins_parted(id))
    }

    /// Whether a way from one block to another leaves a loop that work-items leave at different times.
    fn leaves_early(&self, from: BlockId, to: BlockId) -> bool {
        let mut loops = self.body.loops_around(from);
        loops.any(|inner| !self.body.loops[inner].contains(to) && self.shapes.is_divergent_loop(inner))
    }

    /// Whether work-items that diverged may rejoin at a block: after a branch, or because they left a loop at different
    /// times and by different exits.
    fn joins_parted(&self, id: BlockId) -> bool {
        let above = self.body.dominators[id];
        if self.leaves_early(above, id) {
            return true;
        }
        let is_between = |block: BlockId| {
            block == above || (self.body.dominates(above, block) && self.body.position[block] < self.body.position[id])
        };
        (0..self.body.cfg.len()).any(|block| is_between(block) && self.shapes.is_divergent(block))
    }
}

/// A linear form as text.
pub struct Print<'a, 'm>(pub &'a Body<'m>, pub &'a Linear);

impl Display for Print<'_, '_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(body, linear) = self;
        let name = |id: BlockId| format!("%{}", body.cfg.block(id).name());
        let text = |route: &Route| {
            let checked = route.checked.iter().map(|id| format!("any {} or ", name(*id)));
            checked.chain([route.last.map_or("nowhere".to_owned(), name)]).collect::<String>()
        };
        for id in body.order.iter().copied() {
            let mask = match linear.masks[id] {
                Mask::Same(0) if id == 0 => "all".to_owned(),
                Mask::Same(other) => format!("as {}", name(other)),
                Mask::Edges => "by edge".to_owned(),
                Mask::Live => "live".to_owned(),
            };
            let leave = match &linear.leaves[id] {
                Leave::End => "end".to_owned(),
                Leave::Through(route) => text(route),
                Leave::Branch(routes) => {
                    let routes: Vec<_> =
                        routes.iter().map(|(to, route)| format!("{}: {}", name(*to), text(route))).collect();
                    format!("branch {}", routes.join(", "))
                }
            };
            writeln!(f, "    {} ({mask}) -> {leave}", name(id))?;
        }
        Ok(())
    }
}
