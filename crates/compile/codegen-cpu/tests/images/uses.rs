//! How kernels obtain images and samplers, queries on them, and other types of texels and coordinates.

use tandem_codegen_cpu::Options;
use tandem_device_ir::ParameterKind;
use tandem_device_ir::sampler::{Addressing, HANDLE_ALIGN, sampler_word};
use tandem_native_cpu::ImageDescriptor;

use super::format::{Format, Order, Type};
use super::image::{Random, SHAPES, Sampler, TestImage};
use super::support::{Arg, Program, Range, load, load_with, memory, value};
use super::{check_sample, is_near, kernels};

const IMAGE_2D: &str = "target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0)";
const SAMPLED_2D: &str = "target(\"spirv.SampledImage\", void, 1, 0, 0, 0, 0, 0, 0)";
const SAMPLER: &str = "target(\"spirv.Sampler\")";

/// A colourful image of two dimensions.
fn image_2d(format: Format) -> TestImage {
    let mut image = TestImage::new(format, SHAPES[2], [7, 5, 1], 0, 0, true);
    image.fill(&mut Random(4));
    image
}

const RGBA8: Format = Format { order: Order::Rgba, ty: Type::Unorm8 };

#[test]
fn parameters_are_images_and_samplers() {
    let program = load(&kernels(SHAPES[2]));
    let kinds = |name| program.kernel(name).args.iter().map(|arg| arg.parameter.kind).collect::<Vec<_>>();
    use ParameterKind::{Global, Image, Sampler};
    assert_eq!(kinds("read_floats"), [Image, Global, Global]);
    assert_eq!(kinds("sample_ints"), [Image, Sampler, Global, Global]);
    assert!(program.kernel("sample_ints").args.iter().all(|arg| arg.parameter.bytes == 8));
}

/// Handles by value, samplers in code, images that control flow chooses, helpers with parameters, images in memory.
#[test]
fn handles_go_where_code_takes_them() {
    let text = format!(
        "declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)
         declare {IMAGE_2D} @__spirv_ConvertHandleToImageINTEL(i64)
         declare {SAMPLER} @__spirv_ConvertHandleToSamplerINTEL(i64)
         declare {SAMPLER} @__spirv_ConstantSampler(i32, i32, i32)
         declare {SAMPLED_2D} @__spirv_SampledImage({IMAGE_2D}, {SAMPLER})
         declare {IMAGE_2D} @__spirv_Image({SAMPLED_2D})
         declare <4 x float> @__spirv_ImageSampleExplicitLod({SAMPLED_2D}, <2 x float>, i32, float)
         declare <4 x float> @__spirv_ImageRead({IMAGE_2D}, <2 x i32>)
         define internal spir_func <4 x float> @read({IMAGE_2D} %image, <2 x i32> %at) {{
           %x = call <4 x float> @__spirv_ImageRead({IMAGE_2D} %image, <2 x i32> %at)
           ret <4 x float> %x
         }}
         define spir_kernel void @choose(i64 %a, {IMAGE_2D} %b, i64 %s, i1 %first, ptr addrspace(1) %out) {{
         entry:
           %memory = alloca {IMAGE_2D}
           %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
           %x = trunc i64 %i to i32
           %at = insertelement <2 x i32> zeroinitializer, i32 %x, i32 0
           %u = sitofp <2 x i32> %at to <2 x float>
           %image = call {IMAGE_2D} @__spirv_ConvertHandleToImageINTEL(i64 %a)
           store {IMAGE_2D} %image, ptr %memory
           %constant = call {SAMPLER} @__spirv_ConstantSampler(i32 1, i32 0, i32 0)
           %passed = call {SAMPLER} @__spirv_ConvertHandleToSamplerINTEL(i64 %s)
           %chosen = select i1 %first, {IMAGE_2D} %image, {IMAGE_2D} %b
           br i1 %first, label %one, label %two
         one:
           %again = load {IMAGE_2D}, ptr %memory
           %s1 = call {SAMPLED_2D} @__spirv_SampledImage({IMAGE_2D} %again, {SAMPLER} %constant)
           br label %end
         two:
           %s2 = call {SAMPLED_2D} @__spirv_SampledImage({IMAGE_2D} %b, {SAMPLER} %passed)
           br label %end
         end:
           %s3 = phi {SAMPLED_2D} [ %s1, %one ], [ %s2, %two ]
           %t1 = call <4 x float> @__spirv_ImageSampleExplicitLod({SAMPLED_2D} %s3, <2 x float> %u, i32 2, float 0.0)
           %of = call {IMAGE_2D} @__spirv_Image({SAMPLED_2D} %s3)
           %t2 = call spir_func <4 x float> @read({IMAGE_2D} %of, <2 x i32> %at)
           %t3 = call spir_func <4 x float> @read({IMAGE_2D} %chosen, <2 x i32> %at)
           %p1 = getelementptr [3 x <4 x float>], ptr addrspace(1) %out, i64 %i, i64 0
           %p2 = getelementptr [3 x <4 x float>], ptr addrspace(1) %out, i64 %i, i64 1
           %p3 = getelementptr [3 x <4 x float>], ptr addrspace(1) %out, i64 %i, i64 2
           store <4 x float> %t1, ptr addrspace(1) %p1
           store <4 x float> %t2, ptr addrspace(1) %p2
           store <4 x float> %t3, ptr addrspace(1) %p3
           ret void
         }}"
    );
    for opt_level in [0, 3] {
        choose(&load_with(&text, &Options { opt_level, ..Options::default() }));
    }
}

