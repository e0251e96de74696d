//! The heap that divides USM of a device into allocations.

use tandem_device::UsmKind;
use tandem_device_usm::{UsmHeap, UsmPooling};

/// Bytes that small allocations are divided from: CUDA takes long for each allocation.
const SLAB_BYTES: usize = 1 << 20;
/// Least alignment, that of CUDA's own allocations, which textures over them rely on.
const ALIGN: usize = 512;

/// A heap for USM of a device with `device_bytes` bytes of memory. Managed allocations do not share memory, because
/// they migrate by pages: the use of one allocation would move others.
pub fn new(device_bytes: u64) -> UsmHeap {
    let kinds = &[UsmKind::Device, UsmKind::Host];
    UsmHeap::new(UsmPooling { kinds, device_bytes, slab_bytes: SLAB_BYTES, align: ALIGN })
}
