//! Images on the mock plugin, whose devices keep gaps between the rows: pixels stay in their places, whatever
//! device has them, and failures leave the program's memory as it was.

mod mock;

use std::sync::{Mutex, MutexGuard, PoisonError};

use mock::*;
use tandem_runtime::Errc;
use tandem_runtime::buffer::{Buffer, BufferFlags, ImageShape};
use tandem_runtime::context::Context;
use tandem_runtime::event::State;
use tandem_runtime::host_image::{Format, Layout};
use tandem_runtime::submission::*;

/// Columns and rows of the images here.
const EXTENT: [usize; 2] = [5, 3];
/// Numbers of a row: four of each pixel.
const ROW: usize = 4 * EXTENT[0];
/// Numbers between two rows of the program's memory.
const GAP: usize = 7;
/// Numbers of the program's memory.
const NUMBERS: usize = (ROW + GAP) * EXTENT[1];

/// Keeps the other tests of this file away: the mock counts transfers and memory of all.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    let guard = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    limit_memory(usize::MAX);
    transfers();
    guard
}

/// The program's memory: each number is its place.
fn numbers() -> Vec<u32> {
    (0..NUMBERS as u32).collect()
}

#[test]
fn pixels_come_back_to_their_places_and_gaps_stay() {
    let _alone = alone();
    for device in [cpu(), gpu()] {
        let queue = queue(&device, false);
        let mut data = numbers();
        let image = image_over(&mut data, EXTENT, 4 * GAP);
        launch(&queue, "increment", &[Arg::Access(0)], &[update(&image)], &[]);
        assert_eq!(first_pixel(&image), 1);
        image.finish();
        drop(image);
        let expected: Vec<u32> = (0..NUMBERS as u32).map(|number| number.max(1)).collect();
        assert_eq!(data, expected);
        assert!(queue.take_error().is_none());
    }
}

#[test]
fn pixels_move_between_devices_with_and_without_a_path() {
    let _alone = alone();
    let devices = [gpu(), second_gpu(), third_gpu()];
    let context = Context::new(&devices).unwrap();
    let queues = devices.map(|device| queue_in(&context, &device, true));
    let mut data = numbers();
    let image = image_over(&mut data, EXTENT, 4 * GAP);
    for round in 0..3 {
        for (index, queue) in queues.iter().enumerate() {
            launch(queue, "increment", &[Arg::Access(0)], &[update(&image)], &[]);
            // The host has a look now and then.
            if (round + index) % 2 == 0 {
                assert_eq!(first_pixel(&image) as usize, 3 * round + index + 1);
            }
        }
    }
    image.finish();
    drop(image);
    assert_eq!(data[..4], [9, 1, 2, 3]);
    assert_eq!(data[4..], numbers()[4..]);
}

#[test]
fn a_device_that_has_the_pixels_is_not_given_them_again() {
    let _alone = alone();
    let queue = queue(&gpu(), true);
    let mut data = numbers();
    let image = image_over(&mut data, EXTENT, 0);
    for _ in 0..3 {
        launch(&queue, "noop", &[], &[read(&image)], &[]).wait();
    }
    assert!(matches!(transfers()[..], [Transfer::FromHost(_)]));
}

#[test]
fn a_failed_kernel_or_copy_leaves_the_memory_of_the_program() {
    let _alone = alone();
    let queue = queue(&gpu(), false);
    for kernel in ["fail", "break_copies"] {
        let mut data = numbers();
        let image = image_over(&mut data, EXTENT, 4 * GAP);
        let event = launch(&queue, kernel, &[Arg::Access(0)], &[update(&image)], &[]);
        event.wait();
        assert_eq!(event.state() == State::Failed, kernel == "fail");
        image.finish();
        drop(image);
        assert_eq!(data, numbers(), "{kernel}");
        assert!(queue.take_error().is_some(), "{kernel}");
        assert!(queue.take_error().is_none(), "{kernel}: reported once");
    }
}

#[test]
fn images_give_up_their_place_to_others() {
    let _alone = alone();
    let queue = queue(&gpu(), false);
    let mut memory = [(); 4].map(|()| numbers());
    let images = memory.each_mut().map(|data| image_over(data, EXTENT, 0));
    // The device has room for one with its gaps.
    limit_memory(NUMBERS * 4 + 256);
    for image in &images {
        launch(&queue, "noop", &[], &[read(image)], &[]).wait();
    }
    limit_memory(usize::MAX);
    assert!(queue.take_error().is_none());
}

#[test]
fn a_format_that_the_device_lacks_is_a_named_error() {
    let _alone = alone();
    let mut data = [0_u32; 16];
    let layout = Layout::new(Format::R8G8B8A8_UNORM, [4, 4, 1], [16, 64]).unwrap();
    // SAFETY: the memory outlives the image.
    let image = unsafe { Buffer::new(data.as_mut_ptr().cast(), 64, BufferFlags::default()) };
    image.set_image(ImageShape::new(layout, 2).unwrap()).unwrap();
    let queue = queue(&gpu(), false);
    let kernel = kernel(&queue, "noop");
    let operation =
        Operation::Kernel { source: KernelSource::Kernel(&kernel), range: NdRange::SINGLE, args: Args::List(&[]) };
    let accesses = [read(&image)];
    // SAFETY: the kernel does nothing.
    let refused = unsafe { queue.submit(Submission { accesses: &accesses, ..Submission::new(operation) }) };
    let error = refused.expect_err("the mock has one format");
    assert!(error.to_string().contains("PI_ERROR_IMAGE_FORMAT_NOT_SUPPORTED"), "{error}");
}

#[test]
fn shapes_without_pixels_and_beyond_the_memory_are_refused() {
    let shape = |extent, dimensions| {
        let layout = Layout::new(Format::R8G8B8A8_UNORM, extent, [64, 256])?;
        ImageShape::new(layout, dimensions)
    };
    for (extent, dimensions) in [([0, 4, 1], 2), ([4, 0, 1], 2), ([4, 4, 0], 3), ([4, 1, 1], 0), ([4, 1, 1], 4)] {
        let error = shape(extent, dimensions).expect_err("no such image");
        assert_eq!(error.errc(), Errc::Invalid, "{error}");
    }
    let buffer = buffer(16);
    let error = buffer.set_image(shape([16, 2, 1], 2).unwrap()).expect_err("128 bytes in 64");
    assert!(error.to_string().contains("64 bytes"), "{error}");
}