/// Launches `choose` for both images.
fn choose(program: &Program) {
    use ParameterKind::{Global, Image, Value};
    let kinds: Vec<_> = program.kernel("choose").args.iter().map(|arg| arg.parameter.kind).collect();
    assert_eq!(kinds, [Value, Image, Value, Value, Global]);
    let (a, b) = (image_2d(RGBA8), image_2d(Format { order: Order::Bgra, ty: Type::Unorm8 }));
    for first in [true, false] {
        let mut out = vec![[[0.0_f32; 4]; 3]; 7];
        let word = sampler_word(Addressing::ClampToEdge, false, false);
        let handle = std::ptr::from_ref(&a.descriptor) as u64;
        let args =
            &mut [value(handle), Arg::Image(&b.descriptor), value(word), value(u8::from(first)), memory(&mut out)];
        program.launch("choose", args, Range::linear(7, 7));
        let image = if first { &a } else { &b };
        for (x, texels) in out.into_iter().enumerate() {
            let expected = image.texel([x as i64, 0, 0]);
            assert!(texels.iter().all(|texel| is_near(texel.map(f64::from), expected, 2e-7)), "{texels:?} at {x}");
        }
    }
}

/// The handle of an image with its sampler is the sum of both handles.
#[test]
fn sampled_images_come_from_combined_handles() {
    #[repr(align(128))]
    struct Aligned(ImageDescriptor);
    let program = load(&format!(
        "declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)
         declare {SAMPLED_2D} @__spirv_ConvertHandleToSampledImageINTEL(i64)
         declare <4 x float> @__spirv_ImageSampleExplicitLod({SAMPLED_2D}, <2 x float>, i32, float)
         define spir_kernel void @sample(i64 %handle, ptr addrspace(1) %out) {{
           %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
           %x = uitofp i64 %i to float
           %at = insertelement <2 x float> zeroinitializer, float %x, i32 0
           %image = call {SAMPLED_2D} @__spirv_ConvertHandleToSampledImageINTEL(i64 %handle)
           %texel = call <4 x float> @__spirv_ImageSampleExplicitLod({SAMPLED_2D} %image, <2 x float> %at, i32 2, float 0.0)
           %p = getelementptr <4 x float>, ptr addrspace(1) %out, i64 %i
           store <4 x float> %texel, ptr addrspace(1) %p
           ret void
         }}"
    ));
    let image = image_2d(RGBA8);
    let aligned = Aligned(image.descriptor);
    let mut out = vec![[0.0_f32; 4]; 7];
    let word = sampler_word(Addressing::ClampToEdge, false, false);
    assert!(word < HANDLE_ALIGN);
    let handle = std::ptr::from_ref(&aligned.0) as u64 + word;
    program.launch("sample", &mut [value(handle), memory(&mut out)], Range::linear(7, 7));
    for (x, texel) in out.into_iter().enumerate() {
        assert!(is_near(texel.map(f64::from), image.texel([x as i64, 0, 0]), 2e-7), "{texel:?} at {x}");
    }
}

