//! Order, data movement and failures of command groups, on the mock plugin.

mod mock;

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use mock::*;
use tandem_runtime::Error;
use tandem_runtime::HostTask;
use tandem_runtime::buffer::{Buffer, BufferFlags, HostAccess};
use tandem_runtime::context::Context;
use tandem_runtime::event::{EventRef, State, Status};
use tandem_runtime::object::Object;
use tandem_runtime::pi::{PiBuffRectOffset, PiBuffRectRegion};
use tandem_runtime::pi_host::{Rect, RectSide};
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::*;

fn host_task(
    queue: &Arc<Object<Queue>>,
    accesses: &[Access<'_>],
    deps: &[EventRef],
    mut task: impl FnMut() + Send + 'static,
) -> EventRef {
    let task = HostTask::new(move || {
        task();
        Ok(())
    });
    submit(queue, Submission { accesses, deps, ..Submission::new(Operation::HostTask(task)) })
}

fn no_access(operation: Operation<'_>) -> Submission<'_> {
    Submission::new(operation)
}

#[test]
fn writers_and_readers_of_a_buffer_take_turns() {
    let queue = queue(&cpu(), false);
    let (gate, buffer) = (new_gate(), buffer(8));
    launch(&queue, "gate", &[value(gate)], &[update(&buffer)], &[]);
    let readers: Vec<_> = (0..2).map(|_| launch(&queue, "noop", &[], &[read(&buffer)], &[])).collect();
    let writer = append(&queue, &buffer, 7);
    for event in readers.iter().chain([&writer]) {
        assert_eq!(event.status().unwrap(), Status::Submitted);
    }
    // Nothing holds back a reader of something else.
    launch(&queue, "noop", &[], &[read(&self::buffer(8))], &[]).wait();
    open_gate(gate);
    writer.wait();
    assert!(readers.iter().all(|event| event.status().unwrap() == Status::Complete), "WAR");
    assert_eq!(contents(&buffer)[..2], [1, 7]);
}

#[test]
fn commands_that_write_a_buffer_run_in_order() {
    for device in [cpu(), gpu()] {
        let queue = queue(&device, false);
        let buffer = buffer(65);
        (0..64).for_each(|number| drop(append(&queue, &buffer, number)));
        let expected: Vec<u32> = [64].into_iter().chain(0..64).collect();
        assert_eq!(contents(&buffer), expected);
    }
}

#[test]
fn halves_of_a_buffer_are_independent() {
    for device in [cpu(), gpu()] {
        let queue = queue(&device, false);
        let (gate, whole) = (new_gate(), buffer(16));
        let (left, right) = (whole.sub_buffer(0, 32).unwrap(), whole.sub_buffer(32, 32).unwrap());
        let held = launch(&queue, "gate", &[value(gate)], &[update(&left)], &[]);
        append(&queue, &right, 5).wait();
        let late = append(&queue, &left, 6);
        let both = append(&queue, &whole, 9);
        assert_eq!(held.status().unwrap(), Status::Submitted);
        assert_eq!(late.status().unwrap(), Status::Submitted);
        assert_eq!(both.status().unwrap(), Status::Submitted);
        open_gate(gate);
        assert_eq!(contents(&whole)[..3], [2, 6, 9]);
        assert_eq!(contents(&right)[..2], [1, 5]);
        assert!(whole.sub_buffer(32, 33).is_err());
    }
}

#[test]
fn data_moves_between_devices_with_separate_memory() {
    let (here, there) = (queue(&cpu(), false), queue(&gpu(), true));
    let mut data = vec![0_u32; 17];
    let buffer = buffer_over(&mut data);
    for number in (0..16).step_by(2) {
        append(&here, &buffer, number);
        append(&there, &buffer, number + 1);
    }
    buffer.finish();
    let expected: Vec<u32> = [16].into_iter().chain(0..16).collect();
    assert_eq!(data, expected);
}

#[test]
fn a_host_task_holds_back_what_follows() {
    for (device, in_order) in [(cpu(), false), (cpu(), true), (gpu(), false), (gpu(), true)] {
        let queue = queue(&device, in_order);
        let buffer = buffer(8);
        let (open, seen) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
        append(&queue, &buffer, 3);
        let address = buffer.host_pointer().unwrap() as usize;
        let task = host_task(&queue, &[update(&buffer)], &[], {
            let (open, seen) = (open.clone(), seen.clone());
            move || {
                while !open.load(Ordering::Acquire) {
                    std::thread::yield_now();
                }
                let data = address as *mut u32;
                // SAFETY: the task has the buffer to itself.
                unsafe {
                    seen.store(*data.add(1), Ordering::Release);
                    *data.add(1) = 4;
                }
            }
        });
        let after = append(&queue, &buffer, 5);
        assert_eq!(after.state(), State::Pending);
        assert!(!queue.is_empty().unwrap());
        open.store(true, Ordering::Release);
        after.wait();
        assert_eq!(task.state(), State::Complete);
        assert_eq!(seen.load(Ordering::Acquire), 3);
        assert_eq!(contents(&buffer)[..3], [2, 4, 5]);
        queue.wait();
        assert!(queue.is_empty().unwrap());
    }
}

#[test]
fn long_chains_behind_a_host_task_do_not_recurse() {
    let queue = queue(&cpu(), true);
    let open = Arc::new(AtomicBool::new(false));
    host_task(&queue, &[], &[], {
        let open = open.clone();
        move || {
            while !open.load(Ordering::Acquire) {
                std::thread::yield_now()
            }
        }
    });
    let buffer = buffer(1);
    let kernel = kernel(&queue, "increment");
    for _ in 0..20_000 {
        launch_kernel(&queue, &kernel, &[Arg::Access(0)], &[update(&buffer)], &[]);
    }
    open.store(true, Ordering::Release);
    assert_eq!(contents(&buffer), [20_000]);
}

#[test]
fn a_host_accessor_blocks_as_long_as_needed_and_holds_back_writers() {
    let queue = queue(&gpu(), false);
    let (gate, buffer) = (new_gate(), buffer(8));
    launch(&queue, "gate", &[value(gate)], &[update(&buffer)], &[]);
    let opener = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        open_gate(gate);
    });
    let access = HostAccess::begin(&buffer, AccessMode::READ_WRITE).unwrap();
    opener.join().unwrap();
    let writer = append(&queue, &buffer, 9);
    assert_eq!(writer.state(), State::Pending);
    // SAFETY: the host has the buffer to itself.
    unsafe { access.ptr().cast::<u32>().write(2) };
    access.end();
    writer.wait();
    assert_eq!(contents(&buffer)[..4], [3, 0, 0, 9]);
}

