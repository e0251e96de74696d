//! The contents of images: copies between all sides, and fills, against a model.

use std::sync::Arc;

use tandem_device::{
    Access, Command, Error, Event, HostPixels, HostPtr, Image, ImageBuffer, ImageCommand, ImageDescription, ImageKind,
    ImageSide, InitialContents, Location, MemoryObject, PixelFormat, UsmKind, Work,
};

use crate::images::{BYTES, KINDS, describe, images};
use crate::rule::{Group, Need, Rule};
use crate::target::{Random, TestedDevice, at, buffer, host, pattern};

/// The rules.
pub const GROUP: Group = Group {
    name: "image_contents",
    rules: &[
        Rule {
            name: "formats",
            text: "images of each format hold what is written to them",
            needs: Need::Images,
            check: formats,
        },
        Rule {
            name: "initial",
            text: "an image has the pixels that `Images::write` copies to it, with pitches",
            needs: Need::Images,
            check: initial,
        },
        Rule {
            name: "pitches",
            text: "a copy to memory leaves what is between its rows and slices",
            needs: Need::Images,
            check: pitches,
        },
        Rule {
            name: "sides",
            text: "copies go between images, host memory, buffers and USM",
            needs: Need::Images,
            check: sides,
        },
        Rule {
            name: "random",
            text: "after copies and fills of random regions, images of each shape hold what a model does",
            needs: Need::Images,
            check: random,
        },
        Rule {
            name: "buffers",
            text: "an image in a buffer has the buffer's bytes as rows",
            needs: Need::Images,
            check: buffers,
        },
        Rule {
            name: "cubes",
            text: "the faces of a cube map hold what is written to them, together and one by one",
            needs: Need::Cubes,
            check: cubes,
        },
        Rule {
            name: "no_pixels",
            text: "a command on a region without pixels does nothing",
            needs: Need::Images,
            check: no_pixels,
        },
        Rule { name: "lifetime", text: "commands keep the images that they use", needs: Need::Images, check: lifetime },
        Rule {
            name: "strangers",
            text: "a command on an image in memory that is out of reach fails",
            needs: Need::ImagesAndStranger,
            check: strangers,
        },
    ],
};

/// A command on images.
fn command(command: ImageCommand) -> Command {
    Command::Work(Work::Image(Box::new(command)))
}

fn copy(src: ImageSide, dst: ImageSide, region: [usize; 3]) -> Command {
    command(ImageCommand::Copy { src, dst, region })
}

fn side(image: &Arc<dyn Image>, origin: [usize; 3]) -> ImageSide {
    ImageSide::Image { image: Arc::clone(image), origin }
}

/// A region that is packed in memory.
fn packed(location: Location, pixel_bytes: usize, [width, height, _]: [usize; 3]) -> ImageSide {
    let row_pitch = width * pixel_bytes;
    ImageSide::Memory { location, row_pitch, slice_pitch: row_pitch * height }
}

/// An image on the device.
pub(crate) fn create(target: &TestedDevice, description: &ImageDescription) -> Arc<dyn Image> {
    images(target).create(description).expect("an image")
}

/// All pixels of an image.
#[track_caller]
pub(crate) fn contents(target: &TestedDevice, image: &Arc<dyn Image>) -> Vec<u8> {
    let (description, extent) = (image.description(), image.description().extent());
    let mut bytes = vec![0; description.packed_bytes().expect("it was made")];
    let memory = packed(host(&mut bytes), description.format.bytes(), extent);
    target.run(copy(side(image, [0; 3]), memory, extent)).expect("a read");
    bytes
}

/// Writes all pixels of an image.
#[track_caller]
pub(crate) fn write(target: &TestedDevice, image: &Arc<dyn Image>, mut bytes: Vec<u8>) {
    let extent = image.description().extent();
    let memory = packed(host(&mut bytes), image.description().format.bytes(), extent);
    target.run(copy(memory, side(image, [0; 3]), extent)).expect("a write");
}

