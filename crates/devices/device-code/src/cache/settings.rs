//! Settings of the cache from the environment.
//!
//! | variable | meaning | default |
//! |---|---|---|
//! | `SYCL_CACHE_PERSISTENT` | 0 turns the cache off | 1 |
//! | `SYCL_CACHE_DIR` | its directory | `$XDG_CACHE_HOME/tandem`, then `$HOME/.cache/tandem` |
//! | `SYCL_CACHE_MAX_SIZE` | limit in MB, 0 for none | 8192 |
//! | `SYCL_CACHE_THRESHOLD` | days after which an unused entry goes, 0 for never | 7 |
//! | `SYCL_CACHE_EVICTION_DISABLE` | set: nothing is evicted | unset |
//! | `SYCL_CACHE_MIN_DEVICE_IMAGE_SIZE` | smallest image that is cached, in bytes | 0 |
//! | `SYCL_CACHE_MAX_DEVICE_IMAGE_SIZE` | largest image that is cached, in bytes | 1 GB |
//! | `SYCL_CACHE_TRACE` | bit 0: tell on stderr what happens | 0 |

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// How a cache behaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Root of the cache; need not exist.
    pub directory: PathBuf,
    /// Size that the entries may have together; `None` for no limit.
    pub max_bytes: Option<u64>,
    /// Age at which unused entries go; `None` for never.
    pub max_age: Option<Duration>,
    /// Evict at all.
    pub evict: bool,
    /// Sizes of device images that are cached, in bytes.
    pub image_sizes: RangeInclusive<u64>,
    /// Report events on stderr.
    pub trace: bool,
}

const MB: u64 = 1 << 20;
const DAY: u64 = 24 * 60 * 60;

impl Settings {
    /// The defaults, for a directory.
    pub fn new(directory: PathBuf) -> Self {
        Self {
            directory,
            max_bytes: Some(8192 * MB),
            max_age: Some(Duration::from_secs(7 * DAY)),
            evict: true,
            image_sizes: 0..=1 << 30,
            trace: false,
        }
    }

    /// The settings in the environment; `None` if the cache is off, or has no directory.
    pub fn from_env() -> Option<Self> {
        Self::from_variables(tandem_environment::variable_os)
    }

    fn from_variables(get: impl Fn(&str) -> Option<OsString>) -> Option<Self> {
        let text = |name: &str| get(name).and_then(|value| value.into_string().ok());
        let number = |name: &str| text(name).and_then(|value| value.trim().parse::<u64>().ok());
        let path = |name: &str| get(name).filter(|value| !value.is_empty()).map(PathBuf::from);

        if number("SYCL_CACHE_PERSISTENT") == Some(0) {
            return None;
        }
        let directory = path("SYCL_CACHE_DIR")
            .or_else(|| path("XDG_CACHE_HOME").map(|base| base.join("tandem")))
            .or_else(|| path("HOME").map(|home| home.join(".cache/tandem")))?;
        let mut settings = Self::new(directory);
        if let Some(megabytes) = number("SYCL_CACHE_MAX_SIZE") {
            settings.max_bytes = (megabytes > 0).then_some(megabytes.saturating_mul(MB));
        }
        if let Some(days) = number("SYCL_CACHE_THRESHOLD") {
            settings.max_age = (days > 0).then_some(Duration::from_secs(days.saturating_mul(DAY)));
        }
        settings.evict = get("SYCL_CACHE_EVICTION_DISABLE").is_none();
        let smallest = number("SYCL_CACHE_MIN_DEVICE_IMAGE_SIZE").unwrap_or(0);
        let largest = number("SYCL_CACHE_MAX_DEVICE_IMAGE_SIZE");
        settings.image_sizes = smallest..=largest.unwrap_or(*settings.image_sizes.end());
        settings.trace = traces_disk(text("SYCL_CACHE_TRACE").as_deref());
        Some(settings)
    }
}

/// A mask whose bit 0 is the disk cache; anything else that is set means 1.
fn traces_disk(value: Option<&str>) -> bool {
    match value.map(|value| value.trim().parse::<u64>()) {
        None => false,
        Some(Ok(mask @ 0..=7)) => mask & 1 != 0,
        Some(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(variables: &[(&str, &str)]) -> Option<Settings> {
        Settings::from_variables(|name| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
    }

    #[test]
    fn directories_in_order_of_precedence() {
        let directory = |variables: &[(&str, &str)]| settings(variables).map(|s| s.directory);
        let all = [("SYCL_CACHE_DIR", "/a"), ("XDG_CACHE_HOME", "/b"), ("HOME", "/c")];
        assert_eq!(directory(&all), Some("/a".into()));
        assert_eq!(directory(&all[1..]), Some("/b/tandem".into()));
        assert_eq!(directory(&all[2..]), Some("/c/.cache/tandem".into()));
        assert_eq!(directory(&[]), None);
        assert_eq!(directory(&[("SYCL_CACHE_DIR", ""), ("HOME", "/c")]), Some("/c/.cache/tandem".into()));
    }

    #[test]
    fn switches_and_limits() {
        let with = |name, value| settings(&[("HOME", "/h"), (name, value)]);
        assert_eq!(with("SYCL_CACHE_PERSISTENT", "0"), None);
        assert!(with("SYCL_CACHE_PERSISTENT", "1").is_some());
        assert_eq!(with("SYCL_CACHE_MAX_SIZE", "2").unwrap().max_bytes, Some(2 * MB));
        assert_eq!(with("SYCL_CACHE_MAX_SIZE", "0").unwrap().max_bytes, None);
        assert_eq!(with("SYCL_CACHE_MAX_SIZE", "many").unwrap().max_bytes, Some(8192 * MB));
        assert_eq!(with("SYCL_CACHE_THRESHOLD", "0").unwrap().max_age, None);
        assert!(!with("SYCL_CACHE_EVICTION_DISABLE", "").unwrap().evict);
        assert!(!with("SYCL_CACHE_MIN_DEVICE_IMAGE_SIZE", "9").unwrap().image_sizes.contains(&8));
        assert!(with("SYCL_CACHE_TRACE", "yes").unwrap().trace);
        assert!(!with("SYCL_CACHE_TRACE", "2").unwrap().trace);
    }
}
