//! The driver of NVIDIA GPUs, over CUDA's driver API, which is opened at run time.
//!
//! * `sys`, `api`: CUDA as C has it, and as Rust has it;
//! * `driver`, `hardware`, `info`: the platform, its devices and what they say of themselves;
//! * `context`, `device`, `usm`, `peers`, `native`: a device in a context, and the optional groups;
//! * `gpu`: what is prepared of a device when it is first used, for all contexts;
//! * `queue`, `pending`, `lane`, `deliveries`, `failed`, `event`: commands, from their submission to
//!   their end;
//! * `execute`, `launch`, `copies`, `fills`, `staging`, `host_work`, `large_copies`: what a command
//!   does;
//! * `graph`: command buffers;
//! * `program`, `kernel`, `codegen`, `assertion`: code;
//! * `exit`: what is given back before CUDA ends.
//!
//! *Costs*: nothing is opened before devices are asked for ([`Driver::probe`]), and the primary
//! context of a device is made when something first uses the device.
//!
//! *Dependencies* inside of the driver are waited for by streams, never by the host. A command
//! that depends on something which could still fail or which CUDA does not know stays on the host
//! until that is settled (`pending`): a stream cannot be told to leave out what it has.
//!
//! [`Driver::probe`]: tandem_device::Driver::probe

mod api;
mod assertion;
mod clock;
mod codegen;
mod command_stream;
mod context;
mod copies;
mod deliveries;
mod device;
mod driver;
mod event;
mod execute;
mod exit;
mod failed;
mod fills;
mod gpu;
mod graph;
mod hardware;
mod host_work;
mod info;
mod kernel;
mod large_copies;
mod launch;
mod native;
mod peers;
mod pending;
mod program;
mod queue;
mod staging;
mod sys;
mod unit;
mod usm;
mod watcher;
mod work;

pub use driver::CudaDriver;
