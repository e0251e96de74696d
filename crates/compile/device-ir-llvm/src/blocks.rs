//! The order of blocks: reverse post-order from the entry, so that every block follows those that dominate it, and
//! unreachable ones are left out.

use rustc_hash::FxHashSet;
use tandem_ir::{Block, Function};

/// Reachable blocks of a definition in reverse post-order.
pub fn reverse_post_order(function: Function<'_>) -> Vec<Block<'_>> {
    let Some(entry) = function.entry() else { return Vec::new() };
    let mut order = Vec::new();
    let mut seen = FxHashSet::default();
    seen.insert(entry);
    // (block, successors still to visit), last first so that the first successor directly follows its predecessor.
    let mut stack = vec![(entry, entry.successors())];
    while let Some((block, successors)) = stack.last_mut() {
        match successors.pop() {
            Some(next) => {
                if seen.insert(next) {
                    stack.push((next, next.successors()));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
