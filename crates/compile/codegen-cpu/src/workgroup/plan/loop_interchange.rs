//! Loop interchange: moves loops of the kernel outside of the loop over work-items.
//!
//! If all work-items run a loop for the same number of iterations, the loop over work-items can become the inner one
//! and be vectorized. Each innermost loop of this kind gets an [implicit barrier](super::implicit_barriers) at its
//! header and before each branch that can leave it; [region](super::regions) formation does the rest. Loops over
//! [contiguous memory](crate::workgroup::analyses::contiguous_loops) and loops with [vectors within the
//! work-item](crate::workgroup::analyses::slp_groups) are left unchanged.

use tandem_codegen::analysis::accesses::is_plain;
use tandem_codegen::analysis::cfg::{BlockId, Cfg};
use tandem_codegen::attributes::is_pure_call;
use tandem_codegen::sync::Sync;
use tandem_ir::{EditableModule, Inst, Module, Opcode};

use super::implicit_barriers::build_before;
use super::scratch_layout::alloca_bytes;
use crate::cost_model::CostModel;
use crate::workgroup::analyses::contiguous_loops::ContiguousLoop;
use crate::workgroup::analyses::natural_loops::{NaturalLoop, innermost_loops};
use crate::workgroup::analyses::{Analyses, Results, slp_groups};
use crate::workgroup::prepare::isolate;

/// Inserts implicit barriers for the loops that are interchanged; returns whether there are any.
pub fn insert(analyses: &mut Analyses<'_>, costs: &CostModel) -> bool {
    let places = places(analyses, costs);
    if places.is_empty() {
        return false;
    }
    analyses.insert_points(|module| {
        for (place, kind) in places {
            isolate_barrier(module, build_before(module, place), kind);
        }
    });
    true
}

/// The instructions before which implicit barriers are inserted.
fn places<'m>(analyses: &Analyses<'m>, costs: &CostModel) -> Vec<(Inst<'m>, BarrierPosition)> {
    let (module, results) = (analyses.module(), analyses.results());
    let cfg = results.cfg();
    let loops = innermost_loops(cfg, results.dominators());
    if loops.is_empty() || private_bytes(module, cfg) > costs.max_chunk_private_bytes {
        return Vec::new();
    }
    loops
        .iter()
        .filter(|natural| is_worth_it(natural, &results))
        .filter(|natural| !has_better_lanes(natural, module, &results, costs))
        .take(costs.max_interchanged_loops)
        .flat_map(|natural| places_in(natural, cfg))
        .collect()
}

/// Bytes of private memory that a work-item has.
fn private_bytes<'m>(module: &'m Module, cfg: &Cfg<'m>) -> u64 {
    let insts = cfg.block(0).function().insts().into_iter();
    insts.filter(|inst| inst.opcode() == Opcode::LLVMAlloca).map(|alloca| alloca_bytes(module, alloca)).sum()
}

/// Where in a loop an implicit barrier is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BarrierPosition {
    /// At the start of the header.
    Header,
    /// Before a branch that can leave the loop.
    Exit,
}

/// Whether a loop can be interchanged, and its body vectorized then.
fn is_worth_it(natural: &NaturalLoop, results: &Results<'_>) -> bool {
    let (cfg, uniformity) = (results.cfg(), results.uniformity(results.scope()));
    let insts = || natural.blocks.iter().flat_map(|id| cfg.block(*id).insts());
    results.is_reached_together(natural.header)
        && insts().all(is_vectorizable)
        && insts().any(|inst| !uniformity.is_uniform(inst.value()) && is_work(inst))
}

/// Whether something within the work-item makes better lanes than its neighbours.
fn has_better_lanes<'m>(natural: &NaturalLoop, module: &'m Module, results: &Results<'m>, costs: &CostModel) -> bool {
    let (cfg, uniformity) = (results.cfg(), results.uniformity(results.scope()));
    ContiguousLoop::new(cfg, natural.header, &natural.blocks).should_stay_innermost(module, uniformity)
        || slp_groups::are_preferred(module, cfg, uniformity, &natural.blocks, costs)
}

/// The instructions of a loop before which implicit barriers are inserted.
fn places_in<'m>(natural: &NaturalLoop, cfg: &Cfg<'m>) -> Vec<(Inst<'m>, BarrierPosition)> {
    let exiting = |id: &BlockId| cfg.successors(*id).iter().any(|next| !natural.blocks.contains(next));
    let ends = natural.blocks.iter().copied().filter(exiting).filter_map(|id| cfg.block(id).terminator());
    let mut places: Vec<_> = ends.map(|end| (end, BarrierPosition::Exit)).collect();
    // A header that can be left has its implicit barrier at the end already.
    if !exiting(&natural.header) || natural.blocks.len() == 1 {
        places.extend(cfg.block(natural.header).first_non_phi().map(|first| (first, BarrierPosition::Header)));
    }
    places
}