fn formats(target: &TestedDevice) {
    for kind in KINDS.into_iter().filter(|&kind| kind != ImageKind::D1Buffer) {
        for &format in images(target).formats(kind, Access::Read) {
            let image = create(target, &describe(kind, format, [5, 6, 3]));
            let expected = pattern(image.description().packed_bytes().expect("a small one"));
            write(target, &image, expected.clone());
            assert_eq!(contents(target, &image), expected, "{kind:?} {format:?}");
        }
    }
}

fn initial(target: &TestedDevice) {
    let description = describe(ImageKind::D3, BYTES, [5, 3, 2]);
    let image = create(target, &description);
    let (row_pitch, slice_pitch) = (24, 80);
    let mut pixels = pattern(2 * slice_pitch);
    let pixels_at = HostPixels { first: HostPtr(pixels.as_mut_ptr()), row_pitch, slice_pitch };
    images(target).write(&*image, pixels_at).expect("a write");
    let rows = (0..6).map(|row| &pixels[row / 3 * slice_pitch + row % 3 * row_pitch..][..20]);
    assert_eq!(contents(target, &image), rows.collect::<Vec<_>>().concat());
}

fn pitches(target: &TestedDevice) {
    let image = create(target, &describe(ImageKind::D2Array, BYTES, [9, 7, 4]));
    let all = pattern(9 * 7 * 4 * 4);
    write(target, &image, all.clone());
    let mut memory = vec![0xee; 3 * 100];
    let (origin, region) = ([2, 3, 1], [5, 3, 2]);
    let location = host(&mut memory[4..]);
    let to = ImageSide::Memory { location, row_pitch: 28, slice_pitch: 100 };
    target.run(copy(side(&image, origin), to, region)).expect("a read");
    let mut expected = vec![0xee; 3 * 100];
    for (row, slice) in [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)] {
        let from = (((slice + 1) * 7 + row + 3) * 9 + 2) * 4;
        expected[4 + slice * 100 + row * 28..][..20].copy_from_slice(&all[from..][..20]);
    }
    assert_eq!(memory, expected);
}

fn sides(target: &TestedDevice) {
    let extent = [6, 5, 1];
    let description = describe(ImageKind::D2, BYTES, extent);
    let bytes = description.packed_bytes().expect("a small one");
    let mut places = vec![Location::Buffer { object: buffer(&vec![0; bytes + 8]), offset: 8 }];
    let usm = target.device().usm().and_then(|usm| usm.alloc(UsmKind::Device, bytes, 0).ok());
    places.extend(usm.map(Location::Usm));
    let [first, second] = [create(target, &description), create(target, &description)];
    let all = pattern(bytes);
    write(target, &first, all.clone());
    for place in places {
        write(target, &second, vec![0; bytes]);
        let memory = || packed(place.clone(), 4, extent);
        target.run(copy(side(&first, [0; 3]), memory(), extent)).expect("a copy from an image");
        target.run(copy(memory(), side(&second, [0; 3]), extent)).expect("a copy to an image");
        assert_eq!(contents(target, &second), all, "{place:?}");
    }
    if let (Some(usm), Some(address)) = (target.device().usm(), usm) {
        usm.free(address).expect("it was allocated");
    }
}

/// An image and its expected contents, packed.
struct Model {
    image: Arc<dyn Image>,
    bytes: Vec<u8>,
}

impl Model {
    fn new(target: &TestedDevice, description: &ImageDescription, random: &mut Random) -> Self {
        let image = create(target, description);
        let bytes: Vec<u8> =
            (0..description.packed_bytes().expect("a small one")).map(|_| random.below(256) as u8).collect();
        write(target, &image, bytes.clone());
        Self { image, bytes }
    }

    /// Where the row begins that is so far from an origin.
    fn row(&self, origin: [usize; 3], row: usize, slice: usize) -> usize {
        let (description, [width, height, _]) = (self.image.description(), self.image.description().extent());
        (((origin[2] + slice) * height + origin[1] + row) * width + origin[0]) * description.format.bytes()
    }

