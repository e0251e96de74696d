//! References, properties and native handles of objects, over the fake of OpenCL.

mod support;

use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};

use support::{Machine, items, with_each};
use tandem_pi_abi::*;
use tandem_pi_host::*;

const NO_FLAGS: PiQueueFlags = PiQueueFlags(0);

/// How many references of OpenCL an object has after its native handle was adopted, and with which error a dead
/// handle is refused.
macro_rules! adopted {
    (
        $plugin:expr, $object:expr, $type:ident, $create:ident($($before:expr),*; $($after:expr),*),
        $release:ident, $info:ident, $param:expr
    ) => {{
        let native = $object.raw().as_ptr() as usize;
        let (mut again, mut count) = ($type::NULL, 0_u32);
        // SAFETY: live objects, and places for the answers.
        unsafe {
            assert_eq!($plugin.$create(native, $($before,)* false, $($after,)* &raw mut again), PI_SUCCESS);
            let place: *mut c_void = (&raw mut count).cast();
            assert_eq!($plugin.$info(again, $param, 4, place, std::ptr::null_mut()), PI_SUCCESS);
            assert_eq!($plugin.$release(again), PI_SUCCESS);
            assert_ne!($plugin.$create(usize::MAX & !7, $($before,)* false, $($after,)* &raw mut again), PI_SUCCESS);
        }
        count
    }};
}

#[test]
fn native_handles_are_adopted() {
    with_each("native_handles_are_adopted", &["version=2.1", "version=3.0"], |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let (context, device) = (machine.context.raw(), machine.device().raw());
        let (null, kernel) = (std::ptr::null_mut(), machine.kernel("kernels=nothing", c"nothing").unwrap());
        let (program, buffer) = (kernel.program().unwrap(), machine.buffer(4).unwrap());
        let none = WaitList::new();
        let event = machine.after(&none).marker().unwrap().unwrap();
        machine.queue.finish().unwrap();
        let count = adopted!(
            plugin, machine.queue, PiQueue,
            piextQueueCreateWithNativeHandle(0, context, device; null),
            piQueueRelease, piQueueGetInfo, PI_QUEUE_INFO_REFERENCE_COUNT
        );
        assert_eq!(count, 2);
        let count = adopted!(
            plugin, buffer, PiMem,
            piextMemCreateWithNativeHandle(context; ),
            piMemRelease, piMemGetInfo, PiMemInfo(0x1105)
        );
        assert_eq!(count, 2);
        let count = adopted!(
            plugin, program, PiProgram,
            piextProgramCreateWithNativeHandle(context; ),
            piProgramRelease, piProgramGetInfo, PI_PROGRAM_INFO_REFERENCE_COUNT
        );
        assert_eq!(count, 2);
        let count = adopted!(
            plugin, kernel, PiKernel,
            piextKernelCreateWithNativeHandle(context, program.raw(); ),
            piKernelRelease, piKernelGetInfo, PI_KERNEL_INFO_REFERENCE_COUNT
        );
        assert_eq!(count, 2);
        let count = adopted!(
            plugin, event, PiEvent,
            piextEventCreateWithNativeHandle(context; ),
            piEventRelease, piEventGetInfo, PI_EVENT_INFO_REFERENCE_COUNT
        );
        assert_eq!(count, 2);
        assert_eq!(machine.queue.native_handle().unwrap(), machine.queue.raw().as_ptr() as usize);
    });
}

#[test]
fn platforms_and_devices_are_their_handles() {
    with_each("platforms_and_devices_are_their_handles", &["version=3.0,devices=2"], |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let (mut native, mut platform, mut device) = (0, PiPlatform::NULL, PiDevice::NULL);
        // SAFETY: live objects, and places for handles.
        unsafe {
            assert_eq!(plugin.piextPlatformGetNativeHandle(machine.platform.raw(), &raw mut native), PI_SUCCESS);
            assert_eq!(plugin.piextPlatformCreateWithNativeHandle(native, &raw mut platform), PI_SUCCESS);
            assert_eq!(plugin.piextDeviceGetNativeHandle(machine.device().raw(), &raw mut native), PI_SUCCESS);
            assert_eq!(plugin.piextDeviceCreateWithNativeHandle(native, platform, &raw mut device), PI_SUCCESS);
            assert_eq!(plugin.piDeviceRelease(device), PI_SUCCESS);
            assert_ne!(plugin.piextDeviceCreateWithNativeHandle(8, platform, &raw mut device), PI_SUCCESS);
        }
        assert_eq!((platform, device), (machine.platform.raw(), machine.device().raw()));
        assert!(!machine.devices[0].can_access_memory_of(&machine.devices[1]));
    });
}

static DELETED: AtomicU32 = AtomicU32::new(0);

unsafe extern "C" fn delete(data: *mut c_void) {
    DELETED.fetch_add(data as u32, Ordering::SeqCst);
}

#[test]
fn contexts_call_their_deleters() {
    with_each("contexts_call_their_deleters", &["version=2.1", "version=3.0"], |plugin, configuration| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let data = 3 as *mut c_void;
        // SAFETY: the function takes the number.
        let code = unsafe { plugin.piextContextSetExtendedDeleter(machine.context.raw(), Some(delete), data) };
        // Before 3.0, OpenCL has no such call.
        let expected = if configuration.contains("3.0") { PI_SUCCESS } else { PI_ERROR_INVALID_OPERATION };
        assert_eq!(code, expected);
        assert_eq!(DELETED.load(Ordering::SeqCst), 0);
        drop(machine);
        // The queue's thread may hold the context a moment longer; the process ends with it gone.
        while code == PI_SUCCESS && DELETED.load(Ordering::SeqCst) == 0 {
            std::thread::yield_now();
        }
        assert_eq!(DELETED.load(Ordering::SeqCst), if code == PI_SUCCESS { 3 } else { 0 });
    });
}

