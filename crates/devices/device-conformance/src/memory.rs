//! Allocations of device memory.

use tandem_device::{Error, HostPtr};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestedDevice, pattern};

/// The rules.
pub const GROUP: Group = Group {
    name: "memory",
    rules: &[
        Rule { name: "no_bytes", text: "an allocation may have no bytes", needs: Need::Nothing, check: no_bytes },
        Rule {
            name: "alignment",
            text: "addresses are multiples of the alignment, and allocations do not overlap",
            needs: Need::Nothing,
            check: alignment,
        },
        Rule { name: "many", text: "there may be many allocations", needs: Need::Nothing, check: many },
        Rule {
            name: "too_much",
            text: "more than `max_alloc_bytes` is `OutOfMemory`, which names size and device",
            needs: Need::Nothing,
            check: too_much,
        },
        Rule {
            name: "freed",
            text: "memory that was freed can be allocated again",
            needs: Need::Nothing,
            check: freed,
        },
        Rule {
            name: "host_transfer",
            text: "a device with memory of its own copies between that and the host's",
            needs: Need::OwnMemory,
            check: host_transfer,
        },
    ],
};

fn no_bytes(target: &TestedDevice) {
    assert_eq!(target.device().alloc(0, 0).expect("no bytes").bytes(), 0);
}

fn alignment(target: &TestedDevice) {
    let mut allocations = Vec::new();
    for align in (0..=12).map(|bits| 1 << bits).chain([0, 1 << 16]) {
        for bytes in [1, 100, 4097] {
            let allocation = target.device().alloc(bytes, align).expect("a small allocation");
            assert_eq!(allocation.address().0 % align.max(1) as u64, 0, "alignment {align}");
            assert_eq!(allocation.bytes(), bytes);
            allocations.push(allocation);
        }
    }
    assert_disjoint(allocations.iter().map(|a| (a.address().0, a.bytes())));
}

fn many(target: &TestedDevice) {
    let allocations: Vec<_> =
        (0..1000).map(|index| target.device().alloc(1 + index % 300, 0).expect("it is small")).collect();
    assert_disjoint(allocations.iter().map(|a| (a.address().0, a.bytes())));
}

/// Panics if ranges overlap.
pub fn assert_disjoint(ranges: impl Iterator<Item = (u64, usize)>) {
    let mut ranges: Vec<_> = ranges.map(|(begin, bytes)| (begin, begin + bytes as u64)).collect();
    ranges.sort_unstable();
    assert!(ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{ranges:x?}");
}

fn too_much(target: &TestedDevice) {
    let info = target.device().info();
    for bytes in [info.max_alloc_bytes as usize + 1, usize::MAX / 2] {
        let error = target.device().alloc(bytes, 0).expect_err("more than the limit");
        let expected = Error::OutOfMemory { bytes, device: info.name.clone() };
        assert_eq!(error.to_string(), expected.to_string());
    }
}

fn freed(target: &TestedDevice) {
    let bytes = (target.device().info().max_alloc_bytes / 4).min(64 << 20) as usize;
    for _ in 0..64 {
        drop(target.device().alloc(bytes, 0).expect("what was there before"));
    }
}

fn host_transfer(target: &TestedDevice) {
    let transfer = target.device().host_transfer().expect("the device has it");
    let allocation = target.device().alloc(1000, 0).expect("a small allocation");
    let (mut source, mut result) = (pattern(1000), vec![0; 1000]);
    transfer.write(HostPtr(source.as_mut_ptr()), allocation.address(), 1000).expect("a copy");
    transfer.write(HostPtr(source.as_mut_ptr()), allocation.address().offset(500), 100).expect("a copy");
    transfer.read(allocation.address(), HostPtr(result.as_mut_ptr()), 1000).expect("a copy");
    source.copy_within(0..100, 500);
    assert_eq!(result, source);
}
