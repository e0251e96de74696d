//! Images and samplers from handles (`SPV_INTEL_bindless_images`), which `spirv-as` and `spirv-dis` of 2023 do not
//! support: through the writer, our own text form, and the reader.

mod support;

use support::device_ir;
use tandem_ir::Context;
use tandem_spirv::reader::{ReaderOptions, read};
use tandem_spirv::writer::{WriterOptions, write};
use tandem_spirv_binary::Words;
use tandem_spirv_binary::text::Text;

const MODULE: &str = r#"
declare target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) @__spirv_ConvertHandleToImageINTEL(i64)
declare target("spirv.Sampler") @__spirv_ConvertHandleToSamplerINTEL(i64)
declare target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @__spirv_ConvertHandleToSampledImageINTEL(i64)
declare target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @__spirv_SampledImage(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"))
declare <4 x float> @__spirv_ImageSampleExplicitLod(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0), <2 x float>, i32, float)
define spir_kernel void @k(i64 %image, i64 %sampler, i64 %both, <2 x float> %at, ptr addrspace(1) %out) {
  %i = call target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) @__spirv_ConvertHandleToImageINTEL(i64 %image)
  %s = call target("spirv.Sampler") @__spirv_ConvertHandleToSamplerINTEL(i64 %sampler)
  %b = call target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @__spirv_ConvertHandleToSampledImageINTEL(i64 %both)
  %p = call target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @__spirv_SampledImage(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i, target("spirv.Sampler") %s)
  %x = call <4 x float> @__spirv_ImageSampleExplicitLod(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) %p, <2 x float> %at, i32 2, float 0.0)
  %y = call <4 x float> @__spirv_ImageSampleExplicitLod(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) %b, <2 x float> %at, i32 2, float 0.0)
  %z = fadd <4 x float> %x, %y
  store <4 x float> %z, ptr addrspace(1) %out
  ret void
}"#;

#[test]
fn handles_become_images_both_ways() {
    let module = device_ir(MODULE.as_bytes()).expect("device IR");
    let bytes = write(&module, &WriterOptions::default()).expect("writable");
    let text = Text::of(&Words::new(&bytes).expect("a module")).expect("whole").to_string();
    for expected in [
        "OpCapability BindlessImagesINTEL\n",
        "OpExtension \"SPV_INTEL_bindless_images\"\n",
        "= OpConvertHandleToImageINTEL %",
        "= OpConvertHandleToSamplerINTEL %",
        "= OpConvertHandleToSampledImageINTEL %",
    ] {
        assert!(text.contains(expected), "{expected} is missing:\n{text}");
    }
    let read = read(&Context::new(), &bytes, &ReaderOptions::default()).expect("readable").to_string();
    for expected in [
        "= call target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0) @__spirv_ConvertHandleToImageINTEL",
        "= call target(\"spirv.Sampler\") @__spirv_ConvertHandleToSamplerINTEL",
        "= call target(\"spirv.SampledImage\", void, 1, 0, 0, 0, 0, 0, 0) @__spirv_ConvertHandleToSampledImageINTEL",
    ] {
        assert!(read.contains(expected), "{expected} is missing:\n{read}");
    }
}

#[test]
fn handles_are_integers() {
    let floats = MODULE.replace("ToImageINTEL(i64", "ToImageINTEL(double").replace("(double %image)", "(double 1.0)");
    let error = device_ir(floats.as_bytes()).expect_err("a handle of no integer type");
    assert!(error.contains("ConvertHandleToImageINTEL"), "{error}");
}
