//! Loops over work-items. A work-group is never empty, so these loops test their
//! condition at the end, which is the form that LLVM's loop passes expect.

use tandem_ir::{
    Block, Builder, EditableModule, Function, Inst, IntPredicate, Intrinsic, MdNode, MdOperand, Type, Value,
};

use tandem_codegen::query::Query;

use super::numbers::{product, sum};
use super::sub_groups::{Layout, SubGroup};
use crate::loop_marks::{ELEMENTS, FEW_WORK_ITEMS, WORK_ITEMS, property, unroll_disable, vectorize_disable};

/// The work-items that the loops around a region run.
#[derive(Clone, Copy)]
pub enum Shape<'m> {
    /// All work-items of the group: three nested loops, dimension 0 innermost.
    Group {
        /// Work-items by dimension.
        extents: [Value<'m>; 3],
    },
    /// Neighbours in dimension 0: one loop.
    Lanes {
        /// Local id of the first one.
        first: [Value<'m>; 3],
        /// How many.
        count: Value<'m>,
        /// Whether vectorizing is of no use, because they are fewer than a chunk has.
        is_partial: bool,
    },
    /// The work-items of a sub-group: one loop, or one for each row.
    SubGroup(SubGroup<'m>),
}

impl Shape<'_> {
    /// Whether vectorizing and unrolling are of no use.
    pub fn is_partial(self) -> bool {
        match self {
            Self::Group { .. } => false,
            Self::Lanes { is_partial, .. } => is_partial,
            Self::SubGroup(sub_group) => matches!(sub_group.layout, Layout::Any { .. } | Layout::AnyOfLargeKernel(_)),
        }
    }

    /// Whether the work-items are those of one sub-group.
    pub fn is_sub_group(self) -> bool {
        matches!(self, Self::SubGroup(_))
    }
}

/// Work-items of a group that run.
#[derive(Clone, Copy)]
pub struct Items<'m> {
    /// Their local ids, by dimension.
    pub ranges: [IdRange<'m>; 3],
    /// Whether there are any work-items, if that is not certain.
    pub exist: Option<Value<'m>>,
}

/// Local ids in one dimension.
#[derive(Clone, Copy)]
pub enum IdRange<'m> {
    /// One.
    One(Value<'m>),
    /// Each `step`th from `first` on, up to `end`; at least one.
    Range { first: Value<'m>, end: Value<'m>, step: Value<'m> },
}

impl<'m> Items<'m> {
    /// All work-items of a group of these extents.
    pub fn all(extents: [Value<'m>; 3]) -> Self {
        Self { ranges: extents.map(IdRange::all), exist: None }
    }

    /// The first work-item.
    pub fn first(long: Type<'m>) -> Self {
        Self { ranges: [IdRange::One(long.zero()); 3], exist: None }
    }
}

impl<'m> IdRange<'m> {
    /// All ids below `extent`.
    pub fn all(extent: Value<'m>) -> Self {
        let zero = extent.ty().zero();
        match extent.const_u64() {
            Some(1) => Self::One(zero),
            _ => Self::Range { first: zero, end: extent, step: extent.ty().int(1, false) },
        }
    }
}

/// The loops around one region.
pub struct WorkItemLoops<'m> {
    /// Local id of the work-item, by dimension.
    ids: [Value<'m>; 3],
    /// Number of the work-item among those that run, dimension 0 fastest.
    pub linear: Value<'m>,
    /// Where the body begins: a block without terminator.
    pub body: Block<'m>,
    /// Where the body ends: an empty block for phis; [`close`](Self::close) completes it.
    pub latch: Block<'m>,
    /// Where all work-items are done: an empty block.
    pub done: Block<'m>,
    /// Innermost first.
    levels: Vec<Level<'m>>,
    /// Whether vectorizing and unrolling the innermost one is of no use.
    is_scalar: bool,
    /// Whether the elements within a work-item may make better lanes than neighbours.
    has_elements: bool,
    /// The sub-group, if the loops run one.
    sub_group: Option<SubGroup<'m>>,
    /// The local id at the start of a row, if rows run one after the other.
    counted: Option<Counted<'m>>,
}

/// A local id that is counted up from one row to the next.
struct Counted<'m> {
    ids: [Inst<'m>; 3],
    /// Work-items of the group by dimension.
    extents: [Value<'m>; 3],
}

/// Loops over the chunks of a group.
pub struct ChunkLoops<'m> {
    /// Local id of the first work-item of the chunk.
    pub first: [Value<'m>; 3],
    /// Where the body begins: a block without terminator.
    pub body: Block<'m>,
    /// Where the body ends; complete.
    pub latch: Block<'m>,
}

/// One loop.
pub struct Level<'m> {
    /// Where an iteration begins: a block without terminator.
    pub header: Block<'m>,
    /// Where an iteration ends: a block for phis, which [`close`](Self::close) completes.
    pub latch: Block<'m>,
    /// The number of the iteration.
    pub index: Inst<'m>,
    step: Value<'m>,
    end: Value<'m>,
}

impl<'m> Level<'m> {
    /// A loop that counts by `step`, entered from `outside`.
    pub fn open(
        module: &'m EditableModule,
        function: Function<'m>,
        outside: Block<'m>,
        name: &str,
        extent: Value<'m>,
        step: u64,
    ) -> Self {
        let long = extent.ty();
        Self::open_range(module, function, outside, name, [long.zero(), extent, long.int(step, false)])
    }

    /// A loop that counts from `first` by `step` up to `end`.
    fn open_range(
        module: &'m EditableModule,
        function: Function<'m>,
        outside: Block<'m>,
        name: &str,
        [first, end, step]: [Value<'m>; 3],
    ) -> Self {
        let (header, latch) = (function.append_block(module, name), function.append_block(module, ""));
        Builder::at_end(module, outside).br(header);
        let index = Builder::at_end(module, header).phi(end.ty(), "id");
        index.add_incoming(module, &[(first, outside)]);
        Self { header, latch, index, step, end }
    }

    /// Completes the latch; `next` follows the loop.
    pub fn close(&self, module: &'m EditableModule, next: Block<'m>, properties: &[MdNode<'m>]) {
        let builder = Builder::at_end(module, self.latch);
        let index = sum(&builder, self.index.value(), self.step);
        self.index.add_incoming(module, &[(index, self.latch)]);
        let more = builder.icmp(IntPredicate::LLVMIntULT, index, self.end);
        builder.cond_br(more, self.header, next).set_metadata(module, "llvm.loop", Some(module.md_loop(properties)));
    }
}

impl<'m> WorkItemLoops<'m> {
    /// Opens the loops after block `before`, which gets its terminator. In a group, only `items` run, if given.
    pub fn open(
        module: &'m EditableModule,
        function: Function<'m>,
        before: Block<'m>,
        shape: Shape<'m>,
        items: Option<Items<'m>>,
    ) -> Self {
        match shape {
            Shape::Group { extents } => {
                Self::open_nest(module, function, before, extents, items.unwrap_or_else(|| Items::all(extents)))
            }
            Shape::Lanes { first, count, is_partial } => {
                let level = Level::open(module, function, before, "lane", count, 1);
                let builder = Builder::at_end(module, level.header);
                let lane = level.index.value();
                let ids = [sum(&builder, first[0], lane), first[1], first[2]];
                Self::new(module, function, ids, lane, (level.header, vec![level]), is_partial)
            }
            Shape::SubGroup(sub_group) => Self::open_sub_group(module, function, before, sub_group),
        }
    }

    fn open_sub_group(
        module: &'m EditableModule,
        function: Function<'m>,
        before: Block<'m>,
        sub_group: SubGroup<'m>,
    ) -> Self {
        let loops = match sub_group.layout {
            Layout::Any { extents } => Self::open_rows(module, function, before, &sub_group, extents),
            _ => {
                let level = Level::open(module, function, before, "lane", sub_group.count, 1);
                let lane = level.index.value();
                let ids = sub_group.ids(&Builder::at_end(module, level.header), lane);
                let is_scalar = matches!(sub_group.layout, Layout::AnyOfLargeKernel(_));
                Self::new(module, function, ids, lane, (level.header, vec![level]), is_scalar)
            }
        };
        Self { sub_group: Some(sub_group), ..loops }
    }

    /// The rows of a sub-group one after the other, with a loop over the neighbours in each.
    fn open_rows(
        module: &'m EditableModule,
        function: Function<'m>,
        before: Block<'m>,
        sub_group: &SubGroup<'m>,
        extents: [Value<'m>; 3],
    ) -> Self {
        let row = Level::open(module, function, before, "row", sub_group.count, 1);
        let builder = Builder::at_end(module, row.header);
        let ids = sub_group.first.map(|id| {
            let phi = builder.phi(id.ty(), "local");
            phi.add_incoming(module, &[(id, before)]);
            phi
        });
        let [x, y, z] = ids.map(Inst::value);
        let start = row.index.value();
        let (room, left) = (builder.sub(extents[0], x), builder.sub(sub_group.count, start));
        let fits = builder.icmp(IntPredicate::LLVMIntULT, room, left);
        let length = builder.select(fits, room, left);
        let row = Level { step: length, ..row };
        let lanes = [start, sum(&builder, start, length), start.ty().int(1, false)];
        let before_row = builder.sub(x, start);
        let level = Level::open_range(module, function, row.header, "lane", lanes);
        let lane = level.index.value();
        let ids_of_lane = [Builder::at_end(module, level.header).add(before_row, lane), y, z];
        let loops = Self::new(module, function, ids_of_lane, lane, (level.header, vec![level, row]), false);
        Self { counted: Some(Counted { ids, extents }), ..loops }
    }

    /// The answer to a query that is not the same for the whole work-group.
    pub fn answer(&self, query: Query) -> Value<'m> {
        match (query, self.sub_group) {
            (Query::LocalId(dim), _) => self.ids[usize::from(dim)],
            (Query::SubGroupLocalId, Some(_)) => self.linear,
            (Query::SubGroupId, Some(sub_group)) => sub_group.number,
            (Query::SubGroupSize, Some(sub_group)) => sub_group.count,
            _ => unreachable!("{query:?} is answered before all regions"),
        }
    }

    /// Goes on to the begin of the next row, in the latch of the loop over rows.
    fn count_up(&self, module: &EditableModule) {
        let (Some(Counted { ids, extents }), [_, rows]) = (&self.counted, &self.levels[..]) else { return };
        let builder = Builder::at_end(module, rows.latch);
        let zero = extents[0].ty().zero();
        ids[0].add_incoming(module, &[(zero, rows.latch)]);
        let mut carry = zero.ty().int(1, false);
        for dim in [1, 2] {
            let next = sum(&builder, ids[dim].value(), carry);
            let wraps = builder.icmp(IntPredicate::LLVMIntEQ, next, extents[dim]);
            carry = builder.zext(wraps, zero.ty());
            ids[dim].add_incoming(module, &[(builder.select(wraps, zero, next), rows.latch)]);
        }
    }

    /// Dimensions of one work-item need no loop: without its loop's branch,
    /// LLVM cannot mistake another one for it either.
    fn open_nest(
        module: &'m EditableModule,
        function: Function<'m>,
        before: Block<'m>,
        extents: [Value<'m>; 3],
        items: Items<'m>,
    ) -> Self {
        let zero = extents[0].ty().zero();
        let (mut ids, mut linear, mut current) = ([zero; 3], zero, before);
        let mut levels = Vec::new();
        if items.exist.is_some() {
            current = function.append_block(module, "items");
        }
        let start = current;
        for (dim, name) in [(2, "z"), (1, "y"), (0, "x")] {
            match items.ranges[dim] {
                IdRange::One(id) => ids[dim] = id,
                IdRange::Range { first, end, step } => {
                    let level = Level::open_range(module, function, current, name, [first, end, step]);
                    current = level.header;
                    ids[dim] = level.index.value();
                    levels.insert(0, level);
                }
            }
            if extents[dim].const_u64() != Some(1) {
                let builder = Builder::at_end(module, current);
                linear = sum(&builder, product(&builder, linear, extents[dim]), ids[dim]);
            }
        }
        if current == before {
            current = function.append_block(module, "item");
            Builder::at_end(module, before).br(current);
        }
        let loops = Self::new(module, function, ids, linear, (current, levels), false);
        if let Some(exist) = items.exist {
            Builder::at_end(module, before).cond_br(exist, start, loops.done);
        }
        loops
    }

    fn new(
        module: &'m EditableModule,
        function: Function<'m>,
        ids: [Value<'m>; 3],
        linear: Value<'m>,
        (body, levels): (Block<'m>, Vec<Level<'m>>),
        is_scalar: bool,
    ) -> Self {
        let latch = levels.first().map_or_else(|| function.append_block(module, ""), |level| level.latch);
        let done = function.append_block(module, "done");
        Self { ids, linear, body, latch, done, levels, is_scalar, has_elements: false, sub_group: None, counted: None }
    }

    /// The number of the innermost loop's iteration, if there is a loop.
    pub fn index(&self) -> Option<Value<'m>> {
        self.levels.first().map(|level| level.index.value())
    }

    /// Keeps the innermost loop as it is: neither vectorized nor unrolled.
    pub fn unroll_and_vectorize_disable(&mut self) {
        self.is_scalar = true;
    }

    /// Keeps LLVM from vectorizing the innermost loop, so that it makes vectors of the elements within a work-item.
    pub fn prefer_elements(&mut self) {
        self.has_elements = true;
    }

    /// Completes the latches and begins [`done`](Self::done). The innermost loop's iterations are independent in their
    /// accesses under `parallel`; the vectorizer may turn them into lanes if they are `lanes`.
    pub fn close(&self, module: &'m EditableModule, parallel: MdNode<'m>, lanes: bool) {
        self.count_up(module);
        for (depth, level) in self.levels.iter().enumerate() {
            let next = self.levels.get(depth + 1).map_or(self.done, |outer| outer.latch);
            if depth > 0 {
                // Copies of the whole inner loop would only cost.
                level.close(module, next, &[unroll_disable(module)]);
            } else if self.is_scalar || self.has_elements {
                let mut properties = vec![unroll_disable(module), vectorize_disable(module)];
                if lanes && !self.is_scalar {
                    properties.extend([property(module, WORK_ITEMS), property(module, ELEMENTS)]);
                }
                level.close(module, next, &properties);
            } else {
                let mut properties = parallel_properties(module, parallel, level.end.is_const(), lanes);
                if self.counted.is_some() {
                    // LLVM's loop vectorizer would need a scalar copy for the rest, which may be all.
                    let few = property(module, FEW_WORK_ITEMS);
                    properties.extend([few, unroll_disable(module), vectorize_disable(module)]);
                }
                level.close(module, next, &properties);
            }
        }
        if self.levels.is_empty() {
            Builder::at_end(module, self.latch).br(self.done);
        }
        // Something in the block keeps LLVM from making one block the latch of this loop and of a loop
        // around it: the outer one would pass for parallel then.
        Builder::at_end(module, self.done).intrinsic(Intrinsic::SideEffect, &[], &[]);
    }
}

impl<'m> ChunkLoops<'m> {
    /// Loops over chunks of `lanes` work-items after block `before`; control continues at `after`.
    pub fn build(
        module: &'m EditableModule,
        function: Function<'m>,
        before: Block<'m>,
        extents: [Value<'m>; 3],
        lanes: u64,
        after: Block<'m>,
    ) -> Self {
        let z = Level::open(module, function, before, "z", extents[2], 1);
        let y = Level::open(module, function, z.header, "y", extents[1], 1);
        let x = Level::open(module, function, y.header, "chunk", extents[0], lanes);
        let properties = [unroll_disable(module)];
        x.close(module, y.latch, &properties);
        y.close(module, z.latch, &properties);
        z.close(module, after, &properties);
        Self { first: [&x, &y, &z].map(|level| level.index.value()), body: x.header, latch: x.latch }
    }
}

/// Marks iterations as independent in their accesses under `parallel`. A loop of constant length must not be unrolled
/// before it is vectorized; the vectorized loop may be.
fn parallel_properties<'m>(
    module: &'m EditableModule,
    parallel: MdNode<'m>,
    is_constant: bool,
    lanes: bool,
) -> Vec<MdNode<'m>> {
    let accesses = module.md_node(&[MdOperand::Text("llvm.loop.parallel_accesses"), MdOperand::Node(parallel)]);
    let mut properties = vec![accesses];
    properties.extend(lanes.then(|| property(module, WORK_ITEMS)));
    if !is_constant {
        return properties;
    }
    let vectorized = module.md_node(&[MdOperand::Text("llvm.loop.isvectorized"), MdOperand::Int(1)]);
    let followup =
        module.md_node(&[MdOperand::Text("llvm.loop.vectorize.followup_vectorized"), MdOperand::Node(vectorized)]);
    properties.extend([unroll_disable(module), followup]);
    properties
}
