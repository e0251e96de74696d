//! Allocations that share memory: blocks, from a thread's own or from the slabs of all.

use std::sync::Arc;

use super::central::{Central, FreeBlock};
use super::size_class::{GRANULE, SizeClass};
use super::slab::{BinKey, Block};
use super::source::{UsmPooling, UsmSource};
use super::thread_cache;
use tandem_device::{DevicePtr, Result, UsmKind};

/// The blocks of a heap. Any thread may call any method.
pub struct Pool {
    central: Arc<Central>,
    /// By kind, whether its allocations share memory.
    kinds: [bool; 3],
    align: usize,
}

/// The result of freeing an address.
pub enum Freed {
    /// The block at the address.
    Block,
    /// Nothing: in this memory there are blocks, but no allocation begins at the address.
    Nothing,
    /// Nothing: there are no blocks in this memory.
    Elsewhere,
}

impl Pool {
    /// `None` if the device has so little memory that no allocations share any.
    pub fn new(pooling: UsmPooling<'_>) -> Option<Self> {
        let limits = pooling.limits();
        if limits.most_slab_bytes < limits.least_slab_bytes {
            return None;
        }
        let kinds = UsmKind::ALL.map(|kind| pooling.kinds.contains(&kind));
        Some(Self { central: Arc::new(Central::new(limits)?), kinds, align: pooling.align })
    }

    /// Makes a block an allocation. Returns `None` if the allocation needs separate memory, or if there is no memory
    /// for a slab: there may still be enough for the single allocation.
    ///
    /// # Errors
    /// When the block cannot be given the contents of new USM.
    #[inline(always)]
    pub fn alloc(
        &self,
        source: &impl UsmSource,
        kind: UsmKind,
        bytes: usize,
        align: usize,
    ) -> Option<Result<DevicePtr>> {
        let class = SizeClass::around(bytes, align.max(self.align))?;
        if !self.kinds[kind.index()] {
            return None;
        }
        let key = BinKey { kind, class };
        let block = thread_cache::pop(&self.central, key).or_else(|| self.refill(source, key))?;
        let base = block.base();
        if !block.is_fresh()
            && let Err(error) = source.renew(kind, base, bytes)
        {
            self.keep(key, block);
            return Some(Err(error));
        }
        // It is found: a slab has its memory as long as a block of it is taken.
        self.central.block_around(base)?.set_size(bytes);
        Some(Ok(base))
    }

    /// Gets some blocks ready for the thread, and takes one more. Returns `None` if there is no memory for a slab:
    /// there may still be enough for the single allocation.
    #[cold]
    fn refill(&self, source: &impl UsmSource, key: BinKey) -> Option<FreeBlock> {
        let mut blocks = Vec::new();
        let most = thread_cache::most_blocks(key).div_ceil(2);
        self.central.take(key, &mut blocks, most);
        if blocks.is_empty() {
            let bytes = self.central.slab_bytes(key)?;
            let memory = source.allocate(key.kind, bytes, GRANULE).ok()?;
            self.central.add(key, memory).ok()?;
            self.central.take(key, &mut blocks, most);
        }
        // This order makes the blocks be used by ascending addresses.
        let first = (!blocks.is_empty()).then(|| blocks.remove(0));
        blocks.into_iter().rev().for_each(|block| self.keep(key, block));
        first
    }

    /// Frees the block at an address.
    #[inline(always)]
    pub fn free(&self, ptr: DevicePtr) -> Freed {
        let Some(block) = self.central.block_around(ptr) else { return Freed::Elsewhere };
        if block.base != ptr || block.size() == 0 {
            return Freed::Nothing;
        }
        block.set_size(0);
        self.keep(block.slab.key(), FreeBlock::used(ptr));
        Freed::Block
    }

    /// Keeps a block for the thread. Surplus blocks are returned to the heap.
    #[inline(always)]
    fn keep(&self, key: BinKey, block: FreeBlock) {
        if let Some(surplus) = thread_cache::push(&self.central, key, block) {
            // The memory is returned without holding a lock.
            drop(self.central.give_back(key, surplus));
        }
    }

    /// The block around an address, allocated or not.
    pub fn block_around(&self, address: DevicePtr) -> Option<Block<'_>> {
        self.central.block_around(address)
    }

    /// Gives memory that no allocation uses back to the source, as far as other threads do not
    /// have some of it ready. True if there was some.
    pub fn trim(&self) -> bool {
        let mut unused = Vec::new();
        for (key, blocks) in thread_cache::take_all(&self.central) {
            unused.extend(self.central.give_back(key, blocks));
        }
        unused.extend(self.central.trim());
        !unused.is_empty()
    }

    /// Bytes of slabs that have memory and no block in use.
    #[cfg(test)]
    pub fn idle_bytes(&self) -> usize {
        self.central.idle_bytes()
    }

    /// Bytes of all slabs that have memory.
    #[cfg(test)]
    pub fn memory(&self) -> usize {
        self.central.memory()
    }
}
