//! Access to generated code through the persistent cache. A hit does not load LLVM.

use std::sync::OnceLock;

use tandem_device::Result;

use crate::cache::{Cache, Key};
use crate::codegen_library::{GeneratedCode, with_note, without_note};

/// The output of a code generator, from this call or from the cache.
pub struct Generated {
    /// Code, or a unit.
    pub code: Vec<u8>,
    /// Warnings, if it was made now.
    pub log: String,
    /// It was in the cache.
    pub is_cached: bool,
}

/// Whether cached code may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// It will.
    Cache,
    /// It was of no use.
    Nothing,
}

/// The cache of a driver's code, if the environment wants one.
pub struct CodeCache {
    /// Environment variables that ask to see each compilation: with one of them, there is no cache.
    watching: &'static [&'static str],
    cache: OnceLock<Option<Cache>>,
}

impl CodeCache {
    /// A cache, unless one of the variables `watching` is set.
    pub const fn new(watching: &'static [&'static str]) -> Self {
        Self { watching, cache: OnceLock::new() }
    }

    /// Returns the code under a key. If there is none, or none of use, it is made; `image_bytes` are the bytes that it
    /// is made from.
    ///
    /// # Errors
    /// Errors from `generate`.
    pub fn get(
        &self,
        lookup: Lookup,
        key: impl FnOnce() -> Key,
        image_bytes: usize,
        generate: impl FnOnce() -> Result<GeneratedCode>,
    ) -> Result<Generated> {
        let Some(cache) = self.cache() else { return generate().map(Generated::now) };
        let key = key();
        if lookup == Lookup::Cache
            && let Some(code) = cache.get(&key).and_then(without_note)
        {
            return Ok(Generated { code, log: String::new(), is_cached: true });
        }
        let made = generate()?;
        cache.put(&key, image_bytes, &with_note(&made.code, made.llvm));
        Ok(Generated::now(made))
    }

    /// Loads the code under a key, which is made as in [`get`](Self::get). Cached code that does not load is made
    /// again.
    ///
    /// # Errors
    /// Errors from [`Generated::load`].
    pub fn load<T>(
        &self,
        key: impl Fn() -> Key,
        image_bytes: usize,
        generate: impl Fn() -> Result<GeneratedCode>,
        load: impl Fn(Vec<u8>, String) -> Result<T>,
    ) -> Result<T> {
        let one = |lookup| Ok(vec![self.get(lookup, &key, image_bytes, &generate)?]);
        Generated::load(one, |code, log| load(code.into_iter().next().unwrap_or_default(), log))
    }

    fn cache(&self) -> Option<&Cache> {
        let is_set = |name: &&str| tandem_environment::variable_os(name).is_some_and(|value| !value.is_empty());
        let from_env = || if self.watching.iter().any(is_set) { None } else { Cache::from_env() };
        self.cache.get_or_init(from_env).as_ref()
    }
}

impl Generated {
    fn now(made: GeneratedCode) -> Self {
        Self { code: made.code, log: made.log, is_cached: false }
    }

    /// Loads generated code, of one target or several. Cached code that does not load is made again.
    ///
    /// # Errors
    /// Errors from `generate`, and those from `load` for code that was made now.
    pub fn load<T>(
        generate: impl Fn(Lookup) -> Result<Vec<Self>>,
        load: impl Fn(Vec<Vec<u8>>, String) -> Result<T>,
    ) -> Result<T> {
        let load = |all: Vec<Self>| {
            let logs: Vec<&str> = all.iter().map(|one| one.log.trim_end()).filter(|log| !log.is_empty()).collect();
            let log = logs.join("\n");
            load(all.into_iter().map(|one| one.code).collect(), log)
        };
        let generated = generate(Lookup::Cache)?;
        let is_cached = generated.iter().any(|one| one.is_cached);
        match load(generated) {
            Err(_) if is_cached => load(generate(Lookup::Nothing)?),
            result => result,
        }
    }
}