#[test]
fn host_readers_do_not_hold_back_readers() {
    let queue = queue(&cpu(), false);
    let buffer = buffer(4);
    append(&queue, &buffer, 1);
    let first = HostAccess::begin(&buffer, AccessMode::READ).unwrap();
    let second = HostAccess::begin(&buffer, AccessMode::READ).unwrap();
    launch(&queue, "noop", &[], &[read(&buffer)], &[]).wait();
    let writer = append(&queue, &buffer, 2);
    assert_eq!(writer.state(), State::Pending);
    drop(first);
    assert_eq!(writer.state(), State::Pending);
    drop(second);
    writer.wait();
}

#[test]
fn failures_are_asynchronous_errors_and_stop_dependents() {
    let queue = queue(&cpu(), false);
    let buffer = buffer(4);
    let failed = launch(&queue, "fail", &[], &[update(&buffer)], &[]);
    let dependent = append(&queue, &buffer, 1);
    failed.wait();
    let error = queue.take_error().expect("the failure is recorded");
    assert!(error.to_string().contains("the command failed"), "{error}");
    dependent.wait();
    assert_eq!(dependent.state(), State::Failed);
    assert!(queue.take_error().is_some());
    queue.wait();
    assert!(queue.take_error().is_none(), "reported once");
    // Without an event, finishing the queue tells.
    let kernel = kernel(&queue, "fail");
    let operation =
        Operation::Kernel { source: KernelSource::Kernel(&kernel), range: NdRange::SINGLE, args: Args::List(&[]) };
    // SAFETY: the kernel takes nothing.
    let event = unsafe { queue.submit(Submission { wants_event: false, ..no_access(operation) }) }.unwrap();
    assert!(event.is_none());
    queue.wait();
    assert!(queue.take_error().is_some());
}

