//! A device that is out of memory: the runtime releases memory that it keeps there but does not
//! need. On the mock plugin's GPU, whose memory objects can be limited.

mod mock;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mock::*;
use tandem_runtime::buffer::Buffer;
use tandem_runtime::event::State;
use tandem_runtime::object::Object;
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::{AccessMode, Arg, Args, KernelSource, NdRange, Operation, Submission};
use tandem_runtime::{Errc, Result};

/// Bytes of the buffers here.
const BYTES: usize = 4 * 128;

/// One test at a time: the limit holds for all.
fn limited(bytes: usize) -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    let guard = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    limit_memory(bytes);
    transfers();
    guard
}

/// Runs a kernel on a buffer, which takes memory for all of it.
fn touch(queue: &Arc<Object<Queue>>, buffer: &Arc<Object<Buffer>>, mode: AccessMode) -> Result<()> {
    let kernel = kernel(queue, "noop");
    let (range, args) = (NdRange::SINGLE, Args::List(&[]));
    let operation = Operation::Kernel { source: KernelSource::Kernel(&kernel), range, args };
    let accesses = [access(buffer, mode)];
    // SAFETY: the kernel does nothing.
    let event = unsafe { queue.submit(Submission { accesses: &accesses, ..Submission::new(operation) })? };
    event.expect("an event was asked for").wait();
    Ok(())
}

#[test]
fn copies_that_are_current_elsewhere_are_given_up_and_come_back() {
    let _limit = limited(2 * BYTES);
    let queue = queue(&gpu(), false);
    let mut data = [7; 128];
    let kept = buffer_over(&mut data);
    let others = [(); 3].map(|()| buffer(128));
    append(&queue, &kept, 5).wait();
    assert_eq!(contents(&kept)[..2], [8, 7], "the host has what the device has");
    // Each takes the place of the one before.
    for other in &others {
        touch(&queue, other, AccessMode::READ).expect("there is room for what is needed");
    }
    append(&queue, &kept, 6).wait();
    assert_eq!(contents(&kept)[0], 9);
    assert!(queue.take_error().is_none());
}

#[test]
fn what_only_the_device_has_stays() {
    let _limit = limited(BYTES);
    let queue = queue(&gpu(), false);
    let mut data = [3; 128];
    let only_here = buffer_over(&mut data);
    append(&queue, &only_here, 5).wait();
    let error = touch(&queue, &buffer(128), AccessMode::READ).unwrap_err();
    assert_eq!(error.errc(), Errc::MemoryAllocation, "{error}");
    assert_eq!(contents(&only_here)[..5], [4, 3, 3, 3, 8]);
}

#[test]
fn a_buffer_in_use_stays() {
    let _limit = limited(BYTES);
    let queue = queue(&gpu(), false);
    let (used, gate) = (buffer(128), new_gate());
    let running = launch(&queue, "gate", &[value(gate)], &[read(&used)], &[]);
    touch(&queue, &buffer(128), AccessMode::READ).unwrap_err();
    open_gate(gate);
    running.wait();
    assert_eq!(running.state(), State::Complete);
    touch(&queue, &buffer(128), AccessMode::READ).expect("now nothing uses it");
}

#[test]
fn idle_scratch_memory_is_given_up() {
    let _limit = limited(8192 + BYTES - 1);
    let queue = queue(&gpu(), false);
    let args = [Arg::Scratch(64)];
    launch(&queue, "noop", &args, &[], &[]).wait();
    touch(&queue, &buffer(128), AccessMode::READ).expect("the scratch memory makes room");
    // And the other way round: the buffer is as it was.
    launch(&queue, "noop", &args, &[], &[]).wait();
    assert!(queue.take_error().is_none());
}

#[test]
fn memory_of_another_device_does_not_help() {
    let _limit = limited(BYTES);
    let (queue, other) = (queue(&gpu(), false), queue(&third_gpu(), false));
    let there = buffer(128);
    touch(&other, &there, AccessMode::READ).unwrap();
    touch(&queue, &buffer(128), AccessMode::READ).unwrap_err();
    transfers();
    touch(&other, &there, AccessMode::READ).unwrap();
    assert_eq!(transfers(), [], "its copy is still there");
}
