//! Each failure is reported once, by the queue of the submission, and is known wherever it must be:
//! with plugins that keep failures (the mock's CPU) and with those that report them only through
//! events (its GPU).

mod mock;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use mock::*;
use tandem_runtime::HostTask;
use tandem_runtime::context::Context;
use tandem_runtime::event::{EventRef, State, Status};
use tandem_runtime::object::Object;
use tandem_runtime::pi::{PI_ERROR_COMMAND_EXECUTION_FAILURE, PI_PROFILING_INFO_COMMAND_END};
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::*;
use tandem_runtime::{Errc, Error};

/// In order and out of order, on both kinds of plugin.
fn queues() -> Vec<Arc<Object<Queue>>> {
    [(cpu(), false), (cpu(), true), (gpu(), false), (gpu(), true)]
        .map(|(device, in_order)| queue(&device, in_order))
        .into()
}

fn host_task(
    queue: &Arc<Object<Queue>>,
    deps: &[EventRef],
    task: impl FnMut() -> Result<(), Error> + Send + 'static,
) -> EventRef {
    let operation = Operation::HostTask(HostTask::new(task));
    submit(queue, Submission { deps, ..Submission::new(operation) })
}

/// Takes the only error of a queue.
#[track_caller]
fn only_error(queue: &Queue) -> Error {
    let error = queue.take_error().expect("the failure arrives");
    assert!(queue.take_error().is_none(), "it arrives once");
    error
}

fn own(text: &str) -> Error {
    Error::HostTask { errc: Errc::Runtime, message: text.to_owned(), exception: None }
}

#[test]
fn a_failure_arrives_once_whoever_has_the_event() {
    for queue in queues() {
        // Its event was dropped before it ran.
        drop(launch(&queue, "fail", &[], &[], &[]));
        queue.wait();
        assert_eq!(only_error(&queue).pi_code(), Some(PI_ERROR_COMMAND_EXECUTION_FAILURE));
        // Its event is still alive, and has not been waited for.
        let held = launch(&queue, "fail", &[], &[], &[]);
        queue.wait();
        only_error(&queue);
        held.wait();
        assert!(queue.take_error().is_none());
        // Its event was waited for: by several threads, twice each.
        let waited = launch(&queue, "fail", &[], &[], &[]);
        let waiters = [(); 4].map(|()| {
            let waited = waited.clone();
            std::thread::spawn(move || (0..2).for_each(|_| waited.wait()))
        });
        waiters.into_iter().for_each(|waiter| waiter.join().unwrap());
        assert_eq!((waited.state(), waited.status().unwrap()), (State::Failed, Status::Complete));
        assert_eq!(waited.error().unwrap().pi_code(), Some(PI_ERROR_COMMAND_EXECUTION_FAILURE));
        only_error(&queue);
        queue.wait();
        assert!(queue.take_error().is_none());
        // No event was ever requested.
        let kernel = kernel(&queue, "fail");
        let operation =
            Operation::Kernel { source: KernelSource::Kernel(&kernel), range: NdRange::SINGLE, args: Args::List(&[]) };
        // SAFETY: the kernel takes nothing.
        let event = unsafe { queue.submit(Submission { wants_event: false, ..Submission::new(operation) }) };
        assert!(event.unwrap().is_none());
        queue.wait();
        only_error(&queue);
    }
}

#[test]
fn no_failure_of_many_is_lost() {
    for queue in queues() {
        let (fail, noop) = (kernel(&queue, "fail"), kernel(&queue, "noop"));
        for number in 0..500 {
            let kernel = if number % 5 == 0 { &fail } else { &noop };
            launch_kernel(&queue, kernel, &[], &[], &[]);
        }
        queue.wait();
        assert_eq!(std::iter::from_fn(|| queue.take_error()).count(), 100);
    }
}

#[test]
fn a_failed_host_task_hides_no_other_failure() {
    for queue in queues() {
        drop(launch(&queue, "fail", &[], &[], &[]));
        drop(host_task(&queue, &[], || Err(own("of the task"))));
        queue.wait();
        let mut texts: Vec<String> = std::iter::from_fn(|| queue.take_error()).map(|error| error.to_string()).collect();
        texts.sort_by_key(|text| text == "of the task");
        assert_eq!(texts.len(), 2, "{texts:?}");
        assert_eq!(texts[1], "of the task");
    }
}

