//! Identities of kernels (`sycl::kernel_id`; SYCL 2020, 4.11.6).
//!
//! A kernel is identified by its name and the module that has it, since two
//! libraries may have kernels of the same name. There is one object per kernel,
//! so comparing handles compares kernels.

use std::ffi::{CStr, CString};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::image::Image;
use crate::base::object::{Kind, Object};

/// The identity of a kernel.
#[derive(Debug)]
pub struct KernelId {
    name: String,
    c_name: CString,
    module: usize,
}

impl Kind for KernelId {
    const TAG: u64 = 0x6b65_726e_656c_5f69;
}

impl KernelId {
    /// The kernel's name in device images.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name as a C text.
    pub fn c_name(&self) -> &CStr {
        &self.c_name
    }

    /// Whether the kernel is in an image.
    pub(crate) fn is_in(&self, image: &Image) -> bool {
        image.module() == self.module && image.has_kernel(&self.name)
    }
}

/// The identities that exist.
#[derive(Debug, Default)]
pub(super) struct KernelIds(FxHashMap<usize, FxHashMap<String, Arc<Object<KernelId>>>>);

impl KernelIds {
    /// The one of a kernel.
    pub(super) fn get(&mut self, name: &str, module: usize) -> Arc<Object<KernelId>> {
        let ids = self.0.entry(module).or_default();
        if let Some(id) = ids.get(name) {
            return id.clone();
        }
        let c_name = CString::new(name).unwrap_or_default();
        let id = Object::new(KernelId { name: name.to_owned(), c_name, module });
        ids.insert(name.to_owned(), id.clone());
        id
    }

    /// Forgets the one of a kernel.
    pub(super) fn forget(&mut self, name: &str, module: usize) {
        if let Some(ids) = self.0.get_mut(&module) {
            ids.remove(name);
            if ids.is_empty() {
                self.0.remove(&module);
            }
        }
    }
}
