//! Recognizes loops in which the elements of one work-item are better vector
//! lanes than neighbouring work-items (superword-level parallelism, SLP).
//!
//! Consider a work-item that accesses adjacent elements, such as the colors of a
//! pixel, at an address that is not a fixed distance from its neighbour's. With
//! one lane per work-item, each element takes a gather. If the same operations
//! are applied to all elements, LLVM's SLP vectorizer can combine the elements
//! instead, in a scalar loop over work-items.

use rustc_hash::FxHashMap;
use tandem_ir::{Inst, Module, Opcode, Type, Value};

use tandem_codegen::analysis::cfg::{BlockId, Cfg};
use tandem_codegen::analysis::uniformity::Uniformity;
use tandem_codegen::query::Query;

use crate::cost_model::CostModel;

/// Whether elements within the work-item are better lanes than neighbours are, in these blocks.
pub fn are_preferred<'m>(
    module: &'m Module,
    cfg: &Cfg<'m>,
    uniformity: &Uniformity<'m>,
    blocks: &[BlockId],
    costs: &CostModel,
) -> bool {
    let groups = slp_groups(module, cfg, blocks, costs.min_slp_elements);
    if groups.is_empty() {
        return false;
    }
    let strides = uniformity.strides(module);
    let is_gathered = |group: &Vec<Inst<'m>>| {
        let is_convergent =
            group[0].block().and_then(|block| cfg.id(block)).is_some_and(|id| uniformity.is_convergent(id));
        match strides.of(group[0].operand(0)) {
            Some(0) => false,
            Some(_) => !is_convergent,
            None => true,
        }
    };
    let gathered: usize =
        groups.iter().filter(|group| is_gathered(group) && are_alike(group)).map(|group| group.len()).sum();
    let insts = blocks.iter().flat_map(|id| cfg.block(*id).insts());
    let operations: usize =
        insts.filter(|inst| !uniformity.is_uniform(inst.value())).map(|inst| operations(inst, costs)).sum();
    gathered * costs.operations_per_gather > operations
}

/// Runs of loads of adjacent elements.
fn slp_groups<'m>(module: &'m Module, cfg: &Cfg<'m>, blocks: &[BlockId], min_elements: usize) -> Vec<Vec<Inst<'m>>> {
    let mut found = Vec::new();
    for id in blocks {
        let mut groups: FxHashMap<(Value<'m>, Type<'m>), Vec<(i64, Inst<'m>)>> = FxHashMap::default();
        for load in cfg.block(*id).insts().into_iter().filter(|inst| inst.opcode() == Opcode::LLVMLoad) {
            let (base, offset) = place(module, load.operand(0));
            groups.entry((base, load.ty())).or_default().push((offset, load));
        }
        for ((_, ty), mut loads) in groups.into_iter().filter(|(_, loads)| loads.len() >= min_elements) {
            let size = module.size_of(ty) as i64;
            loads.sort_by_key(|(offset, _)| *offset);
            let runs = loads.chunk_by(|(left, _), (right, _)| right - left == size);
            found.extend(
                runs.filter(|run| run.len() >= min_elements).map(|run| run.iter().map(|load| load.1).collect()),
            );
        }
    }
    found
}

/// The base of an address, and the constant offset from it in bytes.
fn place<'m>(module: &'m Module, mut address: Value<'m>) -> (Value<'m>, i64) {
    let mut bytes = 0;
    while let Some((base, step)) = constant_step(module, address) {
        bytes += step;
        address = base;
    }
    (address, bytes)
}

fn constant_step<'m>(module: &'m Module, address: Value<'m>) -> Option<(Value<'m>, i64)> {
    let [base, index] = address.as_inst()?.operands()[..] else {
        return None;
    };
    let size = i64::try_from(module.size_of(address.gep_source_type()?)).ok()?;
    Some((base, index.const_i64()?.checked_mul(size)?))
}

/// Whether the elements of a run are used by the same operations.
fn are_alike(group: &[Inst<'_>]) -> bool {
    let uses = |load: &Inst<'_>| {
        let mut uses: Vec<_> = load.value().users().into_iter().filter_map(operation).collect();
        uses.sort();
        uses
    };
    let first = uses(&group[0]);
    group[1..].iter().all(|load| uses(load) == first)
}

