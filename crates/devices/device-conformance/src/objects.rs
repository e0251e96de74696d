//! Memory objects: their contents, their parts, and devices that share them.

use std::sync::Arc;

use tandem_device::{Command, Error, HostPtr, InitialContents, Location, MemoryObject, Work};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestedDevice, at, buffer, copy, fill, host, impossible, pattern};

/// The rules.
pub const GROUP: Group = Group {
    name: "objects",
    rules: &[
        Rule {
            name: "first_use",
            text: "the first device that uses an object has it in its memory, where it stays",
            needs: Need::Nothing,
            check: first_use,
        },
        Rule {
            name: "copied_contents",
            text: "initial contents are those of the time when the object was made",
            needs: Need::Nothing,
            check: copied_contents,
        },
        Rule {
            name: "host_contents",
            text: "an object over the caller's memory has its contents",
            needs: Need::Nothing,
            check: host_contents,
        },
        Rule {
            name: "sub_buffers",
            text: "a sub-buffer is a view of its parent, also of one that is a sub-buffer",
            needs: Need::Nothing,
            check: sub_buffers,
        },
        Rule {
            name: "unplaceable",
            text: "a command on an object that cannot be allocated fails with `OutOfMemory`",
            needs: Need::Nothing,
            check: unplaceable,
        },
        Rule {
            name: "domain_mates",
            text: "devices of one memory domain use each other's objects as they are",
            needs: Need::SharedDomain,
            check: domain_mates,
        },
        Rule {
            name: "peers",
            text: "copies reach the objects of a peer; kernels do while access is enabled",
            needs: Need::Peer,
            check: peers,
        },
        Rule {
            name: "strangers",
            text: "a command on an object that is out of reach fails with `Inaccessible`, which names both devices",
            needs: Need::Stranger,
            check: strangers,
        },
    ],
};

fn first_use(target: &TestedDevice) {
    let object = MemoryObject::new(100, InitialContents::Undefined).expect("a buffer");
    assert_eq!(object.placed(), None);
    target.run(fill(&object, 3)).expect("a fill");
    let place = object.placed().expect("a device has used it");
    assert_eq!(place.domain, target.device().memory_domain());
    assert_eq!(target.contents(&object), [3; 100]);
    assert_eq!(object.placed(), Some(place));
}

fn copied_contents(target: &TestedDevice) {
    let mut contents = pattern(100);
    let object = MemoryObject::new(100, InitialContents::Copy(&contents)).expect("a buffer");
    contents.fill(0);
    assert_eq!(target.contents(&object), pattern(100));
}

fn host_contents(target: &TestedDevice) {
    let mut memory = pattern(100);
    let object = MemoryObject::new(100, InitialContents::Use(HostPtr(memory.as_mut_ptr()))).expect("a buffer");
    assert_eq!(target.contents(&object), pattern(100));
    target.run(fill(&object, 9)).expect("a fill");
    assert_eq!(target.contents(&object), [9; 100]);
}

fn sub_buffers(target: &TestedDevice) {
    let parent = buffer(&pattern(256));
    let part = MemoryObject::sub_buffer(&parent, 128, 64);
    let part_of_part = MemoryObject::sub_buffer(&part, 16, 8);
    assert_eq!(target.contents(&part_of_part), pattern(256)[144..152]);
    assert_eq!(target.contents(&part), pattern(256)[128..192]);
    target.run(fill(&part_of_part, 5)).expect("a fill");
    let mut expected = pattern(256);
    expected[144..152].fill(5);
    assert_eq!(target.contents(&parent), expected);
}

fn unplaceable(target: &TestedDevice) {
    let bytes = target.device().info().max_alloc_bytes as usize + 1;
    let error = target.run(impossible(target)).expect_err("more than the limit");
    assert!(matches!(error, Error::OutOfMemory { bytes: reported, .. } if reported == bytes), "{error}");
}

fn domain_mates(target: &TestedDevice) {
    let other = target.domain_mate().expect("there is one");
    let object = buffer(&[0; 80]);
    other.run(fill(&object, 1)).expect("a fill");
    target.run(target.ids(&object)).expect("a launch");
    assert_eq!(other.numbers(&object), (1..=10).collect::<Vec<_>>());
}

/// An object in the memory of another device.
fn object_of(other: &TestedDevice) -> Arc<MemoryObject> {
    let object = buffer(&[0; 80]);
    other.run(fill(&object, 7)).expect("a fill");
    object
}

fn peers(target: &TestedDevice) {
    let other = target.peer().expect("there is one");
    let domain = other.device().memory_domain();
    let peers = target.device().peers().expect("there is one");
    let (theirs, ours) = (object_of(&other), buffer(&[0; 80]));
    target.run(copy(&theirs, &ours)).expect("a copy from the peer");
    assert_eq!(target.contents(&ours), [7; 80]);
    target.run(copy(&buffer(&[8; 80]), &theirs)).expect("a copy to the peer");
    assert_eq!(other.contents(&theirs), [8; 80]);

    assert!(!peers.is_enabled(domain));
    assert_inaccessible(target, &other, target.ids(&theirs));
    peers.set_enabled(domain, true).expect("the peer has access");
    assert!(peers.is_enabled(domain));
    target.run(target.ids(&theirs)).expect("a launch");
    assert_eq!(other.numbers(&theirs), (1..=10).collect::<Vec<_>>());
    peers.set_enabled(domain, false).expect("the peer has access");
    assert_inaccessible(target, &other, target.ids(&theirs));
}

fn strangers(target: &TestedDevice) {
    let other = target.stranger().expect("there is one");
    let theirs = object_of(&other);
    let mut bytes = [0; 80];
    let read = Command::Work(Work::Copy { src: at(&theirs, 0), dst: host(&mut bytes), bytes: 80 });
    for command in [copy(&theirs, &buffer(&[0; 80])), fill(&theirs, 1), read, target.ids(&theirs)] {
        assert_inaccessible(target, &other, command);
    }
    assert_eq!(other.contents(&theirs), [7; 80]);
    let address = theirs.placed().expect("a device has used it").address;
    let copy = Command::Work(Work::Copy { src: Location::Usm(address), dst: at(&buffer(&[0; 80]), 0), bytes: 80 });
    target.run(copy).expect_err("the address is out of reach");
}

#[track_caller]
fn assert_inaccessible(target: &TestedDevice, other: &TestedDevice, command: Command) {
    let name = command.name();
    let error = target.run(command).expect_err("it is out of reach");
    let names = (other.device().info().name.clone(), target.device().info().name.clone());
    let expected = matches!(&error, Error::Inaccessible { holder, device } if (holder, device) == (&names.0, &names.1));
    assert!(expected, "{name}: {error}");
}
