//! Each call of OpenCL fails once: the plugin has a named error, nothing is left, and the process ends well.

mod support;

use std::ffi::c_void;

use support::{Machine, does_the_work, items, plugin, run};
use tandem_pi_abi::*;
use tandem_pi_host::*;

/// The final message of the process that does the work.
const COMPLETE: &str = "the work is complete";
const FAILED: &str = "the work has failed: ";

/// Memory that is freed when the queue is empty.
struct Memory<'a>(&'a Machine, *mut c_void);

impl Memory<'_> {
    /// Frees it at the end of the work.
    fn free(self) -> Result<(), PiError> {
        self.0.queue.finish()?;
        // SAFETY: the queue is empty. What was not freed can be freed again.
        unsafe { self.0.context.usm_free(self.1) }?;
        std::mem::forget(self);
        Ok(())
    }
}

impl Drop for Memory<'_> {
    /// Frees it after a failure. There is one only, so that these calls do not fail.
    fn drop(&mut self) {
        self.0.queue.finish().unwrap();
        // SAFETY: the queue is empty.
        unsafe { self.0.context.usm_free(self.1) }.unwrap();
    }
}

fn work() -> Result<(), PiError> {
    let machine = Machine::new(plugin(), PI_QUEUE_FLAG_PROFILING_ENABLE)?;
    machine.device().info_text(PI_DEVICE_INFO_NAME)?;
    machine.device().info::<u64>(PI_DEVICE_INFO_USM_HOST_SUPPORT)?;
    machine.device().info::<u64>(PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES)?;
    let (first, second) = (machine.buffer(64)?, machine.buffer(64)?);
    let none = WaitList::new();
    machine.after(&none).fill(&first, &[1, 0, 0, 0], 0, 64)?;
    machine.after(&none).copy([&first, &second], [0, 0], 64)?;
    let (address, event) = machine.after(&none).map(&second, PI_MAP_READ, 0, 8)?;
    let mapped = event.map_or(Ok(()), |event| event.wait());
    // SAFETY: the bytes are not used any more.
    let unmapped = unsafe { machine.after(&none).unmap(&second, address) };
    mapped?;
    unmapped?;
    let kernel = machine.kernel("kernels=fill,copy", c"fill")?;
    let memory = machine.context.usm_alloc(PI_MEM_TYPE_DEVICE, Some(machine.device()), 64, 0)?;
    let memory = Memory(&machine, memory);
    kernel.set_indirect_access()?;
    kernel.set_arg(1, &7_u32.to_ne_bytes())?;
    // SAFETY: all memory lives until the queue is empty.
    unsafe {
        kernel.set_arg_pointer(0, memory.1)?;
        machine.after(&none).usm_set(memory.1, 0, 64)?;
        machine.after(&none).usm_prefetch(memory.1, 64)?;
        let launched = machine.after(&none).launch(&kernel, &items(4))?;
        launched.map_or(Ok(()), |event| event.wait())?;
    }
    machine.context.usm_kind(memory.1)?;
    replay(&machine, &first)?;
    machine.numbers(&second, 4)?;
    memory.free()
}

/// Records commands, and replays them on a queue with the properties that they are recorded for, and on another one.
fn replay(machine: &Machine, memory: &Mem) -> Result<(), PiError> {
    if machine.device().info::<u32>(PI_EXT_ONEAPI_DEVICE_INFO_COMMAND_BUFFER_SUPPORT)? == 0 {
        return Ok(());
    }
    let buffer = CommandBuffer::new(&machine.context, machine.device())?;
    let kernel = machine.kernel("kernels=increment", c"increment")?;
    kernel.set_arg_mem(0, memory, PI_ACCESS_READ_WRITE)?;
    let filled = buffer.after(&[]).fill(memory, &[1, 0, 0, 0], 0, 32)?;
    let copied = buffer.after(&[filled]).copy([memory, memory], [0, 32], 32)?;
    // SAFETY: the memory lives until the queues are empty.
    let _ = unsafe { buffer.after(&[copied]).launch(&kernel, &items(16)) }?;
    buffer.finalize()?;
    let flags = PI_QUEUE_FLAG_PROFILING_ENABLE | PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    let queue = Queue::new(&machine.context, machine.device(), flags)?;
    let none = WaitList::new();
    for queue in [&queue, &machine.queue] {
        // SAFETY: as above.
        let replayed = unsafe { queue.after(&none).with_event().replay(&buffer) };
        // Enqueued commands complete before memory is released.
        queue.finish()?;
        replayed?;
    }
    Ok(())
}

/// Calls that the release of a queue makes in addition: it releases the queue whatever they return.
const OF_RELEASES: [&str; 5] =
    ["clGetCommandQueueInfo", "clEnqueueMarkerWithWaitList", "clGetEventInfo", "clFlush", "clFinish"];

/// Fails each call in turn until there is none left to fail.
fn fails_each_call(test: &str, configuration: &str) {
    if does_the_work() {
        match work() {
            Ok(()) => println!("{COMPLETE}"),
            Err(failure) => println!("{FAILED}{failure}"),
        }
        plugin().tear_down();
        return;
    }
    for number in 1.. {
        let output = run(test, &format!("{configuration},fail=*:{number}:-6"));
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "call {number}: {}\n{out}\n{err}", output.status);
        let Some(function) = err.lines().find_map(|line| line.strip_prefix("fake OpenCL: ")?.strip_suffix(" fails"))
        else {
            assert!(out.contains(COMPLETE), "no call fails, and the work is not complete\n{out}\n{err}");
            assert!(number > 20, "only {number} calls were seen");
            return;
        };
        if out.contains(COMPLETE) && OF_RELEASES.contains(&function) {
            continue;
        }
        let named = out
            .lines()
            .find(|line| line.contains(FAILED))
            .unwrap_or_else(|| panic!("{function}, call {number}: no failure\n{out}"));
        assert!(named.contains(function), "{function}, call {number}: {named}");
    }
}

#[test]
fn calls_of_version_1_2_fail() {
    fails_each_call("calls_of_version_1_2_fail", "version=1.2");
}

#[test]
fn calls_of_version_3_0_fail() {
    fails_each_call("calls_of_version_3_0_fail", "version=3.0");
}

#[test]
fn calls_of_shared_virtual_memory_fail() {
    fails_each_call("calls_of_shared_virtual_memory_fail", "version=2.1,usm=0");
}

#[test]
fn calls_of_command_buffers_fail() {
    fails_each_call("calls_of_command_buffers_fail", "version=3.0,graphs=full");
}
