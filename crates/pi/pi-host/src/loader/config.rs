//! `pi.conf`: the list of plugin libraries.
//!
//! The file is at `<lib>/tandem/pi.conf`, where `<lib>` is the folder of the library that contains
//! this code (see [`super::search`]); `SYCL_PI_CONFIG` names another one. It has one plugin per
//! line, and comments after `#`:
//!
//! ```text
//! # back-end   library
//! native_cpu   libpi_native_cpu.so
//! opencl       /opt/vendor/lib/libpi_opencl.so
//! ```
//!
//! A library without a slash is searched for; a relative path is relative to the folder of the
//! file. Without a file, the libraries have DPC++'s names.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use tandem_environment::trust;

use super::LoadError;
use super::search::{install_dirs, own_file};
use crate::backend::Backend;

/// The plugins of an installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// In the order in which platforms are listed.
    pub entries: Vec<Entry>,
}

/// One line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The back-end that the plugin serves.
    pub backend: Backend,
    /// A file name to search for, or a path.
    pub library: PathBuf,
}

impl Default for Config {
    fn default() -> Self {
        let entries = Backend::ALL
            .into_iter()
            .map(|backend| Entry { backend, library: PathBuf::from(format!("libpi_{backend}.so")) })
            .collect();
        Self { entries }
    }
}

impl Config {
    /// Reads the file that `SYCL_PI_CONFIG` names, or that of the installation,
    /// or else takes the default.
    pub fn from_env() -> Result<Self, LoadError> {
        if let Some(path) = tandem_environment::variable_os("SYCL_PI_CONFIG").filter(|value| !value.is_empty()) {
            return Self::read(Path::new(&path));
        }
        install_dirs()
            .into_iter()
            .map(|dir| dir.join("tandem/pi.conf"))
            .find(|path| path.is_file())
            .map_or_else(|| Ok(Self::default()), |path| Self::read(&path))
    }

    /// Reads a file, unless other users can write it.
    pub fn read(path: &Path) -> Result<Self, LoadError> {
        let mut text = String::new();
        trust::open_installed(path, own_file().as_deref())
            .and_then(|mut file| file.read_to_string(&mut text))
            .map_err(|error| LoadError::UnreadableConfig { path: path.to_owned(), reason: error.to_string() })?;
        Self::parse(path, &text)
    }

    /// Parses the text of the file at `path`.
    pub fn parse(path: &Path, text: &str) -> Result<Self, LoadError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut entries = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let entry = parse_line(folder, line).map_err(|reason| LoadError::MalformedConfig {
                path: path.to_owned(),
                line: index + 1,
                reason,
            })?;
            entries.push(entry);
        }
        Ok(Self { entries })
    }
}

fn parse_line(folder: &Path, line: &str) -> Result<Entry, String> {
    let (backend, library) =
        line.split_once(char::is_whitespace).ok_or_else(|| format!("`{line}` is not a backend and a library"))?;
    let backend = Backend::parse(backend).ok_or_else(|| format!("unknown backend `{backend}`"))?;
    let library = library.trim();
    let library = if library.contains('/') { folder.join(library) } else { PathBuf::from(library) };
    Ok(Entry { backend, library })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_name_a_backend_and_a_library() {
        let text = "# comment\n\n native_cpu  libpi_native_cpu.so # more\nopencl ./a/lib b.so\ncuda /x/libc.so\n";
        let config = Config::parse(Path::new("/etc/tandem/pi.conf"), text).unwrap();
        let lines: Vec<_> =
            config.entries.iter().map(|entry| format!("{} {}", entry.backend, entry.library.display())).collect();
        assert_eq!(lines, ["native_cpu libpi_native_cpu.so", "opencl /etc/tandem/./a/lib b.so", "cuda /x/libc.so"]);
    }

    #[test]
    fn malformed_lines_are_refused_with_their_number() {
        for text in ["\nopencl", "\nvulkan libx.so", "\nlibpi_opencl.so"] {
            let error = Config::parse(Path::new("pi.conf"), text).unwrap_err();
            assert!(error.to_string().contains("line 2"), "{error}");
        }
    }

    #[test]
    fn a_missing_file_is_an_error() {
        let error = Config::read(Path::new("/nonexistent/pi.conf")).unwrap_err();
        assert!(error.to_string().contains("/nonexistent/pi.conf"), "{error}");
    }
}
