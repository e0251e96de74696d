//! Images and samplers as arguments of kernels, over the mock. Commands on images are tested with
//! devices that have pixels (`plugin-island`).

#[allow(dead_code, reason = "each test program uses a part of it")]
mod support;

use std::ptr::{null, null_mut};

use support::{module, plugin};
use tandem_pi_abi::*;
use tandem_pi_host::{Context, Destination, Device, Kernel, Launch, Mem, PiError, Platform, Program, Queue, WaitList};

/// The device with images, and the kernel `describe`: an image, a sampler, a value of 8 bytes, a buffer.
struct Fixture {
    context: Context,
    queue: Queue,
    kernel: Kernel,
    out: Mem,
}

fn devices() -> Vec<Device> {
    Platform::all(plugin()).unwrap()[0].devices(PI_DEVICE_TYPE_ALL).unwrap()
}

#[track_caller]
fn check_error<T>(result: Result<T, PiError>, code: PiResult, text: &str) {
    let error = result.err().expect("the call fails");
    assert_eq!(error.code, code, "{error}");
    assert!(error.message.contains(text), "`{text}` is not in: {error}");
}

impl Fixture {
    /// With a queue on one of the devices; the other device has no images.
    fn on(device: usize) -> Self {
        let devices = devices();
        let context = Context::new(&devices).unwrap();
        let queue = Queue::new(&context, &devices[device], PiQueueFlags::default()).unwrap();
        let program = Program::from_il(&context, &module("describe")).unwrap();
        program.build(&[], "").unwrap();
        let kernel = Kernel::new(&program, c"describe").unwrap();
        // SAFETY: without a host pointer.
        let out = unsafe { Mem::buffer(&context, PI_MEM_FLAGS_ACCESS_RW, 24, null_mut()) }.unwrap();
        kernel.set_arg_mem(3, &out, 0).unwrap();
        Self { context, queue, kernel, out }
    }

    fn image(&self, image_width: usize) -> Mem {
        let format = PiImageFormat {
            image_channel_order: PI_IMAGE_CHANNEL_ORDER_RGBA,
            image_channel_data_type: PI_IMAGE_CHANNEL_TYPE_FLOAT,
        };
        let desc = PiImageDesc {
            image_type: PI_MEM_TYPE_IMAGE2D,
            image_width,
            image_height: 2,
            image_depth: 0,
            image_array_size: 0,
            image_row_pitch: 0,
            image_slice_pitch: 0,
            num_mip_levels: 0,
            num_samples: 0,
            buffer: PiMem::NULL,
        };
        let (context, flags, mut image) = (self.context.raw(), PI_MEM_FLAGS_ACCESS_RW, PiMem::NULL);
        // SAFETY: all places are valid; the new reference goes to the result.
        unsafe {
            let code = plugin().piMemImageCreate(context, flags, &format, &desc, null_mut(), &mut image);
            plugin().check("piMemImageCreate", code).unwrap();
            Mem::from_raw(plugin(), image)
        }
    }

    fn sampler(&self, normalized: u64, addressing: PiSamplerAddressingMode) -> Result<PiSampler, PiError> {
        let list = [0x1152, normalized, 0x1153, addressing.0.into(), 0];
        let mut sampler = PiSampler::NULL;
        // SAFETY: a terminated list and a place for the result.
        let code = unsafe { plugin().piSamplerCreate(self.context.raw(), list.as_ptr(), &mut sampler) };
        plugin().check("piSamplerCreate", code).map(|()| sampler)
    }

    fn set_sampler(&self, index: u32, sampler: PiSampler) -> Result<(), PiError> {
        // SAFETY: a place with a handle.
        let code = unsafe { plugin().piextKernelSetArgSampler(self.kernel.raw(), index, &sampler) };
        plugin().check("piextKernelSetArgSampler", code)
    }

    /// The values that represent the arguments.
    fn launch(&self) -> Result<[u64; 3], PiError> {
        let launch = Launch { dims: 1, global: [1, 1, 1], local: None, offset: [0; 3] };
        let mut numbers = [0_u64; 3];
        // SAFETY: the kernel's arguments are valid; the list has the bytes, and the call waits.
        unsafe {
            let event = self.queue.after(&WaitList::new()).with_event().launch(&self.kernel, &launch)?;
            event.expect("asked for").wait()?;
            let place = numbers.as_mut_ptr().cast();
            let code = plugin().piEnqueueMemBufferRead(
                self.queue.raw(),
                self.out.raw(),
                1,
                0,
                24,
                place,
                0,
                null(),
                null_mut(),
            );
            plugin().check("piEnqueueMemBufferRead", code)?;
        }
        Ok(numbers)
    }
}

fn release(sampler: PiSampler) {
    // SAFETY: the reference is the test's.
    assert_eq!(unsafe { plugin().piSamplerRelease(sampler) }, PI_SUCCESS);
}

