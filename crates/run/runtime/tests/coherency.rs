//! Where the bytes of buffers are and what failures leave of them, on the mock plugin.

mod mock;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mock::*;
use tandem_runtime::HostTask;
use tandem_runtime::buffer::{Buffer, BufferFlags, HostAccess};
use tandem_runtime::context::Context;
use tandem_runtime::event::{EventRef, State, Status};
use tandem_runtime::native::native_memory_on;
use tandem_runtime::object::Object;
use tandem_runtime::pi::{self, PiBuffRectOffset, PiBuffRectRegion};
use tandem_runtime::pi_host::{Rect, RectSide};
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::*;
use tandem_runtime::{Error, Result};

const DISCARD: AccessMode = AccessMode(AccessMode::WRITE.0 | AccessMode::NO_INIT);

/// Keeps the other tests of this file away: the mock counts transfers and commands of all.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    let guard = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    transfers();
    arg_modes();
    guard
}

/// A buffer with undefined contents.
fn undefined(elements: usize) -> Arc<Object<Buffer>> {
    // SAFETY: there is no memory.
    unsafe { Buffer::new(std::ptr::null(), 4 * elements, BufferFlags::default()) }
}

/// Queues of the GPUs in one context. The first two have a path to each other.
fn gpu_queues(in_order: bool) -> [Arc<Object<Queue>>; 3] {
    let devices = [gpu(), second_gpu(), third_gpu()];
    let context = Context::new(&devices).unwrap();
    devices.map(|device| queue_in(&context, &device, in_order))
}

/// A kernel that does nothing with what an accessor covers.
fn touch(queue: &Arc<Object<Queue>>, access: Access<'_>) -> EventRef {
    launch(queue, "noop", &[], &[access], &[])
}

/// Runs a kernel that fails, and waits for that.
fn fail(queue: &Arc<Object<Queue>>, access: Access<'_>) {
    let failed = launch(queue, "fail", &[], &[access], &[]);
    failed.wait();
    assert_eq!(failed.state(), State::Failed);
}

/// Sets all elements of what an accessor covers.
fn fill(queue: &Arc<Object<Queue>>, number: u32, access: Access<'_>) -> EventRef {
    let operation =
        Operation::Buffer(BufferCommand::Fill { pattern: number.to_ne_bytes().as_slice().into(), rect: None });
    submit(queue, Submission { accesses: &[access], ..Submission::new(operation) })
}

/// Some elements of a buffer.
fn part(buffer: &Arc<Object<Buffer>>, mode: AccessMode, first: usize, elements: usize) -> Access<'_> {
    Access { offset: 4 * first, size: 4 * elements, ..access(buffer, mode) }
}

