//! Failures of commands: where they are reported, and which commands still run.

use tandem_device::{Command, Error, Event, EventStatus, Origin, Work};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestQueue, TestedDevice, buffer, failed, fill, host, impossible};

/// The rules.
pub const GROUP: Group = Group {
    name: "failures",
    rules: &[
        Rule {
            name: "dependents",
            text: "dependents of a failed command do not run and name the cause; others run",
            needs: Need::Nothing,
            check: dependents,
        },
        Rule {
            name: "own",
            text: "a command that fails does not take its queue with it; its failure is known everywhere at once",
            needs: Need::Nothing,
            check: own,
        },
        Rule {
            name: "fences",
            text: "a marker or barrier whose list has a failure fails; what follows it runs",
            needs: Need::Nothing,
            check: fences,
        },
        Rule {
            name: "ends",
            text: "a command that waits for the end of another one runs after it, also when that failed",
            needs: Need::Nothing,
            check: ends,
        },
        Rule {
            name: "taken",
            text: "each failure of a command, with or without event, can be taken once, oldest first; `finish` has none",
            needs: Need::Nothing,
            check: taken,
        },
        Rule {
            name: "internal",
            text: "the failure of an internal command cannot be taken; what waits for the command names it",
            needs: Need::Nothing,
            check: internal,
        },
    ],
};

fn dependents(target: &TestedDevice) {
    for queue in target.queues() {
        let object = buffer(&[0; 10]);
        let dependent = queue.submit(fill(&object, 1), &[failed()]);
        let next = queue.submit(fill(&object, 2), std::slice::from_ref(&dependent));
        let elsewhere = target.queue(false).submit(fill(&object, 3), std::slice::from_ref(&next));
        let other = queue.submit(fill(&buffer(&[0; 10]), 4), &[]);
        for event in [&dependent, &next, &elsewhere] {
            let error = event.wait().expect_err("it depends on a failure");
            let message = error.to_string();
            assert!(matches!(&error, Error::Dependency(cause) if !matches!(**cause, Error::Dependency(_))), "{error}");
            assert!(message.contains("on purpose"), "{message}");
        }
        other.wait().expect("it depends on nothing");
        assert_eq!(target.contents(&object), [0; 10]);
    }
}

fn own(target: &TestedDevice) {
    for queue in target.queues() {
        let wrong = queue.submit(impossible(target), &[]);
        let dependent = queue.submit(fill(&buffer(&[0; 10]), 1), std::slice::from_ref(&wrong));
        assert!(matches!(wrong.wait(), Err(Error::OutOfMemory { .. })));
        let error = dependent.wait().expect_err("it depends on a failure");
        assert!(matches!(&error, Error::Dependency(cause) if matches!(**cause, Error::OutOfMemory { .. })), "{error}");
        assert!(matches!(queue.take_failure(), Some(Error::OutOfMemory { .. })));
        assert!(is_dependency(&queue) && queue.take_failure().is_none());
        queue.submit_unobserved(impossible(target), &[]);
        let next = queue.submit(fill(&buffer(&[0; 10]), 1), &[]);
        queue.finish().expect("the queue goes on");
        next.wait().expect("it depends on nothing");
        assert!(matches!(queue.take_failure(), Some(Error::OutOfMemory { .. })));
        assert!(queue.take_failure().is_none());
    }
}

fn ends(target: &TestedDevice) {
    for queue in target.queues() {
        let object = buffer(&[0; 10]);
        let user = Event::user();
        let dependent = queue.submit(fill(&object, 1), std::slice::from_ref(&user));
        let list = [dependent.end(), user.end(), failed().end()];
        let next = queue.submit(fill(&object, 2), &list);
        let elsewhere = target.queue(false).submit(fill(&buffer(&[0; 10]), 3), &[user.end(), next.end()]);
        assert!(!next.is_complete() && !elsewhere.is_complete());
        user.complete(Err(Error::Execution("on purpose".into())));
        next.wait().expect("it comes after a failure, but needs no result");
        elsewhere.wait().expect("so does this one");
        dependent.wait().expect_err("it depends on the failure");
        dependent.end().wait().expect("it has ended");
        assert_eq!(dependent.end().status(), EventStatus::Complete);
        assert_eq!(target.contents(&object), [2; 10]);
    }
}

fn fences(target: &TestedDevice) {
    for queue in target.queues() {
        for fence in [Command::Marker, Command::Barrier] {
            let name = fence.name();
            let fence = queue.submit(fence, &[failed()]);
            assert!(matches!(fence.wait(), Err(Error::Dependency(_))), "{name}");
            queue.submit(fill(&buffer(&[0; 10]), 1), &[]).wait().expect("it does not depend on the failure");
        }
    }
}

fn taken(target: &TestedDevice) {
    for queue in target.queues() {
        let event = queue.submit(fill(&buffer(&[0; 10]), 1), &[failed()]);
        assert!(event.wait().is_err());
        assert!(is_dependency(&queue), "it is there before the event is final");
        let marker = queue.submit(Command::Marker, &[failed()]);
        queue.submit_unobserved(fill(&buffer(&[0; 10]), 1), &[failed()]);
        let no_bytes = Command::Work(Work::Copy { src: host(&mut []), dst: host(&mut []), bytes: 0 });
        queue.submit_unobserved(no_bytes, &[failed()]);
        queue.finish().expect("the queue can go on");
        assert!(is_dependency(&queue) && is_dependency(&queue));
        assert!(marker.is_complete() && queue.take_failure().is_none());
        queue.submit(fill(&buffer(&[0; 10]), 1), &[]).wait().expect("the queue goes on");
        assert!(queue.take_failure().is_none());
    }
}

fn internal(target: &TestedDevice) {
    for queue in target.queues() {
        let origin = Some(Origin { file: "", line: 0, queue: 0 });
        let mut part = None;
        let submitted = queue.submit_from(origin, impossible(target), &[], Some(&mut part));
        submitted.expect("the command is submitted");
        let part = part.expect("an event was asked for");
        let whole = queue.submit(fill(&buffer(&[0; 10]), 1), std::slice::from_ref(&part));
        assert!(matches!(part.wait(), Err(Error::OutOfMemory { .. })));
        let error = whole.wait().expect_err("a part has failed");
        assert!(matches!(&error, Error::Dependency(cause) if matches!(**cause, Error::OutOfMemory { .. })), "{error}");
        assert!(is_dependency(&queue) && queue.take_failure().is_none());
    }
}

fn is_dependency(queue: &TestQueue) -> bool {
    matches!(queue.take_failure(), Some(Error::Dependency(_)))
}
