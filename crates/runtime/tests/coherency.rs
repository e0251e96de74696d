//! Where the bytes of buffers are and what failures leave of them, on the mock plugin.

mod mock;

use std::sync::Arc;

use mock::*;
use tandem_runtime::Error;
use tandem_runtime::buffer::{Buffer, HostAccess};
use tandem_runtime::event::{EventRef, State};
use tandem_runtime::object::Object;
use tandem_runtime::queue::Queue;
use tandem_runtime::scheduler::HostTask;
use tandem_runtime::submission::*;

const DISCARD: AccessMode = AccessMode(AccessMode::WRITE.0 | AccessMode::NO_INIT);

/// Runs a kernel that fails, and waits for that.
fn fail(queue: &Arc<Object<Queue>>, access: Access<'_>) {
    let failed = launch(queue, "fail", &[], &[access], &[]);
    failed.wait();
    assert_eq!(failed.state(), State::Failed);
}

/// Sets all elements of what an accessor covers.
fn fill(queue: &Arc<Object<Queue>>, number: u32, access: Access<'_>) -> EventRef {
    let operation = Operation::BufferFill { pattern: &number.to_ne_bytes(), rect: None };
    submit(queue, Submission { operation, accesses: &[access], deps: &[] })
}

/// Some elements of a buffer.
fn part(buffer: &Arc<Object<Buffer>>, mode: AccessMode, first: usize, elements: usize) -> Access<'_> {
    Access { offset: 4 * first, size: 4 * elements, ..access(buffer, mode) }
}

#[test]
fn a_failed_command_does_not_change_the_memory_of_the_program() {
    for (device, in_order) in [(cpu(), false), (cpu(), true), (gpu(), false), (gpu(), true)] {
        let queue = queue(&device, in_order);
        let mut data = [1_u32, 2, 3, 4];
        let buffer = buffer(4);
        // SAFETY: the memory outlives the buffer.
        unsafe { buffer.set_final_data(data.as_mut_ptr().cast()) };
        launch(&queue, "fail", &[], &[access(&buffer, DISCARD)], &[]);
        buffer.finish();
        drop(buffer);
        assert_eq!(data, [1, 2, 3, 4]);
        assert!(queue.take_error().is_some());
        assert!(queue.take_error().is_none(), "reported once");
    }
}

#[test]
fn what_other_commands_wrote_is_written_back_beside_a_failure() {
    let queue = queue(&gpu(), false);
    let mut data = [1, 2, 3, 4, 5, 6, 7, 8];
    let buffer = buffer_over(&mut data);
    fill(&queue, 9, part(&buffer, DISCARD, 0, 6)).wait();
    fail(&queue, part(&buffer, AccessMode::READ_WRITE, 2, 2));
    buffer.finish();
    drop(buffer);
    assert_eq!(data, [9, 9, 3, 4, 9, 9, 7, 8]);
}

#[test]
fn no_callback_gets_bytes_that_a_command_failed_to_define() {
    unsafe extern "C" fn count(data: *mut std::ffi::c_void, _: *const std::ffi::c_void, _: usize) {
        // SAFETY: the test passes a `u32`.
        unsafe { *data.cast::<u32>() += 1 };
    }
    let queue = queue(&gpu(), false);
    let mut calls = 0_u32;
    for fails in [false, true] {
        let buffer = buffer(4);
        // SAFETY: `calls` outlives the buffer.
        unsafe { buffer.set_final_callback(count, (&raw mut calls).cast()) };
        append(&queue, &buffer, 1);
        if fails {
            fail(&queue, part(&buffer, AccessMode::READ_WRITE, 3, 1));
        }
        buffer.finish();
    }
    assert_eq!(calls, 1);
}

#[test]
fn after_a_failure_a_buffer_is_usable_as_soon_as_it_is_defined() {
    for device in [cpu(), gpu()] {
        let queue = queue(&device, false);
        let buffer = buffer(4);
        fail(&queue, access(&buffer, DISCARD));
        let reader = launch(&queue, "noop", &[], &[read(&buffer)], &[]);
        reader.wait();
        assert_eq!(reader.state(), State::Failed, "there is nothing to read");
        for number in 1..4 {
            let writer = launch(&queue, "noop", &[], &[access(&buffer, DISCARD)], &[]);
            writer.wait();
            assert_eq!(writer.state(), State::Complete, "writer {number}");
        }
        fill(&queue, 0, access(&buffer, AccessMode::WRITE)).wait();
        append(&queue, &buffer, 5).wait();
        assert_eq!(contents(&buffer), [1, 5, 0, 0]);
    }
}

#[test]
fn a_part_is_defined_by_itself() {
    let queue = queue(&gpu(), false);
    let buffer = buffer(8);
    fail(&queue, update(&buffer));
    fill(&queue, 7, part(&buffer, AccessMode::WRITE, 2, 3)).wait();
    let half = |first, elements| launch(&queue, "noop", &[], &[part(&buffer, AccessMode::READ, first, elements)], &[]);
    let (inside, across) = (half(2, 3), half(4, 2));
    inside.wait();
    across.wait();
    assert_eq!((inside.state(), across.state()), (State::Complete, State::Failed));
    let sub = buffer.sub_buffer(8, 12).unwrap();
    assert_eq!(contents(&sub), [7, 7, 7]);
}

#[test]
fn the_host_learns_why_there_is_nothing_to_read() {
    let queue = queue(&cpu(), false);
    let buffer = buffer(4);
    let task = HostTask::new(|| Err(Error::Invalid("on purpose".to_owned())));
    submit(&queue, Submission { operation: Operation::HostTask(task), accesses: &[update(&buffer)], deps: &[] });
    for mode in [AccessMode::READ, AccessMode::READ_WRITE, AccessMode::READ] {
        let error = HostAccess::begin(&buffer, mode).unwrap_err();
        assert_eq!(
            error.to_string(),
            "not executed, since a command that it depends on failed: on purpose",
            "the first failure is told"
        );
    }
    let dependent = append(&queue, &buffer, 1);
    dependent.wait();
    assert!(dependent.error().unwrap().to_string().ends_with("depends on failed: on purpose"));
    let access = HostAccess::begin(&buffer, DISCARD).unwrap();
    // SAFETY: the host has the buffer to itself.
    unsafe { access.ptr().cast::<[u32; 4]>().write([0, 6, 7, 8]) };
    drop(access);
    append(&queue, &buffer, 9).wait();
    assert_eq!(contents(&buffer), [1, 15, 7, 8]);
}

#[test]
fn a_submission_that_fails_leaves_no_trace() {
    for device in [cpu(), gpu()] {
        let queue = queue(&device, false);
        let mut data = [1, 2, 3, 4];
        let buffer = buffer_over(&mut data);
        let kernel = kernel(&queue, "required");
        let range = NdRange { dims: 2, global: [8, 8, 1], local: Some([4, 4, 1]), offset: [0; 3] };
        let operation = Operation::Kernel { source: KernelSource::Kernel(&kernel), range, args: Args::List(&[]) };
        let accesses = [access(&buffer, DISCARD)];
        // SAFETY: the kernel takes nothing.
        assert!(unsafe { queue.submit(Submission { operation, accesses: &accesses, deps: &[] }, true) }.is_err());
        assert_eq!(contents(&buffer), [1, 2, 3, 4], "no kernel has written them");
        buffer.finish();
        drop(buffer);
        assert_eq!(data, [1, 2, 3, 4]);
    }
}