#[test]
fn dependents_do_not_run_and_say_why_on_their_own_queue() {
    for device in [cpu(), gpu()] {
        let context = Context::new(std::slice::from_ref(&device)).unwrap();
        let (first, second) = (queue_in(&context, &device, false), queue_in(&context, &device, true));
        let ran = Arc::new(AtomicBool::new(false));
        let failed = host_task(&first, &[], || Err(own("the first failure")));
        failed.wait();
        // One dependency has already failed, the other fails later.
        let (gate, open) = (new_gate(), Arc::new(AtomicBool::new(false)));
        let late = host_task(&first, &[], {
            let open = open.clone();
            move || {
                while !open.load(Ordering::Acquire) {
                    std::thread::yield_now();
                }
                Err(own("the first failure"))
            }
        });
        for before in [&failed, &late] {
            let dependent = launch(&second, "noop", &[], &[], std::slice::from_ref(before));
            let next = launch(&second, "noop", &[], &[], std::slice::from_ref(&dependent));
            let task = host_task(&second, std::slice::from_ref(&next), {
                let ran = ran.clone();
                move || {
                    ran.store(true, Ordering::Release);
                    Ok(())
                }
            });
            open.store(true, Ordering::Release);
            for event in [&dependent, &next, &task] {
                event.wait();
                assert_eq!(event.state(), State::Failed);
                let error = second.take_error().expect("each dependent says why");
                assert!(
                    matches!(&error, Error::Dependency(first) if first.to_string() == "the first failure"),
                    "{error}"
                );
                assert_eq!(error.to_string(), event.error().unwrap().to_string());
            }
            assert!(second.take_error().is_none());
        }
        assert!(!ran.load(Ordering::Acquire));
        assert_eq!(std::iter::from_fn(|| first.take_error()).count(), 2);
        // Dependencies that PI itself handles.
        let held = launch(&first, "gate", &[value(gate)], &[], &[]);
        let failed = launch(&first, "fail", &[], &[], &[held]);
        let dependent = launch(&second, "noop", &[], &[], &[failed]);
        open_gate(gate);
        dependent.wait();
        assert_eq!(dependent.state(), State::Failed);
        let own = only_error(&second).to_string();
        match device.name() {
            "mock cpu" => assert_eq!(own, "a command before it failed"),
            _ => {
                assert!(own.ends_with(": a command failed: PI_ERROR_COMMAND_EXECUTION_FAILURE (-997)"), "{own}");
                assert_eq!(dependent.error().unwrap().to_string(), own);
            }
        }
        first.wait();
        only_error(&first);
    }
}

#[test]
fn a_host_task_whose_place_in_the_order_is_unknown_does_not_run() {
    for device in [cpu(), gpu()] {
        let queue = queue(&device, true);
        launch(&queue, "break_markers", &[], &[], &[]).wait();
        let ran = Arc::new(AtomicBool::new(false));
        let task = HostTask::new({
            let ran = ran.clone();
            move || {
                ran.store(true, Ordering::Release);
                Ok(())
            }
        });
        let submission = Submission::new(Operation::HostTask(task));
        // SAFETY: the task uses no memory but its own.
        let error = unsafe { queue.submit(submission) }.unwrap_err();
        assert_eq!(error.errc(), Errc::MemoryAllocation, "{error}");
        queue.wait();
        assert!(!ran.load(Ordering::Acquire));
    }
}

#[test]
fn times_of_what_failed() {
    let queue = queue(&cpu(), false);
    let failed = host_task(&queue, &[], || Err(own("at work")));
    let dependent = launch(&queue, "noop", &[], &[], std::slice::from_ref(&failed));
    assert!(failed.profiling(PI_PROFILING_INFO_COMMAND_END).unwrap() > 0, "it ran");
    let error = dependent.profiling(PI_PROFILING_INFO_COMMAND_END).unwrap_err();
    assert!(matches!(error, Error::Dependency(_)), "it never ran: {error}");
    while queue.take_error().is_some() {}
}

