//! Images through the dispatch table, on island devices: what can be made, commands on regions,
//! and what is refused.

use std::ffi::c_void;
use std::path::PathBuf;
use std::ptr::{null, null_mut};
use std::sync::{Arc, LazyLock};

use tandem_device_island::{IslandDriver, Spec};
use tandem_pi_abi::*;
use tandem_pi_host::{Context, Device, Mem, PiError, Platform, Plugin, Queue};
use tandem_plugin::{Adapter, Driver, DriverSource, Result, State};

struct Islands;

impl DriverSource for Islands {
    const REVISION: u32 = 1;

    fn drivers() -> Result<Vec<Arc<dyn Driver>>> {
        Ok(vec![Arc::new(IslandDriver::new(0, Spec::parse("devices=2,memory=64M").expect("valid")))])
    }

    fn state() -> &'static State {
        static STATE: State = State::new();
        &STATE
    }
}

fn plugin() -> &'static Plugin {
    static PLUGIN: LazyLock<&'static Plugin> = LazyLock::new(|| {
        let mut offer = PiPlugin {
            pi_version: tandem_pi_abi::version::to_field("15.47"),
            plugin_version: [0; 20],
            targets: null_mut(),
            table: PiFunctionTable::EMPTY,
            sanitize_type: PI_SANITIZE_TYPE_NONE,
        };
        // SAFETY: a complete offer of this version.
        let code = unsafe { tandem_pi_abi::export::initialize::<Adapter<Islands>>(&raw mut offer) };
        assert_eq!(code, PI_SUCCESS);
        let version = tandem_pi_abi::version::PiVersion::from_field(&offer.plugin_version).unwrap();
        // SAFETY: the table is this program's own.
        unsafe { Plugin::from_table(offer.table, PathBuf::from("islands"), version) }.with_private_queries(true).leak()
    });
    *PLUGIN
}

/// A context of both devices, with a queue on each.
struct Fixture {
    devices: Vec<Device>,
    context: Context,
    queues: [Queue; 2],
}

/// An image, released with this.
struct Image(PiMem);

impl Drop for Image {
    fn drop(&mut self) {
        // SAFETY: the reference is this one's.
        assert_eq!(unsafe { plugin().piMemRelease(self.0) }, PI_SUCCESS);
    }
}

/// A region and where it begins.
#[derive(Clone, Copy)]
struct Part([usize; 3], [usize; 3]);

impl Part {
    fn origin(self) -> PiImageOffset {
        let [x, y, z] = self.0;
        PiImageOffset { x, y, z }
    }

    fn region(self) -> PiImageRegion {
        let [width, height, depth] = self.1;
        PiImageRegion { width, height, depth }
    }
}

const RGBA8: PiImageFormat = PiImageFormat {
    image_channel_order: PI_IMAGE_CHANNEL_ORDER_RGBA,
    image_channel_data_type: PI_IMAGE_CHANNEL_TYPE_UNSIGNED_INT8,
};

/// The description of an image of this type without a buffer.
fn describe(image_type: PiMemType, [image_width, image_height, image_depth]: [usize; 3]) -> PiImageDesc {
    PiImageDesc {
        image_type,
        image_width,
        image_height,
        image_depth,
        image_array_size: image_depth,
        image_row_pitch: 0,
        image_slice_pitch: 0,
        num_mip_levels: 0,
        num_samples: 0,
        buffer: PiMem::NULL,
    }
}

impl Fixture {
    fn new() -> Self {
        let devices = Platform::all(plugin()).unwrap()[0].devices(PI_DEVICE_TYPE_ALL).unwrap();
        let context = Context::new(&devices).unwrap();
        let queue = |device| Queue::new(&context, device, PiQueueFlags::default()).unwrap();
        let queues = [queue(&devices[0]), queue(&devices[1])];
        Self { devices, context, queues }
    }

