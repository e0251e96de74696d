//! Building blocks of concurrent code, beyond locks and atomics.
//!
//! * `pool`: objects that are used again, on any thread ([`Pool`], [`Unique`]).
//! * `read_mostly`: values that are read without a lock ([`ReadMostly`]).
//! * `threads`: the threads of a pool, and those of them that sleep ([`Threads`], [`Sleepers`]).

mod pool;
mod read_mostly;
mod threads;

pub use pool::{LocalStack, Pool, Unique};
pub use read_mostly::ReadMostly;
pub use threads::{Sleepers, Threads};
