//! The position of a sub-group's work-items in their work-group, and their local ids.
//!
//! Work-items with neighbouring numbers are neighbours in a *row* of the group: their local ids differ only in
//! dimension 0. Rows with the same id in dimension 2 make a *slice*. The position of a sub-group in a row and the
//! length of rows decide how its ids are computed: see [`Layout`].

use tandem_ir::{Block, Builder, EditableModule, Function, IntPredicate, Intrinsic, Module, Value};

use super::numbers::{difference, product, sum};
use crate::workgroup::plan::Plan;
use tandem_codegen::query::Query;

/// The sub-group that runs.
#[derive(Clone, Copy)]
pub struct SubGroup<'m> {
    /// Its number in the work-group.
    pub number: Value<'m>,
    /// Number of its first work-item in the work-group.
    pub base: Value<'m>,
    /// Local id of its first work-item.
    pub first: [Value<'m>; 3],
    /// How many work-items it has.
    pub count: Value<'m>,
    /// How many it can have.
    pub size: u32,
    /// The position of its work-items.
    pub layout: Layout<'m>,
}

/// The position of a sub-group's work-items in their group.
#[derive(Clone, Copy)]
pub enum Layout<'m> {
    /// It is full, and in one row, if that matters: ids are the first one's and the lane.
    Row,
    /// It is full, and in several rows of one slice: the lane divided by their length is added.
    Slice(Extents<'m>),
    /// It is full, and in several slices: the same, divided by the rows of a slice.
    Slices(Extents<'m>),
    /// It has any number of work-items in any number of rows, which run one after the other.
    Any {
        /// Work-items of the group by dimension.
        extents: [Value<'m>; 3],
    },
    /// Like `Any`, in one loop that stays scalar. LLVM's compile time grows with the square of the number of loops, so
    /// large kernels have no loops over rows.
    AnyOfLargeKernel(Extents<'m>),
}

/// A sub-group in a layout.
pub struct Case<'m> {
    /// The sub-group, if it has this layout.
    pub sub_group: SubGroup<'m>,
    /// Whether it has; `None` if it has, unless it is in a case before.
    condition: Option<Value<'m>>,
}

/// The extents of a work-group, and the data for dividing by them.
#[derive(Clone, Copy)]
pub struct Extents<'m> {
    /// Work-items by dimension.
    pub by_dimension: [Value<'m>; 3],
    /// Multipliers that divide numbers by the first two extents.
    reciprocals: [Value<'m>; 2],
    /// The number of dimensions, from the first one on, whose local ids the kernel queries.
    dimensions: usize,
}

/// Reciprocals are multiplied by this power of two. A quotient is exact if the product of dividend and divisor is less than
/// that. Neither is much larger than the number of work-items of a group, and a group may have 8192.
const RECIPROCAL_BITS: u64 = 31;

impl<'m> SubGroup<'m> {
    /// The local id of a lane, if all lanes run at once.
    pub fn ids(&self, builder: &Builder<'m>, lane: Value<'m>) -> [Value<'m>; 3] {
        let [x, y, z] = self.first;
        let column = sum(builder, x, lane);
        match self.layout {
            Layout::Slice(extents) => {
                let row = sum(builder, y, extents.rows(builder, column));
                let start = sum(builder, x, product(builder, y, extents.by_dimension[0]));
                [extents.column(builder, sum(builder, start, lane), row), row, z]
            }
            Layout::Slices(extents) | Layout::AnyOfLargeKernel(extents) => {
                let first_row = sum(builder, y, product(builder, z, extents.by_dimension[1]));
                let row = sum(builder, first_row, extents.rows(builder, column));
                let slice = extents.slices(builder, row);
                let number = sum(builder, self.base, lane);
                [extents.column(builder, number, row), extents.row_of_slice(builder, row, slice), slice]
            }
            Layout::Row | Layout::Any { .. } => [column, y, z],
        }
    }
}

impl<'m> Extents<'m> {
    /// The extents of a group whose kernel queries local ids of the first `dimensions` dimensions. Values that are
    /// computed once are emitted by `builder`.
    pub fn new(module: &'m Module, builder: &Builder<'m>, by_dimension: [Value<'m>; 3], dimensions: usize) -> Self {
        let (long, int) = (by_dimension[0].ty(), module.int(32));
        let reciprocal = |extent| {
            let quotient = builder.udiv(int.int(1 << RECIPROCAL_BITS, false), builder.trunc(extent, int));
            builder.zext(builder.add(quotient, int.int(1, false)), long)
        };
        let [width, height, _] = by_dimension;
        Self { by_dimension, reciprocals: [width, height].map(reciprocal), dimensions }
    }

    /// A sub-group in each layout that it may have, those that are fast first; it begins with work-item `base`. Kernels
    /// that are large have few loops.
    pub fn cases(
        &self,
        builder: &Builder<'m>,
        (number, base): (Value<'m>, Value<'m>),
        size: u32,
        is_large: bool,
    ) -> Vec<Case<'m>> {
        let count = base.ty().int(size.into(), false);
        let row = self.rows(builder, base);
        let slice = self.slices(builder, row);
        let first = [self.column(builder, base, row), self.row_of_slice(builder, row, slice), slice];
        let layout = match is_large {
            true => Layout::AnyOfLargeKernel(*self),
            false => Layout::Any { extents: self.by_dimension },
        };
        let any = SubGroup { number, base, first, count, size, layout };
        let mut cases = Vec::new();
        for (layout, range) in self.full_layouts(builder, &any) {
            let is_always = range.items.const_u64().is_some_and(|items| items.is_multiple_of(size.into()));
            let fits = builder.icmp(IntPredicate::LLVMIntUGE, builder.sub(range.items, range.before), count);
            cases.push(Case { sub_group: SubGroup { layout, ..any }, condition: (!is_always).then_some(fits) });
            if is_always {
                return cases;
            }
        }
        let left = builder.sub(self.items(builder), base);
        let present = builder.intrinsic(Intrinsic::Umin, &[left.ty()], &[left, count]).value();
        cases.push(Case { sub_group: SubGroup { count: present, ..any }, condition: None });
        cases
    }

    /// The layouts of full sub-groups, each with the part of the group that a sub-group fits into which has it.
    fn full_layouts(&self, builder: &Builder<'m>, sub_group: &SubGroup<'m>) -> Vec<(Layout<'m>, Range<'m>)> {
        let [x, y, _] = sub_group.first;
        let [width, height, depth] = self.by_dimension;
        let group = Range { before: sub_group.base, items: self.items(builder) };
        let row = (Layout::Row, Range { before: x, items: width });
        let has_rows = builder.mul(height, depth).const_u64() != Some(1);
        match self.dimensions {
            0 => vec![(Layout::Row, group)],
            2 if has_rows => {
                let before = sum(builder, x, product(builder, y, width));
                vec![row, (Layout::Slice(*self), Range { before, items: product(builder, width, height) })]
            }
            3 if has_rows => vec![row, (Layout::Slices(*self), group)],
            _ => vec![row],
        }
    }

    fn items(&self, builder: &Builder<'m>) -> Value<'m> {
        let [width, height, depth] = self.by_dimension;
        product(builder, product(builder, width, height), depth)
    }

    /// The number of whole rows in `items` work-items.
    fn rows(&self, builder: &Builder<'m>, items: Value<'m>) -> Value<'m> {
        quotient(builder, items, self.reciprocals[0])
    }

    /// The number of whole slices in `rows` rows.
    fn slices(&self, builder: &Builder<'m>, rows: Value<'m>) -> Value<'m> {
        quotient(builder, rows, self.reciprocals[1])
    }

    /// The position of a work-item in its row. The form lets LLVM recognize the number in `row * width + column`.
    fn column(&self, builder: &Builder<'m>, number: Value<'m>, row: Value<'m>) -> Value<'m> {
        difference(builder, number, product(builder, row, self.by_dimension[0]))
    }

    /// The position of a row in its slice.
    fn row_of_slice(&self, builder: &Builder<'m>, row: Value<'m>, slice: Value<'m>) -> Value<'m> {
        difference(builder, row, product(builder, slice, self.by_dimension[1]))
    }
}

impl<'m> Case<'m> {
    /// Goes to `entry` in this case. Returns where to decide about others.
    pub fn branch(
        &self,
        module: &'m EditableModule,
        function: Function<'m>,
        builder: Builder<'m>,
        entry: Block<'m>,
    ) -> Builder<'m> {
        let Some(condition) = self.condition else {
            builder.br(entry);
            return builder;
        };
        let other = function.append_block(module, "subgroup.other");
        builder.cond_br(condition, entry, other);
        Builder::at_end(module, other)
    }
}

/// Neighbouring work-items.
struct Range<'m> {
    /// The work-items before the first one of the sub-group.
    before: Value<'m>,
    /// All.
    items: Value<'m>,
}

/// The number of dimensions, from the first one on, whose local ids the kernel queries.
pub fn id_dimensions(plan: &Plan<'_>) -> usize {
    let insts = (0..plan.cfg().len()).flat_map(|id| plan.cfg().block(id).insts());
    let dimensions = insts.filter_map(|inst| match Query::of(inst)? {
        Query::LocalId(dim) => Some(usize::from(dim) + 1),
        _ => None,
    });
    dimensions.max().unwrap_or(0)
}

/// Divides by a number whose reciprocal is given. LLVM has vector code for this, since it can tell that both are small.
fn quotient<'m>(builder: &Builder<'m>, dividend: Value<'m>, reciprocal: Value<'m>) -> Value<'m> {
    let long = dividend.ty();
    let small = builder.and(dividend, long.int(u32::MAX.into(), false));
    builder.lshr(product(builder, small, reciprocal), long.int(RECIPROCAL_BITS, false))
}
