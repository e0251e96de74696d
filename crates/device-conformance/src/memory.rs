//! Allocations of device memory.

use std::sync::Arc;

use tandem_device::{Device, Error, MemoryDomain};

use crate::Subject;

/// An allocation may have no bytes.
pub fn no_bytes<S: Subject>(device: &Arc<dyn Device>) {
    assert_eq!(device.alloc(0, 0).expect("no bytes").bytes(), 0);
}

/// Addresses are multiples of the alignment; allocations do not overlap.
pub fn alignment<S: Subject>(device: &Arc<dyn Device>) {
    let mut allocations = Vec::new();
    for align in [0, 1, 8, 64, 4096, 1 << 16] {
        for bytes in [1, 100, 4097] {
            let allocation = device.alloc(bytes, align).expect("a small allocation");
            assert_eq!(allocation.address().0 % align.max(1) as u64, 0, "alignment {align}");
            allocations.push(allocation);
        }
    }
    let mut ranges: Vec<_> = allocations.iter().map(|a| (a.address().0, a.address().0 + a.bytes() as u64)).collect();
    ranges.sort_unstable();
    assert!(ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{ranges:x?}");
}

/// More than the limit is out of memory.
pub fn too_much<S: Subject>(device: &Arc<dyn Device>) {
    for bytes in [device.info().max_alloc_bytes as usize + 1, usize::MAX / 2] {
        let error = device.alloc(bytes, 0).expect_err("more than the limit");
        assert!(matches!(error, Error::OutOfMemory { bytes: reported, .. } if reported == bytes), "{error}");
    }
}

/// A freed allocation can be allocated again.
pub fn memory_comes_back<S: Subject>(device: &Arc<dyn Device>) {
    let bytes = (device.info().max_alloc_bytes / 2).min(64 << 20) as usize;
    for _ in 0..64 {
        drop(device.alloc(bytes, 0).expect("what was there before"));
    }
}

/// A device with memory of its own can copy from and to the host's.
pub fn host_transfer<S: Subject>(device: &Arc<dyn Device>) {
    assert!(device.memory_domain() == MemoryDomain::HOST || device.host_transfer().is_some());
}
