//! Native handles.

use tandem_device::{Command, Event, MemoryObject, NativeHandle, QueueProperties, Work};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestQueue, TestedDevice, at, buffer, fill, host};

/// No driver has such a handle.
const NOTHING: NativeHandle = NativeHandle(3);

/// The rules.
pub const GROUP: Group = Group {
    name: "native",
    rules: &[
        Rule {
            name: "stable",
            text: "a native handle is the same each time, and no other object of the kind has it",
            needs: Need::Nothing,
            check: stable,
        },
        Rule {
            name: "devices",
            text: "devices with native objects have handles of their own",
            needs: Need::Native,
            check: devices,
        },
        Rule {
            name: "contexts",
            text: "a context around a native handle is the one with that handle",
            needs: Need::Native,
            check: contexts,
        },
        Rule {
            name: "queues",
            text: "a queue around a native handle is the same queue: its order and its failures",
            needs: Need::Native,
            check: queues,
        },
        Rule {
            name: "events",
            text: "an event around a native handle ends with the event that has it",
            needs: Need::Native,
            check: events,
        },
        Rule {
            name: "memory",
            text: "an object over native memory has its contents and its size",
            needs: Need::Native,
            check: memory,
        },
        Rule {
            name: "parts",
            text: "native memory of a part of an object, if there is any, has the contents of the part",
            needs: Need::Native,
            check: parts,
        },
        Rule {
            name: "unknown",
            text: "what a driver does not make is an error that says what it was",
            needs: Need::Native,
            check: unknown,
        },
    ],
};

fn stable(target: &TestedDevice) {
    let queue = target.queue(false);
    let command = || fill(&buffer(&[0; 100]), 1);
    let (one, other) = (queue.submit(command(), &[]), queue.submit(command(), &[]));
    let handles = [one.native_handle(), other.native_handle()];
    queue.finish().expect("nothing fails");
    assert_eq!([one.clone().native_handle(), other.clone().native_handle()], handles);
    assert!(handles[0].is_none() || handles[0] != handles[1]);
    assert_eq!(Event::user().native_handle(), None);
    let second = target.queue(false);
    assert_eq!(queue.native_handle(), queue.native_handle());
    assert!(queue.native_handle().is_none() || queue.native_handle() != second.native_handle());
}

fn devices(target: &TestedDevice) {
    let handle = target.device().native_handle().expect("devices have handles");
    assert!(target.others().all(|other| other.device().native_handle() != Some(handle)));
}

fn contexts(target: &TestedDevice) {
    let (context, device) = target.new_context();
    let Some(handle) = context.native_handle() else { return };
    assert_eq!(context.native_handle(), Some(handle));
    // Contexts of the same devices may be one of the back end.
    if target.others().next().is_some() {
        assert_ne!(target.probed.context.native_handle(), Some(handle));
    }
    let around = target.probed.driver.native_context(handle, false, &target.probed.found).expect("the handle is known");
    assert_eq!(around.native_handle(), Some(handle));
    let same = around.device(target.found()).expect("the device of the context");
    assert_eq!(same.native_handle(), device.native_handle());
    for other in target.others() {
        around.device(other.found()).map(drop).expect_err("the context has one device");
    }
    let queue = TestQueue(same.create_queue(QueueProperties::default()).expect("a queue"));
    queue.submit(fill(&buffer(&[0; 8]), 1), &[]).wait().expect("a fill");
}

fn queues(target: &TestedDevice) {
    let queue = target.queue(false);
    let Some(handle) = queue.native_handle() else { return };
    let native = target.device().native().expect("the device has them");
    let same = TestQueue(native.queue(handle, false, queue.properties()).expect("the handle is known"));
    assert_eq!((same.native_handle(), same.properties()), (Some(handle), queue.properties()));
    let (object, gate) = (buffer(&[0; 100]), Event::user());
    queue.submit_unobserved(fill(&object, 1), std::slice::from_ref(&gate));
    let second = same.submit(fill(&object, 2), &[]);
    assert!(!second.is_complete() && !same.is_empty() && !queue.is_empty());
    gate.complete(Ok(()));
    second.wait().expect("a fill");
    assert_eq!(target.contents(&object), [2; 100]);
    same.submit(fill(&object, 3), &[crate::target::failed()]).wait().expect_err("it depends on a failure");
    assert!(queue.take_failure().is_some() && same.take_failure().is_none());
}

