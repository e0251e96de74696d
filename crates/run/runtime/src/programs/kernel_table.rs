//! The kernels that a queue has launched, found by the number of their slot.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::image_generation;
use super::kernel::Kernel;
use super::kernel_slot::{self, KernelSlot};

/// Kernels by slot number. Entries from before images were unregistered are looked up again.
#[derive(Debug, Default)]
pub(crate) struct KernelTable {
    kernels: Vec<Option<Arc<Kernel>>>,
    generation: usize,
}

impl KernelTable {
    /// The kernel of a slot.
    pub(crate) fn get(&self, slot: &KernelSlot<'_>) -> Option<&Arc<Kernel>> {
        if self.generation != image_generation() {
            return None;
        }
        let id = slot.id.load(Ordering::Relaxed);
        self.kernels.get(id)?.as_ref()
    }

    /// Remembers a kernel that was found when the images were of this
    /// generation.
    pub(crate) fn insert(&mut self, slot: &KernelSlot<'_>, kernel: &Arc<Kernel>, generation: usize) {
        if self.generation != generation {
            self.kernels.clear();
            self.generation = generation;
        }
        let id = kernel_slot::number(slot.id);
        if self.kernels.len() <= id {
            self.kernels.resize(id + 1, None);
        }
        self.kernels[id] = Some(kernel.clone());
    }
}
