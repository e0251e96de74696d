//! The programs that a context has built, and their kernels.
//!
//! A program is found by image, kernel, values of specialization constants, options and device; one
//! with all kernels of its image is found without the kernel. A program that was linked from
//! several whole images is entered under each of them, so that a library's kernel which was built
//! as part of an application's program is not built again.
//!
//! If several threads request the same program, one of them builds it, without a lock, and the
//! others wait for it. A failed build is not kept: all waiting threads get its error, and later
//! requests try again.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use parking_lot::{Condvar, Mutex, MutexGuard};
use rustc_hash::FxHashMap;
use tandem_image::demangle;
use tandem_image::layout::KernelLayout;
use tandem_pi_host as pi;

use super::constants::SpecValues;
use super::group_sizes::GroupSizes;
use super::image::Image;
use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::programs::device_global::{DeviceGlobals, Memory};
use crate::programs::kernel::Kernel;

/// The identity of a program within a context.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ProgramKey {
    /// Number of an image of the program.
    pub(super) image: usize,
    /// The kernel, if the program has only what one kernel needs of the image.
    pub(super) kernel: Option<String>,
    /// Address of the device.
    pub(super) device: usize,
    /// Options for compiling and linking.
    pub(super) options: String,
    /// Specialization constants that the program may use and that do not have their defaults.
    pub(super) constants: SpecValues,
}

/// A built program.
#[derive(Debug)]
pub(crate) struct Program {
    /// A unique number, for traces.
    number: usize,
    pi: Arc<pi::Program>,
    images: Vec<Arc<Image>>,
    /// The memory of device globals, which kernels need.
    globals: Arc<[Arc<Memory>]>,
    kernels: Mutex<FxHashMap<String, Arc<Kernel>>>,
    /// The time of the last look-up, by the cache's clock.
    last_use: AtomicU64,
    /// Size of the native code, where there is a limit on it.
    bytes: usize,
}

impl Program {
    /// A program that was built from these images.
    pub(crate) fn new(pi: pi::Program, images: Vec<Arc<Image>>, globals: Vec<Arc<Memory>>) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(1);
        let bytes = match Config::get().cached_bytes {
            Some(_) => pi.binaries().unwrap_or_default().iter().map(Vec::len).sum(),
            None => 0,
        };
        Self {
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            pi: Arc::new(pi),
            images,
            globals: globals.into(),
            kernels: Mutex::default(),
            last_use: AtomicU64::new(0),
            bytes,
        }
    }

    /// A kernel of the program, the same for everybody who asks.
    pub(crate) fn kernel(&self, name: &str, layout: Option<KernelLayout>) -> Result<Arc<Kernel>> {
        let mut kernels = self.kernels.lock();
        if let Some(kernel) = kernels.get(name) {
            return Ok(kernel.clone());
        }
        let sizes = self.images.iter().find_map(|image| GroupSizes::of(image, name));
        let kernel = Kernel::new(self.pi.clone(), name, layout, sizes, self.globals.clone())?;
        kernels.insert(name.to_owned(), kernel.clone());
        Ok(kernel)
    }

    pub(crate) fn pi(&self) -> &pi::Program {
        &self.pi
    }

    fn is_current(&self) -> bool {
        self.images.iter().all(|image| image.is_registered())
    }
}

/// The programs of one context.
#[derive(Debug, Default)]
pub(crate) struct ProgramCache {
    entries: Mutex<FxHashMap<ProgramKey, Arc<Entry>>>,
    clock: AtomicU64,
    globals: DeviceGlobals,
    is_end_traced: AtomicBool,
}

/// A program, built or in the making.
#[derive(Debug)]
struct Entry {
    /// The key that it is built for; others are entered along with it.
    main: ProgramKey,
    result: Mutex<Option<Result<Arc<Program>>>>,
    done: Condvar,
}

impl Entry {
    fn wait(&self) -> Result<Arc<Program>> {
        let mut result = self.result.lock();
        loop {
            if let Some(result) = &*result {
                return result.clone();
            }
            self.done.wait(&mut result);
        }
    }