    fn create(
        &self,
        flags: PiMemFlags,
        format: PiImageFormat,
        desc: &PiImageDesc,
        host: *mut c_void,
    ) -> Result<Image, PiError> {
        let mut image = PiMem::NULL;
        let context = self.context.raw();
        // SAFETY: all places are valid; the host pointer is as the test says.
        let code = unsafe { plugin().piMemImageCreate(context, flags, &raw const format, desc, host, &raw mut image) };
        plugin().check("piMemImageCreate", code).map(|()| Image(image))
    }

    fn image(&self, desc: &PiImageDesc) -> Image {
        self.create(PI_MEM_FLAGS_ACCESS_RW, RGBA8, desc, null_mut()).unwrap()
    }

    /// Reads a region on one of the devices; waits.
    fn read(&self, device: usize, image: PiMem, part: Part, pitches: [usize; 2], to: &mut [u8]) -> Result<(), PiError> {
        let (queue, [rows, slices]) = (self.queues[device].raw(), pitches);
        let (origin, region) = (part.origin(), part.region());
        // SAFETY: the list has room for the region, and the call waits.
        let code = unsafe {
            let to = to.as_mut_ptr().cast();
            let plugin = plugin();
            plugin.piEnqueueMemImageRead(queue, image, 1, &origin, &region, rows, slices, to, 0, null(), null_mut())
        };
        plugin().check("piEnqueueMemImageRead", code)
    }

    /// Writes a region; waits.
    fn write(&self, image: PiMem, part: Part, pitches: [usize; 2], from: &[u8]) -> Result<(), PiError> {
        let (queue, [rows, slices]) = (self.queues[0].raw(), pitches);
        let (origin, region) = (part.origin(), part.region());
        // SAFETY: the list has the region, and the call waits.
        let code = unsafe {
            let from = from.as_ptr().cast();
            let plugin = plugin();
            plugin.piEnqueueMemImageWrite(queue, image, 1, &origin, &region, rows, slices, from, 0, null(), null_mut())
        };
        plugin().check("piEnqueueMemImageWrite", code)
    }

    /// Copies a region between images; waits.
    fn copy(&self, src: PiMem, dst: PiMem, from: Part, into: [usize; 3]) -> Result<(), PiError> {
        let (queue, to, mut event) = (self.queues[0].raw(), Part(into, from.1), PiEvent::NULL);
        let (from, into, region) = (from.origin(), to.origin(), to.region());
        // SAFETY: all places are valid; the event is this function's.
        let code = unsafe {
            let plugin = plugin();
            plugin.piEnqueueMemImageCopy(queue, src, dst, &from, &into, &region, 0, null(), &raw mut event)
        };
        plugin().check("piEnqueueMemImageCopy", code)?;
        wait(event)
    }

    /// Fills a region; waits.
    fn fill(&self, image: PiMem, color: [u32; 4], Part(origin, region): Part) -> Result<(), PiError> {
        let (queue, mut event) = (self.queues[0].raw(), PiEvent::NULL);
        // SAFETY: all places are valid; the event is this function's.
        let code = unsafe {
            let (color, origin, region) = (color.as_ptr().cast(), origin.as_ptr(), region.as_ptr());
            plugin().piEnqueueMemImageFill(queue, image, color, origin, region, 0, null(), &raw mut event)
        };
        plugin().check("piEnqueueMemImageFill", code)?;
        wait(event)
    }
}

/// Waits for an event and releases it.
fn wait(event: PiEvent) -> Result<(), PiError> {
    // SAFETY: the event is the caller's.
    let code = unsafe {
        let code = plugin().piEventsWait(1, &raw const event);
        plugin().piEventRelease(event);
        code
    };
    plugin().check("piEventsWait", code)
}

#[track_caller]
fn check_error<T>(result: Result<T, PiError>, code: PiResult, text: &str) {
    let error = result.err().expect("the call fails");
    assert_eq!(error.code, code, "{error}");
    assert!(error.message.contains(text), "`{text}` is not in: {error}");
}

