//! Settings from the environment, read once. Names and meanings are DPC++'s.

use std::sync::OnceLock;

/// Bit of `SYCL_CACHE_TRACE` for programs in memory.
const TRACE_IN_MEMORY: usize = 2;

/// The settings from the environment.
#[derive(Debug)]
pub(crate) struct Config {
    /// `SYCL_ENABLE_DEFAULT_CONTEXTS`: whether queues of a device share a context.
    pub(crate) default_contexts: bool,
    /// `SYCL_HOST_UNIFIED_MEMORY`: overrides what devices say.
    pub(crate) host_unified_memory: Option<bool>,
    /// `SYCL_QUEUE_THREAD_POOL_SIZE`: most threads that run host tasks.
    pub(crate) host_threads: usize,
    /// `SYCL_CACHE_IN_MEM`: whether built programs are kept.
    pub(crate) cache_programs: bool,
    /// `SYCL_IN_MEM_CACHE_EVICTION_THRESHOLD`: most bytes of native code that
    /// are kept.
    pub(crate) cached_bytes: Option<usize>,
    /// `SYCL_CACHE_TRACE`: whether to tell what happens to built programs.
    pub(crate) trace_programs: bool,
    /// `SYCL_RT_WARNING_LEVEL`: 0 for none.
    pub(crate) warning_level: u32,
    /// `SYCL_PROGRAM_COMPILE_OPTIONS`, `…_APPEND_COMPILE_OPTIONS`.
    pub(crate) compile_options: Options,
    /// `SYCL_PROGRAM_LINK_OPTIONS`, `…_APPEND_LINK_OPTIONS`.
    pub(crate) link_options: Options,
}

/// Options that replace or follow those of an image.
#[derive(Debug, Default)]
pub(crate) struct Options {
    replace: Option<String>,
    append: Option<String>,
}

impl Options {
    /// From the variables of these names.
    fn read(replace: &str, append: &str) -> Self {
        Self { replace: text(replace), append: text(append) }
    }

    /// The options to use where the image has these.
    pub(crate) fn apply(&self, image: &str) -> String {
        let mut options = self.replace.as_deref().unwrap_or(image).to_owned();
        if let Some(append) = &self.append {
            if !options.is_empty() {
                options.push(' ');
            }
            options.push_str(append);
        }
        options
    }
}

impl Config {
    /// The settings of this process.
    pub(crate) fn get() -> &'static Self {
        static CONFIG: OnceLock<Config> = OnceLock::new();
        CONFIG.get_or_init(Self::read)
    }

    fn read() -> Self {
        let cores = || std::thread::available_parallelism().map_or(4, usize::from);
        Self {
            default_contexts: flag("SYCL_ENABLE_DEFAULT_CONTEXTS").unwrap_or(true),
            host_unified_memory: flag("SYCL_HOST_UNIFIED_MEMORY"),
            host_threads: number("SYCL_QUEUE_THREAD_POOL_SIZE").unwrap_or_else(|| cores().max(4)),
            cache_programs: flag("SYCL_CACHE_IN_MEM").unwrap_or(true),
            cached_bytes: number("SYCL_IN_MEM_CACHE_EVICTION_THRESHOLD").filter(|bytes| *bytes != 0),
            trace_programs: number("SYCL_CACHE_TRACE").is_some_and(|bits| bits & TRACE_IN_MEMORY != 0),
            warning_level: number("SYCL_RT_WARNING_LEVEL").unwrap_or(0) as u32,
            compile_options: Options::read("SYCL_PROGRAM_COMPILE_OPTIONS", "SYCL_PROGRAM_APPEND_COMPILE_OPTIONS"),
            link_options: Options::read("SYCL_PROGRAM_LINK_OPTIONS", "SYCL_PROGRAM_APPEND_LINK_OPTIONS"),
        }
    }
}

fn text(name: &str) -> Option<String> {
    tandem_environment::variable(name).filter(|value| !value.is_empty())
}

fn number(name: &str) -> Option<usize> {
    text(name).and_then(|value| value.trim().parse().ok())
}

fn flag(name: &str) -> Option<bool> {
    text(name).map(|value| value.trim() != "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_replace_and_append() {
        let options = |replace: Option<&str>, append: Option<&str>| Options {
            replace: replace.map(str::to_owned),
            append: append.map(str::to_owned),
        };
        assert_eq!(options(None, None).apply("-a"), "-a");
        assert_eq!(options(Some("-b"), None).apply("-a"), "-b");
        assert_eq!(options(None, Some("-c")).apply("-a"), "-a -c");
        assert_eq!(options(None, Some("-c")).apply(""), "-c");
    }
}