#[test]
fn kernels_get_images_samplers_and_handles_of_both() {
    let fixture = Fixture::on(1);
    let (image, other) = (fixture.image(7), fixture.image(9));
    let sampler = fixture.sampler(1, PI_SAMPLER_ADDRESSING_MODE_REPEAT).unwrap();
    fixture.kernel.set_arg_mem(0, &image, 0).unwrap();
    fixture.set_sampler(1, sampler).unwrap();
    fixture.kernel.set_arg_mem(2, &other, 0).unwrap();
    assert_eq!(fixture.launch().unwrap(), [7, 103, 9]);
    // Arguments stay set, until another takes their place.
    fixture.set_sampler(2, sampler).unwrap();
    release(sampler);
    assert_eq!(fixture.launch().unwrap(), [7, 103, 103]);
    fixture.kernel.set_arg(2, &5_u64.to_le_bytes()).unwrap();
    assert_eq!(fixture.launch().unwrap(), [7, 103, 5]);
    // As OpenCL passes them.
    let clamp = fixture.sampler(0, PI_SAMPLER_ADDRESSING_MODE_CLAMP).unwrap();
    fixture.kernel.set_arg(0, &(other.raw().as_ptr() as usize).to_le_bytes()).unwrap();
    fixture.kernel.set_arg(1, &(clamp.as_ptr() as usize).to_le_bytes()).unwrap();
    assert_eq!(fixture.launch().unwrap(), [9, 2, 5]);
    release(clamp);
}

#[test]
fn arguments_of_another_kind_are_refused() {
    let fixture = Fixture::on(1);
    let (image, kernel) = (fixture.image(7), &fixture.kernel);
    let sampler = fixture.sampler(0, PI_SAMPLER_ADDRESSING_MODE_CLAMP).unwrap();
    let wrong = PI_ERROR_INVALID_MEM_OBJECT;
    check_error(kernel.set_arg_mem(0, &fixture.out, 0), wrong, "argument 0 of kernel `describe` takes an image");
    check_error(kernel.set_arg_mem(3, &image, 0), wrong, "argument 3 of kernel `describe` takes a buffer");
    check_error(kernel.set_arg_mem(1, &image, 0), PI_ERROR_INVALID_ARG_VALUE, "argument 1");
    for index in [0, 3] {
        check_error(fixture.set_sampler(index, sampler), PI_ERROR_INVALID_ARG_VALUE, "is not a sampler");
    }
    check_error(fixture.set_sampler(1, PiSampler::NULL), PI_ERROR_INVALID_SAMPLER, "null");
    check_error(kernel.set_arg(0, &0_u64.to_le_bytes()), wrong, "takes an image, not null");
    let other = Fixture::on(1);
    check_error(other.kernel.set_arg_mem(0, &image, 0), PI_ERROR_INVALID_CONTEXT, "different contexts");
    check_error(other.set_sampler(1, sampler), PI_ERROR_INVALID_CONTEXT, "different contexts");
    release(sampler);
}

#[test]
fn an_image_that_was_released_is_no_argument() {
    let fixture = Fixture::on(1);
    let sampler = fixture.sampler(1, PI_SAMPLER_ADDRESSING_MODE_NONE).unwrap();
    fixture.set_sampler(1, sampler).unwrap();
    fixture.kernel.set_arg(2, &0_u64.to_le_bytes()).unwrap();
    check_error(fixture.launch(), PI_ERROR_INVALID_KERNEL_ARGS, "without its arguments 0");
    let image = fixture.image(7);
    fixture.kernel.set_arg_mem(0, &image, 0).unwrap();
    fixture.launch().unwrap();
    drop(image);
    check_error(fixture.launch(), PI_ERROR_INVALID_KERNEL_ARGS, "argument 0 was released");
    release(sampler);
}

#[test]
fn launches_on_a_device_without_images_fail() {
    let fixture = Fixture::on(0);
    let sampler = fixture.sampler(1, PI_SAMPLER_ADDRESSING_MODE_NONE).unwrap();
    let image = fixture.image(7);
    fixture.kernel.set_arg_mem(0, &image, 0).unwrap();
    fixture.set_sampler(1, sampler).unwrap();
    fixture.kernel.set_arg(2, &0_u64.to_le_bytes()).unwrap();
    check_error(fixture.launch(), PI_ERROR_UNSUPPORTED_FEATURE, "Mock 0 has no images");
    release(sampler);
}

#[test]
fn repetition_needs_normalized_coordinates() {
    let fixture = Fixture::on(1);
    for mode in [PI_SAMPLER_ADDRESSING_MODE_REPEAT, PI_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT] {
        release(fixture.sampler(1, mode).unwrap());
        check_error(fixture.sampler(0, mode), PI_ERROR_INVALID_VALUE, "needs normalized coordinates");
    }
}
