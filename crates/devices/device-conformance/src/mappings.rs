//! Mappings of memory objects.

use std::sync::Arc;

use tandem_device::{Command, Event, HostPtr, InitialContents, MapAccess, Mapping, MemoryObject, Work};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestedDevice, buffer, fill, pattern};

/// The rules.
pub const GROUP: Group = Group {
    name: "mappings",
    rules: &[
        Rule {
            name: "reading",
            text: "a mapping shows the contents of its range",
            needs: Need::Nothing,
            check: reading,
        },
        Rule {
            name: "writing",
            text: "what the host writes arrives, and the rest stays",
            needs: Need::Nothing,
            check: writing,
        },
        Rule {
            name: "discarding",
            text: "a range that the host overwrites arrives whole",
            needs: Need::Nothing,
            check: discarding,
        },
        Rule {
            name: "parts",
            text: "a mapping of a sub-buffer is one of the parent, and mappings may overlap",
            needs: Need::Nothing,
            check: parts,
        },
        Rule {
            name: "host_memory",
            text: "a mapping of an object over the caller's memory is in that memory",
            needs: Need::Nothing,
            check: host_memory,
        },
        Rule {
            name: "when_it_runs",
            text: "a mapping shows what the commands before it wrote, however early it was submitted",
            needs: Need::Nothing,
            check: when_it_runs,
        },
        Rule {
            name: "read_only",
            text: "what the host writes into a mapping for reading does not arrive",
            needs: Need::OwnMemory,
            check: read_only,
        },
    ],
};

/// Maps bytes 10 to 30 of a buffer, lets `host` use them, and unmaps them.
fn with_mapping(
    target: &TestedDevice,
    object: &Arc<MemoryObject>,
    access: MapAccess,
    host: impl FnOnce(&mut [u8]),
) -> HostPtr {
    let mapping = Mapping::new(object, target.device(), 10, 20, access).expect("a mapping");
    target.run(Command::Work(Work::Map(Arc::clone(&mapping)))).expect("map");
    // SAFETY: the mapping has 20 bytes, and its command has run.
    host(unsafe { std::slice::from_raw_parts_mut(mapping.address().0, 20) });
    target.run(Command::Work(Work::Unmap(Arc::clone(&mapping)))).expect("unmap");
    mapping.address()
}

fn reading(target: &TestedDevice) {
    let object = buffer(&pattern(40));
    with_mapping(target, &object, MapAccess::Read, |bytes| assert_eq!(bytes, &pattern(40)[10..30]));
    assert_eq!(target.contents(&object), pattern(40));
}

fn writing(target: &TestedDevice) {
    let object = buffer(&pattern(40));
    with_mapping(target, &object, MapAccess::ReadWrite, |bytes| {
        assert_eq!(bytes, &pattern(40)[10..30]);
        bytes[5] = 99;
    });
    let mut expected = pattern(40);
    expected[15] = 99;
    assert_eq!(target.contents(&object), expected);
}

fn discarding(target: &TestedDevice) {
    let object = buffer(&pattern(40));
    with_mapping(target, &object, MapAccess::Discard, |bytes| bytes.fill(3));
    let mut expected = pattern(40);
    expected[10..30].fill(3);
    assert_eq!(target.contents(&object), expected);
}

fn parts(target: &TestedDevice) {
    let object = buffer(&pattern(100));
    let part = MemoryObject::sub_buffer(&object, 50, 40);
    let outer = Mapping::new(&object, target.device(), 0, 100, MapAccess::Read).expect("a mapping");
    target.run(Command::Work(Work::Map(Arc::clone(&outer)))).expect("map");
    with_mapping(target, &part, MapAccess::ReadWrite, |bytes| {
        assert_eq!(bytes, &pattern(100)[60..80]);
        bytes.fill(1);
    });
    target.run(Command::Work(Work::Unmap(outer))).expect("unmap");
    let mut expected = pattern(100);
    expected[60..80].fill(1);
    assert_eq!(target.contents(&object), expected);
}

fn host_memory(target: &TestedDevice) {
    let mut memory = pattern(40);
    let pointer = HostPtr(memory.as_mut_ptr());
    let object = MemoryObject::new(40, InitialContents::Use(pointer)).expect("a buffer");
    assert_eq!(target.contents(&object), pattern(40));
    let address = with_mapping(target, &object, MapAccess::Read, |bytes| assert_eq!(bytes, &pattern(40)[10..30]));
    assert_eq!(address, pointer.offset(10));
}

fn when_it_runs(target: &TestedDevice) {
    let object = buffer(&[0; 100]);
    let queue = target.queue(false);
    let mapping = Mapping::new(&object, target.device(), 0, 100, MapAccess::ReadWrite).expect("a mapping");
    let gate = Event::user();
    queue.submit(fill(&object, 7), std::slice::from_ref(&gate));
    let mapped = queue.submit(Command::Work(Work::Map(Arc::clone(&mapping))), &[]);
    gate.complete(Ok(()));
    mapped.wait().expect("map");
    // SAFETY: the mapping has 100 bytes, and its command has run.
    let bytes = unsafe { std::slice::from_raw_parts_mut(mapping.address().0, 100) };
    assert_eq!(bytes, [7; 100]);

    let gate = Event::user();
    let unmapped = queue.submit(Command::Work(Work::Unmap(Arc::clone(&mapping))), std::slice::from_ref(&gate));
    bytes.fill(8);
    gate.complete(Ok(()));
    unmapped.wait().expect("unmap");
    assert_eq!(target.contents(&object), [8; 100]);
}

fn read_only(target: &TestedDevice) {
    let object = buffer(&pattern(40));
    with_mapping(target, &object, MapAccess::Read, |bytes| bytes.fill(3));
    assert_eq!(target.contents(&object), pattern(40));
}
