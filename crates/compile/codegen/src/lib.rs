//! The shared part of code generators. Nothing here depends on a target.
//!
//! ```text
//! SPIR-V modules ─ unit, link ─► device IR ─ validate ─► Validated ─ call_graph ─► checked ─ builtins ─► queries, calls of the target's library
//!   ─ inline ─► kernels alone ─ sync ─► synchronization points ─ analysis ─► what the target's passes go by
//! ```
//!
//! A target adds a [`TargetLibrary`](builtins::TargetLibrary), the meaning of
//! [queries](query::Query) and [synchronization points](sync::Sync), the form of its
//! kernels and its passes. `docs/internals/code-generators.md` adds one step by step.

#![forbid(unsafe_code)]

mod ahead_of_time;
pub mod analysis;
pub mod atomics;
pub mod attributes;
mod backend;
pub mod builtins;
#[doc(hidden)]
pub mod c_interface;
pub mod call_graph;
pub mod compile;
pub mod copies;
mod dump;
mod error;
pub mod host_variables;
pub mod images;
pub mod inline;
pub mod internal;
pub mod kernel;
pub mod launch_guard;
pub mod link;
pub mod matrix;
pub mod names;
mod options;
pub mod order;
mod pass_times;
pub mod passes;
pub mod pipeline;
pub mod query;
pub mod sync;
pub mod unit;

pub use ahead_of_time::{AheadOfTime, LinkTime};
pub use backend::Backend;
pub use dump::Dump;
pub use error::{Error, Result, Undefined};
pub use options::{Options, TargetOptions};
pub use pass_times::PassTimes;

#[cfg(test)]
mod tests {
    const PAGE: &str = include_str!("../../../../docs/internals/code-generators.md");
    const CODE: &str = include_str!("../tests/guide.rs");

    #[test]
    fn the_guide_shows_its_code() {
        let blocks = PAGE.split("```rust\n").skip(1);
        let blocks: Vec<&str> = blocks.map(|block| block.split("```").next().unwrap_or_default()).collect();
        let (_, code) = CODE.split_once("\n\n").expect("the file begins with a comment");
        assert_eq!(blocks.join("\n"), code);
    }
}