#[test]
fn dependencies_of_other_contexts_block_no_thread() {
    let (here, there) = (queue(&cpu(), false), queue(&gpu(), false));
    let gate = new_gate();
    let done = Arc::new(AtomicUsize::new(0));
    let (held, noop) = (launch(&there, "gate", &[value(gate)], &[], &[]), kernel(&here, "noop"));
    let waiting: Vec<EventRef> =
        (0..64).map(|_| launch_kernel(&here, &noop, &[], &[], std::slice::from_ref(&held))).collect();
    let task = host_task(&here, &[], {
        let done = done.clone();
        move || {
            done.fetch_add(1, Ordering::Release);
            Ok(())
        }
    });
    for _ in 0..2000 {
        if done.load(Ordering::Acquire) != 0 {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(done.load(Ordering::Acquire), 1, "the task does not wait for the other context");
    assert!(waiting.iter().all(|event| event.state() == State::Pending));
    open_gate(gate);
    waiting.iter().chain([&task]).for_each(|event| event.wait());
    assert!(waiting.iter().all(|event| event.state() == State::Complete));
}

#[test]
fn a_failure_in_another_context_is_told_to_both() {
    let (here, there) = (queue(&cpu(), false), queue(&gpu(), false));
    let gate = new_gate();
    let held = launch(&there, "gate", &[value(gate)], &[], &[]);
    let failed = launch(&there, "fail", &[], &[], &[held]);
    let dependent = launch(&here, "noop", &[], &[], &[failed]);
    open_gate(gate);
    dependent.wait();
    assert_eq!(dependent.state(), State::Failed);
    let error = only_error(&here);
    assert!(matches!(&error, Error::Dependency(_)), "{error}");
    there.wait();
    only_error(&there);
}

#[test]
fn what_depends_on_a_failure_in_the_same_order_does_not_run() {
    for device in [cpu(), gpu()] {
        let queue = queue(&device, true);
        let gate = new_gate();
        launch(&queue, "gate", &[value(gate)], &[], &[]);
        let failed = launch(&queue, "fail", &[], &[], &[]);
        let dependent = launch(&queue, "noop", &[], &[], &[failed]);
        let later = launch(&queue, "noop", &[], &[], &[]);
        open_gate(gate);
        queue.wait();
        later.wait();
        dependent.wait();
        assert_eq!((dependent.state(), later.state()), (State::Failed, State::Complete));
        assert_eq!(std::iter::from_fn(|| queue.take_error()).count(), 2);
    }
}

#[test]
fn errors_that_are_left_when_a_queue_goes_are_reported() {
    for in_order in [false, true] {
        for device in [cpu(), gpu()] {
            let queue = queue(&device, in_order);
            let (sender, receiver) = std::sync::mpsc::channel();
            queue.on_unhandled_errors(move |errors| errors.into_iter().for_each(|error| sender.send(error).unwrap()));
            launch(&queue, "fail", &[], &[], &[]).wait();
            let gate = new_gate();
            let held = launch(&queue, "gate", &[value(gate)], &[], &[]);
            drop(launch(&queue, "fail", &[], &[], &[held]));
            drop(queue);
            // The second one fails when the queue is gone.
            open_gate(gate);
            let errors: Vec<Error> = receiver.iter().collect();
            assert_eq!(errors.len(), 2, "{errors:?}");
        }
    }
}

#[test]
fn the_first_failure_of_a_long_chain_is_named_at_its_end() {
    let device = gpu();
    let context = Context::new(std::slice::from_ref(&device)).unwrap();
    let queues = [queue_in(&context, &device, false), queue_in(&context, &device, false)];
    let gate = new_gate();
    let held = launch(&queues[0], "gate", &[value(gate)], &[], &[]);
    let mut last = launch(&queues[0], "fail", &[], &[], &[held]);
    for number in 0..200 {
        last = launch(&queues[number % 2], "noop", &[], &[], &[last]);
    }
    open_gate(gate);
    last.wait();
    let error = last.error().expect("it did not run");
    assert!(
        matches!(&*error, Error::Dependency(first) if first.pi_code() == Some(PI_ERROR_COMMAND_EXECUTION_FAILURE)),
        "{error}"
    );
    queues.iter().for_each(|queue| queue.wait());
    let errors: Vec<Error> = queues.iter().flat_map(|queue| std::iter::from_fn(|| queue.take_error())).collect();
    let (dependents, others): (Vec<_>, Vec<_>) = errors.iter().partition(|error| matches!(error, Error::Dependency(_)));
    assert_eq!((dependents.len(), others.len()), (200, 1), "{others:?}");
    assert!(dependents.iter().all(|other| other.to_string() == error.to_string()), "{dependents:?}");
}

/// All errors of a queue until now.
fn errors(queue: &Queue) -> Vec<Error> {
    queue.wait();
    std::iter::from_fn(|| queue.take_error()).collect()
}

/// A kernel that fails once the gate is open.
fn failing(queue: &Arc<Object<Queue>>, gate: u32, accesses: &[Access<'_>]) -> EventRef {
    let held = launch(queue, "gate", &[value(gate)], &[], &[]);
    launch(queue, "fail", &[], accesses, &[held])
}

#[test]
fn a_kernel_with_scratch_memory_that_does_not_run_is_one_failure() {
    for queue in queues() {
        let (gate, found) = (new_gate(), buffer(1));
        let failed = failing(&queue, gate, &[]);
        let args = [Arg::Scratch(64), Arg::Access(0), value(0)];
        let dependent = launch(&queue, "leave", &args, &[update(&found)], &[failed]);
        open_gate(gate);
        dependent.wait();
        assert_eq!(dependent.state(), State::Failed);
        assert_eq!(errors(&queue).len(), 2);
    }
}

#[test]
fn a_transfer_that_does_not_run_is_no_failure_of_its_own() {
    let contexts = Context::new(&[gpu(), second_gpu()]).unwrap();
    for target in [queue_in(&contexts, &second_gpu(), false), queue(&third_gpu(), false)] {
        let (gate, buffer) = (new_gate(), buffer(8));
        let source = queue_in(&contexts, &gpu(), false);
        failing(&source, gate, &[update(&buffer)]);
        let dependent = launch(&target, "increment", &[Arg::Access(0)], &[update(&buffer)], &[]);
        open_gate(gate);
        dependent.wait();
        assert_eq!(dependent.state(), State::Failed);
        assert_eq!((errors(&source).len(), errors(&target).len()), (1, 1));
    }
}

#[test]
fn a_command_of_several_parts_is_one_failure() {
    for queue in queues() {
        let mut data = vec![0; 96 << 10];
        let (gate, buffer) = (new_gate(), buffer_over(&mut data));
        let fill = |deps: &[EventRef]| {
            let operation = Operation::Buffer(BufferCommand::Fill { pattern: [1; 12].as_slice().into(), rect: None });
            submit(&queue, Submission { accesses: &[update(&buffer)], deps, ..Submission::new(operation) })
        };
        let failed = failing(&queue, gate, &[]);
        fill(&[failed]);
        open_gate(gate);
        let found = errors(&queue);
        assert_eq!(found.len(), 2, "{found:?}");
        let overwrite = AccessMode(AccessMode::WRITE.0 | AccessMode::NO_INIT);
        launch(&queue, "break_copies", &[Arg::Access(0)], &[access(&buffer, overwrite)], &[]).wait();
        fill(&[]);
        let found = errors(&queue);
        match queue.device().name() {
            // It fills in one command, which copies nothing.
            "mock cpu" => assert!(found.is_empty(), "{found:?}"),
            _ => assert!(found.len() == 1 && found[0].to_string().contains("OUT_OF_RESOURCES"), "{found:?}"),
        }
    }
}

#[test]
fn a_fence_that_does_not_run_is_no_failure() {
    for queue in queues() {
        let gate = new_gate();
        let failed = failing(&queue, gate, &[]);
        let fences = [Operation::Empty, Operation::Barrier].map(|operation| {
            submit(&queue, Submission { deps: std::slice::from_ref(&failed), ..Submission::new(operation) })
        });
        open_gate(gate);
        fences.iter().for_each(|fence| fence.wait());
        assert!(fences.iter().all(|fence| fence.state() == State::Failed));
        assert_eq!(errors(&queue).len(), 1);
    }
}
