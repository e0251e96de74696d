//! Implicit barriers: synchronization points that the program does not contain. All work-items of
//! a group reach them together, so that a [region](super::regions) may end there. They are inserted only into blocks
//! that are [reached together](crate::workgroup::analyses::Results::is_reached_together): not between a divergent branch
//! and its post-dominator, and not where some work-items may arrive while others wait at a barrier. Work-items that have
//! diverged never reach an implicit barrier, so [continuations](super::continuations) leave them out.
//!
//! They [interchange loops](super::loop_interchange), move [guards](super::guards) into separate regions, and bound the
//! size of kernels with many synchronization points: if a region can reach many of them through branches, an implicit
//! barrier where the paths join makes one region of code that would otherwise be copied into several.

use tandem_codegen::analysis::cfg::BlockId;
use tandem_codegen::sync::{Sync, build_implicit_barrier};
use tandem_ir::{Builder, EditableModule, Inst};

use crate::cost_model::CostModel;
use crate::workgroup::analyses::Analyses;
use crate::workgroup::analyses::natural_loops::between;
use crate::workgroup::prepare::isolate;

/// Inserts implicit barriers where paths around synchronization points join, if there are many such joins.
pub fn insert_at_joins(analyses: &mut Analyses<'_>, costs: &CostModel) {
    let results = analyses.results();
    let cfg = results.cfg();
    let is_sync = |id: BlockId| cfg.block(id).first().is_some_and(|inst| Sync::of(inst).is_some());
    let skips_sync = |id: &BlockId| between(cfg, results.dominators()[*id], *id).into_iter().any(is_sync);
    let is_join = |id: &BlockId| cfg.predecessors(*id).len() > 1 && !is_sync(*id);
    let joins: Vec<_> = (0..cfg.len())
        .filter(|id| is_join(id) && results.is_reached_together(*id) && skips_sync(id))
        .filter_map(|id| cfg.block(id).first_non_phi())
        .collect();
    if joins.len() > costs.max_plain_joins {
        analyses
            .insert_points(|module| joins.into_iter().for_each(|place| isolate(module, build_before(module, place))));
    }
}

/// Inserts an implicit barrier before an instruction, which stays in one block with it.
pub fn build_before<'m>(module: &'m EditableModule, place: Inst<'m>) -> Inst<'m> {
    let builder = Builder::before(module, place);
    build_implicit_barrier(module, &builder);
    let block = place.block().expect("in a block");
    let insts = block.insts();
    let at = insts.iter().position(|inst| *inst == place).expect("in its block");
    insts[at - 1]
}
