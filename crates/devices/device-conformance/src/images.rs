//! Images: those that can be made, and the available samplers. Their contents are tested in `image_contents`.

use std::any::Any;
use std::sync::Arc;

use tandem_device::{
    Access, AddressingMode, ChannelOrder, ChannelType, Command, Error, Filtering, HANDLE_ALIGN, Image, ImageCommand,
    ImageDescription, ImageKind, ImageLimits, Images, KernelArgs, KernelLaunch, LevelSampling, NdRange, PixelFormat,
    Resource, SamplerDescription, Work,
};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestedDevice, buffer};

/// The rules.
pub const GROUP: Group = Group {
    name: "images",
    rules: &[
        Rule {
            name: "support",
            text: "`ImageLimits::supported` says whether there are images; other limits are 0 without",
            needs: Need::Nothing,
            check: support,
        },
        Rule {
            name: "limits",
            text: "limits are at least those that OpenCL requires",
            needs: Need::Images,
            check: limits,
        },
        Rule {
            name: "formats",
            text: "no shape has a format twice, and all have the formats that OpenCL requires",
            needs: Need::Images,
            check: formats,
        },
        Rule {
            name: "largest",
            text: "images can have the largest extent in each direction",
            needs: Need::Images,
            check: largest,
        },
        Rule {
            name: "too_large",
            text: "an image of more than `max_alloc_bytes` fails with `OutOfMemory`",
            needs: Need::Images,
            check: too_large,
        },
        Rule {
            name: "freed",
            text: "the memory of an image is free again when the image is dropped",
            needs: Need::Images,
            check: freed,
        },
        Rule {
            name: "strange_images",
            text: "a command on an image of another driver fails",
            needs: Need::Images,
            check: strange_images,
        },
        Rule {
            name: "samplers",
            text: "there is a sampler for each pair of an addressing mode and a filter",
            needs: Need::Images,
            check: samplers,
        },
        Rule {
            name: "arguments",
            text: "kernels get 8 bytes for an image or sampler: the same each time, and others for another image",
            needs: Need::Images,
            check: arguments,
        },
        Rule {
            name: "handles",
            text: "bindless devices, and no others, have handles, which are what arguments are: multiples of \
                   `HANDLE_ALIGN` for images, less for samplers",
            needs: Need::Images,
            check: handles,
        },
    ],
};

/// All shapes.
pub const KINDS: [ImageKind; 6] =
    [ImageKind::D1, ImageKind::D1Buffer, ImageKind::D1Array, ImageKind::D2, ImageKind::D2Array, ImageKind::D3];

/// The images of a device that has them.
pub fn images<'a>(target: &'a TestedDevice) -> &'a dyn Images {
    target.device().images().expect("the device has images")
}

/// An image of this shape, without a buffer. Extents beyond its shape are ignored.
pub fn describe(kind: ImageKind, format: PixelFormat, [width, height, depth]: [usize; 3]) -> ImageDescription {
    let (size, layers) = match kind {
        ImageKind::D1 | ImageKind::D1Buffer => ([width, 1, 1], 1),
        ImageKind::D1Array => ([width, 1, 1], height),
        ImageKind::D2 => ([width, height, 1], 1),
        ImageKind::D2Array => ([width, height, 1], depth),
        ImageKind::Cube => ([width, width, 1], 6),
        ImageKind::D3 => ([width, height, depth], 1),
    };
    ImageDescription { kind, format, size, layers, levels: 1, buffer: None }
}

/// A format that each device has.
pub const BYTES: PixelFormat = PixelFormat { order: ChannelOrder::Rgba, channel: ChannelType::UnsignedInt8 };

fn support(target: &TestedDevice) {
    let device = target.device();
    let limits = device.info().images;
    assert_eq!(limits.supported, device.images().is_some());
    if !limits.supported {
        assert_eq!(limits, ImageLimits::default());
    }
}

