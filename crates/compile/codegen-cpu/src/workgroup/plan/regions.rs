//! Regions: the parts of a kernel between synchronization points, by
//! continuation-based synchronization (Meyer et al., IWOCL 2023).
//!
//! A region starts at the kernel's entry or after a synchronization point and holds every block that control reaches
//! from there without crossing another one. Blocks may belong to several regions; each region gets a copy. A work-group
//! runs a region for all its work-items, then checks which synchronization point they reached (the same one, or the
//! program is wrong) and continues with the region after it. This is correct for barriers in any control flow,
//! including loops.
//!
//! A point's block may end with a uniform branch, as those of [implicit barriers](super::implicit_barriers) do; then a
//! region starts after each of its edges.

use rustc_hash::FxHashMap;

use tandem_codegen::analysis::cfg::{BlockId, Cfg};
use tandem_codegen::sync::Sync;

/// Number of a region; 0 starts at the kernel's entry.
pub type RegionId = usize;

/// One region.
pub struct Region {
    /// The block of the synchronization point before it; `None` at the kernel's entry.
    pub sync: Option<BlockId>,
    /// The first block.
    pub first: BlockId,
    /// All blocks in reverse postorder of the kernel.
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
    /// Regions after each synchronization point, by the edge's target.
    behind: FxHashMap<BlockId, Vec<(BlockId, RegionId)>>,
    /// Blocks of reachable synchronization points.
    sync_blocks: Vec<BlockId>,
    /// For each block, its synchronization point, if any.
    syncs: Vec<Option<Sync>>,
}

impl Regions {
    /// Forms the regions that are reachable; implicit barriers count only if
    /// `implicit_barriers` is set.
    pub fn new(cfg: &Cfg<'_>, implicit_barriers: bool) -> Self {
        let counts = |sync: &Sync| implicit_barriers || *sync != Sync::ImplicitBarrier;
        let syncs = (0..cfg.len()).map(|id| cfg.block(id).first().and_then(Sync::of).filter(counts)).collect();
        let mut regions = Self { list: Vec::new(), behind: FxHashMap::default(), sync_blocks: Vec::new(), syncs };
        regions.add(cfg, None, 0);
        let mut at = 0;
        while at < regions.list.len() {
            let reached: Vec<_> = regions.list[at].exits.iter().map(|(_, sync)| *sync).collect();
            for sync in reached {
                if !regions.behind.contains_key(&sync) {
                    regions.sync_blocks.push(sync);
                    let add = |first: &BlockId| (*first, regions.add(cfg, Some(sync), *first));
                    let behind = cfg.successors(sync).iter().map(add).collect();
                    regions.behind.insert(sync, behind);
                }
            }
            at += 1;
        }
        regions
    }

    /// The region of a number.
    pub fn region(&self, id: RegionId) -> &Region {
        &self.list[id]
    }

    /// The regions, the entry's first.
    pub fn iter(&self) -> impl Iterator<Item = &Region> {
        self.list.iter()
    }

    /// The regions after a synchronization point, by the edge's target.
    pub fn behind(&self, sync: BlockId) -> &[(BlockId, RegionId)] {
        &self.behind[&sync]
    }

    /// Blocks of reachable synchronization points.
    pub fn sync_blocks(&self) -> &[BlockId] {
        &self.sync_blocks
    }

    /// Whether a block is a synchronization point's.
    pub fn is_sync(&self, id: BlockId) -> bool {
        self.syncs[id].is_some()
    }

    /// Whether a block is a synchronization point of the whole work-group.
    pub fn is_group_sync(&self, id: BlockId) -> bool {
        self.syncs[id].is_some_and(Sync::is_of_group)
    }

    /// Whether a block is a synchronization point that the compiler inserted.
    pub fn is_implicit(&self, id: BlockId) -> bool {
        self.syncs[id] == Some(Sync::ImplicitBarrier)
    }

    /// The regions at whose start the work-group is synchronized: those at the kernel's entry and after synchronization
    /// points of the whole group.
    pub fn phases(&self) -> impl Iterator<Item = RegionId> {
        let begins = |region: &Region| region.sync.is_none_or(|sync| self.is_group_sync(sync));
        self.list.iter().enumerate().filter(move |(_, region)| begins(region)).map(|(id, _)| id)
    }

    /// The regions that a sub-group reaches from `first` on, that one included,
    /// without meeting other sub-groups.
    pub fn of_phase(&self, first: RegionId) -> Vec<RegionId> {
        let mut regions = vec![first];
        let mut at = 0;
        while at < regions.len() {
            for (_, sync) in self.list[regions[at]].exits.iter().filter(|(_, sync)| !self.is_group_sync(*sync)) {
                for (_, next) in self.behind(*sync) {
                    if !regions.contains(next) {
                        regions.push(*next);
                    }
                }
            }
            at += 1;
        }
        regions
    }

    /// Whether control can return to the region after leaving it.
    pub fn repeats(&self, region: RegionId) -> bool {
        let mut seen = vec![false; self.list.len()];
        let mut stack = vec![region];
        while let Some(at) = stack.pop() {
            for (_, next) in self.list[at].exits.iter().flat_map(|(_, sync)| self.behind(*sync)) {
                if *next == region {
                    return true;
                }
                if !std::mem::replace(&mut seen[*next], true) {
                    stack.push(*next);
                }
            }
        }
        false
    }

    fn add(&mut self, cfg: &Cfg<'_>, sync: Option<BlockId>, first: BlockId) -> RegionId {
        let mut seen = vec![false; cfg.len()];
        seen[first] = true;
        let mut stack = vec![first];
        let mut blocks = Vec::new();
        let mut exits = Vec::new();
        let mut returns = false;
        while let Some(id) = stack.pop() {
            blocks.push(id);
            returns |= cfg.block(id).terminator().is_some_and(|end| end.opcode() == tandem_ir::Opcode::LLVMRet);
            for &next in cfg.successors(id) {
                if self.is_sync(next) {
                    exits.push((id, next));
                } else if !std::mem::replace(&mut seen[next], true) {
                    stack.push(next);
                }
            }
        }
        blocks.sort_unstable();
        exits.sort_unstable();
        self.list.push(Region { sync, first, blocks, exits, returns });
        self.list.len() - 1
    }
}
