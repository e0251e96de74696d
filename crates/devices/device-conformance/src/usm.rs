//! Unified shared memory.

use tandem_device::{Command, DevicePtr, Error, KernelArgs, KernelLaunch, NdRange, UsmCapabilities, UsmKind, Work};
use tandem_device::{FillPattern, HostPtr, Location, Rect, RectSide};

use crate::memory::assert_disjoint;
use crate::rule::{Group, Need, Rule};
use crate::target::{TestedDevice, host};

/// The rules.
pub const GROUP: Group = Group {
    name: "usm",
    rules: &[
        Rule {
            name: "is_there",
            text: "a device that offers a kind of USM has the group",
            needs: Need::Nothing,
            check: is_there,
        },
        Rule {
            name: "kinds",
            text: "kinds that the device offers can be allocated, others are `Unsupported`",
            needs: Need::Usm,
            check: kinds,
        },
        Rule {
            name: "queries",
            text: "every address of an allocation is known until it is freed, no other is",
            needs: Need::Usm,
            check: queries,
        },
        Rule {
            name: "alignment",
            text: "addresses are multiples of the alignment, and allocations do not overlap",
            needs: Need::Usm,
            check: alignment,
        },
        Rule {
            name: "too_much",
            text: "more than `max_alloc_bytes` is `OutOfMemory`",
            needs: Need::Usm,
            check: too_much,
        },
        Rule {
            name: "unknown_addresses",
            text: "addresses that are not of USM are not known, and cannot be freed",
            needs: Need::Usm,
            check: unknown_addresses,
        },
        Rule {
            name: "first_contents",
            text: "memory that the host can use is zero at first, also where it was used before",
            needs: Need::Usm,
            check: first_contents,
        },
        Rule { name: "kernels", text: "kernels read and write USM", needs: Need::Usm, check: kernels },
        Rule {
            name: "hints",
            text: "prefetches and advice are commands that leave the contents",
            needs: Need::Usm,
            check: hints,
        },
        Rule {
            name: "rectangles",
            text: "rectangles of USM are copied and filled",
            needs: Need::Usm,
            check: rectangles,
        },
        Rule {
            name: "host_memory",
            text: "host memory can be imported, copied from and to, released, and imported again",
            needs: Need::Usm,
            check: host_memory,
        },
    ],
};

fn capabilities(target: &TestedDevice) -> [(UsmKind, UsmCapabilities); 3] {
    let info = target.device().info();
    [(UsmKind::Host, info.usm_host), (UsmKind::Device, info.usm_device), (UsmKind::Shared, info.usm_single_shared)]
}

/// The kinds that the device offers.
pub fn offered(target: &TestedDevice) -> impl Iterator<Item = (UsmKind, UsmCapabilities)> {
    capabilities(target).into_iter().filter(|(_, offered)| offered.access)
}

fn is_there(target: &TestedDevice) {
    assert_eq!(target.device().usm().is_some(), offered(target).next().is_some());
}

fn kinds(target: &TestedDevice) {
    let usm = target.device().usm().expect("the device has it");
    for (kind, offered) in capabilities(target) {
        match usm.alloc(kind, 1000, 256) {
            Ok(address) => {
                assert!(offered.access, "{kind:?} is not offered");
                assert_eq!(usm.query(address).map(|info| info.kind), Some(kind));
                usm.free(address).expect("it was allocated");
            }
            Err(error) => assert!(!offered.access && matches!(error, Error::Unsupported(_)), "{kind:?}: {error}"),
        }
    }
}

fn queries(target: &TestedDevice) {
    let usm = target.device().usm().expect("the device has it");
    for (kind, _) in offered(target) {
        let address = usm.alloc(kind, 1000, 0).expect("the kind is offered");
        for inside in [0, 1, 500, 999] {
            let info = usm.query(address.offset(inside)).expect("an address of the allocation");
            assert_eq!((info.kind, info.base, info.size), (kind, address, 1000));
        }
        for outside in [DevicePtr(address.0 - 1), address.offset(1000)] {
            assert_eq!(usm.query(outside).filter(|info| info.base == address), None);
        }
        assert!(usm.free(address.offset(1)).is_err(), "it begins before");
        usm.free(address).expect("it was allocated");
        // The address may belong to an allocation of another test by now.
        assert_ne!(usm.query(address).map(|info| info.size), Some(1000));
    }
}

