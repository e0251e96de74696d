//! The shapes of a loop's values ([`tandem_codegen::analysis::shapes`]), and where its work-items diverge.
//!
//! Work-items diverge at a branch whose condition is not uniform: phis where its paths meet vary, and so do values that
//! leave a loop at different times. Within the loop such a value may still be uniform, because all work-items that are
//! still there have run the same number of iterations.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_codegen::analysis::cfg::BlockId;
use tandem_codegen::analysis::shapes::{self, Exact, Facts, Shape};
use tandem_codegen::analysis::variation::{differs, incoming, phis, varies_by_itself};
use tandem_ir::{Block, Inst, Module, Opcode, TypeKind, Value, ValueKind};

use super::body::{Body, LoopId};
use super::instructions::is_wide;
use super::private::PrivateMemory;
use super::ways::Ways;

/// The shapes of a body's values.
pub struct Shapes<'m> {
    known: FxHashMap<Value<'m>, Shape>,
    /// Blocks whose branch parts work-items.
    divergent: FxHashSet<BlockId>,
    /// Loops that work-items leave at different times.
    divergent_loops: FxHashSet<LoopId>,
}

/// The facts that the analysis starts from.
pub struct Seeds<'a, 'm> {
    /// The number of the work-item.
    pub index: Inst<'m>,
    /// Stack memory of which each work-item has its own copy.
    pub private: &'a PrivateMemory<'m>,
    /// Work-items that run at once.
    pub lanes: u32,
    /// Results of which the loop tests beforehand that no bit of their operand is lost, for any work-item.
    pub narrowed: &'a FxHashMap<Value<'m>, Exact>,
    /// Comparisons that are the same for all work-items that the loop runs at once.
    pub bounded: &'a FxHashSet<Value<'m>>,
    /// Blocks whose branch counts as divergent.
    pub forced: &'a FxHashSet<BlockId>,
}

impl<'m> Shapes<'m> {
    /// Analyzes a body.
    pub fn new(module: &'m Module, body: &Body<'m>, seeds: &Seeds<'_, 'm>) -> Self {
        let mut analysis = Analysis {
            module,
            body,
            seeds,
            insts: (0..body.cfg.len()).map(|id| body.cfg.block(id).insts()).collect(),
            own: FxHashSet::default(),
            mixed: FxHashSet::default(),
            result: Self {
                known: FxHashMap::default(),
                divergent: FxHashSet::default(),
                divergent_loops: FxHashSet::default(),
            },
        };
        analysis.run();
        analysis.result
    }

    /// Analyzes a body without a layout of variables: addresses in them are unknown.
    pub fn of_scalars(
        module: &'m Module,
        body: &Body<'m>,
        index: Inst<'m>,
        narrowed: &FxHashMap<Value<'m>, Exact>,
    ) -> Self {
        let (private, lanes) = (PrivateMemory::default(), 1);
        let (bounded, forced) = (FxHashSet::default(), FxHashSet::default());
        Self::new(
            module,
            body,
            &Seeds { index, private: &private, lanes, narrowed, bounded: &bounded, forced: &forced },
        )
    }

    /// The shape of a value. Values from outside the body are uniform.
    pub fn of(&self, value: Value<'m>) -> Shape {
        self.known.get(&value).copied().unwrap_or(Shape::UNIFORM)
    }

    /// Whether a value is the same for all work-items.
    pub fn is_uniform(&self, value: Value<'m>) -> bool {
        self.of(value).is_uniform()
    }

    /// Whether work-items may diverge at the end of a block.
    pub fn is_divergent(&self, block: BlockId) -> bool {
        self.divergent.contains(&block)
    }

    /// Whether work-items may leave a loop at different times.
    pub fn is_divergent_loop(&self, inner: LoopId) -> bool {
        self.divergent_loops.contains(&inner)
    }
}

struct Analysis<'a, 'm> {
    module: &'m Module,
    body: &'a Body<'m>,
    seeds: &'a Seeds<'a, 'm>,
    insts: Vec<Vec<Inst<'m>>>,
    /// The instructions of the body.
    own: FxHashSet<Value<'m>>,
    /// Phis where work-items from different paths meet.
    mixed: FxHashSet<Value<'m>>,
    result: Shapes<'m>,
}

