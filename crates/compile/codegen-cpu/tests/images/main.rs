//! Kernels that read, write and sample images, against references in double precision: all formats, shapes, addressing
//! modes and filters. Images lie between inaccessible pages.

mod format;
mod image;
mod levels;
#[path = "../support/mod.rs"]
mod support;
mod uses;

use format::{Format, Order, Type, all};
use image::{Random, SHAPES, Sampler, Shape, TestImage};
use support::{Arg, Program, Range, load, memory};
use tandem_device_ir::sampler::{Addressing, sampler_word};

/// Work-items of a launch; the last group is smaller.
const ITEMS: usize = 200;
const RANGE: u64 = 32;

fn image_type(shape: Shape) -> String {
    let arrayed = u32::from(shape.is_array);
    format!("target(\"spirv.Image\", void, {}, 0, {arrayed}, 0, 0, 0, 2)", shape.dimensions - 1)
}

fn sampled_type(shape: Shape) -> String {
    image_type(shape).replace("spirv.Image", "spirv.SampledImage")
}

/// The type of coordinates.
fn coordinate_type(shape: Shape, element: &str) -> String {
    match shape.coordinates() {
        1 => element.to_owned(),
        count => format!("<{count} x {element}>"),
    }
}

/// Loads coordinates of the work-item as `%at`.
fn load_coordinates(shape: Shape, element: &str) -> String {
    let mask: Vec<_> = (0..shape.coordinates()).map(|i| format!("i32 {i}")).collect();
    let narrow = match shape.coordinates() {
        1 => format!("%at = extractelement <4 x {element}> %four, i32 0"),
        count => format!(
            "%at = shufflevector <4 x {element}> %four, <4 x {element}> poison, <{count} x i32> <{}>",
            mask.join(", ")
        ),
    };
    format!(
        "%i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
         %pat = getelementptr <4 x {element}>, ptr addrspace(1) %where, i64 %i
         %four = load <4 x {element}>, ptr addrspace(1) %pat
         {narrow}
         %pout = getelementptr <4 x i32>, ptr addrspace(1) %data, i64 %i\n"
    )
}

