//! Bindless images through the dispatch table, on island devices, whose images are in tiles and
//! whose memory the host cannot read.

use std::ffi::c_void;
use std::path::PathBuf;
use std::ptr::null_mut;
use std::sync::{Arc, LazyLock};

use tandem_device_island::{IslandDriver, Spec};
use tandem_pi_abi::*;
use tandem_pi_host::{
    BindlessSampler, Context, Device, ImageShape, PiError, PixelCopy, Platform, Plugin, Queue, Sampler,
    SamplerProperties, WaitList,
};
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

struct Fixture {
    devices: Vec<Device>,
    context: Context,
    queue: Queue,
}

/// The shape of an image of 8-bit RGBA pixels.
fn shape(image_type: PiMemType, [image_width, image_height, image_depth]: [usize; 3]) -> ImageShape {
    let format = PiImageFormat {
        image_channel_order: PI_IMAGE_CHANNEL_ORDER_RGBA,
        image_channel_data_type: PI_IMAGE_CHANNEL_TYPE_UNSIGNED_INT8,
    };
    let desc = PiImageDesc {
        image_type,
        image_width,
        image_height,
        image_depth,
        image_array_size: image_depth,
        image_row_pitch: 0,
        image_slice_pitch: 0,
        num_mip_levels: 1,
        num_samples: 0,
        buffer: PiMem::NULL,
    };
    ImageShape { format, desc }
}

fn region([width, height, depth]: [usize; 3]) -> PiImageRegion {
    PiImageRegion { width, height, depth }
}

fn offset([x, y, z]: [usize; 3]) -> PiImageOffset {
    PiImageOffset { x, y, z }
}

/// A copy of all pixels, which the host has without gaps.
fn whole(flags: PiImageCopyFlags, dst: *mut c_void, src: *mut c_void, shape: ImageShape) -> PixelCopy {
    let PiImageDesc { image_width, image_height, image_depth, .. } = shape.desc;
    let extent = region([image_width, image_height, image_depth]);
    let first = offset([0; 3]);
    PixelCopy { flags, dst, src, shape, src_offset: first, dst_offset: first, extent, host_extent: extent }
}

impl Fixture {
    fn new() -> Self {
        let devices = Platform::all(plugin()).unwrap()[0].devices(PI_DEVICE_TYPE_ALL).unwrap();
        let context = Context::new(&devices).unwrap();
        let queue = Queue::new(&context, &devices[0], PiQueueFlags::default()).unwrap();
        Self { devices, context, queue }
    }

    fn allocate(&self, shape: &ImageShape) -> PiImageMemHandle {
        self.context.allocate_image(&self.devices[0], shape).unwrap()
    }

    /// Copies; waits.
    fn copy(&self, copy: &PixelCopy) -> Result<(), PiError> {
        // SAFETY: the test's memory has what the copy says, and this waits.
        let event = unsafe { self.queue.after(&WaitList::new()).with_event().copy_pixels(copy) }?;
        event.expect("asked for").wait()
    }

    /// All pixels of an image in separate memory, or in USM.
    fn read(&self, image: *mut c_void, shape: ImageShape, bytes: usize) -> Vec<u8> {
        let mut pixels = vec![0; bytes];
        self.copy(&whole(PI_IMAGE_COPY_DEVICE_TO_HOST, pixels.as_mut_ptr().cast(), image, shape)).unwrap();
        pixels
    }

    fn write(&self, image: *mut c_void, shape: ImageShape, pixels: &mut [u8]) {
        self.copy(&whole(PI_IMAGE_COPY_HOST_TO_DEVICE, image, pixels.as_mut_ptr().cast(), shape)).unwrap();
    }

    fn handle(
        &self,
        device: usize,
        memory: *mut c_void,
        shape: &ImageShape,
        sampler: Option<&Sampler>,
    ) -> Result<u64, PiError> {
        // SAFETY: no kernel uses the handle.
        unsafe { self.context.image_handle(&self.devices[device], memory, shape, sampler) }
    }

    fn destroy(&self, handle: u64, is_sampled: bool) -> Result<(), PiError> {
        // SAFETY: no kernel uses the handle.
        unsafe { self.context.destroy_image_handle(&self.devices[0], handle, is_sampled) }
    }