#[test]
fn failing_host_tasks_stop_dependents() {
    let queue = queue(&cpu(), false);
    let task = HostTask::new(|| Err(Error::Invalid("on purpose".to_owned())));
    let failed = submit(&queue, no_access(Operation::HostTask(task)));
    let dependent = launch(&queue, "noop", &[], &[], std::slice::from_ref(&failed));
    let second = launch(&queue, "noop", &[], &[], std::slice::from_ref(&dependent));
    second.wait();
    assert_eq!(second.state(), State::Failed);
    assert!(second.error().unwrap().to_string().contains("on purpose"));
    assert_eq!(queue.take_error().unwrap().to_string(), "on purpose");
    for _ in [&dependent, &second] {
        let error = queue.take_error().unwrap();
        assert!(matches!(&error, Error::Dependency(first) if first.to_string() == "on purpose"), "{error}");
    }
    assert!(queue.take_error().is_none());
    // On an in-order queue, too, later work runs.
    let in_order = self::queue(&cpu(), true);
    for text in ["first", "second"] {
        let task = HostTask::new(move || Err(Error::Invalid(text.to_owned())));
        submit(&in_order, no_access(Operation::HostTask(task))).wait();
        assert_eq!(in_order.take_error().unwrap().to_string(), text);
    }
    let panicking = HostTask::new(|| panic!("on purpose, too"));
    submit(&queue, no_access(Operation::HostTask(panicking))).wait();
    assert!(queue.take_error().unwrap().to_string().contains("panicked"));
}

#[test]
fn events_of_other_contexts_are_waited_for() {
    let (here, there) = (queue(&cpu(), false), queue(&gpu(), false));
    let gate = new_gate();
    let first = launch(&there, "gate", &[value(gate)], &[], &[]);
    let second = launch(&here, "noop", &[], &[], std::slice::from_ref(&first));
    assert_eq!(second.state(), State::Pending);
    open_gate(gate);
    second.wait();
    assert_eq!(second.state(), State::Complete);
}

#[test]
fn a_barrier_covers_what_is_deferred() {
    let queue = queue(&cpu(), false);
    let (gate, open) = (new_gate(), Arc::new(AtomicBool::new(false)));
    launch(&queue, "gate", &[value(gate)], &[], &[]);
    let task = host_task(&queue, &[], &[], {
        let open = open.clone();
        move || {
            while !open.load(Ordering::Acquire) {
                std::thread::yield_now()
            }
        }
    });
    let barrier = submit(&queue, no_access(Operation::Barrier));
    let after = launch(&queue, "noop", &[], &[], &[]);
    open.store(true, Ordering::Release);
    task.wait();
    std::thread::sleep(Duration::from_millis(10));
    assert_eq!(after.status().unwrap(), Status::Submitted);
    open_gate(gate);
    after.wait();
    assert_eq!(barrier.status().unwrap(), Status::Complete);
}

