//! Copies and fills.

use tandem_device::{Command, DevicePtr, FillPattern, HostPtr, Location, Rect, RectSide, Work};

use crate::rule::{Group, Need, Rule};
use crate::target::{Random, TestedDevice, at, buffer, host, pattern};

/// The rules.
pub const GROUP: Group = Group {
    name: "transfers",
    rules: &[
        Rule {
            name: "host_copies",
            text: "a copy between a buffer and the host moves its range and leaves the rest",
            needs: Need::Nothing,
            check: host_copies,
        },
        Rule {
            name: "buffer_copies",
            text: "both sides of a copy may be buffers, or parts of one",
            needs: Need::Nothing,
            check: buffer_copies,
        },
        Rule {
            name: "usm_copies",
            text: "copies go between host memory, buffers and USM in all directions",
            needs: Need::Usm,
            check: usm_copies,
        },
        Rule {
            name: "no_bytes",
            text: "copies and fills of no bytes look at no address",
            needs: Need::Nothing,
            check: no_bytes,
        },
        Rule {
            name: "rectangles",
            text: "rectangular copies have an origin and pitches on each side, and leave what is between",
            needs: Need::Nothing,
            check: rectangles,
        },
        Rule { name: "fills", text: "a fill repeats a pattern of 1 to 128 bytes", needs: Need::Nothing, check: fills },
        Rule {
            name: "fills_with_large_elements",
            text: "a fill repeats a pattern of any length",
            needs: Need::Nothing,
            check: fills_with_large_elements,
        },
        Rule {
            name: "rectangular_fills",
            text: "a rectangular fill leaves what is between its rows",
            needs: Need::Nothing,
            check: rectangular_fills,
        },
        Rule {
            name: "large_copies",
            text: "copies of several megabytes are whole",
            needs: Need::Nothing,
            check: large_copies,
        },
    ],
};

fn host_copies(target: &TestedDevice) {
    let object = buffer(&[9; 300]);
    let mut source = pattern(200);
    let write = Command::Work(Work::Copy { src: host(&mut source[50..]), dst: at(&object, 100), bytes: 100 });
    target.run(write).expect("a write");
    let mut expected = vec![9; 300];
    expected[100..200].copy_from_slice(&pattern(200)[50..150]);
    assert_eq!(target.contents(&object), expected);

    let mut read = [1; 40];
    let command = Command::Work(Work::Copy { src: at(&object, 90), dst: host(&mut read[10..]), bytes: 20 });
    target.run(command).expect("a read");
    assert_eq!(read[..10], [1; 10]);
    assert_eq!(read[10..30], expected[90..110]);
    assert_eq!(read[30..], [1; 10]);

    let (mut from, mut to) = (pattern(64), vec![0; 64]);
    let command = Command::Work(Work::Copy { src: host(&mut from[1..]), dst: host(&mut to[3..]), bytes: 50 });
    target.run(command).expect("a copy of host memory");
    assert_eq!(to[3..53], pattern(64)[1..51]);
}

fn buffer_copies(target: &TestedDevice) {
    let (from, to) = (buffer(&pattern(100)), buffer(&[0; 100]));
    let copy = |src, dst, bytes| target.run(Command::Work(Work::Copy { src, dst, bytes })).expect("a copy");
    copy(at(&from, 10), at(&to, 20), 30);
    copy(at(&to, 20), at(&to, 60), 30);
    let mut expected = vec![0; 100];
    expected[20..50].copy_from_slice(&pattern(100)[10..40]);
    expected[60..90].copy_from_slice(&pattern(100)[10..40]);
    assert_eq!(target.contents(&to), expected);
    assert_eq!(target.contents(&from), pattern(100));
}

fn usm_copies(target: &TestedDevice) {
    let usm = target.device().usm().expect("the device has it");
    let mut source = pattern(100);
    let object = buffer(&[0; 100]);
    for (kind, _) in super::usm::offered(target) {
        let [first, second] = [(); 2].map(|()| usm.alloc(kind, 100, 0).expect("the kind is offered"));
        let mut result = vec![0; 100];
        let way = [
            (host(&mut source), Location::Usm(first)),
            (Location::Usm(first), Location::Usm(second)),
            (Location::Usm(second), at(&object, 0)),
            (at(&object, 0), Location::Usm(first)),
            (Location::Usm(first), host(&mut result)),
        ];
        for (src, dst) in way {
            target.run(Command::Work(Work::Copy { src, dst, bytes: 100 })).expect("a copy");
        }
        assert_eq!(result, source, "{kind:?}");
        for address in [first, second] {
            usm.free(address).expect("it was allocated");
        }
    }
    assert_eq!(target.contents(&object), source);
}

