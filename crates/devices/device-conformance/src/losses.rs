//! Devices that are lost: which calls fail, which may still be made, and which objects continue to work.

use std::sync::Arc;

use tandem_device::{
    Command, Context, Device, Error, Event, EventStatus, Partition, PartitionKind, QueueProperties, Result, UsmKind,
};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestQueue, TestedDevice, buffer, fill};

/// The rules.
pub const GROUP: Group = Group {
    name: "losses",
    rules: &[
        Rule {
            name: "calls",
            text: "a lost device refuses whatever makes or submits something, always with the same text",
            needs: Need::Loss,
            check: calls,
        },
        Rule {
            name: "commands",
            text: "commands that a lost device has fail, at their events and as failures of the queue; waiting ends",
            needs: Need::Loss,
            check: commands,
        },
        Rule {
            name: "dependents",
            text: "what another device has that waits for a command of a lost one does not run, and names the loss",
            needs: Need::Loss,
            check: dependents,
        },
        Rule {
            name: "known",
            text: "what was known of a lost device stays known, and what it holds can be given back",
            needs: Need::Loss,
            check: known,
        },
        Rule {
            name: "others",
            text: "other contexts of a lost device, and other devices of its context, go on",
            needs: Need::Loss,
            check: others,
        },
        Rule {
            name: "parts",
            text: "the parts of a lost device are lost, too, in the same context",
            needs: Need::Loss,
            check: parts,
        },
        Rule {
            name: "again",
            text: "a context that is made later has the device again, or cannot be made because it is lost",
            needs: Need::Loss,
            check: again,
        },
    ],
};

/// A device in a new context, which a rule may lose.
struct Doomed<'a> {
    target: &'a TestedDevice<'a>,
    context: Arc<dyn Context>,
    device: Arc<dyn Device>,
}

impl<'a> Doomed<'a> {
    fn new(target: &'a TestedDevice<'a>) -> Self {
        let (context, device) = target.new_context();
        Self { target, context, device }
    }

    fn queue(&self, out_of_order: bool) -> TestQueue {
        let properties = QueueProperties { out_of_order, profiling: false };
        TestQueue(self.device.create_queue(properties).expect("a queue"))
    }

    fn queues(&self) -> Vec<TestQueue> {
        let out_of_order = self.device.info().out_of_order.then(|| self.queue(true));
        [self.queue(false)].into_iter().chain(out_of_order).collect()
    }

    fn lose(&self) {
        (self.target.subject.lose.expect("the rule needs it"))(&*self.device);
    }
}

/// The text of a loss.
#[track_caller]
fn loss<T>(result: Result<T>) -> String {
    match result {
        Err(error @ Error::DeviceLost(_)) => error.to_string(),
        Err(error) => panic!("the device is lost, but the call says: {error}"),
        Ok(_) => panic!("the device is lost, but the call succeeds"),
    }
}

fn write() -> Command {
    fill(&buffer(&[0; 64]), 1)
}

fn calls(target: &TestedDevice) {
    let doomed = Doomed::new(target);
    let queues = doomed.queues();
    let image = (target.subject.image)(&*doomed.device);
    let object = doomed.device.compile(&image.request()).expect("it compiles");
    doomed.lose();
    let device = &*doomed.device;
    let mut texts = Vec::new();
    for _ in 0..2 {
        texts.push(loss(device.alloc(64, 0)));
        texts.push(loss(device.compile(&image.request())));
        texts.push(loss(device.build(&image.request())));
        texts.push(loss(device.link(&tandem_device::LinkRequest { objects: &[Arc::clone(&object)], options: "" })));
        texts.push(loss(device.create_queue(QueueProperties::default())));
        texts.extend(device.usm().map(|usm| loss(usm.alloc(UsmKind::Device, 64, 0))));
        for queue in &queues {
            let mut event = None;
            texts.push(loss(queue.0.submit(write(), &[], Some(&mut event))));
            assert!(event.is_none(), "a command that was not taken has no event");
            texts.push(loss(queue.0.submit(Command::Barrier, &[], None)));
        }
    }
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
}

fn commands(target: &TestedDevice) {
    let doomed = Doomed::new(target);
    for queue in doomed.queues() {
        let before = queue.submit(write(), &[]);
        before.wait().expect("the device is there");
        assert!(queue.take_failure().is_none());
    }
    let queues = doomed.queues();
    let gate = Event::user();
    let events: Vec<Event> = queues.iter().map(|queue| queue.submit(write(), std::slice::from_ref(&gate))).collect();
    doomed.lose();
    gate.complete(Ok(()));
    for (queue, event) in queues.iter().zip(&events) {
        loss(event.wait());
        assert_eq!(event.status(), EventStatus::Failed);
        // A queue that cannot continue may report it, but it does not wait for ever.
        let _ = queue.finish();
        assert!(queue.is_empty());
        loss(queue.take_failure().map_or(Ok(()), Err));
        assert!(queue.take_failure().is_none(), "each failure arrives once");
    }
}

