//! Post-link: turns the output of clang's device pass into device images.
//!
//! Per unit, at `-c` time ([`process_unit`]):
//!
//! ```text
//! bitcode ─► device_globals ─► outline ─► markers ─► attributes ─► spec_constants ─► device_globals ─► c_functions
//!         ─► diagnose ─► flatten ─► pointer_casts ─► aspects ─► local_memory ─► device_library ─► keep_lines ─► optimize ─► dead_args ─► slim bitcode
//! ```
//!
//! * [`device_globals`] finds the variables that device code may write and, once only device code is left, makes it
//!   access their memory;
//! * [`outline`] drops everything that no kernel and no `SYCL_EXTERNAL` function reaches, most of all the host's code;
//! * [`markers`] reads the kernels' names and the layout of their closures;
//! * [`attributes`] reads the properties that the headers give to kernels, and [`kernel_attributes`] checks the
//!   attributes on a kernel's functions;
//! * [`spec_constants`] turns reads of specialization constants into builtins;
//! * [`c_functions`] gives `printf` and `assert` their device forms;
//! * [`diagnose`] reports constructs that kernels must not contain, before optimization changes the code;
//! * [`flatten`] turns kernel entries into kernels with flat arguments;
//! * [`pointer_casts`] gives casts to an address space their types;
//! * [`aspects`] notes which optional features of a device each kernel needs;
//! * [`local_memory`] creates variables for the local memory that functions request;
//! * [`device_library`] links in functions of C that are not builtins;
//! * [`keep_lines`] keeps the lines of assignments and the variables for debuggers, without `-O`;
//! * [`optimize`] runs LLVM's passes;
//! * [`dead_args`] removes the arguments that optimization made useless.
//!
//! Per link ([`link()`]): [`members`] picks units of archives, [`split`] groups kernels into images and links each with
//! the units that it needs; [`interface`] writes properties and symbols; [`user_lines`] gives code of the headers the
//! lines of the user's calls; `tandem-spirv` writes the SPIR-V; [`ahead_of_time`] compiles it for targets, if
//! requested. A later link may reuse images: [`relink`] checks that they are complete.
//!
//! [`headers`] distinguishes locations in the headers from the user's, for messages and lines.
//! [`integration`] writes the integration header for other host compilers.
//!
//! The order is design decision D2: linking merges equal structure types and clang marks every function `norecurse`, so
//! every step that depends on the code's meaning precedes linking and optimizing.

pub mod offload_tools;
pub mod program;

mod ahead_of_time;
mod aspects;
mod attributes;
mod c_functions;
mod dead_args;
mod device_globals;
mod device_library;
mod diagnose;
mod diagnostics;
mod flatten;
mod headers;
mod image_parameters;
mod images;
mod initial_value;
mod integration;
mod interface;
mod ir_images;
mod keep_lines;
mod kernel_attributes;
mod kernel_info;
mod link;
mod local_memory;
mod markers;
mod members;
mod names;
mod optimize;
mod outline;
mod parallel;
mod pointer_casts;
mod private_memory;
mod process;
mod prune;
mod relink;
mod spec_constants;
mod split;
mod undefined;
mod unit;
mod unwritable;
mod user_lines;
mod written;

pub use ahead_of_time::{AheadOfTime, LINES_OPTION, TargetCode};
pub use diagnostics::{Diagnostic, Diagnostics, Severity};
pub use integration::integration_header;
pub use ir_images::{CodeForm, Constants, ImageOptions, SplitImage, has_kernels, process_raw_unit, split_units};
pub use link::{LinkOptions, SplitModule, link};
pub use members::add_needed;
pub use process::process_unit;
pub use relink::check_linked;
pub use unit::{ProcessedUnit, Unit, UnitOptions};