fn alignment(target: &TestedDevice) {
    let usm = target.device().usm().expect("the device has it");
    for (kind, _) in offered(target) {
        let mut allocations = Vec::new();
        for align in (0..=12).map(|bits| 1 << bits).chain([0, 1 << 16]) {
            let address = usm.alloc(kind, 77, align).expect("a small allocation");
            assert_eq!(address.0 % align.max(1) as u64, 0, "alignment {align}");
            allocations.push(address);
        }
        assert_disjoint(allocations.iter().map(|address| (address.0, 77)));
        for address in allocations {
            usm.free(address).expect("it was allocated");
        }
    }
}

fn too_much(target: &TestedDevice) {
    let usm = target.device().usm().expect("the device has it");
    for (kind, _) in offered(target) {
        for bytes in [target.device().info().max_alloc_bytes as usize + 1, usize::MAX / 2] {
            let error = usm.alloc(kind, bytes, 0).expect_err("more than the limit");
            assert!(matches!(error, Error::OutOfMemory { bytes: reported, .. } if reported == bytes), "{error}");
        }
    }
}

fn unknown_addresses(target: &TestedDevice) {
    let usm = target.device().usm().expect("the device has it");
    let local = 0_u64;
    for address in [DevicePtr(0), DevicePtr(&raw const local as u64), DevicePtr(u64::MAX)] {
        assert_eq!(usm.query(address), None);
        assert!(usm.free(address).is_err());
    }
    for (kind, _) in offered(target) {
        for bytes in [64, 5000, 1 << 18] {
            let address = usm.alloc(kind, bytes, 0).expect("the kind is offered");
            assert!(usm.free(address.offset(bytes / 2)).is_err(), "inside of an allocation");
            usm.free(address).expect("it is allocated");
            assert!(usm.free(address).is_err(), "freed before");
            assert_eq!(usm.query(address), None);
        }
    }
}

fn first_contents(target: &TestedDevice) {
    let usm = target.device().usm().expect("the device has it");
    let of_host = offered(target).filter(|(kind, _)| *kind != UsmKind::Device);
    for ((kind, _), bytes) in of_host.flat_map(|offered| [64, 4096, 1 << 18].map(|bytes| (offered, bytes))) {
        for _ in 0..4 {
            let address = usm.alloc(kind, bytes, 0).expect("the kind is offered");
            let mut result = vec![1; bytes];
            let read = Command::Work(Work::Copy { src: Location::Usm(address), dst: host(&mut result), bytes });
            target.run(read).expect("a read");
            assert!(result.iter().all(|&byte| byte == 0), "{kind:?}, {bytes} bytes");
            let pattern = FillPattern::from_slice(&[0xff]);
            target.run(Command::Work(Work::Fill { dst: Location::Usm(address), pattern, bytes })).expect("a fill");
            usm.free(address).expect("it was allocated");
        }
    }
}

fn kernels(target: &TestedDevice) {
    let usm = target.device().usm().expect("the device has it");
    let kernel = target.kernel("ids");
    for (kind, _) in offered(target) {
        let address = usm.alloc(kind, 800, 0).expect("the kind is offered");
        let mut args = KernelArgs::new(kernel.layout());
        args.set_pointer(kernel.layout(), 0, address.offset(80));
        let command = KernelLaunch { kernel: kernel.clone(), range: NdRange::linear(90), args };
        target.run(command.into()).expect("a launch");
        let mut result = vec![0; 720];
        let read =
            Command::Work(Work::Copy { src: Location::Usm(address.offset(80)), dst: host(&mut result), bytes: 720 });
        target.run(read).expect("a read");
        let expected: Vec<u8> = (1..=90_u64).flat_map(u64::to_le_bytes).collect();
        assert_eq!(result, expected, "{kind:?}");
        usm.free(address).expect("it was allocated");
    }
}