#[test]
fn a_failed_command_does_not_change_the_memory_of_the_program() {
    let _alone = alone();
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
fn a_buffer_keeps_no_context_that_the_program_has_released() {
    let _alone = alone();
    for device in [cpu(), gpu()] {
        let buffer = undefined(4);
        let use_in_new_context = |number| {
            let context = Context::new(std::slice::from_ref(&device)).unwrap();
            fill(&queue_in(&context, &device, false), number, access(&buffer, DISCARD)).wait();
            Arc::downgrade(&context)
        };
        let contexts: Vec<_> = (0..70).map(use_in_new_context).collect();
        let living = contexts.iter().filter(|context| context.strong_count() != 0).count();
        assert!(living <= 1, "{living} contexts");
        assert_eq!(contents(&buffer), [69; 4]);
    }
}

#[test]
fn bytes_outlive_the_context_that_they_are_in() {
    let _alone = alone();
    let buffer = undefined(4);
    let mut contexts = Vec::new();
    for element in 0..4 {
        let device = gpu();
        let context = Context::new(std::slice::from_ref(&device)).unwrap();
        fill(&queue_in(&context, &device, false), element as u32, part(&buffer, DISCARD, element, 1)).wait();
        contexts.push(Arc::downgrade(&context));
    }
    assert!(contexts[..3].iter().all(|context| context.strong_count() == 0));
    assert_eq!(contents(&buffer), [0, 1, 2, 3]);
}

#[test]
fn what_other_commands_wrote_is_written_back_beside_a_failure() {
    let _alone = alone();
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
    let _alone = alone();
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
    let _alone = alone();
    for (device, in_order) in [(cpu(), false), (cpu(), true), (gpu(), false), (gpu(), true)] {
        let queue = queue(&device, in_order);
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
    let _alone = alone();
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
    let _alone = alone();
    let queue = queue(&cpu(), false);
    let buffer = buffer(4);
    let task = HostTask::new(|| Err(Error::Invalid("on purpose".to_owned())));
    submit(&queue, Submission { accesses: &[update(&buffer)], ..Submission::new(Operation::HostTask(task)) });
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
    let _alone = alone();
    for device in [cpu(), gpu()] {
        let queue = queue(&device, false);
        let mut data = [1, 2, 3, 4];
        let buffer = buffer_over(&mut data);
        let kernel = kernel(&queue, "required");
        let range = NdRange { dims: 2, global: [8, 8, 1], local: Some([4, 4, 1]), ..NdRange::SINGLE };
        let operation = Operation::Kernel { source: KernelSource::Kernel(&kernel), range, args: Args::List(&[]) };
        let accesses = [access(&buffer, DISCARD)];
        let submission = Submission { accesses: &accesses, ..Submission::new(operation) };
        // SAFETY: the kernel takes nothing.
        assert!(unsafe { queue.submit(submission) }.is_err());
        assert_eq!(contents(&buffer), [1, 2, 3, 4], "no kernel has written them");
        buffer.finish();
        drop(buffer);
        assert_eq!(data, [1, 2, 3, 4]);
    }
}

#[test]
fn only_the_bytes_that_are_missing_move() {
    let _alone = alone();
    let queue = queue(&gpu(), false);
    let mut data = [7_u32; 16];
    let buffer = buffer_over(&mut data);
    touch(&queue, part(&buffer, AccessMode::READ, 4, 4)).wait();
    assert_eq!(transfers(), [Transfer::FromHost(16..32)]);
    touch(&queue, part(&buffer, AccessMode::READ_WRITE, 4, 2)).wait();
    touch(&queue, part(&buffer, DISCARD, 0, 1)).wait();
    assert_eq!(transfers(), [], "there already, or of no interest");
    touch(&queue, part(&buffer, AccessMode::READ, 2, 8)).wait();
    assert_eq!(transfers(), [Transfer::FromHost(8..16), Transfer::FromHost(32..40)]);
    fill(&queue, 9, part(&buffer, AccessMode::WRITE, 12, 2)).wait();
    assert_eq!(transfers(), [], "all of them are overwritten");
    let sub = buffer.sub_buffer(48, 16).unwrap();
    assert_eq!(contents(&sub), [9, 9, 7, 7]);
    assert_eq!(transfers(), [Transfer::ToHost(48..56)]);
    buffer.finish();
    drop((sub, buffer));
    assert_eq!(data[4..], [7, 7, 7, 7, 7, 7, 7, 7, 9, 9, 7, 7]);
    assert_eq!(transfers(), [Transfer::ToHost(0..4), Transfer::ToHost(16..24)]);
}

/// A host task that adds 1 to the first element in the memory that its queue's device has of a buffer, and
/// expects this element there.
fn increment_natively(queue: &Arc<Object<Queue>>, buffer: &Arc<Object<Buffer>>, expected: u32) -> EventRef {
    let backend = queue.device().platform().unwrap().backend().pi();
    let (own_queue, own_buffer) = (queue.clone(), buffer.clone());
    let task = HostTask::new(move || {
        let found = native_memory_on(&own_queue, &own_buffer, backend, false)?;
        let [address] = found[..] else { panic!("one memory object, not {found:?}") };
        // SAFETY: the handles of the mock are addresses, and this task alone uses the memory.
        let first = unsafe { &mut *(address as *mut u32) };
        assert_eq!(*first, expected);
        *first += 1;
        Ok(())
    });
    let mode = AccessMode(AccessMode::READ_WRITE.0 | AccessMode::NATIVE);
    let operation = Operation::HostTask(task);
    submit(queue, Submission { accesses: &[access(buffer, mode)], ..Submission::new(operation) })
}

#[test]
fn a_host_task_finds_the_contents_in_the_memory_of_its_device() {
    let _alone = alone();
    for in_order in [false, true] {
        let (here, there) = (queue(&gpu(), in_order), queue(&second_gpu(), in_order));
        let mut data = [1_u32, 2, 3, 4];
        let buffer = buffer_over(&mut data);
        increment_natively(&here, &buffer, 1);
        let event = increment_natively(&here, &buffer, 2);
        event.wait();
        assert_eq!(event.state(), State::Complete);
        assert_eq!(transfers(), [Transfer::FromHost(0..16)], "the bytes stay on the device");
        let error = native_memory_on(&there, &buffer, pi::PI_EXT_PLATFORM_BACKEND_CUDA, false).unwrap_err();
        assert_eq!(error.to_string(), "the buffer is not used on the device of the queue");
        fill(&there, 8, part(&buffer, AccessMode::WRITE, 0, 1));
        increment_natively(&here, &buffer, 8).wait();
        assert_eq!(transfers(), [Transfer::ToHost(0..4), Transfer::FromHost(0..4)]);
        buffer.finish();
        drop(buffer);
        assert_eq!(data, [9, 2, 3, 4]);
        assert_eq!(transfers(), [Transfer::ToHost(0..16)], "what the task has written");
    }
}

#[test]
fn a_host_task_finds_the_memory_of_sub_buffers_and_of_the_host() {
    let _alone = alone();
    for device in [gpu(), cpu()] {
        let queue = queue(&device, false);
        let mut data = [1_u32, 2, 3, 4];
        let buffer = buffer_over(&mut data);
        let part = buffer.sub_buffer(8, 8).unwrap();
        fill(&queue, 7, access(&part, DISCARD));
        let event = increment_natively(&queue, &part, 7);
        event.wait();
        assert_eq!(event.state(), State::Complete);
        assert_eq!(contents(&buffer), [1, 2, 8, 7]);
        let error = native_memory_on(&queue, &buffer, pi::PI_EXT_PLATFORM_BACKEND_OPENCL, false).unwrap_err();
        assert!(matches!(error, Error::BackendMismatch(_)), "{error}");
        drop(part);
        buffer.finish();
    }
}

#[test]
fn undefined_bytes_do_not_move() {
    let _alone = alone();
    let (here, there) = (queue(&gpu(), false), queue(&second_gpu(), false));
    let buffer = undefined(8);
    touch(&here, read(&buffer)).wait();
    fill(&here, 3, part(&buffer, AccessMode::WRITE, 6, 1)).wait();
    touch(&there, update(&buffer)).wait();
    assert_eq!(transfers(), [Transfer::ToHost(24..28), Transfer::FromHost(24..28)]);
}

#[test]
fn copies_that_are_only_read_all_stay_current() {
    let _alone = alone();
    let [first, second, third] = gpu_queues(false);
    let elsewhere = queue(&gpu(), false);
    let buffer = undefined(4);
    fill(&first, 5, access(&buffer, DISCARD)).wait();
    touch(&second, read(&buffer)).wait();
    assert_eq!(transfers(), [Transfer::BetweenDevices(0..16)], "by the path of peers");
    touch(&third, read(&buffer)).wait();
    assert_eq!(transfers(), [Transfer::ToHost(0..16), Transfer::FromHost(0..16)], "there is no path");
    touch(&elsewhere, read(&buffer)).wait();
    assert_eq!(transfers(), [Transfer::FromHost(0..16)]);
    assert_eq!(contents(&buffer), [5; 4]);
    for queue in [&first, &second, &third, &elsewhere] {
        touch(queue, read(&buffer)).wait();
    }
    assert_eq!(transfers(), [], "everybody has the bytes");
    touch(&third, update(&buffer)).wait();
    touch(&third, update(&buffer)).wait();
    assert_eq!(transfers(), []);
    touch(&first, read(&buffer)).wait();
    assert_eq!(transfers(), [Transfer::ToHost(0..16), Transfer::FromHost(0..16)]);
}

#[test]
fn readers_on_two_devices_run_at_the_same_time() {
    let _alone = alone();
    let [first, second, _] = gpu_queues(false);
    let (gate, buffer) = (new_gate(), buffer(4));
    let reader = launch(&first, "gate", &[value(gate)], &[read(&buffer)], &[]);
    touch(&second, read(&buffer)).wait();
    assert_eq!(contents(&buffer), [0; 4]);
    let writer = append(&second, &buffer, 1);
    assert_eq!((reader.status().unwrap(), writer.status().unwrap()), (Status::Submitted, Status::Submitted));
    open_gate(gate);
    writer.wait();
    assert_eq!(contents(&buffer)[..2], [1, 1]);
}

#[test]
fn transfers_do_not_wait_for_the_queue_of_the_program() {
    let _alone = alone();
    let queue = queue(&gpu(), true);
    let (gate, buffer) = (new_gate(), buffer(4));
    append(&queue, &buffer, 6).wait();
    let held = launch(&queue, "gate", &[value(gate)], &[], &[]);
    assert_eq!(contents(&buffer)[..2], [1, 6], "the queue is in order, and held");
    assert_eq!(held.status().unwrap(), Status::Submitted);
    open_gate(gate);
    queue.wait();
    assert!(queue.is_empty().unwrap());
}

#[test]
fn pi_learns_how_kernels_access_their_buffers() {
    let _alone = alone();
    let queue = queue(&gpu(), false);
    let (one, two) = (buffer(4), buffer(4));
    let arguments = |count| (0..count).map(Arg::Access).collect::<Vec<_>>();
    let accesses = [read(&one), access(&two, AccessMode::WRITE)];
    launch(&queue, "noop", &arguments(2), &accesses, &[]).wait();
    assert_eq!(arg_modes(), [pi::PI_ACCESS_READ_ONLY, pi::PI_ACCESS_WRITE_ONLY]);
    launch(&queue, "noop", &arguments(2), &[update(&one), access(&two, DISCARD)], &[]).wait();
    assert_eq!(arg_modes(), [pi::PI_ACCESS_READ_WRITE, pi::PI_ACCESS_WRITE_ONLY]);
    // A kernel that has one buffer twice finds it once in its closure.
    launch(&queue, "noop", &arguments(1), &[read(&one), access(&one, AccessMode::WRITE)], &[]).wait();
    assert_eq!(arg_modes(), [pi::PI_ACCESS_READ_WRITE]);
}

#[test]
fn a_failure_behind_the_program_reaches_later_commands_of_its_queue() {
    let _alone = alone();
    for (device, in_order) in [(cpu(), false), (cpu(), true), (gpu(), false), (gpu(), true)] {
        let queue = queue(&device, in_order);
        let (gate, buffer, other) = (new_gate(), buffer(4), buffer(4));
        launch(&queue, "gate", &[value(gate)], &[update(&buffer)], &[]);
        launch(&queue, "fail", &[], &[update(&buffer)], &[]);
        let dependent = append(&queue, &buffer, 1);
        let unrelated = touch(&queue, read(&other));
        open_gate(gate);
        dependent.wait();
        unrelated.wait();
        assert_eq!((dependent.state(), unrelated.state()), (State::Failed, State::Complete));
        assert!(HostAccess::begin(&buffer, AccessMode::READ).is_err());
        assert_eq!(std::iter::from_fn(|| queue.take_error()).count(), 2);
    }
}

#[test]
fn a_failed_transfer_is_tried_again() {
    let _alone = alone();
    let queue = queue(&gpu(), false);
    let buffer = buffer(4);
    append(&queue, &buffer, 8).wait();
    break_command(0);
    assert!(HostAccess::begin(&buffer, AccessMode::READ).is_err());
    assert!(queue.take_error().unwrap().to_string().contains("OUT_OF_RESOURCES"), "the queue that it was for hears");
    assert!(queue.take_error().is_none());
    assert_eq!(contents(&buffer)[..2], [1, 8], "the device has the bytes");
    // The kernel does not run without its bytes.
    let other = self::queue(&second_gpu(), false);
    break_command(0);
    let kernel = append(&other, &buffer, 9);
    kernel.wait();
    assert_eq!(kernel.state(), State::Failed);
    assert!(other.take_error().is_some());
}

/// One command of a random program: what it does to which element or elements.
#[derive(Clone, Copy, Debug)]
enum Step {
    Increment(usize),
    Fill(usize, usize, u32),
}

/// A random program over one buffer of 8 elements: the queue and the step of each command.
fn program(seed: u64, queues: usize) -> Vec<(usize, Step)> {
    let mut state = seed;
    let mut below = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    (0..16)
        .map(|number| {
            let step = match below(3) {
                0 => {
                    let first = below(8);
                    Step::Fill(first, 1 + below(8 - first), 100 * number)
                }
                _ => Step::Increment(below(8)),
            };
            (below(queues), step)
        })
        .collect()
}

/// Runs a step, perhaps again if the call fails.
fn run(queue: &Arc<Object<Queue>>, elements: &[Arc<Object<Buffer>>], whole: &Arc<Object<Buffer>>, step: Step) {
    let attempt = || -> Result<()> {
        match step {
            Step::Increment(element) => {
                let kernel = kernel(queue, "increment");
                let args = Args::List(&[Arg::Access(0)]);
                let source = KernelSource::Kernel(&kernel);
                let operation = Operation::Kernel { source, range: NdRange::SINGLE, args };
                let accesses = [update(&elements[element])];
                // SAFETY: the kernel gets its argument.
                unsafe {
                    queue.submit(Submission { wants_event: false, accesses: &accesses, ..Submission::new(operation) })
                }
                .map(drop)
            }
            Step::Fill(first, count, number) => {
                let operation = Operation::Buffer(BufferCommand::Fill {
                    pattern: number.to_ne_bytes().as_slice().into(),
                    rect: None,
                });
                let accesses = [part(whole, AccessMode::WRITE, first, count)];
                // SAFETY: no addresses.
                unsafe {
                    queue.submit(Submission { wants_event: false, accesses: &accesses, ..Submission::new(operation) })
                }
                .map(drop)
            }
        }
    };
    if attempt().is_err() {
        attempt().unwrap();
    }
}

/// The final contents of the buffer.
fn expected(program: &[(usize, Step)]) -> Vec<u32> {
    let mut values = vec![0; 8];
    for (_, step) in program {
        match *step {
            Step::Increment(element) => values[element] += 1,
            Step::Fill(first, count, number) => values[first..first + count].fill(number),
        }
    }
    values
}

#[test]
fn no_call_that_fails_makes_a_result_wrong() {
    let _alone = alone();
    for seed in 0..6 {
        let program = program(seed, 3);
        for after in 0.. {
            // With one context, no command is deferred, so each refusal is reported by its call.
            let queues = gpu_queues(seed % 2 == 0);
            let whole = buffer(8);
            let elements: Vec<_> = (0..8).map(|element| whole.sub_buffer(4 * element, 4).unwrap()).collect();
            refuse_command(after, pi::PI_ERROR_OUT_OF_RESOURCES);
            program.iter().for_each(|(queue, step)| run(&queues[*queue], &elements, &whole, *step));
            let begun = HostAccess::begin(&whole, AccessMode::READ).map(drop);
            let is_over = mend();
            assert!(begun.is_ok() || !is_over, "program {seed}, call {after}");
            assert_eq!(contents(&whole), expected(&program), "program {seed}, call {after}");
            for queue in &queues {
                assert!(queue.take_error().is_none(), "program {seed}, call {after}: the call has told");
            }
            if is_over {
                break;
            }
        }
    }
}

fn all_queues(in_order: bool) -> Vec<Arc<Object<Queue>>> {
    let [first, second, third] = gpu_queues(in_order);
    vec![first, second, third, queue(&cpu(), in_order), queue(&gpu(), in_order)]
}

#[test]
fn no_command_that_fails_makes_a_result_wrong() {
    let _alone = alone();
    for seed in 0..6 {
        let program = program(seed, 5);
        for after in 0.. {
            let queues = all_queues(seed % 2 == 0);
            let whole = buffer(8);
            let elements: Vec<_> = (0..8).map(|element| whole.sub_buffer(4 * element, 4).unwrap()).collect();
            break_command(after);
            program.iter().for_each(|(queue, step)| run(&queues[*queue], &elements, &whole, *step));
            let begun = HostAccess::begin(&whole, AccessMode::READ).map(drop);
            let is_over = mend();
            match begun {
                Ok(()) => assert_eq!(contents(&whole), expected(&program), "program {seed}, command {after}"),
                Err(_) => {
                    fill(&queues[after % 5], 4, access(&whole, AccessMode::WRITE)).wait();
                    assert_eq!(contents(&whole), [4; 8], "program {seed}, command {after}");
                }
            }
            queues.iter().for_each(|queue| queue.wait());
            let errors = queues.iter().filter_map(|queue| queue.take_error()).count();
            assert_eq!(errors != 0, !is_over, "program {seed}, command {after}: reported if it failed");
            if is_over {
                break;
            }
        }
    }
}

#[test]
fn memory_objects_of_sub_buffers_go_with_them() {
    let _alone = alone();
    for device in [cpu(), gpu()] {
        let queue = queue(&device, false);
        let whole = buffer(128);
        let before = counts().mems;
        for element in 0..120 {
            touch(&queue, update(&whole.sub_buffer(4 * element, 8).unwrap())).wait();
        }
        queue.wait();
        assert!(counts().mems <= before + 8, "{} memory objects", counts().mems - before);
    }
}

#[test]
fn a_fill_that_is_refused_is_not_tried_in_another_way() {
    let _alone = alone();
    let queue = queue(&cpu(), false);
    let mut data = [0_u8; 64];
    let dst = Address::new(data.as_mut_ptr().cast());
    let attempt = || {
        let operation = Operation::Usm(UsmCommand::Fill { dst, pattern: [1, 2].as_slice().into(), bytes: 64 });
        // SAFETY: the memory outlives the command.
        unsafe { queue.submit(Submission::new(operation)) }
    };
    refuse_command(0, pi::PI_ERROR_INVALID_VALUE);
    assert!(attempt().unwrap_err().to_string().contains("on purpose"));
    attempt().unwrap().unwrap().wait();
    assert_eq!(data, [[1, 2]; 32].concat()[..]);
}

#[test]
fn the_parts_of_a_command_end_before_its_error() {
    let _alone = alone();
    let queue = queue(&gpu(), false);
    let buffer = buffer(16);
    let side = RectSide { origin: PiBuffRectOffset::default(), row_pitch: 16, slice_pitch: 0 };
    let region = PiBuffRectRegion { width_bytes: 8, height_scalar: 4, depth_scalar: 1 };
    for (pattern, refused) in [(&[1_u8, 2, 3, 4][..], 3), (&[1, 2, 3], 3), (&[1, 2, 3], 4)] {
        let gate = new_gate();
        touch(&queue, update(&buffer)).wait();
        launch(&queue, "gate", &[value(gate)], &[update(&buffer)], &[]);
        let opener = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            open_gate(gate);
        });
        let operation = Operation::Buffer(BufferCommand::Fill {
            pattern: pattern.into(),
            rect: Some(Rect { region, src: side, dst: side }),
        });
        refuse_command(refused, pi::PI_ERROR_OUT_OF_RESOURCES);
        let accesses = [update(&buffer)];
        let submission = Submission { accesses: &accesses, ..Submission::new(operation) };
        // SAFETY: no addresses.
        assert!(unsafe { queue.submit(submission) }.is_err());
        assert!(queue.is_empty().unwrap(), "nothing uses the buffer any more");
        opener.join().unwrap();
    }
}