    fn free(&self, memory: PiImageMemHandle) -> Result<(), PiError> {
        // SAFETY: no kernel uses the memory.
        unsafe { self.context.free_image(&self.devices[0], memory) }
    }
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

const FLAT: [usize; 3] = [9, 5, 1];

#[test]
fn regions_move_between_host_and_images() {
    let fixture = Fixture::new();
    let shape = shape(PI_MEM_TYPE_IMAGE3D, [9, 7, 3]);
    let (image, mut all) = (fixture.allocate(&shape), pattern(9 * 7 * 3 * 4));
    fixture.write(image, shape, &mut all);
    assert_eq!(fixture.read(image, shape, all.len()), all);

    let mut host = vec![0xee; 6 * 4 * 2 * 4];
    fixture
        .copy(&PixelCopy {
            src_offset: offset([2, 3, 1]),
            dst_offset: offset([1, 2, 1]),
            extent: region([5, 2, 1]),
            host_extent: region([6, 4, 2]),
            ..whole(PI_IMAGE_COPY_DEVICE_TO_HOST, host.as_mut_ptr().cast(), image, shape)
        })
        .unwrap();
    let mut expected = vec![0xee; host.len()];
    for row in 0..2 {
        let from = ((7 + 3 + row) * 9 + 2) * 4;
        expected[((4 + 2 + row) * 6 + 1) * 4..][..20].copy_from_slice(&all[from..][..20]);
    }
    assert_eq!(host, expected);
    // Back to another place of the image.
    fixture
        .copy(&PixelCopy {
            src_offset: offset([1, 2, 1]),
            dst_offset: offset([0, 0, 2]),
            extent: region([5, 2, 1]),
            host_extent: region([6, 4, 2]),
            ..whole(PI_IMAGE_COPY_HOST_TO_DEVICE, image, host.as_mut_ptr().cast(), shape)
        })
        .unwrap();
    for row in 0..2 {
        let (from, into) = (((7 + 3 + row) * 9 + 2) * 4, (14 + row) * 9 * 4);
        all.copy_within(from..from + 20, into);
    }
    assert_eq!(fixture.read(image, shape, all.len()), all);
    fixture.free(image).unwrap();
}

#[test]
fn pixels_move_between_images_and_usm() {
    let fixture = Fixture::new();
    let flat = shape(PI_MEM_TYPE_IMAGE2D, FLAT);
    let (image, mut all) = (fixture.allocate(&flat), pattern(9 * 5 * 4));
    fixture.write(image, flat, &mut all);
    let (usm, pitch) = fixture.context.usm_alloc_rows(&fixture.devices[0], 36, 5, 4).unwrap();
    let rows = ImageShape { desc: PiImageDesc { image_row_pitch: pitch, ..flat.desc }, ..flat };
    fixture.copy(&whole(PI_IMAGE_COPY_DEVICE_TO_DEVICE, usm, image, rows)).unwrap();
    assert_eq!(fixture.read(usm, rows, all.len()), all);
    all.reverse();
    fixture.write(usm, rows, &mut all);
    let other = fixture.allocate(&flat);
    fixture.copy(&whole(PI_IMAGE_COPY_DEVICE_TO_DEVICE, image, usm, rows)).unwrap();
    fixture.copy(&whole(PI_IMAGE_COPY_DEVICE_TO_DEVICE, other, image, flat)).unwrap();
    assert_eq!(fixture.read(other, flat, all.len()), all);
    fixture.free(image).unwrap();
    fixture.free(other).unwrap();
    // SAFETY: the allocation is the test's.
    unsafe { fixture.context.usm_free(usm) }.unwrap();
}

#[test]
fn handles_lead_to_an_image_and_its_sampler() {
    let fixture = Fixture::new();
    let flat = shape(PI_MEM_TYPE_IMAGE2D, FLAT);
    let image = fixture.allocate(&flat);
    let properties = SamplerProperties {
        normalized: true,
        addressing: PI_SAMPLER_ADDRESSING_MODE_REPEAT,
        filter: PI_SAMPLER_FILTER_MODE_LINEAR,
    };
    let sampler = Sampler::new(&fixture.context, &properties).unwrap();
    let plain = fixture.handle(0, image, &flat, None).unwrap();
    let sampled = fixture.handle(0, image, &flat, Some(&sampler)).unwrap();
    assert_ne!(plain, 0);
    assert_eq!((plain % 128, sampled - plain), (0, 3 | 8 | 16));
    // Each handle is destroyed as often as it was made.
    assert_eq!(fixture.handle(0, image, &flat, None).unwrap(), plain);
    fixture.destroy(plain, false).unwrap();
    fixture.destroy(plain, false).unwrap();
    check_error(fixture.destroy(plain, false), PI_ERROR_INVALID_VALUE, "is not the handle of an image");
    fixture.destroy(sampled, true).unwrap();
    fixture.free(image).unwrap();
    check_error(fixture.free(image), PI_ERROR_INVALID_MEM_OBJECT, "is not the memory of an image");
}

#[test]
fn images_are_made_over_usm() {
    let fixture = Fixture::new();
    let mut flat = shape(PI_MEM_TYPE_IMAGE2D, FLAT);
    let (usm, pitch) = fixture.context.usm_alloc_rows(&fixture.devices[0], 36, 5, 4).unwrap();
    flat.desc.image_row_pitch = pitch;
    let handle = fixture.handle(0, usm, &flat, None).unwrap();
    assert_ne!(handle, fixture.handle(0, usm, &flat, None).unwrap(), "each image over USM is one of its own");
    fixture.destroy(handle, false).unwrap();
    // The pitch of a row does not matter.
    let line = shape(PI_MEM_TYPE_IMAGE1D, [100, 0, 0]);
    fixture.handle(0, usm, &line, None).unwrap();
    let refuse = |shape: ImageShape, memory, code, text: &str| {
        check_error(fixture.handle(0, memory, &shape, None), code, text);
    };
    let with_pitch = |image_row_pitch| ImageShape { desc: PiImageDesc { image_row_pitch, ..flat.desc }, ..flat };
    let invalid = PI_ERROR_INVALID_IMAGE_DESCRIPTOR;
    refuse(with_pitch(32), usm, invalid, "the row pitch 32 is less than a row of 36 bytes");
    refuse(with_pitch(40), usm, invalid, "the row pitch 40 is not a multiple of 16");
    refuse(with_pitch(4096), usm, PI_ERROR_INVALID_VALUE, "exceed the allocation");
    refuse(shape(PI_MEM_TYPE_IMAGE3D, [2, 2, 2]), usm, invalid, "a D3 image cannot be in USM");
    refuse(line, usm.wrapping_byte_add(2), PI_ERROR_INVALID_VALUE, "is not aligned to 4 bytes");
    let mut host = [0_u64; 64];
    refuse(line, host.as_mut_ptr().cast(), PI_ERROR_INVALID_VALUE, "was not allocated in this context");
    refuse(line, null_mut(), PI_ERROR_INVALID_VALUE, "the address is null");
}

#[test]
fn images_answer_queries() {
    let fixture = Fixture::new();
    let flat = shape(PI_MEM_TYPE_IMAGE2D, FLAT);
    let image = fixture.allocate(&flat);
    // SAFETY: the memory is there.
    assert_eq!(unsafe { fixture.context.image_shape(image) }.unwrap(), ([9, 5, 0], flat.format));
    fixture.free(image).unwrap();
    // SAFETY: the plugin knows which memory there is.
    let result = unsafe { fixture.context.image_shape(image) };
    check_error(result, PI_ERROR_INVALID_MEM_OBJECT, "is not the memory of an image");
    let has = |param| fixture.devices[0].info::<u32>(param).unwrap() != 0;
    assert!(has(PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_SUPPORT));
    assert!(has(PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_2D_USM_SUPPORT));
    assert!(has(PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_SUPPORT));
    assert!(has(PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_ANISOTROPY_SUPPORT));
    assert!(has(PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_LEVEL_REFERENCE_SUPPORT));
    let anisotropy = fixture.devices[0].info::<u32>(PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_MAX_ANISOTROPY).unwrap();
    assert_eq!(f32::from_bits(anisotropy), 16.0);
    assert!(!has(PI_EXT_ONEAPI_DEVICE_INFO_INTEROP_MEMORY_IMPORT_SUPPORT));
    assert_eq!(fixture.devices[0].info::<u32>(PI_EXT_ONEAPI_DEVICE_INFO_IMAGE_PITCH_ALIGN).unwrap(), 16);
}

#[test]
fn what_devices_do_not_have_is_refused() {
    let fixture = Fixture::new();
    let mut samples = shape(PI_MEM_TYPE_IMAGE2D, FLAT);
    samples.desc.num_samples = 2;
    let result = fixture.context.allocate_image(&fixture.devices[0], &samples);
    check_error(result, PI_ERROR_UNSUPPORTED_FEATURE, "no images of 1 mip levels with 2 samples");
    let (context, device, mut out) = (fixture.context.raw(), fixture.devices[0].raw(), 0_u64);
    // SAFETY: a place for the result.
    let code = unsafe { plugin().piextImportExternalSemaphoreOpaqueFD(context, device, 0, &raw mut out) };
    let result = plugin().check("piextImportExternalSemaphoreOpaqueFD", code);
    check_error(result, PI_ERROR_UNSUPPORTED_FEATURE, "cannot import memory or semaphores of other programs");
}

#[test]
fn images_of_another_shape_device_or_place_are_refused() {
    let fixture = Fixture::new();
    let flat = shape(PI_MEM_TYPE_IMAGE2D, FLAT);
    let image = fixture.allocate(&flat);
    let other = shape(PI_MEM_TYPE_IMAGE2D, [9, 4, 1]);
    let invalid = PI_ERROR_INVALID_IMAGE_DESCRIPTOR;
    check_error(fixture.handle(0, image, &other, None), invalid, "image of [9, 5, 1] pixels");
    check_error(fixture.handle(1, image, &flat, None), PI_ERROR_INVALID_DEVICE, "the memory of the image is on");
    let mut host = vec![0; 9 * 5 * 4];
    let read = whole(PI_IMAGE_COPY_DEVICE_TO_HOST, host.as_mut_ptr().cast(), image, flat);
    check_error(fixture.copy(&PixelCopy { shape: other, ..read }), invalid, "not a D2 image of [9, 4, 1] pixels");
    let wrong = PI_ERROR_INVALID_VALUE;
    let result = fixture.copy(&PixelCopy { src_offset: offset([1, 0, 0]), ..read });
    check_error(result, wrong, "[9, 5, 1] at [1, 0, 0] exceeds an image");
    let result = fixture.copy(&PixelCopy { host_extent: region([9, 4, 1]), ..read });
    check_error(result, wrong, "exceeds host memory of [9, 4, 1] pixels");
    let result = fixture.copy(&PixelCopy { flags: PiImageCopyFlags(7), ..read });
    check_error(result, wrong, "unknown flags");
    let overlap = PixelCopy {
        extent: region([5, 5, 1]),
        dst_offset: offset([4, 0, 0]),
        ..whole(PI_IMAGE_COPY_DEVICE_TO_DEVICE, image, image, flat)
    };
    check_error(fixture.copy(&overlap), PI_ERROR_MEM_COPY_OVERLAP, "overlap");
    let floats = PiImageFormat { image_channel_data_type: PI_IMAGE_CHANNEL_TYPE_FLOAT, ..flat.format };
    let target = fixture.allocate(&ImageShape { format: floats, ..flat });
    let result = fixture.copy(&whole(PI_IMAGE_COPY_DEVICE_TO_DEVICE, target, image, flat));
    check_error(result, PI_ERROR_IMAGE_FORMAT_MISMATCH, "cannot be copied");
    let context = Context::new(&fixture.devices).unwrap();
    // SAFETY: the plugin knows whose memory it is.
    let result = unsafe { context.free_image(&fixture.devices[0], image) };
    check_error(result, PI_ERROR_INVALID_CONTEXT, "belongs to another context");
}

/// A mipmap of `FLAT` with this number of levels.
fn levels(count: u32) -> ImageShape {
    let mut shape = shape(PI_MEM_TYPE_IMAGE2D, FLAT);
    shape.desc.num_mip_levels = count;
    shape
}

impl Fixture {
    fn level(&self, mipmap: PiImageMemHandle, level: u32) -> Result<PiImageMemHandle, PiError> {
        // SAFETY: the plugin knows which memory there is.
        unsafe { self.context.mipmap_level(&self.devices[0], mipmap, level) }
    }

