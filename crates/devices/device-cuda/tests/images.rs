//! What kernels see of images and samplers, over the fake.

#[allow(dead_code, reason = "other tests use more of it")]
mod support;

use std::sync::Arc;

use tandem_device::{
    AddressingMode, ChannelOrder, ChannelType, Command, CommandBuffer, Device, DevicePtr, Driver, Filtering, HostPtr,
    Image, ImageBuffer, ImageCommand, ImageDescription, ImageKind, ImageSide, InitialContents, Kernel, KernelArgs,
    KernelLaunch, LevelSampling, Location, MemoryObject, NdRange, PixelFormat, Queue, QueueProperties, Recording,
    Resource, SamplerDescription, Work,
};
use tandem_device_cuda::CudaDriver;
use tandem_device_ir::sampler::{Addressing, sampler_word};
use tandem_native_cuda::ImageDescriptor;
use tandem_native_cuda::image::{LEVEL_STRIDE, TEXTURES};

/// Words of a descriptor.
const WORDS: usize = size_of::<ImageDescriptor>() / 8;

const BYTES: PixelFormat = PixelFormat { order: ChannelOrder::Bgra, channel: ChannelType::UnormInt8 };
const INTEGERS: PixelFormat = PixelFormat { order: ChannelOrder::Rg, channel: ChannelType::SignedInt16 };
const PACKED: PixelFormat = PixelFormat { order: ChannelOrder::Rgb, channel: ChannelType::UnormShort565 };

const LEVELS: LevelSampling = LevelSampling { filtering: Filtering::Nearest, least: 0.0, most: 0.0, anisotropy: 1 };
const MIRRORED: SamplerDescription = SamplerDescription {
    normalized: true,
    addressing: AddressingMode::MirroredRepeat,
    filtering: Filtering::Linear,
    levels: LEVELS,
    seamless: false,
};
const CLAMPED: SamplerDescription = SamplerDescription {
    normalized: false,
    addressing: AddressingMode::Clamp,
    filtering: Filtering::Nearest,
    levels: LEVELS,
    seamless: false,
};
const MIRRORED_WORD: u64 = sampler_word(Addressing::RepeatMirrored, true, true);
const CLAMPED_WORD: u64 = sampler_word(Addressing::Clamp, false, false);

/// A device, its queue and the kernel.
struct Fixture {
    device: Arc<dyn Device>,
    queue: Arc<dyn Queue>,
    kernel: Arc<dyn Kernel>,
}

impl Fixture {
    fn new() -> Self {
        let driver = CudaDriver::new();
        let found = driver.probe().unwrap();
        let device = driver.create_context(&found).unwrap().device(&found[0]).unwrap();
        let queue = device.create_queue(QueueProperties::default()).unwrap();
        let program = device.build(&support::descriptor(&*device).request()).unwrap();
        let kernel = program.kernel("descriptor").expect("it is there");
        Self { device, queue, kernel }
    }

    fn image(&self, kind: ImageKind, format: PixelFormat, size: [usize; 3], layers: usize) -> Arc<dyn Image> {
        let description = ImageDescription { kind, format, size, layers, levels: 1, buffer: None };
        self.device.images().expect("the fake has them").create(&description).unwrap()
    }

    fn run(&self, command: Command) {
        let mut event = None;
        self.queue.submit(command, &[], Some(&mut event)).unwrap();
        event.expect("was asked for").wait().unwrap();
    }

    /// The descriptor that a handle leads to.
    fn of_handle(&self, handle: u64) -> Descriptor {
        let mut words = [0_u64; WORDS];
        let to = Location::Host(HostPtr(words.as_mut_ptr().cast()));
        let from = Location::Usm(DevicePtr(handle));
        self.run(Command::Work(Work::Copy { src: from, dst: to, bytes: 8 * WORDS }));
        Descriptor(words)
    }

    /// What a kernel sees that gets the image and a sampler.
    fn descriptor(&self, image: &Arc<dyn Image>, sampler: &SamplerDescription) -> Descriptor {
        self.descriptor_by(image, sampler, |launch| self.run(launch.into()))
    }

    /// The same, with the launch done by a function.
    fn descriptor_by(
        &self,
        image: &Arc<dyn Image>,
        sampler: &SamplerDescription,
        run: impl FnOnce(KernelLaunch),
    ) -> Descriptor {
        let sampler = self.device.images().unwrap().create_sampler(sampler).unwrap();
        let out = MemoryObject::new(8 * WORDS, InitialContents::Undefined).unwrap();
        let mut args = KernelArgs::new(self.kernel.layout());
        args.set_memory(0, &out);
        args.set_resource(1, Resource::Image(Arc::clone(image)));
        args.set_resource(2, Resource::Sampler(sampler));
        let range = NdRange::linear(WORDS as u64);
        run(KernelLaunch { kernel: Arc::clone(&self.kernel), range, args });
        let mut words = [0_u64; WORDS];
        let to = Location::Host(HostPtr(words.as_mut_ptr().cast()));
        let from = Location::Buffer { object: out, offset: 0 };
        self.run(Command::Work(Work::Copy { src: from, dst: to, bytes: 8 * WORDS }));
        Descriptor(words)
    }
}