fn dependents(target: &TestedDevice) {
    let doomed = Doomed::new(target);
    let gate = Event::user();
    let lost = doomed.queue(false).submit(write(), std::slice::from_ref(&gate));
    let object = buffer(&[0; 64]);
    let dependent = target.queue(false).submit(fill(&object, 1), &[lost]);
    doomed.lose();
    gate.complete(Ok(()));
    let error = dependent.wait().expect_err("it depends on a lost command");
    assert!(matches!(&error, Error::Dependency(cause) if matches!(**cause, Error::DeviceLost(_))), "{error}");
    assert_eq!(target.contents(&object), [0; 64]);
}

fn known(target: &TestedDevice) {
    let doomed = Doomed::new(target);
    let queue = doomed.queue(false);
    let event = queue.submit(write(), &[]);
    event.wait().expect("the device is there");
    let program = doomed.device.build(&(target.subject.image)(&*doomed.device).request()).expect("it builds");
    let usm = doomed.device.usm().map(|usm| usm.alloc(UsmKind::Device, 64, 0).expect("64 bytes"));
    let (name, domain) = (doomed.device.info().name.clone(), doomed.device.memory_domain());
    let handles = (doomed.device.native_handle(), queue.native_handle());
    doomed.lose();
    assert_eq!((&doomed.device.info().name, doomed.device.memory_domain()), (&name, domain));
    assert_eq!((doomed.device.native_handle(), queue.native_handle()), handles);
    let _ = doomed.device.timers();
    assert!(queue.is_empty() && queue.take_failure().is_none());
    let _ = queue.flush();
    event.wait().expect("what was complete stays so");
    assert!(program.kernels().iter().any(|kernel| kernel.info().name == "ids"));
    if let (Some(group), Some(address)) = (doomed.device.usm(), usm) {
        assert_eq!(group.query(address).map(|info| info.size), Some(64));
        group.free(address).expect("USM of a lost device is given back");
        assert_eq!(group.query(address), None);
    }
}

fn others(target: &TestedDevice) {
    let found = &target.probed.found;
    let context = target.probed.driver.create_context(found).expect("a context of all devices");
    let lost = context.device(target.found()).expect("it is in the context");
    let beside = Doomed::new(target);
    let (queue, object) = (beside.queue(false), buffer(&[0; 64]));
    (target.subject.lose.expect("the rule needs it"))(&*lost);
    loss(lost.create_queue(QueueProperties::default()));
    queue.submit(fill(&object, 2), &[]).wait().expect("another context has the device");
    for other in found.iter().filter(|other| !Arc::ptr_eq(other, target.found())) {
        let other = context.device(other).expect("it is in the context");
        let queue = TestQueue(other.create_queue(QueueProperties::default()).expect("another device goes on"));
        queue.submit(write(), &[]).wait().expect("another device goes on");
    }
    assert_eq!(target.contents(&object), [2; 64]);
}

fn parts(target: &TestedDevice) {
    let Some(group) = target.found().partitioning() else { return };
    let partition = match group.kinds() {
        kinds if kinds.contains(&PartitionKind::ByCounts) => Partition::ByCounts(vec![1]),
        kinds if kinds.contains(&PartitionKind::Equally) => Partition::Equally(1),
        _ => return,
    };
    let parts = group.sub_devices(&partition).expect("the partition is possible");
    let doomed = Doomed::new(target);
    let part = doomed.context.device(&parts[0]).expect("a part of the context's device");
    doomed.lose();
    assert_eq!(loss(part.create_queue(QueueProperties::default())), loss(doomed.device.alloc(64, 0)));
}

fn again(target: &TestedDevice) {
    let doomed = Doomed::new(target);
    doomed.lose();
    let found = std::slice::from_ref(target.found());
    match target.probed.driver.create_context(found) {
        Ok(context) => {
            let device = context.device(target.found()).expect("it is in the context");
            let queue = TestQueue(device.create_queue(QueueProperties::default()).expect("a queue"));
            queue.submit(write(), &[]).wait().expect("the device is there again");
        }
        Err(error) => drop(loss(Err::<(), _>(error))),
    }
    // The first context has not got it back.
    loss(doomed.device.create_queue(QueueProperties::default()));
}
