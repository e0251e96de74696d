//! The plugins of the process, and the platforms that they have.

use std::sync::{Arc, Once};

use parking_lot::Mutex;
use tandem_pi_abi::constants::{PI_DEVICE_TYPE_ALL, PiDeviceType};
use tandem_pi_host::Plugin;
use tandem_pi_host::loader::{self, LoadedPlugin};
use tandem_pi_host::selector::DeviceSelector;

use super::device::Platform;
use super::discovery::{self, Numbers};
use super::fork;
use super::hidden::Hidden;
use crate::base::error::{Error, Result};
use crate::base::lazy::Lazy;
use crate::base::object::Object;
use crate::base::process;
use crate::instrumentation;

static PLUGINS: Lazy<Plugins> = Lazy::new();
/// The platforms by plugin, as far as they were asked for.
static SOURCES: Lazy<Sources> = Lazy::new();
/// All platforms.
static PLATFORMS: Lazy<Platforms> = Lazy::new();
/// The platforms and devices that the environment hides.
static HIDDEN: Mutex<Vec<Hidden>> = Mutex::new(Vec::new());
/// Plugins and platforms that could not be used, and why.
static FAILURES: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// Plugins that the program itself brings along.
static LINKED: Mutex<Vec<&'static Plugin>> = Mutex::new(Vec::new());

type Platforms = Vec<Arc<Object<Platform>>>;

/// A plugin, which is asked for its platforms when they are needed: some libraries of vendors take
/// long to look for their devices.
struct Source {
    plugin: &'static Plugin,
    /// The types of devices that it may have.
    device_types: PiDeviceType,
    platforms: Lazy<Platforms>,
}

struct Sources {
    list: Vec<Source>,
    numbers: Mutex<Numbers>,
}

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
        found.broken().for_each(|failure| report(failure.to_string()));
        for plugin in &found.plugins {
            instrumentation::plugin(true, plugin.plugin().path(), plugin.backend().name());
        }
        *HIDDEN.lock() = Hidden::backends(&found.ruled_out);
        Ok(Self { loaded: found.plugins, linked: LINKED.lock().clone() })
    }

    fn iter(&self) -> impl Iterator<Item = &'static Plugin> {
        let loaded = self.loaded.iter().map(LoadedPlugin::plugin);
        loaded.chain(self.linked.iter().copied())
    }

    fn sources(&self) -> impl Iterator<Item = Source> {
        let loaded = self.loaded.iter().map(|loaded| (loaded.plugin(), loaded.backend().device_types()));
        let all = loaded.chain(self.linked.iter().map(|plugin| (*plugin, PI_DEVICE_TYPE_ALL)));
        all.map(|(plugin, device_types)| Source { plugin, device_types, platforms: Lazy::new() })
    }
}

/// Adds a plugin that is linked into the program. It must be added before the first platforms
/// query.
pub fn add_plugin(plugin: &'static Plugin) {
    LINKED.lock().push(plugin);
}

/// The platforms that have devices.
pub fn platforms() -> Result<Arc<Platforms>> {
    if let Some(platforms) = PLATFORMS.get() {
        return Ok(platforms);
    }
    let sources = sources()?;
    PLATFORMS.get_or_try_init(|| {
        let platforms = sources.platforms(PI_DEVICE_TYPE_ALL)?;
        if platforms.is_empty()
            && let Some(value) = tandem_environment::variable("ONEAPI_DEVICE_SELECTOR")
        {
            eprintln!("tandem: warning: ONEAPI_DEVICE_SELECTOR={value} matches no device");
        }
        Ok(platforms)
    })
}

/// The platforms that may have devices of these types: plugins that have none are not asked.
pub(crate) fn platforms_with(device_types: PiDeviceType) -> Result<Arc<Platforms>> {
    match PLATFORMS.get() {
        Some(platforms) => Ok(platforms),
        None if device_types == PI_DEVICE_TYPE_ALL => platforms(),
        None => sources()?.platforms(device_types).map(Arc::new),
    }
}

fn sources() -> Result<Arc<Sources>> {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(process::shut_down_at_exit);
    fork::register(abandon);
    instrumentation::prepare();
    let plugins = PLUGINS.get_or_try_init(Plugins::load)?;
    Ok(SOURCES.get_or_init(|| Sources { list: plugins.sources().collect(), numbers: Mutex::default() })?)
}

impl Sources {
    fn platforms(&self, device_types: PiDeviceType) -> Result<Platforms> {
        let wanted = self.list.iter().filter(|source| source.device_types.intersects(device_types));
        let mut platforms = Vec::new();
        for source in wanted {
            let found = source.platforms.get_or_try_init::<Error>(|| {
                let mut found = discovery::discover(source.plugin, &selector()?, &mut self.numbers.lock())?;
                HIDDEN.lock().append(&mut found.hidden);
                for failure in found.failures {
                    report(format!("{}: {failure}", source.plugin.path().display()));
                }
                Ok(found.platforms)
            })?;
            platforms.extend(found.iter().cloned());
        }
        Ok(platforms)
    }
}

/// Tells of a plugin or platform that cannot be used; the others can.
fn report(failure: String) {
    eprintln!("tandem: {failure}");
    FAILURES.lock().push(failure);
}

/// The plugins and platforms that could not be used, and why, as far as they were asked.
pub fn failures() -> Vec<String> {
    FAILURES.lock().clone()
}

/// The devices and back ends that the environment hides.
pub(super) fn hidden_devices() -> Vec<Hidden> {
    HIDDEN.lock().clone()
}

fn selector() -> Result<DeviceSelector> {
    DeviceSelector::from_env().map_err(|error| Error::Environment {
        name: error.variable,
        reason: format!("{} in `{}`", error.reason, error.value),
    })
}

/// Releases the platforms.
pub(crate) fn drop_platforms() {
    PLATFORMS.take();
    SOURCES.take();
}

/// Tears the plugins down, and unloads the libraries if nothing can call them any more. A plugin
/// with a thread inside a call is neither torn down nor unloaded.
///
/// # Safety
/// With `unload`, no plugin callback is still to come, and no pointers into a plugin remain in use.
pub(crate) unsafe fn tear_down(unload: bool) {
    let Some(plugins) = PLUGINS.take() else {
        return;
    };
    for plugin in &plugins.loaded {
        if unload {
            // SAFETY: the caller's duty.
            if unsafe { plugin.unload() } {
                instrumentation::plugin(false, plugin.plugin().path(), plugin.backend().name());
            }
        } else {
            plugin.plugin().tear_down();
        }
    }
    for plugin in &plugins.linked {
        plugin.tear_down();
    }
}

/// Makes calls of plugins no-ops: in a child of `fork` their threads are missing.
fn abandon() {
    // A thread that is still loading plugins has no plugins to call yet.
    if let Some(plugins) = PLUGINS.try_get() {
        plugins.iter().for_each(Plugin::abandon);
    }
}
