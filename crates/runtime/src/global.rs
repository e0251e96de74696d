//! The owner of all global state: plugins, platforms, registered images,
//! default contexts and the runtime's threads.
//!
//! Each part is made when it is first asked for. Nothing here has a destructor
//! of its own that the C++ runtime or the loader could run at a bad moment:
//!
//! * **Early shutdown** is registered with `atexit` at the first platforms
//!   query. It runs while back ends and their threads are still alive: it
//!   waits for work in flight, reports its errors, and ends the runtime's
//!   threads. The runtime stays usable, since static objects of the program may
//!   be destroyed after it.
//! * **Late shutdown** runs from a destructor of priority 110 (see
//!   `shutdown`). It drops everything, tears the plugins down if no thread is
//!   inside of a call to one, and unloads them if no queue is left either.
//!
//! Before both, the end of the main thread waits for builds in flight (`builds`).
//!
//! From then on every accessor here reports `Error::TornDown`, PI calls are
//! no-ops, and releasing objects only frees memory.
//!
//! A child of `fork` has none of the threads. If the runtime was used before,
//! it counts as torn down there, and calls report `Error::Forked` (`fork`).

pub(crate) mod builds;
mod fork;
mod shutdown;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use parking_lot::{Mutex, RwLock};
use rustc_hash::FxHashMap;
use tandem_pi_host::Plugin;
use tandem_pi_host::loader::{self, LoadedPlugin};
use tandem_pi_host::selector::DeviceSelector;

use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::base::workers::Workers;
use crate::devices::device::Device;
use crate::devices::no_device::Hidden;
use crate::devices::platform::{self, Platform};
use crate::programs::context::Context;
use crate::programs::slots;
use crate::programs::{ProgramManager, module_of};
use crate::scheduler::queue::Queue;

pub(crate) use shutdown::is_waiting_futile;
pub use shutdown::{early_shutdown, late_shutdown};

/// Everything global.
struct GlobalHandler {
    plugins: Lazy<Plugins>,
    platforms: Lazy<Vec<Arc<Object<Platform>>>>,
    /// What the environment hides.
    hidden: Mutex<Vec<Hidden>>,
    programs: Lazy<ProgramManager>,
    workers: Lazy<Workers>,
    default_contexts: Mutex<Option<FxHashMap<usize, Arc<Object<Context>>>>>,
    queues: Mutex<Vec<Weak<Object<Queue>>>>,
    /// Early shutdown has begun.
    exiting: AtomicBool,
    /// Late shutdown has begun, or the process is a child of `fork`.
    torn_down: AtomicBool,
    /// The process is a child of one that had used the runtime.
    forked: AtomicBool,
}

static HANDLER: GlobalHandler = GlobalHandler {
    plugins: Lazy::new(),
    platforms: Lazy::new(),
    hidden: Mutex::new(Vec::new()),
    programs: Lazy::new(),
    workers: Lazy::new(),
    default_contexts: Mutex::new(None),
    queues: Mutex::new(Vec::new()),
    exiting: AtomicBool::new(false),
    torn_down: AtomicBool::new(false),
    forked: AtomicBool::new(false),
};

/// Rises whenever images go; kernels that queues remember from before then are
/// looked up anew.
static IMAGE_GENERATION: AtomicUsize = AtomicUsize::new(1);

/// Plugins that the program itself brings along.
static LINKED_PLUGINS: Mutex<Vec<&'static Plugin>> = Mutex::new(Vec::new());

/// Libraries that the loader opened, and plugins that were linked in.
#[derive(Default)]
struct Plugins {
    loaded: Vec<LoadedPlugin>,
    linked: Vec<&'static Plugin>,
}

impl Plugins {
    fn load() -> Result<Self> {
        let selector = selector()?;
        let found = loader::load(&selector).map_err(|error| Error::Plugins(error.to_string()))?;
        for failure in found.broken() {
            eprintln!("tandem: {failure}");
        }
        *HANDLER.hidden.lock() = Hidden::backends(&found.ruled_out);
        Ok(Self { loaded: found.plugins, linked: LINKED_PLUGINS.lock().clone() })
    }

    fn iter(&self) -> impl Iterator<Item = &'static Plugin> {
        let loaded = self.loaded.iter().map(LoadedPlugin::plugin);
        loaded.chain(self.linked.iter().copied())
    }
}

/// A global that is made when it is first asked for and dropped at shutdown.
struct Lazy<T>(RwLock<Option<Arc<T>>>);

impl<T> Lazy<T> {
    const fn new() -> Self {
        Self(RwLock::new(None))
    }

    fn get_or_try_init(&self, make: impl FnOnce() -> Result<T>) -> Result<Arc<T>> {
        if let Some(value) = &*self.0.read() {
            return Ok(value.clone());
        }
        let mut slot = self.0.write();
        if let Some(value) = &*slot {
            return Ok(value.clone());
        }
        // Checked under the lock that `take` needs: nothing is made behind it.
        if is_torn_down() {
            return Err(unavailable());
        }
        Ok(slot.insert(Arc::new(make()?)).clone())
    }

    fn get(&self) -> Option<Arc<T>> {
        self.0.read().clone()
    }

    fn take(&self) -> Option<Arc<T>> {
        self.0.write().take()
    }
}

/// Whether late shutdown has happened. In a child of `fork` it counts as such.
pub fn is_torn_down() -> bool {
    HANDLER.torn_down.load(Ordering::Acquire)
}