/// Isolates a barrier in its block. All work-items leave a loop together, so at an exit the branch stays after the
/// barrier in the same block. The work-items of a header may diverge at its branch.
fn isolate_barrier(module: &EditableModule, barrier: Inst<'_>, place: BarrierPosition) {
    match place {
        BarrierPosition::Header => isolate(module, barrier),
        BarrierPosition::Exit => {
            let block = barrier.block().expect("in a block");
            block.split_before(module, barrier, "implicit_barrier");
        }
    }
}

/// Nothing that keeps the loop vectorizer from a loop over work-items.
fn is_vectorizable(inst: Inst<'_>) -> bool {
    use Opcode::*;
    match inst.opcode() {
        LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMFence | LLVMAlloca | LLVMSwitch => false,
        LLVMLoad | LLVMStore => is_plain(inst),
        LLVMCall => Sync::of(inst).is_none() && is_pure_call(inst),
        _ => true,
    }
}

/// Work that is worth vectorizing: memory accesses and floating-point arithmetic.
fn is_work(inst: Inst<'_>) -> bool {
    use Opcode::*;
    matches!(inst.opcode(), LLVMLoad | LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMMul | LLVMCall)
}

#[cfg(test)]
mod tests {
    use tandem_ir::Context;

    use super::*;

    /// Whether a loop over `%k` that sums up `%x` with `add` is interchanged. `load` is the code that computes `%x`,
    /// and `store` any further code of each iteration.
    fn is_exchanged(load: &str, add: &str, store: &str) -> bool {
        let text = format!(
            "declare i64 @tandem.query.local_id.0() memory(none)
            declare i64 @tandem.query.local_id.1() memory(none)
            define spir_kernel void @k(ptr addrspace(1) %m, ptr addrspace(1) %out, i64 %n, i64 %width) {{
            entry:
              %i = call i64 @tandem.query.local_id.0()
              %j = call i64 @tandem.query.local_id.1()
              %row = mul i64 %i, %width
              %own = getelementptr float, ptr addrspace(1) %m, i64 %row
              %o = getelementptr float, ptr addrspace(1) %out, i64 %i
              br label %body
            body:
              %k = phi i64 [ 0, %entry ], [ %next, %body ]
              %p = phi ptr addrspace(1) [ %own, %entry ], [ %q, %body ]
              %sum = phi float [ 0.0, %entry ], [ %more, %body ]
              {load}
              %more = {add} float %sum, %x
              {store}
              %next = add i64 %k, 1
              %q = getelementptr float, ptr addrspace(1) %p, i64 1
              %go = icmp ult i64 %next, %n
              br i1 %go, label %body, label %end
            end:
              store float %more, ptr addrspace(1) %o
              ret void
            }}"
        );
        let ctx = Context::new();
        let mut module =
            tandem_ir::Module::parse(&ctx, text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"));
        let module = module.edit();
        let kernel = module.function("k").expect("defined above");
        insert(&mut Analyses::new(module, kernel), &CostModel::X86_64)
    }

    const ROW: &str = "%a = getelementptr float, ptr addrspace(1) %own, i64 %k
        %x = load float, ptr addrspace(1) %a";
    const COLUMN: &str = "%at = mul i64 %k, %width
        %line = getelementptr float, ptr addrspace(1) %m, i64 %at
        %a = getelementptr float, ptr addrspace(1) %line, i64 %i
        %x = load float, ptr addrspace(1) %a";

    #[test]
    fn rows_stay_in_the_work_item() {
        assert!(!is_exchanged(ROW, "fadd reassoc", ""));
        assert!(!is_exchanged("%x = load float, ptr addrspace(1) %p", "fadd fast", ""));
    }

    #[test]
    fn columns_are_exchanged() {
        assert!(is_exchanged(COLUMN, "fadd fast", ""));
    }

    #[test]
    fn sums_in_order_are_exchanged() {
        assert!(is_exchanged(ROW, "fadd", ""));
        assert!(is_exchanged(ROW, "fadd contract", ""));
    }

    #[test]
    fn rows_of_the_second_dimension_are_exchanged() {
        let load = "%at = mul i64 %j, %width
            %line = getelementptr float, ptr addrspace(1) %m, i64 %at
            %a = getelementptr float, ptr addrspace(1) %line, i64 %k
            %y = load float, ptr addrspace(1) %a
            %b = getelementptr float, ptr addrspace(1) %m, i64 %i
            %z = load float, ptr addrspace(1) %b
            %x = fadd float %y, %z";
        assert!(is_exchanged(load, "fadd fast", ""));
    }

    #[test]
    fn sums_in_memory() {
        assert!(!is_exchanged(ROW, "fadd fast", "store float %more, ptr addrspace(1) %o"));
        assert!(is_exchanged(ROW, "fadd fast", "store float %x, ptr addrspace(1) %o"));
        let reload = format!("{ROW}\n %y = load float, ptr addrspace(1) %o");
        assert!(is_exchanged(&reload, "fadd fast", "store float %more, ptr addrspace(1) %o"));
    }

    #[test]
    fn sums_that_others_use_are_exchanged() {
        let store = "%c = getelementptr float, ptr addrspace(1) %own, i64 %k
            store float %sum, ptr addrspace(1) %c";
        assert!(is_exchanged(ROW, "fadd fast", store));
    }
}