#[test]
fn many_threads_share_queues_and_buffers() {
    let context = Context::new(&[cpu()]).unwrap();
    let (shared, in_order) = (queue_in(&context, &cpu(), false), queue_in(&context, &cpu(), true));
    let elsewhere = queue(&gpu(), false);
    let (one, two) = (buffer(1), buffer(1));
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (shared, in_order, elsewhere, one, two) = (&shared, &in_order, &elsewhere, &one, &two);
            scope.spawn(move || {
                for round in 0..500 {
                    let queue = match (thread + round) % 8 {
                        0 if round % 25 == 0 => elsewhere,
                        1 | 2 => in_order,
                        _ => shared,
                    };
                    // Opposite orders: a deadlock if buffers were not locked by address.
                    let order = if thread % 2 == 0 { [one, two] } else { [two, one] };
                    for index in [0, 1] {
                        let accesses = [update(order[0]), update(order[1])];
                        launch(queue, "increment", &[Arg::Access(index)], &accesses, &[]);
                    }
                }
            });
        }
    });
    assert_eq!((contents(&one), contents(&two)), (vec![4000], vec![4000]));
}

#[test]
fn final_bytes_go_where_the_program_wants_them() {
    let queue = queue(&gpu(), true);
    let (mut source, mut target) = (vec![0_u32; 4], vec![0_u32; 4]);
    let first = buffer_over(&mut source);
    // SAFETY: the target outlives the buffer.
    unsafe { first.set_final_data(target.as_mut_ptr().cast()) };
    append(&queue, &first, 5);
    first.finish();
    drop(first);
    assert_eq!((source[..2].to_vec(), target[..2].to_vec()), (vec![0, 0], vec![1, 5]));

    let second = buffer_over(&mut source);
    second.set_write_back(false);
    append(&queue, &second, 6);
    second.finish();
    drop(second);
    assert_eq!(source, [0; 4]);

    unsafe extern "C" fn sum(data: *mut c_void, bytes: *const c_void, size: usize) {
        // SAFETY: the test passes a `u32`; the bytes are the buffer's.
        unsafe {
            let words = std::slice::from_raw_parts(bytes.cast::<u32>(), size / 4);
            *data.cast::<u32>() = words.iter().sum();
        }
    }
    let mut total = 0_u32;
    let third = buffer(4);
    append(&queue, &third, 41);
    // SAFETY: `total` outlives the buffer.
    unsafe { third.set_final_callback(sum, (&raw mut total).cast()) };
    third.finish();
    assert_eq!(total, 42);
}

#[test]
fn constant_and_private_memory_is_never_written() {
    for device in [cpu(), gpu()] {
        let queue = queue(&device, false);
        let constant = vec![1_u32, 7, 0, 0];
        let flags = BufferFlags { read_only_host: true, use_host_ptr: false };
        // SAFETY: the memory outlives the buffer.
        let buffer = unsafe { Buffer::new(constant.as_ptr().cast(), 16, flags) };
        append(&queue, &buffer, 8);
        assert_eq!(contents(&buffer), [2, 7, 8, 0]);
        buffer.finish();
        assert_eq!(constant, [1, 7, 0, 0]);
    }
}