#[test]
fn images_say_what_they_are() {
    let image = "target(\"spirv.Image\", void, 1, 0, 1, 0, 0, 0, 0)";
    let program = load(&format!(
        "declare <3 x i32> @__spirv_ImageQuerySize({image})
         declare <3 x i64> @__spirv_ImageQuerySizeLod({image}, i32)
         declare i32 @__spirv_ImageQueryFormat({image})
         declare i32 @__spirv_ImageQueryOrder({image})
         declare i32 @__spirv_ImageQueryLevels({image})
         declare i32 @__spirv_ImageQuerySamples({image})
         define spir_kernel void @ask({image} %image, ptr addrspace(1) %out) {{
           %size = call <3 x i32> @__spirv_ImageQuerySize({image} %image)
           %long = call <3 x i64> @__spirv_ImageQuerySizeLod({image} %image, i32 0)
           %format = call i32 @__spirv_ImageQueryFormat({image} %image)
           %order = call i32 @__spirv_ImageQueryOrder({image} %image)
           %levels = call i32 @__spirv_ImageQueryLevels({image} %image)
           %samples = call i32 @__spirv_ImageQuerySamples({image} %image)
           %layers = extractelement <3 x i64> %long, i32 2
           %short = trunc i64 %layers to i32
           %a = shufflevector <3 x i32> %size, <3 x i32> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0>
           %b = insertelement <8 x i32> %a, i32 %format, i32 3
           %c = insertelement <8 x i32> %b, i32 %order, i32 4
           %d = insertelement <8 x i32> %c, i32 %levels, i32 5
           %e = insertelement <8 x i32> %d, i32 %samples, i32 6
           %f = insertelement <8 x i32> %e, i32 %short, i32 7
           store <8 x i32> %f, ptr addrspace(1) %out
           ret void
         }}"
    ));
    let format = Format { order: Order::Bgra, ty: Type::Unorm8 };
    let image = TestImage::new(format, SHAPES[3], [9, 4, 3], 0, 0, true);
    let mut out = [0_u32; 8];
    program.launch("ask", &mut [Arg::Image(&image.descriptor), memory(&mut out)], Range::linear(1, 1));
    assert_eq!(out, [9, 4, 3, Type::Unorm8 as u32, Order::Bgra as u32, 1, 1, 3]);
}

