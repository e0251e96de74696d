//! A kernel that reads descriptors of images as the code generator's library does, for devices
//! that take native CPU objects.

use std::sync::Arc;

use tandem_device::{
    AddressingMode, ChannelOrder, ChannelType, Command, Device, Filtering, HostPtr, Image, ImageBuffer, ImageCommand,
    ImageDescription, ImageKind, ImageSide, InitialContents, KernelArgs, KernelLaunch, LevelSampling, Location,
    MemoryObject, PixelFormat, Queue, Resource, Result, SamplerDescription, Work,
};
use tandem_device_ir::ParameterKind;
use tandem_device_ir::sampler::{Addressing, sampler_word};

use crate::support::{kernel, load_kernel, queue, range};

/// Writes the fields of an image's descriptor, then adds 1 to each of its pixels, of 32 bits.
const SOURCE: &str = "
typedef struct {
  u64 pixels; u32 extent[3], dimensions; u64 row_pitch, slice_pitch;
  u32 channel_order, channel_type, pixel_bytes, tile_shift, arrayed;
} Image;
KERNEL(touch) {
  const Image *image = ARG(const Image *, 0);
  u64 *out = ARG(u64 *, 16), shift = image->tile_shift, mask = (1ul << shift) - 1;
  u64 facts[] = {
    ARG(u64, 8), image->extent[0], image->extent[1], image->extent[2], image->dimensions, image->arrayed,
    image->channel_order, image->channel_type, image->pixel_bytes, shift,
  };
  for (int i = 0; i < 10; ++i) out[i] = facts[i];
  for (u64 z = 0; z < image->extent[2]; ++z)
    for (u64 y = 0; y < image->extent[1]; ++y)
      for (u64 x = 0; x < image->extent[0]; ++x) {
        u64 tile = (y >> shift) * image->row_pitch + (x >> shift) * ((u64)image->pixel_bytes << (2 * shift));
        u64 at = z * image->slice_pitch + tile + (((y & mask) << shift) + (x & mask)) * image->pixel_bytes;
        *(u32 *)(image->pixels + at) += 1;
      }
}";

/// Pixels of 32 bits.
const FORMAT: PixelFormat = PixelFormat { order: ChannelOrder::R, channel: ChannelType::UnsignedInt32 };
/// SPIR-V's numbers of them.
const NUMBERS: [u64; 2] = [0, 12];

fn run(queue: &dyn Queue, command: Command) -> Result<()> {
    let mut event = None;
    queue.submit(command, &[], Some(&mut event))?;
    event.expect("was asked for").wait()
}

/// Copies all pixels of an image to or from a list.
fn transfer(queue: &dyn Queue, image: &Arc<dyn Image>, list: &mut [u32], is_read: bool) {
    let region = image.description().extent();
    let location = Location::Host(HostPtr(list.as_mut_ptr().cast()));
    let memory = ImageSide::Memory { location, row_pitch: 4 * region[0], slice_pitch: 4 * region[0] * region[1] };
    let image = ImageSide::Image { image: Arc::clone(image), origin: [0; 3] };
    let (src, dst) = if is_read { (image, memory) } else { (memory, image) };
    run(queue, Command::Work(Work::Image(Box::new(ImageCommand::Copy { src, dst, region })))).unwrap();
}

/// Launches the kernel for an image; returns its output.
fn touch(device: &dyn Device, queue: &dyn Queue, image: &Arc<dyn Image>, sampler: SamplerDescription) -> [u64; 10] {
    let kinds = [ParameterKind::Image, ParameterKind::Sampler, ParameterKind::Global];
    let kernel = load_kernel(device, SOURCE, kernel("touch", &kinds));
    let sampler = device.images().unwrap().create_sampler(&sampler).unwrap();
    let out = MemoryObject::new(80, InitialContents::Undefined).unwrap();
    let mut args = KernelArgs::new(kernel.layout());
    args.set_resource(0, Resource::Image(Arc::clone(image)));
    args.set_resource(1, Resource::Sampler(sampler));
    args.set_memory(2, &out);
    run(queue, KernelLaunch { kernel, range: range([1; 3], None, [0; 3]), args }.into()).unwrap();
    let mut numbers = [0_u64; 10];
    let (src, dst) =
        (Location::Buffer { object: out, offset: 0 }, Location::Host(HostPtr(numbers.as_mut_ptr().cast())));
    run(queue, Command::Work(Work::Copy { src, dst, bytes: 80 })).unwrap();
    numbers
}

/// Checks images of each shape as kernels of a device see them.
pub fn check(device: &dyn Device, tile_shift: u64) {
    let queue = queue(device);
    let sampler = SamplerDescription {
        normalized: true,
        addressing: AddressingMode::MirroredRepeat,
        filtering: Filtering::Linear,
        levels: LevelSampling::default(),
        seamless: false,
    };
    let word = sampler_word(Addressing::RepeatMirrored, true, true);
    let object = MemoryObject::new(4096, InitialContents::Undefined).unwrap();
    let buffer = || Some(ImageBuffer { object: Arc::clone(&object), row_pitch: 32 });
    let tiled = tile_shift;
    for (kind, size, layers, buffer, facts) in [
        (ImageKind::D1, [7, 1, 1], 1, None, [7, 1, 1, 1, 0, 0]),
        (ImageKind::D1Buffer, [7, 1, 1], 1, buffer(), [7, 1, 1, 1, 0, 0]),
        (ImageKind::D1Array, [7, 1, 1], 5, None, [7, 5, 1, 1, 1, 0]),
        (ImageKind::D2, [7, 6, 1], 1, None, [7, 6, 1, 2, 0, tiled]),
        (ImageKind::D2, [7, 6, 1], 1, buffer(), [7, 6, 1, 2, 0, 0]),
        (ImageKind::D2Array, [7, 6, 1], 3, None, [7, 6, 3, 2, 1, tiled]),
        (ImageKind::D3, [7, 6, 3], 1, None, [7, 6, 3, 3, 0, tiled]),
    ] {
        let description = ImageDescription { kind, format: FORMAT, size, layers, levels: 1, buffer };
        let image = device.images().unwrap().create(&description).unwrap();
        let mut pixels: Vec<u32> = (0..description.packed_bytes().unwrap() as u32 / 4).map(|i| i * 3).collect();
        transfer(&*queue, &image, &mut pixels, false);
        let [width, height, depth, dimensions, arrayed, shift] = facts;
        let [order, channel] = NUMBERS;
        let expected = [word, width, height, depth, dimensions, arrayed, order, channel, 4, shift];
        assert_eq!(touch(device, &*queue, &image, sampler), expected, "{description:?}");
        let mut after = vec![0; pixels.len()];
        transfer(&*queue, &image, &mut after, true);
        assert!(after.iter().zip(&pixels).all(|(after, before)| *after == before + 1), "{kind:?}");
    }
}
