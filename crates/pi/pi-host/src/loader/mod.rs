//! Finding, loading and binding plugins.
//!
//! A configuration file lists the libraries ([`config`]); [`search`] has the folders in which they
//! are searched for; [`bind`](self) opens them and runs `piPluginInit`. Libraries of back-ends that
//! the [`DeviceSelector`] excludes are not opened at all, and neither are those that need an
//! environment variable which is not set ([`Backend::variable`]).
//!
//! A library that is not installed is not a failure: the default configuration lists every known
//! back-end. A library that is installed but unusable is reported in [`Loaded::failures`], as are
//! libraries and configurations that other users can write (`tandem_environment::trust`).

mod bind;
pub mod config;
mod error;
pub mod search;

use std::ffi::OsStr;
use std::path::Path;

pub use bind::{LoadedPlugin, load_file, root_cause};
pub use error::{Candidate, LoadError};

use crate::backend::Backend;
use crate::selector::DeviceSelector;
use crate::trace::{self, TraceLevel};
use config::{Config, Entry};
use search::SearchPath;

/// The results of [`load`].
#[derive(Debug, Default)]
pub struct Loaded {
    /// The plugins, in the order of the configuration.
    pub plugins: Vec<LoadedPlugin>,
    /// Libraries that are there but unusable, and such as are missing.
    pub failures: Vec<LoadError>,
    /// Back-ends whose libraries were not opened, with the variable that rules them out.
    pub ruled_out: Vec<(Backend, &'static str)>,
}

impl Loaded {
    /// The failures that a user should hear of: all but missing libraries.
    pub fn broken(&self) -> impl Iterator<Item = &LoadError> {
        self.failures.iter().filter(|error| !error.is_missing())
    }
}

/// Loads the plugins that the installation offers and the environment allows.
///
/// # Errors
/// When the configuration file that `SYCL_PI_CONFIG` names cannot be read, or
/// the configuration is malformed.
pub fn load(selector: &DeviceSelector) -> Result<Loaded, LoadError> {
    let mut config = with_overrides(Config::from_env()?);
    let is_set = |variable| tandem_environment::variable_os(variable).is_some_and(|value| !value.is_empty());
    config.entries.retain(|entry| entry.backend.variable().is_none_or(is_set));
    let loaded = load_config(&config, selector, &SearchPath::from_env());
    if loaded.plugins.is_empty() {
        trace::message(TraceLevel::ALL, format_args!("No Plugins Found."));
    }
    Ok(loaded)
}

/// Loads the plugins of a configuration.
pub fn load_config(config: &Config, selector: &DeviceSelector, search: &SearchPath) -> Loaded {
    let mut loaded = Loaded::default();
    for entry in &config.entries {
        if let Some(variable) = selector.ruled_out_backend(entry.backend) {
            loaded.ruled_out.push((entry.backend, variable));
            continue;
        }
        match bind::load_entry(entry, search) {
            Ok(plugin) => loaded.plugins.push(plugin),
            Err(error) => loaded.failures.push(error),
        }
    }
    loaded
}

/// Applies `SYCL_OVERRIDE_PI_<BACKEND>`: another library for one back-end.
fn with_overrides(mut config: Config) -> Config {
    for backend in Backend::ALL {
        let variable = format!("SYCL_OVERRIDE_PI_{}", backend.name().to_ascii_uppercase());
        let Some(library) = tandem_environment::variable_os(&variable).filter(|value| !value.is_empty()) else {
            continue;
        };
        override_library(&mut config, backend, &library);
    }
    config
}

fn override_library(config: &mut Config, backend: Backend, library: &OsStr) {
    let library = Path::new(library).to_owned();
    match config.entries.iter_mut().find(|entry| entry.backend == backend) {
        Some(entry) => entry.library = library,
        None => config.entries.push(Entry { backend, library }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overrides_replace_or_add() {
        let mut config = Config::parse(Path::new("pi.conf"), "opencl liba.so").unwrap();
        override_library(&mut config, Backend::OpenCl, OsStr::new("/x/libb.so"));
        override_library(&mut config, Backend::Cuda, OsStr::new("libc.so"));
        let libraries: Vec<_> =
            config.entries.iter().map(|entry| (entry.backend, entry.library.to_str().unwrap())).collect();
        assert_eq!(libraries, [(Backend::OpenCl, "/x/libb.so"), (Backend::Cuda, "libc.so")]);
    }
}