/// The words of a descriptor.
#[derive(PartialEq, Debug)]
struct Descriptor([u64; WORDS]);

impl Descriptor {
    fn word(&self, offset: usize) -> u64 {
        self.0[offset / 8]
    }

    fn int(&self, offset: usize) -> u64 {
        self.word(offset) >> (offset % 8 * 8) & 0xffff_ffff
    }

    /// Extents, dimensions, whether it is an array, order and type of channels, bytes of a pixel.
    fn facts(&self) -> [u64; 8] {
        [8, 12, 16, 20, 56, 40, 44, 48].map(|offset| self.int(offset))
    }

    fn pixels(&self) -> u64 {
        self.word(0)
    }

    fn surface(&self) -> u64 {
        self.word(std::mem::offset_of!(ImageDescriptor, surface))
    }

    /// The sampler words for which there are textures.
    fn textures(&self) -> Vec<u64> {
        let texture = |word: &u64| self.word(ImageDescriptor::texture_offset(*word));
        (0..TEXTURES as u64).filter(|word| texture(word) != 0).collect()
    }
}

/// One test, since a process opens CUDA's driver once.
#[test]
fn kernels_get_descriptors() {
    support::use_fake(&[]);
    let fixture = Fixture::new();
    shapes(&fixture);
    textures(&fixture);
    buffers(&fixture);
    layers(&fixture);
    command_buffers(&fixture);
    handles(&fixture);
    mipmaps(&fixture);
}

/// The image of a sampler has a texture for it; so has an image whose rows are aligned in memory.
fn handles(fixture: &Fixture) {
    let images = fixture.device.images().unwrap();
    let image = fixture.image(ImageKind::D2, BYTES, [4, 4, 1], 1);
    let sampled = images.sampled(&image, &MIRRORED).unwrap();
    assert_eq!(sampled.handle(), image.handle(), "a texture does not need another descriptor");
    assert_eq!(fixture.of_handle(sampled.handle().unwrap()).textures(), [MIRRORED_WORD]);
    for (row_pitch, offset, expected) in [(32, 0, &[CLAMPED_WORD][..]), (32, 16, &[]), (48, 0, &[])] {
        let object = MemoryObject::new(1024, InitialContents::Undefined).unwrap();
        let object = if offset == 0 { object } else { MemoryObject::sub_buffer(&object, offset, 512) };
        let buffer = Some(ImageBuffer { object, row_pitch });
        let description =
            ImageDescription { kind: ImageKind::D2, format: BYTES, size: [7, 6, 1], layers: 1, levels: 1, buffer };
        let image = images.create(&description).unwrap();
        let sampled = images.sampled(&image, &CLAMPED).unwrap();
        let seen = fixture.of_handle(sampled.handle().unwrap());
        assert_eq!(seen.textures(), expected, "pitch {row_pitch}, offset {offset}");
    }
}

/// A mipmap has one texture of all levels for each sampler, and a descriptor for each level.
fn mipmaps(fixture: &Fixture) {
    let images = fixture.device.images().unwrap();
    let description =
        ImageDescription { kind: ImageKind::D2, format: BYTES, size: [12, 5, 1], layers: 1, levels: 3, buffer: None };
    let image = images.create(&description).unwrap();
    let levels = LevelSampling { filtering: Filtering::Linear, least: 0.5, most: 9.0, anisotropy: 4 };
    let sampled = images.sampled(&image, &SamplerDescription { levels, ..MIRRORED }).unwrap();
    assert_ne!(sampled.handle(), image.handle());
    let handle = sampled.handle().unwrap();
    let seen = fixture.of_handle(handle);
    assert_ne!(seen.word(ImageDescriptor::MIPMAP_OFFSET), 0);
    assert_eq!(seen.int(std::mem::offset_of!(ImageDescriptor, levels)), 3 | 4 << 16);
    let bounds = [0.5_f32, 9.0].map(|bound| u64::from(bound.to_bits()));
    let offsets =
        [std::mem::offset_of!(ImageDescriptor, least_level), std::mem::offset_of!(ImageDescriptor, most_level)];
    assert_eq!(offsets.map(|offset| seen.int(offset)), bounds);
    assert_eq!(seen.textures(), [MIRRORED_WORD], "of the first level");
    let surfaces: Vec<u64> = (1..4)
        .map(|index| fixture.of_handle(handle + (index * LEVEL_STRIDE) as u64))
        .map(|level| {
            assert_eq!(level.word(ImageDescriptor::MIPMAP_OFFSET), 0);
            level.surface()
        })
        .collect();
    let extents = [1, 2, 3].map(|index| fixture.of_handle(handle + index * LEVEL_STRIDE as u64).facts()[..2].to_vec());
    assert_eq!(extents, [vec![6, 2], vec![3, 1], vec![12, 5]], "the first level is the last one");
    assert_eq!(surfaces[2], seen.surface());
    assert!(surfaces[0] != surfaces[1] && surfaces[1] != surfaces[2]);
    assert_eq!(fixture.of_handle(image.handle().unwrap()).word(ImageDescriptor::MIPMAP_OFFSET), 0);
}

