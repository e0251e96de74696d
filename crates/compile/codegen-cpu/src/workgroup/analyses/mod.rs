//! Facts about a kernel that becomes a work-group function. The analyses neither change the kernel nor decide anything.
//!
//! [`Analyses`] caches results. Synchronization points are inserted into the kernel with [`Analyses::insert_points`],
//! which discards the results that they invalidate.

pub mod bypasses;
pub mod contiguous_loops;
pub mod element_order;
pub mod natural_loops;
pub mod slp_groups;

use std::cell::OnceCell;
use std::rc::Rc;

use tandem_codegen::analysis::cfg::{BlockId, Cfg};
use tandem_codegen::analysis::uniformity::Uniformity;
use tandem_codegen::query::Query;
use tandem_codegen::sync::{Scope, Sync};
use tandem_ir::{EditableModule, Function, Inst};

/// A kernel and its analyses. Results are computed once, on first use.
pub struct Analyses<'m> {
    module: &'m EditableModule,
    kernel: Function<'m>,
    results: Rc<Results<'m>>,
}

/// Results for one state of a kernel.
pub struct Results<'m> {
    cfg: Cfg<'m>,
    /// Whether the kernel takes sub-groups.
    uses_sub_groups: bool,
    /// Whether the kernel queries the work-item's identity.
    tells_items_apart: bool,
    dominators: OnceCell<Vec<BlockId>>,
    post_dominators: OnceCell<Vec<Option<BlockId>>>,
    of_group: OnceCell<Uniformity<'m>>,
    of_sub_group: OnceCell<Uniformity<'m>>,
    behind_bypasses: OnceCell<Vec<bool>>,
}

impl<'m> Analyses<'m> {
    /// Analyses of `kernel`, which has a body.
    pub fn new(module: &'m EditableModule, kernel: Function<'m>) -> Self {
        Self { module, kernel, results: Rc::new(Results::new(kernel)) }
    }

    /// The module of the kernel.
    pub fn module(&self) -> &'m EditableModule {
        self.module
    }

    /// The results for the kernel as it is. They do not reflect later changes.
    pub fn results(&self) -> Rc<Results<'m>> {
        self.results.clone()
    }

    /// Runs `insert`, which may insert implicit barriers into the kernel and split its blocks around them, but must
    /// change nothing else. Results about values stay; results about blocks are discarded.
    pub fn insert_points(&mut self, insert: impl FnOnce(&'m EditableModule)) {
        insert(self.module);
        self.results = Rc::new(self.results.of_split_blocks(self.kernel));
    }
}

impl<'m> Results<'m> {
    fn new(kernel: Function<'m>) -> Self {
        let cfg = Cfg::new(kernel);
        let uses_sub_groups = kernel.insts().into_iter().any(takes_sub_group);
        let is_varying = |inst: Inst<'_>| Query::of(inst).is_some_and(Query::is_varying);
        let tells_items_apart = kernel.insts().into_iter().any(is_varying);
        Self {
            cfg,
            uses_sub_groups,
            tells_items_apart,
            dominators: OnceCell::new(),
            post_dominators: OnceCell::new(),
            of_group: OnceCell::new(),
            of_sub_group: OnceCell::new(),
            behind_bypasses: OnceCell::new(),
        }
    }