    /// The program, if it is built.
    fn program(&self) -> Option<Arc<Program>> {
        self.result.lock().as_ref()?.as_ref().ok().cloned()
    }
}

/// The programs of all contexts.
static CACHES: Mutex<Vec<Weak<ProgramCache>>> = Mutex::new(Vec::new());

/// The programs of all contexts that there are.
pub(super) fn all() -> Vec<Arc<ProgramCache>> {
    CACHES.lock().iter().filter_map(Weak::upgrade).collect()
}

impl ProgramCache {
    /// The programs of a new context.
    pub(super) fn of_new_context() -> Arc<Self> {
        let cache = Arc::<Self>::default();
        let mut caches = CACHES.lock();
        if caches.len() == caches.capacity() {
            caches.retain(|cache| cache.strong_count() != 0);
        }
        caches.push(Arc::downgrade(&cache));
        cache
    }

    /// The device globals of the context.
    pub(crate) fn globals(&self) -> &DeviceGlobals {
        &self.globals
    }

    /// The program of this key, if it is built already.
    pub(super) fn built(&self, key: &ProgramKey) -> Option<Arc<Program>> {
        let entry = self.entries.lock().get(key).cloned();
        let program = entry.and_then(|entry| entry.program())?;
        self.note_use(&program);
        Some(program)
    }

    fn note_use(&self, program: &Program) {
        program.last_use.store(self.clock.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
    }

    /// The program of this key. If there is none, `build` makes it, and may say
    /// for which other keys it will do.
    pub(super) fn get_or_build(
        &self,
        key: ProgramKey,
        build: impl FnOnce(&Claim<'_>) -> Result<Program>,
    ) -> Result<Arc<Program>> {
        let entry = loop {
            let known = self.entries.lock().get(&key).cloned();
            match known.map_or_else(|| self.claim(&key), Err) {
                Ok(entry) => break entry,
                Err(entry) => match entry.wait() {
                    // The failed program was for another kernel's needs. This kernel may not need
                    // the failing parts.
                    Err(_) if entry.main != key => {}
                    result => {
                        if let Ok(program) = &result {
                            self.note_use(program);
                        }
                        return result;
                    }
                },
            }
        };
        let claim = Claim { cache: self, entry };
        let result = build(&claim).map(Arc::new);
        claim.publish(result)
    }

    /// Creates an entry for a key; returns the existing one if another thread was faster.
    fn claim(&self, key: &ProgramKey) -> Result<Arc<Entry>, Arc<Entry>> {
        let mut entries = self.entries.lock();
        if let Some(entry) = entries.get(key) {
            return Err(entry.clone());
        }
        let entry = Arc::new(Entry { main: key.clone(), result: Mutex::new(None), done: Condvar::new() });
        entries.insert(key.clone(), entry.clone());
        Ok(entry)
    }

    /// With `SYCL_CACHE_TRACE`, leaves word of what the context has at its end.
    pub(super) fn trace_end(&self) {
        let entries = self.entries.lock();
        if !entries.is_empty() && !self.is_end_traced.swap(true, Ordering::Relaxed) {
            trace(|| format!("contents of a context at its end{}", contents(&entries)));
        }
    }

    /// Drops programs that have unregistered images, and device globals of the
    /// closed module. Programs in the making are dropped when they are done.
    pub(super) fn remove_unregistered(&self, module: Option<usize>) {
        self.globals.forget(module);
        let mut removed = Vec::new();
        self.entries.lock().retain(|_, entry| match entry.program() {
            Some(program) if !program.is_current() => {
                trace(|| format!("program {} is dropped: one of its images was closed", program.number));
                // Dropped after the lock is released: a plugin may take its time.
                removed.push(program);
                false
            }
            _ => true,
        });
    }

    /// Drops the programs that were not used for longest until the rest is
    /// within the limit. The newest one stays.
    fn evict(&self, mut entries: MutexGuard<'_, FxHashMap<ProgramKey, Arc<Entry>>>, newest: &Arc<Program>) {
        let Some(limit) = Config::get().cached_bytes else {
            return;
        };
        let mut programs: FxHashMap<usize, Arc<Program>> = FxHashMap::default();
        programs.extend(entries.values().filter_map(|entry| entry.program()).map(|program| (program.number, program)));
        let mut total: usize = programs.values().map(|program| program.bytes).sum();
        let mut by_age: Vec<Arc<Program>> = programs.into_values().collect();
        by_age.sort_by_key(|program| (program.last_use.load(Ordering::Relaxed), program.number));
        let mut evicted = Vec::new();
        for program in by_age.into_iter().filter(|program| !Arc::ptr_eq(program, newest)) {
            if total <= limit {
                break;
            }
            total -= program.bytes;
            entries.retain(|_, entry| entry.program().is_none_or(|known| !Arc::ptr_eq(&known, &program)));
            trace(|| format!("program {} is evicted: {} bytes", program.number, program.bytes));
            evicted.push(program);
        }
        // The programs are dropped after the lock is released: a plugin may take its time.
        drop(entries);
    }
}

impl Drop for ProgramCache {
    fn drop(&mut self) {
        self.trace_end();
    }
}

/// A program in the making.
pub(super) struct Claim<'a> {
    cache: &'a ProgramCache,
    entry: Arc<Entry>,
}

impl Claim<'_> {
    /// Enters the program under further keys, where they are still free.
    pub(super) fn cover(&self, keys: impl IntoIterator<Item = ProgramKey>) {
        let mut entries = self.cache.entries.lock();
        for key in keys {
            entries.entry(key).or_insert_with(|| self.entry.clone());
        }
    }