#[test]
fn copies_and_fills_of_accessors() {
    for device in [cpu(), gpu()] {
        let queue = queue(&device, false);
        let (one, two) = (buffer(4), buffer(4));
        let fill = |pattern: &[u8]| {
            let operation = Operation::Buffer(BufferCommand::Fill { pattern: pattern.into(), rect: None });
            submit(&queue, Submission { accesses: &[access(&one, AccessMode::WRITE)], ..Submission::new(operation) });
        };
        fill(&7_u32.to_ne_bytes());
        let part = Access { offset: 4, size: 8, ..access(&two, AccessMode::WRITE) };
        let from = Access { size: 8, ..read(&one) };
        let copy = |src, dst| Operation::Buffer(BufferCommand::Copy { src, dst, rects: None });
        let operation = copy(Endpoint::Access(0), Endpoint::Access(1));
        submit(&queue, Submission { accesses: &[from, part], ..Submission::new(operation) });
        let mut host = [0_u32; 4];
        let operation = copy(Endpoint::Access(0), Endpoint::Memory(Address::new(host.as_mut_ptr().cast())));
        submit(&queue, Submission { accesses: &[read(&two)], ..Submission::new(operation) }).wait();
        assert_eq!(host[1..3], [7, 7]);
        let news = [1_u32, 2, 3, 4];
        let operation = copy(Endpoint::Memory(Address::new(news.as_ptr().cast())), Endpoint::Access(0));
        submit(&queue, Submission { accesses: &[access(&two, AccessMode::WRITE)], ..Submission::new(operation) })
            .wait();
        assert_eq!(contents(&two), news);
        // A pattern that PI has no fill for.
        fill(&[1, 2, 3]);
        let bytes: Vec<u8> = contents(&one).iter().flat_map(|word| word.to_ne_bytes()).collect();
        assert_eq!(bytes, [1, 2, 3].repeat(6)[..16]);
        // The middle of a plane of 4 × 4 bytes.
        let side = |x_bytes, y_scalar| RectSide {
            origin: PiBuffRectOffset { x_bytes, y_scalar, z_scalar: 0 },
            row_pitch: 4,
            slice_pitch: 0,
        };
        let region = PiBuffRectRegion { width_bytes: 2, height_scalar: 2, depth_scalar: 1 };
        let rect = Some(Rect { region, src: side(0, 0), dst: side(1, 1) });
        let operation = Operation::Buffer(BufferCommand::Fill { pattern: [9].as_slice().into(), rect });
        submit(&queue, Submission { accesses: &[update(&one)], ..Submission::new(operation) });
        let bytes: Vec<u8> = contents(&one).iter().flat_map(|word| word.to_ne_bytes()).collect();
        assert_eq!(bytes, [1, 2, 3, 1, 2, 9, 9, 2, 3, 9, 9, 3, 1, 2, 3, 1]);
        let operation = Operation::Buffer(BufferCommand::UpdateHost);
        submit(&queue, Submission { accesses: &[read(&one)], ..Submission::new(operation) }).wait();
        let address = one.host_pointer().unwrap().cast::<u8>();
        // SAFETY: nothing else uses the buffer.
        assert_eq!(unsafe { *address }, 1);
    }
}

#[test]
fn usm_copies_fills_and_dependencies() {
    let queue = queue(&cpu(), false);
    let (gate, source, mut target) = (new_gate(), vec![3_u8; 300_000], vec![0_u8; 300_000]);
    let (src, dst) = (Address::new(source.as_ptr().cast()), Address::new(target.as_mut_ptr().cast()));
    let held = launch(&queue, "gate", &[value(gate)], &[], &[]);
    let operation = Operation::Usm(UsmCommand::Copy { dst, src, bytes: source.len() });
    let copied = submit(&queue, Submission { deps: &[held], ..Submission::new(operation) });
    assert_eq!(copied.status().unwrap(), Status::Submitted);
    open_gate(gate);
    copied.wait();
    assert_eq!(target, source);
    let pattern = [1, 2, 3, 4, 5, 6, 7];
    let operation = Operation::Usm(UsmCommand::Fill { dst, pattern: pattern.as_slice().into(), bytes: target.len() });
    submit(&queue, no_access(operation)).wait();
    assert!(target.iter().zip(pattern.iter().cycle()).all(|(byte, expected)| byte == expected));
    let operation = Operation::Usm(UsmCommand::Fill { dst, pattern: [9, 9].as_slice().into(), bytes: 4 });
    submit(&queue, no_access(operation)).wait();
    assert_eq!(target[..5], [9, 9, 9, 9, 5]);
    queue.wait();
}