fn pattern(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|index| (index * 7 + index / 256) as u8).collect()
}

/// An answer of `piMemImageGetInfo`.
fn info(image: PiMem, param: PiImageInfo) -> usize {
    let mut value = 0_usize;
    // SAFETY: a place for a size.
    let code = unsafe { plugin().piMemImageGetInfo(image, param, 8, (&raw mut value).cast(), null_mut()) };
    assert_eq!(code, PI_SUCCESS);
    value
}

#[test]
fn regions_move_with_pitches_and_are_filled() {
    let fixture = Fixture::new();
    let image = fixture.image(&describe(PI_MEM_TYPE_IMAGE3D, [9, 7, 4]));
    let (whole, all) = (Part([0; 3], [9, 7, 4]), pattern(9 * 7 * 4 * 4));
    fixture.write(image.0, whole, [0, 0], &all).unwrap();
    let part = Part([2, 3, 1], [5, 3, 2]);
    let mut memory = vec![0xee; 200];
    fixture.read(0, image.0, part, [28, 100], &mut memory).unwrap();
    let mut expected = vec![0xee; 200];
    for (row, slice) in [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)] {
        let from = (((slice + 1) * 7 + row + 3) * 9 + 2) * 4;
        expected[slice * 100 + row * 28..][..20].copy_from_slice(&all[from..][..20]);
    }
    assert_eq!(memory, expected);

    let other = fixture.image(&describe(PI_MEM_TYPE_IMAGE2D, [5, 3, 1]));
    fixture.fill(other.0, [1, 2, 300, 4], Part([0; 3], [5, 3, 1])).unwrap();
    fixture.copy(image.0, other.0, Part([2, 3, 1], [5, 2, 1]), [0, 1, 0]).unwrap();
    let mut result = vec![0; 60];
    fixture.read(0, other.0, Part([0; 3], [5, 3, 1]), [0, 0], &mut result).unwrap();
    assert_eq!(result[..20], [1, 2, 255, 4].repeat(5));
    assert_eq!((&result[20..40], &result[40..]), (&expected[..20], &expected[28..48]));
    // Parts of one image that do not touch.
    fixture.copy(other.0, other.0, Part([0, 1, 0], [5, 1, 1]), [0, 0, 0]).unwrap();
    fixture.read(0, other.0, Part([0; 3], [5, 1, 1]), [0, 0], &mut result).unwrap();
    assert_eq!(result[..20], expected[..20]);
}

#[test]
fn layers_of_one_row_are_a_slice_pitch_apart() {
    let fixture = Fixture::new();
    let mut desc = describe(PI_MEM_TYPE_IMAGE1D_ARRAY, [4, 0, 3]);
    let image = fixture.image(&desc);
    let part = Part([0; 3], [4, 3, 1]);
    fixture.write(image.0, part, [0, 20], &pattern(60)).unwrap();
    let mut result = vec![0; 48];
    fixture.read(0, image.0, part, [0, 0], &mut result).unwrap();
    let all = pattern(60);
    assert_eq!(result, [&all[..16], &all[20..36], &all[40..56]].concat());
    desc.image_slice_pitch = 12;
    let result = fixture.create(PI_MEM_FLAGS_ACCESS_RW, RGBA8, &desc, null_mut());
    check_error(result, PI_ERROR_INVALID_IMAGE_DESCRIPTOR, "slice pitch 12 is less than a layer of 16");
}

