//! Command buffers, over `cl_khr_command_buffer` of the fake.

mod support;

use std::ffi::c_void;

use support::{Machine, items, with_each};
use tandem_pi_abi::*;
use tandem_pi_host::*;

const NO_FLAGS: PiQueueFlags = PiQueueFlags(0);
/// Queues with each set of properties.
const QUEUES: [PiQueueFlags; 4] = [
    NO_FLAGS,
    PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE,
    PI_QUEUE_FLAG_PROFILING_ENABLE,
    PiQueueFlags(PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE.0 | PI_QUEUE_FLAG_PROFILING_ENABLE.0),
];

fn is_there(machine: &Machine) -> bool {
    machine.device().info::<u32>(PI_EXT_ONEAPI_DEVICE_INFO_COMMAND_BUFFER_SUPPORT).unwrap() != 0
}

fn command_buffer(machine: &Machine) -> Result<CommandBuffer, PiError> {
    CommandBuffer::new(&machine.context, machine.device())
}

#[track_caller]
fn refused<T>(result: Result<T, PiError>, code: PiResult, text: &str) {
    let failure = result.err().expect("the call fails");
    assert_eq!(failure.code, code, "{failure}");
    assert!(failure.message.contains(text), "{failure}");
}

#[test]
fn devices_without_what_pi_needs_have_none() {
    let configurations = ["graphs=none", "graphs=old", "graphs=single-use", "graphs=full,version=2.1"];
    with_each("devices_without_what_pi_needs_have_none", &configurations, |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        assert!(!is_there(&machine));
        refused(command_buffer(&machine), PI_ERROR_UNSUPPORTED_FEATURE, "cl_khr_command_buffer");
    });
}

/// A chain of commands, each of which needs the one before, replayed on queues of all kinds, several at a time.
#[test]
fn replays_follow_sync_points() {
    let kinds = ["full", "in-order", "profiled"];
    let configurations: Vec<String> =
        kinds.iter().flat_map(|kind| (1..=4).map(move |seed| format!("graphs={kind},seed={seed}"))).collect();
    let configurations: Vec<&str> =
        configurations.iter().map(String::as_str).chain(["graphs=in-order,flush=explicit"]).collect();
    with_each("replays_follow_sync_points", &configurations, |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        assert!(is_there(&machine));
        let [first, second, sum] = [(); 3].map(|()| machine.buffer(64).unwrap());
        let none = WaitList::new();
        machine.after(&none).fill(&sum, &[0; 4], 0, 64).unwrap();
        machine.queue.finish().unwrap();
        let buffer = command_buffer(&machine).unwrap();
        {
            let kernel = machine.kernel("kernels=increment,copy", c"increment").unwrap();
            let filled = buffer.after(&[]).fill(&first, &[5, 0, 0, 0], 0, 64).unwrap();
            kernel.set_arg_mem(0, &first, PI_ACCESS_READ_WRITE).unwrap();
            // SAFETY: all memory lives until the queues are empty.
            let grown = unsafe { buffer.after(&[filled]).launch(&kernel, &items(16)) }.unwrap();
            let copied = buffer.after(&[grown]).copy([&first, &second], [0, 0], 64).unwrap();
            kernel.set_arg_mem(0, &second, PI_ACCESS_READ_WRITE).unwrap();
            // SAFETY: as above.
            let again = unsafe { buffer.after(&[copied]).launch(&kernel, &items(16)) }.unwrap();
            kernel.set_arg_mem(0, &sum, PI_ACCESS_READ_WRITE).unwrap();
            // SAFETY: as above.
            let _ = unsafe { buffer.after(&[again, filled]).launch(&kernel, &items(16)) }.unwrap();
        }
        buffer.finalize().unwrap();
        let mut replays = 0;
        for flags in QUEUES {
            let queue = Queue::new(&machine.context, machine.device(), flags).unwrap();
            let mut events = Vec::new();
            for _ in 0..3 {
                // SAFETY: as above.
                events.extend(unsafe { queue.after(&none).with_event().replay(&buffer) }.unwrap());
            }
            // SAFETY: as above.
            unsafe { queue.after(&none).replay(&buffer) }.unwrap();
            replays += 4;
            queue.finish().unwrap();
            assert_eq!(events.len(), 3);
            for event in &events {
                event.wait().unwrap();
                if flags.0 & PI_QUEUE_FLAG_PROFILING_ENABLE.0 != 0 {
                    assert!(event.profiling(PI_PROFILING_INFO_COMMAND_END).unwrap() > 0);
                }
            }
            assert_eq!(machine.numbers(&second, 16).unwrap(), [7; 16]);
            assert_eq!(machine.numbers(&sum, 16).unwrap(), [replays; 16]);
        }
    });
}