fn limits(target: &TestedDevice) {
    let limits = target.device().info().images;
    assert!(limits.max_read_args >= 8 && limits.max_write_args >= 8 && limits.max_samplers >= 16, "{limits:?}");
    assert!(limits.max_2d.iter().all(|&extent| extent >= 8192), "{limits:?}");
    assert!(limits.max_3d.iter().all(|&extent| extent >= 2048), "{limits:?}");
    assert!(limits.max_buffer_pixels >= 65536 && limits.max_array_layers >= 2048, "{limits:?}");
}

fn formats(target: &TestedDevice) {
    use ChannelType::{
        Float, HalfFloat, SignedInt8, SignedInt16, SignedInt32, UnormInt8, UnormInt16, UnsignedInt8, UnsignedInt16,
        UnsignedInt32,
    };
    let of_rgba = [
        UnormInt8,
        UnormInt16,
        SignedInt8,
        SignedInt16,
        SignedInt32,
        UnsignedInt8,
        UnsignedInt16,
        UnsignedInt32,
        HalfFloat,
        Float,
    ];
    for kind in KINDS {
        for access in [Access::Read, Access::Write, Access::ReadWrite] {
            let formats = images(target).formats(kind, access);
            for (index, format) in formats.iter().enumerate() {
                assert!(!formats[..index].contains(format), "{kind:?}: {format:?} is there twice");
                assert!((1..=16).contains(&format.bytes()), "{format:?}");
            }
            if access == Access::ReadWrite {
                continue;
            }
            for channel in of_rgba {
                let format = PixelFormat { order: ChannelOrder::Rgba, channel };
                assert!(formats.contains(&format), "{kind:?} for {access:?} lacks {format:?}");
            }
            let format = PixelFormat { order: ChannelOrder::Bgra, channel: UnormInt8 };
            assert!(formats.contains(&format), "{kind:?} for {access:?} lacks {format:?}");
        }
    }
}

fn largest(target: &TestedDevice) {
    let limits = target.device().info().images;
    let [width, height] = limits.max_2d;
    let [width3, height3, depth3] = limits.max_3d;
    for (kind, extent) in [
        (ImageKind::D1, [width, 1, 1]),
        (ImageKind::D1Array, [1, limits.max_array_layers, 1]),
        (ImageKind::D2, [width, 1, 1]),
        (ImageKind::D2, [1, height, 1]),
        (ImageKind::D2Array, [1, 1, limits.max_array_layers]),
        (ImageKind::D3, [width3, 1, 1]),
        (ImageKind::D3, [1, height3, 1]),
        (ImageKind::D3, [1, 1, depth3]),
    ] {
        let description = describe(kind, BYTES, extent);
        let image = images(target).create(&description).unwrap_or_else(|error| panic!("{kind:?} {extent:?}: {error}"));
        assert_eq!(image.description().extent(), description.extent());
    }
}

fn too_large(target: &TestedDevice) {
    let info = target.device().info();
    let pixels = (info.max_alloc_bytes as usize / 4).saturating_add(1);
    // The extent follows from the memory needed, and ignores the limits of extents: the plugin layer checks those.
    let height = pixels.div_ceil(1 << 16);
    let description = describe(ImageKind::D2, BYTES, [1 << 16, height, 1]);
    match images(target).create(&description) {
        Err(Error::OutOfMemory { .. }) => {}
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it was made"),
    }
}

fn freed(target: &TestedDevice) {
    // All of them together have more memory than a device.
    let most = (target.device().info().max_alloc_bytes as usize / 3).min(48 << 20);
    let height = most / 4 / 1024;
    for _ in 0..8 {
        images(target).create(&describe(ImageKind::D2, BYTES, [1024, height, 1])).expect("an image");
    }
}

/// An image of no driver.
struct StrangeImage(ImageDescription);