#[test]
fn a_command_that_is_refused_when_its_time_comes_fails_behind_what_it_waits_for() {
    let _alone = alone();
    let queue = queue(&cpu(), false);
    let (buffer, gate) = (buffer(4), new_gate());
    let access = HostAccess::begin(&buffer, AccessMode::READ_WRITE).unwrap();
    let slow = launch(&queue, "gate", &[value(gate)], &[], &[]);
    let refused = launch(&queue, "noop", &[], &[update(&buffer)], &[slow]);
    assert_eq!(refused.state(), State::Pending);
    refuse_command(0, pi::PI_ERROR_OUT_OF_RESOURCES);
    access.end();
    assert!(!mend(), "the command was refused");
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(refused.state(), State::Pending, "what it depends on still runs");
    open_gate(gate);
    refused.wait();
    assert_eq!(refused.state(), State::Failed);
    assert!(queue.take_error().is_some());
}

#[test]
fn a_host_access_that_fails_changes_nothing() {
    let _alone = alone();
    let increment = |queue: &Arc<Object<Queue>>, buffer: &Arc<Object<Buffer>>| {
        launch(queue, "increment", &[Arg::Access(0)], &[update(buffer)], &[])
    };
    for device in [cpu(), gpu()] {
        let queue = queue(&device, false);
        let whole = buffer(8);
        let (left, right) = (whole.sub_buffer(0, 16).unwrap(), whole.sub_buffer(16, 16).unwrap());
        increment(&queue, &whole).wait();
        launch(&queue, "fail", &[], &[update(&right)], &[]).wait();
        for _ in 0..2 {
            HostAccess::begin(&whole, AccessMode::READ_WRITE).expect_err("the right half has no contents");
            assert_eq!(contents(&left), [1, 0, 0, 0]);
        }
        increment(&queue, &left).wait();
        assert_eq!(contents(&left), [2, 0, 0, 0]);
        drop(HostAccess::begin(&right, AccessMode(AccessMode::WRITE.0 | AccessMode::NO_INIT)).unwrap());
        drop(HostAccess::begin(&whole, AccessMode::READ_WRITE).expect("everything has contents"));
        while queue.take_error().is_some() {}
    }
    // A transfer that fails leaves the contents where they are.
    let queue = queue(&gpu(), false);
    let buffer = buffer(8);
    increment(&queue, &buffer).wait();
    break_command(0);
    HostAccess::begin(&buffer, AccessMode::READ_WRITE).expect_err("the transfer fails");
    assert!(!mend());
    assert_eq!(contents(&buffer)[0], 1);
    assert!(queue.take_error().is_some());
}
