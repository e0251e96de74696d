//! Bypasses: paths around a synchronization point that some work-items take while others wait at it.
//!
//! ```text
//! if (l < 3) barrier();
//! work();
//! ```
//!
//! All work-items run `work`, but those that skip the barrier run it while the others are still waiting. SYCL does not
//! allow this. The device supports it as GPUs do, mainly for work-items that return early.

use tandem_codegen::analysis::cfg::{BlockId, Cfg};
use tandem_codegen::analysis::uniformity::Uniformity;
use tandem_codegen::sync::Sync;

use super::natural_loops::between;

/// For each block, whether work-items may reach it after a bypass and before their next point.
pub fn blocks_behind(cfg: &Cfg<'_>, post_dominators: &[Option<BlockId>], uniformity: &Uniformity<'_>) -> Vec<bool> {
    let points: Vec<_> = (0..cfg.len()).map(|id| is_point(cfg, id)).collect();
    let diverges = |id: BlockId| {
        let end = cfg.block(id).terminator();
        end.is_some_and(|end| end.operands().into_iter().any(|operand| !uniformity.is_uniform(operand)))
    };
    let bypass_end = |id: BlockId| post_dominators[id].filter(|join| is_bypassed(cfg, &points, id, *join));
    let ends = (0..cfg.len()).filter(|id| diverges(*id)).filter_map(bypass_end).collect();
    reach(cfg, &points, ends)
}

/// Whether a block holds a synchronization point of the program, which implicit barriers are not.
fn is_point(cfg: &Cfg<'_>, id: BlockId) -> bool {
    let sync = cfg.block(id).first().and_then(Sync::of);
    sync.is_some_and(|sync| sync != Sync::ImplicitBarrier)
}

/// Whether some paths from a branch to its post-dominator contain points, and others contain none.
fn is_bypassed(cfg: &Cfg<'_>, points: &[bool], branch: BlockId, join: BlockId) -> bool {
    let has_points = || between(cfg, branch, join).into_iter().any(|id| points[id]);
    has_points() && reach(cfg, points, cfg.successors(branch).to_vec())[join]
}

/// For each block, whether control reaches it from one of `stack` before any point.
fn reach(cfg: &Cfg<'_>, points: &[bool], mut stack: Vec<BlockId>) -> Vec<bool> {
    let mut reached = vec![false; cfg.len()];
    while let Some(id) = stack.pop() {
        if !points[id] && !std::mem::replace(&mut reached[id], true) {
            stack.extend(cfg.successors(id));
        }
    }
    reached
}
