//! Device code: registered by the program's modules, picked for a device,
//! built for a context, and looked up by kernel.
//!
//! * `manager`: looking kernels up, and building the programs that contain them.
//! * `registry`: the registered images, and their kernels and symbols.
//! * `image`: device images; `image_origin`: where they are from; `descriptors`: reading those that
//!   modules register.
//! * `module_origin`, `modules`: the executable and libraries that contain images.
//! * `built_in`: kernels that devices have without an image.
//! * `part`: the part of an image that a program uses; `uses`: its constants and imports.
//! * `resolve`: the images of a program.
//! * `requirements`: a kernel's requirements for a device.
//! * `build`: compiling and linking.
//! * `context`: devices that share programs; `cache`: the programs and kernels of one.
//! * `kernel`: a kernel that is ready to run; `kernel_slot`, `kernel_table`: how a queue finds it
//!   again; `kernel_id`: its identity; `named_kernel`: one that the program names.
//! * `group_sizes`: the sizes of work-groups that attributes of kernels allow.
//! * `samplers`: the samplers of a kernel's arguments.
//! * `constants`: values of specialization constants.
//! * `choice`: the device that the default selector chooses, given the available images.
//! * `image_global`, `globals`, `device_global`: device globals that images use, and their memory.

mod build;
mod built_in;
mod cache;
pub mod choice;
mod constants;
pub mod context;
mod descriptors;
pub mod device_global;
mod globals;
pub(crate) mod group_sizes;
mod image;
mod image_global;
mod image_origin;
pub mod kernel;
mod kernel_id;
pub mod kernel_slot;
pub(crate) mod kernel_table;
mod manager;
mod module_origin;
mod modules;
mod named_kernel;
mod part;
mod registry;
mod requirements;
mod resolve;
pub(crate) mod samplers;
mod uses;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) use cache::Program;
pub use constants::{SpecName, SpecValues};
pub(crate) use image::Image;
pub use kernel_id::KernelId;
pub(crate) use manager::ProgramManager;
pub(crate) use module_origin::module_of;
pub(crate) use resolve::Formats;

use crate::base::error::Result;
use crate::base::lazy::Lazy;
use crate::base::library_work;
use crate::base::process;

static MANAGER: Lazy<ProgramManager> = Lazy::new();

/// Rises whenever images go; kernels that queues remember from before then are
/// looked up anew.
static IMAGE_GENERATION: AtomicUsize = AtomicUsize::new(1);

/// The program manager of the process.
pub(crate) fn program_manager() -> Result<Arc<ProgramManager>> {
    library_work::watch_main_thread();
    Ok(MANAGER.get_or_init(ProgramManager::default)?)
}

/// Releases the program manager.
pub(crate) fn drop_manager() {
    MANAGER.take();
}

/// Registers a module's device images. Called by constructors, so it does next
/// to nothing.
///
/// # Safety
/// `binaries` is the address of a `pi_device_binaries_struct` that stays in
/// place, with everything it leads to, until [`unregister_images`].
pub unsafe fn register_images(binaries: usize) -> Result<()> {
    let manager = program_manager()?;
    // SAFETY: the caller's duty is the same.
    unsafe { manager.register(binaries) };
    Ok(())
}

/// Forgets a module's device images. At exit, kernels that queues remember stay
/// usable: threads that still submit are not to find them gone.
pub fn unregister_images(binaries: usize) {
    if tandem_pi_host::is_any_thread_delayed() {
        // The process exits, and that thread may hold locks of caches.
        return;
    }
    if let Some(manager) = MANAGER.get() {
        if process::is_exiting() {
            manager.trace_end();
        }
        manager.unregister(binaries);
        if !process::is_exiting() {
            forget_looked_up_kernels();
            kernel_slot::release(module_of(binaries));
        }
    }
}

/// Forgets images that were read from a file.
pub(crate) fn remove_images(numbers: &[usize]) {
    if numbers.is_empty() {
        return;
    }
    if let Some(manager) = MANAGER.get() {
        manager.remove(numbers);
        forget_looked_up_kernels();
    }
}

/// The names of all kernels in registered images.
pub fn kernel_names() -> Result<Vec<String>> {
    Ok(program_manager()?.kernel_names())
}

/// Makes queues look up anew all kernels that they remember.
fn forget_looked_up_kernels() {
    IMAGE_GENERATION.fetch_add(1, Ordering::AcqRel);
}

/// A number that changes when images go.
pub(crate) fn image_generation() -> usize {
    IMAGE_GENERATION.load(Ordering::Acquire)
}
