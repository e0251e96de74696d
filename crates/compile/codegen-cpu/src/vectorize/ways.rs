//! The paths of work-items through a body after they have diverged, up to where they meet.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_codegen::analysis::cfg::BlockId;

use super::body::{Body, LoopId};

/// Paths of diverged work-items. A path is named by the block where it begins.
#[derive(Default)]
pub struct Ways {
    /// The ways that begin at blocks.
    pub begins: FxHashMap<BlockId, BlockId>,
    /// The path that each block is on.
    pub way: FxHashMap<BlockId, BlockId>,
    /// The paths that leave the loop or continue with its next iteration.
    ends: FxHashSet<BlockId>,
}

impl Ways {
    /// Begins a path at `to`, which control reaches from `from`.
    pub fn begin(&mut self, body: &Body<'_>, scope: Option<LoopId>, from: BlockId, to: BlockId) {
        if !self.note_end(body, scope, from, to, to) {
            self.begins.insert(to, to);
        }
    }

    /// Notes where a way ends in a loop; returns whether it does.
    pub fn note_end(
        &mut self,
        body: &Body<'_>,
        scope: Option<LoopId>,
        from: BlockId,
        to: BlockId,
        way: BlockId,
    ) -> bool {
        let Some(scope) = scope else { return false };
        let ends = !body.loops[scope].contains(to) || body.loops[scope].header == to && body.is_back_edge(from, to);
        if ends {
            self.ends.insert(way);
        }
        ends
    }

    /// The position in the order of the first block where a way begins.
    pub fn first(&self, body: &Body<'_>) -> usize {
        self.begins.keys().map(|id| body.position[*id]).min().unwrap_or(body.order.len())
    }

    /// Whether work-items leave the loop, or stay, by different ways.
    pub fn leave_apart(&self) -> bool {
        self.ends.len() > 1
    }
}
