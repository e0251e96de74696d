//! Native handles through the dispatch table: programs and kernels of a driver that has
//! native objects for these, and for nothing else.

mod support;

use support::{NATIVE_KERNEL, NATIVE_PROGRAM, module, native_plugin};
use tandem_pi_abi::*;
use tandem_pi_host::{
    Context, Destination, Device, Event, Kernel, Launch, Mem, PiError, Platform, Program, Queue, WaitList,
};

struct Fixture {
    device: Device,
    context: Context,
    queue: Queue,
}

impl Fixture {
    fn new() -> Self {
        let device = Platform::all(native_plugin()).unwrap()[0].devices(PI_DEVICE_TYPE_ALL).unwrap().swap_remove(0);
        let context = Context::new(std::slice::from_ref(&device)).unwrap();
        let queue = Queue::new(&context, &device, PiQueueFlags::default()).unwrap();
        Self { device, context, queue }
    }

    fn event(&self) -> Event {
        let program = Program::from_il(&self.context, &module("empty")).unwrap();
        program.build(&[], "").unwrap();
        let kernel = Kernel::new(&program, c"empty").unwrap();
        let launch = Launch { dims: 1, global: [1, 1, 1], local: None, offset: [0; 3] };
        // SAFETY: the kernel accesses nothing.
        unsafe { self.queue.after(&WaitList::new()).with_event().launch(&kernel, &launch) }.unwrap().unwrap()
    }
}

#[test]
fn programs_and_kernels_are_made_around_native_handles() {
    let fixture = Fixture::new();
    let (mut program, mut kernel) = (PiProgram::NULL, PiKernel::NULL);
    let (mut program_handle, mut kernel_handle) = (0, 0);
    let (mut status, mut bytes) = (PiProgramBuildStatus(-1), [0_u8; 16]);
    // SAFETY: places for the results; what is made is released.
    unsafe {
        let pi = native_plugin();
        let (context, device) = (fixture.context.raw(), fixture.device.raw());
        let made = pi.piextProgramCreateWithNativeHandle(NATIVE_PROGRAM.0, context, true, &raw mut program);
        assert_eq!(made, PI_SUCCESS);
        let place = (&raw mut status).cast();
        let asked = pi.piProgramGetBuildInfo(
            program,
            device,
            PI_PROGRAM_BUILD_INFO_STATUS,
            size_of_val(&status),
            place,
            std::ptr::null_mut(),
        );
        assert_eq!((asked, status), (PI_SUCCESS, PI_PROGRAM_BUILD_STATUS_SUCCESS));
        assert_eq!(pi.piextProgramGetNativeHandle(program, &raw mut program_handle), PI_SUCCESS);
        let made = pi.piextKernelCreateWithNativeHandle(NATIVE_KERNEL.0, context, program, true, &raw mut kernel);
        assert_eq!(made, PI_SUCCESS);
        assert_eq!(pi.piextKernelGetNativeHandle(kernel, &raw mut kernel_handle), PI_SUCCESS);
        let place = bytes.as_mut_ptr().cast();
        let asked = pi.piKernelGetInfo(kernel, PI_KERNEL_INFO_FUNCTION_NAME, 16, place, std::ptr::null_mut());
        assert_eq!((asked, &bytes[..6]), (PI_SUCCESS, &b"empty\0"[..]));
        let global = [1, 1, 1];
        let launched = pi.piEnqueueKernelLaunch(
            fixture.queue.raw(),
            kernel,
            1,
            std::ptr::null(),
            global.as_ptr(),
            std::ptr::null(),
            0,
            std::ptr::null(),
            std::ptr::null_mut(),
        );
        assert_eq!((launched, pi.piQueueFinish(fixture.queue.raw())), (PI_SUCCESS, PI_SUCCESS));
        assert_eq!((pi.piKernelRelease(kernel), pi.piProgramRelease(program)), (PI_SUCCESS, PI_SUCCESS));
    }
    assert_eq!((program_handle, kernel_handle), (NATIVE_PROGRAM.0, NATIVE_KERNEL.0));
}

#[track_caller]
fn check<T>(result: Result<T, PiError>, code: PiResult, text: &str) {
    let error = result.err().expect("the call fails");
    assert_eq!(error.code, code);
    assert!(error.to_string().contains(text), "{error}");
}

#[test]
fn what_a_driver_lacks_is_an_error_that_says_what() {
    let fixture = Fixture::new();
    let event = fixture.event();
    event.wait().unwrap();
    check(fixture.queue.native_handle(), PI_ERROR_UNSUPPORTED_FEATURE, "Mock 0 has no native handle of this queue");
    check(event.native_handle(), PI_ERROR_UNSUPPORTED_FEATURE, "event");
    check(fixture.context.native_handle(), PI_ERROR_UNSUPPORTED_FEATURE, "context");
    // SAFETY: the driver looks at no handle.
    let (queue, context) =
        unsafe { (Queue::from_native(1, &fixture.context, &fixture.device), Context::from_native(native_plugin(), 1)) };
    check(queue, PI_ERROR_UNSUPPORTED_FEATURE, "a queue around a native handle");
    check(context, PI_ERROR_UNSUPPORTED_FEATURE, "a context around a native handle");
    // SAFETY: as above.
    let image = unsafe { Mem::image_from_native(1, &fixture.context, PI_MEM_TYPE_IMAGE2D) };
    check(image, PI_ERROR_UNSUPPORTED_FEATURE, "Mock 0 cannot create an image from a native handle");
    let mut device = PiDevice::NULL;
    // SAFETY: a place for the result.
    let found = unsafe { native_plugin().piextDeviceCreateWithNativeHandle(1, PiPlatform::NULL, &raw mut device) };
    assert_eq!(found, PI_ERROR_INVALID_VALUE);
}