#[test]
fn wrong_uses_are_refused() {
    with_each("wrong_uses_are_refused", &["graphs=full"], |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let (buffer, memory) = (command_buffer(&machine).unwrap(), machine.buffer(64).unwrap());
        let none = WaitList::new();
        let wrong_point = buffer.after(&[0]).fill(&memory, &[1], 0, 64);
        refused(wrong_point, PI_ERROR_INVALID_SYNC_POINT_WAIT_LIST_KHR, "not one of the 0");
        let wrong_size = buffer.after(&[]).fill(&memory, &[1], 0, 65);
        refused(wrong_size, PI_ERROR_INVALID_VALUE, "clCommandFillBufferKHR");
        // SAFETY: the command buffer has no commands.
        let early = unsafe { machine.after(&none).replay(&buffer) };
        refused(early, PI_ERROR_INVALID_OPERATION, "clEnqueueCommandBufferKHR");
        buffer.finalize().unwrap();
        refused(buffer.finalize(), PI_ERROR_INVALID_OPERATION, "clFinalizeCommandBufferKHR");
        let late = buffer.after(&[]).fill(&memory, &[1], 0, 64);
        refused(late, PI_ERROR_INVALID_OPERATION, "clCommandFillBufferKHR");
    });
}

/// The extension has copies and fills of shared virtual memory only.
#[test]
fn usm_is_recorded_where_it_is_shared_virtual_memory() {
    let configurations = ["graphs=full", "graphs=full,usm=0"];
    with_each("usm_is_recorded_where_it_is_shared_virtual_memory", &configurations, |plugin, configuration| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let buffer = command_buffer(&machine).unwrap();
        let [from, to] = [(); 2].map(|()| machine.context.usm_alloc(PI_MEM_TYPE_HOST, None, 64, 0).unwrap());
        // SAFETY: the memory lives until the queue is empty.
        unsafe { from.cast::<[u8; 64]>().write([7; 64]) };
        // SAFETY: as above.
        let copied = unsafe { buffer.after(&[]).usm_copy(to, from.cast_const(), 64) };
        match configuration.contains("usm=0") {
            true => replay_usm(&machine, &buffer, copied.unwrap(), to),
            false => refused(copied, PI_ERROR_UNSUPPORTED_FEATURE, "cl_khr_command_buffer has no copies"),
        }
        for memory in [from, to] {
            // SAFETY: nothing uses it any more.
            unsafe { machine.context.usm_free(memory) }.unwrap();
        }
    });
}

fn replay_usm(machine: &Machine, buffer: &CommandBuffer, copied: PiExtSyncPoint, to: *mut c_void) {
    let kernel = machine.kernel("kernels=increment,indirect", c"increment").unwrap();
    // SAFETY: the memory lives until the queue is empty.
    unsafe {
        kernel.set_arg_pointer(0, to).unwrap();
        let _ = buffer.after(&[copied]).launch(&kernel, &items(1)).unwrap();
        kernel.set_indirect_access().unwrap();
        let indirect = buffer.after(&[copied]).launch(&kernel, &items(1));
        refused(indirect, PI_ERROR_UNSUPPORTED_FEATURE, "any shared virtual memory");
        buffer.finalize().unwrap();
        machine.after(&WaitList::new()).replay(buffer).unwrap();
        machine.queue.finish().unwrap();
        assert_eq!(to.cast::<[u8; 8]>().read(), [8, 7, 7, 7, 7, 7, 7, 7]);
    }
}