fn hints(target: &TestedDevice) {
    let usm = target.device().usm().expect("the device has it");
    for (kind, _) in offered(target) {
        let address = usm.alloc(kind, 100, 0).expect("the kind is offered");
        let pattern = FillPattern::from_slice(&[4]);
        target.run(Command::Work(Work::Fill { dst: Location::Usm(address), pattern, bytes: 100 })).expect("a fill");
        target.run(Command::Work(Work::Prefetch { ptr: address, bytes: 100 })).expect("a prefetch");
        target.run(Command::Work(Work::Advise { ptr: address, bytes: 100, advice: 0 })).expect("advice");
        let mut result = [0; 100];
        let read = Command::Work(Work::Copy { src: Location::Usm(address), dst: host(&mut result), bytes: 100 });
        target.run(read).expect("a read");
        assert_eq!(result, [4; 100], "{kind:?}");
        usm.free(address).expect("it was allocated");
    }
}

fn rectangles(target: &TestedDevice) {
    let usm = target.device().usm().expect("the device has it");
    for (kind, _) in offered(target) {
        let [first, second] = [(); 2].map(|()| usm.alloc(kind, 64, 0).expect("the kind is offered"));
        let mut source: Vec<u8> = (0..64).collect();
        let mut result = vec![0; 64];
        let pattern = |bytes: &[u8]| FillPattern::from_slice(bytes);
        let side = |row_pitch| RectSide { origin: [0; 3], row_pitch, slice_pitch: row_pitch * 3 };
        // Three rows of four bytes, 16 bytes apart in one place and 8 in the other.
        let rect = Box::new(Rect { region: [4, 3, 1], src: side(16), dst: side(8) });
        let commands = [
            Command::Work(Work::Fill { dst: Location::Usm(first), pattern: pattern(&[0xee]), bytes: 64 }),
            Command::Work(Work::Fill { dst: Location::Usm(second), pattern: pattern(&[0xee]), bytes: 64 }),
            Command::Work(Work::Copy { src: host(&mut source), dst: Location::Usm(first), bytes: 64 }),
            Command::Work(Work::CopyRect { src: Location::Usm(first), dst: Location::Usm(second), rect }),
            Command::Work(Work::FillRect {
                dst: Location::Usm(second.offset(32)),
                pattern: pattern(&[1, 2]),
                row_bytes: 4,
                rows: 2,
                pitch: 8,
            }),
            Command::Work(Work::Copy { src: Location::Usm(second), dst: host(&mut result), bytes: 64 }),
        ];
        for command in commands {
            target.run(command).expect("the command runs");
        }
        let mut expected = vec![0xee; 64];
        for row in 0..3_u8 {
            let from = 16 * row;
            expected[8 * usize::from(row)..][..4].copy_from_slice(&[from, from + 1, from + 2, from + 3]);
        }
        for row in [32, 40] {
            expected[row..][..4].copy_from_slice(&[1, 2, 1, 2]);
        }
        assert_eq!(result, expected, "{kind:?}");
        for address in [first, second] {
            usm.free(address).expect("it was allocated");
        }
    }
}

fn host_memory(target: &TestedDevice) {
    let usm = target.device().usm().expect("the device has it");
    let address = usm.alloc(UsmKind::Device, 1000, 0).expect("an allocation");
    let mut bytes = vec![0; 1000];
    let start = HostPtr(bytes.as_mut_ptr());
    for round in 1..4 {
        // Imported in two of the rounds.
        if round != 2 {
            usm.import(start, 1000).expect("host memory can be imported");
        }
        bytes.fill(round);
        target
            .run(Command::Work(Work::Copy { src: host(&mut bytes), dst: Location::Usm(address), bytes: 1000 }))
            .expect("a copy");
        bytes.fill(0);
        target
            .run(Command::Work(Work::Copy { src: Location::Usm(address), dst: host(&mut bytes), bytes: 1000 }))
            .expect("a copy");
        assert_eq!(bytes, [round; 1000]);
        if round != 2 {
            usm.release(start).expect("it was imported");
        }
    }
    usm.free(address).expect("it was allocated");
}
