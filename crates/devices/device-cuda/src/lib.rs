//! The driver of NVIDIA GPUs, over CUDA's driver API, which is opened at run time.
//!
//! Its layers, the lowest first:
//!
//! * *CUDA*: `sys` and `api`, CUDA's C interface and a Rust interface to it;
//! * *parts of a device*, independent of each other: the description of a GPU (`info`), its clock, threads, pinned
//!   memory, and formats of code;
//! * *the device*: `gpu`, the state that is prepared when it is first used; `hardware`, the part that all contexts
//!   share; `device`, the part in one context; memory, peers and programs;
//! * *streams*: `command_stream`, a stream with the commands in it; `event`, their completion; the modules that enqueue
//!   kernels, copies and fills into a stream; `graph`, command buffers;
//! * *queues*: `order` and `queue_state`, the state of a queue that its commands need; `submitted`, a command from its
//!   submission to its end; `queue`;
//! * *the driver*: `interface`, `native`, `context`, `driver`.
//!
//! *Costs*: CUDA is not opened before devices are requested ([`Driver::probe`]), and the primary context of a device is
//! made when it is first used.
//!
//! *Dependencies* inside of the driver are waited for by streams, never by the host. A command that depends on
//! something which could still fail or which CUDA does not know stays on the host until that is resolved
//! (`dependencies`): a stream cannot be told to leave out a command.
//!
//! [`Driver::probe`]: tandem_device::Driver::probe

mod api;
mod assertion;
mod checkpoints;
mod clock;
mod codegen;
mod command_stream;
mod context;
mod copies;
mod deferred;
mod dependencies;
mod device;
mod driver;
mod enqueued;
mod event;
mod exit;
mod external_memory;
mod external_semaphore;
mod failed_commands;
mod fills;
mod gpu;
mod graph;
mod groups_barrier;
mod handles;
mod hardware;
mod host_threads;
mod host_work;
mod image;
mod image_formats;
mod image_limits;
mod image_pixels;
mod image_sampling;
mod image_transfer;
mod images;
mod in_flight;
mod info;
mod interface;
mod kernel;
mod large_copies;
mod launch;
mod loaded_code;
mod machine_code;
mod managed_memory;
mod native;
mod object;
mod order;
mod peers;
mod position;
mod predecessors;
mod program;
mod queue;
mod queue_state;
mod staging;
mod submitted;
mod sys;
mod unit;
mod usm;
mod usm_heap;
mod watcher;
mod work;

pub use driver::CudaDriver;
