//! Scratch memory of kernels, on the mock plugin.

mod mock;

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use mock::*;
use tandem_runtime::buffer::{Buffer, HostAccess};
use tandem_runtime::event::{EventRef, State, Status};
use tandem_runtime::object::Object;
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::{AccessMode, Arg};

/// A kernel that leaves a value in its scratch memory, and what it found there if it
/// did not fail.
#[track_caller]
fn leave(queue: &Arc<Object<Queue>>, bytes: usize, left: u32, deps: &[EventRef]) -> (EventRef, Option<u32>) {
    let found = buffer(1);
    write(&found, 1);
    let event = launch(queue, "leave", &[Arg::Scratch(bytes), Arg::Access(0), value(left)], &[update(&found)], deps);
    event.wait();
    let found = (event.state() == State::Complete).then(|| contents(&found)[0]);
    (event, found)
}

fn write(buffer: &Arc<Object<Buffer>>, number: u32) {
    let access = HostAccess::begin(buffer, AccessMode::WRITE).unwrap();
    // SAFETY: the host may write the buffer's bytes until the access ends.
    unsafe { access.ptr().cast::<u32>().write(number) };
    access.end();
}

#[test]
fn it_begins_with_zeros_also_behind_a_kernel_that_failed() {
    for device in [cpu(), gpu()] {
        for in_order in [false, true] {
            let queue = queue(&device, in_order);
            assert_eq!(leave(&queue, 256, 0, &[]).1, Some(0), "new memory");
            leave(&queue, 256, 7, &[]);
            assert!(queue.take_error().is_some(), "the kernel fails");
            let found = leave(&queue, 256, 0, &[]).1;
            // The mock's in-order queues may take the kernel for a dependent of the failed one.
            assert!(found == Some(0) || in_order && found.is_none(), "{found:?} in memory of a kernel that failed");
        }
    }
}

#[test]
fn kernels_do_not_wait_for_the_scratch_memory_of_others() {
    let queue = queue(&gpu(), false);
    let other = queue_in(queue.context(), &gpu(), false);
    let gate = new_gate();
    let held = launch(&queue, "gate", &[value(gate)], &[], &[]);
    let found = buffer(1);
    let args = [Arg::Scratch(64), Arg::Access(0), value(0)];
    let waiting: Vec<_> =
        (0..20).map(|_| launch(&queue, "leave", &args, &[update(&found)], std::slice::from_ref(&held))).collect();
    for queue in [&queue, &other] {
        assert_eq!(leave(queue, 64, 0, &[]).0.status().unwrap(), Status::Complete);
    }
    assert!(waiting.iter().all(|event| event.status().unwrap() == Status::Submitted));
    open_gate(gate);
    waiting.iter().for_each(|event| event.wait());
}

#[test]
fn it_is_used_again() {
    for in_order in [false, true] {
        let queue = queue(&gpu(), in_order);
        for _ in 0..1000 {
            leave(&queue, 1 << 16, 0, &[]);
        }
        assert!(counts().mems < 200, "{} memory objects", counts().mems);
    }
}

#[test]
fn who_waits_for_scratch_memory_leaves_the_queue_to_others() {
    let queue = queue(&gpu(), false);
    let gate = new_gate();
    let held = launch(&queue, "gate", &[value(gate)], &[], &[]);
    let (queue_of_waiter, held_of_waiter) = (queue.clone(), held.clone());
    let waiter = thread::spawn(move || {
        let found = buffer(1);
        // The kernels cannot run, and together have more memory than a queue tolerates before it
        // waits.
        for _ in 0..3 {
            let args = [Arg::Scratch(40 << 20), Arg::Access(0), value(0)];
            launch(&queue_of_waiter, "leave", &args, &[update(&found)], std::slice::from_ref(&held_of_waiter));
        }
        contents(&found)
    });
    // It has come as far as it can in this time, or the test shows less.
    thread::sleep(Duration::from_millis(200));
    let (done, is_done) = channel();
    thread::spawn(move || {
        let open = new_gate();
        open_gate(open);
        launch(&queue, "gate", &[value(open)], &[], &[]).wait();
        done.send(()).unwrap();
    });
    is_done.recv_timeout(Duration::from_secs(30)).expect("the queue is locked");
    assert!(!waiter.is_finished(), "nothing bounds the memory");
    open_gate(gate);
    assert_eq!(waiter.join().unwrap(), [0]);
}