/// Kernels of a shape: `read_`, `write_` and `sample_` with the kind of components.
fn kernels(shape: Shape) -> String {
    let (image, sampled) = (image_type(shape), sampled_type(shape));
    let (ints, floats) = (coordinate_type(shape, "i32"), coordinate_type(shape, "float"));
    let (load_ints, load_floats) = (load_coordinates(shape, "i32"), load_coordinates(shape, "float"));
    let mut text = format!(
        "declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)
         declare {sampled} @__spirv_SampledImage({image}, target(\"spirv.Sampler\"))\n"
    );
    for (kind, texel) in [("floats", "<4 x float>"), ("ints", "<4 x i32>")] {
        text += &format!(
            "declare {texel} @__spirv_ImageRead.{kind}({image}, {ints})
             declare void @__spirv_ImageWrite.{kind}({image}, {ints}, {texel})
             declare {texel} @__spirv_ImageSampleExplicitLod.{kind}({sampled}, {floats}, i32, float)
             define spir_kernel void @read_{kind}({image} %image, ptr addrspace(1) %where, ptr addrspace(1) %data) {{
               {load_ints}
               %x = call {texel} @__spirv_ImageRead.{kind}({image} %image, {ints} %at)
               store {texel} %x, ptr addrspace(1) %pout
               ret void
             }}
             define spir_kernel void @write_{kind}({image} %image, ptr addrspace(1) %where, ptr addrspace(1) %data) {{
               {load_ints}
               %x = load {texel}, ptr addrspace(1) %pout
               call void @__spirv_ImageWrite.{kind}({image} %image, {ints} %at, {texel} %x)
               ret void
             }}
             define spir_kernel void @sample_{kind}({image} %image, target(\"spirv.Sampler\") %sampler,
                 ptr addrspace(1) %where, ptr addrspace(1) %data) {{
               {load_floats}
               %s = call {sampled} @__spirv_SampledImage({image} %image, target(\"spirv.Sampler\") %sampler)
               %x = call {texel} @__spirv_ImageSampleExplicitLod.{kind}({sampled} %s, {floats} %at, i32 2, float 0.0)
               store {texel} %x, ptr addrspace(1) %pout
               ret void
             }}\n"
        );
    }
    text
}

fn kind(format: Format) -> &'static str {
    if format.is_int() { "ints" } else { "floats" }
}

/// The components that a kernel stored.
fn components(format: Format, bits: [u32; 4]) -> [f64; 4] {
    let signed = matches!(format.ty, Type::Signed8 | Type::Signed16 | Type::Signed32);
    bits.map(|bits| match format.is_int() {
        true if signed => f64::from(bits as i32),
        true => f64::from(bits),
        false => f64::from(f32::from_bits(bits)),
    })
}

fn is_near(found: [f64; 4], expected: [f64; 4], tolerance: f64) -> bool {
    found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() <= tolerance)
}

fn tolerance(format: Format) -> f64 {
    match format.is_int() {
        true => 0.0,
        false if format.is_srgb() => 1e-5,
        false => 2e-7,
    }
}

/// Images of formats and a shape: rows with and without padding, tiles, at both ends of their memory.
fn images(formats: &[Format], shape: Shape, random: &mut Random) -> Vec<TestImage> {
    let mut images = Vec::new();
    for format in formats {
        let extent = [1 + random.below(19), 1 + random.below(11), 1 + random.below(5)];
        images.push(TestImage::new(*format, shape, extent, 0, 0, true));
        images.push(TestImage::new(*format, shape, extent, 0, 24, false));
        if shape.dimensions > 1 {
            images.push(TestImage::new(*format, shape, extent, 2, 0, true));
        }
    }
    images.iter_mut().for_each(|image| image.fill(random));
    images
}

fn run(program: &Program, name: &str, args: &mut [Arg<'_>]) {
    program.launch(name, args, Range::linear(ITEMS as u64, RANGE));
}

#[test]
fn texels_are_read() {
    let random = &mut Random(1);
    for shape in SHAPES {
        let program = load(&kernels(shape));
        for image in images(&all(), shape, random) {
            let extent = image.descriptor.extent;
            let mut at: Vec<[i32; 4]> = (0..ITEMS)
                .map(|item| match item {
                    0 => [i32::MIN, i32::MAX, i32::MIN, 0],
                    1 => [i32::MAX, 0, 0, 0],
                    _ => [0, 1, 2, 2].map(|i: usize| random.below(extent[i] + 2) as i32 - 1),
                })
                .collect();
            let mut out = vec![[0_u32; 4]; ITEMS];
            let args = &mut [Arg::Image(&image.descriptor), memory(&mut at), memory(&mut out)];
            run(&program, &format!("read_{}", kind(image.format)), args);
            for (at, bits) in at.iter().zip(out) {
                let expected = image.texel([at[0].into(), at[1].into(), at[2].into()]);
                let found = components(image.format, bits);
                let what = || format!("{:?} {shape:?} {:?} at {at:?}", image.format, image.descriptor);
                assert!(is_near(found, expected, tolerance(image.format)), "{found:?}, not {expected:?}: {}", what());
            }
        }
    }
}

#[test]
fn texels_are_written() {
    let random = &mut Random(2);
    let special = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, 1e30, 0.5 / 255.0, 1.5 / 255.0, 65520.0];
    for shape in SHAPES {
        let program = load(&kernels(shape));
        for image in images(&all(), shape, random) {
            let (format, descriptor) = (image.format, image.descriptor);
            let extent = descriptor.extent;
            let mut expected = image.bytes().to_vec();
            let (mut at, mut texels) = (vec![[-1_i32; 4]; ITEMS], vec![[0_u32; 4]; ITEMS]);
            let mut written = std::collections::HashSet::new();
            for (at, texel) in at.iter_mut().zip(&mut texels) {
                let place = [0, 1, 2].map(|i: usize| random.below(extent[i] + 2) as i32 - 1);
                let used: Vec<_> = place[..shape.coordinates()].to_vec();
                if !written.insert(used.clone()) {
                    continue;
                }
                *at = [place[0], place[1], place[2], 0];
                let floats = [0; 4].map(|_| match random.below(4) {
                    0 => special[random.below(special.len() as u32) as usize],
                    _ => random.float(-1.3, 1.3),
                });
                let ints = [0; 4].map(|_| (random.next() << 1) as i32 >> (8 * random.below(4)));
                *texel = if format.is_int() { ints.map(|x| x as u32) } else { floats.map(f32::to_bits) };
                if used.iter().zip(extent).all(|(at, extent)| *at >= 0 && (*at as u32) < extent) {
                    let index: [u32; 3] = [0, 1, 2].map(|i| used.get(i).map_or(0, |at| *at as u32));
                    let pixel = if format.is_int() { format.encode_ints(ints) } else { format.encode_floats(floats) };
                    let offset = descriptor.offset(index) as usize;
                    expected[offset..offset + pixel.len()].copy_from_slice(&pixel);
                }
            }
            let args = &mut [Arg::Image(&descriptor), memory(&mut at), memory(&mut texels)];
            run(&program, &format!("write_{}", kind(format)), args);
            compare_bytes(&image, &expected);
        }
    }
}

/// Compares pixels; a step of an sRGB channel may be rounded differently, and NaN has many representations.
#[track_caller]
fn compare_bytes(image: &TestImage, expected: &[u8]) {
    let format = image.format;
    let is_alike = |(found, expected): (&u8, &u8)| match format.is_srgb() {
        true => found.abs_diff(*expected) <= 1,
        false => found == expected,
    };
    let (found, bytes) = (image.bytes(), format.pixel_bytes());
    let [width, height, depth] = image.descriptor.extent;
    for (z, y, x) in (0..depth).flat_map(|z| (0..height).flat_map(move |y| (0..width).map(move |x| (z, y, x)))) {
        let offset = image.descriptor.offset([x, y, z]) as usize;
        let (found, expected) = (&found[offset..offset + bytes], &expected[offset..offset + bytes]);
        let is_nan = matches!(format.ty, Type::Half | Type::Float)
            && format
                .decode(found)
                .iter()
                .zip(format.decode(expected))
                .all(|(a, b)| *a == b || a.is_nan() && b.is_nan());
        let is_alike = is_nan || found.iter().zip(expected).all(is_alike);
        assert!(is_alike, "{format:?} {:?} at {x}, {y}, {z}: {found:?}, not {expected:?}", image.descriptor);
    }
    let written: std::collections::HashSet<usize> = (0..depth)
        .flat_map(|z| (0..height).flat_map(move |y| (0..width).map(move |x| [x, y, z])))
        .flat_map(|at| (0..bytes).map(move |byte| (at, byte)))
        .map(|(at, byte)| image.descriptor.offset(at) as usize + byte)
        .collect();
    let mut padding = (0..found.len()).filter(|at| !written.contains(at));
    assert!(padding.all(|at| found[at] == expected[at]), "{format:?} {:?}: padding was written", image.descriptor);
}

/// Every sampler that there is: images are repeated in normalized coordinates only.
fn samplers() -> Vec<Sampler> {
    use Addressing::*;
    let mut samplers = Vec::new();
    for addressing in [None, ClampToEdge, Clamp, Repeat, RepeatMirrored] {
        for (normalized, linear) in [(false, false), (false, true), (true, false), (true, true)] {
            if normalized || !matches!(addressing, Repeat | RepeatMirrored) {
                samplers.push(Sampler { addressing, normalized, linear });
            }
        }
    }
    samplers
}

const SPECIAL: [f32; 8] =
    [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30, 0.0, 16_777_216.0, -f32::MIN_POSITIVE];

fn coordinates(random: &mut Random, sampler: Sampler, extent: u32) -> f32 {
    let extent = if sampler.normalized { 1.0 } else { extent as f32 };
    match random.below(8) {
        0 => SPECIAL[random.below(SPECIAL.len() as u32) as usize],
        1 => random.float(-20.0 * extent, 20.0 * extent),
        2 => extent * (random.below(9) as f32 / 4.0 - 0.5),
        _ => random.float(-0.7 * extent, 1.7 * extent),
    }
}

/// Checks the result of sampling an image.
#[track_caller]
fn check_sample(image: &TestImage, sampler: Sampler, at: [f32; 3], bits: [u32; 4]) {
    let found = components(image.format, bits);
    let what = || format!("{:?} {:?} {sampler:?} at {at:?}", image.format, image.descriptor);
    let used = &at[..image.shape.coordinates()];
    // Where coordinates are nowhere, the result is that of somewhere.
    if used[..image.shape.dimensions as usize].iter().any(|u| !u.is_finite()) {
        let bound = if image.format.is_int() { 4294967296.0 } else { 1.3 };
        assert!(found.iter().all(|value| value.abs() <= bound), "{found:?}: {}", what());
        return;
    }
    if sampler.linear && !image.format.is_int() {
        let (expected, error) = image.linear(sampler, at);
        let error = error + tolerance(image.format);
        assert!(is_near(found, expected, error), "{found:?}, not {expected:?} ({error:e}): {}", what());
    } else {
        let expected = image.nearest(sampler, at);
        let is_one = expected.iter().any(|expected| is_near(found, *expected, tolerance(image.format)));
        assert!(is_one, "{found:?}, none of {expected:?}: {}", what());
    }
}

#[test]
fn images_are_sampled() {
    let formats = [
        (Order::Rgba, Type::Unorm8),
        (Order::R, Type::Float),
        (Order::Argb, Type::Snorm8),
        (Order::Rg, Type::Half),
        (Order::Luminance, Type::Unorm16),
        (Order::Rgba, Type::Unsigned32),
        (Order::Ra, Type::Signed16),
        (Order::Srgba, Type::Unorm8),
        (Order::Rgb, Type::Unorm565),
    ]
    .map(|(order, ty)| Format { order, ty });
    let random = &mut Random(3);
    for shape in SHAPES {
        let program = load(&kernels(shape));
        for image in images(&formats, shape, random) {
            for sampler in samplers() {
                let extent = image.descriptor.extent;
                let mut at: Vec<[f32; 4]> = (0..ITEMS)
                    .map(|_| {
                        let mut at = [0, 1, 2, 2].map(|i: usize| coordinates(random, sampler, extent[i]));
                        if shape.is_array {
                            let layer = shape.dimensions as usize;
                            at[layer] = random.float(-1.0, extent[layer] as f32 + 1.0);
                        }
                        at
                    })
                    .collect();
                let mut out = vec![[0_u32; 4]; ITEMS];
                let word = sampler_word(sampler.addressing, sampler.normalized, sampler.linear);
                let args = &mut [Arg::Image(&image.descriptor), Arg::Sampler(word), memory(&mut at), memory(&mut out)];
                run(&program, &format!("sample_{}", kind(image.format)), args);
                for (at, bits) in at.iter().zip(out) {
                    check_sample(&image, sampler, [at[0], at[1], at[2]], bits);
                }
            }
        }
    }
}
