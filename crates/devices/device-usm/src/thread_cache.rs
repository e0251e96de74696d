//! Blocks that a thread has ready, for each heap that it uses. A block is kept by the thread that frees it.

use std::cell::RefCell;
use std::sync::{Arc, Weak};

use super::central::{Central, FreeBlock};
use super::slab::BinKey;

/// A thread keeps at most this number of bytes of a kind and size, but at least two blocks.
const KEPT_BYTES: usize = 32 << 10;
/// The maximum number of blocks that it keeps.
const MOST_BLOCKS: usize = 64;

thread_local! {
    static CACHES: RefCell<Vec<ThreadCache>> = const { RefCell::new(Vec::new()) };
}

/// The blocks of one heap.
struct ThreadCache {
    /// The heap's number.
    id: u64,
    central: Weak<Central>,
    /// By bin.
    blocks: Box<[Vec<FreeBlock>]>,
}

impl ThreadCache {
    fn new(central: &Arc<Central>) -> Self {
        let blocks = BinKey::all().map(|_| Vec::new()).collect();
        Self { id: central.id(), central: Arc::downgrade(central), blocks }
    }
}

impl Drop for ThreadCache {
    fn drop(&mut self) {
        let Some(central) = self.central.upgrade() else { return };
        for (key, blocks) in BinKey::all().zip(&mut self.blocks) {
            if !blocks.is_empty() {
                central.give_back_at_exit(key, blocks.drain(..));
            }
        }
    }
}

/// How many blocks of a size a thread keeps.
#[inline]
pub fn most_blocks(key: BinKey) -> usize {
    // Rounded down, so that there is no division.
    match KEPT_BYTES >> key.class.bytes().next_power_of_two().ilog2() {
        kept if kept < 2 => 2,
        kept => kept.min(MOST_BLOCKS),
    }
}

/// A block that the thread has ready.
#[inline(always)]
pub fn pop(central: &Arc<Central>, key: BinKey) -> Option<FreeBlock> {
    // A thread that is exiting has none any more.
    let pop = |caches: &RefCell<Vec<ThreadCache>>| {
        let mut caches = caches.borrow_mut();
        let cache = caches.iter_mut().find(|cache| cache.id == central.id())?;
        cache.blocks[key.index()].pop()
    };
    CACHES.try_with(pop).ok().flatten()
}

/// Keeps a block. Returns the blocks that the heap is to get back: if there are too many, those that have not been used
/// for the longest time.
#[inline(always)]
pub fn push(central: &Arc<Central>, key: BinKey, block: FreeBlock) -> Option<Vec<FreeBlock>> {
    let push = |caches: &RefCell<Vec<ThreadCache>>| {
        let mut caches = caches.borrow_mut();
        if let Some(cache) = caches.iter_mut().find(|cache| cache.id == central.id()) {
            let blocks = &mut cache.blocks[key.index()];
            if blocks.len() < blocks.capacity() {
                blocks.push(block);
                return None;
            }
        }
        push_without_room(&mut caches, central, key, block)
    };
    CACHES.try_with(push).unwrap_or_else(|_| Some(vec![block]))
}

/// Pushes the first block of its heap or bin, or one too many. A bin's list has the capacity for all blocks that a
/// thread keeps.
#[cold]
fn push_without_room(
    caches: &mut Vec<ThreadCache>,
    central: &Arc<Central>,
    key: BinKey,
    block: FreeBlock,
) -> Option<Vec<FreeBlock>> {
    if !caches.iter().any(|cache| cache.id == central.id()) {
        caches.retain(|cache| cache.central.strong_count() != 0);
        caches.push(ThreadCache::new(central));
    }
    let cache = caches.iter_mut().find(|cache| cache.id == central.id())?;
    let blocks = &mut cache.blocks[key.index()];
    blocks.reserve_exact(most_blocks(key).saturating_sub(blocks.len()));
    let surplus = (blocks.len() >= most_blocks(key)).then(|| blocks.drain(..blocks.len() / 2).collect());
    blocks.push(block);
    surplus
}

/// All that the thread has of a heap.
pub fn take_all(central: &Arc<Central>) -> Vec<(BinKey, Vec<FreeBlock>)> {
    let take = |caches: &RefCell<Vec<ThreadCache>>| {
        let mut caches = caches.borrow_mut();
        let cache = caches.iter_mut().find(|cache| cache.id == central.id())?;
        let blocks = BinKey::all().zip(cache.blocks.iter_mut().map(std::mem::take));
        Some(blocks.filter(|(_, blocks)| !blocks.is_empty()).collect())
    };
    CACHES.try_with(take).ok().flatten().unwrap_or_default()
}