/// Whether the process is about to end.
pub(crate) fn is_exiting() -> bool {
    HANDLER.exiting.load(Ordering::Acquire)
}

/// Whether this process is a child of one that had used the runtime. Threads
/// are missing here and locks may be held by them, so nothing works any more.
pub fn is_forked() -> bool {
    HANDLER.forked.load(Ordering::Acquire)
}

/// Why calls fail once [`is_torn_down`].
#[cold]
pub fn unavailable() -> Error {
    if is_forked() { Error::Forked } else { Error::TornDown }
}

/// Adds a plugin that is linked into the program. It counts if it comes before
/// the first platforms query.
pub fn add_plugin(plugin: &'static Plugin) {
    LINKED_PLUGINS.lock().push(plugin);
}

/// The platforms that have devices.
pub fn platforms() -> Result<Arc<Vec<Arc<Object<Platform>>>>> {
    if let Some(platforms) = HANDLER.platforms.get() {
        return Ok(platforms);
    }
    shutdown::register_early();
    fork::register();
    let plugins = HANDLER.plugins.get_or_try_init(Plugins::load)?;
    HANDLER.platforms.get_or_try_init(|| {
        let mut hidden = Vec::new();
        let platforms = platform::discover(plugins.iter(), &selector()?, &mut hidden)?;
        HANDLER.hidden.lock().append(&mut hidden);
        if platforms.is_empty()
            && let Some(value) = tandem_environment::variable("ONEAPI_DEVICE_SELECTOR")
        {
            eprintln!("tandem: warning: ONEAPI_DEVICE_SELECTOR={value} matches no device");
        }
        Ok(platforms)
    })
}

/// The devices and back ends that the environment hides.
pub(crate) fn hidden_devices() -> Vec<Hidden> {
    HANDLER.hidden.lock().clone()
}

fn selector() -> Result<DeviceSelector> {
    DeviceSelector::from_env().map_err(|error| Error::Environment {
        name: error.variable,
        reason: format!("{} in `{}`", error.reason, error.value),
    })
}

/// The context that queues of a device share when the program names none. That
/// of a sub-device is its root device's, with which it shares memory.
pub fn default_context(device: &Arc<Object<Device>>) -> Result<Arc<Object<Context>>> {
    let device = device.root_device();
    let make = || Context::new(std::slice::from_ref(device));
    if !Config::get().default_contexts {
        return make();
    }
    let mut contexts = HANDLER.default_contexts.lock();
    if is_torn_down() {
        return Err(unavailable());
    }
    let contexts = contexts.get_or_insert_default();
    let key = Arc::as_ptr(device) as usize;
    if let Some(context) = contexts.get(&key) {
        return Ok(context.clone());
    }
    let context = make()?;
    contexts.insert(key, context.clone());
    Ok(context)
}

/// Registers a module's device images. Called by constructors, so it does next
/// to nothing.
///
/// # Safety
/// `binaries` is the address of a `pi_device_binaries_struct` that stays in
/// place, with everything it leads to, until [`unregister_images`].
pub unsafe fn register_images(binaries: usize) -> Result<()> {
    let programs = program_manager()?;
    // SAFETY: the caller's duty is the same.
    unsafe { programs.register(binaries) };
    Ok(())
}

/// Forgets a module's device images. At exit, kernels that queues remember stay
/// usable: threads that still submit are not to find them gone.
pub fn unregister_images(binaries: usize) {
    if let Some(programs) = HANDLER.programs.get() {
        let is_exiting = HANDLER.exiting.load(Ordering::Acquire);
        if is_exiting {
            programs.trace_end();
        }
        programs.unregister(binaries);
        if !is_exiting {
            forget_looked_up_kernels();
            slots::release(module_of(binaries));
        }
    }
}

/// Forgets images that were read from a file.
pub(crate) fn remove_images(numbers: &[usize]) {
    if numbers.is_empty() {
        return;
    }
    if let Some(programs) = HANDLER.programs.get() {
        programs.remove(numbers);
        forget_looked_up_kernels();
    }
}

/// The names of all kernels in registered images.
pub fn kernel_names() -> Result<Vec<String>> {
    Ok(program_manager()?.kernel_names())
}

pub(crate) fn program_manager() -> Result<Arc<ProgramManager>> {
    builds::watch_main_thread();
    HANDLER.programs.get_or_try_init(|| Ok(ProgramManager::default()))
}

/// The threads of the runtime; none after shutdown.
pub(crate) fn workers() -> Option<Arc<Workers>> {
    let make = || Ok(Workers::new(Config::get().host_threads));
    HANDLER.workers.get_or_try_init(make).ok()
}

/// Remembers a queue, so that shutdown can wait for its work.
pub(crate) fn register_queue(queue: &Arc<Object<Queue>>) {
    let mut queues = HANDLER.queues.lock();
    if queues.len() == queues.capacity() {
        queues.retain(|queue| queue.strong_count() != 0);
    }
    queues.push(Arc::downgrade(queue));
}

/// Makes queues look up anew all kernels that they remember.
fn forget_looked_up_kernels() {
    IMAGE_GENERATION.fetch_add(1, Ordering::AcqRel);
}

pub(crate) fn image_generation() -> usize {
    IMAGE_GENERATION.load(Ordering::Acquire)
}
