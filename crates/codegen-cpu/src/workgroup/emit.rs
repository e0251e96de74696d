//! Emits the work-group function. A kernel with barriers runs one
//! [state machine](super::state_machine) for the whole group:
//!
//! ```text
//! prologue: arguments, queries, early values
//!    └► state machine: region 0 ─► reached synchronization point ─► region … ─► ret
//! ```
//!
//! A kernel whose only synchronization points are [implicit
//! barriers](super::implicit_barriers) does not keep the values of the whole group.
//! It runs in chunks of [`LANES`] neighbours, whose values LLVM keeps in vector
//! registers. The rest of a row runs without implicit barriers:
//!
//! ```text
//! prologue ─► for z, y, chunk of x:  full ? state machine with implicit barriers : without ─► ret
//! ```
//!
//! Kernels that use sub-groups run them one after the other ([`sub_groups`]).

use rustc_hash::FxHashMap;
use tandem_ir::{Block, Builder, Function, IntPredicate, Module, Value};
use tandem_native_cpu::NativeArg;

use super::Analysis;
use super::loops::{ChunkLoops, Shape};
use super::state_machine::StateMachine;
use super::sub_groups;
use crate::abi::Prologue;
use tandem_codegen::query::Query;

/// Work-items of a chunk: as many as 512 bits have single-precision numbers.
pub const LANES: u64 = 16;

/// How a kernel becomes a work-group function.
pub enum Plan<'m> {
    /// One machine for the group.
    Group(Box<Analysis<'m>>),
    /// Sub-groups of at most so many work-items take turns.
    SubGroups(Box<Analysis<'m>>, u32),
    /// Full chunks with implicit barriers, the rest without.
    Chunks {
        /// The analysis with implicit barriers.
        full: Box<Analysis<'m>>,
        /// The analysis without.
        rest: Box<Analysis<'m>>,
    },
}

/// Emits the work-group function and deletes `kernel`; `args` says where its parameters are. Returns the
/// scratch bytes that each work-item needs.
pub fn run<'m>(
    module: &'m Module,
    kernel: Function<'m>,
    plan: &Plan<'m>,
    mut prologue: Prologue<'m>,
    args: &[NativeArg],
) -> u64 {
    let function = prologue.function;
    let load_params = |prologue: &Prologue<'m>| -> FxHashMap<_, _> {
        kernel.params().into_iter().zip(prologue.load_args(kernel, args)).collect()
    };
    let params = load_params(&prologue);
    let extents = [0, 1, 2].map(|dim| prologue.answer(Query::Extent(dim)));
    let exit = function.append_block("exit");
    Builder::at_end(exit).ret_void();
    let scratch_bytes = match plan {
        Plan::Group(analysis) => {
            let mut machine = StateMachine::new(module, analysis, prologue, params, Shape::Group { extents }, exit);
            machine.add_suspension();
            let entry = machine.emit();
            finish(&machine, entry, load_params, 1);
            analysis.scratch_bytes_per_item()
        }
        Plan::SubGroups(analysis, size) => {
            let mut machine = StateMachine::new(module, analysis, prologue, params, Shape::Group { extents }, exit);
            machine.add_suspension();
            let entry = sub_groups::emit(&mut machine, *size, extents, exit);
            finish(&machine, entry, load_params, *size);
            analysis.scratch_bytes_per_item()
        }
        Plan::Chunks { full, rest } => {
            let chunks = Chunks { module, exit, extents };
            chunks.emit(full, rest, prologue, &params);
            0
        }
    };
    delete(kernel, function);
    scratch_bytes
}

/// Completes the prologue of a machine that begins at `entry`, and emits the functions for its continuations.
fn finish<'m>(
    machine: &StateMachine<'_, 'm>,
    entry: Block<'m>,
    load_params: impl Fn(&Prologue<'m>) -> FxHashMap<Value<'m>, Value<'m>>,
    sub_group_size: u32,
) {
    machine.prologue.builder.br(entry);
    machine.declare_variables();
    if let Some(suspension) = &machine.suspension {
        suspension.functions.emit(machine.module, machine.kernel, &machine.prologue, load_params, sub_group_size);
    }
}

struct Chunks<'m> {
    module: &'m Module,
    exit: Block<'m>,
    extents: [Value<'m>; 3],
}

impl<'m> Chunks<'m> {
    fn emit(
        &self,
        full: &Analysis<'m>,
        rest: &Analysis<'m>,
        prologue: Prologue<'m>,
        params: &FxHashMap<Value<'m>, Value<'m>>,
    ) {
        let function = prologue.function;
        let long = self.module.int(64);
        let start = function.append_block("start");
        let loops = ChunkLoops::build(self.module, function, start, self.extents, LANES, self.exit);
        let builder = Builder::at_end(loops.body);
        let left = builder.sub(self.extents[0], loops.first[0]);
        let is_full = builder.icmp(IntPredicate::LLVMIntUGE, left, long.int(LANES, false));

        let lanes = |count, few| Shape::Lanes { first: loops.first, count, few };
        let shape = lanes(long.int(LANES, false), false);
        let mut machine = StateMachine::new(self.module, full, prologue, params.clone(), shape, loops.latch);
        let full_entry = machine.emit();
        let mut machine =
            StateMachine::new(self.module, rest, machine.prologue, params.clone(), lanes(left, true), loops.latch);
        let rest_entry = machine.emit();
        builder.cond_br(is_full, full_entry, rest_entry);
        machine.prologue.builder.br(start);
    }
}

/// Deletes the kernel; its debug information, which can describe one function only, goes to `successor`.
fn delete(kernel: Function<'_>, successor: Function<'_>) {
    let subprogram = kernel.subprogram();
    kernel.delete_body();
    kernel.value().replace_all_uses_with(kernel.value().ty().poison());
    kernel.delete();
    if let Some(subprogram) = subprogram {
        successor.set_subprogram(subprogram);
    }
}
