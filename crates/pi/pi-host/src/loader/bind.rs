//! Opening one library and running its `piPluginInit`.

use std::fmt;
use std::path::{Path, PathBuf};

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use parking_lot::Mutex;
use tandem_environment::trust::{self, Untrusted};

use super::config::Entry;
use super::error::{Candidate, LoadError};
use super::search::{SearchPath, own_file};
use crate::backend::Backend;
use crate::plugin::Plugin;
use crate::trace::{self, TraceLevel};
use tandem_pi_abi::constants::{PI_SANITIZE_TYPE_NONE, PI_SUCCESS, PRIVATE_QUERIES_SYMBOL};
use tandem_pi_abi::plugin::{PiPlugin, PiPluginInit};
use tandem_pi_abi::table::{PI_VERSION_MAJOR, PI_VERSION_MINOR, PiFunctionTable};
use tandem_pi_abi::version::{PI_VERSION, PiVersion, field_text, to_field};

/// A bound plugin and its library, which stays mapped until
/// [`LoadedPlugin::unload`].
pub struct LoadedPlugin {
    plugin: &'static Plugin,
    backend: Backend,
    library: Mutex<Option<Library>>,
}

impl LoadedPlugin {
    /// The plugin.
    pub fn plugin(&self) -> &'static Plugin {
        self.plugin
    }

    /// The back-end that the configuration names for it.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Tears the plugin down and unmaps its library, unless a thread is inside
    /// of a call to it. Does nothing the second time. Returns whether it did something.
    ///
    /// # Safety
    /// There are no pointers into its code (a copy of the table, a callback).
    pub unsafe fn unload(&self) -> bool {
        if !self.plugin.tear_down() {
            return false;
        }
        if let Some(library) = self.library.lock().take() {
            // A library that stays mapped does no harm.
            let _ = library.close();
        }
        true
    }
}

impl Drop for LoadedPlugin {
    fn drop(&mut self) {
        // Objects may still point into the library, so it stays mapped.
        std::mem::forget(self.library.get_mut().take());
    }
}

impl fmt::Debug for LoadedPlugin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoadedPlugin")
            .field("backend", &self.backend)
            .field("plugin", &self.plugin)
            .finish_non_exhaustive()
    }
}

/// Finds the library of an entry and binds it.
pub(super) fn load_entry(entry: &Entry, search: &SearchPath) -> Result<LoadedPlugin, LoadError> {
    let name = entry.library.display();
    let (path, library) = open_first(&entry.library, search).inspect_err(|_| {
        trace::message(TraceLevel::ALL, format_args!("Check if plugin is present. Failed to load plugin: {name}"));
    })?;
    bind(&path, library, entry.backend).inspect_err(|_| {
        trace::message(TraceLevel::ALL, format_args!("Failed to bind PI APIs to the plugin: {name}"));
    })
}

/// Loads one library by its path.
pub fn load_file(path: &Path, backend: Backend) -> Result<LoadedPlugin, LoadError> {
    let entry = Entry { backend, library: Path::new(".").join(path) };
    load_entry(&entry, &SearchPath::new(Vec::new()))
}

/// Opens the first candidate that exists. One that exists and cannot be opened
/// ends the search: going on would hide what is wrong with it.
fn open_first(library: &Path, search: &SearchPath) -> Result<(PathBuf, Library), LoadError> {
    let mut tried = Vec::new();
    for path in search.candidates(library) {
        let reason = match open(&path) {
            Ok(library) => return Ok((path, library)),
            Err(reason) => reason,
        };
        trace::dlopen_failure(&path, &reason);
        let exists = path.exists();
        tried.push(Candidate { path: path.clone(), reason: reason.clone() });
        if exists {
            return Err(LoadError::Unloadable { path, reason, tried });
        }
    }
    Err(LoadError::Missing { library: library.display().to_string(), tried })
}

/// Opens a library, unless other users can write it. The dynamic linker reports missing libraries.
fn open(path: &Path) -> Result<Library, String> {
    match trust::open_installed(path, own_file().as_deref()) {
        Err(error) if Untrusted::is_cause_of(&error) => return Err(error.to_string()),
        _ => {}
    }
    // SAFETY: loading a plugin runs its initializers; that is the point, and
    // the configuration says whom to trust.
    unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }.map_err(|error| root_cause(&error))
}

/// The message of the dynamic linker, without that of the crate that calls it.
pub fn root_cause(error: &libloading::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

/// The structure that `piPluginInit` fills in. A plugin of a newer major version may have a larger
/// table; the slack keeps it from writing over the stack before its version can be read and
/// rejected.
#[repr(C)]
struct Offer {
    plugin: PiPlugin,
    slack: [u8; 4096],
}

fn bind(path: &Path, library: Library, backend: Backend) -> Result<LoadedPlugin, LoadError> {
    // SAFETY: the symbol has this type by PI's definition.
    let init = unsafe { library.get::<PiPluginInit>(b"piPluginInit\0") }
        .map_err(|error| LoadError::NotAPlugin { path: path.to_owned(), reason: root_cause(&error) })?;
    let host_version = format!("{PI_VERSION_MAJOR}.{PI_VERSION_MINOR}");
    let mut offer = Offer {
        plugin: PiPlugin {
            pi_version: to_field(&host_version),
            plugin_version: to_field(&host_version),
            targets: std::ptr::null_mut(),
            table: PiFunctionTable::EMPTY,
            sanitize_type: PI_SANITIZE_TYPE_NONE,
        },
        slack: [0; 4096],
    };
    // SAFETY: the pointer is to the struct that PI defines, of the stated
    // version. It is derived from the whole offer, slack included.
    let code = unsafe { init((&raw mut offer).cast()) };
    if code != PI_SUCCESS {
        return Err(LoadError::Initialization { path: path.to_owned(), code, host_version });
    }
    let version = check_version(path, &offer.plugin, host_version)?;
    if offer.plugin.table.piPlatformsGet.is_none() {
        return Err(LoadError::IncompleteTable { path: path.to_owned(), entry: "piPlatformsGet" });
    }
    trace::message(
        TraceLevel::BASIC,
        format_args!(
            "Plugin found and successfully loaded: {} [ PluginVersion: {} ]",
            path.file_name().unwrap_or(path.as_os_str()).display(),
            field_text(&offer.plugin.plugin_version)
        ),
    );
    // SAFETY: a plugin of this major version filled the table; the library stays
    // mapped until `unload`.
    let plugin = unsafe { Plugin::from_table(offer.plugin.table, path.to_owned(), version) }.with_backend(backend);
    // SAFETY: the symbol is only looked up.
    let announcement = unsafe { library.get::<*const u8>(PRIVATE_QUERIES_SYMBOL.to_bytes_with_nul()) };
    let plugin = plugin.with_private_queries(announcement.is_ok());
    Ok(LoadedPlugin { plugin: plugin.leak(), backend, library: Mutex::new(Some(library)) })
}

/// The plugin's version, if its major number is ours.
fn check_version(path: &Path, plugin: &PiPlugin, host_version: String) -> Result<PiVersion, LoadError> {
    PiVersion::from_field(&plugin.plugin_version).filter(|version| version.major == PI_VERSION.major).ok_or_else(|| {
        LoadError::Version { path: path.to_owned(), version: field_text(&plugin.plugin_version), host_version }
    })
}
