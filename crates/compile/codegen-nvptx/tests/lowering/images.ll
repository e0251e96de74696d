; Images are arrays that a descriptor names: surfaces for reads and writes, textures for samples. Formats that few
; images have, and samplers without a texture, are functions that kernels call.
; expect: .func store_by_code(
; expect: .entry read(
; expect: ld.global.nc.v
; expect: suld.b.2d.b32.zero %r
; expect: suld.b.2d.v4.b32.zero {
; expect: call.uni
; expect: texel_by_code
; expect: .entry write(
; expect: sust.b.a2d.b32.zero [
; expect: sust.b.a2d.v4.b32.zero [
; expect: store_by_code
; expect: .entry sample(
; expect: tex.3d.v4.f32.f32
; expect: .entry sample_layers(
; expect: tex.a1d.v4.u32.f32
; expect: .entry size(
; expect: ld.global.nc
; absent: .extern
; absent: powf
; absent: div.rn.f32
declare target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) @__spirv_ConvertHandleToImageINTEL(i64)
declare <4 x float> @__spirv_ImageRead(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), <2 x i32>)
declare void @__spirv_ImageWrite(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 1), <4 x i32>, <4 x i32>)
declare target("spirv.SampledImage", void, 2, 0, 0, 0, 0, 0, 0) @__spirv_SampledImage.3d(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"))
declare <4 x float> @__spirv_ImageSampleExplicitLod.3d(target("spirv.SampledImage", void, 2, 0, 0, 0, 0, 0, 0), <4 x float>, i32, float)
declare target("spirv.SampledImage", void, 0, 0, 1, 0, 0, 0, 0) @__spirv_SampledImage.a1d(target("spirv.Image", void, 0, 0, 1, 0, 0, 0, 0), target("spirv.Sampler"))
declare <4 x i32> @__spirv_ImageSampleExplicitLod.a1d(target("spirv.SampledImage", void, 0, 0, 1, 0, 0, 0, 0), <2 x float>, i32, float)
declare <2 x i32> @__spirv_ImageQuerySizeLod(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), i32)

define spir_kernel void @read(i64 %handle, ptr addrspace(1) %out, <2 x i32> %at) {
  %image = call target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) @__spirv_ConvertHandleToImageINTEL(i64 %handle)
  %texel = call <4 x float> @__spirv_ImageRead(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, <2 x i32> %at)
  store <4 x float> %texel, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @write(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 1) %image, <4 x i32> %at, <4 x i32> %texel) {
  call void @__spirv_ImageWrite(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 1) %image, <4 x i32> %at, <4 x i32> %texel)
  ret void
}

define spir_kernel void @sample(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, <4 x float> %at, ptr addrspace(1) %out) {
  %both = call target("spirv.SampledImage", void, 2, 0, 0, 0, 0, 0, 0) @__spirv_SampledImage.3d(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler)
  %texel = call <4 x float> @__spirv_ImageSampleExplicitLod.3d(target("spirv.SampledImage", void, 2, 0, 0, 0, 0, 0, 0) %both, <4 x float> %at, i32 2, float 0.0)
  store <4 x float> %texel, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sample_layers(target("spirv.Image", void, 0, 0, 1, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, <2 x float> %at, ptr addrspace(1) %out) {
  %both = call target("spirv.SampledImage", void, 0, 0, 1, 0, 0, 0, 0) @__spirv_SampledImage.a1d(target("spirv.Image", void, 0, 0, 1, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler)
  %texel = call <4 x i32> @__spirv_ImageSampleExplicitLod.a1d(target("spirv.SampledImage", void, 0, 0, 1, 0, 0, 0, 0) %both, <2 x float> %at, i32 2, float 0.0)
  store <4 x i32> %texel, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @size(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, ptr addrspace(1) %out) {
  %size = call <2 x i32> @__spirv_ImageQuerySizeLod(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, i32 0)
  store <2 x i32> %size, ptr addrspace(1) %out
  ret void
}