#[test]
fn profiling_orders_the_parts_of_a_command() {
    use tandem_runtime::pi::{
        PI_PROFILING_INFO_COMMAND_END as END, PI_PROFILING_INFO_COMMAND_START as START,
        PI_PROFILING_INFO_COMMAND_SUBMIT as SUBMIT,
    };
    let queue = queue(&cpu(), false);
    let kernel = launch(&queue, "noop", &[], &[], &[]);
    let task = host_task(&queue, &[], &[], || std::thread::sleep(Duration::from_millis(2)));
    for event in [kernel, task.clone()] {
        let times = [SUBMIT, START, END].map(|param| event.profiling(param).unwrap());
        assert!(times.is_sorted(), "{times:?}");
    }
    assert!(task.profiling(END).unwrap() - task.profiling(START).unwrap() >= 2_000_000);
    let plain = Queue::new(queue.context(), queue.device(), Default::default()).unwrap();
    let event = launch(&plain, "noop", &[], &[], &[]);
    assert!(matches!(event.profiling(END), Err(Error::Profiling)));
}

#[test]
fn bad_ranges_are_refused_with_their_numbers() {
    let queue = queue(&cpu(), false);
    let kernel = kernel(&queue, "required");
    let attempt = |range: NdRange| {
        let operation = Operation::Kernel { source: KernelSource::Kernel(&kernel), range, args: Args::List(&[]) };
        // SAFETY: the kernel takes nothing.
        unsafe { queue.submit(no_access(operation)) }.map(drop)
    };
    let plane = |global, local| NdRange { dims: 2, global, local: Some(local), ..NdRange::SINGLE };
    let text = |range| attempt(range).unwrap_err().to_string();
    let message = text(plane([64, 100, 1], [1, 64, 1]));
    assert!(message.contains("64") && message.contains("100") && message.contains("dimension 1"), "{message}");
    assert!(attempt(plane([64, 64, 1], [0, 1, 1])).is_err());
    let message = text(plane([64, 64, 1], [32, 32, 1]));
    assert!(message.contains("1024") && message.contains("256"), "{message}");
    assert!(attempt(plane([usize::MAX, usize::MAX, 1], [usize::MAX, usize::MAX, 1])).is_err());
    let deep = NdRange { dims: 3, global: [128, 1, 1], local: Some([128, 1, 1]), ..NdRange::SINGLE };
    assert!(text(deep).contains("dimension 0"), "the device allows 64 in PI's dimension 2");
    let message = text(plane([8, 8, 1], [4, 4, 1]));
    assert!(message.contains("requires work-groups of 2x4, not 4x4"), "{message}");
    assert!(attempt(plane([0, 8, 1], [4, 4, 1])).is_ok(), "nothing to do");
}

#[test]
fn a_host_task_may_own_the_buffer_that_it_uses() {
    let queue = queue(&cpu(), false);
    let owned = buffer(4);
    let task = HostTask::new({
        // The last owner: dropping it waits for the task and for what follows.
        let owned = owned.clone();
        move || {
            std::thread::sleep(Duration::from_millis(20));
            assert_eq!(owned.size(), 16);
            Ok(())
        }
    });
    let operation = Operation::HostTask(task);
    submit(&queue, Submission { accesses: &[update(&owned)], ..Submission::new(operation) });
    let after = append(&queue, &owned, 1);
    drop(owned);
    after.wait();
    queue.wait();
    assert!(queue.take_error().is_none());
}

#[test]
fn a_queue_goes_with_its_last_handle() {
    for in_order in [false, true] {
        let queue = queue(&cpu(), in_order);
        let task = host_task(&queue, &[], &[], || ());
        launch(&queue, "noop", &[], &[], std::slice::from_ref(&task)).wait();
        queue.wait();
        let watched = Arc::downgrade(&queue);
        drop((task, queue));
        // The thread that ran the task may still be about to let go.
        let mut tries = 0;
        while watched.strong_count() != 0 && tries < 1000 {
            std::thread::sleep(Duration::from_millis(5));
            tries += 1;
        }
        assert_eq!(watched.strong_count(), 0, "settled commands must not keep their queue");
    }
}
