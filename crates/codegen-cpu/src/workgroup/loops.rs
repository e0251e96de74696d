//! Work-item loops: three nested ones around the copy of a region, dimension 0
//! innermost. Groups are never empty, so the loops test at their ends, which
//! is the form that LLVM's loop passes want.

use tandem_ir::{Block, Builder, Function, Inst, IntPredicate, MdNode, MdOperand, Module, Value};

/// The loops around one region.
pub struct WorkItemLoops<'m> {
    /// Local id of the work-item, by dimension.
    pub ids: [Value<'m>; 3],
    /// Number of the work-item in its group, dimension 0 fastest.
    pub linear: Value<'m>,
    /// Where the body begins: a block without terminator.
    pub body: Block<'m>,
    /// Where the body ends: an empty block for phis; [`close`](Self::close) completes it.
    pub latch: Block<'m>,
    /// Where the group is done with the region: an empty block.
    pub done: Block<'m>,
    levels: [Level<'m>; 3],
}

/// One loop, of dimension `dim`.
struct Level<'m> {
    header: Block<'m>,
    latch: Block<'m>,
    index: Inst<'m>,
    extent: Value<'m>,
}

impl<'m> WorkItemLoops<'m> {
    /// Opens the loops after block `before`, which gets its terminator.
    pub fn open(module: &'m Module, function: Function<'m>, before: Block<'m>, extents: [Value<'m>; 3]) -> Self {
        let zero = module.int(64).zero();
        let [x, y, z] = ["x", "y", "z"].map(|name| (function.append_block(name), function.append_block("")));
        let level = |(header, latch): (Block<'m>, Block<'m>), outside: Block<'m>, extent| {
            Builder::at_end(outside).br(header);
            let index = Builder::at_end(header).phi(zero.ty(), "id");
            index.add_incoming(&[(zero, outside)]);
            Level { header, latch, index, extent }
        };
        let outer = level(z, before, extents[2]);
        let builder = Builder::at_end(outer.header);
        let plane = product(&builder, outer.index.value(), extents[1]);
        let middle = level(y, outer.header, extents[1]);
        let builder = Builder::at_end(middle.header);
        let row = sum(&builder, plane, middle.index.value());
        let row = product(&builder, row, extents[0]);
        let inner = level(x, middle.header, extents[0]);
        let builder = Builder::at_end(inner.header);
        let linear = sum(&builder, row, inner.index.value());
        Self {
            ids: [inner.index.value(), middle.index.value(), outer.index.value()],
            linear,
            body: inner.header,
            latch: inner.latch,
            done: function.append_block("done"),
            levels: [inner, middle, outer],
        }
    }

    /// Completes the latches. The innermost loop's iterations are independent
    /// in what they access under `parallel`.
    pub fn close(&self, module: &'m Module, parallel: MdNode<'m>) {
        let accesses = [MdOperand::Text("llvm.loop.parallel_accesses"), MdOperand::Node(parallel)];
        for (dim, level) in self.levels.iter().enumerate() {
            let next = self.levels.get(dim + 1).map_or(self.done, |outer| outer.latch);
            let builder = Builder::at_end(level.latch);
            let index = sum(&builder, level.index.value(), module.int(64).int(1, false));
            level.index.add_incoming(&[(index, level.latch)]);
            let more = builder.icmp(IntPredicate::LLVMIntULT, index, level.extent);
            let branch = builder.cond_br(more, level.header, next);
            // Copies of the whole inner loop would only cost.
            let property = if dim == 0 { &accesses[..] } else { &[MdOperand::Text("llvm.loop.unroll.disable")] };
            branch.set_metadata("llvm.loop", Some(module.md_loop(&[module.md_node(property)])));
        }
    }
}

/// Neither ids nor their linear form can overflow.
fn sum<'m>(builder: &Builder<'m>, left: Value<'m>, right: Value<'m>) -> Value<'m> {
    no_wrap(builder.add(left, right))
}

fn product<'m>(builder: &Builder<'m>, left: Value<'m>, right: Value<'m>) -> Value<'m> {
    no_wrap(builder.mul(left, right))
}

fn no_wrap(value: Value<'_>) -> Value<'_> {
    if let Some(inst) = value.as_inst() {
        inst.set_wrap_flags(true, true);
    }
    value
}