#[test]
fn images_begin_with_the_pixels_of_the_host() {
    let fixture = Fixture::new();
    let mut desc = describe(PI_MEM_TYPE_IMAGE2D, [5, 3, 1]);
    desc.image_row_pitch = 24;
    let mut pixels = pattern(72);
    let place = pixels.as_mut_ptr().cast();
    let rw = PI_MEM_FLAGS_ACCESS_RW;
    let create = |flag| fixture.create(PiMemFlags(rw.0 | flag), RGBA8, &desc, place).unwrap();
    let (used, copied) = (create(PI_MEM_FLAGS_HOST_PTR_USE.0), create(PI_MEM_FLAGS_HOST_PTR_COPY.0));
    let before = pattern(72);
    // SAFETY: the list is there; nobody else looks at it.
    unsafe { place.cast::<u8>().write_bytes(9, 72) };
    let mut result = vec![0; 60];
    fixture.read(0, copied.0, Part([0; 3], [5, 3, 1]), [0, 0], &mut result).unwrap();
    assert_eq!(result, [&before[..20], &before[24..44], &before[48..68]].concat());
    fixture.read(0, used.0, Part([0; 3], [5, 3, 1]), [0, 0], &mut result).unwrap();
    assert_eq!(result, [9; 60], "its contents are read at the first use");
    check_error(fixture.create(rw, RGBA8, &desc, place), PI_ERROR_INVALID_HOST_PTR, "do not allow the host pointer");
    let flags = PiMemFlags(rw.0 | PI_MEM_FLAGS_HOST_PTR_COPY.0);
    check_error(
        fixture.create(flags, RGBA8, &desc, null_mut()),
        PI_ERROR_INVALID_HOST_PTR,
        "do not allow the host pointer",
    );
}

#[test]
fn images_answer_queries_and_are_retained() {
    let fixture = Fixture::new();
    let mut desc = describe(PI_MEM_TYPE_IMAGE3D, [5, 3, 2]);
    (desc.image_row_pitch, desc.image_slice_pitch) = (24, 80);
    let image = fixture.image(&desc);
    let answers = [
        (PI_IMAGE_INFO_ELEMENT_SIZE, 4),
        (PI_IMAGE_INFO_ROW_PITCH, 24),
        (PI_IMAGE_INFO_SLICE_PITCH, 80),
        (PI_IMAGE_INFO_WIDTH, 5),
        (PI_IMAGE_INFO_HEIGHT, 3),
        (PI_IMAGE_INFO_DEPTH, 2),
        (PI_IMAGE_INFO_FORMAT, 0x10b5 | 0x10da << 32),
    ];
    for (param, expected) in answers {
        assert_eq!(info(image.0, param), expected, "{param}");
    }
    let layers = fixture.image(&describe(PI_MEM_TYPE_IMAGE1D_ARRAY, [5, 0, 2]));
    assert_eq!((info(layers.0, PI_IMAGE_INFO_HEIGHT), info(layers.0, PI_IMAGE_INFO_SLICE_PITCH)), (0, 20));
    let mut bytes = 0_usize;
    // SAFETY: a place for a size; each reference is released once.
    unsafe {
        let code = plugin().piMemGetInfo(image.0, PI_MEM_SIZE, 8, (&raw mut bytes).cast(), null_mut());
        assert_eq!((code, bytes), (PI_SUCCESS, 120));
        assert_eq!(plugin().piMemRetain(image.0), PI_SUCCESS);
    }
    drop(Image(image.0));
    assert_eq!(info(image.0, PI_IMAGE_INFO_WIDTH), 5);
    assert_eq!(fixture.devices[0].info::<u32>(PI_DEVICE_INFO_IMAGE_SUPPORT).unwrap(), PI_TRUE);
}

