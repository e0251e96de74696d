//! Finds the values that are live at each synchronization point.
//!
//! A use of a value that is [recomputed](super::placement::Placement::Rematerialized)
//! counts as a use of its operands. This is sound because the definitions of the
//! operands dominate the value's definition, so none of them has changed where the
//! value is used.

use rustc_hash::FxHashMap;
use tandem_ir::{Opcode, TypeKind, Value};

use super::placement::{Placement, Placements};
use super::regions::Regions;
use tandem_codegen::analysis::cfg::{BlockId, Cfg};

/// Live values by synchronization point.
pub struct Liveness<'m> {
    live_at: FxHashMap<BlockId, Vec<Value<'m>>>,
    live_behind: FxHashMap<(BlockId, BlockId), Vec<Value<'m>>>,
}

impl<'m> Liveness<'m> {
    /// Computes the values that are live at every reachable synchronization point.
    pub fn new(cfg: &Cfg<'m>, placements: &Placements<'m>, regions: &Regions) -> Self {
        let mut liveness = Self { live_at: FxHashMap::default(), live_behind: FxHashMap::default() };
        if regions.sync_blocks().is_empty() {
            return liveness;
        }
        let table = Table::new(cfg, placements);
        let live_in = table.solve(cfg);
        for &sync in regions.sync_blocks() {
            liveness.live_at.insert(sync, table.list(&live_in[sync]));
            for (first, _) in regions.behind(sync) {
                let mut live = live_in[*first].clone();
                live.union(&table.at_end[sync]);
                table.defined[sync].iter().for_each(|own| live.remove(*own));
                liveness.live_behind.insert((sync, *first), table.list(&live));
            }
        }
        liveness
    }

    /// Values that live at the point in block `sync`, before it, in order of definition.
    pub fn at(&self, sync: BlockId) -> &[Value<'m>] {
        self.live_at.get(&sync).map_or(&[], Vec::as_slice)
    }

    /// Values that are live after the point, on the edge to `first`, except the point's own result.
    pub fn behind(&self, sync: BlockId, first: BlockId) -> &[Value<'m>] {
        self.live_behind.get(&(sync, first)).map_or(&[], Vec::as_slice)
    }
}

/// A set of numbered values.
#[derive(Clone, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn new(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)])
    }

    fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn remove(&mut self, at: usize) {
        self.0[at / 64] &= !(1 << (at % 64));
    }

    fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    /// Adds `other`.
    fn union(&mut self, other: &Set) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }
}

/// Numbered values, and the definitions and uses in each block.
struct Table<'m> {
    values: Vec<Value<'m>>,
    /// Definitions, phis included.
    defined: Vec<Vec<usize>>,
    /// Used before any definition in the block.
    exposed: Vec<Set>,
    /// Used by phis of successors, at the block's end.
    at_end: Vec<Set>,
}

impl<'m> Table<'m> {
    fn new(cfg: &Cfg<'m>, placements: &Placements<'m>) -> Self {
        let mut values = Vec::new();
        let mut numbers = FxHashMap::default();
        let mut defined = vec![Vec::new(); cfg.len()];
        for (id, defined) in defined.iter_mut().enumerate() {
            for inst in cfg.block(id).insts() {
                if inst.ty().kind() != TypeKind::Void && placements.get(inst.value()) != Some(Placement::Hoisted) {
                    numbers.insert(inst.value(), values.len());
                    defined.push(values.len());
                    values.push(inst.value());
                }
            }
        }
        let uses = Uses { placements, numbers };
        let mut at_end = vec![Set::new(values.len()); cfg.len()];
        let mut exposed = Vec::with_capacity(cfg.len());
        for id in 0..cfg.len() {
            let mut set = Set::new(values.len());
            for inst in cfg.block(id).insts().into_iter().rev() {
                if let Some(number) = uses.numbers.get(&inst.value()) {
                    set.remove(*number);
                }
                if inst.opcode() == Opcode::LLVMPHI {
                    for (value, from) in inst.incoming() {
                        if let Some(from) = cfg.id(from) {
                            uses.add(value, &mut at_end[from]);
                        }
                    }
                } else {
                    inst.operands().into_iter().for_each(|operand| uses.add(operand, &mut set));
                }
            }
            exposed.push(set);
        }
        Self { values, defined, exposed, at_end }
    }

    /// Live-in sets of all blocks.
    fn solve(&self, cfg: &Cfg<'m>) -> Vec<Set> {
        let mut live_in = self.exposed.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for id in (0..cfg.len()).rev() {
                let mut live = self.at_end[id].clone();
                for next in cfg.successors(id) {
                    live.union(&live_in[*next]);
                }
                for defined in &self.defined[id] {
                    live.remove(*defined);
                }
                live.union(&self.exposed[id]);
                if live != live_in[id] {
                    live_in[id] = live;
                    changed = true;
                }
            }
        }
        live_in
    }

    fn list(&self, set: &Set) -> Vec<Value<'m>> {
        (0..self.values.len()).filter(|at| set.contains(*at)).map(|at| self.values[at]).collect()
    }
}

struct Uses<'a, 'm> {
    placements: &'a Placements<'m>,
    numbers: FxHashMap<Value<'m>, usize>,
}

impl<'m> Uses<'_, 'm> {
    /// Adds a use of `value` and of its operands.
    fn add(&self, value: Value<'m>, set: &mut Set) {
        let Some(number) = self.numbers.get(&value) else {
            return;
        };
        if set.contains(*number) {
            return;
        }
        set.insert(*number);
        if self.placements.get(value) == Some(Placement::Rematerialized) {
            value.operands().into_iter().for_each(|operand| self.add(operand, set));
        }
    }
}
