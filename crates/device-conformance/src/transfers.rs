//! Copies and fills.

use std::sync::Arc;

use tandem_device::{Command, Device, FillPattern, MemoryObject, Rect, RectSide};

use crate::{Subject, at, buffer, contents, host, pattern, run};

/// A copy moves its range and leaves the rest.
pub fn copies<S: Subject>(device: &Arc<dyn Device>) {
    let object = buffer(&[9; 300]);
    let mut source = pattern(200);
    let write = Command::Copy { src: host(&mut source[50..]), dst: at(&object, 100), bytes: 100 };
    run(device, write).expect("a write");
    let mut expected = vec![9; 300];
    expected[100..200].copy_from_slice(&pattern(200)[50..150]);
    assert_eq!(contents(device, &object), expected);

    let mut read = [1; 40];
    let command = Command::Copy { src: at(&object, 90), dst: host(&mut read[10..]), bytes: 20 };
    run(device, command).expect("a read");
    assert_eq!(read[..10], [1; 10]);
    assert_eq!(read[10..30], expected[90..110]);
    assert_eq!(read[30..], [1; 10]);
}

/// Both sides of a copy may be buffers, or parts of one.
pub fn copies_between_buffers<S: Subject>(device: &Arc<dyn Device>) {
    let (from, to) = (buffer(&pattern(100)), buffer(&[0; 100]));
    let copy = |src, dst, bytes| run(device, Command::Copy { src, dst, bytes }).expect("a copy");
    copy(at(&from, 10), at(&to, 20), 30);
    copy(at(&to, 20), at(&to, 60), 30);
    let mut expected = vec![0; 100];
    expected[20..50].copy_from_slice(&pattern(100)[10..40]);
    expected[60..90].copy_from_slice(&pattern(100)[10..40]);
    assert_eq!(contents(device, &to), expected);
    assert_eq!(contents(device, &from), pattern(100));
}

/// A rectangle has origins and pitches on both sides.
pub fn rectangles<S: Subject>(device: &Arc<dyn Device>) {
    let rect = Rect {
        region: [3, 2, 2],
        src: RectSide { origin: [1, 1, 0], row_pitch: 6, slice_pitch: 24 },
        dst: RectSide { origin: [2, 0, 1], row_pitch: 5, slice_pitch: 20 },
    };
    let mut source = pattern(60);
    let mut expected = vec![0; 80];
    for slice in 0..2 {
        for row in 0..2 {
            let (from, to) = (rect.src.row_offset(row, slice), rect.dst.row_offset(row, slice));
            expected[to..to + 3].copy_from_slice(&source[from..from + 3]);
        }
    }
    let object = buffer(&[0; 80]);
    let command = Command::CopyRect { src: host(&mut source), dst: at(&object, 0), rect: Box::new(rect) };
    run(device, command).expect("a rectangle");
    assert_eq!(contents(device, &object), expected);
}

/// A fill repeats patterns of any length.
pub fn fills<S: Subject>(device: &Arc<dyn Device>) {
    for length in [1, 2, 4, 8, 12, 16, 128] {
        let object = buffer(&[0xee; 600]);
        let pattern = FillPattern::from_vec(pattern(length));
        let bytes = 500 / length * length;
        let expected = pattern.iter().copied().cycle().take(bytes);
        let expected: Vec<u8> = [0xee; 32].into_iter().chain(expected).collect();
        run(device, Command::Fill { dst: at(&object, 32), pattern, bytes }).expect("a fill");
        let found = contents(device, &object);
        assert_eq!(found[..32 + bytes], expected, "pattern of {length}");
        assert!(found[32 + bytes..].iter().all(|byte| *byte == 0xee), "pattern of {length}");
    }
}

/// A rectangular fill leaves what is between its rows.
pub fn filled_rectangles<S: Subject>(device: &Arc<dyn Device>) {
    let object = buffer(&[0; 40]);
    let pattern = FillPattern::from_slice(&[1, 2]);
    let command = Command::FillRect { dst: at(&object, 3), pattern, row_bytes: 4, rows: 3, pitch: 10 };
    run(device, command).expect("a rectangle");
    let mut expected = [0; 40];
    for row in 0..3 {
        expected[3 + 10 * row..][..4].copy_from_slice(&[1, 2, 1, 2]);
    }
    assert_eq!(contents(device, &object), expected);
}

/// A sub-buffer is a view of its parent.
pub fn sub_buffers<S: Subject>(device: &Arc<dyn Device>) {
    let parent = buffer(&pattern(256));
    let part = MemoryObject::sub_buffer(&parent, 128, 64);
    assert_eq!(contents(device, &part), pattern(256)[128..192]);
    let pattern_bytes = FillPattern::from_slice(&[5]);
    run(device, Command::Fill { dst: at(&part, 1), pattern: pattern_bytes, bytes: 2 }).expect("a fill");
    let mut expected = pattern(256);
    expected[129..131].fill(5);
    assert_eq!(contents(device, &parent), expected);
}