    /// An origin for a region.
    fn origin(&self, region: [usize; 3], random: &mut Random) -> [usize; 3] {
        let extent = self.image.description().extent();
        [0, 1, 2].map(|axis: usize| random.below(extent[axis] - region[axis] + 1))
    }

    fn side(&self, origin: [usize; 3]) -> ImageSide {
        side(&self.image, origin)
    }
}

/// The rows of a region.
fn rows([_, height, depth]: [usize; 3]) -> impl Iterator<Item = (usize, usize)> {
    (0..depth).flat_map(move |slice| (0..height).map(move |row| (row, slice)))
}

fn random(target: &TestedDevice) {
    let mut random = Random(0x5eed);
    for kind in KINDS.into_iter().filter(|&kind| kind != ImageKind::D1Buffer) {
        let formats = images(target).formats(kind, Access::Read);
        for _ in 0..6 {
            let format = formats[random.below(formats.len())];
            let extent = [0; 3].map(|_: usize| 1 + random.below(13));
            let description = describe(kind, format, extent);
            let mut models = [(); 2].map(|()| Model::new(target, &description, &mut random));
            for _ in 0..24 {
                step(target, &mut models, format, &mut random);
            }
            for model in &models {
                assert_eq!(contents(target, &model.image), model.bytes, "{kind:?} {format:?} {extent:?}");
            }
        }
    }
}

/// Runs one random command, and applies it to the model.
fn step(target: &TestedDevice, models: &mut [Model; 2], format: PixelFormat, random: &mut Random) {
    let (which, pixel_bytes) = (random.below(2), format.bytes());
    let extent = models[which].image.description().extent();
    let region = [0, 1, 2].map(|axis: usize| 1 + random.below(extent[axis]));
    let row_bytes = region[0] * pixel_bytes;
    let row_pitch = row_bytes + random.below(3) * pixel_bytes;
    let slice_pitch = row_pitch * region[1] + random.below(9);
    let mut memory: Vec<u8> = (0..slice_pitch * region[2]).map(|_| random.below(256) as u8).collect();
    let before = memory.clone();
    let memory_side = |location| ImageSide::Memory { location, row_pitch, slice_pitch };
    let origin = models[which].origin(region, random);
    match random.below(5) {
        0 => {
            let from = memory_side(host(&mut memory));
            target.run(copy(from, models[which].side(origin), region)).expect("a write");
            for (row, slice) in rows(region) {
                let to = models[which].row(origin, row, slice);
                let from = &memory[slice * slice_pitch + row * row_pitch..][..row_bytes];
                models[which].bytes[to..][..row_bytes].copy_from_slice(from);
            }
        }
        1 => {
            let object = MemoryObject::new(memory.len(), InitialContents::Copy(&memory)).expect("a buffer");
            target.run(copy(models[which].side(origin), memory_side(at(&object, 0)), region)).expect("a read");
            let mut expected = before;
            for (row, slice) in rows(region) {
                let from = models[which].row(origin, row, slice);
                expected[slice * slice_pitch + row * row_pitch..][..row_bytes]
                    .copy_from_slice(&models[which].bytes[from..][..row_bytes]);
            }
            assert_eq!(target.contents(&object), expected);
        }
        2 | 3 => {
            let into = models[1 - which].origin(region, random);
            let (from, to) = (models[which].side(origin), models[1 - which].side(into));
            target.run(copy(from, to, region)).expect("a copy of images");
            for (row, slice) in rows(region) {
                let from = models[which].row(origin, row, slice);
                let pixels = models[which].bytes[from..][..row_bytes].to_vec();
                let to = models[1 - which].row(into, row, slice);
                models[1 - which].bytes[to..][..row_bytes].copy_from_slice(&pixels);
            }
        }
        _ => {
            let pixel = [0_u8; 16].map(|_| random.below(256) as u8);
            let image = Arc::clone(&models[which].image);
            target.run(command(ImageCommand::Fill { image, origin, region, pixel })).expect("a fill");
            for (row, slice) in rows(region) {
                let to = models[which].row(origin, row, slice);
                let row = &mut models[which].bytes[to..][..row_bytes];
                row.chunks_exact_mut(pixel_bytes).for_each(|place| place.copy_from_slice(&pixel[..pixel_bytes]));
            }
        }
    }
}

