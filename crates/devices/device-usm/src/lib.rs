//! Unified shared memory, as far as drivers share it, and the host's copies and fills of memory
//! ([`host_memory`]).
//!
//! A driver has a [`UsmHeap`] for each set of allocations that it distinguishes (a device in a context, or all of its
//! devices), and is the [`UsmSource`] of the heap's memory. The heap finds the allocation around an address, and lets
//! small allocations share *slabs*, because a source is slow, and programs allocate and free small blocks often:
//!
//! ```text
//!   alloc, free ──► thread_cache   blocks that a thread has ready; no lock, no atomic operation
//!                       │  ▲
//!                       ▼  │ some blocks at a time
//!                     central      slabs by kind and size class; one lock for each
//!                       │  ▲
//!                       ▼  │ whole slabs
//!                   UsmSource      memory of the driver
//!
//!   free, query ──► slab_map       the slab around an address; no lock
//!                   table          allocations that are no blocks of slabs
//! ```

pub mod host_memory;

mod central;
mod checkers;
mod contents;
mod heap;
mod pool;
mod size_class;
mod slab;
mod slab_map;
mod source;
mod table;
mod thread_cache;

pub use contents::{host_usm, initial_usm_byte, renew_host_usm};
pub use heap::UsmHeap;
pub use source::{UsmPooling, UsmSource};
