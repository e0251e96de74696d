//! Work-group functions with loops over work-items. A kernel with barriers runs one
//! [state machine](super::state_machine) for the whole group:
//!
//! ```text
//! prologue: arguments, queries, hoisted values
//!    └► state machine: region 0 ─► reached synchronization point ─► region … ─► ret
//! ```
//!
//! A kernel whose only synchronization points are [implicit
//! barriers](crate::workgroup::plan::implicit_barriers) does not keep the values of the whole group.
//! It runs in chunks of neighbours, whose values LLVM keeps in vector
//! registers. The rest of a row runs without implicit barriers:
//!
//! ```text
//! prologue ─► for z, y, chunk of x:  full ? state machine with implicit barriers : without ─► ret
//! ```
//!
//! Kernels that use sub-groups run them one after the other ([`phases`]).

use rustc_hash::FxHashMap;
use tandem_codegen::query::Query;
use tandem_ir::{Block, Builder, EditableModule, IntPredicate, Value};

use super::group_builder::GroupBuilder;
use super::loops::{ChunkLoops, Shape};
use super::{Emission, Kernel, phases, run_continuations, state_machine};
use crate::abi::Prologue;
use crate::workgroup::plan::{GroupPlan, Plan};

/// Loops over work-items, as scalar code.
pub struct WorkItemLoops;

impl Emission for WorkItemLoops {
    fn emit<'m>(&self, kernel: Kernel<'_, 'm>, plan: &GroupPlan<'m>, mut prologue: Prologue<'m>) {
        let module = kernel.module;
        let function = prologue.function;
        let params = kernel.load_params(&prologue);
        let extents = [0, 1, 2].map(|dim| prologue.answer(Query::Extent(dim)));
        let shape = Shape::Group { extents };
        let exit = function.append_block(module, "exit");
        Builder::at_end(module, exit).ret_void();
        match plan {
            GroupPlan::Group(plan) => {
                let mut group = GroupBuilder::new(module, plan, prologue, params, shape, exit);
                group.add_variable_slots();
                group.add_suspension();
                let entry = state_machine::emit(&mut group);
                finish(kernel, &group, entry, 1);
            }
            GroupPlan::SubGroups(plan, size) => {
                let mut group = GroupBuilder::new(module, plan, prologue, params, shape, exit);
                group.add_variable_slots();
                group.add_suspension();
                let entry = phases::emit(&mut group, *size, extents, exit);
                finish(kernel, &group, entry, *size);
            }
            GroupPlan::Chunks { items, full, rest } => {
                let chunks = Chunks { module, exit, extents, items: module.int(64).int(*items, false) };
                chunks.emit(full, rest, prologue, &params);
            }
        }
    }
}

impl<'m> Kernel<'_, 'm> {
    /// The kernel's parameters, loaded in a prologue.
    fn load_params(&self, prologue: &Prologue<'m>) -> FxHashMap<Value<'m>, Value<'m>> {
        let loaded = prologue.load_args(self.function, self.args);
        self.function.params().into_iter().zip(loaded).collect()
    }
}

/// Completes the prologue of a function whose regions begin at `entry`, and emits those for its continuations.
fn finish<'m>(kernel: Kernel<'_, 'm>, group: &GroupBuilder<'_, 'm>, entry: Block<'m>, sub_group_size: u32) {
    group.prologue.builder.br(entry);
    group.declare_variables();
    if let Some(suspension) = &group.suspension {
        let load_params = |prologue: &Prologue<'m>| kernel.load_params(prologue);
        run_continuations::emit(
            suspension.functions,
            group.module,
            group.plan,
            &group.prologue,
            load_params,
            sub_group_size,
        );
    }
}

/// Loops over chunks of neighbours in dimension 0.
struct Chunks<'m> {
    module: &'m EditableModule,
    exit: Block<'m>,
    extents: [Value<'m>; 3],
    /// Work-items of a full chunk.
    items: Value<'m>,
}

impl<'m> Chunks<'m> {
    fn emit(&self, full: &Plan<'m>, rest: &Plan<'m>, prologue: Prologue<'m>, params: &FxHashMap<Value<'m>, Value<'m>>) {
        let function = prologue.function;
        let start = function.append_block(self.module, "start");
        let items = self.items.const_u64().expect("a constant");
        let loops = ChunkLoops::build(self.module, function, start, self.extents, items, self.exit);
        let builder = Builder::at_end(self.module, loops.body);
        let left = builder.sub(self.extents[0], loops.first[0]);
        let is_full = builder.icmp(IntPredicate::LLVMIntUGE, left, self.items);

        let part = |plan, prologue, count, is_partial| {
            let shape = Shape::Lanes { first: loops.first, count, is_partial };
            let mut group = GroupBuilder::new(self.module, plan, prologue, params.clone(), shape, loops.latch);
            group.add_variable_slots();
            let entry = state_machine::emit(&mut group);
            (entry, group.prologue)
        };
        let (full, prologue) = part(full, prologue, self.items, false);
        let (rest, prologue) = part(rest, prologue, left, true);
        builder.cond_br(is_full, full, rest);
        prologue.builder.br(start);
    }
}