/// Texels of halves and of single components, fetches, and sampling at integer coordinates.
#[test]
fn texels_and_coordinates_of_other_types() {
    let program = load(&format!(
        "declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)
         declare <4 x half> @__spirv_ImageRead.half({IMAGE_2D}, <2 x i32>)
         declare float @__spirv_ImageFetch.one({IMAGE_2D}, <2 x i64>)
         declare {SAMPLED_2D} @__spirv_SampledImage({IMAGE_2D}, {SAMPLER})
         declare {SAMPLER} @__spirv_ConstantSampler(i32, i32, i32)
         declare <4 x float> @__spirv_ImageSampleExplicitLod({SAMPLED_2D}, <2 x i32>, i32, float)
         declare void @__spirv_ImageWrite({IMAGE_2D}, <2 x i32>, <4 x half>)
         define spir_kernel void @read({IMAGE_2D} %image, {IMAGE_2D} %copy, ptr addrspace(1) %out) {{
           %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
           %x = trunc i64 %i to i32
           %at = insertelement <2 x i32> zeroinitializer, i32 %x, i32 0
           %far = add i64 %i, 4294967296
           %there = insertelement <2 x i64> zeroinitializer, i64 %i, i32 0
           %nowhere = insertelement <2 x i64> zeroinitializer, i64 %far, i32 0
           %half = call <4 x half> @__spirv_ImageRead.half({IMAGE_2D} %image, <2 x i32> %at)
           call void @__spirv_ImageWrite({IMAGE_2D} %copy, <2 x i32> %at, <4 x half> %half)
           %h = fpext <4 x half> %half to <4 x float>
           %one = call float @__spirv_ImageFetch.one({IMAGE_2D} %image, <2 x i64> %there)
           %none = call float @__spirv_ImageFetch.one({IMAGE_2D} %image, <2 x i64> %nowhere)
           %sampler = call {SAMPLER} @__spirv_ConstantSampler(i32 1, i32 0, i32 0)
           %sampled = call {SAMPLED_2D} @__spirv_SampledImage({IMAGE_2D} %image, {SAMPLER} %sampler)
           %s = call <4 x float> @__spirv_ImageSampleExplicitLod({SAMPLED_2D} %sampled, <2 x i32> %at, i32 2, float 0.0)
           %f0 = insertelement <4 x float> zeroinitializer, float %one, i32 0
           %f = insertelement <4 x float> %f0, float %none, i32 1
           %p1 = getelementptr [3 x <4 x float>], ptr addrspace(1) %out, i64 %i, i64 0
           %p2 = getelementptr [3 x <4 x float>], ptr addrspace(1) %out, i64 %i, i64 1
           %p3 = getelementptr [3 x <4 x float>], ptr addrspace(1) %out, i64 %i, i64 2
           store <4 x float> %h, ptr addrspace(1) %p1
           store <4 x float> %f, ptr addrspace(1) %p2
           store <4 x float> %s, ptr addrspace(1) %p3
           ret void
         }}"
    ));
    let format = Format { order: Order::Rgba, ty: Type::Half };
    let (image, copy) = (image_2d(format), TestImage::new(format, SHAPES[2], [7, 1, 1], 0, 0, true));
    let mut out = vec![[[0.0_f32; 4]; 3]; 7];
    let args = &mut [Arg::Image(&image.descriptor), Arg::Image(&copy.descriptor), memory(&mut out)];
    program.launch("read", args, Range::linear(7, 7));
    for (x, [half, fetched, sampled]) in out.into_iter().enumerate() {
        let expected = image.texel([x as i64, 0, 0]);
        assert_eq!((half.map(f64::from), sampled.map(f64::from)), (expected, expected));
        assert_eq!([f64::from(fetched[0]), f64::from(fetched[1])], [expected[0], 0.0]);
        assert_eq!(copy.texel([x as i64, 0, 0]), expected);
    }
}

/// The library also becomes part of the kernels without optimization, and in objects that are linked.
#[test]
fn kernels_sample_images_whatever_the_options() {
    let image = image_2d(RGBA8);
    for (opt_level, linkable) in [(0, false), (1, false), (2, true)] {
        let program = load_with(&kernels(SHAPES[2]), &Options { opt_level, linkable, ..Options::default() });
        let sampler = Sampler { addressing: Addressing::Repeat, normalized: true, linear: true };
        let mut at: Vec<[f32; 4]> =
            (0..40).map(|item| [item as f32 / 13.0 - 1.0, item as f32 / 7.0, 0.0, 0.0]).collect();
        let mut out = vec![[0_u32; 4]; at.len()];
        let word = Arg::Sampler(sampler_word(sampler.addressing, sampler.normalized, sampler.linear));
        let args = &mut [Arg::Image(&image.descriptor), word, memory(&mut at), memory(&mut out)];
        program.launch("sample_floats", args, Range::linear(40, 32));
        for (at, bits) in at.iter().zip(out) {
            check_sample(&image, sampler, [at[0], at[1], at[2]], bits);
        }
    }
}