    /// Hands the result to everybody who waits, and keeps it if it is good for
    /// later.
    fn publish(self, result: Result<Arc<Program>>) -> Result<Arc<Program>> {
        let mut entries = self.cache.entries.lock();
        let is_kept = result.as_ref().is_ok_and(|program| program.is_current());
        if !is_kept {
            entries.retain(|_, entry| !Arc::ptr_eq(entry, &self.entry));
        }
        if let Ok(program) = &result {
            self.cache.note_use(program);
        }
        *self.entry.result.lock() = Some(result.clone());
        self.entry.done.notify_all();
        if is_kept && let Ok(program) = &result {
            trace(|| describe(&entries, program, &self.entry));
            self.cache.evict(entries, program);
        }
        result
    }
}

impl Drop for Claim<'_> {
    /// A build that panics must not leave others waiting.
    fn drop(&mut self) {
        let mut result = self.entry.result.lock();
        if result.is_none() {
            *result = Some(Err(Error::Internal("a program was not built to its end".to_owned())));
            self.entry.done.notify_all();
            drop(result);
            self.cache.entries.lock().retain(|_, entry| !Arc::ptr_eq(entry, &self.entry));
        }
    }
}

/// Prints a line for `SYCL_CACHE_TRACE`.
fn trace(line: impl FnOnce() -> String) {
    if Config::get().trace_programs {
        eprintln!("tandem: program cache: {}", line());
    }
}

/// Describes the images of a new program, and the kernels that are looked up in it.
fn describe(entries: &FxHashMap<ProgramKey, Arc<Entry>>, program: &Program, entry: &Arc<Entry>) -> String {
    let libraries: Vec<&str> = program.images.iter().map(|image| image.file_name()).collect();
    let mut text = format!("program {} is built from {}", program.number, libraries.join(", "));
    let keys: Vec<&ProgramKey> =
        entries.iter().filter(|(_, known)| Arc::ptr_eq(known, entry)).map(|(key, _)| key).collect();
    for image in &program.images {
        for kernel in image.kernels().filter(|kernel| keys.iter().any(|key| key.has_kernel(image, kernel))) {
            text += &format!("\n  {} of {}", demangle::kernel(kernel), image.file_name());
        }
    }
    text
}