    /// The results for the kernel after its blocks were split, as far as they are known.
    fn of_split_blocks(&self, kernel: Function<'m>) -> Self {
        let cfg = Cfg::new(kernel);
        let carried = |known: &OnceCell<Uniformity<'m>>| {
            known.get().map(|known| known.of_split_blocks(&self.cfg, &cfg).into()).unwrap_or_default()
        };
        let (of_group, of_sub_group) = (carried(&self.of_group), carried(&self.of_sub_group));
        let (uses_sub_groups, tells_items_apart) = (self.uses_sub_groups, self.tells_items_apart);
        Self {
            cfg,
            uses_sub_groups,
            tells_items_apart,
            dominators: OnceCell::new(),
            post_dominators: OnceCell::new(),
            of_group,
            of_sub_group,
            behind_bypasses: OnceCell::new(),
        }
    }

    /// The control-flow graph.
    pub fn cfg(&self) -> &Cfg<'m> {
        &self.cfg
    }

    /// Whether the kernel takes sub-groups.
    pub fn uses_sub_groups(&self) -> bool {
        self.uses_sub_groups
    }

    /// Whether the kernel queries the work-item's identity. If not, all work-items do the same: such kernels have one
    /// work-item.
    pub fn tells_items_apart(&self) -> bool {
        self.tells_items_apart
    }

    /// The work-items that run together between synchronization points of the program.
    pub fn scope(&self) -> Scope {
        if self.uses_sub_groups { Scope::SubGroup } else { Scope::Group }
    }

    /// The immediate dominator of each block.
    pub fn dominators(&self) -> &[BlockId] {
        self.dominators.get_or_init(|| self.cfg.dominators())
    }

    /// The immediate post-dominator of each block.
    pub fn post_dominators(&self) -> &[Option<BlockId>] {
        self.post_dominators.get_or_init(|| self.cfg.post_dominators())
    }

    /// Uniformity for the work-items of a scope.
    pub fn uniformity(&self, scope: Scope) -> &Uniformity<'m> {
        let result = match scope {
            Scope::Group => &self.of_group,
            Scope::SubGroup => &self.of_sub_group,
        };
        result.get_or_init(|| Uniformity::new(&self.cfg, scope))
    }

    /// Whether the work-items that run together all reach a block together, or none does. The block is convergent, and
    /// no work-item can reach it while another one waits at a synchronization point of the program.
    pub fn is_reached_together(&self, block: BlockId) -> bool {
        let uniformity = self.uniformity(self.scope());
        let find = || bypasses::blocks_behind(&self.cfg, self.post_dominators(), uniformity);
        uniformity.is_convergent(block) && !self.behind_bypasses.get_or_init(find)[block]
    }
}

/// Whether an instruction takes a sub-group.
fn takes_sub_group(inst: Inst<'_>) -> bool {
    Query::of(inst).is_some_and(Query::is_of_sub_group) || Sync::of(inst).is_some_and(Sync::is_of_sub_group)
}

#[cfg(test)]
mod tests {
    use tandem_codegen::sync::build_implicit_barrier;
    use tandem_ir::{Builder, Context, TypeKind};

    use super::*;
    use crate::workgroup::prepare::isolate;

    /// Loops that work-items leave at different times, and a branch on an id, with phis everywhere.
    const KERNEL: &str = "
        declare i64 @tandem.query.local_id.0()
        define spir_kernel void @k(ptr addrspace(1) %data, i64 %n) {
        entry:
          %l = call i64 @tandem.query.local_id.0()
          %low = icmp ult i64 %l, %n
          br i1 %low, label %loop, label %join
        loop:
          %i = phi i64 [ 0, %entry ], [ %next, %loop ]
          %next = add i64 %i, 1
          %more = icmp ult i64 %next, %l
          br i1 %more, label %loop, label %join
        join:
          %sum = phi i64 [ 0, %entry ], [ %next, %loop ]
          br label %rows
        rows:
          %row = phi i64 [ 0, %join ], [ %later, %rows ]
          %p = getelementptr i64, ptr addrspace(1) %data, i64 %row
          store i64 %sum, ptr addrspace(1) %p
          %later = add i64 %row, 1
          %goes_on = icmp ult i64 %later, %n
          br i1 %goes_on, label %rows, label %end
        end:
          ret void
        }";

    #[test]
    fn what_is_known_of_values_outlives_points() {
        let ctx = Context::new();
        let mut module =
            tandem_ir::Module::parse(&ctx, KERNEL.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"));
        let module = module.edit();
        let kernel = module.function("k").expect("above");
        let mut analyses = Analyses::new(module, kernel);
        analyses.results().uniformity(Scope::Group);
        let ends: Vec<_> = kernel.blocks().into_iter().filter_map(|block| block.terminator()).collect();
        analyses.insert_points(|module| {
            for end in ends {
                build_implicit_barrier(module, &Builder::before(module, end));
                let block = end.block().expect("in a block");
                let barrier = *block.insts().iter().rev().nth(1).expect("above");
                isolate(module, barrier);
            }
        });
        module.verify().expect("valid");
        let results = analyses.results();
        let carried = results.of_group.get().expect("known without being computed again");
        assert!(results.of_sub_group.get().is_none());
        let again = Uniformity::new(results.cfg(), Scope::Group);
        for inst in kernel.insts().into_iter().filter(|inst| inst.ty().kind() != TypeKind::Void) {
            assert_eq!(carried.is_uniform(inst.value()), again.is_uniform(inst.value()), "{inst:?}");
        }
        for id in 0..results.cfg().len() {
            assert_eq!(carried.is_convergent(id), again.is_convergent(id), "{:?}", results.cfg().block(id));
        }
    }
}