fn shapes(fixture: &Fixture) {
    for (kind, size, layers, facts) in [
        (ImageKind::D1, [7, 1, 1], 1, [7, 1, 1, 1, 0]),
        (ImageKind::D1Array, [7, 1, 1], 5, [7, 5, 1, 1, 1]),
        (ImageKind::D2, [7, 6, 1], 1, [7, 6, 1, 2, 0]),
        (ImageKind::D2Array, [7, 6, 1], 3, [7, 6, 3, 2, 1]),
        (ImageKind::D3, [7, 6, 3], 1, [7, 6, 3, 3, 0]),
    ] {
        let image = fixture.image(kind, INTEGERS, size, layers);
        let seen = fixture.descriptor(&image, &MIRRORED);
        let [width, height, depth, dimensions, arrayed] = facts;
        assert_eq!(seen.facts(), [width, height, depth, dimensions, arrayed, 2, 8, 4], "{kind:?}");
        assert_eq!((seen.pixels(), seen.surface() != 0), (0, true), "{kind:?}");
    }
}

/// A texture is made for each sampler that an image is used with, and stays.
fn textures(fixture: &Fixture) {
    let image = fixture.image(ImageKind::D2, BYTES, [4, 4, 1], 1);
    let first = fixture.descriptor(&image, &MIRRORED);
    assert_eq!(first.textures(), [MIRRORED_WORD]);
    assert_eq!(fixture.descriptor(&image, &MIRRORED), first);
    let second = fixture.descriptor(&image, &CLAMPED);
    assert_eq!(second.textures(), [CLAMPED_WORD, MIRRORED_WORD]);
    let place = ImageDescriptor::texture_offset(MIRRORED_WORD);
    assert_eq!(second.word(place), first.word(place));
    let packed = fixture.image(ImageKind::D2, PACKED, [4, 4, 1], 1);
    assert!(fixture.descriptor(&packed, &CLAMPED).textures().is_empty(), "code takes packed pixels apart");
}

/// A launch in a command buffer has textures, too.
fn command_buffers(fixture: &Fixture) {
    let image = fixture.image(ImageKind::D2, BYTES, [4, 4, 1], 1);
    let seen = fixture.descriptor_by(&image, &CLAMPED, |launch| {
        let mut recording = Recording::default();
        recording.add(launch.into(), &[]).unwrap();
        let buffer = CommandBuffer::new(&*fixture.device, recording).unwrap();
        let mut replayed = None;
        buffer.replay(&*fixture.queue, &[], Some(&mut replayed)).unwrap();
        replayed.expect("was asked for").wait().unwrap();
    });
    assert_eq!(seen.textures(), [CLAMPED_WORD]);
}

fn buffers(fixture: &Fixture) {
    let object = MemoryObject::new(256, InitialContents::Undefined).unwrap();
    let buffer = Some(ImageBuffer { object: Arc::clone(&object), row_pitch: 32 });
    let description =
        ImageDescription { kind: ImageKind::D2, format: BYTES, size: [7, 6, 1], layers: 1, levels: 1, buffer };
    let image = fixture.device.images().unwrap().create(&description).unwrap();
    let seen = fixture.descriptor(&image, &CLAMPED);
    assert_eq!(seen.pixels(), object.address(&*fixture.device).unwrap().0);
    assert_eq!((seen.word(24), seen.surface()), (32, 0));
    assert_eq!(seen.textures(), [CLAMPED_WORD]);
}

/// Layers of rows are slices of arrays: copies between them and rows of other images.
fn layers(fixture: &Fixture) {
    let [rows, image] = [
        fixture.image(ImageKind::D1Array, INTEGERS, [3, 1, 1], 4),
        fixture.image(ImageKind::D2, INTEGERS, [3, 4, 1], 1),
    ];
    let numbers: Vec<u32> = (0..12).collect();
    let mut back = [0_u32; 6];
    let side = |image: &Arc<dyn Image>, origin| ImageSide::Image { image: Arc::clone(image), origin };
    let memory = |first: *mut u32| {
        let location = Location::Host(HostPtr(first.cast()));
        ImageSide::Memory { location, row_pitch: 12, slice_pitch: 48 }
    };
    let copy = |src, dst, region| {
        fixture.run(Command::Work(Work::Image(Box::new(ImageCommand::Copy { src, dst, region }))));
    };
    copy(memory(numbers.as_ptr().cast_mut()), side(&rows, [0; 3]), [3, 4, 1]);
    copy(side(&rows, [0, 1, 0]), side(&image, [0, 2, 0]), [3, 2, 1]);
    copy(side(&image, [0, 2, 0]), memory(back.as_mut_ptr()), [3, 2, 1]);
    assert_eq!(back, [3, 4, 5, 6, 7, 8]);
}
