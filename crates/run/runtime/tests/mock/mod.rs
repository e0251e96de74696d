//! PI plugins in memory, for tests without a device.
//!
//! One has a CPU that shares the host's memory, the other GPUs that do not. Queues of the CPU keep
//! failures of their commands, as Tandem's plugins do. Those of the GPUs report failures only
//! through events, as OpenCL does, and their plugin ends the process at queries that PI does not
//! define, as DPC++'s plugins do ([`foreign`]). Commands run on a thread of the mock, once their
//! dependencies are complete; wait lists must be of one context. Kernels are identified by name:
//!
//! * `increment(mem)` adds 1 to a `u32`;
//! * `append(mem, value)` counts in element 0 and stores the value after the previous ones;
//! * `usm_increment(pointer)` as the first, through USM;
//! * `leave(scratch, mem, value)` stores the previous contents of its scratch memory, leaves the
//!   value there, and fails unless that is 0;
//! * `gate(id)` completes once the test opens that gate;
//! * `fail` fails; `noop` takes any arguments;
//! * `break_copies(mem)` makes copies from and to the memory fail from then on;
//! * `break_markers()` makes its queue refuse markers and barriers from then on.
//!
//! The third GPU has command buffers, which hold launches and nothing else.
//!
//! Each device has its own clock ([`clock`]); the third GPU's cannot be read.
//!
//! A "SPIR-V" module is text: `kernels=a,b;exports=f;imports=g`, or `broken`. A real SPIR-V module
//! is identified by such a text.

#![allow(dead_code, unused_imports, reason = "not every test uses all of the mock")]

mod buffers;
mod clock;
mod engine;
mod entries;
mod foreign;
mod images;
mod pixels;
pub mod spirv;

use std::path::PathBuf;
use std::sync::{Arc, Once};

use tandem_runtime::context::Context;
use tandem_runtime::device::Device;
use tandem_runtime::event::EventRef;
use tandem_runtime::kernel::Kernel;
use tandem_runtime::object::Object;
use tandem_runtime::pi::plugin::PiPlugin;
use tandem_runtime::pi::version::{PI_VERSION, to_field};
use tandem_runtime::pi::{self, PiFunctionTable};
use tandem_runtime::pi_host::Plugin;
use tandem_runtime::queue::{Queue, QueueProperties};
use tandem_runtime::submission::{Access, Arg, Args, KernelSource, NdRange, Operation, Submission};

pub use buffers::{access, append, buffer, buffer_over, contents, read, update};
pub use engine::{
    Counts, Transfer, arg_modes, break_command, builds, command_buffers, counts, limit_memory, mend, open_gate,
    refuse_command, source_locations, torn_down, transfers,
};
pub use images::{Image, Images, Metadata};
pub use pixels::{first_pixel, image_over};

/// Both sides share one process, so the plugins are linked in, once.
fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let mut plugin = PiPlugin {
            pi_version: to_field("15.47"),
            plugin_version: [0; 20],
            targets: std::ptr::null_mut(),
            table: PiFunctionTable::EMPTY,
            sanitize_type: pi::PI_SANITIZE_TYPE_NONE,
        };
        // SAFETY: the descriptor is complete and of this version.
        let code = unsafe { pi::export::initialize::<entries::Mock>(&raw mut plugin) };
        assert_eq!(code, pi::PI_SUCCESS);
        // SAFETY: the functions are part of this program.
        let own = unsafe { Plugin::from_table(plugin.table.clone(), PathBuf::from("mock"), PI_VERSION) };
        tandem_runtime::add_plugin(own.with_private_queries(true).leak());
        // SAFETY: as above.
        let foreign = unsafe { Plugin::from_table(foreign::table(plugin.table), PathBuf::from("foreign"), PI_VERSION) };
        tandem_runtime::add_plugin(foreign.leak());
    });
}

fn device(name: &str) -> Arc<Object<Device>> {
    install();
    let platforms = tandem_runtime::platforms().unwrap();
    let mut devices = platforms.iter().flat_map(|platform| platform.devices());
    devices.find(|device| device.name() == name).expect("the mock has this device").clone()
}

/// The device that shares the host's memory.
pub fn cpu() -> Arc<Object<Device>> {
    device("mock cpu")
}

/// The device with separate memory.
pub fn gpu() -> Arc<Object<Device>> {
    device("mock gpu")
}

/// Its peer, on the same platform.
pub fn second_gpu() -> Arc<Object<Device>> {
    device("mock gpu 2")
}

/// A device of that platform that no other has a path to.
pub fn third_gpu() -> Arc<Object<Device>> {
    device("mock gpu 3")
}

/// A queue in a new context.
pub fn queue(device: &Arc<Object<Device>>, in_order: bool) -> Arc<Object<Queue>> {
    let context = Context::new(std::slice::from_ref(device)).unwrap();
    queue_in(&context, device, in_order)
}

/// A queue in a context.
pub fn queue_in(context: &Arc<Object<Context>>, device: &Arc<Object<Device>>, in_order: bool) -> Arc<Object<Queue>> {
    Queue::new(context, device, QueueProperties { out_of_order: !in_order, profiling: true }).unwrap()
}

/// A kernel of the mock.
pub fn kernel(queue: &Queue, name: &str) -> Arc<Kernel> {
    let module = format!("kernels={name}");
    Kernel::from_spirv(queue.context(), queue.device(), module.as_bytes(), name, "").unwrap()
}

/// Submits anything; nothing in these tests outlives its commands.
#[track_caller]
pub fn submit(queue: &Arc<Object<Queue>>, submission: Submission<'_>) -> EventRef {
    // SAFETY: the tests wait before memory goes, and kernels of the mock check
    // their arguments.
    unsafe { queue.submit(submission) }.unwrap().expect("an event was asked for")
}

/// Submits a single task.
#[track_caller]
pub fn launch(
    queue: &Arc<Object<Queue>>,
    name: &str,
    args: &[Arg],
    accesses: &[Access<'_>],
    deps: &[EventRef],
) -> EventRef {
    let kernel = kernel(queue, name);
    launch_kernel(queue, &kernel, args, accesses, deps)
}

/// Submits a single task with a kernel that was looked up before.
#[track_caller]
pub fn launch_kernel(
    queue: &Arc<Object<Queue>>,
    kernel: &Arc<Kernel>,
    args: &[Arg],
    accesses: &[Access<'_>],
    deps: &[EventRef],
) -> EventRef {
    let operation =
        Operation::Kernel { source: KernelSource::Kernel(kernel), range: NdRange::SINGLE, args: Args::List(args) };
    submit(queue, Submission { accesses, deps, ..Submission::new(operation) })
}

/// A `u32` argument.
pub fn value(number: u32) -> Arg {
    Arg::Value(number.to_ne_bytes().as_slice().into())
}

/// A gate that no other test uses.
pub fn new_gate() -> u32 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
