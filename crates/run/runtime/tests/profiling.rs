//! Profiling times: all are on the host's clock, whichever device or thread ran the command.

mod mock;

use std::sync::Arc;
use std::time::Duration;

use mock::*;
use tandem_runtime::event::EventRef;
use tandem_runtime::object::Object;
use tandem_runtime::pi::{
    PI_PROFILING_INFO_COMMAND_END as END, PI_PROFILING_INFO_COMMAND_START as START,
    PI_PROFILING_INFO_COMMAND_SUBMIT as SUBMIT,
};
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::{Operation, Submission};
use tandem_runtime::{HostTask, error::Error};

/// How long a test takes at most. The clocks of two devices differ by more.
const LONGEST: u64 = 300_000_000_000;

fn run(queue: &Arc<Object<Queue>>, operation: Operation<'_>, deps: &[EventRef]) -> EventRef {
    submit(queue, Submission { deps, ..Submission::new(operation) })
}

fn task(queue: &Arc<Object<Queue>>, deps: &[EventRef], length: Duration) -> EventRef {
    let task = HostTask::new(move || {
        std::thread::sleep(length);
        Ok(())
    });
    run(queue, Operation::HostTask(task), deps)
}

/// Submission, start and end, which are in order.
#[track_caller]
fn times(event: &EventRef) -> [u64; 3] {
    let times = [SUBMIT, START, END].map(|param| event.profiling(param).unwrap());
    assert!(times.is_sorted() && times[0] != 0, "{times:?}");
    assert_eq!(times, [SUBMIT, START, END].map(|param| event.profiling(param).unwrap()), "they stay");
    times
}

/// Each event starts after the one before has ended, and not hours later.
#[track_caller]
fn assert_chain(events: &[EventRef]) {
    let times: Vec<[u64; 3]> = events.iter().map(times).collect();
    for pair in times.windows(2) {
        let ([_, _, end], [_, start, _]) = (pair[0], pair[1]);
        assert!(end <= start && start - end < LONGEST, "{times:?}");
    }
}

#[test]
fn commands_of_all_kinds_are_on_one_time_base() {
    for device in [cpu(), gpu()] {
        for is_in_order in [false, true] {
            let queue = queue(&device, is_in_order);
            let mut chain = vec![launch(&queue, "noop", &[], &[], &[])];
            let mut add = |next: &dyn Fn(&[EventRef]) -> EventRef| chain.push(next(&[chain[chain.len() - 1].clone()]));
            add(&|deps| task(&queue, deps, Duration::from_millis(1)));
            add(&|deps| run(&queue, Operation::Empty, deps));
            add(&|deps| run(&queue, Operation::Barrier, deps));
            add(&|deps| launch(&queue, "noop", &[], &[], deps));
            add(&|deps| run(&queue, Operation::Barrier, deps));
            add(&|deps| task(&queue, deps, Duration::ZERO));
            queue.wait();
            add(&|deps| run(&queue, Operation::Empty, deps));
            add(&|_| run(&queue, Operation::Barrier, &[]));
            queue.wait();
            assert_chain(&chain);
        }
    }
}

#[test]
fn devices_are_on_one_time_base() {
    let queues = [cpu(), gpu(), second_gpu(), cpu()].map(|device| queue(&device, false));
    let events: Vec<EventRef> = (queues.iter().cycle().take(8))
        .map(|queue| {
            let event = launch(queue, "noop", &[], &[], &[]);
            event.wait();
            std::thread::sleep(Duration::from_millis(1));
            event
        })
        .collect();
    assert_chain(&events);
}

#[test]
fn a_command_is_submitted_when_the_program_does_so() {
    let queue = queue(&cpu(), false);
    let gate = new_gate();
    let first = launch(&queue, "gate", &[value(gate)], &[], &[]);
    let task = task(&queue, &[first], Duration::from_millis(20));
    let kernel = launch(&queue, "noop", &[], &[], std::slice::from_ref(&task));
    assert_ne!(kernel.profiling(SUBMIT).unwrap(), 0, "it is known before the command has run");
    open_gate(gate);
    let ([_, start, end], [submitted, ..]) = (times(&task), times(&kernel));
    assert!(end - start >= 20_000_000 && submitted <= start, "{submitted} {start} {end}");
}

#[test]
fn a_device_whose_clock_cannot_be_read_runs_nothing_before_its_submission() {
    let queue = queue(&third_gpu(), false);
    let [submitted, start, end] = times(&launch(&queue, "noop", &[], &[], &[]));
    assert!(start >= submitted && end - start < LONGEST);
}

#[test]
fn what_did_not_run_has_no_start() {
    let queue = queue(&cpu(), false);
    let task = HostTask::new(|| Err(Error::Invalid("a failure".to_owned())));
    let failed = run(&queue, Operation::HostTask(task), &[]);
    let dependent = run(&queue, Operation::Empty, std::slice::from_ref(&failed));
    times(&failed);
    assert_ne!(dependent.profiling(SUBMIT).unwrap(), 0);
    assert!(matches!(dependent.profiling(START), Err(Error::Dependency(_))));
    while queue.take_error().is_some() {}
}
