//! The memory that a thread needs for one work-group at a time: local memory and scratch memory, in one block.
//!
//! Threads keep small blocks from launch to launch. A large one is freed when the thread has finished the launch.

use std::alloc::{Layout, alloc, dealloc};
use std::cell::RefCell;
use std::ptr::NonNull;

/// Alignment of blocks, the highest that local and private memory can have.
pub const ALIGN: usize = 4096;
/// Largest block that a thread keeps.
const KEPT_BYTES: usize = 2 << 20;

/// A block; its contents are undefined.
struct Block {
    start: NonNull<u8>,
    bytes: usize,
}

impl Block {
    const EMPTY: Self = Self { start: NonNull::dangling(), bytes: 0 };

    /// Makes the block at least this large, without its contents. False if
    /// memory is short; then the block is empty.
    fn reserve(&mut self, bytes: usize) -> bool {
        if bytes <= self.bytes {
            return true;
        }
        *self = Self::EMPTY;
        let Ok(layout) = Layout::from_size_align(bytes, ALIGN) else { return false };
        // SAFETY: the size is not 0, since it is more than that of a block.
        let Some(start) = NonNull::new(unsafe { alloc(layout) }) else { return false };
        *self = Self { start, bytes };
        true
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        if self.bytes > 0 {
            // SAFETY: allocated with this layout in `reserve`.
            unsafe { dealloc(self.start.as_ptr(), Layout::from_size_align_unchecked(self.bytes, ALIGN)) };
        }
    }
}

thread_local! {
    static BLOCK: RefCell<Block> = const { RefCell::new(Block::EMPTY) };
}

/// Calls with this thread's block, enlarged to at least `bytes`. Returns `None`, without a call, if memory is short.
pub fn with_block<R>(bytes: usize, call: impl FnOnce(*mut u8) -> R) -> Option<R> {
    let mut call = Some(call);
    let mut call_with = |block: &mut Block| {
        let is_there = block.reserve(bytes);
        call.take().filter(|_| is_there).map(|call| call(block.start.as_ptr()))
    };
    match BLOCK.try_with(|block| call_with(&mut block.borrow_mut())) {
        Ok(result) => result,
        // The thread is exiting, and its block is gone already.
        Err(_) => call_with(&mut { Block::EMPTY }),
    }
}

/// Gives this thread's block back if it is large.
pub fn trim() {
    // A thread that is exiting has none.
    let _ = BLOCK.try_with(|block| {
        let mut block = block.borrow_mut();
        if block.bytes > KEPT_BYTES {
            *block = Block::EMPTY;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept() -> usize {
        BLOCK.with_borrow(|block| block.bytes)
    }

    #[test]
    fn small_blocks_are_kept_and_large_ones_are_given_back() {
        assert_eq!(with_block(1000, |start| start as usize % ALIGN), Some(0));
        trim();
        assert_eq!(kept(), 1000);
        assert!(with_block(10, |_| ()).is_some());
        assert_eq!(kept(), 1000);
        assert!(with_block(KEPT_BYTES + 1, |_| ()).is_some());
        assert_eq!(kept(), KEPT_BYTES + 1);
        trim();
        assert_eq!(kept(), 0);
    }

    #[test]
    fn memory_that_is_not_there_is_no_block() {
        assert_eq!(with_block(isize::MAX as usize - ALIGN, |_| ()), None);
        assert_eq!(with_block(usize::MAX, |_| ()), None);
        assert_eq!(with_block(64, |_| 7), Some(7));
    }
}
