//! What is known of a kernel that becomes a work-group function. Nothing here changes the kernel, or decides
//! anything.
//!
//! [`Analyses`] keeps results. Whoever changes the kernel asks it for the [function](Analyses::edit), which
//! invalidates them.

pub mod contiguous_loops;
pub mod natural_loops;
pub mod slp_groups;

use std::cell::OnceCell;
use std::rc::Rc;

use tandem_codegen::analysis::cfg::{BlockId, Cfg};
use tandem_codegen::analysis::uniformity::Uniformity;
use tandem_codegen::query::Query;
use tandem_codegen::sync::{Scope, Sync};
use tandem_ir::{Function, Inst, Module};

/// A kernel and what is known of it. Results are computed once, when they are first asked for.
pub struct Analyses<'m> {
    module: &'m Module,
    kernel: Function<'m>,
    results: Rc<Results<'m>>,
}

/// Results for one state of a kernel.
pub struct Results<'m> {
    cfg: Cfg<'m>,
    /// Whether the kernel takes sub-groups.
    uses_sub_groups: bool,
    dominators: OnceCell<Vec<BlockId>>,
    post_dominators: OnceCell<Vec<Option<BlockId>>>,
    of_group: OnceCell<Uniformity<'m>>,
    of_sub_group: OnceCell<Uniformity<'m>>,
}

impl<'m> Analyses<'m> {
    /// Of `kernel`, which has a body.
    pub fn new(module: &'m Module, kernel: Function<'m>) -> Self {
        Self { module, kernel, results: Rc::new(Results::new(kernel)) }
    }

    /// The module of the kernel.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// The results for the kernel as it is. They do not see what changes it later.
    pub fn results(&self) -> Rc<Results<'m>> {
        self.results.clone()
    }

    /// Lets `change` change the kernel, and forgets what was known of it.
    pub fn edit<R>(&mut self, change: impl FnOnce(&'m Module, Function<'m>) -> R) -> R {
        let result = change(self.module, self.kernel);
        self.results = Rc::new(Results::new(self.kernel));
        result
    }
}

impl<'m> Results<'m> {
    fn new(kernel: Function<'m>) -> Self {
        let cfg = Cfg::new(kernel);
        let uses_sub_groups = kernel.insts().into_iter().any(takes_sub_group);
        Self {
            cfg,
            uses_sub_groups,
            dominators: OnceCell::new(),
            post_dominators: OnceCell::new(),
            of_group: OnceCell::new(),
            of_sub_group: OnceCell::new(),
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

    /// What is the same for the work-items of a scope.
    pub fn uniformity(&self, scope: Scope) -> &Uniformity<'m> {
        let result = match scope {
            Scope::Group => &self.of_group,
            Scope::SubGroup => &self.of_sub_group,
        };
        result.get_or_init(|| Uniformity::new(&self.cfg, scope))
    }
}

/// Whether an instruction takes a sub-group.
fn takes_sub_group(inst: Inst<'_>) -> bool {
    Query::of(inst).is_some_and(Query::is_of_sub_group) || Sync::of(inst).is_some_and(Sync::is_of_sub_group)
}