impl<'m> Analysis<'_, 'm> {
    /// Goes over the body until nothing changes: shapes only ever become less regular.
    fn run(&mut self) {
        self.own = self.insts.iter().flatten().map(|inst| inst.value()).collect();
        self.result.known.insert(self.seeds.index.value(), Shape::exact(1));
        for variable in &self.seeds.private.variables {
            let shape = match i64::try_from(variable.stride) {
                Ok(stride) => Shape::Affine { stride, exact: Exact::NEITHER },
                Err(_) => Shape::Varying,
            };
            self.result.known.insert(variable.alloca.value(), shape);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for id in self.body.order.clone() {
                for at in 0..self.insts[id].len() {
                    changed |= self.visit(id, self.insts[id][at]);
                }
            }
        }
    }

    fn visit(&mut self, id: BlockId, inst: Inst<'m>) -> bool {
        if inst.is_terminator() {
            return self.visit_end(id, inst);
        }
        if inst == self.seeds.index || inst.ty().kind() == TypeKind::Void {
            return false;
        }
        let Some(new) = self.shape(inst) else { return false };
        let old = self.result.known.get(&inst.value()).copied();
        let joined = old.map_or(new, |old| old.join(new));
        if old == Some(joined) {
            return false;
        }
        self.result.known.insert(inst.value(), joined);
        true
    }

    fn visit_end(&mut self, id: BlockId, end: Inst<'m>) -> bool {
        let varies = end.operands().into_iter().any(|operand| {
            operand.kind() != ValueKind::Block && self.known(operand).is_some_and(|shape| !shape.is_uniform())
        });
        let parts = (varies || self.seeds.forced.contains(&id)) && self.body.cfg.successors(id).len() > 1;
        if !parts || !self.result.divergent.insert(id) {
            return false;
        }
        self.diverge(id);
        true
    }

    /// Marks the effects of a divergent branch: the phis where its paths meet, and the loops that work-items leave at
    /// different times. After such a loop, its exits count as separate paths.
    fn diverge(&mut self, from: BlockId) {
        let mut scope = self.body.innermost[from];
        let mut ways = Ways::default();
        for to in self.body.cfg.successors(from) {
            ways.begin(self.body, scope, from, *to);
        }
        loop {
            let first = ways.first(self.body);
            self.follow(scope, first, &mut ways);
            let Some(inner) = scope.filter(|_| ways.leave_apart()) else { return };
            self.result.divergent_loops.insert(inner);
            let exits: Vec<_> = self.body.loops[inner].exits.iter().map(|(_, to)| *to).collect();
            exits.iter().for_each(|to| self.mix_leaving(*to, inner));
            scope = self.body.loops[inner].parent;
            ways = Ways::default();
            for to in exits {
                ways.begin(self.body, scope, self.body.loops[inner].latch, to);
            }
        }
    }

    /// Follows paths through the blocks of a loop, or of the whole body, after a position in the order.
    fn follow(&mut self, scope: Option<LoopId>, first: usize, ways: &mut Ways) {
        let is_inside = |id: BlockId| scope.is_none_or(|scope| self.body.loops[scope].contains(id));
        let mut joins = Vec::new();
        for id in self.body.order[first..].iter().copied().filter(|id| is_inside(*id)) {
            let preds = self.body.cfg.predecessors(id).iter();
            let mut came: Vec<_> = preds.filter_map(|pred| ways.way.get(pred)).copied().collect();
            came.extend(ways.begins.get(&id));
            came.sort_unstable();
            came.dedup();
            let own = match came[..] {
                [] => continue,
                [only] => only,
                _ => {
                    joins.push(id);
                    id
                }
            };
            ways.way.insert(id, own);
            for to in self.body.cfg.successors(id) {
                ways.note_end(self.body, scope, id, *to, own);
            }
        }
        for id in joins {
            let comes = |from: BlockId| ways.way.contains_key(&from) || ways.begins.contains_key(&id);
            self.mix(id, comes);
        }
    }

    /// Marks the phis of a join that get different values from blocks where work-items may be apart.
    fn mix(&mut self, id: BlockId, is_apart: impl Fn(BlockId) -> bool) {
        let is_apart = |from: Block<'m>| self.body.cfg.id(from).is_some_and(&is_apart);
        let mixed = phis(&self.insts[id]).filter(|phi| differs(*phi, is_apart));
        self.mixed.extend(mixed.map(Inst::value));
    }

    /// Marks the phis after a loop that work-items leave at different times: those whose value is computed in the loop
    /// or depends on the exit.
    fn mix_leaving(&mut self, to: BlockId, inner: LoopId) {
        let is_inside =
            |block: Block<'m>| self.body.cfg.id(block).is_some_and(|id| self.body.loops[inner].contains(id));
        let is_computed = |value: Value<'m>| value.as_inst().and_then(Inst::block).is_some_and(is_inside);
        let varies = |phi: &Inst<'m>| incoming(*phi, is_inside).any(is_computed) || differs(*phi, is_inside);
        self.mixed.extend(phis(&self.insts[to]).filter(varies).map(Inst::value));
    }

    /// The shape of an operand; `None` while it is unknown.
    fn known(&self, value: Value<'m>) -> Option<Shape> {
        match self.result.known.get(&value) {
            Some(shape) => Some(*shape),
            None if self.own.contains(&value) => None,
            None => Some(Shape::UNIFORM),
        }
    }

    /// The shape of a result; `None` while it is unknown.
    fn shape(&self, inst: Inst<'m>) -> Option<Shape> {
        if self.seeds.bounded.contains(&inst.value()) {
            return Some(Shape::UNIFORM);
        }
        if self.mixed.contains(&inst.value()) {
            return Some(Shape::Varying);
        }
        if inst.opcode() == Opcode::LLVMPHI {
            let shapes = inst.incoming().into_iter().filter_map(|(value, _)| self.known(value));
            return shapes.reduce(Shape::join);
        }
        if varies_by_itself(inst) {
            return Some(Shape::Varying);
        }
        let shape = shapes::shape(self, inst)?;
        // Strides have 64 bits.
        Some(if is_wide(inst.ty()) && !shape.is_uniform() { Shape::Varying } else { shape })
    }
}

impl<'m> Facts<'m> for Analysis<'_, 'm> {
    fn module(&self) -> &'m Module {
        self.module
    }

    fn operand(&self, value: Value<'m>) -> Option<Shape> {
        self.known(value)
    }

    fn exact(&self, inst: Inst<'m>) -> Option<Exact> {
        self.seeds.narrowed.get(&inst.value()).copied()
    }

    fn scale(&self, pointer: Value<'m>) -> i64 {
        if self.seeds.private.is_scaled(pointer) { self.seeds.lanes.into() } else { 1 }
    }
}