fn no_bytes(target: &TestedDevice) {
    let nowhere = || [Location::Host(HostPtr(std::ptr::null_mut())), Location::Usm(DevicePtr(0))];
    let object = buffer(&[1; 10]);
    for (place, other) in nowhere().into_iter().zip(nowhere()).chain([(at(&object, 10), at(&object, 3))]) {
        let side = RectSide { row_pitch: 4, slice_pitch: 8, ..RectSide::default() };
        let rect = |region| Box::new(Rect { region, src: side, dst: side });
        let pattern = || FillPattern::from_slice(&[1, 2]);
        let commands = [
            Command::Work(Work::Copy { src: place.clone(), dst: other.clone(), bytes: 0 }),
            Command::Work(Work::CopyRect { src: place.clone(), dst: other.clone(), rect: rect([0, 2, 2]) }),
            Command::Work(Work::CopyRect { src: place.clone(), dst: other.clone(), rect: rect([4, 0, 2]) }),
            Command::Work(Work::CopyRect { src: place.clone(), dst: other, rect: rect([4, 2, 0]) }),
            Command::Work(Work::Fill { dst: place.clone(), pattern: pattern(), bytes: 0 }),
            Command::Work(Work::FillRect { dst: place.clone(), pattern: pattern(), row_bytes: 0, rows: 3, pitch: 4 }),
            Command::Work(Work::FillRect { dst: place.clone(), pattern: pattern(), row_bytes: 4, rows: 0, pitch: 4 }),
        ];
        for command in commands {
            let name = command.name();
            let result = target.run(command);
            assert!(result.is_ok(), "{name} at {place:?}: {result:?}");
        }
    }
    assert_eq!(target.contents(&object), [1; 10]);
}

/// One side of a rectangle, with pitches that are larger than they must be, and
/// the bytes that it reaches to.
fn side(region: [usize; 3], random: &mut Random) -> (RectSide, usize) {
    let origin = [random.below(5), random.below(3), random.below(3)];
    let row_pitch = origin[0] + region[0] + random.below(4);
    let slice_pitch = row_pitch * (origin[1] + region[1] + random.below(3));
    let side = RectSide { origin, row_pitch, slice_pitch };
    (side, side.row_offset(region[1], region[2]) + region[0])
}

fn rectangles(target: &TestedDevice) {
    let mut random = Random(7);
    for round in 0..60 {
        let region = [1 + random.below(9), 1 + random.below(4), 1 + random.below(3)];
        let (src, src_bytes) = side(region, &mut random);
        let (dst, dst_bytes) = side(region, &mut random);
        let rect = Rect { region, src, dst };
        let (mut source, mut result) = (pattern(src_bytes), vec![0xee; dst_bytes]);
        let mut expected = result.clone();
        for slice in 0..region[2] {
            for row in 0..region[1] {
                let (from, to) = (src.row_offset(row, slice), dst.row_offset(row, slice));
                expected[to..to + region[0]].copy_from_slice(&source[from..from + region[0]]);
            }
        }
        // Host to buffer, buffer to buffer, buffer to host.
        let (from, to) = (buffer(&source), buffer(&result));
        let copy = |src, dst| {
            target.run(Command::Work(Work::CopyRect { src, dst, rect: Box::new(rect) })).expect("a rectangle")
        };
        let found = match round % 3 {
            0 => {
                copy(host(&mut source), at(&to, 0));
                target.contents(&to)
            }
            1 => {
                copy(at(&from, 0), at(&to, 0));
                target.contents(&to)
            }
            _ => {
                copy(at(&from, 0), host(&mut result));
                result
            }
        };
        assert_eq!(found, expected, "{rect:?}");
    }
}

fn fills(target: &TestedDevice) {
    for length in 1..=128 {
        let object = buffer(&[0xee; 600]);
        let bytes = 500 / length * length;
        let expected: Vec<u8> = pattern(length).into_iter().cycle().take(bytes).collect();
        let pattern = FillPattern::from_vec(pattern(length));
        target.run(Command::Work(Work::Fill { dst: at(&object, 32), pattern, bytes })).expect("a fill");
        let found = target.contents(&object);
        assert_eq!(found[32..32 + bytes], expected, "pattern of {length}");
        let mut rest = found[..32].iter().chain(&found[32 + bytes..]);
        assert!(rest.all(|byte| *byte == 0xee), "pattern of {length}");
    }
}

/// Patterns that are longer than any part by which a driver fills.
fn fills_with_large_elements(target: &TestedDevice) {
    for length in [16_388, 70_000, 100_001] {
        for count in [1, 2, 5] {
            let object = buffer(&vec![0xee; length * count]);
            let (element, bytes) = (pattern(length), length * count);
            let fill = FillPattern::from_slice(&element);
            target.run(Command::Work(Work::Fill { dst: at(&object, 0), pattern: fill, bytes })).expect("a fill");
            let found = target.contents(&object);
            assert!(found.chunks(length).all(|found| found == element), "{count} elements of {length} bytes");
        }
    }
}

fn rectangular_fills(target: &TestedDevice) {
    let object = buffer(&[0; 40]);
    let pattern = FillPattern::from_slice(&[1, 2]);
    let command = Command::Work(Work::FillRect { dst: at(&object, 3), pattern, row_bytes: 4, rows: 3, pitch: 10 });
    target.run(command).expect("a rectangle");
    let mut expected = [0; 40];
    for row in 0..3 {
        expected[3 + 10 * row..][..4].copy_from_slice(&[1, 2, 1, 2]);
    }
    assert_eq!(target.contents(&object), expected);
}

fn large_copies(target: &TestedDevice) {
    let bytes = (target.device().info().max_alloc_bytes / 8).min(8 << 20) as usize;
    let object = buffer(&pattern(bytes));
    let other = buffer(&vec![0; bytes]);
    target.run(crate::target::copy(&object, &other)).expect("a copy");
    assert!(target.contents(&other) == pattern(bytes), "{bytes} bytes differ");
}
