//! The SYCL runtime over PI: no LLVM, no device code, no C ABI.
//!
//! # Layers
//!
//! Each folder is a layer and uses only those above it in this list. A test holds the
//! table (`tests/layers.rs`).
//!
//! | folder | responsible for |
//! |---|---|
//! | `base` | errors, handles, settings, threads, the end of the process |
//! | `instrumentation` | what observers are told: the timeline, tools |
//! | `devices` | plugins, platforms, devices |
//! | `programs` | device images, contexts and what is built for them, kernels |
//! | `commands` | what PI is asked to do: commands, and the queues of PI that take them |
//! | `scheduler` | when a command is given to PI: queues, events, host tasks |
//! | `memory` | the copies of buffers, and who uses them; USM |
//! | `submission` | command groups |
//!
//! # The path of a command group
//!
//! ```text
//! capi, tandem ──► submission::Submission      plain borrowed data
//!                      │
//!             submission::submit ── kernel: from the queue's table by slot number,
//!                │           │      else programs::manager: image, imports, build, cache
//!   no accessors │           │ accessors
//!                │           ▼
//!                │  submission::group ── locks the buffers, has bytes moved to where
//!                │           │           they are needed (memory::buffer), and adds
//!                │           │           the users of these bytes as dependencies
//!                ▼           ▼
//!         scheduler::dependencies ── a dependency is behind a host task, a host
//!                │                   accessor or in another context
//!                │                       │
//!                │                       ▼
//!                │            scheduler::deferred ── waits with callbacks; host tasks
//!                │                       │           run on base::workers
//!                ▼                       ▼
//!         commands::device_queue ── wait list of PI events; a kernel's arguments from
//!                │                  its closure (commands::launch)
//!                ▼
//!               PI ──► scheduler::event (pooled)
//! ```
//!
//! # State
//!
//! There is no graph of past submissions. A buffer records its last writers and the readers since
//! (`memory::buffer`); a queue records its deferred commands; an event does not refer to its
//! dependencies. So memory does not grow with the number of submissions.
//!
//! `graph` has the graphs that programs build themselves, to run them many times.
//!
//! # Lifetime
//!
//! Globals belong to the layers, and end in two steps (`base::process`). Objects are
//! `Arc<Object<T>>`: handles of the C ABI are these, leaked.

mod base;
mod commands;
mod devices;
mod instrumentation;
mod memory;
mod scheduler;

pub mod bundle;
pub mod device_library;
pub mod graph;
pub mod host_image;
pub mod native;
pub mod programs;
pub mod reduction;
mod shutdown;
pub mod stream;
pub mod submission;

pub use base::errc::Errc;
pub use base::error::{Error, Result};
pub use base::process::{early_shutdown, is_forked, is_torn_down};
pub use base::{callbacks, error, library, object, source_location, user_data};
pub use devices::plugins::{add_plugin, failures, platforms};
pub use devices::{aspect, device, device_type, no_device, peer_access, sub_device};
pub use memory::{bindless, buffer, external, usm};
pub use programs::choice::{choose, default_device};
pub use programs::context::default_context;
pub use programs::{context, device_global, kernel};
pub use programs::{kernel_names, register_images, unregister_images};
pub use scheduler::{HostTask, event, queue};
pub use shutdown::late_shutdown;
/// PI, whose types appear in this crate's interface.
pub use tandem_pi_abi as pi;
/// The host's side of PI.
pub use tandem_pi_host as pi_host;
