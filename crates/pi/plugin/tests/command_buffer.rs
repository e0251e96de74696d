//! Command buffers of the plugin layer, over the mock driver.

mod support;

use std::ffi::c_void;

use support::{module, plugin, ptr};
use tandem_pi_abi::*;
use tandem_pi_host::{
    CommandBuffer, Context, Destination, Device, Kernel, Launch, Mem, PiError, Platform, Program, Queue, Rect,
    RectSide, WaitList,
};

const LINEAR: Launch = Launch { dims: 1, global: [4, 1, 1], local: Some([4, 1, 1]), offset: [0; 3] };

struct Fixture {
    device: Device,
    context: Context,
    queue: Queue,
}

impl Fixture {
    fn new() -> Self {
        let device = Platform::all(plugin()).unwrap()[0].devices(PI_DEVICE_TYPE_ALL).unwrap().swap_remove(0);
        let context = Context::new(std::slice::from_ref(&device)).unwrap();
        let queue = Queue::new(&context, &device, PI_QUEUE_FLAG_PROFILING_ENABLE).unwrap();
        Self { device, context, queue }
    }

    fn command_buffer(&self) -> CommandBuffer {
        CommandBuffer::new(&self.context, &self.device).unwrap()
    }

    fn buffer(&self, contents: &mut [i32]) -> Mem {
        // SAFETY: tests keep the contents longer than the buffer.
        unsafe { Mem::buffer(&self.context, PI_MEM_FLAGS_HOST_PTR_USE, size_of_val(contents), ptr(contents)) }.unwrap()
    }

    /// The kernel `add`, which adds a value to each number of a buffer.
    fn add(&self, out: &Mem, value: i32) -> Kernel {
        let program = Program::from_il(&self.context, &module("add")).unwrap();
        program.build(&[], "").unwrap();
        let kernel = Kernel::new(&program, c"add").unwrap();
        kernel.set_arg_mem(0, out, PI_ACCESS_READ_WRITE).unwrap();
        kernel.set_arg(1, &value.to_le_bytes()).unwrap();
        kernel.set_arg_local(2, 64).unwrap();
        kernel
    }

    fn replay(&self, buffer: &CommandBuffer) {
        // SAFETY: tests wait before memory goes.
        let event = unsafe { self.queue.after(&WaitList::new()).with_event().replay(buffer) }.unwrap().unwrap();
        event.wait().unwrap();
    }
}

#[track_caller]
fn refused<T>(result: Result<T, PiError>, code: PiResult, text: &str) {
    let error = result.err().expect("the call fails");
    assert_eq!(error.code, code, "{error}");
    assert!(error.message.contains(text), "`{text}` is not in: {error}");
}

#[test]
fn commands_on_buffers_are_recorded_and_replayed() {
    let fixture = Fixture::new();
    let (mut numbers, mut copied, mut read) = ([1, 2, 3, 4], [0; 4], [0; 4]);
    let written = [10, 20, 30, 40];
    let (first, second) = (fixture.buffer(&mut numbers), fixture.buffer(&mut copied));
    let buffer = fixture.command_buffer();
    let rect = |bytes| Rect {
        region: PiBuffRectRegion { width_bytes: bytes, height_scalar: 1, depth_scalar: 1 },
        src: RectSide::default(),
        dst: RectSide::default(),
    };
    let kernel = fixture.add(&first, 5);
    // SAFETY: the memory lives until the last replay is complete.
    unsafe {
        let write = buffer.after(&[]).write(&first, 0, 16, written.as_ptr().cast::<c_void>()).unwrap();
        let write = buffer.after(&[write]).write_rect(&first, &rect(8), written.as_ptr().cast::<c_void>()).unwrap();
        let launch = buffer.after(&[write]).launch(&kernel, &LINEAR).unwrap();
        let fill = buffer.after(&[]).fill(&second, &7_i32.to_le_bytes(), 0, 16).unwrap();
        let copy = buffer.after(&[launch, fill]).copy([&first, &second], [0, 0], 8).unwrap();
        let copy = buffer.after(&[copy]).copy_rect([&first, &second], &rect(4)).unwrap();
        let all = buffer.after(&[copy]).read(&second, 0, 16, ptr(&mut read)).unwrap();
        buffer.after(&[all]).read_rect(&second, &rect(4), ptr(&mut read)).unwrap();
    }
    refused(
        // SAFETY: not finalized, so nothing runs.
        unsafe { fixture.queue.after(&WaitList::new()).replay(&buffer) },
        PI_ERROR_INVALID_OPERATION,
        "not finalized",
    );
    buffer.finalize().unwrap();
    for _ in 0..2 {
        read = [0; 4];
        fixture.replay(&buffer);
        assert_eq!(read, [15, 25, 7, 7]);
    }
    assert_eq!(numbers, [15, 25, 35, 45]);
}