fn buffers(target: &TestedDevice) {
    let object = buffer(&pattern(200));
    let of = |row_pitch| Some(ImageBuffer { object: Arc::clone(&object), row_pitch });
    let line = ImageDescription { buffer: of(80), ..describe(ImageKind::D1Buffer, BYTES, [20, 1, 1]) };
    let rows = ImageDescription { buffer: of(32), ..describe(ImageKind::D2, BYTES, [7, 6, 1]) };
    let [line, rows] = [create(target, &line), create(target, &rows)];
    assert_eq!(contents(target, &line), pattern(200)[..80]);
    let pixel = [0xaa; 16];
    let fill = ImageCommand::Fill { image: rows, origin: [1, 2, 0], region: [2, 2, 1], pixel };
    target.run(command(fill)).expect("a fill");
    let mut expected = pattern(200);
    expected[2 * 32 + 4..][..8].fill(0xaa);
    expected[3 * 32 + 4..][..8].fill(0xaa);
    assert_eq!(target.contents(&object), expected);
    drop(object);
    assert_eq!(contents(target, &line), expected[..80], "the image keeps its buffer");
}

fn cubes(target: &TestedDevice) {
    let image = create(target, &describe(ImageKind::Cube, BYTES, [5, 5, 6]));
    assert_eq!(image.description().extent(), [5, 5, 6]);
    let mut all = pattern(5 * 5 * 6 * 4);
    write(target, &image, all.clone());
    assert_eq!(contents(target, &image), all);
    for face in 0..6 {
        let mut pixels = vec![face as u8 + 1; 100];
        target
            .run(copy(packed(host(&mut pixels), 4, [5, 5, 1]), side(&image, [0, 0, face]), [5, 5, 1]))
            .expect("a write");
        all[face * 100..][..100].copy_from_slice(&pixels);
        assert_eq!(contents(target, &image), all, "face {face}");
    }
}

fn no_pixels(target: &TestedDevice) {
    let image = create(target, &describe(ImageKind::D2, BYTES, [4, 4, 1]));
    let nowhere =
        ImageSide::Memory { location: Location::Host(HostPtr(std::ptr::null_mut())), row_pitch: 0, slice_pitch: 0 };
    target.run(copy(side(&image, [4, 0, 0]), nowhere, [0, 4, 1])).expect("nothing is copied");
    let fill = ImageCommand::Fill { image, origin: [0; 3], region: [4, 4, 0], pixel: [0; 16] };
    target.run(command(fill)).expect("nothing is filled");
}

fn lifetime(target: &TestedDevice) {
    let (description, extent) = (describe(ImageKind::D2, BYTES, [8, 8, 1]), [8, 8, 1]);
    let image = create(target, &description);
    write(target, &image, pattern(256));
    let (gate, queue, mut bytes) = (Event::user(), target.queue(false), vec![0; 256]);
    let read = copy(side(&image, [0; 3]), packed(host(&mut bytes), 4, extent), extent);
    let read = queue.submit(read, std::slice::from_ref(&gate));
    drop(image);
    // Memory that was free too early would be that of others now.
    let others = [(); 4].map(|()| create(target, &description));
    for other in &others {
        write(target, other, vec![0xff; 256]);
    }
    gate.complete(Ok(()));
    read.wait().expect("a read");
    assert_eq!(bytes, pattern(256));
}

fn strangers(target: &TestedDevice) {
    let other = target.stranger().expect("there is one");
    let image = create(&other, &describe(ImageKind::D2, BYTES, [4, 4, 1]));
    let fill = ImageCommand::Fill { image, origin: [0; 3], region: [4, 4, 1], pixel: [0; 16] };
    let error = target.run(command(fill)).expect_err("the image is out of reach");
    assert!(matches!(error, Error::Execution(_) | Error::Inaccessible { .. }), "{error}");
}