#[test]
fn descriptions_that_no_device_takes_are_refused() {
    let fixture = Fixture::new();
    let refuse = |desc: PiImageDesc, format: PiImageFormat, code, text: &str| {
        check_error(fixture.create(PI_MEM_FLAGS_ACCESS_RW, format, &desc, null_mut()), code, text);
    };
    let flat = describe(PI_MEM_TYPE_IMAGE2D, [5, 3, 1]);
    refuse(PiImageDesc { image_height: 0, ..flat }, RGBA8, PI_ERROR_INVALID_IMAGE_SIZE, "the height of the image is 0");
    refuse(PiImageDesc { image_width: 16385, ..flat }, RGBA8, PI_ERROR_INVALID_IMAGE_SIZE, "the width 16385");
    let layers = describe(PI_MEM_TYPE_IMAGE2D_ARRAY, [5, 3, 2049]);
    refuse(layers, RGBA8, PI_ERROR_INVALID_IMAGE_SIZE, "the number of layers 2049");
    let large = describe(PI_MEM_TYPE_IMAGE3D, [2048; 3]);
    refuse(large, RGBA8, PI_ERROR_INVALID_IMAGE_SIZE, "an image of 34359738368 bytes exceeds");
    refuse(
        PiImageDesc { image_row_pitch: 19, ..flat },
        RGBA8,
        PI_ERROR_INVALID_IMAGE_DESCRIPTOR,
        "row pitch 19 is less",
    );
    refuse(PiImageDesc { image_row_pitch: 22, ..flat }, RGBA8, PI_ERROR_INVALID_IMAGE_DESCRIPTOR, "not a multiple");
    refuse(PiImageDesc { num_mip_levels: 2, ..flat }, RGBA8, PI_ERROR_INVALID_IMAGE_DESCRIPTOR, "2 mip levels");
    let kind = PiImageDesc { image_type: PI_MEM_TYPE_BUFFER, ..flat };
    refuse(kind, RGBA8, PI_ERROR_INVALID_IMAGE_DESCRIPTOR, "unknown image type");
    let line = describe(PI_MEM_TYPE_IMAGE1D_BUFFER, [5, 1, 1]);
    refuse(line, RGBA8, PI_ERROR_INVALID_IMAGE_DESCRIPTOR, "needs a buffer");
    let order = PiImageFormat { image_channel_order: PiImageChannelOrder(7), ..RGBA8 };
    refuse(flat, order, PI_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR, "unsupported image format");
    let rgb = PiImageFormat { image_channel_order: PI_IMAGE_CHANNEL_ORDER_RGB, ..RGBA8 };
    refuse(flat, rgb, PI_ERROR_IMAGE_FORMAT_NOT_SUPPORTED, "Rgb pixels with UnsignedInt8");
}

#[test]
fn regions_beyond_the_image_are_refused() {
    let fixture = Fixture::new();
    let image = fixture.image(&describe(PI_MEM_TYPE_IMAGE2D, [5, 3, 1]));
    let mut memory = vec![0; 100];
    let mut refuse = |part, pitches, text: &str| {
        check_error(fixture.read(0, image.0, part, pitches, &mut memory), PI_ERROR_INVALID_VALUE, text);
    };
    refuse(Part([1, 0, 0], [5, 3, 1]), [0, 0], "[5, 3, 1] at [1, 0, 0] exceeds the image, whose width is 5");
    refuse(Part([0, 0, 1], [5, 3, 1]), [0, 0], "whose depth is 1");
    refuse(Part([usize::MAX, 0, 0], [2, 1, 1]), [0, 0], "exceeds the image");
    refuse(Part([0; 3], [5, 0, 1]), [0, 0], "the region [5, 0, 1] is empty");
    refuse(Part([0; 3], [5, 3, 1]), [19, 0], "the row pitch 19 is less than a row of 20 bytes");
    let whole = Part([0; 3], [5, 3, 1]);
    check_error(fixture.fill(image.0, [0; 4], Part([0; 3], [5, 4, 1])), PI_ERROR_INVALID_VALUE, "whose height is 3");
    check_error(
        fixture.copy(image.0, image.0, Part([0; 3], [3, 3, 1]), [2, 0, 0]),
        PI_ERROR_MEM_COPY_OVERLAP,
        "overlap",
    );
    let floats = PiImageFormat { image_channel_data_type: PI_IMAGE_CHANNEL_TYPE_FLOAT, ..RGBA8 };
    let desc = describe(PI_MEM_TYPE_IMAGE2D, [5, 3, 1]);
    let other = fixture.create(PI_MEM_FLAGS_ACCESS_RW, floats, &desc, null_mut()).unwrap();
    let result = fixture.copy(image.0, other.0, whole, [0; 3]);
    check_error(result, PI_ERROR_IMAGE_FORMAT_MISMATCH, "UnsignedInt8");
}