/// A line for each way to a program: kernel, module from which it is submitted, what the program was built with, in
/// order of these. A kernel of a library is also found from the module that the program was built for.
fn contents(entries: &FxHashMap<ProgramKey, Arc<Entry>>) -> String {
    let mut lines = BTreeSet::new();
    for (key, entry) in entries {
        let Some(program) = entry.program() else { continue };
        let Some(image) = program.images.iter().find(|image| image.number == key.image) else { continue };
        let main = &program.images[0];
        for kernel in image.kernels().filter(|kernel| key.has_kernel(image, kernel)) {
            let from_main = (!main.has_kernel(kernel)).then_some(main);
            for module in [image].into_iter().chain(from_main) {
                let (name, module) = (demangle::kernel(kernel), module.file_name());
                lines.insert(format!("\n  {name} from {module}{key} -> program {}", program.number));
            }
        }
    }
    lines.into_iter().collect()
}

impl ProgramKey {
    /// Whether it leads to a program with this kernel of an image.
    fn has_kernel(&self, image: &Image, kernel: &str) -> bool {
        self.image == image.number && self.kernel.as_ref().is_none_or(|only| only == kernel)
    }
}

impl fmt::Display for ProgramKey {
    /// Lists the settings that differ from the defaults.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.options.is_empty() {
            write!(f, ", options {}", self.options)?;
        }
        write!(f, "{}", self.constants)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const WAITERS: usize = 7;

    fn key(image: usize) -> ProgramKey {
        ProgramKey { image, kernel: None, device: 0, options: String::new(), constants: SpecValues::default() }
    }

    fn failure(text: &str) -> Error {
        Error::Internal(text.to_owned())
    }

    fn wait_until(condition: impl Fn() -> bool) {
        while !condition() {
            thread::yield_now();
        }
    }

    #[test]
    fn who_waits_for_a_failed_build_gets_its_error_and_who_asks_later_builds_again() {
        let cache = ProgramCache::default();
        let builds = AtomicUsize::new(0);
        let build = |claim: &Claim<'_>| {
            builds.fetch_add(1, Ordering::Relaxed);
            // The cache and the claim hold the entry, and everybody who waits does.
            wait_until(|| Arc::strong_count(&claim.entry) == 2 + WAITERS);
            Err(failure("shared"))
        };
        let ask = || cache.get_or_build(key(1), build).unwrap_err().to_string();
        thread::scope(|scope| {
            let first = scope.spawn(ask);
            wait_until(|| builds.load(Ordering::Relaxed) != 0);
            let others: Vec<_> = (0..WAITERS).map(|_| scope.spawn(ask)).collect();
            for thread in others.into_iter().chain([first]) {
                assert_eq!(thread.join().unwrap(), failure("shared").to_string());
            }
        });
        assert_eq!(builds.load(Ordering::Relaxed), 1);
        assert!(cache.entries.lock().is_empty(), "a failure is not kept");
        let again = cache.get_or_build(key(1), |_| Err(failure("another"))).unwrap_err();
        assert_eq!(again.to_string(), failure("another").to_string());
    }

    #[test]
    fn what_failed_for_another_kernel_is_built_alone() {
        let cache = ProgramCache::default();
        let application = || {
            let build = |claim: &Claim<'_>| {
                claim.cover([key(2)]);
                // Two keys, the claim, and who waits.
                wait_until(|| Arc::strong_count(&claim.entry) == 4);
                Err(failure("application"))
            };
            cache.get_or_build(key(1), build).unwrap_err().to_string()
        };
        thread::scope(|scope| {
            let application = scope.spawn(application);
            wait_until(|| cache.entries.lock().contains_key(&key(2)));
            let library = cache.get_or_build(key(2), |_| Err(failure("library"))).unwrap_err();
            assert_eq!(library.to_string(), failure("library").to_string());
            assert_eq!(application.join().unwrap(), failure("application").to_string());
        });
    }
}
