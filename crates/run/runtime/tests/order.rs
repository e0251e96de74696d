//! The order of commands, when commands fail or do not run, and after barriers.

mod mock;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mock::*;
use tandem_runtime::buffer::{Buffer, HostAccess};
use tandem_runtime::event::{EventRef, State, Status};
use tandem_runtime::object::Object;
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::*;
use tandem_runtime::{Error, HostTask};

fn plain(operation: Operation<'_>) -> Submission<'_> {
    Submission::new(operation)
}

fn overwrite(buffer: &Arc<Object<Buffer>>) -> Access<'_> {
    access(buffer, AccessMode(AccessMode::WRITE.0 | AccessMode::NO_INIT))
}

fn failed_task(queue: &Arc<Object<Queue>>) -> EventRef {
    let task = HostTask::new(|| Err(Error::Invalid("on purpose".to_owned())));
    let event = submit(queue, plain(Operation::HostTask(task)));
    event.wait();
    assert_eq!(event.state(), State::Failed);
    event
}

fn gated(queue: &Arc<Object<Queue>>, accesses: &[Access<'_>]) -> u32 {
    let gate = new_gate();
    launch(queue, "gate", &[value(gate)], accesses, &[]);
    gate
}

/// Whether something has not happened although there was time for it.
fn stays_pending(event: &EventRef) -> bool {
    std::thread::sleep(std::time::Duration::from_millis(20));
    event.status().unwrap() == Status::Submitted
}

#[test]
fn a_command_that_will_not_run_fails_behind_its_other_dependencies() {
    for (device, in_order) in [(cpu(), false), (cpu(), true), (gpu(), false), (gpu(), true)] {
        let queue = queue(&device, in_order);
        let (failed, buffer) = (failed_task(&queue), buffer(4));
        let gate = gated(&queue, &[overwrite(&buffer)]);
        let doomed = launch(&queue, "noop", &[], &[overwrite(&buffer)], std::slice::from_ref(&failed));
        assert!(stays_pending(&doomed), "the writer before it still runs");
        assert!(buffer.tracked_accesses() >= 1);
        open_gate(gate);
        doomed.wait();
        assert_eq!(doomed.state(), State::Failed);
        queue.wait();
        while queue.take_error().is_some() {}
    }
}

#[test]
fn a_command_that_will_not_run_fails_behind_the_barrier_before_it() {
    for device in [cpu(), gpu()] {
        let queue = queue(&device, false);
        let failed = failed_task(&queue);
        let gate = gated(&queue, &[]);
        submit(&queue, plain(Operation::Barrier));
        let doomed = launch(&queue, "noop", &[], &[], std::slice::from_ref(&failed));
        assert!(stays_pending(&doomed), "what is before the barrier still runs");
        open_gate(gate);
        doomed.wait();
        assert_eq!(doomed.state(), State::Failed);
        while queue.take_error().is_some() {}
    }
}

#[test]
fn a_buffer_outlives_what_uses_it_although_a_later_command_will_not_run() {
    let queue = queue(&cpu(), false);
    let (failed, buffer) = (failed_task(&queue), buffer(4));
    let gate = gated(&queue, &[overwrite(&buffer)]);
    launch(&queue, "noop", &[], &[overwrite(&buffer)], &[failed]);
    let is_finished = Arc::new(AtomicBool::new(false));
    let told = is_finished.clone();
    let finishing = std::thread::spawn(move || {
        buffer.finish();
        told.store(true, Ordering::Release);
    });
    std::thread::sleep(std::time::Duration::from_millis(20));
    assert!(!is_finished.load(Ordering::Acquire), "the first command uses its memory");
    open_gate(gate);
    finishing.join().unwrap();
    while queue.take_error().is_some() {}
}

#[test]
fn a_host_task_that_will_not_run_fails_behind_its_other_dependencies() {
    for in_order in [false, true] {
        let queue = queue(&cpu(), in_order);
        let failed = failed_task(&queue);
        let gate = new_gate();
        let slow = launch(&queue, "gate", &[value(gate)], &[], &[]);
        let task = HostTask::new(|| panic!("does not run"));
        let doomed = submit(&queue, Submission { deps: &[failed, slow], ..Submission::new(Operation::HostTask(task)) });
        assert!(stays_pending(&doomed));
        open_gate(gate);
        doomed.wait();
        assert_eq!(doomed.state(), State::Failed);
        while queue.take_error().is_some() {}
    }
}

#[test]
fn what_overwrites_the_result_of_a_command_runs_however_that_ends() {
    for in_order in [false, true] {
        let queue = queue(&cpu(), in_order);
        let buffer = buffer(4);
        // A writer and a reader, which both fail while the next command waits for them.
        let held = HostAccess::begin(&buffer, AccessMode::READ_WRITE).unwrap();
        let writer = launch(&queue, "fail", &[], &[overwrite(&buffer)], &[]);
        let reader = launch(&queue, "noop", &[], &[read(&buffer)], &[]);
        let next = launch(&queue, "noop", &[], &[overwrite(&buffer)], &[]);
        held.end();
        next.wait();
        assert_eq!(next.error().map(|error| error.to_string()), None);
        assert_eq!([writer.error().is_some(), reader.error().is_some()], [true, true]);
        let gate = gated(&queue, &[]);
        let failing = launch(&queue, "fail", &[], &[overwrite(&buffer)], &[]);
        let next = launch(&queue, "noop", &[], &[overwrite(&buffer)], &[]);
        open_gate(gate);
        next.wait();
        assert_eq!(next.error().map(|error| error.to_string()), None);
        assert!(failing.error().is_some());
        drop(HostAccess::begin(&buffer, AccessMode::READ).expect("the contents are defined"));
        queue.wait();
        while queue.take_error().is_some() {}
    }
}

#[test]
fn host_tasks_and_empty_groups_come_after_a_barrier() {
    for device in [cpu(), gpu()] {
        let queue = queue(&device, false);
        let gate = gated(&queue, &[]);
        let barrier = submit(&queue, plain(Operation::Barrier));
        let has_run = Arc::new(AtomicBool::new(false));
        let ran = has_run.clone();
        let task = HostTask::new(move || {
            ran.store(true, Ordering::Release);
            Ok(())
        });
        let task = submit(&queue, plain(Operation::HostTask(task)));
        let empty = submit(&queue, plain(Operation::Empty));
        assert!(stays_pending(&task) && !has_run.load(Ordering::Acquire));
        assert_ne!(empty.status().unwrap(), Status::Complete);
        assert_ne!(barrier.status().unwrap(), Status::Complete);
        open_gate(gate);
        task.wait();
        assert!(has_run.load(Ordering::Acquire));
        empty.wait();
        // Behind a barrier that is complete, nothing waits.
        queue.wait();
        let gate = gated(&queue, &[]);
        submit(&queue, plain(Operation::HostTask(HostTask::new(|| Ok(()))))).wait();
        submit(&queue, plain(Operation::Empty)).wait();
        open_gate(gate);
        queue.wait();
    }
}

#[test]
fn a_barrier_that_was_deferred_holds_host_tasks_back_as_well() {
    let queue = queue(&cpu(), false);
    let held = buffer(1);
    let access = HostAccess::begin(&held, AccessMode::READ_WRITE).unwrap();
    let deferred = launch(&queue, "noop", &[], &[update(&held)], &[]);
    let gate = gated(&queue, &[]);
    submit(&queue, plain(Operation::Barrier));
    access.end();
    deferred.wait();
    let task = submit(&queue, plain(Operation::HostTask(HostTask::new(|| Ok(())))));
    assert!(stays_pending(&task));
    open_gate(gate);
    task.wait();
}

#[test]
fn a_fence_behind_what_has_ended_does_not_wait_for_everything() {
    let queue = queue(&cpu(), false);
    let held = buffer(1);
    let access = HostAccess::begin(&held, AccessMode::READ_WRITE).unwrap();
    let first = launch(&queue, "noop", &[], &[update(&held)], &[]);
    let fences = [Operation::Empty, Operation::Barrier].map(|operation| {
        submit(&queue, Submission { deps: std::slice::from_ref(&first), ..Submission::new(operation) })
    });
    let gate = gated(&queue, &[]);
    access.end();
    fences.iter().for_each(|fence| fence.wait());
    let buffer = buffer(1);
    let access = [read(&buffer)];
    submit(&queue, Submission { accesses: &access, ..Submission::new(Operation::Empty) }).wait();
    open_gate(gate);
    queue.wait();
}