#[test]
fn an_image_stays_on_the_device_that_used_it_first() {
    let fixture = Fixture::new();
    let names: Vec<String> =
        fixture.devices.iter().map(|device| device.info_text(PI_DEVICE_INFO_NAME).unwrap()).collect();
    let (image, whole) = (fixture.image(&describe(PI_MEM_TYPE_IMAGE2D, [4, 4, 1])), Part([0; 3], [4, 4, 1]));
    let mut memory = vec![0; 64];
    fixture.read(1, image.0, whole, [0, 0], &mut memory).unwrap();
    let expected = format!("{} cannot access an image in the memory of {}", names[0], names[1]);
    check_error(fixture.read(0, image.0, whole, [0, 0], &mut memory), PI_ERROR_INVALID_OPERATION, &expected);
    fixture.read(1, image.0, whole, [0, 0], &mut memory).unwrap();
}

#[test]
fn buffers_and_images_are_told_apart() {
    let fixture = Fixture::new();
    // SAFETY: without a host pointer.
    let buffer = unsafe { Mem::buffer(&fixture.context, PI_MEM_FLAGS_ACCESS_RW, 64, null_mut()) }.unwrap();
    let image = fixture.image(&describe(PI_MEM_TYPE_IMAGE2D, [4, 4, 1]));
    let whole = Part([0; 3], [4, 4, 1]);
    let result = fixture.read(0, buffer.raw(), whole, [0, 0], &mut [0; 64]);
    check_error(result, PI_ERROR_INVALID_MEM_OBJECT, "is a buffer, not an image");
    let (queue, mut bytes) = (fixture.queues[0].raw(), [0_u8; 64]);
    // SAFETY: all places are valid.
    let code = unsafe {
        let to = bytes.as_mut_ptr().cast();
        plugin().piEnqueueMemBufferRead(queue, image.0, 1, 0, 64, to, 0, null(), null_mut())
    };
    let result = plugin().check("piEnqueueMemBufferRead", code);
    check_error(result, PI_ERROR_INVALID_MEM_OBJECT, "is an image, not a buffer");
}

#[test]
fn images_in_buffers_are_their_bytes() {
    let fixture = Fixture::new();
    let mut contents = pattern(128);
    let flags = PiMemFlags(PI_MEM_FLAGS_ACCESS_RW.0 | PI_MEM_FLAGS_HOST_PTR_COPY.0);
    // SAFETY: the list has the bytes.
    let buffer = unsafe { Mem::buffer(&fixture.context, flags, 128, contents.as_mut_ptr().cast()) }.unwrap();
    let mut desc = PiImageDesc { buffer: buffer.raw(), ..describe(PI_MEM_TYPE_IMAGE2D, [5, 4, 1]) };
    desc.image_row_pitch = 32;
    let image = fixture.image(&desc);
    let mut result = vec![0; 20];
    fixture.read(0, image.0, Part([0, 2, 0], [5, 1, 1]), [0, 0], &mut result).unwrap();
    assert_eq!(result, pattern(128)[64..84]);
    desc.image_height = 5;
    let result = fixture.create(PI_MEM_FLAGS_ACCESS_RW, RGBA8, &desc, null_mut());
    check_error(result, PI_ERROR_INVALID_IMAGE_SIZE, "148 bytes does not fit in the buffer of 128 bytes");
    let desc = PiImageDesc { buffer: buffer.raw(), ..describe(PI_MEM_TYPE_IMAGE3D, [2, 2, 2]) };
    let result = fixture.create(PI_MEM_FLAGS_ACCESS_RW, RGBA8, &desc, null_mut());
    check_error(result, PI_ERROR_INVALID_IMAGE_DESCRIPTOR, "a D3 image cannot be made of a buffer");
}