#[test]
fn queues_have_what_they_are_made_with() {
    with_each("queues_have_what_they_are_made_with", &["version=1.2", "version=3.0"], |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let (context, device, mut raw) = (machine.context.raw(), machine.device().raw(), PiQueue::NULL);
        // SAFETY: live objects, and a place for the queue, which is released once.
        let queue = unsafe {
            assert_eq!(plugin.piQueueCreate(context, device, PI_QUEUE_FLAG_PROFILING_ENABLE, &raw mut raw), PI_SUCCESS);
            Queue::from_raw(plugin, raw)
        };
        assert_eq!(queue.info::<u64>(PI_QUEUE_INFO_PROPERTIES).unwrap(), PI_QUEUE_FLAG_PROFILING_ENABLE.0);
        let unknown = queue.info::<u32>(PI_EXT_ONEAPI_QUEUE_INFO_EMPTY).unwrap_err();
        assert_eq!(unknown.code, PI_ERROR_INVALID_VALUE);
        let mut properties = [0x999, 1, 0];
        // SAFETY: a list that ends with 0.
        let code = unsafe { plugin.piextQueueCreate(context, device, properties.as_mut_ptr(), &raw mut raw) };
        assert_eq!(code, PI_ERROR_INVALID_QUEUE_PROPERTIES);
        // Of an event of a queue without times, there are none.
        let none = WaitList::new();
        let event = machine.after(&none).marker().unwrap().unwrap();
        event.wait().unwrap();
        let refused = event.profiling(PI_PROFILING_INFO_COMMAND_START).unwrap_err();
        assert_eq!(refused.code, PI_ERROR_PROFILING_INFO_NOT_AVAILABLE);
    });
}

#[test]
fn images_samplers_and_variables_are_read() {
    with_each("images_samplers_and_variables_are_read", &["version=3.0"], |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let (addressing, filter) = (PI_SAMPLER_ADDRESSING_MODE_REPEAT, PI_SAMPLER_FILTER_MODE_LINEAR);
        let sampler =
            Sampler::new(&machine.context, &SamplerProperties { normalized: true, addressing, filter }).unwrap();
        let mut answer = 0_u32;
        let place: *mut c_void = (&raw mut answer).cast();
        // SAFETY: room for the answer.
        let code = unsafe {
            plugin.piSamplerGetInfo(sampler.raw(), PI_SAMPLER_INFO_FILTER_MODE, 4, place, std::ptr::null_mut())
        };
        assert_eq!((code, answer), (PI_SUCCESS, filter.0));
        let buffer = machine.buffer(4).unwrap();
        // SAFETY: as above; a buffer is no image.
        let code =
            unsafe { plugin.piMemImageGetInfo(buffer.raw(), PiImageInfo(0x1114), 8, place, std::ptr::null_mut()) };
        assert_eq!(code, PI_ERROR_INVALID_MEM_OBJECT);

        let program = Program::from_il(&machine.context, b"kernels=all;globals=v:8").unwrap();
        program.build(&machine.devices, "").unwrap();
        program.write_global(&machine.queue, "v", &[4; 8]).unwrap();
        let mut read = [0_u8; 4];
        let read_variable = |offset, read: &mut [u8; 4]| {
            let (queue, to) = (machine.queue.raw(), read.as_mut_ptr().cast());
            // SAFETY: a text, and room for the bytes.
            unsafe {
                plugin.piextEnqueueDeviceGlobalVariableRead(
                    queue,
                    program.raw(),
                    c"v".as_ptr(),
                    PI_TRUE,
                    4,
                    offset,
                    to,
                    0,
                    std::ptr::null(),
                    std::ptr::null_mut(),
                )
            }
        };
        assert_eq!(read_variable(4, &mut read), PI_SUCCESS);
        assert_eq!(read, [4; 4]);
        assert_eq!(read_variable(5, &mut read), PI_ERROR_INVALID_VALUE);
        arguments_of_all_kinds(&machine, &program, &sampler);
    });
}

/// A kernel whose arguments are a buffer, a value, local memory, a sampler and an image.
fn arguments_of_all_kinds(machine: &Machine, program: &Program, sampler: &Sampler) {
    let kernel = Kernel::new(program, c"all").unwrap();
    let (order, kind) = (PI_IMAGE_CHANNEL_ORDER_RGBA, PI_IMAGE_CHANNEL_TYPE_FLOAT);
    let format = PiImageFormat { image_channel_order: order, image_channel_data_type: kind };
    // SAFETY: zero is a value of each field.
    let mut description: PiImageDesc = unsafe { std::mem::zeroed() };
    (description.image_type, description.image_width, description.image_height) = (PI_MEM_TYPE_IMAGE2D, 4, 4);
    let image = Mem::image(&machine.context, &format, &description).unwrap();
    let buffer = machine.buffer(4).unwrap();
    assert_eq!(kernel.set_arg_mem(0, &image, 0).unwrap_err().code, PI_ERROR_INVALID_MEM_OBJECT);
    kernel.set_arg_mem(0, &buffer, 0).unwrap();
    kernel.set_arg(1, &6_u32.to_ne_bytes()).unwrap();
    kernel.set_arg_local(2, 64).unwrap();
    kernel.set_arg_sampler(3, sampler).unwrap();
    kernel.set_arg_mem(4, &image, 0).unwrap();
    // SAFETY: the arguments live until the queue is empty.
    unsafe { machine.after(&WaitList::new()).launch(&kernel, &items(1)) }.unwrap();
    assert_eq!(machine.numbers(&buffer, 1).unwrap(), [6]);
}