    fn free_mipmap(&self, mipmap: PiImageMemHandle) -> Result<(), PiError> {
        // SAFETY: as above.
        unsafe { self.context.free_mipmap(&self.devices[0], mipmap) }
    }
}

#[test]
fn levels_are_memory_of_images_until_their_mipmap_ends() {
    let fixture = Fixture::new();
    let mipmap = fixture.allocate(&levels(3));
    let first = fixture.level(mipmap, 0).unwrap();
    let second = fixture.level(mipmap, 1).unwrap();
    assert_eq!(fixture.level(mipmap, 1).unwrap(), second);
    let (flat, half) = (shape(PI_MEM_TYPE_IMAGE2D, FLAT), shape(PI_MEM_TYPE_IMAGE2D, [4, 2, 1]));
    let mut pixels: [Vec<u8>; 2] = [(0..180).collect(), (0..32).map(|byte| 255 - byte).collect()];
    let [all, of_half] = pixels.clone();
    fixture.write(first, flat, &mut pixels[0]);
    fixture.write(second, half, &mut pixels[1]);
    assert_eq!(fixture.read(first, flat, 180), all);
    assert_eq!(fixture.read(second, half, 32), of_half);
    // SAFETY: the memory is there.
    assert_eq!(unsafe { fixture.context.image_shape(second) }.unwrap(), ([4, 2, 0], half.format));
    let handle = fixture.handle(0, second, &half, None).unwrap();
    fixture.destroy(handle, false).unwrap();
    check_error(fixture.level(mipmap, 3), PI_ERROR_INVALID_MIP_LEVEL, "3 levels; level 3 does not exist");
    check_error(fixture.level(first, 0), PI_ERROR_INVALID_MIP_LEVEL, "1 levels; level 0 does not exist");
    check_error(fixture.free(second), PI_ERROR_INVALID_MEM_OBJECT, "is a level of a mipmap");
    fixture.free_mipmap(mipmap).unwrap();
    check_error(fixture.level(mipmap, 0), PI_ERROR_INVALID_MEM_OBJECT, "is not the memory of an image");
    // SAFETY: the plugin knows which memory there is.
    let result = unsafe { fixture.context.image_shape(second) };
    check_error(result, PI_ERROR_INVALID_MEM_OBJECT, "is not the memory of an image");
}

#[test]
fn mipmaps_are_sampled_by_handles_of_their_own() {
    let fixture = Fixture::new();
    let mipmap = fixture.allocate(&levels(4));
    let properties = SamplerProperties {
        normalized: true,
        addressing: PI_SAMPLER_ADDRESSING_MODE_CLAMP,
        filter: PI_SAMPLER_FILTER_MODE_LINEAR,
    };
    let sampler = BindlessSampler {
        properties,
        level_filter: PI_SAMPLER_FILTER_MODE_LINEAR,
        levels: [1.0, 2.5],
        max_anisotropy: 3.0,
        seamless: false,
    };
    let create = |sampler: &BindlessSampler| Sampler::bindless(&fixture.context, sampler);
    let made = create(&sampler).unwrap();
    let plain = fixture.handle(0, mipmap, &levels(4), None).unwrap();
    let sampled = fixture.handle(0, mipmap, &levels(4), Some(&made)).unwrap();
    assert_ne!(sampled / 128, plain / 128);
    assert_eq!(sampled % 128, 2 | 8 | 16 | 32);
    fixture.destroy(plain, false).unwrap();
    fixture.destroy(sampled, true).unwrap();
    let invalid = PI_ERROR_INVALID_VALUE;
    check_error(create(&BindlessSampler { levels: [2.0, 1.0], ..sampler }), invalid, "the sampler, 2 to 1, is empty");
    check_error(
        create(&BindlessSampler { levels: [f32::NAN, 1.0], ..sampler }),
        invalid,
        "the sampler, NaN to 1, is empty",
    );
    check_error(create(&BindlessSampler { max_anisotropy: -1.0, ..sampler }), invalid, "invalid anisotropy -1");
    let pixels = SamplerProperties { normalized: false, ..properties };
    let pixels = create(&BindlessSampler { properties: pixels, ..sampler }).unwrap();
    let result = fixture.handle(0, mipmap, &levels(4), Some(&pixels));
    check_error(result, invalid, "needs normalized coordinates");
    let result = fixture.handle(0, mipmap, &levels(3), None);
    check_error(result, PI_ERROR_INVALID_IMAGE_DESCRIPTOR, "an image with 4 levels, not 3");
    let result = fixture.context.allocate_image(&fixture.devices[0], &levels(5));
    check_error(result, PI_ERROR_INVALID_MIP_LEVEL, "[9, 5, 1] pixels has 4 levels at most, not 5");
    let mut host = vec![0; 180];
    let all = whole(PI_IMAGE_COPY_HOST_TO_DEVICE, mipmap, host.as_mut_ptr().cast(), levels(4));
    check_error(fixture.copy(&all), invalid, "has 4 mipmap levels; copy one level at a time");
    fixture.free_mipmap(mipmap).unwrap();
}

#[test]
fn cube_maps_have_six_square_faces() {
    let fixture = Fixture::new();
    assert_ne!(fixture.devices[0].info::<u32>(PI_EXT_TANDEM_DEVICE_INFO_CUBES).unwrap(), 0);
    let cube = shape(PI_EXT_TANDEM_MEM_TYPE_CUBE, [5, 5, 6]);
    let memory = fixture.allocate(&cube);
    let mut pixels = pattern(600);
    let all = pixels.clone();
    fixture.write(memory, cube, &mut pixels);
    assert_eq!(fixture.read(memory, cube, 600), all);
    let properties = SamplerProperties {
        normalized: true,
        addressing: PI_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE,
        filter: PI_SAMPLER_FILTER_MODE_LINEAR,
    };
    let nearest = PI_SAMPLER_FILTER_MODE_NEAREST;
    let seamless =
        BindlessSampler { properties, level_filter: nearest, levels: [0.0; 2], max_anisotropy: 0.0, seamless: true };
    let sampler = Sampler::bindless(&fixture.context, &seamless).unwrap();
    let handle = fixture.handle(0, memory, &cube, Some(&sampler)).unwrap();
    assert_eq!(handle % 128, 1 | 8 | 16 | 64);
    fixture.destroy(handle, true).unwrap();
    let pixels = SamplerProperties { normalized: false, ..properties };
    let sampler = Sampler::bindless(&fixture.context, &BindlessSampler { properties: pixels, ..seamless }).unwrap();
    let result = fixture.handle(0, memory, &cube, Some(&sampler));
    check_error(result, PI_ERROR_INVALID_VALUE, "cube maps needs normalized coordinates");
    let array = shape(PI_MEM_TYPE_IMAGE2D_ARRAY, [5, 5, 6]);
    let result = fixture.handle(0, memory, &array, None);
    check_error(result, PI_ERROR_INVALID_IMAGE_DESCRIPTOR, "not a D2Array image");
    fixture.free(memory).unwrap();
    let refuse = |shape: ImageShape, code, text: &str| {
        check_error(fixture.context.allocate_image(&fixture.devices[0], &shape), code, text);
    };
    let size = PI_ERROR_INVALID_IMAGE_SIZE;
    refuse(shape(PI_EXT_TANDEM_MEM_TYPE_CUBE, [5, 4, 6]), size, "not 6 of 5 x 4 pixels");
    refuse(shape(PI_EXT_TANDEM_MEM_TYPE_CUBE, [5, 5, 5]), size, "not 5 of 5 x 5 pixels");
    let mut levels = cube;
    levels.desc.num_mip_levels = 2;
    refuse(levels, PI_ERROR_INVALID_IMAGE_DESCRIPTOR, "a cube map has one level, not 2");
}
