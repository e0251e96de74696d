//! Mipmaps: the levels of images. Sampling by kernels is tested with the code generators.

use std::sync::Arc;

use tandem_device::{
    AddressingMode, Filtering, HANDLE_ALIGN, Image, ImageDescription, ImageKind, LevelSampling, SamplerDescription,
};

use crate::image_contents::{contents, create, write};
use crate::images::{BYTES, KINDS, describe, images};
use crate::rule::{Group, Need, Rule};
use crate::target::{TestedDevice, pattern};

/// The rules.
pub const GROUP: Group = Group {
    name: "mipmaps",
    rules: &[
        Rule {
            name: "support",
            text: "devices with mipmaps are bindless and have an anisotropy of at least 1, others have 0",
            needs: Need::Images,
            check: support,
        },
        Rule {
            name: "one_level",
            text: "an image that is no mipmap has no level that is an image of its own",
            needs: Need::Images,
            check: one_level,
        },
        Rule {
            name: "levels",
            text: "each level of a mipmap is an image with one level and halves of the extents before",
            needs: Need::Mipmaps,
            check: levels,
        },
        Rule {
            name: "contents",
            text: "each level holds what is written to it, also when it is asked for again",
            needs: Need::Mipmaps,
            check: level_contents,
        },
        Rule {
            name: "handles",
            text: "a mipmap, its levels and the mipmap of a sampler have handles of their own",
            needs: Need::Mipmaps,
            check: handles,
        },
        Rule {
            name: "sampled",
            text: "the mipmap of a sampler has the same pixels",
            needs: Need::Mipmaps,
            check: sampled,
        },
        Rule {
            name: "lifetime",
            text: "a level and the mipmap of a sampler keep the memory of the mipmap, and nothing else does",
            needs: Need::Mipmaps,
            check: lifetime,
        },
    ],
};

/// A mipmap with all levels that it can have.
fn describe_levels(kind: ImageKind, extent: [usize; 3]) -> ImageDescription {
    let description = describe(kind, BYTES, extent);
    ImageDescription { levels: description.most_levels(), ..description }
}

/// Mipmaps of all shapes. Buffers have one level.
fn descriptions() -> impl Iterator<Item = ImageDescription> {
    let kinds = KINDS.into_iter().filter(|&kind| kind != ImageKind::D1Buffer);
    kinds.map(|kind| describe_levels(kind, [13, 9, 5]))
}

fn level(image: &Arc<dyn Image>, level: u32) -> Arc<dyn Image> {
    image.level(level).unwrap_or_else(|| panic!("level {level}"))
}

/// The pixels of a level that tests write.
fn pixels(image: &Arc<dyn Image>, level: u32) -> Vec<u8> {
    let bytes = image.description().level(level).packed_bytes().expect("a small one");
    pattern(bytes).into_iter().map(|byte| byte ^ (level as u8 * 37)).collect()
}

fn write_all(target: &TestedDevice, image: &Arc<dyn Image>) {
    for number in 0..image.description().levels {
        write(target, &level(image, number), pixels(image, number));
    }
}

#[track_caller]
fn check_all(target: &TestedDevice, image: &Arc<dyn Image>) {
    for number in 0..image.description().levels {
        assert_eq!(contents(target, &level(image, number)), pixels(image, number), "level {number} of {image:?}");
    }
}

fn support(target: &TestedDevice) {
    let limits = target.device().info().images;
    assert!(limits.bindless || !limits.mipmaps, "{limits:?}");
    assert_eq!(limits.max_anisotropy >= 1, limits.mipmaps, "{limits:?}");
}

fn one_level(target: &TestedDevice) {
    let image = create(target, &describe(ImageKind::D2, BYTES, [8, 8, 1]));
    assert!(image.level(0).is_none() && image.level(1).is_none());
}

fn levels(target: &TestedDevice) {
    for description in descriptions() {
        let image = create(target, &description);
        assert_eq!(image.description().levels, description.levels);
        for number in 0..description.levels {
            let (found, expected) = (level(&image, number), description.level(number));
            let (found, shape) = (found.description().clone(), description.kind);
            assert_eq!((found.kind, found.format, found.levels), (shape, expected.format, 1));
            assert_eq!(found.extent(), expected.extent(), "level {number} of {shape:?}");
        }
        assert!(image.level(description.levels).is_none() && image.level(u32::MAX).is_none());
    }
}

fn level_contents(target: &TestedDevice) {
    for description in descriptions() {
        let image = create(target, &description);
        write_all(target, &image);
        check_all(target, &image);
    }
}

/// A sampler with other bounds than those of [`LevelSampling::default`].
const BOUNDS: SamplerDescription = SamplerDescription {
    normalized: true,
    addressing: AddressingMode::ClampToEdge,
    filtering: Filtering::Linear,
    levels: LevelSampling { filtering: Filtering::Linear, least: 0.5, most: 2.0, anisotropy: 2 },
    seamless: false,
};

fn sample(target: &TestedDevice, mipmap: &Arc<dyn Image>) -> Arc<dyn Image> {
    images(target).sampled(mipmap, &BOUNDS).expect("a mipmap that is sampled")
}

fn handles(target: &TestedDevice) {
    let image = create(target, &describe_levels(ImageKind::D2, [9, 9, 1]));
    let sampled = sample(target, &image);
    let levels: Vec<_> = (0..image.description().levels).map(|number| level(&image, number)).collect();
    let all = [&image, &sampled].into_iter().chain(&levels);
    let mut handles: Vec<u64> = all.map(|image| image.handle().expect("the device is bindless")).collect();
    assert!(handles.iter().all(|handle| *handle != 0 && handle.is_multiple_of(HANDLE_ALIGN)), "{handles:x?}");
    assert_eq!(level(&image, 1).handle(), levels[1].handle());
    let count = handles.len();
    handles.sort_unstable();
    handles.dedup();
    assert_eq!(handles.len(), count);
}

fn sampled(target: &TestedDevice) {
    let image = create(target, &describe_levels(ImageKind::D2, [9, 6, 1]));
    write_all(target, &image);
    let sampled = sample(target, &image);
    assert_eq!(sampled.description().levels, image.description().levels);
    check_all(target, &sampled);
}

fn lifetime(target: &TestedDevice) {
    let image = create(target, &describe_levels(ImageKind::D3, [8, 8, 8]));
    write_all(target, &image);
    let (one, sampled, expected) = (level(&image, 1), sample(target, &image), pixels(&image, 1));
    let number_of_levels = image.description().levels;
    drop(image);
    // Memory that was free too early would be that of others now.
    let others = [(); 4].map(|()| create(target, &describe(ImageKind::D2, BYTES, [64, 16, 1])));
    others.iter().for_each(|other| write(target, other, vec![0xff; 4096]));
    check_all(target, &sampled);
    drop(sampled);
    assert_eq!(contents(target, &one), expected, "one of {number_of_levels} levels");
    drop(one);
    // All of them together have more memory than a device.
    let most = (target.device().info().max_alloc_bytes as usize / 4).min(48 << 20);
    for _ in 0..8 {
        let image = create(target, &describe_levels(ImageKind::D2, [1024, most / 4 / 1024, 1]));
        drop((level(&image, 0), sample(target, &image)));
    }
}
