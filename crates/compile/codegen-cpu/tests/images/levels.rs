//! Mipmaps and cube maps: sampling by levels of detail and by gradients, and faces with neighbours. Images lie between
//! inaccessible pages.

use tandem_device_ir::sampler::{Addressing, SAMPLER_LINEAR_LEVELS, SAMPLER_SEAMLESS, sampler_word};
use tandem_native_cpu::{ImageDescriptor, LEVEL_STRIDE};

use super::format::{Format, Order, Type};
use super::image::{Random, Sampler, Shape, TestImage};
use super::support::{Arg, load, memory};
use super::{ITEMS, SPECIAL, coordinate_type, image_type, is_near, load_coordinates, run, sampled_type};

const FLAT: Shape = Shape { dimensions: 2, is_array: false };
const LAYERS: Shape = Shape { dimensions: 2, is_array: true };
const FLOATS: Format = Format { order: Order::Rgba, ty: Type::Float };
const LINEAR: Sampler = Sampler { addressing: Addressing::ClampToEdge, normalized: true, linear: true };

/// Kernels `by_level`, which takes a level for each work-item, and `by_gradients`, which takes both gradients.
fn kernels(shape: Shape) -> String {
    let (image, sampled) = (image_type(shape), sampled_type(shape));
    let (floats, load_floats) = (coordinate_type(shape, "float"), load_coordinates(shape, "float"));
    let sample = "@__spirv_ImageSampleExplicitLod";
    format!(
        "declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)
         declare {sampled} @__spirv_SampledImage({image}, target(\"spirv.Sampler\"))
         declare <4 x float> {sample}.l({sampled}, {floats}, i32, float)
         declare <4 x float> {sample}.g({sampled}, {floats}, i32, <2 x float>, <2 x float>)
         define spir_kernel void @by_level({image} %image, target(\"spirv.Sampler\") %sampler,
             ptr addrspace(1) %where, ptr addrspace(1) %more, ptr addrspace(1) %data) {{
           {load_floats}
           %s = call {sampled} @__spirv_SampledImage({image} %image, target(\"spirv.Sampler\") %sampler)
           %plevel = getelementptr <4 x float>, ptr addrspace(1) %more, i64 %i
           %level = load float, ptr addrspace(1) %plevel
           %x = call <4 x float> {sample}.l({sampled} %s, {floats} %at, i32 2, float %level)
           store <4 x float> %x, ptr addrspace(1) %pout
           ret void
         }}
         define spir_kernel void @by_gradients({image} %image, target(\"spirv.Sampler\") %sampler,
             ptr addrspace(1) %where, ptr addrspace(1) %more, ptr addrspace(1) %data) {{
           {load_floats}
           %s = call {sampled} @__spirv_SampledImage({image} %image, target(\"spirv.Sampler\") %sampler)
           %pboth = getelementptr <4 x float>, ptr addrspace(1) %more, i64 %i
           %both = load <4 x float>, ptr addrspace(1) %pboth
           %dx = shufflevector <4 x float> %both, <4 x float> poison, <2 x i32> <i32 0, i32 1>
           %dy = shufflevector <4 x float> %both, <4 x float> poison, <2 x i32> <i32 2, i32 3>
           %x = call <4 x float> {sample}.g({sampled} %s, {floats} %at, i32 4, <2 x float> %dx, <2 x float> %dy)
           store <4 x float> %x, ptr addrspace(1) %pout
           ret void
         }}"
    )
}

/// A descriptor at the distance of levels.
#[repr(C, align(128))]
struct Slot(ImageDescriptor);

const _: () = assert!(size_of::<Slot>() == LEVEL_STRIDE);

/// The levels of a mipmap of 19 x 7 pixels, and their descriptors; the first has these bounds.
fn mipmap(
    random: &mut Random,
    tile_shift: u32,
    [least, most]: [f32; 2],
    anisotropy: u16,
) -> (Vec<TestImage>, Vec<Slot>) {
    let extents = [[19, 7, 1], [9, 3, 1], [4, 1, 1], [2, 1, 1], [1, 1, 1]];
    let mut levels = extents.map(|extent| TestImage::new(FLOATS, FLAT, extent, tile_shift, 0, true));
    levels.iter_mut().for_each(|level| level.fill(random));
    let mut slots: Vec<_> = levels.iter().map(|level| Slot(level.descriptor)).collect();
    let first = &mut slots[0].0;
    (first.levels, first.anisotropy) = (5, anisotropy);
    (first.least_level, first.most_level) = (least, most);
    (levels.into(), slots)
}

/// The mean of the two levels around a level of detail.
fn between(levels: &[TestImage], at: [f32; 3], level: f64) -> ([f64; 4], f64) {
    let (low, part) = (level.floor(), level.fract());
    let (first, error) = levels[low as usize].linear(LINEAR, at);
    let (second, other) = levels[(low as usize + 1).min(levels.len() - 1)].linear(LINEAR, at);
    let mean = [0, 1, 2, 3].map(|i| (1.0 - part) * first[i] + part * second[i]);
    (mean, error + other + 1e-5)
}

fn place(random: &mut Random) -> [f32; 4] {
    [0; 4].map(|_| match random.below(12) {
        0 => SPECIAL[random.below(SPECIAL.len() as u32) as usize],
        _ => random.float(-0.3, 1.3),
    })
}

fn sampler() -> u64 {
    sampler_word(LINEAR.addressing, true, true) | SAMPLER_LINEAR_LEVELS
}

#[test]
fn levels_of_detail_lie_between_levels() {
    let (random, program) = (&mut Random(4), load(&kernels(FLAT)));
    for (tile_shift, bounds) in [(0, [0.0, 9.0]), (2, [0.75, 2.5]), (0, [0.0, 0.0])] {
        let (levels, slots) = mipmap(random, tile_shift, bounds, 1);
        let mut at: Vec<_> = (0..ITEMS).map(|_| place(random)).collect();
        let mut more: Vec<[f32; 4]> =
            (0..ITEMS).map(|item| [*SPECIAL.get(item).unwrap_or(&(random.float(-1.0, 5.0))), 0.0, 0.0, 0.0]).collect();
        let mut out = vec![[0.0_f32; 4]; ITEMS];
        let args = &mut [
            Arg::Image(&slots[0].0),
            Arg::Sampler(sampler()),
            memory(&mut at),
            memory(&mut more),
            memory(&mut out),
        ];
        run(&program, "by_level", args);
        for ((at, more), found) in at.iter().zip(&more).zip(&out) {
            let found = found.map(f64::from);
            if !at[0].is_finite() || !at[1].is_finite() {
                assert!(found.iter().all(|value| value.abs() <= 1.3), "{found:?} at {at:?}");
                continue;
            }
            // NaN selects the lowest level.
            let level = f64::from(more[0]).max(bounds[0].into()).min(bounds[1].into()).clamp(0.0, 4.0);
            let (expected, error) = between(&levels, [at[0], at[1], 0.0], level);
            assert!(is_near(found, expected, error), "{found:?}, not {expected:?}, at {at:?}, level {}", more[0]);
        }
    }
}

#[test]
fn gradients_have_levels_of_detail() {
    let (random, program) = (&mut Random(5), load(&kernels(FLAT)));
    for anisotropy in [0, 1, 4] {
        let (levels, slots) = mipmap(random, 0, [0.0, 9.0], anisotropy);
        let mut at: Vec<_> = (0..ITEMS).map(|_| place(random)).collect();
        let mut more: Vec<[f32; 4]> = (0..ITEMS).map(|_| place(random).map(|number| 0.2 * number)).collect();
        let mut out = vec![[0.0_f32; 4]; ITEMS];
        let args = &mut [
            Arg::Image(&slots[0].0),
            Arg::Sampler(sampler()),
            memory(&mut at),
            memory(&mut more),
            memory(&mut out),
        ];
        run(&program, "by_gradients", args);
        for ((at, more), found) in at.iter().zip(&more).zip(&out) {
            let found = found.map(f64::from);
            assert!(found.iter().all(|value| value.abs() <= 1.3), "{found:?} at {at:?}, gradients {more:?}");
            let is_usual = at[..2].iter().chain(more).all(|number| number.abs() < 2.0);
            if anisotropy > 1 || !is_usual {
                continue;
            }
            let length = |x: f32, y: f32| (f64::from(x) * 19.0).hypot(f64::from(y) * 7.0);
            let level = length(more[0], more[1]).max(length(more[2], more[3])).log2().clamp(0.0, 4.0);
            let (expected, error) = between(&levels, [at[0], at[1], 0.0], level);
            assert!(is_near(found, expected, error), "{found:?}, not {expected:?}, at {at:?}, gradients {more:?}");
        }
    }
}

/// Inside of faces, all samplers agree. Neither at edges nor elsewhere is memory outside the image read.
#[test]
fn faces_of_cubes_have_neighbours() {
    let (random, program) = (&mut Random(6), load(&kernels(LAYERS)));
    for (size, tile_shift) in [(1, 0), (2, 0), (5, 0), (5, 2), (8, 2)] {
        for at_end in [false, true] {
            let mut cube = TestImage::new(FLOATS, LAYERS, [size, size, 6], tile_shift, 0, at_end);
            cube.fill(random);
            let mut at: Vec<[f32; 4]> = (0..ITEMS)
                .map(|_| {
                    let [s, t, other, _] = place(random);
                    [s, t, if other.is_nan() { other } else { random.below(6) as f32 }, 0.0]
                })
                .collect();
            let (mut more, mut out) = (vec![[-0.0_f32; 4]; ITEMS], vec![[0.0_f32; 4]; ITEMS]);
            let word = sampler() | SAMPLER_SEAMLESS;
            let args = &mut [
                Arg::Image(&cube.descriptor),
                Arg::Sampler(word),
                memory(&mut at),
                memory(&mut more),
                memory(&mut out),
            ];
            run(&program, "by_level", args);
            let margin = 0.5 / size as f32;
            for (at, found) in at.iter().zip(&out) {
                let found = found.map(f64::from);
                assert!(found.iter().all(|value| value.abs() <= 1.3), "{found:?} at {at:?}");
                if at[..2].iter().all(|place| (margin..=1.0 - margin).contains(place)) && at[2].is_finite() {
                    let (expected, error) = cube.linear(LINEAR, [at[0], at[1], at[2]]);
                    assert!(is_near(found, expected, error), "{found:?}, not {expected:?}, at {at:?}");
                }
            }
        }
    }
}