fn events(target: &TestedDevice) {
    let (queue, gate, object) = (target.queue(false), Event::user(), buffer(&[0; 100]));
    let event = queue.submit(fill(&object, 1), std::slice::from_ref(&gate));
    let Some(handle) = event.native_handle() else {
        // The back end has no event before it has the command.
        gate.complete(Ok(()));
        return event.wait().expect("a fill");
    };
    let native = target.device().native().expect("the device has them");
    let same = native.event(handle, false).expect("the handle is known");
    assert_eq!((same.native_handle(), same.is_complete()), (Some(handle), false));
    let dependent = target.queue(false).submit(fill(&object, 2), std::slice::from_ref(&same));
    gate.complete(Ok(()));
    dependent.wait().expect("a fill");
    assert!(same.is_complete());
    assert_eq!(target.contents(&object), [2; 100]);
}

fn memory(target: &TestedDevice) {
    let object = buffer(&[5; 100]);
    let Some(handle) = object.native_handle(target.device()).expect("it can be placed") else { return };
    assert_eq!(object.native_handle(target.device()).expect("it is placed"), Some(handle));
    let native = target.device().native().expect("the device has them");
    let same = native.memory(handle, false).expect("the handle is known");
    assert_eq!((same.bytes(), same.placed()), (100, object.placed()));
    target.run(fill(&same, 6)).expect("a fill");
    assert_eq!(target.contents(&object), [6; 100]);
    let mut bytes = [0; 50];
    target.run(Command::Work(Work::Copy { src: at(&same, 50), dst: host(&mut bytes), bytes: 50 })).expect("a copy");
    assert_eq!(bytes, [6; 50]);
}

fn parts(target: &TestedDevice) {
    let begin = (target.device().info().mem_base_align_bits as usize / 8).max(1);
    let object = buffer(&vec![5; begin + 100]);
    let part = MemoryObject::sub_buffer(&object, begin, 60);
    let Some(handle) = part.native_handle(target.device()).expect("it can be placed") else { return };
    assert_ne!(object.native_handle(target.device()).expect("it is placed"), Some(handle));
    let native = target.device().native().expect("the device has them");
    let same = native.memory(handle, false).expect("the handle is known");
    let same = MemoryObject::sub_buffer(&same, 0, 60);
    assert_eq!(same.placed().map(|place| place.address), part.placed().map(|place| place.address));
    target.run(fill(&same, 6)).expect("a fill");
    assert_eq!(target.contents(&part), [6; 60]);
    let contents = target.contents(&object);
    assert!(contents[..begin].iter().chain(&contents[begin + 60..]).all(|&byte| byte == 5), "{contents:?}");
}

fn unknown(target: &TestedDevice) {
    let native = target.device().native().expect("the device has them");
    let queue = native.queue(NOTHING, false, QueueProperties::default()).map(drop).expect_err("no such queue");
    let event = native.event(NOTHING, false).map(drop).expect_err("no such event");
    let memory = native.memory(NOTHING, false).map(drop).expect_err("no such memory");
    let program = native.program(NOTHING, false).map(drop).expect_err("no such program");
    let kernel = native.kernel(target.program(), NOTHING, false).map(drop).expect_err("no such kernel");
    let errors = [("queue", queue), ("event", event), ("program", program), ("kernel", kernel)];
    for (what, error) in errors {
        assert!(error.to_string().contains(what), "{error}");
    }
    assert!(["memory", "buffer"].iter().any(|word| memory.to_string().contains(word)), "{memory}");
}
