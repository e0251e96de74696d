//! The registered images of the process, and what is found in them.
//!
//! Modules register before `main`, so registering only notes the descriptor's
//! address; images are read when the first kernel is looked up. A kernel is
//! searched by (module, name): images of the module that launches it come
//! first, so two libraries may have kernels of the same name, and a library may
//! be closed and opened again.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::built_in::BuiltIns;
use super::descriptors::read_all;
use super::globals::Globals;
use super::image::Image;
use super::kernel_id::KernelIds;
use super::module_origin::DescriptorOrigin;
use super::modules::{Modules, Rank};
use super::resolve::Exports;
use crate::base::error::Error;

/// The registered images and their indexes.
#[derive(Debug, Default)]
pub(super) struct Registry {
    /// Unread descriptors, and their origins.
    pub(super) unread: Vec<(usize, DescriptorOrigin)>,
    /// The images of each descriptor.
    pub(super) modules: FxHashMap<usize, Vec<Arc<Image>>>,
    /// All images, in order of registration.
    pub(super) images: Vec<Arc<Image>>,
    /// The images that have each kernel.
    pub(super) kernels: FxHashMap<String, Vec<Arc<Image>>>,
    /// The images that represent built-in kernels.
    pub(super) built_in: BuiltIns,
    /// The images that export each symbol.
    pub(super) exports: Exports,
    /// The images that use each device global.
    pub(super) globals: Globals,
    /// The modules that the program started with.
    pub(super) loaded: Option<Modules>,
    /// The errors of unreadable images, by descriptor.
    pub(super) broken: Vec<(usize, Error)>,
    /// The identities that were handed out.
    pub(super) ids: KernelIds,
}

impl Registry {
    /// Reads the descriptors that were registered since the last time.
    pub(super) fn read(&mut self) {
        for (binaries, site) in std::mem::take(&mut self.unread) {
            let rank = self.loaded.as_ref().map_or(Rank::RunTime, |loaded| loaded.rank(site.module));
            // SAFETY: `register` was promised a valid descriptor, and it was not
            // unregistered.
            for image in unsafe { read_all(binaries, &site, rank) } {
                match image.map(Arc::new) {
                    Ok(image) => {
                        self.add(&image);
                        self.modules.entry(binaries).or_default().push(image);
                    }
                    Err(error) => self.broken.push((binaries, error)),
                }
            }
        }
    }

    pub(super) fn add(&mut self, image: &Arc<Image>) {
        self.images.push(image.clone());
        for entry in image.kernels() {
            self.kernels.entry(entry.to_owned()).or_default().push(image.clone());
        }
        self.exports.add(image);
        self.globals.add(image);
    }

    /// Drops images.
    pub(super) fn forget(&mut self, gone: &[Arc<Image>]) {
        gone.iter().for_each(|image| image.unregister());
        self.images.retain(|image| image.is_registered());
        self.kernels.retain(|_, images| {
            images.retain(|image| image.is_registered());
            !images.is_empty()
        });
        self.exports.remove_unregistered();
        self.globals.remove_unregistered();
    }

    /// Forgets the identities of kernels that were in these images only.
    pub(super) fn forget_ids(&mut self, gone: &[Arc<Image>]) {
        for image in gone {
            for kernel in image.kernels() {
                let left = self.kernels.get(kernel).map_or(&[][..], Vec::as_slice);
                if left.iter().all(|other| other.module() != image.module()) {
                    self.ids.forget(kernel, image.module());
                }
            }
        }
    }
}
