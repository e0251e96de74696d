//! The SYCL runtime over PI: no LLVM, no device code, no C ABI of its own.
//!
//! # The path of a command group
//!
//! ```text
//! capi / tandem ──► submission::Submission      plain borrowed data
//!                       │
//!                 queue::Queue::submit ──── no accessors: one lock of the queue
//!                       │        │            kernel from the queue's table (slot number)
//!             accessors │        │            arguments from the closure by image layout
//!                       ▼        ▼            wait list of PI events
//!        scheduler::group      scheduler::command ──► PI ──► event::EventRef (pooled)
//!        locks the buffers,      ▲      │
//!        moves bytes where       │      └ a dependency is behind a host task, a host
//!        they are needed,        │        accessor or in another context
//!        reads and updates       │                  ▼
//!        their access logs ──────┘        scheduler::deferred ── settled ──► PI
//!                                           │
//!                                         scheduler::workers: host tasks, foreign events
//! ```
//!
//! A kernel that a queue launches for the first time is looked up by
//! `program_manager`: slot → registered images of that name → the one that
//! the plugin prefers → imports collected → built once per context and device.
//!
//! # What is kept, and what is not
//!
//! There is no graph object. A buffer knows its last writers and the readers
//! since (`buffer`); a queue knows its deferred commands; an event does not
//! know what it waited for. So memory does not grow with the number of
//! submissions.
//!
//! # Lifetime
//!
//! All globals are in `global`, with early and late shutdown. Objects are
//! `Arc<Object<T>>`: handles of the C ABI are these, leaked.

mod base;
mod commands;
mod devices;
mod memory;
mod scheduler;

pub mod bundle;
pub mod device_library;
pub mod global;
pub mod host_image;
pub mod native;
pub mod programs;
pub mod reduction;
pub mod stream;
pub mod submission;

pub use base::error::{Errc, Error, Result};
pub use base::{error, library, object, user_data};
pub use devices::{aspect, device, no_device, peer_access, platform, sub_device};
pub use memory::{buffer, usm};
pub use programs::{context, device_global, kernel};
pub use scheduler::{HostTask, event, queue};
/// PI, whose types appear in this crate's interface.
pub use tandem_pi as pi;
/// The host's side of PI.
pub use tandem_pi_host as pi_host;
