//! The programs that a context has built, and their kernels.
//!
//! Of several threads that ask for the same program, one builds, without a
//! lock, and the others wait for it. A failed build is not kept: its error goes
//! to everybody who waited, and whoever asks later tries again.

use std::sync::Arc;

use parking_lot::{Condvar, Mutex};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tandem_image::layout::KernelLayout;
use tandem_pi::host as pi;

use super::constants::IdValue;
use super::image::Image;
use crate::error::Result;
use crate::kernel::Kernel;

/// What makes two programs of a context the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ProgramKey {
    /// Numbers of the images, in ascending order.
    pub(super) images: SmallVec<[usize; 2]>,
    /// Address of the device.
    pub(super) device: usize,
    /// Specialization constants that do not have their defaults: number of the
    /// image, id and value, in ascending order.
    pub(super) constants: Vec<(usize, IdValue)>,
}

/// A built program.
#[derive(Debug)]
pub(crate) struct Program {
    pi: Arc<pi::Program>,
    images: Vec<Arc<Image>>,
    kernels: Mutex<FxHashMap<String, Arc<Kernel>>>,
}

impl Program {
    /// A program that was built from these images.
    pub(crate) fn new(pi: pi::Program, images: Vec<Arc<Image>>) -> Self {
        Self { pi: Arc::new(pi), images, kernels: Mutex::default() }
    }

    /// A kernel of the program, the same for everybody who asks.
    pub(crate) fn kernel(&self, name: &str, layout: Option<KernelLayout>) -> Result<Arc<Kernel>> {
        let mut kernels = self.kernels.lock();
        if let Some(kernel) = kernels.get(name) {
            return Ok(kernel.clone());
        }
        let kernel = Kernel::new(self.pi.clone(), name, layout)?;
        kernels.insert(name.to_owned(), kernel.clone());
        Ok(kernel)
    }
}

/// The programs of one context.
#[derive(Debug, Default)]
pub(crate) struct ProgramCache(Mutex<FxHashMap<ProgramKey, Arc<Entry>>>);

#[derive(Debug, Default)]
struct Entry {
    result: Mutex<Option<Result<Arc<Program>>>>,
    done: Condvar,
}

impl ProgramCache {
    /// The program of this key; built by `build` if there is none.
    pub(super) fn get_or_build(
        &self,
        key: ProgramKey,
        build: impl FnOnce() -> Result<Program>,
    ) -> Result<Arc<Program>> {
        let (entry, is_new) = {
            let mut entries = self.0.lock();
            entries.retain(|_, entry| !entry.is_stale());
            match entries.get(&key) {
                Some(entry) => (entry.clone(), false),
                None => {
                    let entry = Arc::<Entry>::default();
                    entries.insert(key.clone(), entry.clone());
                    (entry, true)
                }
            }
        };
        if !is_new {
            return entry.wait();
        }
        let result = build().map(Arc::new);
        if result.is_err() {
            self.0.lock().remove(&key);
        }
        *entry.result.lock() = Some(result.clone());
        entry.done.notify_all();
        result
    }
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

    /// Whether the program's images are gone. A program in the making is not.
    fn is_stale(&self) -> bool {
        match self.result.try_lock().as_deref() {
            Some(Some(Ok(program))) => program.images.iter().any(|image| !image.is_registered()),
            _ => false,
        }
    }
}