impl Image for StrangeImage {
    fn description(&self) -> &ImageDescription {
        &self.0
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn strange_images(target: &TestedDevice) {
    let image: Arc<dyn Image> = Arc::new(StrangeImage(describe(ImageKind::D1, BYTES, [4, 1, 1])));
    let fill = ImageCommand::Fill { image, origin: [0; 3], region: [4, 1, 1], pixel: [0; 16] };
    let error = target.run(Command::Work(Work::Image(Box::new(fill)))).expect_err("the image is another driver's");
    assert!(matches!(error, Error::Execution(_)), "{error}");
}

/// Descriptions of all samplers that there may be.
fn sampler_descriptions() -> impl Iterator<Item = SamplerDescription> {
    use AddressingMode::{Clamp, ClampToEdge, MirroredRepeat, None, Repeat};
    let modes = [(false, None), (false, Clamp), (false, ClampToEdge), (true, None), (true, Clamp)];
    let modes = modes.into_iter().chain([(true, ClampToEdge), (true, Repeat), (true, MirroredRepeat)]);
    modes.flat_map(|(normalized, addressing)| {
        [Filtering::Nearest, Filtering::Linear].map(|filtering| SamplerDescription {
            normalized,
            addressing,
            filtering,
            levels: LevelSampling::default(),
            seamless: false,
        })
    })
}

fn samplers(target: &TestedDevice) {
    for description in sampler_descriptions() {
        let sampler = images(target).create_sampler(&description).expect("a sampler");
        assert_eq!(*sampler.description(), description);
    }
}

/// The value that a kernel gets for an image or sampler.
fn argument(target: &TestedDevice, resource: &Resource) -> u64 {
    let (kernel, out, zeros) = (target.kernel("sum"), buffer(&[0; 8]), buffer(&[0; 8]));
    let mut args = KernelArgs::new(kernel.layout());
    args.set_memory(0, &out);
    args.set_resource(1, resource.clone());
    args.set_memory(2, &zeros);
    args.set_local(3, 8);
    let range = NdRange { local: Some([1; 3]), ..NdRange::linear(1) };
    target.run(KernelLaunch { kernel, range, args }.into()).expect("a launch");
    target.numbers(&out)[0]
}

/// Handles have the values of arguments, if the device has handles.
fn handles(target: &TestedDevice) {
    let is_bindless = target.device().info().images.bindless;
    let image = || images(target).create(&describe(ImageKind::D2, BYTES, [3, 3, 1])).expect("an image");
    let (one, other) = (image(), image());
    assert_eq!((one.handle().is_some(), other.handle().is_some()), (is_bindless, is_bindless));
    if let Some((handle, second)) = one.handle().zip(other.handle()) {
        assert!(handle != 0 && handle.is_multiple_of(HANDLE_ALIGN), "{handle:#x}");
        assert_ne!(handle, second);
        assert_eq!(argument(target, &Resource::Image(one)), handle);
    }
    for description in sampler_descriptions() {
        let sampler = images(target).create_sampler(&description).expect("a sampler");
        assert_eq!(sampler.handle().is_some(), is_bindless);
        if let Some(handle) = sampler.handle() {
            assert!(handle < HANDLE_ALIGN, "{description:?}: {handle:#x}");
            assert_eq!(argument(target, &Resource::Sampler(sampler)), handle);
        }
    }
}

fn arguments(target: &TestedDevice) {
    let image = || images(target).create(&describe(ImageKind::D2, BYTES, [3, 3, 1])).expect("an image");
    let [one, other] = [image(), image()].map(Resource::Image);
    let (first, second) = (argument(target, &one), argument(target, &other));
    assert_ne!(first, second);
    assert_eq!((argument(target, &one), argument(target, &other)), (first, second));
    let sampler = sampler_descriptions().next().expect("there are some");
    let sampler = Resource::Sampler(images(target).create_sampler(&sampler).expect("a sampler"));
    assert_eq!(argument(target, &sampler), argument(target, &sampler));
}
