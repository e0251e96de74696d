//! Regions: the pieces of a kernel between synchronization points, by
//! continuation-based synchronization (Meyer et al., IWOCL 2023).
//!
//! A region starts at the kernel's entry or at a synchronization point and
//! holds every block that control reaches from there without passing another
//! one. Blocks may belong to several regions; each region gets a copy. A
//! work-group runs a region for all its work-items, then looks which
//! synchronization point they reached (the same one, or the program is wrong)
//! and goes on with the region that starts there. That is right for barriers
//! in any control flow, loops included.

use rustc_hash::FxHashMap;

use super::cfg::{BlockId, Cfg};
use super::sync::Sync;

/// Number of a region; 0 starts at the kernel's entry.
pub type RegionId = usize;

/// One region.
pub struct Region {
    /// The entry block or the block of a synchronization point.
    pub start: BlockId,
    /// All blocks, `start` included, in reverse postorder of the kernel.
    pub blocks: Vec<BlockId>,
    /// Where control leaves for another synchronization point: (last block of
    /// this region, block of the point). A point has one predecessor, so each
    /// point occurs once.
    pub exits: Vec<(BlockId, BlockId)>,
    /// Whether control can also leave the kernel.
    pub returns: bool,
}

/// The regions of a kernel.
pub struct Regions {
    list: Vec<Region>,
    by_start: FxHashMap<BlockId, RegionId>,
    /// For each block, whether it is a synchronization point's.
    is_sync: Vec<bool>,
}

impl Regions {
    /// Forms the regions that are reachable.
    pub fn new(cfg: &Cfg<'_>) -> Self {
        let is_sync: Vec<bool> =
            (0..cfg.len()).map(|id| cfg.block(id).first().is_some_and(|inst| Sync::of(inst).is_some())).collect();
        let mut regions = Self { list: Vec::new(), by_start: FxHashMap::default(), is_sync };
        let mut pending = vec![0];
        while let Some(start) = pending.pop() {
            if regions.by_start.contains_key(&start) {
                continue;
            }
            let region = regions.grow(cfg, start);
            pending.extend(region.exits.iter().map(|(_, sync)| *sync));
            regions.by_start.insert(start, regions.list.len());
            regions.list.push(region);
        }
        regions
    }

    /// The regions, the entry's first.
    pub fn iter(&self) -> impl Iterator<Item = &Region> {
        self.list.iter()
    }

    /// The region that starts at a synchronization point.
    pub fn starting_at(&self, start: BlockId) -> RegionId {
        self.by_start[&start]
    }

    /// Blocks of reachable synchronization points, in order of regions.
    pub fn sync_blocks(&self) -> impl Iterator<Item = BlockId> {
        self.list.iter().map(|region| region.start).filter(|start| self.is_sync[*start])
    }

    /// Whether the kernel has any synchronization point.
    pub fn has_sync(&self) -> bool {
        self.sync_blocks().next().is_some()
    }

    /// Whether a block is a synchronization point's.
    pub fn is_sync(&self, id: BlockId) -> bool {
        self.is_sync[id]
    }

    /// Whether control can come back to the region after leaving it.
    pub fn repeats(&self, region: RegionId) -> bool {
        let mut seen = vec![false; self.list.len()];
        let mut stack = vec![region];
        while let Some(at) = stack.pop() {
            for (_, sync) in &self.list[at].exits {
                let next = self.by_start[sync];
                if next == region {
                    return true;
                }
                if !std::mem::replace(&mut seen[next], true) {
                    stack.push(next);
                }
            }
        }
        false
    }

    fn grow(&self, cfg: &Cfg<'_>, start: BlockId) -> Region {
        let mut seen = vec![false; cfg.len()];
        seen[start] = true;
        let mut stack = vec![start];
        let mut blocks = Vec::new();
        let mut exits = Vec::new();
        let mut returns = false;
        while let Some(id) = stack.pop() {
            blocks.push(id);
            returns |= cfg.block(id).terminator().is_some_and(|end| end.opcode() == tandem_ir::Opcode::LLVMRet);
            for &next in cfg.successors(id) {
                if self.is_sync[next] {
                    exits.push((id, next));
                } else if !std::mem::replace(&mut seen[next], true) {
                    stack.push(next);
                }
            }
        }
        blocks.sort_unstable();
        exits.sort_unstable();
        Region { start, blocks, exits, returns }
    }
}
