//! The driver of NVIDIA GPUs, over CUDA's driver API, which is opened at run time.
//!
//! Its layers, the lowest first:
//!
//! * *CUDA*: `sys` and `api`, CUDA as C has it, and as Rust has it;
//! * *parts of a device*, each on its own: what a GPU says of itself (`info`), its clock, threads,
//!   pinned memory, and formats of code;
//! * *the device*: `gpu`, what is prepared when it is first used; `hardware`, what it is in all
//!   contexts; `device`, what it has in one; memory, peers and programs;
//! * *streams*: `command_stream`, a stream with the commands in it; `event`, their completion; what
//!   puts kernels, copies and fills into a stream; `graph`, command buffers;
//! * *queues*: `order` and `queue_state`, what commands need of their queue; `submitted`, a command
//!   from its submission to its end; `queue`;
//! * *the driver*: `interface`, `native`, `context`, `driver`.
//!
//! *Costs*: nothing is opened before devices are asked for ([`Driver::probe`]), and the primary
//! context of a device is made when something first uses the device.
//!
//! *Dependencies* inside of the driver are waited for by streams, never by the host. A command
//! that depends on something which could still fail or which CUDA does not know stays on the host
//! until that is resolved (`dependencies`): a stream cannot be told to leave out a command.
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