#[test]
fn commands_on_usm_are_recorded_and_replayed() {
    let fixture = Fixture::new();
    let (mut source, mut target) = ([0_i32; 4], [0_i32; 4]);
    let buffer = fixture.command_buffer();
    // SAFETY: the memory lives until the last replay is complete.
    unsafe {
        let near = buffer.after(&[]).usm_prefetch(ptr(&mut source), 16).unwrap();
        let advice = buffer.after(&[near]).usm_advise(ptr(&mut source), 16, PiMemAdvice(0)).unwrap();
        let fill = buffer.after(&[advice]).usm_fill(ptr(&mut source), &[1, 0, 0, 0, 2, 0, 0, 0], 16).unwrap();
        let none = buffer.after(&[fill]).usm_copy(std::ptr::null_mut(), std::ptr::null(), 0).unwrap();
        buffer.after(&[none]).usm_copy(ptr(&mut target), ptr(&mut source), 16).unwrap();
    }
    buffer.finalize().unwrap();
    fixture.replay(&buffer);
    assert_eq!(target, [1, 2, 1, 2]);
}

#[test]
fn launches_are_updated() {
    let fixture = Fixture::new();
    let (mut numbers, mut others) = ([0; 4], [0; 4]);
    let (first, second) = (fixture.buffer(&mut numbers), fixture.buffer(&mut others));
    let buffer = fixture.command_buffer();
    let kernel = fixture.add(&first, 5);
    // SAFETY: the mock's kernels stay inside of the buffers.
    let launch = unsafe { buffer.after(&[]).launch(&kernel, &LINEAR) }.unwrap();
    let fill = buffer.after(&[]).fill(&second, &[0; 4], 0, 16).unwrap();
    let other = fixture.add(&second, 9);
    let two = Launch { global: [2, 1, 1], local: Some([2, 1, 1]), ..LINEAR };
    // SAFETY: as above.
    let update = |point, launch: &Launch| unsafe { buffer.update(&fixture.device, point, &other, launch) };
    refused(update(launch, &two), PI_ERROR_INVALID_OPERATION, "not finalized");
    buffer.finalize().unwrap();
    fixture.replay(&buffer);
    assert_eq!((numbers, others), ([5; 4], [0; 4]));
    refused(update(fill, &two), PI_ERROR_UNSUPPORTED_FEATURE, "not a launch");
    refused(update(77, &two), PI_ERROR_UNSUPPORTED_FEATURE, "not a launch");
    refused(update(launch, &Launch { local: Some([3, 1, 1]), ..LINEAR }), PI_ERROR_INVALID_WORK_GROUP_SIZE, "divide");
    update(launch, &two).unwrap();
    fixture.replay(&buffer);
    assert_eq!((numbers[0], others[2..].to_vec()), (5, vec![0; 2]));
}

#[test]
fn mistakes_are_refused() {
    let fixture = Fixture::new();
    let mut numbers = [0; 4];
    let mem = fixture.buffer(&mut numbers);
    let buffer = fixture.command_buffer();
    refused(buffer.after(&[]).fill(&mem, &[1], 10, 7), PI_ERROR_INVALID_VALUE, "");
    refused(buffer.after(&[0]).fill(&mem, &[1], 0, 4), PI_ERROR_INVALID_SYNC_POINT_WAIT_LIST_KHR, "not one of the 0");
    let other = Fixture::new();
    let foreign = other.buffer(&mut [0; 4]);
    refused(buffer.after(&[]).fill(&foreign, &[1], 0, 4), PI_ERROR_INVALID_CONTEXT, "command buffer and buffer");
    buffer.finalize().unwrap();
    refused(buffer.finalize(), PI_ERROR_INVALID_OPERATION, "already");
    refused(buffer.after(&[]).fill(&mem, &[1], 0, 4), PI_ERROR_INVALID_OPERATION, "is finalized");
    // SAFETY: there is nothing to replay.
    refused(unsafe { other.queue.after(&WaitList::new()).replay(&buffer) }, PI_ERROR_INVALID_CONTEXT, "contexts");
    fixture.replay(&buffer);
    let second = Platform::all(plugin()).unwrap()[0].devices(PI_DEVICE_TYPE_ALL).unwrap().swap_remove(1);
    refused(CommandBuffer::new(&fixture.context, &second), PI_ERROR_INVALID_DEVICE, "does not belong to");
}

#[test]
fn the_event_of_a_replay_is_that_of_a_command_buffer() {
    let fixture = Fixture::new();
    let buffer = fixture.command_buffer();
    buffer.finalize().unwrap();
    // SAFETY: there is nothing to replay.
    let event = unsafe { fixture.queue.after(&WaitList::new()).with_event().replay(&buffer) }.unwrap().unwrap();
    assert_eq!(event.info::<u32>(PI_EVENT_INFO_COMMAND_TYPE).unwrap(), PI_COMMAND_TYPE_EXT_COMMAND_BUFFER.0);
    event.wait().unwrap();
}
