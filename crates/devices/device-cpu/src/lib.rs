//! The CPU driver: a multi-threaded device, and a single-threaded reference device.
//!
//! A kernel's path through this crate: an image becomes a compiled unit or a native object (`object`), through the
//! persistent cache (`cached`) and the code generator (`codegen`); units and objects are linked (`program`) and mapped
//! (`loader`); a launch (`launch`) binds arguments, divides the index space into work-groups and runs them on the
//! thread pool (`pool`).
//!
//! Modules `faults`, `image`, `image_transfer`, `info`, `launch`, `object`, `program` and `transfer` are public for
//! other drivers that run kernels on the host's processor.
//!
//! There is no LLVM here: `codegen` loads `libtandem_codegen_cpu.so` when
//! something must be compiled, and only then.
//!
//! Variables: `TANDEM_CPU_THREADS` sets the number of threads, `TANDEM_CODEGEN_CPU` the path of the code generator,
//! `TANDEM_CPU_FAULTS=0` turns off reports of signals that kernels and copies raise.

mod assertion;
mod cached;
mod codegen;
mod context;
mod cooperation;
mod current_copy;
mod describe;
mod device;
mod driver;
pub mod faults;
mod features;
mod float_environment;
mod group_memory;
mod guard;
pub mod image;
mod image_layout;
pub mod image_transfer;
mod images;
pub mod info;
pub mod launch;
mod loader;
pub mod object;
mod pipe_ring;
mod probe;
mod processors;
pub mod program;
mod stack;
mod sub_devices;
mod thread_table;
pub mod transfer;
mod usm;
mod work_group_pool;
mod work_item;

pub use driver::CpuDriver;