fn operation(user: Value<'_>) -> Option<(u32, Option<String>)> {
    let inst = user.as_inst()?;
    Some((inst.opcode() as u32, inst.is_call().then(|| inst.called_function().map(|callee| callee.name())).flatten()))
}

/// The number of floating-point operations that an instruction performs.
fn operations(inst: Inst<'_>, costs: &CostModel) -> usize {
    use Opcode::*;
    match inst.opcode() {
        LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMFNeg => 1,
        LLVMCall if inst.calls_intrinsic() => 1,
        LLVMCall if Query::of(inst).is_none() => costs.operations_per_call,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use tandem_codegen::sync::Scope;
    use tandem_ir::Context;

    use super::*;

    /// Whether the elements that a work-item loads from `%p`, computed by `place`, make better lanes, where it
    /// adds `arithmetic` operations to the sum of squares that it computes of each.
    fn are_better(place: &str, count: usize, arithmetic: usize) -> bool {
        let loads: String = (0..count)
            .map(|at| {
                format!(
                    "%a{at} = getelementptr i8, ptr addrspace(1) %p, i64 {}
                    %x{at} = load float, ptr addrspace(1) %a{at}
                    %y{at} = fmul float %x{at}, %x{at}
                    %s{} = fadd float %s{at}, %y{at}\n",
                    4 * at,
                    at + 1
                )
            })
            .collect();
        let more: String =
            (0..arithmetic).map(|at| format!("%s{} = fmul float %s{}, 2.0\n", count + at + 1, count + at)).collect();
        let text = format!(
            "declare i64 @tandem.query.local_id.0() memory(none)
            define spir_kernel void @k(ptr addrspace(1) %m, i64 %n, float %s0) {{
              %i = call i64 @tandem.query.local_id.0()
              {place}
              {loads} {more}
              %o = getelementptr float, ptr addrspace(1) %m, i64 %i
              store float %s{}, ptr addrspace(1) %o
              ret void
            }}",
            count + arithmetic
        );
        let ctx = Context::new();
        let module = Module::parse(&ctx, text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"));
        let cfg = Cfg::new(module.function("k").expect("defined above"));
        let blocks: Vec<_> = (0..cfg.len()).collect();
        are_preferred(&module, &cfg, &Uniformity::new(&cfg, Scope::Group), &blocks, &CostModel::X86_64)
    }

    /// Indices that wrap around.
    const CLAMPED: &str = "%c = and i64 %i, %n
        %p = getelementptr [4 x float], ptr addrspace(1) %m, i64 %c";

    #[test]
    fn pixels_at_any_place() {
        assert!(are_better(CLAMPED, 4, 0));
        assert!(are_better(CLAMPED, 8, 0));
    }

    #[test]
    fn too_few_elements() {
        assert!(!are_better(CLAMPED, 3, 0));
    }

    #[test]
    fn much_arithmetic() {
        assert!(!are_better(CLAMPED, 4, 100));
    }

    #[test]
    fn places_that_follow_from_the_neighbours() {
        assert!(!are_better("%p = getelementptr [4 x float], ptr addrspace(1) %m, i64 %i", 4, 0));
        assert!(!are_better("%p = getelementptr [4 x float], ptr addrspace(1) %m, i64 %n", 4, 0));
    }

    #[test]
    fn places_under_a_condition() {
        let place = "%go = icmp ult i64 %i, %n
              br i1 %go, label %then, label %end
            end:
              ret void
            then:
              %p = getelementptr [4 x float], ptr addrspace(1) %m, i64 %i";
        assert!(are_better(place, 4, 0));
    }

    #[test]
    fn elements_of_different_meaning() {
        // Three coordinates and a mass.
        let place = format!(
            "{CLAMPED}
            %a = getelementptr i8, ptr addrspace(1) %p, i64 12
            %w = load float, ptr addrspace(1) %a
            %v = fdiv float 1.0, %w
            store float %v, ptr addrspace(1) %m"
        );
        assert!(!are_better(&place, 3, 0));
    }
}
