//! Dependencies: wait lists with events of the same driver, of the host and of another
//! driver.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use tandem_device::{Command, DriverEvent, Error, Event, EventStatus, Notification, Result, Timestamps, Work};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestedDevice, at, buffer, copy, fill, host};

/// The rules.
pub const GROUP: Group = Group {
    name: "dependencies",
    rules: &[
        Rule {
            name: "foreign",
            text: "a command waits for an event of another driver, and fails if that failed",
            needs: Need::Nothing,
            check: foreign,
        },
        Rule {
            name: "unwatchable",
            text: "a command whose dependency cannot be watched fails and says why; what follows it runs",
            needs: Need::Nothing,
            check: unwatchable,
        },
        Rule {
            name: "mixed",
            text: "a wait list may have events of all kinds, some of them final, and one twice",
            needs: Need::Nothing,
            check: mixed,
        },
        Rule {
            name: "long_chains",
            text: "chains of 5,000 commands over two queues run, and fail, without recursion",
            needs: Need::Nothing,
            check: long_chains,
        },
        Rule {
            name: "copies_to_host",
            text: "what waits for a copy to host memory is complete when the bytes are there, also in other queues",
            needs: Need::Nothing,
            check: copies_to_host,
        },
    ],
};

/// An event of another driver, which the device under test does not recognize.
#[derive(Default)]
struct Foreign {
    state: Mutex<State>,
    ended: Condvar,
    is_unwatchable: bool,
}

#[derive(Default)]
struct State {
    result: Option<Result<()>>,
    notifications: Vec<Notification>,
}

impl Foreign {
    /// Completes the event on a separate thread.
    fn complete(self: &Arc<Self>, result: Result<()>) {
        let this = Arc::clone(self);
        thread::spawn(move || {
            let notifications = {
                let mut state = this.state.lock().expect("no panic");
                state.result = Some(result.clone());
                std::mem::take(&mut state.notifications)
            };
            this.ended.notify_all();
            notifications.into_iter().for_each(|notification| notification.deliver(result.clone()));
        });
    }
}

impl DriverEvent for Foreign {
    fn status(&self) -> EventStatus {
        match &self.state.lock().expect("no panic").result {
            None => EventStatus::Running,
            Some(Ok(())) => EventStatus::Complete,
            Some(Err(_)) => EventStatus::Failed,
        }
    }

    fn error(&self) -> Option<Error> {
        self.state.lock().expect("no panic").result.clone()?.err()
    }

    fn wait(&self) {
        let state = self.state.lock().expect("no panic");
        drop(self.ended.wait_while(state, |state| state.result.is_none()).expect("no panic"));
    }

    fn notify(&self, notification: Notification) -> Result<()> {
        if self.is_unwatchable {
            return Err(Error::OutOfResources("no callback on purpose".into()));
        }
        let mut state = self.state.lock().expect("no panic");
        match state.result.clone() {
            None => state.notifications.push(notification),
            Some(result) => {
                drop(state);
                notification.deliver(result);
            }
        }
        Ok(())
    }

    fn timestamps(&self) -> Timestamps {
        Timestamps::default()
    }
}

fn foreign(target: &TestedDevice) {
    for queue in target.queues() {
        let (object, other) = (buffer(&[0; 100]), Arc::new(Foreign::default()));
        let list = [Event::from(Arc::clone(&other))];
        let event = queue.submit(fill(&object, 4), &list);
        let next = queue.submit(fill(&object, 5), std::slice::from_ref(&event));
        assert!(!event.is_complete() && !next.is_complete());
        other.complete(Ok(()));
        next.wait().expect("a fill");
        queue.submit(fill(&object, 6), &list).wait().expect("the list is complete");
        assert_eq!(target.contents(&object), [6; 100]);

        let other = Arc::new(Foreign::default());
        let list = [Event::from(Arc::clone(&other))];
        let event = queue.submit(fill(&object, 7), &list);
        other.complete(Err(Error::Execution("elsewhere".into())));
        for event in [&event, &queue.submit(fill(&object, 8), &list)] {
            let error = event.wait().expect_err("its dependency failed");
            assert!(matches!(error, Error::Dependency(_)) && error.to_string().contains("elsewhere"), "{error}");
        }
        assert_eq!(target.contents(&object), [6; 100]);
    }
}

fn unwatchable(target: &TestedDevice) {
    for queue in target.queues() {
        let object = buffer(&[0; 100]);
        let other = Arc::new(Foreign { is_unwatchable: true, ..Foreign::default() });
        let event = queue.submit(fill(&object, 4), &[Event::from(other)]);
        let error = event.wait().expect_err("it cannot wait");
        assert!(error.to_string().contains("no callback on purpose"), "{error}");
        queue.submit(fill(&object, 5), &[]).wait().expect("a fill");
        assert_eq!(target.contents(&object), [5; 100]);
    }
}

fn mixed(target: &TestedDevice) {
    for queue in target.queues() {
        let (first, second) = (buffer(&[0; 100]), buffer(&[0; 100]));
        let (user, other) = (Event::user(), Arc::new(Foreign::default()));
        let ended = queue.submit(fill(&second, 1), &[]);
        ended.wait().expect("a fill");
        let own = target.queue(false).submit(fill(&first, 9), &[]);
        let list = [own.clone(), user.clone(), Event::from(Arc::clone(&other)), ended, own, Event::completed()];
        let event = queue.submit(copy(&first, &second), &list);
        other.complete(Ok(()));
        assert!(!event.is_complete());
        user.complete(Ok(()));
        event.wait().expect("a copy");
        assert_eq!(target.contents(&second), [9; 100]);
    }
}

fn long_chains(target: &TestedDevice) {
    let queues = [target.queue(false), target.queue(target.device().info().out_of_order)];
    for fails in [false, true] {
        let (object, gate) = (buffer(&[0; 8]), Event::user());
        let mut last = gate.clone();
        for index in 0..5000 {
            let queue = &queues[index % 2];
            last = queue.submit(fill(&object, index as u8), std::slice::from_ref(&last));
            if index % 256 == 255 {
                queue.flush().expect("flushed");
            }
        }
        gate.complete(if fails { Err(Error::Execution("on purpose".into())) } else { Ok(()) });
        assert_eq!(last.wait().is_err(), fails);
        let expected = if fails { 0 } else { 4999_u32 as u8 };
        assert_eq!(target.contents(&object), [expected; 8]);
    }
}

fn copies_to_host(target: &TestedDevice) {
    let queues = [false, false, target.device().info().out_of_order].map(|out_of_order| target.queue(out_of_order));
    let object = buffer(&[0; 8]);
    for round in 1..100 {
        queues[0].submit(fill(&object, round), &[]);
        let mut bytes = [0; 8];
        let copy = Command::Work(Work::Copy { src: at(&object, 0), dst: host(&mut bytes), bytes: 8 });
        let copied = queues[0].submit(copy, &[]);
        let next = queues[1].submit(Command::Marker, std::slice::from_ref(&copied));
        let last = queues[2].submit(Command::Marker, std::slice::from_ref(&next));
        if round % 2 == 0 {
            last.wait().expect("no failure");
        } else {
            queues[2].finish().expect("no failure");
        }
        assert_eq!(bytes, [round; 8]);
    }
}
