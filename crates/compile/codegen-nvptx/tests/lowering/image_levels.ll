; Mipmaps are sampled by textures of all levels: by the number of the level, and by gradients. The level of gradients
; is computed, unless two dimensions have several samples. Cube maps are layers of textures.
; expect: .entry level(
; expect: ld.global.nc.v
; expect: tex.level.2d.v4.f32.f32 {
; expect: .entry gradients(
; expect: tex.grad.2d.v4.f32.f32 {
; expect: .entry solid_gradients(
; expect: tex.level.3d.v4.f32.f32 {
; expect: .entry constant_level(
; expect: tex.level.1d.v4.u32.f32
; expect: .entry face(
; expect: tex.a2d.v4.f32.f32
; absent: .extern
; absent: log2f
declare target("spirv.SampledImage", void, 0, 0, 0, 0, 0, 0, 0) @__spirv_SampledImage.1d(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"))
declare target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @__spirv_SampledImage.2d(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"))
declare target("spirv.SampledImage", void, 1, 0, 1, 0, 0, 0, 0) @__spirv_SampledImage.a2d(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 0), target("spirv.Sampler"))
declare target("spirv.SampledImage", void, 2, 0, 0, 0, 0, 0, 0) @__spirv_SampledImage.3d(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"))
declare <4 x i32> @__spirv_ImageSampleExplicitLod.1d(target("spirv.SampledImage", void, 0, 0, 0, 0, 0, 0, 0), float, i32, float)
declare <4 x float> @__spirv_ImageSampleExplicitLod.2d(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0), <2 x float>, i32, float)
declare <4 x float> @__spirv_ImageSampleExplicitLod.2dg(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0), <2 x float>, i32, <2 x float>, <2 x float>)
declare <4 x float> @__spirv_ImageSampleExplicitLod.a2d(target("spirv.SampledImage", void, 1, 0, 1, 0, 0, 0, 0), <4 x float>, i32, float)
declare <4 x float> @__spirv_ImageSampleExplicitLod.3d(target("spirv.SampledImage", void, 2, 0, 0, 0, 0, 0, 0), <4 x float>, i32, <4 x float>, <4 x float>)

define spir_kernel void @level(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, <2 x float> %at, float %level, ptr addrspace(1) %out) {
  %both = call target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @__spirv_SampledImage.2d(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler)
  %texel = call <4 x float> @__spirv_ImageSampleExplicitLod.2d(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) %both, <2 x float> %at, i32 2, float %level)
  store <4 x float> %texel, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @gradients(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, <2 x float> %at, <2 x float> %dx, <2 x float> %dy, ptr addrspace(1) %out) {
  %both = call target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @__spirv_SampledImage.2d(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler)
  %texel = call <4 x float> @__spirv_ImageSampleExplicitLod.2dg(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) %both, <2 x float> %at, i32 4, <2 x float> %dx, <2 x float> %dy)
  store <4 x float> %texel, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @solid_gradients(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, <4 x float> %at, <4 x float> %dx, <4 x float> %dy, ptr addrspace(1) %out) {
  %both = call target("spirv.SampledImage", void, 2, 0, 0, 0, 0, 0, 0) @__spirv_SampledImage.3d(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler)
  %texel = call <4 x float> @__spirv_ImageSampleExplicitLod.3d(target("spirv.SampledImage", void, 2, 0, 0, 0, 0, 0, 0) %both, <4 x float> %at, i32 4, <4 x float> %dx, <4 x float> %dy)
  store <4 x float> %texel, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @constant_level(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, float %at, ptr addrspace(1) %out) {
  %both = call target("spirv.SampledImage", void, 0, 0, 0, 0, 0, 0, 0) @__spirv_SampledImage.1d(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler)
  %texel = call <4 x i32> @__spirv_ImageSampleExplicitLod.1d(target("spirv.SampledImage", void, 0, 0, 0, 0, 0, 0, 0) %both, float %at, i32 2, float -0.0)
  store <4 x i32> %texel, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @face(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, <4 x float> %at, ptr addrspace(1) %out) {
  %both = call target("spirv.SampledImage", void, 1, 0, 1, 0, 0, 0, 0) @__spirv_SampledImage.a2d(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler)
  %texel = call <4 x float> @__spirv_ImageSampleExplicitLod.a2d(target("spirv.SampledImage", void, 1, 0, 1, 0, 0, 0, 0) %both, <4 x float> %at, i32 2, float -0.0)
  store <4 x float> %texel, ptr addrspace(1) %out
  ret void
}
