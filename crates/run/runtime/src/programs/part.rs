//! The part of an image that a program uses: all of it, or the part that kernels and symbols need.
//!
//! An image of a source with many kernels has code for all of them, and compiling all of it takes
//! seconds. A launch needs one kernel and its callees, so its program has a slice of the image
//! ([`tandem_spirv_binary::slice`]). Slices are made here, above PI: every plugin compiles less,
//! and each cache of compiled code has one entry per kernel.

use std::sync::Arc;

use tandem_spirv_binary::slice::Slice;

use super::image::Image;
use super::image_global::ImageGlobal;
use super::uses::Uses;

/// A part of an image.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) image: Arc<Image>,
    /// `None` for all of the image.
    slice: Option<Slice>,
}

impl Part {
    /// All of an image.
    pub(super) fn whole(image: Arc<Image>) -> Self {
        Self { image, slice: None }
    }

    /// The part of an image that a kernel needs.
    pub(super) fn of_kernel(image: Arc<Image>, kernel: &str) -> Self {
        let slice = image.empty_slice();
        let slice = slice.and_then(|mut slice| slice.require_kernel(kernel).then_some(slice));
        Self { image, slice }
    }

    /// The part of an image that the users of a symbol need.
    pub(super) fn of_symbol(image: Arc<Image>, symbol: &str) -> Self {
        let slice = image.empty_slice();
        let mut part = Self { image, slice };
        part.add_symbol(symbol);
        part
    }

    /// Adds what the users of a symbol need.
    pub(super) fn add_symbol(&mut self, symbol: &str) {
        self.slice = self.slice.take().and_then(|mut slice| slice.require_symbol(symbol).then_some(slice));
    }

    pub(super) fn is_whole(&self) -> bool {
        self.slice.is_none()
    }

    /// Functions that other images must provide.
    pub(super) fn imports(&self) -> impl Iterator<Item = &str> {
        self.image.imports().filter(|symbol| self.has_symbol(symbol))
    }

    /// The device globals that the part uses.
    pub(super) fn globals(&self) -> impl Iterator<Item = &ImageGlobal> {
        self.image.globals.iter().filter(|global| self.has_symbol(&global.name))
    }

    /// The part's uses apart from its code.
    pub(super) fn uses(&self) -> Uses {
        let constants = self.slice.as_ref().map(|slice| slice.constants().collect());
        Uses { constants, has_imports: self.imports().next().is_some() }
    }

    fn has_symbol(&self, symbol: &str) -> bool {
        self.slice.as_ref().is_none_or(|slice| slice.has_symbol(symbol))
    }

    /// A copy of the code.
    ///
    /// # Safety
    /// The image is registered and stays so during the call: the registry is locked.
    pub(super) unsafe fn code(&self) -> Vec<u8> {
        match &self.slice {
            Some(slice) => slice.module(),
            // SAFETY: the caller's duty.
            None => unsafe { self.image.code() }.to_vec(),
        }
    }
}

/// The uses of one kernel of an image; the image caches them.
pub(super) fn uses_of_kernel(image: &Arc<Image>, kernel: &str) -> Arc<Uses> {
    let mut known = image.uses.lock();
    if let Some(uses) = known.get(kernel) {
        return uses.clone();
    }
    let uses = Arc::new(Part::of_kernel(image.clone(), kernel).uses());
    known.insert(kernel.to_owned(), uses.clone());
    uses
}
